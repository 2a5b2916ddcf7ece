"""The rulebook website, from a folder of Markdown pages: no network, no dates, the same bytes each time."""

from __future__ import annotations

import logging
import os
import shutil
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sfrules.publish.colour import ink_on, readable, rgb
from sfrules.publish.links import LinkFault, check_links
from sfrules.record import record
from sfrules.resources import resource

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

__all__ = ["LinkFault", "SiteError", "SiteResult", "build_site", "check_links"]

_PAPER = {"light": "#fbf8f2", "dark": "#14181c"}
"""The grounds of extra.css that links stand on."""

_ENGLISH = "en"

_NOT_FOR_A_FOLDER = ("404.html", "sitemap.xml", "sitemap.xml.gz")
"""Pages that only a server at a known address can use; the last one also carries the time."""


class SiteError(Exception):
    """The site was not built: a wrong colour, or a mistake of ours. Links are looked at by `check_links` only."""


@record
class SiteResult:
    """What was built: the folder, its pages and the bytes of all its files."""

    site: Path
    pages: int
    size: int


def build_site(docs: Path, out: Path, *, title: str, nav: list[object], extra: Mapping[str, object]) -> SiteResult:
    """Build the pages under `docs` into `out`, whose old files go. The look's own files are first put beside the pages.

    `nav` is mkdocs' list of `{"title": "page.md"}` and `{"title": [..]}`; titles are plain text here. Of `extra`,
    `colours` (`primary`, `accent`, as #rrggbb) sets the scenario's colours, `language` the words of the frame, `footer`
    a line of plain text below each page; the rest is handed to the templates. SiteError for a missing page or a wrong
    colour.
    """
    _put_look_beside(docs)
    with _silence() as said:
        try:
            _run_mkdocs(docs, out, title, nav, extra)
        except _mkdocs_errors() as error:
            raise SiteError("\n".join(said or [str(error)])) from None
    for name in _NOT_FOR_A_FOLDER:
        (out / name).unlink(missing_ok=True)
    _say_language(out, str(extra.get("language", _ENGLISH)))
    files = [path for path in out.rglob("*") if path.is_file()]
    pages = sum(path.suffix == ".html" for path in files)
    return SiteResult(out, pages, sum(path.stat().st_size for path in files))


def _put_look_beside(docs: Path) -> None:
    site = resource("site")
    for folder in ("assets", "fonts"):
        shutil.copytree(
            site / folder, docs / folder, dirs_exist_ok=True, copy_function=shutil.copyfile,
            ignore=shutil.ignore_patterns("readme.png"),
        )  # fmt: skip


def _run_mkdocs(docs: Path, out: Path, title: str, nav: list[object], extra: Mapping[str, object]) -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    colours = _colours(extra)
    config = load_config(
        str(resource("mkdocs.yml")),
        docs_dir=str(docs.resolve()),
        site_dir=str(out.resolve()),
        site_name=_text(title),
        nav=[_safe_nav(item) for item in nav],
        strict=True,
    )
    config.extra.update({name: value for name, value in extra.items() if name != "colours"}, colours=colours)
    _set_words(config, extra)
    build(config)


def _set_words(config: MkDocsConfig, extra: Mapping[str, object]) -> None:
    if "footer" in extra:
        config.copyright = escape(str(extra["footer"]))
    if "language" in extra:
        config.theme["language"] = theme_language(str(extra["language"]))


def theme_language(tag: str) -> str:
    """The language of the theme's own words that comes nearest to one: itself, the one it is a sort of, or English."""
    from importlib.resources import files

    folder = files("material") / "templates" / "partials" / "languages"
    known = {path.name.removesuffix(".html").lower(): path.name.removesuffix(".html") for path in folder.iterdir()}
    return next((known[name] for name in (tag.lower(), tag.lower().split("-")[0]) if name in known), _ENGLISH)


def _say_language(out: Path, tag: str) -> None:
    """Each page tells browsers and screen readers its own language where the theme's is only the nearest."""
    said = theme_language(tag)
    if said.lower() == tag.lower():
        return
    for path in out.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(f'<html lang="{said}"', f'<html lang="{tag}"', 1), encoding="utf-8", newline="\n")


def _colours(extra: Mapping[str, object]) -> dict[str, str]:
    """The style variables of the scenario's colours, each with partners that can be read; none: the look's own."""
    named = extra.get("colours") or {}
    if not isinstance(named, Mapping):
        raise SiteError("colours: write primary and accent, each with a colour such as #22303c")
    try:
        return dict(_colour_variables({str(name): str(colour) for name, colour in named.items()}))
    except ValueError as error:
        raise SiteError(str(error)) from None


def _colour_variables(named: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, colour in named.items():
        rgb(colour)
        if name == "primary":
            yield from (("primary", colour), ("on-primary", ink_on(colour)))
        elif name == "accent":
            yield from ((f"accent-{scheme}", readable(colour, paper)) for scheme, paper in _PAPER.items())
        else:
            raise ValueError(f"'{name}' is not a colour of the site; it has primary and accent")


def _text(plain: str) -> str:
    """Text that is printed as it is and never taken for markup: the theme escapes nothing by itself."""
    from markupsafe import escape as mark_safe

    return mark_safe(plain)


def _safe_nav(item: object) -> object:
    if isinstance(item, Mapping):
        return {_text(str(title)): _safe_nav(below) for title, below in item.items()}
    return [_safe_nav(each) for each in item] if isinstance(item, list) else item


@contextmanager
def _silence() -> Iterator[list[str]]:
    """Keep mkdocs and the theme off the terminal; gives the list that fills with their warnings."""
    # The theme prints an advertisement for its successor when it is imported, unless told not to.
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    log, keeper = logging.getLogger("mkdocs"), _Keeper(logging.WARNING)
    propagated, log.propagate = log.propagate, False
    log.addHandler(keeper)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield keeper.said
    finally:
        log.removeHandler(keeper)
        log.propagate = propagated


class _Keeper(logging.Handler):
    """Remembers what is logged."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


def _mkdocs_errors() -> tuple[type[BaseException], ...]:
    from jinja2 import TemplateError
    from mkdocs.exceptions import MkDocsException

    return MkDocsException, TemplateError
