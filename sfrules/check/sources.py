"""Rules of the concept: what is cited, and what nothing cites."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from sfrules.check.rule import Finding, check
from sfrules.diag import Related, Severity, did_you_mean
from sfrules.model.base import Definition, Described
from sfrules.model.book import Book
from sfrules.model.check import OwnCheck
from sfrules.model.definitions import definitions
from sfrules.model.scenario import RuleSource, Scenario
from sfrules.model.test import Case
from sfrules.source.nodes import Text

_RULES = "sources:\n  R01: {mark: canon, says: Ships sail.}\n"
_RAIN = "status: settled, ruling: stops, options: {stops: {says: It does.}}"
_TWO_GAPS = (
    f'gaps:\n  rain: {{number: G01, source: [R01], question: "Does rain stop ships?", {_RAIN}}}\n'
    f'  snow: {{number: G02, source: [R01], question: "Does snow stop ships?", {_RAIN}}}\n'
)


@check(
    "SF603",
    Severity.ERROR,
    "A source that is not there",
    why="The rulebook links each entry to the rules it comes from.",
    bad=_RULES + "actions:\n  sail: {source: [R11], effect: stop}\n",
    good=_RULES + "actions:\n  sail: {source: [R01], effect: stop}\n",
)
def unknown_source(book: Book) -> Iterator[Finding]:
    """A number under `source` that is neither an entry of `sources` nor the number of a gap."""
    known = _known(book)
    if not known or not book.whole or book.spoilt.get("gaps") or book.spoilt.get("sources"):
        return
    for subject, _, cited in _citations(book):
        for number in cited:
            if number not in known:
                hint = _meant(book, number, known)
                yield Finding(number.span, f"“{number}” is neither a source nor the number of a gap.{hint}", subject)


def _meant(book: Book, number: Text, known: set[str]) -> str:
    """What may have been cited: a gap whose number was given twice, else what is near; a rule is seldom a gap."""
    given = Counter(str(gap.number) for gap in book.gaps.values() if gap.number is not None)
    twice = next((one for one, times in given.items() if times > 1 and one[0] == number[0]), None)
    if twice is not None:
        return f" {twice} is the number of {given[twice]} gaps: one of them may be meant."
    return did_you_mean(number, {one for one in known if one[0] == number[0]} or known)


@check(
    "SF608",
    Severity.ERROR,
    "A number that two entries have",
    why="A number is cited, looked up in the rulebook and linked; of two that have it, one can never be meant.",
    bad=_TWO_GAPS.replace("G02", "G01"),
    good=_TWO_GAPS,
)
def doubled_number(book: Book) -> Iterator[Finding]:
    """A gap with the number of a source or of an earlier gap."""
    first = {str(source.id): (f"source {source.id}", source.span) for source in book.sources.values()}
    for gap in book.gaps.values():
        if gap.number is None:
            continue
        here = gap.number.span
        subject, there = first.setdefault(str(gap.number), (f"gap {gap.id}", here))
        if there != here:
            message = f"“{gap.number}” is the number of the {subject} already."
            related = (Related(there, "it stands here"),)
            yield Finding(here, message, f"gap {gap.id}", "Give each a number of its own.", related)


@check(
    "SF604",
    Severity.WARNING,
    "A rule that nothing cites",
    why="A rule of the concept that no entry and no page cites is most likely not in the game yet.",
    bad=_RULES + "actions:\n  sail: {effect: stop}\n",
    good=_RULES + "actions:\n  sail: {source: [R01], effect: stop}\n",
)
def uncited(book: Book) -> Iterator[Finding]:
    """An entry of `sources`, or a gap's number, that no definition and no page cites."""
    if not book.whole or any(book.spoilt.values()):
        return
    cited = {
        str(number)
        for _, definition, numbers in _citations(book)
        for number in numbers
        if not _own(definition, number) and not isinstance(definition, Case | OwnCheck)
    }
    for page in book.pages.values():
        cited.update(re.findall(r"\b[A-Z][0-9]{2,3}\b", page))
    for source in book.sources.values():
        if source.id not in cited:
            yield Finding(source.span, f"Nothing cites {source.id}.", f"source {source.id}")
    for gap in book.gaps.values():
        if gap.number is not None and gap.number not in cited and not _runs(book, gap.id):
            yield Finding(
                gap.number.span, f"Nothing cites {gap.number}, and no rule asks for this ruling.", f"gap {gap.id}"
            )


@check(
    "SF605",
    Severity.INFO,
    "An entry without a source",
    why="Where a concept's rules are numbered, a reader wants to know which of them a card or action follows.",
    bad=_RULES + "actions:\n  sail: {source: [R01], effect: stop}\n  row: {effect: stop}\n",
    good=_RULES + "actions:\n  sail: {source: [R01], effect: stop}\n  row: {source: [R01], effect: stop}\n",
)
def without_source(book: Book) -> Iterator[Finding]:
    """An action, power or card that cites nothing, in a scenario that numbers its rules."""
    for section, entry in book.entries() if book.sources else ():
        if not entry.source and "source" not in getattr(entry.node, "spoilt", ()):
            noun = section.removesuffix("s")
            yield Finding(entry.span, f"The {noun} “{entry.id}” cites no rule.", f"{noun} {entry.id}", "Add `source:`.")


def _known(book: Book) -> set[str]:
    numbers = {str(gap.number) for gap in book.gaps.values() if gap.number is not None}
    return numbers | set(book.sources)


def _citations(book: Book) -> Iterator[tuple[str, Definition, tuple[Text, ...]]]:
    for subject, definition in definitions(book):
        if isinstance(definition, Described | Scenario) and not isinstance(definition, RuleSource):
            yield subject, definition, definition.source


def _own(definition: Definition, number: Text) -> bool:
    """Whether a gap cites its own number, which counts for nothing."""
    return getattr(definition, "number", None) == number


def _runs(book: Book, gap_id: str) -> bool:
    """Whether a rule asks for the ruling, or the ruling changes content by path."""
    gap = book.gaps[gap_id]
    if any(option.set_ or option.remove for option in gap.options.values()):
        return True
    asks = re.compile(rf"\brule +{re.escape(gap_id)}(?![\w-])")
    return any(asks.search(rule.text) for rule in book.rule_texts())
