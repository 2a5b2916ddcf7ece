"""From an offset in a text's value back to the line and column in its file.

A text is laid out in pieces: stretches of the value whose characters stand side by side on one line of the file.
Escapes in "double quotes" and '' in 'single quotes' make pieces of one character.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Protocol

from sfrules.record import record
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


@record
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
    if style == ">":
        return _folded(value, file, start, end)
    if style == "":
        return _plain(value, file, start, end)
    if start.line == end.line:
        return _quoted(value, style, file.text[start.index + 1 : end.index - 1], start)
    return _quoted_lines(value, style, file, start, end)


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


def _folded(value: str, file: SourceFile, start: Mark, end: Mark) -> Places:
    """A `>` block: lines that stand alike are joined by a space; empty lines and deeper lines keep breaks."""
    lines = list(enumerate(file.lines))[start.line + 1 : end.line + 1]
    told = re.match(r"[>+-]*([1-9])", file.lines[start.line][start.column :])
    first = next((line for _, line in lines if line.strip(" ")), "")
    indent = _block_indent(first, value) if told is not None else len(first) - len(first.lstrip(" "))
    pieces: list[Piece] = []
    made, gaps, deep = "", 0, False
    for number, line in lines:
        part = line[indent:]
        if not line[:indent].strip(" ") and not part:
            gaps += 1
            continue
        if line[:indent].strip(" "):
            break
        deeper = part[0] in " \t"
        if pieces:
            made += "\n" * gaps if gaps and not (deep or deeper) else "\n" * (gaps + 1) if deep or deeper else " "
        else:
            made += "\n" * gaps
        pieces.append((len(made), number + 1, indent + 1))
        made, gaps, deep = made + part, 0, deeper
    return Places(tuple(pieces), len(made), bool(pieces) and made == value.rstrip("\n"))


def _block_indent(first: str, value: str) -> int:
    """How far a block is indented that says so itself: its first line may begin with spaces of its own."""
    own = value.lstrip("\n")
    return len(first) - len(first.lstrip(" ")) - (len(own) - len(own.lstrip(" ")))


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
    """A quoted text of one line."""
    pieces, length = _quoted_pieces(style, inner, 0, start.line + 1, start.column + 2)
    return Places(tuple(pieces), len(value), length == len(value))


def _quoted_lines(value: str, style: str, file: SourceFile, start: Mark, end: Mark) -> Places:
    """A quoted text of several lines: each is stripped, and joined to the next by a space or by empty lines' breaks."""
    pieces: list[Piece] = []
    length, gaps, joined = 0, 0, False
    for number in range(start.line, end.line + 1):
        line = file.lines[number]
        begin = start.column + 1 if number == start.line else len(line) - len(line.lstrip(" \t"))
        stop = end.column - 1 if number == end.line else len(line.rstrip(" \t"))
        part = line[begin:stop]
        if not part and number not in (start.line, end.line):
            gaps += 1
            continue
        glued = style == '"' and number != end.line and (len(part) - len(part.rstrip("\\"))) % 2 == 1
        part = part[:-1] if glued else part
        if number != start.line:
            length += gaps or (0 if joined else 1)
        of_line = _quoted_pieces(style, part, length, number + 1, begin + 1)
        pieces += of_line[0]
        length, gaps, joined = of_line[1], 0, glued
    return Places(tuple(pieces), len(value), length == len(value))


def _quoted_pieces(style: str, inner: str, offset: int, line: int, column: int) -> tuple[list[Piece], int]:
    """The pieces of one line of a quoted text, and the offset behind it; each escape is one character of the value."""
    escapes = _ESCAPE.finditer(inner) if style == '"' else re.finditer("''", inner)
    pieces, saved = [(offset, line, column)], 0
    for escape in escapes:
        saved += len(escape[0]) - 1
        pieces.append((offset + escape.end() - saved, line, column + escape.end()))
    return pieces, offset + len(inner) - saved
