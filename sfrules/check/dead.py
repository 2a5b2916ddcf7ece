"""What never happens: conditions that always come out the same, branches behind others, conditions that exclude."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.once import once
from sfrules.check.reach import EITHER, NO, YES, Reach, bounds
from sfrules.check.rule import Finding, check
from sfrules.check.visits import ANYTHING, Visit, visits
from sfrules.diag import Related, Severity
from sfrules.lang import typed
from sfrules.lang.node import Offsets
from sfrules.lang.types import ANY
from sfrules.model.book import Book
from sfrules.model.rules import Rule
from sfrules.model.scalars import Range
from sfrules.model.sections import subject_of

_STORM = "table: {storm: {track: 0..6}, wind: {track: 0..6}}\nsetup: |\n"


@check(
    "SF314",
    Severity.WARNING,
    "A condition that always comes out the same",
    why="What a track or a count can never reach, or never leave, decides nothing; mostly the number is a slip.",
    bad=_STORM + "  if storm >= 12 then wind = 1\n  finish with dusk\n",
    good=_STORM + "  if storm >= 2 then wind = 1\n  finish with dusk\n",
)
def constant_condition(book: Book) -> Iterator[Finding]:
    """A comparison whose sides can never, or only, stand so to each other."""
    reach = bounds(book)
    for visit in conditions(book):
        node = visit.node
        if not isinstance(node, typed.Binary | typed.IsIn | typed.Becomes) or not _on_state(node):
            continue
        answer = YES if _alike(node) else NO if _unlike(node) else reach.flag(node, visit.names)
        if answer in (YES, NO) and not _within(node):
            reason = "both sides are the same" if _alike(node) or _unlike(node) else _why(visit, reach)
            message = f"“{_said(visit.rule, node.at)}” {'always' if answer == YES else 'never'} holds: {reason}."
            yield Finding(visit.rule.place(node.at), message, _subject(visit.rule))


@check(
    "SF315",
    Severity.WARNING,
    "A branch that is never reached",
    why="Branches are tested from top to bottom; what an earlier one covers never comes to a later one.",
    bad=_STORM + "  if storm > 2\n    wind = 1\n  elif storm > 4\n    wind = 2\n  end\n  finish with dusk\n",
    good=_STORM + "  if storm > 4\n    wind = 2\n  elif storm > 2\n    wind = 1\n  end\n  finish with dusk\n",
)
def covered_branch(book: Book) -> Iterator[Finding]:
    """A branch whose condition an earlier branch has covered, or that follows one that always holds by then."""
    reach = bounds(book)
    for visit in conditions(book):
        if isinstance(visit.node, typed.If):
            yield from _covered(visit, visit.node, reach)


def _covered(visit: Visit, node: typed.If, reach: Reach) -> Iterator[Finding]:
    seen: list[typed.Expr] = []
    rest = reach
    for test, body in node.branches:
        answer = NO if test in seen else rest.flag(test, visit.names)
        if answer == NO and reach.flag(test, visit.names) != NO:
            yield _unreached(visit.rule, test.at, seen[-1].at)
        if answer == YES and reach.flag(test, visit.names) == EITHER and node.otherwise is not None and body.stmts:
            yield _unreached(visit.rule, node.otherwise.at, test.at)
            return
        seen.append(test)
        rest = rest.assuming(test, visit.names, holds=False)


def _unreached(rule: Rule, at: Offsets, by: Offsets) -> Finding:
    message = "This is never reached: the conditions above cover it."
    return Finding(rule.place(at), message, _subject(rule), related=(Related(rule.place(by), "the last of them"),))


@check(
    "SF316",
    Severity.WARNING,
    "Conditions that exclude each other",
    why="Joined by “and”, they never hold together, so that nothing ever comes of them.",
    bad=_STORM + "  if storm > 4 and storm < 3 then wind = 1\n  finish with dusk\n",
    good=_STORM + "  if storm > 4 or storm < 3 then wind = 1\n  finish with dusk\n",
)
def contradiction(book: Book) -> Iterator[Finding]:
    """A condition that can hold by itself, but not together with those before it."""
    reach = bounds(book)
    for visit in conditions(book):
        if isinstance(visit.node, typed.Binary) and visit.node.op == "and":
            yield from _exclusive(visit, visit.node, reach)


def _exclusive(visit: Visit, node: typed.Binary, reach: Reach) -> Iterator[Finding]:
    """Only the last condition is looked at: those before it stand in an “and” of their own."""
    earlier, last = parts_of(node.left, "and"), node.right
    together = reach
    for test in earlier:
        together = together.assuming(test, visit.names, holds=True)
    clash = next((test for test in earlier if _excludes(test, last)), None)
    by_range = together.flag(last, visit.names) == NO and reach.flag(last, visit.names) != NO
    if clash is not None or by_range:
        first = clash if clash is not None else earlier[-1]
        message = f"“{_said(visit.rule, last.at)}” never holds together with what stands before it."
        related = (Related(visit.rule.place(first.at), "this excludes it"),)
        yield Finding(visit.rule.place(last.at), message, _subject(visit.rule), related=related)


def _excludes(first: typed.Expr, second: typed.Expr) -> bool:
    """`x` and `not x`; the same thing said to be two."""
    for one, other in ((first, second), (second, first)):
        if isinstance(one, typed.Not) and one.value == other and other.type != ANY:  # nobody knows what that is
            return True
    match first, second:
        case typed.Binary(op="is"), typed.Binary(op="is"):
            return first.left == second.left and _different(first.right, second.right)
        case typed.DeclaredAs(), typed.DeclaredAs():
            return first.declaration == second.declaration and _different(first.entries, second.entries)
        case _:
            return False


def _different(first: typed.Expr, second: typed.Expr) -> bool:
    """Whether two expressions name two different things."""
    fixed = typed.ThingRef | typed.EntryRef | typed.CardName | typed.Const
    return isinstance(first, fixed) and isinstance(second, fixed) and first != second


def parts_of(node: typed.Expr, op: str) -> list[typed.Expr]:
    """The conditions that are joined by `and`, or by `or`."""
    if isinstance(node, typed.Binary) and node.op == op:
        return [*parts_of(node.left, op), *parts_of(node.right, op)]
    return [node]


@once
def conditions(book: Book) -> list[Visit]:
    """The conditions in all rules; what the scenario's own checks ask for is meant to hold always."""
    return [visit for found in visits(book).values() for visit in found.conditions if visit.rule.role != "check"]


