"""Registers: open questions with their rulings, the numbered sources, the glossary, what a moderator keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from sfrules.model.base import Described
from sfrules.model.book import Book
from sfrules.model.entry import Limit
from sfrules.model.gap import Gap, GapOption, Variant
from sfrules.model.property import PropertyBase
from sfrules.publish.choosing import as_written
from sfrules.publish.hidden import guarded_facts, guarded_zones, is_hidden
from sfrules.publish.markup import safe
from sfrules.publish.pages.code import code_block
from sfrules.publish.pages.counts import Part, list_page, part, users
from sfrules.publish.pages.desk import Desk
from sfrules.publish.pages.places import Key, slug
from sfrules.publish.pages.press import Page, page
from sfrules.publish.pages.properties import holds, kind_word
from sfrules.publish.words import cap
from sfrules.source.nodes import Nothing

_STATUS = {
    "open": "open",
    "provisional": "provisional: for playtesting",
    "disabled": "disabled: switched off until it is settled",
    "settled": "settled",
}


def gaps_page(desk: Desk) -> list[Page]:
    """The register of open questions."""
    here = desk.on("gaps.md")
    if not here.book.gaps:
        return []
    gaps = [_gap(here, name, gap) for name, gap in here.book.gaps.items()]
    intro = "What the concept leaves open: the question, the ruling in force, and what else it could be."
    return [Page("gaps.md", "Open questions", page("gaps", gaps=gaps, intro=intro))]


def _gap(desk: Desk, name: str, gap: Gap) -> dict[str, object]:
    ruling = desk.book.ruling(gap)
    chosen = str(ruling.id) if ruling is not None else ""
    facts: list[tuple[str, Markup | str]] = [
        ("The manual", desk.words(gap.manual)),
        ("Status", _STATUS[str(gap.status)]),
        users(desk, "gaps", name, "Asked for by"),
    ]
    ways = [option for key, option in gap.options.items() if str(key) == chosen]
    ways += [option for key, option in gap.options.items() if str(key) != chosen]
    return {
        "id": desk.places.at("gaps", name).anchor,
        "anchor": desk.anchor("gaps", name),
        "number": gap.number or "",
        "title": gap.label,
        "question": desk.words(gap.question),
        "says": desk.words(ruling.says if ruling is not None else None),
        "status": gap.status,
        "marks": desk.marks(gap),
        "facts": desk.facts(facts),
        "ruling": "",
        "options": [_option(desk, name, option, str(option.id) == chosen) for option in ways],
    }


def _option(desk: Desk, gap: str, option: GapOption, chosen: bool) -> dict[str, object]:
    path = ("gaps", gap, "options", str(option.id), "rule")
    reading = desk.reading(*path)
    return {
        "label": "Ruling in force" if chosen else "It could also be",
        "says": desk.words(option.says) or cap(str(option.id).replace("-", " ")),
        "reading": Markup(f'<div class="reading" data-label="In plain words" markdown>\n\n{reading}\n\n</div>')
        if reading
        else "",
        "written": desk.written(path) or _changes(option),
    }


def _changes(option: GapOption | Variant) -> Markup:
    """Changes of content by path, as they are written."""
    lines = []
    for verb, changes in (("set", option.set_), ("remove", option.remove)):
        for path, value in changes.items():
            lines.append(f"{verb} {path}" if isinstance(value, Nothing) else f"{verb} {path}: {_block(value)}")
    if not lines:
        return Markup("")
    code = code_block("\n".join(lines))
    return Markup(f'<div class="rule-text" data-label="What it changes">{code}</div>')


def _block(value: Any) -> str:
    text = as_written(value)
    return "|\n  " + text.replace("\n", "\n  ") if "\n" in text else text


def variants_page(desk: Desk) -> list[Page]:
    """The ways in which the game can be played otherwise."""
    here = desk.on("variants.md")
    parts = [
        part(
            here.title("variants", name),
            here.anchor("variants", name),
            marks=here.marks(variant),
            text=here.text(variant),
            written=_changes(variant),
        )
        for name, variant in here.book.variants.items()
    ]
    return list_page("variants.md", "Variants", "Other ways to play, each a set of changes of the content.", parts)


def sources_page(desk: Desk) -> list[Page]:
    """The numbered sources, with links to everything that cites them."""
    here = desk.on("sources.md")
    if not here.book.sources:
        return []
    cited = _citations(here.book)
    rows = [
        {
            "anchor": here.places.at("sources", name).anchor,
            "id": name,
            "mark": here.badge(str(source.mark)),
            "says": here.words(source.says),
            "cited": here.links(cited.get(name, [])),
        }
        for name, source in here.book.sources.items()
    ]
    count = Counter(str(source.mark) for source in here.book.sources.values())
    counts = Markup('<p class="marks">{}</p>').format(
        Markup(" ").join(
            Markup(f"{here.badge(mark)} {count[mark]}") for mark in ("canon", "prototype", "gap") if count[mark]
        )
    )
    intro = "The numbered rules of the concept in our own words, and every entry that rests on them."
    text = page("sources", sources=rows, intro=intro, counts=counts)
    return [Page("sources.md", "Sources", text)]


def _citations(book: Book) -> dict[str, list[Key]]:
    """Which definitions cite a source."""
    found: dict[str, list[Key]] = {}
    for key, made in _cited(book):
        for source in made.source:
            keys = found.setdefault(str(source), [])
            if key not in keys:
                keys.append(key)
    return found


def _cited(book: Book) -> Iterator[tuple[Key, Any]]:
    sections = (
        "kinds", "table", "things", "card_kinds", "cards", "zones", "numbers", "limits", "define", "actions", "powers",
        "windows", "menus", "routines", "triggers", "groups", "endings", "awards", "gaps",
    )  # fmt: skip
    for phase in book.all_phases():
        yield ("phases", str(phase.id)), phase
    if book.map is not None:
        yield ("map", ""), book.map
    for section in sections:
        for name, made in getattr(book, section).items():
            yield (section, str(name)), made
            for prop in getattr(made, "has", {}).values():
                yield (section, str(name)), prop


def glossary_page(desk: Desk) -> list[Page]:
    """The glossary."""
    here = desk.on("glossary.md")
    if not here.book.glossary:
        return []
    terms = [
        {"name": name, "anchor": f"term-{slug(name)}", "text": here.words(term.text)}
        for name, term in sorted(here.book.glossary.items(), key=lambda item: item[0].lower())
    ]
    return [Page("glossary.md", "Glossary", page("glossary", terms=terms))]


def moderator_page(desk: Desk) -> list[Page]:
    """What a printed table cannot keep secret by itself."""
    here = desk.on("moderator.md")
    parts = [*_kept(here), *_kept_zones(here), *_sealed(here), *_filled_in(here)]
    intro = (
        "What not everybody may know. Cards that lie face down and notes that players keep hide some of it; the rest "
        "is kept by a person who does not play, or by the program."
    )
    return list_page("moderator.md", "What the moderator keeps", intro, parts)


def _kept(desk: Desk) -> Iterator[Part]:
    rows = [_kept_row(desk, section, owner, what) for section, owner, what in guarded_facts(desk.book)]
    if rows:
        head = "<tr><th>What</th><th>Whose</th><th>Holds</th><th>Who may know it</th><th>Kept by</th></tr>"
        table = Markup(f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>")
        yield part("Hidden facts", Markup("{#hidden}"), more=table)


def _kept_row(desk: Desk, section: str, owner: Described | None, what: PropertyBase | Limit) -> str:
    name = str(owner.id) if owner is not None else ""
    is_limit = isinstance(what, Limit)
    cells = (
        desk.link("limits", str(what.id)) if is_limit else Markup(safe(cap(what.label))),
        desk.link(section, name) if name else Markup("the table"),
        Markup("how often it was used" if isinstance(what, Limit) else safe(holds(desk, name, str(what.id), what))),
        Markup(safe(desk.eyes(what.seen_by, name))),
        Markup("the moderator" if isinstance(what, PropertyBase) and is_hidden(what) else ""),
    )
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _kept_zones(desk: Desk) -> Iterator[Part]:
    rows = []
    for zone in guarded_zones(desk.book):
        seen = (Markup(safe(desk.eyes(eyes, str(zone.per or "")))) for eyes in (zone.seen_by, zone.count_seen_by))
        keeper = Markup("the moderator" if zone.kept_by is not None else "")
        cells = (desk.link("zones", str(zone.id)), *seen, keeper)
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    if rows:
        head = "<tr><th>Where cards lie</th><th>Who sees them</th><th>Who may count them</th><th>Kept by</th></tr>"
        table = Markup(f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>")
        yield part("Hidden cards", Markup("{#hidden-cards}"), more=table)


def _sealed(desk: Desk) -> Iterator[Part]:
    windows = [("windows", str(window.id)) for window in desk.book.windows.values() if window.answers == "sealed"]
    if windows:
        text = "Everybody who is asked hands in a folded note, empty or not, each time."
        yield part("Sealed windows", Markup("{#sealed}"), text=text, more=desk.links(windows))
    nameless = [("windows", str(window.id)) for window in desk.book.windows.values() if window.anonymous]
    if nameless:
        text = "Show the card, not whose it was."
        yield part("Anonymous windows", Markup("{#anonymous}"), text=text, more=desk.links(nameless))


def _filled_in(desk: Desk) -> Iterator[Part]:
    for name, kind in desk.book.card_kinds.items():
        if kind.bind is not None:
            yield part(
                f"When a card is drawn: {kind_word(desk, str(name))}",
                Markup("{#drawn-" + safe(name) + "}"),
                text="Take the card first, fill in its blanks by this rule, and hand it on.",
                reading=desk.reading("card_kinds", str(name), "bind"),
            )
