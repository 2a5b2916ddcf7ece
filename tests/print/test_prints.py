"""Whole prints: every card is in the file, nothing secret is, and what is wrong is told at its place in content."""

from __future__ import annotations

import errno
import hashlib
from itertools import pairwise
from pathlib import Path

import pypdf
import pytest

from sfrules.pipeline import load
from sfrules.publish.board import board_of, print_board
from sfrules.publish.deck import deck_of
from sfrules.publish.moderator import moderator_sheet
from sfrules.publish.prints import write_prints
from tests.print.books import SHIPPED, lantern, lantern_text, shipped, shown, squeezed, words_of


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """The summary of each shipped scenario, printed once."""
    return {name: write_prints(shipped(name), tmp_path_factory.mktemp(name)) for name in SHIPPED}


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_prints_hold_every_card_with_all_its_words_as_often_as_it_is_there(printed, name):
    summary, deck = printed[name], deck_of(shipped(name))
    assert summary.cards == sum(face.copies for face in deck.faces)
    for path in (path for path in summary.paths if path.name == "cards-a4.pdf"):
        text = words_of(path, fronts=True)
        for face in deck.faces:
            for part in (face.title, face.flavour, face.footer, *(run.text for p in face.paragraphs for run in p)):
                assert text.count(squeezed(part)) >= face.copies or not part, (face.id, part)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_prints_have_no_fault_and_say_what_was_written(printed, name):
    summary = printed[name]
    assert summary.found == ()
    assert len({path.stem for path in summary.paths}) == len(summary.paths)
    assert summary.pages == sum(len(pypdf.PdfReader(path).pages) for path in summary.paths)
    assert any(path.name == "board-a4.pdf" for path in summary.paths)
    assert any(path.name == "board-letter.pdf" for path in summary.paths)


def test_the_same_book_gives_the_same_bytes(printed, tmp_path):
    for name in SHIPPED:
        again = write_prints(shipped(name), tmp_path / name)
        assert [digest(path) for path in again.paths] == [digest(path) for path in printed[name].paths]


def digest(path: Path) -> tuple[str, str]:
    return path.name, hashlib.sha256(path.read_bytes()).hexdigest()


def test_c16_signs_that_could_be_markup_are_printed_once_and_as_written(tmp_path):
    write_prints(lantern(), tmp_path, ("a4",))
    text = words_of(tmp_path / "cards-a4.pdf", fronts=True)
    literal = '<script>alert(1)</script> R&D, 5 < 6, "quoted", 2 * 3 * 4, [x](javascript:1).'
    assert text.count(squeezed(literal)) == 3
    assert text.count("Smoke&Mirrors") == 3
    assert not any(broken in text for broken in ("&amp;", "&lt;", "&quot;"))


FINDINGS = [
    # what is changed, code, what stands in the line of the finding, what is said
    (
        (("Pay up.", "Pay at {to}."), ("    cost: {coins: 0}\n", "    choose: {to: quay}\n")),
        "SF810",
        "text: Pay at",
        "Paper cannot fill {to}: only play knows “to”.",
    ),
    (
        (
            (
                "seen_by: nobody, kept_by: moderator}\n    bind: |",
                "seen_by: nobody}\n      force: {number: 0..9}\n    bind: |",
            ),
            ("text: Somebody.", 'text: Somebody., flavour: "At {force}."'),
        ),
        "SF810",
        "At {force}",
        "Paper cannot fill {force}: a flavour takes named numbers, and no fields of the card.",
    ),
    ((("shape: drop", "shape: dropp"),), "SF806", "shape: dropp", "Did you mean “drop”?"),
    ((("colour: sea, shape", 'colour: "#ffee00", shape'),), "SF805", "#ffee00", "hardly shows"),
    (
        ((" letter: M}", " letter: O}"), ("played_from: hand,", "back: {shape: drop}, played_from: hand,")),
        "SF805",
        "back: {shape: drop}",
        "the same shape and letter",
    ),
    ((("count: 3", 'count: "3 + fog"'),), "SF807", "3 + fog", "depends on the game"),
    (
        (("    text: Pay up.\n", ""), ("    effect: |\n      fog += 1\n", ""), ("    cost: {coins: 0}\n", "")),
        "SF808",
        "bribe:",
        "says nothing",
    ),
    ((("    title: Bribe\n", "    title: Bribe\n    image: lantern.yaml\n"),), "SF809", "image:", "not printed"),
    ((("Pay up.", "Pay \u16a0."),), "SF802", "Pay \u16a0", "U+16A0"),
    ((("It *rose*.", "It rose. " * 120),), "SF801", "flavour: It rose.", "do not fit"),
    ((("title: Bribe", "title: " + "B" * 60),), "SF804", "title: BB", "is broken"),
]


