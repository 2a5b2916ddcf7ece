"""The release points: where a rule may tell what is secret, and how each is seen in a game's log.

The static check and the leak test by play share this list. What stands here may differ between two worlds that somebody
cannot tell apart so far; whatever else differs is a leak.
"""

from __future__ import annotations

from typing import Literal

from sfrules.record import record


@record
class Release:
    """`node` of the typed tree, to whom it tells something, and the event that play notes for it.

    `with_faces`: the event tells only where it shows the faces of cards.
    """

    node: str
    to: Literal["table", "seat", "eyes"]
    event: str
    with_faces: bool = False


RELEASES = (
    Release("Openly", "table", "release"),
    Release("TellWhether", "seat", "release"),
    Release("OpenlyIf", "table", "release"),
    Release("Show", "seat", "shown"),
    Release("Reveal", "table", "shown"),
    Release("Draw", "eyes", "move", with_faces=True),
    Release("Move", "eyes", "move", with_faces=True),
    Release("Roll", "eyes", "move", with_faces=True),
    Release("Finish", "table", "award"),
)

RESULT = frozenset({"winners", "payoffs", "awards"})
"""What the end of a game makes known, whatever it was worked out from."""

_TELLING = {(release.event, release.with_faces) for release in RELEASES}


def is_release(event: str, faces: bool) -> bool:
    """Whether an event of the log, with or without faces of cards, is a release."""
    return (event, False) in _TELLING or (faces and (event, True) in _TELLING)


def released_to_table(node: str) -> bool:
    """Whether what this node tells is known to everybody from then on."""
    return any(release.node == node and release.to == "table" for release in RELEASES)
