"""C39 and C42: no view and no screen holds what its seat may not know, after undo and resume neither."""

from __future__ import annotations

import json
import random

import pytest

from sfrules.engine.game import Game, new_game
from sfrules.engine.record import Recorder, from_json, replay, to_json
from sfrules.play.session import Session
from tests.play.table import Script, known_to, loaded, machine, markers, seen, session, table

SEEDS = range(6)


class Memory:
    """What each seat, and the table, has had the right to learn so far."""

    def __init__(self) -> None:
        self.known: dict[int | None, set[str]] = {seat: set() for seat in (None, 0, 1, 2)}

    def check(self, game: Game) -> None:
        for seat, known in self.known.items():
            known |= known_to(game, seat)
            assert markers(seen(game, seat)) <= known, seat


@pytest.mark.parametrize("seed", SEEDS)
def test_c39_views_hold_no_secret_of_others(seed):
    """At setup, at every move, after undo (to a clone), and after a record is taken up again."""
    memory, recorder, chance = Memory(), Recorder(machine(), seed), random.Random(seed)
    memory.check(recorder.game)
    while not recorder.game.over:
        before = recorder.game.clone()
        recorder.choose(chance.randrange(len(recorder.game.asks[0].options)))
        memory.check(recorder.game)
        memory.check(before)
    again = Memory()
    for game, _ in replay(machine(), from_json(to_json(recorder.record()))):
        again.check(game)


def test_the_markers_are_there_to_be_found():
    game = new_game(machine(), 1)
    assert len(markers(seen(game, 0))) == 1 + 2 + 1
    assert {"77001"} == {marker for marker in markers(seen(game, 0)) if marker.startswith("7700")}
    assert markers(seen(game, None)) == set()


def test_c42_a_card_that_lies_face_down_shows_nothing_of_itself():
    """A slip is stamped and buried: the table sees that one lies there, and nothing else of it, not even its length."""
    for seed in SEEDS:
        game = new_game(machine(), seed)
        for _ in range(3):
            game.choose("confirm")
        options = game.decision.options if game.decision else ()
        for option in [name for name in options if name.startswith("bury:")]:
            after = game.clone()
            after.choose(option)
            table_view, other = json.loads(seen(after, None)), json.loads(seen(after, 1))
            assert table_view["zones"]["buried"] == other["zones"]["buried"] == {"count": 1}
            for text in (seen(after, None), seen(after, 1)):
                assert markers(text) <= known_to(after, 1)
                told = json.dumps(json.loads(text)["log"])
                assert "something quiet" in told
                assert "bury" not in told
                assert "stamped" not in told


def test_c42_the_table_learns_no_list_made_of_roles_before_the_end():
    recorder, chance = Recorder(machine(), 3), random.Random(3)
    while not recorder.game.over:
        text = seen(recorder.game, None)
        assert "secret-role" not in text
        assert '"object"' not in json.dumps(json.loads(text)["decision"])
        recorder.choose(chance.randrange(len(recorder.game.asks[0].options)))


def watched(people: tuple[int, ...], seed: int, typed: list[str], tmp_path) -> tuple[Script, Session]:
    """Plays with a console that checks each line against what the person at the keyboard may know."""
    sitting = session(people, seed)
    known: dict[int | None, set[str]] = {}

    def look(line: str) -> None:
        seat = at_table._at_keyboard
        mine = known.setdefault(seat, set())
        mine |= known_to(sitting.game, seat)
        assert markers(line) <= mine, (seat, line)

    console = Script(typed, look)
    at_table = table(sitting, console, tmp_path / "kept.json")
    at_table.play()
    return console, sitting


@pytest.mark.parametrize("people", [(0,), (1,), (0, 2), (0, 1, 2)])
@pytest.mark.parametrize("seed", SEEDS)
def test_c39_no_screen_shows_what_its_seat_may_not_know(people, seed, tmp_path):
    """Whatever is typed: looks at everything, goes back, and answers at random."""
    chance = random.Random(f"{people} {seed}")
    typed = ["" if len(people) > 1 else "view", "1"]
    for _ in range(120):
        typed += [chance.choice(["view", "log", "undo", "?", "explain hand", ""]), str(chance.randint(1, 4))]
    console, sitting = watched(people, seed, typed, tmp_path)
    assert sitting.game.over
    assert "The game is over" in console.text
    assert len(loaded().book.seats()) == 3


def test_between_two_people_the_screen_is_emptied_before_and_after_the_keyboard_goes_on(tmp_path):
    console, _ = watched((0, 1), 2, ["", "1", "", "1", "", "2"], tmp_path)
    passes = [number for number, line in enumerate(console.shown) if line.startswith("Pass the keyboard to ")]
    assert [console.shown[number] for number in passes[:2]] == [
        "Pass the keyboard to North, who then presses Enter: ",
        "Pass the keyboard to East, who then presses Enter: ",
    ]
    for number in passes:
        assert console.shown[number - 1] == "(cleared)"
    for number in passes[:-1]:
        assert console.shown[number + 1] == "(cleared)"
