"""What validate knows of tests and what plays them are the same words."""

from __future__ import annotations

from sfrules.model.scene import EXPECTED, WISHES
from sfrules.play import expect


def test_what_can_be_expected_is_what_is_checked():
    assert frozenset(expect._TESTS) == EXPECTED
    assert tuple(expect._SAID) == WISHES
