"""Where that stands which a misspelt name most likely means: a second place for findings that say “Did you mean …?”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from sfrules.diag import Diagnostic, Related, Span, suggested
from sfrules.model.book import Book
from sfrules.model.definitions import definitions
from sfrules.source.nodes import Text

_BINDS = re.compile(
    r"\b(?:let|for|some|every|highest|lowest|cycle|choose|option)[ \t]+([a-z][a-z0-9-]*)"
    r"(?=[ \t]+(?:in|=|for|when)|\s*$)",
    re.MULTILINE,
)


def with_near(book: Book, found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings, those that suggest a name with the place where that name is given."""
    index: dict[str, list[Span]] | None = None
    for diagnostic in found:
        name = suggested(diagnostic.message)
        if name is None:
            yield diagnostic
            continue
        index = _given(book) if index is None else index
        spans = index.get(name, ())
        known = {related.span for related in diagnostic.related}
        near = next((span for span in _nearest(spans, diagnostic.span) if span not in known), None)
        more = (Related(near, f"“{name}” stands here"),) if near is not None else ()
        yield replace(diagnostic, related=(*diagnostic.related, *more))


def _nearest(spans: Iterable[Span], to: Span) -> list[Span]:
    """Places in the same file first, and those that are near."""
    return sorted(spans, key=lambda span: (span.file != to.file, abs(span.line - to.line), span.file))


def _given(book: Book) -> dict[str, list[Span]]:
    """Where each name is given: ids, properties, options, choices, names of what a rule is given or makes."""
    index: dict[str, list[Span]] = {}
    for _, definition in definitions(book):
        names: list[object] = [definition._id, getattr(definition, "number", None)]
        for field in ("choose", "given", "options", "one_of"):
            names += getattr(definition, field, ())
        for name in names:
            if isinstance(name, Text):
                index.setdefault(str(name), []).append(name.span)
    for name, span in _bound(book):
        index.setdefault(name, []).append(span)
    return index


def _bound(book: Book) -> Iterator[tuple[str, Span]]:
    """Names that rules give to what they work with."""
    for rule in book.rule_texts():
        for match in _BINDS.finditer(rule.text):
            yield match[1], rule.text.place(match.start(1), match.end(1))
