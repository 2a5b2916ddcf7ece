"""Slips of syntax: all of them in one go, each once, at its place, and no word of a parser in a message."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from sfrules.lang.parse import Slip, parse_body, parse_formula
from sfrules.lang.tables import built

CASES: list[dict[str, Any]] = YAML(typ="safe").load((Path(__file__).parent / "slips.yaml").read_text("utf-8"))
WORDS = [
    "if", "then", "else", "end", "for", "in", "s", "ship", "x", "=", "+=", "1", "(", ")", "\n", "\n  ", "is", "let",
    "draw", "from", "to", "where", ".", "and", "not", '"a"', '"', ":", "choose", "by", "openly", "[", "]", ",", "{",
]  # fmt: skip
TERMINALS = {t.name for t in built().terminals}


def place(text: str, slip: Slip) -> tuple[int, int]:
    before = text[: slip.at[0]]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["text"][:24])
def test_slips_are_found_at_their_place(case: dict[str, Any]) -> None:
    _, slips = parse_body(case["text"])
    assert [place(case["text"], s) for s in slips] == [(line, column) for line, column, _ in case["slips"]], slips
    for slip, (_, _, words) in zip(slips, case["slips"], strict=True):
        assert words in slip.message


@given(st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))
@settings(max_examples=300, deadline=None)
def test_no_text_stops_the_parser_and_no_terminal_shows(text: str) -> None:
    for slips in (parse_body(text)[1], parse_formula(text)[1]):
        for slip in slips:
            assert 0 <= slip.at[0] <= len(text) + 1
            shown = re.findall(r"\b[A-Z_]{3,}\d*\b", slip.message)
            assert not TERMINALS & set(shown), slip.message


def test_c20_the_last_line_needs_no_line_end() -> None:
    assert parse_body("x += 1") == parse_body("x += 1\n")
    assert parse_body("x += 1")[1] == []


def test_c20_a_rule_that_breaks_off_says_what_is_missing_at_its_end() -> None:
    text = "if panic >= 3 then"
    _, slips = parse_body(text)
    assert [(place(text, s), s.message) for s in slips] == [((1, len(text) + 1), slips[0].message)]
    assert "breaks off here" in slips[0].message
    assert "missing" in slips[0].message


@pytest.mark.parametrize("text", ["(" * 500 + "x", "if a\n" * 500, "x = 1\n" * 5000, "x = " + "(" * 10_000])
def test_hostile_nesting_and_length_are_refused(text: str) -> None:
    assert parse_body(text)[1]
