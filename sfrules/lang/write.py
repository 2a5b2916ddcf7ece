"""Syntax tree -> rule text in its one canonical form: `parse(write(tree)) == tree`. The formatter is this writer."""

from __future__ import annotations

from collections.abc import Iterable

from sfrules.lang import ast

# How tightly an operator binds; a looser expression inside a tighter one needs brackets.
_BINDS = {"or": 1, "and": 2, "not": 3, "is": 4, "..": 5, "+": 6, "-": 6, "*": 7, "/": 7, "neg": 8, "atom": 9}
_WORDS = {"is-not": "is not", "is-in": "is in", "is-not-in": "is not in"}
_COMPARE = {"<", "<=", ">", ">=", "is", "is-not", "is-in", "is-not-in", "becomes"}


def write(tree: ast.Block | ast.Formula) -> str:
    """The canonical text of a rule (lines joined by newlines, none at the end) or of a formula."""
    if isinstance(tree, ast.Formula):
        head = "openly " if tree.openly else "optional " if tree.optional else ""
        return head + _coll(tree.value)
    return "\n".join(_lines(tree, 0))


def _lines(block: ast.Block, depth: int) -> Iterable[str]:
    for stmt in block.stmts:
        yield from _stmt(stmt, depth)


def _stmt(stmt: ast.Stmt, depth: int) -> Iterable[str]:
    pad = "  " * depth
    match stmt:
        case ast.If():
            yield from _if(stmt, depth)
        case ast.Ask():
            yield pad + f"ask {_expr(stmt.seat)}{_quoted(stmt.prompt)}{_audience(stmt.audience)}"
            for option in stmt.options:
                yield "  " * (depth + 1) + _option(option)
                yield from _lines(option.body, depth + 2)
            yield pad + "end"
        case (
            ast.OpenlyIf()
            | ast.For()
            | ast.ForGrowing()
            | ast.AtOnce()
            | ast.Cycle()
            | ast.While()
            | ast.Repeat()
            | ast.Together()
        ):
            yield pad + _head(stmt)
            yield from _lines(stmt.body, depth + 1)
            yield pad + "end"
        case _:
            yield pad + simple(stmt)


def _if(stmt: ast.If, depth: int) -> Iterable[str]:
    pad = "  " * depth
    if stmt.brief:
        test, body = stmt.branches[0]
        yield f"{pad}if {_expr(test)} then {simple(body.stmts[0])}"
        return
    for word, (test, body) in zip(["if", *["elif"] * len(stmt.branches)], stmt.branches, strict=False):
        yield f"{pad}{word} {_expr(test)}"
        yield from _lines(body, depth + 1)
    if stmt.otherwise is not None:
        yield pad + "else"
        yield from _lines(stmt.otherwise, depth + 1)
    yield pad + "end"


def _head(stmt: ast.Stmt) -> str:
    match stmt:
        case ast.OpenlyIf():
            return f"openly if {_expr(stmt.test)}"
        case ast.For():
            return f"for {stmt.name} in {_coll(stmt.coll)}"
        case ast.ForGrowing():
            return f"for {stmt.name} in growing {stmt.queue}"
        case ast.AtOnce():
            return f"at once for {stmt.name} in {_coll(stmt.coll)}"
        case ast.Cycle():
            return f"cycle {stmt.name} in {_coll(stmt.coll)}"
        case ast.While():
            return f"while {_expr(stmt.test)} up to {_expr(stmt.times)} times"
        case ast.Repeat():
            return "repeat"
        case _:
            return "together"


def _option(option: ast.Option) -> str:
    text = f"option {option.name}"
    if option.picks:
        text += f" for {_picks(option.picks)}"
    if option.when is not None:
        text += f" when {_expr(option.when)}"
    return text


def simple(stmt: ast.Stmt) -> str:
    """A statement that takes one line."""
    match stmt:
        case ast.Let():
            return f"let {stmt.name} = {_source(stmt.value)}"
        case ast.Write():
            return f"{_target(stmt.target)} {stmt.op} {_source(stmt.value)}{_until(stmt.until)}"
        case ast.Add():
            return f"add {_expr(stmt.value)} to {_target(stmt.target)}{_until(stmt.until)}"
        case ast.Remove():
            return f"remove {_expr(stmt.value)} from {_target(stmt.target)}"
        case ast.Choose():
            return _choose(stmt)
        case ast.Confirm():
            return f'confirm "{stmt.text}" by {_expr(stmt.seat)}'
        case ast.Draw():
            where = f" where {_expr(stmt.where)}" if stmt.where is not None else ""
            return f"draw {_expr(stmt.count)} from {_target(stmt.source)}{where} to {_target(stmt.target)}"
        case ast.Move():
            side = {"top": " on top", "bottom": " on bottom", "random": " at random"}.get(stmt.side or "", "")
            return f"move {_coll(stmt.cards)} to {_target(stmt.target)}{side}"
        case ast.Turn():
            return f"turn {_target(stmt.card)} into {stmt.into}"
        case ast.Show():
            return f"show {_target(stmt.target)} to {_expr(stmt.seat)}"
        case ast.Tell():
            return f'tell {_expr(stmt.seat)} "{stmt.text}"'
        case ast.Announce():
            return f'announce "{stmt.text}"'
        case ast.Ruling():
            return f"rule {stmt.gap}{_args(stmt.args)}"
        case ast.Offer():
            return f"offer {stmt.menu} to {_expr(stmt.seat)}"
        case ast.Finish():
            return f"finish with {stmt.ending}{_args(stmt.args)}"
        case ast.Expire():
            return f"expire {stmt.phase}"
        case ast.Stop():
            return "stop"
        case ast.Shuffle() | ast.Roll() | ast.Reveal() | ast.Hide() | ast.Do() | ast.Cancel():
            return f"{type(stmt).__name__.lower()} {_target(stmt.target)}"
        case ast.Eliminate():
            return f"eliminate {_expr(stmt.seat)}"
        case _:
            raise TypeError(f"not a simple statement: {type(stmt).__name__}")


