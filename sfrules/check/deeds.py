"""What a rule does and holds: its numbers, what it changes and by how much, how long, and what it names.

A rule also holds what it calls: routines, rulings in force, named formulas and derived properties.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.lang.types import Type, held
from sfrules.model.book import Book
from sfrules.record import record

Place = tuple[RulePath, typed.Node]


@record
class Amount:
    """A number that a rule writes, or the id of the named number that it takes."""

    value: int
    name: str = ""


@record
class Deed:
    """A change of a property by so much; `amounts` are what it may be, none when only play knows.

    `owner` is the thing that is changed, where the rule names it.
    """

    of: str
    property: str
    owner: str
    up: bool
    amounts: tuple[Amount, ...]
    place: Place


@dataclass(slots=True)
class Deeds:
    """All of it, of one rule or of several together."""

    numbers: dict[float, Place] = field(default_factory=dict)
    named: dict[str, int] = field(default_factory=dict)
    limits: dict[float, Place] = field(default_factory=dict)
    written: dict[float, Place] = field(default_factory=dict)
    """Those of the limits that a rule writes as digits."""
    sets: set[tuple[str, str]] = field(default_factory=set)
    """What is written at all: kind and property."""
    changes: list[Deed] = field(default_factory=list)
    draws: list[tuple[tuple[Amount, ...], Place]] = field(default_factory=list)
    lasting: dict[tuple[str, bool], Place] = field(default_factory=dict)
    names: dict[tuple[str, str], Place] = field(default_factory=dict)
    each: set[str] = field(default_factory=set)
    calls: set[RulePath] = field(default_factory=set)
    asks: set[str] = field(default_factory=set)
    moves: bool = False
    blind: bool = False
    """Whether a part of it could not be read."""

    def add(self, other: Deeds) -> None:
        """Takes in what another rule does."""
        self.numbers = {**other.numbers, **self.numbers}
        self.limits = {**other.limits, **self.limits}
        self.written = {**other.written, **self.written}
        self.sets |= other.sets
        self.lasting = {**other.lasting, **self.lasting}
        self.names = {**other.names, **self.names}
        self.named |= other.named
        self.each |= other.each
        self.changes += other.changes
        self.draws += other.draws
        self.moves |= other.moves
        self.blind |= other.blind


class Doings:
    """The deeds of all rules of a book, each rule looked at once and only when it is asked for."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._of: dict[RulePath, Deeds] = {}

    def of(self, paths: Iterable[RulePath]) -> Deeds:
        """What some rules do, with all that they call."""
        made = Deeds()
        todo, seen = list(paths), set[RulePath]()
        while todo:
            path = todo.pop(0)
            if path in seen:
                continue
            seen.add(path)
            own = self.own(path)
            made.add(own)
            todo += own.calls
        return made

    def own(self, path: RulePath) -> Deeds:
        """What one rule does by itself."""
        made = self._of.get(path)
        if made is None:
            made = self._of[path] = Deeds()
            rule = self.book.rules.get(path)
            if rule is None:
                return made
            if rule.typed is None:
                made.blind = True
            else:
                made.blind = not rule.sound
                _Look(self.book, path, made).at(rule.typed)
        return made


