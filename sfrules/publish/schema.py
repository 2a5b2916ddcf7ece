"""The JSON Schema of content files, made from the models, so that an editor can help while a file is being written.

It is draft 7, which editors know best. Where an entry can take several shapes, `if` and `then` choose one, so that a
slip is named by the one that was meant, and not by all that do not fit.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sfrules.ids import SLUG, SOURCE_ID
from sfrules.model import readers, scalars
from sfrules.model.base import Definition, Described
from sfrules.model.book import Book
from sfrules.model.card import Card, CardKind
from sfrules.model.check import OwnCheck
from sfrules.model.entry import Entry, Group, Limit
from sfrules.model.kind import Thing
from sfrules.model.map import Grid, PlaceMap
from sfrules.model.phase import Phase
from sfrules.model.property import (
    ChoiceProperty,
    DerivedProperty,
    FlagProperty,
    NumberProperty,
    Owner,
    PropertyBase,
    SetProperty,
    TextProperty,
    ThingProperty,
    TrackProperty,
)
from sfrules.model.scene import EXPECTED, GIVEN
from sfrules.model.sections import SECTIONS, Section
from sfrules.model.test import Case
from sfrules.model.translation import HEAD
from sfrules.model.window import Menu
from sfrules.model.zone import Zone
from sfrules.publish.keys import FORMS, MEANINGS
from sfrules.publish.reference import ABOUT
from sfrules.publish.textschema import translation_schema

Json = dict[str, Any]

_SLUG = f"^{SLUG.pattern}$"
_COLOUR = "#[0-9a-fA-F]{6}"
_TEXT: Json = {"type": ["string", "number", "boolean"]}
"""Every scalar of content is a text until its key says otherwise."""
_FLAG: Json = {"enum": ["yes", "no"]}
_ID: Json = {"type": "string", "pattern": _SLUG}
_WHOLE: Json = {"type": "integer"}

_SCALARS: dict[Callable[..., object], Json] = {
    readers.read_number: _WHOLE,
    readers.read_natural: {"type": "integer", "minimum": 0},
    readers.read_rows: {"type": "integer", "minimum": 0, "maximum": 300},
    readers.read_amount: {"type": ["integer", "string"], "minimum": 0, "pattern": _SLUG},
    readers.read_count: {"type": ["integer", "string"], "minimum": 0},
    readers.read_decimal: {"type": "number", "minimum": 0},
    readers.read_flag: _FLAG,
    readers.read_slug: _ID,
    readers.read_source_id: {"type": "string", "pattern": f"^{SOURCE_ID.pattern}$"},
    readers.read_prose: {**_TEXT, "minLength": 1},
    readers.read_rule: _TEXT,
    readers.read_colour: {"type": "string", "pattern": f"^{_COLOUR}$"},
    readers.read_colour_or_name: {"type": "string", "pattern": f"^(?:{_COLOUR}|{SLUG.pattern})$"},
    readers.read_map: {"type": "object"},
    readers.read_mark: {"type": "string", "pattern": "^(rule|[0-9a-f]{4}(-[0-9a-f]{4})*)$"},
    readers.read_asset: {"type": "string", "pattern": r"^(?![/~])(?!(?:.*/)?\.\.(?:/|$))[^\\:]+$"},
    readers.read_steps: {"type": "array", "items": {"type": "object", "minProperties": 1, "maxProperties": 1}},
    readers.read_raw: {},
    readers.text_of: _TEXT,
    scalars.read_range: {"type": "string", "pattern": r"^(?:-?[0-9]+)?\.\.(?:-?[0-9]+)?$"},
    scalars.read_seats: {"type": ["integer", "string"], "minimum": 1, "pattern": r"^[0-9]+\.\.[0-9]+$"},
    scalars.read_eyes: {"type": ["string", "array"], "pattern": _SLUG, "items": _ID, "minItems": 1},
    scalars.read_type: {
        "type": "string",
        "pattern": f"^(?:optional +)?(?:set of +)?{SLUG.pattern}(?: +only +{SLUG.pattern})?$",
    },
}

_NAMED: dict[type[Definition], dict[str, tuple[str, ...]]] = {
    Described: {"source": ("sources", "numbers of gaps")},
    Entry: {
        "limit": ("limits",),
        "windows": ("windows",),
        "window": ("windows",),
        "rides": ("actions", "powers", "cards"),
    },
    Card: {"kind": ("card_kinds",), "zone": ("zones",)},
    CardKind: {"played_from": ("zones",), "discarded_to": ("zones",), "limit": ("limits",)},
    Zone: {"of": ("card_kinds",), "per": ("kinds",)},
    Limit: {"per": ("kinds",), "each": ("phases",)},
    Group: {"of": ("kinds",)},
    Phase: {"each": ("kinds",), "menu": ("menus",)},
    PlaceMap: {"of": ("kinds",), "edges": ("places",), "one_way": ("places",), "neighbour_lists": ("places",)},
    Grid: {"of": ("kinds",)},
    PropertyBase: {"resets": ("phases",)},
    ThingProperty: {"is_": ("kinds", "card_kinds")},
    SetProperty: {"set_": ("kinds", "card_kinds")},
    OwnCheck: {"each": ("kinds", "card_kinds")},
    Menu: dict.fromkeys(("one", "free", "after"), ("actions", "powers", "cards", "card_kinds", "whole sections")),
}
"""Keys whose ids are those of certain sections; in the schema of one scenario they are listed."""


def _only(words: Iterable[str]) -> Json:
    return {"type": "object", "properties": {word: {} for word in sorted(words)}, "additionalProperties": False}


_STEP: Json = {"type": "object", "minProperties": 1, "maxProperties": 1, "properties": {"expect": _only(EXPECTED)}}
_WORDS: dict[str, Json] = {
    "given_": _only(GIVEN),
    "do": {"type": "array", "items": _STEP},
    "expect": _only(EXPECTED),
}
"""Keys of a test, which has words of its own."""


def content_schema(book: Book | None = None) -> Json:
    """The schema of a content file: of any scenario, or of this one, with its ids and the properties of its kinds."""
    return _Writer(book).whole()


class _Writer:
    """Writes one schema; definitions that are used go to `made`."""

    def __init__(self, book: Book | None) -> None:
        self.book = book
        self.made: dict[str, Json] = {}
        self.ids = _ids(book) if book is not None else {}

    def whole(self) -> Json:
        sections = {name: self._section(section) for name, section in SECTIONS.items()}
        of = f"the scenario “{self.book.scenario.title}”" if self.book is not None else "any scenario"
        return {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": "Content of sfrules",
            "description": f"A content file of {of}: sections, and in them entries by id; or a translation of it.",
            "type": "object",
            "if": {"required": [HEAD]},
            "then": translation_schema(self.book),
            "else": {"properties": sections, "additionalProperties": False},
            "definitions": dict(sorted(self.made.items())),
        }

    # sections

    def _section(self, section: Section) -> Json:
        described = {"description": ABOUT[section.name].replace("`", "")}
        if section.model is None:
            return {**_TEXT, **described}
        if section.form == "one":
            return {"allOf": [self._definition(section.model)], **described}
        if section.form == "list":
            return {"type": "array", "items": self._definition(section.model), **described}
        if section.form == "kinds":
            return {**self._things(), **described}
        return {**self._by_id(section.name, self._entry(section)), **described}

    def _by_id(self, section: str, entry: Json) -> Json:
        if section == "glossary":
            return {"type": "object", "additionalProperties": entry}
        shape = _SCALARS[readers.read_source_id] if section == "sources" else _ID
        return {"type": "object", "propertyNames": {"pattern": shape["pattern"]}, "additionalProperties": entry}

    def _entry(self, section: Section) -> Json:
        assert section.model is not None
        if section.name == "cards":
            return self._card()
        if section.model is PropertyBase:
            return self._property()
        entry = self._definition(section.model)
        short = {"numbers": _WHOLE, "glossary": _SCALARS[readers.read_prose]}.get(section.name)
        return entry if short is None else {"if": {"type": "object"}, "then": entry, "else": short}

    def _things(self) -> Json:
        if self.book is None:
            return _object_of(_object_of(self._open(Thing)))
        kinds = {name: _object_of(self._valued(Thing, name, kind)) for name, kind in self.book.kinds.items()}
        return {"type": "object", "properties": kinds, "additionalProperties": False}

    def _card(self) -> Json:
        if self.book is None or not self.book.card_kinds:
            return self._open(Card)
        kinds = [
            {"if": _where("kind", str(name)), "then": self._valued(Card, name, kind)}
            for name, kind in self.book.card_kinds.items()
        ]
        named = {"kind": self._key(Card, "kind")}
        self.made["card"] = {"type": "object", "properties": named, "required": ["kind"], "allOf": kinds}
        return _at("card")

    def _open(self, model: type[Definition]) -> Json:
        """A thing or card of a kind that is not known: what else stands there are values."""
        value = {"type": ["string", "number", "boolean", "array"]}
        return self._keep(model.__name__.lower(), {**self._body(model), "additionalProperties": value})

    def _valued(self, model: type[Definition], name: str, kind: Owner) -> Json:
        """A thing or card of a kind, with the properties that this kind has."""
        body = self._body(model)
        values = {str(prop.id): self._value(prop) for prop in kind.has.values()}
        needed = [str(prop.id) for prop in kind.has.values() if prop.required]
        whole = {**body, "properties": {**body["properties"], **values}, "required": [*body["required"], *needed]}
        return self._keep(f"{model.__name__.lower()} {name}", whole)

    def _value(self, prop: PropertyBase) -> Json:
        match prop:
            case TrackProperty() | NumberProperty():
                shape: Json = {"type": ["integer", "string"], "pattern": _SLUG, **_bounds(prop)}
            case FlagProperty():
                shape = _FLAG
            case ThingProperty():
                shape = self._one_of((f"things of {prop.is_}",), _ID, ("none",) if prop.optional else ())
            case ChoiceProperty():
                shape = {"enum": [str(word) for word in prop.one_of]}
            case SetProperty():
                shape = {"type": "array", "items": self._one_of((f"things of {prop.set_}",), _ID)}
            case DerivedProperty():
                return {"not": {}, "description": "This follows from other properties and cannot be set."}
            case _:
                shape = _SCALARS[readers.read_prose]
        says = prop.text if prop.text and not isinstance(prop, TextProperty) else prop.label
        return {**shape, "description": " ".join(str(says).split())}

    # properties

    def _property(self) -> Json:
        """A property is of the one form whose key it has; `text` beside another key is the designer's sentence."""
        others = [{"required": [form]} for form in FORMS.values() if form != "text"]
        cases: list[Json] = []
        for model, form in FORMS.items():
            named: Json = {"required": [form]}
            asked = named if form != "text" else {**named, "not": {"anyOf": others}}
            cases.append({"if": asked, "then": self._definition(model)})
        known: Json = {key: {} for model in FORMS for key in self._body(model)["properties"]}
        misspelt = {"properties": known, "additionalProperties": False}
        cases.append({"if": {"not": {"anyOf": [*others, {"required": ["text"]}]}}, "then": misspelt})
        self.made["property"] = {"type": "object", "properties": self._forms(), "allOf": cases}
        return _at("property")

    def _forms(self) -> Json:
        """The keys that say what a property is, for completion."""
        return {form: {"description": _meaning(model, _field(model, form))} for model, form in FORMS.items()}

    # definitions

    def _definition(self, model: type[Definition]) -> Json:
        name = model.__name__.lower()
        if name not in self.made:
            self.made[name] = {}  # a phase may hold phases
            self.made[name] = self._body(model)
        return _at(name)

    def _keep(self, name: str, body: Json) -> Json:
        self.made[name] = body
        return _at(name)

    def _body(self, model: type[Definition]) -> Json:
        fields = model.model_fields
        return {
            "type": "object",
            "properties": {_key_of(model, name): self._key(model, name) for name in fields},
            "required": [_key_of(model, name) for name, field in fields.items() if field.is_required()],
            "additionalProperties": False,
        }

    def _key(self, model: type[Definition], name: str) -> Json:
        field = model.model_fields[name]
        reads = next((m for m in field.metadata if isinstance(m, scalars.Reads)), None)
        sections = _sections_named(model, name)
        if issubclass(model, Owner) and name == "has_":
            shape = _object_of(self._property())
        elif issubclass(model, Case) and name in _WORDS:
            shape = _WORDS[name]
        elif reads is not None:
            shape = self._scalar(reads, sections)
        else:
            shape = self._shape(field.annotation, sections)
        meaning = {"description": _meaning(model, name)}
        return {"allOf": [shape], **meaning} if "$ref" in shape else {**shape, **meaning}

    def _shape(self, of: Any, sections: tuple[str, ...]) -> Json:
        arguments, origin = typing.get_args(of), typing.get_origin(of)
        if origin is typing.Annotated:
            reads = next((m for m in arguments[1:] if isinstance(m, scalars.Reads)), None)
            return self._scalar(reads, sections) if reads is not None else self._shape(arguments[0], sections)
        if origin in (typing.Union, types.UnionType):
            return self._shape([part for part in arguments if part is not type(None)][-1], sections)
        if origin is dict:
            return self._mapping(arguments[0], self._shape(arguments[1], sections), sections)
        if origin is tuple:
            item = self._shape(arguments[0], sections)
            size = {} if Ellipsis in arguments else {"minItems": len(arguments), "maxItems": len(arguments)}
            return {"type": "array", "items": item, **size}
        if isinstance(of, type) and issubclass(of, Definition):
            return self._definition(of)
        return _WHOLE if of is int else _TEXT

    def _mapping(self, key: Any, value: Json, sections: tuple[str, ...]) -> Json:
        if key is scalars.PathKey:
            return {"type": "object", "additionalProperties": value}
        names = self._one_of(sections, _ID)
        names.pop("type", None)
        return {"type": "object", "propertyNames": names, "additionalProperties": value}

    def _scalar(self, reads: scalars.Reads, sections: tuple[str, ...]) -> Json:
        schema: Any = reads.schema
        function = schema["function"]["function"]
        if function in (readers.read_slug, readers.read_source_id):
            return self._one_of(sections, _SCALARS[function])
        if function in _SCALARS:
            return dict(_SCALARS[function])
        cells = (cell.cell_contents for cell in getattr(function, "__closure__", None) or ())
        allowed = next((held for held in cells if isinstance(held, tuple)), None)
        if allowed is not None:
            return {"enum": list(allowed)}
        return {"type": "string", "pattern": f"^(?:stop|reshuffle {SLUG.pattern})$"}

    def _one_of(self, sections: Iterable[str], else_: Json, more: tuple[str, ...] = ()) -> Json:
        """The ids of some sections, where they are known; else the shape of an id."""
        known = [name for section in sections for name in self.ids.get(section, ())]
        return {"enum": [*more, *dict.fromkeys(known)]} if known else dict(else_)


