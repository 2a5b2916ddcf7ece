"""Pages of what is counted and where cards lie: tracks, numbers, limits, zones, terms."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from sfrules.model.property import DerivedProperty, PropertyBase, TextProperty
from sfrules.model.zone import Zone
from sfrules.publish.markup import safe
from sfrules.publish.pages.desk import Desk
from sfrules.publish.pages.places import Key
from sfrules.publish.pages.press import Page, page
from sfrules.publish.pages.properties import holds, kind_word, prose_phase, seen, starts, track_boxes
from sfrules.publish.words import cap, listed

Part = dict[str, object]


def part(title: object, anchor: Markup, level: str = "##", **more: object) -> Part:
    """One section of a page that is a list of sections."""
    empty: Part = {
        "marks": "",
        "text": "",
        "facts": "",
        "reading": "",
        "label": "In plain words",
        "more": "",
        "written": "",
    }
    return {**empty, "title": title, "anchor": anchor, "level": Markup(level), **more}


def list_page(name: str, heading: str, intro: str, parts: list[Part]) -> list[Page]:
    """A page of sections; nothing when there are none."""
    if not parts:
        return []
    anchor = Markup("{#" + name.removesuffix(".md") + "}")
    return [
        Page(name, heading, page("sections", heading=heading, anchor=anchor, intro=Markup(safe(intro)), sections=parts))
    ]


def tracks_page(desk: Desk) -> list[Page]:
    """What belongs to the table, named numbers, limits."""
    here = desk.on("tracks.md")
    book = desk.book
    parts = [_table_property(here, name, prop) for name, prop in book.table.items()]
    if book.numbers:
        parts.append(part("Numbers", Markup("{#numbers}"), more=_numbers(here)))
    for name, limit in book.limits.items():
        each = (
            f"{limit.times} each {prose_phase(here, str(limit.each))}"
            if limit.each is not None
            else f"{limit.times} in a game"
        )
        per = f", for each {kind_word(here, str(limit.per)).lower()}" if limit.per is not None else ""
        facts = [
            ("How often", f"{each}{per}"),
            ("Seen by", here.eyes(limit.seen_by, str(limit.per or ""))),
            users(here, "limits", name),
        ]
        parts.append(
            part(
                cap(here.title("limits", name)),
                here.anchor("limits", name),
                marks=here.marks(limit),
                text=here.text(limit),
                facts=here.facts(facts),
            )
        )
    return list_page(
        "tracks.md", "Tracks, numbers, limits", "What is counted, by how much it changes, and how often.", parts
    )


def users(desk: Desk, section: str, name: str, label: str = "At work in") -> tuple[str, Markup]:
    """A fact: who speaks of a definition."""
    return label, desk.links(desk.touches.users.get((section, name), []))


def _table_property(desk: Desk, name: str, prop: PropertyBase) -> Part:
    facts = [
        ("Holds", holds(desk, "", name, prop)),
        ("At the start", starts(desk, prop)),
        ("Seen by", seen(desk, "", prop)),
        users(desk, "table", name),
    ]
    text = Markup("") if isinstance(prop, TextProperty) else desk.text(prop)
    return part(
        cap(desk.title("table", name)),
        desk.anchor("table", name),
        marks=desk.marks(prop),
        text=text,
        more=track_boxes(desk, name, prop),
        facts=desk.facts(facts),
        written=desk.written(("table", name, "derived")) if isinstance(prop, DerivedProperty) else "",
    )


def _numbers(desk: Desk) -> Markup:
    """Numbers that rules and texts share."""
    rows = []
    for name, number in desk.book.numbers.items():
        sources = " ".join(desk.source(str(source)) for source in number.source)
        used = users(desk, "numbers", name)[1]
        rows.append(
            f'<tr id="{desk.places.at("numbers", name).anchor}"><td>{number.value}</td>'
            f"<td>{safe(cap(number.label))} {sources}</td><td>{used}</td></tr>"
        )
    head = "<tr><th>Number</th><th>What it is</th><th>At work in</th></tr>"
    return Markup(f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>")


def zones_page(desk: Desk) -> list[Page]:
    """Every zone with its two eyes, first at a glance."""
    here = desk.on("zones.md")
    zones = here.book.zones
    if not zones:
        return []
    rows = "".join(
        f"<tr><td>{here.link('zones', name)}</td><td>{safe(here.eyes(zone.seen_by, str(zone.per or '')))}</td>"
        f"<td>{safe(here.eyes(zone.count_seen_by, str(zone.per or '')))}</td></tr>"
        for name, zone in zones.items()
    )
    head = "<tr><th>Zone</th><th>Who sees the cards</th><th>Who may count them</th></tr>"
    glance = part(
        "At a glance", Markup("{#glance}"), more=Markup(f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>")
    )
    parts = [glance, *(_zone(here, name, zone) for name, zone in zones.items())]
    return list_page(
        "zones.md", "Where cards lie", "Each zone has two eyes: who sees the faces, and who may count the cards.", parts
    )


def _zone(desk: Desk, name: str, zone: Zone) -> Part:
    owner = str(zone.per or "")
    order = {"shuffled": "shuffled: cards come at random", "stacked": "a stack, in order", "loose": "in no order"}
    empty = {"stop": "nothing more is drawn"}
    facts: list[tuple[str, Markup | str]] = [
        ("Holds", desk.link("card_kinds", str(zone.of))),
        ("Whose", f"one for each {kind_word(desk, owner).lower()}" if owner else "of the table"),
        ("Order", order[str(zone.order or "loose")]),
        ("Faces seen by", desk.eyes(zone.seen_by, owner)),
        ("Counted by", desk.eyes(zone.count_seen_by, owner)),
        ("Room for", str(zone.holds) if zone.holds is not None else ""),
    ]
    if zone.reshuffles is not None:
        facts.append(
            ("When it is empty", Markup("the {} is shuffled into it").format(desk.link("zones", zone.reshuffles)))
        )
    elif zone.when_empty is not None:
        facts.append(("When it is empty", empty[str(zone.when_empty)]))
    if zone.kept_by is not None:
        facts.append(("Kept by", "the moderator"))
    cards = [("cards", str(card.id)) for card in desk.book.cards.values() if card.zone == name]
    facts += [("Cards at the start", desk.links(cards)), users(desk, "zones", name)]
    return part(
        cap(desk.title("zones", name)),
        desk.anchor("zones", name),
        marks=desk.marks(zone),
        text=desk.text(zone),
        facts=desk.facts(facts),
    )


def terms_page(desk: Desk) -> list[Page]:
    """Formulas with a name, routines, groups."""
    here = desk.on("terms.md")
    book = here.book
    parts = []
    for name, define in book.define.items():
        path = ("define", name, "is")
        given = listed([f"{n} ({kind_word(here, str(of.name))})" for n, of in define.given.items()])
        facts = [("Depends on", given), users(here, "define", name)]
        parts.append(
            _term(
                here, ("define", name), reading=here.phrase(*path), written=here.written(path), facts=here.facts(facts)
            )
        )
    for name in book.groups:
        path = ("groups", name, "where")
        parts.append(_term(here, ("groups", name), reading=here.phrase(*path), written=here.written(path)))
    for name, routine in book.routines.items():
        path = ("routines", name, "effect")
        given = listed([f"{n} ({kind_word(here, str(of.name))})" for n, of in routine.given.items()])
        facts = [("Depends on", given), users(here, "routines", name)]
        parts.append(
            _term(
                here,
                ("routines", name),
                reading=here.reading(*path),
                written=here.written(path),
                facts=here.facts(facts),
            )
        )
    return list_page("terms.md", "Terms and routines", "What several rules speak of is said once, here.", parts)


def _term(desk: Desk, key: Key, **more: Any) -> Part:
    made = getattr(desk.book, key[0])[key[1]]
    return part(cap(desk.title(*key)), desk.anchor(*key), marks=desk.marks(made), text=desk.text(made), **more)
