"""The scenario's own checks: told as others are, at what does not hold; those of the shipped games can fail."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from sfrules.model.choices import Choices
from sfrules.pipeline import load
from sfrules.resources import resource

CASES: list[dict[str, Any]] = YAML(typ="safe").load((Path(__file__).parent / "own.yaml").read_text("utf-8"))
HARBOUR = """\
scenario: {title: Harbour, seats: 3}
kinds:
  captain: {seat: yes, has: {gold: {track: 0..9, start: 5}, home: {is: port, fixed: yes}}}
  port: {has: {fort: {flag: no, fixed: yes}, far: {derived: "distance(self, cove) > 1"}}}
things:
  port:
    cove: {}
    bay: {fort: yes}
    isle: {}
  captain:
    east: {home: cove}
    west: {home: bay, gold: 1}
    north: {home: cove}
map: {of: port, edges: [[cove, bay], [bay, isle]]}
numbers: {wide: 2}
define: {safe: {given: {spot: port}, is: spot.fort}}
card_kinds: {omen: {has: {price: {number: 0..9, fixed: yes}}}}
zones: {deck: {of: omen}, hand: {of: omen, per: captain}}
cards:
  storm: {kind: omen, zone: deck, price: 2, count: 3}
  calm: {kind: omen, zone: deck, price: 7}
play: |
  for s in captain
    draw 1 from deck to s.hand
    if safe(s.home) and s.home.far and s.gold > wide and sum(s.hand.price) > 2 then s.gold += 1
  end
  finish with dusk
endings: {dusk: {payoff: 0}}
checks:
  mine: """


def written(folder: Path, check: dict[str, Any], more: str = "") -> Path:
    (folder / "scenario.yaml").write_text(f"{HARBOUR}{json.dumps(check, ensure_ascii=False)}\n{more}", "utf-8")
    return folder


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_it_is_told_where_it_does_not_hold(case: dict[str, Any], tmp_path: Path) -> None:
    check = {key: "no" if value is False else value for key, value in case["check"].items()}
    lines = [line.strip() for line in HARBOUR.split("\n")]
    found = [d for d in load(written(tmp_path, check)).found if d.code == "own:mine"]
    assert len(found) == len(case["found"])
    for diagnostic, (place, words) in zip(found, case["found"].items(), strict=True):
        assert lines[diagnostic.span.line - 1].startswith(f"{place}:")
        assert words in diagnostic.message
        assert (diagnostic.severity, diagnostic.related[0].message) == (case.get("level", "warning"), "this must hold")
        assert diagnostic.subject.endswith(f" {place}")


@pytest.mark.parametrize(
    ("check", "code"),
    [
        ({"each": "prot", "must": "self.fort", "says": "No."}, "SF210"),
        ({"each": "port", "must": "self.fott", "says": "No."}, "SF305"),
        ({"must": "degree(cove)", "says": "No."}, "SF302"),
        ({"must": "self.fort", "says": "No."}, "SF301"),
        ({"must": "actor.gold > 2", "says": "No."}, "SF301"),
        ({"each": "port", "says": "No."}, "SF202"),
        ({"must": "count(deck) > 9", "say": "No."}, "SF201"),
        ({"must": "count(deck) > 2", "says": "No.", "level": "bad"}, "SF209"),
    ],
)
def test_a_slip_in_a_check_is_told_as_any_other(check: dict[str, Any], code: str, tmp_path: Path) -> None:
    found = load(written(tmp_path, check)).found
    assert {d.code for d in found} == {code}, found


def test_it_waits_until_the_content_is_free_of_errors(tmp_path: Path) -> None:
    check = {"must": "count(deck) is 5", "says": "There are omens enough."}
    found = load(written(tmp_path, check, "limits: {once: {tims: 1}}\n")).found
    assert {d.code for d in found} == {"SF201"}


def test_a_ruling_or_a_variant_can_change_it(tmp_path: Path) -> None:
    check = {"must": "count(deck) is 5", "says": "There are omens enough."}
    more = "variants:\n  few: {set: {checks.mine.must: count(deck) is 4}}\n  none: {remove: {checks.mine: }}\n"
    folder = written(tmp_path, check, more)
    assert [d.code for d in load(folder).found] == ["own:mine"]
    assert load(folder, Choices({}, ("few",))).found == ()
    assert load(folder, Choices({}, ("none",))).found == ()


def test_it_is_no_part_of_the_game(tmp_path: Path) -> None:
    check = {"must": "count(deck) is 4", "says": "There are omens enough."}
    with_check = load(written(tmp_path, check)).program()
    (tmp_path / "scenario.yaml").write_text(HARBOUR.removesuffix("checks:\n  mine: "), "utf-8")
    assert load(tmp_path).program().fingerprint == with_check.fingerprint


NEAR = (
    "    - [capital, airport]\n    - [capital, intelligence-hq]\n    - [government-district, intelligence-hq]\n"
    "    - [government-district, port]\n"
)
SPOILT = [
    ("shadow-frontiers", "map.yaml", "    - [airport, port]\n", "", "three-ways"),
    ("shadow-frontiers", "map.yaml", NEAR, "", "near-a-way-out"),
    ("shadow-frontiers", "world.yaml", "      rival: belvaria\n", "      rival: arkania\n", "three-officials"),
    ("shadow-frontiers", "world.yaml", "      rank: chief\n", "      rank: head\n", "one-of-each-rank"),
    ("shadow-frontiers", "cards/allegiance.yaml", "    count: 2\n", "    count: 3\n", "two-faces"),
    ("shadow-frontiers", "cards/events.yaml", "    round: 1\n", "    round: 2\n", "events-by-round"),
    ("shadow-frontiers", "cards/wilds.yaml", "    count: 4\n", "    count: 5\n", "deck-sizes"),
    ("nim", "rules.yaml", "beans: 3}", "beans: 0}", "beans-to-take"),
    ("werewolf", "rules.yaml", "value: 2}", "value: 5}", "few-wolves"),
    ("werewolf", "rules.yaml", "    count: 8\n", "    count: 6\n", "enough-roles"),
    ("liars-dice", "rules.yaml", "count: 30,", "count: 29,", "dice-enough"),
    ("kuhn-poker", "rules.yaml", "rank: 3,", "rank: 2,", "no-equals"),
]


@pytest.mark.parametrize(("game", "file", "old", "new", "check"), SPOILT, ids=lambda value: value)
def test_a_check_of_a_shipped_game_can_fail(
    game: str, file: str, old: str, new: str, check: str, tmp_path: Path
) -> None:
    folder = tmp_path / game
    shutil.copytree(resource("content") / game, folder)
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    assert f"own:{check}" in {d.code for d in load(folder).found}


def test_every_check_of_a_shipped_game_is_shown_to_fail() -> None:
    own = {(path.parent.name, str(name)) for path in resource("content").glob("*/scenario.yaml")
           for name in load(path.parent).book.checks}  # fmt: skip
    assert own == {(game, check) for game, _, _, _, check in SPOILT}
