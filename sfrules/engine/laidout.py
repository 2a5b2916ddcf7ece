"""The content as it is laid out before the setup, asked the scenario's own checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sfrules.diag import Diagnostic, Related, Severity, Span
from sfrules.engine.errors import ContentError
from sfrules.engine.machine import Machine
from sfrules.engine.state import State
from sfrules.ids import OWN
from sfrules.model.book import Book
from sfrules.model.check import OwnCheck
from sfrules.model.names import Lexicon
from sfrules.program.compile import compile_checks

_PATIENCE = 20_000_000
"""How many things and cards are looked at in all, if each answer looks at each of them once."""


class _Looked(NamedTuple):
    """Something that a check looks at: its number in play, what to call it, where it is written."""

    number: int
    noun: str
    name: str
    span: Span


def own_findings(book: Book, lexicon: Lexicon) -> Iterator[Diagnostic]:
    """Where the scenario's own checks do not hold. The book must be free of errors."""
    if not book.checks:
        return
    machine = Machine(compile_checks(book, lexicon))
    state = State(machine, 0)
    left = _PATIENCE // (1 + len(book.things) + len(book.cards))
    for number, own in enumerate(book.checks.values()):
        holds = machine.functions[f"k{number}"]
        for looked in _looked_at(book, machine, own):
            left -= 1
            if left < 0:
                yield _finding(own, _Looked(-1, "", "", own.span), "This check is not worked out: there is too much.")
                break
            try:
                if not holds(state, looked.number):
                    yield _finding(own, looked, own.says)
            except ContentError as error:
                yield _finding(own, looked, f"This check cannot be worked out: {error.message}")
            except (TypeError, IndexError):
                yield _finding(own, looked, "This check cannot be worked out: it asks for something that is not there.")


def _looked_at(book: Book, machine: Machine, own: OwnCheck) -> Iterator[_Looked]:
    """All that a check is about: each thing, or each card once, of its kind; without `each` the content as a whole."""
    layout = machine.program.layout
    if own.each is None:
        yield _Looked(-1, "", "", own.span)
        return
    for number, name in enumerate(layout.things.get(own.each, ())):
        thing = book.things.get(name)
        yield _Looked(number, str(own.each), name, thing.span if thing is not None else own.span)
    places = {at: place for place, at in reversed(list(enumerate(layout.cards)))}
    for at, card in enumerate(book.cards.values()):
        if card.kind == own.each and at in places:
            yield _Looked(places[at], "card", str(card.id), card.span)


def _finding(own: OwnCheck, looked: _Looked, words: str) -> Diagnostic:
    message = f"“{looked.name}”: {words}" if looked.name else words
    return Diagnostic(
        f"{OWN}{own.id}",
        message,
        looked.span,
        Severity(own.level or "warning"),
        f"{looked.noun} {looked.name}" if looked.name else f"check {own.id}",
        related=(Related(own.span_of("must"), "this must hold"),),
    )
