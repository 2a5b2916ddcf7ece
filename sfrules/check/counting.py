"""Adding up over a whole game what its rules do: cards that are drawn, steps by which a number is raised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from sfrules.check.ends import joining
from sfrules.check.once import once
from sfrules.check.reach import NEVER, Reach, attained, joined, times
from sfrules.diag import Span
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.entry import Entry
from sfrules.model.gap import Gap
from sfrules.model.phase import Phase
from sfrules.model.rules import Rule
from sfrules.model.scalars import Range
from sfrules.record import record

NONE, ANY = Range(0, 0), Range(0, None)


class What(Protocol):
    """What is added up."""

    def about(self) -> str:
        """The zone, or the number of the table."""
        ...

    def counts(self, stmt: typed.Stmt) -> bool:
        """Whether a statement does it."""
        ...

    def amount(self, stmt: typed.Stmt, reach: Reach) -> Range:
        """How much of it such a statement does."""
        ...

    def unknown(self) -> Range:
        """How much it may be where that cannot be told."""
        ...

    def whose(self, stmt: typed.Stmt) -> typed.Expr | None:
        """Whose it is where each has some; None where all of it counts together."""
        ...


@record
class _Deeds:
    """Where something is done, by the name of the zone or the number; `callers` are the rules that run a rule.

    `open_` rules may run many others: they offer menus, or do what a card says.
    """

    by_name: dict[str, list[tuple[RulePath, typed.Stmt]]]
    callers: dict[RulePath, list[RulePath]]
    open_: list[RulePath]

    def behind(self, what: What) -> set[RulePath]:
        """The rules that do it, and those that may run such a rule."""
        found = {path for path, stmt in self.by_name.get(what.about(), ()) if what.counts(stmt)}
        todo = [*found, *self.open_]
        found.update(self.open_)
        while todo:
            more = [path for path in self.callers.get(todo.pop(), ()) if path not in found]
            found.update(more)
            todo += more
        return found


@once
def _deeds(book: Book) -> _Deeds:
    """All statements that move cards or change a number of the table, and which rules run others."""
    made = _Deeds({}, {}, [])
    for path, rule in book.rules.items():
        if not isinstance(rule, Rule) or not isinstance(rule.typed, typed.Block):
            continue
        for stmt in rule.typed.nodes(typed.Draw, typed.Move, typed.Write):
            for name in _names(stmt):
                made.by_name.setdefault(name, []).append((path, stmt))
        for do in rule.typed.nodes(typed.Do):
            made.callers.setdefault(("routines", do.routine, "effect"), []).append(path)
        for ruling in rule.typed.nodes(typed.Ruling):
            for option in book.gaps[ruling.gap].options:
                made.callers.setdefault(("gaps", ruling.gap, "options", str(option), "rule"), []).append(path)
        if rule.typed.nodes(typed.DoCard, typed.Offer):
            made.open_.append(path)
    return made


def _names(stmt: typed.Draw | typed.Move | typed.Write) -> set[str]:
    """The zones of a statement, or its number."""
    match stmt:
        case typed.Draw():
            return {stmt.source.zone, stmt.target.zone}
        case typed.Move():
            return {stmt.target.zone}
        case typed.Write():
            return {stmt.target.name} if isinstance(stmt.target, typed.TableProperty) else set()


_LEADING = frozenset((
    typed.If, typed.OpenlyIf, typed.Ask, typed.For, typed.AtOnce, typed.ForGrowing, typed.While, typed.Cycle,
    typed.Repeat, typed.Together, typed.Do, typed.Ruling, typed.DoCard, typed.Offer,
))  # fmt: skip
"""Statements with others in them, or that run other rules."""


class Count:
    """Adds up what rules do of something, at least and at most; `places` are where they do it."""

    def __init__(self, book: Book, what: What, *, any_ruling: bool = False) -> None:
        self.book = book
        self.any_ruling = any_ruling
        self.what = what
        self.reach: Reach = attained(book)
        self.places: list[Span] = []
        self.under: list[RulePath] = []
        self.known: dict[RulePath, Range] = {}
        self.answers: dict[str, Range] = {}
        self.relevant = _deeds(book).behind(what)

    def rule(self, path: RulePath) -> Range:
        """Of one rule, run once."""
        rule = self.book.rules.get(path)
        if not isinstance(rule, Rule) or not isinstance(rule.typed, typed.Block):
            return NONE
        if path not in self.relevant:
            return NONE
        if path in self.under:
            return self.what.unknown()
        if path not in self.known:
            self.under.append(path)
            self.known[path] = self._block(rule, rule.typed)
            self.under.pop()
        return self.known[path]

    def game(self) -> Range:
        """Of a whole game."""
        parts = [self.rule(("setup",)), self.rule(("play",)), *map(self._phase, self.book.phases)]
        parts += [times(ANY, self.rule(("triggers", str(name), "effect"))) for name in self.book.triggers]
        return added(parts)

    def _phase(self, phase: Phase) -> Range:
        path = ("phases", str(phase.id))
        inner = [self.rule((*path, "effect")), *map(self._phase, phase.phases)]
        if phase.menu is not None:
            inner.append(self._menu(str(phase.menu)))
        seats = len(self.book.things_of(str(phase.each))) if phase.each is not None else 1
        each = times(Range(seats, seats), added(inner))
        turns = phase.repeat if phase.repeat is not None else 1
        return added([times(Range(turns, turns), each), self.rule((*path, "then"))])

    # statements

    def _block(self, rule: Rule, block: typed.Block) -> Range:
        """The statements together; behind one that may leave the rule, nothing is sure."""
        found, sure = NONE, True
        leaving = rule.block.nodes(typed.Stop, typed.Finish)
        for stmt in block.stmts:
            part = self._stmt(rule, stmt)
            if part is not NONE:
                found = added([found, part if sure else joined(NONE, part)])
            sure = sure and not (leaving and stmt.nodes(typed.Stop, typed.Finish))
        return found

    def _stmt(self, rule: Rule, stmt: typed.Stmt) -> Range:
        if self.what.counts(stmt):
            self.places.append(rule.place(stmt.at))
            return self.what.amount(stmt, self.reach)
        if type(stmt) not in _LEADING:
            return NONE
        match stmt:
            case typed.If():
                bodies = [self._block(rule, body) for _, body in stmt.branches]
                bodies.append(self._block(rule, stmt.otherwise) if stmt.otherwise is not None else NONE)
                return either(bodies)
            case typed.OpenlyIf():
                return either([NONE, self._block(rule, stmt.body)])
            case typed.Ask():
                return either(self._block(rule, option.body) for option in stmt.options)
            case typed.For() | typed.AtOnce():
                return times(self._turns(rule, stmt), self._block(rule, stmt.body))
            case typed.While() if (most := self.reach.number(stmt.times, {}).high) is not None:
                return times(Range(0, most), self._block(rule, stmt.body))
            case typed.Cycle() | typed.Repeat() | typed.ForGrowing() | typed.While():
                return times(ANY, self._block(rule, stmt.body))
            case typed.Together():
                return self._block(rule, stmt.body)
            case _:
                return self._called(stmt)

    def _turns(self, rule: Rule, stmt: typed.For | typed.AtOnce) -> Range:
        """How often a loop runs; of a loop over owners of zones only one turn counts for each zone."""
        owners = [whose for node in typed.walk(stmt.body) if isinstance(node, typed.Stmt) and self.what.counts(node)
                  for whose in [self.what.whose(node)] if whose is not None]  # fmt: skip
        if owners and all(isinstance(whose, typed.Local) and whose.name == stmt.name for whose in owners):
            return Range(1, 1) if isinstance(stmt.coll, typed.AllOf) else Range(0, 1)
        if isinstance(stmt.coll, typed.AllOf):
            count = len(self.book.things_of(stmt.coll.kind))
            return Range(count, count)
        return self.reach.size(stmt.coll)

    def _called(self, stmt: typed.Stmt) -> Range:
        match stmt:
            case typed.Do():
                return self.rule(("routines", stmt.routine, "effect"))
            case typed.Ruling():
                return self._ruling(self.book.gaps[stmt.gap])
            case typed.DoCard():
                return self._card(stmt.card.type.kind)
            case typed.Offer():
                return self._menu(stmt.menu)
            case _:
                return NONE

    def _card(self, kind: str) -> Range:
        """The effect of one card, of a kind or of any; most cards do nothing of it."""
        paths = [path for path in self.relevant if path[0] == "cards" and path[-1] == "effect"]
        cards = [path for path in paths if kind in ("", str(self.book.cards[path[1]].kind))]
        return either([NONE, *map(self.rule, sorted(cards))])

    def _ruling(self, gap: Gap) -> Range:
        """What the ruling in force does; of any ruling, one of them."""
        chosen = self.book.ruling(gap)
        options = gap.options.values() if self.any_ruling else [] if chosen is None else [chosen]
        return either(self.rule(("gaps", str(gap.id), "options", str(option.id), "rule")) for option in options)

    # what is offered

    def _menu(self, name: str) -> Range:
        """One of its entries, and what may come before and after it; each may be answered."""
        menu = self.book.menus.get(name)
        if menu is None:
            return NONE
        one = either([NONE, *(self._entry(section, entry) for section, entry in self._listed(menu.one))])
        beside = self._listed((*menu.free, *menu.after))
        return added([one, *(times(self._often(entry), self._entry(section, entry)) for section, entry in beside)])

    def _often(self, entry: Entry) -> Range:
        """How often an entry may be taken beside another: as its limit says; who has to pay does not go on for ever."""
        limit = self.book.limits.get(entry.limit) if entry.limit is not None else None
        if limit is not None:
            return Range(0, limit.times)
        return Range(0, 1) if entry.cost else ANY

    def _listed(self, words: Iterable[str]) -> Iterator[tuple[str, Entry]]:
        wanted = frozenset(map(str, words))
        for section, entry in self.book.entries():
            if section in wanted or entry.id in wanted or (isinstance(entry, Card) and entry.kind in wanted):
                yield section, entry

    def _entry(self, section: str, entry: Entry) -> Range:
        """An entry with all that rides on it; reactions may come in any number."""
        parts = [self.rule((section, str(entry.id), "effect")), self.rule((section, str(entry.id), "when_cancelled"))]
        parts += [self.rule((of, str(rider.id), "effect")) for of, rider in joining(self.book, "rides", entry.id)]
        return added([*parts, *(self._answers(str(window)) for window in entry.windows)])

    def _answers(self, window: str) -> Range:
        """All reactions in a window, each any number of times."""
        if window not in self.answers:
            found = joining(self.book, "window", window)
            self.answers[window] = added(times(ANY, self.rule((of, str(other.id), "effect"))) for of, other in found)
        return self.answers[window]


def added(parts: Iterable[Range]) -> Range:
    """All of them together."""
    found = NONE
    for part in parts:
        low = None if found.low is None or part.low is None else found.low + part.low
        high = None if found.high is None or part.high is None else found.high + part.high
        found = Range(low, high)
    return found


def either(parts: Iterable[Range]) -> Range:
    """One of them."""
    found = NEVER
    for part in parts:
        found = joined(found, part)
    return found if found != NEVER else NONE
