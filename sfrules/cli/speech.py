"""Words for a book: the content's texts without their markup, as the terminal shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sfrules.model.book import Book
    from sfrules.play.words import Words


def words_for(book: Book) -> Words:
    """The words of a book; the same markup is read here as on cards and pages."""
    from sfrules.play.words import Words
    from sfrules.publish.markup import plain

    return Words(book, plain)
