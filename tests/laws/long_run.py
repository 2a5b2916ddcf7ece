"""Very many random games in one go: no law is broken in any of them, and the memory they take does not grow.

    python -m tests.laws.long_run [--scenario shadow-frontiers] [--games 20000] [--close 100] [--every 200] [--seed 1]

In the first games every position is looked at, later one in so many, and always the last one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sfrules.engine.game import Game, new_game
from sfrules.engine.machine import Machine
from sfrules.engine.snapshot import from_data, to_data
from sfrules.engine.view import view
from sfrules.play.bots import chance_of_bots, game_seeds
from tests.laws.test_conservation import faults, machine

MARKS = 20
"""How often memory is measured in a run."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a run has come: games, positions played through and looked at, bytes of memory in use."""

    games: int
    positions: int
    looked_at: int
    memory: int


def memory() -> int:
    """The bytes that this process holds in memory; where the system does not say, the most that it ever held."""
    pages = Path("/proc/self/statm")
    if pages.is_file():
        return int(pages.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def long_run(made: Machine, games: int, seed: int = 1, close: int = 100, every: int = 200) -> Iterator[Mark]:
    """Plays the games and tells now and then how far it is. Raises AssertionError with the seed of a game at fault."""
    sampled = random.Random(f"sampled {seed}")
    positions = looked_at = 0
    for number, game_seed in enumerate(game_seeds(seed, games), 1):
        game, chance = new_game(made, game_seed), chance_of_bots(game_seed).random
        while game.asks:
            positions += 1
            if number <= close or sampled.random() * every < 1:
                looked_at += 1
                assert look_at(game) == [], f"seed {game_seed}"
            game.choose(int(chance() * len(game.asks[0].options)))
        assert faults(game) == [], f"seed {game_seed}, at the end"
        if number % max(1, games // MARKS) == 0 or number == games:
            yield Mark(number, positions, looked_at, memory())


def look_at(game: Game) -> list[str]:
    """What is wrong with a position: besides the laws of every position, it can be written down, read and seen."""
    found = faults(game)
    text = json.dumps(to_data(game.state))
    again = from_data(game.machine, json.loads(text))
    if again.key() != game.key() or json.dumps(to_data(again)) != text:
        found.append("saved and loaded, it is another position")
    for seat in (None, *range(game.machine.seats)):
        json.dumps(view(game, seat, log_from=max(0, len(game.state.log) - 50)))
    return found


def growth(marks: list[Mark]) -> int:
    """By how many bytes memory has grown since a tenth of the games was played."""
    early = next(mark for mark in marks if mark.games * 10 >= marks[-1].games)
    return max(mark.memory for mark in marks) - early.memory


def main() -> None:
    """Plays the games and tells how memory went; a fault ends it with its seed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="shadow-frontiers")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--close", type=int, default=100)
    parser.add_argument("--every", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    made, marks, begun = machine(args.scenario), [], time.process_time()
    for mark in long_run(made, args.games, args.seed, args.close, args.every):
        marks.append(mark)
        looked = f"{mark.looked_at:9,} of {mark.positions:11,} positions"
        print(f"{mark.games:7,} games  {looked}  {mark.memory / 1e6:7.1f} MB", flush=True)
    took, more = time.process_time() - begun, growth(marks) / 1e6
    print(f"No fault in {args.games:,} games of {args.scenario} ({made.program.fingerprint}), seed {args.seed};")
    print(f"memory has grown by {more:.1f} MB since a tenth of them; {took:.0f} s of CPU time")


if __name__ == "__main__":
    main()
