"""What the manual leaves open, the ruling in force, and variants: changes of content by path."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, PlainValidator

from sfrules.model.base import Definition, Described, Named
from sfrules.model.scalars import Key, PathKey, Prose, Raw, Rule, Slug, SourceId, Type, words
from sfrules.source.nodes import Text


class GapOption(Definition):
    """One answer to an open question: rule text, or changes of content by path; prose alone changes nothing."""

    title: Prose | None = None
    says: Prose | None = None
    note: Prose | None = None
    rule: Rule | None = None
    set_: dict[PathKey, Raw] = Field(default_factory=dict)
    remove: dict[PathKey, Raw] = Field(default_factory=dict)


class Gap(Described):
    """An open question with its answers."""

    number: SourceId | None = None
    question: Prose
    manual: Prose | None = None
    status: Annotated[Text, PlainValidator(words("open", "provisional", "disabled", "settled"))]
    given: dict[Key, Type] = Field(default_factory=dict)
    ruling: Slug | None = None
    options: Annotated[dict[Key, GapOption], Named] = Field(default_factory=dict)


class Variant(Described):
    """A named set of changes of content by path."""

    set_: dict[PathKey, Raw] = Field(default_factory=dict)
    remove: dict[PathKey, Raw] = Field(default_factory=dict)
