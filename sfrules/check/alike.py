"""Ids that are taken for one another: by the eye, or by the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from sfrules.check.rule import Finding, check
from sfrules.diag import Related, Severity
from sfrules.lang import typed
from sfrules.lang.types import NUMBER, Type
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.property import NumberProperty, TrackProperty
from sfrules.model.rules import Rule
from sfrules.model.sections import SECTIONS

_ONE_SHAPE = str.maketrans("01i5", "olls")
_JOINT = re.compile(r"(?<![0-9])-|-(?![0-9])")


@check(
    "SF222",
    Severity.WARNING,
    "Ids that look alike",
    why="Ids that differ in a hyphen, or in l and 1, are mixed up by whoever writes the next rule.",
    bad="table:\n  high-tide: {flag: no}\n  hightide: {flag: no}\n",
    good="table:\n  high-tide: {flag: no}\n  spring-tide: {flag: no}\n",
)
def look_alikes(book: Book) -> Iterator[Finding]:
    """Two ids of one section, or two properties of one kind, of nearly the same look."""
    for noun, group in _groups(book):
        seen: dict[str, Definition] = {}
        for definition in group:
            first = seen.setdefault(_shape(definition.id), definition)
            if first is not definition:
                message = f"The ids “{first.id}” and “{definition.id}” look alike."
                related = (Related(first.span, "the other is here"),)
                yield Finding(
                    definition.span, message, f"{noun} {definition.id}", "Call one of them otherwise.", related
                )


def _groups(book: Book) -> Iterator[tuple[str, list[Definition]]]:
    """Definitions that are called in one way, and what each is."""
    for section in SECTIONS.values():
        if section.form in ("ids", "kinds") and section.name not in ("sources", "glossary", "tests"):
            yield section.noun, [made for made in getattr(book, section.name).values() if made._id is not None]
    for kind in chain(book.kinds.values(), book.card_kinds.values()):
        yield f"property of {kind.id}", list(kind.has.values())


def _shape(name: str) -> str:
    """An id as it looks at a glance."""
    return _JOINT.sub("", str(name)).translate(_ONE_SHAPE).replace("rn", "m").replace("vv", "w")


@check(
    "SF223",
    Severity.WARNING,
    "One name for two values",
    why="In a rule the name means one of them, and nothing there tells the reader which.",
    bad="table:\n  toll: {number: 0.., start: 2}\nnumbers:\n  toll: 3\n",
    good="table:\n  toll: {number: 0.., start: 2}\nnumbers:\n  least-toll: 3\n",
)
def two_meanings(book: Book) -> Iterator[Finding]:
    """A name that rules may take for either of two values of one type."""
    seen: dict[tuple[str, Type], tuple[str, Definition]] = {}
    for noun, of, definition in _values(book):
        first = seen.setdefault((str(definition.id), of), (noun, definition))
        if first[1] is not definition:
            message = f"“{definition.id}” is a {noun} and a {first[0]} as well; a rule that says it means the latter."
            related = (Related(first[1].span, "the other is here"),)
            yield Finding(definition.span, message, f"{noun} {definition.id}", "Call one of them otherwise.", related)


def _values(book: Book) -> Iterator[tuple[str, Type, Definition]]:
    """What a bare name can mean in a rule, in the order in which rules look it up."""
    for prop in book.table.values():
        if isinstance(prop, NumberProperty | TrackProperty):
            yield "table property", NUMBER, prop
    for phase in book.all_phases():
        if phase.repeat is not None:
            yield "phase", NUMBER, phase
    for number in book.numbers.values():
        yield "number", NUMBER, number
    for define in book.define.values():
        rule = book.rules.get(("define", str(define.id), "is"))
        if not define.given and isinstance(rule, Rule) and isinstance(rule.typed, typed.Formula):
            yield "define", rule.typed.value.type, define
