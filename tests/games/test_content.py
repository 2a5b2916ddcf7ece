"""Every shipped game is clean in every variant and under every ruling, and can be played to an end."""

from __future__ import annotations

import pytest

from sfrules.engine.game import machine_for
from sfrules.model.choices import Choices
from sfrules.pipeline import load
from sfrules.play.simulate import simulate

from .table import CONTENT

SMALL = ("connect-four", "kuhn-poker", "liars-dice", "nim", "tic-tac-toe", "werewolf")


def choices() -> list[tuple[str, Choices]]:
    made = []
    for scenario in SMALL:
        book = load(CONTENT / scenario).book
        made.append((scenario, Choices()))
        made += [(scenario, Choices(variants=(str(variant),))) for variant in book.variants]
        made += [(scenario, Choices({str(g): str(o)})) for g, gap in book.gaps.items() for o in gap.options]
    return made


@pytest.mark.parametrize(("scenario", "chosen"), choices(), ids=lambda value: value if isinstance(value, str) else None)
def test_a_shipped_game_is_clean_and_playable(scenario: str, chosen: Choices) -> None:
    loaded = load(CONTENT / scenario, chosen)
    assert [str(found) for found in loaded.found] == []
    assert simulate(machine_for(loaded.program()), 20, 1).games == 20
