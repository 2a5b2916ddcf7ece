"""What a designer did when the YAML parser stumbles, told by looking at the line and not at the parser's words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ruamel.yaml.error import MarkedYAMLError

from sfrules.diag import Diagnostic, Edit, Fix, Related, Span
from sfrules.source.files import SourceFile

_ENTRY = re.compile(r"(?P<head>[ \t]*(?:- +)*(?:[\w-]+[ \t]*:[ \t]+)?)(?P<value>\S.*?)?[ \t]*$")
_OPENERS = {
    "*": "an alias", "&": "an anchor", "!": "a tag", "@": "a reserved sign", "`": "a reserved sign", "%": "a directive",
    "[": "a list", "{": "a mapping", "|": "a block of text", ">": "a folded block", "?": "a complex key",
    "-": "a list entry", ",": "a separator", "]": "the end of a list", "}": "the end of a mapping",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Slip:
    """A finding, the line it is on (from 0), and the line whose value may be blanked to read on (or -1)."""

    found: Diagnostic
    line: int
    blanked: int = -1
    column: int = 0
    end: int = 1 << 30

    def blank(self, text: str) -> str:
        """The text with the guilty value, from `column` to `end` or the end of the line, replaced by spaces."""
        begin = _offset(text, self.blanked)
        start = end = begin + self.column
        while end < min(len(text), begin + self.end) and text[end] not in "\r\n":
            end += 1
        return text[:start] + " " * (end - start) + text[end:]


def slip_of(file: SourceFile, error: MarkedYAMLError) -> Slip:
    """The slip behind an error of the parser."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    problem = error.problem or ""
    line = min(line, len(file.lines) - 1)
    for told in (_tab, _colon, _unclosed, _opener, _quotes, _brackets, _no_colon, _escape):
        if (slip := told(file, error, problem, line, column)) is not None:
            return slip
    return Slip(
        _say(file, "SF114", "This line does not fit the lines above it: check how far it is indented.", line, column),
        line,
    )


def _tab(file: SourceFile, error: MarkedYAMLError, problem: str, line: int, column: int) -> Slip | None:
    indent = re.match(r"[ \t]*", file.lines[line])
    if indent is None or "\t" not in indent[0] or not ("token" in problem or "tab" in problem):
        return None
    at = indent[0].index("\t")
    fix = Fix("Put spaces in place of the tab", (Edit(_span(file, line, at, at + 1), "  "),), safe=False)
    found = _say(file, "SF112", "A tab stands at the start of this line. Indent with spaces.", line, at, fixes=(fix,))
    return Slip(found, line)


def _colon(file: SourceFile, error: MarkedYAMLError, problem: str, line: int, column: int) -> Slip | None:
    """A second `: ` in a text; or a line that stands deeper than the value above it."""
    text = file.lines[line]
    in_flow = problem.startswith("did not find expected ','") and text[column : column + 1] in (":", "?")
    if not in_flow and not problem.startswith("mapping values"):
        return None
    start, end = _flow_value(text, column) if in_flow else _value(text)
    if in_flow and start < 2:
        return None
    if start < 0 or start >= column:
        message = (
            "This line stands deeper than the line above it, which has its value already. Check how far it is indented."
        )
        return Slip(_say(file, "SF114", message, line, len(text) - len(text.lstrip())), line)
    fix = _quote(file, line, start, end)
    sign = "A question mark" if text[column] == "?" else "A colon followed by a space"
    message = f'{sign} stands inside this text. Quote the text: put it in "double quotes".'
    return Slip(
        _say(file, "SF110", message, line, column, fixes=(fix,)), line, line, start, end if in_flow else 1 << 30
    )


def _opener(file: SourceFile, error: MarkedYAMLError, problem: str, line: int, column: int) -> Slip | None:
    """A text that begins with a sign which means something else in YAML."""
    if error.context_mark is not None and "block mapping" not in (error.context or ""):
        line = error.context_mark.line
    text = file.lines[line]
    start, end = _value(text)
    if start < 0 or text[start] not in _OPENERS or not _fits(text, start, end, problem):
        return None
    sign = text[start]
    message = (
        f'A text cannot begin with {sign} (that would be {_OPENERS[sign]}). Quote the text: put it in "double quotes".'
    )
    return Slip(_say(file, "SF111", message, line, start, fixes=(_quote(file, line, start, end),)), line, line, start)


