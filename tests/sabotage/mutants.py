"""Small faults for a module of Python: each changes one thing of its syntax tree, and nothing of any file."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any, TypeVar

Edit = Callable[[], None]

_COMPARE: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "append": "remove", "sorted": "list"}


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that a module can be given. `before` and `after` are its statement, or the head of one with a body."""

    number: int
    module: str
    function: str
    line: int
    operator: str
    before: str
    after: str

    @property
    def key(self) -> tuple[str, ...]:
        """What it is known by as long as its function does not change, wherever that stands."""
        return tuple(getattr(self, name) for name in KEY)

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.function}, {self.operator}\n  - {self.before}\n  + {self.after}"


KEY = ("module", "function", "operator", "before", "after")


def count(source: str) -> int:
    """How many faults a module can be given."""
    return len(_places(source)[1])


def planted(module: str, source: str, number: int) -> tuple[Fault, ast.Module] | None:
    """The fault of that number, and the module's tree with it; None where it changes nothing."""
    tree, places = _places(source)
    function, statement, operator, edit = places[number]
    before, line = _head(statement()), statement().lineno
    edit()
    after = _head(statement())
    if before == after:  # such as two arguments that are the same
        return None
    return Fault(number, module, function, line, operator, before, after), ast.fix_missing_locations(tree)


def statements(source: str) -> set[tuple[str, str]]:
    """Every statement that can be given a fault, with its function."""
    return {(function, _head(statement())) for function, statement, _, _ in _places(source)[1]}


Place = tuple[str, Callable[[], ast.stmt], str, Edit]
"""In which function, how to find its statement, what is done to it, and how."""


def _places(source: str) -> tuple[ast.Module, list[Place]]:
    tree = ast.parse(source)
    return tree, list(_in_body(tree, ""))


def _head(statement: ast.stmt) -> str:
    """A statement as text; of one with a body its first line."""
    if hasattr(statement, "body"):
        statement = copy(statement)
        for field in ("body", "orelse", "finalbody", "handlers", "cases", "decorator_list"):
            if hasattr(statement, field):
                setattr(statement, field, [ast.Pass()] if field in ("body", "finalbody") else [])
    return ast.unparse(ast.fix_missing_locations(statement)).splitlines()[0]


# what stands in which function


def _in_body(holder: Any, function: str) -> Iterator[Place]:
    for field in ("body", "orelse", "finalbody"):
        body = getattr(holder, field, None)
        if isinstance(body, list):
            for at, statement in enumerate(body):
                if not _left_alone(statement, at, holder):
                    yield from _of_statement(body, at, function)
    for handler in getattr(holder, "handlers", ()):
        yield from _in_body(handler, function)
    for case in getattr(holder, "cases", ()):
        if case.guard is not None:
            yield from _of_guard(case, function)
        yield from _in_body(case, function)


def _of_guard(case: ast.match_case, function: str) -> Iterator[Place]:
    """A guard is shown as if it were an `if` of its own."""
    for name, edit in _negated(case, "guard"):
        yield function, lambda: ast.If(case.guard or ast.Constant(True), [], [], lineno=case.body[0].lineno), name, edit


def _left_alone(statement: ast.stmt, at: int, holder: Any) -> bool:
    """Words, imports, names of types, assertions: what play does not depend on."""
    match statement:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Pass():
            return True
        case ast.Global() | ast.Nonlocal():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.AnnAssign(value=None):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return isinstance(holder, ast.Module | ast.ClassDef) and (
                "__" in name or not (name[0] == "_" or name.isupper())
            )
        case _:
            return False


def _of_statement(body: list[ast.stmt], at: int, function: str) -> Iterator[Place]:
    statement = body[at]
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        inner = f"{function}.{statement.name}" if function else statement.name
        if isinstance(statement, ast.FunctionDef):
            for name, edit in (*_constants(statement.args.defaults), *_constants(statement.args.kw_defaults)):
                yield inner, lambda: statement, name, edit
        yield from _in_body(statement, inner)
        return
    for name, edit in (*_whole(body, at), *_of_parts(statement)):
        yield function, lambda: body[at], name, edit
    yield from _in_body(statement, function)


# faults of whole statements


