"""Book -> Deck: a face for every card that is printed, a back for every kind of card, and a card for every seat."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfrules.model.base import Described
from sfrules.model.book import Book
from sfrules.model.card import Card, CardKind
from sfrules.model.kind import Kind, Thing
from sfrules.model.property import FlagProperty, NumberProperty, PropertyBase, ThingProperty, TrackProperty
from sfrules.publish.faces import SHAPES, Back, Deck, Face, Paragraph, Run
from sfrules.publish.fixed import field_value, filled_fields, never, number_of
from sfrules.publish.marks import cited, weakest_mark
from sfrules.publish.markup import Fill, filler, paragraphs, plain, shown_value
from sfrules.publish.titles import text_of, title_of
from sfrules.publish.typeset import icon_names
from sfrules.publish.words import cap

# For kinds that name no colour: dark enough for white letters, and apart from each other.
_COLOURS = ("#2f5d7c", "#8a4b2d", "#3f6b4f", "#6a4a7d", "#7a6a2f", "#8c3346", "#3b6f73", "#4a4f5c")
_SEATS = "#3d4550"
_CORNER = 10
# What a footer can hold of source ids, card id and marks in its smallest letters.
_FOOTER = 62
# Private signs around what becomes a line to write on; no text can hold them.
_OPEN, _SHUT = "\ue000", "\ue001"


def deck_of(book: Book) -> Deck:
    """All faces and backs of a book, in the order written; the cards of the seats come last."""
    faces = [face_of(book, card) for card in printed_cards(book)]
    faces += [_seat_face(book, seat, at) for at, seat in enumerate(seats_with_words(book))]
    backs = [back_of(book, kind) for kind in book.card_kinds.values()]
    seat_kind = book.seat_kind()
    if seat_kind is not None and seats_with_words(book):
        backs.append(_seat_back(book, seat_kind))
    return Deck(
        str(book.scenario.title), book.scenario.version or "", tuple(faces), tuple(backs), book.spoken.split("-")[0]
    )


def printed_cards(book: Book) -> tuple[Card, ...]:
    """The cards that lie on a table. A stock that only the moderator keeps and nobody sees is not printed."""
    return tuple(card for card in book.cards.values() if not _in_secret_stock(book, card) and copies(book, card) > 0)


def copies(book: Book, card: Card) -> int:
    """How many of a card are printed; one, when only a game could tell."""
    count = book.copies(card)
    if count is None:
        count = number_of(book, ("cards", str(card.id), "count"))
    return 1 if count is None else count


def seats_with_words(book: Book) -> tuple[Thing, ...]:
    """The seats about which there is something to read: their cards are printed."""
    return tuple(seat for seat in book.seats() if seat.text is not None or powers_of(book, seat))


def powers_of(book: Book, seat: Thing) -> tuple[Described, ...]:
    """What one seat may declare and another may not, as far as content alone decides it."""
    found = []
    for section in ("actions", "powers"):
        for entry in getattr(book, section).values():
            path = (section, str(entry.id), "who")
            barred = [other for other in book.seats() if never(book, path, {"actor": other})]
            if barred and seat not in barred:
                found.append(entry)
    return tuple(found)


def face_of(book: Book, card: Card) -> Face:
    """The front of a card."""
    kind = book.card_kinds[card.kind]
    back = back_of(book, kind)
    return Face(
        str(card.id),
        plain(card.label, filler(book)),
        back.kind_id,
        str(kind.label),
        _colour_by_fields(book, kind, card) or back.colour,
        back.shape,
        back.letter,
        corner=_corner(kind, card),
        paragraphs=tuple(_card_text(book, kind, card)),
        flavour=plain(card.flavour or "", filler(book)),
        tags=tuple(_tags(kind, card)),
        footer=_footer(book, card, len(card.id)),
        copies=copies(book, card),
        file=card.span.file,
        line=card.span.line,
    )


def back_of(book: Book, kind: CardKind) -> Back:
    """The back of a kind of card; what its content leaves open is chosen by its place among the kinds."""
    at = list(book.card_kinds).index(kind.id)
    said = kind.back
    title = (said.title if said is not None else None) or kind.label
    letter = (said.letter if said is not None else None) or title[:1].upper()
    shape = said.shape if said is not None else None
    colour = resolved_colour(book, said.colour if said is not None else None) or _COLOURS[at % len(_COLOURS)]
    return Back(str(kind.id), str(title), colour, str(shape) if shape in SHAPES else _free_shape(book, at), str(letter))


def resolved_colour(book: Book, colour: str | None) -> str | None:
    """A colour as #rrggbb, be it written so or as one of the colours of the scenario."""
    if colour is None or colour.startswith("#"):
        return str(colour) if colour else None
    named = book.scenario.colours.get(colour)
    return str(named) if named is not None else None


