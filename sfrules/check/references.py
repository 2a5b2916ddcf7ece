"""Every name in a definition that stands for another definition: what it is, where it stands, what it may name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from sfrules.lang.types import thing
from sfrules.model.book import Book
from sfrules.model.card import Card, CardKind
from sfrules.model.check import OwnCheck
from sfrules.model.definitions import definitions
from sfrules.model.entry import Entry, Group, Limit
from sfrules.model.gap import Gap
from sfrules.model.kind import Kind, Thing
from sfrules.model.map import PlaceMap
from sfrules.model.phase import Phase
from sfrules.model.property import PropertyBase, SetProperty, ThingProperty
from sfrules.model.scalars import Eyes, TypeName
from sfrules.model.window import Menu
from sfrules.model.zone import Zone
from sfrules.source.nodes import Text

TYPES = frozenset(("number", "flag", "text"))


class Reference(NamedTuple):
    """A name, the sections it may be an id of, words that it may be instead, and what it is called in a message."""

    name: Text
    sections: tuple[str, ...]
    noun: str
    subject: str
    words: frozenset[str] = frozenset()


def references(book: Book) -> Iterator[Reference]:
    """The references of all definitions, in the order of the sections; then those of rulings that are not in force."""
    for subject, definition in (*definitions(book), *book.alternatives):
        match definition:
            case Zone():
                yield from _zone(book, definition, subject)
            case Entry():
                yield from _entry(book, definition, subject)
            case Kind() | Group() | Limit() | Phase() | CardKind():
                yield from _small(definition, subject)
                yield from _eyes(book, getattr(definition, "seen_by", None), subject, ())
            case Menu():
                for name in (*definition.one, *definition.free, *definition.after):
                    words = frozenset(("actions", "powers"))
                    yield Reference(
                        name, ("actions", "powers", "cards", "card_kinds"), "action, power or card", subject, words
                    )
            case PlaceMap():
                yield from _map(book, definition, subject)
            case Gap() if definition.ruling is not None:
                yield Reference(definition.ruling, (), "option", subject, frozenset(map(str, definition.options)))
            case PropertyBase():
                yield from _property(book, definition, subject)
            case OwnCheck() if definition.each is not None:
                yield Reference(definition.each, ("kinds", "card_kinds"), "kind", subject)
            case Thing():
                pass
        for given in getattr(definition, "given", {}).values():
            yield from _type(given, subject)
        colour = getattr(definition, "colour", None)
        if isinstance(colour, Text) and not colour.startswith("#") and _are_told(book):
            yield Reference(colour, (), "colour", subject, frozenset(map(str, book.scenario.colours)))


def _are_told(book: Book) -> bool:
    """Whether the colours by name could be read."""
    return bool(book.scenario.colours) or not book.spoilt.get("scenario")


def _zone(book: Book, zone: Zone, subject: str) -> Iterator[Reference]:
    yield Reference(zone.of, ("card_kinds",), "card kind", subject)
    if zone.per is not None:
        yield Reference(zone.per, ("kinds",), "kind", subject)
    if zone.reshuffles is not None and zone.when_empty is not None:
        yield Reference(zone.when_empty.tail(len(zone.reshuffles)), ("zones",), "zone", subject)
    holders = (zone.per,) if zone.per is not None else ()
    yield from _eyes(book, zone.seen_by, subject, holders)
    yield from _eyes(book, zone.count_seen_by, subject, holders)


def _entry(book: Book, entry: Entry, subject: str) -> Iterator[Reference]:
    if entry.limit is not None:
        yield Reference(entry.limit, ("limits",), "limit", subject)
    for window in (*entry.windows, *([entry.window] if entry.window is not None else [])):
        yield Reference(window, ("windows",), "window", subject)
    if entry.rides is not None:
        yield Reference(entry.rides, ("actions", "powers", "cards"), "action, power or card", subject)
    seat = book.seat_kind()
    if seat is not None:
        for name in entry.cost:
            yield Reference(
                cast(Text, name), (), f"property of {thing(seat.id).phrase}", subject, frozenset(map(str, seat.has))
            )
    if isinstance(entry, Card) and entry.zone is not None:
        yield Reference(entry.zone, ("zones",), "zone", subject)


def _small(definition: Kind | Group | Limit | Phase | CardKind, subject: str) -> Iterator[Reference]:
    """Definitions with fields that name one thing each."""
    wanted = {
        Group: (("of", "kinds", "kind"),),
        Limit: (("per", "kinds", "kind"), ("each", "phases", "phase")),
        Phase: (("each", "kinds", "kind"), ("menu", "menus", "menu")),
        CardKind: (("played_from", "zones", "zone"), ("discarded_to", "zones", "zone"), ("limit", "limits", "limit")),
    }
    for field, section, noun in wanted.get(type(definition), ()):
        name = getattr(definition, field)
        if name is not None:
            yield Reference(name, (section,), noun, subject)


def _map(book: Book, places: PlaceMap, subject: str) -> Iterator[Reference]:
    for kind in (places.of, places.grid.of if places.grid is not None else None):
        if kind is not None:
            yield Reference(kind, ("kinds",), "kind", subject)
    if places.kind is not None and not book.knows("kinds", places.kind):
        return  # nobody knows which places there are
    there = {str(thing.id) for thing in book.things_of(places.kind or "")}
    noun, known = places.kind or "place", frozenset(there | book.spoilt.get("things", frozenset()))
    names = [name for edge in (*places.edges, *places.one_way) for name in edge]
    for start, ends in places.neighbour_lists.items():
        names += [cast(Text, start), *ends]
    names += [cast(Text, name) for name in places.layout]
    for name in names:
        yield Reference(name, (), noun, subject, known)


def _property(book: Book, prop: PropertyBase, subject: str) -> Iterator[Reference]:
    if isinstance(prop, ThingProperty | SetProperty):
        kind = prop.is_ if isinstance(prop, ThingProperty) else prop.set_
        yield Reference(kind, ("kinds", "card_kinds"), "kind", subject)
    if prop.resets is not None:
        yield Reference(prop.resets, ("phases",), "phase", subject)
    yield from _eyes(book, prop.seen_by, subject, (*book.kinds, *book.card_kinds))


def _eyes(book: Book, eyes: Eyes | None, subject: str, holders: tuple[str, ...]) -> Iterator[Reference]:
    """Words that say who may see: besides the usual ones, properties that hold a seat, and groups."""
    if eyes is None:
        return
    words = {"all", "nobody", "owner"}
    for holder in holders:
        kind = book.kinds.get(holder) or book.card_kinds.get(holder)
        words.update(name for name, prop in kind.has.items() if isinstance(prop, ThingProperty)) if kind else None
    for word in eyes.words:
        yield Reference(word, ("groups",), "group or property that holds a seat", subject, frozenset(words))


def _type(given: TypeName, subject: str) -> Iterator[Reference]:
    yield Reference(given.name, ("kinds", "card_kinds"), "type", subject, TYPES)


def is_known(book: Book, reference: Reference) -> bool:
    """Whether something is called so, be it a definition that was refused."""
    if reference.name in reference.words:
        return True
    if "phases" in reference.sections:
        return bool(book.spoilt.get("phases")) or any(phase.id == reference.name for phase in book.all_phases())
    return any(book.knows(section, reference.name) for section in reference.sections)


def candidates(book: Book, reference: Reference) -> Iterator[str]:
    """All that the name could be."""
    yield from reference.words
    for section in reference.sections:
        yield from (phase.id for phase in book.all_phases()) if section == "phases" else getattr(book, section)
