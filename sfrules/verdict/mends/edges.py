"""Edges of the map that are missing or stand twice."""

from __future__ import annotations

import re

from sfrules.diag import Diagnostic, Edit, Fix, Span
from sfrules.verdict.edits import Lines
from sfrules.verdict.mends.values import whole_line

_LISTED = re.compile(r"“([a-z0-9-]+)” lists “([a-z0-9-]+)”")


def way_back(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """The neighbour that is missing from the other's list; unsafe, since a one-way road may be meant."""
    names = _LISTED.match(diagnostic.message)
    if names is None:
        return None
    start, end = names.groups()
    here = re.match(r"[ \t]*", lines.line(diagnostic.span.line))
    entry = re.compile(rf"{here[0] if here else ''}{end}:[ \t]*\[(?P<list>[^\]]*)\]")
    found = [(number, match) for number, line in enumerate(lines.lines, 1) if (match := entry.match(line)) is not None]
    if len(found) != 1:
        return None
    number, match = found[0]
    place = Span(diagnostic.span.file, number, match.end("list") + 1, number, match.end("list") + 1)
    return Fix(
        f"Add {start} to the neighbours of {end}",
        (Edit(place, f", {start}" if match["list"].strip() else start),),
        False,
    )


def same_edge(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """An edge that is there already, as it is or the other way round."""
    if "joined already" not in diagnostic.message:
        return None
    span, line = diagnostic.span, lines.line(diagnostic.span.line)
    if re.fullmatch(r"[ \t]*-[ \t]*\[[^\[\]]*\][ \t]*", line):
        return Fix("Delete the second edge", (Edit(whole_line(span), ""),))
    edge = re.compile(r"(?:,[ \t]*)?\[[^\[\]]*\]")
    for found in edge.finditer(line):
        if found[0].startswith(",") and found.start() < span.column - 1 < found.end():
            place = Span(span.file, span.line, found.start() + 1, span.line, found.end() + 1)
            return Fix("Delete the second edge", (Edit(place, ""),))
    return None
