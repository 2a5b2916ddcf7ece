"""Nothing of the content can hang the tool: what has no end stops with an error that names the rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from sfrules.engine.errors import ContentError
from sfrules.engine.game import machine_for, new_game
from sfrules.play.leaks import leaks
from sfrules.play.simulate import play_again

from .books import book

HEAD = """
kinds:
  member: {seat: yes, has: {n: {track: 0..9}}}
things:
  member: {ann: {}, ben: {}}
endings:
  over: {}
play: |
  START
  confirm "Go on" by ann
  finish with over
"""
TRIGGERS = """triggers:
  up: {when: ann.n is 1, fires: MOMENT, effect: ann.n = 2}
  down: {when: ann.n is 2, fires: MOMENT, effect: ann.n = 1}
"""
ROUTINES = """routines:
  ping: {given: {k: number}, effect: if k >= 1 then do pong(k + 1)}
  pong: {given: {k: number}, effect: do ping(k + 1)}
"""
PLAYED = {
    "two triggers that wake each other": ("ann.n = 1", TRIGGERS.replace("MOMENT", "at once"), "triggers"),
    "the same, after the effect": ("ann.n = 1", TRIGGERS.replace("MOMENT", "after the effect"), "triggers"),
    "two routines that call each other": ("do ping(1)", ROUTINES, "routines"),
}
CIRCLES = {
    "a formula": "define:\n  f: {given: {k: number}, is: f(k + 1)}\n",
    "two formulas": "define:\n  f: {is: g}\n  g: {is: f}\n",
}


@pytest.mark.parametrize("name", PLAYED)
def test_what_has_no_end_stops_and_names_the_rule(name: str, tmp_path: Path) -> None:
    start, rules, where = PLAYED[name]
    loaded = book(tmp_path, HEAD.replace("START", start) + rules)
    assert [d.message for d in loaded.found if d.severity == "error"] == []
    with pytest.raises(ContentError) as caught:
        new_game(machine_for(loaded.program()), 1)
    assert caught.value.rule.startswith(where)
    assert "without end" in caught.value.message


@pytest.mark.parametrize("name", CIRCLES)
def test_a_formula_that_uses_itself_is_found(name: str, tmp_path: Path) -> None:
    found = book(tmp_path, HEAD.replace("START", "ann.n = 1") + CIRCLES[name]).found
    assert "SF313" in {d.code for d in found}


ENDLESS = (
    HEAD[: HEAD.index("play:")]
    + """play: |
  repeat
    confirm "Go on" by ann
  end
"""
)


def test_a_game_without_an_end_is_given_up(tmp_path: Path) -> None:
    machine = machine_for(book(tmp_path, ENDLESS).program())
    with pytest.raises(ContentError, match="has not come to an end"):
        new_game(machine, 1).play_out(lambda: 0.0)
    assert "has not come to an end" in str(play_again(machine, 1)[1])
    assert list(leaks(machine, [1], 1)) == []
