"""Cases of windows, chains and votes that others have met; each test bears the id of its case."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import pytest

from sfrules.engine.errors import ContentError, NoSuchOption
from sfrules.engine.game import Game, machine_for, new_game
from sfrules.engine.history import log
from sfrules.engine.snapshot import from_data, to_data
from sfrules.program.layout import Stored
from tests.cases.books import book
from tests.windows.books import ANSWERED, ASKING, FULL_HANDS, MARKERS, RETURNING, RING, TALLY, VOTE


def game_of(folder: Path, text: str, seats: int = 2, **words: str) -> Game:
    for word, meaning in words.items():
        lines = [line for line in text.split("\n") if line.strip() != word or meaning]
        text = "\n".join(lines).replace(word, meaning)
    folder.mkdir(parents=True, exist_ok=True)
    loaded = book(folder, text)
    if seats != 2:
        head = f"scenario: {{title: Trial, format: 1, seats: {seats}}}\n"
        loaded = book(folder, text, head)
    assert loaded.playable, [str(d) for d in loaded.found]
    return new_game(machine_for(loaded.program()), 1)


def slot(game: Game, name: str, kind: str = "", owner: int = 0) -> object:
    layout = game.machine.program.layout
    place = layout.properties[kind, name] if kind else layout.table[name]
    assert isinstance(place, Stored)
    return game.state.S[place.base + owner]


def pile(game: Game, zone: str, owner: int = 0) -> int:
    return len(game.state.Z[game.machine.program.layout.zones[zone].base + owner])


# C24: what wakes itself


@pytest.mark.parametrize("fires", ["at once", "after the effect"])
@pytest.mark.parametrize("wait", ["", "choose x in 1..1 by ann"])
def test_c24_a_trigger_that_wakes_itself_is_stopped_and_named(fires: str, wait: str, tmp_path: Path) -> None:
    game = game_of(tmp_path, MARKERS, FIRES=fires, WAIT=wait)
    for _ in range(2):
        game.choose("confirm")
    before = game.clone()
    with pytest.raises(ContentError) as stopped:
        game.choose("confirm")
    assert "echo" in str(stopped.value)
    assert (slot(before, "markers"), before.decision is not None) == (0, True)


def test_c24_a_trigger_that_wakes_itself_is_warned_of(tmp_path: Path) -> None:
    loaded = book(tmp_path, MARKERS.replace("FIRES", "at once").replace("      WAIT\n", ""))
    found = [(d.code, d.subject, d.severity) for d in loaded.found if d.subject != "ending over"]
    assert found == [("SF312", "trigger echo", "warning")]


@pytest.mark.parametrize("wait", ["", "choose x in 1..1 by ann"])
def test_c24_two_cards_that_carry_each_other_out_are_stopped_and_named(wait: str, tmp_path: Path) -> None:
    game = game_of(tmp_path, RETURNING, WAIT=wait)
    before = game.clone()
    with pytest.raises(ContentError) as stopped:
        game.choose("confirm")
    assert {"ebb", "flow"} <= set(stopped.value.message.replace("“", " ").replace("”", " ").split())
    assert pile(before, "deck") == 1


@pytest.mark.parametrize("fires", ["at once", "after the effect"])
@pytest.mark.parametrize(
    ("question", "prompts"),
    [
        ('choose y in 1..3 by ann "Main"\n  answered = y', ["First", "Second", "Main"]),
        ('confirm "Main" by ann\n  answered = 3', ["First", "Second", "Main"]),
        (
            'at once for s in member\n    choose y in 1..3 by s "Main"\n  end\n  answered = 3',
            ["First", "Second", "Main", "Main"],
        ),
    ],
)
def test_triggers_that_ask_go_before_the_next_question_in_their_order(
    fires: str, question: str, prompts: list[str], tmp_path: Path
) -> None:
    game = game_of(tmp_path, ASKING, FIRES=fires, QUESTION=question)
    game.choose("confirm")
    asked = []
    while game.decision is not None:
        asked.append(game.decision.prompt)
        hash(game.key())
        game = Game(game.machine, from_data(game.machine, to_data(game.state)))
        assert game.decision is not None
        game.choose(len(game.decision.options) - 1)
    assert asked == prompts
    assert (slot(game, "echoed"), slot(game, "answered")) == (8, 3)


# C26: cancelled is cancelled


def test_c26_what_is_cancelled_does_nothing_whichever_way_it_is_played(tmp_path: Path) -> None:
    game = game_of(tmp_path, ANSWERED.replace("    limit: LIMIT\n", ""))
    for option, left in (("strike:ben", 1), ("strike:ben", 0), ("recall:strike", 0)):
        game.choose(option)
        assert game.decision is not None
        assert game.decision.seat_id == "ben"
        game.choose("refuse")
        assert (slot(game, "standing", "member", 1), slot(game, "rank", "member", 1)) == (True, 0)
        assert (pile(game, "hand"), pile(game, "past")) == (left, 2 - left)
    told = [e for e in log(game.state, None) if e["event"] in ("declare", "cancel")]
    assert [(e["event"], e["what"]) for e in told] == [
        (event, what)
        for played in ("strike", "strike", "recall")
        for event, what in (("declare", played), ("declare", "refuse"), ("cancel", played))
    ]


def test_c26_what_is_not_cancelled_happens_once(tmp_path: Path) -> None:
    game = game_of(tmp_path, ANSWERED.replace("    limit: LIMIT\n", ""))
    game.choose("strike:ben")
    game.choose("pass")
    assert (slot(game, "standing", "member", 1), slot(game, "rank", "member", 1)) == (False, 1)


@pytest.mark.parametrize("answers", ["sealed", "in order"])
@pytest.mark.parametrize(("resolve", "tally"), [("in order", 123), ("last first", 321)])
def test_what_is_played_in_a_window_acts_in_the_stated_order(
    answers: str, resolve: str, tally: int, tmp_path: Path
) -> None:
    game = game_of(tmp_path, TALLY.replace("ANSWERS", answers).replace("RESOLVE", resolve), 3)
    for option in ("second", "second", "second"):
        game.choose(option)
    assert slot(game, "tally") == tally


# C28: costs and limits of what is cancelled


def test_c28_a_cancelled_card_is_paid_for_used_up_and_discarded(tmp_path: Path) -> None:
    game = game_of(tmp_path, ANSWERED, LIMIT="once")
    game.choose("strike:ben")
    game.choose("refuse")
    used = game.state.S[game.machine.program.layout.limits["once"].base]
    assert (slot(game, "coins", "member"), used, pile(game, "past")) == (4, 1, 1)
    assert game.decision is not None
    assert "strike:ben" not in game.decision.options
    assert pile(game, "hand") == 1


def test_c28_a_choice_that_is_not_made_costs_nothing(tmp_path: Path) -> None:
    game = game_of(tmp_path, ANSWERED, LIMIT="once")
    before = game.key()
    for half in ("strike", "strike:nobody", "strike:ann"):
        with pytest.raises(NoSuchOption):
            game.choose(half)
    assert game.key() == before
    assert game.decision is not None
    assert game.decision.options == ("rest", "strike:ben")


# C31: forced reactions


def test_c31_three_cards_too_many_are_three_discards_and_the_turn_passes(tmp_path: Path) -> None:
    game = game_of(tmp_path, FULL_HANDS)
    game.choose("draw")
    asked = []
    while game.decision is not None and game.decision.prompt == "Discard":
        asked.append(game.decision.seat_id)
        game.choose(0)
    assert (asked, pile(game, "hand"), pile(game, "past")) == (["ann"] * 3, 7, 3)
    assert game.decision is not None
    assert game.decision.seat_id == "ben"
    game.choose("rest")
    visited = Counter(e["phase"] for e in log(game.state, None) if e["event"] == "phase")
    assert visited == {"round": 1, "turns": 1, "counting": 1}
    assert game.over


# C33: a chain that ends the game


@pytest.mark.parametrize(("limit", "ending", "bursts", "last"), [("3", "flooded", 3, False), ("99", "dry", 8, True)])
def test_c33_a_chain_stops_where_the_limit_is_crossed(
    limit: str, ending: str, bursts: int, last: bool, tmp_path: Path
) -> None:
    game = game_of(tmp_path, RING, LIMIT=limit)
    game.choose("confirm")
    assert game.result is not None
    assert game.machine.program.endings[game.result.ending].id == ending
    counts = [slot(game, "bursts", "spot", n) for n in range(8)]
    assert (sum(map(int, map(str, counts))), max(map(int, map(str, counts)))) == (bursts, 1)
    assert (slot(game, "outbreaks"), slot(game, "afterwards")) == (bursts, last)


# C36: votes

NAMES = ("ann", "ben", "cy", "dee", "eva", "fay")
FATE = {
    "nobody": "if picked exists then eliminate picked",
    "first": "if picked exists then eliminate picked",
    "all": "for m in picked\n    eliminate m\n  end",
}


@pytest.mark.parametrize(
    ("votes", "out", "gone"),
    [
        ("ann ann ann ben ben ben", "", {"nobody": "", "first": "ann", "all": "ann ben"}),
        ("ann ann cy cy eva eva", "", {"nobody": "", "first": "ann", "all": "ann cy eva"}),
        ("none none none none none none", "", {"nobody": "", "first": "", "all": ""}),
        ("ann ann ann ben ben ben", "eliminate ann", {"nobody": "ann ben", "first": "ann ben", "all": "ann ben"}),
        ("ben ben ben ben none cy", "", {"nobody": "ben", "first": "ben", "all": "ben"}),
    ],
)
def test_c36_a_tie_goes_as_declared_and_nobody_more_is_out(
    votes: str, out: str, gone: dict[str, str], tmp_path: Path
) -> None:
    for ties, who in gone.items():
        game = game_of(tmp_path / ties, VOTE, seats=6, TIES=ties, OUT=out, RESULT=FATE[ties])
        game.choose("confirm")
        for seat, vote in zip(itertools.count(), votes.split(), strict=False):
            game.choose(vote if vote != "none" else "none", seat)
        bits = game.state.S[game.machine.program.layout.out]
        assert isinstance(bits, int)
        assert [name for n, name in enumerate(NAMES) if bits >> n & 1] == who.split()


def test_c36_a_vote_without_a_rule_for_ties_is_told(tmp_path: Path) -> None:
    text = VOTE.replace(" ties TIES", "").replace("  RESULT\n", "").replace("  OUT\n", "")
    assert "SF300" in [d.code for d in book(tmp_path, text).found]