def _alike(node: typed.Node) -> bool:
    return isinstance(node, typed.Binary) and node.op in ("is", "<=", ">=") and node.left == node.right


def _unlike(node: typed.Node) -> bool:
    return isinstance(node, typed.Binary) and node.op in ("is-not", "<", ">") and node.left == node.right


def is_comparison(node: typed.Expr) -> bool:
    """Whether a node compares two values; an `and` or a sum does not."""
    return not isinstance(node, typed.Binary) or node.op in ("<", "<=", ">", ">=", "is", "is-not")


def _on_state(node: typed.Expr) -> bool:
    """Whether a comparison is one of more than named numbers, which are there to be changed."""
    if not is_comparison(node):
        return False
    inside = [type(part) for part in typed.walk(node)[1:] if isinstance(part, typed.Expr)]
    return not _NUMBERS.issuperset(inside) or typed.Named not in inside


_NUMBERS = frozenset((typed.Const, typed.Named, typed.Binary, typed.Negative))


def _within(node: typed.Expr) -> bool:
    """Whether it is a condition on nothing, which reading has reported."""
    return any(part.type.name == "any" for part in typed.walk(node)[1:] if isinstance(part, typed.Expr))


def _why(visit: Visit, reach: Reach) -> str:
    """The side that decides it, and where that can lie."""
    for side in _sides(visit.node):
        if isinstance(side, typed.Const | typed.Named):
            continue
        range_ = reach.number(side, visit.names)
        if range_ != ANYTHING:
            return f"“{_said(visit.rule, side.at)}” {_goes(range_)}"
    return "the numbers say so"


def _sides(node: typed.Node) -> tuple[typed.Expr, ...]:
    match node:
        case typed.Binary():
            return (node.left, node.right)
        case typed.IsIn():
            return (node.value,)
        case typed.Becomes():
            return (node.value, node.target)
        case _:
            return ()


def _goes(range_: Range) -> str:
    if range_.low is not None and range_.low == range_.high:
        return f"is {range_.low}"
    if range_.high is None:
        return f"is never below {range_.low}"
    return f"is never above {range_.high}" if range_.low is None else f"goes from {range_.low} to {range_.high}"


def _said(rule: Rule, at: Offsets) -> str:
    return " ".join(str(rule.text)[at[0] : at[1]].split())


def _subject(rule: Rule) -> str:
    return subject_of(rule.path)
