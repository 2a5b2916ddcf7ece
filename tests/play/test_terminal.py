"""A game at the keyboard: briefing, questions, going back, keeping and taking up again."""

from __future__ import annotations

import random

import pytest

from sfrules.engine.history import log
from sfrules.engine.record import outcome, replay
from sfrules.play.saves import read_save, write_save
from tests.play.table import Script, machine, session, table


def play(tmp_path, typed, people=(0,), seed=1, interrupt=False):
    sitting = session(people, seed)
    console = Script(list(typed), interrupt=interrupt)
    at_table = table(sitting, console, tmp_path / "kept.json")
    if interrupt:
        with pytest.raises(KeyboardInterrupt):
            at_table.play()
    else:
        at_table.play()
    return console, sitting


def test_the_briefing_comes_first_and_is_confirmed(tmp_path):
    console, sitting = play(tmp_path, ["view", "i UNDERSTAND"])
    first = console.text.index("> ")
    briefing = console.text[:first]
    assert "Briefing: North" in briefing
    assert "You keep the north gate." in briefing
    assert "vault number 77001" in briefing
    assert "Your role:\n  * SECRETROLE" in briefing
    assert "1  I Understand" in briefing
    assert "Day 1" not in briefing
    assert "Day 1" in console.text[first:]
    assert ("north", "confirm") in [(a.seat, a.option) for a in sitting.recorder.answers]


def test_only_the_seat_that_has_a_power_is_told_of_it(tmp_path):
    assert "Your power: Object" in play(tmp_path, [], people=(2,))[0].text
    assert "Your power" not in play(tmp_path, [], people=(0,))[0].text


TYPED = [
    ("", "Type a number, or ? for help."),
    ("?", "explain X   a card, action, place or rule, such as: explain draw-slip"),
    ("view", "Everything you see"),
    ("log", "Slip deck → your hand."),
    ("explain hand", "about hand"),
    ("99", "“99” is none of 1 to 7; ? for help."),
    ("jump", "“jump” is none of 1 to 7; ? for help."),
    ("²", "“²” is none of 1 to 7; ? for help."),
    ("quit", "The game is kept in "),
]


@pytest.mark.parametrize(("typed", "words"), TYPED)
def test_what_can_be_typed(tmp_path, typed, words):
    console, _ = play(tmp_path, ["1", typed])
    after = console.text[console.text.rindex("> ") if typed == "quit" else 0 :]
    assert words.casefold() in after.casefold()


def test_an_option_that_begins_like_a_command_can_be_typed(tmp_path):
    _, sitting = play(tmp_path, ["1", "save up"])
    assert ("north", "save-up") in [(answer.seat, answer.option) for answer in sitting.recorder.answers]
    assert [path.name for path in tmp_path.iterdir()] == ["kept.json"]


def test_a_decision_that_told_nothing_can_be_taken_back():
    """A word of consent, before all have given theirs and the game goes on."""
    sitting = session((0, 1, 2))
    ask = sitting.waiting()
    assert ask is not None
    sitting.choose(ask, 0)
    before = len(sitting.recorder.answers)
    assert sitting.undo(0)[0] >= 0
    assert len(sitting.recorder.answers) == before - 1
    assert sitting.waiting() == ask


def to_the_desk(people=(0, 1, 2), seed=1):
    sitting = session(people, seed)
    for _ in people:
        sitting.let_bots_answer()
        ask = sitting.waiting()
        assert ask is not None
        sitting.choose(ask, 0)
    sitting.let_bots_answer()
    return sitting


def option(sitting, start):
    names = sitting.game.decision.options
    return next(number for number, name in enumerate(names) if name.startswith(start))


@pytest.mark.parametrize(
    ("start", "free"), [("save-up", True), ("bury", True), ("rest", True), ("draw-slip", False), ("publish", False)]
)
def test_what_may_be_taken_back_depends_on_what_was_learnt(start, free):
    """A drawn slip has been seen, and a window may have told something; the rest can be unsaid."""
    sitting = to_the_desk()
    key, answers = sitting.game.key(), len(sitting.recorder.answers)
    sitting.choose(sitting.waiting(), option(sitting, start))
    length, since = sitting.undo(0)
    assert (length >= 0) == free
    assert bool(since) == (not free)
    if free:
        assert sitting.game.key() == key
        assert len(sitting.recorder.answers) == answers


def test_nothing_can_be_taken_back_once_others_have_acted():
    sitting = to_the_desk(people=(0,))
    sitting.choose(sitting.waiting(), option(sitting, "rest"))
    sitting.let_bots_answer()
    length, since = sitting.undo(0)
    assert length == -1
    assert since


