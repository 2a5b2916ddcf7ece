"""Names and what they stand for in a game: properties, zones, limits and values, read and written as content does."""

from __future__ import annotations

from typing import Any

from sfrules.diag import Span, did_you_mean
from sfrules.engine.cards import face
from sfrules.engine.machine import Machine
from sfrules.engine.options import face_name, value_name
from sfrules.engine.state import State
from sfrules.lang.types import Type, held
from sfrules.program.layout import Given, Stored, Value
from sfrules.source.nodes import Map, Node, Nothing, Seq, Text


class SceneError(Exception):
    """A scene that cannot be: an unknown name, a card too many. As text it begins with file, line and column."""

    def __init__(self, span: Span | None, message: str) -> None:
        self.span, self.message = span, message
        super().__init__(f"{span}: {message}" if span is not None else message)


def kind_of(machine: Machine, thing: str) -> str:
    """The kind of a thing, or "" when there is no such thing."""
    return next((kind for kind, ids in machine.program.layout.things.items() if thing in ids), "")


def slot_of(machine: Machine, name: Text) -> tuple[int, Type]:
    """The slot of `tide` or `scout.place`, and the type of what it holds. Raises SceneError."""
    layout = machine.program.layout
    if name in layout.counters:
        return layout.counters[name], Type("number")
    owner, _, prop = name.rpartition(".")
    kind = kind_of(machine, owner) if owner else ""
    place = layout.properties.get((kind, prop)) if owner else layout.table.get(prop)
    if isinstance(place, Given):
        raise SceneError(name.span, f"“{name}” is fixed by the content and cannot be set.")
    if place is None:
        raise SceneError(name.span, f"There is no property “{name}” that can be set.{_near(machine, name)}")
    return place.base + (layout.index(kind, owner) if owner else 0), machine.field_types[kind, prop]


def _near(machine: Machine, name: str) -> str:
    layout = machine.program.layout
    known = [*layout.table, *layout.counters]
    for (kind, prop), place in layout.properties.items():
        if isinstance(place, Stored):
            known += [f"{owner}.{prop}" for owner in layout.things[kind]]
    return did_you_mean(name, known)


def zone_of(machine: Machine, name: str) -> int | None:
    """The number of the zone `deck`, or `scout.hand` of a zone that each thing of a kind has."""
    owner, _, zone = name.rpartition(".")
    full = f"{zone}.{owner}" if owner else name
    return machine.zone_names.index(full) if full in machine.zone_names else None


def limit_slot(machine: Machine, name: Text) -> int:
    """The slot that counts the uses of the limit `bell`, or of `scout.bell`. Raises SceneError."""
    owner, _, limit = name.rpartition(".")
    place = machine.program.layout.limits.get(limit)
    owners = machine.program.layout.things[place.per] if place is not None and place.per else ("",)
    if place is None or owner not in owners:
        raise SceneError(name.span, f"There is no limit “{name}”.")
    return place.base + owners.index(owner)


def value_of(machine: Machine, of: Type, node: Node) -> Value:
    """What is written as a value of a type, as the engine stores it. Raises SceneError."""
    layout = machine.program.layout
    of = held(of)
    try:
        if of.name == "many" and of.of is not None:
            alone = [] if node == "none" else [node]
            members = [value_of(machine, of.of, name) for name in (node if isinstance(node, Seq) else alone)]
            return sum(1 << member for member in set(members) if isinstance(member, int))
        text = str(node)
        if isinstance(node, (Map, Seq, Nothing)):
            raise SceneError(node.span, f"Here {of.phrase} is wanted.")
        match of.name:
            case _ if text == "none":
                return None
            case "thing":
                return layout.index(of.kind, text)
            case "word":
                return of.words.index(text)
            case "flag":
                return {"yes": True, "no": False}[text]
            case "card-name":
                return layout.card_name(text)
            case "number":
                return int(text)
            case _:
                return text
    except (ValueError, KeyError) as error:
        raise SceneError(node.span, f"“{node}” is no {of}.") from error


def read(state: State, name: str) -> str | list[str] | None:
    """What a property holds or a zone contains, whoever may see it, or None when there is no such name."""
    machine = state.machine
    layout = machine.program.layout
    number = zone_of(machine, name)
    if number is not None:
        return [card_text(state, card) for card in state.Z[number]]
    if name in layout.counters:
        return str(state.S[layout.counters[name]])
    owner, _, prop = name.rpartition(".")
    kind = kind_of(machine, owner) if owner else ""
    index = layout.index(kind, owner) if kind else 0
    place = layout.properties.get((kind, prop)) if owner else layout.table.get(prop)
    if isinstance(place, Given):
        return value_name(machine, machine.field_types[kind, prop], place.values[index])
    if isinstance(place, Stored):
        return value_name(machine, machine.field_types[kind, prop], state.S[place.base + index])
    return _derived(state, kind, prop, index)


def _derived(state: State, kind: str, prop: str, index: int) -> str | None:
    machine = state.machine
    number = machine.known_number.get(("property" if kind else "table", kind, prop))
    if number is None:
        return None
    value: Any = machine.reads[number](state, index)
    return value_name(machine, machine.program.knowables[number].type, value)


def card_text(state: State, card: int) -> str:
    """A card by its name and what is written on it, `letter.north`."""
    return face_name(state.machine, face(state, card))
