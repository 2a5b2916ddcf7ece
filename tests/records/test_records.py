"""Records of whole games, kept as files: one for each way to end, replayed as they were played.

When the content changes they are made anew: `python tests/records/find.py`.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from sfrules.engine.game import Game, machine_for
from sfrules.engine.machine import Machine
from sfrules.engine.record import Record, from_json, outcome, replay, to_json
from sfrules.pipeline import load
from tests.records.find import CONTENT, HERE, WANTED, Wanted


@cache
def machine() -> Machine:
    return machine_for(load(CONTENT).program())


def record_of(name: str) -> Record:
    return from_json((HERE / f"{name}.json").read_text(encoding="utf-8"))


def replayed(record: Record) -> Game:
    *_, (game, answer) = replay(machine(), record)
    assert answer is None
    return game


@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: wanted.name)
def test_a_record_comes_to_the_end_that_it_tells_of(wanted: Wanted):
    record = record_of(wanted.name)
    game = replayed(record)
    assert game.over
    assert outcome(game) == record.outcome
    assert record.outcome == wanted.outcome or re.fullmatch(wanted.outcome, record.outcome)


def test_there_is_one_for_each_way_to_end():
    assert {path.stem for path in HERE.glob("*.json")} == {wanted.name for wanted in WANTED}
    endings = {record_of(wanted.name).outcome.split("(")[0] for wanted in WANTED}
    assert endings == {ending.id for ending in machine().program.endings}


def test_both_kinds_of_individual_result_are_among_them():
    results = [replayed(record_of(wanted.name)).result for wanted in WANTED]
    named = [
        {machine().program.awards[number].id: seats for number, seats in r.awards} for r in results if r is not None
    ]
    assert {award for awards in named for award in awards} == {award.id for award in machine().program.awards}
    assert all(len(awards) == 1 and all(awards.values()) for awards in named)


def test_a_record_is_written_as_it_was_read():
    for path in sorted(HERE.glob("*.json")):
        text = path.read_text(encoding="utf-8")
        assert to_json(from_json(text)) == text
