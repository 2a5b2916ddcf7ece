"""A snapshot is JSON, good for its own content only, and keeps all there is; `saved` in conftest.py does the rest."""

from __future__ import annotations

import json

import pytest

from sfrules.engine.game import Game, new_game
from sfrules.engine.snapshot import SnapshotError, from_data, to_data
from tests.laws.test_conservation import SCENARIOS, machine


def test_a_game_goes_on_elsewhere_as_it_does_here():
    here = new_game(machine("werewolf"), 3)
    here.choose(0)
    there = Game(here.machine, from_data(here.machine, json.loads(json.dumps(to_data(here.state)))))
    for game in (here, there):
        while not game.over:
            game.choose(len(game.asks[0].options) - 1)
    assert there.result == here.result
    assert there.state.log == here.state.log


@pytest.mark.parametrize("changed", [{"content": "other"}, {"format": 0}])
def test_a_snapshot_of_something_else_is_refused(changed):
    game = new_game(machine("nim"), 1)
    with pytest.raises(SnapshotError):
        from_data(game.machine, {**to_data(game.state), **changed})


def test_what_has_no_form_is_told():
    game = new_game(machine("nim"), 1)
    game.state.stack[-1].append(object())
    with pytest.raises(TypeError, match="a object stands in the state"):
        to_data(game.state)


def test_nothing_of_a_state_is_left_out():
    game = new_game(machine(SCENARIOS[0]), 1)
    assert set(type(game.state).__slots__) - to_data(game.state).keys() == {"machine", "oracle"}
