"""From an offset in a text's value back to the line and column in its file.

A text is laid out in pieces: stretches of the value whose characters stand side by side on one line of the file.
Escapes in "double quotes" and '' in 'single quotes' make pieces of one character.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from sfrules.source.files import SourceFile

Piece = tuple[int, int, int]
"""Offset in the value, line and column (from 1) in the file."""


class Mark(Protocol):
    """A point in a file, counted from 0 in code points."""

    @property
    def index(self) -> int:
        """Characters from the start of the file."""

    @property
    def line(self) -> int:
        """Lines from the start of the file."""

    @property
    def column(self) -> int:
        """Characters from the start of the line."""


@dataclass(frozen=True, slots=True)
class Places:
    """The pieces of one text, in order; `exact` when they are known."""

    pieces: tuple[Piece, ...] = ()
    length: int = 0
    exact: bool = True

    def at(self, offset: int) -> tuple[int, int]:
        """Line and column of the character at `offset`; the end of the text is just behind its last character."""
        offset = max(0, min(offset, self.length))
        start, line, column = self.pieces[bisect_right(self.pieces, (offset, 1 << 60, 0)) - 1]
        return line, column + offset - start


def places_of(value: str, style: str, file: SourceFile, start: Mark, end: Mark) -> Places:
    """How `value`, written in `style` between two marks of `file`, is laid out."""
    if style == "bare":
        return _lines_from(value, ((number, 0) for number in range(start.line, end.line + 1)))
    if style == "|":
        return _literal(value, file, start)
    if style == "":
        return _plain(value, file, start, end)
    if style in ("'", '"') and start.line == end.line:
        return _quoted(value, style, file.text[start.index + 1 : end.index - 1], start)
    return Places(exact=False)


def _lines_from(value: str, starts: Iterator[tuple[int, int]]) -> Places:
    """Pieces of one line each: `starts` gives line and column (from 0) of each line of the value."""
    pieces, offset = [], 0
    for part, (line, column) in zip(value.split("\n"), starts, strict=False):
        pieces.append((offset, line + 1, column + 1))
        offset += len(part) + 1
    if len(pieces) > 1 and value.endswith("\n"):
        pieces.pop()
    return Places(tuple(pieces), len(value.rstrip("\n")) if value.strip("\n") else 0)


def _literal(value: str, file: SourceFile, start: Mark) -> Places:
    """A `|` block: every line of the value is a line of the file without its indentation."""
    parts = value.split("\n")
    lines = file.lines[start.line + 1 : start.line + 1 + len(parts)]
    indent = next((len(line) - len(part) for line, part in zip(lines, parts, strict=False) if part), 0)
    if any(line[indent:] != part for line, part in zip(lines, parts, strict=False) if part):
        return Places(exact=False)
    columns = [indent if part else min(indent, len(line)) for line, part in zip(lines, parts, strict=False)]
    if not columns:
        return Places(((0, start.line + 1, start.column + 1),), 0)
    return _lines_from(value, ((start.line + 1 + number, column) for number, column in enumerate(columns)))


def _plain(value: str, file: SourceFile, start: Mark, end: Mark) -> Places:
    """A text without quotes: one line as it is; further lines are stripped and joined by a space."""
    if start.line == end.line:
        written = file.text[start.index : end.index]
        shift = 0 if written == value else written.find(value)
        return Places(((0, start.line + 1, start.column + 1 + shift),), len(value), shift >= 0)
    pieces, made, gaps = [], "", 0
    for number in range(start.line, end.line + 1):
        line = file.lines[number][: end.column if number == end.line else None]
        begin = start.column if number == start.line else len(line) - len(line.lstrip(" \t"))
        part = line[begin:].rstrip(" \t")
        if not part:
            gaps += 1
            continue
        if made:
            made += "\n" * gaps or " "
        pieces.append((len(made), number + 1, begin + 1))
        made, gaps = made + part, 0
    return Places(tuple(pieces), len(value), made == value)


_ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)")


def _quoted(value: str, style: str, inner: str, start: Mark) -> Places:
    """A quoted text of one line: each escape is one character of the value."""
    escapes = _ESCAPE.finditer(inner) if style == '"' else re.finditer("''", inner)
    pieces = [(0, start.line + 1, start.column + 2)]
    saved = 0
    for escape in escapes:
        saved += len(escape[0]) - 1
        pieces.append((escape.end() - saved, start.line + 1, start.column + 2 + escape.end()))
    return Places(tuple(pieces), len(value), len(inner) - saved == len(value))
