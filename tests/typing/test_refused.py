"""A definition that is refused is a mistake once: rules that name it are not blamed."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from sfrules.pipeline import load

HERE = Path(__file__).parent
CASES = YAML(typ="safe").load((HERE / "refused.yaml").read_text("utf-8"))
GAME = """\
scenario: {title: Trial, seats: 2}
numbers:
  toll: 2
kinds:
  captain:
    seat: yes
    has: {gold: {track: 0..9}}
  port: {has: {shut: {flag: no}}}
things:
  captain: {east: {}, west: {}}
  port: {cove: {}, bay: {}}
table:
  storm: {track: 0..6}
card_kinds:
  omen: {has: {price: {number: 0..9, fixed: yes}}}
zones:
  deck: {of: omen}
  hand: {of: omen, per: captain}
cards:
  calm: {kind: omen, price: 1, zone: deck}
  gale: {kind: omen, price: 2, zone: deck}
limits:
  once: {times: 1}
define:
  rich: {is: east.gold > toll}
actions:
  sail: {limit: once, effect: storm += 1}
powers:
  oars: {rides: sail}
menus:
  turn: {one: [sail]}
routines:
  pay: {effect: east.gold -= 1}
gaps:
  wind: {question: Where from, status: open, ruling: north, options: {north: {rule: storm += 1}}}
phases:
  - {id: day, each: captain, menu: turn, repeat: 3}
endings:
  dusk: {payoff: 0}
setup: |
  for s in captain
    s.gold += toll
    draw 1 from deck to s.hand
    if sum(s.hand.price) > 1 and rich then do pay
  end
  for p in port where not .shut
    p.shut = yes until end of day
  end
  rule wind
  turn the-first(east.hand) into calm
  if used(once, east) > 0 or storm > 2 then stop
  if day > 2 and count(deck where .price < 2) > 0 then finish with dusk
  offer turn to west
"""


def findings(text: str, folder: Path) -> list[str]:
    (folder / "scenario.yaml").write_text(text, "utf-8")
    return [f"{d.code} {d.span.line} {d.message}" for d in load(folder).found]


def test_the_game_itself_has_no_findings(tmp_path: Path) -> None:
    assert findings(GAME, tmp_path) == []


@pytest.mark.parametrize(("whole", "wrong", "code"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_only_the_mistake_is_told(whole: str, wrong: str, code: str, tmp_path: Path) -> None:
    line = GAME.split("\n").index(whole) + 1
    found = findings(GAME.replace(whole, wrong), tmp_path)
    assert [finding.split()[:2] for finding in found] == [[code, str(line)]], found
