"""Where rules stand in a Book: every rule text and formula, with the names it may use besides the usual ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Literal

from sfrules.ids import RulePath
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.entry import Entry
from sfrules.model.property import DerivedProperty, PropertyBase
from sfrules.model.scalars import TypeName
from sfrules.record import record
from sfrules.source.nodes import Text

Role = Literal[
    "setup", "play", "aftermath", "phase", "then", "effect", "when_cancelled", "who", "available", "choose", "answers",
    "rides_when", "bind", "done", "count", "asks", "routine", "define", "when", "trigger", "group", "winners", "payoff",
    "award when", "award", "gap", "derived", "start", "check",
]  # fmt: skip
"""What a text is for; it decides which names it may use (`actor`, `it`, `card`, `holder`, `self`)."""


@record
class RuleText:
    """One rule text: where it stands, what it says, whether it is statements or one expression.

    `owner` is the definition that holds it; `on` is the kind (or card kind) that `self` or `card` is of; `given` are
    typed names. A formula of an option's `choose` may use the choices before it: `owner.choose` has them in order.
    """

    path: RulePath
    text: Text
    kind: Literal["rule", "formula"]
    role: Role
    owner: Definition | None = None
    on: str = ""
    given: Mapping[str, TypeName] = field(default_factory=dict)


def rule_texts(book: Book) -> Iterator[RuleText]:
    """Every rule text of `book`, in the order of the sections."""
    yield from _properties(book)
    yield from _cards(book)
    yield from _formulas(book)
    for section in ("actions", "powers"):
        for entry in getattr(book, section).values():
            yield from _entry((section, entry.id), entry)
    yield from _rules(book)
    yield from _flow(book)
    yield from _endings(book)
    yield from _gaps(book)
    for own in book.checks.values():
        yield RuleText(("checks", own.id, "must"), own.must, "formula", "check", own, own.each or "")


def _properties(book: Book) -> Iterator[RuleText]:
    for kind in book.kinds.values():
        for prop in kind.has.values():
            yield from _property(("kinds", kind.id, "has", prop.id), prop, kind.id)
    for card_kind in book.card_kinds.values():
        path = ("card_kinds", card_kind.id)
        for prop in card_kind.has.values():
            yield from _property((*path, "has", prop.id), prop, card_kind.id)
        yield from _one((*path, "bind"), card_kind.bind, "rule", "bind", card_kind, card_kind.id)
    for owned in book.table.values():
        yield from _property(("table", owned.id), owned, "")


def _property(path: RulePath, prop: PropertyBase, on: str) -> Iterator[RuleText]:
    if isinstance(prop, DerivedProperty):
        yield RuleText((*path, "derived"), prop.derived, "formula", "derived", prop, on)
    yield from _one((*path, "start"), prop.start, "formula", "start", prop, on)


def _cards(book: Book) -> Iterator[RuleText]:
    for card in book.cards.values():
        path = ("cards", card.id)
        if isinstance(card.count, Text):
            yield RuleText((*path, "count"), card.count, "formula", "count", card, card.kind)
        yield from _one((*path, "bind"), card.bind, "rule", "bind", card, card.kind)
        yield from _one((*path, "done"), card.done, "formula", "done", card, card.kind)
        yield from _entry(path, card)


def _entry(path: RulePath, entry: Entry) -> Iterator[RuleText]:
    on = entry.kind if isinstance(entry, Card) else ""
    yield from _one((*path, "who"), entry.who, "formula", "who", entry, on)
    yield from _one((*path, "available"), entry.available, "formula", "available", entry, on)
    for name, text in entry.choose.items():
        yield RuleText((*path, "choose", str(name)), text, "formula", "choose", entry, on)
    yield from _one((*path, "answers"), entry.answers, "formula", "answers", entry, on)
    yield from _one((*path, "rides_when"), entry.rides_when, "formula", "rides_when", entry, on)
    yield from _one((*path, "effect"), entry.effect, "rule", "effect", entry, on)
    yield from _one((*path, "when_cancelled"), entry.when_cancelled, "rule", "when_cancelled", entry, on)


def _formulas(book: Book) -> Iterator[RuleText]:
    for define in book.define.values():
        yield RuleText(("define", define.id, "is"), define.is_, "formula", "define", define, given=define.given)
    for group in book.groups.values():
        yield RuleText(("groups", group.id, "where"), group.where, "formula", "group", group, group.of)
    for window in book.windows.values():
        yield RuleText(("windows", window.id, "asks"), window.asks, "formula", "asks", window)


def _rules(book: Book) -> Iterator[RuleText]:
    for routine in book.routines.values():
        yield RuleText(
            ("routines", routine.id, "effect"), routine.effect, "rule", "routine", routine, given=routine.given
        )
    for trigger in book.triggers.values():
        yield RuleText(("triggers", trigger.id, "when"), trigger.when, "formula", "when", trigger)
        yield RuleText(("triggers", trigger.id, "effect"), trigger.effect, "rule", "trigger", trigger)


def _flow(book: Book) -> Iterator[RuleText]:
    yield from _one(("setup",), book.setup, "rule", "setup")
    for phase in book.all_phases():
        yield from _one(("phases", phase.id, "effect"), phase.effect, "rule", "phase", phase, phase.each or "")
        yield from _one(("phases", phase.id, "then"), phase.then, "rule", "then", phase)
    yield from _one(("play",), book.play, "rule", "play")


def _endings(book: Book) -> Iterator[RuleText]:
    for ending in book.endings.values():
        path = ("endings", ending.id)
        yield from _one((*path, "winners"), ending.winners, "formula", "winners", ending, given=ending.given)
        yield from _one((*path, "payoff"), ending.payoff, "formula", "payoff", ending, given=ending.given)
    yield from _one(("aftermath",), book.aftermath, "rule", "aftermath")
    for award in book.awards.values():
        yield from _one(("awards", award.id, "when"), award.when, "formula", "award when", award)
        yield RuleText(("awards", award.id, "winners"), award.winners, "formula", "award", award)


def _gaps(book: Book) -> Iterator[RuleText]:
    """Rules of all options; one that also changes content by path is read with its changes, when it is in force."""
    for gap in book.gaps.values():
        for option in gap.options.values():
            if (option.set_ or option.remove) and option is not book.ruling(gap):
                continue
            path = ("gaps", gap.id, "options", option.id, "rule")
            yield from _one(path, option.rule, "rule", "gap", gap, given=gap.given)


def _one(
    path: RulePath, text: Text | None, kind: Literal["rule", "formula"], role: Role,
    owner: Definition | None = None, on: str = "", given: Mapping[str, TypeName] | None = None,
) -> Iterator[RuleText]:  # fmt: skip
    if text is not None:
        yield RuleText(tuple(map(str, path)), text, kind, role, owner, on, given or {})
