"""Where each definition has its place in the rulebook: a page and an anchor on it, both made from ids alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import dirname, relpath

from sfrules.model.book import Book
from sfrules.publish.markup import filler, plain
from sfrules.publish.words import a, cap, small
from sfrules.record import record

Key = tuple[str, str]
"""A section and an id; `("setup", "")` for what has none."""

_ON_ONE_PAGE = {
    "table": ("tracks.md", "track"),
    "numbers": ("tracks.md", "number"),
    "limits": ("tracks.md", "limit"),
    "zones": ("zones.md", "zone"),
    "define": ("terms.md", "define"),
    "routines": ("terms.md", "routine"),
    "groups": ("terms.md", "group"),
    "windows": ("windows.md", "window"),
    "menus": ("phases.md", "menu"),
    "triggers": ("triggers.md", "trigger"),
    "endings": ("endings.md", "ending"),
    "awards": ("endings.md", "award"),
    "gaps": ("gaps.md", "gap"),
    "variants": ("variants.md", "variant"),
    "sources": ("sources.md", "source"),
}
_PAGE_EACH = {"actions": ("actions", "action"), "powers": ("powers", "power")}


@record
class Place:
    """A page of the docs folder, an anchor on it, and what to call what is there."""

    page: str
    anchor: str
    title: str

    @property
    def built(self) -> str:
        """The page in the built site."""
        return self.page.removesuffix(".md") + ".html"


class Places:
    """The place of everything in a book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.by_key: dict[Key, Place] = dict(_places(book))

    def __contains__(self, key: Key) -> bool:
        return key in self.by_key

    def at(self, section: str, name: str = "") -> Place:
        """The place of a definition; KeyError for what has none."""
        return self.by_key[(section, str(name))]

    def href(self, page: str, section: str, name: str = "") -> str:
        """A link to it from another page, as an address in the built site."""
        place = self.at(section, name)
        return f"{self.to_page(page, place.page)}#{place.anchor}"

    @staticmethod
    def to_page(page: str, other: str) -> str:
        """The address of a page of the built site, as seen from a page."""
        return relpath(other.removesuffix(".md") + ".html", dirname(page) or ".")


def page_name(shown: str) -> str:
    """The page of the rulebook that a designer's file becomes."""
    return f"book/{stem_of(shown)}.md"


def stem_of(shown: str) -> str:
    """The name of such a file without its folder and ending."""
    return re.sub(r"[^a-z0-9-]+", "-", shown.rsplit("/", 1)[-1].removesuffix(".md").lower()).strip("-") or "page"


def slug(text: str) -> str:
    """An anchor for a term of the glossary, which has no id: its letters and digits."""
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")


def own_page(book: Book, kind: str) -> bool:
    """Whether each thing of a kind has a page: the places of a map that is no grid."""
    return book.map is not None and book.map.grid is None and book.map.kind == kind


def _places(book: Book) -> Iterator[tuple[Key, Place]]:
    for section, (page, noun) in _ON_ONE_PAGE.items():
        for name, made in getattr(book, section).items():
            title = name if section == "sources" else getattr(made, "label", name)
            yield (section, name), Place(page, f"{noun}-{name}", _title(book, str(title), made))
    for section, (folder, noun) in _PAGE_EACH.items():
        for name, made in getattr(book, section).items():
            yield (section, name), Place(f"{folder}/{name}.md", f"{noun}-{name}", made.label)
    for phase in book.all_phases():
        yield ("phases", str(phase.id)), Place("phases.md", f"phase-{phase.id}", phase.label)
    yield from _rules(book)
    yield from _things(book)
    yield from _cards(book)
    for term in book.glossary:
        yield ("glossary", term), Place("glossary.md", f"term-{slug(term)}", term)


def _title(book: Book, title: str, made: object) -> str:
    given = getattr(made, "given", {})
    words = {}
    for name, of in given.items():
        words[str(name)] = some(book, str(of.name))
    return cap(plain(title, filler(book, given=words))) if words else plain(title)


def some(book: Book, type_name: str) -> str:
    """What stands for a value that only play knows: `a scout`."""
    kind = book.kinds.get(type_name) or book.card_kinds.get(type_name)
    if kind is None:
        return a(type_name)
    return a(small(kind.label) if str(kind.plural or "")[:1].islower() else str(kind.label))


def _rules(book: Book) -> Iterator[tuple[Key, Place]]:
    if book.setup is not None:
        yield ("setup", ""), Place("setup.md", "setup", "Setup")
    if book.play is not None:
        yield ("play", ""), Place("phases.md", "play", "The order of play")
    if book.aftermath is not None:
        yield ("aftermath", ""), Place("endings.md", "aftermath", "When the game is over")
    if book.map is not None:
        yield ("map", ""), Place("map.md", "map", "The map")


def _things(book: Book) -> Iterator[tuple[Key, Place]]:
    seat = book.seat_kind()
    for kind in book.kinds.values():
        is_seat, is_place = kind is seat, book.map is not None and book.map.kind == kind.id
        page = "seats.md" if is_seat else "map.md" if is_place else "things.md"
        yield ("kinds", str(kind.id)), Place(page, f"kind-{kind.id}", kind.label)
        for thing in book.things_of(str(kind.id)):
            name = str(thing.id)
            where = f"places/{name}.md" if own_page(book, str(kind.id)) else page
            yield ("things", name), Place(where, f"{kind.id}-{name}", thing.label)


def _cards(book: Book) -> Iterator[tuple[Key, Place]]:
    for name, kind in book.card_kinds.items():
        yield ("card_kinds", name), Place(f"cards/{name}/index.md", f"card-kind-{name}", kind.label)
    for name, card in book.cards.items():
        # "index" is the gallery's own file
        file = f"{name}-card" if name == "index" else name
        yield ("cards", name), Place(f"cards/{card.kind}/{file}.md", f"card-{name}", card.label)
