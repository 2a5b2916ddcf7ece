"""Slips in rule text: signs of other languages, blocks that are not closed, names against numbers."""

from __future__ import annotations

import re

from sfrules.diag import Diagnostic, Edit, Fix, Span
from sfrules.verdict.edits import Lines
from sfrules.verdict.mends.values import whole_line

_SIGNS: tuple[tuple[str, str, bool], ...] = (
    ("===", "is", True),
    ("==", "is", True),
    ("!==", "is not", False),
    ("!=", "is not", False),
    ("<>", "is not", False),
    ("&&", "and", False),
    ("||", "or", False),
    ("=>", ">=", False),
    ("=<", "<=", False),
    ("=+", "+=", False),
    ("=", "is", True),
    (";", "", False),
)
"""Signs of other languages, how a rule says it, and whether it does so in a condition only."""

_CONDITION = re.compile(r"\b(?:if|elif|while|where)\b")
_RUN = re.compile(r"[=!<>&|+;]+")


def colon(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`if x:` as in other languages."""
    span = diagnostic.span
    line = lines.line(span.line)
    if line[span.column - 1 : span.column] != ":" or line[span.column :].strip():
        return None
    return Fix("Leave the colon out", (Edit(_part(span, span.column - 1, span.column), ""),))


def symbol(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A sign that another language has for what is a word here."""
    span, line = diagnostic.span, lines.line(diagnostic.span.line)
    run = next((run for run in _RUN.finditer(line) if run.start() <= span.column - 1 < run.end()), None)
    if run is None:
        return None
    conditional = _CONDITION.search(line[: run.start()]) is not None and " then " not in line[: run.start()]
    for sign, meant, only_there in _SIGNS:
        if run[0] == sign and (conditional or not only_there):
            return Fix(f"Write {meant}" if meant else f"Leave {sign} out", (Edit(*_spaced(span, line, run, meant)),))
    return None


def capitals(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A name in capitals; unsafe, since another name may have been meant."""
    found = re.compile(r"[A-Z][\w-]*").match(lines.line(diagnostic.span.line), diagnostic.span.column - 1)
    if found is None:
        return None
    meant = found[0].lower().replace("_", "-")
    return Fix(f"Write {meant}", (Edit(_part(diagnostic.span, found.start(), found.end()), meant),), safe=False)


def tab(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A tab between words."""
    span = diagnostic.span
    if lines.line(span.line)[span.column - 1 : span.column] != "\t":
        return None
    return Fix("Put a space", (Edit(_part(span, span.column - 1, span.column), " "),))


def elif_(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`elseif`, `elsif`, `else if`."""
    found = re.match(r"([ \t]*)(else?[ \t]*if)\b", lines.line(diagnostic.span.line))
    if found is None or found[2] == "elif":
        return None
    return Fix("Write elif", (Edit(_part(diagnostic.span, found.start(2), found.end(2)), "elif"),))


def open_quote(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A text that is not closed on its line, if it is the last of the line."""
    span, line = diagnostic.span, lines.line(diagnostic.span.line)
    if line[span.column - 1 : span.column] != '"' or '"' in line[span.column :]:
        return None
    end = len(line.rstrip())
    return Fix("Close the text", (Edit(_part(span, end, end), '"'),), safe=False)


def missing_end(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A block without its end, closed behind the last line of the rule; unsafe, since it may have ended earlier."""
    if "“end” is missing" not in diagnostic.message:
        return None
    span = diagnostic.span
    head = next((n for n in range(span.line - 1, 0, -1) if re.search(r"\|[0-9+-]*[ \t]*(?:#.*)?$", lines.line(n))), 0)
    first = next((n for n in range(head + 1, span.line + 1) if lines.line(n).strip()), span.line)
    if head == 0 or first >= span.line:
        return None
    pad = re.match("[ ]*", lines.line(first))
    end = len(lines.line(span.line))
    return Fix("Close it with end", (Edit(_part(span, end, end), f"\n{pad[0] if pad else ''}end"),), safe=False)


def surplus_end(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """An end that closes nothing."""
    if "closes nothing" not in diagnostic.message:
        return None
    span, line = diagnostic.span, lines.line(diagnostic.span.line)
    if line.strip() == "end":
        return Fix("Delete the line", (Edit(whole_line(span), ""),), safe=False)
    start = len(line[: span.column - 1].rstrip())
    return Fix("Leave end out", (Edit(_part(span, start, span.column + 2), ""),), safe=False)


def minus(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`coins-1` is a name; `coins - 1` is one less. Safe when it is the other name that is known."""
    span = diagnostic.span
    found = re.compile(r"([a-z][a-z0-9-]*?)-([0-9]+)(?![\w-])").match(lines.line(span.line), span.column - 1)
    if found is None:
        return None
    known = f"Did you mean “{found[1]}”?" in diagnostic.message
    written = f"{found[1]} - {found[2]}"
    return Fix(f"Write {written}", (Edit(_part(span, found.start(), found.end()), written),), safe=known)


def unused_let(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A local name that nothing uses; unsafe, since its line may be there for the next one."""
    line = lines.line(diagnostic.span.line)
    if not re.fullmatch(
        r"[ \t]*let [a-z][a-z0-9-]* = (?!.*\b(?:draw|roll|random|openly|tell|choose|use)\b)[^\"]*[^\s,+*/<>=-]", line
    ):
        return None
    return Fix("Delete the line", (Edit(whole_line(diagnostic.span), ""),), safe=False)


def _part(span: Span, start: int, end: int) -> Span:
    """A part of the line of a span, by offsets."""
    return Span(span.file, span.line, start + 1, span.line, end + 1)


def _spaced(span: Span, line: str, run: re.Match[str], meant: str) -> tuple[Span, str]:
    """Where a sign stands, and the word for it with blanks where the sign had none."""
    before = " " if meant and line[: run.start()][-1:].strip() else ""
    after = " " if meant and line[run.end() :][:1].strip() else ""
    return _part(span, run.start(), run.end()), before + meant + after
