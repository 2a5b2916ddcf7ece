"""Our games beside those of others, in one run, in turn, on one core, by CPU time; one table.

    python benchmarks/beside_peers.py [--peers FOLDER] [--peer-python PYTHON] [--node NODE] [--core 1]
        [--rounds 5] [--seconds 1] [--only WORD] [--jobs 2] [--json FILE] [--markdown FILE]

FOLDER holds scripts that play the same games without us; each is left out where it, or what it needs, is not there:

    handwritten.py GAMES SEED        plays so many games of Shadow Frontiers and prints its decisions a game
    playouts_plain.py GAME           prints `name game playouts_per_s`, by its own CPU time, for BENCH_SECS seconds
    playouts_openspiel.py GAME       the same, by PYTHON, an interpreter that has OpenSpiel
    playouts_boardgameio.cjs MODE GAME    the same, by NODE, with boardgame.io beside it

Each row is measured once in each round; the medians are told, with the least and the most, and the ratio to the row
that the group is compared with is taken round by round. How our own games are played is told in `games.py`. With
--jobs, `sfrules simulate` is also timed by the clock with one job and with so many; that needs an idle machine.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import resource
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PEER_NAMES = {"tic-tac-toe": "tic_tac_toe", "connect-four": "connect_four", "kuhn-poker": "kuhn_poker"}
OURS = {
    "one-go": "sfrules, a game in one call", "number": "sfrules, answers by number", "name": "sfrules, options by name",
    "simulate": "sfrules simulate", "view": "sfrules, with a view at each decision",
}  # fmt: skip


@dataclass(slots=True)
class Measured:
    """Games a second in one round, and what else was told of them."""

    rate: float
    decisions: float | None = None
    content: str = ""


@dataclass(slots=True)
class Row:
    """One way to play a game. `measure` plays for a while."""

    game: str
    title: str
    measure: Callable[[], Measured]
    compared: bool = False
    found: list[Measured] = field(default_factory=list)

    @property
    def rates(self) -> list[float]:
        """Games a second in each round."""
        return [one.rate for one in self.found]

    @property
    def decisions(self) -> float | None:
        """Decisions a game."""
        told = [one.decisions for one in self.found if one.decisions is not None]
        return statistics.mean(told) if told else None


# how each is measured


def ours(work: str, scenario: str, seconds: float) -> Measured:
    """A process of ours, timed by itself once it is warm."""
    command = [sys.executable, str(HERE / "games.py"), work, scenario, "--seconds", str(seconds), "--rounds", "1"]
    told = json.loads(said(command))
    return Measured(told["median"], told["decisions_per_game"], told["content"])


def whole_games(script: Path, seconds: float) -> Measured:
    """A script that is told how many games to play: its start is taken out by playing few and many."""
    few, many = 200, 200 + int(2500 * seconds)
    took = [cpu([sys.executable, str(script), str(games), "1"]) for games in (few, many)]
    decisions = re.search(r"([0-9.]+) decisions/game", took[1][1])
    return Measured((many - few) / (took[1][0] - took[0][0]), float(decisions[1]) if decisions else None)


def playouts(command: list[str], seconds: float) -> Measured:
    """A script that times itself by CPU time and tells `name game rate`."""
    environment = {
        **os.environ, "BENCH_RUNS": "1", "BENCH_SECS": str(seconds), "BENCH_VERBOSE": "1", "NODE_ENV": "production",
    }  # fmt: skip
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    decisions = re.search(r"mean_decisions/game ([0-9.]+)", done.stderr)
    return Measured(float(done.stdout.split()[-1]), float(decisions[1]) if decisions else None)


def said(command: list[str]) -> str:
    """What a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def cpu(command: list[str]) -> tuple[float, str]:
    """CPU seconds, user and system, that a command has taken, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = said(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, text


# what is measured


def rows(args: argparse.Namespace) -> list[Row]:
    """Every row, a game's beside each other."""
    made = [*large_game(args)]
    for game in PEER_NAMES:
        made += small_game(game, args)
    return [row for row in made if args.only in f"{row.game} {row.title}"]


def large_game(args: argparse.Namespace) -> Iterator[Row]:
    """Shadow Frontiers, beside one written by hand."""
    game = "shadow-frontiers"
    script = args.peers / "handwritten.py" if args.peers else None
    if script is not None and script.is_file():
        yield Row(game, "written by hand in Python", partial(whole_games, script, args.seconds), compared=True)
    yield from ours_of(game, ("simulate", "one-go", "number", "name", "view"), args)


def small_game(game: str, args: argparse.Namespace) -> Iterator[Row]:
    """A game that others have too."""
    name = PEER_NAMES[game]
    for title, command in peers_of(name, args):
        yield Row(game, title, partial(playouts, command, args.seconds), compared=title.startswith("OpenSpiel, C++"))
    yield from ours_of(game, ("one-go", "number", "name", "view"), args)


def peers_of(name: str, args: argparse.Namespace) -> Iterator[tuple[str, list[str]]]:
    """The commands of others that are there."""
    if args.peers is None:
        return
    plain, spiel, boardgame = (
        args.peers / file for file in ("playouts_plain.py", "playouts_openspiel.py", "playouts_boardgameio.cjs")
    )
    if plain.is_file():
        yield "written by hand in Python", [sys.executable, str(plain), name]
    if spiel.is_file() and args.peer_python and works([args.peer_python, "-c", "import pyspiel"]):
        yield "OpenSpiel, C++ driven by Python", [args.peer_python, str(spiel), name]
        if name != "connect_four":
            yield "OpenSpiel, game in Python", [args.peer_python, str(spiel), f"python_{name}"]
    if boardgame.is_file() and args.node and (args.peers / "node_modules" / "boardgame.io").is_dir():
        yield "boardgame.io, its client", [args.node, str(boardgame), "client", name]
        yield "boardgame.io, its reducer", [args.node, str(boardgame), "reducer", name]


