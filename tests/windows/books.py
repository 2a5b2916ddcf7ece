"""Small scenarios, each for one case of windows, chains and votes."""

from __future__ import annotations

MARKERS = """
kinds:
  member: {seat: yes}
things:
  member: {ann: {}, ben: {}}
table:
  markers: {number: 0..}
  counted: {number: 0..}
triggers:
  echo:
    when: markers > counted
    fires: FIRES
    effect: |
      counted = markers
      WAIT
      markers += 1
phases:
  - id: day
    repeat: 4
    phases:
      - id: noon
        effect: |
          confirm "Go on" by ann
          if day is 2 then markers += 1
          confirm "And on" by ben
    then: finish with over
endings:
  over: {}
"""

RETURNING = """
kinds:
  member: {seat: yes}
things:
  member: {ann: {}, ben: {}}
card_kinds:
  omen: {has: {out: {flag: no, fixed: yes}}}
cards:
  ebb:
    kind: omen
    zone: deck
    effect: |
      WAIT
      for c in now where .out
        move c to past
      end
      for c in past where .out
        move c to now
        do c.effect()
      end
      move now to past
  flow:
    kind: omen
    out: yes
    zone: past
    effect: |
      for c in now where not .out
        move c to past
      end
      for c in past where not .out
        move c to now
        do c.effect()
      end
zones:
  deck: {of: omen}
  now: {of: omen}
  past: {of: omen}
play: |
  confirm "Turn the card" by ann
  draw 1 from deck to now
  for c in now
    do c.effect()
  end
  finish with over
endings:
  over: {}
"""

ANSWERED = """
kinds:
  member: {seat: yes, has: {coins: {track: 0..9, start: 6}, rank: {track: 0..9}, standing: {flag: yes}}}
things:
  member: {ann: {}, ben: {}}
limits:
  once: {times: 1, each: round, per: member}
card_kinds:
  deed: {played_from: hand, discarded_to: past, has: {}}
cards:
  strike:
    kind: deed
    count: 2
    zone: stock
    cost: {coins: 2}
    limit: LIMIT
    choose: {target: member where . is not actor}
    windows: [answer]
    effect: |
      target.standing = no
      target.rank += 1
zones:
  stock: {of: deed}
  hand: {of: deed, per: member, seen_by: owner, count_seen_by: all}
  past: {of: deed}
actions:
  recall:
    choose: {again: past}
    windows: [answer]
    effect: |
      do again.effect()
  rest: {effect: stop}
powers:
  refuse:
    who: actor is ben
    window: answer
    answers: it is strike or it is recall
    effect: cancel it
windows:
  answer: {asks: member after it.actor, answers: in order, seen_by: all}
menus:
  turn: {one: [deed, actions]}
setup: |
  move stock to ann.hand
phases:
  - id: round
    repeat: 2
    phases:
      - id: first
        effect: offer turn to ann
      - id: second
        effect: offer turn to ann
      - id: third
        effect: offer turn to ann
    then: finish with over
endings:
  over: {}
"""

FULL_HANDS = """
kinds:
  member: {seat: yes}
things:
  member: {ann: {}, ben: {}}
numbers: {hand-limit: 7}
card_kinds:
  scrap: {has: {}}
cards:
  note: {kind: scrap, count: 4, zone: deck}
  map-sheet: {kind: scrap, count: 4, zone: deck}
  key: {kind: scrap, count: 4, zone: deck}
  pin: {kind: scrap, count: 4, zone: deck}
  rope: {kind: scrap, count: 4, zone: deck}
zones:
  deck: {of: scrap}
  hand: {of: scrap, per: member, seen_by: owner, count_seen_by: all}
  past: {of: scrap}
setup: |
  for s in member
    draw hand-limit from deck to s.hand
  end
phases:
  - id: round
    repeat: 1
    phases:
      - id: turns
        each: member
        effect: |
          ask actor "Draw three?"
            option draw
              draw 3 from deck to actor.hand
              while count(actor.hand) > hand-limit up to 10 times
                choose gone in actor.hand by actor "Discard"
                move gone to past
              end
            option rest
          end
      - id: counting
        effect: expire round
    then: finish with over
endings:
  over: {}
"""

RING = """
kinds:
  member: {seat: yes}
  spot: {has: {cubes: {number: 0..3, start: 3}, bursts: {number: 0..}}}
things:
  member: {ann: {}, ben: {}}
  spot: {s1: {}, s2: {}, s3: {}, s4: {}, s5: {}, s6: {}, s7: {}, s8: {}}
numbers: {limit: LIMIT}
map:
  of: spot
  edges: [[s1, s2], [s2, s3], [s3, s4], [s4, s5], [s5, s6], [s6, s7], [s7, s8], [s8, s1]]
table:
  outbreaks: {number: 0..}
  reached: {set: spot}
  afterwards: {flag: no}
triggers:
  flood:
    when: outbreaks >= limit
    fires: at once
    effect: finish with flooded
play: |
  confirm "Add a cube" by ann
  add s1 to reached
  for place in growing reached
    if place.cubes is 3
      place.bursts += 1
      outbreaks += 1
      for next-to in neighbours(place)
        add next-to to reached
      end
    else
      place.cubes += 1
    end
  end
  afterwards = yes
  finish with dry
endings:
  flooded: {}
  dry: {}
"""

VOTE = """
kinds:
  member: {seat: yes, has: {vote: {is: member, optional: yes, seen_by: owner}}}
things:
  member: {ann: {}, ben: {}, cy: {}, dee: {}, eva: {}, fay: {}}
play: |
  confirm "Begin" by ann
  at once for s in playing(member)
    may choose s.vote in playing(member) by s secretly
  end
  OUT
  reveal member.vote
  let named = m in playing(member) where some v in playing(member) has v.vote is m
  let picked = highest m in named by count(playing(member) where .vote is m) ties TIES
  RESULT
  finish with over
endings:
  over: {}
"""

ASKING = """
kinds:
  member: {seat: yes}
things:
  member: {ann: {}, ben: {}}
table:
  markers: {number: 0..9}
  echoed: {number: 0..9}
  answered: {number: 0..9}
triggers:
  first:
    when: markers becomes 1
    fires: FIRES
    effect: |
      choose x in 4..5 by ben "First"
      echoed += x
  second:
    when: markers becomes 1
    fires: FIRES
    effect: |
      choose x in 2..3 by ben "Second"
      echoed += x
play: |
  confirm "Begin" by ann
  markers += 1
  QUESTION
  finish with over
endings:
  over: {}
"""

TALLY = """
kinds:
  member: {seat: yes, has: {mark: {number: 0..9, fixed: yes}}}
things:
  member: {ann: {mark: 1}, ben: {mark: 2}, cat: {mark: 3}}
table:
  tally: {number: 0..}
windows:
  hearing: {asks: member, answers: ANSWERS, resolve: RESOLVE}
actions:
  move-it: {windows: [hearing], effect: finish with over}
powers:
  second: {window: hearing, answers: it is move-it, effect: tally = tally * 10 + actor.mark}
menus:
  turn: {one: [actions]}
play: offer turn to ann
endings:
  over: {}
"""
