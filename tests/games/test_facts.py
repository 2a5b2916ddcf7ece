"""The exact facts of the shipped games, each a row of facts.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from sfrules.engine.game import Game
from sfrules.engine.view import view
from sfrules.play.explore import MOST_HISTORIES, Bounds, as_data, explore
from sfrules.play.graph import search
from sfrules.play.solve import values

from .table import CONTENT, machine

FACTS: dict[str, dict[str, Any]] = YAML(typ="safe").load((Path(__file__).parent / "facts.yaml").read_text("utf-8"))
ROWS = [pytest.param(name, marks=[pytest.mark.slow] * fact.get("slow", False)) for name, fact in FACTS.items()]


@pytest.mark.parametrize("name", ROWS)
def test_a_search_reaches(name: str) -> None:
    fact = FACTS[name]
    made = machine(CONTENT / fact["scenario"], fact.get("variants", ()), fact.get("gaps"))
    data = as_data(explore(made, Bounds(fact.get("depth")), fact.get("histories", MOST_HISTORIES)))
    assert {key: data[key] for key in fact["expect"]} == fact["expect"]
    if "payoffs" in fact:
        assert data["values"]["payoffs"] == fact["payoffs"]
    if "best" in fact:
        first = data["values"]["first"]
        assert [answer for answer, worth in first.items() if worth == max(first.values(), key=int)] == fact["best"]


@pytest.mark.parametrize("name", [name for name, fact in FACTS.items() if "situations" in fact])
def test_it_is_lost_for_whoever_is_to_move_in_so_many_situations(name: str) -> None:
    fact = FACTS[name]
    kind = fact["situations"]["kind"]

    def situation(game: Game) -> str:
        return repr(view(game, None)["things"][kind])

    graph = search(machine(CONTENT / fact["scenario"], fact.get("variants", ())), label=situation)
    worth = values(graph)
    assert worth is not None
    lost: dict[Any, set[bool]] = {}
    for position, payoffs in zip(graph.positions, worth, strict=True):
        # at the end nothing is left to take, and whoever would have to has lost
        lost.setdefault(position.label, set()).add(bool(position.ending) or payoffs[position.seat] < 0)
    assert all(len(found) == 1 for found in lost.values())
    assert len(lost) == fact["situations"]["all"]
    assert sum(found == {True} for found in lost.values()) == fact["situations"]["lost"]
