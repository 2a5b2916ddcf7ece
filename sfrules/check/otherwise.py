"""What shows too much under rulings and variants that are not in force: each by itself, and only where it differs.

Only those definitions are looked at again that an option brings or changes, or that speak of what it changes; what
speaks of these, and so on. What is told of the book as it stands is not told again. Where somebody has chosen rulings
or variants for this run, the others are left alone: each is looked at by itself, not in every company.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sfrules.check.exposure import Exposed, exposed
from sfrules.check.known import Place
from sfrules.check.once import once
from sfrules.check.rule import Finding
from sfrules.diag import Span
from sfrules.ids import RulePath
from sfrules.model.alternatives import WORD, Otherwise
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.card import Card, CardKind
from sfrules.model.entry import Entry
from sfrules.model.kind import Kind
from sfrules.model.property import PropertyBase
from sfrules.record import record

_BY_NAME = {"routines", "define", "gaps", "groups", "zones", "limits", "windows", "table"}
"""Sections whose definitions others speak of by their id, and see differently when they change."""


@record
class Seen:
    """What shows too much in the book as it stands, or under an option that is not in force."""

    exposed: Exposed
    under: Otherwise | None = None

    def told(self, finding: Finding) -> Finding:
        """The finding, with the option under which it holds."""
        if self.under is None:
            return finding
        message = self.under.told(finding.message, finding.span)
        related = (*finding.related, self.under.chosen)
        return finding._replace(message=message, subject=self.under.subject, related=related)


@once
def everywhere(book: Book) -> tuple[Seen, ...]:
    """All that shows too much, worked out once for the checks that each tell a part."""
    now = exposed(book)
    seen = [Seen(now)]
    told = set(_places(now))
    others = () if book.choices.gaps or book.choices.variants else book.otherwise
    mentions = _mentions(book) if others else {}
    for other in others:
        touched = _touched(book, other, mentions)
        if not touched:
            continue
        more = exposed(other.book, touched)
        sights = tuple(s for s in more.sights if (s.shows, span_of(more.book, s.at)) not in told)
        entries = tuple(e for e in more.entries if (e.sort, e.span) not in told)
        seen.append(Seen(replace(more, sights=sights, entries=entries), other))
        told.update(_places(more))
    return tuple(seen)


def span_of(book: Book, place: Place) -> Span:
    """Where a place stands in a file."""
    if isinstance(place, Span):
        return place
    path, at = place
    made: Span = book.rules[path].place(at)
    return made


def _places(seen: Exposed) -> Iterator[tuple[str, Span]]:
    yield from ((sight.shows, span_of(seen.book, sight.at)) for sight in seen.sights)
    yield from ((entry.sort, entry.span) for entry in seen.entries)


# what speaks of what


def _mentions(book: Book) -> dict[str, set[RulePath]]:
    """The places of a book by the names that they speak of: its rules, and what else is said of definitions."""
    made: dict[str, set[RulePath]] = {}
    for path, rule in book.rules.items():
        for word in WORD.findall(rule.text):
            made.setdefault(word, set()).add(path)
    for path, words in _facts(book):
        for word in words:
            made.setdefault(str(word), set()).add(path)
    return made


def _facts(book: Book) -> Iterator[tuple[RulePath, set[Any]]]:
    """The names that stand in definitions outside of their rules."""
    for section, entry in book.entries():
        kind = entry.kind if isinstance(entry, Card) else None
        beside = {f"answers {entry.window}", f"rides {entry.rides}", f"as {entry.declared_as}"}
        yield (section, str(entry.id)), {*entry.cost, entry.limit, kind, *beside}
    for card_kind in book.card_kinds.values():
        yield ("card_kinds", str(card_kind.id)), {card_kind.played_from, card_kind.limit}
    for window in book.windows:
        yield ("windows", str(window)), {window}
    for zone in book.zones.values():
        yield ("zones", str(zone.id)), {*_eyes(zone.seen_by), *_eyes(zone.count_seen_by)}
    for limit in book.limits.values():
        yield ("limits", str(limit.id)), _eyes(limit.seen_by)
    for prop in book.table.values():
        yield ("table", str(prop.id)), _eyes(prop.seen_by)
    for section, owners in (("kinds", book.kinds), ("card_kinds", book.card_kinds)):
        for owner in owners.values():
            for prop in owner.has.values():
                yield (section, str(owner.id), "has", str(prop.id)), _eyes(prop.seen_by)


def _eyes(seen_by: Any) -> set[Any]:
    return set(seen_by.words) if seen_by is not None else set()


# what an option bears upon


def _touched(book: Book, other: Otherwise, mentions: Mapping[str, set[RulePath]]) -> set[RulePath]:
    """The definitions, by section and id, in which something may be seen differently under an option."""
    touched = set(other.paths)
    names = [*other.names, *(name for path in other.paths for name in _lent(other.book, path))]
    for path, made in other.definitions.items():
        new = list(_changed(path, _before(book, path), made))
        touched |= {path} if new else set()
        names += new
    told = set(names)
    while names:
        for path in mentions.get(names.pop(), ()):
            if path not in touched:
                touched.add(path)
                new = [name for name in _lent(book, path) if name not in told]
                told.update(new)
                names += new
    return {path[:3] if path[1:] else (path[0], "") for path in touched}


def _lent(book: Book, path: RulePath) -> Iterator[str]:
    """The names by which others speak of what a place says."""
    if path[0] in _BY_NAME:
        yield from (path[1], f"answers {path[1]}")
    elif path[0] in ("kinds", "card_kinds"):
        yield from path[3:4] if path[2:] else path[1:]
    elif path[0] == "cards" and path[-1] == "done":
        yield "done"
    elif path[0] in ("actions", "powers", "cards"):
        if not path[2:]:
            yield from _others(getattr(book, path[0])[path[1]])
        elif path[2] == "choose":
            yield f"rides {path[1]}"


def _before(book: Book, path: RulePath) -> Definition | None:
    """A definition as it is now."""
    section = getattr(book, path[0])
    return section.get(path[1]) if path[1:] and isinstance(section, Mapping) else None


def _changed(path: RulePath, old: Definition | None, new: Definition | None) -> Iterator[str]:
    """The names by which others may see differently that a definition has changed."""
    if old == new:
        return
    if path[0] in _BY_NAME:
        yield from (path[1], f"answers {path[1]}")
    for one, other in ((old, new), (new, old)):
        if isinstance(one, Kind | CardKind):
            before = other.has if isinstance(other, Kind | CardKind) else {}
            yield from (str(name) for name, prop in one.has.items() if _seen_of(prop) != _seen_of(before.get(name)))
        if isinstance(one, CardKind) and _seen_of(one) != _seen_of(other):
            yield path[1]
        if isinstance(one, Entry) and _seen_of(one) != _seen_of(other):
            yield from _others(one)


def _others(entry: Entry) -> Iterator[str]:
    """The names of those that an entry has to do with: what answers it, rides with it or is declared like it."""
    yield f"rides {entry.id}"
    for window in entry.windows:
        yield from (str(window), f"answers {window}")
    if entry.declared_as is not None:
        yield from (str(entry.id), f"as {entry.declared_as}")


def _seen_of(made: Definition | None) -> Any:
    """What others may tell of an entry, a kind of cards or a property, besides its rules."""
    match made:
        case Entry():
            kind = made.kind if isinstance(made, Card) else None
            beside = (made.limit, made.window, made.windows, made.rides, made.declared_as, kind)
            return (*beside, made.cost, tuple(made.choose))
        case CardKind():
            return (made.played_from, made.limit)
        case PropertyBase():
            return (type(made), _eyes(made.seen_by), getattr(made, "is_", None), getattr(made, "set_", None))
        case _:
            return None
