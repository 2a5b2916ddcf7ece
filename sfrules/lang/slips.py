"""A slip of syntax in words that an author of rules knows; no parser word ever shows."""

from __future__ import annotations

import re
from functools import cache

from sfrules import foreign
from sfrules.diag import did_you_mean
from sfrules.lang.blocks import has_inside, indent, line_around, line_below, open_blocks, said, stand_in, unclosed
from sfrules.lang.lalr import MisplacedError
from sfrules.lang.lexer import END, StrangeError, Token, goes_on
from sfrules.lang.parse import Slip
from sfrules.lang.tables import tables
from sfrules.near import nearest

STATEMENTS = (
    "let", "add", "remove", "choose", "may choose", "ask", "confirm", "draw", "move", "turn", "shuffle", "roll",
    "reveal", "hide", "show", "tell", "announce", "do", "rule", "offer", "cancel", "eliminate", "expire", "stop",
    "finish with", "if", "openly if", "for", "at once for", "cycle", "while", "repeat", "together",
)  # fmt: skip

_HEADS = frozenset(words.split()[0] for words in STATEMENTS)
_LINES = (*STATEMENTS, "option", "elif", "else", "end")
"""What a line of a rule may begin with, besides a name."""

_WHOLE = _HEADS | {"else", "elif", "end", "option"}
"""Words that nothing but a new line begins with."""

_SPOKEN = ("ask", "announce", "tell", "confirm")
"""Statements with a text for people."""

_KEY = re.compile(r"[ ]*(?P<key>[a-z][\w-]*):[ \t]*(?P<value>\S.*)?")
_LONGEST = 40

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


def explain(error: MisplacedError | StrangeError, text: str, whole: str) -> Slip:
    """What a reader would say is wrong, at the place where it shows.

    In `text` something stands in for the lines of the `whole` rule that were told before.
    """
    if isinstance(error, StrangeError):
        return _strange(error.at, text)
    return _cut_off(error, text, whole) if error.token.type == END else _misplaced(error, text, whole)


def _strange(at: int, text: str) -> Slip:
    char = text[at] if at < len(text) else ""
    if char == '"' and _otherwise_closed(text[at + 1 : line_around(text, at)[1]]):
        return Slip((at, at + 1), "This text begins and ends with different quotes.", 'Write "straight quotes".')
    if char == '"':
        end = line_around(text, at)[1]
        return Slip((at, end), "This text in quotes is not closed on its line.", 'Add the missing ".')
    if char.isdigit():
        return Slip((at, at + 1), "This number is too long: a rule reckons with numbers that people can read.")
    if char == ":":
        return _colon(at, text)
    if char == "\t":
        return Slip((at, at + 1), "A tab stands here.", "Use spaces.")
    if (slip := _unquoted(at, text)) is not None:
        return slip
    if char.isupper():
        word = re.match(r"\w+", text[at:])
        return Slip((at, at + len(word.group()) if word else at + 1), "Names are written in small letters.")
    return Slip((at, at + 1), f"“{char}” has no meaning in a rule.", foreign.SIGNS.get(char, ("", ""))[1])


def _otherwise_closed(rest: str) -> bool:
    """Whether a text that begins with a straight quote ends with another; an apostrophe within it is none."""
    return rest.rstrip()[-1:] in foreign.QUOTES or any(sign in foreign.QUOTES - {"'", "‘", "’"} for sign in rest)


def _colon(at: int, text: str) -> Slip:
    """A colon in a rule; or a key that stands so deep that it is read as a line of the rule above it."""
    start, stop = line_around(text, at)
    entry = _KEY.fullmatch(text[start:stop])
    if entry is None or entry["key"] in _keywords() or entry.start("key") + len(entry["key"]) != at - start:
        return Slip((at, at + 1), "A rule has no colons.", "Leave the “:” out.")
    value = (entry["value"] or "").rstrip()
    if value and re.fullmatch(r"[a-z0-9-]+|[-+]?=.*", value):
        return Slip((at, at + 1), "A rule has no colons.", "Write = for what gets a value; begin a key further left.")
    message = f"“{entry['key']}:” stands deeper than the key of this rule, so it is read as a part of the rule."
    help_ = "Begin it further left: in column 1 if it is a section, else below the key that it stands beside."
    return Slip((start + entry.start("key"), at + 1), message, help_, ends=True)


