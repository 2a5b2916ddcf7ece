"""Ranges in rules that hold no number: from a larger number down to a smaller one."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.reach import bounds, empty, written_out
from sfrules.check.rule import Finding, check
from sfrules.diag import Edit, Fix, Severity
from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.model.rules import Rule
from sfrules.model.scalars import Range
from sfrules.model.sections import subject_of

_STORM = "table: {storm: {track: 0..6}}\nsetup: |\n"


@check(
    "SF319",
    Severity.ERROR,
    "A range without a number in it",
    why="A range goes up from its first number to its second. Between 6 and 1 in this order lies nothing to draw.",
    bad=_STORM + "  storm = random 6..1\n  finish with dusk\n",
    good=_STORM + "  storm = random 1..6\n  finish with dusk\n",
)
def empty_range(book: Book) -> Iterator[Finding]:
    """Two numbers the wrong way round, and what is drawn at random where never a number is to draw.

    A range up to something that is counted may well be empty: nothing is gone through then, and that can be meant.
    """
    reach = bounds(book)
    for rule in book.rules.values():
        if not isinstance(rule, Rule) or rule.typed is None:
            continue
        drawn = {id(node.coll) for node in rule.typed.nodes(typed.Random)}
        for node in rule.typed.nodes(typed.Between):
            low, high = reach.number(node.low, {}), reach.number(node.high, {})
            if empty(Range(low.low, high.high)) and (id(node) in drawn or written_out(node)):
                yield _finding(rule, node, id(node) in drawn)


def _finding(rule: Rule, node: typed.Between, drawn: bool) -> Finding:
    said, low, high = (str(rule.text)[at[0] : at[1]] for at in (node.at, node.low.at, node.high.at))
    place = rule.place(node.at)
    message = f"No number lies in “{said}”: a range goes up, from the smaller number to the larger."
    subject = subject_of(rule.path)
    if not written_out(node):
        return Finding(place, message, subject, "Begin at a smaller number.")
    turned = f"{high}..{low}"
    fix = Fix(f"Write {turned}", (Edit(place, turned),), safe=drawn)  # who goes through it may want to count down
    return Finding(place, message, subject, f"Write {turned}.", fixes=(fix,))
