"""What a table must not see: properties, fields, piles, words and windows, and who may look where."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.model.base import Described
from sfrules.model.book import Book
from sfrules.model.entry import Entry
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


def who_sees(book: Book, zone: Zone, eyes: Eyes | None) -> str:
    """Who may look at a pile, in words."""
    if eyes is None or eyes.all:
        return "everybody"
    if eyes.nobody:
        return "nobody"
    holder = book.kinds.get(zone.per or "")
    owner = f"the {title_of(book, holder)} who holds it" if holder is not None else "its owner"
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
