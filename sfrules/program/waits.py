"""Which rules wait for somebody: where they do, they are cut into segments; where not, they are plain functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sfrules.lang import typed

WAITING = (typed.Choose, typed.Confirm, typed.Ask, typed.AtOnce, typed.Offer)


@dataclass(slots=True)
class Waits:
    """Answers whether a statement waits, through routines, rulings and card effects."""

    routine: Callable[[str], typed.Block]
    ruling: Callable[[str], typed.Block]
    effects: Callable[[str], list[typed.Block]]
    known: dict[tuple[str, str], bool] = field(default_factory=dict)

    def block(self, block: typed.Block) -> bool:
        """Whether any statement of a block waits."""
        return any(self.stmt(stmt) for stmt in block.stmts)

    def stmt(self, stmt: typed.Stmt) -> bool:
        """Whether a statement waits."""
        match stmt:
            case typed.Choose() | typed.Confirm() | typed.Ask() | typed.AtOnce() | typed.Offer():
                return True
            case typed.Do():
                return self._named("routine", stmt.routine, lambda: [self.routine(stmt.routine)])
            case typed.Ruling():
                return self._named("ruling", stmt.gap, lambda: [self.ruling(stmt.gap)])
            case typed.DoCard():
                kind = stmt.card.type.kind
                return self._named("card", kind, lambda: self.effects(kind))
            case typed.If():
                inner = [body for _, body in stmt.branches] + ([stmt.otherwise] if stmt.otherwise else [])
                return any(self.block(b) for b in inner)
            case (
                typed.OpenlyIf() | typed.For() | typed.ForGrowing() | typed.Cycle() | typed.While() | typed.Repeat()
                | typed.Together()
            ):  # fmt: skip
                return self.block(stmt.body)
            case _:
                return False

    def _named(self, kind: str, name: str, blocks: Callable[[], list[typed.Block]]) -> bool:
        key = (kind, name)
        if key not in self.known:
            self.known[key] = (
                False  # while we look: a routine that calls itself waits only if something else in it does
            )
            self.known[key] = any(self.block(b) for b in blocks())
        return self.known[key]
