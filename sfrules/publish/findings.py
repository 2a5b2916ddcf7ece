"""Findings as text: in full with the line they are about, one line each, or JSON. Pure functions, no terminal."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sfrules.diag import Diagnostic, Severity, Span

_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}
_BREAK = re.compile(r"\r\n|\n|\r")
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def full(found: Iterable[Diagnostic], texts: Mapping[str, str], colour: bool = False) -> str:
    """Each finding with its place, the line of the file, a caret under it, and what helps.

    `texts` gives the text of each file by its shown name; `colour` is for terminals only.
    """
    lines = {shown: _BREAK.split(text) for shown, text in texts.items()}
    return "\n".join(_one_in_full(diagnostic, lines, colour) for diagnostic in found)


def concise(found: Iterable[Diagnostic]) -> str:
    """One line each: `file:line:column: error[SF210]: message`."""
    return "".join(f"{d.span}: {d.severity}[{d.code}]: {_seen(d.message)}\n" for d in found)


def as_json(found: Iterable[Diagnostic]) -> str:
    """A list of objects, for programs. Lines and columns count from 1, columns in code points."""
    return json.dumps([_as_object(diagnostic) for diagnostic in found], ensure_ascii=False, indent=2) + "\n"


def summary(found: Iterable[Diagnostic], counts: Mapping[str, int]) -> str:
    """What was checked, class by class, those without any object too; then how many findings there are."""
    checked = ", ".join(f"{number} {name}" for name, number in counts.items()) or "nothing"
    levels = Counter(diagnostic.severity for diagnostic in found)
    parts = [_plural(levels[Severity.ERROR], "error"), _plural(levels[Severity.WARNING], "warning")]
    if levels[Severity.INFO]:
        parts.append(_plural(levels[Severity.INFO], "remark"))
    return f"Checked: {checked}.\nFound: {', '.join(parts)}.\n"


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _one_in_full(diagnostic: Diagnostic, lines: Mapping[str, list[str]], colour: bool) -> str:
    tint = _COLOURS[diagnostic.severity]
    head = _painted(f"{diagnostic.severity}[{diagnostic.code}]", f"1;{tint}", colour)
    subject = f" ({_seen(diagnostic.subject)})" if diagnostic.subject else ""
    out = [f"{head}: {_seen(diagnostic.message)}", f"  --> {diagnostic.span}{subject}"]
    out += _snippet(diagnostic.span, lines, tint, colour)
    for related in diagnostic.related:
        out.append(f"  see {related.span}: {_seen(related.message)}")
    if diagnostic.help:
        out.append(f"  help: {_seen(diagnostic.help)}")
    out += [f"  fix: {_seen(fix.title)}" for fix in diagnostic.fixes]
    return "\n".join(out) + "\n"


def _snippet(span: Span, lines: Mapping[str, list[str]], tint: str, colour: bool) -> list[str]:
    """The line of a finding and carets under the part it is about; to the end of the line if it goes on below."""
    file = lines.get(span.file)
    if file is None or span.line > len(file):
        return []
    line = file[span.line - 1]
    end = span.end_column if span.end_line == span.line else len(line) + 1
    before, marked = _shown(line[: span.column - 1]), _shown(line[span.column - 1 : end - 1])
    carets = _painted("^" * max(1, _width(marked)), tint, colour)
    number, gap = str(span.line), " " * len(str(span.line))
    return [f"{gap} |", f"{number} | {_shown(line)}", f"{gap} | {' ' * _width(before)}{carets}"]


def _shown(text: str) -> str:
    return _seen(text.replace("\t", "    "))


def _seen(text: str) -> str:
    """The text with control characters, which a terminal might obey, written out."""
    return _UNSEEN.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    thin = sum(bool(unicodedata.combining(letter)) or letter in "\u200d\ufe0f" for letter in text)
    return len(text) + wide - thin


def _painted(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text


def _as_object(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        **_place(diagnostic.span),
        "subject": diagnostic.subject,
        "help": diagnostic.help,
        "related": [{**_place(related.span), "message": related.message} for related in diagnostic.related],
        "fixes": [
            {
                "title": fix.title,
                "safe": fix.safe,
                "edits": [{**_place(edit.span), "text": edit.text} for edit in fix.edits],
            }
            for fix in diagnostic.fixes
        ],
    }


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
