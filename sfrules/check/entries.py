"""Actions, powers and cards that act: reactions and riders that are half said."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.rule import Finding, check
from sfrules.diag import Severity
from sfrules.model.book import Book
from sfrules.model.sections import SECTIONS


@check(
    "SF520",
    Severity.ERROR,
    "A reaction that is half said",
    why="A reaction needs both: the window in which it is played, and what it answers.",
    bad=(
        "windows:\n  storm: {asks: captain, answers: sealed}\npowers:\n"
        "  shelter: {answers: it is sail, effect: cancel it}\n"
    ),
    good="windows:\n  storm: {asks: captain, answers: sealed}\n"
    "powers:\n  shelter: {window: storm, answers: it is sail, effect: cancel it}\n",
)
def half_reaction(book: Book) -> Iterator[Finding]:
    """`answers` without `window`, or `window` without `answers`."""
    for section, entry in book.entries():
        if (entry.answers is None) != (entry.window is None):
            there, missing = ("window", "answers") if entry.answers is None else ("answers", "window")
            message = f"“{entry.id}” says `{there}`, but not `{missing}`."
            yield Finding(entry.key_span_of(there), message, f"{SECTIONS[section].noun} {entry.id}")


@check(
    "SF521",
    Severity.ERROR,
    "A rider that rides nothing",
    why="`rides_when` limits `rides`, and has no meaning without it.",
    bad="actions:\n  sail: {effect: stop}\n  cargo: {rides_when: yes, effect: stop}\n",
    good="actions:\n  sail: {effect: stop}\n  cargo: {rides: sail, rides_when: yes, effect: stop}\n",
)
def half_rider(book: Book) -> Iterator[Finding]:
    """`rides_when` without `rides`; an entry that rides itself."""
    for section, entry in book.entries():
        subject = f"{SECTIONS[section].noun} {entry.id}"
        if entry.rides is None and entry.rides_when is not None:
            message = f"“{entry.id}” says `rides_when`, but not what it rides."
            yield Finding(entry.key_span_of("rides_when"), message, subject)
        elif entry.rides == entry.id:
            yield Finding(entry.span_of("rides"), f"“{entry.id}” rides itself.", subject)