class _Look:
    """One rule, node by node."""

    def __init__(self, book: Book, path: RulePath, made: Deeds) -> None:
        self.book, self.path, self.made = book, path, made
        self.lets: dict[str, typed.Expr] = {}

    def at(self, node: typed.Node) -> None:
        self._note(node)
        for child in node.inside():
            self.at(child)

    def _note(self, node: typed.Node) -> None:
        match node:
            case typed.Const():
                if isinstance(node.value, int) and not isinstance(node.value, bool):
                    self.made.numbers.setdefault(node.value, (self.path, node))
            case typed.Named():
                self.made.named[node.id] = node.value
            case typed.Let() if isinstance(node.value, typed.Expr):
                self.lets[node.name] = node.value
            case typed.Binary(op="<" | "<=" | ">" | ">="):
                self._compared(node)
            case typed.Between():
                self._limit(node.low, 0.5, lower=True, node=node)
                self._limit(node.high, 0.5, lower=False, node=node)
            case typed.Write():
                self._write(node)
            case typed.Draw():
                self.made.draws.append((self.amounts(node.count), (self.path, node)))
                self.made.moves = True
            case typed.Move():
                self.made.moves = True
            case typed.For() | typed.AtOnce() | typed.Cycle() | typed.OverEach() | typed.Quantified():
                self._each(node.coll.type)
            case typed.Facts() if node.owners is not None:
                self._each(node.owners.type)
            case _:
                pass
        self._named(node)

    def _named(self, node: typed.Node) -> None:
        """What a node names, and what it calls."""
        match node:
            case typed.ThingRef():
                self._name("things", node.id, node)
            case typed.CardName():
                self._name("cards", node.id, node)
            case typed.Turn():
                self._name("cards", node.into, node)
            case typed.EntryRef():
                self._name("entries", node.id, node)
            case typed.Riding():
                self._name("riders", node.entry, node)
            case typed.Zone():
                self._name("zones", node.zone, node)
            case typed.Property():
                self._name("fields" if node.card else "properties", f"{node.of}.{node.name}", node)
            case typed.TableProperty():
                self._name("properties", f".{node.name}", node)
                if node.name in self.book.table:
                    self._call(("table", node.name, "derived"))
            case typed.Derived():
                self._name("fields" if node.card else "properties", f"{node.of}.{node.name}", node)
                self._call(("card_kinds" if node.card else "kinds", node.of, "has", node.name, "derived"))
            case typed.Facts():
                self._name("zones" if node.what == "zone" else "properties", self._fact(node), node)
            case typed.Defined():
                self._call(("define", node.id, "is"))
            case typed.Do():
                self._call(("routines", node.routine, "effect"))
            case typed.Ruling():
                self._ruling(node)
            case typed.AllOf():
                self._name("kinds", node.kind, node)
            case typed.Until():
                self.made.lasting.setdefault((node.phase, node.next), (self.path, node))
            case _:
                pass

    def _fact(self, node: typed.Facts) -> str:
        return node.name if node.what == "zone" else f"{node.of if node.what != 'table' else ''}.{node.name}"

    def _name(self, section: str, name: str, node: typed.Node) -> None:
        self.made.names.setdefault((section, name), (self.path, node))

    def _call(self, path: RulePath) -> None:
        self.made.calls.add(path)

    def _ruling(self, node: typed.Ruling) -> None:
        self.made.asks.add(node.gap)
        gap = self.book.gaps.get(node.gap)
        option = self.book.ruling(gap) if gap is not None else None
        if option is None:
            self.made.blind = True
        elif option.rule is not None:
            self._call(("gaps", node.gap, "options", str(option.id), "rule"))

    def _each(self, of: Type) -> None:
        inner = held(of).of if held(of).name == "many" else None
        if inner is not None and inner.kind:
            self.made.each.add(inner.kind)

    def _compared(self, node: typed.Binary) -> None:
        """`n <= x` is `x >= n`. A limit lies half a step beside the number, on the side where the answer changes."""
        for number, op in ((node.right, node.op), (node.left, {"<": ">", ">": "<", "<=": ">=", ">=": "<="}[node.op])):
            self._limit(number, 0.5, lower=op in (">=", "<"), node=node)

    def _limit(self, number: typed.Expr, step: float, *, lower: bool, node: typed.Node) -> None:
        for amount in self.amounts(number):
            limit = amount.value + (-step if lower else step)
            self.made.limits.setdefault(limit, (self.path, node))
            if isinstance(number, typed.Const):
                self.made.written.setdefault(limit, (self.path, number))

    def _write(self, node: typed.Write) -> None:
        target = node.target
        if isinstance(target, typed.Property | typed.TableProperty):
            self.made.sets.add((getattr(target, "of", ""), target.name))
        if node.op not in ("+=", "-=") or not isinstance(node.value, typed.Expr):
            return
        amounts, up = self.amounts(node.value), node.op == "+="
        place = (self.path, node)
        if isinstance(target, typed.TableProperty):
            self.made.changes.append(Deed("", target.name, "", up, amounts, place))
        elif isinstance(target, typed.Property):
            owner = target.object.id if isinstance(target.object, typed.ThingRef) else ""
            self.made.changes.append(Deed(target.of, target.name, owner, up, amounts, place))
            self._each(target.object.type)

    def amounts(self, node: typed.Node) -> tuple[Amount, ...]:
        """What an expression may be, none when only play knows."""
        match node:
            case typed.Const() if isinstance(node.value, int) and not isinstance(node.value, bool):
                return (Amount(node.value),)
            case typed.Named():
                return (Amount(node.value, node.id),)
            case typed.Negative():
                return tuple(Amount(-amount.value, amount.name) for amount in self.amounts(node.value))
            case typed.Cond():
                both = self.amounts(node.then), self.amounts(node.otherwise)
                return both[0] + both[1] if all(both) else ()
            case typed.Local() if node.name in self.lets:
                return self.amounts(self.lets[node.name])
            case _:
                return ()


def under(book: Book, *prefix: str) -> Iterator[RulePath]:
    """The paths of the rules of one definition."""
    length = len(prefix)
    return (path for path in book.rules if path[:length] == prefix)
