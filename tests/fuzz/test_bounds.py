"""Where reading comes to an end: more than anybody writes is refused at its place, and guessing stops in time."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sfrules.diag import Diagnostic
from sfrules.lang.parse import MAX_DIGITS, parse_body, parse_formula
from sfrules.model.circles import in_circles, rounds_of
from sfrules.model.merge import merge
from sfrules.near import bounded, nearest
from sfrules.pipeline import load
from sfrules.source.files import SourceFile
from sfrules.source.reader import MOST, read_nodes
from tests.fuzz.large import HEAD

ISLES = "".join(f"  isle-{number}: {{}}\n" for number in range(MOST))
HALF = "".join(f"   isle-{number}: {{flag: no}}\n" for number in range(MOST // 2))


def looked_at(folder: Path, text: str) -> tuple[Diagnostic, ...]:
    (folder / "scenario.yaml").write_text(text, encoding="utf-8")
    return load(folder).found


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("kinds: {ship: {}}\nthings:\n ship:\n" + ISLES + "  one-more: {}\n", MOST + 4, 3),
        ("glossary: {" + ", ".join(f"t{number}: x" for number in range(MOST + 1)) + "}\n", 1, None),
        ("map:\n of: ship\n edges:\n" + "  - [a, b]\n" * (MOST + 1), MOST + 4, 5),
        ("numbers:\n" + ISLES.replace("{}", "3") + "limits: {one-more: {times: 3}}\n", MOST + 2, 1),
        (f"kinds:\n ship:\n  has:\n{HALF}card_kinds:\n omen:\n  has:\n{HALF}", MOST // 2 + 4, 1),
    ],
    ids=["things", "in one line", "edges", "in all sections", "properties"],
)  # fmt: skip
def test_more_entries_than_anybody_writes_are_refused_where_they_begin(tmp_path, text, line, column):
    found = [one for one in looked_at(tmp_path, text) if one.code == "SF129"]
    assert len(found) == 1
    assert line is None or found[0].span.line == line
    assert column is None or found[0].span.column == column


def test_so_many_as_are_read_are_no_mistake(tmp_path):
    text = "numbers:\n" + "".join(f"  isle-{number}: 3\n" for number in range(MOST - 20))
    assert "SF129" not in {one.code for one in looked_at(tmp_path, HEAD + text)}


@pytest.mark.parametrize("digits", [MAX_DIGITS + 1, 5_000])
def test_a_number_that_nobody_can_read_is_told_and_not_worked_out(tmp_path, digits):
    nines = "9" * digits
    for parse in (parse_body, parse_formula):
        _, slips = parse(f"tide = {nines}" if parse is parse_body else nines)
        assert ["too long" in slip.message for slip in slips] == [True]
    text = f"numbers: {{a: {nines}}}\ntable: {{tide: {{track: 0..{nines}}}}}\nlimits: {{b: {{times: 0{nines}}}}}\n"
    assert {"SF204", "SF212", "SF215"} <= {one.code for one in looked_at(tmp_path, HEAD + text)}


def test_a_grid_has_rows_that_can_be_told_apart(tmp_path):
    text = "map: {grid: {of: ship, columns: 26, rows: 999999999, lines: 3}}\n"
    assert [one.message for one in looked_at(tmp_path, HEAD + text) if "rows are too many" in one.message]


def test_guessing_comes_to_an_end_and_begins_anew():
    with bounded(100):
        assert [nearest("dekc", ["deck", "hand"]) for _ in range(9)] == ["deck", "deck", *[None] * 7]
    assert nearest("dekc", (word for word in ("hand", "deck"))) == "deck"
    assert nearest("x" * 200, ["x" * 199]) is None


def test_what_is_near_is_what_difflib_finds():
    import difflib

    rng = random.Random(3)
    words = ["".join(rng.choices("abcd", k=rng.randrange(1, 7))) for _ in range(120)]
    for word in words:
        some = rng.sample(words, 20)
        assert nearest(word, some) == next(iter(difflib.get_close_matches(word, some, n=1)), None)


@pytest.mark.parametrize("seed", range(200))
def test_what_leads_back_to_itself_is_found_in_one_pass(seed):
    rng = random.Random(seed)
    names = range(rng.randrange(1, 9))
    behind = {name: [rng.randrange(len(names) + 1) for _ in range(rng.randrange(4))] for name in names}
    reached = {name: set(behind[name]) for name in names}
    for _ in names:
        for name in names:
            reached[name] |= {end for step in reached[name] for end in reached.get(step, ())}
    assert in_circles(behind) == {name for name in names if name in reached[name]}
    for part in rounds_of(behind):
        assert all(one in reached.get(other, ()) for one in part for other in part if one != other)


def test_a_large_scenario_may_have_more(tmp_path):
    cards = "".join(f"  gull-{number}: {{kind: omen, text: {'Fly away. ' * 18}}}\n" for number in range(MOST + 100))
    file = SourceFile(tmp_path / "cards.yaml", "cards.yaml", "cards:\n" + cards)
    root, found = read_nodes(file)
    tree, more = merge([root])
    assert len(tree.entries("cards") or ()) == MOST + 100
    assert [*found, *more] == []
