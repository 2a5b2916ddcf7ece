"""What a seat can declare or play: actions, powers, and cards that act."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, PlainValidator

from sfrules.model.base import Described
from sfrules.model.scalars import Amount, Formula, Key, Prose, Rule, SeenBy, Slug, Type, words
from sfrules.source.nodes import Text


class Entry(Described):
    """Who may do it and when, what is chosen and paid, which windows it passes, what it does."""

    who: Formula | None = None
    available: Formula | None = None
    choose: dict[Key, Formula] = Field(default_factory=dict)
    cost: dict[Key, Amount] = Field(default_factory=dict)
    limit: Slug | None = None
    windows: tuple[Slug, ...] = ()
    declared_as: Prose | None = None
    answers: Formula | None = None
    window: Slug | None = None
    rides: Slug | None = None
    rides_when: Formula | None = None
    effect: Rule | None = None
    when_cancelled: Rule | None = None

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
    each: Slug | None = None
    per: Slug | None = None
    seen_by: SeenBy | None = None


class Routine(Described):
    """A rule that others call with `do`."""

    given: dict[Key, Type] = Field(default_factory=dict)
    effect: Rule


class Define(Described):
    """A formula with a name."""

    given: dict[Key, Type] = Field(default_factory=dict)
    is_: Formula
    phrase: Prose | None = None


class Trigger(Described):
    """A rule that runs when something becomes so."""

    when: Formula
    fires: Annotated[Text, PlainValidator(words("at once", "after the effect"))]
    effect: Rule


class Group(Described):
    """Things that share eyes."""

    of: Slug
    where: Formula
