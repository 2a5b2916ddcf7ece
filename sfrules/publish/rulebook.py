"""The rulebook of a book: Markdown pages first, then the website made from them, then every link of it followed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

from sfrules.diag import Diagnostic, Severity, Span
from sfrules.model.book import Book
from sfrules.publish.codeplaces import page_of
from sfrules.publish.codes import Told, code_pages
from sfrules.publish.links import LinkFault, check_links
from sfrules.publish.markup import safe
from sfrules.publish.pages.cards import all_cards, card_pages
from sfrules.publish.pages.counts import terms_page, tracks_page, zones_page
from sfrules.publish.pages.desk import Desk
from sfrules.publish.pages.entries import entry_pages
from sfrules.publish.pages.flow import endings_page, phases_page, setup_page, triggers_page, windows_page
from sfrules.publish.pages.front import first_page, written_pages
from sfrules.publish.pages.places import Places, page_name
from sfrules.publish.pages.press import Page
from sfrules.publish.pages.register import gaps_page, glossary_page, moderator_page, sources_page, variants_page
from sfrules.publish.pages.touch import touch
from sfrules.publish.pages.world import map_pages, seats_page, things_page
from sfrules.publish.proof import Link, link_findings, links_of, page_findings
from sfrules.publish.reference import reference_pages
from sfrules.publish.site import SiteResult, build_site
from sfrules.record import record

Nav = list[object]
"""The navigation as mkdocs reads it: titles with pages, or with lists of the same."""

_LANGUAGE = "language/"


@record
class Built:
    """A finished website, if there could be one, and what is wrong with it: links that lead nowhere, as findings."""

    result: SiteResult | None
    findings: tuple[Diagnostic, ...]


def write_site(
    book: Book, docs: Path, out: Path, *, findings: Iterable[Diagnostic] = (), codes: Sequence[Told] = ()
) -> Built:
    """Writes the pages of `book` into `docs`, builds the site from them into `out`, and follows every link.

    `codes` are explained on pages of their own. Both folders are emptied first. What a designer can mend comes back as
    findings, without a website where there can be none; OSError when the disk says no.
    """
    spoilt = tuple(page_findings(book))
    if spoilt:
        return Built(None, spoilt)
    if docs.exists():
        shutil.rmtree(docs)
    nav = write_rulebook(book, docs, findings=findings, codes=codes)
    result = build_site(docs, out, title=book.scenario.title, nav=nav, extra=_extra(book))
    return Built(result, tuple(_dead_links(book, check_links(out))))


def _extra(book: Book) -> dict[str, object]:
    """The scenario's colours: `ink` for the frame, unless it names a `primary` and an `accent`."""
    named = book.scenario.colours
    colours = {"primary": named.get("primary", named.get("ink")), "accent": named.get("accent")}
    extra: dict[str, object] = {
        "colours": {name: str(colour) for name, colour in colours.items() if colour is not None},
        "language": book.spoken,
    }
    if book.scenario.disclaimer is not None:
        extra["footer"] = " ".join(str(book.scenario.disclaimer).split())
    return extra


def _dead_links(book: Book, faults: Iterable[LinkFault]) -> Iterator[Diagnostic]:
    """Links that lead nowhere, at their places in the designer's files, each in the words that a check has for it."""
    said = {finding.span: finding for finding in link_findings(book)} if book.pages else {}
    links: dict[str, list[Link]] = {}
    for fault in faults:
        shown = _designers_file(book, fault.page.removesuffix(".html") + ".md")
        if shown and shown not in links:
            links[shown] = list(links_of(shown, book.pages[shown]))
        link = _next_link(links.get(shown, []), unquote(fault.target))
        span = link.span if link is not None else Span(shown, 1, 1) if shown else book.span
        message = f"“{link.target if link is not None else fault.target}” {_problem(fault)}."
        yield said.get(span) or Diagnostic("SF821", message, span, Severity.ERROR, f"page {fault.page}")


def _next_link(links: list[Link], target: str) -> Link | None:
    """The next link with this target, which is then no longer there for another."""
    at = next((number for number, link in enumerate(links) if target in (link.built, unquote(link.target))), None)
    return links.pop(at) if at is not None else None


def _problem(fault: LinkFault) -> str:
    """What is wrong with a link, of pages as the designer knows them."""
    if fault.problem.startswith("names no place"):
        return "names no place on that page"
    return "names no page of the rulebook" if fault.problem == "names no file of the site" else fault.problem


