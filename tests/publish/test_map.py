"""The drawn map: all places and ways are in it, each place leads to its page, and it can be read without eyes."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from sfrules.publish.map import draw_map
from tests.publish.coast import coast

SVG = "{http://www.w3.org/2000/svg}"


def drawn(book, **how) -> ET.Element:
    return ET.fromstring(draw_map(book, lambda name: f"places/{name}.html", **how))


def test_every_place_is_drawn_once_and_linked(mapped):
    svg = drawn(mapped)
    links = [link.get("href") for link in svg.iter(f"{SVG}a")]
    assert links == [f"places/{name}.html" for name in mapped.map.places]


def test_every_way_is_drawn_once(mapped):
    grid = mapped.map.grid is not None
    edges = [path for path in drawn(mapped).iter(f"{SVG}path") if "map-edge" in path.get("class", "")]
    assert len(edges) == (0 if grid else len(mapped.map.edge_list()))


def test_it_has_a_title_and_says_in_words_what_it_shows(mapped):
    svg = drawn(mapped)
    assert svg.get("role") == "img"
    assert svg.findtext(f"{SVG}title")
    assert svg.findtext(f"{SVG}desc")
    assert str(svg.findtext(f"{SVG}desc")) in svg.get("aria-label", "")


def test_colours_come_from_the_style_sheet(mapped):
    assert "#" not in draw_map(mapped, lambda name: name)


def test_everything_lies_inside_and_no_two_places_overlap(mapped):
    svg = drawn(mapped)
    width, height = (float(part) for part in svg.get("viewBox", "").split()[2:])
    boxes = [
        tuple(float(rect.get(key, "0")) for key in ("x", "y", "width", "height")) for rect in svg.iter(f"{SVG}rect")
    ]
    assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in boxes)
    for at, (x, y, w, h) in enumerate(boxes):
        for ox, oy, ow, oh in boxes[at + 1 :]:
            assert x + w <= ox or ox + ow <= x or y + h <= oy or oy + oh <= y


def test_a_one_way_edge_has_an_arrow_and_a_special_place_its_note(tmp_path):
    svg = drawn(coast(tmp_path / "coast").book)
    classes = [path.get("class") for path in svg.iter(f"{SVG}path")]
    assert classes == ["map-edge", "map-edge map-edge--oneway", "map-arrow"]
    notes = [text.text for text in svg.iter(f"{SVG}text") if text.get("class") == "map-note"]
    assert notes == ["lighthouse"]


@pytest.mark.parametrize(
    ("here", "links"), [("cove", ["cove", "cape"]), ("cape", ["cove", "cape", "wreck"]), ("wreck", ["cape", "wreck"])]
)
def test_a_place_is_drawn_with_what_is_one_step_away(tmp_path, here, links):
    svg = drawn(coast(tmp_path / "coast").book, here=here, around=True)
    assert [link.get("href") for link in svg.iter(f"{SVG}a")] == [f"places/{name}.html" for name in links]
    assert sum("map-place--here" in group.get("class", "") for group in svg.iter(f"{SVG}g")) == 1
