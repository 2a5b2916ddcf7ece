"""A game of sealed bids at the keyboard: numbers are typed as they are, a bid is told once, open piles lie in sight."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from sfrules.cli.speech import words_for
from sfrules.engine.game import machine_for
from sfrules.pipeline import Loaded, load
from sfrules.play.labels import none_of, numbers_among
from sfrules.play.screen import Screen
from sfrules.play.session import Session
from sfrules.play.terminal import Table
from tests.play.table import Script

GAME = """
scenario: {title: Auction, format: 1, seats: 2}
kinds:
  captain:
    title: Captain
    seat: yes
    has: {bid: {title: bid, number: 0..9, seen_by: owner}, points: {title: points, number: 0..9}}
things: {captain: {ada: {title: Ada}, ben: {title: Ben}}}
card_kinds: {crate: {title: Crate}}
zones: {quay: {title: Quay, of: crate}, hold: {title: Hold, of: crate, per: captain}, sea: {title: Sea, of: crate}}
cards:
  tea: {kind: crate, title: Tea, zone: quay, count: 2}
  salt: {kind: crate, title: Salt, zone: sea, count: 9}
play: |
  hide captain.bid
  at once for c in captain
    choose c.bid in 3..5 by c "Your bid" secretly
  end
  reveal captain.bid
  move first(1, quay) to ben.hold
  may choose more in 7..8 by ada "More?"
  finish with over
endings: {over: {title: Over, winners: captain}}
"""


@cache
def auction(folder: Path) -> Loaded:
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return load(folder)


def played(tmp_path: Path, *typed: str) -> tuple[str, list[tuple[str, str]]]:
    loaded = auction(tmp_path)
    assert loaded.playable, loaded.found
    words, console = words_for(loaded.book), Script(list(typed))
    sitting = Session(machine_for(loaded.program()), 1, (0,))
    Table(sitting, words, Screen(words, 80), console, lambda word: [], tmp_path / "kept.json").play()
    return console.text, [(answer.seat, answer.option) for answer in sitting.recorder.answers]


@pytest.mark.parametrize(("typed", "option"), [("4", "4"), ("3", "3"), ("5", "5")])
def test_a_number_that_is_typed_is_the_number_that_is_meant(tmp_path, typed, option):
    text, answers = played(tmp_path, typed, "none")
    assert ("ada", option) in answers
    assert "Your bid\n  A number: 3 to 5" in text


def test_a_position_among_numbers_is_no_answer(tmp_path):
    text, answers = played(tmp_path, "1", "2", "4", "1", "NONE")
    assert text.count("is none of 3 to 5; ? for help.") == 2
    assert "More?\n  A number: 7, 8, or none" in text
    assert "“1” is none of 7, 8; ? for help." in text
    assert [option for seat, option in answers if seat == "ada"] == ["4", "none"]


def test_a_bid_is_told_once_and_ones_own_as_ones_own(tmp_path):
    text, _ = played(tmp_path, "4", "7")
    news = text[text.index("> 4") if "> 4" in text else 0 :]
    assert news.count("» You: bid 0 → 4.") == 1
    assert "\nAda: bid" not in text
    assert "You: bid: 4" not in text
    assert news.count("Ben: bid: ") == 1


def test_small_open_piles_and_what_is_still_0_are_shown(tmp_path):
    text, _ = played(tmp_path, "4", "7")
    assert "You, Ada: bid 0 · points 0" in text
    assert "The Quay: Tea; Tea" in text
    assert "The Hold of Ben: Tea" in text
    assert "The Sea" not in text


@pytest.mark.parametrize(
    ("labels", "numbers", "says"),
    [
        (["0", "1", "2"], [0, 1, 2], "none of 0 to 2"),
        (["-1", "5", "None"], [-1, 5], "none of -1, 5"),
        (["1", "Harbour"], [], "none of 1, 2"),
        (["1, 2", "2, 2", "3, 1"], [], "none of 1 to 3"),
    ],
)
def test_which_options_are_plain_numbers(labels, numbers, says):
    assert numbers_among(labels) == numbers
    assert none_of(labels) == says
