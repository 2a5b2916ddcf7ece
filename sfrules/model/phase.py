"""Phases: the order of play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from sfrules.model.base import Described
from sfrules.model.readers import words
from sfrules.model.scalars import MaybeAmount, MaybeRule, MaybeSlug, Prose, Reads, Slug
from sfrules.source.nodes import Text


class Phase(Described):
    """One step of play, or a group of steps that repeats."""

    id_: Slug
    each: MaybeSlug = None
    menu: MaybeSlug = None
    answers: Annotated[Text | None, Reads(words("sealed", "in order"))] = None
    effect: MaybeRule = None
    repeat: MaybeAmount = None
    titles: tuple[Prose, ...] = ()
    phases: tuple[Phase, ...] = ()
    then: MaybeRule = None

    @property
    def id(self) -> Text:
        """The id, which stands among the keys here."""
        return self.id_

    def walk(self) -> Iterator[Phase]:
        """This phase and all in it, in order."""
        yield self
        for phase in self.phases:
            yield from phase.walk()
