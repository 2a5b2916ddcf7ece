"""Why slips of some sorts are not noticed: class, words of the slip or its file, reason."""

from __future__ import annotations

UNKNOWN = "Nothing that a check could know tells the slip from what was meant"

REASONS: tuple[tuple[str, str, str], ...] = (
    (
        "misspelt-definition", r"/tests/|gaps\.yaml|scenario\.yaml",
        (
            "The id of a test, of a variant, or of a ruling that is not in force: nothing else names it, and what "
            "stands there is a word as well"
        ),
    ),
    (
        "misspelt-definition", r"",
        "Nothing names it, and what stands there is a word as well",
    ),
    (
        "swapped-name", r"gaps\.yaml|actions\.yaml|endings\.yaml|phases\.yaml",
        "The text beside the rule names the other one too, or has no words for this step",
    ),
    ("swapped-name", r"", "No text beside the rule says which is meant, and the game works with either"),
    (
        "changed-number", r"checks\.yaml",
        "A check of the scenario's own says in words what it demands: nothing else holds the words against the rule",
    ),
    ("changed-number", r"“(?:[Oo]ne|1)”", "One is also an article, and a payoff or step of 1 is not counted in a text"),
    ("changed-number", r"", "The number stands in the rule or text a second time, for something else"),
    ("removed-piece", r"", "What is left is a smaller game of the same rules"),
)  # fmt: skip
