"""The register of open questions."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.ends import running
from sfrules.check.reach import loose_words
from sfrules.check.rule import Finding, check
from sfrules.check.tracks import uses_of
from sfrules.diag import Severity
from sfrules.lang import typed
from sfrules.model.book import Book

_RAIN = (
    "gaps:\n  rain:\n    question: Does rain stop ships?\n    status: settled\n    ruling: stops\n"
    "    options:\n      stops: {rule: finish with dusk}\n"
)


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


@check(
    "SF607",
    Severity.WARNING,
    "A ruling that no rule asks for",
    why="The rules of a gap run where a rule says `rule` and its id; else all its answers are played alike.",
    bad=_RAIN + "play: finish with dusk\n",
    good=_RAIN + "play: |\n  rule rain\n  finish with dusk\n",
)
def unasked_ruling(book: Book) -> Iterator[Finding]:
    """A gap with rules among its options, for which nothing in play asks."""
    if not uses_of(book).sure:
        return
    asked = {node.gap for path in running(book) for node in book.rules[path].typed.nodes(typed.Ruling)}
    loose = loose_words(book)
    for gap in book.gaps.values():
        rules = [option.rule for option in gap.options.values() if option.rule is not None]
        if rules and gap.id not in asked and gap.id not in loose:
            message = f"No rule asks for the ruling of “{gap.id}”."
            yield Finding(gap.span, message, f"gap {gap.id}", f"Write `rule {gap.id}` where it is needed.")
