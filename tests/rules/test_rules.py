"""Each numbered rule of the concept, played: R01 to R68. The tests are content; here they are only driven."""

from __future__ import annotations

import pytest

from sfrules.play.script import run_case
from sfrules.source.nodes import Map
from tests.laws.test_conservation import faults
from tests.rules.table import rule_tests, whole

CASES = [pytest.param(case.node, id=str(case.id)) for case in whole()[1].tests.values()]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.usefixtures("twice")
def test_the_rule_holds(case: Map):
    game = run_case(*whole(), case)
    assert faults(game) == []


def test_every_rule_has_a_test_and_a_break():
    tests = rule_tests()
    assert sorted(test.rule for test in tests) == [f"R{number:02}" for number in range(1, 69)]
    assert [test.rule for test in tests if not test.cases or not test.breaks] == []


def test_the_rules_are_those_that_the_content_cites():
    _, book = whole()
    assert set(book.sources) == {test.rule for test in rule_tests()}
