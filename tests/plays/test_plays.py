"""One game of each shipped scenario, in full. `pytest tests/plays --update` tells them anew: read the difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from sfrules.cli.speech import words_for
from sfrules.engine.game import machine_for
from sfrules.pipeline import load
from sfrules.play.playthrough import playthrough
from sfrules.resources import resource

HERE = Path(__file__).parent
SCENARIOS = sorted(path.parent for path in resource("content").glob("*/scenario.yaml"))
SEED = 1


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.name)
def test_the_game_is_told_as_it_was(scenario: Path, request: pytest.FixtureRequest):
    loaded = load(scenario, tests=False)
    text = "\n".join(playthrough(machine_for(loaded.program()), words_for(loaded.book), SEED)) + "\n"
    golden = HERE / f"{scenario.name}.txt"
    if request.config.getoption("--update"):
        golden.write_text(text, encoding="utf-8", newline="\n")
    assert text.splitlines() == golden.read_text(encoding="utf-8").splitlines()


def test_no_game_is_told_that_is_not_shipped():
    assert {path.stem for path in HERE.glob("*.txt")} == {scenario.name for scenario in SCENARIOS}
