"""A small sample of the corpus: enough to show that nothing has fallen far below what is promised."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants import corpus
from tests.mutants.classes import CLASSES, PLACED
from tests.mutants.ground import games

SAMPLE, SEED = 10, 2
SLACK = {"swapped-name": 34, "changed-number": 25, "misspelt-definition": 15, "secret-legality": 20}
"""How far below its share a class may fall in a sample of ten, in per cent; others may miss one slip."""


@pytest.fixture(scope="module")
def scores():
    return corpus.run(SAMPLE, SEED)


@pytest.mark.slow
def test_nothing_crashes_hangs_or_is_said_of_no_place(scores):
    assert {kind: score.troubles for kind, score in scores.items()} == dict.fromkeys(CLASSES, 0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", CLASSES)
def test_slips_are_caught_as_often_as_promised(scores, kind):
    score = scores[kind]
    assert score.planted == SAMPLE
    missed = score.counting - score.caught
    assert missed <= 1 or score.share >= CLASSES[kind].least - SLACK.get(kind, 0)


@pytest.mark.slow
def test_what_is_caught_is_placed(scores):
    caught = sum(score.caught for score in scores.values())
    assert 100 * sum(score.placed for score in scores.values()) / caught >= PLACED - 3


def test_the_page_and_the_list_of_survivors_are_those_of_the_script():
    page = Path("site/templates/language-noticed.md.j2").read_text(encoding="utf-8")
    for entry in CLASSES.values():
        assert f"| {entry.title} | {entry.what} |" in page
        assert f"| {entry.least:g} % |" in page


def test_the_ground_is_what_the_content_says():
    ground = games(corpus.CONTENT)
    assert {game.name for game in ground} == {path.parent.name for path in corpus.CONTENT.glob("*/scenario.yaml")}
    for game in ground:
        for spots in game.spots.values():
            for spot in spots:
                span = spot.node.span
                assert 1 <= span.line <= len(game.files[span.file].lines)
