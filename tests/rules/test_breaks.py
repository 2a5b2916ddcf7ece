"""A test that cannot fail is none: every break of the content must be noticed by the tests of its rule."""

from __future__ import annotations

import pytest

from sfrules.engine.errors import ContentError
from sfrules.engine.machine import Machine
from sfrules.model.book import Book
from sfrules.pipeline import load
from sfrules.play.expect import Unmet
from sfrules.play.script import run_case
from tests.rules.table import CONTENT, Break, RuleTest, playable, rule_tests

BREAKS = [
    pytest.param(test, edit, id=f"{test.rule}-{number}")
    for test in rule_tests()
    for number, edit in enumerate(test.breaks, 1)
]


@pytest.mark.parametrize(("test", "edit"), BREAKS)
def test_the_break_is_noticed(test: RuleTest, edit: Break):
    loaded = load(CONTENT, overlay=edit.applied(), tests=False)
    in_the_way = [d for d in loaded.found if d.severity == "error" and not d.code.startswith("SF4")]
    errors = [f"{d.span}: {d.message}" for d in in_the_way]
    if not edit.loads:
        assert errors
        return
    assert not errors
    assert noticed(test, *playable(loaded)), f"no test of {test.rule} notices it: {edit.old} -> {edit.new}"


def noticed(test: RuleTest, machine: Machine, book: Book) -> bool:
    for case in test.cases:
        try:
            run_case(machine, book, case)
        except (Unmet, ContentError):
            return True
    return False
