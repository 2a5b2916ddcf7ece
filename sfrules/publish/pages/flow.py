"""Pages of the course of play: setup, phases and menus, windows, what happens by itself, endings."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sfrules.diag import how_many
from sfrules.model.phase import Phase
from sfrules.model.window import Menu, Window
from sfrules.publish.markup import safe
from sfrules.publish.pages.counts import Part, list_page, part, users
from sfrules.publish.pages.desk import Desk
from sfrules.publish.pages.press import Page, page
from sfrules.publish.pages.properties import kind_word
from sfrules.publish.words import cap


def setup_page(desk: Desk) -> list[Page]:
    """What happens before the first phase."""
    here = desk.on("setup.md")
    if here.book.setup is None:
        return []
    starting = [("Who plays", here.links(("things", str(seat.id)) for seat in here.book.seats()))]
    decks = [zone for zone in here.book.zones.values() if zone.order is not None and zone.per is None]
    starting.append(("Ready on the table", here.links(("zones", str(zone.id)) for zone in decks)))
    tracks = [("table", name) for name in here.book.table]
    starting.append(("At their start", here.links(tracks)))
    more = part(
        "Step by step",
        Markup("{#steps}"),
        facts=here.facts(starting),
        reading=here.reading("setup"),
        label="Before the first turn",
        written=here.written(("setup",)),
    )
    anchor = here.anchor("setup")
    return [Page("setup.md", "Setup", page("sections", heading="Setup", anchor=anchor, intro="", sections=[more]))]


def phases_page(desk: Desk) -> list[Page]:
    """The order of play, and what can be chosen on a turn."""
    here = desk.on("phases.md")
    book = here.book
    parts: list[Part] = []
    if book.play is not None:
        reading, written = here.reading("play"), here.written(("play",))
        parts.append(part("The order of play", here.anchor("play"), reading=reading, written=written))
    for phase in book.phases:
        parts += _phase(here, phase, 2)
    parts += [_menu(here, name, menu) for name, menu in book.menus.items()]
    return list_page("phases.md", "Order of play", "What comes when, and what there is to choose.", parts)


def _phase(desk: Desk, phase: Phase, level: int) -> Iterator[Part]:
    name = str(phase.id)
    yield part(
        phase.label,
        desk.anchor("phases", name),
        "#" * min(level, 4),
        marks=desk.marks(phase),
        text=desk.text(phase),
        facts=desk.facts(_phase_facts(desk, phase)),
        reading=desk.reading("phases", name, "effect"),
        more=_titles(phase),
        written=desk.written(("phases", name, "effect")),
    )
    for inner in phase.phases:
        yield from _phase(desk, inner, level + 1)
    if phase.then is not None:
        yield part(
            f"After the last {phase.label}",
            Markup("{#phase-" + name + "-then}"),
            "#" * min(level, 4),
            reading=desk.reading("phases", name, "then"),
            written=desk.written(("phases", name, "then")),
        )


def _phase_facts(desk: Desk, phase: Phase) -> Iterator[tuple[str, Markup | str]]:
    if phase.repeat is not None:
        yield "How often", "once" if phase.repeat == 1 else f"{phase.repeat} times"
    yield "Consists of", desk.links(("phases", str(inner.id)) for inner in phase.phases)
    if phase.each is not None:
        how = "all asked at once and in secret, then in turn order" if phase.answers == "sealed" else "in turn order"
        yield "Once for each", f"{kind_word(desk, str(phase.each)).lower()}, {how}"
    if phase.menu is not None:
        yield "What to choose from", desk.link("menus", str(phase.menu))
    kinds = [prop for kind in desk.book.kinds.values() for prop in kind.has.values() if prop.resets == phase.id]
    table = [prop for prop in desk.book.table.values() if prop.resets == phase.id]
    yield "Reset at its end", ", ".join(str(prop.label) for prop in (*kinds, *table))


def _titles(phase: Phase) -> Markup:
    if not phase.titles:
        return Markup("")
    items = "".join(f"<li>{safe(title)}</li>" for title in phase.titles)
    return Markup(f'<ol class="titles">{items}</ol>')


def _menu(desk: Desk, name: str, menu: Menu) -> Part:
    facts: list[tuple[str, Markup | str]] = [
        ("Before it, for free", _entries(desk, menu.free)),
        ("One of these", _entries(desk, menu.one)),
        ("Afterwards", _entries(desk, menu.after)),
        ("Or decline", _word(menu.pass_)),
        ("To finish", _word(menu.done)),
        users(desk, "menus", name, "Offered in"),
    ]
    return part(
        desk.title("menus", name),
        desk.anchor("menus", name),
        marks=desk.marks(menu),
        text=desk.text(menu),
        facts=desk.facts(facts),
    )


def _entries(desk: Desk, names: tuple[str, ...]) -> Markup:
    links: list[Markup] = []
    for name in names:
        if name in ("actions", "powers"):
            links += [desk.link(name, entry) for entry in getattr(desk.book, name)]
        else:
            links.append(desk.entry(str(name)))
    return Markup(", ").join(links)


def _word(name: str | None) -> str:
    return cap(name.replace("-", " ")) if name is not None else ""


def windows_page(desk: Desk) -> list[Page]:
    """The moments in which others may answer."""
    here = desk.on("windows.md")
    parts = [_window(here, name, window) for name, window in here.book.windows.items()]
    return list_page("windows.md", "Windows", "Moments in which others may answer what was declared.", parts)


def _window(desk: Desk, name: str, window: Window) -> Part:
    answers = {"sealed": "all at the same time, in secret", "in order": "one after the other"}
    acts = "in the order in which they were asked" if window.answers == "sealed" else ""
    if window.resolve == "last first":
        acts = "when all have answered, the last first"
    reactions = [(section, str(entry.id)) for section, entry in desk.book.entries() if entry.window == name]
    opening = [(section, str(entry.id)) for section, entry in desk.book.entries() if name in entry.windows]
    seconds = ""
    if window.seconds is not None:
        low, high = window.seconds
        seconds = f"{low:g} to {how_many(high, 'second')}" if low else f"at most {how_many(high, 'second')}"
    facts: list[tuple[str, Markup | str]] = [
        ("Who is asked", desk.phrase("windows", name, "asks")),
        ("They answer", answers[str(window.answers)]),
        ("What was played acts", acts),
        ("Who was asked and passed is seen by", "nobody" if window.seen_by == "nobody" else "everyone"),
        ("Who played is", "not known" if window.anonymous else "known to all"),
        ("At a real table", seconds),
        ("Opened by", desk.links(opening)),
        ("Can be played in it", desk.links(reactions)),
    ]
    return part(
        desk.title("windows", name),
        desk.anchor("windows", name),
        marks=desk.marks(window),
        text=desk.text(window),
        facts=desk.facts(facts),
        written=desk.written(("windows", name, "asks")),
    )


def triggers_page(desk: Desk) -> list[Page]:
    """What happens by itself."""
    here = desk.on("triggers.md")
    fires = {"at once": "at once, before anything else", "after the effect": "after the effect that brings it about"}
    parts = [
        part(
            here.title("triggers", name),
            here.anchor("triggers", name),
            marks=here.marks(trigger),
            text=here.text(trigger),
            facts=here.facts([("When", here.phrase("triggers", name, "when")), ("Happens", fires[str(trigger.fires)])]),
            reading=here.reading("triggers", name, "effect"),
            written=here.written(("triggers", name, "when"), ("triggers", name, "effect")),
        )
        for name, trigger in here.book.triggers.items()
    ]
    return list_page(
        "triggers.md", "What happens by itself", "Nobody declares these; they happen when it is time.", parts
    )


def endings_page(desk: Desk) -> list[Page]:
    """All ways to end, what follows, and individual results."""
    here = desk.on("endings.md")
    book = here.book
    parts = []
    for name, ending in book.endings.items():
        path = ("endings", name)
        facts = [
            ("Winners", here.phrase(*path, "winners")),
            ("Worth", here.phrase(*path, "payoff")),
            users(here, "endings", name, "Brought about by"),
        ]
        parts.append(
            part(
                here.title(*path),
                here.anchor(*path),
                marks=here.marks(ending),
                text=here.text(ending),
                facts=here.facts(facts),
                written=here.written((*path, "winners"), (*path, "payoff")),
            )
        )
    if book.aftermath is not None:
        reading, written = here.reading("aftermath"), here.written(("aftermath",))
        parts.append(part(here.title("aftermath"), here.anchor("aftermath"), reading=reading, written=written))
    for name, award in book.awards.items():
        path = ("awards", name)
        facts = [("If", here.phrase(*path, "when")), ("Goes to", here.phrase(*path, "winners"))]
        parts.append(
            part(
                here.title(*path),
                here.anchor(*path),
                marks=here.marks(award),
                text=here.text(award),
                facts=here.facts(facts),
                written=here.written((*path, "when"), (*path, "winners")),
            )
        )
    return list_page("endings.md", "Endings", "How the game can end, and who has won.", parts)
