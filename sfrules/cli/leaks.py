"""`sfrules leaks`: does play ever show a seat what it may not know?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sfrules.cli.console import to_stdout
from sfrules.cli.jobs import Jobs, processes
from sfrules.cli.progress import progress
from sfrules.cli.scenario import Gaps, ScenarioName, Variants, announce, load_chosen, playable
from sfrules.diag import how_many

if TYPE_CHECKING:
    from sfrules.play.forks import Leak

SHOWN = 8
"""How many answers of a play are printed; JSON has them all."""


def leaks(
    scenario: ScenarioName = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="Decides all chance of the run.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Write what was found as JSON.")] = False,
    every: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Look at one position in N, for very many games.", show_default=False),
    ] = None,
    gap: Gaps = None,
    variant: Variants = None,
    jobs: Jobs = 1,
) -> None:
    """Look for secrets that play gives away.

    Random seats play. Now and then the game is split into two worlds that differ only in what one seat (or the table)
    may not know, and both go on in the same way. That seat must see the same in both, until a rule tells it something:
    openly, tell, show, reveal, or cards that come into sight. Anything else that differs is a leak.

    \b
    Examples:
      sfrules leaks --games 1000
      sfrules leaks --gap failed-landing=noisy           the same under another ruling
      sfrules leaks --games 20000 --every 200 --jobs 0   few looks into many games, on all cores
      sfrules leaks --json > leaks.json                  with the whole play of each
    """
    import json

    from sfrules.cli.faults import content_faults
    from sfrules.engine.game import machine_for
    from sfrules.play.leaks import leaks_of_run, shortest

    chosen, loaded = load_chosen(scenario, gap, variant)
    announce(loaded, chosen, beside=as_json)
    playable(loaded, chosen)
    machine = machine_for(loaded.program())
    with content_faults(loaded, chosen), progress("Playing", games) as tell:
        found = shortest(leaks_of_run(machine, games, seed, every, processes(jobs), tell))
    if as_json:
        data = {
            "scenario": machine.program.id,
            "games": games,
            "seed": seed,
            "leaks": [as_data(leak) for leak in found],
        }
        sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    else:
        for line in report(found, games):
            to_stdout(line)
    if found:
        raise typer.Exit(1)


def report(found: list[Leak], games: int) -> Iterator[str]:
    """What was found, in words."""
    if not found:
        yield f"{how_many(games, 'game')}, and nothing that a seat saw told it more than it may know."
        return
    for leak in found:
        yield from _told(leak)
    yield f"{how_many(len(found), 'leak')} in {how_many(games, 'game')}."


def _told(leak: Leak) -> Iterator[str]:
    place = f"{leak.span}: " if leak.span is not None else ""
    rule = f" Rule: {leak.rule}." if leak.rule else ""
    yield f"{place}{leak.seat or 'Everybody'} can tell two worlds apart by {leak.what}.{rule}"
    yield f"  in one world:   {leak.here}"
    yield f"  in the other:   {leak.there}"
    for number, secret in enumerate(leak.secret):
        yield f"  {'what differs:' if number == 0 else '':14}  {secret}"
    yield f"  the play:       seed {leak.seed}, {how_many(len(leak.play), 'answer')}"
    if len(leak.play) > SHOWN:
        yield f"{'':18}... {len(leak.play) - SHOWN} before"
    for answer in leak.play[-SHOWN:]:
        yield f"{'':18}{answer}"
    yield ""


def as_data(leak: Leak) -> dict[str, Any]:
    """A leak as plain data."""
    place = None
    if leak.span is not None:
        place = {"file": leak.span.file, "line": leak.span.line, "column": leak.span.column}
    return {
        "seat": leak.seat or None,
        "by": leak.what,
        "rule": leak.rule or None,
        "place": place,
        "here": leak.here,
        "there": leak.there,
        "secret": list(leak.secret),
        "seed": leak.seed,
        "play": list(leak.play),
    }