def _ids(book: Book) -> dict[str, list[str]]:
    """The ids of a scenario by section, and those that are looked up in other ways."""
    ids = {name: [str(id_) for id_ in entries] for name in SECTIONS if (entries := _by_id(book, name))}
    for kind in (*book.kinds, *book.card_kinds):
        ids[f"things of {kind}"] = [str(thing.id) for thing in book.things_of(kind)]
        ids[f"things of {kind}"] += [str(card.id) for card in book.cards.values() if card.kind == kind]
    ids["phases"] = [str(phase.id) for phase in book.all_phases()]
    ids["places"] = list(map(str, book.map.places)) if book.map is not None else []
    ids["numbers of gaps"] = [str(gap.number) for gap in book.gaps.values() if gap.number]
    ids["whole sections"] = ["actions", "powers"]
    return ids


def _by_id(book: Book, section: str) -> Mapping[str, object]:
    entries = getattr(book, section, None)
    return entries if isinstance(entries, Mapping) else {}


def _bounds(prop: TrackProperty | NumberProperty) -> Json:
    bounds = prop.track if isinstance(prop, TrackProperty) else prop.number
    named = {"minimum": bounds.low, "maximum": bounds.high}
    return {name: bound for name, bound in named.items() if bound is not None}


def _at(name: str) -> Json:
    return {"$ref": f"#/definitions/{name.replace(' ', '%20')}"}


def _object_of(entry: Json) -> Json:
    return {"type": "object", "propertyNames": {"pattern": _SLUG}, "additionalProperties": entry}


def _where(key: str, value: str) -> Json:
    return {"properties": {key: {"const": value}}, "required": [key]}


def _field(model: type[Definition], key: str) -> str:
    return next(name for name in model.model_fields if _key_of(model, name) == key)


def _key_of(model: type[Definition], name: str) -> str:
    return model.model_fields[name].alias or name.rstrip("_")


def _sections_named(model: type[Definition], name: str) -> tuple[str, ...]:
    """The sections whose ids stand under a key, as its model or the nearest it is made from says."""
    return next((_NAMED[base][name] for base in model.__mro__ if name in _NAMED.get(base, {})), ())


def _meaning(model: type[Definition], name: str) -> str:
    """What a key means, said for its model or the nearest it is made from."""
    return next(
        (MEANINGS[base.__name__][name] for base in model.__mro__ if name in MEANINGS.get(base.__name__, {})), ""
    )
