"""Endings of the game, and what is awarded to seats after one."""

from __future__ import annotations

from pydantic import Field

from sfrules.model.base import Described
from sfrules.model.scalars import Formula, Key, MaybeFormula, Type


class Ending(Described):
    """A way to end. The title may hold {placeholders} for its givens."""

    given: dict[Key, Type] = Field(default_factory=dict)
    winners: MaybeFormula = None
    payoff: MaybeFormula = None


class Award(Described):
    """An individual result, computed after the aftermath."""

    when: MaybeFormula = None
    winners: Formula
