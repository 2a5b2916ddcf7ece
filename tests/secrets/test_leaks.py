"""Leaks planted into games, each found by the check that must find it; and none in games that keep their secrets."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from sfrules.engine.game import machine_for
from sfrules.engine.record import replay
from sfrules.lang.releases import RELEASES
from sfrules.lang.verbs import VERBS
from sfrules.model.choices import Choices
from sfrules.pipeline import Loaded, load
from sfrules.play.forks import Leak
from sfrules.play.leaks import leaks, shortest
from sfrules.resources import resource
from tests.secrets.engines import FAULTS

HERE = Path(__file__).parent
CONTENT = resource("content")
SHIPPED = sorted(path.name for path in CONTENT.iterdir() if path.is_dir())
PLANTED: dict[str, dict[str, Any]] = YAML(typ="safe").load((HERE / "planted.yaml").read_text("utf-8"))
IN_CONTENT = [name for name, plant in PLANTED.items() if "code" in plant]
IN_PLAY = [name for name, plant in PLANTED.items() if "by" in plant]
EARLY = ("world.yaml", "covert-round: {value: 6,", "covert-round: {value: 1,")


def folder(name: str) -> Path:
    return HERE / name if (HERE / name).is_dir() else CONTENT / name


def planted(plant: dict[str, Any], *, with_leak: bool = True) -> Loaded:
    root = folder(plant["scenario"])
    texts: dict[Path, str] = {}
    edits = plant.get("edits", ()) if with_leak else ()
    for file, old, new in (*edits, *((EARLY,) if plant.get("early") else ())):
        text = texts.get(root / file) or (root / file).read_text("utf-8")
        assert text.count(old) == 1, old
        texts[root / file] = text.replace(old, new)
    variants = (plant["variant"],) if "variant" in plant else ()
    return load(root, Choices(variants=variants), overlay=texts, tests=False)


def found_in(plant: dict[str, Any]) -> Leak | None:
    loaded = planted(plant)
    assert loaded.playable, [str(d) for d in loaded.found]
    with FAULTS[plant["engine"]]() if "engine" in plant else nullcontext():
        return next(leaks(machine_for(loaded.program()), range(plant["games"])), None)


def test_there_are_enough_of_them_and_each_must_be_found() -> None:
    assert len(PLANTED) >= 45
    assert len({plant["scenario"] for plant in PLANTED.values()}) >= 4
    assert set(IN_CONTENT) | set(IN_PLAY) == set(PLANTED)
    assert {plant["engine"] for plant in PLANTED.values() if "engine" in plant} == set(FAULTS)


@pytest.mark.parametrize("name", IN_CONTENT)
def test_the_static_check_finds_it(name: str) -> None:
    plant = PLANTED[name]
    told = [d for d in planted(plant).found if d.code == plant["code"]]
    assert told
    assert told[0].related
    assert told[0].help


@pytest.mark.parametrize("name", [n for n in IN_PLAY if PLANTED[n]["games"] <= 20])
def test_the_leak_test_finds_it(name: str) -> None:
    leak = found_in(PLANTED[name])
    assert leak is not None
    assert PLANTED[name]["by"] in leak.what


ASKED_FOR = ("search-only-where-he-is", "window-only-for-holders", "failed-extract-told")
RARE = [n for n in IN_PLAY if PLANTED[n]["games"] > 60 and n not in ASKED_FOR]


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in IN_PLAY if PLANTED[n]["games"] > 20 and n not in RARE])
def test_the_leak_test_finds_it_in_more_games(name: str) -> None:
    test_the_leak_test_finds_it(name)


@pytest.mark.nightly
@pytest.mark.parametrize("name", RARE)
def test_the_leak_test_finds_it_in_many_games(name: str) -> None:
    test_the_leak_test_finds_it(name)


@pytest.mark.parametrize("name", [*SHIPPED, "watch"])
def test_the_static_check_finds_nothing_in_a_game_that_keeps_its_secrets(name: str) -> None:
    assert [str(d) for d in load(folder(name), tests=False).found if d.code.startswith("SF4")] == []


@pytest.mark.parametrize(("name", "games"), [(name, 40 if name == "shadow-frontiers" else 8) for name in SHIPPED])
def test_play_gives_nothing_away(name: str, games: int) -> None:
    machine = machine_for(load(folder(name), tests=False).program())
    assert [str(leak) for leak in leaks(machine, range(games))] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SHIPPED, "watch"])
def test_play_gives_nothing_away_in_more_games(name: str) -> None:
    machine = machine_for(load(folder(name), tests=False).program())
    assert [str(leak) for leak in leaks(machine, range(500 if name == "shadow-frontiers" else 60))] == []


def test_play_gives_nothing_away_either_where_covert_operations_are_common() -> None:
    machine = machine_for(planted(PLANTED["attempts-counted"], with_leak=False).program())
    assert [str(leak) for leak in leaks(machine, range(20))] == []


# what is told of a leak


def test_a_leak_names_the_rule_the_secret_and_a_play_that_shows_it() -> None:
    plant = PLANTED["close-call"]
    loaded = planted(plant)
    machine = machine_for(loaded.program())
    (leak, *_) = shortest(leaks(machine, range(6)))
    assert leak.rule == "triggers close-call effect"
    assert leak.span is not None
    assert leak.span.file.endswith("endings.yaml")
    assert [secret.split(" is ")[0] for secret in leak.secret] == ["assassin.place"]
    assert leak.record is not None
    *_, (game, last) = replay(machine, leak.record)
    assert last is None
    assert not game.over or leak.what == "the log"
    assert leak.step == len(leak.play) == len(leak.record.answers)


def test_of_leaks_from_one_place_the_shortest_play_is_kept() -> None:
    machine = machine_for(planted(PLANTED["sixes-announced"]).program())
    every = list(leaks(machine, range(4)))
    (one,) = shortest(every)
    assert len(every) > 1
    assert len(one.play) == min(len(leak.play) for leak in every)


def test_the_same_run_finds_the_same() -> None:
    machine = machine_for(planted(PLANTED["stake-by-hand"]).program())
    assert list(map(str, leaks(machine, range(5)))) == list(map(str, leaks(machine, range(5))))


def test_each_release_point_is_a_verb() -> None:
    assert {release.node for release in RELEASES} <= set(VERBS)
