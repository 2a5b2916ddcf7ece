"""Names in definitions that stand for nothing. Names in rule texts are looked up where rules are typed."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.references import Reference, references
from sfrules.check.rule import Finding, check
from sfrules.diag import Severity, did_you_mean
from sfrules.model.book import Book


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
    for reference in references(book):
        if not _known(book, reference):
            hint = did_you_mean(reference.name, _names(book, reference))
            message = f"There is no {reference.noun} “{reference.name}”.{hint}"
            yield Finding(reference.name.span, message, reference.subject)


def _known(book: Book, reference: Reference) -> bool:
    if reference.name in reference.words:
        return True
    if "phases" in reference.sections:
        return bool(book.spoilt.get("phases")) or any(phase.id == reference.name for phase in book.all_phases())
    return any(book.knows(section, reference.name) for section in reference.sections)


def _names(book: Book, reference: Reference) -> set[str]:
    names = set(reference.words)
    for section in reference.sections:
        names.update(phase.id for phase in book.all_phases()) if section == "phases" else names.update(
            getattr(book, section)
        )
    return names
