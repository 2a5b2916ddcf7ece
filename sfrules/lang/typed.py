"""The rule after naming and typing: every name is bound, every expression has a type.

What the checks, the compiler and the prose read. `at` are offsets in the rule text, as in the syntax tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from sfrules.lang.ast import Offsets
from sfrules.lang.types import Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    at: Offsets = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expr(Node):
    type: Type


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A number, flag, text, word of a `one_of`, or none."""

    value: int | bool | str | None


@dataclass(frozen=True, slots=True)
class ThingRef(Expr):
    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class CardName(Expr):
    id: str


@dataclass(frozen=True, slots=True)
class EntryRef(Expr):
    id: str


@dataclass(frozen=True, slots=True)
class Named(Expr):
    """A number with a name."""

    id: str
    value: int


@dataclass(frozen=True, slots=True)
class Counter(Expr):
    """How often a repeated phase has begun."""

    phase: str


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A `let`, a loop's name, a choice, what was `given`; `actor`, `self`, `card` and `holder` too."""

    name: str


@dataclass(frozen=True, slots=True)
class Answered(Expr):
    """`it`."""


@dataclass(frozen=True, slots=True)
class Riding(Expr):
    entry: str


@dataclass(frozen=True, slots=True)
class Property(Expr):
    """A property of a thing (`of` = its kind) or a field of a card (`of` = its card kind, `card` true)."""

    object: Expr
    of: str
    name: str
    card: bool = False


@dataclass(frozen=True, slots=True)
class Derived(Expr):
    object: Expr
    of: str
    name: str
    card: bool = False


@dataclass(frozen=True, slots=True)
class TableProperty(Expr):
    name: str


@dataclass(frozen=True, slots=True)
class Zone(Expr):
    """The cards of a zone, in order; `owner` None for a zone of the table."""

    zone: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class AllOf(Expr):
    kind: str


@dataclass(frozen=True, slots=True)
class CardNames(Expr):
    """All cards of a kind as names: what a card may be turned into."""

    kind: str


@dataclass(frozen=True, slots=True)
class Entries(Expr):
    """All entries of a section (`actions`, `powers`) or of a card kind."""

    section: str


@dataclass(frozen=True, slots=True)
class OverEach(Expr):
    """`body` for each element; joined when the body is itself a collection."""

    coll: Expr
    name: str
    body: Expr
    joined: bool


@dataclass(frozen=True, slots=True)
class Filter(Expr):
    """`named` is false where the element was written as `.`."""

    coll: Expr
    name: str
    test: Expr
    named: bool = False


@dataclass(frozen=True, slots=True)
class Rotate(Expr):
    coll: Expr
    which: Literal["from", "after"]
    start: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """`op`: + - * / < <= > >= is is-not and or."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Joined(Expr):
    """Two collections, one behind the other."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class IsIn(Expr):
    value: Expr
    coll: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Not(Expr):
    value: Expr


@dataclass(frozen=True, slots=True)
class Negative(Expr):
    value: Expr


@dataclass(frozen=True, slots=True)
class Exists(Expr):
    value: Expr


@dataclass(frozen=True, slots=True)
class Cond(Expr):
    test: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Quantified(Expr):
    which: Literal["some", "every"]
    name: str
    coll: Expr
    test: Expr


@dataclass(frozen=True, slots=True)
class Best(Expr):
    which: Literal["highest", "lowest"]
    name: str
    coll: Expr
    where: Expr | None
    by: Expr
    ties: str


