"""A small scenario to stand around the few lines a test is about, and the way from text to findings."""

from __future__ import annotations

import re
from pathlib import Path

from sfrules import check
from sfrules.cli.examples import surroundings
from sfrules.diag import Diagnostic, in_order
from sfrules.model.book import Book
from sfrules.model.build import build
from sfrules.model.choices import Choices
from sfrules.model.rules import type_rules
from sfrules.source.files import SourceFile, Sources, read_text

TRANSLATION = re.compile(r"^# (texts/[\w-]+\.yaml):\n", re.MULTILINE)
MARK = re.compile(r"[ \t]*#! .*$", re.MULTILINE)


def sources(*texts: str, shown: str = "case.yaml") -> tuple[Sources, list[Diagnostic]]:
    """The texts as files of a scenario; the first is called `shown`, the others case2.yaml and so on."""
    files, found = [], []
    for number, text in enumerate(texts, 1):
        file, more = read_text(text, shown if number == 1 else f"case{number}.yaml")
        files.append(file)
        found += more
    return Sources(Path("harbour"), "harbour", tuple(files)), found


def surrounded(text: str) -> tuple[Sources, list[Diagnostic]]:
    """The text, and what a scenario needs besides, in a file of its own. Translations in it keep its line numbers."""
    content, *others = TRANSLATION.split(text)
    made, found = sources(content)
    base = SourceFile(Path("base.yaml"), "base.yaml", surroundings([content]))
    texts, above = [], content
    for path, words in zip(others[::2], others[1::2], strict=True):
        above += "\n"
        texts.append(SourceFile(made.root / path, made.files[0].shown, "\n" * above.count("\n") + words))
        above += words
    return Sources(made.root, made.shown, (*made.files, base), texts=tuple(texts)), found


def book_of(*texts: str, choices: Choices | None = None) -> tuple[Book, list[Diagnostic]]:
    """The Book of some files, with what is wrong in them, checks included."""
    made, found = sources(*texts)
    return _checked(made, found, choices)


def judged(text: str, choices: Choices | None = None) -> tuple[Book, list[Diagnostic]]:
    """The same for a few lines with a scenario around them."""
    made, found = surrounded(text)
    return _checked(made, found, choices)


def _checked(made: Sources, found: list[Diagnostic], choices: Choices | None) -> tuple[Book, list[Diagnostic]]:
    book, more = build(made, choices)
    book, _, _ = type_rules(book)  # checks of secrets read typed rules; slips in rules have tests of their own
    return book, in_order([*found, *more, *check.run(book)])


def told(found: list[Diagnostic]) -> list[str]:
    """The findings as `file:line:column code`."""
    return [f"{diagnostic.span} {diagnostic.code}" for diagnostic in found]
