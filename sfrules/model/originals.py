"""Every place of content where words for people stand, as a translation mirrors it: asked of the models, key by key.

A place is a text, a list of texts, or something that holds more places: a section, an entry, a property. Tests and a
scenario's own checks are for designers, and rule text is no text of this sort.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, Literal, NamedTuple

from sfrules.model.base import Definition, Described
from sfrules.model.card import Card
from sfrules.model.entry import Ruled
from sfrules.model.kind import Thing
from sfrules.model.merge import Tree
from sfrules.model.overlay import changed_at
from sfrules.model.property import PropertyBase, TextProperty, class_of
from sfrules.model.readers import read_prose
from sfrules.model.scalars import AS_IS, Reads
from sfrules.model.sections import SECTIONS, Section
from sfrules.source.nodes import Map, Node, Seq, Text

TextPath = tuple[str, ...]

FOR_DESIGNERS = frozenset(("checks", "tests"))
"""Sections that no player reads."""
_WITHOUT_TITLE = {"map", "sources", "glossary"}
"""Where nothing is called by its id in words: there is one map, sources have numbers, and a term is its own title."""

_SHORT = {"numbers": "value", "glossary": "text"}


class Place(NamedTuple):
    """A place for words.

    `node` is what the content says there, `said` what is said where it says nothing: an id in words. Places `inside`
    stand under ids or under the keys of one definition; it could hold words under the keys `could`, and `more` are keys
    that hold none. An entry that is one value has it under the key `short`.
    """

    sort: Literal["text", "texts", "ids", "keys"]
    noun: str
    node: Node | None = None
    said: str = ""
    inside: Callable[[], dict[str, Place]] = dict
    short: str = ""
    more: frozenset[str] = frozenset()
    could: frozenset[str] = frozenset()

    @property
    def original(self) -> str:
        """The words that stand there, a list with bars between; "" where there are none."""
        if isinstance(self.node, Text):
            return str(self.node)
        if isinstance(self.node, Seq):
            return " | ".join(str(item) for item in self.node)
        return self.said


def places(tree: Tree) -> dict[str, Place]:
    """The sections of content that hold words for people."""
    made = {}
    for section in SECTIONS.values():
        node = tree.sections.get(section.name)
        if section.model is not None and node is not None and section.name not in FOR_DESIGNERS:
            made[section.name] = _section(section, node, tree)
    return made


def leaves(inside: Mapping[str, Place], path: TextPath = ()) -> Iterator[tuple[TextPath, Place]]:
    """Every text and list of texts that content says, with its path."""
    for name, place in inside.items():
        if place.sort in ("ids", "keys"):
            yield from leaves(place.inside(), (*path, name))
        elif place.original:
            yield (*path, name), place


def _section(section: Section, node: Node, tree: Tree) -> Place:
    assert section.model is not None
    if section.form == "one":
        return _definition(section.model, section.name, section.noun, "", node, tree)
    inside = {"ids": _by_id, "kinds": _by_kind, "list": _phases}[section.form]
    return Place("ids", section.noun, node, inside=partial(inside, section, node, tree))


def _by_id(section: Section, node: Node, tree: Tree) -> dict[str, Place]:
    assert section.model is not None
    made = {}
    for name, entry in node.items() if isinstance(node, Map) else ():
        model = class_of(entry) if section.model is PropertyBase else section.model
        made[str(name)] = _definition(model or PropertyBase, section.name, section.noun, name, entry, tree)
    return made


def _by_kind(section: Section, node: Node, tree: Tree) -> dict[str, Place]:
    return {
        str(kind): Place("ids", str(kind), things, inside=partial(_things, str(kind), things, tree))
        for kind, things in (node.items() if isinstance(node, Map) else ())
    }


def _things(kind: str, things: Node, tree: Tree) -> dict[str, Place]:
    named = things.items() if isinstance(things, Map) else ()
    return {str(name): _definition(Thing, "things", kind, name, thing, tree, kind) for name, thing in named}


def _phases(section: Section, node: Node, tree: Tree) -> dict[str, Place]:
    """All phases by their ids, those in phases too: where one stands is no matter of words."""
    assert section.model is not None
    made: dict[str, Place] = {}
    for phase in node if isinstance(node, Seq) else ():
        if isinstance(phase, Map) and isinstance(name := phase.get("id"), Text):
            made[str(name)] = _definition(section.model, section.name, section.noun, name, phase, tree)
            made.update(_phases(section, phase.get("phases") or Seq(phase.file, phase.start, phase.end), tree))
    return made


# one definition


def _definition(
    model: type[Definition], section: str, noun: str, name: str, node: Node, tree: Tree, kind: str = ""
) -> Place:
    inside = partial(_fields, model, section, name, node, tree, kind)
    could = frozenset(words_of(model))
    more = frozenset(field.alias or key for key, field in model.model_fields.items()) - could
    return Place("keys", noun, node, "", inside, _SHORT.get(section, ""), more, could)


def _fields(model: type[Definition], section: str, name: str, node: Node, tree: Tree, kind: str) -> dict[str, Place]:
    held: Mapping[str, Node] = node if isinstance(node, Map) else {_SHORT.get(section, ""): node}
    made: dict[str, Place] = {}
    for key, holds in words_of(model).items():
        place = _field(key, holds, held.get(key), tree)
        if place is not None:
            made[key] = place
    if issubclass(model, Described) and section not in _WITHOUT_TITLE and "title" not in held:
        made["title"] = Place("text", "title", said=str(name).replace("-", " ").capitalize())
    if model in (Card, Thing):
        made.update(_values(model, held, tree, kind))
    return made


def _field(key: str, holds: Any, node: Node | None, tree: Tree) -> Place | None:
    """What may be said under a key; a title or the words for a rule may be added where the content has none."""
    if holds in ("text", "texts", "added"):
        return (
            Place("texts" if holds == "texts" else "text", key, node) if node is not None or holds == "added" else None
        )
    if holds == "has":
        return (
            Place("ids", "property", node, inside=partial(_properties, node, tree)) if isinstance(node, Map) else None
        )
    if holds == "set":
        return Place("ids", "change", node, inside=partial(_changes, node, tree)) if isinstance(node, Map) else None
    if not isinstance(node, Map):
        return None
    model, by_id = holds
    if not by_id:
        return _definition(model, "", key, "", node, tree)
    return Place("ids", key.removesuffix("s"), node, inside=partial(_inner, model, key.removesuffix("s"), node, tree))


def _inner(model: type[Definition], noun: str, node: Map, tree: Tree) -> dict[str, Place]:
    return {str(name): _definition(model, "", noun, name, entry, tree) for name, entry in node.items()}


def _properties(node: Map, tree: Tree) -> dict[str, Place]:
    made = {}
    for name, prop in node.items():
        model = class_of(prop)
        if model is not None:
            made[str(name)] = _definition(model, "has", "property", name, prop, tree)
    return made


def _values(model: type[Definition], held: Mapping[str, Node], tree: Tree, kind: str) -> Iterator[tuple[str, Place]]:
    """The values of a thing or card that are words for print."""
    kinds: Mapping[str, Node] = tree.entries("card_kinds" if model is Card else "kinds") or {}
    owner = kinds.get(str(held.get("kind", "")) if model is Card else kind)
    has = owner.get("has") if isinstance(owner, Map) else None
    for name, prop in has.items() if isinstance(has, Map) else ():
        if name in held and class_of(prop) is TextProperty:
            yield str(name), Place("text", str(name), held[name])


def _changes(node: Map, tree: Tree) -> dict[str, Place]:
    """What a ruling or a variant puts in, by its paths: a text, or something that holds some."""
    made = {}
    for path, value in node.entries():
        changed = changed_at(tree, path, value)
        place = _at(places(changed[0]), changed[1]) if changed is not None else None
        if place is not None and (place.sort in ("text", "texts") or any(leaves(place.inside()))):
            made[str(path)] = place
    return made


def _at(inside: Mapping[str, Place], parts: list[Text]) -> Place | None:
    names = [str(part) for part in parts]
    while names[0] == "phases" and names[2:3] == ["phases"]:
        del names[1:3]
    place = None
    for name in names:
        place = inside.get(name)
        if place is None:
            return None
        inside = place.inside()
    return place


# which keys hold words


@cache
def words_of(model: type[Definition]) -> dict[str, Any]:
    """The keys of a definition that hold words: `text`, `texts`, `added` where a translation may say what the content
    does not, `has`, `set`, or the class that is inside and whether it is by id."""
    made: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        key = field.alias or name
        if _is_text(field.metadata):
            added = (issubclass(model, Described) and name == "title") or (issubclass(model, Ruled) and name == "text")
            made[key] = "added" if added else "text"
        elif name in ("has_", "set_") and not issubclass(model, PropertyBase):
            made[key] = key
        elif (holds := _holds(field.annotation)) is not None and name != "phases":
            made[key] = holds
    return made


def _is_text(marks: typing.Iterable[Any]) -> bool:
    marks = list(marks)
    reads = next((mark for mark in marks if isinstance(mark, Reads)), None)
    schema: Any = reads.schema if reads is not None else None
    return schema is not None and schema["function"]["function"] is read_prose and AS_IS not in marks


def _holds(of: Any) -> Any:
    """What a field of several parts holds: texts, one definition, definitions by id; None for anything else."""
    origin, arguments = typing.get_origin(of), typing.get_args(of)
    if origin in (typing.Union, types.UnionType):
        return next((held for part in arguments if (held := _holds(part)) is not None), None)
    if origin is tuple:
        return (
            "texts"
            if typing.get_origin(arguments[0]) is typing.Annotated and _is_text(arguments[0].__metadata__)
            else None
        )
    if origin is dict:
        inner = _holds(arguments[1])
        return (inner[0], True) if isinstance(inner, tuple) else None
    return (of, False) if isinstance(of, type) and issubclass(of, Definition) and words_of(of) else None
