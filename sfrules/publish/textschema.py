"""The part of the JSON Schema on translations: the same sections and ids, and of their keys those that hold words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.kind import Thing
from sfrules.model.originals import FOR_DESIGNERS, words_of
from sfrules.model.property import PropertyBase, TextProperty
from sfrules.model.sections import SECTIONS, Section
from sfrules.model.translation import HEAD, PHRASES

Json = dict[str, Any]

_WORDS: Json = {"type": ["string", "number", "boolean", "null"]}
"""Nothing behind a key stands for what is not translated yet."""


def translation_schema(book: Book | None) -> Json:
    """The schema of `texts/<language>.yaml`: for any scenario, or for this one, whose ids are known."""
    sections = {name: _section(section, book) for name, section in SECTIONS.items() if _has_words(section)}
    name = {"type": "string", "minLength": 1, "description": "What the language calls itself, such as Deutsch."}
    head = {"type": "object", "properties": {"name": name}, "required": ["name"], "additionalProperties": False}
    phrases = {**_object(_WORDS), "description": "What rules say to people, each with its translation."}
    return {
        "properties": {HEAD: head, **sections, PHRASES: phrases},
        "required": [HEAD],
        "additionalProperties": False,
    }


def _has_words(section: Section) -> bool:
    return section.model is not None and section.name not in FOR_DESIGNERS


def _section(section: Section, book: Book | None) -> Json:
    assert section.model is not None
    if section.form == "one":
        return _keys(section.model)
    if section.form == "kinds":
        kinds = list(book.kinds) if book is not None else None
        things = {str(kind): _object(_entry(Thing, book), _ids(book, kind)) for kind in kinds or ()}
        return _object(_object(_entry(Thing, book))) if kinds is None else _closed(things)
    entry = _entry(section.model, book)
    if section.name == "glossary":
        entry = {"if": {"type": "object"}, "then": entry, "else": _WORDS}
    names = None if book is None else list(getattr(book, section.name)) if section.form == "ids" else _phases(book)
    return _object(entry, names)


def _entry(model: type[Definition], book: Book | None) -> Json:
    """The keys of an entry; a thing or card has words for print among its values too."""
    made = _keys(model)
    if model not in (Card, Thing):
        return made
    if book is None:
        return {**made, "additionalProperties": _WORDS}
    owners = (book.card_kinds if model is Card else book.kinds).values()
    values = {name: _WORDS for owner in owners for name, prop in owner.has.items() if isinstance(prop, TextProperty)}
    return {**made, "properties": {**values, **made["properties"]}}


def _keys(model: type[Definition]) -> Json:
    return {"type": ["object", "null"], **_closed({key: _held(holds) for key, holds in words_of(model).items()})}


def _held(holds: Any) -> Json:
    if holds in ("text", "added"):
        return _WORDS
    if holds == "texts":
        return {"type": ["array", "null"], "items": _WORDS}
    if holds == "has":
        return _object(_keys(PropertyBase))
    if holds == "set":
        return {"type": ["object", "null"]}
    model, by_id = holds
    return _object(_keys(model)) if by_id else _keys(model)


def _object(entry: Json, names: Iterable[str] | None = None) -> Json:
    known = {"propertyNames": {"enum": list(names)}} if names is not None else {}
    return {"type": ["object", "null"], **known, "additionalProperties": entry}


def _closed(properties: Mapping[str, Json]) -> Json:
    return {"type": ["object", "null"], "properties": dict(properties), "additionalProperties": False}


def _ids(book: Book | None, kind: str) -> list[str] | None:
    return [str(thing.id) for thing in book.things_of(kind)] if book is not None else None


def _phases(book: Book) -> list[str]:
    return [str(phase.id) for phase in book.all_phases()]
