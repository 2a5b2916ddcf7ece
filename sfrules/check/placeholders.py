"""Placeholders in texts: `{toll}` stands for a number or a name, and somebody must know which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from sfrules.check.rule import Finding, check
from sfrules.diag import Severity, Span, did_you_mean
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.define import WITHIN
from sfrules.model.definitions import definitions
from sfrules.source.nodes import Map, Text

_BRACES = re.compile(r"\{([a-z][a-z0-9-]*)\}")
_TEXTS = frozenset((
    "title", "text", "flavour", "note", "says", "question", "manual", "phrase", "declared_as", "summary", "setting",
    "disclaimer",
))  # fmt: skip
"""Keys that hold words for people."""


@check(
    "SF234",
    Severity.WARNING,
    "A placeholder that nothing fills",
    why="What stands in braces is replaced by a number or a name; where nothing is called so, the braces are printed.",
    bad='glossary:\n  toll: "A captain pays {tol}."\nnumbers: {toll: 3}\n',
    good='glossary:\n  toll: "A captain pays {toll}."\nnumbers: {toll: 3}\n',
)
def unfilled_placeholder(book: Book) -> Iterator[Finding]:
    """A word in braces that is no named number, no field of the card, and nothing that the entry is given."""
    if not book.whole or book.spoilt.get("numbers"):
        return
    numbers = set(map(str, book.numbers))
    unsure = numbers | book.spoilt.get(WITHIN, frozenset())
    for subject, definition in (*definitions(book), *book.alternatives):
        for text in _texts(definition):
            for name, start, end in _braced(text):
                if name not in unsure and name not in (own := _own(book, definition)):
                    yield Finding(text.place(start, end), _message(name, chain(numbers, own)), subject)
    for shown, page in book.pages.items():
        for name, start, end in _braced(page):
            if name not in numbers:
                yield Finding(_place(shown, page, start, end), _message(name, numbers))


def _message(name: str, known: Iterable[str]) -> str:
    hint = did_you_mean(name, known)
    return f"Nothing fills {{{name}}}: no number is called so, and nothing that this text knows.{hint}"


def _own(book: Book, definition: Definition) -> set[str]:
    """What a definition fills its placeholders with besides numbers."""
    names = {str(name) for field in ("given", "choose") for name in getattr(definition, field, ())}
    if isinstance(definition, Card) and (kind := book.card_kinds.get(definition.kind)) is not None:
        names |= set(map(str, kind.has))
    return names


def _texts(definition: Definition) -> Iterator[Text]:
    node = definition.node
    for key, value in node.entries() if isinstance(node, Map) else ():
        if key in _TEXTS and isinstance(value, Text):
            yield value
    if isinstance(node, Text):
        yield node


def _braced(text: str) -> Iterator[tuple[str, int, int]]:
    if "{" in text:
        for match in _BRACES.finditer(text):
            yield match[1], match.start(1), match.end(1)


def _place(shown: str, page: str, start: int, end: int) -> Span:
    line, head = page.count("\n", 0, start) + 1, page.rfind("\n", 0, start) + 1
    return Span(shown, line, start - head + 1, line, end - head + 1)
