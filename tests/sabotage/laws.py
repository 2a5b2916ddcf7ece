"""Laws of play, few seconds in all, the quick ones first. Under an engine with a fault, one of them must break.

This module is loaded anew for each fault, with everything that it reads from the engine on.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from sfrules.cli.speech import words_for
from sfrules.engine.errors import ContentError, NoSuchOption
from sfrules.engine.game import Game, machine_for, new_game
from sfrules.engine.machine import Machine
from sfrules.engine.record import Answer, Record, Recorder, RecordError, from_json, outcome, replay, to_json
from sfrules.engine.snapshot import to_data
from sfrules.engine.view import view
from sfrules.model.choices import Choices
from sfrules.pipeline import Loaded, load
from sfrules.play.explore import MOST_HISTORIES, Bounds, as_data, explore
from sfrules.play.leaks import leaks
from sfrules.play.playthrough import playthrough
from sfrules.play.script import run_case
from sfrules.source.nodes import Map
from tests.conftest import saving
from tests.games.test_facts import FACTS
from tests.laws.test_conservation import SCENARIOS as SHIPPED
from tests.laws.test_conservation import faults, play_lawfully
from tests.sabotage.contents import CONTENT, GROUND, ROOT

Law = Callable[[], object]

SCENARIOS = [GROUND, *SHIPPED]

LONG = ("liars-dice",)
"""Games that take long and have little in them."""


def loaded(scenario: str) -> Loaded:
    return load(CONTENT / scenario)


@cache
def machine(scenario: str, variants: tuple[str, ...] = (), gaps: tuple[tuple[str, str], ...] = ()) -> Machine:
    return machine_for(load(CONTENT / scenario, Choices(dict(gaps), variants), tests=not variants).program())


def laws() -> Iterator[tuple[str, Law]]:
    """Every law by name."""
    yield from in_each("its rule tests hold", rule_tests_hold)
    yield from in_each("random games are lawful", games_are_lawful)
    yield from in_each("games are told as they were", told_as_they_were)
    yield "mistakes are told with their place", mistakes_are_told
    yield "checks of a scenario find what is wrong", own_checks_find
    yield "positions that are alike have one key", keys_are_canonical
    yield "records come to the end that they tell of", records_hold
    for name in ("nim-one-two-three", "poker-of-three-cards", "one-wolf-among-three"):
        yield f"the facts of {name}", partial(facts_are_reached, name)
    yield "positions by ply of four-in-a-row", partial(facts_are_reached, "four-in-a-row", 4)
    yield "positions by ply of noughts-and-crosses", partial(facts_are_reached, "noughts-and-crosses", 4)
    yield from in_each("a clone goes its own way", clones_go_their_own_way)
    yield from in_each("play in one go is the same", one_go_is_the_same)
    yield from in_each("every question put is the same game", unasked_is_the_same)
    yield from in_each("what the table sees, all see", all_see_what_the_table_sees)
    yield from in_each("what is impossible is refused", the_impossible_is_refused)
    yield from in_each("saved and loaded, it is the same", saved_is_the_same)
    yield from in_each("nothing is given away", nothing_is_given_away)
    yield "small cases", small_cases


def in_each(words: str, law: Callable[[str], None]) -> Iterator[tuple[str, Law]]:
    """A law of every scenario."""
    for scenario in SCENARIOS:
        yield f"{Path(scenario).name}: {words}", partial(law, scenario)


def rule_tests_hold(scenario: str) -> None:
    book = loaded(scenario).book
    for case in book.tests.values():
        assert isinstance(case.node, Map)
        assert faults(run_case(machine(scenario), book, case.node)) == []


def games_are_lawful(scenario: str) -> None:
    for seed in range(2 if scenario in LONG else 8):
        play_lawfully(scenario, seed)


def told_as_they_were(scenario: str) -> None:
    short = 400 if scenario in LONG else None
    for seed, golden in enumerate(tellings(scenario), 1):
        lines = golden.read_text("utf-8").splitlines()[:short]
        assert list(islice(telling(scenario, seed), len(lines) if short else None)) == lines


def telling(scenario: str, seed: int) -> Iterator[str]:
    return playthrough(machine(scenario), words_for(loaded(scenario).book), seed)


def tellings(scenario: str) -> list[Path]:
    """The games that are kept, by seed from 1 on."""
    if scenario == GROUND:
        return [ROOT / "tests" / "sabotage" / f"ground-{seed}.txt" for seed in (1, 2)]
    return [ROOT / "tests" / "plays" / f"{scenario}.txt"]


def mistakes_are_told() -> None:
    """What content does wrong in play is told with its rule and line, and with the seed."""
    rules = (CONTENT / GROUND / "rules.yaml").read_text("utf-8").splitlines()
    for action, line, words in MISTAKES:
        game = new_game(machine(GROUND, ("spoilt",)), 4)
        with pytest.raises(ContentError, match=words) as told:
            game.choose(action)
        assert (told.value.rule, told.value.seed) == (f"actions {action} effect", 4)
        assert told.value.span is not None
        assert line in rules[told.value.span.line - 1]


MISTAKES = (
    ("ruin", "9 / (actor.gold - 6)", "divided by 0"),
    ("nothing-first", "the-first(spot where", "is empty"),
    ("loops-too-long", "while counted < 40", "within 3 turns"),
    ("choose-nothing", "choose s in spot where .trade > 8", "nothing to choose"),
    ("chest-full", "move stack to chest", "“chest” than the 2"),
)


def own_checks_find() -> None:
    found = load(CONTENT / GROUND, overlay={CONTENT / GROUND / "checks.yaml": BAD_CHECKS}).found
    own = [d for d in found if d.code.startswith("own")]
    assert [(d.code, d.subject, Path(d.span.file).name, d.span.line, d.message) for d in own] == WRONG
    assert [d for d in loaded(GROUND).found if d.code.startswith("own")] == []


BAD_CHECKS = """checks:
  dear: {title: All are dear, each: spot, must: self.worth >= 4, says: This is cheap.}
  quiet: {title: Letters are quiet, each: letter, must: not self.loud, says: This one is loud.}
  five: {title: Five spots, must: count(spot) is 5, says: There are not five.}
  best: {title: The best of them, each: spot, must: the-first(neighbours(self) where .fort).worth > 0, says: So be it.}
