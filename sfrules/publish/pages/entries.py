"""Pages of actions and powers, and what they have in common with cards that act."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sfrules.model.card import Card
from sfrules.model.entry import Entry
from sfrules.publish import prose
from sfrules.publish.pages.desk import Desk
from sfrules.publish.pages.places import Key
from sfrules.publish.pages.press import Page, page
from sfrules.publish.words import Noun, listed

_INTRO = {
    "actions": "What can be done on a turn. Each has a page with its rule, in plain words and as it is written.",
    "powers": "What belongs to some seats alone.",
}


def entry_pages(desk: Desk, section: str, heading: str) -> list[Page]:
    """The overview of a section and a page for each entry; nothing when there are none."""
    entries: dict[str, Entry] = getattr(desk.book, section)
    if not entries:
        return []
    index = f"{section}/index.md"
    pages = [Page(index, heading, _overview(desk.on(index), section, heading))]
    for name in entries:
        place = desk.places.at(section, name)
        pages.append(Page(place.page, place.title, entry_page(desk.on(place.page), section, name)))
    return pages


def _overview(desk: Desk, section: str, heading: str) -> str:
    tiles = [
        {
            "href": desk.href(section, name),
            "title": desk.title(section, name),
            "text": desk.text(entry) or desk.reading(section, name, "effect"),
            "foot": Markup(" ").join(desk.badge(mark) for mark in _marks(desk, entry)),
        }
        for name, entry in getattr(desk.book, section).items()
    ]
    return page("entries", title=heading, intro=_INTRO[section], tiles=tiles)


def _marks(desk: Desk, entry: Entry) -> list[str]:
    found = {desk.mark(str(name)) for name in entry.source}
    return [mark for mark in ("canon", "prototype", "gap") if mark in found]


def entry_page(desk: Desk, section: str, name: str) -> str:
    """The page of an action or a power."""
    entry: Entry = getattr(desk.book, section)[name]
    key = (section, name)
    return page(
        "entry",
        desk=desk,
        entry=entry,
        title=desk.title(*key),
        anchor=desk.anchor(*key),
        facts=desk.facts(entry_facts(desk, key, entry)),
        effect=desk.reading(section, name, "effect"),
        label="When it takes effect",
        cancelled=desk.reading(section, name, "when_cancelled"),
        written=desk.written(*rule_paths(desk, key, entry)),
        touched=desk.facts(touched(desk, key)),
    )


def rule_paths(desk: Desk, key: Key, entry: Entry) -> list[tuple[str, ...]]:
    """Where the rules of an entry stand, in the order in which they come into play."""
    keys = (
        "who",
        "available",
        *(f"choose {name}" for name in entry.choose),
        "answers",
        "rides_when",
        "effect",
        "when_cancelled",
    )
    return [(*key, *word.split(" ")) for word in keys]


def entry_facts(desk: Desk, key: Key, entry: Entry, who: Noun | None = None) -> Iterator[tuple[str, Markup | str]]:
    """Who may, when, what is chosen and paid, and which windows it passes."""
    yield "Who", desk.phrase(*key, "who", who=who)
    yield "Only if", desk.phrase(*key, "available", who=who)
    if entry.rides is not None:
        yield "Declared with", desk.entry(str(entry.rides))
    yield "Only when", desk.phrase(*key, "rides_when", who=who)
    if entry.window is not None:
        yield "Played in", desk.link("windows", str(entry.window))
    yield "Answers", desk.phrase(*key, "answers", who=who)
    for name in entry.choose:
        yield f"Choose {name.replace('-', ' ')}", desk.phrase(*key, "choose", name, who=who)
    yield "Cost", _cost(desk, entry)
    if entry.limit is not None:
        yield "Limit", desk.link("limits", str(entry.limit))
    yield "Passes", desk.links(("windows", str(window)) for window in entry.windows)
    if entry.declared_as is not None:
        yield "The others see only", desk.words(f"“{entry.declared_as}”")


def _cost(desk: Desk, entry: Entry) -> str:
    seat = desk.book.seat_kind()
    parts = []
    for name, amount in entry.cost.items():
        prop = seat.has.get(name) if seat is not None else None
        parts.append(f"{amount} {prop.label if prop is not None else name}")
    return listed(parts)


def touched(desk: Desk, key: Key) -> Iterator[tuple[str, Markup]]:
    """What answers an entry, rides on it, uses it and is used by it."""
    touches = desk.touches
    answers = touches.answers.get(key, [])
    yield "Can be cancelled by", desk.links(k for k in answers if k in touches.cancels)
    yield "Can be answered by", desk.links(k for k in answers if k not in touches.cancels)
    riders = touches.riders.get(key, [])
    yield "Can be declared with it", desk.links(riders)
    said = {*answers, *riders}
    users = [k for k in touches.users.get(key, []) if k not in said]
    yield "Offered in", desk.links(k for k in users if k[0] == "menus")
    yield "Mentioned by", desk.links(k for k in users if k[0] not in ("menus", "zones"))
    yield from _uses(desk, key)


def _uses(desk: Desk, key: Key) -> Iterator[tuple[str, Markup]]:
    uses = desk.touches.used.get(key, [])
    for section, label in (
        ("gaps", "Ruled by"),
        ("endings", "Can end the game"),
        ("numbers", "Numbers"),
        ("define", "Terms"),
        ("routines", "Carries out"),
        ("table", "Tracks"),
        ("limits", "Counts"),
    ):
        found = [k for k in uses if k[0] == section]
        yield label, (_numbers(desk, found) if section == "numbers" else desk.links(found))
    for zone in (k for k in uses if k[0] == "zones"):
        others = [
            k for k in desk.touches.users.get(zone, []) if k != key and k[0] in ("actions", "powers", "cards", "phases")
        ]
        yield f"Also at the {desk.title(*zone)}", desk.links(others)


def _numbers(desk: Desk, keys: list[Key]) -> Markup:
    made = [Markup(f"{desk.link(*k)} ({desk.book.numbers[k[1]].value})") for k in keys if k in desk.places]
    return Markup(", ").join(made)


def person(entry: Entry) -> Noun | None:
    """Whom the reading of an entry speaks to: a card says you."""
    return prose.YOU if isinstance(entry, Card) else None