@dataclass(frozen=True, slots=True)
class Between(Expr):
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class ListOf(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Function(Expr):
    """count sum first the-first last next playing neighbours used distance degree."""

    name: str
    args: tuple[Expr, ...]
    limit: str = ""


@dataclass(frozen=True, slots=True)
class Defined(Expr):
    """A formula with a name (`define:`), with its arguments."""

    id: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class CardTest(Expr):
    """`card.done(holder)`: a card's own condition."""

    card: Expr
    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class DeclarationPart(Expr):
    """`it.actor`, `it.<choice>`, or the declaration a rider travels with (`it.host`)."""

    declaration: Expr
    part: str


@dataclass(frozen=True, slots=True)
class DeclaredAs(Expr):
    """Whether a declaration is of an entry, or of one among several (`it is search`, `it is in powers`)."""

    declaration: Expr
    entries: Expr


@dataclass(frozen=True, slots=True)
class Becomes(Expr):
    """The value reaches `target` with this change: false before, true after. Only in `when:`."""

    value: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Openly(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class TellWhether(Node):
    seat: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Random(Node):
    coll: Expr


Source = Expr | Openly | TellWhether | Random
Place = Property | TableProperty | Local


@dataclass(frozen=True, slots=True)
class Pick(Node):
    target: Place
    coll: Expr


@dataclass(frozen=True, slots=True)
class Option(Node):
    name: str
    picks: tuple[Pick, ...]
    when: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Until(Node):
    phase: str
    next: bool = False


@dataclass(frozen=True, slots=True)
class Audience(Node):
    """Who sees the answer besides the one who gives it; `seat` None: nobody."""

    seat: Expr | None


@dataclass(frozen=True, slots=True)
class Block(Node):
    stmts: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Stmt(Node):
    """A statement; the classes below are all there are."""


@dataclass(frozen=True, slots=True)
class Let(Stmt):
    name: str
    value: Source


@dataclass(frozen=True, slots=True)
class Write(Stmt):
    target: Place
    op: str
    value: Source
    until: Until | None


@dataclass(frozen=True, slots=True)
class Add(Stmt):
    value: Expr
    target: Place
    until: Until | None


@dataclass(frozen=True, slots=True)
class Remove(Stmt):
    value: Expr
    target: Place


@dataclass(frozen=True, slots=True)
class Choose(Stmt):
    may: bool
    picks: tuple[Pick, ...]
    seat: Expr
    covered: Expr | None
    prompt: str | None
    audience: Audience | None


@dataclass(frozen=True, slots=True)
class Confirm(Stmt):
    text: str
    seat: Expr


@dataclass(frozen=True, slots=True)
class Ask(Stmt):
    seat: Expr
    prompt: str | None
    audience: Audience | None
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Draw(Stmt):
    """`name` is the drawn card inside `where`."""

    count: Expr
    source: Zone
    name: str
    where: Expr | None
    target: Zone


@dataclass(frozen=True, slots=True)
class Move(Stmt):
    cards: Expr
    target: Zone
    side: str | None


@dataclass(frozen=True, slots=True)
class Turn(Stmt):
    card: Expr
    into: str


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    zones: Facts


@dataclass(frozen=True, slots=True)
class Roll(Stmt):
    zones: Facts


@dataclass(frozen=True, slots=True)
class Facts(Node):
    """What `reveal`, `hide` and `show` speak of: a zone, or a property, of nobody, of one, or of several."""

    what: Literal["zone", "property", "field", "table"]
    of: str
    name: str
    owners: Expr | None


@dataclass(frozen=True, slots=True)
class Reveal(Stmt):
    facts: Facts


@dataclass(frozen=True, slots=True)
class Hide(Stmt):
    facts: Facts


@dataclass(frozen=True, slots=True)
class Show(Stmt):
    facts: Facts
    seat: Expr


@dataclass(frozen=True, slots=True)
class Tell(Stmt):
    seat: Expr
    text: tuple[str | Expr, ...]


@dataclass(frozen=True, slots=True)
class Announce(Stmt):
    text: tuple[str | Expr, ...]


@dataclass(frozen=True, slots=True)
class Do(Stmt):
    routine: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class DoCard(Stmt):
    """`do card.effect()`."""

    card: Expr


@dataclass(frozen=True, slots=True)
class Ruling(Stmt):
    gap: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Offer(Stmt):
    menu: str
    seat: Expr


@dataclass(frozen=True, slots=True)
class Cancel(Stmt):
    declaration: Expr


@dataclass(frozen=True, slots=True)
class Eliminate(Stmt):
    seat: Expr


@dataclass(frozen=True, slots=True)
class Expire(Stmt):
    phase: str


@dataclass(frozen=True, slots=True)
class Stop(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class Finish(Stmt):
    ending: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class If(Stmt):
    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class OpenlyIf(Stmt):
    test: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class For(Stmt):
    name: str
    coll: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class ForGrowing(Stmt):
    name: str
    queue: str
    body: Block


@dataclass(frozen=True, slots=True)
class AtOnce(Stmt):
    name: str
    coll: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Cycle(Stmt):
    name: str
    coll: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class While(Stmt):
    test: Expr
    times: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Stmt):
    body: Block


@dataclass(frozen=True, slots=True)
class Together(Stmt):
    body: Block


@dataclass(frozen=True, slots=True)
class Formula(Node):
    value: Expr
    openly: bool = False
    optional: bool = False


def inside(node: Node) -> list[Node]:
    """The nodes directly inside a node, in the order of the fields."""
    found: list[Node] = []
    for name in node.__dataclass_fields__:
        _collect(getattr(node, name), found)
    return found


def _collect(value: object, found: list[Node]) -> None:
    if isinstance(value, Node):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _collect(item, found)


def walk(node: Node) -> list[Node]:
    """The node and everything inside it."""
    found = [node]
    for child in inside(node):
        found.extend(walk(child))
    return found
