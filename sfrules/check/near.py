"""Where that stands which a misspelt name most likely means: a second place for findings of unknown names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from sfrules.diag import Diagnostic, Related, Span, suggested
from sfrules.model.book import Book
from sfrules.model.card import CardKind
from sfrules.model.definitions import definitions
from sfrules.model.kind import Kind
from sfrules.source.nodes import Text

_SHORT = re.compile(r"(?<![\w-])[a-z][a-z0-9]?(?![\w-])")
_BINDS = re.compile(
    r"\b(?:let|for|some|every|highest|lowest|cycle|choose|option)[ \t]+([a-z][a-z0-9-]*)"
    r"(?=[ \t]+(?:in|=|for|when)|\s*$)",
    re.MULTILINE,
)


_UNKNOWN = re.compile(r"^(?:[^“]*: )?Nothing is called “([a-z][a-z0-9]?)” t?here\.(?: Did you mean “.*)?$")
"""A name so short that no other is near it: it is held against short names that are used nowhere."""


def with_near(book: Book, found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings, those that suggest a name with the place where that name is given."""
    index: dict[str, list[Span]] | None = None
    unused: list[Span] | None = None
    for diagnostic in found:
        name, short = suggested(diagnostic.message), _UNKNOWN.match(diagnostic.message)
        if name is None and short is None:
            yield diagnostic
            continue
        index = _given(book) if index is None else index
        spans: Iterable[Span] = index.get(name or "", ())
        told = f"“{name}” stands here"
        if short is not None and not spans:
            unused = _unused(book, index) if unused is None else unused
            spans, told = unused, "this name is given here, and nothing uses it"
        known = {related.span for related in diagnostic.related}
        near = next((span for span in _nearest(spans, diagnostic.span) if span not in known), None)
        more = (Related(near, told),) if near is not None else ()
        yield replace(diagnostic, related=(*diagnostic.related, *more))


def _unused(book: Book, index: Mapping[str, list[Span]]) -> list[Span]:
    """Where names of one or two letters are given that stand nowhere else: in no file, else not in their own."""
    short = {shown: Counter[str](_SHORT.findall(text)) for shown, text in book.files.items()}
    alone = [(name, s) for name, spans in index.items() for s in spans if s.file in short and short[s.file][name] == 1]
    everywhere = sum(short.values(), Counter[str]())
    return [span for name, span in alone if everywhere[name] == 1] or [span for _, span in alone]


def _nearest(spans: Iterable[Span], to: Span) -> list[Span]:
    """Places in the same file first, and those that are near."""
    return sorted(spans, key=lambda span: (span.file != to.file, abs(span.line - to.line), span.file))


def _given(book: Book) -> dict[str, list[Span]]:
    """Where each name is given: ids, properties, options, choices, names of what a rule is given or makes."""
    index: dict[str, list[Span]] = {}
    otherwise = [definition for _, definition in book.alternatives]
    changed = [prop for owner in otherwise if isinstance(owner, Kind | CardKind) for prop in owner.has.values()]
    for definition in (*(definition for _, definition in definitions(book)), *changed):
        names: list[object] = [definition._id or getattr(definition, "id_", None), getattr(definition, "number", None)]
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
    options = [option.rule for gap in book.gaps.values() for option in gap.options.values() if option.rule is not None]
    texts = {id(text): text for text in (*(rule.text for rule in book.rule_texts()), *options)}
    for text in texts.values():
        for match in _BINDS.finditer(text):
            yield match[1], text.place(match.start(1), match.end(1))
