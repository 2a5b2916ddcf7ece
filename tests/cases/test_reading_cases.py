"""Faults that people who do this job have met elsewhere, on the reading side: each by its case id."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from sfrules import check
from sfrules.diag import Diagnostic, Severity, fatal, in_order
from sfrules.model.book import Book
from sfrules.model.build import build
from sfrules.publish import findings
from sfrules.publish.rulebook import write_rulebook
from sfrules.source.files import read_tree
from tests.check.reading import book_of, judged, told


def load(root: Path) -> tuple[Book, list[Diagnostic]]:
    sources, found = read_tree(root)
    book, more = build(sources)
    return book, in_order([*found, *more, *check.run(book)])


def write(root: Path, **texts: str) -> Path:
    for name, text in texts.items():
        path = root / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    return root


def test_c01_a_key_that_stands_twice_is_told_at_the_second_with_the_line_of_the_first():
    filler = "".join(f"    # line {number}\n" for number in range(12))
    text = (
        "actions:\n  sail:\n    cost: {gold: 1}\n"
        + filler
        + "    title: Sail\n    cost:\n      gold: 2\n    effect: stop\n"
    )
    book, found = book_of(text)
    (twice,) = [d for d in found if d.code == "SF120"]
    assert (twice.span.line, twice.span.column, twice.span.end_column) == (17, 5, 9)
    assert "the first is in line 3" in twice.message
    assert (twice.related[0].span.line, twice.severity) == (3, Severity.ERROR)
    assert book.actions["sail"].cost == {"gold": 1}


def test_c03_words_that_look_like_flags_stay_words_or_are_told():
    book, found = judged(
        "table: {answer: {one_of: [yes, no, abstain]}}\nkinds: {port: {}}\n"
        "things: {port: {north: {title: NO, text: on}, on: {}}}\n"
        "map: {of: port, neighbours: {north: [on], on: [north]}}\n"
    )
    assert [d for d in found if d.severity is Severity.ERROR] == []
    assert book.things["north"].title == "NO"
    assert book.map is not None
    assert book.map.neighbours("north") == ("on",)
    assert [str(word) for word in getattr(book.table["answer"], "one_of")] == ["yes", "no", "abstain"]  # noqa: B009


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("kinds: {port: {}}\nthings:\n  port:\n    NO: {}\n", "case.yaml:4:5", "Write “no”"),
        ("map: {neighbours: {a: [NO]}}\n", "case.yaml:1:24", "Write “no”"),
        (
            "triggers:\n  ebb:\n    on: tide becomes 0\n    when: yes\n    fires: at once\n    effect: stop\n",
            "case.yaml:3:5",
            "“on”",
        ),
    ],
)
def test_c03_a_word_that_cannot_stand_is_told_at_its_place(text, place, words):
    _, found = judged(text)
    assert place in [str(d.span) for d in found]
    assert words in next(d.message for d in found if str(d.span) == place)


def test_c05_a_colon_in_a_name_is_told_in_plain_words_and_the_other_files_are_still_read():
    lines = [f"  card-{number}: {{kind: omen, title: Card {number}}}" for number in range(300)]
    lines[150] = "  card-150:\n    kind: omen\n    title: Harbour Fire: Second Alarm"
    deck = "card_kinds: {omen: {}}\ncards:\n" + "\n".join(lines) + "\n"
    _, found = book_of(deck, "limits: {once: {times: X}}\n")
    spelling = [d for d in found if d.code in ("SF110", "SF204")]
    assert [str(d.span) for d in spelling] == ["case.yaml:155:24", "case2.yaml:1:24"]
    assert "Quote the text" in spelling[0].message
    assert spelling[0].fixes[0].edits[0].text == '"Harbour Fire: Second Alarm"'


def test_c07_no_class_of_content_is_left_unchecked_and_the_summary_counts_each():
    broken = "{kind: KIND, zone: KIND-deck, efect: stop, count: many}"
    decks = ("map-card", "event", "trick")
    text = (
        "card_kinds: {" + ", ".join(f"{deck}: {{}}" for deck in decks) + "}\n"
        "zones: {" + ", ".join(f"{deck}-deck: {{of: {deck}}}" for deck in decks) + "}\n"
        "cards:\n" + "".join(f"  bad-{deck}: {broken.replace('KIND', deck)}\n" for deck in decks)
        + "kinds:\n  role: {has: {rank: {number: 1..3, fixed: yes}}}\n  port: {has: {open: {flag: no}}}\n"
        "things:\n  role: {cook: {rank: 2, efect: stop}}\n  port: {bay: {open: maybe}}\n"
        "phases:\n  - {id: day, efect: stop}\n"
    )  # fmt: skip
    book, found = judged(text)
    lines = text.splitlines()
    guilty = [(number, word) for number in (4, 5, 6) for word in ("efect", "many")]
    guilty += [(11, "efect"), (12, "maybe"), (14, "efect")]
    assert [(d.span.line, d.span.column) for d in found] == [
        (number, lines[number - 1].index(word) + 1) for number, word in guilty
    ]
    line = findings.summary(found, book.counts)
    for part in (
        "1 map-card card,",
        "1 event card,",
        "1 trick card,",
        "1 role thing,",
        "1 port thing,",
    ):
        assert part in line
    none = line[line.index("; 0 ") : line.index(".\n")]
    assert "windows" in none
    assert "gaps" in none
    assert line.endswith("Found: 9 errors, 0 warnings.\n")


def test_c08_all_mistakes_of_all_files_are_told_in_a_stable_order(tmp_path):
    write(
        tmp_path,
        scenario="scenario: {title: Harbour, seats: 2}\nkinds: {captain: {seat: yes}}\n"
        "things: {captain: {east: {}, west: {}}}\nplay: finish with dusk\nendings: {dusk: {winners: captain}}\n",
        cards="limits:\n  once: {times: X}\n  Twice: {times: 2}\n  third: {tmes: 3, times: 3}\n",
        zones="routines:\n  land: {}\n  sea: {effect: stop, given: {a: 3}}\n",
    )
    for _ in range(2):
        _, found = load(tmp_path)
        assert [(Path(d.span.file).name, d.span.line, d.span.column, d.code) for d in found] == [
            ("cards.yaml", 2, 17, "SF204"), ("cards.yaml", 3, 3, "SF206"), ("cards.yaml", 4, 11, "SF201"),
            ("zones.yaml", 2, 3, "SF202"), ("zones.yaml", 3, 34, "SF215"),
        ]  # fmt: skip
        assert fatal(found)


def test_c08_a_file_with_a_slip_of_spelling_still_tells_its_other_mistakes():
    _, found = judged(
        "limits:\n  once: {times: X}\n  twice:\n    title: Twice: or more\n    times: 2\n  Third: {times: 1}\n"
    )
    assert told(found) == ["case.yaml:2:17 SF204", "case.yaml:4:17 SF110", "case.yaml:6:3 SF206"]


def test_c08_warnings_alone_are_not_fatal():
    _, found = judged("numbers: {toll: 3}\n")
    assert [d.severity for d in found] == [Severity.WARNING]
    assert not fatal(found)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_c10_columns_count_code_points_behind_emoji(newline, bom):
    line = "  sail: {text: 'Fire 🔥 flag 🇳🇴', efect: stop}"
    book, found = judged(bom + newline.join(["actions:", line, "glossary: {fire: 🔥}", ""]))
    assert told(found) == ["case.yaml:2:34 SF201"]
    assert line[33:].startswith("efect")
    assert book.glossary["fire"].text == "🔥"
    snippet = findings.full(found, book.files).splitlines()
    assert snippet[4].index("^") > snippet[3].index("efect")


def test_c10_the_rulebook_shows_every_sign(tmp_path):
    book, _ = judged(
        "actions:\n  sail: {title: Sail 🔥, text: 'Fire 🔥 flag 🇳🇴, e\u0301.', effect: stop}\n"
        "menus: {turn: {one: [sail]}}\n"
    )
    write_rulebook(book, tmp_path)
    pages = "".join(path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.md"))
    for shown in ("Sail 🔥", "Fire 🔥 flag 🇳🇴, e\u0301."):
        assert shown in pages


def test_c12_an_alias_bomb_is_refused_at_once():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 9) + "]" for n in range(1, 9)]
    text = "\n".join(lines) + "\nactions: {sail: {source: *a8}}\n"
    tracemalloc.start()
    _, found = book_of(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200_000_000
    bombs = [d for d in found if d.code == "SF122"]
    assert [str(d.span) for d in bombs] == [f"case.yaml:{n + 1}:5" for n in range(9)]
    assert all("alias" in d.message for d in bombs)


def test_c14_language_object_tags_are_refused_at_each_and_nothing_runs(tmp_path):
    marker = tmp_path / "marker"
    write(
        tmp_path,
        cards="cards:\n  storm: !!python/object:__main__.Card\n    kind: omen\n"
        "  calm:\n    kind: !!python/unicode omen\n    windows: !!python/tuple [a, b]\n"
        f'  fog: !!python/object/apply:os.system ["touch {marker.as_posix()}"]\n',
    )
    _, found = load(tmp_path)
    tags = [d for d in found if d.code == "SF121"]
    assert [(d.span.line, d.span.column) for d in tags] == [(2, 10), (5, 11), (6, 14), (7, 8)]
    assert "!!python/object:__main__.Card" in tags[0].message
    assert fatal(found)
    assert not marker.exists()


@pytest.mark.parametrize(
    "image",
    ["../../../../etc/hostname", "/etc/hostname", "art/../../x.png", "~/x.png", "file:///etc/hostname", "'..\\x.png'"],
)
def test_c17_a_picture_outside_the_folder_is_refused_at_its_value(image):
    _, found = judged(f"kinds: {{ship: {{}}}}\nthings:\n  ship:\n    gull:\n      image: {image}\n")
    assert told(found) == ["case.yaml:5:14 SF103"]
    assert "outside the scenario folder" in found[0].message


def test_c17_links_that_lead_out_are_not_followed(tmp_path):
    outside = write(tmp_path / "outside", secret="numbers: {leak: 1}\n")
    root = write(
        tmp_path / "inside",
        scenario="scenario: {title: Harbour, seats: 2}\nkinds: {ship: {}}\n"
        "things: {ship: {gull: {image: art/secret.yaml}}}\n",
    )
    (root / "art").mkdir()
    for link, target in (
        (root / "linked.yaml", outside / "secret.yaml"),
        (root / "folder", outside),
        (root / "art" / "secret.yaml", outside / "secret.yaml"),
    ):
        link.symlink_to(target)
    book, found = load(root)
    out = sorted(
        (Path(d.span.file).name, d.span.line, d.code) for d in found if "outside the scenario folder" in d.message
    )
    assert out == [
        ("folder", 1, "SF103"), ("linked.yaml", 1, "SF103"), ("scenario.yaml", 3, "SF220"), ("secret.yaml", 1, "SF103"),
    ]  # fmt: skip
    assert not book.numbers


def test_c17_an_id_cannot_name_a_place_outside():
    _, found = judged("card_kinds: {omen: {}}\ncards:\n  ../../x: {kind: omen}\n")
    assert told(found) == ["case.yaml:3:3 SF206"]


def test_c18_a_way_back_that_is_missing_is_told_unless_it_is_meant():
    ports = "kinds: {port: {}}\nthings: {port: {harbour: {}, market: {}}}\n"
    _, found = judged(ports + "map:\n  of: port\n  neighbours:\n    harbour: [market]\n    market: []\n")
    assert told(found) == ["case.yaml:6:15 SF501"]
    assert "“market” does not list “harbour”" in found[0].message
    book, found = judged(
        ports
        + "map:\n  of: port\n  neighbours:\n    harbour: [market]\n    market: []\n  one_way: [[harbour, market]]\n"
    )
    assert not [d for d in found if d.severity is not Severity.INFO]
    assert book.map is not None
    assert book.map.neighbours("harbour") == ("market",)
    assert book.map.neighbours("market") == ()
