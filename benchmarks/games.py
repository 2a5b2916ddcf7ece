"""What is timed: random games, played as different callers play them, with a log, and with views where they are wanted.

    python benchmarks/games.py WORK SCENARIO [--seconds 1] [--rounds 5]

prints, as JSON, how many games of that kind one process plays in a second of CPU time. The kinds of work:

    simulate   as `sfrules simulate` does: one call plays a whole game, the end of the log is kept, endings are counted
    one-go     one call plays a whole game, the log is kept
    number     the caller answers each question with a number; the log is kept
    name       the caller looks at each decision, with all its options by name, and answers by name; the log is kept
    view       as `number`, and at each decision the view of the seat that is asked is made, with what is new in the
               log, as plain data, and every field of it is read
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sfrules import load, machine_for, new_game, view
from sfrules.engine.game import Game
from sfrules.engine.machine import Machine
from sfrules.play.simulate import play_and_count
from sfrules.resources import resource

_CHANCE = random.Random(7)
"""One source for the choices of all games, as the peers have it: to seed one for each costs as much as a small game."""

Play = Callable[[Machine, int], int]
"""Plays the game of a seed to its end; how many decisions it took."""


def machine(scenario: str) -> Machine:
    """A shipped scenario, or one in a folder, ready to be played."""
    root = Path(scenario) if Path(scenario).is_dir() else Path(resource("content")) / scenario
    return machine_for(load(root, tests=False).program())


def simulated(made: Machine, seed: int) -> int:
    """One game of a simulation."""
    return play_and_count(made, (seed, (seed,))).decisions.total


def in_one_go(made: Machine, seed: int) -> int:
    """A game by a bot that lives in the engine."""
    return new_game(made, seed).play_out(_CHANCE.random)


def by_number(made: Machine, seed: int) -> int:
    """A game by a caller who does not look at names."""
    game, chance, decisions = new_game(made, seed), _CHANCE.random, 0
    choose = game.choose
    while asks := game.asks:
        choose(int(chance() * len(asks[0].options)))
        decisions += 1
    return decisions


def by_name(made: Machine, seed: int) -> int:
    """A game by a caller who knows names only."""
    game, chance, decisions = new_game(made, seed), _CHANCE, 0
    while decision := game.decision:
        game.choose(chance.choice(decision.options))
        decisions += 1
    return decisions


def with_views(made: Machine, seed: int) -> int:
    """A game in which whoever decides looks at all there is to see."""
    game, chance, decisions = new_game(made, seed), _CHANCE.random, 0
    seen = [0] * made.seats
    while asks := game.asks:
        ask = asks[0]
        looked_at(game, ask.seat, seen)
        game.choose(int(chance() * len(ask.options)))
        decisions += 1
    return decisions


def looked_at(game: Game, seat: int, seen: list[int]) -> int:
    """The view of a seat from where it last looked on, every field of it read; how many fields there were."""
    fields = read(view(game, seat, log_from=seen[seat]))
    seen[seat] = len(game.state.log)
    return fields


def read(data: Any) -> int:
    """Reads all that there is in plain data; how many values."""
    if type(data) is dict:
        return sum(map(read, data.values()))
    if type(data) is list:
        return sum(map(read, data))
    return 1


WORK: dict[str, Play] = {
    "simulate": simulated, "one-go": in_one_go, "number": by_number, "name": by_name, "view": with_views,
}  # fmt: skip


def timed(work: str, scenario: str, seconds: float, rounds: int) -> dict[str, Any]:
    """Games a second of CPU time, over several rounds; the same seeds in each."""
    made, play = machine(scenario), WORK[work]
    rates, decisions, games = [], 0, 0
    for number in range(rounds + 1):
        gc.collect()
        played = took = 0
        begun = time.process_time()
        while (spent := time.process_time() - begun) < (seconds if number else seconds / 3):
            took += play(made, played)
            played += 1
        if number:  # the first is to get warm
            rates.append(played / spent)
            decisions, games = decisions + took, games + played
    return {
        "scenario": made.program.id,
        "work": work,
        "content": made.program.fingerprint,
        "games_per_s": [round(rate, 1) for rate in sorted(rates)],
        "median": round(statistics.median(rates), 1),
        "decisions_per_game": round(decisions / games, 2),
    }


def main() -> None:
    """Times one kind of work on one scenario."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", choices=WORK)
    parser.add_argument("scenario")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    print(json.dumps(timed(args.work, args.scenario, args.seconds, args.rounds)))


if __name__ == "__main__":
    main()
