"""Where that stands which a misspelt name most likely means: a second place for findings of unknown names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from sfrules.diag import Diagnostic, Related, Span, suggested
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.card import CardKind
from sfrules.model.definitions import definitions
from sfrules.model.kind import Kind
from sfrules.model.property import PropertyBase
from sfrules.model.scenario import Scenario
from sfrules.source.nodes import Text

_SHORT = re.compile(r"(?<![\w-])[a-z][a-z0-9]?(?![\w-])")
_BINDS = re.compile(
    r"\b(?:let|for|some|every|highest|lowest|cycle|choose|option)[ \t]+([a-z][a-z0-9-]*)"
    r"(?=[ \t]+(?:in|=|for|when)|\s*$)",
    re.MULTILINE,
)


_WANTED = re.compile(r"(?:There is no|No) ([a-z][a-z ,-]*?)(?: is called)? “")
"""What a finding misses: a menu, or one of several (“action, power or card”)."""

_UNKNOWN = re.compile(r"^(?:[^“]*: )?Nothing is called “([a-z][a-z0-9]?)” t?here\.(?: Did you mean “.*)?$")
"""A name so short that no other is near it: it is held against short names that are used nowhere."""


class _Place(NamedTuple):
    """Where a name is given, and to what."""

    span: Span
    noun: str


def with_near(book: Book, found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings, those that suggest a name with the place where that name is given."""
    index: dict[str, list[_Place]] | None = None
    unused: list[Span] | None = None
    for diagnostic in found:
        name, short = suggested(diagnostic.message), _UNKNOWN.match(diagnostic.message)
        if name is None and short is None:
            yield diagnostic
            continue
        index = _given(book) if index is None else index
        spans: Iterable[Span] = _of_the_sort(index.get(name or "", ()), diagnostic.message)
        told = f"“{name}” stands here"
        if short is not None and not spans:
            unused = _unused(book, index) if unused is None else unused
            spans, told = unused, "this name is given here, and nothing uses it"
        known = {related.span for related in diagnostic.related}
        near = next((span for span in _nearest(spans, diagnostic.span) if span not in known), None)
        more = (Related(near, told),) if near is not None else ()
        yield replace(diagnostic, related=(*diagnostic.related, *more))


def _of_the_sort(places: Iterable[_Place], message: str) -> list[Span]:
    """The places of what is missing, where it is told what that is; several sorts of things may be called alike."""
    match = _WANTED.search(message)
    wanted = re.split(", | or ", match[1]) if match is not None else []
    wanted += ["kind", "card kind"] if {"kind", "type"} & set(wanted) else []
    fitting = [place.span for place in places if place.noun in wanted]
    return fitting or [place.span for place in places]


def _unused(book: Book, index: Mapping[str, list[_Place]]) -> list[Span]:
    """Where names of one or two letters are given that stand nowhere else: in no file, else not in their own."""
    short = {shown: Counter[str](_SHORT.findall(text)) for shown, text in book.files.items()}
    given = [(name, place.span) for name, places in index.items() for place in places]
    alone = [(name, span) for name, span in given if span.file in short and short[span.file][name] == 1]
    everywhere = sum(short.values(), Counter[str]())
    return [span for name, span in alone if everywhere[name] == 1] or [span for _, span in alone]


def _nearest(spans: Iterable[Span], to: Span) -> list[Span]:
    """Places in the same file first, and those that are near."""
    return sorted(spans, key=lambda span: (span.file != to.file, abs(span.line - to.line), span.file))


def _given(book: Book) -> dict[str, list[_Place]]:
    """Where each name is given: ids, properties, options, choices, names of what a rule is given or makes, colours."""
    index: dict[str, list[_Place]] = {}
    otherwise = [definition for _, definition in book.alternatives]
    changed = [("", prop) for owner in otherwise if isinstance(owner, Kind | CardKind) for prop in owner.has.values()]
    for subject, definition in (*definitions(book), *changed):
        names: list[tuple[object, str]] = [
            (definition._id or getattr(definition, "id_", None), _noun(subject, definition)),
            (getattr(definition, "number", None), "gap"),
        ]
        for field in ("choose", "given", "options", "one_of"):
            names += [(name, field.removesuffix("s")) for name in getattr(definition, field, ())]
        names += [(name, "colour") for name in definition.colours] if isinstance(definition, Scenario) else []
        for name, noun in names:
            if isinstance(name, Text):
                index.setdefault(str(name), []).append(_Place(name.span, noun))
    for name, span in _bound(book):
        index.setdefault(name, []).append(_Place(span, ""))
    return index


def _noun(subject: str, definition: Definition) -> str:
    """What a definition is called in messages: “card kind” for “card kind storm”."""
    return "property" if isinstance(definition, PropertyBase) else subject.rpartition(" ")[0]


def _bound(book: Book) -> Iterator[tuple[str, Span]]:
    """Names that rules give to what they work with."""
    options = [option.rule for gap in book.gaps.values() for option in gap.options.values() if option.rule is not None]
    texts = {id(text): text for text in (*(rule.text for rule in book.rule_texts()), *options)}
    for text in texts.values():
        for match in _BINDS.finditer(text):
            yield match[1], text.place(match.start(1), match.end(1))
