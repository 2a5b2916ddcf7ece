"""Between which numbers a value lies: by its bounds, or by what the rules of the game can bring about.

`Reach.number` and `Reach.flag` work an expression out over ranges instead of numbers. `bounds` takes every property to
have any value within its bounds; `attained` takes it to have its starting values and what rules make of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf, isinf
from types import MappingProxyType
from typing import NamedTuple

from sfrules.check.once import once
from sfrules.check.visits import ANYTHING, Locals, Meaning, Visit, visits
from sfrules.lang import typed
from sfrules.lang.types import NUMBER, held
from sfrules.model.book import Book
from sfrules.model.property import NumberProperty, PropertyBase, TrackProperty
from sfrules.model.rules import Rule
from sfrules.model.scalars import Range
from sfrules.source.nodes import walk

Atom = tuple[str, str, str]
"""A property: of a thing, a card or the table; of which kind; its name."""

EITHER = frozenset((True, False))
YES, NO = frozenset((True,)), frozenset((False,))
NEVER = Range(1, 0)
"""No number at all."""

NOTHING: Mapping[typed.Expr, Range] = MappingProxyType({})

_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_DEEPEST = 12
_ROUNDS = 4


def atom_of(node: typed.Node) -> Atom | None:
    """The property that a node reads or a statement writes."""
    match node:
        case typed.Property():
            return ("card" if node.card else "thing", node.of, node.name)
        case typed.TableProperty():
            return ("table", "", node.name)
        case _:
            return None


def properties(book: Book) -> Iterator[tuple[Atom, PropertyBase]]:
    """Every property with its atom."""
    for which, kinds in (("thing", book.kinds), ("card", book.card_kinds)):
        for kind in kinds.values():
            yield from (((which, str(kind.id), str(name)), prop) for name, prop in kind.has.items())
    yield from ((("table", "", str(name)), prop) for name, prop in book.table.items())


def joined(first: Range, second: Range) -> Range:
    """The least range that holds both."""
    if first == NEVER or second == NEVER:
        return second if first == NEVER else first
    low = None if first.low is None or second.low is None else min(first.low, second.low)
    high = None if first.high is None or second.high is None else max(first.high, second.high)
    return Range(low, high)


def common(first: Range, second: Range) -> Range:
    """What lies in both."""
    lows = [low for low in (first.low, second.low) if low is not None]
    highs = [high for high in (first.high, second.high) if high is not None]
    made = Range(max(lows, default=None), min(highs, default=None))
    return NEVER if empty(made) else made


def empty(of: Range) -> bool:
    """Whether no number lies in a range."""
    return of.low is not None and of.high is not None and of.low > of.high


def written_out(node: typed.Between) -> bool:
    """Whether both ends are numbers that stand there, and nothing that is looked up or counted."""
    ends = (*typed.walk(node.low), *typed.walk(node.high))
    return all(isinstance(part, typed.Const | typed.Negative | typed.Binary) for part in ends)


def _plus(first: int | None, second: int | None) -> int | None:
    return None if first is None or second is None else first + second


def negative(of: Range) -> Range:
    """The same below nothing as above it."""
    return Range(None if of.high is None else -of.high, None if of.low is None else -of.low)


def times(first: Range, second: Range) -> Range:
    """Where the product of two numbers lies."""
    ends = [_product(one, other) for one in _ends(first) for other in _ends(second)]
    low, high = min(ends), max(ends)
    return Range(None if isinf(low) else int(low), None if isinf(high) else int(high))


def _ends(of: Range) -> tuple[float, float]:
    return (-inf if of.low is None else of.low, inf if of.high is None else of.high)


def _product(one: float, other: float) -> float:
    """None of however many is none."""
    return one * other if one and other else 0


_OTHERWISE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is-not", "is-not": "is"}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "is": "is", "is-not": "is-not"}
_SIDES: Mapping[str, Callable[[Range], Range]] = {
    "<": lambda other: Range(None, _plus(other.high, -1)),
    "<=": lambda other: Range(None, other.high),
    ">": lambda other: Range(_plus(other.low, 1), None),
    ">=": lambda other: Range(other.low, None),
    "is": lambda other: other,
    "is-not": lambda other: ANYTHING,
}
"""Where a number lies that stands so to another."""


class Reach:
    """Works expressions out over ranges, with what is known of each property."""

    def __init__(self, book: Book, known: Mapping[Atom, Range], assumed: Mapping[typed.Expr, Range] = NOTHING) -> None:
        self.book = book
        self.known = known
        self.assumed = assumed
        self.repeats = {str(phase.id): phase.repeat for phase in book.all_phases() if phase.repeat is not None}
        self.depth = 0
        self.counted = _counted(book)
        self.base = self
        self.meant: dict[int, tuple[Meaning, Range, int]] = {}
        self.asked = 0
        """How often what is known of a property was asked for."""

    def assuming(self, test: typed.Expr, names: Locals, *, holds: bool) -> Reach:
        """The same where a condition is known to hold, or not to hold."""
        assumed = dict(self.assumed)
        for node, range_ in self._told(test, names, holds):
            assumed[node] = common(assumed.get(node, ANYTHING), range_)
        made = object.__new__(Reach)
        made.__dict__.update(self.__dict__, assumed=assumed)
        return made

    def _told(self, test: typed.Expr, names: Locals, holds: bool) -> Iterator[tuple[typed.Expr, Range]]:
        """Where the values in a condition lie when it holds, or does not."""
        match test:
            case typed.Not():
                yield from self._told(test.value, names, not holds)
            case typed.Binary(op="and" | "or"):
                if (test.op == "and") is holds:
                    yield from self._told(test.left, names, holds)
                    yield from self._told(test.right, names, holds)
            case typed.Binary(op=op) if op in _SIDES:
                wanted = op if holds else _OTHERWISE[op]
                for node, other, of in ((test.left, test.right, wanted), (test.right, test.left, _TURNED[wanted])):
                    if held(node.type) == NUMBER and not isinstance(node, typed.Const | typed.Named):
                        yield node, _SIDES[of](self.number(other, names))
            case _:
                pass

    # numbers

    def number(self, node: typed.Expr, names: Locals) -> Range:
        """Between which numbers the value lies."""
        if self.assumed and node in self.assumed:
            return common(self.assumed[node], self._number(node, names))
        return self._number(node, names)

    def _number(self, node: typed.Expr, names: Locals) -> Range:
        match node:
            case typed.Const(value=bool()):
                return ANYTHING
            case typed.Const(value=int() as value) | typed.Named(value=value):
                return Range(value, value)
            case typed.Counter():
                return Range(0, self.repeats.get(node.phase))
            case typed.Local():
                return self._meant(names.get(node.name, ANYTHING))
            case typed.Property() | typed.TableProperty():
                self.base.asked += 1
                return self.known.get(atom_of(node) or ("", "", ""), ANYTHING)
            case typed.Derived() | typed.Defined():
                return self._behind(node, names)
            case typed.Negative():
                return negative(self.number(node.value, names))
            case typed.Binary():
                return self._sum(node, names)
            case typed.Cond():
                return self._either(node, names)
            case typed.Function():
                return self._function(node, names)
            case _:
                return ANYTHING

    def _meant(self, meaning: Range | Meaning) -> Range:
        """Where what a name stands for lies, without what is assumed; names before it come first, for it needs them."""
        if isinstance(meaning, Range):
            return meaning
        base = self.base
        if id(meaning) not in base.meant:
            for earlier in meaning.names.values():
                if isinstance(earlier, Meaning) and id(earlier) not in base.meant:
                    self._meant(earlier)
            before = base.asked
            found = base.source(meaning.node, meaning.names)
            base.meant[id(meaning)] = (meaning, found, base.asked - before)
        _, found, asked = base.meant[id(meaning)]
        base.asked += asked
        return found

    def source(self, source: typed.Source, names: Locals) -> Range:
        """Between which numbers a value lies that is told or drawn at random, too."""
        match source:
            case typed.Random():
                return self.elements(source.coll, names)
            case typed.Openly() | typed.TellWhether():
                return self.number(source.value, names)
            case _:
                return self.number(source, names)

    def _behind(self, node: typed.Derived | typed.Defined, names: Locals) -> Range:
        body, inner = self._body(node, names)
        if body is None or self.depth > _DEEPEST or held(body.type) != NUMBER:
            return ANYTHING
        self.depth += 1
        found = self.number(body, inner)
        self.depth -= 1
        return found

    def _body(self, node: typed.Derived | typed.Defined, names: Locals) -> tuple[typed.Expr | None, Locals]:
        """The formula behind a name, and what its arguments may be."""
        if isinstance(node, typed.Derived):
            section = "card_kinds" if node.card else "kinds"
            path = (section, node.of, "has", node.name, "derived") if node.of else ("table", node.name, "derived")
            given: dict[str, Range] = {}
        else:
            path = ("define", node.id, "is")
            params = getattr(self.book.define.get(node.id), "given", {})
            given = {str(name): self.number(arg, names) for name, arg in zip(params, node.args, strict=False)}
        rule = self.book.rules.get(path)
        made = rule.typed if isinstance(rule, Rule) else None
        return (made.value if isinstance(made, typed.Formula) else None), given

    def _sum(self, node: typed.Binary, names: Locals) -> Range:
        left, right = self.number(node.left, names), self.number(node.right, names)
        match node.op:
            case "+":
                return Range(_plus(left.low, right.low), _plus(left.high, right.high))
            case "-":
                other = negative(right)
                return Range(_plus(left.low, other.low), _plus(left.high, other.high))
            case "*":
                return times(left, right)
            case "/" if left.low is not None and left.low >= 0 and right.low is not None and right.low > 0:
                least = 0 if right.high is None else left.low // right.high
                return Range(least, None if left.high is None else left.high // right.low)
            case _:
                return ANYTHING

    def _either(self, node: typed.Cond, names: Locals) -> Range:
        test = self.flag(node.test, names)
        parts = [part for holds, part in ((True, node.then), (False, node.otherwise)) if holds in test]
        return self._all(self.number(part, names) for part in parts)

    def _all(self, ranges: Iterable[Range]) -> Range:
        found = NEVER
        for range_ in ranges:
            found = joined(found, range_)
        return found

    def _function(self, node: typed.Function, names: Locals) -> Range:
        match node.name:
            case "count":
                return self.size(node.args[0])
            case "sum":
                return times(self.size(node.args[0]), self.elements(node.args[0], names))
            case "the-first" | "last" | "first" if len(node.args) == 1:
                return self.elements(node.args[0], names)
            case "used" | "distance" | "degree":
                return Range(0, None)
            case _:
                return ANYTHING

    # collections

    def size(self, node: typed.Expr) -> Range:
        """How many elements a collection may have."""
        match node:
            case typed.Zone():
                return Range(0, self._holds(node.zone))
            case typed.OverEach(joined=True, body=typed.Zone() as zone):
                return Range(0, self._cards(zone.zone))
            case typed.AllOf():
                return Range(0, self._things(node.kind))
            case typed.ListOf():
                return Range(len(node.items), len(node.items))
            case typed.Filter():
                return Range(0, self.size(node.coll).high)
            case typed.Rotate():
                return Range(0, self.size(node.coll).high)
            case typed.OverEach(joined=False):
                return self.size(node.coll)
            case typed.Joined():
                left, right = self.size(node.left), self.size(node.right)
                return Range(_plus(left.low, right.low), _plus(left.high, right.high))
            case typed.Function(name="playing"):
                return Range(0, self.size(node.args[0]).high)
            case typed.Property() | typed.TableProperty() if node.type.of is not None:
                return Range(0, self._things(node.type.of.kind) if node.type.of.name == "thing" else None)
            case _:
                return Range(0, None)

    def _things(self, kind: str) -> int | None:
        """How many things of a kind there are; a variant may take some away or add some."""
        return None if self.book.variants or kind not in self.book.kinds else self.counted.things[kind]

    def _cards(self, zone: str) -> int | None:
        """How many cards can ever lie in a zone: all of its kind."""
        of = getattr(self.book.zones.get(zone), "of", None)
        if self.book.variants or self.book.spoilt.get("cards") or of in self.counted.unknown:
            return None
        return self.counted.cards[str(of)]

    def _holds(self, zone: str) -> int | None:
        there, holds = self._cards(zone), getattr(self.book.zones.get(zone), "holds", None)
        return holds if there is None else there if holds is None else min(there, holds)

    def elements(self, node: typed.Expr, names: Locals) -> Range:
        """Between which numbers the elements of a collection lie."""
        match node:
            case typed.Between():
                made = Range(self.number(node.low, names).low, self.number(node.high, names).high)
                return ANYTHING if empty(made) and written_out(node) else made  # a slip that is told by itself
            case typed.ListOf():
                return self._all(self.number(item, names) for item in node.items)
            case typed.Filter() | typed.Rotate():
                return self.elements(node.coll, names)
            case typed.Joined():
                return joined(self.elements(node.left, names), self.elements(node.right, names))
            case typed.OverEach(joined=False):
                return self.number(node.body, {**names, node.name: self.elements(node.coll, names)})
            case _:
                return ANYTHING

    # flags

    def flag(self, node: typed.Expr, names: Locals) -> frozenset[bool]:
        """What the answer to a condition may be: yes, no, or either."""
        match node:
            case typed.Const(value=bool() as value):
                return YES if value else NO
            case typed.Not():
                return frozenset(not answer for answer in self.flag(node.value, names))
            case typed.Binary(op="and" | "or"):
                return self._logic(node, names)
            case typed.Binary():
                return self._compared(node, names)
            case typed.IsIn():
                return self._is_in(node, names)
            case typed.Becomes():
                return NO if self._same(node.value, node.target, names) == NO else EITHER
            case _:
                return EITHER

    def _logic(self, node: typed.Binary, names: Locals) -> frozenset[bool]:
        both = self.flag(node.left, names), self.flag(node.right, names)
        decisive = node.op == "or"
        if any(answer == frozenset((decisive,)) for answer in both):
            return frozenset((decisive,))
        return frozenset((not decisive,)) if all(decisive not in answer for answer in both) else EITHER

    def _compared(self, node: typed.Binary, names: Locals) -> frozenset[bool]:
        if node.op in ("is", "is-not"):
            same = self._same(node.left, node.right, names)
            return same if node.op == "is" else frozenset(not answer for answer in same)
        left, right = self.number(node.left, names), self.number(node.right, names)
        if node.op in (">", ">="):
            left, right = right, left
        strict = node.op in ("<", ">")
        if _before(left.high, right.low, strict):
            return YES
        return NO if _before(right.high, left.low, not strict) else EITHER

    def _same(self, left: typed.Expr, right: typed.Expr, names: Locals) -> frozenset[bool]:
        if held(left.type) != NUMBER or held(right.type) != NUMBER:
            return EITHER
        first, second = self.number(left, names), self.number(right, names)
        if empty(common(first, second)):
            return NO
        one = first.low is not None and first == second and first.low == first.high
        return YES if one and "optional" not in (left.type.name, right.type.name) else EITHER

    def _is_in(self, node: typed.IsIn, names: Locals) -> frozenset[bool]:
        if held(node.value.type) != NUMBER or isinstance(node.coll, typed.Property | typed.TableProperty):
            return EITHER
        if not empty(common(self.number(node.value, names), self.elements(node.coll, names))):
            return EITHER
        return YES if node.negated else NO


def _before(first: int | None, second: int | None, strict: bool) -> bool:
    """Whether one end lies before another."""
    return first is not None and second is not None and (first < second if strict else first <= second)


class _Counted(NamedTuple):
    """Things and cards by kind; `unknown` are the kinds of cards of which a formula says how many there are."""

    things: Counter[str]
    cards: Counter[str]
    unknown: frozenset[str]


@once
def _counted(book: Book) -> _Counted:
    things = Counter(thing.kind for thing in book.things.values())
    cards: Counter[str] = Counter()
    for card in book.cards.values():
        cards[str(card.kind)] += book.copies(card) or 0
    return _Counted(things, cards, frozenset(str(c.kind) for c in book.cards.values() if book.copies(c) is None))


# what is known of properties


def bounds_of(prop: PropertyBase) -> Range:
    """The bounds of a property that is a number."""
    match prop:
        case TrackProperty():
            return prop.track
        case NumberProperty():
            return prop.number
        case _:
            return ANYTHING


@once
def bounds(book: Book) -> Reach:
    """Every property anywhere within its bounds."""
    known = {atom: bounds_of(prop) for atom, prop in properties(book)}
    for atom, prop in properties(book):
        if prop.fixed and not book.variants:
            known[atom] = starting(book, atom, prop)
    return Reach(book, known)


class Change(NamedTuple):
    """A place where a rule changes a number: which, by `=`, `+=` or `-=`, to or by how much."""

    atom: Atom
    op: str
    value: Range


@once
def attained(book: Book) -> Reach:
    """Every property at its starting values, and wherever the rules bring it from there."""
    limits = bounds(book)
    loose = loose_words(book)
    numbers = {atom: prop for atom, prop in properties(book) if isinstance(prop, TrackProperty | NumberProperty)}
    known = dict(limits.known)
    for atom, prop in numbers.items():
        known[atom] = bounds_of(prop) if atom[2] in loose else starting(book, atom, prop)
    places = [visit for found in visits(book).values() for visit in found.changes]
    for round_ in range(_ROUNDS):
        reach = Reach(book, dict(known))
        changed = False
        for change in [*_costs(book), *_changes(places, reach)] if round_ == 0 else _changes(places, reach):
            if change.atom in numbers:
                after = _after(known[change.atom], change, bounds_of(numbers[change.atom]), round_ + 1 == _ROUNDS)
                changed |= after != known[change.atom]
                known[change.atom] = after
        if not changed:
            break
    return Reach(book, known)


def _after(now: Range, change: Change, limits: Range, widen: bool) -> Range:
    """What a number may be after a change that may come again and again."""
    low, high = now.low, now.high
    value = negative(change.value) if change.op == "-=" else change.value
    if change.op == "=":
        made = joined(now, common(value, limits) if not empty(value) else NEVER)
        return made if made == now or not widen else limits
    if value.high is None or value.high > 0:
        high = limits.high
    if value.low is None or value.low < 0:
        low = limits.low
    return Range(low, high)


def _changes(places: list[Visit], reach: Reach) -> Iterator[Change]:
    """The changes at some places; those that are the same whatever is known of properties are struck off the list."""
    again = []
    for visit in places:
        asked = reach.asked
        yield from _change(visit, reach)
        if reach.asked != asked:
            again.append(visit)
    places[:] = again


def _costs(book: Book) -> Iterator[Change]:
    """What is paid for entries."""
    seat = book.seat_kind()
    for _, entry in book.entries() if seat is not None else ():
        for name, amount in entry.cost.items():
            yield Change(("thing", str(seat.id), str(name)), "-=", Range(amount, amount))  # type: ignore[union-attr]


def _change(visit: Visit, reach: Reach) -> Iterator[Change]:
    node, names = visit.node, visit.names
    if isinstance(node, typed.Write) and (atom := atom_of(node.target)) is not None:
        yield Change(atom, node.op, reach.source(node.value, names))
    elif isinstance(node, typed.Pick) and (atom := atom_of(node.target)) is not None:
        yield Change(atom, "=", reach.elements(node.coll, names))
    elif isinstance(node, typed.Roll):
        zone = reach.book.zones.get(node.zones.name)
        for name in getattr(reach.book.card_kinds.get(getattr(zone, "of", "")), "has", {}):
            yield Change(("card", str(getattr(zone, "of", "")), str(name)), "=", ANYTHING)


def starting(book: Book, atom: Atom, prop: PropertyBase) -> Range:
    """The values with which a number begins: its start, and what content gives to single things and cards."""
    which, of, name = atom
    limits = bounds_of(prop)
    section = {"thing": "kinds", "card": "card_kinds"}.get(which)
    rule = book.rules.get((section, of, "has", name, "start") if section else ("table", name, "start"))
    owners = {"thing": book.things, "card": book.cards}.get(which, {})
    given = [owner.values.get(name) for owner in owners.values() if owner.kind == of]  # type: ignore[attr-defined]
    found = NEVER
    if which == "table" or None in given or not given:
        found = Range(max(0, limits.low or 0), max(0, limits.low or 0))
        if isinstance(rule, Rule) and isinstance(rule.typed, typed.Formula):
            found = Reach(book, {}).number(rule.typed.value, {})
    for value in given:
        if isinstance(value, int) and not isinstance(value, bool):
            found = joined(found, Range(value, value))
        elif value is not None:
            return limits
    return found


@once
def loose_words(book: Book) -> set[str]:
    """Words in what rulings and variants that are not in force would put in: rules of theirs may change much."""
    nodes = [definition.node for _, definition in book.alternatives]
    return set(_WORD.findall("\n".join(text for node in nodes for text in walk(node) if isinstance(text, str))))
