"""What the manual leaves open, the ruling in force, and variants: changes of content by path."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sfrules.model.base import Definition, Described, Named
from sfrules.model.readers import words
from sfrules.model.scalars import (
    Key,
    MaybeAsIs,
    MaybeProse,
    MaybeRule,
    MaybeSlug,
    MaybeSourceId,
    PathKey,
    Prose,
    Raw,
    Reads,
    Type,
)
from sfrules.source.nodes import Text


class GapOption(Definition):
    """One answer to an open question: rule text, or changes of content by path; prose alone changes nothing."""

    title: MaybeProse = None
    says: MaybeProse = None
    note: MaybeAsIs = None
    rule: MaybeRule = None
    set_: dict[PathKey, Raw] = Field(default_factory=dict)
    remove: dict[PathKey, Raw] = Field(default_factory=dict)


class Gap(Described):
    """An open question with its answers."""

    number: MaybeSourceId = None
    question: Prose
    manual: MaybeProse = None
    status: Annotated[Text, Reads(words("open", "provisional", "disabled", "settled"))]
    given: dict[Key, Type] = Field(default_factory=dict)
    ruling: MaybeSlug = None
    options: Annotated[dict[Key, GapOption], Named] = Field(default_factory=dict)


class Variant(Described):
    """A named set of changes of content by path."""

    set_: dict[PathKey, Raw] = Field(default_factory=dict)
    remove: dict[PathKey, Raw] = Field(default_factory=dict)
