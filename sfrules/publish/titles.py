"""Titles and texts of definitions with their numbers filled in."""

from __future__ import annotations

from sfrules.model.base import Described
from sfrules.model.book import Book
from sfrules.publish.faces import Paragraph
from sfrules.publish.markup import filler, paragraphs, plain
from sfrules.publish.typeset import icon_names


def title_of(book: Book, what: Described) -> str:
    """The title in one style."""
    return plain(what.label, filler(book))


def text_of(book: Book, what: Described) -> tuple[Paragraph, ...]:
    """The designer's text as paragraphs; none when there is no text."""
    return paragraphs(what.text or "", filler(book), icon_names())
