"""What README, CONTRIBUTING and CHANGELOG promise is there."""

from __future__ import annotations

import re

import pytest

from sfrules import __all__, __version__
from tests.cli.runs import ROOT
from tests.cli.test_door import COMMANDS

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
NAMED = [
    name for name in re.findall(r"`([\w./<>-]+/[\w./<>-]*|mkdocs\.yml)`", CONTRIBUTING) if name != "content/<scenario>/"
]


def test_two_lines_of_the_readme_install_and_no_more():
    lines = re.findall(r"^\s*(?:\$ )?(pip install .*)$", README, re.MULTILINE)
    assert lines == ["pip install . && sfrules build", "pip install -e '.[dev]' && pytest"]


def test_the_readme_names_every_command():
    assert all(f"sfrules {command}" in README for command in COMMANDS)


@pytest.mark.parametrize("name", NAMED)
def test_every_file_that_a_contributor_is_sent_to_exists(name):
    for scenario in (ROOT / "content").iterdir():
        if (ROOT / name.replace("<scenario>", scenario.name)).exists():
            return
    pytest.fail(f"{name} does not exist")


def test_there_are_files_to_look_for():
    assert len(NAMED) > 20


@pytest.mark.parametrize("target", re.findall(r"\]\(((?!https?:)[^)#]+)\)", README + CONTRIBUTING))
def test_every_link_between_the_papers_leads_somewhere(target):
    assert (ROOT / target).exists()


def test_the_changes_tell_of_this_version():
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", __all__)
def test_the_public_names_are_there_and_in_the_readme(name):
    import sfrules

    assert getattr(sfrules, name)
    assert name in README or name == "__version__"


def test_the_python_of_the_readme_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    space: dict[str, object] = {}
    exec(code, space)
    assert space["game"]