def _choose(stmt: ast.Choose) -> str:
    by = ""
    if stmt.by is not None:
        covered = f" covered by {_expr(stmt.by.covered)}" if stmt.by.covered is not None else ""
        by = f" by {_expr(stmt.by.seat)}{covered}"
    may = "may " if stmt.may else ""
    return f"{may}choose {_picks(stmt.picks)}{by}{_quoted(stmt.prompt)}{_audience(stmt.audience)}"


def _picks(picks: tuple[ast.Pick, ...]) -> str:
    return ", ".join(f"{_target(p.target)} in {_coll(p.coll)}" for p in picks)


def _quoted(text: str | None) -> str:
    return f' "{text}"' if text is not None else ""


def _audience(audience: ast.Audience | None) -> str:
    if audience is None:
        return ""
    return " secretly" if audience.seat is None else f" shown to {_expr(audience.seat)}"


def _until(until: ast.Until | None) -> str:
    return f" until end of {'next ' if until.next else ''}{until.phase}" if until else ""


def _args(args: tuple[ast.Expr, ...]) -> str:
    return f"({', '.join(_coll(a) for a in args)})" if args else ""


def _source(value: ast.Source) -> str:
    match value:
        case ast.Openly():
            return f"openly {_expr(value.value)}"
        case ast.TellWhether():
            return f"tell {_expr(value.seat)} whether {_expr(value.value)}"
        case ast.Random():
            return f"random {_coll(value.coll)}"
        case _:
            return _coll(value)


def _coll(value: ast.Expr) -> str:
    """Where a filtered collection may stand without brackets."""
    if not isinstance(value, ast.Each):
        return _expr(value)
    name = f"{value.name} in " if value.name else ""
    inner = _expr(value.coll, _BINDS["atom"])
    order = f" {value.order.which} {_expr(value.order.start)}" if value.order else ""
    where = f" where {_expr(value.where)}" if value.where is not None else ""
    return f"{name}{inner}{order}{where}"


_BARE = (ast.Name, ast.It, ast.Element, ast.Own, ast.Dot, ast.Method, ast.Call)


def _target(value: ast.Expr) -> str:
    """What stands where only a place or a call may stand without brackets."""
    return _expr(value) if isinstance(value, _BARE) else f"({_coll(value)})"


def _owner(value: ast.Expr) -> str:
    """What stands before a dot; the element alone would make two dots, which is a range."""
    return "(.)" if isinstance(value, ast.Element) else _target(value)


def _expr(value: ast.Expr, floor: int = 0) -> str:
    text, binds = _bound(value)
    return f"({text})" if binds < floor else text


def _bound(value: ast.Expr) -> tuple[str, int]:
    match value:
        case ast.Each():
            return f"({_coll(value)})", _BINDS["atom"]
        case ast.Binary():
            return _binary(value)
        case ast.Unary(op="not"):
            return f"not {_expr(value.value, _BINDS['not'])}", _BINDS["not"]
        case ast.Unary():
            return f"-{_expr(value.value, _BINDS['neg'])}", _BINDS["neg"]
        case ast.Exists():
            return f"{_expr(value.value, _BINDS['..'])} exists", _BINDS["is"]
        case ast.Between():
            return f"{_expr(value.low, _BINDS['+'])}..{_expr(value.high, _BINDS['+'])}", _BINDS[".."]
        case ast.Cond():
            return f"if {_expr(value.test, 1)} then {_expr(value.then, 1)} else {_expr(value.otherwise)}", 0
        case ast.Quantified():
            test = _expr(value.test, _BINDS["not"])
            return f"{value.which} {value.name} in {_expr(value.coll)} has {test}", _BINDS["not"]
        case ast.Best():
            where = f" where {_expr(value.where)}" if value.where is not None else ""
            by = _expr(value.by, _BINDS["+"])
            return f"{value.which} {value.name} in {_expr(value.coll)}{where} by {by} ties {value.ties}", 0
        case _:
            return _atom(value), _BINDS["atom"]


def _binary(value: ast.Binary) -> tuple[str, int]:
    binds = _BINDS["is"] if value.op in _COMPARE else _BINDS[value.op]
    # comparisons do not chain, and "a - (b - c)" keeps its brackets
    left, right = (binds + 1, binds + 1) if value.op in _COMPARE else (binds, binds + 1)
    word = _WORDS.get(value.op, value.op)
    return f"{_expr(value.left, left)} {word} {_expr(value.right, right)}", binds


def _atom(value: ast.Expr) -> str:
    match value:
        case ast.Name():
            return value.id
        case ast.It():
            return "it"
        case ast.Element():
            return "."
        case ast.Own():
            return f".{value.name}"
        case ast.Dot():
            return f"{_owner(value.object)}.{value.name}"
        case ast.Call():
            return f"{value.name}({', '.join(_coll(a) for a in value.args)})"
        case ast.Method():
            return f"{_owner(value.object)}.{value.name}({', '.join(_coll(a) for a in value.args)})"
        case ast.Number():
            return str(value.value)
        case ast.Words():
            return f'"{value.text}"'
        case ast.Flag():
            return "yes" if value.value else "no"
        case ast.Nothing():
            return "none"
        case ast.Riding():
            return f"with {value.name}"
        case ast.ListOf():
            return f"[{', '.join(_coll(i) for i in value.items)}]"
        case _:
            raise TypeError(f"not an expression: {type(value).__name__}")
