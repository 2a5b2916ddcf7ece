"""The map in its normal form, and grids."""

from __future__ import annotations

from sfrules.model.map import PlaceMap
from tests.check.reading import book_of

PORTS = "kinds: {port: {}}\nthings: {port: {a-bay: {}, b-bay: {}, c-bay: {}}}\n"


def places(written: str, before: str = PORTS) -> PlaceMap:
    book, _ = book_of(before + written)
    assert book.map is not None
    return book.map


def test_edges_lead_both_ways_and_neighbours_come_in_the_order_of_the_places():
    ports = places("map: {of: port, edges: [[c-bay, a-bay], [a-bay, b-bay], [b-bay, a-bay]]}\n")
    assert ports.places == ("a-bay", "b-bay", "c-bay")
    assert [ports.neighbours(place) for place in ports.places] == [("b-bay", "c-bay"), ("a-bay",), ("a-bay",)]
    assert ports.edge_list() == (("c-bay", "a-bay", True), ("a-bay", "b-bay", True))


def test_one_way_and_lists_lead_as_written():
    ports = places("map: {of: port, one_way: [[a-bay, b-bay]], neighbours: {b-bay: [c-bay]}}\n")
    assert [ports.neighbours(place) for place in ports.places] == [("b-bay",), ("c-bay",), ()]
    assert ports.edge_list() == (("a-bay", "b-bay", False), ("b-bay", "c-bay", False))


def test_a_grid_names_its_cells_and_keeps_what_is_said_of_them():
    grid = "kinds: {cell: {has: {deep: {flag: no}}}}\nmap: {grid: {of: cell, columns: 3, rows: 2, lines: 2}}\n"
    book, _ = book_of(grid + "things: {cell: {b2: {deep: yes}}}\n")
    assert [thing.id for thing in book.things_of("cell")] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert book.things["b2"].values == {"deep": True}
    assert book.map is not None
    assert book.map.grid is not None
    assert book.map.neighbours("b1") == ("a1", "c1", "b2")
    assert book.map.grid.column("b") == ("b1", "b2")
    assert book.map.grid.row(2) == ("a2", "b2", "c2")
    assert len(book.map.grid.all_lines()) == 4 + 3 + 2 + 2
    assert str(book.things["a1"].span) == "case.yaml:2:7"


def test_a_cell_outside_the_grid_is_told():
    _, found = book_of("kinds: {cell: {}}\nmap: {grid: {of: cell, columns: 2, rows: 2}}\nthings: {cell: {c3: {}}}\n")
    assert [(d.code, d.span.line) for d in found if "grid has no cell" in d.message] == [("SF210", 3)]


def test_lines_of_three_on_a_board_of_three():
    grid = places("map: {grid: {of: cell, columns: 3, rows: 3, lines: 3}}\n", "kinds: {cell: {}}\n").grid
    assert grid is not None
    lines = {frozenset(line) for line in grid.all_lines()}
    assert len(lines) == 8
    assert frozenset(("a3", "b2", "c1")) in lines
