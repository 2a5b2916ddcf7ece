"""`sfrules replay`: a game seen again, in words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sfrules.cli.console import Refused, to_stderr, to_stdout
from sfrules.cli.records import as_played, read_record
from sfrules.cli.scenario import Gaps, Language, Variants, announce, load_chosen, playable

if TYPE_CHECKING:
    from sfrules.engine.machine import Machine
    from sfrules.engine.record import Record
    from sfrules.play.replaying import Retelling
    from sfrules.play.saves import Saved


def replay(
    record: Annotated[
        Path | None, typer.Argument(metavar="[RECORD]", help="A game that was kept.", show_default=False)
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="In place of a record: the random game of this seed.", show_default=False)
    ] = None,
    scenario: Annotated[
        str | None, typer.Option(metavar="SCENARIO", help="Path or name of the scenario.", show_default=False)
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT", help="Tell only what this seat sees; table for all in common.", show_default=False
        ),
    ] = None,
    step: Annotated[
        int | None, typer.Option(min=0, help="Stop before this answer, counted from 1.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write the events and the last view as JSON.")] = False,
    gap: Gaps = None,
    variant: Variants = None,
    language: Language = None,
) -> None:
    """Show a game again, and check that it still ends as it did.

    Without --seat every answer of every seat is told. The exit code is 1 when the record does not fit the content any
    more, or ends otherwise.

    \b
    Examples:
      sfrules replay my-game.json
      sfrules replay my-game.json --seat north --step 40   what north saw before the 40th answer
      sfrules replay --seed 12345                          a game that sfrules simulate named
    """
    from sfrules.cli.faults import content_faults
    from sfrules.cli.speech import words_for
    from sfrules.engine.game import machine_for
    from sfrules.play.replaying import retell
    from sfrules.play.simulate import play_again

    made = _record(record, seed)
    if made is not None:
        scenario, gap, variant = as_played(made, scenario, gap, variant)
    chosen, loaded = load_chosen(scenario, gap, variant, language)
    announce(loaded, chosen, beside=as_json)
    playable(loaded, chosen)
    machine, words = machine_for(loaded.program()), words_for(loaded.book)
    viewer = _viewer(machine, seat)
    with content_faults(loaded, chosen):
        kept, mistake = (made.record, None) if made is not None else play_again(machine, seed or 0)
        _warn(kept, machine)
        told = retell(machine, words, kept, viewer, step)
        _show(told, as_json=as_json)
        if mistake is not None and step is None:
            raise mistake
    _judge(told, kept, whole=step is None)


def _record(path: Path | None, seed: int | None) -> Saved | None:
    if (path is None) == (seed is None):
        raise Refused("name a record, or give --seed, and not both", "Try: sfrules replay --help")
    return read_record(path) if path is not None else None


def _viewer(machine: Machine, seat: str | None) -> int | str | None:
    """The number of a seat, None for the table, "" for one who sees all."""
    from sfrules.diag import did_you_mean

    known = [machine.seat_name(number) for number in range(machine.seats)]
    if seat is None:
        return ""
    if seat == "table":
        return None
    if seat not in known:
        raise Refused(
            f"there is no seat “{seat}”.{did_you_mean(seat, known)}", f"Seats are: {', '.join(known)}, table."
        )
    return known.index(seat)


def _warn(record: Record, machine: Machine) -> None:
    if record.content != machine.program.fingerprint:
        to_stderr("Warning: the content has changed since this record was made; it is played again by names.")


def _show(told: Retelling, *, as_json: bool) -> None:
    import json

    if as_json:
        sys.stdout.write(json.dumps(told.as_data(), ensure_ascii=False, indent=2) + "\n")
    else:
        for line in told.lines:
            to_stdout(line)


def _judge(told: Retelling, record: Record, *, whole: bool) -> None:
    """Whether the game went as it was written down."""
    if told.stopped:
        to_stderr(f"The record stops to fit: {told.stopped}.")
        raise typer.Exit(1)
    if whole and told.outcome != record.outcome:
        to_stderr(
            f"The game ends otherwise than recorded: {told.outcome or 'not at all'}, not {record.outcome or 'open'}."
        )
        raise typer.Exit(1)
