"""Colours by name: those that nothing is drawn in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from sfrules.check.rule import Finding, check
from sfrules.diag import Severity
from sfrules.model.book import Book
from sfrules.model.definitions import definitions
from sfrules.near import nearest
from sfrules.source.nodes import Text

OF_THE_FRAME = frozenset(("ink", "primary", "accent"))
"""Colours that the frame of the website takes without being told."""

_TWO = "scenario:\n  title: Harbour\n  seats: 2\n  colours: {ink: '#22303c', storm: '#4a5a6a'}\n"


@check(
    "SF233",
    Severity.WARNING,
    "A colour that nothing is drawn in",
    why="A colour with a name is there to be used by that name; a misspelt one leaves what should have it in another.",
    bad=_TWO,
    good=_TWO + "kinds:\n  captain: {seat: yes}\nthings:\n  captain: {east: {colour: storm}, west: {}}\n",
)
def unused_colour(book: Book) -> Iterator[Finding]:
    """A colour of the scenario that neither the website's frame nor any definition uses."""
    if not book.whole or any(book.spoilt.values()):
        return
    used = {str(getattr(definition, "colour", "")) for _, definition in (*definitions(book), *book.alternatives)}
    # one that is misspelt where it is used is told there
    wrong = [name for name in used - {"", "None", *book.scenario.colours} if not name.startswith("#")]
    meant = {nearest(name, book.scenario.colours) for name in wrong}
    for name in book.scenario.colours:
        if name not in used | OF_THE_FRAME | meant:
            yield Finding(cast(Text, name).span, f"Nothing is drawn in the colour “{name}”.", "scenario")
