"""Which stretches of the rules have run in games, and the first thing on each way through a rule that never did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sfrules.diag import Span
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.lang.node import Offsets
from sfrules.model.book import Book
from sfrules.model.rules import Rule
from sfrules.play.coverage import Coverage


class Asleep(NamedTuple):
    """A stretch of a rule that never ran: where to say so, in which words; whether all `behind` it never ran either."""

    rule: Rule
    at: Offsets
    words: str
    behind: bool = False


class Woken:
    """The rules of a book beside what has run of them. What cannot be watched neither ran nor slept."""

    def __init__(self, book: Book, coverage: Coverage) -> None:
        self.book = book
        self._stretches: dict[RulePath, list[tuple[Offsets, bool]]] = {}
        ran = coverage.ran
        for path, at in coverage.known:
            self._stretches.setdefault(path, []).append((at, (path, at) in ran))
        self.rules = {path for path, stretches in self._stretches.items() if any(ran for _, ran in stretches)}

    def slept(self, path: RulePath) -> bool:
        """Whether a rule can be watched, and has never run."""
        return path in self._stretches and path not in self.rules

    def knows(self, path: RulePath, at: Offsets) -> bool:
        """Whether there is something to watch in a stretch of a rule."""
        return bool(self._within(path, at))

    def never_ran(self, path: RulePath, at: Offsets) -> bool:
        """Whether there is something to watch in a stretch of a rule, and none of it has run."""
        within = self._within(path, at)
        return bool(within) and not any(within)

    def _within(self, path: RulePath, at: Offsets) -> list[bool]:
        return [ran for (start, end), ran in self._stretches.get(path, ()) if at[0] <= start and end <= at[1]]

    def place(self, path: RulePath, at: Offsets) -> Span:
        """A stretch of a rule in its file."""
        rule: Rule | None = self.book.rules.get(path)
        return rule.place(at) if rule is not None and at != (0, 0) else place_of(self.book, path)

    def nodes(self, path: RulePath) -> list[typed.Node]:
        """Everything in a rule."""
        rule: Rule | None = self.book.rules.get(path)
        return typed.walk(rule.typed) if rule is not None and rule.typed is not None else []

    def asleep(self, told: Callable[[typed.Stmt], bool]) -> Iterator[Asleep]:
        """The first thing on each way through the rules that never ran; without what is `told` already."""
        for path, rule in self.book.rules.items():
            if isinstance(rule.typed, typed.Block) and path in self.rules:
                yield from self._asleep_in(path, rule, rule.typed, told)

    def _asleep_in(
        self, path: RulePath, rule: Rule, block: typed.Block, told: Callable[[typed.Stmt], bool]
    ) -> Iterator[Asleep]:
        for stmt in block.stmts:
            if self.never_ran(path, stmt.at):
                if not told(stmt):
                    yield Asleep(rule, stmt.at, "it never comes to this: the rule always ends before.", True)
                return
            for at, words, inner in _inside(stmt):
                if inner.stmts and self.never_ran(path, (inner.stmts[0].at[0], inner.stmts[-1].at[1])):
                    if words and not any(map(told, inner.stmts)):
                        yield Asleep(rule, at, words)
                else:
                    yield from self._asleep_in(path, rule, inner, told)


def _inside(stmt: typed.Stmt) -> Iterator[tuple[Offsets, str, typed.Block]]:
    """The blocks in a statement: where to say that one never runs, in which words ("" where it is said elsewhere)."""
    so = "this is never so, and what hangs on it never happens."
    match stmt:
        case typed.If():
            for test, body in stmt.branches:
                yield test.at, so, body
            if stmt.otherwise is not None and stmt.otherwise.stmts:
                first = stmt.otherwise.stmts[0]
                yield first.at, "it never comes to this: what stands before is always so.", stmt.otherwise
        case typed.OpenlyIf():
            yield stmt.test.at, so, stmt.body
        case typed.While():
            yield stmt.test.at, so, stmt.body
        case typed.For() | typed.AtOnce() | typed.Cycle():
            yield stmt.coll.at, "there is never anything here to go through.", stmt.body
        case typed.ForGrowing():
            yield stmt.at, "there is never anything here to go through.", stmt.body
        case typed.Repeat() | typed.Together():
            yield stmt.at, "", stmt.body
        case typed.Ask():
            for option in stmt.options:
                yield option.at, "", option.body
        case _:
            return


def place_of(book: Book, path: RulePath) -> Span:
    """Where that stands which a rule's path begins with; the scenario's own place where there is nothing nearer."""
    section, name = (*path, "", "")[:2]
    if section == "phases":
        return next((phase.span for phase in book.all_phases() if phase.id == name), book.span)
    held = getattr(book, section, None) if section else None
    if isinstance(held, dict) and name in held:
        span: Span = held[name].span
        return span
    return book.section_spans.get(section, book.span)
