"""Every statement and expression of a rule, with what the local names may be there that stand for numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from sfrules.lang import typed
from sfrules.lang.types import NUMBER, held
from sfrules.model.rules import Rule
from sfrules.model.scalars import Range

ANYTHING = Range(None, None)

Locals = Mapping[str, Range]


class Values(Protocol):
    """Something that knows between which numbers an expression lies."""

    def number(self, node: typed.Expr, names: Locals) -> Range:
        """Between which numbers the value lies."""
        ...

    def elements(self, node: typed.Expr, names: Locals) -> Range:
        """Between which numbers the elements of a collection lie."""
        ...


class Visit(NamedTuple):
    """A node of a rule, and what its names for numbers may be."""

    rule: Rule
    node: typed.Node
    names: Locals


def visits(
    rule: Rule, values: Values, of: tuple[type[typed.Node], ...], names: Locals | None = None, *, deeds: bool = False
) -> list[Visit]:
    """The nodes `of` some classes in a rule, outer ones first, each with the numbers that its names stand for.

    With `deeds`, expressions are not gone into: what is wanted stands in statements.
    """
    walk = _Walk(rule, values, of, deeds)
    if rule.typed is not None:
        walk.node(rule.typed, names or {})
    return walk.found


class _Walk:
    """Goes through one rule. `names` are handed on and never changed: a new name makes new ones."""

    def __init__(self, rule: Rule, values: Values, of: tuple[type[typed.Node], ...], deeds: bool) -> None:
        self.rule = rule
        self.values = values
        self.of = of
        self.deeds = deeds
        self.found: list[Visit] = []

    def node(self, node: typed.Node, names: Locals) -> None:
        if self.deeds and isinstance(node, typed.Expr):
            return
        self._visit(node, names)
        inside = _INSIDE.get(type(node))
        if inside is not None:
            inside(self, node, names)
        else:
            for child in node.inside():
                self.node(child, names)

    def _visit(self, node: typed.Node, names: Locals) -> None:
        if isinstance(node, self.of):
            self.found.append(Visit(self.rule, node, names))

    def _all(self, nodes: tuple[typed.Node | None, ...], names: Locals) -> None:
        for node in nodes:
            if node is not None:
                self.node(node, names)

    def block(self, block: typed.Block, names: Locals) -> None:
        """The statements in order: what a `let` or a choice names is known to the end of its block."""
        for stmt in block.stmts:
            if isinstance(stmt, typed.Choose):
                self._visit(stmt, names)
                names = self._picks(stmt.picks, names)
                self._all((stmt.seat, stmt.covered, stmt.audience), names)
                continue
            self.node(stmt, names)
            if isinstance(stmt, typed.Let):
                names = {**names, stmt.name: self._source(stmt.value, names)}

    def loop(self, node: typed.For | typed.AtOnce | typed.Cycle | typed.OverEach, names: Locals) -> None:
        self.node(node.coll, names)
        self.node(node.body, self._element(node.name, node.coll, names))

    def test(self, node: typed.Filter | typed.Quantified, names: Locals) -> None:
        self.node(node.coll, names)
        self.node(node.test, self._element(node.name, node.coll, names))

    def best(self, node: typed.Best, names: Locals) -> None:
        self.node(node.coll, names)
        self._all((node.where, node.by), self._element(node.name, node.coll, names))

    def option(self, node: typed.Option, names: Locals) -> None:
        self._all((node.when, node.body), self._picks(node.picks, names))

    def _picks(self, picks: tuple[typed.Pick, ...], names: Locals) -> Locals:
        """The names with what is picked, one after the other."""
        for pick in picks:
            self._visit(pick, names)
            self._all((pick.target, pick.coll), names)
            if isinstance(pick.target, typed.Local):
                names = {**names, pick.target.name: self.values.elements(pick.coll, names)}
        return names

    def _element(self, name: str, coll: typed.Expr, names: Locals) -> Locals:
        of = coll.type.of
        if of is None or held(of) != NUMBER:
            return {other: range_ for other, range_ in names.items() if other != name} if name in names else names
        return {**names, name: self.values.elements(coll, names)}

    def _source(self, value: typed.Source, names: Locals) -> Range:
        match value:
            case typed.Random():
                return self.values.elements(value.coll, names)
            case typed.Openly() | typed.TellWhether():
                return self.values.number(value.value, names)
            case _:
                return self.values.number(value, names)


_INSIDE: Mapping[type[typed.Node], Callable[[_Walk, Any, Locals], None]] = {
    typed.Block: _Walk.block,
    typed.For: _Walk.loop,
    typed.AtOnce: _Walk.loop,
    typed.Cycle: _Walk.loop,
    typed.OverEach: _Walk.loop,
    typed.Filter: _Walk.test,
    typed.Quantified: _Walk.test,
    typed.Best: _Walk.best,
    typed.Option: _Walk.option,
}
"""How the inside of a node is gone through that names something; all others have their parts in order."""
