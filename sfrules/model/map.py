"""The map: which places are neighbours, and grids, which name their own places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from pydantic import Field, PrivateAttr

from sfrules.diag import Span
from sfrules.model.base import Definition, Described
from sfrules.model.scalars import Key, MaybeSlug, Natural, Rows, Slug
from sfrules.source.nodes import Map, Text

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Way(NamedTuple):
    """A way that leads from one place to another; `start` and `end` keep the place in the file where it is written."""

    start: Text
    end: Text

    @property
    def span(self) -> Span:
        """Where the place it leads to is written."""
        return self.end.span


class Grid(Definition):
    """Cells in columns and rows, named a1, b1, … by column letter and row number."""

    of: Slug
    columns: Natural
    rows: Rows
    lines: Natural = 0
    """How many cells in a row, column or diagonal make a line."""

    def cells(self) -> Iterator[str]:
        """All cells, row by row."""
        for row in range(1, self.rows + 1):
            yield from (f"{_LETTERS[column]}{row}" for column in range(min(self.columns, 26)))

    def column(self, letter: str) -> tuple[str, ...]:
        """The cells of a column, from row 1 up."""
        return tuple(f"{letter}{row}" for row in range(1, self.rows + 1))

    def row(self, number: int) -> tuple[str, ...]:
        """The cells of a row, from column a on."""
        return tuple(f"{letter}{number}" for letter in _LETTERS[: self.columns])

    def all_lines(self) -> tuple[tuple[str, ...], ...]:
        """Every line of `lines` cells: along rows, columns and both diagonals."""
        found = []
        for row in range(self.rows if self.lines else 0):
            for column in range(self.columns):
                for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                    last_column, last_row = column + right * (self.lines - 1), row + up * (self.lines - 1)
                    if 0 <= last_column < self.columns and last_row < self.rows:
                        steps = range(self.lines)
                        found.append(tuple(f"{_LETTERS[column + right * n]}{row + up * n + 1}" for n in steps))
        return tuple(found)

    def beside(self, cell: str) -> tuple[str, ...]:
        """The cells that share an edge with `cell`."""
        column, row = _LETTERS.index(cell[0]), int(cell[1:])
        around = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
        return tuple(f"{_LETTERS[c]}{r}" for c, r in around if 0 <= c < self.columns and 1 <= r <= self.rows)


def names_of_any_grid() -> Iterator[str]:
    """The names that grids give, for one of which nothing is known: those of the twenty nearest rows."""
    yield from ("lines", "cells", "column", "row")
    yield from (f"column-{letter}" for letter in _LETTERS)
    for row in range(1, 21):
        yield f"row-{row}"
        yield from (f"{letter}{row}" for letter in _LETTERS)


class PlaceMap(Described):
    """The section `map`. Edges lead both ways, unless `one_way`; `neighbours` lists each direction by itself."""

    of: MaybeSlug = None
    edges: tuple[tuple[Slug, Slug], ...] = ()
    one_way: tuple[tuple[Slug, Slug], ...] = ()
    neighbour_lists: dict[Key, tuple[Slug, ...]] = Field(default_factory=dict, alias="neighbours")
    layout: dict[Key, tuple[Natural, Natural]] = Field(default_factory=dict)
    grid: Grid | None = None
    _places: tuple[str, ...] = PrivateAttr(default=())
    _ways: dict[str, dict[str, Way]] | None = PrivateAttr(default=None)

    @property
    def places(self) -> tuple[str, ...]:
        """The things that are places, in the order written."""
        return self._places

    @property
    def kind(self) -> str | None:
        """The kind whose things are the places."""
        return self.of if self.of is not None else self.grid.of if self.grid is not None else None

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Where one can go from `place` in one step, in the order of the places."""
        ways = self.ways().get(place, {})
        if len(ways) < 2:
            return tuple(ways)
        known = [other for other in self._places if other in ways]
        return tuple(known + [other for other in ways if other not in known])

    def ways(self) -> dict[str, dict[str, Way]]:
        """Every way by its start and its end, each once."""
        if self._ways is None:
            made: dict[str, dict[str, Way]] = {}
            for way in self._written():
                made.setdefault(str(way.start), {}).setdefault(str(way.end), way)
            self._ways = made
        return self._ways

    def edge_list(self) -> tuple[tuple[str, str, bool], ...]:
        """The map for drawing: two places and whether one can go both ways, each pair once."""
        ways, seen = self.ways(), set()
        made = []
        for start in ways:
            for end in ways[start]:
                if (end, start) not in seen:
                    seen.add((start, end))
                    made.append((start, end, start in ways.get(end, {})))
        return tuple(made)

    def missing_returns(self) -> Iterator[Way]:
        """Ways of `neighbours` lists whose way back is not written, and that are not said to be one-way."""
        meant = set(self.one_way)
        ways = self.ways()
        for start, ends in self._lists():
            for end in ends:
                if (start, end) not in meant and start not in ways.get(end, {}):
                    yield Way(start, end)

    def _written(self) -> Iterator[Way]:
        for start, end in self.edges:
            yield Way(start, end)
            yield Way(end, start)
        for start, end in self.one_way:
            yield Way(start, end)
        for start, ends in self._lists():
            for end in ends:
                yield Way(start, end)
        if self.grid is not None and not (self.edges or self.neighbour_lists):
            yield from self._steps(self.grid)

    def _lists(self) -> Iterator[tuple[Text, tuple[Text, ...]]]:
        return cast("Iterator[tuple[Text, tuple[Text, ...]]]", iter(self.neighbour_lists.items()))

    def _steps(self, grid: Grid) -> Iterator[Way]:
        place = key_of(self, "grid")
        for cell in grid.cells():
            for other in grid.beside(cell):
                yield Way(named_like(cell, place), named_like(other, place))


def key_of(definition: Definition, field: str) -> Text:
    """The key of a field as written, with its place."""
    key = definition.node.key(field) if isinstance(definition.node, Map) else None
    if key is None:
        raise LookupError(field)
    return key


def named_like(name: str, place: Text) -> Text:
    """A name that content makes without writing it, at the place that makes it."""
    return Text(name, place.file, place.start, place.end)
