"""All positions of a game and the answers between them, each position once, however it is reached."""

from __future__ import annotations

import gc
import marshal
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b

from sfrules.engine.errors import ContentError
from sfrules.engine.game import Game
from sfrules.engine.machine import Machine
from sfrules.engine.options import option_name
from sfrules.engine.record import outcome
from sfrules.engine.view import view
from sfrules.play.outcomes import Outcome, beginnings, outcomes
from sfrules.record import record

Label = Callable[[Game], Hashable]
Places = tuple[tuple[Fraction, int], ...]
"""What an answer leads to: each position with how likely chance makes it."""

MOST_POSITIONS = 1_000_000
TOLD = 10
"""How many of the positions that content cannot go on from are told; the others are only counted."""


@record
class Bounds:
    """Where a search stops: behind so many answers, or at so many positions."""

    depth: int | None = None
    positions: int = MOST_POSITIONS


@record
class Stuck:
    """An answer behind which the content cannot go on: all answers up to it, and what is wrong."""

    answers: tuple[str, ...]
    error: ContentError


@dataclass(slots=True)
class Position:
    """A position: the seat that is asked (-1 when nobody is), what each answer leads to, and how it ended if it has.

    An answer leads to positions with their weights; `before` is the position from which it was first reached, -1 for
    one that the setup leads to.
    """

    seat: int
    answers: tuple[Places, ...] = ()
    ending: str = ""
    payoffs: tuple[int, ...] = ()
    label: Hashable = None
    before: int = -1


@dataclass(slots=True)
class Graph:
    """What a search has found. `start` are the positions after the setup; `plies[n]` those that n answers lead to.

    `complete` says whether it went to every end; `blind`, whether some seat could not tell two of its positions apart.
    `openings` names the answers in each position of the start, `forced` counts the positions that have a single answer,
    and `faults` those answers behind which the content cannot go on, of which `stuck` tells some.
    """

    machine: Machine
    positions: list[Position] = field(default_factory=list)
    start: Places = ()
    plies: list[int] = field(default_factory=list)
    openings: dict[int, tuple[str, ...]] = field(default_factory=dict)
    stuck: list[Stuck] = field(default_factory=list)
    faults: int = 0
    forced: int = 0
    complete: bool = True
    blind: bool = False

    @property
    def final(self) -> int:
        """How many positions are ends."""
        return sum(1 for position in self.positions if position.ending)


def mark(game: Game) -> bytes:
    """A short mark of a position: equal for equal ones, and for those only (but for one chance in 2 to the 128)."""
    key = game.key()
    try:
        text = marshal.dumps(key, 2)
    except ValueError:  # somewhere in it is a tuple with names, as in results and sealed answers
        text = repr(key).encode()
    return blake2b(text, digest_size=16).digest()


def search(machine: Machine, bounds: Bounds | None = None, *, label: Label | None = None, auto: bool = False) -> Graph:
    """Goes through every answer and every outcome of chance, in breadth, until all is seen or a bound is met.

    `label` notes something of every position; `auto` leaves out questions that have one answer.
    """
    with _without_collection():
        return _Search(machine, bounds or Bounds(), label, auto).graph


@contextmanager
def _without_collection() -> Iterator[None]:
    """The positions that wait are many, and none is garbage: looking for some among them takes a third more."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Search:
    def __init__(self, machine: Machine, bounds: Bounds, label: Label | None, auto: bool) -> None:
        self.graph = Graph(machine)
        self.bounds, self.label, self.auto = bounds, label, auto
        self.numbers: dict[bytes, int] = {}
        self.seen: dict[bytes, int] = {}
        self.frontier: list[tuple[int, Game]] = []
        self.graph.start = self._places(beginnings(machine, auto=auto), -1, -1)
        for number, game in self.frontier:
            self.graph.openings[number] = tuple(option_name(game.state, game.asks[0], o) for o in game.asks[0].options)
        self._levels()

    def _levels(self) -> None:
        """Looks at one position after the other, those first that fewer answers lead to."""
        if not self.graph.complete:
            return
        self.graph.plies.append(len(self.graph.start))
        while self.frontier:
            if len(self.graph.plies) - 1 == self.bounds.depth:
                self.graph.complete = False
                return
            level, self.frontier = self.frontier[::-1], []
            reached: set[int] = set()
            while level:
                if len(self.graph.positions) >= self.bounds.positions:
                    self.graph.complete = False
                    return
                reached |= self._expand(*level.pop())
            if reached:
                self.graph.plies.append(len(reached))

    def _expand(self, number: int, game: Game) -> set[int]:
        """Tries every answer to the open question; the positions that they lead to."""
        self._look(number, game)
        game.state.log.clear()
        count = len(game.asks[0].options)
        self.graph.forced += count == 1
        answers = tuple([self._places(outcomes(game, answer), number, answer) for answer in range(count)])
        self.graph.positions[number].answers = answers
        return {place for places in answers for _, place in places}

    def _places(self, found: Iterable[Outcome], before: int, answer: int) -> Places:
        """The positions of all outcomes, each once, with its weight."""
        weights: dict[int, Fraction] = {}
        try:
            for many, (weight, game) in enumerate(found):
                if max(many, len(self.graph.positions)) >= self.bounds.positions:
                    self.graph.complete = False
                    break
                number = self._number(game, before)
                weights[number] = weights[number] + weight if number in weights else weight
        except ContentError as error:
            self.graph.faults += 1
            if len(self.graph.stuck) < TOLD:
                self.graph.stuck.append(Stuck(self._names(before, answer), error))
        return tuple([(weight, number) for number, weight in weights.items()])

    def _number(self, game: Game, before: int) -> int:
        key = mark(game)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.graph.positions)
            self.graph.positions.append(self._position(game, before))
            if game.asks:
                self.frontier.append((number, game))
        return number

    def _position(self, game: Game, before: int) -> Position:
        made = Position(game.asks[0].seat if game.asks else -1, before=before)
        if game.result is not None:
            made.ending, made.payoffs = outcome(game), game.result.payoffs
        if self.label is not None:
            made.label = self.label(game)
        return made

    def _look(self, number: int, game: Game) -> None:
        """Whether the seat that is asked could take this position for another one."""
        if self.graph.blind or self.bounds.depth is not None:
            return
        sight = repr(view(game, game.asks[0].seat, log_from=len(game.state.log))).encode()
        known = self.seen.setdefault(blake2b(sight, digest_size=16).digest(), number)
        self.graph.blind = known != number

    def _names(self, number: int, answer: int) -> tuple[str, ...]:
        """The answers that lead to a position, and one more there, by name: found by going that way again."""
        way = [number]
        while way[-1] >= 0:
            way.append(self.graph.positions[way[-1]].before)
        game: Game | None = None
        names: list[str] = []
        for at in reversed(way[:-1]):
            name, game = self._towards(game, at)
            names += name
        if game is not None:
            names.append(option_name(game.state, game.asks[0], game.asks[0].options[answer]))
        return tuple(names)

    def _towards(self, game: Game | None, goal: int) -> tuple[list[str], Game | None]:
        """The answer that leads from a position to the next one of a way, and the game there."""
        if game is None:
            found = beginnings(self.graph.machine, auto=self.auto)
            return [], next(made for _, made in found if self.numbers[mark(made)] == goal)
        for answer, option in enumerate(game.asks[0].options):
            try:
                for _, made in outcomes(game, answer):
                    if self.numbers.get(mark(made)) == goal:
                        return [option_name(game.state, game.asks[0], option)], made
            except ContentError:
                continue
        raise LookupError(goal)
