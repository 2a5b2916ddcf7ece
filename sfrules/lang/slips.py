"""A slip of syntax in words that an author of rules knows; no parser word ever shows."""

from __future__ import annotations

import re

from sfrules.diag import did_you_mean
from sfrules.lang.lalr import MisplacedError
from sfrules.lang.lexer import END, StrangeError
from sfrules.lang.parse import Slip

STATEMENTS = (
    "let", "add", "remove", "choose", "may choose", "ask", "confirm", "draw", "move", "turn", "shuffle", "roll",
    "reveal", "hide", "show", "tell", "announce", "do", "rule", "offer", "cancel", "eliminate", "expire", "stop",
    "finish with", "if", "openly if", "for", "at once for", "cycle", "while", "repeat", "together",
)  # fmt: skip

_GROUPS: tuple[tuple[str, frozenset[str]], ...] = (
    ("a value", frozenset({"NAME", "NUMBER", "TEXT", "IT", "DOT"})),
    ("a comparison (is, <, >= ...)", frozenset({"CMP", "IS"})),
    ("“and” or “or”", frozenset({"AND", "OR"})),
    ("the end of the line", frozenset({"_NL"})),
    ("“end”", frozenset({"END"})),
    ("“)”", frozenset({"RPAR"})),
    ("“]”", frozenset({"RSQB"})),
    ("“=”, “+=” or “-=”", frozenset({"ASSIGN", "EQUAL"})),
    ("“then”", frozenset({"THEN"})),
    ("“else”", frozenset({"ELSE"})),
    ("“in”", frozenset({"IN"})),
    ("“to”", frozenset({"TO"})),
    ("“from”", frozenset({"FROM"})),
    ("“by”", frozenset({"BY"})),
    ("“with”", frozenset({"WITH"})),
    ("“into”", frozenset({"INTO"})),
    ("“ties”", frozenset({"TIES"})),
    ("“has”", frozenset({"HAS"})),
    ("“option”", frozenset({"OPTION"})),
)


def explain(error: MisplacedError | StrangeError, text: str) -> Slip:
    """What a reader of the text would say is wrong, at the place where it shows."""
    if isinstance(error, StrangeError):
        return _strange(error.at, text)
    return _cut_off(error, text) if error.token.type == END else _misplaced(error, text)


def _strange(at: int, text: str) -> Slip:
    char = text[at] if at < len(text) else ""
    if char == '"':
        return Slip((at, _line_end(text, at)), "This text in quotes is not closed on its line.", 'Add the missing ".')
    if char.isdigit():
        return Slip((at, at + 1), "This number is too long: a rule reckons with numbers that people can read.")
    if char == ":":
        return Slip((at, at + 1), "A rule has no colons.", "Leave the “:” out.")
    if char == "\t":
        return Slip((at, at + 1), "A tab stands here.", "Use spaces.")
    if char.isupper():
        word = re.match(r"\w+", text[at:])
        return Slip((at, at + len(word.group()) if word else at + 1), "Names are written in small letters.")
    return Slip((at, at + 1), f"“{char}” has no meaning in a rule.")


def _expected(error: MisplacedError) -> str:
    words = [label for label, kinds in _GROUPS if kinds & error.accepted]
    if len(words) == 0:
        return ""
    return words[0] if len(words) == 1 else ", ".join(words[:2]) + (f" or {words[2]}" if len(words) > 2 else "")


def _cut_off(error: MisplacedError, text: str) -> Slip:
    end = len(text.rstrip())
    if _open_blocks(text) > 0:
        end = _unclosed(text)
        return Slip((end, end + 1), "The rule ends before its block does: an “end” is missing.", "Close it with “end”.")
    wanted = _expected(error)
    return Slip((end, end + 1), "The rule breaks off here" + (f": {wanted} is missing." if wanted else "."))


def _misplaced(error: MisplacedError, text: str) -> Slip:
    token = error.token
    at = token.at
    if token.type == "_NL":
        return _short_line(error, text, at)
    if str(token) == "end" and _open_blocks(text[: at[0]]) <= 0:
        return Slip(at, "This “end” closes nothing.")
    line = text[text.rfind("\n", 0, at[0]) + 1 : at[0]].strip()
    first = re.match(r"[a-z][a-z0-9-]*", line)
    hint = did_you_mean(first.group(), STATEMENTS) if first and " " not in line else ""
    if first and " " not in line and (token.type == "NAME" or hint) and first.group() not in STATEMENTS:
        start = at[0] - len(text[text.rfind("\n", 0, at[0]) + 1 : at[0]].lstrip())
        return Slip((start, start + len(first.group())), f"No statement begins with “{first.group()}”.{hint}")
    wanted = _expected(error)
    return Slip(at, f"“{token}” does not fit here" + (f": {wanted} would." if wanted else "."))


def _short_line(error: MisplacedError, text: str, at: tuple[int, int]) -> Slip:
    end = at[0]
    if end >= len(text.rstrip()) and _open_blocks(text) > 0:
        return _cut_off(error, text)
    wanted = _expected(error)
    return Slip((end, end + 1), "The line breaks off here" + (f": {wanted} is missing." if wanted else "."))


def _line_end(text: str, at: int) -> int:
    stop = text.find("\n", at)
    return len(text) if stop < 0 else stop


def _unclosed(text: str) -> int:
    """Where an “end” is missing, judged by the indentation: behind the last line that stands inside its block."""
    open_at: list[int] = []
    at = behind = 0
    for line in text.split("\n"):
        words, indent = line.split("#")[0].split(), len(line) - len(line.lstrip(" "))
        if words:
            inside = words[0] in ("end", "else", "elif")
            if open_at and (indent < open_at[-1] or (indent == open_at[-1] and not inside)):
                return behind
            if words[0] == "end" and open_at:
                open_at.pop()
            if _open_blocks(line) > 0:
                open_at.append(indent)
            behind = at + len(line.rstrip())
        at += len(line) + 1
    return len(text.rstrip())


def _open_blocks(text: str) -> int:
    """How many blocks are begun and not closed, judged by the first words of the lines."""
    depth = 0
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        if (
            words[0] in {"for", "while", "cycle", "repeat", "together", "ask"}
            or words[0] in {"at", "openly"}
            or (words[0] == "if" and "then" not in words)
        ):
            depth += 1
        elif words[0] == "end":
            depth -= 1
    return depth
