"""All positions of a game and the answers between them, each position once, however it is reached."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Hashable, Iterable
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

Label = Callable[[Game], Hashable]

MOST_POSITIONS = 1_000_000


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where a search stops: behind so many answers, or at so many positions."""

    depth: int | None = None
    positions: int = MOST_POSITIONS


@dataclass(frozen=True, slots=True)
class Stuck:
    """A position from which the content cannot go on: the answers that lead there, and what is wrong."""

    answers: tuple[str, ...]
    error: ContentError


@dataclass(slots=True)
class Position:
    """A position: the seat that is asked (-1 when nobody is), what each answer leads to, and how it ended if it has.

    An answer leads to positions with their weights; `way` is how it was first reached: from where, by which answer.
    """

    seat: int
    answers: tuple[tuple[tuple[Fraction, int], ...], ...] = ()
    ending: str = ""
    payoffs: tuple[int, ...] = ()
    label: Hashable = None
    way: tuple[int, str] = (-1, "")


@dataclass(slots=True)
class Graph:
    """What a search has found. `start` are the positions after the setup; `plies[n]` those that n answers lead to.

    `complete` says whether it went to every end; `blind`, whether some seat could not tell two of its positions apart.
    """

    machine: Machine
    positions: list[Position] = field(default_factory=list)
    start: tuple[tuple[Fraction, int], ...] = ()
    plies: list[int] = field(default_factory=list)
    stuck: list[Stuck] = field(default_factory=list)
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
    return _Search(machine, bounds or Bounds(), label, auto).graph


class _Search:
    def __init__(self, machine: Machine, bounds: Bounds, label: Label | None, auto: bool) -> None:
        self.graph = Graph(machine)
        self.bounds, self.label = bounds, label
        self.numbers: dict[bytes, int] = {}
        self.seen: dict[bytes, int] = {}
        self.frontier: list[tuple[int, Game]] = []
        self.graph.start = self._places(beginnings(machine, auto=auto), (-1, ""))
        self.graph.plies.append(len(self.graph.start))
        self._levels()

    def _levels(self) -> None:
        depth = 0
        while self.frontier:
            if depth == self.bounds.depth:
                self.graph.complete = False
                return
            level, self.frontier = self.frontier[::-1], []
            reached: set[int] = set()
            while level:
                if len(self.graph.positions) >= self.bounds.positions:
                    self.graph.complete = False
                    return
                number, game = level.pop()
                reached |= self._expand(number, game)
            if reached:
                self.graph.plies.append(len(reached))
            depth += 1

    def _expand(self, number: int, game: Game) -> set[int]:
        """Tries every answer to the open question; the positions that they lead to."""
        position, ask = self.graph.positions[number], game.asks[0]
        self._look(number, game)
        self.graph.forced += len(ask.options) == 1
        game.state.log.clear()
        answers = []
        for answer, option in enumerate(ask.options):
            way = (number, option_name(game.state, ask, option) if len(self.graph.positions) < 2000 else str(answer))
            answers.append(self._places(outcomes(game, answer), way))
        position.answers = tuple(answers)
        return {at for places in answers for _, at in places}

    def _places(self, found: Iterable[Outcome], way: tuple[int, str]) -> tuple[tuple[Fraction, int], ...]:
        """The positions of all outcomes, each once, with its weight."""
        weights: dict[int, Fraction] = {}
        try:
            for weight, game in found:
                number = self._number(game, way)
                weights[number] = weights[number] + weight if number in weights else weight
        except ContentError as error:
            self.graph.stuck.append(Stuck(self._answers(way), error))
        return tuple((weight, number) for number, weight in weights.items())

    def _number(self, game: Game, way: tuple[int, str]) -> int:
        key = mark(game)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.graph.positions)
            self.graph.positions.append(self._position(game, way))
            if not game.over:
                self.frontier.append((number, game))
        return number

    def _position(self, game: Game, way: tuple[int, str]) -> Position:
        made = Position(-1 if game.over else game.asks[0].seat, way=way)
        if game.result is not None:
            made.ending, made.payoffs = outcome(game), game.result.payoffs
        if self.label is not None:
            made.label = self.label(game)
        return made

    def _look(self, number: int, game: Game) -> None:
        """Whether the seat that is asked could take this position for another one."""
        if self.graph.blind or self.bounds.depth is not None:
            return
        seat = game.asks[0].seat
        sight = repr(view(game, seat, log_from=len(game.state.log))).encode()
        known = self.seen.setdefault(blake2b(sight, digest_size=16).digest(), number)
        self.graph.blind = known != number

    def _answers(self, way: tuple[int, str]) -> tuple[str, ...]:
        made: list[str] = []
        while way[1]:
            made.append(way[1])
            way = self.graph.positions[way[0]].way
        return tuple(reversed(made))
