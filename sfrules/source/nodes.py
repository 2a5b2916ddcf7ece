"""The nodes of a content file: plain Python values that know where they stand.

A `Text` is a `str`, a `Map` a `dict`, a `Seq` a `list`; each has a `span`. An empty value, `~` and `null` are
`Nothing`.
Places are kept as the parser's marks and turned into a `Span` when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias, cast

from sfrules.diag import Span
from sfrules.record import record
from sfrules.source.files import SourceFile
from sfrules.source.place import Mark, Places, places_of


@record
class Point:
    """A mark made by ourselves."""

    index: int
    line: int
    column: int


class Nothing:
    """No value: nothing after the colon, `~` or `null`. Not the same as 0, "" or a missing key."""

    __slots__ = ("end", "file", "start")

    def __init__(self, file: SourceFile, start: Mark, end: Mark) -> None:
        self.file, self.start, self.end = file, start, end

    def __bool__(self) -> bool:
        return False

    @property
    def span(self) -> Span:
        """Where a value should stand, or where `~` or `null` does."""
        return _span(self.file, self.start, self.end)


class Text(str):
    """A scalar: always text, whatever it looks like. `style` is "" (plain), "'", '"', "|" or ">"."""

    __slots__ = ("_places", "end", "file", "start", "style")
    file: SourceFile
    start: Mark
    end: Mark
    style: str
    _places: Places | None

    def __new__(cls, value: str, file: SourceFile, start: Mark, end: Mark, style: str = "") -> Text:
        """A text that was read from between two marks."""
        self = str.__new__(cls, value)
        self.file, self.start, self.end, self.style = file, start, end, style
        self._places = None
        return self

    @classmethod
    def of(cls, value: str, shown: str = "text") -> Text:
        """A text that is its own file: offset 0 is 1:1. For rules that come from elsewhere than YAML."""
        lines = value.split("\n")
        end = Point(len(value), len(lines) - 1, len(lines[-1]))
        return cls(value, SourceFile(Path(shown), shown, value), Point(0, 0, 0), end, "bare")

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)

    @property
    def plain(self) -> bool:
        """Written without quotes and not as a block."""
        return self.style == ""

    @property
    def span(self) -> Span:
        """From the first to the last character, quotes included; the head (`|`) of a block."""
        if self.style in ("|", ">"):
            return Span(self.file.shown, self.start.line + 1, self.start.column + 1)
        return _span(self.file, self.start, self.end)

    @property
    def mappable(self) -> bool:
        """Whether every character has a place of its own: not in folded blocks and quoted texts of several lines."""
        quoted = self.style in ("'", '"') and self.start.line != self.end.line
        return self.style != ">" and not quoted and self._map().exact

    def place(self, start: int, end: int | None = None) -> Span:
        """Where the characters from offset `start` to `end` of this value stand in the file.

        One character when `end` is left out. Without an exact map the span of the whole text.
        """
        places = self._map()
        if not places.exact:
            return self.span
        line, column = places.at(start)
        if end is None or end <= start:
            return Span(self.file.shown, line, column)
        end_line, last = places.at(end - 1)
        return Span(self.file.shown, line, column, end_line, last + 1)

    def tail(self, length: int) -> Text:
        """The last characters of a one-line text, as a text with its own place."""
        span = self.place(len(self) - length, len(self))
        start = Point(self.start.index + span.column - 1 - self.start.column, span.line - 1, span.column - 1)
        end = Point(start.index + length, start.line, start.column + length)
        return Text(self[len(self) - length :], self.file, start, end)

    def _map(self) -> Places:
        if self._places is None:
            self._places = places_of(self, self.style, self.file, self.start, self.end)
        return self._places


class Map(dict[str, "Node"]):
    """A mapping in the order written. `spoilt` names keys whose value was refused (and reported) already."""

    __slots__ = ("_written", "end", "file", "flow", "spoilt", "start")

    def __init__(self, file: SourceFile, start: Mark, end: Mark, flow: bool = False) -> None:
        super().__init__()
        self.file, self.start, self.end, self.flow = file, start, end, flow
        self.spoilt: set[str] = set()
        self._written: dict[str, Text] = {}

    @property
    def span(self) -> Span:
        """From brace to brace, or the first key of a block."""
        if self.flow:
            return _span(self.file, self.start, self.end)
        first = next(self.entries(), None)
        return first[0].span if first is not None else _span(self.file, self.start, self.start)

    def key(self, name: str) -> Text | None:
        """The key as written, with its place."""
        if name not in self:
            return None
        if name not in self._written:
            self._written = {str(key): key for key, _ in self.entries()}
        return self._written[name]

    def entries(self) -> Iterator[tuple[Text, Node]]:
        """Keys with their places, and values."""
        return cast("Iterator[tuple[Text, Node]]", iter(self.items()))

    def key_span(self, name: str) -> Span:
        """Where the key stands; the mapping's own place when it is not there."""
        key = self.key(name)
        return key.span if key is not None else self.span

    def value_span(self, name: str) -> Span:
        """Where the value of a key stands; the mapping's own place when it is not there."""
        value = self.get(name)
        return value.span if value is not None else self.span

    def part(self, wanted: Callable[[str], bool]) -> Map:
        """The entries whose keys are wanted, at the same place."""
        made = Map(self.file, self.start, self.end, self.flow)
        made.update({key: value for key, value in self.entries() if wanted(key)})
        made.spoilt = self.spoilt
        return made

    def copy(self) -> Map:
        """A mapping with the same entries and the same place."""
        made = Map(self.file, self.start, self.end, self.flow)
        made.update(self)
        made.spoilt = set(self.spoilt)
        return made


class Seq(list["Node"]):
    """A list."""

    __slots__ = ("end", "file", "flow", "start")

    def __init__(self, file: SourceFile, start: Mark, end: Mark, flow: bool = False) -> None:
        super().__init__()
        self.file, self.start, self.end, self.flow = file, start, end, flow

    @property
    def span(self) -> Span:
        """From bracket to bracket, or the first entry of a block."""
        if self.flow:
            return _span(self.file, self.start, self.end)
        return self[0].span if self else _span(self.file, self.start, self.start)

    def copy(self) -> Seq:
        """A list with the same entries and the same place."""
        made = Seq(self.file, self.start, self.end, self.flow)
        made.extend(self)
        return made


Node: TypeAlias = Map | Seq | Text | Nothing


def walk(node: Node) -> Iterator[Node]:
    """The node and all nodes under it, keys left out."""
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, Map):
            todo += reversed(node.values())
        elif isinstance(node, Seq):
            todo += reversed(node)


def _span(file: SourceFile, start: Mark, end: Mark) -> Span:
    if (end.line, end.column) <= (start.line, start.column):
        return Span(file.shown, start.line + 1, start.column + 1)
    return Span(file.shown, start.line + 1, start.column + 1, end.line + 1, end.column + 1)
