"""Kinds and the things of a kind."""

from __future__ import annotations

from typing import TypeAlias

from pydantic import PrivateAttr

from sfrules.model.base import Described, kept
from sfrules.model.property import Owner
from sfrules.model.scalars import Flag, MaybeAsset, MaybeColour, MaybeProse

Value: TypeAlias = int | bool | str | tuple[str, ...]
"""A value given in content: a number, a flag, an id or a word, or ids."""


class Kind(Owner):
    """A kind of thing, and what each thing of it has."""

    plural: MaybeProse = None
    seat: Flag = False


class Thing(Described):
    """One thing. `values` holds what content sets of the properties of its kind, converted."""

    short: MaybeProse = None
    colour: MaybeColour = None
    image: MaybeAsset = None
    _kind: str = PrivateAttr(default="")
    _values: dict[str, Value] = PrivateAttr(default_factory=dict)

    @property
    def kind(self) -> str:
        """The id of its kind."""
        kind: str = kept(self)["_kind"]
        return kind

    @property
    def values(self) -> dict[str, Value]:
        """What content sets, by property."""
        values: dict[str, Value] = kept(self)["_values"]
        return values


THING_KEYS = frozenset(Thing.model_fields)
"""Keys of a thing that are no properties."""
