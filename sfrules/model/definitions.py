"""Every definition of a Book with a name for it, for those that look at all of them."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.card import CardKind
from sfrules.model.gap import Gap
from sfrules.model.kind import Kind
from sfrules.model.sections import SECTIONS


def definitions(book: Book) -> Iterator[tuple[str, Definition]]:
    """Each definition and what to call it ("card storm"), inner ones behind the one that holds them."""
    yield "scenario", book.scenario
    if book.map is not None:
        yield "map", book.map
    for section in SECTIONS.values():
        held = getattr(book, section.name)
        if section.form in ("ids", "kinds"):
            for name, definition in held.items():
                noun = definition.kind if section.name == "things" else section.noun
                yield f"{noun} {name}", definition
                yield from _inner(f"{noun} {name}", definition)
    for phase in book.all_phases():
        yield f"phase {phase.id}", phase


def _inner(subject: str, definition: Definition) -> Iterator[tuple[str, Definition]]:
    if isinstance(definition, Kind | CardKind):
        for prop in definition.has.values():
            yield subject, prop
    if isinstance(definition, CardKind) and definition.back is not None:
        yield subject, definition.back
    if isinstance(definition, Gap):
        for option in definition.options.values():
            yield subject, option
