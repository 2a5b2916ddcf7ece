"""Many games by random seats, counted: how they end, how they came to it, how long they took."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from typing import Any

from sfrules.engine.errors import ContentError
from sfrules.engine.game import MAX_ANSWERS, Game, endless, new_game
from sfrules.engine.machine import Machine
from sfrules.engine.record import Record, Recorder, outcome
from sfrules.play.bots import chance_of_bots, game_seeds, play_out
from sfrules.play.jobs import shared_out
from sfrules.play.ways import Way, given_to, way_to_the_end

KEPT = 300
"""Events of a game that are kept: more than lie between its last phase and its end."""

TOGETHER = 50
"""Games that are played and counted in one go: few enough that progress is heard and Ctrl-C soon heeded."""

Z_95 = 1.959963984540054


@dataclass(slots=True)
class EndingCount:
    """How often games ended so, the first game's seed (if there was one), and by which ways they came to it."""

    ending: str
    given: dict[str, str]
    seed: int | None
    games: int = 0
    ways: Counter[Way] = field(default_factory=Counter)

    def include(self, later: EndingCount) -> None:
        """What later games of the same run have come to."""
        self.seed = later.seed if self.seed is None else self.seed
        self.games += later.games
        self.ways.update(later.ways)


@dataclass(slots=True)
class Spread:
    """Least, most and sum of a number over many games."""

    low: int = 0
    high: int = 0
    total: int = 0
    games: int = 0

    def add(self, number: int) -> None:
        """One game's number."""
        self.low = number if self.games == 0 else min(self.low, number)
        self.high = max(self.high, number)
        self.total += number
        self.games += 1

    def include(self, later: Spread) -> None:
        """The numbers of later games."""
        if later.games:
            self.low = min(self.low, later.low) if self.games else later.low
            self.high = max(self.high, later.high)
            self.total += later.total
            self.games += later.games

    @property
    def mean(self) -> float:
        """The average, 0 without any game."""
        return self.total / self.games if self.games else 0.0


@dataclass(slots=True)
class Tally:
    """What a run has counted so far. `endings` by outcome, such as `win(north)`; `wins` and `awards` by seat.

    `cpu_seconds` is what all processes together have used for playing, `wall_seconds` what went by on the clock.
    """

    seed: int
    jobs: int = 1
    games: int = 0
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    endings: dict[str, EndingCount] = field(default_factory=dict)
    decisions: Spread = field(default_factory=Spread)
    rounds: dict[str, Spread] = field(default_factory=dict)
    wins: Counter[str] = field(default_factory=Counter)
    awards: dict[str, Counter[str]] = field(default_factory=dict)

    def include(self, later: Tally) -> None:
        """What later games of the same run have come to. The clock runs for all of them together."""
        self.games += later.games
        self.cpu_seconds += later.cpu_seconds
        for name, ending in later.endings.items():
            self.endings.setdefault(name, EndingCount(ending.ending, ending.given, None)).include(ending)
        self.decisions.include(later.decisions)
        for phase, spread in later.rounds.items():
            self.rounds.setdefault(phase, Spread()).include(spread)
        self.wins.update(later.wins)
        for award, seats in later.awards.items():
            self.awards.setdefault(award, Counter()).update(seats)


def simulate(
    machine: Machine, games: int, seed: int, progress: Callable[[int], None] = lambda done: None, jobs: int = 1
) -> Tally:
    """Plays that many games, in so many processes; what is counted is the same for any number of them.

    `progress` hears how many games are done, now and then. ContentError names the seed of the first game that fails.
    """
    tally = Tally(seed, jobs)
    begun = time.perf_counter()
    for part in shared_out(machine, play_and_count, _parts(seed, games), jobs):
        tally.include(part)
        progress(tally.games)
    tally.wall_seconds = time.perf_counter() - begun
    return tally


