"""Laws that hold in every game of every shipped scenario, whoever plays it and however."""

from __future__ import annotations

import random
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from sfrules.engine.game import Game, machine_for
from sfrules.engine.machine import Machine
from sfrules.engine.record import Recorder, replay
from sfrules.pipeline import load

CONTENT = Path(__file__).parents[2] / "content"
SCENARIOS = sorted(path.parent.name for path in CONTENT.glob("*/scenario.yaml"))
FEW, CHUNK = 50, 25
MANY = {"shadow-frontiers": 10_000}
"""How many games of a scenario the longer law plays; of the small ones 1,000 show as much."""
LONG = [(name, first) for name in SCENARIOS for first in range(FEW, FEW + MANY.get(name, 1_000), 500)]


@cache
def machine(scenario: str) -> Machine:
    return machine_for(load(CONTENT / scenario).program())


def faults(game: Game) -> list[str]:
    """What is wrong with a position between two answers."""
    state, made = game.state, game.machine
    layout = made.program.layout
    found = []
    if sorted(chain.from_iterable(state.Z)) != list(range(len(layout.cards))):
        found.append("a card lies nowhere, or twice")
    for place in layout.zones.values():
        for zone in range(place.base, place.base + place.count):
            if place.holds is not None and len(state.Z[zone]) > place.holds:
                found.append(f"{made.zone_names[zone]} holds {len(state.Z[zone])} cards")
            if not 0 <= state.tops[zone] + state.bottoms[zone] <= len(state.Z[zone]):
                found.append(f"{made.zone_names[zone]} has more known ends than cards")
    for slot, bounds in made.bounds.items():
        if slot not in state.late and not within(state.S[slot], *bounds):
            found.append(f"slot {slot} is {state.S[slot]}, out of {bounds}")
    for decision in game.decisions:
        unclear = len(set(decision.options)) != len(decision.options)
        if unclear or not decision.options:
            found.append(f"{decision.seat_id} is asked {decision.options}")
    if not game.over and not game.asks:
        found.append("nobody is asked, and the game is not over")
    return found


def within(value: object, low: int | None, high: int | None) -> bool:
    """Whether a number lies within bounds; what is no number has none."""
    return not isinstance(value, int) or ((low is None or value >= low) and (high is None or value <= high))


def play_lawfully(scenario: str, seed: int) -> None:
    """A random game, looked at after every answer; then the same answers again. A fault is told with its seed."""
    recorder, chance = Recorder(machine(scenario), seed), random.Random(seed)
    game = recorder.game
    while not game.over:
        assert faults(game) == [], f"{scenario}, seed {seed}, after {len(recorder.answers)} answers"
        decision = chance.choice(game.decisions)
        recorder.choose(chance.randrange(len(decision.options)), decision.seat)
    assert faults(game) == [], f"{scenario}, seed {seed}, at the end"
    again = [played for played, _ in replay(machine(scenario), recorder.record())][-1]
    assert again.state.log == game.state.log, f"{scenario}, seed {seed}: the same answers give another game"
    assert again.result == game.result
    assert again.key() == game.key()


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("first", range(0, FEW, CHUNK))
def test_cards_tracks_and_options_are_lawful(scenario: str, first: int):
    for seed in range(first, first + CHUNK):
        play_lawfully(scenario, seed)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.usefixtures("saved")
def test_so_they_are_with_save_and_load_between_all_answers(scenario: str):
    play_lawfully(scenario, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "first"), LONG)
def test_so_they_are_in_ten_thousand_games(scenario: str, first: int):
    for seed in range(first, first + 500):
        play_lawfully(scenario, seed)


def with_cards() -> Game:
    return next(game for name in SCENARIOS if any((game := Recorder(machine(name), 1).game).state.Z))


def test_a_card_that_is_lost_or_doubled_is_a_fault():
    game = with_cards()
    assert faults(game) == []
    zone = max(game.state.Z, key=len)
    card = zone.pop()
    assert faults(game) != []
    zone += [card, card]
    assert faults(game) != []


def test_a_track_out_of_bounds_is_a_fault():
    game = with_cards()
    slot, (low, _) = next((slot, bounds) for slot, bounds in game.machine.bounds.items() if bounds[0] is not None)
    game.state.S[slot] = int(low or 0) - 1
    assert faults(game) != []
