"""What a seat can declare or play: actions, powers, and cards that act."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sfrules.model.base import Described
from sfrules.model.readers import words
from sfrules.model.scalars import (
    Amount,
    Formula,
    Key,
    MaybeAsIs,
    MaybeEyes,
    MaybeFormula,
    MaybeMark,
    MaybeProse,
    MaybeRule,
    MaybeSlug,
    Reads,
    Rule,
    Slug,
    Type,
)
from sfrules.source.nodes import Text


class Ruled(Described):
    """A definition whose text tells its rule; `text_for` is the mark of the rule that the text was written for."""

    text_for: MaybeMark = None


class Entry(Ruled):
    """Who may do it and when, what is chosen and paid, which windows it passes, what it does."""

    who: MaybeFormula = None
    available: MaybeFormula = None
    choose: dict[Key, Formula] = Field(default_factory=dict)
    cost: dict[Key, Amount] = Field(default_factory=dict)
    limit: MaybeSlug = None
    windows: tuple[Slug, ...] = ()
    declared_as: MaybeProse = None
    answers: MaybeFormula = None
    window: MaybeSlug = None
    rides: MaybeSlug = None
    rides_when: MaybeFormula = None
    effect: MaybeRule = None
    when_cancelled: MaybeRule = None

    @property
    def is_reaction(self) -> bool:
        """Whether it is played in a window, as an answer to what was declared."""
        return self.window is not None

    @property
    def is_rider(self) -> bool:
        """Whether it is declared together with another entry."""
        return self.rides is not None


class Limit(Described):
    """How often the entries that share it may be used."""

    times: Amount
    each: MaybeSlug = None
    per: MaybeSlug = None
    seen_by: MaybeEyes = None


class Routine(Ruled):
    """A rule that others call with `do`."""

    given: dict[Key, Type] = Field(default_factory=dict)
    effect: Rule


class Define(Described):
    """A formula with a name."""

    given: dict[Key, Type] = Field(default_factory=dict)
    is_: Formula
    phrase: MaybeAsIs = None


class Trigger(Ruled):
    """A rule that runs when something becomes so."""

    when: Formula
    fires: Annotated[Text, Reads(words("at once", "after the effect"))]
    effect: Rule


class Group(Described):
    """Things that share eyes."""

    of: Slug
    where: Formula
