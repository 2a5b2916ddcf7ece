"""Chance laid open: every way in which an answer, or the beginning of a game, can turn out, with its weight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from sfrules.engine.game import Game, begin
from sfrules.engine.machine import Machine
from sfrules.engine.state import State

ONE = Fraction(1)


class Outcome(NamedTuple):
    """One way it can turn out, how likely it is, and the game as it stands then."""

    weight: Fraction
    game: Game


def beginnings(machine: Machine, *, auto: bool = False) -> Iterator[Outcome]:
    """Every way in which the setup can turn out, each played up to the first question."""
    lots = _Lots()

    def start() -> Game:
        state = State(machine, 0)
        state.auto, state.oracle, lots.state = auto, lots, state
        begin(state)
        return Game(machine, state)

    return _all(lots, start)


def outcomes(game: Game, answer: int) -> Iterator[Outcome]:
    """Every way in which an answer to the first open question can turn out; `game` itself stays as it is."""
    lots = _Lots()

    def step() -> Game:
        made = game.clone()
        made.state.oracle, lots.state = lots, made.state
        made.choose(answer)
        return made

    return _all(lots, step)


def _all(lots: _Lots, play: Callable[[], Game]) -> Iterator[Outcome]:
    while True:
        lots.at = 0
        game = play()
        game.state.oracle = None
        yield Outcome(lots.weight() if lots.drawn else ONE, game)
        if not lots.turn():
            return


class _Draw(NamedTuple):
    """One question to chance: the sorts of answers (index, how many of the sort), how many in all, and which it was."""

    sorts: tuple[tuple[int, int], ...]
    of: int
    taken: int

    @property
    def likely(self) -> Fraction:
        """How likely the answer is."""
        return Fraction(self.sorts[self.taken][1], self.of)


class _Lots:
    """Decides chance: as written down so far, and beyond that the first of each. `turn` goes on to the next way."""

    __slots__ = ("at", "drawn", "state")

    state: State

    def __init__(self) -> None:
        self.drawn: list[_Draw] = []
        self.at = 0

    def __call__(self, stream: int, count: int) -> int:
        if self.at == len(self.drawn):
            self.drawn.append(_Draw(self._sorts(stream, count), count, 0))
        draw = self.drawn[self.at]
        self.at += 1
        return draw.sorts[draw.taken][0]

    def weight(self) -> Fraction:
        """How likely this way is."""
        made = ONE
        for draw in self.drawn:
            made *= draw.likely
        return made

    def turn(self) -> bool:
        """Takes the next way; says whether there is one."""
        while self.drawn:
            last = self.drawn.pop()
            if last.taken + 1 < len(last.sorts):
                self.drawn.append(last._replace(taken=last.taken + 1))
                return True
        return False

    def _sorts(self, stream: int, count: int) -> tuple[tuple[int, int], ...]:
        """The answers; of look-alike cards in a shuffled pile one each: it matters not which is drawn."""
        state = self.state
        if stream < len(state.Z) and state.machine.shuffled[stream] and not state.tops[stream]:
            low = state.bottoms[stream]
            pile = state.Z[stream][low:]
            if len(pile) == count:
                return self._unlike(pile)
        return tuple((index, 1) for index in range(count))

    def _unlike(self, pile: list[int]) -> tuple[tuple[int, int], ...]:
        bases = self.state.machine.card_bases
        first: dict[tuple[object, ...], int] = {}
        many: dict[int, int] = {}
        for index, card in enumerate(pile):
            looks = tuple(self.state.S[base + card] for base in bases)
            at = first.setdefault(looks, index)
            many[at] = many.get(at, 0) + 1
        return tuple(many.items())
