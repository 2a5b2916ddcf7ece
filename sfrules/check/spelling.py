"""Ids that look misspelt: a word in them is written nowhere else, and one that is nearly the same is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from sfrules.check.rule import Finding, check
from sfrules.diag import Severity
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.definitions import definitions
from sfrules.model.property import ChoiceProperty
from sfrules.model.scenario import RuleSource
from sfrules.source.nodes import Map, Text

_WORD = re.compile(r"[a-z]+")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ENDINGS = ("s", "es", "ed", "er", "y", "ing", "ly")
_SHORTEST, _LONG = 4, 6
"""Words of few letters are near many others: they are held against the title of what they name alone, and those in
between against words with a letter less or more, or two letters turned round."""
_SAYS = ("title", "says", "question")
_MOST = 300
"""So many words that stand alone are looked at: where there are more, standing alone means nothing."""


@check(
    "SF232",
    Severity.WARNING,
    "An id that looks misspelt",
    why="An id that nothing else names can be misspelt unnoticed, and whoever looks for it later does not find it.",
    bad="glossary:\n  Harbour: A harbour is where boats lie.\nthings:\n  captain:\n    harbuor-master: {}\n",
    good="glossary:\n  Harbour: A harbour is where boats lie.\nthings:\n  captain:\n    harbour-master: {}\n",
)
def misspelt_id(book: Book) -> Iterator[Finding]:
    """A word of an id that stands nowhere else, while one that differs from it in a letter does."""
    left = _MOST
    written = Counter(_WORD.findall("\n".join(book.files.values()).lower()))
    for subject, definition in definitions(book):
        for name in _names(definition):
            parts = re.split("[- ]", name.lower())
            for part in parts:
                if written[part] != 1:
                    continue
                left -= 1
                if left < 0:
                    return
                title = _own_words(definition)
                meant = _meant(part, written, title - set(parts) if part not in title else set())
                if meant is not None:
                    at = name.lower().index(part)
                    message = f"“{part}” in this id looks misspelt: “{meant}” is written in other places."
                    yield Finding(name.place(at, at + len(part)), message, subject)


def _own_words(definition: Definition) -> set[str]:
    """The words that a definition says of itself."""
    node = definition.node
    said = [node[key] for key in _SAYS if key in node] if isinstance(node, Map) else []
    return {word for text in said if isinstance(text, Text) for word in _WORD.findall(text.lower())}


def _names(definition: Definition) -> Iterator[Text]:
    """The id of a definition, and the names that it gives."""
    names: list[object] = [definition._id]
    node = definition.node
    for field in ("choose", "given"):
        inner = node.get(field) if isinstance(node, Map) else None
        names += inner if isinstance(inner, Map) else ()
    if isinstance(definition, ChoiceProperty):
        names += definition.one_of
    yield from (name for name in names if isinstance(name, Text) and not isinstance(definition, RuleSource))


def _meant(part: str, written: Counter[str], title: set[str]) -> str | None:
    """What a word that is written here alone was to be: a word of the title that is not in it, or any other."""
    if not part.isalpha() or any(form in written for form in _forms(part)):
        return None
    near = (_slips(part) | _changed(part)) & title
    near |= {f"{part[:at]}-{part[at:]}" for at in range(2, len(part) - 1) if {part[:at], part[at:]} <= title}
    if len(part) >= _SHORTEST:
        others = _slips(part) | (_changed(part) if len(part) >= _LONG else set())
        near |= {word for word in others if written[word] > 1}
    return min((word for word in near if len(word) > 1), default=None)


def _slips(word: str) -> set[str]:
    """All words with a letter less or more, or with two letters turned round."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    made = {head + tail[1:] for head, tail in cuts if tail}
    made |= {head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1}
    return (made | {head + letter + tail for head, tail in cuts for letter in _LETTERS}) - {word}


def _changed(word: str) -> set[str]:
    """All words with another letter in one place; another last letter makes another form of a word."""
    return {word[:at] + letter + word[at + 1 :] for at in range(len(word) - 1) for letter in _LETTERS} - {word}


def _forms(word: str) -> set[str]:
    """Forms of a word: ship and ships, use and used."""
    made = {word + end for end in _ENDINGS} | {word.removesuffix(end) for end in _ENDINGS if word.endswith(end)}
    made |= {word + end for end in ("d", "r") if word.endswith("e")} | {
        word[:-1] for end in ("ed", "er") if word.endswith(end)
    }
    return made - {word} - ({word[:-1]} if word[-1:] == word[-2:-1] else set())
