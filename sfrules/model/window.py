"""Windows, in which others may answer, and menus, from which a seat picks."""

from __future__ import annotations

from typing import Annotated

from pydantic import PlainValidator

from sfrules.model.base import Described
from sfrules.model.scalars import Decimal, Flag, Formula, Slug, words
from sfrules.source.nodes import Text


class Window(Described):
    """Who is asked (in order), how answers are given, and what the table sees of it."""

    asks: Formula
    answers: Annotated[Text, PlainValidator(words("sealed", "in order"))]
    seen_by: Annotated[Text, PlainValidator(words("all", "nobody"))] | None = None
    anonymous: Flag = False
    seconds: tuple[Decimal, Decimal] | None = None


class Menu(Described):
    """Entries of which one is taken; free ones before it, and others after it."""

    one: tuple[Slug, ...] = ()
    free: tuple[Slug, ...] = ()
    after: tuple[Slug, ...] = ()
    pass_: Slug | None = None
    done: Slug | None = None
