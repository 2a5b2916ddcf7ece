"""All histories of a game and what each seat knows in them: its information sets, for games with secrets.

Two histories lie in one information set of a seat when it is to answer and all that it has seen and done so far is the
same. So a seat forgets nothing, and what is exact of the sets is exact of the game.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b

from sfrules.engine.game import Game
from sfrules.engine.history import log
from sfrules.engine.machine import Machine
from sfrules.engine.view import view
from sfrules.play.outcomes import beginnings, outcomes
from sfrules.record import record

MOST_HISTORIES = 1_000_000


class TooLargeError(Exception):
    """There are more histories than the search was allowed to go through."""


@record
class Known:
    """An information set: the seat, its own last answer before (a sequence), its first answer here, and how many."""

    seat: int
    before: int
    first: int
    answers: int


@dataclass(slots=True)
class Tree:
    """Information sets in the order found; a sequence is an answer in one of them, and 0 stands for none given yet.

    `payoffs` holds, for the last sequences of both seats, what the first seat gets times how likely chance makes it.
    """

    machine: Machine
    sets: list[Known] = field(default_factory=list)
    sequences: list[int] = field(default_factory=list)
    payoffs: dict[tuple[int, ...], Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    deals: int = 0
    histories: int = 0

    def sets_of(self, seat: int) -> int:
        """How many information sets a seat has."""
        return sum(1 for known in self.sets if known.seat == seat)


@dataclass(slots=True)
class _Node:
    game: Game
    weight: Fraction
    memory: tuple[int, ...]
    last: tuple[int, ...]


def histories(machine: Machine, most: int = MOST_HISTORIES) -> Tree:
    """Goes through every history. Raises TooLargeError behind `most` of them; payoffs are those of the first seat."""
    walk = _Walk(machine, most)
    walk.run()
    return walk.tree


class _Walk:
    def __init__(self, machine: Machine, most: int) -> None:
        seats = machine.seats
        self.tree = Tree(machine, sequences=[1] * seats)
        self.most = most
        self.memories: dict[tuple[int, bytes], int] = {}
        self.known: dict[int, int] = {}
        self.seats = range(seats)
        self.open: list[_Node] = []

    def run(self) -> None:
        """Visits all nodes, the deepest first, so that few wait at any time."""
        nothing = tuple(0 for _ in self.seats)
        for weight, game in beginnings(self.tree.machine):
            self.tree.deals += 1
            self._reach(game, weight, nothing, nothing)
        while self.open:
            self._answer(self.open.pop())

    def _reach(self, game: Game, weight: Fraction, memory: tuple[int, ...], last: tuple[int, ...]) -> None:
        """Ends a history, or leaves its node to be answered."""
        if game.result is None:
            memory = tuple([self._remembers(memory[seat], log(game.state, seat)) for seat in self.seats])
            game.state.log.clear()
            self.open.append(_Node(game, weight, memory, last))
            return
        self.tree.histories += 1
        if self.tree.histories > self.most:
            raise TooLargeError(f"There are more than {self.most:,} complete games.")
        if game.result.payoffs:
            self.tree.payoffs[last] += weight * game.result.payoffs[0]

    def _answer(self, node: _Node) -> None:
        ask = node.game.asks[0]
        seat = ask.seat
        known = self._set_of(node, seat, len(ask.options))
        for answer in range(len(ask.options)):
            memory, last = list(node.memory), list(node.last)
            memory[seat] = self._memory(-1 - known, str(answer).encode())
            last[seat] = self.tree.sets[known].first + answer
            for weight, game in outcomes(node.game, answer):
                self._reach(game, weight * node.weight, tuple(memory), tuple(last))

    def _set_of(self, node: _Node, seat: int, answers: int) -> int:
        sight = repr(view(node.game, seat)).encode()
        number = self._memory(node.memory[seat], sight)
        known = self.known.get(number)
        if known is None:
            known = self.known[number] = len(self.tree.sets)
            first = self.tree.sequences[seat]
            self.tree.sets.append(Known(seat, node.last[seat], first, answers))
            self.tree.sequences[seat] = first + answers
        return known

    def _remembers(self, before: int, seen: list[dict[str, object]]) -> int:
        return self._memory(before, repr(seen).encode()) if seen else before

    def _memory(self, before: int, seen: bytes) -> int:
        """A number for all that was known before together with something new."""
        key = (before, seen if len(seen) < 16 else blake2b(seen, digest_size=16).digest())
        return self.memories.setdefault(key, len(self.memories) + 1)
