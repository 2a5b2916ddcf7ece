"""Books to print: the game of lanterns beside this file, as it is or with a word changed, and what is shipped."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pypdf

from sfrules.model.book import Book
from sfrules.pipeline import load
from sfrules.publish.faces import Paragraph
from sfrules.resources import resource

LANTERN = Path(__file__).parent / "lantern"
SHIPPED = sorted(path.name for path in resource("content").iterdir() if path.is_dir())


@cache
def lantern(*edits: tuple[str, str]) -> Book:
    """The game of lanterns; each edit replaces one text by another, once."""
    loaded = load(LANTERN, overlay={LANTERN / "lantern.yaml": lantern_text(*edits)})
    assert loaded.playable, loaded.found
    return loaded.book


def lantern_text(*edits: tuple[str, str]) -> str:
    """What stands in its file after the edits."""
    text = (LANTERN / "lantern.yaml").read_text(encoding="utf-8")
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@cache
def shipped(name: str) -> Book:
    """A scenario that comes with the program."""
    return load(resource("content") / name).book


def shown(paragraph: Paragraph) -> str:
    """A paragraph as it reads; what is written on is in brackets."""
    return "".join(f"[{run.text}]" if run.style in ("blank", "check") else run.text for run in paragraph)


def squeezed(text: str) -> str:
    """Without any space, as line breaks and hyphens of print are no part of a text."""
    return re.sub(r"[\s\u00ad]+", "", text)


def words_of(pdf: Path, *, fronts: bool = False) -> str:
    """All text of a file, or of every other page, squeezed."""
    pages = pypdf.PdfReader(pdf).pages
    return squeezed("".join(pages[at].extract_text() for at in range(0, len(pages), 1 + fronts)))