"""
EMPTY = "This check cannot be worked out: “the-first” is asked of a collection that is empty."
_WORLD = (CONTENT / GROUND / "world.yaml").read_text("utf-8").splitlines()
SPOTS, CRY = (
    next(n for n, line in enumerate(_WORLD, 1) if line.startswith(start)) for start in ("  spot: {gate", "  cry:")
)
WRONG = [
    ("own:five", "check five", "checks.yaml", 4, "There are not five."),
    ("own:best", "spot gate", "world.yaml", SPOTS, f"“gate”: {EMPTY}"),
    ("own:dear", "spot gate", "world.yaml", SPOTS, "“gate”: This is cheap."),
    ("own:best", "spot keep", "world.yaml", SPOTS, f"“keep”: {EMPTY}"),
    ("own:best", "spot well", "world.yaml", SPOTS, f"“well”: {EMPTY}"),
    ("own:dear", "spot well", "world.yaml", SPOTS, "“well”: This is cheap."),
    ("own:quiet", "card cry", "world.yaml", CRY, "“cry”: This one is loud."),
]


def keys_are_canonical() -> None:
    """Cards of a sort may change places; unlike ones only where nobody knows their order."""
    game = new_game(machine(GROUND), 1)
    alike_in(game)
    for action in ("draws", "shuffles-in"):
        game.choose(action)
    alike_in(game)


def alike_in(game: Game) -> None:
    state, names = game.state, game.machine.names_base
    for zone, name in enumerate(game.machine.zone_names):
        top = len(state.Z[zone])
        known = {"deck": range(top - state.tops[zone], top), "stack": range(top)}.get(name, ())
        for one in range(len(state.Z[zone])):
            for other in range(one):
                swapped = game.clone()
                cards = swapped.state.Z[zone]
                cards[one], cards[other] = cards[other], cards[one]
                alike = state.S[names + cards[one]] == state.S[names + cards[other]]
                ordered = one in known or other in known
                assert (swapped.key() == game.key()) == (alike or not ordered), (name, one, other)


def records_hold() -> None:
    for path in sorted((ROOT / "tests" / "records").glob("*.json")):
        record = from_json(path.read_text("utf-8"))
        *_, (game, _) = replay(machine("shadow-frontiers"), record)
        assert outcome(game) == record.outcome
        assert to_json(record) == path.read_text("utf-8")
        if path.stem == "extraction-below-60":
            unfit_records_are_told(record)


def unfit_records_are_told(record: Record) -> None:
    """A record that does not fit stops at the first answer that does not, and says which."""
    first = record.answers[0]
    for answers, words in (
        ((*record.answers, first), f"answer {len(record.answers) + 1}: the game is over before {first.seat} is asked"),
        ((replace(first, option="fly"),), f"answer 1: “fly” is not possible for {first.seat} here any more"),
        ((first, Answer("nobody", "pass")), "answer 2: nobody is not asked here; "),
    ):
        with pytest.raises(RecordError, match=words):
            list(replay(machine("shadow-frontiers"), replace(record, answers=answers)))
    with pytest.raises(RecordError):
        from_json("{}")


def facts_are_reached(name: str, depth: int | None = None) -> None:
    fact = FACTS[name]
    made = machine(fact["scenario"], tuple(fact.get("variants", ())), tuple(fact.get("gaps", {}).items()))
    data = as_data(explore(made, Bounds(depth or fact.get("depth")), fact.get("histories", MOST_HISTORIES)))
    if depth is not None:
        assert data["positions_by_ply"] == fact["expect"]["positions_by_ply"][: depth + 1]
        return
    assert {key: data[key] for key in fact["expect"]} == fact["expect"]
    if "payoffs" in fact:
        assert data["values"]["payoffs"] == fact["payoffs"]


def played(game: Game, chance: random.Random, answers: int | None = None) -> int:
    """Answers at random, up to the end or so often; how often it was."""
    given = 0
    while not game.over and given != answers:
        decision = chance.choice(game.decisions)
        game.choose(chance.randrange(len(decision.options)), decision.seat)
        given += 1
    return given


def clones_go_their_own_way(scenario: str) -> None:
    for seed in range(4):
        game = new_game(machine(scenario), seed)
        played(game, random.Random(seed), 3 + 11 * seed)
        before, key = json.dumps(to_data(game.state)), game.key()
        clone, other = game.clone(), game.clone()
        assert (clone.key(), json.dumps(to_data(clone.state))) == (key, before)
        played(clone, random.Random(1))
        assert (game.key(), json.dumps(to_data(game.state))) == (key, before)
        played(other, random.Random(2))
        played(game, random.Random(1))
        assert game.state.log == clone.state.log
        assert (game.result, game.key()) == (clone.result, clone.key())


def one_go_is_the_same(scenario: str) -> None:
    for seed in range(4):
        game, chance = new_game(machine(scenario), seed), random.Random(seed)
        answers = 0
        while game.asks:
            game.choose(int(chance.random() * len(game.asks[0].options)))
            answers += 1
        fast, short = new_game(machine(scenario), seed), new_game(machine(scenario), seed, keep=20)
        assert fast.play_out(random.Random(seed).random) == answers
        assert (fast.state.log, fast.result, fast.key()) == (game.state.log, game.result, game.key())
        short.play_out(random.Random(seed).random)
        assert list(short.state.log) == game.state.log[-20:]


def unasked_is_the_same(scenario: str) -> None:
    """With every question put, even where there is one answer, the same answers lead to the same end."""
    for seed in range(2):
        game, full = new_game(machine(scenario), seed), new_game(machine(scenario), seed, auto=False)
        chance = random.Random(seed)
        while not full.over:
            decision = full.decisions[0]
            if len(decision.options) == 1 and (game.over or decision not in game.decisions):
                full.choose(0, decision.seat)
                continue
            assert decision in game.decisions
            option = chance.choice(decision.options)
            full.choose(option, decision.seat)
            game.choose(option, decision.seat)
        assert (full.result, full.state.S, full.state.Z) == (game.result, game.state.S, game.state.Z)


def all_see_what_the_table_sees(scenario: str) -> None:
    game, chance = new_game(machine(scenario), 5), random.Random(5)
    for _ in range(12):
        table = view(game, None)
        for seat in range(game.machine.seats):
            own = view(game, seat)
            assert json.loads(json.dumps(own)) == own
            assert included(table["table"], own["table"])
            assert included(table["things"], own["things"])
            assert set(table["zones"]) <= set(own["zones"])
            assert len(table["log"]) <= len(own["log"])
            asked = [d for d in game.decisions if d.seat == seat]
            assert (
                [own["decision"]["options"]] == [list(d.options) for d in asked] if asked else own["decision"] is None
            )
        played(game, chance, 7)


def included(part: Any, whole: Any) -> bool:
    if isinstance(part, dict):
        return all(key in whole and included(value, whole[key]) for key, value in part.items())
    return bool(part == whole)


def the_impossible_is_refused(scenario: str) -> None:
    game = new_game(machine(scenario), 2)
    before = json.dumps(to_data(game.state))
    options = len(game.asks[0].options)
    idle = set(range(game.machine.seats)) - {ask.seat for ask in game.asks}
    tries: list[tuple[int | str, int | None]] = [(options, None), (-1, None), ("no-such-option", None)]
    for option, seat in (*tries, *((0, seat) for seat in sorted(idle))):
        with pytest.raises(NoSuchOption):
            game.choose(option, seat)
        assert json.dumps(to_data(game.state)) == before


def saved_is_the_same(scenario: str) -> None:
    seed = 3
    game, chance = new_game(machine(scenario), seed), random.Random(seed)
    choose = saving(Game.choose)
    answers = 0
    while not game.over and answers < (10 if scenario in LONG else 60):
        decision = chance.choice(game.decisions)
        choose(game, decision.options[chance.randrange(len(decision.options))], decision.seat)
        answers += 1
    recorder, again = Recorder(machine(scenario), seed), random.Random(seed)
    for _ in range(answers):
        decision = again.choice(recorder.game.decisions)
        recorder.choose(again.randrange(len(decision.options)), decision.seat)
    assert recorder.game.state.log == game.state.log
    assert recorder.game.key() == game.key()


def nothing_is_given_away(scenario: str) -> None:
    assert list(leaks(machine(scenario), range(1))) == []


def small_cases() -> None:
    """The cases of windows, chains, votes and formulas, each a small scenario of its own."""
    cases = (
        "tests/windows", "tests/cases/test_counts.py", "tests/cases/test_rule_cases.py", "tests/cases/test_runaway.py",
        "tests/laws/test_snapshot.py", "tests/play/test_secrets.py",
    )  # fmt: skip
    left_out = "not (c24 and choose) and not warned and not (two and routines)"
    with TemporaryDirectory() as folder:
        options = ["-q", "-x", "-n", "0", "-k", left_out, "-p", "no:cacheprovider", f"--basetemp={folder}/tests"]
        assert pytest.main([*options, *(str(ROOT / case) for case in cases)]) == 0
