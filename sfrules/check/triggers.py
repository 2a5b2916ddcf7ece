"""Triggers: rules that run by themselves, and might never come to an end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice, pairwise

from sfrules.check.dead import parts_of
from sfrules.check.once import once
from sfrules.check.rule import Finding, check
from sfrules.diag import Related, Severity, Span
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.model.circles import in_circles

Atom = tuple[str, str]

_MOST_WAITING, _LONGEST_ROUND = 25, 20
"""Nobody reads more of it; and with thousands of triggers, all that may wake each other would take too long to find."""

_WAVES = (
    "table: {ebb: {flag: no}, flow: {flag: no}}\ntriggers:\n"
    "  surge:\n    when: flow\n    fires: at once\n    effect: |\n      flow = no\n      ebb = yes\n"
)
_TIDE = "table: {tide: {number: 0..}, marked: {number: 0..}}\ntriggers:\n  surge:\n    fires: at once\n"


@check(
    "SF312",
    Severity.WARNING,
    "A trigger that may wake itself",
    why="A trigger that makes its own condition false and true again wakes itself, and play stops with an error.",
    bad=_TIDE + "    when: tide > marked\n    effect: |\n      marked = tide\n      tide += 1\n",
    good=_TIDE + "    when: tide > marked\n    effect: marked = tide\n",
)
def self_trigger(book: Book) -> Iterator[Finding]:
    """A trigger that changes what it waits for more than once; a change to a fixed value brings nothing back."""
    for trigger in map(str, book.triggers):
        place, when = _wakes_itself(book, trigger), book.rules.get(("triggers", trigger, "when"))
        if place is not None and when is not None:
            related = (Related(when.place(when.formula.at), "it waits for this"),)
            message = f"“{trigger}” changes what it waits for, so that it may wake itself again and again."
            help_ = "Let one change be enough, or let a property say that it has acted."
            yield Finding(place, message, f"trigger {trigger}", help_, related)


def _wakes_itself(book: Book, trigger: str) -> Span | None:
    """The last change by which a trigger may wake itself."""
    waited = set(_read(book, ("triggers", trigger, "when")))
    effect = ("triggers", trigger, "effect")
    changes = [(path, node, often) for path, node, often in _changes(book, effect) if _changed(node) & waited]
    if sum(2 if often else 1 for _, _, often in changes) < 2:
        return None
    path, node, _ = changes[-1]
    place: Span = book.rules[path].place(node.at)
    return place


@check(
    "SF317",
    Severity.WARNING,
    "Triggers that may wake each other",
    why="Where each trigger brings about what the next one waits for, they go on until play stops with an error.",
    bad=_WAVES + "  swell:\n    when: ebb\n    fires: at once\n    effect: |\n      ebb = no\n      flow = yes\n",
    good=_WAVES + "  swell:\n    when: ebb\n    fires: at once\n    effect: ebb = no\n",
)
def trigger_circle(book: Book) -> Iterator[Finding]:
    """Several triggers in a circle, each of which changes what the next waits for, and may let it begin anew."""
    calm = [name for name in map(str, book.triggers) if _wakes_itself(book, name) is None]
    others = frozenset(calm)
    wakes = {name: _woken(book, name, others) for name in calm}
    around, told = in_circles(wakes), set[str]()
    for name in wakes:
        circle = _circle(wakes, name) if name in around and name not in told else []
        if len(circle) > 1 and not told & set(circle) and all(_anew(book, one, circle) for one in circle):
            told.update(circle)
            yield _round(book, circle, wakes)


def _round(book: Book, circle: list[str], wakes: Mapping[str, dict[str, Span]]) -> Finding:
    """The finding about a circle: at the change that closes it, with the others beside it."""
    last, first = circle[-1], circle[0]
    steps = [(one, other, wakes[one][other]) for one, other in pairwise(circle)]
    related = tuple(Related(span, f"“{one}” wakes “{other}” here") for one, other, span in steps)
    names = " → ".join(f"“{name}”" for name in (*circle, first))
    message = f"These triggers may wake each other again and again: {names}."
    help_ = "Let a property say that one of them has acted."
    return Finding(wakes[last][first], message, f"trigger {last}", help_, related)


def _woken(book: Book, trigger: str, others: Collection[str]) -> dict[str, Span]:
    """Those of the other triggers that a trigger may wake, and the change that does it."""
    found: dict[str, Span] = {}
    for path, node, _ in _changes(book, ("triggers", trigger, "effect")):
        place: Span | None = None
        for other in _waiting(book, _touched(node)):
            when = book.rules[("triggers", other, "when")]
            if other != trigger and other in others and other not in found and _may_hold(when.formula.value, node):
                found[other] = place = place or book.rules[path].place(node.at)
    return found


def _waiting(book: Book, touched: set[Atom]) -> list[str]:
    """The triggers that wait for something that is touched, in the order written; of very many the first."""
    readers = _readers(book)
    found = {name: number for atom in touched for name, number in islice(readers.get(atom, {}).items(), _MOST_WAITING)}
    return sorted(found, key=found.__getitem__)


@once
def _readers(book: Book) -> dict[Atom, dict[str, int]]:
    """Which triggers wait for a property or a zone, each with its number in the order written."""
    found: dict[Atom, dict[str, int]] = {}
    for number, name in enumerate(map(str, book.triggers)):
        for atom in _read(book, ("triggers", name, "when")):
            found.setdefault(atom, {})[name] = number
    return found


def _circle(wakes: Mapping[str, Mapping[str, Span]], start: str) -> list[str]:
    """The shortest way of waking that leads from a trigger back to it."""
    ways = [[start]]
    seen: set[str] = set()
    for way in ways:
        if len(way) > _LONGEST_ROUND:
            break
        for other in wakes[way[-1]]:
            if other == start:
                return way
            if other not in seen:
                seen.add(other)
                ways.append([*way, other])
    return []


def _anew(book: Book, trigger: str, circle: list[str]) -> bool:
    """Whether what a trigger waits for changes twice in a circle: it must end to begin again."""
    waited = set(_read(book, ("triggers", trigger, "when")))
    times = 0
    for name in circle:
        for _, node, often in _changes(book, ("triggers", name, "effect")):
            times += (2 if often else 1) * bool(_touched(node) & waited)
    return times > 1


def _may_hold(when: typed.Expr, change: typed.Stmt) -> bool:
    """Whether a condition may hold behind a change; a flag that was just set the other way says no."""
    if not isinstance(change, typed.Write) or not isinstance(change.value, typed.Const) or change.op != "=":
        return True
    for part in parts_of(when, "and"):
        wanted, value = (False, part.value) if isinstance(part, typed.Not) else (True, part)
        if value == change.target and change.value.value is (not wanted):
            return False
    return True


def _read(book: Book, path: RulePath, seen: frozenset[RulePath] = frozenset()) -> Iterator[Atom]:
    """What a formula reads, through the formulas that it names."""
    rule = book.rules.get(path)
    if rule is None or rule.typed is None or path in seen:
        return
    for node in typed.walk(rule.typed):
        match node:
            case typed.Property():
                yield (node.of, node.name)
            case typed.TableProperty():
                yield ("", node.name)
            case typed.Zone():
                yield ("zone", node.zone)
            case typed.Derived():
                section = "card_kinds" if node.card else "kinds"
                yield from _read(book, (section, node.of, "has", node.name, "derived"), seen | {path})
            case typed.Defined():
                yield from _read(book, ("define", node.id, "is"), seen | {path})


def _changes(
    book: Book, path: RulePath, often: bool = False, seen: frozenset[RulePath] = frozenset()
) -> Iterator[tuple[RulePath, typed.Stmt, bool]]:
    """The statements of a rule and of its routines that change something; whether they may run more than once."""
    rule = book.rules.get(path)
    if rule is None or not isinstance(rule.typed, typed.Block) or path in seen:
        return
    for node, looped in _statements(rule.typed, often):
        yield path, node, looped
        if isinstance(node, typed.Do):
            yield from _changes(book, ("routines", node.routine, "effect"), looped, seen | {path})
        elif isinstance(node, typed.Ruling) and (option := book.ruling(book.gaps[node.gap])) is not None:
            inner = ("gaps", node.gap, "options", str(option.id), "rule")
            yield from _changes(book, inner, looped, seen | {path})


def _statements(node: typed.Node, often: bool) -> Iterator[tuple[typed.Stmt, bool]]:
    for child in node.inside():
        looped = often or isinstance(child, typed.For | typed.ForGrowing | typed.While | typed.Cycle | typed.Repeat)
        if isinstance(child, typed.Stmt):
            yield child, looped
        yield from _statements(child, looped)


def _changed(stmt: typed.Stmt) -> set[Atom]:
    """What a statement changes to something that is not fixed beforehand."""
    return set() if isinstance(stmt, typed.Write) and _is_fixed(stmt) else _touched(stmt)


def _is_fixed(stmt: typed.Write) -> bool:
    return stmt.op == "=" and isinstance(stmt.value, typed.Const)


def _touched(stmt: typed.Stmt) -> set[Atom]:
    """What a statement changes."""
    match stmt:
        case typed.Write() | typed.Add() | typed.Remove():
            target = stmt.target
            if isinstance(target, typed.Property):
                return {(target.of, target.name)}
            return {("", target.name)} if isinstance(target, typed.TableProperty) else set()
        case typed.Draw():
            return {("zone", stmt.source.zone), ("zone", stmt.target.zone)}
        case typed.Move():
            zones = {("zone", node.zone) for node in stmt.cards.nodes(typed.Zone)}
            return zones | {("zone", stmt.target.zone)}
        case _:
            return set()
