"""One edge less in the map file: other moves are legal; the drawn map and the rulebook say so; no Python is touched."""

from __future__ import annotations

from pathlib import Path

from sfrules.engine.game import Game, machine_for, new_game
from sfrules.pipeline import Loaded, load
from sfrules.publish.map import draw_map
from sfrules.publish.rulebook import rulebook_pages
from sfrules.resources import resource

GAME = resource("content") / "shadow-frontiers"
EDGE = "    - [capital, intelligence-hq]\n"


def without_edge() -> Loaded:
    path = GAME / "map.yaml"
    text = path.read_text("utf-8")
    assert text.count(EDGE) == 1
    return load(GAME, overlay={path: text.replace(EDGE, "")})


def first_turn(loaded: Loaded) -> Game:
    game = new_game(machine_for(loaded.program()), 1)
    while game.decision is not None and game.decision.kind == "confirm":
        game.choose(0)
    return game


def moves(loaded: Loaded) -> set[str]:
    decision = first_turn(loaded).decision
    assert decision is not None
    return {option for option in decision.options if option.startswith("move:")}


def pages(loaded: Loaded) -> dict[str, str]:
    return {page.name: page.text for page in rulebook_pages(loaded.book)[1]}


def test_one_edge_less_changes_moves_map_and_rulebook() -> None:
    before, after = load(GAME), without_edge()
    assert after.playable
    assert moves(before) - moves(after) == {"move:intelligence-hq"}
    assert moves(after) < moves(before)
    drawn = [draw_map(loaded.book, lambda place: f"{place}.html") for loaded in (before, after)]
    assert drawn[0].count("<line") + drawn[0].count("<path") > drawn[1].count("<line") + drawn[1].count("<path")
    told, told_now = pages(before), pages(after)
    changed = {name for name, text in told.items() if told_now[name] != text}
    assert "map.md" in changed
    assert all(any(place in name for name in changed) for place in ("capital", "intelligence-hq"))


def test_the_map_file_is_the_only_place_that_names_edges() -> None:
    named = [
        path for path in Path(resource("content")).rglob("*.yaml") if EDGE.strip(" -\n") in path.read_text("utf-8")
    ]
    assert [path.name for path in named if path.parent.name == "shadow-frontiers"] == ["map.yaml"]
