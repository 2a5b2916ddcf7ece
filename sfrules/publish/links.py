"""Every link of a built site, followed on disk: a page opened from a folder has no server and no network to help it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from html import unescape
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
_ATTRIBUTES = r"""[^<>"']*(?:"[^"<]*"[^<>"']*|'[^'<]*'[^<>"']*)*"""
_TAG = re.compile(
    rf"<(?:!--.*?-->|(?P<name>(?i:script|style))\b(?P<parts>{_ATTRIBUTES})>(?P<inside>.*?)</(?i:(?P=name))\s*>|"
    rf"(?P<any>[A-Za-z][^\s/>]*)(?P<more>{_ATTRIBUTES})>)",
    re.DOTALL,
)
_TELLING = re.compile(r"\b(?:id|name|href|src|srcset|data|poster|style)\s*=", re.IGNORECASE)
_PART = re.compile(r"""([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))""")
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
    return _read_tags(text)


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


def _read_tags(text: str) -> _Page:
    """The ids of one page and what it refers to; a parser of all that HTML can be would take twice as long."""
    page = _Page()
    line = end = 0
    for tag in _TAG.finditer(text):
        line, end = line + text.count("\n", end, tag.start()), tag.start()
        name, parts = (tag["name"] or tag["any"] or "").lower(), tag["parts"] or tag["more"] or ""
        if not _TELLING.search(parts) and name != "style":
            continue
        values = {part[1].lower(): unescape(part[2] or part[3] or part[4] or "") for part in _PART.finditer(parts)}
        page.anchors.update(values[key] for key in ("id", "name") if key in values)
        page.uses += (_Use(kind, target.strip(), line + 1) for kind, target in _references(name, values))
        if "style" in values:
            page.uses += _css_uses(values["style"], line + 1)
        if name == "style":
            page.uses += _css_uses(tag["inside"], line + 1)
    return page


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
