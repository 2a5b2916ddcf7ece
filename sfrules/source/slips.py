"""What a designer did when the YAML parser stumbles, told by looking at the line and not at the parser's words."""

from __future__ import annotations

import re
from dataclasses import replace

from ruamel.yaml.error import MarkedYAMLError

from sfrules.diag import Diagnostic, Edit, Fix, Related, Span
from sfrules.record import record
from sfrules.source.files import SourceFile
from sfrules.source.place import Mark

_ENTRY = re.compile(r"(?P<head>[ \t]*(?:- +)*(?:[\w-]+[ \t]*:[ \t]+)?)(?P<value>\S.*?)?[ \t]*$")
_OPENERS = {
    "*": "an alias", "&": "an anchor", "!": "a tag", "@": "a reserved sign", "`": "a reserved sign", "%": "a directive",
    "[": "a list", "{": "a mapping", "|": "a block of text", ">": "a folded block", "?": "a complex key",
    "-": "a list entry", ",": "a separator", "]": "the end of a list", "}": "the end of a mapping",
}  # fmt: skip

_KEY = re.compile(r"[ \t]*(?:- +)*[\w-]+")
_GLUED = re.compile(r"[ \t]*(?:- +)*(?P<key>[a-z][\w-]*):(?=[^\s:])")
_LAST_WORD = re.compile(r"(?<=\S)(?P<gap>[ \t]+)(?P<key>[a-z][a-z0-9_-]*)[ \t]*$")
_BLOCK_HEAD = re.compile(r"[|>][-+0-9]*(?:[ \t]+#.*)?")

_LINE_END = 1 << 30


@record
class Slip:
    """A finding, the line it is on (from 0), and the line whose value may be blanked to read on (or -1).

    `meant` are signs that are read in place of the guilty value, where it is known what was meant.
    """

    found: Diagnostic
    line: int
    blanked: int = -1
    column: int = 0
    end: int = _LINE_END
    meant: str = ""

    def blank(self, text: str) -> str:
        """The text with the guilty value, from `column` to `end` or the end of the line, replaced by spaces."""
        begin = _offset(text, self.blanked)
        start = end = begin + self.column
        while end < min(len(text), begin + self.end) and text[end] not in "\r\n":
            end += 1
        return text[:start] + self.meant.ljust(end - start) + text[end:]


@record
class _Stumble:
    """Where the parser stumbled, and where what it was reading began (`since`), inside the lines of the file."""

    file: SourceFile
    problem: str
    context: str
    line: int
    column: int
    since: tuple[int, int] | None

    @property
    def text(self) -> str:
        """The line it stumbled in."""
        return self.file.lines[self.line]


def slip_of(file: SourceFile, error: MarkedYAMLError) -> Slip:
    """The slip behind an error of the parser."""
    mark = error.problem_mark or error.context_mark
    line, column = _inside(file, mark) if mark is not None else (0, 0)
    since = _inside(file, error.context_mark) if error.context_mark is not None else None
    stumble = _Stumble(file, error.problem or "", error.context or "", line, column, since)
    for told in (_tab, _colon, _unclosed, _opener, _quotes, _brackets, _no_colon, _colon_in_braces, _escape):
        if (slip := told(stumble)) is not None:
            return slip
    message = "This line does not fit the lines above it: check how far it is indented."
    return Slip(_say(file, "SF114", message, line, column, related=_above(stumble)), line)


def _above(at: _Stumble) -> tuple[Related, ...]:
    """The lines that may have been moved when one does not fit: the one it would belong to, and the first in that."""
    indent = _indent(at.text)
    above = [line for line in range(at.line - 1, -1, -1) if _says(at.file.lines[line])]
    owner = next((line for line in above if _indent(at.file.lines[line]) < indent), -1)
    first = next((line for line in reversed(above) if line > owner), None)
    places = [(owner, "by its indentation it belongs to this line")] if owner >= 0 else []
    places += [(first, "and what belongs to that begins here")] if first is not None else []
    return tuple(Related(_whole_line(at.file, line), words) for line, words in places)


