"""Properties of kinds and of the table, and fields of cards: one class for each form."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from pydantic import Discriminator, Field, PlainValidator, Tag

from sfrules.model.base import Described
from sfrules.model.scalars import Bounds, Flag, Formula, Moderator, Prose, SeenBy, Slug, words
from sfrules.source.nodes import Map, Text

FORMS = ("track", "number", "flag", "is", "one_of", "set", "derived", "text")


class PropertyBase(Described):
    """What every property may say."""

    form: ClassVar[str]
    never_required: ClassVar[bool] = False
    fixed: Flag = False
    seen_by: SeenBy | None = None
    kept_by: Moderator | None = None
    resets: Slug | None = None
    says: tuple[Prose, ...] = ()
    start: Text | None = None
    """The value before the game begins, as written; `Book.start_of` gives it converted."""

    @property
    def required(self) -> bool:
        """Whether each thing or card must give a value: only content can set it, and nothing stands in for it."""
        optional = self.never_required or getattr(self, "optional", False)
        return self.fixed and self.start is None and not optional


class TrackProperty(PropertyBase):
    """A number that rules move and that stays within bounds."""

    form = "track"
    track: Bounds
    start: Formula | None = None
    bounded: Annotated[Text, PlainValidator(words("at once", "after the effect"))] | None = None


class NumberProperty(PropertyBase):
    """A number."""

    form = "number"
    number: Bounds
    start: Formula | None = None


class FlagProperty(PropertyBase):
    """Yes or no; `flag` is the value at the start."""

    form = "flag"
    flag: Flag
    never_required = True


class ThingProperty(PropertyBase):
    """A thing of a kind, or a card of a card kind."""

    form = "is"
    is_: Slug
    optional: Flag = False
    start: Formula | None = None


class ChoiceProperty(PropertyBase):
    """One of some words."""

    form = "one_of"
    one_of: tuple[Slug, ...] = Field(min_length=1)
    optional: Flag = False
    start: Formula | None = None


class SetProperty(PropertyBase):
    """Several things of a kind, in no order; empty at the start."""

    form = "set"
    set_: Slug
    never_required = True


class DerivedProperty(PropertyBase):
    """What follows from other properties; `self` is the owner."""

    form = "derived"
    derived: Formula
    phrase: Prose | None = None
    never_required = True


class TextProperty(PropertyBase):
    """Words for print; no rule reads them."""

    form = "text"
    text: Flag = False  # type: ignore[assignment]


def _form(node: object) -> str | None:
    """The one key that says which form it is, in parentheses so that it is no key."""
    found = [form for form in FORMS if form in node] if isinstance(node, Map) else []
    if "text" in found and len(found) > 1:
        found.remove("text")
    return f"({found[0]})" if len(found) == 1 else None


Property: TypeAlias = Annotated[
    Annotated[TrackProperty, Tag("(track)")]
    | Annotated[NumberProperty, Tag("(number)")]
    | Annotated[FlagProperty, Tag("(flag)")]
    | Annotated[ThingProperty, Tag("(is)")]
    | Annotated[ChoiceProperty, Tag("(one_of)")]
    | Annotated[SetProperty, Tag("(set)")]
    | Annotated[DerivedProperty, Tag("(derived)")]
    | Annotated[TextProperty, Tag("(text)")],
    Discriminator(_form),
]
