"""What rules say to people: prompts, announcements, what is told to a seat. A translation says it in other words."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from sfrules.lang import ast
from sfrules.lang.node import Node

N = TypeVar("N", bound=Node)

_SAYS: dict[type[Node], str] = {
    ast.Choose: "prompt",
    ast.Ask: "prompt",
    ast.Confirm: "text",
    ast.Tell: "text",
    ast.Announce: "text",
}
"""The part of a statement that is said."""


def spoken(tree: Node) -> Iterator[tuple[str, ast.Offsets]]:
    """Everything that a rule says, in order, with the place of the statement."""
    for node in tree.whole():
        key = _SAYS.get(type(node))
        said = getattr(node, key) if key is not None else None
        if said:
            yield str(said), node.at  # type: ignore[attr-defined]


def said_in(tree: N, phrases: Mapping[str, str]) -> N:
    """The rule with the words of `phrases` in place of its own; what has none stays."""
    return tree if not any(text in phrases for text, _ in spoken(tree)) else _said(tree, phrases)


def _said(node: N, phrases: Mapping[str, str]) -> N:
    parts: dict[str, Any] = {}
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        made = _part(value, phrases)
        if field.name == _SAYS.get(type(node)) and value in phrases:
            made = str(phrases[value])
        if made is not value:
            parts[field.name] = made
    return dataclasses.replace(node, **parts) if parts else node


def _part(value: Any, phrases: Mapping[str, str]) -> Any:
    if isinstance(value, Node):
        return _said(value, phrases)
    if isinstance(value, tuple):
        made = tuple([_part(item, phrases) for item in value])
        return made if any(new is not old for new, old in zip(made, value, strict=True)) else value
    return value
