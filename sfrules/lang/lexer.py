"""Rule text -> tokens, with the parser's help: a word is a keyword only where the parser could take it.

Lark's contextual lexer does the same with one regular expression for each state of the parser, and building those takes
longer than reading a scenario's rules. Here there is one, made of the grammar's own terminals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedCharacters
from lark.lexer import Lexer, LexerState, TerminalDef

_GOES_ON = re.compile(r"(?:[,+*/<>=-]|(?<![\w-])(?:and|or))\Z")


class RuleLexer(Lexer):
    """Made from the terminals of a grammar in which all words match `NAME`."""

    def __init__(self, terminals: list[TerminalDef]) -> None:
        self.words: dict[str, list[str]] = {}
        symbols: dict[str, list[str]] = {}
        patterns: dict[str, str] = {}
        for terminal in terminals:
            for value in _spellings(terminal):
                target = self.words if value[0].isalpha() else symbols
                target.setdefault(value, []).append(terminal.name)
            if terminal.name in ("NAME", "NUMBER", "TEXT", "_NL"):
                patterns[terminal.name] = terminal.pattern.to_regexp()
        self.symbols = symbols
        longest_first = sorted(symbols, key=lambda s: (-len(s), s))
        self.scan = re.compile(
            rf"(?P<blank>[ \t]+)|(?P<line>{patterns['_NL']})|(?P<comment>\#[^\n]*)|(?P<name>{patterns['NAME']})"
            rf"|(?P<number>{patterns['NUMBER']})|(?P<text>{patterns['TEXT']})"
            rf"|(?P<symbol>{'|'.join(map(re.escape, longest_first))})"
        ).match

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:
        """Tokens one by one; the parser has taken each before the next is looked at."""
        text = str(lexer_state.text.text)
        at, end, line, line_start = 0, len(text), 1, 0
        states = parser_state.parse_conf.parse_table.states
        while at < end:
            found = self.scan(text, at)
            if found is None:
                raise UnexpectedCharacters(text, at, line, at - line_start + 1, terminals_by_name=None)  # type: ignore[no-untyped-call]
            kind, value = found.lastgroup, found.group()
            stop = found.end()
            if kind not in ("blank", "comment") and not (kind == "line" and _goes_on(text, at)):
                # behind a dot stands the name of a property, which may be any word
                dotted = kind == "name" and at > 0 and text[at - 1] == "."
                type_ = "NAME" if dotted else self._type(kind, value, states[parser_state.position])
                token = Token(type_, value, at, line, at - line_start + 1, end_pos=stop)
                lexer_state.last_token = token
                yield token
            if kind == "line":
                line += value.count("\n")
                line_start = at + value.rfind("\n") + 1
            at = stop

    def _type(self, kind: str | None, value: str, accepted: Any) -> str:
        if kind == "line":
            return "_NL"
        if kind in ("number", "text"):
            return kind.upper()
        names = (self.words if kind == "name" else self.symbols).get(value, [])
        for name in names:
            if name in accepted:
                return name
        if kind == "name" and ("NAME" in accepted or not names):
            return "NAME"
        return names[0]


def _spellings(terminal: TerminalDef) -> list[str]:
    """The fixed spellings of a terminal; none for one that is a pattern."""
    if terminal.pattern.type == "str":
        return [str(terminal.pattern.value)]
    plain = re.fullmatch(r"\(\?:([^()?]+)\)", terminal.pattern.to_regexp())
    if plain is None or terminal.name in ("NAME", "NUMBER", "TEXT", "_NL") or terminal.name.startswith("__IGNORE"):
        return []
    return [re.sub(r"\\(.)", r"\1", word) for word in plain.group(1).split("|")]


def _goes_on(text: str, at: int) -> bool:
    """Whether the line that ends here goes on in the next: it ends in a comma or an operator."""
    return _GOES_ON.search(text, max(0, text.rfind("\n", 0, at)), len(text[:at].rstrip(" \t"))) is not None
