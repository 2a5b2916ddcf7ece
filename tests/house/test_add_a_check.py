"""The page on adding a check, followed to the letter in a copy of the house."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sfrules.check import new
from sfrules.diag import Severity

HOUSE = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[str, str]]:
    page = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = page.split("## To add a check\n")[1].split("\n## ")[0]
    return BLOCK.findall(section)


@pytest.fixture
def house(tmp_path):
    """A copy of all that the checks and their tests need."""
    copy, out = tmp_path / "house", shutil.ignore_patterns("__pycache__", ".*")
    for name in ("sfrules", "grammar", "site", "content", "dictionaries", "tests/check"):
        shutil.copytree(HOUSE / name, copy / name, ignore=out)
    for name in ("pyproject.toml", "mkdocs.yml", "tests/conftest.py"):
        shutil.copyfile(HOUSE / name, copy / name)
    return copy


def run(house: Path, line: str) -> subprocess.CompletedProcess[str]:
    """A line of the page, in the copy, with the Python of this test."""
    program, *words = re.findall(r'"[^"]*"|\S+', line)
    modules = {"python": [], "pytest": ["-m", "pytest", "-p", "no:cacheprovider"], "sfrules": ["-m", "sfrules"]}
    return subprocess.run(
        [sys.executable, *modules[program], *(word.strip('"') for word in words)],
        cwd=house,
        env={**os.environ, "PYTHONPATH": str(house), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_page_leads_to_a_check_that_passes_its_tests(house):
    [(_, begin), (_, function), (_, case), (_, look)] = blocks()
    assert [language for language, _ in blocks()] == ["sh", "python", "yaml", "sh"]
    test, explain = look.strip().split("\n")

    begun = run(house, begin.strip())
    assert begun.returncode == 0, begun.stderr
    made, cases = house / "sfrules/check/capitals.py", house / "tests/check/cases/capitals.yaml"
    [code] = re.findall(r'"(SF\d{3})"', made.read_text(encoding="utf-8"))
    empty = run(house, f"{test} -k 'capitals or {code} or tells'".replace("'", '"'))
    assert empty.returncode == 1, "an empty check must not pass"

    text = made.read_text(encoding="utf-8")
    made.write_text(text[: text.index("    why=")] + function, encoding="utf-8")
    cases.write_text(case.replace("SFnnn", code), encoding="utf-8")
    done = run(house, test)
    assert done.returncode == 0, done.stdout
    told = run(house, explain.replace("SFnnn", code))
    assert f"{code} (warning): A title in capitals" in told.stdout
    assert "“CAPTAIN” is written in capitals throughout." in told.stdout


def test_a_check_of_a_known_topic_goes_behind_the_others_of_it():
    files = new.begin("gaps", "endless_gap", "A gap without an end", "SF6", Severity.INFO, HOUSE)
    [listing] = [text for path, text in files.items() if path.name == "__init__.py"]
    own = re.findall(r"^    (gaps\.\w+),$", listing, re.MULTILINE)
    assert own[-1] == "gaps.endless_gap"
    assert "\n".join(f"    {name}," for name in own) in listing
    before = (HOUSE / "sfrules/check/__init__.py").read_text(encoding="utf-8")
    assert set(listing.split()) - set(before.split()) <= {"gaps.endless_gap,", "(", ")", "#", "fmt:", "skip", "gaps,"}
    case = files[HOUSE / "tests/check/cases/gaps.yaml"]
    assert case.startswith((HOUSE / "tests/check/cases/gaps.yaml").read_text(encoding="utf-8").rstrip("\n"))


@pytest.mark.parametrize(
    ("topic", "name", "words"),
    [
        ("Gaps", "x", "“Gaps” is no name"),
        ("gaps", "no-hyphen", "“no-hyphen” is no name"),
        ("gaps", "no_ruling", "has a"),
    ],
)
def test_what_cannot_be_begun_is_said(topic, name, words):
    with pytest.raises(new.NotBegun, match=words):
        new.begin(topic, name, "T", "SF5", Severity.WARNING, HOUSE)


def test_outside_a_checkout_nothing_is_begun(tmp_path):
    with pytest.raises(new.NotBegun, match="no checkout"):
        new.begin("gaps", "x", "T", "SF5", Severity.WARNING, tmp_path)
