"""Tests as control flow: what looks through a collection stops at the first answer.

A comprehension is a call, and looks at everything. Where a test stands among statements, the looking is written out as
loops before it, and only a name or a comparison is left for the test itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from sfrules.lang import typed
from sfrules.program.formula import Env, FormulaWriter, joined_texts

_ENOUGH: dict[str, tuple[int, str]] = {">=": (0, ">="), ">": (1, ">="), "<": (0, "<"), "<=": (1, "<")}
"""For each comparison with a number: how far beyond it nothing changes any more, and the comparison with that."""


class Paper(Protocol):
    """Where lines are written, at the present indent."""

    indent: int

    def line(self, text: str) -> None:
        """One line at the present indent."""


@dataclass(slots=True)
class Sheet:
    """Lines by themselves, with their indents."""

    indent: int = 1
    lines: list[tuple[int, str]] = field(default_factory=list)

    def line(self, text: str) -> None:
        """One line at the present indent."""
        self.lines.append((self.indent, text))


@dataclass(slots=True)
class FlagWriter:
    """Writes on `paper` what a test needs to look through, and gives the test that is left, as Python text."""

    formula: FormulaWriter
    paper: Paper

    def write(self, node: typed.Expr, env: Env) -> str:
        """The test as an expression over what has been written before it."""
        if not self.looks(node, env):
            return self.formula.write(node, env)
        match node:
            case typed.Binary(op="and" | "or"):
                return self._both(node, env)
            case typed.Not():
                return f"(not {self.write(node.value, env)})"
            case typed.Quantified():
                return self._quantified(node, env)
            case typed.Binary():
                return self._counted(node, env)
            case _:
                unfolded = self.formula.unfolded(node, env)
                assert unfolded is not None
                return self.write(*unfolded)

    def looks(self, node: typed.Expr, env: Env) -> bool:
        """Whether a test goes through a collection in a way that can stop early."""
        match node:
            case typed.Binary(op="and" | "or"):
                return self.looks(node.left, env) or self.looks(node.right, env)
            case typed.Not():
                return self.looks(node.value, env)
            case typed.Quantified():
                return True
            case typed.Binary():
                return self._counts(node, env)
            case typed.Derived() | typed.Defined():
                unfolded = self.formula.unfolded(node, env)
                return unfolded is not None and self.looks(*unfolded)
            case _:
                return False

    def _both(self, node: typed.Binary, env: Env) -> str:
        """The second part is looked at only where the first leaves it open."""
        left = self.write(node.left, env)
        below = Sheet()
        right = FlagWriter(self.formula, below).write(node.right, env)
        if not below.lines:
            return joined_texts(left, node.op, right)
        flag = self.formula.fresh()
        self.paper.line(f"{flag} = {left}")
        self.paper.line(f"if {flag}:" if node.op == "and" else f"if not {flag}:")
        outer = self.paper.indent
        for indent, text in (*below.lines, (1, f"{flag} = {right}")):
            self.paper.indent = outer + indent
            self.paper.line(text)
        self.paper.indent = outer
        return flag

    def _quantified(self, node: typed.Quantified, env: Env) -> str:
        at_once = self._at_once(node, env)
        if at_once is not None:
            return at_once
        flag, some = self.formula.fresh(), node.which == "some"
        self.paper.line(f"{flag} = {not some}")

        def look(var: str, inner: Env) -> None:
            test = node.test if some else typed.Not(node.test, type=node.test.type, at=node.test.at)
            self._where(test, {**inner, node.name: var}, f"{flag} = {some}", "break")

        self.through(node.coll, env, look)
        return flag

    def _where(self, test: typed.Expr, env: Env, *deeds: str) -> None:
        """Does something where a test holds; where all must pass, it is done behind a loop that was not left."""
        if isinstance(test, typed.Quantified) and test.which == "every" and self._at_once(test, env) is None:
            otherwise = typed.Not(test.test, type=test.type, at=test.at)
            self.through(test.coll, env, lambda var, inner: self._where(otherwise, {**inner, test.name: var}, "break"))
            self.paper.line("else:")
        else:
            self.paper.line(f"if {self.write(test, env)}:")
        self.paper.indent += 1
        for deed in deeds:
            self.paper.line(deed)
        self.paper.indent -= 1

    def _at_once(self, node: typed.Quantified, env: Env) -> str | None:
        """`some x in cell has x.mark is s`: what is kept side by side is looked through in one go; else None."""
        test = node.test
        kept = isinstance(test, typed.Not) if node.which == "some" else not isinstance(test, typed.Not)
        match test:
            case (
                typed.Exists(value=typed.Property() as read)
                | typed.Not(value=typed.Exists(value=typed.Property() as read))
            ) if kept:
                wanted = "None"
            case typed.Binary(op="is", left=typed.Property() as read, right=right) if node.which == "some":
                wanted = self.formula.write(right, {**env, node.name: "?"})
            case _:
                return None
        stretch = self.formula.stretch(node.coll, read, node.name, env)
        if stretch is None or "?" in wanted:
            return None
        return f"({wanted} {'in' if node.which == 'some' else 'not in'} {stretch})"

    def _counted(self, node: typed.Binary, env: Env) -> str:
        beyond, op = _ENOUGH[node.op]
        assert isinstance(node.left, typed.Function)
        enough = int(self.formula.write(node.right, env)) + beyond
        coll, inner = self._unfolded(node.left.args[0], env)
        assert isinstance(coll, typed.Filter)
        keyed = self.formula.keyed(coll, inner)
        if keyed is not None:
            return f"({keyed} {op} {enough})"
        count = self.formula.fresh()
        self.paper.line(f"{count} = 0")

        def look(var: str, inner: Env) -> None:
            self.paper.line(f"{count} += 1")
            self.paper.line(f"if {count} == {enough}: break")

        self.through(node.left.args[0], env, look)
        return f"({count} {op} {enough})"

    def through(self, coll: typed.Expr, env: Env, body: Callable[[str, Env], None]) -> None:
        """A loop through a collection, with the test of a filter inside it. `body` writes what is done, on `paper`."""
        var, paper, test = self.formula.fresh(), self.paper, None
        coll, inner = self._unfolded(coll, env)
        if isinstance(coll, typed.Filter):
            inner = {**inner, coll.name: var}
            source, test = self.formula.start(coll, var, inner)
        else:
            source = self.formula.write(coll, inner)
        self.paper = inside = Sheet()
        if test is not None:
            inside.line(f"if {self.write(test, inner)}:")
            inside.indent += 1
        body(var, env)
        self.paper = paper
        shifted = self.formula.shifted(source, var, [line for _, line in inside.lines])
        lines = [line for _, line in inside.lines] if shifted is None else shifted[1]
        paper.line(f"for {var} in {source if shifted is None else shifted[0]}:")
        outer = paper.indent
        for (indent, _), line in zip(inside.lines, lines, strict=True):
            paper.indent = outer + indent
            paper.line(line)
        paper.indent = outer

    def _unfolded(self, coll: typed.Expr, env: Env) -> tuple[typed.Expr, Env]:
        """What stands behind the name of a collection."""
        unfolded = self.formula.unfolded(coll, env)
        return (coll, env) if unfolded is None else self._unfolded(*unfolded)

    def _counts(self, node: typed.Binary, env: Env) -> bool:
        """`count(... where ...) >= 2`: counting can stop at a number that is known."""
        left, right = node.left, node.right
        return (
            node.op in _ENOUGH
            and isinstance(left, typed.Function)
            and left.name == "count"
            and isinstance(self._unfolded(left.args[0], env)[0], typed.Filter)
            and isinstance(right, typed.Const | typed.Named)
            and isinstance(right.value, int)
            and right.value >= 1
        )