def _says(line: str) -> bool:
    """Whether a line is neither empty nor a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _whole_line(file: SourceFile, line: int) -> Span:
    text = file.lines[line]
    return _span(file, line, _indent(text), max(len(text.rstrip()), _indent(text) + 1))


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _inside(file: SourceFile, mark: Mark) -> tuple[int, int]:
    """Line and column of a mark; behind the last letter of the last line when the mark lies below it."""
    line = min(mark.line, len(file.lines) - 1)
    end = len(file.lines[line])
    return line, end if mark.line > line else min(mark.column, end)


def _tab(at: _Stumble) -> Slip | None:
    indent = re.match(r"[ \t]*", at.text)
    if indent is None or "\t" not in indent[0] or not ("token" in at.problem or "tab" in at.problem):
        return None
    column = indent[0].index("\t")
    edit = Edit(_span(at.file, at.line, column, column + 1), "  ")
    fix = Fix("Put spaces in place of the tab", (edit,), safe=False)
    message = "A tab stands at the start of this line. Indent with spaces."
    return Slip(_say(at.file, "SF112", message, at.line, column, fixes=(fix,)), at.line)


def _colon(at: _Stumble) -> Slip | None:
    """A second `: ` in a text; or a line that stands deeper than the value above it."""
    sign = at.text[at.column : at.column + 1]
    in_flow = at.problem.startswith("did not find expected ','") and sign in (":", "?") and sign != ""
    if not in_flow and not at.problem.startswith("mapping values"):
        return None
    start, end = _flow_value(at.text, at.column) if in_flow else _value(at.text)
    if in_flow and start < 2:
        return _no_comma_above(at)
    if start < 0 or start >= at.column or _KEY.fullmatch(at.text[: at.column]):
        above = next((line for line in range(at.line - 1, -1, -1) if _says(at.file.lines[line])), 0)
        glued = _GLUED.match(at.file.lines[above])
        if glued is not None and _indent(at.file.lines[above]) == _indent(at.text):
            return _glued(at, above, glued.end() - 1, glued["key"])
        message = "This line stands deeper than the line above it, which has its value already. Check its indentation."
        return Slip(
            _say(at.file, "SF114", message, at.line, len(at.text) - len(at.text.lstrip()), related=_above(at)), at.line
        )
    if in_flow and sign == ":" and (slip := _no_comma(at, start, end)) is not None:
        return slip
    fix, also = _quote(at.file, at.line, start, end), ""
    word = _LAST_WORD.search(at.text, start, at.column)
    if not in_flow and word is not None and _is_key(word["key"], at):
        fix, also = replace(fix, safe=False), f" Or if “{word['key']}” is a key, begin a new line with it."
    what = "A question mark" if sign == "?" else "A colon followed by a space"
    message = f'{what} stands inside this text. Quote the text: put it in "double quotes".{also}'
    found = _say(at.file, "SF110", message, at.line, at.column, fixes=(fix,))
    return Slip(found, at.line, at.line, start, end if in_flow else _LINE_END)


def _no_comma(at: _Stumble, start: int, end: int) -> Slip | None:
    """A word before a colon that is a key elsewhere in the file: `{title: South short: S}` lacks a comma."""
    word = _LAST_WORD.search(at.text, start, at.column)
    if word is None or at.text[:start].rstrip().endswith(f"{word['key']}:"):
        return None
    place = word.start("gap")
    comma = Fix(f"Put a comma before {word['key']}", (Edit(_span(at.file, at.line, place, place), ","),), safe=False)
    if _is_key(word["key"], at):
        message = f"A comma is missing before “{word['key']}”."
        found = _say(at.file, "SF113", message, at.line, word.start("key"), fixes=(comma,))
        return Slip(found, at.line, at.line, place, place + 1, ",")
    quote = replace(_quote(at.file, at.line, start, end), safe=False)
    message = (
        f'A colon followed by a space stands inside this text. Quote the text: put it in "double quotes". '
        f"Or if “{word['key']}” is a key, put a comma before it."
    )
    found = _say(at.file, "SF110", message, at.line, at.column, fixes=(quote, comma))
    return Slip(found, at.line, at.line, start, end)


def _no_comma_above(at: _Stumble) -> Slip | None:
    """A key at the start of a line inside brackets, where the line above does not end with a comma."""
    above = next((line for line in range(at.line - 1, -1, -1) if _says(at.file.lines[line])), -1)
    if above < 0 or "#" in at.file.lines[above] or not _KEY.fullmatch(at.text, 0, at.column):
        return None
    if at.since is None or _indent(at.text) <= _indent(at.file.lines[at.since[0]]):
        return None
    end = len(at.file.lines[above].rstrip())
    if at.file.lines[above][end - 1] in ",{[":
        return None
    comma = Fix("Put a comma at the end of the line", (Edit(_span(at.file, above, end, end), ","),), safe=False)
    message = f"A comma is missing at the end of this line: “{at.text[: at.column].strip()}” below begins a new entry."
    return Slip(_say(at.file, "SF113", message, above, end, fixes=(comma,)), at.line)


def _is_key(word: str, at: _Stumble) -> bool:
    """Whether a word begins an entry of some mapping of the file, on another line."""
    key = re.compile(rf"(?:^[ \t]*(?:- +)*|[{{,][ \t]*){re.escape(word)}:(?:[ \t]|$)")
    return any(number != at.line and key.search(line) for number, line in enumerate(at.file.lines))


def _opener(at: _Stumble) -> Slip | None:
    """A text that begins with a sign which means something else in YAML."""
    line = at.since[0] if at.since is not None and "block mapping" not in at.context else at.line
    text = at.file.lines[line]
    start, end = _value(text)
    if start < 0 or text[start] not in _OPENERS or not _fits(text, start, end, at.problem):
        return None
    sign = text[start]
    message = f'A text cannot begin with {sign}: in YAML that is {_OPENERS[sign]}. Put the text in "double quotes".'
    found = _say(at.file, "SF111", message, line, start, fixes=(_quote(at.file, line, start, end),))
    return Slip(found, line, line, start)


def _fits(text: str, start: int, end: int, problem: str) -> bool:
    """Whether the sign at the start of the value can be what the parser stumbled over."""
    if _BLOCK_HEAD.fullmatch(text, start, end):
        return False
    closing = {"[": "]", "{": "}"}.get(text[start])
    if closing is None:
        return True
    if _closes_at_end(text[start:end]):
        return False
    after = text[start:end].find(closing)
    return after >= 0 and start + after + 1 < end and problem.startswith("did not find expected key")


def _closes_at_end(text: str) -> bool:
    """Whether the bracket that a text begins with is closed by the last letter of the text, and not before."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter in "[{") - (letter in "]}")
        if depth == 0:
            return at == len(text) - 1
    return False


