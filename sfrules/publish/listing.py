"""Findings for a page: grouped by file, with the lines that they are about, and the stretches of files around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import pairwise

from sfrules.diag import Diagnostic, Facts, Severity, Span
from sfrules.publish.findings.checked import Checked
from sfrules.publish.findings.lines import Snippet, seen, snippet
from sfrules.record import record

AROUND = 6
"""How many lines above and below a finding are listed."""


@record
class Spot:
    """A place with its line; `anchor` is that line in the listing, "" if there is none."""

    place: str
    line: int
    anchor: str
    snippet: Snippet | None
    says: str = ""


@record
class Item:
    """One finding as the page shows it."""

    finding: Diagnostic
    spot: Spot
    related: tuple[Spot, ...]


@record
class Group:
    """The findings of one file, with how many there are of each level."""

    file: str
    items: tuple[Item, ...]
    levels: Mapping[Severity, int]


@record
class Line:
    """A line of a listing. `level` is that of the worst finding there; `gap` says that lines were left out above."""

    number: int
    anchor: str
    text: str
    level: Severity | None = None
    gap: bool = False


@record
class Listing:
    """The lines of one file around what was found there."""

    file: str
    lines: tuple[Line, ...]


@record
class Kind:
    """A code that was found, how often, and why it matters."""

    code: str
    level: Severity
    count: int
    fact: Facts | None = field(default=None)


def groups(checked: Checked) -> Iterator[Group]:
    """The findings file by file."""
    anchors = _Anchors(checked)
    for file, found in checked.files():
        if found:
            levels = Counter(one.severity for one in found)
            yield Group(file, tuple(_item(one, checked, anchors) for one in found), levels)


def _item(one: Diagnostic, checked: Checked, anchors: _Anchors) -> Item:
    related = tuple(_spot(near.span, checked, anchors, seen(near.message)) for near in one.related)
    return Item(one, _spot(one.span, checked, anchors), related)


def _spot(span: Span, checked: Checked, anchors: _Anchors, says: str = "") -> Spot:
    line = snippet(span, checked.lines)
    return Spot(str(span), span.line, anchors.of(span.file, span.line) if line else "", line, says)


def listings(checked: Checked) -> Iterator[Listing]:
    """Of each file that a finding speaks of, the lines around."""
    anchors = _Anchors(checked)
    for file in anchors.files:
        lines = tuple(_listed(file, checked, anchors))
        if lines:
            yield Listing(file, lines)


def _listed(file: str, checked: Checked, anchors: _Anchors) -> Iterator[Line]:
    levels: dict[int, Severity] = {}
    for one in checked.found:
        if one.span.file == file:
            levels[one.span.line] = min(levels.get(one.span.line, one.severity), one.severity, key=_ORDER.index)
    numbers = _around(_lines_of(file, checked.found), len(checked.lines.of(file)))
    for before, number in pairwise([0, *numbers]):
        whole = snippet(Span(file, number, 1, number, 1), checked.lines)
        assert whole is not None
        yield Line(number, anchors.of(file, number), whole.after, levels.get(number), gap=number > before + 1)


_ORDER = tuple(Severity)


def _lines_of(file: str, found: Iterable[Diagnostic]) -> Iterator[int]:
    for one in found:
        yield from (span.line for span in _spans(one) if span.file == file)


def _spans(one: Diagnostic) -> Iterator[Span]:
    yield one.span
    yield from (near.span for near in one.related)


def _around(lines: Iterable[int], last: int) -> Sequence[int]:
    near = {number for line in lines for number in range(line - AROUND, line + AROUND + 1)}
    return sorted(number for number in near if 0 < number <= last)


class _Anchors:
    """A short name for each line: the how-manieth file, and the number of the line."""

    def __init__(self, checked: Checked) -> None:
        self.files = sorted({span.file for one in checked.found for span in _spans(one)})
        self._numbers = {file: number for number, file in enumerate(self.files, 1)}

    def of(self, file: str, line: int) -> str:
        return f"f{self._numbers[file]}-{line}"


def kinds(checked: Checked) -> list[Kind]:
    """The codes that were found, in their order."""
    worst: dict[str, Severity] = {}
    counts = Counter(one.code for one in checked.found)
    for one in checked.found:
        worst[one.code] = min(worst.get(one.code, one.severity), one.severity, key=_ORDER.index)
    return [Kind(code, worst[code], counts[code], checked.known.get(code)) for code in sorted(counts)]
