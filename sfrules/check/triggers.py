"""Triggers: rules that run by themselves, and might never come to an end."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.rule import Finding, check
from sfrules.diag import Related, Severity
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.model.book import Book

Atom = tuple[str, str]

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
    for trigger in book.triggers:
        when = book.rules.get(("triggers", str(trigger), "when"))
        effect = book.rules.get(("triggers", str(trigger), "effect"))
        if when is None or effect is None or when.typed is None or effect.typed is None:
            continue
        waited = set(_read(book, when.path))
        changes = [(path, node, often) for path, node, often in _changes(book, effect.path) if _changed(node) & waited]
        if sum(2 if often else 1 for _, _, often in changes) > 1:
            path, node, _ = changes[-1]
            related = (Related(when.place(when.typed.at), "it waits for this"),)
            message = f"“{trigger}” changes what it waits for, so that it may wake itself again and again."
            help_ = "Let one change be enough, or let a property say that it has acted."
            yield Finding(book.rules[path].place(node.at), message, f"trigger {trigger}", help_, related)


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


def _statements(node: typed.Node, often: bool) -> Iterator[tuple[typed.Stmt, bool]]:
    for child in node.inside():
        looped = often or isinstance(child, typed.For | typed.ForGrowing | typed.While | typed.Cycle | typed.Repeat)
        if isinstance(child, typed.Stmt):
            yield child, looped
        yield from _statements(child, looped)


def _changed(stmt: typed.Stmt) -> set[Atom]:
    """What a statement changes to something that is not fixed beforehand."""
    match stmt:
        case typed.Write(op="=", value=typed.Const()):
            return set()
        case typed.Write() | typed.Add() | typed.Remove():
            target = stmt.target
            if isinstance(target, typed.Property):
                return {(target.of, target.name)}
            return {("", target.name)} if isinstance(target, typed.TableProperty) else set()
        case typed.Draw():
            return {("zone", stmt.source.zone), ("zone", stmt.target.zone)}
        case typed.Move():
            zones = {("zone", node.zone) for node in typed.walk(stmt.cards) if isinstance(node, typed.Zone)}
            return zones | {("zone", stmt.target.zone)}
        case _:
            return set()