def _colour_by_fields(book: Book, kind: CardKind, card: Card) -> str | None:
    """The colour of the first thing that content writes onto the card, such as that of a harbour."""
    for prop in kind.has.values():
        thing = book.things.get(str(field_value(prop, card.values))) if isinstance(prop, ThingProperty) else None
        if thing is not None and prop.fixed and _is_public(prop) and thing.colour is not None:
            return resolved_colour(book, thing.colour)
    return None


def _in_secret_stock(book: Book, card: Card) -> bool:
    zone = book.zones.get(card.zone) if card.zone is not None else None
    return zone is not None and zone.kept_by is not None and zone.seen_by is not None and zone.seen_by.nobody


def _free_shape(book: Book, at: int) -> str:
    taken = {str(kind.back.shape) for kind in book.card_kinds.values() if kind.back is not None}
    free = [shape for shape in SHAPES if shape not in taken] or list(SHAPES)
    return free[at % len(free)]


def _filler(book: Book, card: Card) -> Fill:
    """Fills in the card's own fields and named numbers; a field that only the draw decides is marked as a blank."""
    has = book.card_kinds[card.kind].has
    values = {name: field_value(prop, card.values) for name, prop in has.items()}
    own = {name: value for name, value in values.items() if value is not None}
    given = {name: f"{_OPEN}{_blank_words(book, prop)}{_SHUT}" for name, prop in has.items() if name not in own}
    return filler(book, own, given)


def _with_blanks(paragraph: Paragraph) -> Paragraph:
    """The marked places become lines to write on."""
    found: list[Run] = []
    for run in paragraph:
        for at, part in enumerate(re.split(f"[{_OPEN}{_SHUT}]", run.text)):
            if part:
                found.append(Run(part, "blank" if at % 2 else run.style))
    return tuple(found)


def _card_text(book: Book, kind: CardKind, card: Card) -> Iterator[Paragraph]:
    costs = ", ".join(f"{amount} {_price(book, name)}" for name, amount in card.cost.items())
    if costs:
        yield (Run("Cost: ", "bold"), Run(costs))
    if card.text is not None:
        yield from map(_with_blanks, paragraphs(card.text, _filler(book, card), icon_names()))
    else:
        yield from _fixed_fields(book, kind, card)
        from sfrules.publish.card_reading import card_reading  # only a card without a text is read aloud

        yield from card_reading(book, card)
    inline = {name for name in kind.has if f"{{{name}}}" in (card.text or "")}
    for name in filled_fields(book, card):
        prop = kind.has[name]
        if name not in inline and stands_on_face(prop):
            title = cap(str(prop.label))
            yield (Run(f"{title}: ", "bold"), Run(_blank_words(book, prop), "blank"))


def _fixed_fields(book: Book, kind: CardKind, card: Card) -> Iterator[Paragraph]:
    """What content fixes for the card, field by field; a flag that is not set says nothing."""
    tags = set(_tags(kind, card))
    for prop in kind.has.values():
        value = field_value(prop, card.values)
        title = cap(title_of(book, prop))
        says_nothing = value is None or value is False or value == ""
        if not prop.fixed or not _is_public(prop) or says_nothing or str(prop.label) in tags:
            continue
        if isinstance(prop, FlagProperty):
            yield (Run(f"{title}.", "bold"),)
        else:
            yield (Run(f"{title}: ", "bold"), Run(shown_value(book, value)))


