"""The map: ways that lead one way only, places apart, edges that say nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sfrules.check.rule import Finding, check
from sfrules.diag import Related, Severity
from sfrules.model.book import Book
from sfrules.model.circles import rounds_of
from sfrules.model.map import PlaceMap
from sfrules.source.nodes import Text

_PLACES = "kinds:\n  place: {}\nthings:\n  place:\n    harbour: {}\n    market: {}\n    tower: {}\n"
_DRAWN = "map:\n  of: place\n  layout: {harbour: [0, 10], market: [50, 90], tower: [100, 30]}\n"
_FARTHEST = 100
_FEW = 3
_FOUR = (
    "kinds:\n  place: {}\nthings:\n  place:\n    harbour: {}\n    market: {}\n    tower: {}\n    cave: {}\n"
    "map:\n  of: place\n  edges: [[harbour, market], [tower, cave]]\n"
)


@check(
    "SF501",
    Severity.ERROR,
    "The way back is missing",
    why="A list of neighbours gives each direction by itself. A forgotten entry makes a road that can be gone once.",
    bad="map:\n  of: place\n  neighbours:\n    harbour: [market]\n    market: []\n",
    good="map:\n  of: place\n  neighbours:\n    harbour: [market]\n    market: []\n  one_way: [[harbour, market]]\n",
)
def missing_return(book: Book) -> Iterator[Finding]:
    """A neighbour that does not list its neighbour, where nothing says that the way is one-way."""
    for way in book.map.missing_returns() if book.map is not None else ():
        yield Finding(
            way.span,
            f"“{way.start}” lists “{way.end}”, but “{way.end}” does not list “{way.start}”.",
            f"place {way.start}",
            f"Add {way.start} to the neighbours of {way.end}, or add [{way.start}, {way.end}] to one_way.",
        )


@check(
    "SF502",
    Severity.WARNING,
    "A place stands apart",
    why="What no road joins to the rest of the map can never be entered or left.",
    bad=_PLACES + "map:\n  of: place\n  edges: [[harbour, market]]\n",
    good=_PLACES + "map:\n  of: place\n  edges: [[harbour, market], [market, tower]]\n",
)
def apart(book: Book) -> Iterator[Finding]:
    """A place that no way joins to the largest part of the map."""
    places = book.map
    if places is None or not places.ways():
        return
    parts = sorted(_parts(places), key=len, reverse=True)
    if any(name not in book.things for part in parts for name in part):
        return  # a way to nowhere, which is told at its place, may be the one that is missing
    for name in (name for part in parts[1:] for name in part):
        thing = book.things.get(name)
        if thing is not None:
            message = f"No way leads from “{name}” to the rest of the map."
            yield Finding(thing.span, message, f"{thing.kind} {name}", "Add an edge in the section map.")


@check(
    "SF503",
    Severity.INFO,
    "A place of one direction",
    why="What can be entered but not left holds a piece for ever; what cannot be entered is for nobody.",
    bad=_PLACES + "map:\n  of: place\n  edges: [[harbour, market]]\n  one_way: [[market, tower]]\n",
    good=_PLACES + "map:\n  of: place\n  edges: [[harbour, market], [market, tower]]\n",
)
def pocket(book: Book) -> Iterator[Finding]:
    """A place with ways in and none out, or the other way round."""
    places = book.map
    if places is None:
        return
    ways = places.ways()
    entered = {end for ends in ways.values() for end in ends}
    told = {str(name) for way in places.missing_returns() for name in way}
    for name in places.places:
        thing = book.things.get(name)
        if thing is None or name in told or (name in entered) == (name in ways):
            continue
        message = (
            f"“{name}” can be entered but not left." if name in entered else f"“{name}” can be left but not entered."
        )
        yield Finding(thing.span, message, f"{thing.kind} {name}")


@check(
    "SF504",
    Severity.WARNING,
    "An edge that says nothing new",
    why="An edge written twice, or from a place to itself, is most likely a slip for another edge.",
    bad="map:\n  of: place\n  edges: [[harbour, market], [market, harbour]]\n",
    good="map:\n  of: place\n  edges: [[harbour, market]]\n",
)
def odd_edge(book: Book) -> Iterator[Finding]:
    """An edge that is there already, or that leads back to where it starts."""
    if book.map is None:
        return
    seen: dict[frozenset[str], Text] = {}
    for start, end in book.map.edges:
        pair = frozenset((str(start), str(end)))
        if start == end:
            yield Finding(start.span.to(end.span), f"This edge leads from “{start}” to itself.", "map")
        elif pair in seen:
            first = (Related(seen[pair].span, "the first is here"),)
            yield Finding(start.span.to(end.span), f"“{start}” and “{end}” are joined already.", "map", related=first)
        seen.setdefault(pair, start)
    for start, end in book.map.one_way:
        if frozenset((str(start), str(end))) in seen:
            message = f"“{start}” and “{end}” are joined both ways by an edge, so that this way is not one-way."
            yield Finding(start.span.to(end.span), message, "map")


@check(
    "SF505",
    Severity.WARNING,
    "A part of the map without a way back",
    why="One-way roads can lead into several places from which nobody ever comes out again, or out of some for ever.",
    bad=_FOUR + "  one_way: [[market, tower]]\n",
    good=_FOUR + "  one_way: [[market, tower], [cave, harbour]]\n",
)
def one_way_part(book: Book) -> Iterator[Finding]:
    """Several places that can be entered and never left, or left and never entered again."""
    places = book.map
    if places is None or not places.one_way:
        return
    rounds = sorted(_rounds(places), key=len, reverse=True)
    if not rounds:
        return
    ways = places.ways()
    entered = {end for ends in ways.values() for end in ends}
    after, before = _reached(ways, rounds[0][0]), _reached(_turned(ways), rounds[0][0])
    for part in rounds[1:]:
        first = book.things.get(part[0])
        if first is None or (len(part) == 1 and (part[0] in ways) != (part[0] in entered)):
            continue  # a single place of one direction is told by itself
        names = " and ".join(f"“{name}”" for name in part)
        if part[0] in after:
            message = f"No way leads back from {names} to the rest of the map."
        elif part[0] in before:
            message = f"No way leads to {names} from the rest of the map."
        else:
            continue  # what stands apart is told so
        yield Finding(first.span, message, f"{first.kind} {part[0]}")


@check(
    "SF549",
    Severity.WARNING,
    "A place that is drawn amiss",
    why="The map is drawn by its layout, from 0 to 100; a slip there moves all other places, or hides one of them.",
    bad=_PLACES + _DRAWN.replace("50, 90", "50, 900"),
    good=_PLACES + _DRAWN,
)
def odd_spot(book: Book) -> Iterator[Finding]:
    """A spot of the layout that lies outside of the map or is taken, and a place that the layout forgets."""
    if book.map is None or not book.map.layout:
        return
    layout, subject = book.map.layout, "map layout"
    taken: dict[tuple[int, int], str] = {}
    for name, spot in layout.items():
        place = book.map.span_of("layout", name)
        if max(spot) > _FARTHEST:
            message = f"“{name}” is drawn outside of the map, which goes from 0 to {_FARTHEST} across and down."
            yield Finding(place, message, subject, f"Write numbers up to {_FARTHEST}.")
        elif spot in taken:
            message = f"“{name}” is drawn on the very spot of “{taken[spot]}”."
            first = (Related(book.map.span_of("layout", taken[spot]), "the first is here"),)
            yield Finding(place, message, subject, "Give each a spot of its own.", first)
        taken.setdefault(spot, name)
    forgotten = [name for name in book.map.places if name not in layout]
    if forgotten and book.map.grid is None and not layout.keys() - set(book.map.places):
        names = " and ".join(f"“{name}”" for name in forgotten[:_FEW])
        more = f" and {len(forgotten) - _FEW} more" if len(forgotten) > _FEW else ""
        message = f"The layout says where other places are drawn, and nothing of {names}{more}."
        yield Finding(book.map.key_span_of("layout"), message, subject, "Add each with its two numbers.")


def _turned(ways: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """The same ways, gone the other way."""
    turned: dict[str, list[str]] = {}
    for start, ends in ways.items():
        for end in ends:
            turned.setdefault(end, []).append(start)
    return turned


def _reached(ways: Mapping[str, Iterable[str]], start: str) -> set[str]:
    """Every place that ways lead to from one."""
    seen, todo = set[str](), [start]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += ways.get(name, ())
    return seen


def _rounds(places: PlaceMap) -> list[list[str]]:
    """The places in groups within which each can be reached from each."""
    order = {name: number for number, name in enumerate(places.places)}
    ways = places.ways()
    rounds = rounds_of({name: [end for end in ways.get(name, ()) if end in order] for name in order})
    return sorted((sorted(part, key=order.__getitem__) for part in rounds), key=lambda part: order[part[0]])


def _parts(places: PlaceMap) -> list[list[str]]:
    """The places in groups that ways, in whatever direction, join."""
    joined: dict[str, set[str]] = {name: set() for name in places.places}
    for start, ends in places.ways().items():
        for end in ends:
            joined.setdefault(start, set()).add(end)
            joined.setdefault(end, set()).add(start)
    order = {name: number for number, name in enumerate(joined)}
    parts, left = [], dict.fromkeys(joined)
    while left:
        part, todo = [], [next(iter(left))]
        while todo:
            name = todo.pop()
            if name in left:
                del left[name]
                part.append(name)
                todo += joined[name]
        parts.append(sorted(part, key=order.__getitem__))
    return parts
