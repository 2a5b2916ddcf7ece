"""Book -> Board: the map, the tracks and a player's aid, on paper, so that a game can be played on a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path

from sfrules.model.base import Described
from sfrules.model.book import Book
from sfrules.model.kind import Kind, Thing
from sfrules.model.map import Grid, PlaceMap
from sfrules.model.property import FlagProperty, PropertyBase, TrackProperty
from sfrules.publish.deck import resolved_colour
from sfrules.publish.faces import Paragraph
from sfrules.publish.fixed import field_value, number_of
from sfrules.publish.markup import filler, paragraphs, plain
from sfrules.publish.placefacts import place_facts
from sfrules.publish.sheets import Ink, Paper, PrintFault, PrintResult
from sfrules.publish.titles import text_of, title_of
from sfrules.publish.typeset import icon_names, typeset
from sfrules.publish.words import cap
from sfrules.record import record

# The longest row of numbers; a longer track has rows that end with 20, 40, 60 …
_ROW = 25
_TWENTY = 20
_LARGEST = 130
_OPEN_END = 20


@record
class Spot:
    """A place on the map: `x` and `y` from 0 to 100, from the upper left; `marks` say what is special about it."""

    title: str
    x: float
    y: float
    colour: str
    marks: tuple[str, ...] = ()


@record
class Way:
    """A connection between two spots, given by number; an arrow when it leads one way only."""

    start: int
    end: int
    both: bool


@record
class Start:
    """Who stands where at the beginning of a track."""

    names: tuple[str, ...]
    colours: tuple[str, ...]
    value: int


@record
class Track:
    """Boxes with numbers, row by row; `starts` is empty when only play can tell."""

    title: str
    text: tuple[Paragraph, ...]
    rows: tuple[tuple[int, ...], ...]
    starts: tuple[Start, ...] = ()


@record
class Aid:
    """A part of the player's aid: what one may do, each with its text."""

    heading: str
    text: tuple[Paragraph, ...]
    items: tuple[tuple[str, tuple[Paragraph, ...]], ...]


@record
class Board:
    """What lies on the table besides cards. `columns` is 0 unless the map is a grid.

    `facts` are rows of what is fixed about places, the first one their headings; empty when nothing is.
    """

    title: str
    version: str
    spots: tuple[Spot, ...]
    ways: tuple[Way, ...]
    columns: int
    grid_rows: int
    markers: tuple[str, ...]
    facts: tuple[tuple[str, ...], ...]
    counted: str
    steps: tuple[str, ...]
    tracks: tuple[Track, ...]
    aids: tuple[Aid, ...]
    lang: str = "en"

    @property
    def empty(self) -> bool:
        """Whether there is nothing to print."""
        return not (self.spots or self.steps or self.tracks or self.aids)


def board_of(book: Book) -> Board:
    """The board of a book: only what everybody may see."""
    grid = book.map.grid if book.map is not None else None
    counted = next((phase for phase in book.all_phases() if phase.repeat), None)
    steps: tuple[str, ...] = ()
    if counted is not None and counted.repeat:
        titles = [plain(title, filler(book)) for title in counted.titles]
        steps = tuple((titles + [""] * counted.repeat)[: counted.repeat])
    return Board(
        str(book.scenario.title),
        f"v{book.scenario.version}" if book.scenario.version else "",
        _spots(book),
        _ways(book.map) if book.map is not None and grid is None else (),
        grid.columns if grid is not None else 0,
        grid.rows if grid is not None else 0,
        _markers(book),
        _facts(book),
        title_of(book, counted) if counted is not None else "",
        steps,
        tuple(_tracks(book)),
        (*_menus(book), *_endings(book)),
        book.spoken.split("-")[0],
    )


