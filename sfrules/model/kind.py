"""Kinds and the things of a kind."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field, PrivateAttr

from sfrules.model.base import Described, Named
from sfrules.model.property import Property
from sfrules.model.scalars import Asset, Colour, Flag, Key, Prose, Slug

Value: TypeAlias = int | bool | str | tuple[str, ...]
"""A value given in content: a number, a flag, an id or a word, or ids."""


class Kind(Described):
    """A kind of thing, and what each thing of it has."""

    plural: Prose | None = None
    seat: Flag = False
    has: Annotated[dict[Key, Property], Named] = Field(default_factory=dict)


class Thing(Described):
    """One thing. `values` holds what content sets of the properties of its kind, converted."""

    short: Prose | None = None
    colour: Colour | Slug | None = None
    image: Asset | None = None
    _kind: str = PrivateAttr(default="")
    _values: dict[str, Value] = PrivateAttr(default_factory=dict)

    @property
    def kind(self) -> str:
        """The id of its kind."""
        return self._kind

    @property
    def values(self) -> dict[str, Value]:
        """What content sets, by property."""
        return self._values


THING_KEYS = frozenset(Thing.model_fields)
"""Keys of a thing that are no properties."""
