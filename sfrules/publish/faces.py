"""What is printed, as plain frozen data: cards with two sides, and the sheet of the person who runs the table.

Whoever knows the scenario makes these; whoever prints them knows nothing of it. All texts are literal: no mark-up is
read in them, so that `*stars*`, `R&D` and `5 < 6` come out as they were written.
"""

from __future__ import annotations

import re
from typing import Literal

from sfrules.record import record

Style = Literal["plain", "bold", "italic", "icon", "blank", "check"]
Paragraph = tuple["Run", ...]

# The shapes that mark a kind; each is a drawing in site/cards/shapes.
SHAPES = (
    "arch",
    "circle",
    "cross",
    "diamond",
    "drop",
    "hexagon",
    "octagon",
    "pentagon",
    "shield",
    "square",
    "star",
    "triangle",
)

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


@record
class Run:
    """A piece of text in one style.

    `icon` prints the picture of that name; `blank` a line to write on, with the text in small print under it; `check`
    a box to tick, followed by the text.
    """

    text: str
    style: Style = "plain"


@record
class Face:
    """The front of a card. ValueError: a colour that is not `#rrggbb`, a shape not in SHAPES, less than one copy."""

    id: str
    title: str
    kind_id: str
    kind_title: str
    colour: str
    shape: str
    letter: str
    corner: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    flavour: str = ""
    tags: tuple[str, ...] = ()
    footer: str = ""
    copies: int = 1
    file: str = ""
    line: int = 0

    def __post_init__(self) -> None:
        _must_be_drawable(self.colour, self.shape, f"card {self.id!r}")
        if self.copies < 1:
            raise ValueError(f"card {self.id!r}: {self.copies} copies; at least 1 is printed")


@record
class Back:
    """The back that all cards of one kind share. ValueError: a colour that is not `#rrggbb`, a shape not in SHAPES."""

    kind_id: str
    title: str
    colour: str
    shape: str
    letter: str

    def __post_init__(self) -> None:
        _must_be_drawable(self.colour, self.shape, f"the back of {self.kind_id!r}")


@record
class Deck:
    """Cards to print together, in the order of printing. A face without the back of its kind is a ValueError."""

    title: str
    version: str
    faces: tuple[Face, ...]
    backs: tuple[Back, ...]
    lang: str = "en"

    def __post_init__(self) -> None:
        known = {back.kind_id for back in self.backs}
        for face in self.faces:
            if face.kind_id not in known:
                raise ValueError(f"card {face.id!r} is of kind {face.kind_id!r}, which has no back")


@record
class Section:
    """One part of a moderator's sheet: heading, text, a table, boxes to tick, lines to write on; each may be missing.

    A table cell is a paragraph; an empty one is a cell to write in. `widths` are shares of the page, one a column.
    """

    heading: str
    text: tuple[Paragraph, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Paragraph, ...], ...] = ()
    widths: tuple[float, ...] = ()
    checks: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


@record
class Sheet:
    """Pages of text and forms for the person who runs the table."""

    title: str
    version: str
    intro: tuple[Paragraph, ...]
    sections: tuple[Section, ...]
    lang: str = "en"


def _must_be_drawable(colour: str, shape: str, whose: str) -> None:
    if not _COLOUR.fullmatch(colour):
        raise ValueError(f"{whose}: {colour!r} is not a colour; write it as #rrggbb, for example #2f6f8f")
    if shape not in SHAPES:
        raise ValueError(f"{whose}: there is no shape {shape!r}; the shapes are {', '.join(SHAPES)}")
