"""The scenario's own checks: what must hold of its content before anybody plays."""

from __future__ import annotations

from typing import Annotated

from sfrules.model.base import Described
from sfrules.model.readers import words
from sfrules.model.scalars import Formula, MaybeSlug, Prose, Reads
from sfrules.source.nodes import Text


class OwnCheck(Described):
    """A condition on the content as it is laid out before the setup: once, or for each thing or card of a kind."""

    each: MaybeSlug = None
    must: Formula
    says: Prose
    level: Annotated[Text | None, Reads(words("error", "warning", "info"))] = None
