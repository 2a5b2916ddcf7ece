"""One slip gives one finding: what only follows from it is not told, and none of the base is an alternative's."""

from __future__ import annotations

import pytest

from sfrules import check
from sfrules.diag import in_order
from sfrules.model.build import build
from sfrules.model.rules import type_rules
from tests.check.reading import sources

GAME = """\
scenario:
  title: Harbour
  seats: 2
  colours: {storm: '#4a5a6a', calm: '#22303c'}
kinds:
  captain:
    seat: yes
    has:
      oil: {title: oil, track: 0..9}
      flag: {title: flag, one_of: [own, rival], start: own}
  cove: {title: Cove, has: {shut: {title: shut, flag: no}}}
things:
  captain: {east: {colour: storm}, west: {}}
  cove: {north-cove: {colour: calm}, south-cove: {}}
map: {of: cove, edges: [[north-cove, south-cove]]}
card_kinds:
  omen: {has: {serves: {one_of: [own, rival], fixed: yes}, weight: {number: 0..9, fixed: yes}}}
zones:
  deck: {of: omen, order: shuffled, seen_by: nobody}
  past: {of: omen, seen_by: all}
  hand: {of: omen, per: captain, holds: 1, seen_by: all}
cards:
  gale: {kind: omen, zone: deck, count: 2, serves: own, weight: 3}
  lull: {kind: omen, zone: deck, count: 2, serves: rival, weight: 1}
limits:
  day: {per: captain, times: 1, each: tide}
actions:
  sail:
    text: Sail to a cove that is open, and gain 2 oil.
    limit: day
    choose: {goal: cove where not .shut}
    effect: |
      goal.shut = yes
      actor.oil += 2
  wait:
    text: Wait for the tide; the cove of your choice is shut.
    effect: |
      rule berth
      do drift(actor)
menus:
  turn: {one: [sail, wait], pass: stand-down}
phases:
  - {id: tide, title: Tide, repeat: 4, phases: [{id: watch, title: Watch, each: captain, menu: turn}]}
routines:
  drift:
    text: The captain drifts, and gains 3 oil, up to 9; a rival card goes.
    given: {s: captain}
    effect: |
      ask s "Where to?"
        option one-mile
          if s.flag is own then s.oil += 3
        option two-miles
          s.flag = rival
      end
      for c in s.hand + past where .serves is rival
        move c to past
      end
      if s.oil is 9 then finish with dusk(s)
define:
  heavy: {given: {of: captain}, is: 'sum(of.hand.weight) > 2'}
setup: |
  shuffle deck
  for s in captain
    draw 1 from deck where .serves is rival to s.hand
    if heavy(s) then reveal s.hand
  end
endings:
  dusk: {title: Dusk, given: {winner: captain}, winners: 'captain where . is winner', payoff: 0}
gaps:
  berth:
    question: Who moors where?
    status: settled
    ruling: free
    options:
      free: {says: As they like.}
      own:
        says: Each has an own one.
        set:
          kinds.cove.title: Berth
          phases.tide.title: Ebb
          menus.turn.done: moor
          limits.day.times: 2
          map.edges: [[north-cove, south-cove]]
          zones.past.title: Past
tests:
  a-mile:
    do: [east: wait, east: one-mile, west: stand-down]
    expect: {is: {east.oil: 3, west.flag: own, north-cove.shut: no}}
"""

SLIPS = [
    # what was refused is known all the same, with what stands in it
    ("    text: The captain drifts,", "    title:\n    text: The captain drifts,", "SF207"),
    ("oil: {title: oil, track: 0..9}", "oil: {title: oil, track: 0-9}", "SF215"),
    ("oil: {title: oil, track: 0..9}", "oil: {title: oil, flag: off}", "SF205"),
    ("one_of: [own, rival], start", "one_of: [own, rival], strat", "SF201"),
    ("    limit: day\n", "    limt: day\n", "SF201"),
    ("order: shuffled", "order: shufled", "SF209"),
    ("hand: {of: omen", "hand: {odd: 1, of: omen", "SF201"),
    ("{serves: {one_of: [own, rival]", "{serves: {one_of: own", "SF203"),
    ("heavy: {given", "heavy: {odd: 1, given", "SF201"),
    ("  turn: {one", "  turn: {odd: 1, one", "SF201"),
    ("map: {of: cove", "map: {odd: 1, of: cove", "SF201"),
    ("gale: {kind", "gale: {odd: 1, kind", "SF201"),
    ("calm: '#22303c'", "calm: ", "SF207"),
    ("    question: Who moors where?\n", "    question:\n", "SF207"),
    ("dusk: {title", "dusk: {odd: 1, title", "SF201"),
    ("  seats: 2\n", "  seats: two\n", "SF215"),
    # nobody knows what is in a zone of what is not there, or what a word means there
    ("hand: {of: omen", "hand: {of: oman", "SF210"),
    ("hand: {of: omen, per: captain", "hand: {of: omen, per: captian", "SF210"),
    ("past: {of: omen", "past: {of: oman", "SF210"),
    ("colour: calm", "colour: clam", "SF210"),
    ("map: {of: cove", "map: {of: coev", "SF210"),
    ("  captain: {east", "  captian: {east", "SF210"),
    ("lull: {kind: omen", "lull: {kind: oman", "SF210"),
    # what a rule with an error in it was meant to call is called
    ("do drift(actor)", "do dirft(actor)", "SF301"),
    ("finish with dusk(s)", "finish with dsuk(s)", "SF301"),
    ("finish with dusk(s)", "finsh with dusk(s)", "SF300"),
    ("s.oil += 3", "s.iol += 3", "SF305"),
    ("actor.oil += 2", "actor.iol += 2", "SF305"),
    (".serves is rival\n", ".srves is rival\n", "SF305"),
    # of the base, and of nothing that would change what stands beside it
    ("menu: turn}", "menu: trun}", "SF210"),
    ("[[north-cove, south-cove]]}", "[[north-cove, suoth-cove]]}", "SF210"),
    ("one: [sail, wait]", "one: [sial, wait]", "SF210"),
    ("per: captain, times", "per: captian, times", "SF210"),
]


def _told(text):
    made, found = sources(text)
    book, more = build(made)
    book, _, in_rules = type_rules(book)
    return in_order([*found, *more, *in_rules, *check.run(book)])


def _alike(old, new):
    """How many letters they have in common before they differ."""
    return next(i for i, letter in enumerate(old) if letter != new[i : i + 1])


def test_the_game_is_without_findings():
    assert _told(GAME) == []


@pytest.mark.parametrize(("old", "new", "code"), SLIPS)
def test_one_slip_gives_one_finding(old, new, code):
    assert GAME.count(old) >= 1
    text = GAME.replace(old, new, 1)
    line = text[: GAME.index(old) + _alike(old, new)].count("\n") + 1
    (found,) = _told(text)
    assert (found.code, found.span.line) == (code, line)
    assert not found.subject.startswith(("gap berth, option", "variant")), found.subject
