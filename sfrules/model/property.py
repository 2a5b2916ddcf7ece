"""Properties of kinds and of the table, and fields of cards: one class for each form."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field, PrivateAttr

from sfrules.diag import did_you_mean
from sfrules.model.base import Described, kept
from sfrules.model.readers import words
from sfrules.model.scalars import (
    AsIs,
    Bounds,
    Flag,
    Formula,
    MaybeAsIs,
    MaybeEyes,
    MaybeFormula,
    MaybeMap,
    MaybeSlug,
    Moderator,
    Reads,
    Slug,
)
from sfrules.source.nodes import Map, Node, Nothing, Text


class PropertyBase(Described):
    """What every property may say."""

    form: ClassVar[str]
    never_required: ClassVar[bool] = False
    fixed: Flag = False
    seen_by: MaybeEyes = None
    kept_by: Moderator = None
    resets: MaybeSlug = None
    says: tuple[AsIs, ...] = ()
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
    start: MaybeFormula = None
    bounded: Annotated[Text | None, Reads(words("at once", "after the effect"))] = None


class NumberProperty(PropertyBase):
    """A number."""

    form = "number"
    number: Bounds
    start: MaybeFormula = None


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
    start: MaybeFormula = None


class ChoiceProperty(PropertyBase):
    """One of some words."""

    form = "one_of"
    one_of: tuple[Slug, ...] = Field(min_length=1)
    optional: Flag = False
    start: MaybeFormula = None


class SetProperty(PropertyBase):
    """Several things of a kind, in no order; empty at the start."""

    form = "set"
    set_: Slug
    never_required = True


class DerivedProperty(PropertyBase):
    """What follows from other properties; `self` is the owner."""

    form = "derived"
    derived: Formula
    phrase: MaybeAsIs = None
    never_required = True


class TextProperty(PropertyBase):
    """Words for print; no rule reads them."""

    form = "text"
    text: Flag = False  # type: ignore[assignment]


class Owner(Described):
    """A kind whose things or cards have properties. They are read one by one, each as the class of its form."""

    has_: MaybeMap = None
    _has: dict[str, PropertyBase] = PrivateAttr(default_factory=dict)

    @property
    def has(self) -> dict[str, PropertyBase]:
        """The properties by name, in the order written."""
        has: dict[str, PropertyBase] = kept(self)["_has"]
        return has


_CLASSES: dict[str, type[PropertyBase]] = {
    made.form: made
    for made in (
        TrackProperty, NumberProperty, FlagProperty, ThingProperty,
        ChoiceProperty, SetProperty, DerivedProperty, TextProperty,
    )
}  # fmt: skip


def class_of(node: Node) -> type[PropertyBase] | None:
    """The class of the one form that a property names; `text` beside another form is the designer's sentence."""
    found = _forms(node)
    return _CLASSES[found[0]] if len(found) == 1 else None


def form_slip(node: Node) -> tuple[str, str]:
    """Code and words for a property that names no form, or several."""
    if isinstance(node, Nothing):
        return "SF207", "Nothing stands here. Write what this property is, such as {flag: no} or {track: 0..10}."
    if not isinstance(node, Map):
        return "SF214", "Write what kind of property this is, such as {flag: no} or {track: 0..10}."
    if found := _forms(node):
        return "SF214", f"A property is one thing only, and this one says {' and '.join(found)}."
    near = next((hint for key in node if (hint := did_you_mean(key, _CLASSES))), "")
    return "SF214", f"A property says what it is: one of {', '.join(_CLASSES)}.{near}"


def _forms(node: Node) -> list[str]:
    found = [form for form in _CLASSES if form in node] if isinstance(node, Map) else []
    return [form for form in found if form != "text"] or found
