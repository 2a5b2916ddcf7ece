"""Actions, powers and cards that act: reactions and riders that are half said, and what can never be played."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.dead import parts_of
from sfrules.check.ends import running
from sfrules.check.once import once
from sfrules.check.reach import attained, bounds_of, empty, loose_words
from sfrules.check.rule import Finding, check
from sfrules.check.tracks import uses_of
from sfrules.check.visits import ANYTHING
from sfrules.diag import Related, Severity
from sfrules.lang import typed
from sfrules.lang.types import FLAG
from sfrules.model.book import Book
from sfrules.model.entry import Entry
from sfrules.model.rules import Rule
from sfrules.model.sections import SECTIONS

_NO = typed.Const(False, type=FLAG)
_GOLD = "kinds:\n  captain: {seat: yes, has: {gold: {track: 0..9, start: 5}}}\n"
_TURN = "menus:\n  turn: {one: [sail]}\nsetup: offer turn to east\n"
_CARD = (
    "card_kinds:\n  omen: {}\nzones:\n  deck: {of: omen}\n"
    "cards:\n  storm: {kind: omen, zone: deck, effect: finish with dusk}\n"
)
_WATCH = (
    "windows:\n  watch: {asks: captain, answers: sealed}\n"
    "powers:\n  shout: {window: watch, answers: it is sail, effect: cancel it}\n"
)


@check(
    "SF520",
    Severity.ERROR,
    "A reaction that is half said",
    why="A reaction needs both: the window in which it is played, and what it answers.",
    bad=(
        "windows:\n  storm: {asks: captain, answers: sealed}\npowers:\n"
        "  shelter: {answers: it is sail, effect: cancel it}\n"
    ),
    good="windows:\n  storm: {asks: captain, answers: sealed}\n"
    "powers:\n  shelter: {window: storm, answers: it is sail, effect: cancel it}\n",
)
def half_reaction(book: Book) -> Iterator[Finding]:
    """`answers` without `window`, or `window` without `answers`."""
    for section, entry in book.entries():
        if (entry.answers is None) != (entry.window is None):
            there, missing = ("window", "answers") if entry.answers is None else ("answers", "window")
            message = f"“{entry.id}” says `{there}`, but not `{missing}`."
            yield Finding(entry.key_span_of(there), message, f"{SECTIONS[section].noun} {entry.id}")


@check(
    "SF521",
    Severity.ERROR,
    "A rider that rides nothing",
    why="`rides_when` limits `rides`, and has no meaning without it.",
    bad="actions:\n  sail: {effect: stop}\n  cargo: {rides_when: yes, effect: stop}\n",
    good="actions:\n  sail: {effect: stop}\n  cargo: {rides: sail, rides_when: yes, effect: stop}\n",
)
def half_rider(book: Book) -> Iterator[Finding]:
    """`rides_when` without `rides`; an entry that rides itself."""
    for section, entry in book.entries():
        subject = f"{SECTIONS[section].noun} {entry.id}"
        if entry.rides is None and entry.rides_when is not None:
            message = f"“{entry.id}” says `rides_when`, but not what it rides."
            yield Finding(entry.key_span_of("rides_when"), message, subject)
        elif entry.rides == entry.id:
            yield Finding(entry.span_of("rides"), f"“{entry.id}” rides itself.", subject)


@check(
    "SF522",
    Severity.WARNING,
    "An entry that can never be taken",
    why="What costs more than anybody can have, or answers what its window never shows, is printed and never played.",
    bad=_GOLD + "actions:\n  sail: {cost: {gold: 12}, effect: stop}\n" + _TURN,
    good=_GOLD + "actions:\n  sail: {cost: {gold: 2}, effect: stop}\n" + _TURN,
)
def impossible_entry(book: Book) -> Iterator[Finding]:
    """A cost out of reach, a limit of no times, a choice of nothing, an answer to what is never seen."""
    for limit in book.limits.values():
        if limit.times <= 0:
            message = f"What uses up “{limit.id}” can never be done: it allows {limit.times} times."
            yield Finding(limit.span_of("times"), message, f"limit {limit.id}")
    for section, entry in book.entries():
        subject = f"{SECTIONS[section].noun} {entry.id}"
        yield from _costs(book, entry, subject)
        for key in ("who", "available"):
            rule = book.rules.get((section, str(entry.id), key))
            if isinstance(rule, Rule) and rule.typed is not None and rule.formula.value == _NO:
                yield Finding(rule.place(rule.formula.at), f"“{entry.id}” can never be taken.", subject)
        yield from _choices(book, section, entry, subject)
        yield from _answers(book, section, entry, subject)


def _costs(book: Book, entry: Entry, subject: str) -> Iterator[Finding]:
    seat = book.seat_kind()
    for name, amount in entry.cost.items() if seat is not None else ():
        prop = seat.has.get(name) if seat is not None else None
        if prop is None:
            continue
        most = bounds_of(prop).high
        real = attained(book).known.get(("thing", str(seat.id), str(name)), ANYTHING).high if seat else None
        if most is not None and amount > most:
            message = f"“{entry.id}” costs {amount} {name}, and nobody can have more than {most}."
            yield Finding(entry.span_of("cost", name), message, subject)
        elif real is not None and amount > real and uses_of(book).sure:
            message = f"“{entry.id}” costs {amount} {name}, and no rule brings anybody above {real}."
            yield Finding(entry.span_of("cost", name), message, subject)


def _choices(book: Book, section: str, entry: Entry, subject: str) -> Iterator[Finding]:
    """A choice between nothing."""
    for name in entry.choose:
        rule = book.rules.get((section, str(entry.id), "choose", str(name)))
        made = rule.typed if isinstance(rule, Rule) else None
        if not isinstance(rule, Rule) or not isinstance(made, typed.Formula) or made.optional:
            continue
        numbers = attained(book).elements(made.value, {}) if isinstance(made.value, typed.Between) else ANYTHING
        if empty(numbers) or attained(book).size(made.value).high == 0:
            message = f"There is nothing to choose for “{name}”, so that “{entry.id}” can never be taken."
            yield Finding(rule.place(made.at), message, subject)


def _answers(book: Book, section: str, entry: Entry, subject: str) -> Iterator[Finding]:
    """A reaction to entries of which none passes its window."""
    rule = book.rules.get((section, str(entry.id), "answers"))
    if entry.window not in book.windows or not isinstance(rule, Rule) or not isinstance(rule.typed, typed.Formula):
        return
    if entry.window not in _passed(book):
        return  # a window that never opens is a finding of its own
    for part in parts_of(rule.formula.value, "and"):
        if isinstance(part, typed.DeclaredAs) and isinstance(part.declaration, typed.Answered):
            named = next(_declared(book, part.entries), None)
            if named is not None and not any(entry.window in e.windows for e in _declared(book, part.entries)):
                message = (
                    f"“{entry.id}” can never be played: what it answers does not pass the window “{entry.window}”."
                )
                related = (Related(named.span, f"“{named.id}” does not pass it"),)
                yield Finding(rule.place(part.at), message, subject, related=related)


@once
def _passed(book: Book) -> frozenset[str]:
    """The windows that some entry passes."""
    return frozenset(str(name) for _, entry in book.entries() for name in entry.windows)


def _declared(book: Book, node: typed.Expr) -> Iterator[Entry]:
    """The entries that an expression names."""
    match node:
        case typed.EntryRef():
            entry = book.entry(node.id)
            yield from () if entry is None else (entry,)
        case typed.ListOf():
            for item in node.items:
                yield from _declared(book, item)
        case typed.Entries(section="actions" | "powers" as section):
            yield from getattr(book, section).values()
        case typed.Entries():
            yield from (card for card in book.cards.values() if card.kind == node.section)
        case _:
            pass


@check(
    "SF523",
    Severity.WARNING,
    "A card whose effect nothing runs",
    why="A card acts when it is played, or when a rule carries it out with `do card.effect()`.",
    bad=_CARD + "play: finish with dusk\n",
    good=_CARD + "play: |\n  do the-first(deck).effect()\n  finish with dusk\n",
)
def idle_effect(book: Book) -> Iterator[Finding]:
    """A card with an effect that is neither played from anywhere nor carried out by a rule."""
    if not uses_of(book).sure:
        return
    ran, loose = running(book), loose_words(book)
    for card in book.cards.values():
        path = ("cards", str(card.id), "effect")
        if card.effect is not None and path in book.rules and path not in ran and str(card.kind) not in loose:
            message = f"Nothing ever runs the effect of “{card.id}”: it is on no menu, and no rule carries it out."
            yield Finding(card.key_span_of("effect"), message, f"card {card.id}")


@check(
    "SF524",
    Severity.WARNING,
    "A window that never matters",
    why="A window opens where an entry passes it (`windows:`), and means something where another can be played in it.",
    bad=_WATCH + "actions:\n  sail: {effect: stop}\n" + _TURN,
    good=_WATCH + "actions:\n  sail: {windows: [watch], effect: stop}\n" + _TURN,
)
def idle_window(book: Book) -> Iterator[Finding]:
    """A window that no entry passes, or in which nothing can be played."""
    if not uses_of(book).sure:
        return
    passed = _passed(book)
    played = {str(entry.window) for _, entry in book.entries() if entry.window is not None}
    loose = loose_words(book)
    for window in book.windows.values():
        name = str(window.id)
        if name in loose or name not in passed | played:  # one that nothing names at all is an unused definition
            continue
        if name not in passed:
            yield Finding(
                window.span, f"No entry passes the window “{name}”, so that it never opens.", f"window {name}"
            )
        elif name not in played:
            yield Finding(window.span, f"Nothing can be played in the window “{name}”.", f"window {name}")
