"""The proof before anything is built: what will be wrong on paper and on the website, told at its line of content.

In a usual run that is what costs next to nothing; for the profile `print` cards are set as they would be printed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from posixpath import dirname, join, normpath, relpath
from typing import NamedTuple
from urllib.parse import unquote

from sfrules.diag import Diagnostic, Related, Severity, Span, did_you_mean
from sfrules.model.book import Book
from sfrules.publish.heads import head_findings
from sfrules.publish.pages.places import Places, page_name
from sfrules.publish.prints import print_findings, set_findings
from sfrules.publish.proofcodes import QUICK, SLOW

_LINK = re.compile(r"(!?)\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)|^\s{0,3}\[(?!\^)[^\]]+\]:\s*<?([^\s>]+)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|/|\\")
_HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*?)(?:\s+\{#([a-z][a-z0-9-]*)\})?\s*#*\s*$")
_FENCE = re.compile(r"^\s{0,3}(?:`{3,}|~{3,})")
_CODE = re.compile(r"(`+).+?\1")
_ALWAYS = (
    "index.md", "glossary.md", "sources.md", "gaps.md", "tracks.md", "zones.md", "terms.md", "windows.md", "phases.md",
    "triggers.md", "endings.md", "variants.md", "setup.md", "seats.md", "things.md", "map.md", "moderator.md",
    "findings.md", "cards/index.md", "actions/index.md", "powers/index.md",
)  # fmt: skip
"""Pages that a rulebook may have whatever its content; some are left out where there is nothing for them to hold."""
_OF_TOOLS = ("language/", "checks/")
_DEEPEST = 100
"""So far in may a line of a page begin: lists of twenty-five levels, which nobody reads, and everything can show."""


class Link(NamedTuple):
    """A link as the designer wrote it."""

    span: Span
    target: str
    picture: bool

    @property
    def built(self) -> str:
        """What becomes of its target in the finished page."""
        path, sign, anchor = unquote(self.target).partition("#")
        return f"{path.removesuffix('.md')}.html{sign}{anchor}" if path.endswith(".md") else f"{path}{sign}{anchor}"


def proof(book: Book, *, typeset: bool, off: frozenset[str] = frozenset()) -> Iterator[Diagnostic]:
    """What would be wrong; with `typeset` also what shows only when cards are set. What is `off` costs nothing."""
    if not off.issuperset(QUICK):
        yield from print_findings(book)
        yield from page_findings(book)
        yield from head_findings(book)
        dead = list(link_findings(book))
        yield from dead
        yield from _translated_findings(book, {finding.span for finding in dead})
    if typeset and not off.issuperset(SLOW):
        yield from set_findings(book)


def page_findings(book: Book) -> Iterator[Diagnostic]:
    """Pages of the designer that no website can hold: two of one address, and what is nested too deeply."""
    first: dict[str, str] = {}
    for shown, text in book.pages.items():
        there = first.setdefault(page_name(shown), shown)
        if there != shown:
            yield _twin(shown, there)
        yield from _too_deep(shown, text)


def _too_deep(shown: str, text: str) -> Iterator[Diagnostic]:
    deep = next((number for number, line in _prose(text) if _indent(line) > _DEEPEST), None)
    if deep is not None:
        message = f"This line begins after more than {_DEEPEST} blanks: a list is nested too deeply to be shown."
        help_ = "Write it as several lists."
        yield Diagnostic("SF820", message, Span(shown, deep, 1), Severity.ERROR, "page", help_)


def _translated_findings(book: Book, told: Collection[Span]) -> Iterator[Diagnostic]:
    """The same for each translation, whose pages take the places of their originals; beyond what is told of these."""
    for one in book.translations.values():
        put = {page.name: (page.shown, page.text) for page in one.pages}
        for shown, text in put.values():
            yield from _too_deep(shown, text)
        pages = dict(put.get(PurePosixPath(shown).stem, (shown, text)) for shown, text in book.pages.items())
        ours = {shown for shown, _ in put.values()}
        for finding in link_findings(replace(book, pages=pages)):
            if finding.span.file in ours:
                yield finding
            elif finding.span not in told:
                more = f"In {one.name} that page has other headings: give them an {{#id}}, or translate this page too."
                yield replace(finding, help=more)


def _twin(shown: str, there: str) -> Diagnostic:
    name, other = (file.rpartition("/")[2] for file in (shown, there))
    address = page_name(shown).replace(".md", ".html")
    message = f"This page and {other} would both become {address}, and one of them would be lost."
    help_ = f"Rename {name}: capitals, blanks and signs do not tell two pages apart."
    related = (Related(Span(there, 1, 1), "the other page"),)
    return Diagnostic("SF820", message, Span(shown, 1, 1), Severity.ERROR, "page", help_, related)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip()) if line.strip() else 0


def link_findings(book: Book) -> Iterator[Diagnostic]:
    """Links of the designer's pages that lead to no page, or to no place on it."""
    links = [(shown, link) for shown, text in book.pages.items() for link in links_of(shown, text)]
    if not links:
        return
    places = Places(book).by_key.values()
    anchors: dict[str, set[str]] = {name: set() for name in _ALWAYS}
    for place in places:
        anchors.setdefault(place.page, set()).add(place.anchor)
    written = {page_name(shown): set(_anchors(text)) for shown, text in book.pages.items()}
    nouns = {place.anchor.split("-")[0] for place in places}
    for shown, link in links:
        said = _problem(page_name(shown), link, anchors, written, nouns)
        if said:
            yield Diagnostic("SF821", f"“{link.target}” {said}", link.span, Severity.ERROR, "page")


