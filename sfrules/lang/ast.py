"""The syntax tree of a rule: what was written, before anybody asks what the names mean.

Every node carries `at`, its offsets in the rule text; trees are compared without them, so that
`parse(write(tree)) == tree` can hold.
"""

from __future__ import annotations

from typing import Literal

from sfrules.lang import node
from sfrules.lang.node import Offsets as Offsets
from sfrules.lang.node import part


class Node(node.Node):
    """Anything in a rule that has a place."""

    at: Offsets = part(default=(0, 0), kw_only=True)


# Expressions


class Name(Node):
    id: str


class It(Node):
    """The declaration that is answered."""


class Element(Node):
    """`.`: the element that a filter looks at."""


class Own(Node):
    """`.name`: a property of the element that a filter looks at."""

    name: str


class Dot(Node):
    object: Expr
    name: str


class Call(Node):
    name: str
    args: tuple[Expr, ...]


class Method(Node):
    object: Expr
    name: str
    args: tuple[Expr, ...]


class Number(Node):
    value: int


class Words(Node):
    text: str


class Flag(Node):
    value: bool


class Nothing(Node):
    """`none`."""


class Riding(Node):
    """`with NAME`: whether that rider travels with the declaration."""

    name: str


class ListOf(Node):
    items: tuple[Expr, ...]


class Between(Node):
    """`low..high`, both included."""

    low: Expr
    high: Expr


class Unary(Node):
    op: Literal["not", "-"]
    value: Expr


class Binary(Node):
    """`op` is one of + - * / < <= > >= is is-not is-in is-not-in becomes and or."""

    op: str
    left: Expr
    right: Expr


class Exists(Node):
    value: Expr


class Cond(Node):
    test: Expr
    then: Expr
    otherwise: Expr


class Quantified(Node):
    which: Literal["some", "every"]
    name: str
    coll: Expr
    test: Expr


class Best(Node):
    which: Literal["highest", "lowest"]
    name: str
    coll: Expr
    where: Expr | None
    by: Expr
    ties: str


class Order(Node):
    """`from X` starts with X, `after X` behind it."""

    which: Literal["from", "after"]
    start: Expr


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


class Openly(Node):
    value: Expr


class TellWhether(Node):
    seat: Expr
    value: Expr


class Random(Node):
    coll: Expr


Source = Expr | Openly | TellWhether | Random


# Parts of statements


class Until(Node):
    phase: str
    next: bool = False


class Pick(Node):
    target: Expr
    coll: Expr


class By(Node):
    seat: Expr
    covered: Expr | None = None


class Audience(Node):
    """Who sees the answer; `seat` is None for `secretly`."""

    seat: Expr | None


class Option(Node):
    name: str
    picks: tuple[Pick, ...]
    when: Expr | None
    body: Block


# Statements


class Block(Node):
    stmts: tuple[Stmt, ...]


class Let(Node):
    name: str
    value: Source


class Write(Node):
    target: Expr
    op: str
    value: Source
    until: Until | None = None


class Add(Node):
    value: Expr
    target: Expr
    until: Until | None = None


class Remove(Node):
    value: Expr
    target: Expr


class Choose(Node):
    may: bool
    picks: tuple[Pick, ...]
    by: By | None
    prompt: str | None
    audience: Audience | None


class Confirm(Node):
    text: str
    seat: Expr


class Ask(Node):
    seat: Expr
    prompt: str | None
    audience: Audience | None
    options: tuple[Option, ...]


class Draw(Node):
    count: Expr
    source: Expr
    where: Expr | None
    target: Expr


class Move(Node):
    cards: Expr
    target: Expr
    side: Literal["top", "bottom", "random"] | None = None


class Turn(Node):
    card: Expr
    into: str


class Shuffle(Node):
    target: Expr


class Roll(Node):
    target: Expr


class Reveal(Node):
    target: Expr


class Hide(Node):
    target: Expr


class Show(Node):
    target: Expr
    seat: Expr


class Tell(Node):
    seat: Expr
    text: str


class Announce(Node):
    text: str


class Do(Node):
    target: Expr


class Ruling(Node):
    gap: str
    args: tuple[Expr, ...]


class Offer(Node):
    menu: str
    seat: Expr


class Cancel(Node):
    target: Expr


class Eliminate(Node):
    seat: Expr


class Expire(Node):
    phase: str


class Stop(Node):
    pass


class Finish(Node):
    ending: str
    args: tuple[Expr, ...]


class If(Node):
    """Branches in order; `otherwise` may be empty. `brief` is the one-line form `if X then ...`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None
    brief: bool = False


class OpenlyIf(Node):
    test: Expr
    body: Block


class For(Node):
    name: str
    coll: Expr
    body: Block


class ForGrowing(Node):
    name: str
    queue: str
    body: Block


class AtOnce(Node):
    name: str
    coll: Expr
    body: Block


class Cycle(Node):
    name: str
    coll: Expr
    body: Block


class While(Node):
    test: Expr
    times: Expr
    body: Block


class Repeat(Node):
    body: Block


class Together(Node):
    body: Block


Stmt = (
    Let | Write | Add | Remove | Choose | Confirm | Ask | Draw | Move | Turn | Shuffle | Roll | Reveal | Hide | Show
    | Tell | Announce | Do | Ruling | Offer | Cancel | Eliminate | Expire | Stop | Finish | If | OpenlyIf | For
    | ForGrowing | AtOnce | Cycle | While | Repeat | Together
)  # fmt: skip


class Formula(Node):
    """One expression by itself; `openly` where its value is for the table, `optional` where none may be chosen."""

    value: Expr
    openly: bool = False
    optional: bool = False