def test_that_a_hidden_answer_was_given_does_not_show_in_what_may_be_taken_back():
    """Whether anybody could object to a publication is a secret; going back is refused either way."""
    refused = set()
    for people in ((0,), (0, 2)):
        sitting = to_the_desk(people=people)
        sitting.choose(sitting.waiting(), option(sitting, "publish"))
        refused.add(sitting.undo(0)[0])
    assert refused == {-1}


def test_undo_says_why_not(tmp_path):
    console, _ = play(tmp_path, ["1", "2", "undo"])
    assert "That cannot be taken back" in console.text
    console, _ = play(tmp_path, ["undo"])
    assert "You have decided nothing yet that could be taken back." in console.text


@pytest.mark.parametrize("interrupt", [False, True], ids=["end of input", "ctrl-c"])
def test_the_game_is_kept_and_goes_on_as_if_it_had_not_been_left(tmp_path, interrupt):
    typed = ["1", "2", "2", "1", "2"]
    whole = play(tmp_path, typed)[1].record()
    first = play(tmp_path, typed[:3], interrupt=interrupt)[0]
    assert f"The game is kept in {tmp_path / 'kept.json'}. Go on with: sfrules play --resume" in first.text
    saved = read_save(tmp_path / "kept.json")
    assert saved.seats == ("north",)
    again = session((0,))
    assert again.resume(saved.record) == ""
    table(again, Script(typed[3:]), tmp_path / "more.json").play()
    assert again.record() == whole


def test_a_record_that_no_longer_fits_stops_at_the_choice(tmp_path):
    record = play(tmp_path, ["1", "2", "2"])[1].record()
    answers = list(record.answers)
    number = next(n for n, answer in enumerate(answers) if answer.option == "draw-slip")
    answers[number] = type(answers[number])(answers[number].seat, "fly-away")
    sitting = session((0,))
    stopped = sitting.resume(type(record)(record.scenario, record.content, record.seed, tuple(answers)))
    assert f"answer {number + 1}: “fly-away” is not possible for north" in stopped
    assert len(sitting.recorder.answers) == number
    assert sitting.waiting() is not None


def test_the_end_tells_winners(tmp_path):
    console, sitting = play(tmp_path, ["1"] * 12)
    assert sitting.game.over
    assert "===== The game is over: Closing time =====" in console.text
    assert "The doors are shut, and the coins are counted." in console.text
    assert "Winners: " in console.text


def test_every_line_fits_into_80_columns(tmp_path):
    console, _ = play(tmp_path, ["1", "view", "log", *["2"] * 12])
    assert max(len(line) for line in console.text.splitlines() if "The game is kept" not in line) < 80


def test_a_save_that_cannot_be_written_leaves_the_old_one_and_the_game_goes_on(tmp_path, monkeypatch):
    from pathlib import Path

    record = session((0,)).record()
    path = tmp_path / "kept.json"
    write_save(path, record, ("north",))
    before = path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    console, _ = play(tmp_path, ["1", "save"])
    assert "could not be kept" in console.text
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["kept.json"]


def test_bots_answer_alike_for_the_same_seed_and_differently_for_another():
    def game(seed):
        sitting = session((), seed)
        sitting.let_bots_answer()
        return sitting.record().answers

    assert game(1) == game(1)
    assert len({game(seed) for seed in range(8)}) == 8
    assert machine().seats == 3


def test_among_several_people_being_asked_gives_nothing_away():
    """A publication: everybody at the keyboard is asked for an objection, also those who have none to make."""
    asked: list[tuple[int, int]] = []
    sitting = to_the_desk(people=(0, 1, 2))
    sitting.choose(sitting.waiting(), option(sitting, "publish"))
    while (ask := sitting.waiting()) is not None and len(asked) < 2:
        asked.append((ask.seat, len(ask.options)))
        sitting.choose(ask, 0)
    assert asked == [(1, 1), (2, 2)]
    assert [answer.option for answer in sitting.recorder.answers[-1:]] == ["pass"]


@pytest.mark.parametrize("seed", range(5))
def test_a_record_among_several_people_is_like_any_other(seed):
    sitting, chance = session((0, 1, 2), seed), random.Random(seed)
    while (ask := sitting.waiting()) is not None:
        sitting.choose(ask, chance.randrange(len(ask.options)))
    record = sitting.record()
    *_, (last, _) = replay(machine(), record)
    assert outcome(last) == record.outcome != ""
    assert last.key() == sitting.game.key()
    assert log(last.state, None) == log(sitting.game.state, None)
