"""The numbers of a simulation: intervals, spreads, ways, seeds."""

from __future__ import annotations

import pytest

from sfrules.engine.game import new_game
from sfrules.engine.record import outcome, replay
from sfrules.play.bots import chance_of_bots, game_seeds, play_out
from sfrules.play.simulate import Spread, as_data, interval, play_again, simulate
from sfrules.play.ways import way_to_the_end
from tests.play.table import machine


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    [
        # by the formula of Wilson (1927), worked out by hand
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (1, 100, 0.0018, 0.0545),
        (500, 1000, 0.4691, 0.5309),
        (0, 0, 0.0, 1.0),
    ],
)
def test_the_interval_of_a_share(hits, games, low, high):
    assert list(interval(hits, games)) == pytest.approx([low, high], abs=5e-5)


def test_a_spread():
    spread = Spread()
    assert (spread.mean, spread.low, spread.high) == (0.0, 0, 0)
    for number in (4, 1, 7):
        spread.add(number)
    assert (spread.mean, spread.low, spread.high) == (4.0, 1, 7)


def test_runs_with_neighbouring_seeds_share_no_games():
    first, second = (set(game_seeds(seed, 2000)) for seed in (1, 2))
    assert len(first) == len(second) == 2000
    assert not first & second
    assert list(game_seeds(1, 5)) == list(game_seeds(1, 2000))[:5]


def test_each_game_of_a_run_can_be_played_again_by_its_seed():
    tally = simulate(machine(), 30, 4)
    total = 0
    for seed in game_seeds(4, 30):
        game = new_game(machine(), seed)
        total += play_out(game, chance_of_bots(seed))
        record, mistake = play_again(machine(), seed)
        assert mistake is None
        *_, (last, _) = replay(machine(), record)
        assert outcome(last) == outcome(game) == record.outcome
        assert last.key() == game.key()
    assert tally.decisions.total == total


def test_the_progress_is_told():
    heard: list[int] = []
    simulate(machine(), 120, 1, heard.append)
    assert heard == [50, 100, 120]


def test_the_way_to_the_end_is_the_last_thing_declared():
    ways = set()
    for seed in range(60):
        game = new_game(machine(), seed)
        play_out(game, chance_of_bots(seed))
        ways.add((way_to_the_end(game).phase, way_to_the_end(game).entry))
    assert {"save-up", "draw-slip", "bury", "publish"} <= {entry for _, entry in ways}
    assert {phase for phase, _ in ways} == {"work"}


def test_shares_of_seats_are_of_all_games():
    data = as_data(simulate(machine(), 50, 2), machine())
    assert data["games"] == 50
    assert list(data["wins"]) == ["north", "east", "south"]
    assert 1.0 <= sum(data["wins"].values()) <= 3.0
    assert data["rounds"] == {"day": {"mean": 4.0, "least": 4, "most": 4}}