def _quotes(at: _Stumble) -> Slip | None:
    """A quoted text that goes on behind its closing quote."""
    start, _ = _value(at.text)
    if start < 0 or at.text[start] not in "'\"" or not at.problem.startswith("did not find expected"):
        return None
    mark = at.text[start]
    other = '"double quotes"' if mark == "'" else "'single quotes'"
    inside = "write '' for a ' inside it" if mark == "'" else 'write \\" for a " inside it'
    message = f"The text ends at the second {mark}, and more follows. Put the whole text in {other}, or {inside}."
    return Slip(_say(at.file, "SF113", message, at.line, at.column), at.line, at.line, start)


def _unclosed(at: _Stumble) -> Slip | None:
    if ("end of stream" not in at.problem and "document indicator" not in at.problem) or at.since is None:
        return None
    line, column = at.since
    sign = at.file.lines[line][column : column + 1]
    message = f"The text that begins here is never closed: a {sign} is missing."
    return Slip(_say(at.file, "SF113", message, line, column), line)


def _brackets(at: _Stumble) -> Slip | None:
    if "flow" not in at.context or at.since is None:
        return None
    line, column = at.since
    closing = "}" if "mapping" in at.context or at.file.lines[line][column : column + 1] == "{" else "]"
    related = (Related(_span(at.file, line, column, column + 1), "it begins here"),)
    message = f"A comma or a {closing} is missing here."
    return Slip(_say(at.file, "SF113", message, at.line, at.column, related=related), at.line)


def _no_colon(at: _Stumble) -> Slip | None:
    if not at.problem.startswith("could not find expected ':'") or at.since is None:
        return None
    if (glued := _GLUED.match(at.file.lines[at.since[0]])) is not None:
        return _glued(at, at.since[0], glued.end() - 1, glued["key"])
    message = "This line has no colon: write `key: value`, or indent the line as part of the text above it."
    return Slip(_say(at.file, "SF114", message, *at.since), at.since[0])


def _colon_in_braces(at: _Stumble) -> Slip | None:
    """`{seat:yes}`: without a blank behind it a colon is no colon."""
    key = re.search(r"[\w-]+$", at.text[: at.column]) if at.text[at.column :][:1] == ":" else None
    if key is None or not at.problem.startswith("found unexpected ':'"):
        return None
    return _glued(at, at.line, at.column, key[0])


def _glued(at: _Stumble, line: int, colon: int, key: str) -> Slip:
    """What to say of a colon with a value right behind it."""
    place = _span(at.file, line, colon + 1, colon + 1)
    blank = Fix("Put a blank behind the colon", (Edit(place, " "),), safe="://" not in at.file.lines[line])
    message = f"A blank is missing behind the colon of “{key}:”."
    return Slip(_say(at.file, "SF114", message, line, colon, fixes=(blank,)), line)


def _escape(at: _Stumble) -> Slip | None:
    if "escape" not in at.problem:
        return None
    message = "This backslash means nothing in \"double quotes\". Write \\\\ for a backslash, or use 'single quotes'."
    start, _ = _value(at.text)
    found = _say(at.file, "SF113", message, at.line, at.column)
    return Slip(found, at.line, at.line if 0 <= start < at.column else -1, max(start, 0))


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
    # what ends in a bracket or holds a list was hardly meant as a text
    safe = re.search(r"[\]}]$|: [\[{]|^-+$", text) is None
    return Fix("Quote the text", (Edit(_span(file, line, start, start + len(text)), quoted),), safe)


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
