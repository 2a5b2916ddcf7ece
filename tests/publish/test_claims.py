"""What the reference says of the edges of the rule language is what the engine does."""

from __future__ import annotations

from pathlib import Path

import pytest

from sfrules.engine.errors import ContentError
from sfrules.engine.game import machine_for, new_game
from sfrules.engine.view import view
from sfrules.lang.verbs import VERBS
from sfrules.pipeline import load
from sfrules.publish import keys

GAME = """
scenario: {title: Quay, format: 1, seats: 2}
kinds:
  captain: {seat: yes, has: {coins: {number: 0..9, start: 5}, in: {flag: yes}}}
things: {captain: {ada: {}, ben: {}}}
table: {met: {number: 0..99}, first: {is: captain, start: ben}}
card_kinds: {crate: {}}
zones: {quay: {of: crate}, hold: {of: crate, per: captain, holds: 2}}
cards: {tea: {kind: crate, zone: quay, count: 5}}
endings: {over: {winners: captain}}
"""

ROUND = """cycle c in captain where .in
    ben.in = no
    met += 1
    if met is 4 then finish with over
    confirm "On" by c
  end"""

# what the reference says, the row that says it, a rule, and what is so behind it (None: an error)
CLAIMS = [
    ("the game stops with an error", "Choose", "choose c in captain where .coins > 8 by ada", None),
    ("nothing is asked", "Choose", "may choose c in captain where .coins > 8 by ada", "ada.coins 5"),
    ("drawing stops when it is full", "Draw", "draw 4 from quay to ada.hold", "quay 3"),
    ("is an error", "Move", "move quay to ada.hold", None),
    ("or a number never leaves its range", "Write", "ada.coins += 50", "ada.coins 9"),
    ("or a number never leaves its range", "Write", "ada.coins -= 50", "ada.coins 0"),
    (
        "taken once, when the loop begins",
        "For",
        "for c in captain where .in\n    ben.in = no\n    met += 1\n  end",
        "met 2",
    ),
    (
        "taken once, when the loop begins",
        "Cycle",
        ROUND,
        "met 4",
    ),
    (
        "it is none when there is nothing to compare",
        "Best",
        "let c = highest s in captain where .coins > 8 by s.coins ties first\n  if not c exists then met = 7",
        "met 7",
    ),
]


@pytest.mark.parametrize(("says", "row", "rule", "after"), CLAIMS, ids=[claim[2].split("\n")[0] for claim in CLAIMS])
def test_the_engine_does_what_the_reference_says(tmp_path: Path, says, row, rule, after):
    assert says in VERBS[row].means
    (tmp_path / "game.yaml").write_text(f"{GAME}play: |\n  {rule}\n  finish with over\n", encoding="utf-8")
    loaded = load(tmp_path)
    assert loaded.playable, loaded.found
    if after is None:
        with pytest.raises(ContentError):
            played(loaded)
    else:
        what, _, value = after.rpartition(" ")
        assert played(loaded)[what] == int(value)


def played(loaded) -> dict[str, int]:
    game = new_game(machine_for(loaded.program()), 1)
    while game.decision is not None:
        game.choose(0)
    seen = view(game, None)
    return {
        "quay": len(seen["zones"]["quay"]["cards"]),
        "ada.coins": int(seen["things"]["captain"]["ada"]["coins"]),
        "met": int(seen["table"]["met"]),
    }


def test_a_phase_of_each_tells_how_to_begin_with_another():
    assert "always from the first on" in keys.MEANINGS["Phase"]["each"]
    assert "for c in captain from first-captain" in keys.MEANINGS["Phase"]["each"]


@pytest.mark.parametrize(("end", "goes_on"), [(" +", True), (" and", True), (",", True), (" =", True), (" is", False)])
def test_where_a_line_goes_on(tmp_path: Path, end, goes_on):
    lines = {
        " +": "met = 1 +\n    2",
        " and": "if ada.in and\n    ben.in then met = 3",
        ",": "met = count([ada,\n    ben])",
        " =": "met =\n    2",
        " is": "if first is\n    ada then met = 3",
    }
    (tmp_path / "game.yaml").write_text(f"{GAME}play: |\n  {lines[end]}\n  finish with over\n", encoding="utf-8")
    assert load(tmp_path).playable is goes_on
