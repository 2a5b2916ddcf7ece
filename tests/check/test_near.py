"""To what second place a finding points: where the name that was meant is given, or the key that stands too high."""

from __future__ import annotations

import pytest

from sfrules.check.near import with_near
from sfrules.model.rules import type_rules
from tests.check.reading import judged

SHORT = """\
kinds: {captain: {seat: yes, has: {oil: {track: 0..9}}}}
things: {captain: {a: {}, b: {}}}
setup: |
  for v in captain
    w.oil += 1
  end
"""
TESTED = """\
kinds: {captain: {seat: yes, has: {oil: {track: 0..9}}}}
things: {captain: {a: {}, b: {}}}
tests:
  wait:
    expect: {is: {q.oil: 0, a.oil: 0}}
"""
STRAYED = """\
kinds:
  has:
    oil: {track: 0..9}
  captain: {seat: yes}
gaps:
  berth:
    question: Who goes first?
    status: open
    options:
      set:
        numbers.toll: 3
      all: {says: All.}
tests:
  given:
    seed: 3
"""
OTHERWISE = """\
kinds: {captain: {seat: yes, has: {oil: {track: 0..9}}}}
gaps:
  berth:
    question: Who moors where?
    status: settled
    ruling: free
    options:
      free: {says: As they like.}
      own:
        says: Each has an own one.
        rule: |
          for s in captain
            t.berht = t
          end
        set:
          kinds.captain.has.berht: {is: captain, optional: yes}
setup: rule berth
"""


COLOURS = """\
card_kinds:
  tide: {}
  fleet: {back: {title: Fleet}}
scenario: {title: Harbour, seats: 2, colours: {fleet: '#22303c', tide: '#4a5a6a'}}
kinds: {captain: {seat: yes}}
things: {captain: {a: {colour: flet}, b: {}}}
zones:
  fleets: {of: flet}
"""


@pytest.mark.parametrize(
    ("text", "code", "line", "near"),
    [
        (SHORT, "SF301", 5, {4}),
        (TESTED, "SF231", 5, {2}),
        (TESTED.replace("q.oil", "o.oil"), "SF231", 5, {2}),
        (STRAYED, "SF201", 3, {2}),
        (STRAYED, "SF201", 11, {10}),
        (STRAYED, "SF201", 15, {14}),
        (OTHERWISE, "SF301", 13, {9, 12}),
        (COLOURS, "SF210", 6, {4}),
        (COLOURS, "SF210", 8, {3}),
    ],
)
def test_the_second_place(text, code, line, near):
    book, found = judged(text)
    found += type_rules(book)[2]
    places = {
        related.span.line
        for diagnostic in with_near(book, found)
        if (diagnostic.code, diagnostic.span.line) == (code, line)
        for related in diagnostic.related
    }
    assert places == near
