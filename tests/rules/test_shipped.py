"""The tests of the smaller shipped games. Those of the large one are driven by rule, in `test_rules.py`."""

from __future__ import annotations

from functools import cache

import pytest

from sfrules.engine.machine import Machine
from sfrules.model.book import Book
from sfrules.pipeline import load
from sfrules.play.script import run_case
from sfrules.source.nodes import Map
from tests.laws.test_conservation import SCENARIOS, faults
from tests.rules.table import CONTENT, playable


@cache
def ready(scenario: str) -> tuple[Machine, Book]:
    return playable(load(CONTENT.parent / scenario))


CASES = [
    pytest.param(scenario, case.node, id=f"{scenario}: {case.id}")
    for scenario in SCENARIOS
    if scenario != CONTENT.name
    for case in ready(scenario)[1].tests.values()
]


@pytest.mark.parametrize(("scenario", "case"), CASES)
@pytest.mark.usefixtures("twice")
def test_the_rule_holds(scenario: str, case: Map):
    assert faults(run_case(*ready(scenario), case)) == []


def test_every_game_has_tests_and_an_example_of_play():
    found = {scenario: [case.example for case in ready(scenario)[1].tests.values()] for scenario in SCENARIOS}
    assert [scenario for scenario, examples in found.items() if not any(examples)] == []
