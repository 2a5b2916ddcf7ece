"""Numbers in names: an id that begins with the number of a rule, and numbers that are left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sfrules.check.rule import Finding, check
from sfrules.diag import Related, Severity
from sfrules.model.base import Described
from sfrules.model.book import Book
from sfrules.model.sections import SECTIONS
from sfrules.source.nodes import Text

_NUMBERED = re.compile(r"([A-Za-z]+)([0-9]+)")
_HEAD = re.compile(r"[a-z0-9]+")
_MOST, _OF = 9, 10
"""Where nine of ten ids begin with the number that they cite, the tenth was to do so."""

_SELDOM = 10
"""More holes than one and a tenth of the numbers are left on purpose, such as between chapters."""


@check(
    "SF237",
    Severity.WARNING,
    "An id with another number than it cites",
    why="What is called r26 and rests on R56 is looked for in the wrong place, by people and by searches.",
    bad="sources: {R26: {mark: canon, says: All sail.}, R56: {mark: canon, says: All rest.}}\n"
    "limits: {r26-rest: {times: 1, source: [R56]}}\n",
    good="sources: {R26: {mark: canon, says: All sail.}, R56: {mark: canon, says: All rest.}}\n"
    "limits: {r56-rest: {times: 1, source: [R56]}}\n",
)
def other_number(book: Book) -> Iterator[Finding]:
    """An id that begins with the number of a rule or gap, while its `source` names others."""
    for section in SECTIONS.values():
        held = getattr(book, section.name) if section.form == "ids" else {}
        cited = [entry for entry in held.values() if isinstance(entry, Described) and entry.source]
        usual = sum(_begins_with_it(entry) for entry in cited) * _OF >= len(held) * _MOST > _MOST
        for entry in cited:
            head = _HEAD.match(entry.id)
            if head is not None and not _begins_with_it(entry) and (usual or _is_numbered_like(head[0], entry)):
                numbers = " and ".join(map(str, entry.source))
                message = f"This id begins with “{head[0]}”, and its source is {numbers}."
                related = tuple(Related(number.span, "it cites this") for number in entry.source)
                yield Finding(entry.id.place(0, head.end()), message, f"{section.noun} {entry.id}", "", related)


def _begins_with_it(entry: Described) -> bool:
    """Whether an id begins with a number that the definition cites: `r56-a-draw` with R56."""
    return f"{entry.id}-".startswith(tuple(f"{number.lower()}-" for number in entry.source))


def _is_numbered_like(head: str, entry: Described) -> bool:
    """Whether the head of an id has the letters of a number that the definition cites, and digits behind them."""
    found = _NUMBERED.fullmatch(head)
    return found is not None and found[1] in {number.rstrip("0123456789").lower() for number in entry.source}


class _Number(NamedTuple):
    value: int
    written: Text
    subject: str


@check(
    "SF238",
    Severity.INFO,
    "A number that is left out",
    why="Whoever reads G01 and G03 looks for G02: it was lost, or one of the others is misspelt.",
    bad="sources: {R01: {mark: canon, says: All sail.}, R03: {mark: canon, says: All rest.}}\n",
    good="sources: {R01: {mark: canon, says: All sail.}, R02: {mark: canon, says: All rest.}}\n",
)
def left_out(book: Book) -> Iterator[Finding]:
    """A number of a source or gap, where the one before it is missing."""
    if not book.whole or any(book.spoilt.get(section) for section in ("sources", "gaps")):
        return
    for letters, numbers in _series(book).items():
        holes = list(_holes(sorted(numbers)))
        for before, number in holes if len(holes) <= 1 + len(numbers) // _SELDOM else ():
            wide = len(number.written) - len(letters)
            first, last = (f"{letters}{value:0{wide}}" for value in (before + 1, number.value - 1))
            missing = f"{first} is missing" if first == last else f"{first} to {last} are missing"
            yield Finding(number.written.span, f"{missing} before {number.written}.", number.subject)


def _holes(numbers: list[_Number]) -> Iterator[tuple[int, _Number]]:
    """The numbers with none right before them, with the last one that there is; a series may begin anywhere."""
    values = {number.value for number in numbers}
    before = 0
    for number in numbers:
        if number.value > before + 1 and (before or number.value + 1 not in values):
            yield before, number
        before = number.value


def _series(book: Book) -> dict[str, list[_Number]]:
    """The numbers of sources and gaps, by the letters in front of them."""
    gaps: Iterable[tuple[Text | None, str]] = ((gap.number, f"gap {gap.id}") for gap in book.gaps.values())
    sources = ((source.id, f"source {source.id}") for source in book.sources.values())
    made: dict[str, list[_Number]] = {}
    for written, subject in (*sources, *gaps):
        match = _NUMBERED.fullmatch(written) if written is not None else None
        if match is not None and written is not None:
            made.setdefault(match[1], []).append(_Number(int(match[2]), written, subject))
    return made
