"""Rules that the grammar allows, and rules that are nearly so: reading and checking them ends in findings."""

from __future__ import annotations

import random
import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfrules.lang.parse import parse_body, parse_formula
from sfrules.lang.write import write
from sfrules.model.rules import type_rules
from tests.check.reading import judged
from tests.fuzz.pieces import derived, spoilt
from tests.model.test_anything import check_places

SEEDS = st.integers(0, 2**32)
SCENE = """kinds:
  captain: {seat: yes, has: {oil: {track: 0..9}, berth: {is: cove, start: north-cove, seen_by: owner}}}
  cove: {}
things: {captain: {east: {}, west: {}}, cove: {north-cove: {}, south-cove: {}}}
table: {tide: {track: 0..9}}
card_kinds: {omen: {has: {worth: {number: 0.., fixed: yes}}}}
cards: {storm: {kind: omen, worth: 2, count: 5, zone: deck}}
zones:
  deck: {of: omen, order: shuffled, seen_by: nobody}
  quay: {of: omen}
  hand: {of: omen, per: captain, seen_by: owner}
actions: {sail: {choose: {spot: cove}, effect: actor.berth = spot}}
menus: {turn: {one: [sail]}}
routines:
  moor:
    effect: |
"""


def in_a_book(rule: str) -> None:
    text = SCENE + textwrap.indent(rule, "      ")
    book, found = judged(text)
    found += type_rules(book)[2]
    check_places([d for d in found if d.span.file in book.files], book.files)
    assert all(d.message and d.code for d in found)


@given(SEEDS, st.integers(2, 9))
@settings(max_examples=150, deadline=None)
def test_what_the_grammar_allows_is_read_and_written_again(seed, deep):
    text = derived(random.Random(seed), "body", deep)
    tree, slips = parse_body(text)
    if not slips:
        assert parse_body(write(tree)) == (tree, [])


@given(SEEDS, st.integers(1, 5))
@settings(max_examples=150, deadline=None)
def test_a_spoilt_rule_ends_in_slips_inside_the_text(seed, slips):
    rng = random.Random(seed)
    text = spoilt(derived(rng), rng, slips)
    for parse in (parse_body, parse_formula):
        _, found = parse(text)
        for slip in found:
            assert 0 <= slip.at[0] <= len(text)
            assert slip.message


@given(SEEDS, st.integers(0, 3), st.integers(2, 8))
@settings(max_examples=120, deadline=None)
def test_a_book_with_such_a_rule_ends_in_findings(seed, slips, deep):
    rng = random.Random(seed)
    in_a_book(spoilt(derived(rng, "body", deep), rng, slips))


@pytest.mark.parametrize(
    "rule",
    ["+".join("1" * 5000), " and\n".join(["east.oil is 1"] * 500), "not " * 900 + "yes", ".".join("x" * 3000),
     "(" * 900 + "1" + ")" * 900, "if tide is 1 then " * 500 + "stop", "\n".join("if tide is 1" for _ in range(900))],
    ids=lambda rule: rule[:12],
)  # fmt: skip
def test_endless_rules_are_refused_and_not_walked_down(rule):
    assert parse_body(rule)[1] or parse_formula(rule)[1]
    in_a_book(rule)


def test_the_derived_rules_are_rules():
    texts = [derived(random.Random(seed)) for seed in range(300)]
    assert sum(not parse_body(text)[1] for text in texts) > 60
    assert len({text.split()[0] for text in texts if text.split()}) > 20
