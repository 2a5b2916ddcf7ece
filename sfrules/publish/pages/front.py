"""The first page, and the designer's own pages."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from markupsafe import Markup

from sfrules.diag import how_many
from sfrules.ids import SOURCE_ID
from sfrules.publish.markup import Fill, filler, safe
from sfrules.publish.pages.desk import Desk
from sfrules.publish.pages.places import page_name, stem_of
from sfrules.publish.pages.press import Page, page
from sfrules.publish.pages.world import drawing
from sfrules.record import record
from sfrules.verdict.allowances import ON_PAGE

_FRONT = re.compile(r"---\n(?P<meta>.*?\n)?---\n", re.DOTALL)
_META = re.compile(r"^(title|order|source): *(.*?) *$", re.MULTILINE)
_FENCE = re.compile(r"^\s{0,3}(`{3,}|~{3,})")
_CODE = re.compile(r"(`+)(?:.|\n)*?\1")
_HOLE = re.compile(r"\{([a-z][a-z0-9-]*)\}")
_TARGET = re.compile(r"\]\(([^)]*)|^\s*\[[^\]]*\]:(.*)", re.MULTILINE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_ID = re.compile(r"(?<= )\{#[a-z][a-z0-9-]*\}(?=\s*$)", re.MULTILINE)


@record
class Written:
    """A page that a designer wrote: its name, title, place in the order, and text with its front matter."""

    name: str
    title: str
    order: tuple[int, str]
    text: str


def written_pages(desk: Desk) -> list[Page]:
    """The designer's pages in their order."""
    made = sorted((_written(desk, shown, text) for shown, text in desk.book.pages.items()), key=lambda page: page.order)
    return [Page(each.name, each.title, each.text) for each in made]


def _written(desk: Desk, shown: str, text: str) -> Written:
    stem, text = stem_of(shown), text.replace("\r\n", "\n")
    front = _FRONT.match(text)
    meta = dict(_META.findall(front["meta"] or "")) if front else {}
    body = text[front.end() :] if front else text
    title = meta.get("title", "").strip("\"'") or _first_heading(body) or stem.replace("-", " ").capitalize()
    order = int(meta["order"]) if meta.get("order", "").isdigit() else 1000
    # as many lines as before, so that a finding about the page names the line in the designer's file
    head = "\n" * text[: front.end()].count("\n") if front else ""
    here = desk.on(page_name(shown))
    body = harmless(body, filler(desk.book))
    return Written(here.page, title, (order, stem), head + _with_marks(here, body, meta.get("source", "")))


def _first_heading(body: str) -> str:
    found = re.search(r"^# +(.+?) *(?:\{#.*\})?$", body, re.MULTILINE)
    return found[1] if found else ""


def _with_marks(desk: Desk, body: str, source: str) -> str:
    """The page with its marks behind the last line; its lines stay where they are."""
    ids = [name for name in re.split(r"[\[\],\s]+", source) if name and SOURCE_ID.fullmatch(name)]
    if not ids:
        return body
    chips = Markup(" ").join(desk.source(name) for name in ids)
    return f'{body.rstrip()}\n\n<p class="marks marks--foot">{chips}</p>\n'


def harmless(text: str, fill: Fill) -> str:
    """A designer's Markdown with its placeholders filled, in which nothing can become an element or run a script."""
    made: list[str] = []
    fence = ""
    for line in text.split("\n"):
        found = _FENCE.match(line)
        if fence:
            made.append(line)
            if found and found[1].startswith(fence):
                fence = ""
        elif found:
            fence = found[1]
            made.append(re.sub(r"[{}<>\"]", "", line))
        else:
            made.append(_harmless_line(line, fill))
    return "\n".join(made)


def _harmless_line(line: str, fill: Fill) -> str:
    parts = []
    end = 0
    line = ON_PAGE.sub("", line)
    for code in _CODE.finditer(line):
        parts += [_harmless_text(line[end : code.start()], fill), code[0]]
        end = code.end()
    return "".join([*parts, _harmless_text(line[end:], fill)])


