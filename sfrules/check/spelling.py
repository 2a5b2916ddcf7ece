"""Ids that look misspelt: a word in them is written nowhere else, and one that is nearly the same is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from sfrules.check.once import once
from sfrules.check.rule import Finding, check
from sfrules.diag import Severity, Span
from sfrules.model.base import Definition, kept
from sfrules.model.book import Book
from sfrules.model.definitions import definitions
from sfrules.model.property import ChoiceProperty
from sfrules.model.scenario import RuleSource
from sfrules.source.nodes import Map, Text

_WORD = re.compile(r"(?<![#\w])[^\W\d_]+")
_GLUED = re.compile(r"(?!\d+(?:st|nd|rd|th)$)(?:[a-z]{3,}[0-9]+|[0-9]+[a-z]{3,})")
"""A word and a number without a hyphen between them."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ENDINGS = ("s", "es", "ed", "er", "y", "ing", "ly")
_SHORTEST, _LONG = 4, 6
"""Words of few letters are near many others: they are held against the title of what they name alone, and those in
between against words with a letter less or more, or two letters turned round."""
_LONGEST = 40
_TITLE = 30
"""What has more words than this is no title."""
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
    for span, part, meant, subject in misspelt(book):
        yield Finding(span, f"“{part}” in this id looks misspelt: “{meant}” is written in other places.", subject)


@once
def misspelt(book: Book) -> tuple[tuple[Span, str, str, str], ...]:
    """Words in ids that were to be others: where each stands, what it is and was to be, and in what."""
    return tuple(_misspelt(book))


def _misspelt(book: Book) -> Iterator[tuple[Span, str, str, str]]:
    left = _MOST
    written = words_written(book)
    for subject, definition in definitions(book):
        titled, own = _unlike_title(definition), None
        for name in names_of(definition):
            parts = re.split("[- ]", name.lower())
            for part in parts:
                glued = _GLUED.fullmatch(part)
                if written[part] != 1 and glued is None and part not in titled:
                    continue
                left -= 1
                if left < 0:
                    return
                title = own = _own_words(definition) if own is None else own
                meant = titled.get(part) or (
                    meant_by(part, written, title - set(parts) if part not in title else set())
                    if glued is None
                    else _apart(glued, book)
                )
                if meant is not None:
                    at = f"-{name.lower()}-".replace(" ", "-").index(f"-{part}-")
                    yield name.place(at, at + len(part)), part, meant, subject


def _apart(glued: re.Match[str], book: Book) -> str | None:
    """A word and a number that stand apart in other places: `round 6` for `round6`."""
    one, two = re.findall("[a-z]+|[0-9]+", glued[0])
    return next((way for way in (f"{one} {two}", f"{one}-{two}") if way in _in_small(book)), None)


def _unlike_title(definition: Definition) -> dict[str, str]:
    """Words of an id that its title has with another letter, neither of them standing in the other one."""
    node, name = definition.node, definition._id
    title = node.get("title") if isinstance(node, Map) else None
    if name is None or not isinstance(title, Text):
        return {}
    parts = re.split("[- ]", name.lower())
    if parts == title.lower().split():
        return {}
    words = _WORD.findall(title.lower())
    if max(len(parts), len(words)) > _TITLE:
        return {}
    alike = len(parts) == len(words)
    extra = [part for part in parts if part not in words and part.isalpha()]
    missing = [word for word in words if word not in parts]
    return {
        part: word
        for part in extra
        for word in missing
        if is_near(part, word) and _is_slip(part, word, alike and parts.index(part) == words.index(word))
    }


def _is_slip(part: str, word: str, placed: bool) -> bool:
    """Whether a word of an id is one of the title, and not another form of it.

    Words of few letters are near many others, and must stand in the same place.
    """
    if len(part) < _SHORTEST:
        return placed
    return not (word.startswith(part) or part.startswith(word)) and word not in forms(part) and part not in forms(word)


def is_near(one: str, other: str) -> bool:
    """Whether two words differ in a letter less or more, in two that are turned round, or in one before the last."""
    if not -2 < len(one) - len(other) < 2 or (one[0] != other[0] and one[-1] != other[-1] and len(one) != len(other)):
        return False  # nearly all are told apart by this
    one, other = sorted((one, other), key=len)
    at = next((at for at, (here, there) in enumerate(zip(one, other, strict=False)) if here != there), len(one))
    if len(one) != len(other):
        return one[at:] == other[at + 1 :]
    if one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]:
        return True
    return at < len(one) - 1 and one[at + 1 :] == other[at + 1 :]


@once
def words_written(book: Book) -> Counter[str]:
    """How often each word stands in the files of a book."""
    return Counter(_WORD.findall(_in_small(book)))


@once
def _in_small(book: Book) -> str:
    """All files, in small letters."""
    return "\n".join(book.files.values()).lower()


def _own_words(definition: Definition) -> set[str]:
    """The words that a definition says of itself."""
    node = definition.node
    said = [node[key] for key in _SAYS if key in node] if isinstance(node, Map) else []
    return {word for text in said if isinstance(text, Text) for word in _WORD.findall(text.lower())}


def names_of(definition: Definition) -> Iterator[Text]:
    """The id of a definition, and the names that it gives."""
    names: list[object] = [kept(definition)["_id"] or getattr(definition, "id_", None)]
    node = definition.node
    for field in ("choose", "given"):
        inner = node.get(field) if isinstance(node, Map) else None
        names += inner if isinstance(inner, Map) else ()
    if isinstance(definition, ChoiceProperty):
        names += definition.one_of
    yield from (name for name in names if isinstance(name, Text) and not isinstance(definition, RuleSource))


def meant_by(part: str, written: Counter[str], title: set[str]) -> str | None:
    """What a word that is written here alone was to be: a word of the title that is not in it, or any other."""
    if not part.isalpha() or len(part) > _LONGEST or any(len(form) > 2 and form in written for form in forms(part)):
        return None
    near = (slips(part) | changed(part)) & title
    near |= {f"{part[:at]}-{part[at:]}" for at in range(2, len(part) - 1) if {part[:at], part[at:]} <= title}
    if len(part) >= _SHORTEST:
        others = slips(part) | (changed(part) if len(part) >= _LONG else set())
        near |= {word for word in others if written[word] > 1}
    return min((word for word in near if len(word) > 1), default=None)


def slips(word: str) -> set[str]:
    """All words with a letter less or more, or with two letters turned round."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    made = {head + tail[1:] for head, tail in cuts if tail}
    made |= {head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1}
    return (made | {head + letter + tail for head, tail in cuts for letter in _LETTERS}) - {word}


def changed(word: str) -> set[str]:
    """All words with another letter in one place; another last letter makes another form of a word."""
    return {word[:at] + letter + word[at + 1 :] for at in range(len(word) - 1) for letter in _LETTERS} - {word}


def forms(word: str) -> set[str]:
    """Forms of a word: ship and ships, use and used."""
    made = {word + end for end in _ENDINGS} | {word.removesuffix(end) for end in _ENDINGS if word.endswith(end)}
    made |= {word + end for end in ("d", "r") if word.endswith("e")} | {
        word[:-1] for end in ("ed", "er") if word.endswith(end)
    }
    return made - {word} - ({word[:-1]} if word[-1:] == word[-2:-1] else set())
