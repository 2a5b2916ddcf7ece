"""Every other ruling is a game of its own: it loads, plays to an end, loses no card, and does what it says."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from sfrules.engine.game import Game, new_game
from sfrules.engine.machine import Machine
from sfrules.play.expect import Unmet
from sfrules.play.script import run_case
from sfrules.source.nodes import Map
from tests.gaps.table import Way, alternatives, cases, loaded, machine

FEW, MANY = 20, 1_000
WAYS = [pytest.param(way, id="-".join(way)) for way in alternatives()]
CASES = [pytest.param(gap, option, case, id=f"{gap}-{option}") for gap, option, case in cases()]

NAMED = {
    "G01": 2, "G02": 1, "G03": 1, "G04": 1, "G40": 1, "G55": 1, "G34": 1, "G27": 1, "G33": 1, "G32": 1, "G54": 1,
    "G17": 1, "G18": 1, "G20": 1, "G42": 1, "G21": 1, "G28": 1, "G41": 1, "G43": 1, "G14": 1, "G46": 1, "G15": 1,
    "G16": 1, "G22": 1, "G08": 2, "G47": 1, "G09": 1, "G10": 1, "G31": 3, "G29": 1, "G48": 1, "G52": 1, "G11": 2,
    "G37": 1, "G07": 1, "G06": 1, "G30": 1, "G49": 1, "G05": 2, "G51": 1, "G12": 1, "G13": 1, "G57": 1, "G56": 1,
    "G19": 1, "G25": 1, "G58": 1, "G36": 1, "G39": 1, "G26": 1,
}  # fmt: skip
"""How many alternatives the concept names for each gap; those without any are left out."""

IN_WORDS_ALONE = {("prototype-values", "involvement-only")}
"""What is printed otherwise and played alike."""


def random_game(made: Machine, seed: int) -> Game:
    game, chance = new_game(made, seed), random.Random(seed)
    while not game.over:
        ask = game.asks[chance.randrange(len(game.asks))]
        game.choose(chance.randrange(len(ask.options)), ask.seat)
    return game


def play(way: Way, seeds: range) -> None:
    every_card = list(range(len(machine(*way).program.layout.cards)))
    for seed in seeds:
        game = random_game(machine(*way), seed)
        assert sorted(chain.from_iterable(game.state.Z)) == every_card, f"seed {seed}"


def test_every_alternative_of_the_concept_is_there():
    book = loaded().book
    found = {str(gap.number): len(gap.options) - 1 for gap in book.gaps.values() if len(gap.options) > 1}
    assert found == NAMED
    assert len(book.gaps) == 58


@pytest.mark.parametrize("way", WAYS)
def test_it_loads_without_a_finding_and_is_another_program(way: Way):
    assert loaded(*way).found == ()
    assert machine(*way).program.fingerprint != machine().program.fingerprint


@pytest.mark.parametrize("way", WAYS)
def test_it_plays_to_the_end_and_loses_no_card(way: Way):
    play(way, range(FEW))


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_so_it_does_in_a_thousand_games(way: Way):
    play(way, range(FEW, FEW + MANY))


@pytest.mark.parametrize(("gap", "option", "case"), CASES)
def test_it_does_what_it_says_and_the_usual_ruling_does_not(gap: str, option: str, case: Map):
    run_case(machine(gap, option), loaded(gap, option).book, case)
    with pytest.raises(Unmet):
        run_case(machine(), loaded().book, case)


def test_every_alternative_that_plays_otherwise_has_a_case():
    assert {(gap, option) for gap, option, _ in cases()} == set(alternatives()) - IN_WORDS_ALONE
