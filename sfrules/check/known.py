"""What may be known of a value, and by whom: secrets, labels, terms for seats, what names mean at a place of a rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from sfrules.diag import Span
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.lang.node import Offsets
from sfrules.model.book import Book
from sfrules.record import record

Term = tuple[Any, ...]
Place = tuple[RulePath, Offsets] | Span

ALL: Term = ("all",)
TABLE: Term = ("table",)


@record
class Secret:
    """Something that not all may know: who may, what it is in words, where it is read, and by which places it went."""

    eyes: frozenset[Term]
    what: str
    at: Place
    trail: tuple[tuple[Place, str], ...] = field(default=(), compare=False)

    def by(self, at: Place, words: str) -> Secret:
        """The same secret, one place further on its way."""
        return self if len(self.trail) > 6 else Secret(self.eyes, self.what, self.at, (*self.trail, (at, words)))


Label = frozenset[Secret]
PUBLIC: Label = frozenset()


@record
class Lie:
    """Where a card may lie: a zone and the term of its owner."""

    zone: str
    owner: Term


@record
class Value:
    """What is known of a value: its label; of a collection also that of its size; of a card that of its face.

    `lies` are the zones in which the card may lie, None when that is not known.
    """

    which: Label = PUBLIC
    size: Label = PUBLIC
    face: Label = PUBLIC
    term: Term = ("?",)
    lies: tuple[Lie, ...] | None = None
    origin: tuple[typed.Expr, Env] | None = field(default=None, compare=False)

    def only(self, which: Label) -> Value:
        """The same with another label."""
        return Value(which, self.size, self.face, self.term, self.lies, self.origin)

    def called(self, term: Term) -> Value:
        """The same under another term."""
        return Value(self.which, self.size, self.face, term, self.lies, self.origin)


Known = frozenset[tuple[str, str, str, Term, Term]]
"""What has been revealed or shown: what, of which kind, name, whose, to whom."""


@record
class Env:
    """What names mean at a place of a rule, and what has been shown by then. `it`: the entries that may be answered."""

    path: RulePath
    names: Mapping[str, Value] = field(default_factory=dict)
    known: Known = frozenset()
    it: frozenset[str] = frozenset()
    groups: frozenset[tuple[Term, str]] = frozenset()

    def name(self, name: str, value: Value) -> Env:
        """The same with one more name."""
        return Env(self.path, {**self.names, name: value}, self.known, self.it, self.groups)


def contains(term: Term, part: Term) -> bool:
    """Whether a term speaks of another."""
    return term == part or any(isinstance(inner, tuple) and contains(inner, part) for inner in term)


def without(label: Label, term: Term) -> Label:
    """The label outside of a loop over `term`: who it names is then nobody in particular."""
    if not label:
        return label
    return frozenset(
        replace(s, eyes=frozenset(eye for eye in s.eyes if not contains(eye, term)))
        if any(contains(eye, term) for eye in s.eyes)
        else s
        for s in label
    )


def led(label: Label, at: Place, words: str) -> Label:
    """All secrets of a label, one place further on their way."""
    if not label:
        return label
    return frozenset(secret.by(at, words) for secret in label)


def covers(book: Book) -> dict[str, frozenset[str]]:
    """Public faces under which more than one entry is declared, and those entries."""
    found: dict[str, set[str]] = {}
    for _, entry in book.entries():
        if entry.declared_as is not None:
            found.setdefault(str(entry.declared_as), set()).add(str(entry.id))
    return {face: frozenset(entries) for face, entries in found.items() if len(entries) > 1}


def masked(book: Book) -> frozenset[str]:
    """Entries that nobody sees who plays: reactions in an anonymous window."""
    return frozenset(
        str(entry.id)
        for _, entry in book.entries()
        if entry.window is not None and (window := book.windows.get(entry.window)) is not None and window.anonymous
    )
