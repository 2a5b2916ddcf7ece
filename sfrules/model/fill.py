"""What needs several sections at once: cells of a grid, and the values of things and cards by their kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sfrules.diag import Diagnostic, did_you_mean
from sfrules.model.base import Definition
from sfrules.model.card import CARD_KEYS, CardKind
from sfrules.model.define import Definer, Refused
from sfrules.model.kind import THING_KEYS, Kind, Thing, Value
from sfrules.model.map import PlaceMap, key_of, named_like
from sfrules.model.merge import twice
from sfrules.model.overlay import Alternative
from sfrules.model.sections import SECTIONS
from sfrules.model.values import Known, read_values
from sfrules.source.nodes import Map, Node, Text


def fill(made: dict[str, Any], definer: Definer) -> list[Diagnostic]:
    """Completes the definitions of all sections, and tells what is wrong between them."""
    found = list(_cells(made["map"], made["things"]))
    found += _kinds(made, definer)
    _unsure(made, definer)
    found += _taken_names(made)
    found += _values(made, definer)
    places: PlaceMap | None = made["map"]
    if places is not None and places.kind is not None:
        places._places = tuple(thing.id for thing in made["things"].values() if thing.kind == places.kind)
    return found


def _cells(places: PlaceMap | None, things: dict[str, Thing]) -> Iterator[Diagnostic]:
    """Adds the cells of a grid as things; one that content describes keeps what is said of it."""
    if places is None or places.grid is None:
        return
    key, kind = key_of(places, "grid"), places.grid.of
    described = {name: things.pop(name) for name in list(things) if things[name].kind == kind}
    last = ""
    for last in places.grid.cells():
        if last in things:
            yield twice(named_like(last, key), things[last].id)
        else:
            things[last] = described.pop(last) if last in described else _cell(last, kind, key)
    for name, thing in described.items():
        yield Diagnostic("SF210", f"The grid has no cell “{name}”: its cells are a1 to {last}.", thing.span)


def _cell(name: str, kind: str, grid: Text) -> Thing:
    """A thing that nothing but the grid speaks of."""
    cell = Thing.model_construct()
    cell._node = Map(grid.file, grid.start, grid.end, flow=True)
    cell._id = named_like(name, grid)
    cell._kind = str(kind)
    cell._values = {}
    return cell


def _kinds(made: Mapping[str, Any], definer: Definer) -> Iterator[Diagnostic]:
    """Kinds that things and cards name and that are not there."""
    tree = definer.tree.entries("things")
    named = [("kinds", kind, f"things of {kind}") for kind, _ in (tree.entries() if tree is not None else ())]
    named += [("card_kinds", card.kind, f"card {card.id}") for card in made["cards"].values()]
    named += [("card_kinds", card.kind, f"card {card.key}") for card in definer.refused if card.section == "cards"]
    for section, name, subject in named:
        known = made[section]
        if name not in known and name not in definer.spoilt.get(section, ()) and definer.tree.whole:
            message = f"There is no {SECTIONS[section].noun} “{name}”.{did_you_mean(name, known)}"
            yield Diagnostic("SF210", message, name.span, subject=subject)


def _unsure(made: Mapping[str, Any], definer: Definer) -> None:
    """Counts as refused, too, what is of something that is not there: nobody knows what it has, or who has it.

    What is missing is told at its place, and nothing besides of what follows from it.
    """

    def is_there(name: Text | None, *sections: str) -> bool:
        return name is None or any(name in made[s] or name in definer.spoilt.get(s, ()) for s in sections)

    def unsure(section: str, name: str) -> None:
        definer.spoilt.setdefault(section, set()).add(name)

    for zone in made["zones"].values():
        if not is_there(zone.of, "card_kinds") or not is_there(zone.per, "kinds"):
            unsure("zones", str(zone.id))
    for section in ("actions", "powers", "cards"):
        for name, entry in made[section].items():
            if not is_there(entry.rides, "actions", "powers", "cards"):
                unsure(section, name)
    for name, card in made["cards"].items():
        if not is_there(card.kind, "card_kinds"):
            unsure("cards", name)
    things = definer.tree.entries("things")
    for kind in things if things is not None else ():
        if kind not in made["kinds"] and kind not in definer.spoilt.get("kinds", ()):
            unsure("things", "?")


def _taken_names(made: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Properties that are called as a key of every thing or card."""
    for section, keys in (("kinds", THING_KEYS), ("card_kinds", CARD_KEYS)):
        for kind in made[section].values():
            for prop in kind.has.values():
                if prop.id in keys:
                    message = f"A property cannot be called “{prop.id}”: that key has a meaning of its own there."
                    yield Diagnostic("SF219", message, prop.span, subject=f"kind {kind.id}")


