"""Exact numbers of a graph of positions: how many games, how long, how likely each ending, and who can win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from sfrules.play.graph import Graph, Places

Payoffs = tuple[Fraction, ...]


@dataclass(slots=True)
class Games:
    """All complete games: how many, by how many answers they took, and by ending.

    `by_ply[n]` counts the beginnings of games with n answers; `endless` says that a game can go on for ever, and then
    the numbers count up to there only.
    """

    by_length: Counter[int] = field(default_factory=Counter)
    by_ending: Counter[str] = field(default_factory=Counter)
    by_ply: list[int] = field(default_factory=list)
    endless: bool = False

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(self.by_length.values())

    @property
    def longest(self) -> int:
        """The answers of the longest one."""
        return max(self.by_length, default=0)


def games(graph: Graph) -> Games:
    """Counts all games by going through the graph answer by answer; outcomes of chance that differ count apart.

    Of a search that was stopped it counts as far as everything was seen.
    """
    made = Games()
    level = Counter({number: 1 for _, number in graph.start})
    while level and (graph.complete or len(made.by_ply) < len(graph.plies)):
        made.by_ply.append(level.total())
        if len(made.by_ply) > len(graph.positions) + 1:
            made.endless = True
            return made
        level = _next(graph, level, made)
    return made


def _next(graph: Graph, level: Counter[int], made: Games) -> Counter[int]:
    coming: Counter[int] = Counter()
    length = len(made.by_ply) - 1
    for number, ways in level.items():
        position = graph.positions[number]
        if position.ending:
            made.by_length[length] += ways
            made.by_ending[position.ending] += ways
        for places in position.answers:
            for _, place in places:
                coming[place] += ways
    return coming


def from_the_end(graph: Graph) -> list[int] | None:
    """All positions, each behind those that it leads to; None when some can come again."""
    order: list[int] = []
    state = bytearray(len(graph.positions))
    for _, first in graph.start:
        stack = [first]
        while stack:
            number = stack[-1]
            if state[number] == 0:
                state[number] = 1
                for places in graph.positions[number].answers:
                    for _, place in places:
                        if state[place] == 1:
                            return None
                        if state[place] == 0:
                            stack.append(place)
                continue
            stack.pop()
            if state[number] == 1:
                state[number] = 2
                order.append(number)
    return order


def values(graph: Graph) -> list[Payoffs] | None:
    """What each seat gets from each position when every seat plays for its own payoff; equal answers: the first.

    None where that says nothing: something is hidden, the search is not complete, or there are no payoffs.
    """
    order = from_the_end(graph)
    seats = graph.machine.seats
    if order is None or graph.faults or not graph.complete or graph.blind or not _paid(graph):
        return None
    found: list[Payoffs] = [()] * len(graph.positions)
    for number in order:
        position = graph.positions[number]
        if position.ending:
            found[number] = tuple(map(Fraction, position.payoffs))
        else:
            worth = [mean(places, found, seats) for places in position.answers]
            found[number] = max(worth, key=lambda payoffs: payoffs[position.seat])
    return found


def _paid(graph: Graph) -> bool:
    return all(position.payoffs for position in graph.positions if position.ending)


def mean(places: Places, found: Sequence[Payoffs], seats: int) -> Payoffs:
    """The payoffs of an answer, or of the setup, over all outcomes of chance."""
    if len(places) == 1:
        return found[places[0][1]]
    return tuple(sum((weight * found[n][seat] for weight, n in places), Fraction()) for seat in range(seats))


def zero_sum(graph: Graph) -> bool:
    """Whether what one seat gets is always what the other one loses."""
    return graph.machine.seats == 2 and all(sum(p.payoffs) == 0 and p.payoffs for p in graph.positions if p.ending)


def likelihoods(graph: Graph) -> dict[str, tuple[Fraction, Fraction]] | None:
    """For each ending, how likely it is at least and at most, over everything that the seats can do, knowing all.

    Where both are the same, the ending is a matter of chance alone. None when positions can come again.
    """
    order = from_the_end(graph)
    if order is None or graph.faults or not graph.complete:
        return None
    endings = sorted({position.ending for position in graph.positions if position.ending})
    return {ending: (_extreme(graph, order, ending, min), _extreme(graph, order, ending, max)) for ending in endings}


def _extreme(graph: Graph, order: Sequence[int], ending: str, pick: Callable[..., Fraction]) -> Fraction:
    found = [Fraction()] * len(graph.positions)
    for number in order:
        position = graph.positions[number]
        if position.ending:
            found[number] = Fraction(position.ending == ending)
        elif position.answers:
            found[number] = pick(_likely(places, found) for places in position.answers)
    return _likely(graph.start, found)


def _likely(places: Places, found: Sequence[Fraction]) -> Fraction:
    return sum((weight * found[number] for weight, number in places), Fraction())
