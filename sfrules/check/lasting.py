"""What is to last until a phase ends, where that phase never ends so often."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sfrules.check.once import once
from sfrules.check.rule import Finding, check
from sfrules.diag import Severity, Span
from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.model.phase import Phase
from sfrules.model.sections import subject_of

_NIGHTS = "table: {lamp: {flag: no}}\nphases:\n  - {id: night, %seffect: lamp = yes until end of night}\n"


@check(
    "SF539",
    Severity.WARNING,
    "A change that never ends",
    why="Only a phase with `repeat` ends, each time that it is over, or one that a rule says `expire` for. "
    "What waits for another lasts to the end of the game.",
    bad=_NIGHTS % "",
    good=_NIGHTS % "repeat: 3, ",
)
def endless_change(book: Book) -> Iterator[Finding]:
    """`until end of`, `resets` or the `each` of a limit with a phase that does not end so often."""
    for phase, times, span, subject in (*_until(book), *_anew(book)):
        ends = _ends(book).get(phase, times)
        if ends < times:
            yield Finding(span, _words(phase, ends), subject, f"Give “{phase}” `repeat`, or write `expire {phase}`.")


def _words(phase: str, ends: int) -> str:
    if ends:
        return f"“{phase}” ends only once, so that there is no end of a next one."
    return f"“{phase}” is not repeated and never expires, so that this never comes to its end."


@once
def _ends(book: Book) -> dict[str, int]:
    """How often each phase ends in a game; those that a rule lets expire are left out."""
    trees = [rule.typed for rule in book.rules.values() if rule.typed is not None]
    expired = {node.phase for tree in trees for node in tree.nodes(typed.Expire)}
    return {phase: times for phase, times in _counted(book.phases, 1) if phase not in expired}


def _counted(phases: Iterable[Phase], around: int) -> Iterator[tuple[str, int]]:
    for phase in phases:
        yield str(phase.id), around * (phase.repeat or 0)
        yield from _counted(phase.phases, around * (phase.repeat or 1))


def _until(book: Book) -> Iterator[tuple[str, int, Span, str]]:
    for path, rule in book.rules.items():
        for node in rule.typed.nodes(typed.Until) if rule.typed is not None else ():
            subject = subject_of(path)
            yield node.phase, 2 if node.next else 1, rule.place(node.at), subject


def _anew(book: Book) -> Iterator[tuple[str, int, Span, str]]:
    for owner in (*book.kinds.values(), *book.card_kinds.values()):
        for name, prop in owner.has.items():
            if prop.resets is not None:
                yield str(prop.resets), 1, prop.span_of("resets"), f"kind {owner.id}, {name}"
    for name, prop in book.table.items():
        if prop.resets is not None:
            yield str(prop.resets), 1, prop.span_of("resets"), f"table property {name}"
    for name, limit in book.limits.items():
        if limit.each is not None:
            yield str(limit.each), 1, limit.span_of("each"), f"limit {name}"
