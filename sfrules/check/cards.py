"""Cards and zones: where cards start, and whether they fit there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sfrules.check.rule import Finding, check
from sfrules.diag import Severity
from sfrules.model.book import Book

_DECK = "card_kinds:\n  omen: {}\nzones:\n  deck: {of: omen}\n"


@check(
    "SF510",
    Severity.WARNING,
    "A card that lies nowhere",
    why="A card without a zone is in no deck and no stock, so that no game ever meets it.",
    bad=_DECK + "cards:\n  storm: {kind: omen}\n",
    good=_DECK + "cards:\n  storm: {kind: omen, zone: deck}\n",
)
def card_without_zone(book: Book) -> Iterator[Finding]:
    """A card that names no zone to start in, unless a rule turns other cards into it."""
    rules = [rule.text for rule in book.rule_texts() if "turn" in rule.text]
    for card in book.cards.values():
        if (
            card.zone is None
            and "zone" not in getattr(card.node, "spoilt", ())
            and not any(card.id in text for text in rules)
        ):
            yield Finding(card.span, f"“{card.id}” names no zone to start in.", f"card {card.id}", "Add `zone:`.")


@check(
    "SF511",
    Severity.ERROR,
    "A card in a zone of other cards",
    why="A zone holds one kind of card; another kind there has other fields, and another back.",
    bad="card_kinds:\n  omen: {}\n  coin: {}\nzones:\n  deck: {of: omen}\ncards:\n  penny: {kind: coin, zone: deck}\n",
    good="card_kinds:\n  coin: {}\nzones:\n  purse: {of: coin}\ncards:\n  penny: {kind: coin, zone: purse}\n",
)
def card_in_wrong_zone(book: Book) -> Iterator[Finding]:
    """A card whose zone is for another kind of card, or is one zone for each of several things."""
    for card in book.cards.values():
        zone = book.zones.get(card.zone) if card.zone is not None else None
        if zone is None or card.zone is None:
            continue
        if zone.of != card.kind and card.kind in book.card_kinds and zone.of in book.card_kinds:
            message = f"“{zone.id}” holds {zone.of} cards, and “{card.id}” is a card of kind {card.kind}."
            yield Finding(card.zone.span, message, f"card {card.id}")
        elif zone.per is not None:
            message = f"There is one “{zone.id}” for each {zone.per}; a card starts in a zone that is there once."
            yield Finding(card.zone.span, message, f"card {card.id}")


@check(
    "SF512",
    Severity.ERROR,
    "More cards than the zone holds",
    why="A zone with `holds` can never have more cards than that, at the start neither.",
    bad=(
        "card_kinds:\n  omen: {}\nzones:\n  deck: {of: omen, holds: 3}\ncards:\n"
        "  storm: {kind: omen, zone: deck, count: 4}\n"
    ),
    good=(
        "card_kinds:\n  omen: {}\nzones:\n  deck: {of: omen, holds: 4}\ncards:\n"
        "  storm: {kind: omen, zone: deck, count: 4}\n"
    ),
)
def zone_too_small(book: Book) -> Iterator[Finding]:
    """A zone that starts with more cards than it holds."""
    starts: Counter[str] = Counter()
    for card in book.cards.values():
        if card.zone is not None:
            starts[card.zone] += book.copies(card) or 0
    for zone in book.zones.values():
        if zone.holds is not None and starts[zone.id] > zone.holds:
            start = "1 card starts" if starts[zone.id] == 1 else f"{starts[zone.id]} cards start"
            message = f"{start} in “{zone.id}”, which holds {zone.holds}."
            yield Finding(zone.span_of("holds"), message, f"zone {zone.id}")


@check(
    "SF513",
    Severity.WARNING,
    "Fewer cards than seats",
    why="Where each seat has a place for one card of a kind, there should be one for each.",
    bad="scenario: {title: Harbour, seats: 3}\nkinds:\n  captain: {seat: yes}\n"
    "card_kinds:\n  omen: {}\nzones:\n  deck: {of: omen}\n  fate: {of: omen, per: captain, holds: 1}\n"
    "cards:\n  storm: {kind: omen, zone: deck, count: 2}\n",
    good="scenario: {title: Harbour, seats: 3}\nkinds:\n  captain: {seat: yes}\n"
    "card_kinds:\n  omen: {}\nzones:\n  deck: {of: omen}\n  fate: {of: omen, per: captain, holds: 1}\n"
    "cards:\n  storm: {kind: omen, zone: deck, count: 3}\n",
)
def too_few_cards(book: Book) -> Iterator[Finding]:
    """A zone for one card at each seat, and not as many cards of its kind as seats."""
    seat, seats = book.seat_kind(), book.scenario.seats.high or 0
    for zone in book.zones.values():
        copies = [book.copies(card) for card in book.cards.values() if card.kind == zone.of]
        if seat is None or zone.per != seat.id or zone.holds != 1 or None in copies or book.spoilt.get("cards"):
            continue
        if zone.of not in book.card_kinds:  # told at its place, or refused
            continue
        if (there := sum(count for count in copies if count is not None)) < seats:
            whose = "The seat" if seats == 1 else f"Each of {seats} seats"
            left = "is 1" if there == 1 else f"are {there}"
            message = f"{whose} has one “{zone.id}” for one {zone.of} card, and there {left}."
            yield Finding(zone.span, message, f"zone {zone.id}")


@check(
    "SF514",
    Severity.ERROR,
    "A zone refilled with other cards",
    why="A pile can only be refilled from a zone of the same kind of card.",
    bad=(
        "card_kinds:\n  omen: {}\n  coin: {}\nzones:\n"
        "  deck: {of: omen, when_empty: reshuffle purse}\n  purse: {of: coin}\n"
    ),
    good="card_kinds:\n  omen: {}\nzones:\n  deck: {of: omen, when_empty: reshuffle past}\n  past: {of: omen}\n",
)
def reshuffle_of_others(book: Book) -> Iterator[Finding]:
    """A zone that is refilled from one of another kind of card, or from itself."""
    for zone in book.zones.values():
        other = book.zones.get(zone.reshuffles or "")
        if other is None:
            continue
        if other.id == zone.id:
            yield Finding(zone.reshuffles_span, f"“{zone.id}” is refilled from itself.", f"zone {zone.id}")
        elif other.of != zone.of:
            message = f"“{zone.id}” holds {zone.of} cards, and “{other.id}” holds {other.of} cards."
            yield Finding(zone.reshuffles_span, message, f"zone {zone.id}")
