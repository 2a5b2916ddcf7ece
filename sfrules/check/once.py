"""What several checks need to know of a book is worked out once."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from sfrules.model.book import Book

R = TypeVar("R")


def once(look: Callable[[Book], R]) -> Callable[[Book], R]:
    """The same function, which remembers its answer for the book that it was last asked about."""
    last: list[tuple[weakref.ref[Book], R]] = []

    @wraps(look)
    def remembered(book: Book) -> R:
        if not last or last[0][0]() is not book:
            last[:] = [(weakref.ref(book), look(book))]
        return last[0][1]

    return remembered
