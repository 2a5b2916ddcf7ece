"""What a table must not see: properties, fields, piles, words and windows, and who may look where."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.model.base import Described
from sfrules.model.book import Book
from sfrules.model.entry import Entry, Limit
from sfrules.model.kind import Kind
from sfrules.model.property import PropertyBase
from sfrules.model.scalars import Eyes
from sfrules.model.window import Window
from sfrules.model.zone import Zone
from sfrules.publish.titles import title_of


def secret_properties(book: Book) -> Iterator[tuple[Kind, PropertyBase]]:
    """Properties of things that no card or board may show."""
    for kind in book.kinds.values():
        for prop in kind.has.values():
            if not prop.fixed and prop.form != "derived" and is_hidden(prop):
                yield kind, prop


def guarded_facts(book: Book) -> Iterator[tuple[str, Described | None, PropertyBase | Limit]]:
    """Every property, field and limit that not everybody sees, behind the section and the definition of its owner."""
    for prop in book.table.values():
        if not is_public(prop):
            yield "table", None, prop
    for section in ("kinds", "card_kinds"):
        for kind in getattr(book, section).values():
            for prop in kind.has.values():
                if not is_public(prop):
                    yield section, kind, prop
    for limit in book.limits.values():
        if not is_open(limit.seen_by):
            yield "kinds", book.kinds.get(limit.per or ""), limit


def guarded_zones(book: Book) -> list[Zone]:
    """Every pile that not everybody may look at or count."""
    return [zone for zone in book.zones.values() if not (is_public(zone) and is_open(zone.count_seen_by))]


def is_public(what: PropertyBase | Zone) -> bool:
    """Whether everybody sees it."""
    return what.kept_by is None and is_open(what.seen_by)


def is_hidden(what: PropertyBase | Zone) -> bool:
    """Whether the moderator keeps it, or nobody sees it."""
    return what.kept_by is not None or (what.seen_by is not None and what.seen_by.nobody)


def told_otherwise(book: Book) -> list[Entry]:
    """Entries of which the table hears less than is done."""
    return [entry for _, entry in book.entries() if entry.declared_as is not None and not entry.is_reaction]


def is_secret(window: Window) -> bool:
    """Whether the table does not see who is asked, or who answered."""
    return window.answers == "sealed" or window.seen_by == "nobody" or window.anonymous


def is_open(eyes: Eyes | None) -> bool:
    """Whether everybody may look."""
    return eyes is None or eyes.all


def who_sees(book: Book, eyes: Eyes | None, holder: Described | None, whose: str) -> str:
    """Who may look, in words; `owner` is the holder of which it is said `whose` that is: `who holds it`."""
    if eyes is None or eyes.all:
        return "everybody"
    if eyes.nobody:
        return "nobody"
    owner = f"the {title_of(book, holder)} {whose}" if holder is not None else "its owner"
    named = {"owner": owner}
    groups = {str(group.id): title_of(book, group) for group in book.groups.values()}
    return ", ".join(named.get(word) or groups.get(word) or word.replace("-", " ") for word in eyes.words)


def cited_by_secrets(book: Book) -> list[str]:
    """The sources of all that stands on the sheet, rules before open questions, each by its number."""
    found: list[Described] = [prop for _, prop in secret_properties(book)]
    found += [prop for kind in book.card_kinds.values() for prop in kind.has.values() if is_hidden(prop)]
    found += [zone for zone in book.zones.values() if zone.kept_by is not None]
    found += [entry for _, entry in book.entries() if entry.declared_as is not None]
    found += [window for window in book.windows.values() if is_secret(window)]
    names = {str(source) for what in found for source in what.source}
    return sorted(names, key=lambda source: (source not in book.sources, source[0], int(source[1:])))
