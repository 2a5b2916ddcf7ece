"""What the rules of a card say in plain English, for a card about which its designer says nothing."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.publish.faces import Paragraph, Run
from sfrules.publish.prose import YOU, formula, read
from sfrules.publish.titles import title_of
from sfrules.publish.words import a

# Formulas of a card and the words that lead to them.
_CONDITIONS = {"available": "Play it if", "answers": "Play it when", "rides_when": "Play it if"}


def card_reading(book: Book, card: Card) -> Iterator[Paragraph]:
    """When it is played and with what, what is chosen, what happens, what counts at the end."""
    host = book.entry(card.rides) if card.rides is not None else None
    if host is not None:
        yield (Run("Play it with: ", "bold"), Run(f"{title_of(book, host)}."))
    for role, lead in _CONDITIONS.items():
        yield from _formula(book, lead, ("cards", str(card.id), role))
    for name in card.choose:
        yield from _formula(book, f"Choose {a(str(name))}", ("cards", str(card.id), "choose", str(name)))
    effect = book.rules.get(("cards", str(card.id), "effect"))
    if effect is not None and effect.typed is not None:
        yield from read(book, effect, YOU).paragraphs
    yield from _formula(book, "Counts if", ("cards", str(card.id), "done"))


def _formula(book: Book, lead: str, path: tuple[str, ...]) -> Iterator[Paragraph]:
    rule = book.rules.get(path)
    if rule is not None and rule.typed is not None:
        yield (Run(f"{lead}: ", "bold"), Run(f"{formula(book, rule, YOU)}."))
