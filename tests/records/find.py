"""Finds and keeps one record for each way in which a game can end: `python tests/records/find.py`.

A guided player searches the seeds: it prefers options that fit the patterns of what is looked for, the first one most.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
CONTENT = HERE.parents[1] / "content" / "shadow-frontiers"
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parents[1]))

from sfrules.engine.game import machine_for  # noqa: E402 - the checkout comes before what is installed
from sfrules.engine.machine import Machine  # noqa: E402
from sfrules.engine.record import Recorder, outcome, to_json  # noqa: E402
from sfrules.pipeline import load  # noqa: E402

SEEDS = 20_000
FAITH = 0.9
"""How often the player follows the patterns where one fits."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file's name, the outcome looked for, and what to prefer on the way, best first."""

    name: str
    outcome: str
    prefers: tuple[str, ...]


EXTRACTION = (
    "extract", "pass", "stand-down", "end-turn", "move-asset:(airport|northern-border)",
    "move:(airport|northern-border)", r"investigate(\+deep-search)?", "negotiate",
)  # fmt: skip
CAPTURE = ("search", "pass", "stand-down", "end-turn", r"investigate(\+deep-search)?", "move:.*", "negotiate")
CRISIS = ("media-bombshell", "pass", "stand-down", "end-turn", r"move:[a-z-]+", r"investigate(\+deep-search)?")

WANTED = (
    Wanted("arkania-wins", "national-victory(arkania)", CAPTURE),
    Wanted("belvaria-wins", "national-victory(belvaria)", EXTRACTION),
    Wanted("capture-below-60", "capture-stalemate", CAPTURE),
    Wanted("extraction-below-60", "extraction-stalemate", EXTRACTION),
    Wanted("end-of-round-8", "final-stalemate", ("negotiate",)),
    Wanted("crisis-survival-victory", r"crisis-survival\(.*", CRISIS),
    Wanted("mutual-crisis-collapse", "mutual-collapse", CRISIS),
)


def guided(machine: Machine, seed: int, prefers: Sequence[str]) -> Recorder:
    """Plays one game to its end."""
    recorder, chance = Recorder(machine, seed), random.Random(seed)
    while not recorder.game.over:
        decision = chance.choice(recorder.game.decisions)
        recorder.choose(preferred(decision.options, prefers, chance), decision.seat)
    return recorder


def preferred(options: Sequence[str], prefers: Sequence[str], chance: random.Random) -> str:
    """One of the options that fit the first fitting pattern, mostly; any of them else."""
    if chance.random() < FAITH:
        for pattern in prefers:
            fitting = [option for option in options if re.fullmatch(pattern, option)]
            if fitting:
                return chance.choice(fitting)
    return chance.choice(list(options))


def find(machine: Machine, wanted: Wanted) -> Recorder | None:
    """The first game that ends as wanted."""
    for seed in range(1, SEEDS + 1):
        recorder = guided(machine, seed, wanted.prefers)
        found = outcome(recorder.game)
        if found == wanted.outcome or re.fullmatch(wanted.outcome, found):
            return recorder
    return None


def main() -> int:
    machine = machine_for(load(CONTENT).program())
    missing = 0
    for wanted in WANTED:
        recorder = find(machine, wanted)
        if recorder is None:
            print(f"{wanted.name}: none within {SEEDS} seeds")
            missing += 1
            continue
        record = recorder.record()
        (HERE / f"{wanted.name}.json").write_text(to_json(record), encoding="utf-8", newline="\n")
        print(f"{wanted.name}: seed {record.seed}, {len(record.answers)} answers, {record.outcome}")
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