def _unquoted(at: int, text: str) -> Slip | None:
    """A text for people without its quotes: `announce The storm comes.`"""
    start, stop = line_around(text, at)
    head = said(text[start:at])[:1]
    words = said(text[at:stop])
    if not head or head[0] not in _SPOKEN or '"' in text[start:stop] or text[at] in foreign.SIGNS:
        return None
    if len(words) < 2 and head[0] not in ("announce", "confirm"):
        return None
    end = at + len(text[at:stop].split("#")[0].rstrip())
    return Slip((at, end), f"What people read after “{head[0]}” stands in quotes.", 'Put the text in "double quotes".')


def _expected(error: MisplacedError) -> str:
    words = [label for label, kinds in _GROUPS if kinds & error.accepted]
    if len(words) == 0:
        return ""
    return words[0] if len(words) == 1 else ", ".join(words[:2]) + (f" or {words[2]}" if len(words) > 2 else "")


def _cut_off(error: MisplacedError, text: str, whole: str) -> Slip:
    if open_blocks(text) > 0:
        return _no_end(text, whole)
    wanted, end = _expected(error), len(text.rstrip())
    return Slip((end, end + 1), "The rule breaks off here" + (f": {wanted} is missing." if wanted else "."))


def _no_end(text: str, whole: str) -> Slip:
    """A block that is not closed, named by its first line, where it must have ended."""
    behind, begun = unclosed(text)
    opener = slice(*line_around(whole, begun))
    start, stop = line_around(whole, max(behind - 1, 0))
    line = whole[start:stop]
    end = start + len(line.rstrip())
    words = " ".join(said(whole[opener]))
    named = words if len(words) <= _LONGEST else words[:_LONGEST].rsplit(" ", 1)[0] + " …"
    message = f"“{named}” is not closed: an “end” is missing." if words else "An “end” is missing."
    instead = f"{' ' * indent(line)}{stand_in(line)}\n{' ' * indent(whole[opener])}end"
    return Slip((end, end + 1), message, "Close it with “end”.", instead=instead)


def _misplaced(error: MisplacedError, text: str, whole: str) -> Slip:
    token = error.token
    at = token.at
    if token.type == "_NL":
        return _short_line(error, text, whole)
    if str(token) == "end" and open_blocks(text[: at[0]]) <= 0:
        return Slip(at, "This “end” closes nothing.")
    for told in (_no_quotes, _no_value, _no_then, _for_each, _odd_head, _odd_word):
        if (slip := told(error, token, text)) is not None:
            return slip
    wanted = _expected(error)
    together = "\n" not in text and str(token) in _HEADS
    help_ = "Each statement has a line of its own: write a | behind the colon, and the lines below." if together else ""
    return Slip(at, f"“{token}” does not fit here" + (f": {wanted} would." if wanted else "."), help_)


def _no_quotes(error: MisplacedError, token: Token, text: str) -> Slip | None:
    return _unquoted(token.at[0], text) if "TEXT" in error.accepted and token.isalpha() else None


def _no_value(error: MisplacedError, token: Token, text: str) -> Slip | None:
    """`if gold >=`: a line that ends so goes on in the next, which is a statement of its own here."""
    start, _ = line_around(text, token.at[0])
    begins = (*said(text[start : token.at[0]]), str(token))
    if token.type != "ASSIGN" and (begins[0] not in _WHOLE or len(begins) > 2):
        return None
    above = text[: max(start - 1, 0)].rstrip()
    if not goes_on(text, len(above)):
        return None
    last = above.split()[-1]
    return Slip((len(above), len(above) + 1), f"The line breaks off behind “{last}”: a value is missing.")


def _no_then(error: MisplacedError, token: Token, text: str) -> Slip | None:
    """`if gold > 3 stop`, and no block below."""
    start, _ = line_around(text, token.at[0])
    if "THEN" not in error.accepted or said(text[start : token.at[0]])[:1] != ["if"] or not token[0].isalpha():
        return None
    if has_inside(text, start):
        return None
    if said(line_below(text, start))[:1] in (["else"], ["elif"]):
        message = f"“{token}” begins what is done, which stands in a line of its own where an “else” follows."
        return Slip(token.at, message, f"Begin a new line before “{token}”.", instead="if yes\nstop")
    return Slip(token.at, f"A “then” is missing before “{token}”.", f"Write then {token}.", instead="stop")