def _parts(seed: int, games: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The run's seed with the seeds of some games, in order, until all games are given out."""
    seeds = game_seeds(seed, games)
    while part := tuple(islice(seeds, TOGETHER)):
        yield seed, part


def play_and_count(machine: Machine, part: tuple[int, tuple[int, ...]]) -> Tally:
    """The games of these seeds, in the run of that seed."""
    seed, seeds = part
    tally = Tally(seed)
    begun = time.process_time()
    with _without_collection():
        for game_seed in seeds:
            game = new_game(machine, game_seed, keep=KEPT)
            _count(tally, game, play_out(game, chance_of_bots(game_seed)))
    tally.cpu_seconds = time.process_time() - begun
    return tally


@contextmanager
def _without_collection() -> Iterator[None]:
    """A game holds no circles, so it is freed as it is let go; looking for circles costs a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _count(tally: Tally, game: Game, decisions: int) -> None:
    machine, result = game.machine, game.result
    assert result is not None
    tally.games += 1
    tally.decisions.add(decisions)
    name = outcome(game)
    ending = tally.endings.get(name)
    if ending is None:
        id_ = machine.program.endings[result.ending].id
        ending = tally.endings[name] = EndingCount(id_, given_to(game), game.state.seed)
    ending.games += 1
    ending.ways[way_to_the_end(game)] += 1
    tally.wins.update(machine.seat_name(seat) for seat in result.winners)
    for number, seats in result.awards:
        award = tally.awards.setdefault(machine.program.awards[number].id, Counter())
        award.update(machine.seat_name(seat) for seat in seats)
    for phase, slot in machine.program.layout.counters.items():
        count: Any = game.state.S[slot]
        tally.rounds.setdefault(phase, Spread()).add(count)


def interval(hits: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson: it stays within 0 and 1 and means something for few games too."""
    if games == 0:
        return 0.0, 1.0
    share, z2 = hits / games, Z_95 * Z_95
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z_95 * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    # where none or all are hits, the true bound is the end itself; rounding would miss it by a hair
    return (0.0 if hits == 0 else centre - half), (1.0 if hits == games else centre + half)


def play_again(machine: Machine, seed: int) -> tuple[Record, ContentError | None]:
    """The record of the game that random seats play with this seed, the same as in a simulation.

    Where the content proves mistaken on the way, the record ends before that, and the mistake is given beside it.
    """
    recorder = Recorder(machine, seed)
    chance = chance_of_bots(seed)
    try:
        for _ in range(MAX_ANSWERS):
            if not recorder.game.asks:
                return recorder.record(), None
            recorder.choose(int(chance.random() * len(recorder.game.asks[0].options)))
        raise endless()
    except ContentError as error:
        return recorder.record(), error


def as_data(tally: Tally, machine: Machine) -> dict[str, Any]:
    """What was counted as plain data, for JSON and for the report: the same in every run, with any number of jobs."""
    program = machine.program
    return {
        "scenario": program.id,
        "content": program.fingerprint,
        "gaps": dict(program.gaps),
        "variants": list(program.variants),
        "seed": tally.seed,
        "games": tally.games,
        "endings": [
            *(_ending(name, ending, tally.games) for name, ending in _often_first(tally)),
            *(_ending(name, EndingCount(name, {}, None), tally.games) for name in _never(tally, machine)),
        ],
        "rounds": {phase: _spread(spread) for phase, spread in tally.rounds.items()},
        "decisions": _spread(tally.decisions),
        "wins": _shares(tally.wins, tally.games, _seats(machine)),
        "awards": {
            award: _shares(count, tally.games, _seats(machine)) for award, count in sorted(tally.awards.items())
        },
    }


def speed_of(tally: Tally) -> dict[str, float]:
    """How fast it went: by the time that cores have worked, all jobs together, and by the clock on the wall."""
    cpu, wall = tally.cpu_seconds or float("inf"), tally.wall_seconds or float("inf")
    return {
        "jobs": tally.jobs,
        "cpu_s": round(tally.cpu_seconds, 3),
        "wall_s": round(tally.wall_seconds, 3),
        "games_per_cpu_s": round(tally.games / cpu, 1),
        "decisions_per_cpu_s": round(tally.decisions.total / cpu, 1),
        "games_per_s": round(tally.games / wall, 1),
        "decisions_per_s": round(tally.decisions.total / wall, 1),
    }


def _often_first(tally: Tally) -> list[tuple[str, EndingCount]]:
    return sorted(tally.endings.items(), key=lambda item: (-item[1].games, item[0]))


def _never(tally: Tally, machine: Machine) -> list[str]:
    """The endings that no game came to, in the order written."""
    reached = {ending.ending for ending in tally.endings.values()}
    return [ending.id for ending in machine.program.endings if ending.id not in reached]


def _ending(name: str, ending: EndingCount, games: int) -> dict[str, Any]:
    low, high = interval(ending.games, games)
    ways = sorted(ending.ways.items(), key=lambda item: (-item[1], item[0]))
    return {
        "outcome": name,
        "ending": ending.ending,
        "given": ending.given,
        "games": ending.games,
        "share": round(ending.games / games, 6),
        "interval": [round(low, 6), round(high, 6)],
        "seed": ending.seed,
        "ways": [{**way.as_data(), "games": count} for way, count in ways],
    }


def _spread(spread: Spread) -> dict[str, float]:
    return {"mean": round(spread.mean, 3), "least": spread.low, "most": spread.high}


def _seats(machine: Machine) -> Iterable[str]:
    return (machine.seat_name(seat) for seat in range(machine.seats))


def _shares(count: Counter[str], games: int, seats: Iterable[str]) -> dict[str, float]:
    return {seat: round(count[seat] / games, 6) for seat in seats}
