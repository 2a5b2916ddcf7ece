"""A small coast with everything in it that a scenario can have, and texts that try to break out of a page."""

from __future__ import annotations

from pathlib import Path

from sfrules.pipeline import Loaded, load

HOSTILE = (
    '<script>alert(1)</script> <img src=x onerror="alert(2)"> [x](javascript:alert(3)) R&D, 5 < 6, "quoted" {#x} `y` *z'
)

SCENARIO = """
scenario:
  title: The Lantern Coast
  seats: 2
  version: "1"
  summary: "Two scouts, R&D, and a tide."
  disclaimer: Nothing of this is true.
  colours: {ink: "#22303c"}
kinds:
  scout:
    title: Scout
    plural: scouts
    seat: yes
    has:
      strength: {title: Strength, track: 0..10, start: 3}
      place: {title: location, is: harbour, start: cove}
      visited: {title: harbours seen, set: harbour}
      guest: {title: guest, is: scout, optional: yes}
      lost: {title: lost, flag: no, says: [is lost, is safe, gets lost, is found]}
      landings: {title: landings made, number: 0..}
      bold: {title: bold, derived: self.strength > 5}
  harbour:
    title: Harbour
    plural: harbours
    has:
      closed: {title: closed, flag: no, says: [is closed, is open, closes, opens]}
      lit: {title: lighthouse, flag: no, fixed: yes}
  light:
    title: Light
    plural: lights
    has:
      place: {title: hiding place, is: harbour, start: cove, seen_by: nobody, kept_by: moderator}
table:
  tide: {title: Tide, track: 0..10, start: 0}
  flooded: {title: flooded harbours, set: harbour}
  storm: {title: storm, flag: no, says: [rages, is over, breaks out, ends]}
things:
  scout: {ada: {title: Ada}, bo: {title: Bo}}
  harbour: {cove: {title: Cove, text: The Cove is quiet.}, cape: {title: Cape, lit: yes}, wreck: {title: Wreck}}
  light: {lamp: {title: the Lamp}}
map:
  of: harbour
  edges: [[cove, cape]]
  one_way: [[cape, wreck]]
card_kinds:
  report:
    title: Report
    plural: reports
    has:
      tells: {title: tells of, one_of: [places, people], fixed: yes}
      spot: {title: spot, is: harbour, optional: yes}
      forged: {title: forged, flag: no, seen_by: nobody}
    played_from: hand
    discarded_to: pinboard
    limit: lantern
  die: {title: Die, plural: dice}
zones:
  deck: {title: deck, of: report, order: shuffled, seen_by: nobody}
  hand: {title: hand, of: report, per: scout, seen_by: owner}
  pinboard: {title: pinboard, of: report}
  desk: {title: desk, of: report, per: scout, holds: 1}
  dice: {title: dice, of: die, per: scout}
  box: {title: box, of: die}
cards:
  sighting:
    kind: report
    title: Sighting
    text: "Worth {fine}."
    count: 4
    zone: deck
    tells: places
    effect: tide += 1
  rumour:
    kind: report
    title: "Rumour & <b>more</b>"
    text: 'HOSTILE'
    zone: deck
    tells: people
    effect: tide += 1
    done: holder.strength > 5
  pip: {kind: die, title: Pip, count: 2, zone: box}
numbers: {fine: {value: 3, title: a fine}}
limits: {lantern: {title: one lantern a night, times: 1, each: night, per: scout}}
define:
  sightings:
    given: {holder: scout, spot: harbour}
    is: (holder.hand + pinboard) where .tells is places and .spot is spot
    phrase: "evidence of {holder} for {spot}"
  landable:
    given: {who: scout}
    is: harbour where not .closed
    phrase: "the harbours where {who} can land"
windows:
  watch: {title: Watch, asks: scout after it.actor, answers: sealed, seconds: [2.5, 15]}
actions:
  landing:
    title: Landing
    choose: {spot: harbour where not .closed or with lantern-light}
    windows: [watch]
    cost: {strength: 1}
    effect: |
      actor.place = spot
  rest: {title: Rest, effect: actor.strength += 1}
powers:
  lantern-light: {title: Lantern Light, rides: landing, rides_when: spot.closed}
  veto: {title: Veto, window: watch, answers: it is landing and it.actor is not actor, effect: cancel it}
  hush: {title: Hush, window: watch, answers: it is in powers and it.spot is cove, effect: cancel it}
menus:
  turn: {title: Your turn, one: [actions], pass: wait}
triggers:
  flood: {title: Flood, when: tide becomes 10, fires: at once, effect: finish with ruin}
gaps:
  failed-landing:
    number: G01
    title: A landing that fails
    question: What does it cost?
    status: provisional
    given: {who: scout}
    ruling: costs
    options:
      costs: {says: It costs Strength., rule: who.strength -= 1}
      free: {says: Nothing., set: {zones.deck.seen_by: all}}
phases:
  - id: night
    title: Night
    repeat: 3
    phases: [{id: watches, title: Watches, each: scout, menu: turn}]
    then: finish with ruin
endings:
  victory:
    title: "{winner} wins"
    given: {winner: scout}
    winners: winner
    payoff: if self is winner then 1 else 0
  ruin: {title: Ruin}
awards:
  best: {title: Best, when: winner exists, winners: highest s in scout by s.strength ties all}
sources: {R01: {mark: canon, says: "Scouts land."}}
glossary: {Tide: How high the water stands.}
setup: |
  for s in scout
    draw 1 from deck to s.hand
  end
""".replace("HOSTILE", HOSTILE.replace("'", "''"))


def rows_as_routines(rules: list[str]) -> str:
    """A file with a routine for each rule; each is given a scout `s`, a harbour `spot`, a report `c` and a flag."""
    made = ["routines:"]
    for at, rule in enumerate(rules):
        body = "\n".join(f"      {line}" for line in rule.strip().split("\n"))
        made.append(
            f"  r-{at}:\n    title: R{at}\n    given: {{s: scout, spot: harbour, c: report, sure: flag}}\n    "
            f"effect: |\n{body}"
        )
    return "\n".join(made) + "\n"


def coast(folder: Path, rules: list[str] | None = None, pages: dict[str, str] | None = None) -> Loaded:
    """The coast in a folder, with routines and pages of the rulebook besides."""
    (folder / "rulebook").mkdir(parents=True)
    (folder / "scenario.yaml").write_text(SCENARIO, encoding="utf-8")
    (folder / "rules.yaml").write_text(rows_as_routines(rules or ["stop"]), encoding="utf-8")
    for name, text in (pages or {}).items():
        (folder / "rulebook" / name).write_text(text, encoding="utf-8")
    return load(folder)
