"""From content to faces: what stands on a card follows from data alone."""

from __future__ import annotations

import pytest

from sfrules.publish.deck import deck_of, printed_cards
from sfrules.publish.marks import cited
from tests.print.books import SHIPPED, lantern, lantern_text, shipped, shown

FACES = [
    # id, copies, corner, stamps, footer, what can be read
    ("smoke", 3, "Year 7", ("DOUBTFUL",), "R01–03 G01 · gap · v2.3", "Take 3 at [Quay], never {unknown}. <script>"),
    ("voice", 2, "Year 0", (), "R01 · canon · v2.3", "Somebody.|Names: [Keeper]"),
    ("calm", 4, "Year 12", (), "v2.3", "Year 12."),
    ("bribe", 1, "", (), "v2.3", "Cost: 0 Coins|Pay up."),
    ("hush", 1, "", (), "v2.3", "Play it when: Sail is declared.|What was declared is cancelled."),
    ("ada", 1, "A", (), "R01 · canon · v2.3", "You never sleep.|Light: The Mole|Trim. Once a night."),
    ("ben", 1, "B", (), "R01 · canon · v2.3", "You sell oil.|Light: The Bight"),
]


@pytest.mark.parametrize(("id", "copies", "corner", "tags", "footer", "text"), FACES)
def test_a_face_says_what_content_says(id, copies, corner, tags, footer, text):
    face = next(face for face in deck_of(lantern()).faces if face.id == id)
    assert (face.copies, face.corner, face.tags, face.footer) == (copies, corner, tags, footer)
    read = "|".join(map(shown, face.paragraphs))
    assert read.startswith(text)
    assert read == text or text.endswith(">")


def test_every_card_but_the_secret_stock_is_printed_in_the_order_written():
    assert [face.id for face in deck_of(lantern()).faces] == [row[0] for row in FACES]
    lines = lantern_text().splitlines()
    assert all(lines[face.line - 1].lstrip().startswith(f"{face.id}:") for face in deck_of(lantern()).faces)


EDITS = [
    # a field that the draw no longer writes has no line; one that any branch may write has
    ("if card.speaks is place\n", "if card.speaks is nothing\n", "voice", "Somebody.|Names: [Keeper]"),
    ("if card.speaks is place\n", "if card.dull\n", "voice", "Somebody.|Names: [Quay]"),
    ("if card.speaks is place\n", "if card.names exists\n", "voice", "Somebody.|Names: [Quay]|Names: [Keeper]"),
    ("if card.speaks is place\n", "if card.year > 5 and not card.dull\n", "calm", "Year 12.|Names: [Quay]"),
    ("if card.speaks is place\n", "if card.year > 12 or card.dull\n", "calm", "Year 12."),
    ("    bind: |\n", "    bind: |\n      if not card.doubtful then stop\n", "voice", "Somebody."),
    ("names: {title: names,", "names: {title: names, seen_by: nobody,", "smoke", "Take 3 at [Quay]"),
    ("cost: {coins: 0}", "cost: {coins: 2}", "bribe", "Cost: 2 Coins|Pay up."),
    ("    cost: {coins: 0}\n", "", "bribe", "Pay up."),
    ("    text: Pay up.\n", "", "bribe", "Cost: 0 Coins|Fog rises by 1."),
    # a card about which nothing is written has what is fixed for it; a field that somebody keeps is left out
    ("text: Somebody., ", "", "voice", "Year of the great flood: 0|Speaks: person|Dull.|Names: [Keeper]"),
    ('text: "Year {year}.", ', "", "calm", "Year of the great flood: 12|Speaks: nothing"),
    # a power that every seat has is no seat's own
    ("actor.guild is wick and not actor.oath", "not actor.oath", "ada", "You never sleep.|Light: The Mole"),
    (
        "actor.guild is wick and not actor.oath",
        "actor.light is bight",
        "ben",
        "You sell oil.|Light: The Bight|Trim. Once",
    ),
]


@pytest.mark.parametrize(("old", "new", "id", "text"), EDITS)
def test_one_word_of_content_changes_the_card(old, new, id, text):
    face = next(face for face in deck_of(lantern((old, new))).faces if face.id == id)
    read = "|".join(map(shown, face.paragraphs))
    assert read.startswith(text)
    assert read.count("|") == text.count("|")


def test_a_card_has_the_colour_of_the_thing_that_is_fixed_for_it():
    coloured = lantern(
        ("names: {title: names, is: quay, optional: yes}", "names: {title: names, is: quay, fixed: yes}"),
        ("mole: {title: The Mole,", 'mole: {title: The Mole, colour: "#123456",'),
        ("year: 7", "year: 7\n    names: mole"),
        ("year: 0, speaks: person", "year: 0, names: bight, speaks: person"),
        ("year: 12, speaks", "year: 12, names: rock, speaks"),
        ("year: 1, speaks", "year: 1, names: rock, speaks"),
        ("        card.names = random quay\n", ""),
    )
    faces = {face.id: face.colour for face in deck_of(coloured).faces}
    assert (faces["smoke"], faces["voice"], faces["calm"]) == ("#123456", "#23597a", "#23597a")


def test_backs_take_what_content_says_and_else_differ_from_each_other():
    backs = {back.kind_id: back for back in deck_of(lantern()).backs}
    omen, order, seat = backs.values()
    assert (omen.title, omen.colour, omen.shape, omen.letter) == ("Omens", "#23597a", "drop", "M")
    assert (order.title, order.letter, seat.title, seat.letter) == ("Order", "O", "Keeper", "K")
    assert len({(back.shape, back.letter) for back in backs.values()}) == 3
    assert len({back.colour for back in backs.values()}) == 3


def test_seats_without_a_word_get_no_card():
    silent = lantern(
        ('text: "You *never* sleep.", ', ""), ("text: You sell oil., ", ""), ("guild is wick", "coins > 0")
    )
    assert {face.kind_id for face in deck_of(silent).faces} == {"omen", "order"}


@pytest.mark.parametrize(
    ("sources", "room", "text"),
    [
        ((), None, ""),
        (("R01",), None, "R01"),
        (("R01", "R02"), None, "R01 R02"),
        (("R01", "R02", "R03", "G04", "G05"), None, "R01–03 G04 G05"),
        (("R03", "R02", "R01"), None, "R03 R02 R01"),
        (("R09", "R10", "R11", "R10"), None, "R09–11"),
        (("R01", "R03", "R05"), 9, "R01 R03 …"),
        (("R01", "R03", "R05"), 11, "R01 R03 R05"),
        (("R01", "R03", "R05"), 0, "…"),
    ],
)
def test_sources_are_drawn_together_and_shortened(sources, room, text):
    assert cited(sources, room) == text


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_copies_add_up(name):
    book = shipped(name)
    faces = {face.id: face for face in deck_of(book).faces}
    cards = printed_cards(book)
    assert {str(card.id): faces[card.id].copies for card in cards} == {
        str(card.id): book.copies(card) for card in cards
    }
    hidden = {zone.id for zone in book.zones.values() if zone.kept_by is not None}
    assert {card.id for card in book.cards.values()} - set(faces) == {
        card.id for card in book.cards.values() if card.zone in hidden
    }
