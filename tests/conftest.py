"""What several folders of tests share: games that are saved and loaded between every two answers."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

import pytest

from sfrules.engine.game import Game
from sfrules.engine.snapshot import from_data, to_data

os.environ["SFRULES_CACHE"] = "off"  # a test looks at what is done now, not at what was said before


def saving(choose: Callable[..., None]) -> Callable[..., None]:
    """`choose`, with the game written down as JSON behind it and read again."""

    def chosen(game: Game, option: int | str, seat: int | None = None) -> None:
        choose(game, option, seat)
        before = game.state
        text = json.dumps(to_data(before))
        after = from_data(game.machine, json.loads(text))
        assert json.dumps(to_data(after)) == text
        assert after.key() == before.key()
        assert after.log == before.log
        after.oracle = before.oracle
        game.state = after

    return chosen


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game is saved and loaded between every two answers."""
    monkeypatch.setattr(Game, "choose", saving(Game.choose))


@pytest.fixture(params=["in one go", "saved"])
def twice(request: pytest.FixtureRequest) -> None:
    """The test runs in one go, and again with save and load between every two answers."""
    if request.param == "saved":
        request.getfixturevalue("saved")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the playthroughs of tests/plays anew")
