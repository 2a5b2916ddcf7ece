"""Where a rule comes from, as it is printed: source ids in short, and the weakest mark among them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sfrules.model.book import Book

MARKS = ("canon", "prototype", "gap")
"""From firm to weak."""

# How firm an answer to an open question is: a provisional one is of the same kind as a provisional rule.
_BY_STATUS = {"settled": "canon", "provisional": "prototype", "open": "gap", "disabled": "gap"}


def mark_of(book: Book, source: str) -> str | None:
    """The mark of one source id, be it a numbered rule or an open question."""
    rule = book.sources.get(source)
    if rule is not None:
        return str(rule.mark)
    gap = next((gap for gap in book.gaps.values() if gap.number == source), None)
    return _BY_STATUS[gap.status] if gap is not None else None


def weakest_mark(book: Book, sources: Iterable[str]) -> str:
    """The weakest mark among some sources; nothing when none of them is known."""
    found = [mark for source in sources if (mark := mark_of(book, source)) is not None]
    return max(found, key=MARKS.index, default="")


def cited(sources: Sequence[str], room: int | None = None) -> str:
    """Source ids in a row, neighbours drawn together: `R16 R20–22 G17`; what goes beyond `room` letters becomes `…`."""
    parts = _drawn_together(list(dict.fromkeys(map(str, sources))))
    shown = " ".join(parts)
    while parts and room is not None and len(shown) > max(room, 1):
        parts.pop()
        shown = " ".join([*parts, "…"])
    return shown


def _drawn_together(sources: Sequence[str]) -> list[str]:
    rows: list[list[str]] = []
    for source in sources:
        if rows and _follows(rows[-1][-1], source):
            rows[-1].append(source)
        else:
            rows.append([source])
    made = []
    for row in rows:
        made += row if len(row) < 3 else [f"{row[0]}–{re.sub('^[A-Z]+', '', row[-1])}"]
    return made


def _follows(one: str, other: str) -> bool:
    first, second = (re.fullmatch(r"([A-Z]+)([0-9]+)", source) for source in (one, other))
    return bool(first and second and first[1] == second[1] and int(second[2]) == int(first[2]) + 1)