def print_board(board: Board, out: Path, *, paper: Paper = "a4", ink: Ink = "full") -> PrintResult:
    """Write `board-<paper>.pdf` into the folder `out`. What the disk refuses is an OSError; the old file stays then."""
    made = typeset("board", {**asdict(board), "paper": paper, "ink": ink})
    path = out / f"board-{paper}.pdf"
    out.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.write_bytes(made.pdf)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    letters = "".join(made.missing.values())
    named = ", ".join(f"U+{ord(letter):04X}" for letter in letters)
    message = f"the board: no font here can print {named}"
    faults = (PrintFault("glyph", "error", "", "board", message),) if letters else ()
    return PrintResult((path,), made.pages, 0, made.fits, faults)


# the map


def _spots(book: Book) -> tuple[Spot, ...]:
    if book.map is None or book.map.kind is None:
        return ()
    things = [book.things[name] for name in book.map.places if name in book.things]
    kind = book.kinds.get(book.map.kind)
    spots = [_spot(book, kind, thing, at, len(things)) for at, thing in enumerate(things)]
    return tuple(spots) if book.map.grid is not None else _spread(spots)


def _spread(spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """The same drawing, stretched to the edges of the paper."""
    across, down = [spot.x for spot in spots], [spot.y for spot in spots]
    return tuple(replace(spot, x=_stretched(spot.x, across), y=_stretched(spot.y, down)) for spot in spots)


def _stretched(value: float, among: Sequence[float]) -> float:
    low, high = min(among), max(among)
    return round(100 * (value - low) / (high - low), 2) if high > low else 50.0


def _spot(book: Book, kind: Kind | None, thing: Thing, at: int, number: int) -> Spot:
    assert book.map is not None
    x, y = _position(book.map, thing, at, number)
    flags = [prop for prop in (kind.has.values() if kind is not None else ()) if isinstance(prop, FlagProperty)]
    marks = [title_of(book, prop) for prop in flags if prop.fixed and field_value(prop, thing.values) is True]
    return Spot(title_of(book, thing), x, y, resolved_colour(book, thing.colour) or "", tuple(marks))


def _position(place_map: PlaceMap, thing: Thing, at: int, number: int) -> tuple[float, float]:
    """Where content puts a place: by its layout, as a cell of the grid (row 1 below), else on a circle."""
    if thing.id in place_map.layout:
        x, y = place_map.layout[thing.id]
        return float(x), float(y)
    if place_map.grid is not None:
        return _cell(place_map.grid, thing.id)
    turn = math.tau * at / max(number, 1)
    return round(50 + 48 * math.sin(turn), 2), round(50 - 48 * math.cos(turn), 2)


def _cell(grid: Grid, name: str) -> tuple[float, float]:
    column, row = ord(name[0]) - ord("a"), int(name[1:])
    return float(column), float(grid.rows - row)


def _ways(place_map: PlaceMap) -> tuple[Way, ...]:
    number = {name: at for at, name in enumerate(place_map.places)}
    known = [edge for edge in place_map.edge_list() if edge[0] in number and edge[1] in number]
    return tuple(Way(number[start], number[end], both) for start, end, both in known)


def _markers(book: Book) -> tuple[str, ...]:
    """What play can make of a place, for which a marker is laid on it."""
    kind = book.kinds.get(book.map.kind or "") if book.map is not None else None
    has = kind.has.values() if kind is not None else ()
    return tuple(title_of(book, p) for p in has if isinstance(p, FlagProperty) and not p.fixed and _is_public(p))


def _facts(book: Book) -> tuple[tuple[str, ...], ...]:
    facts = place_facts(book)
    if not facts.columns or book.map is None:
        return ()
    kind = book.kinds[str(book.map.kind)]
    rows = ((title_of(book, book.things[name]), *cells) for name, cells in facts.rows)
    return (cap(title_of(book, kind)), *facts.columns), *rows


# tracks


def _tracks(book: Book) -> Iterator[Track]:
    for prop in book.table.values():
        if isinstance(prop, TrackProperty) and _is_public(prop):
            yield _track(book, prop, ("table", str(prop.id), "start"), ())
    for kind in book.kinds.values():
        for prop in kind.has.values():
            if isinstance(prop, TrackProperty) and _is_public(prop) and not prop.fixed:
                yield _track(book, prop, ("kinds", str(kind.id), "has", str(prop.id), "start"), book.things_of(kind.id))


def _track(book: Book, prop: TrackProperty, path: tuple[str, ...], owners: Sequence[Thing]) -> Track:
    start = number_of(book, path)
    low = prop.track.low if prop.track.low is not None else 0
    default = start if start is not None else low
    values = [(thing, thing.values.get(prop.id, default)) for thing in owners]
    numbers = [value for _, value in values if isinstance(value, int)]
    open_end = 10 * math.ceil(max(_OPEN_END, *(2 * number for number in [default, *numbers])) / 10)
    high = prop.track.high if prop.track.high is not None else open_end
    starts = tuple(_starts(book, values)) if owners else (Start((), (), default),)
    return Track(title_of(book, prop), paragraphs(prop.text or "", filler(book)), _rows(low, high), starts)


def _starts(book: Book, values: Sequence[tuple[Thing, object]]) -> Iterator[Start]:
    """One entry for each value, with all that begin there."""
    for value in dict.fromkeys(value for _, value in values if isinstance(value, int)):
        there = [thing for thing, begins in values if begins == value]
        names = tuple(str(thing.short or title_of(book, thing)) for thing in there)
        yield Start(names, tuple(resolved_colour(book, thing.colour) or "" for thing in there), value)


def _rows(low: int, high: int) -> tuple[tuple[int, ...], ...]:
    """The numbers of a track in rows of like length; of a very long one, its digits: hundreds, tens, ones."""
    if high - low > _LARGEST:
        digits = len(str(high))
        return tuple(tuple(range(0, 10 * 10**place, 10**place)) for place in reversed(range(digits)))
    if high - low <= _ROW:
        return (tuple(range(low, high + 1)),)
    ends = [low - 1, *range((low // _TWENTY + 1) * _TWENTY, high, _TWENTY), high]
    return tuple(tuple(range(start + 1, end + 1)) for start, end in pairwise(ends))


# the player's aid


def _menus(book: Book) -> Iterator[Aid]:
    """What each menu offers; what was explained once is not explained again."""
    shown: set[str] = set()
    for menu in book.menus.values():
        names = [name for name in dict.fromkeys([*menu.free, *menu.one, *menu.after]) if name not in shown]
        shown.update(names)
        items = tuple((title_of(book, what), text_of(book, what)) for name in names for what in _named(book, name))
        if items or menu.text is not None:
            yield Aid(title_of(book, menu), text_of(book, menu), items)


def _named(book: Book, name: str) -> list[Described]:
    """What a name in a menu stands for: an entry, all entries of a section, or a kind of card."""
    if name in ("actions", "powers"):
        return list(getattr(book, name).values())
    found = book.entry(name) or book.card_kinds.get(name)
    return [found] if found is not None else []


def _endings(book: Book) -> Iterator[Aid]:
    items = []
    for ending in book.endings.values():
        given = {name: _type_title(book, str(of.name)) for name, of in ending.given.items()}
        fill = filler(book, None, given)
        items.append((plain(ending.label, fill), paragraphs(ending.text or "", fill, icon_names())))
    if items:
        yield Aid("How it ends", (), tuple(items))


def _type_title(book: Book, name: str) -> str:
    """What a title says for a thing that only play can name: one of two, or any of a kind."""
    things = book.things_of(name)
    if 0 < len(things) < 3:
        return " or ".join(title_of(book, thing) for thing in things)
    kind: Described | None = book.kinds.get(name) or book.card_kinds.get(name)
    return title_of(book, kind) if kind is not None else name


def _is_public(prop: PropertyBase) -> bool:
    return prop.kept_by is None and (prop.seen_by is None or prop.seen_by.all)
