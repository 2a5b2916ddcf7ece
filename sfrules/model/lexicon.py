"""Book -> Lexicon: what each id of the content means in a rule."""

from __future__ import annotations

from collections.abc import Mapping

from sfrules.lang.types import ANY, FLAG, NUMBER, TEXT, Type, many, optional, thing, word
from sfrules.model.book import Book
from sfrules.model.define import WITHIN
from sfrules.model.names import EntryWord, Lexicon, PropertyWord, ZoneWord
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
)  # fmt: skip
from sfrules.model.scalars import TypeName


def lexicon_of(book: Book, like: tuple[Book, Lexicon] | None = None) -> Lexicon:
    """All names of a book. Result types of formulas and choices are filled in as the rules are typed.

    What the book has in common with one that is `like` it is not gone through again.
    """
    lex = Lexicon()
    lex.lost = frozenset(name for section, names in book.spoilt.items() if section != WITHIN for name in names)
    lex.within = book.spoilt.get(WITHIN, frozenset())
    lex.kinds = {str(k): {} for k in book.kinds}
    lex.card_kinds = {str(k): {} for k in book.card_kinds}
    seat = book.seat_kind()
    lex.seat_kind = str(seat.id) if seat is not None else ""
    lex.map_kind = str(book.map.kind) if book.map is not None and book.map.kind is not None else ""
    _things(book, lex)
    _properties(book, lex)
    _flow(book, lex)
    if like is not None and _in_common(book, like[0], "cards", "zones", "actions", "powers", "spoilt"):
        lex.cards, lex.zones, lex.entries = like[1].cards, like[1].zones, like[1].entries
    else:
        _cards(book, lex)
    named = ("define", "routines", "gaps", "endings", "kinds", "card_kinds", "map")
    if like is not None and _in_common(book, like[0], *named):
        lex.defines, lex.routines, lex.gaps, lex.endings = (
            like[1].defines, like[1].routines, like[1].gaps, like[1].endings,
        )  # fmt: skip
    else:
        _given(book, lex)
    return lex


def _in_common(book: Book, other: Book, *sections: str) -> bool:
    return all(getattr(book, section) is getattr(other, section) for section in sections)


def _things(book: Book, lex: Lexicon) -> None:
    for name, made in book.things.items():
        lex.things[str(name)] = (*lex.things.get(str(name), ()), made.kind)
    for kind in lex.kinds:
        for lost in book.spoilt.get("things", ()):
            lex.things.setdefault(lost, (kind,))


def _properties(book: Book, lex: Lexicon) -> None:
    for kind in book.kinds.values():
        lex.kinds[str(kind.id)] = {str(p): _word(lex, prop) for p, prop in kind.has.items()}
    for card_kind in book.card_kinds.values():
        lex.card_kinds[str(card_kind.id)] = {str(p): _word(lex, prop) for p, prop in card_kind.has.items()}
    lex.table = {str(p): _word(lex, prop) for p, prop in book.table.items()}
    if book.map is not None and book.map.grid is not None:
        _grid(book, lex)


def _grid(book: Book, lex: Lexicon) -> None:
    """A grid gives its cells their row, column and lines, and a thing for each row and column."""
    assert book.map is not None
    assert book.map.grid is not None
    grid = book.map.grid
    cell = thing(str(grid.of))
    cells = list(grid.cells())
    lines = grid.all_lines()
    columns = list(dict.fromkeys(c[0] for c in cells))
    rows = list(dict.fromkeys(c[1:] for c in cells))
    lex.kinds.setdefault(str(grid.of), {}).update(
        lines=PropertyWord(
            many(many(cell)), fixed=True, values={c: [line for line in lines if c in line] for c in cells}
        ),
        column=PropertyWord(thing("column"), fixed=True, values={c: f"column-{c[0]}" for c in cells}),
        row=PropertyWord(thing("row"), fixed=True, values={c: f"row-{c[1:]}" for c in cells}),
    )
    by_column = {f"column-{c}": list(grid.column(c)) for c in columns}
    by_row = {f"row-{r}": list(grid.row(int(r))) for r in rows}
    for kind, members in (("column", by_column), ("row", by_row)):
        lex.kinds[kind] = {"cells": PropertyWord(many(cell), fixed=True, values=members)}
        for name in members:
            lex.things[name] = (*lex.things.get(name, ()), kind)


def _word(lex: Lexicon, prop: PropertyBase) -> PropertyWord:
    of = _type(lex, prop)
    fixed = prop.fixed
    match prop:
        case TrackProperty():
            return PropertyWord(of, fixed=fixed, low=prop.track.low, high=prop.track.high, track=True)
        case NumberProperty():
            return PropertyWord(of, fixed=fixed, low=prop.number.low, high=prop.number.high)
        case DerivedProperty():
            return PropertyWord(of, derived=True)
        case _:
            return PropertyWord(of, fixed=fixed)


def _type(lex: Lexicon, prop: PropertyBase) -> Type:
    match prop:
        case TrackProperty() | NumberProperty():
            return NUMBER
        case FlagProperty():
            return FLAG
        case ThingProperty():
            of = lex.type_of(prop.is_) or ANY
            return optional(of) if prop.optional else of
        case ChoiceProperty():
            of = word(tuple(str(w) for w in prop.one_of))
            lex.words.update(of.words)
            return optional(of) if prop.optional else of
        case SetProperty():
            return many(lex.type_of(prop.set_) or ANY)
        case TextProperty():
            return TEXT
        case _:
            return ANY


def _cards(book: Book, lex: Lexicon) -> None:
    lex.cards = {str(c): str(made.kind) for c, made in book.cards.items()}
    for lost in book.spoilt.get("cards", ()):
        lex.cards.setdefault(lost, "")
    unsure = book.spoilt.get("zones", ())
    lex.zones = {
        str(z): ZoneWord(str(made.of), str(made.per or "")) for z, made in book.zones.items() if str(z) not in unsure
    }
    for section, entry in book.entries():
        lex.entries[str(entry.id)] = EntryWord(
            section,
            section == "cards",
            str(entry.rides or ""),
            entry.is_reaction,
            tuple(str(name) for name in entry.choose),
        )


def _flow(book: Book, lex: Lexicon) -> None:
    lex.numbers = {str(n): made.value for n, made in book.numbers.items()}
    lex.phases = {str(phase.id) for phase in book.all_phases()}
    lex.counters = {str(phase.id) for phase in book.all_phases() if phase.repeat is not None}
    lex.menus = _ids(book, "menus")
    lex.limits = _ids(book, "limits")


def _ids(book: Book, section: str) -> set[str]:
    return {str(name) for name in (*getattr(book, section), *book.spoilt.get(section, ()))}


def _given(book: Book, lex: Lexicon) -> None:
    for section, target in (
        ("define", lex.defines),
        ("routines", lex.routines),
        ("gaps", lex.gaps),
        ("endings", lex.endings),
    ):
        for name, made in getattr(book, section).items():
            target[str(name)] = given_types(lex, made.given)


def given_types(lex: Lexicon, given: Mapping[str, TypeName]) -> dict[str, Type]:
    """Types of what a rule is given; an unknown kind, which is reported elsewhere, counts as anything."""
    return {str(name): type_named(lex, of) for name, of in given.items()}


def type_named(lex: Lexicon, name: TypeName) -> Type:
    """The type of something given; an unknown kind counts as anything."""
    of = lex.type_of(str(name.name)) or ANY
    if name.many:
        of = many(of)
    return optional(of) if name.optional else of
