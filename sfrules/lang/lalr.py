"""Rule text -> tree, by the tables that were worked out from the grammar.

The usual machine of shift and reduce, with three things of our own: the lexer asks for the state, a chain of rules that
only hand on what they were given (`or_` to `and_` to `not_` ...) is one step, and trees are made while reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sfrules.lang.lexer import END, Lexer, StrangeError, Token, goes_on
from sfrules.lang.tables import Tables

_BLANK = re.compile(r"(?:[ \t]+|#[^\n]*)*")

_REMEMBERED = 5_000

Maker = Callable[[list[Any]], Any]


class MisplacedError(Exception):
    """A token cannot stand where it does; `accepted` could."""

    def __init__(self, token: Token, accepted: frozenset[str]) -> None:
        super().__init__(str(token))
        self.token, self.accepted = token, accepted


class Parser:
    """Reads rule texts; `makers` make the tree, one for each kind of rule in the grammar, from its parts."""

    def __init__(self, tables: Tables, makers: Mapping[str, Maker]) -> None:
        self.tables = tables
        self.states = tables.states
        self.lexer = Lexer(tables)
        self.handing = [rule.single and rule.length == 1 and not rule.inlined for rule in tables.rules]
        makes = [not (rule.inline or hands) for rule, hands in zip(tables.rules, self.handing, strict=True)]
        self.rules = [
            (rule.length, rule.origin, makers[rule.maker] if own else None, rule.single, rule.inlined)
            for rule, own in zip(tables.rules, makes, strict=True)
        ]
        self.steps: dict[tuple[int, int, str], int] = {}
        self.fitting: dict[tuple[int, ...], frozenset[str]] = {}

    def parse(self, text: str, start: str) -> Any:
        """What the maker of `start` made. Raises StrangeError or MisplacedError at the first slip."""
        states, steps, handing, scan = self.states, self.steps, self.handing, self.lexer.scan
        words, terminal, new = self.lexer.words, self.lexer.terminal, str.__new__
        stack, values = [self.tables.starts[start]], list[Any]()
        at = end = 0
        while True:
            found = scan(text, at)
            if found is None:
                raise StrangeError(self._strange(text, at))
            kind = found.lastgroup
            assert kind is not None
            begin, at = found.span(kind)
            if kind == "over":
                break
            if kind == "line" and goes_on(text, end):
                continue
            end, value, state = at, found[kind], stack[-1]
            # behind a dot stands the name of a property, which may be any word
            plain = kind == "name" and (value not in words or (begin > 0 and text[begin - 1] == "."))
            type_ = "NAME" if plain else terminal(kind, value, states[state])
            token = new(Token, value)
            token.type, token.at = type_, (begin, at)
            action = states[state].get(type_)
            while action is not None and action < 0:
                if handing[-1 - action]:
                    made = steps.get((stack[-2], stack[-1], type_))
                    stack[-1] = self._handed_on(stack[-2], stack[-1], type_) if made is None else made
                else:
                    self._reduce(-1 - action, stack, values)
                action = states[stack[-1]].get(type_)
            if action is None:
                raise MisplacedError(token, self._accepted(stack))
            stack.append(action)
            values.append(token)
        return self._finish(stack, values, self.tables.ends[start], at)

    def _finish(self, stack: list[int], values: list[Any], end: int, at: int) -> Any:
        """Puts together all that is left at the end of the text."""
        while stack[-1] != end:
            action = self.states[stack[-1]].get(END)
            if action is None or action >= 0:
                raise MisplacedError(Token(END, "", (at, at)), self._accepted(stack))
            if self.handing[-1 - action]:
                stack[-1] = self._handed_on(stack[-2], stack[-1], END)
            else:
                self._reduce(-1 - action, stack, values)
        return values[-1]

    def _reduce(self, number: int, stack: list[int], values: list[Any]) -> None:
        """Puts what a complete rule makes in place of its parts."""
        length, origin, maker, single, inlined = self.rules[number]
        first = len(values) - length
        parts = values[first:]
        del values[first:], stack[first + 1 :]
        if inlined:
            parts = _inlined(parts, inlined)
        values.append(parts if maker is None else parts[0] if single and len(parts) == 1 else maker(parts))
        stack.append(self.states[stack[-1]][origin])

    def _handed_on(self, under: int, state: int, type_: str) -> int:
        """The state behind all rules in a row that only hand on the value on top; worked out once."""
        key = (under, state, type_)
        while (action := self.states[state].get(type_)) is not None and action < 0 and self.handing[-1 - action]:
            state = self.states[under][self.tables.rules[-1 - action].origin]
        self.steps[key] = state
        return state

    # what could stand there instead

    def _accepted(self, stack: list[int]) -> frozenset[str]:
        """The terminals that could come next, looked at one by one; the same slip is made again and again."""
        key = tuple(stack)
        if key not in self.fitting:
            if len(self.fitting) > _REMEMBERED:
                self.fitting.clear()
            names = [name for name in self.states[stack[-1]] if name.isupper()]
            self.fitting[key] = frozenset(name for name in names if self._fits(name, list(stack)))
        return self.fitting[key]

    def _fits(self, terminal: str, stack: list[int]) -> bool:
        while (action := self.states[stack[-1]].get(terminal)) is not None and action < 0:
            rule = self.tables.rules[-1 - action]
            del stack[len(stack) - rule.length :]
            stack.append(self.states[stack[-1]][rule.origin])
            if terminal == END and stack[-1] in self.tables.ends.values():
                return True
        return action is not None

    def _strange(self, text: str, at: int) -> int:
        """Where the character stands that the lexer stopped at: behind blanks and comments."""
        blank = _BLANK.match(text, at)
        return blank.end() if blank is not None else at


def _inlined(parts: list[Any], inlined: tuple[int, ...]) -> list[Any]:
    """The parts of a rule, with the items of lists among them in place of the lists."""
    if inlined[0] == 0:
        made: list[Any] = parts[0]
        made += parts[1:]
        return made
    return [item for at, part in enumerate(parts) for item in (part if at in inlined else (part,))]