def works(command: list[str]) -> bool:
    """Whether a command can be run at all."""
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def ours_of(game: str, works_: tuple[str, ...], args: argparse.Namespace) -> Iterator[Row]:
    """Our rows for a game."""
    for work in works_:
        yield Row(game, OURS[work], partial(ours, work, game, args.seconds))


# what is told


def as_data(row: Row, all_rows: list[Row]) -> dict[str, Any]:
    """A row as plain data; the ratio is to the row that its game is compared with, round by round."""
    beside = next((other for other in all_rows if other.game == row.game and other.compared), None)
    median = statistics.median(row.rates)
    data: dict[str, Any] = {
        "game": row.game, "who": row.title, "games_per_s": round(median, 1),
        "least": round(min(row.rates), 1), "most": round(max(row.rates), 1),
        "decisions_per_game": round(row.decisions, 2) if row.decisions else None,
        "decisions_per_s": round(median * row.decisions) if row.decisions else None,
        "content": row.found[-1].content or None,
    }  # fmt: skip
    if beside is not None:
        data["ratio"] = round(statistics.median(a / b for a, b in zip(row.rates, beside.rates, strict=True)), 3)
    without = next((r for r in all_rows if (r.game, r.title) == (row.game, OURS["number"])), None)
    if row.title == OURS["view"] and without is not None:
        factors = [
            (b.rate * (b.decisions or 1)) / (a.rate * (a.decisions or 1))
            for a, b in zip(row.found, without.found, strict=True)
        ]
        data["factor_of_views"] = round(statistics.median(factors), 2)
    return data


def jobs(count: int, rounds: int) -> dict[str, Any]:
    """`sfrules simulate` with one job and with so many, by the clock on the wall, in turn."""
    command = [sys.executable, "-m", "sfrules", "simulate", "shadow-frontiers", "-n", "10000", "--json", "--jobs"]
    taken: dict[int, list[float]] = {1: [], count: []}
    content = ""
    for _ in range(rounds):
        for number, times in taken.items():
            told = json.loads(said([*command, str(number)]))
            times.append(told["speed"]["wall_s"])
            content = told["content"]
    ratios = [one / many for one, many in zip(taken[1], taken[count], strict=True)]
    return {
        "games": 10000, "content": content, "jobs": count, "one_job_s": statistics.median(taken[1]),
        "all_jobs_s": statistics.median(taken[count]), "times_as_fast": round(statistics.median(ratios), 2),
    }  # fmt: skip


def table(data: dict[str, Any]) -> Iterator[str]:
    """Everything as Markdown."""
    yield (
        f"Games a second of CPU time on one core, median (least to most) of {data['rounds']} rounds of "
        f"{data['seconds']:g} s in turn, {data['python']}."
    )
    yield ""
    yield "| game | who | games/s | decisions/s | decisions a game | ratio | content |"
    yield "|---|---|--:|--:|--:|--:|---|"
    for row in data["rows"]:
        spread = f"{row['games_per_s']:,.0f} ({row['least']:,.0f} to {row['most']:,.0f})"
        cells = [
            row["game"], row["who"], spread,
            f"{row['decisions_per_s']:,}" if row["decisions_per_s"] else "",
            f"{row['decisions_per_game']:.1f}" if row["decisions_per_game"] else "",
            f"{row['ratio']:.3f}" if "ratio" in row else "",
            row["content"] or "",
        ]  # fmt: skip
        yield f"| {' | '.join(cells)} |"
    for row in data["rows"]:
        if "factor_of_views" in row:
            yield ""
            factor = row["factor_of_views"]
            yield f"{row['game']}: with a view at each decision a game takes {factor:.2f} times as long."
    if "jobs" in data:
        told = data["jobs"]
        yield ""
        yield (
            f"{told['games']:,} simulated games by the clock: {told['one_job_s']:.2f} s with one job, "
            f"{told['all_jobs_s']:.2f} s with {told['jobs']}: {told['times_as_fast']:.2f} times as fast."
        )


def main() -> None:
    """Measures all there is and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", type=Path)
    parser.add_argument("--peer-python")
    parser.add_argument("--node", default=shutil.which("node"))
    parser.add_argument("--core", type=int)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--only", default="", help="only rows in whose game and title this stands")
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--markdown", type=Path)
    args = parser.parse_args()
    data: dict[str, Any] = {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "rounds": args.rounds, "seconds": args.seconds,
    }  # fmt: skip
    if args.jobs:  # on all cores, so before this process is bound to one
        data["jobs"] = jobs(args.jobs, args.rounds)
    if args.core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {args.core})
    measured = rows(args)
    for number in range(args.rounds):
        for row in measured:
            if sys.stderr.isatty():
                print(f"\rround {number + 1}: {row.game}, {row.title:40}", end="", file=sys.stderr, flush=True)
            row.found.append(row.measure())
    data["rows"] = [as_data(row, measured) for row in measured]
    text = "\n".join(table(data)) + "\n"
    print(text, end="")
    if args.markdown:
        args.markdown.write_text(text, encoding="utf-8")
    if args.json:
        args.json.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
