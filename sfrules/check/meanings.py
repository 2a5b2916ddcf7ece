"""What words mean: terms that a text sets off and nothing explains, and words that mean two things."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sfrules.check.glossary import Prose, names_of, proses, squashed
from sfrules.check.rule import Finding, check
from sfrules.check.titles import words_of
from sfrules.diag import Related, Severity, did_you_mean
from sfrules.model.base import Described
from sfrules.model.book import Book
from sfrules.model.definitions import definitions
from sfrules.model.scenario import Term

_SET_OFF = re.compile(r"(?<![*\w])(?P<sign>\*{1,2})(?P<words>[A-Z][^*\n]*[^\W_])(?P=sign)(?![*\w])")
_OPENING = ("", ".", ":", "!", "?", "#", "|", "-", "…", "”")
_SMALL = frozenset((
    "all", "and", "are", "but", "can", "each", "every", "for", "from", "has", "have", "here", "how", "into", "its",
    "may", "must", "never", "not", "off", "one", "only", "other", "over", "that", "the", "their", "them", "then",
    "there", "they", "this", "two", "until", "what", "when", "where", "which", "who", "whose", "will", "with", "you",
    "your",
))  # fmt: skip
_ROOT = 4
"""So many letters at the beginning make two words the same: cancel, cancelled."""
_ENOUGH = 3
"""So many words of its own must a text have before it is said to speak of something else."""
_TIDES = (
    "glossary:\n  Ebb: Falling water; after *Slack* comes the *Flood*.\n  Flood: Rising water; it ends the *Ebb*.\n"
)


class _SetOff(NamedTuple):
    """Words that a text sets off from the rest, in the middle of a sentence."""

    prose: Prose
    start: int
    end: int
    sign: str
    words: str


@check(
    "SF729",
    Severity.INFO,
    "A word that is set off like a term, and is none",
    why="Where the words of the glossary are set off, a reader looks up another one that is, and does not find it.",
    bad=_TIDES,
    good=_TIDES + "  Slack: Water that stands still.\n",
)
def unexplained_term(book: Book) -> Iterator[Finding]:
    """Words with a capital in italics or in bold, as two terms of the glossary are somewhere, that nothing explains."""
    if not book.whole or not book.glossary:
        return
    terms, names = {squashed(term): str(term) for term in book.glossary}, names_of(book)
    marked = [(one, squashed(one.words)) for prose in proses(book) for one in _set_off(prose)]
    for sign in ("*", "**"):
        here = [(one, key) for one, key in marked if one.sign == sign]
        if len({key for _, key in here if key in terms}) < 2:
            continue  # here it is no sign of a term
        for one, key in here:
            if key not in terms and key not in names:
                message = f"“{one.words}” is set off as terms are, and the glossary does not explain it."
                hint = did_you_mean(one.words, terms.values())
                yield Finding(one.prose.span(one.start, one.end), f"{message}{hint}", one.prose.subject)


def _set_off(prose: Prose) -> Iterator[_SetOff]:
    for match in _SET_OFF.finditer(prose.text) if "*" in prose.text else ():
        if prose.text[: match.start()].rstrip(' *(“"‘\n')[-1:] not in _OPENING:
            yield _SetOff(prose, *match.span("words"), match["sign"], match["words"])


@check(
    "SF730",
    Severity.INFO,
    "A word with two meanings",
    why="The glossary explains a word wherever it stands; where it is the title of something else as well, the "
    "explanation is wrong there.",
    bad="glossary:\n  Storm: A quarrel between two captains.\nlimits:\n"
    "  squall: {title: Storm, times: 1, text: Wind and rain sink every ship that lies outside a harbour.}\n",
    good="glossary:\n  Quarrel: A storm between two captains.\nlimits:\n"
    "  squall: {title: Storm, times: 1, text: Wind and rain sink every ship that lies outside a harbour.}\n",
)
def two_meanings(book: Book) -> Iterator[Finding]:
    """A term that is also a title, where its explanation and the texts of what is called so share no word."""
    if not book.whole or not book.glossary:
        return
    terms = {squashed(term.id): term for term in book.glossary.values()}
    called: dict[str, list[tuple[str, Described]]] = {}
    for subject, made in definitions(book):
        if isinstance(made, Described) and made.title is not None and made.text is not None:
            key = squashed(made.title)
            if key in terms:
                called.setdefault(key, []).append((subject, made))
    for key, others in called.items():
        finding = _other_meaning(terms[key], others)
        if finding is not None:
            yield finding


def _other_meaning(term: Term, others: list[tuple[str, Described]]) -> Finding | None:
    own = _roots(str(term.text), str(term.id))
    spoken = [(subject, made, _roots(str(made.text), str(term.id))) for subject, made in others]
    if len(own) < _ENOUGH or any(own & roots or len(roots) < _ENOUGH for _, _, roots in spoken):
        return None
    subject, made, _ = spoken[0]
    message = f"“{term.id}” is explained here, and {subject} is called so, too, whose text speaks of something else."
    related = (Related(made.span_of("title"), "the other meaning"),)
    return Finding(term.span, message, f"term {term.id}", "Give one of the two another name.", related)


def _roots(text: str, name: str) -> set[str]:
    """The words of a text by their beginnings, without small ones and without the name that it is about."""
    about = {word.key for word in words_of(name)}
    keys = (word.key for word in words_of(text) if word.key not in about and word.key not in _SMALL)
    return {key[:_ROOT] for key in keys if len(key) > 2}