def _designers_file(book: Book, page: str) -> str:
    """The file in the content that a page of the docs folder was made from, line for line; else nothing."""
    return next((shown for shown in book.pages if page_name(shown) == page), "")


def write_rulebook(book: Book, docs: Path, *, findings: Iterable[Diagnostic] = (), codes: Sequence[Told] = ()) -> Nav:
    """Writes the pages as plain Markdown into `docs` and gives their navigation; OSError when that cannot be done."""
    nav, pages = rulebook_pages(book, findings, codes)
    glossary = [(name, " ".join(str(term.text).split())) for name, term in book.glossary.items()]
    for page in pages:
        path = docs / page.name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = page.text if page.name.startswith((_LANGUAGE, "glossary")) else with_tooltips(page.text, glossary)
        path.write_text(text, encoding="utf-8", newline="\n")
    return nav


def rulebook_pages(
    book: Book, findings: Iterable[Diagnostic] = (), codes: Sequence[Told] = ()
) -> tuple[Nav, list[Page]]:
    """All pages and their navigation."""
    desk = Desk(book, Places(book), touch(book))
    written = written_pages(desk)
    play = [*setup_page(desk), *phases_page(desk), *windows_page(desk), *triggers_page(desk), *endings_page(desk)]
    actions, powers = entry_pages(desk, "actions", "Actions"), entry_pages(desk, "powers", "Powers")
    world = [*seats_page(desk), *things_page(desk), *tracks_page(desk), *zones_page(desk), *terms_page(desk)]
    maps = map_pages(desk)
    cards = card_pages(desk)
    registers = [
        *gaps_page(desk),
        *variants_page(desk),
        *sources_page(desk),
        *glossary_page(desk),
        *moderator_page(desk),
        *_findings(findings, {told.facts.code for told in codes}),
    ]
    reference, explained = reference_pages(desk), code_pages(codes)
    first = first_page(desk, written, [*play, *world])
    groups: list[tuple[str, list[object]]] = [
        ("The book", _items(written)),
        ("Play", [*_items(play), *_group("Actions", actions), *_group("Powers", powers)]),
        ("World", [*_items(world), *_group("The map", maps)]),
        ("Cards", _card_items(desk, cards)),
        ("Registers", _items(registers)),
        ("Rule language", [*_items(reference), *_group("Checks", [page for page in explained if page.listed])]),
    ]
    nav: Nav = [{first.title: first.name}, *({title: items} for title, items in groups if items)]
    gallery = [all_cards(desk)] if cards else []
    pages = [first, *written, *play, *actions, *powers, *world, *maps, *gallery, *registers, *reference, *explained]
    return nav, [*pages, *(page for _, group in cards for page in group)]


def _items(pages: Sequence[Page]) -> list[object]:
    return [{page.title: page.name} for page in pages]


def _group(title: str, pages: Sequence[Page]) -> list[object]:
    """A group of the navigation whose first page opens with its title."""
    if len(pages) < 2:
        return _items(pages)
    return [{title: [pages[0].name, *_items(pages[1:])]}]


def _card_items(desk: Desk, cards: list[tuple[str, list[Page]]]) -> list[object]:
    if not cards:
        return []
    return ["cards/index.md", *(item for title, pages in cards for item in _group(title, pages))]


def _findings(findings: Iterable[Diagnostic], explained: Collection[str]) -> list[Page]:
    """What a check of the content found, if it found anything; each code leads to its page if it has one."""
    found = list(findings)
    if not found:
        return []

    def code(name: str) -> str:
        return f"[{name}]({page_of(name)})" if name in explained else safe(name)

    rows = "\n".join(
        f"| {safe(str(d.severity))} | {code(d.code)} | {safe(d.message)} | {safe(str(d.span))} |" for d in found
    )
    intro = "# Findings {#findings}\n\nWhat the checks say of this content.\n\n"
    head = f"{intro}| Level | Code | What | Where |\n|---|---|---|---|\n"
    return [Page("findings.md", "Findings", head + rows + "\n")]


def with_tooltips(text: str, glossary: Sequence[tuple[str, str]]) -> str:
    """The page with the terms of the glossary that it uses, so that each explains itself."""
    used = [(name, says) for name, says in glossary if re.search(rf"\b{re.escape(name)}\b", text)]
    lines = "\n".join(f"*[{name}]: {says}" for name, says in used)
    return f"{text.rstrip()}\n\n{lines}\n" if lines else text
