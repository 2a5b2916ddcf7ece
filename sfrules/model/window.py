"""Windows, in which others may answer, and menus, from which a seat picks."""

from __future__ import annotations

from typing import Annotated

from sfrules.model.base import Described
from sfrules.model.readers import words
from sfrules.model.scalars import Decimal, Flag, Formula, MaybeSlug, Reads, Slug
from sfrules.source.nodes import Text


class Window(Described):
    """Who is asked (in order), how answers are given and act, and what the table sees of it."""

    asks: Formula
    answers: Annotated[Text, Reads(words("sealed", "in order"))]
    resolve: Annotated[Text | None, Reads(words("in order", "last first"))] = None
    seen_by: Annotated[Text | None, Reads(words("all", "nobody"))] = None
    anonymous: Flag = False
    seconds: tuple[Decimal, Decimal] | None = None


class Menu(Described):
    """Entries of which one is taken; free ones before it, and others after it."""

    one: tuple[Slug, ...] = ()
    free: tuple[Slug, ...] = ()
    after: tuple[Slug, ...] = ()
    pass_: MaybeSlug = None
    done: MaybeSlug = None
