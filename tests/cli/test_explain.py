"""Whatever has a name in a shipped scenario can be explained."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sfrules as sfrules_package
from sfrules.cli.codes import all_facts
from sfrules.cli.explaining import SECTIONS, Explainer
from sfrules.pipeline import load
from tests.cli.runs import CONTENT, LEDGER, sfrules

SCENARIOS = sorted(folder for folder in CONTENT.iterdir() if folder.is_dir())


@pytest.mark.parametrize("scenario", [*SCENARIOS, LEDGER], ids=lambda path: path.name)
def test_everything_with_a_name_is_explained_with_its_place(scenario):
    book = load(scenario).book
    explainer = Explainer(book)
    for name in dict.fromkeys(explainer.names()):
        text = "\n".join(explainer.lines(name))
        assert f"{scenario.as_posix()}/" in text, name
        assert "{" not in text.split("\n\n")[0], name
    for section in SECTIONS:
        assert all(explainer.lines(str(name)) for name in getattr(book, section))


CASES = [
    ("bury", ["== Bury a slip (action bury) ==", "effect: ", "rules.yaml:", "    bury:", "At the desk (menu desk)"]),
    ("Bury a slip", ["(action bury)"]),
    ("bury A SLIP", ["(action bury)"]),
    (
        "objection",
        ["(window objection)", "Object (power object), is played in it", "Publish a slip (action publish), passes it"],
    ),
    ("clerk.coins", ["== coins (property of clerk coins) ==", "start: 3"]),
    ("secret-slip-3", ["== SECRETSLIP3 (slip secret-slip-3) ==", "There is 1 of it."]),
    ("hand", ["(zone hand)", "Draw a slip (action draw-slip)"]),
    ("day", ["(phase day)"]),
]


@pytest.mark.parametrize(("what", "parts"), CASES)
def test_what_is_told(tmp_path, what, parts):
    ran = sfrules("explain", what, "--scenario", LEDGER, cwd=tmp_path)
    assert ran.code == 0
    assert all(part in ran.out for part in parts)


def test_gaps_and_numbered_rules_go_by_their_numbers(tmp_path):
    scenario = next(path for path in SCENARIOS if load(path).book.gaps)
    book = load(scenario).book
    gap = next(gap for gap in book.gaps.values() if gap.number and len(gap.options) > 1)
    ran = sfrules("explain", str(gap.number), "-s", scenario, cwd=tmp_path)
    assert ran.code == 0
    assert f"(gap {gap.id})" in ran.out
    assert f"{gap.ruling} (in force)" in ran.out
    rule = next(iter(book.sources))
    ran = sfrules("explain", str(rule).lower(), "-s", scenario, cwd=tmp_path)
    assert f"(numbered rule {rule})" in ran.out
    assert "Touched by:" in ran.out


PACKAGE = Path(sfrules_package.__file__).parent
WRITTEN = {code for path in PACKAGE.rglob("*.py") for code in re.findall(r'"(SF\d{3})"', path.read_text("utf-8"))}


def test_every_code_that_stands_in_the_python_can_be_explained():
    assert all_facts().keys() >= WRITTEN
    assert len(WRITTEN) > 60


@pytest.mark.parametrize("word", ["SF5", "sf54", "SF14"])
def test_a_family_is_explained_by_its_codes(tmp_path, word):
    ran = sfrules("explain", word, cwd=tmp_path)
    family = {code: fact for code, fact in all_facts().items() if code.startswith(word.upper())}
    assert ran.code == 0
    assert ran.out.splitlines() == [f"{code} ({fact.severity}): {fact.title}" for code, fact in family.items()]


@pytest.mark.parametrize("word", ["SF999", "SF0", "SF5400"])
def test_what_is_neither_a_code_nor_a_family_is_refused(tmp_path, word):
    assert sfrules("explain", word, cwd=tmp_path).code == 2


def test_a_slip_of_the_pen_gets_a_hint(tmp_path):
    ran = sfrules("explain", "burry", "-s", LEDGER, cwd=tmp_path)
    assert ran.code == 2
    assert "nothing here is called “burry”. Did you mean “bury”?" in ran.err
