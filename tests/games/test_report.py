"""What the command says of a game, in words."""

from __future__ import annotations

import pytest

from sfrules.cli.explore import report_lines
from sfrules.cli.speech import words_for
from sfrules.engine.game import machine_for
from sfrules.model.choices import Choices
from sfrules.pipeline import load
from sfrules.play.explore import Bounds, as_data, explore

from .table import CONTENT

CASES = [
    ("nim", (), Bounds(), "First answers that keep this: 1 of 12: a,2"),
    ("nim", (), Bounds(), "Complete games: 431,128, of 3 to 12 answers"),
    ("nim", ("one-two-three",), Bounds(), "               -1 First"),
    ("connect-four", (), Bounds(depth=3), "  behind 3 answers: 238 by 343 ways"),
    ("connect-four", (), Bounds(depth=3), "Not the whole game: as you said. What follows is counted up to answer 3."),
    (
        "connect-four",
        (),
        Bounds(positions=50),
        "Not the whole game: there are more positions than --most allows. What follows is counted up to answer 1.",
    ),
    (
        "kuhn-poker",
        (),
        Bounds(positions=2),
        "Not the whole game: the setup alone can turn out in more ways than --most allows.",
    ),
    ("kuhn-poker", (), Bounds(), "Something is hidden. Ways to deal: 6. Situations that a seat can tell apart:"),
    ("kuhn-poker", (), Bounds(), "When both play their best, Elder Hand gets on average -1/18"),
]


@pytest.mark.parametrize(("scenario", "variants", "bounds", "line"), CASES)
def test_it_says(scenario: str, variants: tuple[str, ...], bounds: Bounds, line: str) -> None:
    loaded = load(CONTENT / scenario, Choices(variants=variants))
    data = as_data(explore(machine_for(loaded.program()), bounds))
    assert line in list(report_lines(data, words_for(loaded.book), bounds.depth))
