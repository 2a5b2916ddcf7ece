"""Slips in the form of a file: letters that nobody sees, quotes, tags, lines that stand twice."""

from __future__ import annotations

import re

from sfrules.diag import Diagnostic, Edit, Fix, Span
from sfrules.verdict.edits import Lines
from sfrules.verdict.mends.values import whole_line

_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
_LIKE_BLANKS = "\x0b\x0c\x85\u2028\u2029"


def unseen_letters(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """Every letter of the file that cannot be seen; those that part words leave a blank."""
    file = diagnostic.span.file
    edits = tuple(
        Edit(Span(file, number, found.start() + 1), " " if found[0] in _LIKE_BLANKS else "")
        for number, line in enumerate(lines.lines, 1)
        for found in _UNSEEN.finditer(line)
    )
    return Fix("Take out what cannot be seen", edits) if edits else None


def other_quotes(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """'Don't move': the whole text in the other quotes."""
    found = re.fullmatch(
        r"(?P<head>[^'\"]*[:-][ \t]+)'(?P<text>[^\"\\]*'[^\"\\]*)'[ \t]*", lines.line(diagnostic.span.line)
    )
    if found is None:
        return None
    span = diagnostic.span
    place = Span(span.file, span.line, found.end("head") + 1, span.line, found.end("text") + 2)
    return Fix('Put the text in "double quotes"', (Edit(place, f'"{found["text"]}"'),))


def missing_quote(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A text whose closing quote is missing, if it ends with its line."""
    span, line = diagnostic.span, lines.line(diagnostic.span.line)
    mark = line[span.column - 1 : span.column]
    if mark not in ('"', "'") or mark in line[span.column :] or not re.search(r"[:-][ \t]+$", line[: span.column - 1]):
        return None
    end = len(line.rstrip()) + 1
    return Fix("Close the text", (Edit(Span(span.file, span.line, end, span.line, end), mark),), safe=False)


def same_line_twice(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A key that stands twice with the same value on its line: one of the two is enough."""
    first = diagnostic.related[0].span if diagnostic.related else diagnostic.span
    line = lines.line(diagnostic.span.line)
    deeper = lines.line(diagnostic.span.line + 1)
    is_all = re.fullmatch(r"[ \t]*[\w.-]+:[ \t]+[^\s|>].*", line) and _indent(deeper) <= _indent(line)
    if first.line == diagnostic.span.line or lines.line(first.line) != line or not is_all:
        return None
    return Fix("Delete the second line", (Edit(whole_line(diagnostic.span), ""),))


def tag(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`!important high water` is a text; `!!str` in front of one says nothing."""
    span, line = diagnostic.span, lines.line(diagnostic.span.line)
    said = line[span.column - 1 :].rstrip()
    if set(line) & set("{}[]\"'#"):
        return None
    end = Span(span.file, span.line, span.column, span.line, span.column + len(said))
    if not said.startswith("!!"):
        return Fix("Quote the text", (Edit(end, f'"{said}"'),)) if "\\" not in said else None
    rest = re.sub(r"^\S+[ \t]*", "", said)
    return Fix("Delete the tag", (Edit(end, rest),), safe=False) if rest else None


def document_line(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A line of --- between what can stand in one document."""
    if lines.line(diagnostic.span.line).rstrip() != "---":
        return None
    return Fix("Delete the line of ---", (Edit(whole_line(diagnostic.span), ""),), safe=False)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip()) if line.strip() else 0