def _for_each(error: MisplacedError, token: Token, text: str) -> Slip | None:
    """`for each s in …`."""
    start, _ = line_around(text, token.at[0])
    each = re.search(r"\bfor[ \t]+(each|every|all)[ \t]+$", text[start : token.at[0]])
    if token.type != "NAME" or each is None:
        return None
    place = (start + each.start(1), start + each.end(1))
    return Slip(place, f"“for” is followed by a name, not by “{each[1]}”.", f"Leave “{each[1]}” out: for {token} in …")


def _odd_head(error: MisplacedError, token: Token, text: str) -> Slip | None:
    """A line that begins with a word that is none of a rule's; the slip shows at it or behind it."""
    start, stop = line_around(text, token.at[0])
    before = text[start : token.at[0]].strip()
    first = re.match(r"[a-z][a-z0-9-]*", before or token)
    if first is None or " " in before or first.group() in _LINES or (not before and token.type != "NAME"):
        return None
    word = first.group()
    if "." in before or (before and before != word):
        return None
    hint = did_you_mean(word, _LINES)
    if not (token.type == "NAME" or hint or word in foreign.HEADS):
        return None
    return _no_statement(word, hint, start + indent(text[start:stop]), text[start:stop])


def _no_statement(word: str, hint: str, at: int, line: str) -> Slip:
    meant, help_ = foreign.HEADS.get(word, ("", ""))
    if help_:
        hint = ""
    elif hint:
        meant = hint[hint.index("“") + 1 : -2].split()[0]
    message = f"No statement begins with “{word}”.{hint}"
    return Slip((at, at + len(word)), message, help_, instead=stand_in(line, meant) if meant else None)


def _odd_word(error: MisplacedError, token: Token, text: str) -> Slip | None:
    """A word that was meant to be one of the language's, as what comes behind it shows."""
    start, _ = line_around(text, token.at[0])
    if not token[0].isalnum():
        return None
    word = re.search(r"(?<![\w.-])([a-z][a-z-]*)[ \t]+$", text[start : token.at[0]])
    meant = _keyword_for(word[1], token.type == "NUMBER") if word is not None else None
    if word is None or meant is None:
        return None
    place = (start + word.start(1), start + word.end(1))
    return Slip(place, f"“{word[1]}” says nothing before “{token}”. Did you mean “{meant}”?")


@cache
def _keywords() -> frozenset[str]:
    """All words that the grammar itself has."""
    return frozenset(word for words in tables().spellings.values() for word in words if word[0].isalpha())


def _keyword_for(word: str, numbered: bool) -> str | None:
    """The word of the language that a word within a statement was meant to be; a number may follow it."""
    if numbered and word in foreign.INNER:
        return foreign.INNER[word]
    return nearest(word, sorted(_keywords()), 0.8) if len(word) > 3 and word not in _keywords() else None


def _short_line(error: MisplacedError, text: str, whole: str) -> Slip:
    end = error.token.at[0]
    if end >= len(text.rstrip()) and open_blocks(text) > 0:
        return _cut_off(error, text, whole)
    start, _ = line_around(text, max(end - 1, 0))
    line = text[start:end].rstrip()
    word = line.strip()
    hint = did_you_mean(word, _LINES) if re.fullmatch(r"[a-z][a-z0-9-]*", word) and word not in _LINES else ""
    if hint or word in foreign.HEADS:
        return _no_statement(word, hint, start + indent(line), line)
    if said(line)[:1] == ["if"] and said(line)[-1] == "then" and has_inside(text, start):
        place = start + len(line) - len("then")
        message = "Behind “then” stands one statement in the same line, and here a block of lines follows."
        return Slip((place, start + len(line)), message, "Leave “then” out.", instead="if yes")
    wanted = _expected(error)
    return Slip((end, end + 1), "The line breaks off here" + (f": {wanted} is missing." if wanted else "."))
