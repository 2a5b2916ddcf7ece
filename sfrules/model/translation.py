"""Translations of a scenario: the words of each language beside their originals, and what can be said of both."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from sfrules.diag import Span
from sfrules.lang.spoken import spoken
from sfrules.model.originals import Place, TextPath
from sfrules.record import record
from sfrules.source.files import SourceFile
from sfrules.source.nodes import Map, Seq, Text

if TYPE_CHECKING:
    from sfrules.model.book import Book

HEAD, PHRASES = "translation", "phrases"
"""The keys of a translation that are no sections: what it is, and what rules say to people."""

LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")
OLD = "#= "
"""How a comment above a translation begins that tells the words it was made from."""

_OF = re.compile(r"^of: *([0-9a-f]{8}) *\r?\n", re.MULTILINE)
_BARE_HEAD = re.compile(r"\A---\r?\n---\r?\n")


@record
class Pair:
    """A text, or a list of texts, and its translation."""

    path: TextPath
    place: Place
    key: Text
    node: Text | Seq

    @property
    def texts(self) -> tuple[Text, ...]:
        """The translation, one text or several."""
        items = self.node if isinstance(self.node, Seq) else [self.node]
        return tuple(item for item in items if isinstance(item, Text))

    @property
    def made_from(self) -> str | None:
        """The words that it was made from, where comments above its key tell them; their spaces are not kept."""
        lines, number = self.key.file.lines, self.key.start.line - 1
        told: list[str] = []
        while number >= 0 and (line := lines[number].strip()).startswith("#"):
            if line.startswith(OLD.strip()):
                told.insert(0, line.removeprefix(OLD.strip()).strip())
            number -= 1
        return " ".join(told) if told else None


@record
class PagePair:
    """A page of the rulebook, by the names and texts of the original and the translation."""

    name: str
    original: str
    shown: str
    text: str


@record
class Translation:
    """What is translated into one language. `name` is what the language calls itself, `head` where that is written.

    `missing` are the texts without a translation. `whole` is False where the file could not be read in full.
    """

    language: str
    name: str
    file: SourceFile
    head: Span
    root: Map
    pairs: tuple[Pair, ...] = ()
    missing: tuple[tuple[TextPath, Place], ...] = ()
    phrases: Mapping[Text, Text] = field(default_factory=dict)
    pages: tuple[PagePair, ...] = ()
    missing_pages: tuple[str, ...] = ()
    whole: bool = True


def phrases_of(book: Book) -> dict[str, Span]:
    """What the rules of a book say to people, each once, with the first place where it is said."""
    made: dict[str, Span] = {}
    for rule in book.rules.values():
        for said, at in spoken(rule.tree) if rule.tree is not None else ():
            made.setdefault(said, rule.place(at))
    return made


def one_line(text: str) -> str:
    """Words without their line breaks and second spaces, to be compared."""
    return " ".join(text.split())


def page_mark(text: str) -> str:
    """A short digest of a page, which says of which page a translation was made."""
    return hashlib.sha256(one_line(_OF.sub("", text)).encode()).hexdigest()[:8]


def page_made_from(text: str) -> str | None:
    """The digest that the front matter of a translated page tells."""
    found = _OF.search(text) if text.startswith("---") else None
    return found[1] if found is not None else None


def without_mark(text: str) -> str:
    """A translated page without that digest."""
    return _OF.sub("", text, count=1) if text.startswith("---") else text


def translated_page(page: PagePair) -> bool:
    """Whether a page says anything else than its original."""
    return one_line(_BARE_HEAD.sub("", without_mark(page.text))) != one_line(page.original)


def stale_pairs(translation: Translation) -> Iterator[Pair]:
    """Translations of texts that have changed since."""
    for pair in translation.pairs:
        old = pair.made_from
        if old is not None and old != one_line(pair.place.original):
            yield pair


def stale_pages(translation: Translation) -> Iterator[str]:
    """Pages whose original has changed since they were translated, by name."""
    for page in translation.pages:
        if page_made_from(page.text) not in (None, page_mark(page.original)):
            yield page.name


def texts_of(one: Translation) -> set[str]:
    """The names of all files of a translation."""
    return {one.file.shown, *(page.shown for page in one.pages)}
