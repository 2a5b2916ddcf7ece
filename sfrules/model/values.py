"""Values that content gives to the properties of things and the fields of cards, checked against their kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from pydantic_core import PydanticCustomError

from sfrules.diag import Diagnostic, Span, did_you_mean
from sfrules.ids import is_slug
from sfrules.lang.types import thing
from sfrules.model.errors import cut_off, misspelt, unknown_key
from sfrules.model.kind import Value
from sfrules.model.property import (
    ChoiceProperty,
    DerivedProperty,
    FlagProperty,
    NumberProperty,
    PropertyBase,
    SetProperty,
    TextProperty,
    ThingProperty,
    TrackProperty,
)
from sfrules.model.readers import number_slip, read_flag, read_number, read_prose, read_slug, slip, text_of
from sfrules.model.scalars import Range
from sfrules.record import record
from sfrules.source.nodes import Map, Node, Seq, Text

_MOST_WORDS = 40


@record
class Known:
    """What values may name: ids of things by kind, of cards by card kind, and numbers.

    `spoilt` are ids of things and cards that were refused; `whole` is False when content is missing, so that an
    unknown name proves nothing.
    """

    things: Mapping[str, Mapping[str, object]]
    numbers: Mapping[str, int]
    spoilt: frozenset[str] = frozenset()
    whole: bool = True


def read_values(
    given: Map, has: Mapping[str, PropertyBase], owner: str, place: Span, subject: str,
    known: Known, keys: frozenset[str],
) -> tuple[dict[str, Value], list[Diagnostic]]:  # fmt: skip
    """The values of one thing or card by property, and what is wrong with them.

    `given` holds the keys that are no keys of every `owner`; `keys` are those, for hints.
    """
    values: dict[str, Value] = {}
    found: list[Diagnostic] = []
    for key, node in given.entries():
        prop = has.get(key)
        if prop is None:
            cut = cut_off(given, key, {*has, *keys})
            message = unknown_key(key, owner, chain(has, keys)) if cut is None else cut
            found += [Diagnostic("SF201", message, key.span, subject=subject)] if message else []
            continue
        try:
            values[str(key)] = read_value(prop, node, known)
        except PydanticCustomError as error:
            found.append(Diagnostic(error.type, error.message(), node.span, subject=subject))
    found += _missing(given, has, owner, place, subject, keys)
    return values, found


def _missing(
    given: Map, properties: Mapping[str, PropertyBase], owner: str, place: Span, subject: str, keys: frozenset[str]
) -> Iterator[Diagnostic]:
    for name, prop in properties.items():
        if not prop.required or name in given or name in given.spoilt:
            continue
        if misspelt(name, given, chain(properties, keys)) is None:
            yield Diagnostic("SF202", f"The key “{name}” is missing: every {owner} has one.", place, subject=subject)


def read_value(prop: PropertyBase, node: Node, known: Known) -> Value:
    """A value as its property wants it: numbers as int, flags as bool, ids and words as text.

    Raises a finding about the node.
    """
    return _READERS[type(prop)](prop, node, known)


def _number(prop: PropertyBase, node: Node, known: Known) -> int:
    assert isinstance(prop, TrackProperty | NumberProperty)
    bounds: Range = prop.track if isinstance(prop, TrackProperty) else prop.number
    if isinstance(node, Text) and node.plain and is_slug(node):
        if node not in known.numbers and known.whole:
            raise slip("SF204", number_slip(node) + did_you_mean(node, known.numbers))
        number = known.numbers.get(node, bounds.low or 0)
    else:
        number = read_number(node)
    if number not in bounds:
        raise slip("SF212", f"{number} is outside {bounds}, the range of “{prop.id}”.")
    return number


def _flag(prop: PropertyBase, node: Node, known: Known) -> bool:
    return read_flag(node)


def _thing(prop: PropertyBase, node: Node, known: Known) -> str:
    assert isinstance(prop, ThingProperty)
    if prop.optional and isinstance(node, Text) and node == "none":
        return ""
    return _one_of(read_slug(node), known.things.get(prop.is_), prop.is_, known)


def _one_of(name: Text, ids: Mapping[str, object] | None, kind: str, known: Known) -> Text:
    if ids is not None and name not in ids and name not in known.spoilt and known.whole:
        other = next((other for other, things in known.things.items() if name in things), None)
        if other is not None:
            raise slip(
                "SF210",
                f"“{name}” is {thing(other).phrase}, and {thing(kind).phrase} is wanted.{did_you_mean(name, ids)}",
            )
        raise slip("SF210", f"There is no {kind} “{name}”.{did_you_mean(name, ids)}")
    return name


def _word(prop: PropertyBase, node: Node, known: Known) -> str:
    assert isinstance(prop, ChoiceProperty)
    word = text_of(node, "one of " + _listed(prop.one_of))
    if word not in prop.one_of:
        near = did_you_mean(word, prop.one_of)
        raise slip("SF209", f"“{word}” cannot stand here; “{prop.id}” is one of: {_listed(prop.one_of)}.{near}")
    return word


def _listed(words: Sequence[str]) -> str:
    """The words, or the first of very many."""
    return ", ".join(words) if len(words) <= _MOST_WORDS else f"{', '.join(words[:_MOST_WORDS])} and so on"


def _set(prop: PropertyBase, node: Node, known: Known) -> tuple[str, ...]:
    assert isinstance(prop, SetProperty)
    if not isinstance(node, Seq):
        raise slip("SF203", "Write a list: [one, two].")
    return tuple(_one_of(read_slug(item), known.things.get(prop.set_), prop.set_, known) for item in node)


def _derived(prop: PropertyBase, node: Node, known: Known) -> str:
    raise slip("SF217", f"“{prop.id}” follows from other properties and cannot be set. Delete the key.")


def _text(prop: PropertyBase, node: Node, known: Known) -> str:
    return read_prose(node)


_READERS: dict[type[PropertyBase], Callable[[PropertyBase, Node, Known], Value]] = {
    TrackProperty: _number,
    NumberProperty: _number,
    FlagProperty: _flag,
    ThingProperty: _thing,
    ChoiceProperty: _word,
    SetProperty: _set,
    DerivedProperty: _derived,
    TextProperty: _text,
}
