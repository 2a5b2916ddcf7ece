"""What a check is: a small function over the Book, with the facts about it beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import NamedTuple

from sfrules.diag import Diagnostic, Facts, Fix, Related, Severity, Span
from sfrules.model.book import Book
from sfrules.record import record

__all__ = ["Check", "CheckFunction", "Facts", "Finding", "Options", "check"]


class Finding(NamedTuple):
    """What a check yields: place and words; code and level come from its facts."""

    span: Span
    message: str
    subject: str = ""
    help: str = ""
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()


CheckFunction = Callable[[Book], Iterator[Finding]]


@record
class Check:
    """A check and its facts; call it to get its findings."""

    facts: Facts
    function: CheckFunction

    def __call__(self, book: Book) -> Iterator[Diagnostic]:
        """The findings of this check as diagnostics."""
        for finding in self.function(book):
            yield Diagnostic(
                self.facts.code,
                finding.message,
                finding.span,
                self.facts.severity,
                finding.subject,
                finding.help,
                finding.related,
                finding.fixes,
            )


def check(
    code: str, severity: Severity, title: str, *, why: str, bad: str, good: str, frame: str = ""
) -> Callable[[CheckFunction], Check]:
    """Attaches the facts to a function; `check/__init__` lists the checks by hand.

    `frame` is content that both examples take for granted, besides two captains, east and west, and an ending, dusk.
    """

    def attach(function: CheckFunction) -> Check:
        return Check(Facts(code, severity, title, why, bad, good, frame), function)

    return attach


@record
class Options:
    """Which checks do not run, by code."""

    disabled: frozenset[str] = field(default_factory=frozenset)
