"""Pages of the world: seats, other things, the map and its places."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sfrules.diag import how_many
from sfrules.model.kind import Kind, Thing
from sfrules.publish.map import draw_map
from sfrules.publish.markup import safe, shown_value
from sfrules.publish.pages.desk import Desk
from sfrules.publish.pages.entries import touched
from sfrules.publish.pages.places import own_page
from sfrules.publish.pages.press import Page, page
from sfrules.publish.pages.properties import property_table
from sfrules.publish.placefacts import place_facts
from sfrules.publish.words import cap


def seats_page(desk: Desk) -> list[Page]:
    """The seats, in turn order."""
    kind = desk.book.seat_kind()
    if kind is None:
        return []
    here = desk.on("seats.md")
    heading = cap(str(kind.plural or kind.label))
    text = page("things", desk=here, heading=heading, kinds=[_kind(here, kind)], alone=True)
    return [Page("seats.md", cap(str(kind.plural or kind.label)), text)]


def things_page(desk: Desk) -> list[Page]:
    """Whatever is neither a seat nor a place."""
    here = desk.on("things.md")
    on_page = [kind for kind in desk.book.kinds.values() if desk.places.at("kinds", str(kind.id)).page == "things.md"]
    if not on_page:
        return []
    heading = (
        " and ".join(cap(str(kind.plural or kind.label)) for kind in on_page) if len(on_page) < 3 else "Other things"
    )
    kinds = [_kind(here, kind) for kind in on_page]
    text = page("things", desk=here, heading=heading, kinds=kinds, alone=len(kinds) == 1)
    return [Page("things.md", heading, text)]


def _kind(desk: Desk, kind: Kind) -> dict[str, object]:
    name = str(kind.id)
    return {
        "title": f"What each {kind.label.lower()} has",
        "plural": cap(str(kind.plural or kind.label)),
        "anchor": desk.anchor("kinds", name),
        "below": Markup("{#kind-" + safe(name) + "-has}"),
        "described": Markup("\n\n").join(part for part in (desk.marks(kind), desk.text(kind)) if part),
        "things": [_thing(desk, thing) for thing in desk.book.things_of(name)],
        "fields": property_table(desk, name, kind.has),
    }


def _thing(desk: Desk, thing: Thing) -> dict[str, object]:
    colour = desk.colour(thing.colour)
    return {
        "anchor": desk.places.at("things", str(thing.id)).anchor,
        "style": Markup(f' style="--seat:{safe(colour)}"') if colour else Markup(""),
        "title": thing.label,
        "text": desk.text(thing),
        "facts": desk.facts(thing_facts(desk, thing)),
    }


def thing_facts(desk: Desk, thing: Thing) -> Iterator[tuple[str, Markup | str]]:
    """What content says of a thing."""
    kind = desk.book.kinds[thing.kind]
    if thing.short is not None:
        yield "Short", str(thing.short)
    for name, value in thing.values.items():
        prop = kind.has.get(name)
        text = shown_value(desk.book, value)
        target = str(value)
        linked = isinstance(value, str) and ("things", target) in desk.places
        yield cap(prop.label if prop is not None else name), desk.link("things", target) if linked else text


def map_pages(desk: Desk) -> list[Page]:
    """The map, and a page for each place that has one."""
    book = desk.book
    if book.map is None or book.map.kind is None:
        return []
    here = desk.on("map.md")
    pages = [Page("map.md", "The map", _map(here))]
    kind = str(book.map.kind)
    if own_page(book, kind):
        for thing in book.things_of(kind):
            place = desk.places.at("things", str(thing.id))
            pages.append(Page(place.page, place.title, _place(desk.on(place.page), thing)))
    return pages


def _map(desk: Desk) -> str:
    book = desk.book
    assert book.map is not None
    kind = book.kinds[str(book.map.kind)]
    return page(
        "map",
        desk=desk,
        map=book.map,
        anchor=desk.anchor("map"),
        drawing=drawing(desk),
        caption=_caption(desk),
        kind={
            "title": cap(str(kind.plural or kind.label)),
            "anchor": desk.anchor("kinds", str(kind.id)),
            "described": Markup("\n\n").join(part for part in (desk.marks(kind), desk.text(kind)) if part),
            "fields": property_table(desk, str(kind.id), kind.has),
        },
        noun=kind.label,
        columns=place_facts(book).columns,
        rows=list(_neighbours(desk)),
    )


def drawing(desk: Desk, here: str = "", *, around: bool = False) -> Markup:
    """The drawn map, its places linked from this page."""
    return Markup(draw_map(desk.book, lambda name: _href(desk, name), here=here, around=around))


def _href(desk: Desk, name: str) -> str:
    return str(desk.href("things", name)) if ("things", name) in desk.places else f"{desk.to('map.md')}#map"


def _caption(desk: Desk) -> str:
    assert desk.book.map is not None
    grid = desk.book.map.grid
    if grid is not None:
        columns, rows = how_many(grid.columns, "column"), how_many(grid.rows, "row")
        return f"{columns} and {rows}; a cell is named by its column and its row."
    edges = desk.book.map.edge_list()
    places = how_many(len(desk.book.map.places), "place")
    text = f"{places}, {how_many(len(edges), 'connection')}."
    one_way = any(not both for _, _, both in edges)
    return f"{text} A dashed line with an arrow can be passed one way only." if one_way else text


def _neighbours(desk: Desk) -> Iterator[dict[str, object]]:
    assert desk.book.map is not None
    facts = dict(place_facts(desk.book).rows)
    for name in desk.book.map.places:
        near = desk.book.map.neighbours(name)
        place = desk.places.by_key.get(("things", name))
        on_page = place is not None and place.page == "map.md"
        yield {
            "anchor": Markup(f' id="{place.anchor}"') if place is not None and on_page else Markup(""),
            "link": Markup(safe(name)) if on_page else desk.link("things", name),
            "near": Markup(", ").join(desk.link("things", other) for other in near),
            "ways": len(near),
            "facts": facts.get(name, ()),
        }


def _place(desk: Desk, thing: Thing) -> str:
    assert desk.book.map is not None
    name = str(thing.id)
    near = desk.book.map.neighbours(name)
    facts = [("Next to it", Markup(", ").join(desk.link("things", other) for other in near)), *thing_facts(desk, thing)]
    return page(
        "place",
        desk=desk,
        thing=thing,
        title=thing.label,
        anchor=desk.anchor("things", name),
        drawing=drawing(desk, name, around=True),
        caption=Markup(f'One step from here. <a href="{desk.to("map.md")}">The whole map</a>'),
        facts=desk.facts([*facts, ("File", desk.place_of(thing))]),
        touched=desk.facts(touched(desk, ("things", name))),
    )
