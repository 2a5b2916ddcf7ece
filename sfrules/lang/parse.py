"""Rule text -> syntax tree, or what is wrong with the text.

The grammar file is the only place that knows the syntax; this module builds the tree while the text is read. Something
stands in for a broken line and the rest is read again, so that several slips in one text are all found, each once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from sfrules.lang import ast
from sfrules.lang.blocks import line_around, narrowed, opens, put, said, stand_in, widened
from sfrules.lang.lalr import MisplacedError, Parser
from sfrules.lang.lexer import StrangeError, Token
from sfrules.lang.tables import tables
from sfrules.record import record

T = TypeVar("T", ast.Block, ast.Formula)

MAX_TEXT = 20_000
MAX_DEPTH = 60
MAX_CHAIN = 120
MAX_SLIPS = 20
MAX_DIGITS = 18

_READ_AGAIN, _FEWEST = 250_000, 3
"""So many letters of a rule are read again to find further slips: a rule of hundreds of lines not for each of them."""


@record
class Slip:
    """A slip of syntax: offsets in the rule text, what is wrong, how to mend it.

    `instead` may stand in for its line while the rest is read; `ends` says that what follows is no part of the rule.
    """

    at: ast.Offsets
    message: str
    help: str = ""
    code: str = "SF300"
    instead: str | None = None
    ends: bool = False


def _real(parts: list[Any]) -> list[Any]:
    """The parts that are no line ends."""
    return [part for part in parts if getattr(part, "type", "") != "_NL"]


def _at(parts: list[Any]) -> ast.Offsets:
    first, last = parts[0], parts[-1]
    if getattr(first, "type", "") == "_NL" or getattr(last, "type", "") == "_NL":
        placed = _real(parts)
        return (placed[0].at[0], placed[-1].at[1]) if placed else (0, 0)
    return (first.at[0], last.at[1])


def _find(parts: list[Any], kind: type) -> Any:
    return next((p for p in parts if isinstance(p, kind)), None)


def _args(parts: list[Any]) -> tuple[Any, ...]:
    return next((tuple(p.items) for p in parts if isinstance(p, _Args)), ())


class _Args(ast.Node):
    items: tuple[ast.Expr, ...]


class _Where(ast.Node):
    test: ast.Expr


class _Prompt(ast.Node):
    text: str


class _Picks(ast.Node):
    picks: tuple[ast.Pick, ...]


class _Else(ast.Node):
    block: ast.Block


class _Elif(ast.Node):
    test: ast.Expr
    block: ast.Block


class _Side(ast.Node):
    side: str


class _Options(ast.Node):
    options: tuple[ast.Option, ...]


class _Which(ast.Node):
    which: str


def _block(c: list[Any]) -> ast.Block:
    stmts: tuple[Any, ...] = tuple(p for p in c if isinstance(p, ast.Node))
    return ast.Block(stmts, at=_at(c))


def _binary(op: str) -> Callable[[list[Any]], Any]:
    def make(c: list[Any]) -> Any:
        return ast.Binary(op, c[0], c[-1], at=(c[0].at[0], c[-1].at[1]))

    return make


def _chain(op: str) -> Callable[[list[Any]], Any]:
    def make(c: list[Any]) -> Any:
        result = c[0]
        for right in c[2::2]:
            result = ast.Binary(op, result, right, at=(result.at[0], right.at[1]))
        return result

    return make


def _text(token: Token) -> str:
    return str(token)[1:-1]


def _int(token: Token) -> int:
    if len(token) > MAX_DIGITS:
        raise StrangeError(token.at[0])
    return int(token)


def _each(c: list[Any]) -> Any:
    named = getattr(c[0], "type", "") == "NAME"
    where = _find(c, _Where)
    return ast.Each(
        str(c[0]) if named else "",
        c[2] if named else c[0],
        _find(c, ast.Order),
        where.test if where else None,
        at=_at(c),
    )


def _choose(c: list[Any], may: bool) -> Any:
    prompt = _find(c, _Prompt)
    return ast.Choose(
        may,
        _find(c, _Picks).picks,
        _find(c, ast.By),
        prompt.text if prompt else None,
        _find(c, ast.Audience),
        at=_at(c),
    )


def _if(c: list[Any]) -> Any:
    otherwise = _find(c, _Else)
    branches = [(c[1], c[3]), *((p.test, p.block) for p in c if isinstance(p, _Elif))]
    return ast.If(tuple(branches), otherwise.block if otherwise else None, at=_at(c))


def _if_one(c: list[Any]) -> Any:
    block = ast.Block((c[3],), at=c[3].at)
    return ast.If(((c[1], block),), None, True, at=_at(c))


def _ask(c: list[Any]) -> Any:
    prompt = _find(c, _Prompt)
    return ast.Ask(c[1], prompt.text if prompt else None, _find(c, ast.Audience), _find(c, _Options).options, at=_at(c))


def _option(c: list[Any]) -> Any:
    picks = _find(c, _Picks)
    kinds = [getattr(p, "type", "") for p in c]
    when = c[kinds.index("WHEN") + 1] if "WHEN" in kinds else None
    return ast.Option(str(c[1]), picks.picks if picks else (), when, c[-1], at=_at(c[:-1]))


def _draw(c: list[Any]) -> Any:
    where = _find(c, _Where)
    return ast.Draw(c[1], c[3], where.test if where else None, c[-1], at=_at(c))


def _best(c: list[Any]) -> Any:
    where = _find(c, _Where)
    return ast.Best(c[0].which, str(c[1]), c[3], where.test if where else None, c[-3], str(c[-1]), at=_at(c))


def _loop(kind: Any) -> Callable[[list[Any]], Any]:
    def make(c: list[Any]) -> Any:
        names = [str(p) for p in c if getattr(p, "type", "") == "NAME"]
        exprs = [p for p in c[:-1] if isinstance(p, ast.Node)]
        return kind(*names, *exprs, c[-1], at=_at(c))

    return make


def _until(next_: bool) -> Callable[[list[Any]], Any]:
    return lambda c: ast.Until(str(c[-1]), next_, at=_at(c))


_MAKERS: dict[str, Callable[[list[Any]], Any]] = {
    "stmt": lambda c: c[0],
    "body": _block,
    "block": _block,
    "nothing": lambda c: ast.Block(()),
    "formula": lambda c: ast.Formula(_real(c)[0], at=_at(c)),
    "open_formula": lambda c: ast.Formula(_real(c)[1], openly=True, at=_at(c)),
    "optional_formula": lambda c: ast.Formula(_real(c)[1], optional=True, at=_at(c)),
    "let": lambda c: ast.Let(str(c[1]), c[3], at=_at(c)),
    "write": lambda c: ast.Write(c[0], str(c[1]), c[2], _find(c[3:], ast.Until), at=_at(c)),
    "add": lambda c: ast.Add(c[1], c[3], _find(c[4:], ast.Until), at=_at(c)),
    "remove": lambda c: ast.Remove(c[1], c[3], at=_at(c)),
    "choose": lambda c: _choose(c, False),
    "may_choose": lambda c: _choose(c, True),
    "confirm": lambda c: ast.Confirm(_text(c[1]), c[3], at=_at(c)),
    "draw": _draw,
    "move": lambda c: ast.Move(c[1], c[3], s.side if (s := _find(c, _Side)) else None, at=_at(c)),
    "turn": lambda c: ast.Turn(c[1], str(c[3]), at=_at(c)),
    "shuffle": lambda c: ast.Shuffle(c[1], at=_at(c)),
    "roll": lambda c: ast.Roll(c[1], at=_at(c)),
    "reveal": lambda c: ast.Reveal(c[1], at=_at(c)),
    "hide": lambda c: ast.Hide(c[1], at=_at(c)),
    "show": lambda c: ast.Show(c[1], c[3], at=_at(c)),
    "tell": lambda c: ast.Tell(c[1], _text(c[2]), at=_at(c)),
    "announce": lambda c: ast.Announce(_text(c[1]), at=_at(c)),
    "do": lambda c: ast.Do(c[1], at=_at(c)),
    "ruling": lambda c: ast.Ruling(str(c[1]), _args(c), at=_at(c)),
    "offer": lambda c: ast.Offer(str(c[1]), c[3], at=_at(c)),
    "cancel": lambda c: ast.Cancel(c[1], at=_at(c)),
    "eliminate": lambda c: ast.Eliminate(c[1], at=_at(c)),
    "expire": lambda c: ast.Expire(str(c[1]), at=_at(c)),
    "stop": lambda c: ast.Stop(at=_at(c)),
    "finish": lambda c: ast.Finish(str(c[2]), _args(c), at=_at(c)),
    "if_": _if,
    "if_one": _if_one,
    "elif_": lambda c: _Elif(c[1], c[3], at=_at(c)),
    "else_": lambda c: _Else(c[-1], at=_at(c)),
    "openly_if": lambda c: ast.OpenlyIf(c[2], c[-1], at=_at(c)),
    "for_": _loop(ast.For),
    "for_growing": _loop(ast.ForGrowing),
    "at_once": _loop(ast.AtOnce),
    "cycle": _loop(ast.Cycle),
    "while_": _loop(ast.While),
    "repeat": _loop(ast.Repeat),
    "together": _loop(ast.Together),
    "ask": _ask,
    "options": lambda c: _Options(tuple(p for p in c if isinstance(p, ast.Option)), at=_at(c)),
    "option": _option,
    "picks": lambda c: _Picks(tuple(c[::2]), at=_at(c)),
    "pick": lambda c: ast.Pick(c[0], c[2], at=_at(c)),
    "until": _until(False),
    "until_next": _until(True),
    "by": lambda c: ast.By(c[1], c[4] if len(c) > 2 else None, at=_at(c)),
    "prompt": lambda c: _Prompt(_text(c[0]), at=_at(c)),
    "secretly": lambda c: ast.Audience(None, at=_at(c)),
    "shown_to": lambda c: ast.Audience(c[2], at=_at(c)),
    "on_top": lambda c: _Side("top", at=_at(c)),
    "on_bottom": lambda c: _Side("bottom", at=_at(c)),
    "at_random": lambda c: _Side("random", at=_at(c)),
    "openly": lambda c: ast.Openly(c[1], at=_at(c)),
    "tell_whether": lambda c: ast.TellWhether(c[1], c[3], at=_at(c)),
    "random": lambda c: ast.Random(c[1], at=_at(c)),
    "each": _each,
    "each_anon": _each,
    "each_where": _each,
    "from_": lambda c: ast.Order("from", c[1], at=_at(c)),
    "after_": lambda c: ast.Order("after", c[1], at=_at(c)),
    "where": lambda c: _Where(c[1], at=_at(c)),
    "cond": lambda c: ast.Cond(c[1], c[3], c[5], at=_at(c)),
    "or_": _chain("or"),
    "and_": _chain("and"),
    "not_": lambda c: ast.Unary("not", c[1], at=_at(c)),
    "some": lambda c: ast.Quantified("some", str(c[1]), c[3], c[5], at=_at(c)),
    "every": lambda c: ast.Quantified("every", str(c[1]), c[3], c[5], at=_at(c)),
    "compare": lambda c: ast.Binary(str(c[1]), c[0], c[2], at=(c[0].at[0], c[2].at[1])),
    "is_": _binary("is"),
    "is_not": _binary("is-not"),
    "is_in": _binary("is-in"),
    "is_not_in": _binary("is-not-in"),
    "becomes": _binary("becomes"),
    "exists": lambda c: ast.Exists(c[0], at=_at(c)),
    "span": lambda c: ast.Between(c[0], c[2], at=_at(c)),
    "plus": _binary("+"),
    "minus": _binary("-"),
    "times": _binary("*"),
    "divide": _binary("/"),
    "neg": lambda c: ast.Unary("-", c[1], at=_at(c)),
    "number": lambda c: ast.Number(_int(c[0]), at=c[0].at),
    "text": lambda c: ast.Words(_text(c[0]), at=_at(c)),
    "yes": lambda c: ast.Flag(True, at=_at(c)),
    "no": lambda c: ast.Flag(False, at=_at(c)),
    "none": lambda c: ast.Nothing(at=_at(c)),
    "with_rider": lambda c: ast.Riding(str(c[1]), at=_at(c)),
    "list_": lambda c: ast.ListOf(_args(c), at=_at(c)),
    "best": _best,
    "highest": lambda c: _Which("highest", at=_at(c)),
    "lowest": lambda c: _Which("lowest", at=_at(c)),
    "name": lambda c: ast.Name(str(c[0]), at=c[0].at),
    "it": lambda c: ast.It(at=_at(c)),
    "element": lambda c: ast.Element(at=_at(c)),
    "group": lambda c: c[1],
    "own": lambda c: ast.Own(str(c[1]), at=(c[0].at[0], c[1].at[1])),
    "dot": lambda c: ast.Dot(c[0], str(c[2]), at=(c[0].at[0], c[2].at[1])),
    "method": lambda c: ast.Method(c[0], str(c[2]), _args(c), at=_at(c)),
    "call": lambda c: ast.Call(str(c[0]), _args(c), at=_at(c)),
    "args": lambda c: _Args(tuple(c[::2]), at=_at(c)),
}


@cache
def _parser() -> Parser:
    return Parser(tables(), _MAKERS)


def parse_body(text: str, most: int = MAX_SLIPS) -> tuple[ast.Block, list[Slip]]:
    """A rule of statements with at most so many slips; an empty text, or one of comments only, is an empty block."""
    if _is_blank(text):
        return ast.Block(()), []
    return _parse(text, "body", ast.Block(()), most)


def parse_formula(text: str) -> tuple[ast.Formula | None, list[Slip]]:
    """One expression, or None with the slips that stand in its way."""
    if _is_blank(text):
        return None, [Slip((0, len(text)), "Here a formula is missing.")]
    tree, slips = _parse(text, "formula", None)
    return tree, slips


def _is_blank(text: str) -> bool:
    return all(not line.strip() or line.strip().startswith("#") for line in text.splitlines())


def _parse(text: str, start: str, empty: Any, most: int = MAX_SLIPS) -> tuple[Any, list[Slip]]:
    if len(text) > MAX_TEXT:
        return empty, [Slip((0, 1), f"This rule is longer than {MAX_TEXT} characters.", "Split it into routines.")]
    if _nesting(text) > MAX_DEPTH or _longest_chain(text) > MAX_CHAIN:
        return empty, [Slip((0, 1), f"This rule is nested deeper than {MAX_DEPTH} levels.", "Name its parts.")]
    tree, first = _attempt(text, text, start)
    if first is None:
        return tree, []
    if start == "body" and _runs_together(text):
        return empty, [run_together(text)]
    if start != "body" or most == 1:
        return empty, [first]
    wide = widened(text)
    return empty, [replace(slip, at=narrowed(slip.at, wide, text)) for slip in _slips(wide, most)]


def run_together(text: str) -> Slip:
    """What is wrong with a rule whose lines are one line, so that no statement of it ends."""
    message = "The lines of this rule run together. Write a | behind the colon, and each statement in a line below."
    return Slip((0, len(text)), message, code="SF130")


def _runs_together(text: str) -> bool:
    """Whether a block is begun and ended in one line."""
    words = said(text)
    return "\n" not in text and opens(words) and words[-1] == "end"


def _slips(text: str, most: int) -> list[Slip]:
    """The slips of a rule: something stands in for the line of each, and the rest is read again."""
    slips: list[Slip] = []
    rest, stood_in, left_out = text, set[int](), set[int]()
    _, slip = _attempt(rest, text, "body")
    left = max(_FEWEST, _READ_AGAIN // len(text))
    while slip is not None and rest.strip() and (left := left - 1):
        start, stop = line_around(text, slip.at[0])
        if start in stood_in and "\n" not in (slip.instead or ""):
            # what is wrong with that which stands in is nobody's slip: the line is left out for good
            if start in left_out:
                break
            left_out.add(start)
            rest = put(rest, start, stop, "")
        else:
            if any(s.at == slip.at or (s.message == slip.message and s.at[0] >= len(rest.rstrip())) for s in slips):
                break
            slips.append(slip)
            stood_in.add(start)
            instead = slip.instead if slip.instead is not None else stand_in(text[start:stop])
            if len(slips) == most or len(instead) > stop - start:
                break
            rest = rest[:start].ljust(len(rest)) if slip.ends else put(rest, start, stop, instead)
        _, slip = _attempt(rest, text, "body")
    return slips


def _attempt(rest: str, text: str, start: str) -> tuple[Any, Slip | None]:
    """The tree, or the first slip in what is left of a text."""
    from sfrules.lang.slips import explain

    padded = rest if start != "body" or rest.endswith("\n") else rest + "\n"
    try:
        return _parser().parse(padded, start=start), None
    except (MisplacedError, StrangeError) as error:
        return None, explain(error, rest, text)


def _nesting(text: str) -> int:
    """The deepest nesting of brackets and indentation, to keep hostile text from the parser's stack."""
    depth = deepest = 0
    for char in text if text.count("(") + text.count("[") > MAX_DEPTH else ():  # most rules are not worth the walk
        if char in "([":
            depth += 1
            deepest = max(deepest, depth)
        elif char in ")]":
            depth -= 1
    widest = max((len(line) - len(line.lstrip(" ")) for line in text.splitlines()), default=0)
    return max(deepest, widest // 2)


_LINKS = re.compile(
    r"[-+*/.(]|\b(?:and|or|not|then|else|has|where)\b|(?P<line>(?<![-+*/,])(?<!\band)(?<!\bor)[ \t]*\n)"
)


_SIGNS = ("-", "+", "*", "/", ".", "(", "and", "or", "not", "then", "else", "has", "where")


def _longest_chain(text: str) -> int:
    """The most operators in a row in one statement: each of them is a step down for whoever walks over the tree."""
    longest = here = 0
    if sum(map(text.count, _SIGNS)) <= MAX_CHAIN:  # so few in all its lines that no statement can have more
        return 0
    for match in _LINKS.finditer(text):
        here = 0 if match["line"] is not None else here + 1
        longest = max(longest, here)
    return longest


def slip_lines(text: str, slips: Iterable[Slip]) -> list[tuple[int, str]]:
    """Line number (1-based) and message of each slip; for tests and for the reference page."""
    return [(text.count("\n", 0, slip.at[0]) + 1, slip.message) for slip in slips]