def _harmless_text(text: str, fill: Fill) -> str:
    keep = _ID.search(text)
    tail = text[keep.start() :] if keep else ""
    text = text[: keep.start()] if keep else text
    text = _TARGET.sub(_harmless_target, text)
    text = _HOLE.sub(lambda match: match[0] if (value := fill(match[1])) is None else safe(value), text)
    quoted = re.match(r"[> ]*", text)
    lead = quoted[0] if quoted and ">" in quoted[0] else ""
    rest = (
        text.removeprefix(lead).replace("<", "&lt;").replace(">", "&gt;").replace("{", "&#123;").replace("}", "&#125;")
    )
    return lead + rest + tail


def _harmless_target(match: re.Match[str]) -> str:
    """A link to anything but a page or the web is shown as the text that it is."""
    target = html.unescape(match[1] if match[1] is not None else match[2] or "")
    scheme = _SCHEME.match(re.sub(r"[\x00-\x20<]+", "", target))
    if scheme is None or scheme[0].lower() in ("http:", "https:", "mailto:"):
        return match[0]
    return match[0].replace("]", "&#93;").replace("[", "&#91;")


def first_page(desk: Desk, written: Sequence[Page], rules: Sequence[Page]) -> Page:
    """The cover: what it is, for how many, what to read first."""
    here = desk.on("index.md")
    scenario = here.book.scenario
    tiles = [{"href": here.to(p.name), "title": p.title, "text": Markup(safe(_opening(p.text)))} for p in written[:4]]
    more = rules if len(written) < 2 else ()
    tiles += [{"href": here.to(p.name), "title": p.title, "text": Markup(safe(_opening(p.text)))} for p in more]
    text = page(
        "index",
        title=scenario.title,
        kicker=f"Rulebook, version {scenario.version}" if scenario.version else "Rulebook",
        summary=here.words(scenario.summary),
        numbers=list(_numbers(here)),
        setting=here.words(scenario.setting),
        disclaimer=here.words(scenario.disclaimer),
        tiles=tiles,
        drawing=drawing(here) if here.book.map is not None else "",
        legend=_legend(here),
    )
    return Page("index.md", "Start", text)


def _opening(text: str) -> str:
    """The first sentence of a page, without its markup."""
    body = text.lstrip("\n")
    plain = next(
        (part for part in re.split(r"\n\s*\n", body) if part.strip() and not part.lstrip().startswith(("#", "<"))), ""
    )
    plain = html.unescape(re.sub(r"[*_`]|\[|\]\([^)]*\)", "", " ".join(plain.split())))
    found = re.match(r".{45,}?[.!?](?= |$)", plain)
    return found[0] if found else plain


def _numbers(desk: Desk) -> Iterator[str]:
    book = desk.book
    seats = book.scenario.seats
    players = f"{seats.low}" if seats.low == seats.high else f"{seats.low} to {seats.high}"
    yield f"{players} {'player' if players == '1' else 'players'}"
    for phase in book.phases:
        if phase.repeat is not None:
            yield f"{phase.repeat} × {phase.label}"
    if book.cards:
        yield how_many(sum(book.copies(card) or 1 for card in book.cards.values()), "card")
    if book.map is not None and book.map.places:
        yield how_many(len(book.map.places), "place")
    yield how_many(len(book.endings), "ending")


def _legend(desk: Desk) -> Markup:
    if not desk.book.sources and not desk.book.gaps:
        return Markup("")
    meaning = {
        "canon": "is what the concept states.",
        "prototype": "is what it states for the time being.",
        "gap": "is what it leaves open; the ruling is ours.",
    }
    rows = Markup(" ").join(Markup(f"<li>{desk.badge(mark)} {safe(says)}</li>") for mark, says in meaning.items())
    links = [
        *([Markup(f'<a href="{desk.to("sources.md")}">register of sources</a>')] if desk.book.sources else []),
        *([Markup(f'<a href="{desk.to("gaps.md")}">open questions</a>')] if desk.book.gaps else []),
    ]
    return Markup('<ul class="legend">{}</ul>\n\nSee the {}.').format(rows, Markup(" and the ").join(links))
