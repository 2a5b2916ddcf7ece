"""`sfrules validate` beside yamllint and check-jsonschema on the same generated content, in one run, by CPU time.

    python benchmarks/validate_beside_linters.py [--lines 3000 30000] [--rounds 5] [--core 0]
        [--yamllint COMMAND] [--check-jsonschema COMMAND]

Whole processes in turn, none with anything remembered: yamllint with its usual rules, check-jsonschema with the schema
that `sfrules schema` writes, sfrules with all static checks; then sfrules where nothing has changed since that run.
A peer that is not installed is left out. Minimum and median are printed, and how much more ten times the content takes
beyond the start; nothing is judged.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import content

LEAST = """scenario: {title: Least, seats: 1}
kinds: {captain: {seat: yes, title: Captain}}
things: {captain: {east: {title: East}}}
endings: {dusk: {title: Dusk, payoff: 0}}
play: finish with dusk
"""
"""What a scenario needs at least to be played: all checks run, and find nothing to look at."""


def cpu(command: Sequence[str], remembering: str = "off") -> float:
    """CPU seconds, user and system, that a command has taken; what it finds does not matter."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "SFRULES_CACHE": remembering}
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: {done.stderr.decode()[-400:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def commands(folder: Path, schema: Path, args: argparse.Namespace) -> dict[str, list[str]]:
    """What is measured on one scenario."""
    found = {"sfrules": [sys.executable, "-m", "sfrules", "validate", str(folder)]}
    files = sorted(map(str, folder.rglob("*.yaml")))
    if yamllint := shutil.which(args.yamllint):
        found["yamllint"] = [yamllint, *files]
    if check := shutil.which(args.check_jsonschema):
        found["check-jsonschema"] = [check, "--schemafile", str(schema), *files]
    return found


def schema_in(folder: Path) -> Path:
    """A schema for content files."""
    path = folder / "content.json"
    path.write_bytes(
        subprocess.run([sys.executable, "-m", "sfrules", "schema"], capture_output=True, check=True).stdout
    )
    return path


def measured(folder: Path, schema: Path, args: argparse.Namespace) -> dict[str, list[float]]:
    """Seconds of each command in each round."""
    wanted = commands(folder, schema, args)
    memory = str(folder.parent / "memory")
    cpu(wanted["sfrules"], memory)
    found: dict[str, list[float]] = {}
    for _ in range(args.rounds):
        for name, command in wanted.items():
            found.setdefault(name, []).append(cpu(command))
        found.setdefault("sfrules again", []).append(cpu(wanted["sfrules"], memory))
    return found


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, nargs="+", default=[3000, 30000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--core", type=int, default=None)
    parser.add_argument("--yamllint", default="yamllint")
    parser.add_argument("--check-jsonschema", default="check-jsonschema")
    args = parser.parse_args()
    if args.core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {args.core})
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        schema = schema_in(top)
        least = top / "least" / "game"
        least.mkdir(parents=True)
        (least / "scenario.yaml").write_text(LEAST, encoding="utf-8")
        start = min(measured(least, schema, args)["sfrules"])
        beyond: dict[int, float] = {}
        print(f"start: {start:.3f} s for the least scenario")
        for lines in args.lines:
            folder = top / str(lines) / "game"
            real = content.write(folder, lines, 1)
            for tool, seconds in measured(folder, schema, args).items():
                print(f"{real:7} lines  {tool:16} min {min(seconds):6.3f}  median {statistics.median(seconds):6.3f}")
                if tool == "sfrules":
                    beyond[real] = min(seconds) - start
        sizes = sorted(beyond)
        for small, large in pairwise(sizes):
            print(f"{large / small:.1f} times the content takes {beyond[large] / beyond[small]:.1f} times the time")


if __name__ == "__main__":
    main()
