"""Words of the content: terms of the glossary that nobody reads, and names that are spelt in two ways."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from sfrules.check.once import once
from sfrules.check.rule import Finding, check
from sfrules.check.titles import Word, words_of
from sfrules.diag import Severity, Span
from sfrules.model.base import Definition, Described
from sfrules.model.book import Book
from sfrules.model.definitions import definitions
from sfrules.model.scenario import Term
from sfrules.model.test import Case
from sfrules.source.nodes import Map, Text

_PROSE = ("text", "says", "flavour", "question", "manual", "summary", "setting", "disclaimer")
_NEAR = 0.86
_MOST = 100_000_000
"""So many letters are gone through for terms: a glossary of thousands, in a megabyte of texts, is no designer's."""
_SHORTEST = 6
_SMALL_WORDS = frozenset(("a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"))


@check(
    "SF720",
    Severity.WARNING,
    "A term that no text uses",
    why="A glossary explains words that a reader meets; one that stands nowhere is left over, or is spelt otherwise.",
    bad="glossary:\n  Flotsam: What the sea gives back.\n",
    good="glossary:\n  Flotsam: What the sea gives back.\nlimits:\n  once: {times: 1, text: One piece of flotsam.}\n",
)
def unused_term(book: Book) -> Iterator[Finding]:
    """A term of the glossary that stands in no title, text or page but where it is explained."""
    if not book.whole or not book.glossary:
        return
    everything = "\n".join(book.files.values()).lower()
    for term in islice(book.glossary.values(), 1 + _MOST // (1 + len(everything))):
        name = str(term.id).lower()
        stem = name[:-1] if name.endswith(("s", "y")) and len(name) > 3 else name
        # another spelling is found by itself
        if sum(map(everything.count, {stem, stem.replace("-", " "), stem.replace(" ", "-")})) < 2:
            message = f"The term “{term.id}” is explained, and no text, title or page uses it."
            yield Finding(term.span, message, f"term {term.id}")


@check(
    "SF721",
    Severity.WARNING,
    "One name in two spellings",
    why="Sea-Dog, Sea Dog and Seadog are three names for a reader, and the website links only one of them.",
    bad="glossary:\n  Sea-Dog: An old captain.\n  Harbour: Where a sea dog sleeps.\n",
    good="glossary:\n  Sea-Dog: An old captain.\n  Harbour: Where a sea-dog sleeps.\n",
)
def two_spellings(book: Book) -> Iterator[Finding]:
    """A title or term that is written with a hyphen in one place, and as one word or as two in another."""
    names = names_of(book)
    terms: dict[str, Text] = {}
    for term in book.glossary.values():
        first = terms.setdefault(squashed(term.id), term.id)
        if first is not term.id:
            yield Finding(term.span, f"“{term.id}” and “{first}” are one term in two spellings.", f"term {term.id}")
    for prose in proses(book):
        for start, end, name in _spelt(prose, names):
            written = prose.text[start:end]
            if _is_other_spelling(written, name):
                yield Finding(prose.span(start, end), f"“{written}” is spelt “{name}” elsewhere.", prose.subject)


@check(
    "SF722",
    Severity.WARNING,
    "A name that is nearly one of the content",
    why="A card that calls for the Stromy Pass is looked for in vain.",
    bad="glossary:\n  Stormy Pass: The way round the cape.\n  Cape: Behind it lies the Stromy Pass.\n",
    good="glossary:\n  Stormy Pass: The way round the cape.\n  Cape: Behind it lies the Stormy Pass.\n",
)
def near_name(book: Book) -> Iterator[Finding]:
    """Words with capitals in the middle of a sentence that differ from a title or term in a letter or two."""
    names = names_of(book)
    for prose in proses(book):
        for start, end in _proper_nouns(prose):
            written = prose.text[start:end]
            name = _meant(written, names)
            if name is not None:
                message = f"“{written}” is no title and no term. Did you mean “{name}”?"
                yield Finding(prose.span(start, end), message, prose.subject)


class Prose(NamedTuple):
    """A text that a reader sees, and where it stands."""

    subject: str
    text: str
    words: tuple[Word, ...]
    node: Text | None
    line: Span | None = None

    def span(self, start: int, end: int) -> Span:
        """The place of a stretch of it."""
        if self.node is not None:
            return self.node.place(start, end)
        assert self.line is not None
        return Span(self.line.file, self.line.line, start + 1, self.line.line, end + 1)


@once
def proses(book: Book) -> tuple[Prose, ...]:
    """All texts that are printed, those of pages line by line."""
    return tuple(_all_proses(book))


def _all_proses(book: Book) -> Iterator[Prose]:
    for subject, definition in definitions(book):
        for node in _texts(definition):
            yield Prose(subject, str(node), words_of(node), node)
    for shown, text in book.pages.items():
        for number, line in enumerate(text.splitlines(), 1):
            yield Prose("page", line, words_of(line), None, Span(shown, number, 1))


def _texts(definition: Definition) -> Iterator[Text]:
    held = definition.node
    if isinstance(definition, Term):
        yield definition.text
    elif isinstance(held, Map) and not isinstance(definition, Case):
        yield from (node for key, node in held.items() if key in _PROSE and isinstance(node, Text))


@once
def names_of(book: Book) -> Mapping[str, str]:
    """Titles and terms as they are written, by their letters alone; what is written in two ways is left out."""
    found: dict[str, set[str]] = {}
    for _, definition in definitions(book):
        if isinstance(definition, Described) and definition.title is not None and "{" not in definition.title:
            for name in (definition.title, getattr(definition, "plural", None)):
                if name is not None:
                    found.setdefault(squashed(name), set()).add(str(name))
    for term in book.glossary:
        found.setdefault(squashed(term), set()).add(str(term))
    return {key: min(names) for key, names in found.items() if len({_separators(name) for name in names}) == 1}


def squashed(name: str) -> str:
    """A name by its letters alone, so that all ways to write it are one."""
    return "".join(word.key.replace("-", "") for word in words_of(str(name)))


def _is_other_spelling(written: str, name: str) -> bool:
    """Whether a name is parted otherwise; two words side by side need not be one that is written together."""
    parts = _separators(name)
    return _separators(written) != parts and (bool(parts) or "-" in written)


def _separators(name: str) -> str:
    return re.sub(r"[^- ]", "", name.strip())


def _spelt(prose: Prose, names: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """Each word, and each two that stand side by side, whose letters are those of a name."""
    before: Word | None = None
    letters = ""
    for word in prose.words:
        key = word.key.replace("-", "")
        if key in names:
            yield word.start, word.end, names[key]
        if before is not None and letters + key in names and prose.text[before.end : word.start] == " ":
            yield before.start, word.end, names[letters + key]
        before, letters = word, key


def _proper_nouns(prose: Prose) -> Iterator[tuple[int, int]]:
    """Runs of words with capitals that begin in the middle of a sentence."""
    run: list[Word] = []
    text = prose.text
    for word in prose.words:
        if not word.large and not run:
            continue
        follows = bool(run) and text[run[-1].end : word.start] == " "
        if word.large and follows:
            run.append(word)
            continue
        if run:
            yield run[0].start, run[-1].end
        opens = text[: word.start].rstrip(' *(“"‘\n')[-1:] in ("", ".", ":", "!", "?", "#", "|", "-", "…", "”")
        run = [word] if word.large and not opens else []
    if run:
        yield run[0].start, run[-1].end


def _meant(written: str, names: Mapping[str, str]) -> str | None:
    """The name that was most likely meant, None if it is one itself or is like none."""
    key = squashed(written)
    if key in names or len(key) < _SHORTEST:
        return None
    alike = [name for name in names if name[:1] == key[:1] and abs(len(name) - len(key)) <= 2 and name not in key]
    near = difflib.get_close_matches(key, alike, n=1, cutoff=_NEAR)
    return names[near[0]] if near and not near[0].startswith(key) else None
