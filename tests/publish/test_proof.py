"""The proof: what will be wrong on paper and on the website is told by a check of the content, at its line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sfrules.model.book import Book
from sfrules.pipeline import load
from sfrules.publish.pages.places import Places
from sfrules.publish.proof import link_findings, proof
from sfrules.publish.proofcodes import QUICK, SLOW
from sfrules.publish.rulebook import rulebook_pages, write_site
from tests.cli.runs import sfrules

GAME = """scenario: {title: Harbour, seats: 2, version: "1"}
kinds:
  captain: {title: Captain, seat: yes, has: {coins: {title: Coins, track: 0..9}}}
things:
  captain: {east: {title: East}, west: {title: West}}
numbers: {toll: {value: 2, title: toll}}
actions:
  sail: {title: Sail, effect: actor.coins += toll}
menus: {turn: {one: [sail]}}
phases: [{id: day, title: Day, repeat: 2, each: captain, menu: turn, then: finish with dusk}]
endings: {dusk: {title: Dusk, payoff: 0}}
"""
CARDS = """card_kinds:
  omen: {title: Omen, back: {title: Omen, letter: O}}
zones: {deck: {title: Deck, of: omen}}
cards:
"""


def harbour(tmp_path, more="", pages=None):
    root = tmp_path / "content" / "harbour"
    (root / "rulebook").mkdir(parents=True)
    (root / "scenario.yaml").write_text(GAME, encoding="utf-8")
    if more:
        (root / "more.yaml").write_text(more, encoding="utf-8")
    for name, text in (pages or {}).items():
        (root / "rulebook" / name).write_text(text, encoding="utf-8")
    return root


LINKS = [
    ("[x](other.md)", ""),
    ("[x](other.md#low-water)", ""),
    ("[x](other.md#ebb)", ""),
    ("[x](other.md#flood)", "other.md#flood names no place"),
    ("[x](#here-we-are)", ""),
    ("[x](#there)", "#there names no place"),
    ("[x](oter.md)", "oter.md names no page of the rulebook. Did you mean “other.md”?"),
    ("[x](../actions/sail.md)", ""),
    ("[x](../actions/sale.md)", "../actions/sale.md names no page of the rulebook. Did you mean “../actions/sail.md”?"),
    ("[x](../actions/sail.md#action-sail)", ""),
    ("[x](../actions/sail.md#action-sale)", "../actions/sail.md#action-sale names no place"),
    ("[x](../tracks.md#number-toll)", ""),
    (
        "[x](../tracks.md#number-tol)",
        "../tracks.md#number-tol names no place on that page. Did you mean “number-toll”?",
    ),
    ("![x](map.png)", "map.png is no page"),
    ("![x](https://example.org/map.png)", "https://example.org/map.png is a picture from the network"),
    ("[x](https://example.org/) `[x](no.md)` [y]: z", ""),
    ("[x]: no.md", "no.md names no page"),
    ("```\n[x](no.md)\n```", ""),
    ("[^1] and\n\n[^1]: a footnote is no link", ""),
]


@pytest.mark.parametrize(("line", "says"), LINKS, ids=[line for line, _ in LINKS])
def test_links_of_pages_are_followed_without_a_website(tmp_path, line, says):
    pages = {"a.md": f"# Here we are\n\nSome 🔥 {line}\n", "other.md": "# Low *water*\n\n## Ebb {#ebb}\n"}
    if line.startswith(("```", "[x]:", "[^1]")):
        pages["a.md"] = f"# Here we are\n\n{line}\n"
    found = list(link_findings(load(harbour(tmp_path, pages=pages)).book))
    assert [d.message.replace("“", "", 1).replace("”", "", 1)[: len(says)] for d in found] == ([says] if says else [])
    for d in found:
        written = (tmp_path / "content/harbour/rulebook/a.md").read_text(encoding="utf-8").split("\n")
        shown = written[d.span.line - 1][d.span.column - 1 : d.span.end_column - 1]
        assert d.message.startswith(f"“{shown}”")


def nested(levels: int) -> str:
    return "# A\n\n" + "".join(f"{'    ' * level}- x\n" for level in range(levels))


PAGES = [
    ({"low-tide.md": "# A\n", "high-tide.md": "# B\n"}, []),
    ({"low-tide.md": "# A\n", "low_tide.md": "# B\n"}, [("low_tide.md:1:1", "This page and low-tide.md")]),
    ({"low tide.md": "# A\n", "low-tide.md": "# B\n", "low_tide.md": "# C\n"}, [
        ("low-tide.md:1:1", "This page and low tide.md would"),
        ("low_tide.md:1:1", "This page and low tide.md would"),
    ]),
    ({"a.md": nested(25)}, []),
    ({"a.md": nested(300)}, [("a.md:29:1", "This line begins after")]),
    ({"a.md": "# A\n\n```\n" + " " * 200 + "far out\n```\n"}, []),
]  # fmt: skip


@pytest.mark.parametrize(("pages", "told"), PAGES)
def test_a_page_that_no_website_can_hold_is_told_and_nothing_is_built(tmp_path, pages, told):
    book = load(harbour(tmp_path, pages=pages)).book
    found = [(str(d.span).rpartition("/")[2], d.message) for d in proof(book, typeset=False) if d.code == "SF820"]
    assert [place for place, _ in found] == [place for place, _ in told]
    assert all(message.startswith(words) for (_, message), (_, words) in zip(found, told, strict=True))
    made = write_site(book, tmp_path / "docs", tmp_path / "site")
    assert (made.result is None) == bool(told)
    assert {d.code for d in made.findings} == ({"SF820"} if told else set())


DEAD = "# Tides\n\nSee [ebb](ebb.md) and [flood](../language/flood.md).\n"


def test_a_dead_link_is_told_in_the_same_words_by_check_and_build(tmp_path):
    harbour(tmp_path, pages={"tides.md": DEAD})
    checked = sfrules("validate", "-o", "concise", cwd=tmp_path)
    built = sfrules("build", "--only", "site", cwd=tmp_path)
    assert (checked.code, built.code) == (1, 1)
    assert checked.out.splitlines()[0].partition(": ")[2] in built.err
    assert "tides.md:3:11" in built.err
    assert not (tmp_path / "build").exists()


def test_a_dead_link_that_only_the_finished_pages_show_stops_the_build(tmp_path):
    harbour(tmp_path, pages={"tides.md": DEAD.replace("[ebb](ebb.md)", "ebb")})
    built = sfrules("build", "--only", "site", cwd=tmp_path)
    assert built.code == 1
    assert "error[SF821]: “../language/flood.md” names no page of the rulebook." in built.err
    assert "tides.md:3:21" in built.err
    assert not (tmp_path / "build").exists()


def test_what_is_allowed_on_a_page_does_not_stop_the_build(tmp_path):
    allowed = "<!-- sfrules: allow SF821 -- it comes with the box -->\n"
    harbour(tmp_path, pages={"tides.md": DEAD.replace("See", f"{allowed}See")})
    built = sfrules("build", "--only", "site", cwd=tmp_path)
    assert (built.code, "SF821" in built.out + built.err) == (0, False)
    assert (tmp_path / "build" / "site" / "book" / "tides.html").is_file()


def test_every_page_that_a_rulebook_has_can_be_linked_to(shipped: Book):
    _, made = rulebook_pages(shipped)
    names = [page.name for page in made if not page.name.startswith("book/")]
    places = {place.page for place in Places(shipped).by_key.values()}
    text = "".join(f"[x](../{name})\n" for name in names)
    book = replace(shipped, pages={f"{shipped.shown}/rulebook/all.md": text})
    assert places <= set(names)
    assert [d.message for d in link_findings(book)] == []


def test_shipped_content_has_a_clean_proof(shipped: Book):
    assert list(proof(shipped, typeset=False)) == []


LONG = "All ships stop. " * 120
SET = [
    ("storm", f"  storm: {{kind: omen, zone: deck, title: Storm, text: {LONG}}}", "SF801"),
    ("moon", "  moon: {kind: omen, zone: deck, title: Moon, text: The 🌩 is near.}", "SF802"),
    ("gale", f"  gale: {{kind: omen, zone: deck, title: {'Storm' * 12}, text: All stop.}}", "SF804"),
    ("calm", "  calm: {kind: omen, zone: deck, title: Calm, text: All stop.}", ""),
]


@pytest.mark.parametrize(("card", "entry", "code"), SET, ids=[card for card, _, _ in SET])
def test_cards_are_set_for_the_profile_print_alone(tmp_path, card, entry, code):
    harbour(tmp_path, CARDS + entry + "\n")
    usual, strict = (
        sfrules("validate", "--no-cache", "--output", "concise", "--select", "SF8", *more, cwd=tmp_path)
        for more in ((), ("--profile", "print"))
    )
    assert not any(slow in usual.out for slow in SLOW)
    assert [line.split(": ")[0] for line in strict.out.splitlines() if any(slow in line for slow in SLOW)] == (
        [f"content/harbour/more.yaml:5:{entry.index('title') + 8 if code == 'SF804' else entry.index('text') + 7}"]
        if code
        else []
    )
    assert (f"[{code}]" in strict.out) == bool(code)


def test_what_is_quick_is_told_in_a_usual_run_and_not_in_a_draft(tmp_path):
    harbour(tmp_path, CARDS + "  storm: {kind: omen, zone: deck, title: Storm, text: ':thunder: stop.'}\n")
    for profile, told in (("playtest", True), ("print", True), ("draft", False)):
        ran = sfrules("validate", "--no-cache", "--output", "concise", "--profile", profile, cwd=tmp_path)
        assert ("more.yaml:5:55: error[SF803]" in ran.out) == told, ran.out


def test_no_code_is_both():
    assert not QUICK & SLOW