@pytest.mark.parametrize(("edits", "code", "line", "says"), FINDINGS)
def test_what_is_wrong_on_paper_is_told_at_its_place_in_content(tmp_path, edits, code, line, says):
    book = lantern(*edits)
    found = write_prints(book, tmp_path, ("a4",)).found
    lines = lantern_text(*edits).splitlines()
    told = [(d.code, lines[d.span.line - 1], d.message) for d in found]
    assert [row for row in told if row[0] == code and line in row[1] and says in row[2]], told
    assert len(told) <= 2, told


def test_a_full_disk_leaves_the_old_board_whole(tmp_path, monkeypatch):
    board = board_of(lantern())
    (path,) = print_board(board, tmp_path).paths
    before = path.read_bytes()

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        print_board(board, tmp_path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


# the board


def test_the_board_draws_what_content_says():
    board = board_of(lantern())
    assert [(spot.title, spot.x, spot.y, spot.marks) for spot in board.spots] == [
        ("The Mole", 0, 0, ("deep water",)), ("The Bight", 100, 0, ()), ("The Rock", 100, 100, ()),
    ]  # fmt: skip
    assert [(way.start, way.end, way.both) for way in board.ways] == [(0, 1, True), (1, 2, False)]
    assert (board.counted, board.steps, board.markers) == ("Night", ("Dusk", "Deep", "Dawn"), ("shut",))
    assert [(t.title, t.rows[0][0], t.rows[-1][-1], [s.value for s in t.starts]) for t in board.tracks] == [
        ("Fog", 0, 4, [1]), ("hoard", 0, 100, [0]), ("Coins", 0, 30, [12]),
    ]  # fmt: skip
    assert [(aid.heading, [title for title, _ in aid.items]) for aid in board.aids] == [
        ("Your night", ["Trim", "Sail", "Haunt"]), ("How it ends", ["Ada of the Mole or Ben sees the sun"]),
    ]  # fmt: skip


def test_the_board_tells_what_is_fixed_about_places(tmp_path):
    plain = lantern()
    assert board_of(plain).facts == ()
    deep = lantern(
        ("      deep: {title: deep", "      fare: {title: fare, number: 0..9, fixed: yes}\n      deep: {title: deep"),
        ("{title: The Mole,", "{title: The Mole, fare: 0,"),
        ("{title: The Bight}", "{title: The Bight, fare: 3}"),
        ("{title: The Rock}", "{title: The Rock, fare: 8}"),
    )
    assert board_of(deep).facts == (("Quay", "Fare"), ("The Mole", "0"), ("The Bight", "3"), ("The Rock", "8"))
    print_board(board_of(deep), tmp_path)
    assert squeezed("The Bight 3 The Rock 8") in words_of(tmp_path / "board-a4.pdf")


@pytest.mark.parametrize(("bounds", "rows"), [("0..4", 1), ("0..25", 1), ("0..26", 2), ("-5..40", 3), ("7..100", 5)])
def test_a_track_has_every_number_once(bounds, rows):
    track = board_of(lantern(("track: 0..4, start: 1", f"track: {bounds}"))).tracks[0]
    low, high = map(int, bounds.split(".."))
    assert [number for row in track.rows for number in row] == list(range(low, high + 1))
    assert len(track.rows) == rows
    assert all(row[-1] % 20 == 0 for row, _ in pairwise(track.rows))


def test_a_track_too_long_for_boxes_has_its_digits():
    track = board_of(lantern(("track: 0..4, start: 1", "track: 0..500"))).tracks[0]
    assert [(row[0], row[1], len(row)) for row in track.rows] == [(0, 100, 10), (0, 10, 10), (0, 1, 10)]


def test_a_grid_is_drawn_with_row_one_below():
    book = next(shipped(name) for name in SHIPPED if (board := board_of(shipped(name))).columns and board.spots)
    board = board_of(book)
    assert book.map is not None
    assert (board.spots[0].x, board.spots[0].y, board.spots[-1].x, board.spots[-1].y) == (
        0,
        board.grid_rows - 1,
        board.columns - 1,
        0,
    )
    assert board.ways == ()


SECRETS = ("berth", "mood", "real", "oath", "Kept aside", "Not for the table")


def test_what_is_secret_stands_on_the_moderators_sheet_and_nowhere_else(tmp_path):
    write_prints(lantern(), tmp_path, ("a4",))
    table = words_of(tmp_path / "cards-a4.pdf", fronts=True) + words_of(tmp_path / "board-a4.pdf")
    kept = words_of(tmp_path / "moderator-a4.pdf").lower()
    assert [secret for secret in SECRETS if squeezed(secret) in table] == []
    assert [secret for secret in SECRETS if squeezed(secret).lower() not in kept] == []


# the moderator's sheet

SECTIONS = [
    # heading, columns, number of rows, boxes to tick; a text that stands there
    ("Before the first round", (), 0, 4, "Each Keeper draws 1 Order from the Orders into their hand."),
    ("Order of play", ("Night", "Tide", "Work"), 3, 0, "Tide. It rises."),
    ("The Drowned: berth", (" ", "The Mole", "The Bight", "The Rock"), 4, 0, "Tick where it is"),
    ("The Drowned: mood", (" ", "Mood"), 4, 0, "Write down every change."),
    ("Ghost's stock", (), 0, 5, "There are 5 of them"),
    ("Said aloud, and done in secret", ("What is done", "What you say", "The rule"), 1, 0, "in writing"),
    ("Written on omens", ("Card", "names", "real"), 5, 0, "Quay: The Mole, The Bight, The Rock."),
    ("Whisper", ("When, and for what", "A", "B", "Played"), 15, 0, "Time: open for 1.5 seconds at least, 9 at most."),
    ("Who may look", ("Where the cards lie", "Faces", "Number"), 4, 0, ""),
    ("Who may know", ("What", "Whose", "Who sees it"), 4, 0, ""),
    ("Rules that this sheet rests on", ("Rule", "Mark", "What it says"), 3, 0, ""),
]


@pytest.mark.parametrize(("heading", "columns", "rows", "checks", "text"), SECTIONS)
def test_each_secret_has_a_form(heading, columns, rows, checks, text):
    section = next(s for s in moderator_sheet(lantern()).sections if s.heading.casefold() == heading.casefold())
    assert (section.columns, len(section.rows), len(section.checks)) == (columns, rows, checks)
    assert text in "|".join(map(shown, section.text))


def test_the_forms_are_all_there_is():
    assert [s.heading.casefold() for s in moderator_sheet(lantern()).sections] == [
        row[0].casefold() for row in SECTIONS
    ]


def test_rows_say_who_may_look_and_what_rules_say():
    sections = {section.heading: section for section in moderator_sheet(lantern()).sections}
    cells = {h: ["|".join(map(shown, row)) for row in sections[h].rows] for h in list(sections)[-3:]}
    assert "Hand|the Keeper who holds it|everybody" in cells["Who may look"]
    assert "Oath|Keeper|the Keeper it belongs to" in cells["Who may know"]
    assert "Mood|Ghost|nobody; the moderator keeps it" in cells["Who may know"]
    assert "G01|gap|Where does the ghost come from? From the sea." in cells["Rules that this sheet rests on"]
    assert "not whose it was" not in "".join(shown(text) for section in sections.values() for text in section.text)
    assert sections["Before the first round"].checks[-1] == "Everyone has said “Lamps out”"


INTROS = [
    # what a game keeps secret, and what its sheet says of it
    ({"seen_by": ""}, "Nothing in this game is secret"),
    ({"seen_by": "seen_by: owner, "}, "notes that players keep"),
    ({"seen_by": "seen_by: nobody, "}, "Keep this sheet where no player can see it."),
    ({"anonymous": "anonymous: yes, "}, "Keep this sheet where no player can see it."),
]


@pytest.mark.parametrize(("changes", "says"), INTROS)
def test_nothing_is_secret_only_where_everybody_sees_all(tmp_path, changes, says):
    text = OPEN_GAME.replace("SEEN_BY", changes.get("seen_by", "")).replace("NAMED", changes.get("anonymous", ""))
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    sheet = moderator_sheet(load(tmp_path).book)
    assert says in "".join(map(shown, sheet.intro))
    nameless = ["whose it was" in "".join(map(shown, s.text)) for s in sheet.sections if s.heading == "Gust"]
    assert nameless == ([True] if "anonymous" in changes else [])


OPEN_GAME = """
scenario: {title: Harbour, format: 1, seats: 2}
kinds: {captain: {title: Captain, seat: yes, has: {bid: {SEEN_BYnumber: 0..9}}}}
things: {captain: {ada: {}, ben: {}}}
windows: {gust: {title: Gust, NAMEDasks: captain after it.actor, answers: in order}}
actions: {sail: {title: Sail, windows: [gust], effect: it.actor.bid += 1}}
endings: {over: {winners: captain}}
play: finish with over
"""


def test_a_game_without_secrets_needs_no_sheet(tmp_path):
    open_game = next(shipped(name) for name in SHIPPED if not shipped(name).zones)
    assert moderator_sheet(open_game).sections == ()
    assert [path.name for path in write_prints(open_game, tmp_path, ("a4",)).paths] == ["board-a4.pdf"]
