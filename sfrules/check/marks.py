"""Texts that were written for a rule, and whether the rule is still the same.

A mark is a short digest of each step of the rule, in order, so that it shows which steps are new. It does not depend on
how the rule is laid out, and not on the value of a number that the rule takes by name.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sfrules.check.rule import Finding, check
from sfrules.diag import Edit, Fix, Related, Severity, Span
from sfrules.lang import ast
from sfrules.lang.write import write
from sfrules.model.book import Book
from sfrules.model.entry import Entry, Ruled
from sfrules.model.rules import Rule
from sfrules.model.sections import SECTIONS
from sfrules.source.nodes import Text

_OPEN = "rule"
_SECTIONS = ("actions", "powers", "cards", "triggers", "routines")
_STORM = "table: {storm: {track: 0..9}}\nroutines:\n  surge:\n    text: The water rises.\n    text_for: "


class Step(NamedTuple):
    """A piece of a rule: its digest, and where it stands."""

    digest: str
    span: Span


@check(
    "SF711",
    Severity.WARNING,
    "A text that was written for another rule",
    why="No tool compares a free sentence with its rule: when the rule changes, somebody has to read it again.",
    bad=_STORM + "0000\n    effect: storm += 1\nplay: do surge()\n",
    good=_STORM + "7a5c\n    effect: storm += 1\nplay: do surge()\n",
)
def stale_text(book: Book) -> Iterator[Finding]:
    """A text with a mark, and a rule that has another one."""
    for noun, definition, mark, now in _marked(book):
        if mark == _OPEN or not now or mark == mark_of(now):
            continue
        fresh, gone = _changed(mark, now)
        related = tuple(Related(step.span, "this is new since the text was written") for step in fresh)
        lost = f" {gone} of its steps {'is' if gone == 1 else 'are'} gone." if gone else ""
        message = f"The rule of “{definition.id}” has changed since its text was written.{lost}"
        help_ = (
            "Read the text beside the rule, mend it, and write `text_for: rule`, which --fix turns into the new mark."
        )
        yield Finding(mark.span, message, f"{noun} {definition.id}", help_, related, (_renew(mark, now, safe=False),))


@check(
    "SF712",
    Severity.INFO,
    "A text whose rule has no mark yet",
    why="The mark says for which rule a text was written; `rule` stands for the one that is there now.",
    bad=_STORM + "rule\n    effect: storm += 1\nplay: do surge()\n",
    good=_STORM + "7a5c\n    effect: storm += 1\nplay: do surge()\n",
)
def open_mark(book: Book) -> Iterator[Finding]:
    """`text_for: rule`, for which `--fix` puts in the mark."""
    for noun, definition, mark, now in _marked(book):
        if mark == _OPEN and now:
            message = f"The mark of the rule of “{definition.id}” is not written yet."
            help_ = "sfrules validate --fix writes it."
            yield Finding(mark.span, message, f"{noun} {definition.id}", help_, (), (_renew(mark, now, safe=True),))


def steps_of(definition: Ruled, rules: Iterable[Rule]) -> list[Step]:
    """The steps of the rules of a definition, with its cost and its limit; none when they cannot be read."""
    found: list[Step] = []
    for rule in rules:
        if rule.tree is None:
            return []
        role = "/".join(rule.path[2:])
        pieces = rule.tree.stmts if isinstance(rule.tree, ast.Block) else (rule.tree,)
        for piece in pieces:
            words = write(piece) if isinstance(piece, ast.Formula) else write(ast.Block((piece,)))
            found.append(Step(_digest(f"{role}: {words}"), rule.place(piece.at)))
    if isinstance(definition, Entry):
        found += (Step(_digest(f"cost: {n} {p}"), definition.span_of("cost", p)) for p, n in definition.cost.items())
        if definition.limit is not None:
            found.append(Step(_digest(f"limit: {definition.limit}"), definition.limit.span))
    return found


def mark_of(steps: list[Step]) -> str:
    """The mark of a rule."""
    return "-".join(step.digest for step in steps)


def _digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:4]


def _marked(book: Book) -> Iterator[tuple[str, Ruled, Text, list[Step]]]:
    """Definitions with a mark, and their steps. Other rulings replace texts and rules together, and no marks."""
    if book.choices.gaps or book.choices.variants or not book.whole:
        return
    marked = {
        (section, str(definition.id)): definition
        for section in _SECTIONS
        for definition in getattr(book, section).values()
        if definition.text_for is not None and definition.text is not None
    }
    rules: dict[tuple[str, str], list[Rule]] = {key: [] for key in marked}
    for path, rule in book.rules.items() if marked else ():
        if path[:2] in rules:
            rules[path[0], path[1]].append(rule)
    for (section, _), definition in marked.items():
        if not all(rule.sound for rule in rules[section, str(definition.id)]):
            continue
        steps = steps_of(definition, rules[section, str(definition.id)])
        yield SECTIONS[section].noun, definition, definition.text_for, steps


def _changed(mark: str, now: list[Step]) -> tuple[list[Step], int]:
    """The steps that a mark does not know, and how many it knows that are gone."""
    old, new = mark.split("-"), [step.digest for step in now]
    fresh: list[Step] = []
    gone = 0
    for tag, start, end, first, last in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            fresh += now[first:last]
            gone += max(0, (end - start) - (last - first))
    return fresh, gone


def _renew(mark: Text, now: list[Step], *, safe: bool) -> Fix:
    return Fix("Say that the text fits the rule as it is now", (Edit(mark.span, mark_of(now)),), safe)
