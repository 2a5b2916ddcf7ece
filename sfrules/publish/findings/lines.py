"""The lines that findings speak of, fit to be shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from sfrules.diag import Span
from sfrules.record import record

WIDEST = 160
"""Of a longer line only the part around the finding is shown."""

_BREAK = re.compile(r"\r\n|\n|\r")
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class Lines:
    """The lines of each file by its shown name; a file is parted when the first of its lines is asked for."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._parted: dict[str, Sequence[str]] = {}

    def of(self, file: str) -> Sequence[str]:
        """All lines of a file; none of one that could not be read."""
        if file not in self._parted:
            self._parted[file] = _BREAK.split(self._texts[file]) if file in self._texts else ()
        return self._parted[file]

    def at(self, file: str, line: int) -> str | None:
        """A line by its number, from 1."""
        lines = self.of(file)
        return lines[line - 1] if line <= len(lines) else None


@record
class Snippet:
    """The first line of a finding in three parts, the middle one being what it is about."""

    before: str
    marked: str
    after: str


def snippet(span: Span, lines: Lines) -> Snippet | None:
    """The line at a place as it is shown; None where there is no such line. Marked is never more than that line."""
    line = lines.at(span.file, span.line)
    if line is None:
        return None
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    before, marked, after = line[:start], line[start:end], line[end:]
    if len(line) > WIDEST:
        before, marked, after = _cut(before, marked, after)
    return Snippet(_shown(before), _shown(marked), _shown(after))


def _cut(before: str, marked: str, after: str) -> tuple[str, str, str]:
    """The part of a very long line that has the mark in it; dots stand for the rest."""
    if len(marked) > WIDEST // 2:
        marked, after = marked[: WIDEST // 2 - 1] + "…", ""
    left = WIDEST - len(marked)
    ahead = max(left // 2, left - len(after))
    before = before if len(before) <= ahead else "…" + before[len(before) - ahead + 1 :]
    rest = left - len(before)
    return before, marked, after if len(after) <= rest else after[: rest - 1] + "…"


def _shown(text: str) -> str:
    return seen(text.replace("\t", "    "))


def seen(text: str) -> str:
    """The text on one line, with control characters, which a terminal might obey, written out."""
    return _UNSEEN.sub(_written_out, text).replace("\n", "\\n")


def _written_out(match: re.Match[str]) -> str:
    number = ord(match[0])
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    thin = sum(bool(unicodedata.combining(letter)) or letter in "\u200d\ufe0f" for letter in text)
    return len(text) + wide - thin
