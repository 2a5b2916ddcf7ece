"""Faults planted into the engine are noticed by the laws of play; what makes them changes one thing each."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.sabotage.contents import CONTENT, GROUND, ROOT
from tests.sabotage.laws import laws, telling, tellings
from tests.sabotage.mutants import count, planted
from tests.sabotage.run import known_survivors, sources, stale

SHIPPED = tuple(f"{path.parent.name}: " for path in CONTENT.glob("*/scenario.yaml"))

TEXT = """
from __future__ import annotations
LIMIT = 3
Name = dict[str, int]
def step(low: int, high: int = 2) -> int:
    '''Words.'''
    assert low
    for n in range(low, high):
        if n < LIMIT and not high:
            break
        high -= 1
    return [n for n in (low, high) if n is not None][0]
"""

MADE = {
    ("statement removed", "LIMIT = 3", "pass"),
    ("constant", "LIMIT = 3", "LIMIT = 4"),
    ("constant", "LIMIT = 3", "LIMIT = 2"),
    ("constant", "def step(low: int, high: int=2) -> int:", "def step(low: int, high: int=3) -> int:"),
    ("constant", "def step(low: int, high: int=2) -> int:", "def step(low: int, high: int=1) -> int:"),
    ("loop never entered", "for n in range(low, high):", "for n in ():"),
    ("arguments swapped", "for n in range(low, high):", "for n in range(high, low):"),
    ("negated condition", "if n < LIMIT and (not high):", "if not (n < LIMIT and (not high)):"),
    ("and with or", "if n < LIMIT and (not high):", "if n < LIMIT or not high:"),
    ("condition left out", "if n < LIMIT and (not high):", "if not high:"),
    ("condition left out", "if n < LIMIT and (not high):", "if n < LIMIT:"),
    ("comparison", "if n < LIMIT and (not high):", "if n <= LIMIT and (not high):"),
    ("comparison", "if n < LIMIT and (not high):", "if n >= LIMIT and (not high):"),
    ("not left out", "if n < LIMIT and (not high):", "if n < LIMIT and (not not high):"),
    ("break to continue", "break", "continue"),
    ("statement removed", "high -= 1", "pass"),
    ("arithmetic", "high -= 1", "high += 1"),
    ("constant", "high -= 1", "high -= 2"),
    ("constant", "high -= 1", "high -= 0"),
    ("nothing returned", "return [n for n in (low, high) if n is not None][0]", "return None"),
    (
        "negated condition", "return [n for n in (low, high) if n is not None][0]",
        "return [n for n in (low, high) if not n is not None][0]",
    ),
    (
        "comparison", "return [n for n in (low, high) if n is not None][0]",
        "return [n for n in (low, high) if n is None][0]",
    ),
    (
        "constant", "return [n for n in (low, high) if n is not None][0]",
        "return [n for n in (low, high) if n is not None][1]",
    ),
    (
        "constant", "return [n for n in (low, high) if n is not None][0]",
        "return [n for n in (low, high) if n is not None][-1]",
    ),
}  # fmt: skip


def test_these_faults_and_no_others_are_made():
    made = [fault for number in range(count(TEXT)) if (fault := planted("module", TEXT, number))]
    assert {(fault.operator, fault.before, fault.after) for fault, _ in made} == MADE
    assert len(made) == len(MADE)


def test_each_changes_one_thing():
    whole = ast.dump(ast.parse(TEXT))
    trees = [ast.dump(made[1]) for number in range(count(TEXT)) if (made := planted("module", TEXT, number))]
    assert len(set(trees)) == len(trees)
    assert whole not in trees


def test_a_game_on_the_proving_ground_is_told_as_it_was(request):
    for seed, golden in enumerate(tellings(GROUND), 1):
        text = "\n".join(telling(GROUND, seed)) + "\n"
        if request.config.getoption("--update"):
            golden.write_text(text, encoding="utf-8", newline="\n")
        assert text.splitlines() == golden.read_text("utf-8").splitlines()


def test_what_is_said_of_survivors_is_said_of_what_is_there():
    assert stale(known_survivors(), sources()) == []
    assert all(len(why) > 20 for why in known_survivors().values())


@pytest.mark.parametrize(
    ("name", "holds"), [pytest.param(*law, id=law[0]) for law in laws() if not law[0].startswith(SHIPPED)]
)
def test_on_the_proving_ground(name, holds):
    holds()


@pytest.mark.slow
def test_a_small_sample_is_caught():
    command = [sys.executable, "-m", "tests.sabotage.run", "--sample", "20", "--seed", "11", "--least", "70"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "20 faults: " in done.stdout
