"""Kinds of cards and the cards themselves."""

from __future__ import annotations

from pydantic import PrivateAttr

from sfrules.model.base import Definition, kept
from sfrules.model.entry import Entry
from sfrules.model.kind import Value
from sfrules.model.property import Owner
from sfrules.model.scalars import (
    Count,
    MaybeAsIs,
    MaybeAsset,
    MaybeColour,
    MaybeFormula,
    MaybeProse,
    MaybeRule,
    MaybeSlug,
    Slug,
)


class Back(Definition):
    """The back of a kind of card."""

    title: MaybeProse = None
    colour: MaybeColour = None
    shape: MaybeAsIs = None
    letter: MaybeProse = None
    image: MaybeAsset = None


class CardKind(Owner):
    """A kind of card: what each card of it carries, where it is played from and where it goes."""

    plural: MaybeProse = None
    bind: MaybeRule = None
    played_from: MaybeSlug = None
    discarded_to: MaybeSlug = None
    limit: MaybeSlug = None
    back: Back | None = None


class Card(Entry):
    """One face, of which there are `count` copies. `values` holds what content sets of the fields of its kind."""

    kind: Slug
    count: Count = 1
    zone: MaybeSlug = None
    flavour: MaybeProse = None
    image: MaybeAsset = None
    bind: MaybeRule = None
    done: MaybeFormula = None
    _values: dict[str, Value] = PrivateAttr(default_factory=dict)

    @property
    def values(self) -> dict[str, Value]:
        """What content sets, by field."""
        values: dict[str, Value] = kept(self)["_values"]
        return values


CARD_KEYS = frozenset(Card.model_fields)
"""Keys of a card that are no fields of its kind."""
