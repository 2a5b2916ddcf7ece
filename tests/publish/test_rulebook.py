"""Everything in a book has its place in the built site; the site is whole, safe and the same each time."""

from __future__ import annotations

import hashlib
import html
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from sfrules.model.book import Book
from sfrules.pipeline import load
from sfrules.publish.links import check_links
from sfrules.publish.pages.places import Places
from sfrules.publish.rulebook import rulebook_pages, with_tooltips, write_rulebook, write_site
from sfrules.resources import resource
from tests.publish.coast import HOSTILE, coast


class Anchors(HTMLParser):
    """The ids of a page, and all that could act."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.active: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if values.get("id"):
            self.ids.add(str(values["id"]))
        self.active += [name for name, value in attrs if name.startswith("on") or _runs(name, value or "")]


def _runs(name: str, value: str) -> bool:
    """Whether a browser would run what an attribute holds."""
    return name in ("href", "src", "action", "xlink:href") and re.sub(r"\s", "", value).lower().startswith(
        "javascript:"
    )


def body(page: Path) -> str:
    """The part of a built page that sfrules wrote."""
    text = page.read_text(encoding="utf-8")
    return text[text.index("<article") : text.index("</article>")]


def test_every_link_of_a_shipped_scenario_holds(built):
    assert check_links(built) == []


def test_a_reading_leads_to_the_routines_that_it_has_carried_out(tmp_path):
    pages = {page.name: page.text for page in rulebook_pages(coast(tmp_path / "coast", ["stop", CALL]).book)[1]}
    text = next(text for text in pages.values() if "arry out “" in text)
    assert re.search(r'[Cc]arry out “<a href="[^"]*#routine-r-0">R0</a>”', text), text[:400]


CALL = "do r-0(s, spot, c, sure)"


def test_titles_of_kinds_of_cards_begin_with_a_capital(tmp_path):
    nav, pages = rulebook_pages(coast(tmp_path / "coast").book)
    assert "'Reports':" in str(nav)
    assert "'reports':" not in str(nav)
    first = next(page.text for page in pages if page.name == "index.md")
    assert '<span class="card-tile__text"></span>' not in first
    assert "Scouts" in first


def test_the_map_page_tells_what_is_fixed_about_places(tmp_path):
    book = coast(tmp_path / "coast").book
    assert "<th>Depth</th>" not in next(page.text for page in rulebook_pages(book)[1] if page.name == "map.md")
    scenario = tmp_path / "coast" / "scenario.yaml"
    text = scenario.read_text(encoding="utf-8")
    for old, new in DEPTHS:
        assert text.count(old) == 1
        text = text.replace(old, new)
    scenario.write_text(text, encoding="utf-8")
    page = next(page.text for page in rulebook_pages(load(tmp_path / "coast").book)[1] if page.name == "map.md")
    assert "<th>Harbour</th><th>Depth</th><th>Next to it</th>" in page
    assert re.findall(r"</a></td><td>(\d+)</td><td>", page) == ["7", "0", "2"]


DEPTHS = [
    ("      lit: {title: light", "      depth: {title: depth, number: 0..9, fixed: yes}\n      lit: {title: light"),
    ("cove: {title: Cove,", "cove: {title: Cove, depth: 7,"),
    ("cape: {title: Cape,", "cape: {title: Cape, depth: 0,"),
    ("wreck: {title: Wreck", "wreck: {title: Wreck, depth: 2"),
]


def test_everything_has_its_place(shipped, built):
    known = {page: Anchors(page.read_text(encoding="utf-8")).ids for page in built.rglob("*.html")}
    for key, place in Places(shipped).by_key.items():
        assert place.anchor in known.get(built / place.built, set()), key


def test_nothing_of_a_book_is_without_a_place(shipped):
    places = Places(shipped)
    for section in (
        "actions",
        "powers",
        "windows",
        "menus",
        "cards",
        "things",
        "endings",
        "awards",
        "gaps",
        "zones",
        "triggers",
    ):
        assert all((section, str(name)) in places for name in getattr(shipped, section)), section
    assert all(("phases", str(phase.id)) in places for phase in shipped.all_phases())


def test_every_rule_stands_on_a_page_as_it_was_written(shipped):
    _, pages = rulebook_pages(shipped)
    everything = html.unescape(re.sub(r"<[^>\n]*>", "", "\n".join(page.text for page in pages)))
    for path, rule in shipped.rules.items():
        if path[-1] not in ("start",) and path[0] != "checks":  # what designers check is no rule of the game
            assert all(line.strip() in everything for line in str(rule.text).strip().split("\n")), path


def test_every_card_text_stands_on_its_page_and_in_both_galleries(shipped, built):
    for name, card in shipped.cards.items():
        place = Places(shipped).at("cards", name)
        for page in (
            built / place.built,
            built / "cards" / str(card.kind) / "index.html",
            built / "cards" / "index.html",
        ):
            shown = html.unescape(re.sub(r"<[^>]*>", "", body(page)))
            assert card.label in shown
            assert card.flavour is None or str(card.flavour) in shown


def test_building_twice_gives_the_same_bytes_in_another_process(shipped, built, tmp_path):
    code = f"""
