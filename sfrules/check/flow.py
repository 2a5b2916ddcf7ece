"""The course of the game: phases, menus, windows, seats, endings."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.rule import Finding, check
from sfrules.diag import Related, Severity, how_many
from sfrules.lang.types import thing
from sfrules.model.book import Book
from sfrules.model.phase import Phase

_SEATS = (
    "scenario: {title: Harbour, seats: 2}\nkinds:\n  captain: {seat: yes}\n"
    "things:\n  captain:\n    east: {}\n    west: {}\n"
)


@check(
    "SF530",
    Severity.ERROR,
    "No course of play",
    why="A game runs its phases, or its rule `play`; with neither nothing happens, with both it is not said which.",
    bad="phases:\n  - {id: day, effect: stop}\nplay: stop\n",
    good="phases:\n  - {id: day, effect: stop}\n",
)
def no_play(book: Book) -> Iterator[Finding]:
    """Neither phases nor a play rule, or both."""
    refused = book.spoilt.get("phases")
    if book.play is not None and book.phases:
        first = (Related(book.section_spans["phases"], "the phases are here"),)
        yield Finding(
            book.section_spans["play"], "There are phases and a rule `play`. Keep one of them.", "play", related=first
        )
    elif book.play is None and not book.phases and not refused and book.whole:
        yield Finding(book.span, "There are no phases and there is no rule `play`: nothing would happen.", "scenario")


@check(
    "SF531",
    Severity.WARNING,
    "A phase in which nothing happens",
    why="A phase without an effect, a menu or phases of its own passes unseen.",
    bad="phases:\n  - {id: day, effect: stop}\n  - {id: night}\n",
    good="phases:\n  - {id: day, effect: stop}\n",
)
def idle_phase(book: Book) -> Iterator[Finding]:
    """A phase that says nothing to do."""
    for phase in book.all_phases():
        if phase.effect is None and phase.menu is None and not phase.phases and phase.then is None:
            yield Finding(phase.span, f"Nothing happens in the phase “{phase.id}”.", f"phase {phase.id}")


@check(
    "SF532",
    Severity.ERROR,
    "Repeats that do not fit",
    why="Titles name the repeats of a phase one by one, and `then` runs after the last of them.",
    bad="phases:\n  - {id: day, repeat: 3, titles: [Dawn, Dusk], effect: stop}\n",
    good="phases:\n  - {id: day, repeat: 2, titles: [Dawn, Dusk], effect: stop}\n",
)
def titles_and_repeats(book: Book) -> Iterator[Finding]:
    """Titles of another number than the repeats; titles or `then` without a repeat; a repeat of 0."""
    for phase in book.all_phases():
        yield from _repeat_slips(phase)


def _repeat_slips(phase: Phase) -> Iterator[Finding]:
    subject = f"phase {phase.id}"
    if phase.repeat == 0:
        yield Finding(phase.span_of("repeat"), f"“{phase.id}” is repeated 0 times, so that it never runs.", subject)
    elif phase.repeat is None and (phase.titles or phase.then is not None):
        key = "titles" if phase.titles else "then"
        message = f"“{phase.id}” says `{key}`, but not how often it is repeated."
        yield Finding(phase.key_span_of(key), message, subject, "Add `repeat:`.")
    elif phase.repeat is not None and phase.titles and len(phase.titles) != phase.repeat:
        times, titles = how_many(phase.repeat, "time"), how_many(len(phase.titles), "title")
        message = f"“{phase.id}” is repeated {times} and has {titles}."
        yield Finding(phase.key_span_of("titles"), message, subject)


@check(
    "SF533",
    Severity.ERROR,
    "A menu with nobody to choose",
    why="A menu is put to a seat; `each` says that the phase is run for every seat in turn.",
    bad="menus:\n  turn: {one: [actions]}\nphases:\n  - {id: day, menu: turn}\n",
    good=(
        "kinds:\n  captain: {seat: yes}\nmenus:\n  turn: {one: [actions]}\n"
        "phases:\n  - {id: day, each: captain, menu: turn}\n"
    ),
)
def menu_without_seat(book: Book) -> Iterator[Finding]:
    """A phase with a menu that is not run for each seat."""
    for phase in book.all_phases():
        kind = book.kinds.get(phase.each or "")
        if phase.menu is not None and phase.each is None:
            message = f"“{phase.id}” offers the menu “{phase.menu}”, but `each` does not say to whom."
            yield Finding(
                phase.span_of("menu"), message, f"phase {phase.id}", "Add `each:` with the kind of the seats."
            )
        elif phase.menu is not None and kind is not None and not kind.seat:
            message = f"“{phase.id}” offers a menu to each {kind.id}, but {thing(kind.id).phrase} is not a seat."
            yield Finding(phase.span_of("each"), message, f"phase {phase.id}")


@check(
    "SF534",
    Severity.ERROR,
    "Two phases of one name",
    why="Rules, limits and records name phases by id, those within phases too.",
    bad="phases:\n  - {id: day, effect: stop}\n  - {id: day, effect: stop}\n",
    good="phases:\n  - {id: day, effect: stop}\n  - {id: night, effect: stop}\n",
)
def twice_named_phase(book: Book) -> Iterator[Finding]:
    """A phase whose id another phase has."""
    seen: dict[str, Phase] = {}
    for phase in book.all_phases():
        first = seen.setdefault(phase.id, phase)
        if first is not phase:
            related = (Related(first.span, "the first is here"),)
            yield Finding(
                phase.id.span, f"Another phase has the id “{phase.id}”.", f"phase {phase.id}", related=related
            )


@check(
    "SF535",
    Severity.ERROR,
    "No ending",
    why="Only `finish with` and an ending end a game.",
    bad="play: stop\nendings: {}\n",
    good="play: finish with dusk\nendings:\n  dusk: {title: Dusk}\n",
)
def no_ending(book: Book) -> Iterator[Finding]:
    """A scenario without endings."""
    if not book.endings and not book.spoilt.get("endings") and book.whole:
        yield Finding(book.span, "There are no endings, so that the game can never end.", "scenario")


@check(
    "SF536",
    Severity.ERROR,
    "Seats and things do not agree",
    why="The things of one kind are the seats; there must be one for each seat of the largest game.",
    bad="scenario: {title: Harbour, seats: 2}\nkinds:\n  captain: {seat: yes}\nthings:\n  captain:\n    east: {}\n",
    good=_SEATS,
)
def seats(book: Book) -> Iterator[Finding]:
    """No kind of seats, two kinds of seats, or fewer things of it than seats."""
    if not book.whole or book.spoilt.get("kinds") or book.spoilt.get("things") or book.scenario.title == "?":
        return
    kinds = [kind for kind in book.kinds.values() if kind.seat]
    if not kinds:
        yield Finding(book.span, "No kind says `seat: yes`, so that there is nobody to play.", "scenario")
    for kind in kinds[1:]:
        message = f"“{kind.id}” and “{kinds[0].id}” both say `seat: yes`; one kind holds all seats."
        yield Finding(kind.key_span_of("seat"), message, f"kind {kind.id}")
    there, wanted = len(book.seats()), book.scenario.seats
    # a chosen variant may make the game one for fewer; as it is written, it is for as many as it can be
    if len(kinds) == 1 and (there not in wanted or (there != wanted.high and not book.choices.variants)):
        things = "is 1 thing" if there == 1 else f"are {there} things"
        seats = how_many(wanted.high or 0, "seat")
        message = f"The scenario has {seats}, and there {things} of the kind “{kinds[0].id}”."
        yield Finding(book.scenario.span_of("seats"), message, "scenario")


@check(
    "SF537",
    Severity.ERROR,
    "An empty menu",
    why="A menu without entries puts a seat before no choice.",
    bad="menus:\n  turn: {title: Your turn}\n",
    good="actions:\n  sail: {effect: stop}\nmenus:\n  turn: {title: Your turn, one: [sail]}\n",
)
def empty_menu(book: Book) -> Iterator[Finding]:
    """A menu that offers nothing."""
    for menu in book.menus.values():
        if not menu.one and not menu.free and not menu.after:
            yield Finding(menu.span, f"The menu “{menu.id}” offers nothing.", f"menu {menu.id}")


@check(
    "SF538",
    Severity.ERROR,
    "Seconds the wrong way round",
    why="A window stays open at least the first, and at most the second number of seconds.",
    bad="windows:\n  storm: {asks: captain, answers: sealed, seconds: [15, 2.5]}\n",
    good="windows:\n  storm: {asks: captain, answers: sealed, seconds: [2.5, 15]}\n",
)
def backward_seconds(book: Book) -> Iterator[Finding]:
    """A window whose least time is longer than its longest."""
    for window in book.windows.values():
        if window.seconds is not None and window.seconds[0] > window.seconds[1]:
            yield Finding(window.span_of("seconds"), "The first number is the shorter time.", f"window {window.id}")
