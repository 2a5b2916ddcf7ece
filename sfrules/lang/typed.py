"""The rule after naming and typing: every name is bound, every expression has a type.

What the checks, the compiler and the prose read. `at` are offsets in the rule text, as in the syntax tree.
"""

from __future__ import annotations

from typing import Literal

from sfrules.lang import node
from sfrules.lang.node import Offsets, part
from sfrules.lang.types import Type


class Node(node.Node):
    """Anything in a typed rule that has a place."""

    at: Offsets = part(default=(0, 0), kw_only=True)


class Expr(Node):
    """An expression and its type."""

    type: Type = part(kw_only=True)


class Const(Expr):
    """A number, flag, text, word of a `one_of`, or none."""

    value: int | bool | str | None


class ThingRef(Expr):
    kind: str
    id: str


class CardName(Expr):
    id: str


class EntryRef(Expr):
    id: str


class Named(Expr):
    """A number with a name."""

    id: str
    value: int


class Counter(Expr):
    """How often a repeated phase has begun."""

    phase: str


class Local(Expr):
    """A `let`, a loop's name, a choice, what was `given`; `actor`, `self`, `card` and `holder` too."""

    name: str


class Answered(Expr):
    """`it`."""


class Riding(Expr):
    entry: str


class Property(Expr):
    """A property of a thing (`of` = its kind) or a field of a card (`of` = its card kind, `card` true)."""

    object: Expr
    of: str
    name: str
    card: bool = False


class Derived(Expr):
    object: Expr
    of: str
    name: str
    card: bool = False


class TableProperty(Expr):
    name: str


class Zone(Expr):
    """The cards of a zone, in order; `owner` None for a zone of the table."""

    zone: str
    owner: Expr | None


class AllOf(Expr):
    kind: str


class CardNames(Expr):
    """All cards of a kind as names: what a card may be turned into."""

    kind: str


class Entries(Expr):
    """All entries of a section (`actions`, `powers`) or of a card kind."""

    section: str


class OverEach(Expr):
    """`body` for each element; joined when the body is itself a collection."""

    coll: Expr
    name: str
    body: Expr
    joined: bool


class Filter(Expr):
    """`named` is false where the element was written as `.`."""

    coll: Expr
    name: str
    test: Expr
    named: bool = False


class Rotate(Expr):
    coll: Expr
    which: Literal["from", "after"]
    start: Expr


class Binary(Expr):
    """`op`: + - * / < <= > >= is is-not and or."""

    op: str
    left: Expr
    right: Expr


class Joined(Expr):
    """Two collections, one behind the other."""

    left: Expr
    right: Expr


class IsIn(Expr):
    value: Expr
    coll: Expr
    negated: bool


class Not(Expr):
    value: Expr


class Negative(Expr):
    value: Expr


class Exists(Expr):
    value: Expr


class Cond(Expr):
    test: Expr
    then: Expr
    otherwise: Expr


class Quantified(Expr):
    which: Literal["some", "every"]
    name: str
    coll: Expr
    test: Expr


class Best(Expr):
    which: Literal["highest", "lowest"]
    name: str
    coll: Expr
    where: Expr | None
    by: Expr
    ties: str


class Between(Expr):
    low: Expr
    high: Expr


class ListOf(Expr):
    items: tuple[Expr, ...]


class Function(Expr):
    """count sum first the-first last next playing neighbours used distance degree."""

    name: str
    args: tuple[Expr, ...]
    limit: str = ""


class Defined(Expr):
    """A formula with a name (`define:`), with its arguments."""

    id: str
    args: tuple[Expr, ...]


class CardTest(Expr):
    """`card.done(holder)`: a card's own condition."""

    card: Expr
    name: str
    args: tuple[Expr, ...]


class DeclarationPart(Expr):
    """`it.actor`, `it.<choice>`, or the declaration a rider travels with (`it.host`)."""

    declaration: Expr
    part: str


