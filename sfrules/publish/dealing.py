"""What the setup has people do before play: cards that are dealt, words that are confirmed."""

from __future__ import annotations

from dataclasses import replace

from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.publish.faces import Paragraph
from sfrules.publish.prose import read


def dealt_before(book: Book) -> tuple[Paragraph, ...]:
    """What the setup says of cards: who gets how many, and what is laid out."""
    rule = book.rules.get(("setup",))
    if rule is None or not isinstance(rule.typed, typed.Block):
        return ()
    dealing = [stmt for stmt in rule.typed.stmts if _deals_cards(stmt)]
    return read(book, replace(rule, typed=typed.Block(tuple(dealing), at=rule.typed.at))).paragraphs


def _deals_cards(stmt: typed.Stmt) -> bool:
    return any(isinstance(node, typed.Draw | typed.Move) for node in typed.walk(stmt))


def confirmed_before(book: Book) -> list[str]:
    """What seats are asked to confirm in the setup, in order."""
    rule = book.rules.get(("setup",))
    block = rule.typed if rule is not None else None
    nodes = typed.walk(block) if isinstance(block, typed.Block) else []
    return list(dict.fromkeys(node.text for node in nodes if isinstance(node, typed.Confirm)))