def _problem(page: str, link: Link, anchors: dict[str, set[str]], written: dict[str, set[str]], nouns: set[str]) -> str:
    """What is wrong with a link, in the words behind its target; nothing if it holds."""
    if _SCHEME.match(link.target):
        return "is a picture from the network, which a page that is opened from the disk does not have."
    path, _, anchor = link.target.partition("#")
    target = normpath(join(dirname(page), unquote(path))) if path else page
    if target.startswith("..") or target.startswith(_OF_TOOLS):
        return ""
    if link.picture or not target.endswith(".md"):
        return "is no page: only pages are taken into the rulebook, no pictures and no other files."
    if target not in anchors and target not in written:
        return f"names no page of the rulebook.{_near(target, page, {*anchors, *written})}"
    known = written.get(target) or anchors.get(target, set())
    if anchor and unquote(anchor) not in known and (target in written or anchor.split("-")[0] in nouns):
        return f"names no place on that page.{did_you_mean(anchor, known)}"
    return ""


def _near(target: str, page: str, known: set[str]) -> str:
    """A hint at a page of nearly the same name, as one would write it."""
    folder = dirname(page)
    hint = did_you_mean(target, known)
    meant = next((name for name in known if f"“{name}”" in hint), "")
    return f" Did you mean “{relpath(meant, folder)}”?" if meant else ""


def links_of(shown: str, text: str) -> Iterator[Link]:
    """The links of a page, each with its place in the designer's file."""

    for number, line in _prose(text):
        bare = _CODE.sub(lambda match: " " * len(match[0]), line)
        for match in _LINK.finditer(bare):
            group = 2 if match[2] is not None else 3
            target = match[group]
            if not _SCHEME.match(target) or (match[1] and target.lower().startswith(("http:", "https:"))):
                column = match.start(group) + 1
                yield Link(Span(shown, number, column, number, column + len(target)), target, bool(match[1]))


def _anchors(text: str) -> Iterator[str]:
    """The places on a page: its headings, by the names that the website gives them."""
    taken: set[str] = set()
    for _, line in _prose(text):
        match = _HEADING.match(line)
        if match is not None:
            name = match[2] or slug_of(match[1])
            at, number = name, 1
            while at in taken:
                at, number = f"{name}_{number}", number + 1
            taken.add(at)
            yield at


def slug_of(heading: str) -> str:
    """A heading as the address of its place: small letters, digits and hyphens."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    words = re.sub(r"[^\w\- ]", "", re.sub(r"[*`]", "", plain)).strip().lower()
    return words.replace(" ", "-")


def _prose(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a page that are no code, with their numbers."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield number, line