class DeclaredAs(Expr):
    """Whether a declaration is of an entry, or of one among several (`it is search`, `it is in powers`)."""

    declaration: Expr
    entries: Expr


class Becomes(Expr):
    """The value reaches `target` with this change: false before, true after. Only in `when:`."""

    value: Expr
    target: Expr


class Openly(Node):
    value: Expr


class TellWhether(Node):
    seat: Expr
    value: Expr


class Random(Node):
    coll: Expr


Source = Expr | Openly | TellWhether | Random
Place = Property | TableProperty | Local


class Pick(Node):
    target: Place
    coll: Expr


class Option(Node):
    name: str
    picks: tuple[Pick, ...]
    when: Expr | None
    body: Block


class Until(Node):
    phase: str
    next: bool = False


class Audience(Node):
    """Who sees the answer besides the one who gives it; `seat` None: nobody."""

    seat: Expr | None


class Block(Node):
    stmts: tuple[Stmt, ...]


class Stmt(Node):
    """A statement; the classes below are all there are."""


class Let(Stmt):
    name: str
    value: Source


class Write(Stmt):
    target: Place
    op: str
    value: Source
    until: Until | None


class Add(Stmt):
    value: Expr
    target: Place
    until: Until | None


class Remove(Stmt):
    value: Expr
    target: Place


class Choose(Stmt):
    may: bool
    picks: tuple[Pick, ...]
    seat: Expr
    covered: Expr | None
    prompt: str | None
    audience: Audience | None


class Confirm(Stmt):
    text: str
    seat: Expr


class Ask(Stmt):
    seat: Expr
    prompt: str | None
    audience: Audience | None
    options: tuple[Option, ...]


class Draw(Stmt):
    """`name` is the drawn card inside `where`."""

    count: Expr
    source: Zone
    name: str
    where: Expr | None
    target: Zone


class Move(Stmt):
    cards: Expr
    target: Zone
    side: str | None


class Turn(Stmt):
    card: Expr
    into: str


class Shuffle(Stmt):
    zones: Facts


class Roll(Stmt):
    zones: Facts


class Facts(Node):
    """What `reveal`, `hide` and `show` speak of: a zone, or a property, of nobody, of one, or of several."""

    what: Literal["zone", "property", "field", "table"]
    of: str
    name: str
    owners: Expr | None


class Reveal(Stmt):
    facts: Facts


class Hide(Stmt):
    facts: Facts


class Show(Stmt):
    facts: Facts
    seat: Expr


class Tell(Stmt):
    seat: Expr
    text: tuple[str | Expr, ...]


class Announce(Stmt):
    text: tuple[str | Expr, ...]


class Do(Stmt):
    routine: str
    args: tuple[Expr, ...]


class DoCard(Stmt):
    """`do card.effect()`."""

    card: Expr


class Ruling(Stmt):
    gap: str
    args: tuple[Expr, ...]


class Offer(Stmt):
    menu: str
    seat: Expr


class Cancel(Stmt):
    declaration: Expr


class Eliminate(Stmt):
    seat: Expr


class Expire(Stmt):
    phase: str


class Stop(Stmt):
    pass


class Finish(Stmt):
    ending: str
    args: tuple[Expr, ...]


class If(Stmt):
    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


class OpenlyIf(Stmt):
    test: Expr
    body: Block


class For(Stmt):
    name: str
    coll: Expr
    body: Block


class ForGrowing(Stmt):
    name: str
    queue: str
    body: Block


class AtOnce(Stmt):
    name: str
    coll: Expr
    body: Block


class Cycle(Stmt):
    name: str
    coll: Expr
    body: Block


class While(Stmt):
    test: Expr
    times: Expr
    body: Block


class Repeat(Stmt):
    body: Block


class Together(Stmt):
    body: Block


class Formula(Node):
    value: Expr
    openly: bool = False
    optional: bool = False


def walk(tree: Node) -> list[Node]:
    """The node and everything inside it."""
    return tree.whole()
