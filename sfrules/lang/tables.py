"""The parser's tables, worked out beforehand: building them takes longer than reading a whole scenario.

`grammar/rules.tables` is made from `grammar/rules.lark` by `python -m sfrules.lang.tables`. Lark works the tables out;
what is kept is plain data, read without Lark. The file begins with a line that names the grammar it was made from;
where that line does not fit, the tables are worked out anew.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sfrules.resources import resource

if TYPE_CHECKING:
    from lark import Lark

STARTS = ["body", "formula"]


class Rule(NamedTuple):
    """One alternative of the grammar: what it makes, of how many parts.

    `single` hands its part on as it is where it has only one; the parts at `inlined` are lists, whose items stand in
    for them; `inline` makes such a list.
    """

    maker: str
    origin: str
    length: int
    single: bool
    inline: bool
    inlined: tuple[int, ...]


class Tables(NamedTuple):
    """What a parser does in each state at each terminal: 0 and more is the next state, below 0 a rule that is complete.

    Behind a complete rule its origin is looked up in the same way. `spellings` are the terminals with fixed words or
    signs, `patterns` the others.
    """

    states: list[dict[str, int]]
    rules: list[Rule]
    starts: dict[str, int]
    ends: dict[str, int]
    spellings: dict[str, list[str]]
    patterns: dict[str, str]


PATTERNED = ("NAME", "NUMBER", "TEXT", "_NL")
"""Terminals that are patterns; all others have fixed spellings, save those that are ignored."""


def grammar_text() -> str:
    """The grammar file as text."""
    return (resource("grammar") / "rules.lark").read_text(encoding="utf-8")


def headline() -> bytes:
    """What the tables must have been made from, to be used."""
    digest = hashlib.sha256(grammar_text().encode()).hexdigest()
    return f"sfrules parser tables 2, grammar {digest}\n".encode()


def tables() -> Tables:
    """The tables of the grammar; from the file when it fits."""
    stored = resource("grammar") / "rules.tables"
    head = headline()
    data = stored.read_bytes() if stored.is_file() else b""
    if not data.startswith(head):
        return tables_of(built())
    made = Tables(*json.loads(data[len(head) :]))
    return made._replace(rules=[Rule(*row) for row in made.rules])


def built(**options: Any) -> Lark:
    """A parser from the grammar file, with Lark's own lexer; `strict=True` refuses hidden conflicts."""
    from lark import Lark

    return Lark(grammar_text(), parser="lalr", lexer="contextual", start=STARTS, keep_all_tokens=True, **options)


def tables_of(parser: Lark) -> Tables:
    """The tables inside a parser of Lark's. States and rules get numbers that are the same in every run."""
    table: Any = parser.parser.parser._parse_table
    order = {state: number for number, state in enumerate(_from_starts(table))}
    found = {rule for row in table.states.values() for action, rule in row.values() if action.name == "Reduce"}
    numbers = {rule: number for number, rule in enumerate(sorted(found, key=str))}
    terminals = sorted(parser.terminals, key=lambda terminal: terminal.name)
    states = []
    for state in order:
        row = sorted(table.states[state].items())
        states.append({str(n): order[to] if act.name == "Shift" else -1 - numbers[to] for n, (act, to) in row})
    return Tables(
        states,
        [_rule(rule) for rule in numbers],
        {str(name): order[state] for name, state in sorted(table.start_states.items())},
        {str(name): order[state] for name, state in sorted(table.end_states.items())},
        {terminal.name: spelt for terminal in terminals if (spelt := _spellings(terminal))},
        {terminal.name: terminal.pattern.to_regexp() for terminal in terminals if terminal.name in PATTERNED},
    )


def _from_starts(table: Any) -> list[int]:
    """The states in the order in which they are met from the starts."""
    met = dict.fromkeys(table.start_states[start] for start in STARTS)
    todo = list(met)
    for state in todo:
        for _, (action, to) in sorted(table.states[state].items(), key=lambda item: str(item[0])):
            if action.name == "Shift" and to not in met:
                met[to] = None
                todo.append(to)
    return todo


def _rule(rule: Any) -> Rule:
    origin = str(rule.origin.name)
    inlined = tuple(at for at, part in enumerate(rule.expansion) if not part.is_term and part.name.startswith("_"))
    single = bool(rule.options.expand1) and not rule.alias
    return Rule(str(rule.alias or origin), origin, len(rule.expansion), single, origin.startswith("_"), inlined)


def _spellings(terminal: Any) -> list[str]:
    """The fixed spellings of a terminal; none for one that is a pattern."""
    if terminal.pattern.type == "str":
        return [str(terminal.pattern.value)]
    plain = re.fullmatch(r"\(\?:([^()?]+)\)", terminal.pattern.to_regexp())
    if plain is None or terminal.name in PATTERNED or terminal.name.startswith("__IGNORE"):
        return []
    return sorted(re.sub(r"\\(.)", r"\1", word) for word in plain.group(1).split("|"))


def table_bytes() -> bytes:
    """What the file of tables should hold."""
    return headline() + json.dumps(tables_of(built()), separators=(",", ":")).encode()


if __name__ == "__main__":
    Path(resource("grammar") / "rules.tables").write_bytes(table_bytes())
