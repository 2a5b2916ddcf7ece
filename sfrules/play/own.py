"""What a seat may ever do, read from `who` with nothing but what the seat itself sees. For the briefing only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sfrules.lang import ast
from sfrules.model.book import Book
from sfrules.model.entry import Entry


def own_powers(book: Book, view: dict[str, Any]) -> Iterator[Entry]:
    """The powers whose `who` holds for the seat of a view; those that cannot be told are left out."""
    seat = book.seat_kind()
    if seat is None:
        return
    things = {id_: values for kind in view["things"].values() for id_, values in kind.items()}
    for entry in book.powers.values():
        rule = book.rules.get(("powers", str(entry.id), "who"))
        tree = getattr(rule, "tree", None)
        if isinstance(tree, ast.Formula) and _value(tree.value, str(view["seat"]), things) == "yes":
            yield entry


def _value(node: Any, actor: str, things: dict[str, dict[str, str]]) -> str | None:
    """The value of a simple formula as a view would give it; None where more than comparing is asked for."""
    match node:
        case ast.Name(id="actor"):
            return actor
        case ast.Name():
            return str(node.id)
        case ast.Flag():
            return "yes" if node.value else "no"
        case ast.Dot():
            owner = _value(node.object, actor, things)
            return things.get(owner, {}).get(node.name) if owner is not None else None
        case ast.Unary(op="not"):
            return _not(_value(node.value, actor, things))
        case ast.Binary():
            return _both(node.op, _value(node.left, actor, things), _value(node.right, actor, things))
        case _:
            return None


def _not(value: str | None) -> str | None:
    return {"yes": "no", "no": "yes"}.get(value or "")


def _both(op: str, left: str | None, right: str | None) -> str | None:
    if left is None or right is None:
        return None
    match op:
        case "is":
            return "yes" if left == right else "no"
        case "is-not":
            return "no" if left == right else "yes"
        case "and":
            return "yes" if left == right == "yes" else "no"
        case "or":
            return "yes" if "yes" in (left, right) else "no"
        case _:
            return None
