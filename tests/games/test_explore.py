"""The search itself, on games small enough to count by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from sfrules.engine.game import new_game
from sfrules.play.explore import Bounds, as_data, explore
from sfrules.play.graph import search
from sfrules.play.outcomes import beginnings
from sfrules.play.solve import games, likelihoods, values
from sfrules.play.tree import TooLargeError, histories

from .table import CONTENT, machine, written

SEATS = """
kinds: {player: {seat: yes, has: {points: {number: 0..}}}}
things: {player: {a: {}, b: {}}}
endings: {won: {given: {winner: player}, payoff: if self is winner then 1 else -1}}
"""


def test_the_ways_of_the_setup_weigh_one_together_and_look_alikes_count_once(tmp_path: Path) -> None:
    made = written(
        tmp_path,
        SEATS
        + """
card_kinds: {chip: {}}
cards: {black: {kind: chip, count: 3, zone: bag}, white: {kind: chip, count: 2, zone: bag}}
zones: {bag: {of: chip, order: shuffled, seen_by: nobody}, hand: {of: chip, per: player}}
setup: |
  for s in player
    draw 1 from bag to s.hand
  end
play: finish with won(a)
""",
    )
    weights = [weight for weight, _ in beginnings(made)]
    assert sorted(weights) == sorted(Fraction(n, 20) for n in (6, 6, 6, 2))
    assert search(made).positions[0].ending == "won(a)"


def test_a_roll_is_laid_open_die_by_die(tmp_path: Path) -> None:
    made = written(
        tmp_path,
        SEATS
        + """
card_kinds: {die: {has: {face: {number: 1..6}}}}
cards: {cube: {kind: die, count: 2, zone: cup}}
zones: {cup: {of: die}}
play: |
  roll cup
  if count(cup where .face is 6) >= 1 then finish with won(a)
  finish with won(b)
""",
    )
    assert likelihoods(search(made)) == {"won(a)": (Fraction(11, 36),) * 2, "won(b)": (Fraction(25, 36),) * 2}


def test_answers_behind_which_the_rules_cannot_go_on_are_told_with_the_way_there(tmp_path: Path) -> None:
    made = written(
        tmp_path,
        SEATS
        + """
play: |
  let lucky = random player
  choose n in 1..2 by lucky
  choose m in 1..2 by a
  if n + m is 4
    let nobody = random player where .points > 9
  end
  finish with won(lucky)
""",
    )
    data = as_data(explore(made))
    assert data["stuck"]["count"] == 2
    assert [stuck["answers"] for stuck in data["stuck"]["first"]] == [["2", "2"]] * 2
    assert data["stuck"]["first"][0]["rule"] == "play"
    assert data["values"] is None
    assert data["likelihoods"] == {}
    assert data["games"] == 6


def test_a_game_that_can_go_on_for_ever_has_no_number_of_games(tmp_path: Path) -> None:
    made = written(
        tmp_path,
        SEATS
        + """
play: |
  cycle s in player
    ask s
      option wait
      option win
        finish with won(s)
    end
  end
""",
    )
    graph = search(made)
    assert len(graph.positions) == 4
    assert games(graph).endless
    assert values(graph) is None
    assert likelihoods(graph) is None


def test_bounds_stop_a_search_and_it_says_so() -> None:
    made = machine(CONTENT / "tic-tac-toe")
    assert explore(made, Bounds(depth=2)).graph.plies == [1, 9, 72]
    few = explore(made, Bounds(positions=100))
    assert few.games.by_ply == [1, 9, 72]
    assert (few.graph.complete, len(few.graph.positions), few.values) == (False, 100, None)
    with pytest.raises(TooLargeError, match="more than 10 "):
        histories(machine(CONTENT / "kuhn-poker"), 10)


def test_a_setup_that_turns_out_in_too_many_ways_stops_a_search_too() -> None:
    found = as_data(explore(machine(CONTENT / "kuhn-poker"), Bounds(positions=3)))
    assert (found["complete"], found["positions"], found["positions_by_ply"]) == (False, 3, [])


@pytest.mark.parametrize(("scenario", "variants"), [("kuhn-poker", ()), ("nim", ("one-two-three",))])
def test_histories_are_as_many_as_ways_through_the_positions(scenario: str, variants: tuple[str, ...]) -> None:
    made = machine(CONTENT / scenario, variants)
    assert histories(made).histories == games(search(made)).total


def test_what_only_a_secret_tells_apart_lies_in_one_information_set(tmp_path: Path) -> None:
    made = written(
        tmp_path,
        SEATS
        + """
play: |
  choose n in 1..3 by a secretly
  choose m in 1..3 by b
  if m is n then finish with won(b)
  finish with won(a)
""",
    )
    found = explore(made)
    assert found.graph.blind
    assert found.tree is not None
    assert [found.tree.sets_of(seat) for seat in (0, 1)] == [1, 1]
    assert found.value is not None
    assert found.value.exact == Fraction(1, 3)


def test_by_night_all_are_asked_and_only_wolves_can_choose() -> None:
    made = machine(CONTENT / "werewolf", ("five-players",), {"day": "lots"})
    game = next(game for seed in range(20) if (game := new_game(made, seed, auto=False)).asks)
    assert len(game.decisions) == 4
    wolves = [decision for decision in game.decisions if len(decision.options) > 1]
    assert 1 <= len(wolves) <= 2
    assert {d.options for d in game.decisions if d not in wolves} == {("none",)}
    assert [d.seat for d in game.decisions] == sorted(d.seat for d in game.decisions)


def test_a_game_can_end_in_its_setup(tmp_path: Path) -> None:
    made = written(tmp_path, SEATS + "setup: finish with won(b)\nplay: finish with won(a)\n")
    assert new_game(made, 1).over
    assert [position.ending for position in search(made).positions] == ["won(b)"]
