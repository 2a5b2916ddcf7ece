"""Random games watched: what was offered, done, opened and gone through in them, and where one of them stumbled.

They are the games that `simulate` plays of the same seed, so that `sfrules replay --seed` shows each of them again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any

from sfrules.engine.errors import ContentError
from sfrules.engine.game import Game, new_game
from sfrules.engine.machine import Machine
from sfrules.engine.state import Ask
from sfrules.lang.types import Type, held
from sfrules.play.bots import chance_of_bots, game_seeds
from sfrules.play.coverage import Coverage
from sfrules.program.events import Note
from sfrules.program.layout import Stored
from sfrules.record import record

LONGEST = 20_000
"""Answers after which a game is given up: it has no end, or none that random seats find."""

PATIENCE = 3
"""Games that are given up before the run is, where hardly any game comes to an end."""

CLOSELY = 20
"""One game in so many is looked at after every answer, whether all is lawful in it; the others at their ends."""


class LawBrokenError(Exception):
    """Something came of a game that no content can be to blame for."""


@dataclass(slots=True)
class Fault:
    """A mistake of the content that games have come to: the first of them, by seed and answers, and how many."""

    error: ContentError
    seed: int
    answers: int
    games: int = 1


@dataclass(slots=True)
class Endless:
    """Games that were given up: the seed of the first, the question that was put last in it, and how many."""

    seed: int
    site: int
    games: int = 1


@record
class Offer:
    """When something was first offered: in which game, for which of its answers, counted from 1."""

    seed: int
    answer: int


@dataclass(slots=True)
class Touched:
    """What a run of games has touched; all by the numbers that the machine gives them.

    `games` counts those that came to an end. `offered` holds when an entry, or an option of a question, was first
    offered; `put` are the questions that left a choice, `answered` counts the answers that were noted,
    those that nobody was asked for too.
    """

    machine: Machine
    seed: int
    coverage: Coverage
    games: int = 0
    offered: dict[int | tuple[int, int], Offer] = field(default_factory=dict)
    taken: set[tuple[int, int]] = field(default_factory=set)
    put: set[int] = field(default_factory=set)
    answered: Counter[int] = field(default_factory=Counter)
    endings: set[int] = field(default_factory=set)
    windows: set[int] = field(default_factory=set)
    phases: set[int] = field(default_factory=set)
    ways: set[tuple[int | None, int | None]] = field(default_factory=set)
    faults: dict[tuple[str, str], Fault] = field(default_factory=dict)
    endless: Endless | None = None

    @property
    def begun(self) -> int:
        """How many games were begun."""
        given_up = self.endless.games if self.endless is not None else 0
        return self.games + given_up + sum(fault.games for fault in self.faults.values())

    @property
    def hopeless(self) -> bool:
        """Whether to go on would only take time."""
        return self.endless is not None and self.endless.games >= max(PATIENCE, self.games)


def touched(
    machine: Machine, games: int, seed: int, places: str | None = None, tell: Callable[[int], None] = lambda done: None
) -> Touched:
    """Plays that many games and notes what they touch. `places` is the kind of thing that the map joins.

    Raises LawBrokenError for what is our own mistake. `tell` hears how many games are done.
    """
    watch = _Watch(machine, seed, places)
    for number, game_seed in enumerate(game_seeds(seed, games)):
        watch.play(game_seed, closely=number % CLOSELY == 0)
        tell(number + 1)
        if watch.found.hopeless:
            break
    return watch.found


def answers_of(machine: Machine, seed: int, number: int) -> list[str]:
    """The first answers of a game of the run by name, the one at which it stumbles included."""
    if not number:
        return []
    game, chance = new_game(machine, seed), chance_of_bots(seed)
    made: list[str] = []
    for _ in range(number):
        decision = game.decision
        assert decision is not None, "the game has come further before"
        option = int(chance.random() * len(decision.options))
        made.append(f"{decision.seat_id} {decision.options[option]}")
        if len(made) < number:
            game.choose(option)
    return made


class _Watch:
    """Plays and looks on."""

    def __init__(self, machine: Machine, seed: int, places: str | None) -> None:
        self.machine = machine
        self.found = Touched(machine, seed, Coverage(machine))
        self.stays = set(_stays(machine, places)) if places is not None else set()
        self.grounds = dict(_grounds(machine, places)) if places is not None else {}

    def play(self, seed: int, *, closely: bool) -> None:
        """One game, from its beginning to its end, or to where it stumbles."""
        answers = 0
        try:
            with self.found.coverage.watching():
                game = new_game(self.machine, seed)
                chance = chance_of_bots(seed)
                while game.asks and answers < LONGEST:
                    answers += 1
                    self._answer(game, chance, answers)
                    if closely:
                        _look_over(game)
        except ContentError as error:
            self._stumbled(error, seed, answers)
            return
        self._note(game)

    def _answer(self, game: Game, chance: Random, number: int) -> None:
        asks = game.asks
        for ask in asks:
            self._offered(ask, Offer(game.state.seed, number))
        option = int(chance.random() * len(asks[0].options))
        site = asks[0].site
        if self.machine.sites[site].kind == "ask":
            self.found.taken.add((site, asks[0].options[option][0]))
        game.choose(option)

    def _offered(self, ask: Ask, when: Offer) -> None:
        found = self.found
        kind = self.machine.sites[ask.site].kind
        found.put.add(ask.site)
        if kind == "ask":
            for number in {option[0] for option in ask.options}:
                found.offered.setdefault((ask.site, number), when)
        elif kind in ("menu", "window"):
            for option in ask.options:
                if option[0] >= 0:
                    found.offered.setdefault(option[0], when)
                    for rider, _ in option[2]:
                        found.offered.setdefault(rider, when)

    def _stumbled(self, error: ContentError, seed: int, answers: int) -> None:
        known = self.found.faults.setdefault((error.message, str(error.span)), Fault(error, seed, answers, 0))
        known.games += 1

    def _note(self, game: Game) -> None:
        found = self.found
        _look_over(game)
        found.coverage.note(game)
        self._read(game.state.log)
        if game.result is not None:
            found.games += 1
            found.endings.add(game.result.ending)
        elif found.endless is not None:
            found.endless.games += 1
        else:
            found.endless = Endless(game.state.seed, game.asks[0].site)

    def _read(self, log: list[Any]) -> None:
        """What the log tells besides: windows, phases, answers that nobody was asked for, ways that were gone."""
        found = self.found
        for event in log:
            match event[0]:
                case Note.WINDOW:
                    found.windows.add(event[1])
                case Note.PHASE:
                    found.phases.add(event[1])
                case Note.ANSWER:
                    found.answered[event[2]] += 1
                case Note.SET if event[1] in self.stays:
                    found.ways.add((event[2], event[3]))
                case Note.MOVE if event[2] in self.grounds and event[3] in self.grounds:
                    (zone, start), (other, end) = self.grounds[event[2]], self.grounds[event[3]]
                    if zone == other:
                        found.ways.add((start, end))


def _look_over(game: Game) -> None:
    """Raises LawBrokenError where a card is lost or doubled, a track out of its bounds, or nobody asked what."""
    state, layout = game.state, game.machine.program.layout
    wrong = ""
    if sorted(chain.from_iterable(state.Z)) != list(range(len(layout.cards))):
        wrong = "a card lies nowhere, or twice"
    elif not all(_within(state.S[slot], *ends) for slot, ends in game.machine.bounds.items() if slot not in state.late):
        wrong = "a track is out of its bounds"
    elif not all(ask.options for ask in game.asks) or bool(game.asks) == game.over:
        wrong = "nobody can go on, and the game is not over"
    if wrong:
        raise LawBrokenError(f"{wrong}, in the game of seed {state.seed}")


def _within(value: object, low: int | None, high: int | None) -> bool:
    return not isinstance(value, int) or ((low is None or value >= low) and (high is None or value <= high))


# where pieces and cards lie on the map


def _stays(machine: Machine, places: str) -> Iterator[int]:
    """The slots that say at which place something is."""
    layout, types = machine.program.layout, machine.program.field_types
    for owners in (layout.properties, layout.fields):
        for key, place in owners.items():
            yield from _slots(place, types.get(key), places)
    for name, place in layout.table.items():
        yield from _slots(place, types.get(("", name)), places)


def _slots(place: object, of: Type | None, places: str) -> range:
    if not isinstance(place, Stored) or of is None:
        return range(0)
    of = held(of)
    return range(place.base, place.base + place.count) if (of.name, of.kind) == ("thing", places) else range(0)


def _grounds(machine: Machine, places: str) -> Iterator[tuple[int, tuple[str, int]]]:
    """The zones that lie at places: which of them, at which place."""
    for name, zone in machine.program.layout.zones.items():
        if zone.per == places:
            yield from ((zone.base + owner, (name, owner)) for owner in range(zone.count))
