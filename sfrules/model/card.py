"""Kinds of cards and the cards themselves."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, PrivateAttr

from sfrules.model.base import Definition, Described, Named
from sfrules.model.entry import Entry
from sfrules.model.kind import Value
from sfrules.model.property import Property
from sfrules.model.scalars import Asset, Colour, Count, Formula, Key, Prose, Rule, Slug


class Back(Definition):
    """The back of a kind of card."""

    title: Prose | None = None
    colour: Colour | Slug | None = None
    shape: Prose | None = None
    letter: Prose | None = None
    image: Asset | None = None


class CardKind(Described):
    """A kind of card: what each card of it carries, where it is played from and where it goes."""

    plural: Prose | None = None
    has: Annotated[dict[Key, Property], Named] = Field(default_factory=dict)
    bind: Rule | None = None
    played_from: Slug | None = None
    discarded_to: Slug | None = None
    limit: Slug | None = None
    back: Back | None = None


class Card(Entry):
    """One face, of which there are `count` copies. `values` holds what content sets of the fields of its kind."""

    kind: Slug
    count: Count = 1
    zone: Slug | None = None
    flavour: Prose | None = None
    image: Asset | None = None
    bind: Rule | None = None
    done: Formula | None = None
    _values: dict[str, Value] = PrivateAttr(default_factory=dict)

    @property
    def values(self) -> dict[str, Value]:
        """What content sets, by field."""
        return self._values


CARD_KEYS = frozenset(Card.model_fields)
"""Keys of a card that are no fields of its kind."""