from pathlib import Path
from sfrules.pipeline import load
from sfrules.publish.rulebook import write_site
write_site(load(Path({str(shipped.root)!r})).book, Path("docs"), Path("site"))
"""
    root = Path(__file__).parents[2]
    environment = os.environ | {"PYTHONHASHSEED": "7", "PYTHONPATH": str(root)}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True)
    assert digests(tmp_path / "site") == digests(built)


def digests(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


PAGE = f"""---
title: A page {HOSTILE.replace("{#x}", "")}
order: 1
source: [R01, G01]
---

# Rules & <em>more</em>

{HOSTILE}

Worth {{fine}}, not {{nothing}}. <div onclick="alert(4)">x</div>

[a]: javascript:alert(5)
[see][a] and [that](JaVaScRiPt&#58;alert(6)) and [this](  java\tscript:alert(7)) and <javascript:alert(8)>

> 5 < 6 {{onmouseover=alert(9)}}

```
<b>{{fine}}</b>
```

Some `<i>{{fine}}</i>` code. {{: onclick=alert(10) }}
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """C16: the coast, whose texts try to become elements."""
    folder = tmp_path_factory.mktemp("hostile")
    loaded = coast(folder / "coast", pages={"page.md": PAGE})
    made = write_site(loaded.book, folder / "docs", folder / "site")
    assert made.findings == ()
    return folder / "site"


def test_c16_nothing_in_a_text_becomes_active(hostile):
    for page in hostile.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "<script>alert" not in text
        assert "<img src=x" not in text
        assert Anchors(text).active == []
        assert not re.search(r"<(b|em|i)>(more|\{fine\}|3)<", text)


@pytest.mark.parametrize(
    "page", ["cards/report/rumour.html", "cards/report/index.html", "cards/index.html", "book/page.html"]
)
def test_c16_honest_text_is_shown_once_escaped(hostile, page):
    text = body(hostile / page)
    shown = html.unescape(re.sub(r"<[^>]*>", "", text))
    assert 'R&D, 5 < 6, "quoted"' in " ".join(shown.split())
    assert "&amp;amp;" not in text
    assert "&amp;lt;" not in text


def test_code_of_a_page_is_left_alone(hostile):
    shown = html.unescape(re.sub(r"<[^>]*>", "", body(hostile / "book" / "page.html")))
    assert "<b>{fine}</b>" in shown
    assert "<i>{fine}</i>" in shown
    assert "Worth 3, not {nothing}." in shown


def test_c50_anchors_come_from_ids_and_not_from_titles(tmp_path):
    before = coast(tmp_path / "one")
    text = (tmp_path / "one" / "scenario.yaml").read_text(encoding="utf-8")
    other = tmp_path / "two"
    coast(other)
    renamed = (
        text.replace("title: Landing", "title: 上陸")
        .replace("title: Rest", "title: 上陸")
        .replace("title: Ruin", "title: 上陸 & 火")
    )
    (other / "scenario.yaml").write_text(renamed, encoding="utf-8")
    after = load(other).book
    assert [(p.page, p.anchor) for p in Places(before.book).by_key.values()] == [
        (p.page, p.anchor) for p in Places(after).by_key.values()
    ]
    made = write_site(after, tmp_path / "docs", tmp_path / "site")
    assert made.findings == ()


def test_c50_a_dead_link_in_a_page_is_named_with_its_file_and_line(tmp_path):
    links = "[gone](gone.md)\n\n[fine](../setup.md#setup), [gone](../setup.md#gone)\n"
    page = f"---\ntitle: X\norder: 1\n---\n\n# X\n\n{links}"
    loaded = coast(tmp_path / "coast", pages={"page.md": page})
    made = write_site(loaded.book, tmp_path / "docs", tmp_path / "site")
    places = [(found.code, found.span.file.rsplit("/", 2)[1:], str(found.span)) for found in made.findings]
    at = made.findings[0].span.file
    assert places == [
        ("SF821", ["rulebook", "page.md"], f"{at}:8:8"),
        ("SF821", ["rulebook", "page.md"], f"{at}:10:35"),
    ]
    assert [found.message for found in made.findings] == [
        "“gone.md” names no page of the rulebook. Did you mean “page.md”?",
        "“../setup.md#gone” names no place on that page.",
    ]


def test_c52_no_page_asks_the_network_for_anything(built):
    for page in built.rglob("*.html"):
        loads = re.findall(
            r'<(?:script|img|iframe|link)[^>]*(?:src|href)="(https?:[^"]*)"', page.read_text(encoding="utf-8")
        )
        assert loads == []


def test_the_pages_are_plain_markdown_and_complete(tmp_path, shipped):
    nav = write_rulebook(shipped, tmp_path)
    assert next(iter(nav)) == {"Start": "index.md"}
    named = set(re.findall(r"[\w./-]+\.md", str(nav)))
    assert named == {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")}


@pytest.mark.parametrize(
    ("text", "used"),
    [("The Tide rises.", ["Tide"]), ("Tidewater.", []), ("The tide.", []), ("Low Tide, Ebb", ["Tide", "Ebb"])],
)
def test_a_page_explains_the_terms_that_it_uses(text, used):
    made = with_tooltips(text, [("Tide", "How high."), ("Ebb", "Going out.")])
    assert re.findall(r"^\*\[(.*?)\]:", made, re.MULTILINE) == used


def test_the_findings_of_a_check_have_a_page(tmp_path):
    loaded = coast(tmp_path / "coast")
    assert loaded.found
    nav = write_rulebook(loaded.book, tmp_path / "docs", findings=loaded.found)
    assert "findings.md" in str(nav)
    assert loaded.found[0].code in (tmp_path / "docs" / "findings.md").read_text(encoding="utf-8")


def edited(folder: Path, old: str, new: str) -> Book:
    path = folder / "scenario.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return load(folder).book


def test_one_edge_more_in_the_map_changes_pages_and_drawing(tmp_path):
    one = coast(tmp_path / "one").book
    coast(tmp_path / "two")
    two = edited(tmp_path / "two", "edges: [[cove, cape]]", "edges: [[cove, cape], [cove, wreck]]")
    pages = [{page.name: page.text for page in rulebook_pages(book)[1]} for book in (one, two)]
    changed = {name for name, text in pages[0].items() if pages[1][name] != text}
    assert {"map.md", "places/cove.md", "places/wreck.md"} <= changed
    assert pages[1]["map.md"].count('class="map-edge') == pages[0]["map.md"].count('class="map-edge') + 1


def test_a_changed_number_changes_card_and_reading(tmp_path):
    coast(tmp_path / "coast", ["tide -= fine"])
    book = edited(tmp_path / "coast", "value: 3, title: a fine", "value: 5, title: a fine")
    pages = {page.name: page.text for page in rulebook_pages(book)[1]}
    assert "Worth 5." in pages["cards/report/sighting.md"]
    assert "Tide falls by 5." in pages["terms.md"]


def test_a_number_is_filled_in_below_a_card_too(tmp_path):
    coast(tmp_path / "coast")
    book = edited(tmp_path / "coast", "  sighting:\n", '  sighting:\n    flavour: "All {fine}."\n')
    pages = {page.name: page.text for page in rulebook_pages(book)[1]}
    assert "All 3." in pages["cards/report/sighting.md"]


def test_the_site_says_which_scenario_it_is_of(built, shipped):
    assert str(shipped.scenario.title) in html.unescape((built / "index.html").read_text(encoding="utf-8"))
    assert resource("content") in shipped.root.parents
