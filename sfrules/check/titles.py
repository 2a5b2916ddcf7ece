"""What a text speaks of: titles of the content that stand in it as words, in singular or plural."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from sfrules.model.base import Described
from sfrules.model.book import Book

_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_LEADING = frozenset(("the", "a", "an", "own"))
_TITLED = (
    "things", "cards", "zones", "actions", "powers", "windows", "menus", "limits", "define", "triggers", "routines",
)  # fmt: skip


class Name(NamedTuple):
    """Something that has a title; a property also has the kind that it is `of`, which is "" for the table."""

    section: str
    id: str
    of: str = ""


class Mention(NamedTuple):
    """Where a text names something: one title may belong to several. `sure` if it cannot be a plain word."""

    start: int
    end: int
    names: tuple[Name, ...]
    sure: bool


class Word(NamedTuple):
    """A word of a text, as it is compared with others."""

    start: int
    end: int
    key: str
    large: bool


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[Word, ...]:
    """The words of a text with their places; plural, possessive and capitals do not count."""
    # thousands of words are read, and a named tuple made by name takes twice as long
    return tuple([tuple.__new__(Word, (*m.span(), *_key(m[0]))) for m in _WORD.finditer(text)])


@lru_cache(maxsize=32768)
def _key(word: str) -> tuple[str, bool]:
    """A word without its form, and whether it is written with a capital."""
    return _base(word), word[0].isupper()


def _base(word: str) -> str:
    small = re.sub(r"['’]s?$", "", word.lower())
    if small.endswith("ies") and len(small) > 4:
        return small[:-3] + "y"
    return small[:-1] if small.endswith("s") and not small.endswith("ss") and len(small) > 3 else small


class Titles:
    """All titles of a book, by their words."""

    def __init__(self, book: Book) -> None:
        self._lengths: dict[str, list[int]] = {}
        self._known: dict[tuple[str, ...], tuple[bool, list[Name]]] = {}
        for title, name in _titles(book):
            self._add(title, name)
        for lengths in self._lengths.values():
            lengths.sort(reverse=True)

    def _add(self, title: str, name: Name) -> None:
        words = words_of(re.sub(r"\{[^}]*\}", " ", title))
        while len(words) > 1 and words[0].key in _LEADING:
            words = words[1:]
        if not words:
            return
        keys = tuple(word.key for word in words)
        _, names = self._known.setdefault(keys, (words[0].large, []))
        lengths = self._lengths.setdefault(keys[0], [])
        if len(keys) not in lengths:
            lengths.append(len(keys))
        if name not in names:
            names.append(name)

    def in_text(self, text: str) -> list[Mention]:
        """The longest titles that stand in a text, in order."""
        words = words_of(text)
        found, at = [], 0
        while at < len(words):
            mention = self._at(text, words, at)
            if mention is None:
                at += 1
            else:
                found.append(mention[0])
                at += mention[1]
        return found

    def _at(self, text: str, words: tuple[Word, ...], at: int) -> tuple[Mention, int] | None:
        for length in self._lengths.get(words[at].key, ()):
            known = self._known.get(tuple(word.key for word in words[at : at + length]))
            if known is not None and at + length <= len(words):
                (large, names), first = known, words[at]
                plain = large and (not first.large or (length == 1 and _opens_sentence(text, first.start)))
                return Mention(first.start, words[at + length - 1].end, tuple(names), not plain), length
        return None


def _opens_sentence(text: str, at: int) -> bool:
    """Whether a capital says nothing there, since every sentence has one."""
    before = text[:at].rstrip(' *(“"\n')
    return not before or before[-1] in ".:!?"


def _titles(book: Book) -> Iterator[tuple[str, Name]]:
    """Every title with what it names."""
    for kind in book.kinds.values():
        yield from _plural(kind.label, kind.plural, Name("kinds", str(kind.id)))
        for prop in kind.has.values():
            yield prop.label, Name("properties", str(prop.id), str(kind.id))
    for card_kind in book.card_kinds.values():
        yield from _plural(card_kind.label, card_kind.plural, Name("card_kinds", str(card_kind.id)))
        yield str(card_kind.id).replace("-", " "), Name("card_kinds", str(card_kind.id))
        for prop in card_kind.has.values():
            yield prop.label, Name("fields", str(prop.id), str(card_kind.id))
    for owned in book.table.values():
        yield owned.label, Name("properties", str(owned.id))
    for phase in book.all_phases():
        yield phase.label, Name("phases", str(phase.id))
    for section in _TITLED:
        yield from _section(section, getattr(book, section).values())


def _plural(title: str, plural: str | None, name: Name) -> Iterator[tuple[str, Name]]:
    yield title, name
    if plural is not None:
        yield plural, name


def _section(section: str, definitions: Iterable[Described]) -> Iterator[tuple[str, Name]]:
    for definition in definitions:
        name = Name(section, str(definition.id))
        yield definition.label, name
        short = getattr(definition, "short", None)
        if short is not None and len(short) > 1:
            yield short, name
        head, of, _ = definition.label.partition(" of ")
        if section == "things" and of:
            yield head, name
