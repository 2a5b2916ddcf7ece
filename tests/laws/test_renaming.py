"""The Python knows no game: called otherwise, a scenario is the same game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sfrules.engine.game import machine_for, new_game
from sfrules.pipeline import load
from sfrules.resources import resource

from .renaming import Renaming

SCENARIOS = sorted(p.parent for p in resource("content").glob("*/scenario.yaml"))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda p: p.name)
def test_a_renamed_scenario_is_the_same_game(scenario: Path, tmp_path: Path) -> None:
    loaded = load(scenario)
    renaming = Renaming(loaded.book, 7)
    renaming.write(scenario, tmp_path)
    other = load(tmp_path)
    assert [str(d) for d in other.found if d.severity == "error"] == []
    here, there = machine_for(loaded.program()), machine_for(other.program())
    # the streams of chance are called by where they stand, so they are renamed with it: the same chance in both worlds
    there.salts = here.salts
    for seed in range(25):
        a, b = new_game(here, seed), new_game(there, seed)
        rng = random.Random(seed)
        while not a.over:
            assert [len(x.options) for x in a.decisions] == [len(x.options) for x in b.decisions]
            options, others = a.decisions[0].options, b.decisions[0].options
            assert tuple(renamed(renaming, option) for option in options) == others
            pick = rng.randrange(len(options))
            a.choose(pick)
            b.choose(pick)
        assert a.result == b.result
        assert a.state.S == b.state.S
        assert a.state.Z == b.state.Z
        assert len(a.state.log) == len(b.state.log)


def renamed(renaming: Renaming, option: str) -> str:
    """An option's name under the mapping, part by part."""
    out, word = "", ""
    for char in option + "\n":
        if char.isalnum() or char == "-":
            word += char
        else:
            out += renaming.id(word) + char
            word = ""
    return out.rstrip("\n")
