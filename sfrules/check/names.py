"""Names in definitions that stand for nothing. Names in rule texts are looked up where rules are typed."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.references import candidates, is_known, references
from sfrules.check.rule import Finding, check
from sfrules.diag import Severity, did_you_mean
from sfrules.model.book import Book

_COLOURS = (
    'Write six digits in quotes, such as "#1f4e79", or give the colour that name under “colours” of the scenario.'
)


@check(
    "SF210",
    Severity.ERROR,
    "A name that stands for nothing",
    why="Every id that a definition names must be defined somewhere in the scenario.",
    bad="card_kinds:\n  omen: {}\nzones:\n  deck: {of: omen}\ncards:\n  storm: {kind: omen, zone: dekc}\n",
    good="card_kinds:\n  omen: {}\nzones:\n  deck: {of: omen}\ncards:\n  storm: {kind: omen, zone: deck}\n",
)
def unknown_name(book: Book) -> Iterator[Finding]:
    """A zone, window, limit, kind, menu, phase, place or colour that is not defined."""
    if not book.whole:
        return
    added = {(subject, str(definition.id)) for subject, definition in book.alternatives}
    for reference in references(book):
        if not is_known(book, reference) and (reference.subject, str(reference.name)) not in added:
            hint = did_you_mean(reference.name, candidates(book, reference))
            message = f"There is no {reference.noun} “{reference.name}”.{hint}"
            help_ = _COLOURS if reference.noun == "colour" and not hint else ""
            yield Finding(reference.name.span, message, reference.subject, help_)
