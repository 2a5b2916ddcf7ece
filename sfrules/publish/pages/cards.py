"""Pages of cards: one for each card, a gallery for each kind, and one of all."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sfrules.diag import how_many
from sfrules.model.card import Card, CardKind
from sfrules.model.property import FlagProperty, PropertyBase
from sfrules.publish.markup import safe, shown_value
from sfrules.publish.pages.desk import Desk
from sfrules.publish.pages.entries import entry_facts, person, rule_paths, touched
from sfrules.publish.pages.press import Page, page
from sfrules.publish.pages.properties import property_table
from sfrules.publish.words import cap


def card_pages(desk: Desk) -> list[tuple[str, list[Page]]]:
    """The pages of each kind of card under its title; the first page of each is its gallery."""
    groups = []
    for kind_id, kind in desk.book.card_kinds.items():
        cards = _cards_of(desk, kind_id)
        place = desk.places.at("card_kinds", kind_id)
        title = _plural(kind)
        pages = [Page(place.page, title, _gallery(desk.on(place.page), kind_id, kind, cards))]
        for card in cards:
            at = desk.places.at("cards", str(card.id))
            pages.append(Page(at.page, at.title, _card(desk.on(at.page), card)))
        groups.append((title, pages))
    return groups


def all_cards(desk: Desk) -> Page:
    """The page that shows every card of every kind."""
    here = desk.on("cards/index.md")
    kinds = [
        {
            "title": here.link("card_kinds", name, _plural(kind)),
            "anchor": Markup("{#all-" + safe(name) + "}"),
            "text": here.text(kind),
            "tiles": [tile(here, card) for card in _cards_of(here, name)],
        }
        for name, kind in desk.book.card_kinds.items()
    ]
    copies = [desk.book.copies(card) or 1 for card in desk.book.cards.values()]
    cards = how_many(len(copies), "card")
    intro = f"{cards} in {how_many(len(kinds), 'kind')}, {sum(copies)} with all copies."
    return Page(here.page, "All cards", page("cards", kinds=kinds, intro=intro))


def _plural(kind: CardKind) -> str:
    return cap(str(kind.plural or kind.label))


def _cards_of(desk: Desk, kind: str) -> list[Card]:
    return [card for card in desk.book.cards.values() if card.kind == kind]


def tile(desk: Desk, card: Card, *, link: bool = True) -> Markup:
    """A card as it lies on the table: title, text, what is printed beside it."""
    kind = desk.book.card_kinds.get(card.kind)
    colour = desk.colour(kind.back.colour) if kind is not None and kind.back is not None else ""
    style = f' style="--tile:{safe(colour)}"' if colour else ""
    head = f'<span class="card-tile__kind">{safe(kind.label if kind else card.kind)}</span>'
    title = f'<span class="card-tile__title">{safe(card.label)}</span>'
    says = card_text(desk, card)
    text = f'<span class="card-tile__text">{says}</span>' if says else ""
    flavour = f'<span class="card-tile__flavour">{desk.words(card.flavour)}</span>' if card.flavour else ""
    foot = "".join(f"<span>{part}</span>" for part in _foot(desk, card, kind))
    body = f'{head}{title}{text}{flavour}<span class="card-tile__foot">{foot}</span>'
    if not link:
        return Markup(f'<div class="card-tile"{style}>{body}</div>')
    return Markup(f'<a class="card-tile" href="{desk.href("cards", str(card.id))}"{style}>{body}</a>')


def card_text(desk: Desk, card: Card) -> Markup:
    """The designer's text, or what the rule says."""
    if card.text is not None:
        return desk.text(card)
    rule = desk.rule("cards", str(card.id), "effect") or desk.rule("cards", str(card.id), "done")
    if rule is None:
        return Markup("")
    from sfrules.publish.prose import read

    return Markup("<br>").join(Markup(safe(line)) for line in read(desk.book, rule, person(card)).text.splitlines())


def _foot(desk: Desk, card: Card, kind: CardKind | None) -> Iterator[str]:
    copies = desk.book.copies(card)
    yield f"×{copies}" if copies is not None else "×?"
    for name, prop in kind.has.items() if kind is not None else ():
        if name in card.values and prop.fixed and (shown := _shown(desk, prop, card.values[name])):
            yield safe(shown)


def _shown(desk: Desk, prop: PropertyBase, value: object) -> str:
    if isinstance(prop, FlagProperty):
        return prop.label if value is True else ""
    return f"{prop.label} {shown_value(desk.book, value)}"


def _gallery(desk: Desk, kind_id: str, kind: CardKind, cards: list[Card]) -> str:
    path = ("card_kinds", kind_id, "bind")
    return page(
        "card-kind",
        desk=desk,
        kind=kind,
        title=_plural(kind),
        anchor=desk.anchor("card_kinds", kind_id),
        facts=desk.facts(_kind_facts(desk, kind, cards)),
        tiles=[tile(desk, card) for card in cards],
        fields=property_table(desk, kind_id, kind.has),
        bind=desk.reading(*path),
        written=desk.written(path),
    )


def _kind_facts(desk: Desk, kind: CardKind, cards: list[Card]) -> Iterator[tuple[str, Markup | str]]:
    copies = sum(desk.book.copies(card) or 1 for card in cards)
    yield "In the game", f"{how_many(len(cards), 'card')}, {copies} with all copies"
    zones = [zone for zone in desk.book.zones.values() if zone.of == kind.id]
    yield "Lies in", desk.links(("zones", str(zone.id)) for zone in zones)
    if kind.played_from is not None:
        yield "Played from", desk.link("zones", str(kind.played_from))
    if kind.discarded_to is not None:
        yield "Then goes to", desk.link("zones", str(kind.discarded_to))
    if kind.limit is not None:
        yield "Limit", desk.link("limits", str(kind.limit))


def _card(desk: Desk, card: Card) -> str:
    key = ("cards", str(card.id))
    who = person(card)
    paths = [*rule_paths(desk, key, card), (*key, "done"), (*key, "bind"), (*key, "count")]
    return page(
        "card",
        desk=desk,
        card=card,
        title=card.label,
        anchor=desk.anchor(*key),
        tile=tile(desk, card, link=False),
        facts=desk.facts(_card_facts(desk, card)),
        effect=desk.reading(*key, "effect", who=who),
        done=desk.phrase(*key, "done", who=who),
        bind=desk.reading(*key, "bind", who=who),
        cancelled=desk.reading(*key, "when_cancelled", who=who),
        written=desk.written(*paths),
        touched=desk.facts(touched(desk, key)),
    )


def _card_facts(desk: Desk, card: Card) -> Iterator[tuple[str, Markup | str]]:
    key = ("cards", str(card.id))
    yield "Kind", desk.link("card_kinds", str(card.kind))
    copies = desk.book.copies(card)
    yield "Copies", str(copies) if copies is not None else desk.phrase(*key, "count")
    if card.zone is not None:
        yield "Starts in", desk.link("zones", str(card.zone))
    kind = desk.book.card_kinds.get(card.kind)
    for name, value in card.values.items():
        prop = kind.has.get(name) if kind is not None else None
        yield cap(prop.label if prop is not None else name), shown_value(desk.book, value)
    yield from entry_facts(desk, key, card, person(card))
    yield "File", desk.place_of(card)