def _values(made: Mapping[str, Any], definer: Definer) -> list[Diagnostic]:
    """The values of things and cards, by the properties of their kinds."""
    known = known_values(made, definer)
    found: list[Diagnostic] = []
    for section in ("things", "cards"):
        for item in made[section].values():
            kind = made["card_kinds" if section == "cards" else "kinds"].get(item.kind)
            if kind is not None and isinstance(item.node, Map):
                item._values = _values_of(Refused(section, item.id, item.node, item.kind), kind, known, found)
    for refused in definer.refused:
        kind = made["card_kinds" if refused.section == "cards" else "kinds"].get(refused.kind)
        if kind is not None:
            _values_of(refused, kind, known, found)
    return found


def known_values(made: Mapping[str, Any], definer: Definer) -> Known:
    """What values may name."""
    ids: dict[str, dict[str, object]] = {str(kind): {} for kind in (*made["kinds"], *made["card_kinds"])}
    for item in (*made["things"].values(), *made["cards"].values()):
        ids.setdefault(str(item.kind), {})[str(item.id)] = item
    spoilt = definer.spoilt.get("things", set()) | definer.spoilt.get("cards", set())
    return Known(ids, definer.numbers, frozenset(spoilt), definer.tree.whole)


def values_otherwise(
    made: Mapping[str, Any], known: Callable[[], Known], other: Alternative, changed: Iterable[Definition]
) -> list[Diagnostic]:
    """What is wrong in the values of things and cards that a ruling or variant not in force would change.

    `known` is what values may name, asked for only where there are such values.
    """
    items = list(dict.fromkeys(item for path in other.paths if (item := _item(other, path)) is not None))
    if not items:
        return []
    kinds = {section: dict(made[section]) for section in ("kinds", "card_kinds")}
    for definition in changed:
        if isinstance(definition, Kind | CardKind):
            kinds["kinds" if isinstance(definition, Kind) else "card_kinds"][str(definition.id)] = definition
    # what it brings may be named, too
    names = replace(known(), spoilt=known().spoilt | {str(name) for path in other.paths for name in path})
    found: list[Diagnostic] = []
    for section, key, kind in items:
        owner = kinds["card_kinds" if section == "cards" else "kinds"].get(kind)
        node = other.tree.sections[section]
        inner = node[kind] if section == "things" and isinstance(node, Map) else node
        value = inner[key] if isinstance(inner, Map) else inner
        if owner is not None and isinstance(inner, Map) and isinstance(value, Map):
            _values_of(Refused(section, inner.key(key) or key, value, kind), owner, names, found)
    return found


def _item(other: Alternative, path: tuple[Text, ...]) -> tuple[str, Text, Text] | None:
    """The thing or card that a path leads to or into: its section, id and kind; None where it is taken out."""
    node: Node | None = other.tree.sections.get(path[0])
    if path[0] == "things" and len(path) > 2 and isinstance(node, Map):
        things = node.get(path[1])
        return ("things", path[2], path[1]) if isinstance(things, Map) and path[2] in things else None
    if path[0] == "cards" and len(path) > 1 and isinstance(node, Map):
        card = node.get(path[1])
        kind = card.get("kind") if isinstance(card, Map) else None
        return ("cards", path[1], kind) if isinstance(kind, Text) else None
    return None


def _values_of(item: Refused, kind: Kind | CardKind, known: Known, found: list[Diagnostic]) -> dict[str, Value]:
    """The values of one thing or card; what is wrong goes to `found`."""
    is_card = item.section == "cards"
    keys, owner = (CARD_KEYS, f"{kind.id} card") if is_card else (THING_KEYS, str(kind.id))
    given = item.node.part(lambda key: key not in keys)
    subject = f"{'card' if is_card else kind.id} {item.key}"
    values, more = read_values(given, kind.has, owner, item.key.span, subject, known, keys)
    found += more
    return values
