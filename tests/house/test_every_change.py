"""What the docs, the hook and the action have a shell do, done: in a small project, and in one with a mistake."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.cli.runs import ROOT, project

PAGE = (ROOT / "site" / "templates" / "language-ci.md.j2").read_text(encoding="utf-8")
TITLED = re.compile(r'^```yaml title="([^"]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
MISTAKE = "actions:\n  slip: {efect: stop}\n"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def data_of(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


SNIPPETS = {title: data_of(text) for title, text in TITLED.findall(PAGE)}
ACTION = data_of((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS = {hook["id"]: hook for hook in data_of((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}


@pytest.fixture
def shop(tmp_path):
    """A project, with a `sfrules` and a `python` on the path; installing is tested with the wheel, here it is noted."""
    project(tmp_path, "my-game")
    tools = tmp_path / ".tools"
    tools.mkdir()
    for name, does in (
        ("sfrules", f'exec "{sys.executable}" -m sfrules "$@"'),
        ("python", 'echo "$@" >> "$INSTALLED"'),
    ):
        (tools / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    return tmp_path


def sh(folder: Path, script: str, **variables: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PATH": f"{folder / '.tools'}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    env["INSTALLED"] = str(folder / ".tools" / "installed")
    return subprocess.run(
        ["sh", "-e", "-c", script],
        cwd=folder,
        env={**env, **variables},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def act(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """The steps of the action that are for the shell, one after another, as a runner would give them their values."""
    given = {name: inputs.get(name.replace("-", "_"), known["default"]) for name, known in ACTION["inputs"].items()}
    ran = None
    for step in ACTION["runs"]["steps"]:
        if "run" in step:
            assert step["shell"] == "sh"
            assert "${{" not in step["run"], "a value must never be read as a command"
            env = {
                name: re.sub(r"\$\{\{ inputs\.([a-z-]+) \}\}", lambda m: given[m[1]], value)
                for name, value in step.get("env", {}).items()
            }
            ran = sh(folder, step["run"], GITHUB_ACTION_PATH=str(ROOT), **env)
            if ran.returncode:
                break
    assert ran is not None
    return ran


def spoil(shop: Path) -> None:
    (shop / "content" / "my-game" / "mistake.yaml").write_text(MISTAKE, encoding="utf-8")


@pytest.mark.parametrize("wrong", [False, True])
def test_the_action_checks_the_scenario_of_the_checkout(shop, wrong):
    if wrong:
        spoil(shop)
    ran = act(shop)
    assert ran.returncode == wrong, ran.stderr
    assert ("::error file=content/my-game/mistake.yaml,line=2" in ran.stdout) == wrong
    assert (shop / ".tools" / "installed").read_text(encoding="utf-8") == f"-m pip install --quiet {ROOT}\n"


def test_the_action_hands_on_what_it_is_given(shop):
    spoil(shop)
    (shop / "content" / "my game").symlink_to("my-game")
    ran = act(shop, scenario="content/my game", profile="print", fail_on="never", sarif="with space.sarif")
    assert ran.returncode == 0, ran.stderr
    assert "content/my game" in ran.stderr
    assert json.loads((shop / "with space.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"


def test_the_action_takes_the_configuration_of_the_project_in_place_of_a_stranger_s(shop):
    game = shop / "content" / "my-game"
    (game / "idle.yaml").write_text("numbers:\n  idle: 4\n", encoding="utf-8")
    (game / "sfrules.toml").write_text('[severity]\nSF540 = "off"\n', encoding="utf-8")
    ours = shop / "of ours.toml"
    ours.write_text('[severity]\nSF540 = "error"\n', encoding="utf-8")
    assert act(shop, scenario="content/my-game").returncode == 0
    ran = act(shop, scenario="content/my-game", config=ours.name)
    assert (ran.returncode, "SF540" in ran.stdout) == (1, True), ran.stderr


@pytest.mark.parametrize("value", ['"; touch owned; "', "$(touch owned)", "`touch owned`", "--help"])
def test_a_value_is_never_read_as_a_command_or_an_option(shop, value):
    ran = act(shop, scenario=value)
    assert ran.returncode == 2
    assert not (shop / "owned").exists()


def test_the_snippet_for_the_action_names_its_inputs(shop):
    [check] = [
        step for step in SNIPPETS[".github/workflows/content.yml"]["jobs"]["validate"]["steps"] if "with" in step
    ]
    assert check["with"].keys() <= ACTION["inputs"].keys()
    assert check["uses"].endswith(f"/sfrules@v{VERSION}")
    assert act(shop, **check["with"]).returncode == 0


@pytest.mark.parametrize("wrong", [False, True])
def test_the_snippet_for_gitlab(shop, wrong):
    if wrong:
        spoil(shop)
    job = SNIPPETS[".gitlab-ci.yml"]["validate"]
    ran = sh(shop, "\n".join(job["script"]), **job["variables"])
    assert ran.returncode == wrong, ran.stderr
    report = json.loads((shop / job["artifacts"]["reports"]["codequality"]).read_text(encoding="utf-8"))
    where = {entry["location"]["path"] for entry in report}
    assert ("content/my-game/mistake.yaml" in where) == wrong
    assert (shop / ".tools" / "installed").read_text(encoding="utf-8").endswith(f"sfrules@v{VERSION}\n")


@pytest.mark.parametrize("wrong", [False, True])
def test_the_hooks_of_the_snippet(shop, wrong):
    if wrong:
        spoil(shop)
    [repo] = SNIPPETS[".pre-commit-config.yaml"]["repos"]
    assert repo["rev"] == f"v{VERSION}"
    assert [hook["id"] for hook in repo["hooks"]] == ["sfrules-fmt", "sfrules-validate"]
    for hook in repo["hooks"]:
        known = HOOKS[hook["id"]]
        assert known["pass_filenames"] is False
        ran = sh(shop, " ".join([known["entry"], *hook["args"]]))
        assert ran.returncode == (wrong and hook["id"] == "sfrules-validate"), ran.stderr


@pytest.mark.parametrize(
    ("name", "checked"),
    [
        ("content/my-game/cards/events.yaml", True),
        ("content/my-game/rulebook/setting.md", True),
        ("rulebook/setting.md", True),
        ("README.md", False),
        ("art/harbour.png", False),
    ],
)
def test_the_hook_looks_at_what_a_scenario_is_made_of(name, checked):
    assert bool(re.search(HOOKS["sfrules-validate"]["files"], name)) == checked


def test_the_command_for_the_editor(shop):
    [script] = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    ran = sh(shop, script)
    assert ran.returncode == 0, ran.stderr
    assert (shop / "content" / "my-game" / ".schema.json").is_file()
