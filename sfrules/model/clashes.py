"""Rulings and variants in force that pull at the same piece of content: one of them would be lost without a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from sfrules.diag import Diagnostic, Related
from sfrules.source.nodes import Node, Seq, Text


class Change(NamedTuple):
    """One change of content by path: who makes it, whether somebody asked for that by name, and what it does."""

    subject: str
    asked: bool
    variant: bool
    path: Text
    value: Node
    remove: bool

    @property
    def does(self) -> tuple[str, bool, Node]:
        """What is done, and where."""
        return (str(self.path), self.remove, self.value)


def clashes(changes: Sequence[Change]) -> Iterator[Diagnostic]:
    """A finding at both places for each two changes of which only one could last."""
    for first, second in combinations(changes, 2):
        if first.subject != second.subject and _clash(first, second):
            yield _finding(first, second)
            yield _finding(second, first)


def _clash(first: Change, second: Change) -> bool:
    """A variant may change what the usual rulings say, but not what somebody chose with it."""
    if first.variant != second.variant and not (first.asked and second.asked):
        return False
    if not _meet(str(first.path), str(second.path)) or first.does == second.does:
        return False
    taken_out = (first, second) if first.path == second.path else ()
    return not taken_out or not all(change.remove and isinstance(change.value, Seq) for change in taken_out)


def _meet(one: str, other: str) -> bool:
    """Whether one path is the other, or leads into what the other changes."""
    return one == other or one.startswith(other + ".") or other.startswith(one + ".")


def _finding(here: Change, there: Change) -> Diagnostic:
    both = f"“{here.path}”" if here.path == there.path else f"“{here.path}”, and with it “{there.path}”"
    return Diagnostic(
        "SF606",
        f"Two choices clash: {here.subject} and {there.subject} both change {both}.",
        here.path.span,
        subject=here.subject,
        help="Take only one of them, or write a variant that says what holds when both are wanted.",
        related=(Related(there.path.span, f"Here {there.subject} changes it, too."),),
    )
