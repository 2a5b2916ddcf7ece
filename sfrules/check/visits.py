"""Conditions and changes in the rules of a book, each with what the local names mean there that stand for numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sfrules.check.once import once
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.lang.types import NUMBER, held
from sfrules.model.book import Book
from sfrules.model.rules import Rule
from sfrules.model.scalars import Range

ANYTHING = Range(None, None)

CONDITIONS = (typed.Binary, typed.IsIn, typed.Becomes, typed.If)
CHANGES = (typed.Write, typed.Pick, typed.Roll)
_WANTED = frozenset((*CONDITIONS, *CHANGES))


class Meaning(NamedTuple):
    """What a name stands for; `names` are those that it is told in. A member of a collection is one at random."""

    node: typed.Source
    names: Locals


Locals = Mapping[str, Range | Meaning]
"""Names for numbers, in the order in which they came: between which numbers one lies, or what it stands for."""


class Visit(NamedTuple):
    """A node of a rule, and what the names for numbers mean there."""

    rule: Rule
    node: typed.Node
    names: Locals


class Visits(NamedTuple):
    """What was found in a rule."""

    conditions: list[Visit]
    changes: list[Visit]


@once
def visits(book: Book) -> dict[RulePath, Visits]:
    """All conditions and changes, by rule."""
    rules = [rule for rule in book.rules.values() if isinstance(rule, Rule) and rule.typed is not None]
    return {rule.path: _Walk(rule).all() for rule in rules}


class _Walk:
    """Goes through one rule. `names` are handed on and never changed: a new name makes new ones."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.naming = False
        self.found = Visits([], [])

    def all(self) -> Visits:
        tree = self.rule.typed
        if tree is None or _WANTED.isdisjoint(tree.kinds()):
            return self.found
        if not _names_numbers(tree):
            conditions, changes = tree.nodes(*CONDITIONS), tree.nodes(*CHANGES)
            return Visits([Visit(self.rule, n, {}) for n in conditions], [Visit(self.rule, n, {}) for n in changes])
        self.naming = not _NAMING.isdisjoint(tree.kinds())
        self.node(tree, {})
        return self.found

    def node(self, node: typed.Node, names: Locals) -> None:
        if isinstance(node, typed.Expr):
            whole = typed.walk(node)
            if not self.naming or _NAMING.isdisjoint(map(type, whole)):  # nothing to go into step by step
                found = [Visit(self.rule, inner, names) for inner in whole if type(inner) in _WANTED]
                self.found.conditions.extend(found)
                return
        self._visit(node, names)
        inside = _INSIDE.get(type(node))
        if inside is not None:
            inside(self, node, names)
        else:
            for child in node.inside():
                self.node(child, names)

    def _visit(self, node: typed.Node, names: Locals) -> None:
        if type(node) in _WANTED:
            (self.found.changes if isinstance(node, CHANGES) else self.found.conditions).append(
                Visit(self.rule, node, names)
            )

    def _all(self, nodes: tuple[typed.Node | None, ...], names: Locals) -> None:
        for node in nodes:
            if node is not None:
                self.node(node, names)

    def block(self, block: typed.Block, names: Locals) -> None:
        """The statements in order: what a `let` or a choice names is known to the end of its block."""
        for stmt in block.stmts:
            if isinstance(stmt, typed.Choose):
                names = self._picks(stmt.picks, names)
                self._all((stmt.seat, stmt.covered, stmt.audience), names)
                continue
            self.node(stmt, names)
            if isinstance(stmt, typed.Let):
                names = {**names, stmt.name: Meaning(stmt.value, names)}

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
                names = {**names, pick.target.name: _member(pick.coll, names)}
        return names

    def _element(self, name: str, coll: typed.Expr, names: Locals) -> Locals:
        if not _is_number(coll):
            return {other: meaning for other, meaning in names.items() if other != name} if name in names else names
        return {**names, name: _member(coll, names)}


def _names_numbers(tree: typed.Node) -> bool:
    """Whether a rule gives a name to something that may be a number."""
    if tree.nodes(typed.Let, typed.Pick):
        return True
    loops = (*tree.nodes(typed.For, typed.AtOnce, typed.Cycle, typed.OverEach),
             *tree.nodes(typed.Filter, typed.Quantified, typed.Best))  # fmt: skip
    return any(_is_number(node.coll) for node in loops)


def _is_number(coll: typed.Expr) -> bool:
    return coll.type.of is not None and held(coll.type.of) == NUMBER


def _member(coll: typed.Expr, names: Locals) -> Meaning:
    return Meaning(typed.Random(coll), names)


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

_NAMING = frozenset((typed.OverEach, typed.Filter, typed.Quantified, typed.Best))
"""Expressions that name something."""
