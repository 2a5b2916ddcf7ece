"""The map as a drawing (SVG): places as boxes at the designer's points, ways between them, each place a link."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from sfrules.diag import how_many
from sfrules.model.book import Book
from sfrules.model.map import Grid, PlaceMap
from sfrules.model.property import FlagProperty
from sfrules.publish.markup import safe
from sfrules.record import record

Href = Callable[[str], str]
Point = tuple[float, float]

WIDTH, HEIGHT = 900, 560
_EDGE_X, _EDGE_Y = 100, 50
_LETTER, _SMALL_LETTER = 8.4, 6.6
_CELL = 96


@record
class _Node:
    id: str
    title: str
    at: Point
    half: float
    note: str

    @property
    def tall(self) -> float:
        """Half its height; a note takes a line of its own."""
        return 30.0 if self.note else 23.0


def draw_map(book: Book, href: Href, *, here: str = "", around: bool = False) -> str:
    """The map of a book as an SVG element, or nothing when it has none.

    `href` gives the address of a place; `here` is set off; with `around` only that place and its neighbours are drawn.
    """
    if book.map is None or not book.map.places:
        return ""
    return _draw_grid(book, book.map.grid, href, here) if book.map.grid is not None else _draw(book, href, here, around)


def _draw(book: Book, href: Href, here: str, around: bool) -> str:
    assert book.map is not None
    nodes = {node.id: node for node in _nodes(book, book.map)}
    edges = [edge for edge in book.map.edge_list() if edge[0] in nodes and edge[1] in nodes]
    if around:
        near = {here, *book.map.neighbours(here)}
        edges = [edge for edge in edges if here in edge[:2]]
        nodes = {name: node for name, node in nodes.items() if name in near or any(name in e[:2] for e in edges)}
    parts = [_edge(nodes[a], nodes[b], both) for a, b, both in edges]
    parts += [_place(node, href(node.id), node.id == here) for node in nodes.values()]
    return _svg(book, _box(nodes, around), parts, _told(book, nodes, edges))


def _svg(book: Book, box: str, parts: list[str], told: str, kind: str = "map-ways") -> str:
    title = safe(f"Map of {book.scenario.title}")
    return (
        f'<svg class="{kind}" viewBox="{box}" role="img" aria-label="{title}. {safe(told)}" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{title}</title><desc>{safe(told)}</desc>{''.join(parts)}</svg>"
    )


def _told(book: Book, nodes: dict[str, _Node], edges: list[tuple[str, str, bool]]) -> str:
    """The drawing in words, for those who do not see it."""
    ways = [f"{nodes[a].title} {'–' if both else '→'} {nodes[b].title}" for a, b, both in edges]
    return f"{how_many(len(nodes), 'place')}, {how_many(len(edges), 'connection')}: {', '.join(ways)}."


def _nodes(book: Book, places: PlaceMap) -> Iterator[_Node]:
    points = _points(places)
    left, right = _ends(x for x, _ in points.values())
    top, bottom = _ends(y for _, y in points.values())
    for name, (x, y) in points.items():
        thing = book.things.get(name)
        title = str(thing.label) if thing is not None else name
        note = _note(book, name)
        at = (
            _EDGE_X + (x - left) / (right - left) * (WIDTH - 2 * _EDGE_X),
            _EDGE_Y + (y - top) / (bottom - top) * (HEIGHT - 2 * _EDGE_Y),
        )
        width = max(len(title) * _LETTER, len(note) * _SMALL_LETTER)
        yield _Node(name, title, at, max(46.0, width / 2 + 18), note)


def _points(places: PlaceMap) -> dict[str, Point]:
    """Where each place is drawn: as the designer says, the others on a circle."""
    count = len(places.places)
    points: dict[str, Point] = {}
    for index, name in enumerate(places.places):
        angle = 2 * math.pi * index / count - math.pi / 2
        points[name] = places.layout.get(name, (50 + 50 * math.cos(angle), 50 + 50 * math.sin(angle)))
    return points


def _ends(values: Iterable[float]) -> tuple[float, float]:
    """The smallest and the largest of some values, never the same."""
    known = list(values)
    low, high = min(known), max(known)
    return (low, high) if high > low else (low - 1, high + 1)


def _note(book: Book, name: str) -> str:
    """What content sets a place apart by: the fixed flags that it has."""
    thing = book.things.get(name)
    kind = book.kinds.get(thing.kind) if thing is not None else None
    if thing is None or kind is None:
        return ""
    flags = (prop for prop in kind.has.values() if isinstance(prop, FlagProperty) and prop.fixed)
    return ", ".join(str(flag.label) for flag in flags if thing.values.get(str(flag.id)) is True)


def _box(nodes: dict[str, _Node], around: bool) -> str:
    if not around or not nodes:
        return f"0 0 {WIDTH} {HEIGHT}"
    left = min(node.at[0] - node.half for node in nodes.values()) - 16
    right = max(node.at[0] + node.half for node in nodes.values()) + 16
    top = min(node.at[1] - node.tall for node in nodes.values()) - 16
    bottom = max(node.at[1] + node.tall for node in nodes.values()) + 16
    return f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"


def _edge(start: _Node, end: _Node, both: bool) -> str:
    if both:
        return f'<path class="map-edge" d="M{_at(start.at)} L{_at(end.at)}"/>'
    tip = _rim(end, start.at)
    line = f'<path class="map-edge map-edge--oneway" d="M{_at(start.at)} L{_at(tip)}"/>'
    return line + _arrow(start.at, tip)


def _arrow(start: Point, tip: Point) -> str:
    angle = math.atan2(tip[1] - start[1], tip[0] - start[0])
    wings = [(tip[0] - 15 * math.cos(angle + turn), tip[1] - 15 * math.sin(angle + turn)) for turn in (0.42, -0.42)]
    return f'<path class="map-arrow" d="M{_at(tip)} L{_at(wings[0])} L{_at(wings[1])} Z"/>'


def _rim(node: _Node, towards: Point) -> Point:
    """Where a line from another point meets the box of a node."""
    dx, dy = towards[0] - node.at[0], towards[1] - node.at[1]
    if not dx and not dy:
        return node.at
    share = min(node.half / abs(dx) if dx else math.inf, node.tall / abs(dy) if dy else math.inf)
    return node.at[0] + dx * share, node.at[1] + dy * share


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def _place(node: _Node, href: str, here: bool) -> str:
    x, y = node.at
    classes = "map-place" + (" map-place--special" if node.note else "") + (" map-place--here" if here else "")
    left, top, high = x - node.half, y - node.tall, y - (9 if node.note else 0)
    box = (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{2 * node.half:.1f}" height="{2 * node.tall:.0f}" rx="7"/>'
        f'<text class="map-label" x="{x:.1f}" y="{high:.1f}">{safe(node.title)}</text>'
    )
    below = y + 16
    note = f'<text class="map-note" x="{x:.1f}" y="{below:.1f}">{safe(node.note)}</text>' if node.note else ""
    label = safe(f"{node.title}, {node.note}" if node.note else node.title)
    return f'<a href="{safe(href)}" aria-label="{label}"><g class="{classes}">{box}{note}</g></a>'


def _draw_grid(book: Book, grid: Grid, href: Href, here: str) -> str:
    parts = []
    for name in grid.cells():
        column, row = ord(name[0]) - ord("a"), int(name[1:])
        x, y = 20 + column * _CELL, 20 + (grid.rows - row) * _CELL
        classes = "map-place" + (" map-place--here" if name == here else "")
        parts.append(
            f'<a href="{safe(href(name))}" aria-label="{name}"><g class="{classes}">'
            f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}"/>'
            f'<text class="map-label" x="{x + _CELL / 2:.0f}" y="{y + _CELL / 2:.0f}">{name}</text></g></a>'
        )
    box = f"0 0 {grid.columns * _CELL + 40} {grid.rows * _CELL + 40}"
    last = chr(ord("a") + grid.columns - 1)
    columns, rows = how_many(grid.columns, "column"), how_many(grid.rows, "row")
    told = f"A grid of {columns}, a to {last}, and {rows}, 1 at the bottom."
    return _svg(book, box, parts, told, "map-grid")
