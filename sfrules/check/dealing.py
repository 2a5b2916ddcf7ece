"""Cards that are dealt and drawn, counted against the cards there are and the room for them."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from sfrules.check.counting import ANY, Count
from sfrules.check.once import once
from sfrules.check.reach import Reach
from sfrules.check.rule import Finding, check
from sfrules.diag import Related, Severity, Span, how_many
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.model.rules import Rule
from sfrules.model.scalars import Range
from sfrules.model.zone import Zone

_DECK = (
    "card_kinds:\n  omen: {}\nzones:\n  deck: {of: omen, order: shuffled}\n"
    "  hand: {of: omen, per: captain, holds: 2}\n  past: {of: omen}\ncards:\n"
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
            drawn = Count(book, _From(str(zone.id)))
            sure = drawn.rule(("setup",)).low or 0
            if sure > there and drawn.places:
                start = "1 starts" if there == 1 else f"{there} start"
                message = f"The setup draws {how_many(sure, 'card')} from “{zone.id}”, and {start} there."
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
        dealt = Count(book, _To(str(zone.id)))
        sure = dealt.rule(("setup",)).low or 0
        if sure > zone.holds and dealt.places:
            whose = f"each “{zone.id}”" if zone.per is not None else f"“{zone.id}”"
            message = f"The setup draws {how_many(sure, 'card')} to {whose}, which holds {zone.holds}."
            yield Finding(
                dealt.places[-1], message, f"zone {zone.id}", related=(Related(zone.span_of("holds"), "so many"),)
            )


@check(
    "SF517",
    Severity.WARNING,
    "A deck that may run out",
    why="From an empty deck nothing comes; a game should say that this is meant, or where cards come back from.",
    bad=_DECK + _FIVE + "phases:\n  - id: day\n    repeat: 3\n    effect: draw 2 from deck to past\n",
    good=_DECK + _FIVE + "phases:\n  - id: day\n    repeat: 2\n    effect: draw 2 from deck to past\n",
)
def emptied_deck(book: Book) -> Iterator[Finding]:
    """A deck that says nothing of its end, and from which more may be drawn in a game than lies in it."""
    for zone, there in _piles(book):
        if zone.when_empty is not None or not there or _fed(book, str(zone.id)):
            continue
        if (Count(book, _From(str(zone.id))).rule(("setup",)).low or 0) > there:
            continue  # it is short from the start
        most, places = _drawn(book, str(zone.id))
        if places and (most is None or most > there):
            how = "nothing limits how many are drawn" if most is None else f"up to {most} are drawn in a game"
            lie = "1 card lies" if there == 1 else f"{there} cards lie"
            message = f"{lie} in “{zone.id}”, and {how}."
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
        count = Count(book, _From(zone, str(target.id)))
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
        if zone.per is None and None not in copies and Count(book, _To(str(zone.id))).rule(("setup",)).high == 0:
            yield zone, sum(count for count in copies if count is not None)


def _fed(book: Book, zone: str) -> bool:
    """Whether a rule puts cards into a zone."""
    return any(node.target.zone == zone for node in _moves(book))


def _left(book: Book, zone: str, rules: Container[RulePath] | None = None) -> bool:
    """Whether cards leave a zone: one of some rules, or of all, takes some, or another zone is refilled from it."""
    if any(other.reshuffles == zone for other in book.zones.values()):
        return True
    sources = (node.source if isinstance(node, typed.Draw) else node.cards for node in _moves(book, rules))
    return any(part.zone == zone for source in sources for part in source.nodes(typed.Zone))


def _moves(book: Book, rules: Container[RulePath] | None = None) -> Iterator[typed.Draw | typed.Move]:
    """What moves cards in some rules, or in all."""
    return (node for path, node in _all_moves(book) if rules is None or path in rules)


@once
def _all_moves(book: Book) -> list[tuple[RulePath, typed.Draw | typed.Move]]:
    return [
        (path, node)
        for path, rule in book.rules.items()
        if isinstance(rule, Rule) and rule.typed is not None
        for node in rule.typed.nodes(typed.Draw, typed.Move)
    ]


class _From(NamedTuple):
    """Cards that are drawn from a zone, to one other or to any. What is moved is there, so that it never runs short."""

    zone: str
    target: str = ""

    def about(self) -> str:
        """What it is about."""
        return self.zone

    def counts(self, stmt: typed.Stmt) -> bool:
        """Whether a statement draws from the zone."""
        return isinstance(stmt, typed.Draw) and stmt.source.zone == self.zone and self.target in ("", stmt.target.zone)

    def amount(self, stmt: typed.Stmt, reach: Reach) -> Range:
        """How many cards it draws."""
        return _cards(stmt, reach)

    def unknown(self) -> Range:
        """Any number of cards."""
        return ANY

    def whose(self, stmt: typed.Stmt) -> typed.Expr | None:
        """Whose zone it is: all count together."""
        return None


class _To(NamedTuple):
    """Cards that come to a zone; where each thing has one, those of one of them."""

    zone: str

    def about(self) -> str:
        """What it is about."""
        return self.zone

    def counts(self, stmt: typed.Stmt) -> bool:
        """Whether a statement brings cards to the zone."""
        return isinstance(stmt, typed.Draw | typed.Move) and stmt.target.zone == self.zone

    def amount(self, stmt: typed.Stmt, reach: Reach) -> Range:
        """How many cards it brings."""
        return _cards(stmt, reach)

    def unknown(self) -> Range:
        """Any number of cards."""
        return ANY

    def whose(self, stmt: typed.Stmt) -> typed.Expr | None:
        """Whose zone it is."""
        return stmt.target.owner if isinstance(stmt, typed.Draw | typed.Move) else None


def _cards(stmt: typed.Stmt, reach: Reach) -> Range:
    """How many cards a statement draws or moves."""
    if isinstance(stmt, typed.Draw):
        count = reach.number(stmt.count, {})
        low = 0 if stmt.where is not None else max(0, count.low or 0)
        return Range(low, None if count.high is None else max(low, count.high))
    return Range(0, reach.size(stmt.cards).high) if isinstance(stmt, typed.Move) else Range(0, 0)
