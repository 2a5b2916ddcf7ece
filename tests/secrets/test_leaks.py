"""Two worlds that differ only in what a seat may not know look the same to it; three planted leaks do not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from sfrules.engine.game import machine_for
from sfrules.engine.machine import Machine
from sfrules.pipeline import load
from sfrules.play.leaks import leaks
from sfrules.resources import resource

GAME = resource("content") / "shadow-frontiers"
PLANTED: dict[str, dict[str, Any]] = YAML(typ="safe").load((Path(__file__).parent / "planted.yaml").read_text("utf-8"))


def machine(edits: dict[Path, str] | None = None, folder: Path = GAME) -> Machine:
    loaded = load(folder, overlay=edits or {})
    assert loaded.playable, [str(d) for d in loaded.found]
    return machine_for(loaded.program())


def edited(plant: dict[str, Any]) -> dict[Path, str]:
    made = {}
    changes = [(plant["file"], plant["from"], plant["to"])]
    if "number" in plant:
        changes.append(("world.yaml", *plant["number"]))
    for file, old, new in changes:
        text = (GAME / file).read_text("utf-8")
        assert text.count(old) == 1, old
        made[GAME / file] = text.replace(old, new)
    return made


@pytest.mark.parametrize("games", [range(60)])
def test_the_shipped_game_keeps_its_secrets(games: range) -> None:
    assert [str(leak) for leak in leaks(machine(), games)] == []


@pytest.mark.slow
def test_the_shipped_game_keeps_its_secrets_in_500_games() -> None:
    assert [str(leak) for leak in leaks(machine(), range(500))] == []


def test_a_game_without_secrets_has_none_to_lose() -> None:
    assert list(leaks(machine(folder=GAME.parent / "tic-tac-toe"), range(20))) == []


def test_the_shipped_game_keeps_them_also_where_covert_operations_are_common() -> None:
    plain = {**PLANTED["failed-extract-told"], "to": PLANTED["failed-extract-told"]["from"]}
    assert [str(leak) for leak in leaks(machine(edited(plain)), range(20))] == []


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found(name: str) -> None:
    plant = PLANTED[name]
    found = next(leaks(machine(edited(plant)), range(plant["games"])), None)
    assert found is not None
    assert plant["by"] in found.what