def _price(book: Book, name: str) -> str:
    kind = book.seat_kind()
    prop = kind.has.get(name) if kind is not None else None
    return str(prop.label) if prop is not None else name


def stands_on_face(prop: PropertyBase) -> bool:
    """Whether everybody who sees the card may see the field."""
    open_to_all = prop.seen_by is None or prop.seen_by.all
    return open_to_all and prop.kept_by is None and not prop.fixed and prop.form != "derived"


def _blank_words(book: Book, prop: PropertyBase) -> str:
    """The small words under a line to write on: what is to be written there."""
    if isinstance(prop, ThingProperty):
        kind: Described | None = book.kinds.get(prop.is_) or book.card_kinds.get(prop.is_)
        return str(kind.label) if kind is not None else str(prop.label)
    return str(prop.label)


def _corner(kind: CardKind, card: Card) -> str:
    """The first number that content fixes for the card, with its name when there is room for it."""
    for prop in kind.has.values():
        value = field_value(prop, card.values)
        if isinstance(prop, NumberProperty | TrackProperty) and prop.fixed and value is not None:
            words = [str(prop.label), str(prop.label).split()[0]]
            name = next((cap(word) for word in words if len(word) <= _CORNER), "")
            return f"{name} {value}".strip()
    return ""


def _tags(kind: CardKind, card: Card) -> Iterator[str]:
    """Flags that are set and whose title shouts: they are stamped on the card."""
    for prop in kind.has.values():
        if isinstance(prop, FlagProperty) and prop.label.isupper() and field_value(prop, card.values) is True:
            yield str(prop.label)


def _footer(book: Book, what: Described, taken: int) -> str:
    mark = weakest_mark(book, what.source)
    end = [part for part in (mark, book.scenario.version and f"v{book.scenario.version}") if part]
    room = _FOOTER - taken - sum(len(part) + 3 for part in end)
    return " · ".join(filter(None, [cited(what.source, room), *end]))


def _seat_face(book: Book, seat: Thing, at: int) -> Face:
    kind = book.kinds[seat.kind]
    back = _seat_back(book, kind)
    seats = len(book.seats())
    return Face(
        seat_card_id(book, seat),
        title_of(book, seat),
        back.kind_id,
        str(kind.label),
        resolved_colour(book, seat.colour) or back.colour,
        back.shape,
        back.letter,
        corner=str(seat.short or f"{at + 1}/{seats}"),
        paragraphs=tuple(_seat_text(book, kind, seat)),
        footer=_footer(book, seat if seat.source else kind, len(seat.id)),
        file=seat.span.file,
        line=seat.span.line,
    )


def seat_card_id(book: Book, seat: Thing) -> str:
    """The id of the card of a seat, which no card of the book has."""
    return str(seat.id) if seat.id not in book.cards else f"{seat.kind}-{seat.id}"


def _seat_back(book: Book, kind: Kind) -> Back:
    title = str(kind.label)
    taken = {back_of(book, other).letter for other in book.card_kinds.values()}
    letter = next((letter for letter in title.upper() if letter.isalpha() and letter not in taken), title[:1].upper())
    return Back(f"seat-{kind.id}", title, _SEATS, _free_shape(book, len(book.card_kinds)), letter)


def _seat_text(book: Book, kind: Kind, seat: Thing) -> Iterator[Paragraph]:
    yield from text_of(book, seat)
    for prop in kind.has.values():
        value = field_value(prop, seat.values)
        if isinstance(prop, ThingProperty) and _is_public(prop) and prop.fixed and value:
            yield (Run(f"{cap(str(prop.label))}: ", "bold"), Run(shown_value(book, value)))
    for entry in powers_of(book, seat):
        first, *others = text_of(book, entry) or ((),)
        yield (Run(f"{title_of(book, entry)}. ", "bold"), *first)
        yield from others


def _is_public(prop: PropertyBase) -> bool:
    return prop.kept_by is None and (prop.seen_by is None or prop.seen_by.all)