def _fits(text: str, start: int, end: int, problem: str) -> bool:
    """Whether the sign at the start of the value can be what the parser stumbled over."""
    closing = {"[": "]", "{": "}"}.get(text[start])
    if closing is None:
        return True
    after = text[start:end].find(closing)
    return after >= 0 and start + after + 1 < end and problem.startswith("did not find expected key")


def _quotes(file: SourceFile, error: MarkedYAMLError, problem: str, line: int, column: int) -> Slip | None:
    """A quoted text that goes on behind its closing quote."""
    text = file.lines[line]
    start, _ = _value(text)
    if start < 0 or text[start] not in "'\"" or not problem.startswith("did not find expected"):
        return None
    mark = text[start]
    other = '"double quotes"' if mark == "'" else "'single quotes'"
    inside = "write '' for a ' inside it" if mark == "'" else 'write \\" for a " inside it'
    message = f"The text ends at the second {mark}, and more follows. Put the whole text in {other}, or {inside}."
    return Slip(_say(file, "SF113", message, line, column), line, line, start)


def _unclosed(file: SourceFile, error: MarkedYAMLError, problem: str, line: int, column: int) -> Slip | None:
    if ("end of stream" not in problem and "document indicator" not in problem) or error.context_mark is None:
        return None
    at = error.context_mark
    sign = file.lines[at.line][at.column : at.column + 1]
    return Slip(
        _say(file, "SF113", f"The text that begins here is never closed: a {sign} is missing.", at.line, at.column),
        at.line,
    )


def _brackets(file: SourceFile, error: MarkedYAMLError, problem: str, line: int, column: int) -> Slip | None:
    if "flow" not in (error.context or "") or error.context_mark is None:
        return None
    at = error.context_mark
    closing = "]" if "sequence" in (error.context or "") else "}"
    related = (Related(_span(file, at.line, at.column, at.column + 1), "it begins here"),)
    found = _say(file, "SF113", f"A comma or a {closing} is missing here.", line, column, related=related)
    return Slip(found, line)


def _no_colon(file: SourceFile, error: MarkedYAMLError, problem: str, line: int, column: int) -> Slip | None:
    if not problem.startswith("could not find expected ':'") or error.context_mark is None:
        return None
    at = error.context_mark
    message = "This line has no colon: write `key: value`, or indent the line as part of the text above it."
    return Slip(_say(file, "SF114", message, at.line, at.column), at.line)


def _escape(file: SourceFile, error: MarkedYAMLError, problem: str, line: int, column: int) -> Slip | None:
    if "escape" not in problem:
        return None
    message = "This backslash means nothing in \"double quotes\". Write \\\\ for a backslash, or use 'single quotes'."
    start, _ = _value(file.lines[line])
    return Slip(_say(file, "SF113", message, line, column), line, line if 0 <= start < column else -1, max(start, 0))


def _value(text: str) -> tuple[int, int]:
    """Where the value of a line `key: value` or `- value` begins and ends; -1 when there is none."""
    match = _ENTRY.match(text)
    if match is None or match["value"] is None:
        return -1, -1
    return match.start("value"), match.end("value")


def _flow_value(text: str, column: int) -> tuple[int, int]:
    """Where the value around `column` begins and ends inside `{key: value, …}`."""
    start = max(text.rfind(sign, 0, column) for sign in (": ", ", ", "{ ")) + 2
    ends = [at for sign in ",}]" if (at := text.find(sign, column)) >= 0]
    return start, min(ends, default=len(text))


def _quote(file: SourceFile, line: int, start: int, end: int) -> Fix:
    text = file.lines[line][start:end].rstrip()
    quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return Fix("Quote the text", (Edit(_span(file, line, start, start + len(text)), quoted),))


def _say(
    file: SourceFile, code: str, message: str, line: int, column: int,
    related: tuple[Related, ...] = (), fixes: tuple[Fix, ...] = (),
) -> Diagnostic:  # fmt: skip
    return Diagnostic(code, message, _span(file, line, column, column + 1), related=related, fixes=fixes)


def _span(file: SourceFile, line: int, start: int, end: int) -> Span:
    return Span(file.shown, line + 1, start + 1, line + 1, end + 1)


def _offset(text: str, line: int) -> int:
    """The offset of the start of a line (from 0)."""
    at = 0
    for match in re.finditer(r"\r\n|\n|\r", text):
        if line == 0:
            break
        line, at = line - 1, match.end()
    return at
