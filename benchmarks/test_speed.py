"""The speed of play: `pytest benchmarks --benchmark-only`. Each round plays the same games."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.games import WORK, machine
from sfrules.engine.game import machine_for
from sfrules.pipeline import load
from sfrules.play.simulate import simulate
from sfrules.resources import resource

GAMES = {"shadow-frontiers": 5, "tic-tac-toe": 200, "connect-four": 50, "kuhn-poker": 200}
"""How many games one round plays."""


@pytest.mark.parametrize("scenario", GAMES)
@pytest.mark.parametrize("work", WORK)
def test_random_games(benchmark: Any, work: str, scenario: str) -> None:
    """Games a caller plays, each kind of caller by itself."""
    made, play, games = machine(scenario), WORK[work], GAMES[scenario]
    benchmark.group = scenario

    def some() -> int:
        return sum(play(made, seed) for seed in range(games))

    decisions = benchmark(some)
    assert decisions >= games
    benchmark.extra_info.update(content=made.program.fingerprint, games=games, decisions_per_game=decisions / games)


@pytest.mark.parametrize("scenario", GAMES)
def test_made_ready(benchmark: Any, scenario: str) -> None:
    """From a book that has been read and typed to a machine that plays."""
    benchmark.group = "made ready"
    loaded = load(resource("content") / scenario, tests=False)
    made = benchmark(lambda: machine_for(loaded.program()))
    assert simulate(made, 1, 1).games == 1
