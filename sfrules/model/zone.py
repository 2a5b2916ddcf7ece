"""Zones: where cards lie, and who sees them there."""

from __future__ import annotations

import re
from typing import Annotated, TypeAlias

from sfrules.diag import Span
from sfrules.model.base import Described
from sfrules.model.readers import slip, text_of, words
from sfrules.model.scalars import MaybeAmount, MaybeEyes, MaybeSlug, Moderator, Reads, Slug
from sfrules.source.nodes import Text

_EMPTY = re.compile(r"stop|reshuffle ([a-z][a-z0-9-]*)")


def _when_empty(node: object) -> Text:
    text = text_of(node, "stop or reshuffle ZONE")
    if not _EMPTY.fullmatch(text):
        raise slip("SF209", f"“{text}” cannot stand here. Write stop, or reshuffle and the zone whose cards come back.")
    return text


WhenEmpty: TypeAlias = Annotated[Text | None, Reads(_when_empty)]


class Zone(Described):
    """A pile: of a kind of card, one for each thing of a kind or one for all, with two eyes."""

    of: Slug
    per: MaybeSlug = None
    order: Annotated[Text | None, Reads(words("shuffled", "stacked", "loose"))] = None
    seen_by: MaybeEyes = None
    count_seen_by: MaybeEyes = None
    holds: MaybeAmount = None
    when_empty: WhenEmpty = None
    kept_by: Moderator = None

    @property
    def reshuffles(self) -> str | None:
        """The zone whose cards are shuffled into this one when it is empty."""
        words = (self.when_empty or "").split()
        return words[1] if len(words) == 2 else None

    @property
    def reshuffles_span(self) -> Span:
        """Where that zone is named."""
        text = self.when_empty
        return self.span if text is None else text.tail(len(self.reshuffles or text)).span
