"""Edits of texts by span: nothing but the spans changes, so that comments, order and line breaks stay as they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sfrules.diag import Diagnostic, Edit, Fix, Span
from sfrules.record import record
from sfrules.source.nodes import Map, Node, Seq, Text

_BREAK = re.compile(r"\r\n|\n|\r")

Region = tuple[int, int]
"""Offsets in a text: from, up to."""


class Lines:
    """A text by its lines, with offsets."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(match.end() for match in _BREAK.finditer(text))]
        self.lines = _BREAK.split(text)

    def line(self, number: int) -> str:
        """A line counted from 1, without its break; "" behind the last."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def offset(self, line: int, column: int) -> int:
        """Where a place (from 1) is in the text; the end of the text for what lies below it."""
        if line > len(self.starts):
            return len(self.text)
        return min(self.starts[line - 1] + min(column - 1, len(self.lines[line - 1])), len(self.text))

    def region(self, span: Span) -> Region:
        """Where a span is in the text."""
        start = self.offset(span.line, span.column)
        return start, max(start, self.offset(span.end_line, span.end_column))

    def at(self, span: Span) -> str:
        """What stands there."""
        start, end = self.region(span)
        return self.text[start:end]


@record
class Edited:
    """A text after edits: where they were in it before, and where they are now."""

    text: str
    before: tuple[Region, ...]
    after: tuple[Region, ...]


def edited(text: str, edits: Iterable[Edit]) -> Edited:
    """The text with all edits made. They must not overlap; new lines get the breaks that the text has."""
    lines = Lines(text)
    usual = "\r\n" if "\r\n" in text else "\n"
    ordered = sorted((lines.region(edit.span), edit.text.replace("\n", usual)) for edit in edits)
    parts, before, after, at, length = [], [], [], 0, 0
    for (start, end), new in ordered:
        parts += [text[at:start], new]
        length += start - at
        before.append((start, end))
        after.append((length, length + len(new)))
        length += len(new)
        at = end
    return Edited("".join([*parts, text[at:]]), tuple(before), tuple(after))


def without_overlap(wanted: Iterable[tuple[Diagnostic, Fix]]) -> list[tuple[Diagnostic, Fix]]:
    """The fixes that can be made together: of two that touch the same place the first one, the other waits."""
    taken: list[Span] = []
    made = []
    for diagnostic, fix in wanted:
        if not any(_meet(edit.span, other) for edit in fix.edits for other in taken):
            taken += [edit.span for edit in fix.edits]
            made.append((diagnostic, fix))
    return made


def _meet(one: Span, other: Span) -> bool:
    """Whether two spans share a character, or begin at the same place."""
    if one.file != other.file:
        return False
    first, second = ((s.line, s.column, s.end_line, s.end_column) for s in (one, other))
    return first[:2] == second[:2] or (first[:2] < second[2:] and second[:2] < first[2:])


# what else has changed


def changed_beside(before: Node, after: Node, made: Edited) -> bool:
    """Whether values differ that no edit has touched. An entry that only stands elsewhere in its list is the same."""
    old, new = _Leaves(before, made.before), _Leaves(after, made.after)
    return old.misses(new.values) or new.misses(old.values)


def touched_entries(after: Node, made: Edited) -> Iterator[range]:
    """The lines (from 1) of the innermost mappings whose keys or values edits have touched."""
    if isinstance(after, Map):
        inside = [(key, value) for key, value in after.entries()]
        spots = [(key.start.index, key.end.index) for key, _ in inside]
        spots += [(value.start.index, value.end.index) for _, value in inside if not isinstance(value, (Map, Seq))]
        if any(_share(spot, edit) for spot in spots for edit in made.after):
            yield range(after.start.line + 1, after.end.line + 2)
    for child in after.values() if isinstance(after, Map) else after if isinstance(after, Seq) else ():
        yield from touched_entries(child, made)


class _Leaves:
    """The values of a tree by their paths (a place in a list does not count), and which of them edits touch."""

    def __init__(self, root: Node, touched: Sequence[Region]) -> None:
        self.values: Counter[tuple[str, ...]] = Counter()
        self.reached: Counter[tuple[str, ...]] = Counter()
        for path, regions in _leaves(root, (), ()):
            self.values[path] += 1
            if any(_share(region, edit) for region in regions for edit in touched):
                self.reached[path] += 1

    def misses(self, others: Counter[tuple[str, ...]]) -> bool:
        """Whether something here is not there, and no edit is the reason."""
        return any(count > self.reached[path] for path, count in (self.values - others).items())


def _leaves(
    node: Node, path: tuple[str, ...], regions: tuple[Region, ...]
) -> Iterator[tuple[tuple[str, ...], tuple[Region, ...]]]:
    if isinstance(node, Map) and node:
        for key, value in node.entries():
            yield from _leaves(value, (*path, key), (*regions, (key.start.index, key.end.index)))
    elif isinstance(node, Seq) and node:
        for value in node:
            yield from _leaves(value, (*path, "-"), regions)
    else:
        said = f"={node}" if isinstance(node, Text) else type(node).__name__
        yield (*path, said), (*regions, (node.start.index, node.end.index))


def _share(one: Region, other: Region) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]