def _whole(body: list[ast.stmt], at: int) -> Iterator[tuple[str, Edit]]:
    statement = body[at]

    def put(made: ast.stmt) -> Edit:
        def edit() -> None:
            body[at] = ast.copy_location(made, statement)

        return edit

    match statement:
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.AnnAssign() | ast.Delete() | ast.Raise():
            yield "statement removed", put(ast.Pass())
        case ast.Break():
            yield "break to continue", put(ast.Continue())
        case ast.Continue():
            yield "continue to break", put(ast.Break())
            yield "statement removed", put(ast.Pass())
        case ast.Return(value=None):
            yield "statement removed", put(ast.Pass())
        case ast.Return(value=value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield "nothing returned", put(ast.Return(ast.Constant(None)))


# faults of the parts of a statement, those of the statements within it left out


def _of_parts(statement: ast.stmt) -> Iterator[tuple[str, Edit]]:
    match statement:
        case ast.If() | ast.While():
            yield from _negated(statement, "test")
        case ast.For():
            yield "loop never entered", _setting(statement, "iter", ast.Tuple([], ast.Load()))
        case ast.AugAssign(op=op) if type(op) in _ARITHMETIC:
            yield "arithmetic", _setting(statement, "op", _ARITHMETIC[type(op)]())
    for node in _expressions(statement):
        yield from _of_expression(node)


_NOT_WITHIN = {"annotation", "returns", "format_spec", "body", "orelse", "finalbody", "handlers", "cases"}


def _expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement from outside in; no annotations, no statements within it."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if node is not statement:
            yield node
        inner = []
        for name, value in ast.iter_fields(node):
            if name in _NOT_WITHIN and not isinstance(node, ast.IfExp | ast.Lambda):
                continue
            items = value if isinstance(value, list) else [value]
            inner += [item for item in items if isinstance(item, ast.AST) and not isinstance(item, ast.stmt)]
        waiting += reversed(inner)


def _of_expression(node: ast.AST) -> Iterator[tuple[str, Edit]]:
    match node:
        case ast.Compare():
            for at, op in enumerate(node.ops):
                for other in _COMPARE[type(op)]:
                    yield "comparison", _putting(node.ops, at, other())
        case ast.BoolOp():
            yield "and with or", _setting(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
            for at in range(len(node.values)):
                yield "condition left out", _dropping(node.values, at)
        case ast.BinOp(op=op) if type(op) in _ARITHMETIC:
            yield "arithmetic", _setting(node, "op", _ARITHMETIC[type(op)]())
        case ast.UnaryOp(op=ast.Not()):
            yield "not left out", _setting(node, "operand", ast.UnaryOp(ast.Not(), node.operand))
        case ast.UnaryOp(op=ast.USub()):
            yield "sign", _setting(node, "op", ast.UAdd())
        case ast.IfExp():
            yield from _negated(node, "test")
        case ast.comprehension():
            for at in range(len(node.ifs)):
                yield "negated condition", _putting(node.ifs, at, ast.UnaryOp(ast.Not(), node.ifs[at]))
        case ast.Call():
            yield from _of_call(node)
        case ast.Constant():
            yield from _constant(node)


def _of_call(node: ast.Call) -> Iterator[tuple[str, Edit]]:
    for at in range(len(node.args) - 1):
        if not any(isinstance(arg, ast.Starred) for arg in node.args[at : at + 2]):
            yield "arguments swapped", _swapping(node.args, at)
    match node.func:
        case ast.Name(id=name) if name in _NAMES:
            yield "other function", _setting(node.func, "id", _NAMES[name])
        case ast.Attribute(attr=name) if name in _NAMES:
            yield "other function", _setting(node.func, "attr", _NAMES[name])


def _constant(node: ast.Constant) -> Iterator[tuple[str, Edit]]:
    if isinstance(node.value, bool):
        yield "constant", _setting(node, "value", not node.value)
    elif isinstance(node.value, int):
        yield "constant", _setting(node, "value", node.value + 1)
        yield "constant", _setting(node, "value", node.value - 1)


def _constants(nodes: list[Any]) -> Iterator[tuple[str, Edit]]:
    for node in nodes:
        if isinstance(node, ast.Constant):
            yield from _constant(node)


def _negated(node: Any, field: str) -> Iterator[tuple[str, Edit]]:
    yield "negated condition", _setting(node, field, ast.UnaryOp(ast.Not(), getattr(node, field)))


Held = TypeVar("Held")


def _setting(node: Any, field: str, value: Any) -> Edit:
    return lambda: setattr(node, field, value)


def _putting(items: list[Held], at: int, value: Any) -> Edit:
    return lambda: items.__setitem__(at, value)


def _dropping(items: list[Held], at: int) -> Edit:
    return lambda: items.__delitem__(at)


def _swapping(items: list[Held], at: int) -> Edit:
    def edit() -> None:
        items[at], items[at + 1] = items[at + 1], items[at]

    return edit
