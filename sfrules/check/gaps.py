"""The register of open questions."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.rule import Finding, check
from sfrules.diag import Severity
from sfrules.model.book import Book


@check(
    "SF601",
    Severity.WARNING,
    "A gap without a ruling",
    why="A game needs an answer to each open question; an unsettled one is played by the ruling in force.",
    bad=(
        "gaps:\n  rain:\n    question: Does rain stop ships?\n    status: open\n"
        "    options:\n      stops: {says: It does.}\n"
    ),
    good="gaps:\n  rain:\n    question: Does rain stop ships?\n    status: provisional\n    ruling: stops\n"
    "    options:\n      stops: {says: It does.}\n",
)
def no_ruling(book: Book) -> Iterator[Finding]:
    """A gap that says no ruling in force."""
    for gap in book.gaps.values():
        if gap.ruling is None and "ruling" not in getattr(gap.node, "spoilt", ()):
            message = f"The gap “{gap.id}” has no ruling in force."
            yield Finding(gap.span, message, f"gap {gap.id}", "Add `ruling:` with the id of one of its options.")
