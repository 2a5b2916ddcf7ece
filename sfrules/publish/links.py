"""Every link of a built site, followed on disk: a page opened from a folder has no server and no network to help it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Literal
from urllib.parse import unquote, urlsplit

from sfrules.record import record

Kind = Literal["link", "asset"]

_ASSET_ATTRIBUTES = {
    "audio": ("src",),
    "embed": ("src",),
    "iframe": ("src",),
    "image": ("href", "xlink:href"),
    "img": ("src",),
    "input": ("src",),
    "link": ("href",),
    "object": ("data",),
    "script": ("src",),
    "source": ("src",),
    "track": ("src",),
    "use": ("href", "xlink:href"),
    "video": ("src", "poster"),
}
_LINK_ATTRIBUTES = {"a": ("href", "xlink:href"), "area": ("href",)}
_LINK_RELATIONS = {"alternate", "author", "canonical", "license", "next", "prev"}
_OUTWARD = {"http", "https", "mailto", "tel"}
_CSS_URL = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)'"]*))\s*\)|@import\s+["']([^"']+)""")


@dataclass(frozen=True, slots=True, order=True)
class LinkFault:
    """A reference that leads nowhere, or out to the network: where it stands, the reference, what is wrong."""

    page: str
    line: int
    target: str
    problem: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: '{self.target}' {self.problem}"


@record
class _Use:
    kind: Kind
    target: str
    line: int


@dataclass(slots=True)
class _Page:
    anchors: set[str] = field(default_factory=set)
    uses: list[_Use] = field(default_factory=list)


def check_links(site: Path) -> list[LinkFault]:
    """The faults of all pages and style sheets under `site`, sorted; none when each reference holds from the disk.

    Each relative link and asset must name a file (in that very spelling), each #anchor an id of its page. Links out to
    the web are fine; an image, script, style or frame from the web is not.
    """
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    read = (".html", ".svg", ".css")
    pages = {name: _read(name, path) for name, path in sorted(files.items()) if name.endswith(read)}
    return sorted(
        LinkFault(name, use.line, use.target, problem)
        for name, page in pages.items()
        for use in page.uses
        for problem in _problems(name, use, files.keys(), pages)
    )


def _read(name: str, path: Path) -> _Page:
    text = path.read_text(encoding="utf-8", errors="replace")
    if name.endswith(".css"):
        return _Page(uses=list(_css_uses(text, 1)))
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.page


def _css_uses(text: str, line: int) -> Iterator[_Use]:
    for found in _CSS_URL.finditer(text):
        target = next((part for part in found.groups() if part), "").strip()
        yield _Use("asset", target, line + text.count("\n", 0, found.start()))


def _problems(name: str, use: _Use, files: Collection[str], pages: dict[str, _Page]) -> Iterator[str]:
    try:
        parts = urlsplit(use.target)
    except ValueError:
        yield "is not an address"
        return
    if parts.scheme == "data" and use.kind == "asset":
        return
    if parts.scheme or parts.netloc:
        yield from _outward_problems(use, parts.scheme or "https")
    else:
        yield from _inward_problems(name, unquote(parts.path), unquote(parts.fragment), files, pages)


def _outward_problems(use: _Use, scheme: str) -> Iterator[str]:
    if scheme not in _OUTWARD:
        yield f"uses '{scheme}:', which a page of the rulebook may not"
    elif use.kind == "asset":
        yield "is loaded from the network"


def _inward_problems(
    name: str, path: str, anchor: str, files: Collection[str], pages: dict[str, _Page]
) -> Iterator[str]:
    if path.startswith("/"):
        yield "starts at the root of a server, which a page opened from the disk does not have"
        return
    target = normpath(join(dirname(name), path)) if path else name
    if target not in files:
        yield "names no file of the site"
    elif anchor and target.endswith(".html") and anchor != "top" and anchor not in pages[target].anchors:
        yield f"names no place on {target}"


class _Reader(HTMLParser):
    """Collects the ids of one page and what it refers to."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = _Page()
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value is not None}
        self.page.anchors.update(values[name] for name in ("id", "name") if name in values)
        self._in_style = tag == "style"
        line = self.getpos()[0]
        self.page.uses += (_Use(kind, target.strip(), line) for kind, target in _references(tag, values))
        self.page.uses += _css_uses(values.get("style", ""), line)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._in_style = False

    def handle_endtag(self, tag: str) -> None:
        self._in_style = self._in_style and tag != "style"

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.page.uses += _css_uses(data, self.getpos()[0])


def _references(tag: str, values: dict[str, str]) -> Iterator[tuple[Kind, str]]:
    for name in _LINK_ATTRIBUTES.get(tag, ()):
        if name in values:
            yield "link", values[name]
    is_link = tag == "link" and _LINK_RELATIONS.intersection(values.get("rel", "").split())
    for name in _ASSET_ATTRIBUTES.get(tag, ()):
        if name in values:
            yield ("link" if is_link else "asset"), values[name]
    for candidate in values.get("srcset", "").split(","):
        if candidate.strip():
            yield "asset", candidate.split()[0]
