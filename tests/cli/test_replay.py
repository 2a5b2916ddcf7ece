"""Records seen again: in words, for a seat, up to a step; and judged when the content has changed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.runs import LEDGER, copied, sfrules


@pytest.fixture
def game(tmp_path) -> Path:
    """A copy of the small game, and beside it the record of one game."""
    made = copied(LEDGER, tmp_path / "content" / "ledger")
    assert sfrules("simulate", "-n", "1", "--save-record", ".", cwd=tmp_path).code == 0
    return made


def test_a_game_in_words(game):
    ran = sfrules("replay", "closing.json", cwd=game.parents[1])
    assert ran.code == 0
    assert ran.err == ""
    assert "===== Day 1 =====" in ran.out
    assert "[1] North: I Understand" in ran.out
    assert "===== The game is over: Closing time =====" in ran.out


def test_up_to_a_step(game):
    ran = sfrules("replay", "closing.json", "--step", "4", cwd=game.parents[1])
    assert ran.code == 0
    assert "[3] " in ran.out
    assert "[4] " not in ran.out
    assert "game is over" not in ran.out


def test_for_a_seat_and_for_the_table(game):
    east, table = (
        json.loads(sfrules("replay", "closing.json", "--seat", seat, "--step", "6", "--json", cwd=game.parents[1]).out)
        for seat in ("east", "table")
    )
    assert (east["view"]["seat"], table["view"]["seat"]) == ("east", None)
    assert east["view"]["things"]["clerk"]["east"]["vault"] == "77002"
    assert "7700" not in json.dumps(table)
    assert "secret-role" not in json.dumps(table)


def test_an_unknown_seat(game):
    ran = sfrules("replay", "closing.json", "--seat", "eats", cwd=game.parents[1])
    assert ran.code == 2
    assert "Did you mean “east”?" in ran.err


def test_changed_content_that_does_not_matter_is_a_warning(game):
    (game / "more.yaml").write_text("glossary:\n  slip: {text: A piece of paper.}\n", encoding="utf-8")
    ran = sfrules("replay", "closing.json", cwd=game.parents[1])
    assert ran.code == 0
    assert "the content has changed" in ran.err


def test_the_first_choice_that_is_no_more_is_named(game):
    text = (game / "rules.yaml").read_text("utf-8")
    for old in ("draw-slip", "save-up", "bury", "publish"):
        text = (
            text.replace(f"{old}:", f"{old}-anew:")
            .replace(f"{old},", f"{old}-anew,")
            .replace(f"{old}]", f"{old}-anew]")
        )
    (game / "rules.yaml").write_text(text.replace("it is publish", "it is publish-anew"), encoding="utf-8")
    record = json.loads((game.parents[1] / "closing.json").read_text("utf-8"))
    number, (seat, option) = next((n, a) for n, a in enumerate(record["answers"], 1) if a[1] not in ("confirm", "rest"))
    ran = sfrules("replay", "closing.json", cwd=game.parents[1])
    assert ran.code == 1
    assert f"answer {number}: “{option}” is not possible for {seat} here any more" in ran.err


def test_another_end_than_recorded_fails(game):
    path = game.parents[1] / "closing.json"
    path.write_text(path.read_text("utf-8").replace('"outcome": "closing"', '"outcome": "storm"'), encoding="utf-8")
    ran = sfrules("replay", path, cwd=game.parents[1])
    assert ran.code == 1
    assert "ends otherwise than recorded: closing, not storm" in ran.err


def test_a_mistake_of_the_content_is_shown_with_all_that_led_to_it(game):
    text = (game / "rules.yaml").read_text("utf-8").replace("actor.coins += 1", "actor.coins += 1 / (actor.coins - 3)")
    (game / "rules.yaml").write_text(text, encoding="utf-8")
    seed = re.search(r"--seed (\d+)", sfrules("simulate", "-n", "50", cwd=game.parents[1]).err)
    assert seed is not None
    ran = sfrules("replay", "--seed", seed[1], cwd=game.parents[1])
    assert ran.code == 1
    assert "[1] North: I Understand" in ran.out
    assert "error[SF901]: Here something is divided by 0." in ran.err


@pytest.mark.parametrize("text", ["", "{}", "[]", "no json", '{"answers": 3}', "\x00"])
def test_what_is_no_record_is_told_so(tmp_path, text):
    (tmp_path / "some.json").write_text(text, encoding="utf-8")
    for command in (["replay", "some.json"], ["play", "--resume", "some.json"]):
        ran = sfrules(*command, cwd=tmp_path)
        assert ran.code == 2
        assert "some.json: this file is not a record of a game" in ran.err
