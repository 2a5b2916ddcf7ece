"""A long run finds what is wrong, and holds no more memory at its end than at its beginning."""

from __future__ import annotations

import pytest

from sfrules.play.bots import game_seeds
from tests.laws import long_run as long
from tests.laws.long_run import Mark, growth, long_run
from tests.laws.test_conservation import machine

FLAT = 4_000_000
"""Bytes by which memory may go up and down."""


@pytest.mark.slow
def test_a_thousand_games_in_one_go_break_no_law_and_take_no_more_memory():
    marks = list(long_run(machine("shadow-frontiers"), 1_000, close=20))
    assert marks[-1].games == 1_000
    assert marks[-1].looked_at > marks[-1].positions / 250
    assert growth(marks) < FLAT


def test_in_the_first_games_every_position_is_looked_at_and_later_few():
    marks = list(long_run(machine("tic-tac-toe"), 60, close=3, every=20))
    assert [mark.games for mark in marks] == list(range(3, 61, 3))
    assert marks[0].looked_at == marks[0].positions
    assert 0 < marks[-1].looked_at - marks[0].looked_at < marks[-1].positions / 8


def test_a_position_at_fault_ends_the_run_with_its_seed(monkeypatch):
    made = machine("kuhn-poker")
    seeds = list(game_seeds(1, 40))
    monkeypatch.setattr(long, "faults", lambda game: ["a card too many"] * (game.state.seed == seeds[7]))
    with pytest.raises(AssertionError, match=f"seed {seeds[7]}"):
        list(long.long_run(made, 40, close=40))


def test_growth_is_since_a_tenth_of_the_games():
    marks = [Mark(n, 0, 0, memory) for n, memory in ((5, 100), (10, 160), (50, 150), (100, 170))]
    assert growth(marks) == 10
