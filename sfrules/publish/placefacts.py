"""What content fixes about the places of a map, as a table: a row a place, a column a property."""

from __future__ import annotations

from sfrules.model.book import Book
from sfrules.model.property import FlagProperty
from sfrules.publish.fixed import field_value
from sfrules.publish.hidden import is_public
from sfrules.publish.markup import shown_value
from sfrules.publish.titles import title_of
from sfrules.publish.words import cap
from sfrules.record import record


@record
class PlaceFacts:
    """Titles of the properties, and for each place by its id the values in the same order."""

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, tuple[str, ...]], ...] = ()


def place_facts(book: Book) -> PlaceFacts:
    """The fixed properties that everybody sees and some place has, but for flags: these are marks on the map."""
    kind = book.kinds.get(book.map.kind or "") if book.map is not None else None
    if kind is None or book.map is None:
        return PlaceFacts()
    things = [book.things[name] for name in book.map.places if name in book.things]
    columns: list[str] = []
    cells: list[list[str]] = [[] for _ in things]
    for prop in kind.has.values():
        values = [field_value(prop, thing.values) for thing in things]
        told = prop.fixed and is_public(prop) and not isinstance(prop, FlagProperty)
        if not told or all(value is None or value == "" for value in values):
            continue
        columns.append(cap(title_of(book, prop)))
        for row, value in zip(cells, values, strict=True):
            row.append("" if value is None else shown_value(book, value))
    rows = tuple((str(thing.id), tuple(row)) for thing, row in zip(things, cells, strict=True))
    return PlaceFacts(tuple(columns), rows) if columns else PlaceFacts()
