"""Shapes of tests: what they are joined of, and whether they look at an element."""

from __future__ import annotations

from sfrules.lang import typed


def operands(node: typed.Expr, op: str) -> list[typed.Expr]:
    """What a chain of one operator joins."""
    if isinstance(node, typed.Binary) and node.op == op:
        return [*operands(node.left, op), *operands(node.right, op)]
    return [node]


def stripped(test: typed.Expr) -> tuple[bool, typed.Expr]:
    """A test without its `not`s, and whether it must hold."""
    holds = True
    while isinstance(test, typed.Not):
        holds, test = not holds, test.value
    return holds, test


def is_element(node: typed.Expr, name: str) -> bool:
    """Whether it is the element itself."""
    return isinstance(node, typed.Local) and node.name == name


def mentions(node: typed.Expr, name: str) -> bool:
    """Whether an expression looks at an element anywhere."""
    return any(is_element(inside, name) for inside in typed.walk(node) if isinstance(inside, typed.Expr))
