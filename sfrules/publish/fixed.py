"""What can be said of a rule before any game is played: values that only content sets, and what follows from them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Final

from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.lang.typed import Block, Expr, Stmt
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.kind import Thing, Value
from sfrules.model.property import FlagProperty, PropertyBase
from sfrules.record import record


class _Unknown:
    """What only a game can tell."""


UNKNOWN: Final = _Unknown()
Fact = Value | None | _Unknown
Known = Mapping[str, Card | Thing]

_ON_NUMBERS: Mapping[str, Callable[[int, int], int]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}


def fact(book: Book, expr: Expr, known: Known) -> Fact:
    """The value of an expression as far as content alone decides it; `known` says what its locals stand for.

    A thing is given by its id.
    """
    match expr:
        case typed.Const() | typed.Named():
            return expr.value
        case typed.ThingRef():
            return expr.id
        case typed.Property():
            return _property(book, expr, known)
        case typed.Not():
            value = fact(book, expr.value, known)
            return value if isinstance(value, _Unknown) else not value
        case typed.Exists():
            value = fact(book, expr.value, known)
            return value if isinstance(value, _Unknown) else value is not None
        case typed.Function(name="count", args=(typed.AllOf(kind=kind),)):
            return len(book.things_of(kind))
        case typed.Binary():
            return _binary(expr.op, fact(book, expr.left, known), fact(book, expr.right, known))
        case _:
            return UNKNOWN


def number_of(book: Book, path: RulePath) -> int | None:
    """The number that a formula comes to in every game, or None when that depends on the game."""
    rule = book.rules.get(path)
    if rule is None or not isinstance(rule.typed, typed.Formula):
        return None
    value = fact(book, rule.typed.value, {})
    return value if isinstance(value, int) else None


def never(book: Book, path: RulePath, known: Known) -> bool:
    """Whether content alone says that a condition is false."""
    rule = book.rules.get(path)
    if rule is None or not isinstance(rule.typed, typed.Formula):
        return False
    return fact(book, rule.typed.value, known) is False


def filled_fields(book: Book, card: Card) -> tuple[str, ...]:
    """The fields of a card that its rule `bind` may write when it is drawn, in the order of the card kind.

    Branches that the fixed fields of this card rule out are left aside.
    """
    own = ("cards", str(card.id), "bind")
    rule = book.rules.get(own) or book.rules.get(("card_kinds", str(card.kind), "bind"))
    if rule is None or not isinstance(rule.typed, Block):
        return ()
    walk = _Writes(book, card, set(), [])
    walk.block(rule.typed, "card")
    kind = book.card_kinds[card.kind]
    return tuple(name for name in kind.has if name in walk.written)


def field_value(prop: PropertyBase, values: Mapping[str, Value]) -> Value | None:
    """What content gives a field: the value written, or what stands in for it."""
    if prop.id in values:
        return values[prop.id]
    return prop.flag if isinstance(prop, FlagProperty) else None


@record
class _Writes:
    """Follows a rule for one card and collects the fields that it writes."""

    book: Book
    card: Card
    written: set[str]
    inside: list[RulePath]

    def block(self, block: Block, name: str) -> bool:
        """Goes through statements in which the card is called `name`; says whether the rule surely stops there."""
        return any(self.statement(stmt, name) for stmt in block.stmts)

    def statement(self, stmt: Stmt, name: str) -> bool:
        match stmt:
            case typed.Stop():
                return True
            case typed.If():
                return self._branches(stmt, name)
            case typed.Write() | typed.Add() | typed.Remove():
                self._write(stmt.target, name)
            case typed.Do():
                self._call(("routines", stmt.routine, "effect"), stmt.args, name)
            case typed.Ruling():
                self._ruling(stmt, name)
            case _:
                self._inner(stmt, name)
        return False

    def _branches(self, stmt: typed.If, name: str) -> bool:
        for test, block in stmt.branches:
            value = fact(self.book, test, {name: self.card})
            if value is False:
                continue
            stops = self.block(block, name)
            if value is True:
                return stops
        if stmt.otherwise is not None:
            self.block(stmt.otherwise, name)
        return False

    def _inner(self, node: typed.Node, name: str) -> None:
        """Choices and blocks inside a statement: each may happen."""
        for part in node.inside():
            if isinstance(part, Block):
                self.block(part, name)
            elif isinstance(part, typed.Pick):
                self._write(part.target, name)
            elif not isinstance(part, Expr):
                self._inner(part, name)

    def _write(self, target: typed.Place, name: str) -> None:
        if isinstance(target, typed.Property) and target.card and _is_local(target.object, name):
            self.written.add(target.name)

    def _ruling(self, stmt: typed.Ruling, name: str) -> None:
        gap = self.book.gaps.get(stmt.gap)
        option = self.book.ruling(gap) if gap is not None else None
        if option is not None:
            self._call(("gaps", stmt.gap, "options", str(option.id), "rule"), stmt.args, name)

    def _call(self, path: RulePath, args: tuple[Expr, ...], name: str) -> None:
        """A rule that is given the card writes to it under a name of its own."""
        rule = self.book.rules.get(path)
        if rule is None or not isinstance(rule.typed, Block) or path in self.inside:
            return
        self.inside.append(path)
        for parameter, arg in zip(rule.params, args, strict=False):
            if _is_local(arg, name):
                self.block(rule.typed, parameter)
        self.inside.pop()


def _is_local(expr: Expr, name: str) -> bool:
    return isinstance(expr, typed.Local) and expr.name == name


def _property(book: Book, expr: typed.Property, known: Known) -> Fact:
    """A fixed property of what is known, or of a thing that a fixed property names."""
    kinds: Mapping[str, Card | Thing | object] = book.card_kinds if expr.card else book.kinds
    prop = getattr(kinds.get(expr.of), "has", {}).get(expr.name)
    owner = known.get(expr.object.name) if isinstance(expr.object, typed.Local) else _thing(book, expr.object, known)
    if prop is None or owner is None or not prop.fixed:
        return UNKNOWN
    return field_value(prop, owner.values)


def _thing(book: Book, expr: Expr, known: Known) -> Thing | None:
    value = fact(book, expr, known)
    return book.things.get(value) if isinstance(value, str) else None


def _binary(op: str, left: Fact, right: Fact) -> Fact:
    if op == "and" and (left is False or right is False):
        return False
    if op == "or" and (left is True or right is True):
        return True
    if isinstance(left, _Unknown) or isinstance(right, _Unknown):
        return UNKNOWN
    if op in ("and", "or"):
        return bool(left and right) if op == "and" else bool(left or right)
    if op in ("is", "is not"):
        return (left == right) is (op == "is")
    work = _ON_NUMBERS.get(op)
    return work(left, right) if work and isinstance(left, int) and isinstance(right, int) else UNKNOWN
