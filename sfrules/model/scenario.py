"""The scenario itself: its name, its seats, its authors."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sfrules.model.base import Definition, Described
from sfrules.model.readers import words
from sfrules.model.scalars import (
    AsIs,
    Colour,
    Key,
    MaybeAsIs,
    MaybeProse,
    Natural,
    Number,
    Prose,
    Reads,
    Seats,
    SourceId,
)
from sfrules.source.nodes import Text

FORMAT = 1
"""The version of the content format that is read."""


class Scenario(Definition):
    """The section `scenario`."""

    title: Prose
    seats: Seats
    format: Natural = FORMAT
    version: MaybeAsIs = None
    summary: MaybeProse = None
    setting: MaybeProse = None
    disclaimer: MaybeProse = None
    text: MaybeProse = None
    note: MaybeAsIs = None
    source: tuple[SourceId, ...] = ()
    authors: tuple[AsIs, ...] = ()
    language: Key = "en"
    words: tuple[AsIs, ...] = ()
    colours: dict[Key, Colour] = Field(default_factory=dict)


class RuleSource(Described):
    """A numbered rule of the concept, in our own words."""

    mark: Annotated[Text, Reads(words("canon", "prototype", "gap"))]
    says: Prose


class Term(Described):
    """An entry of the glossary: `term: text`."""

    text: Prose


class NumberEntry(Described):
    """A named number that rules and texts share."""

    value: Number
