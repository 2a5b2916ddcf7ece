"""`sfrules simulate`: many games by random seats, and what came of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sfrules.cli.console import to_stderr, to_stdout
from sfrules.cli.jobs import Jobs, processes
from sfrules.cli.progress import progress
from sfrules.cli.scenario import Gaps, ScenarioName, Variants, announce, load_chosen, playable
from sfrules.diag import how_many

if TYPE_CHECKING:
    from sfrules.engine.machine import Machine
    from sfrules.play.simulate import Tally
    from sfrules.play.words import Words


def simulate(
    scenario: ScenarioName = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="Decides all chance of the run.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Write the numbers as JSON.")] = False,
    save_record: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep a record of one game for each ending.", show_default=False),
    ] = None,
    gap: Gaps = None,
    variant: Variants = None,
    jobs: Jobs = 1,
) -> None:
    """Let random seats play many games, and count how they end.

    Random seats play badly, but they go everywhere: an ending that they never reach, or reach always, is worth a look.
    Behind each share stands its 95 % interval, and the seed of a game that ended so: `sfrules replay --seed` shows it.

    \b
    Examples:
      sfrules simulate --games 5000
      sfrules simulate --gap first-player=oldest         the same under another ruling
      sfrules simulate --json > numbers.json
      sfrules simulate -n 100000 --jobs 0                on all cores: the same numbers, sooner
      sfrules simulate --save-record records             one game of each ending, kept
    """
    import json

    from sfrules.cli.faults import content_faults
    from sfrules.cli.speech import words_for
    from sfrules.engine.game import machine_for
    from sfrules.play.simulate import as_data, simulate, speed_of

    chosen, loaded = load_chosen(scenario, gap, variant)
    announce(loaded, chosen, beside=as_json)
    playable(loaded, chosen)
    machine, words = machine_for(loaded.program()), words_for(loaded.book)
    with content_faults(loaded, chosen):
        with progress("Playing", games) as tell:
            tally = simulate(machine, games, seed, tell, processes(jobs))
        if save_record is not None:
            _keep(machine, tally, save_record)
    data = {**as_data(tally, machine), "speed": speed_of(tally)}
    for ending in data["endings"]:
        ending["title"] = words.ending(ending["ending"], ending["given"])
    if as_json:
        sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    else:
        for line in report_lines(data, words, f"sfrules replay{chosen.option} --seed"):
            to_stdout(line)


def _keep(machine: Machine, tally: Tally, folder: Path) -> None:
    """One record for each ending, named after it."""
    from sfrules.play.saves import write_save
    from sfrules.play.simulate import play_again

    for name, ending in tally.endings.items():
        assert ending.seed is not None, "an ending that was counted has had a game"
        path = folder / f"{name.replace('(', '-').replace(')', '').replace(', ', '-')}.json"
        write_save(path, play_again(machine, ending.seed)[0])
        to_stderr(f"kept {path}")


def report_lines(data: dict[str, Any], words: Words, again: str) -> Iterator[str]:
    """The numbers in words, for people; `again` is the command that shows a game, but for its seed."""
    yield ""
    games = how_many(data["games"], "game")
    yield f"{games} with random seats, seed {data['seed']}; each ending's share, its 95 % interval"
    yield ""
    for ending in data["endings"]:
        low, high = ending["interval"]
        yield f"{ending['share']:7.1%}  {low:6.1%} to {high:6.1%}  {ending['title']}"
        for way in ending["ways"][:4] if any("phase" in way or "entry" in way for way in ending["ways"]) else ():
            yield f"{'':26}{way['games']:>6} x {_way(way, words)}"
        rest = [way["games"] for way in ending["ways"][4:]]
        if rest:
            others = "another way" if len(rest) == 1 else f"{len(rest)} other ways, each at most {max(rest)} x"
            yield f"{'':26}{sum(rest):>6} x by {others}"
        if ending["games"]:
            yield f"{'':26}to see one: {again} {ending['seed']}"
        else:
            yield f"{'':26}no game came to it"
    yield ""
    for phase, spread in data["rounds"].items():
        yield f"{words.phase(phase)}: {_spread(spread)}"
    yield f"Decisions a game: {_spread(data['decisions'])}"
    yield from _seats("Wins", data["wins"], words)
    for award, shares in data["awards"].items():
        yield from _seats(words.named("awards", award), shares, words)
    yield ""
    yield from _speed(data["speed"])


def _speed(speed: dict[str, float]) -> Iterator[str]:
    jobs, each = speed["jobs"], (speed["games_per_cpu_s"], speed["decisions_per_cpu_s"])
    yield "{:,.0f} games and {:,.0f} decisions a second of one core".format(*each)
    if jobs > 1:
        yield f"{speed['games_per_s']:,.0f} games a second by the clock, with {jobs:g} jobs: {speed['wall_s']:.1f} s"


def _way(way: dict[str, Any], words: Words) -> str:
    parts = [words.phase(way["phase"])] if "phase" in way else []
    if "entry" in way:
        parts.append(words.entry(way["entry"]))
    elif "card" in way:
        parts.append(words.card(way["card"]))
    return ": ".join(parts) or "the last move"


def _spread(spread: dict[str, float]) -> str:
    return f"{spread['mean']:.1f} on average, {spread['least']:g} to {spread['most']:g}"


def _seats(title: str, shares: dict[str, float], words: Words) -> Iterator[str]:
    if any(shares.values()):
        yield f"{title}:"
        for seat, share in shares.items():
            yield f"{share:7.1%}  {words.thing(seat)}"
