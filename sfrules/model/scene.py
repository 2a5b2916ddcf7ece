"""The words of tests, which say what is given, what is done and what is expected: those of the tool, not of a game."""

from __future__ import annotations

POSITION = frozenset(("at", "set", "zones", "limits"))
"""What may be given of a position in mid-game."""

GIVEN = POSITION | {"seed", "chance", "every-question"}
"""What a test may give."""

WISHES = ("has", "lacks", "count", "order")
"""What may be wished of a list."""

EXPECTED = frozenset(
    ("is", "at", "asked", "decision", "sees", "log", "over", "ending", "winners", "awards", "across", "book")
)
"""What a test may expect."""

OF_A_QUESTION = frozenset(("seat", "kind", "prompt", "options", "sealed"))
"""What may be expected of a question that is put."""

EVERYONE = "*"
"""Who answers where nobody in particular does."""

TABLE = "table"
"""Who sees what all see."""
