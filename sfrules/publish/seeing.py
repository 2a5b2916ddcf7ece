"""Who may look at what: two tables of the moderator's sheet."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.model.book import Book
from sfrules.model.property import PropertyBase
from sfrules.publish.faces import Paragraph, Run, Section
from sfrules.publish.hidden import guarded_facts, guarded_zones, is_hidden, who_sees
from sfrules.publish.titles import title_of
from sfrules.publish.words import cap


def who_may_look(book: Book) -> Iterator[Section]:
    """Every pile that not everybody may look at: who sees the faces, who may count it."""
    rows = []
    for zone in guarded_zones(book):
        holder = book.kinds.get(zone.per or "")
        faces, count = (who_sees(book, eyes, holder, "who holds it") for eyes in (zone.seen_by, zone.count_seen_by))
        rows.append((_cell(cap(title_of(book, zone))), _cell(faces), _cell(count)))
    if rows:
        yield Section("Who may look", (), ("Where the cards lie", "Faces", "Number"), tuple(rows), (2.0, 2.0, 2.0))


def who_may_know(book: Book) -> Iterator[Section]:
    """Every property, field and limit that not everybody sees, and who does."""
    rows = []
    for _, owner, what in guarded_facts(book):
        kept = "; the moderator keeps it" if isinstance(what, PropertyBase) and is_hidden(what) else ""
        seen = who_sees(book, what.seen_by, owner, "it belongs to")
        whose = cap(title_of(book, owner)) if owner is not None else "The table"
        rows.append((_cell(cap(title_of(book, what))), _cell(whose), _cell(seen + kept)))
    if rows:
        yield Section("Who may know", (), ("What", "Whose", "Who sees it"), tuple(rows), (2.0, 1.5, 2.5))


def _cell(text: str) -> Paragraph:
    return (Run(text),)
