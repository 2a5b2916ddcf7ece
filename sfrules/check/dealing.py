"""Cards that are dealt and drawn, counted against the cards there are and the room for them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from sfrules.check.ends import joining
from sfrules.check.once import once
from sfrules.check.reach import NEVER, Reach, attained, joined, times
from sfrules.check.rule import Finding, check
from sfrules.diag import Related, Severity, Span
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.entry import Entry
from sfrules.model.phase import Phase
from sfrules.model.rules import Rule
from sfrules.model.scalars import Range
from sfrules.model.zone import Zone

NONE, ANY = Range(0, 0), Range(0, None)

_DECK = (
    "card_kinds:\n  omen: {}\nzones:\n  deck: {of: omen, order: shuffled}\n"
    "  hand: {of: omen, per: captain, holds: 2}\ncards:\n"
)
_DEAL = "setup: |\n  for s in captain\n    draw 2 from deck to s.hand\n  end\n"
_FIVE = "  storm: {kind: omen, zone: deck, count: 5}\n"


@check(
    "SF515",
    Severity.WARNING,
    "More cards are dealt than there are",
    why="Whoever comes last in the deal gets fewer cards than the rule says, or none.",
    bad=_DECK + "  storm: {kind: omen, zone: deck, count: 3}\n" + _DEAL,
    good=_DECK + "  storm: {kind: omen, zone: deck, count: 4}\n" + _DEAL,
)
def short_deck(book: Book) -> Iterator[Finding]:
    """A zone from which the setup draws more cards than start there."""
    for zone, there in _piles(book):
        if zone.reshuffles is None:
            drawn = _Count(book, _From(str(zone.id)))
            sure = drawn.rule(("setup",)).low or 0
            if sure > there and drawn.places:
                message = f"The setup draws {sure} cards from “{zone.id}”, and {there} start there."
                related = (Related(zone.span, "the zone"),)
                yield Finding(drawn.places[-1], message, f"zone {zone.id}", related=related)


@check(
    "SF516",
    Severity.WARNING,
    "More cards are dealt than the zone holds",
    why="Drawing stops when a zone is full, so that the rule says more than ever happens.",
    bad=_DECK + _FIVE + "setup: |\n  for s in captain\n    draw 3 from deck to s.hand\n  end\n",
    good=_DECK + _FIVE + _DEAL,
)
def full_hand(book: Book) -> Iterator[Finding]:
    """A zone into which the setup draws more cards than it holds."""
    for zone in book.zones.values():
        if zone.holds is None or _left(book, str(zone.id), {("setup",)}):
            continue
        dealt = _Count(book, _To(str(zone.id)))
        sure = dealt.rule(("setup",)).low or 0
        if sure > zone.holds and dealt.places:
            whose = f"each “{zone.id}”" if zone.per is not None else f"“{zone.id}”"
            message = f"The setup draws {sure} cards to {whose}, which holds {zone.holds}."
            yield Finding(
                dealt.places[-1], message, f"zone {zone.id}", related=(Related(zone.span_of("holds"), "so many"),)
            )


@check(
    "SF517",
    Severity.WARNING,
    "A deck that may run out",
    why="From an empty deck nothing comes; a game should say that this is meant, or where cards come back from.",
    bad=_DECK + _FIVE + "phases:\n  - id: day\n    repeat: 3\n    effect: draw 2 from deck to east.hand\n",
    good=_DECK + _FIVE + "phases:\n  - id: day\n    repeat: 2\n    effect: draw 2 from deck to east.hand\n",
)
def emptied_deck(book: Book) -> Iterator[Finding]:
    """A deck that says nothing of its end, and from which more may be drawn in a game than lies in it."""
    for zone, there in _piles(book):
        if zone.when_empty is not None or not there or _fed(book, str(zone.id)):
            continue
        if (_Count(book, _From(str(zone.id))).rule(("setup",)).low or 0) > there:
            continue  # it is short from the start
        most, places = _drawn(book, str(zone.id))
        if places and (most is None or most > there):
            how = "nothing limits how many are drawn" if most is None else f"up to {most} are drawn in a game"
            message = f"{there} cards lie in “{zone.id}”, and {how}."
            related = tuple(Related(place, "drawn here") for place in dict.fromkeys(places))
            help_ = "Say `when_empty: stop`, or `when_empty: reshuffle` and the zone whose cards come back."
            yield Finding(zone.span, message, f"zone {zone.id}", help_, related[:3])


def _drawn(book: Book, zone: str) -> tuple[int | None, list[Span]]:
    """How many cards a game draws from a zone at most, and where; a full zone that keeps its cards takes no more."""
    most: int | None = 0
    places: list[Span] = []
    drawn = [node for node in _moves(book) if isinstance(node, typed.Draw) and node.source.zone == zone]
    targets = {node.target.zone for node in drawn}
    for target in book.zones.values():
        if target.id not in targets:
            continue
        count = _Count(book, _From(zone, str(target.id)))
        high = count.game().high
        places += count.places
        if target.holds is not None and not _left(book, str(target.id)):
            owners = len(book.things_of(str(target.per))) if target.per is not None else 1
            high = target.holds * owners if high is None else min(high, target.holds * owners)
        most = None if most is None or high is None else most + high
    return most, places


def _piles(book: Book) -> Iterator[tuple[Zone, int]]:
    """Zones of the table and how many cards start there, where content says so and the setup adds none."""
    cards = book.cards.values()
    if not book.whole or any(book.spoilt.values()):
        return
    for zone in book.zones.values():
        copies = [book.copies(card) for card in cards if card.zone == zone.id]
        if zone.per is None and None not in copies and _Count(book, _To(str(zone.id))).rule(("setup",)).high == 0:
            yield zone, sum(count for count in copies if count is not None)


def _fed(book: Book, zone: str) -> bool:
    """Whether a rule puts cards into a zone."""
    return any(node.target.zone == zone for node in _moves(book))


def _left(book: Book, zone: str, rules: Container[RulePath] | None = None) -> bool:
    """Whether cards leave a zone: one of some rules, or of all, takes some, or another zone is refilled from it."""
    if any(other.reshuffles == zone for other in book.zones.values()):
        return True
    sources = (node.source if isinstance(node, typed.Draw) else node.cards for node in _moves(book, rules))
    return any(isinstance(part, typed.Zone) and part.zone == zone for source in sources for part in typed.walk(source))


def _moves(book: Book, rules: Container[RulePath] | None = None) -> Iterator[typed.Draw | typed.Move]:
    """What moves cards in some rules, or in all."""
    return (node for path, node in _all_moves(book) if rules is None or path in rules)


@once
def _all_moves(book: Book) -> list[tuple[RulePath, typed.Draw | typed.Move]]:
    return [
        (path, node)
        for path, rule in book.rules.items()
        for node in (typed.walk(rule.typed) if isinstance(rule, Rule) and rule.typed is not None else ())
        if isinstance(node, typed.Draw | typed.Move)
    ]


# counting


class _From(NamedTuple):
    """Cards that are drawn from a zone, to one other or to any. What is moved is there, so that it never runs short."""

    zone: str
    target: str = ""

    def counts(self, stmt: typed.Stmt) -> bool:
        """Whether a statement draws from the zone."""
        return isinstance(stmt, typed.Draw) and stmt.source.zone == self.zone and self.target in ("", stmt.target.zone)

    def whose(self, stmt: typed.Stmt) -> typed.Expr | None:
        """Whose zone it is: all count together."""
        return None


class _To(NamedTuple):
    """Cards that come to a zone; where each thing has one, those of one of them."""

    zone: str

    def counts(self, stmt: typed.Stmt) -> bool:
        """Whether a statement brings cards to the zone."""
        return isinstance(stmt, typed.Draw | typed.Move) and stmt.target.zone == self.zone

    def whose(self, stmt: typed.Stmt) -> typed.Expr | None:
        """Whose zone it is."""
        return stmt.target.owner if isinstance(stmt, typed.Draw | typed.Move) else None


class _Count:
    """Counts the cards that rules move, at least and at most; `places` are where they do."""

    def __init__(self, book: Book, what: _From | _To) -> None:
        self.book = book
        self.what = what
        self.reach: Reach = attained(book)
        self.places: list[Span] = []
        self.under: list[RulePath] = []
        self.known: dict[RulePath, Range] = {}

    def rule(self, path: RulePath) -> Range:
        """Of one rule, run once."""
        rule = self.book.rules.get(path)
        if not isinstance(rule, Rule) or not isinstance(rule.typed, typed.Block):
            return NONE
        if path in self.under:
            return ANY
        if path not in self.known:
            self.under.append(path)
            self.known[path] = self._block(rule, rule.typed)
            self.under.pop()
        return self.known[path]

    def game(self) -> Range:
        """Of a whole game."""
        parts = [self.rule(("setup",)), self.rule(("play",)), *map(self._phase, self.book.phases)]
        parts += [times(ANY, self.rule(("triggers", str(name), "effect"))) for name in self.book.triggers]
        return _added(parts)

    def _phase(self, phase: Phase) -> Range:
        path = ("phases", str(phase.id))
        inner = [self.rule((*path, "effect")), *map(self._phase, phase.phases)]
        if phase.menu is not None:
            inner.append(self._menu(str(phase.menu)))
        seats = len(self.book.things_of(str(phase.each))) if phase.each is not None else 1
        each = times(Range(seats, seats), _added(inner))
        turns = phase.repeat if phase.repeat is not None else 1
        return _added([times(Range(turns, turns), each), self.rule((*path, "then"))])

    # statements

    def _block(self, rule: Rule, block: typed.Block) -> Range:
        return _added(self._stmt(rule, stmt) for stmt in block.stmts)

    def _stmt(self, rule: Rule, stmt: typed.Stmt) -> Range:
        if self.what.counts(stmt):
            self.places.append(rule.place(stmt.at))
            return self._moved(stmt)
        match stmt:
            case typed.If():
                bodies = [self._block(rule, body) for _, body in stmt.branches]
                bodies.append(self._block(rule, stmt.otherwise) if stmt.otherwise is not None else NONE)
                return _either(bodies)
            case typed.OpenlyIf():
                return _either([NONE, self._block(rule, stmt.body)])
            case typed.Ask():
                return _either(self._block(rule, option.body) for option in stmt.options)
            case typed.For():
                return times(self._turns(rule, stmt), self._block(rule, stmt.body))
            case typed.While() if (most := self.reach.number(stmt.times, {}).high) is not None:
                return times(Range(0, most), self._block(rule, stmt.body))
            case typed.Cycle() | typed.Repeat() | typed.ForGrowing() | typed.While():
                return times(ANY, self._block(rule, stmt.body))
            case typed.Together():
                return self._block(rule, stmt.body)
            case _:
                return self._called(stmt)

    def _turns(self, rule: Rule, stmt: typed.For) -> Range:
        """How often a loop runs; of a loop over owners of zones only one turn counts for each zone."""
        owners = [whose for node in typed.walk(stmt.body) if isinstance(node, typed.Stmt) and self.what.counts(node)
                  for whose in [self.what.whose(node)] if whose is not None]  # fmt: skip
        if owners and all(isinstance(whose, typed.Local) and whose.name == stmt.name for whose in owners):
            return Range(1, 1) if isinstance(stmt.coll, typed.AllOf) else Range(0, 1)
        if isinstance(stmt.coll, typed.AllOf):
            count = len(self.book.things_of(stmt.coll.kind))
            return Range(count, count)
        return self.reach.size(stmt.coll)

    def _moved(self, stmt: typed.Stmt) -> Range:
        if isinstance(stmt, typed.Draw):
            count = self.reach.number(stmt.count, {})
            low = 0 if stmt.where is not None else max(0, count.low or 0)
            return Range(low, None if count.high is None else max(low, count.high))
        return Range(0, self.reach.size(stmt.cards).high) if isinstance(stmt, typed.Move) else NONE

    def _called(self, stmt: typed.Stmt) -> Range:
        match stmt:
            case typed.Do():
                return self.rule(("routines", stmt.routine, "effect"))
            case typed.Ruling():
                option = self.book.ruling(self.book.gaps[stmt.gap])
                path = ("gaps", stmt.gap, "options", str(option.id), "rule") if option is not None else ("gaps",)
                return self.rule(path)
            case typed.DoCard():
                kind = stmt.card.type.kind
                cards = [card for card in self.book.cards.values() if kind in ("", str(card.kind))]
                return _either([NONE, *(self.rule(("cards", str(card.id), "effect")) for card in cards)])
            case typed.Offer():
                return self._menu(stmt.menu)
            case _:
                return NONE

    # what is offered

    def _menu(self, name: str) -> Range:
        """One of its entries, and what may come before and after it; each may be answered."""
        menu = self.book.menus.get(name)
        if menu is None:
            return NONE
        free = times(ANY, _either([NONE, *self._listed((*menu.free, *menu.after))]))
        return _added([_either([NONE, *self._listed(menu.one)]), free])

    def _listed(self, words: Iterable[str]) -> Iterator[Range]:
        for section, entry in self.book.entries():
            if any(word in (entry.id, section) or (isinstance(entry, Card) and entry.kind == word) for word in words):
                yield self._entry(section, entry)

    def _entry(self, section: str, entry: Entry) -> Range:
        """An entry with all that rides on it; reactions may come in any number."""
        parts = [self.rule((section, str(entry.id), "effect")), self.rule((section, str(entry.id), "when_cancelled"))]
        for other_section, other in joining(self.book, entry):
            effect = self.rule((other_section, str(other.id), "effect"))
            parts.append(effect if other.rides == entry.id else times(ANY, effect))
        return _added(parts)


def _added(parts: Iterable[Range]) -> Range:
    found = NONE
    for part in parts:
        high = None if found.high is None or part.high is None else found.high + part.high
        found = Range((found.low or 0) + (part.low or 0), high)
    return found


def _either(parts: Iterable[Range]) -> Range:
    found = NEVER
    for part in parts:
        found = joined(found, part)
    return found if found != NEVER else NONE
