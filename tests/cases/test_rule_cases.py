"""Cases that others met when rules were typed and played; each test bears its id."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sfrules.engine.game import machine_for, new_game
from sfrules.model.rules import type_rules
from tests.check.reading import judged

from .books import COUNCIL, book

PANIC = """
kinds:
  member: {seat: yes, has: {role: {one_of: [spy, guard], start: spy}}}
table:
  panic: {track: 0..9}
things:
  member: {ann: {}, ben: {}}
phases:
  - id: day
    repeat: 4
    phases:
      - id: evening
        effect: |
          RULE
    then: finish with over
endings:
  over: {}
"""


@pytest.mark.parametrize(
    ("rule", "line", "column"),
    [
        ('panic = panic + "two"', 14, 27),
        ("if ann.role or panic then panic += 1", 14, 14),
        ('if day is 3 then panic += "two"', 14, 37),
    ],
)
def test_c22_an_ill_typed_rule_is_found_without_playing(rule: str, line: int, column: int, tmp_path: Path) -> None:
    loaded = book(tmp_path, PANIC.replace("RULE", rule))
    found = [d for d in loaded.found if d.code == "SF302"]
    assert (found[0].span.line, found[0].span.column) == (line, column)
    assert not loaded.playable
    with pytest.raises(ValueError, match="errors"):
        loaded.program()


def test_c34_no_card_appears_or_vanishes_when_a_deck_is_reshuffled(tmp_path: Path) -> None:
    loaded = book(tmp_path, COUNCIL)
    assert [str(d) for d in loaded.found if d.severity == "error"] == []
    machine = machine_for(loaded.program())
    for seed in range(6):
        game, rng = new_game(machine, seed), random.Random(seed)
        zones, counters = machine.program.layout.zones, machine.program.layout.counters
        while not game.over:
            lying = sorted(card for zone in game.state.Z for card in zone)
            assert lying == list(range(17))
            # the deck was filled up when the sitting before ended, so three cards could always be drawn
            assert len(game.state.Z[zones["hand"].base]) == 3
            decision = game.decision
            assert decision is not None
            game.choose(rng.randrange(len(decision.options)))
        assert game.state.S[counters["session"]] == 40


def test_c34_drawing_from_nothing_draws_nothing(tmp_path: Path) -> None:
    text = COUNCIL.replace("draw 3 from deck", "draw 30 from deck")
    machine = machine_for(book(tmp_path, text).program())
    game = new_game(machine, 1)
    zones = machine.program.layout.zones
    assert len(game.state.Z[zones["deck"].base]) == 0
    assert len(game.state.Z[zones["hand"].base]) == 17


TIDE = "table: {tide: {track: 0..9}}\nroutines:\n  ebb:\n    effect: EFFECT"


@pytest.mark.parametrize(
    ("effect", "place", "words"),
    [
        ("|\n      tide += 1", "", ""),
        ("tide += 1", "", ""),
        ("|-\n      tide += 1\n      # and no more", "", ""),
        ("|\n      # nothing yet", "5:7", "This rule is empty"),
        ('""', "4:14", "This rule is empty"),
        ("", "4:12", "Nothing stands here"),
        ("if tide >= 3 then", "4:30", "breaks off here"),
        ("|\n      tide += 1\n      if tide >= 3 then", "6:24", "breaks off here"),
        ("|\n      if tide >= 3", "5:19", "an “end” is missing"),
    ],
)
def test_c20_the_end_of_a_rule_is_read_with_or_without_a_line_end(effect: str, place: str, words: str) -> None:
    for text in (TIDE.replace("EFFECT", effect), TIDE.replace("EFFECT", effect) + "\n"):
        made, found = judged(text)
        found += type_rules(made)[2]
        slips = [d for d in found if d.code in ("SF300", "SF207")]
        assert [f"{d.span.line}:{d.span.column}" for d in slips] == ([place] if place else []), text
        assert all(words in d.message and "token" not in d.message.lower() for d in slips)
