"""What leads back to itself: among things that need each other, those that need themselves in the end."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def in_circles(behind: Mapping[K, Collection[K]]) -> set[K]:
    """All that needs itself, be it through others."""
    rounds = rounds_of(behind)
    return {one for round_ in rounds for one in round_ if len(round_) > 1 or one in behind.get(one, ())}


def rounds_of(behind: Mapping[K, Collection[K]]) -> list[list[K]]:
    """All of them in groups within which each leads to each, most of them alone; every step is looked at once.

    One after the other is taken up, and then what it leads to. What leads back to one that is still open stays open as
    long as that one does; then they are closed together. (The way is R. Tarjan's.)
    """
    rounds: list[list[K]] = []
    number: dict[K, int] = {}
    back: dict[K, int] = {}  # of those that are open: the first that they lead back to
    opened: list[K] = []
    for start in behind:
        way = [] if start in number else [(start, iter(behind[start]))]
        while way:
            one, steps = way[-1]
            if one not in number:
                number[one] = back[one] = len(number)
                opened.append(one)
            step = next((step for step in steps if step not in number or back.get(step, back[one]) < back[one]), None)
            if step is not None and step in number:
                back[one] = back[step]
            elif step is not None:
                way.append((step, iter(behind.get(step, ()))))
            else:
                way.pop()
                if way and back[one] < back[way[-1][0]]:
                    back[way[-1][0]] = back[one]
                if back[one] == number[one]:
                    rounds.append(_closed(opened, one, back))
    return rounds


def _closed(opened: list[K], first: K, back: dict[K, int]) -> list[K]:
    """Closes all that were opened since `first`."""
    made: list[K] = []
    while not made or made[-1] != first:
        made.append(opened.pop())
        del back[made[-1]]
    return made[::-1]
