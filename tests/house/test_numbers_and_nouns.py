"""Numbers and nouns agree: what counts is said by `how_many`, or by a sentence for one and a sentence for several."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sfrules.diag import how_many
from sfrules.publish.findings.summary import objects

PACKAGE = Path(__file__).parents[2] / "sfrules"

COUNTED = (
    "answers|cards|columns|connections|copies|edges|endings|entries|errors|files|findings|games|hands|kinds|leaks|lines|"
    "mistakes|moves|pages|places|players|positions|questions|remarks|rounds|rows|seats|seconds|starts|steps|tests|"
    "things|times|titles|turns|values|warnings|ways|worlds"
)
_BESIDE = re.compile(rf"(\{{[^{{}}]*\}}) (?:more |other )?({COUNTED})\b")
_KNOWS = re.compile(r"== ?1|!= ?1|> ?1|< ?2|1 (?:card|edge|value)")
"""A line that looks whether it is one."""

NEVER_ONE = {
    "{zone.of} cards": "an id of a kind",
    "{other.of} cards": "the same",
    "{kind} cards": "the same",
    "{kind} things": "the same",
    "{MAX_ANSWERS} questions": "a bound of ours",
    "{MAX_STEPS} steps": "a bound of ours",
    "{games // 3:,} games": "of three hundred games or more",
    "{_expr(stmt.times)} times": "a line of the rule language",
    "{times} times": "a line of the rule language, too",
    "{limit.times} times": "none, or fewer",
    "{self.copies} copies": "none, or fewer",
    "{LONGEST:,} answers": "a bound of ours",
    "{tree.size:,} entries": "more than a bound of ours",
    "{number:,} rows": "the same",
    "{:,.0f} games": "a speed",
    "{machine.seat_name(seat)} answers": "a verb",
    "{high} values": "is asked before",
    "{low} values": "is asked before",
}


def beside(package: Path) -> list[str]:
    """Numbers that stand before a noun for several, where nothing asks whether it is one."""
    found: list[str] = []
    for path in sorted(package.rglob("*.py")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            asked = any(_KNOWS.search(near) for near in lines[max(0, number - 3) : number])
            said = [match[0] for match in _BESIDE.finditer(line) if match[0] not in NEVER_ONE and not asked]
            found += (f"{path.relative_to(package)}:{number}: {words}" for words in said)
    return found


def test_no_message_says_one_warnings():
    assert beside(PACKAGE) == []


def test_a_message_that_could_is_seen(tmp_path):
    (tmp_path / "a.py").write_text('print(f"{count} cards lie here")\nprint(f"{len(games)} more games")\n', "utf-8")
    assert beside(tmp_path) == ["a.py:1: {count} cards", "a.py:2: {len(games)} more games"]


@pytest.mark.parametrize(
    ("number", "nouns", "words"),
    [
        (0, ("card",), "0 cards"),
        (1, ("card",), "1 card"),
        (2, ("entry", "entries"), "2 entries"),
        (1, ("entry", "entries"), "1 entry"),
        (12000, ("game",), "12,000 games"),
        (1.0, ("second",), "1 second"),
        (30.0, ("second",), "30 seconds"),
        (2.5, ("second",), "2.5 seconds"),
    ],
)
def test_a_number_with_its_noun(number, nouns, words):
    assert how_many(number, *nouns) == words


@pytest.mark.parametrize(
    ("name", "one"),
    [
        ("numbers", "number"),
        ("table properties", "table property"),
        ("cards of no kind", "card of no kind"),
        ("captain things", "captain thing"),
        ("phases", "phase"),
    ],
)
def test_what_was_checked_is_named_for_one_and_for_several(name, one):
    assert (objects(0, name), objects(1, name), objects(2, name)) == (name, one, name)
