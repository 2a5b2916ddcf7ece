"""Endings of the game, and what is awarded to seats after one."""

from __future__ import annotations

from sfrules.model.base import Described
from sfrules.model.scalars import Formula, Slug, Type


class Ending(Described):
    """A way to end. The title may hold {placeholders} for its givens."""

    given: dict[Slug, Type] = {}
    winners: Formula | None = None
    payoff: Formula | None = None


class Award(Described):
    """An individual result, computed after the aftermath."""

    when: Formula | None = None
    winners: Formula
