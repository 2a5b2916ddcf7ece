"""The syntax tree of a rule: what was written, before anybody asks what the names mean.

Every node carries `at`, its offsets in the rule text; trees are compared without them, so that
`parse(write(tree)) == tree` can hold.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Literal

Offsets = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything in a rule that has a place."""

    at: Offsets = field(default=(0, 0), compare=False, repr=False)


# Expressions


@dataclass(frozen=True, slots=True)
class Name(Node):
    id: str


@dataclass(frozen=True, slots=True)
class It(Node):
    """The declaration that is answered."""


@dataclass(frozen=True, slots=True)
class Element(Node):
    """`.`: the element that a filter looks at."""


@dataclass(frozen=True, slots=True)
class Own(Node):
    """`.name`: a property of the element that a filter looks at."""

    name: str


@dataclass(frozen=True, slots=True)
class Dot(Node):
    object: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Method(Node):
    object: Expr
    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Words(Node):
    text: str


@dataclass(frozen=True, slots=True)
class Flag(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`none`."""


@dataclass(frozen=True, slots=True)
class Riding(Node):
    """`with NAME`: whether that rider travels with the declaration."""

    name: str


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Between(Node):
    """`low..high`, both included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Unary(Node):
    op: Literal["not", "-"]
    value: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`op` is one of + - * / < <= > >= is is-not is-in is-not-in becomes and or."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Exists(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class Cond(Node):
    test: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    which: Literal["some", "every"]
    name: str
    coll: Expr
    test: Expr


@dataclass(frozen=True, slots=True)
class Best(Node):
    which: Literal["highest", "lowest"]
    name: str
    coll: Expr
    where: Expr | None
    by: Expr
    ties: str


@dataclass(frozen=True, slots=True)
class Order(Node):
    """`from X` starts with X, `after X` behind it."""

    which: Literal["from", "after"]
    start: Expr


@dataclass(frozen=True, slots=True)
class Each(Node):
    """`[name in] coll [from|after x] [where c]`: a filtered collection."""

    name: str
    coll: Expr
    order: Order | None
    where: Expr | None


Expr = (
    Name | It | Element | Own | Dot | Call | Method | Number | Words | Flag | Nothing | Riding | ListOf | Between
    | Unary | Binary | Exists | Cond | Quantified | Best | Each
)  # fmt: skip


# What may stand right of "=" besides an expression


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


# Parts of statements


@dataclass(frozen=True, slots=True)
class Until(Node):
    phase: str
    next: bool = False


@dataclass(frozen=True, slots=True)
class Pick(Node):
    target: Expr
    coll: Expr


@dataclass(frozen=True, slots=True)
class By(Node):
    seat: Expr
    covered: Expr | None = None


@dataclass(frozen=True, slots=True)
class Audience(Node):
    """Who sees the answer; `seat` is None for `secretly`."""

    seat: Expr | None


@dataclass(frozen=True, slots=True)
class Option(Node):
    name: str
    picks: tuple[Pick, ...]
    when: Expr | None
    body: Block


# Statements


@dataclass(frozen=True, slots=True)
class Block(Node):
    stmts: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: str
    value: Source


@dataclass(frozen=True, slots=True)
class Write(Node):
    target: Expr
    op: str
    value: Source
    until: Until | None = None


@dataclass(frozen=True, slots=True)
class Add(Node):
    value: Expr
    target: Expr
    until: Until | None = None


@dataclass(frozen=True, slots=True)
class Remove(Node):
    value: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Choose(Node):
    may: bool
    picks: tuple[Pick, ...]
    by: By | None
    prompt: str | None
    audience: Audience | None


@dataclass(frozen=True, slots=True)
class Confirm(Node):
    text: str
    seat: Expr


@dataclass(frozen=True, slots=True)
class Ask(Node):
    seat: Expr
    prompt: str | None
    audience: Audience | None
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Draw(Node):
    count: Expr
    source: Expr
    where: Expr | None
    target: Expr


@dataclass(frozen=True, slots=True)
class Move(Node):
    cards: Expr
    target: Expr
    side: Literal["top", "bottom", "random"] | None = None


@dataclass(frozen=True, slots=True)
class Turn(Node):
    card: Expr
    into: str


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    target: Expr


@dataclass(frozen=True, slots=True)
class Roll(Node):
    target: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Node):
    target: Expr


@dataclass(frozen=True, slots=True)
class Hide(Node):
    target: Expr


@dataclass(frozen=True, slots=True)
class Show(Node):
    target: Expr
    seat: Expr


@dataclass(frozen=True, slots=True)
class Tell(Node):
    seat: Expr
    text: str


@dataclass(frozen=True, slots=True)
class Announce(Node):
    text: str


@dataclass(frozen=True, slots=True)
class Do(Node):
    target: Expr


@dataclass(frozen=True, slots=True)
class Ruling(Node):
    gap: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Offer(Node):
    menu: str
    seat: Expr


@dataclass(frozen=True, slots=True)
class Cancel(Node):
    target: Expr


@dataclass(frozen=True, slots=True)
class Eliminate(Node):
    seat: Expr


@dataclass(frozen=True, slots=True)
class Expire(Node):
    phase: str


@dataclass(frozen=True, slots=True)
class Stop(Node):
    pass


@dataclass(frozen=True, slots=True)
class Finish(Node):
    ending: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    """Branches in order; `otherwise` may be empty. `brief` is the one-line form `if X then ...`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None
    brief: bool = False


@dataclass(frozen=True, slots=True)
class OpenlyIf(Node):
    test: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class For(Node):
    name: str
    coll: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class ForGrowing(Node):
    name: str
    queue: str
    body: Block


@dataclass(frozen=True, slots=True)
class AtOnce(Node):
    name: str
    coll: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Cycle(Node):
    name: str
    coll: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class While(Node):
    test: Expr
    times: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    body: Block


@dataclass(frozen=True, slots=True)
class Together(Node):
    body: Block


Stmt = (
    Let | Write | Add | Remove | Choose | Confirm | Ask | Draw | Move | Turn | Shuffle | Roll | Reveal | Hide | Show
    | Tell | Announce | Do | Ruling | Offer | Cancel | Eliminate | Expire | Stop | Finish | If | OpenlyIf | For
    | ForGrowing | AtOnce | Cycle | While | Repeat | Together
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Formula(Node):
    """One expression by itself; `openly` where its value is for the table, `optional` where none may be chosen."""

    value: Expr
    openly: bool = False
    optional: bool = False


def children(node: Node) -> list[Node]:
    """The nodes directly inside a node, in the order in which they were written."""
    found: list[Node] = []
    for spec in fields(node):
        _collect(getattr(node, spec.name), found)
    return found


def _collect(value: Any, found: list[Node]) -> None:
    if isinstance(value, Node):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _collect(item, found)
