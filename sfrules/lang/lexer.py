"""Rule text -> tokens, with the parser's help: a word is a keyword only where the parser could take it.

One regular expression finds the next word, number, text, sign or line end; which terminal a word is, the state of the
parser decides, as Lark's contextual lexer would.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sfrules.lang.tables import Tables

Offsets = tuple[int, int]

END = "$END"
"""The terminal behind the last one."""

_OPERATOR_BEFORE = re.compile(r"(?<=[,+*/<>=-])|(?<=[ \t]and)|(?<=[ \t]or)")


class Token(str):
    """A word, number, text, sign or line end of a rule, with its terminal and its offsets."""

    __slots__ = ("at", "type")
    type: str
    at: Offsets

    def __new__(cls, type_: str, value: str, at: Offsets) -> Token:
        """A token that stands in a rule."""
        self = str.__new__(cls, value)
        self.type, self.at = type_, at
        return self


class StrangeError(Exception):
    """A character stands at `at` that has no meaning in a rule."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class Lexer:
    """Made from the terminals of a grammar in which all words match `NAME`."""

    def __init__(self, tables: Tables) -> None:
        self.words: dict[str, list[str]] = {}
        symbols: dict[str, list[str]] = {}
        for terminal, spellings in tables.spellings.items():
            for value in spellings:
                (self.words if value[0].isalpha() else symbols).setdefault(value, []).append(terminal)
        self.symbols = symbols
        longest_first = sorted(symbols, key=lambda s: (-len(s), s))
        patterns = tables.patterns
        self.scan: Callable[[str, int], re.Match[str] | None] = re.compile(
            rf"(?>[ \t]+|\#[^\n]*)*+(?:(?P<name>{patterns['NAME']})|(?P<line>{patterns['_NL']})"
            rf"|(?P<number>{patterns['NUMBER']})|(?P<text>{patterns['TEXT']})"
            rf"|(?P<symbol>{'|'.join(map(re.escape, longest_first))})|(?P<over>\Z))"
        ).match

    def terminal(self, kind: str, value: str, accepted: Container[str]) -> str:
        """Which terminal a word, number, text, sign or line end is, where those `accepted` may stand."""
        if kind == "name":
            names = self.words.get(value)
            if names is None:
                return "NAME"
            for name in names:
                if name in accepted:
                    return name
            return "NAME" if "NAME" in accepted else names[0]
        if kind == "symbol":
            names = self.symbols[value]
            return names[0] if len(names) == 1 else next((name for name in names if name in accepted), names[0])
        return "_NL" if kind == "line" else kind.upper()


def goes_on(text: str, at: int) -> bool:
    """Whether a rule goes on in the next line: what ends at `at`, the last in this one, is a comma or an operator."""
    return _OPERATOR_BEFORE.match(text, at) is not None
