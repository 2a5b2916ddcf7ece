"""Letters that may not stand in a file, since nobody sees them, or since they look like others."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from sfrules.diag import Diagnostic, Edit, Fix, Span
from sfrules.ids import letter_name

BREAK = re.compile(r"\r\n|\n|\r")
"""What ends a line."""

_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\r(?!\n)"
)

_ZERO_WIDTH = re.compile("(?<![\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])\u200b")
"""A blank of no width; scripts that write no blanks break their lines there."""

_ODD_BLANKS = re.compile(
    r"^[ \t]*(?=[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000])[^\S\n]+(?=[A-Za-z][A-Za-z0-9_-]*:(?:\s|$)|- |#)",
    re.MULTILINE,
)
"""Blanks that are none to YAML, before a key, an item or a comment; inside a text they may be meant."""

_TRAP = re.compile("[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]")
"""What either of them needs: most files have none of it."""

_MOST_MENDED = 10_000
"""So many places of a file are mended at once."""


def cleaned(text: str, shown: str, *, blanks: bool) -> tuple[str, list[Diagnostic]]:
    """The text with plain blanks for what may not stand in it, and findings about that.

    With `blanks`, those before keys must be plain ones.
    """
    found: list[Diagnostic] = []
    if "\r" in text and "\n" not in text:
        found.append(_old_breaks(shown, text.index("\r")))
        text = text.replace("\r", "\n")
    bad = list(_FORBIDDEN.finditer(text))
    if bad:
        found.append(_forbidden(shown, text, bad[0].start(), len(bad)))
        text = _FORBIDDEN.sub(" ", text)
    if not text.isascii() and _TRAP.search(text) is not None:
        text = _without_traps(shown, text, found, blanks=blanks)
    return text, found


def _old_breaks(shown: str, at: int) -> Diagnostic:
    message = "The lines of this file end as on old Macs, with CR alone. Save it with line breaks LF."
    return Diagnostic("SF104", message, Span(shown, 1, at + 1))


def _without_traps(shown: str, text: str, found: list[Diagnostic], *, blanks: bool) -> str:
    """The text with plain blanks for what looks like one, or like nothing; it is reported, with its mend."""
    unseen = list(_ZERO_WIDTH.finditer(text))
    if unseen:
        message = "A blank of no width stands here, which nobody can see. Delete it."
        found.append(_trap(shown, text, unseen, message, ("Delete it", "")))
        text = re.sub(r"\S+", _joined, text)
    odd = list(_ODD_BLANKS.finditer(text)) if blanks else []
    if odd:
        message = "The blanks before this word are not all plain ones. Write plain blanks."
        found.append(_trap(shown, text, odd, message, ("Write plain blanks", " ")))
        text = _ODD_BLANKS.sub(lambda match: " " * len(match[0]), text)
    return text


def _joined(word: re.Match[str]) -> str:
    """A word without blanks of no width; plain ones behind it keep the columns of what follows."""
    joined, count = _ZERO_WIDTH.subn("", word[0])
    return joined + " " * count


def _trap(shown: str, text: str, all_: Sequence[re.Match[str]], message: str, mend: tuple[str, str]) -> Diagnostic:
    """A finding at the first of some places, with a mend of them all: how it is called, and the letter to be put."""
    title, letter = mend
    fix = Fix(title, _edits(shown, text, all_[:_MOST_MENDED], letter))
    more = f" There are {len(all_)} such places in this file." if len(all_) > 1 else ""
    return Diagnostic("SF104", message + more, fix.edits[0].span, fixes=(fix,))


def _edits(shown: str, text: str, matches: Iterable[re.Match[str]], letter: str) -> tuple[Edit, ...]:
    """Another letter for each of what was matched; nothing for each where it is empty."""
    starts = [0, *(match.end() for match in BREAK.finditer(text))]
    edits = []
    for match in matches:
        line = bisect_right(starts, match.start())
        column = match.start() - starts[line - 1] + 1
        edits.append(Edit(Span(shown, line, column, line, column + len(match[0])), letter * len(match[0])))
    return tuple(edits)


def _forbidden(shown: str, text: str, at: int, count: int) -> Diagnostic:
    before = BREAK.split(text[:at])
    letter = text[at]
    more = f" There are {count} such characters in this file." if count > 1 else ""
    name = (
        "a line break of old Mac files"
        if letter == "\r"
        else letter_name(letter)
        if ord(letter) > 159
        else f"U+{ord(letter):04X}"
    )
    message = f"A character that cannot be seen stands here: {name}. Delete it.{more}"
    return Diagnostic("SF104", message, Span(shown, len(before), len(before[-1]) + 1))
