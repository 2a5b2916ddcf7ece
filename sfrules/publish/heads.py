"""The heads of pages: what stands between two lines of --- above the text of a page of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from sfrules.diag import Diagnostic, Related, Severity, Span, did_you_mean
from sfrules.ids import SOURCE_ID
from sfrules.model.book import Book
from sfrules.record import record

_KEYS = ("title", "order", "source")
_MARK = "of"
"""Of which original a translated page was made."""

_EDGE = "---"
_NEARLY_EDGE = re.compile(r"[ \t]*[-\u2010-\u2015]{1,5}[ \t]*")
_OF_HEAD = re.compile(rf"(?:{'|'.join((*_KEYS, _MARK))}):(?: .*)?", re.IGNORECASE)
_SAID = re.compile(r"(?P<key>[\w-]+):[ \t]*(?P<value>.*?)[ \t]*")
_CITED = re.compile(r"[^\[\],\s]+")


@record
class _Page:
    """A page by its lines, the keys that its head may have, and the numbers that it may cite."""

    shown: str
    lines: Sequence[str]
    keys: tuple[str, ...]
    numbers: Collection[str]

    def say(self, line: int, words: str, part: str = "", help_: str = "", related: Span | None = None) -> Diagnostic:
        """A finding at a part of a line (from 0), or at all of it."""
        start = self.lines[line].find(part) if part else 0
        end = start + len(part or self.lines[line])
        span = Span(self.shown, line + 1, start + 1, line + 1, max(end, start + 1) + 1)
        others = (Related(related, "the first is here"),) if related is not None else ()
        return Diagnostic("SF822", words, span, Severity.ERROR, "page", help_, others)


def head_findings(book: Book) -> Iterator[Diagnostic]:
    """What is wrong with the heads of pages, and of their translations; each page by itself."""
    numbers = {*book.sources, *(str(gap.number) for gap in book.gaps.values() if gap.number is not None)}
    translated = {page.shown: page.text for one in book.translations.values() for page in one.pages}
    for shown, text in {**book.pages, **translated}.items():
        keys = (*_KEYS, _MARK) if shown in translated else _KEYS
        yield from _of_page(_Page(shown, text.splitlines(), keys, numbers))


def _of_page(page: _Page) -> Iterator[Diagnostic]:
    lines = page.lines
    if lines[:1] != [_EDGE]:
        yield from _misplaced(page)
        return
    end = next((number for number, line in enumerate(lines) if number and line == _EDGE), None)
    if end is None:
        if len(lines) > 1 and _OF_HEAD.fullmatch(lines[1]):
            yield page.say(0, "The head of this page does not end. Write --- in a line of its own below it.")
        return
    first: dict[str, int] = {}
    for number in range(1, end):
        if not lines[number].strip():
            continue
        said = _SAID.fullmatch(lines[number])
        if said is None:
            words = "A line of a page's head is a key, a colon and a value in the same line."
            yield page.say(number, words, help_="If the head ends above, write --- there.")
            return
        yield from _of_line(page, number, said["key"], said["value"], first)
    if not any(line.strip() for line in lines[end + 1 :]):
        yield page.say(0, "This page has a head and no text. Write it, or delete the file.")


def _misplaced(page: _Page) -> Iterator[Diagnostic]:
    """A head that does not begin as one, so that its lines would be printed."""
    first = next((number for number, line in enumerate(page.lines) if line.strip()), None)
    if first is None:
        return
    below = page.lines[first + 1] if first + 1 < len(page.lines) else ""
    edge = _NEARLY_EDGE.fullmatch(page.lines[first]) is not None
    if (edge and _OF_HEAD.fullmatch(below)) or (not edge and page.lines[first].startswith(("title: ", "order: "))):
        yield page.say(first, "The head of a page begins in its first line, with --- and nothing else.")


def _of_line(page: _Page, number: int, key: str, value: str, first: dict[str, int]) -> Iterator[Diagnostic]:
    """What is wrong with a line of a head, which says a value of a key."""
    if key not in page.keys:
        hint = did_you_mean(key, page.keys) or f" Its keys are {', '.join(page.keys[:-1])} and {page.keys[-1]}."
        yield page.say(number, f"“{key}” is not a key of a page's head.{hint}", key)
    elif first.setdefault(key, number) != number:
        there = Span(page.shown, first[key] + 1, 1, first[key] + 1, len(key) + 1)
        yield page.say(number, f"“{key}” stands in this head already. Leave one of both.", key, related=there)
    elif not value:
        yield page.say(number, f"There is nothing behind {key}. Write a value, or leave the line out.", key)
    elif key == "order" and not value.isdigit():
        yield page.say(number, f"“{value}” is not a number. Pages stand in the order of theirs: order: 2", value)
    elif key == "source":
        for cited in _CITED.findall(value):
            yield from _of_source(page, number, cited)


def _of_source(page: _Page, number: int, cited: str) -> Iterator[Diagnostic]:
    if not SOURCE_ID.fullmatch(cited):
        hint = did_you_mean(cited, page.numbers) or " Write them as [R01, G02]."
        yield page.say(number, f"“{cited}” is not the number of a rule.{hint}", cited)
    elif page.numbers and cited not in page.numbers:
        hint = did_you_mean(cited, {one for one in page.numbers if one[0] == cited[0]} or page.numbers)
        yield page.say(number, f"“{cited}” is neither a source nor the number of a gap.{hint}", cited)
