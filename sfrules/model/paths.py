"""What stands in a book at a path such as `zones.deck.order`, as it was written."""

from __future__ import annotations

from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.source.nodes import Map, Node, Seq, Text


def at_path(book: Book, path: str) -> Node | None:
    """The node at a path, with the rulings and variants in force; None where nothing stands."""
    section, *rest = path.split(".")
    made = getattr(book, section, None)
    if isinstance(made, Text):
        return made if not rest else None
    if isinstance(made, Definition):
        return _inside(made.node, rest)
    if section == "phases":
        return _inside_phase(book, rest)
    if isinstance(made, dict) and rest and rest[0] in made:
        return _inside(made[rest[0]].node, rest[1:])
    return None


def _inside_phase(book: Book, rest: list[str]) -> Node | None:
    phase = next((phase for phase in book.phases if rest and phase.id == rest[0]), None)
    return _inside(phase.node, rest[1:]) if phase is not None else None


def _inside(node: Node | None, names: list[str]) -> Node | None:
    """Entries of a list, such as phases, are named by their `id`."""
    for name in names:
        if isinstance(node, Map):
            node = node.get(name)
        elif isinstance(node, Seq):
            node = next((item for item in node if isinstance(item, Map) and item.get("id") == name), None)
        else:
            return None
    return node
