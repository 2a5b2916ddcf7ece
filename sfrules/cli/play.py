"""`sfrules play`: a game at this keyboard."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sfrules.cli.console import Refused, bold, to_stdout
from sfrules.cli.records import as_played, read_record
from sfrules.cli.scenario import Chosen, Gaps, Language, ScenarioName, Variants, announce, load_chosen, playable
from sfrules.diag import how_many

if TYPE_CHECKING:
    from sfrules.engine.machine import Machine
    from sfrules.pipeline import Loaded
    from sfrules.play.saves import Saved
    from sfrules.play.words import Words


def play(
    scenario: ScenarioName = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", "-s", metavar="SEAT", help="A seat that you take. May be given again.", show_default=False
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Decides all chance; without it, a new game each time.", show_default=False)
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a game that was kept.", show_default=False)
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the game is kept.", show_default=False)
    ] = None,
    gap: Gaps = None,
    variant: Variants = None,
    language: Language = None,
) -> None:
    """Play a scenario at this keyboard; seats that nobody takes choose at random.

    The screen shows what your seat may see and nothing else. With several seats it is emptied before the keyboard goes
    on, and every question is put, also one with a single answer, so that being asked gives nothing away. Quit, Ctrl-C
    and the end of the input keep the game in a file.

    \b
    Examples:
      sfrules play                               asks which seat is yours
      sfrules play tic-tac-toe --seat x --seat o two people at one keyboard
      sfrules play --seed 7                      the same chance every time
      sfrules play --resume my-game.json         go on where you left
      sfrules play --language de                 with the texts in German
    """
    saved = read_record(resume) if resume is not None else None
    if saved is not None:
        scenario, gap, variant = as_played(saved, scenario, gap, variant)
    chosen, loaded = load_chosen(scenario, gap, variant, language)
    announce(loaded, chosen)
    playable(loaded, chosen)
    _play(loaded, chosen, seat, seed, saved, save or resume)


def _play(
    loaded: Loaded,
    chosen: Chosen,
    seats: list[str] | None,
    seed: int | None,
    saved: Saved | None,
    path: Path | None,
) -> None:
    import shutil

    from sfrules.cli.explain import explained
    from sfrules.cli.faults import content_faults
    from sfrules.cli.speech import words_for
    from sfrules.engine.game import machine_for
    from sfrules.play.screen import Screen
    from sfrules.play.session import Session
    from sfrules.play.terminal import Table

    machine, words = machine_for(loaded.program()), words_for(loaded.book)
    people = _people(machine, words, seats or list(saved.seats if saved else ()))
    seed = saved.record.seed if saved else _any_seed() if seed is None else seed
    to_stdout(
        f"Seed {seed}. Your seat: {', '.join(words.thing(machine.seat_name(s)) for s in people)}. Type ? for help.\n"
    )
    screen = Screen(words, min(shutil.get_terminal_size((80, 24)).columns, 100))
    with content_faults(loaded, chosen):
        session = Session(machine, seed, people)
        if saved is not None:
            _take_up(session, saved, machine.program.fingerprint)
        path = path or Path(f"{machine.program.id}-{seed}.json")
        spoken = f"--language {loaded.book.language}" if loaded.book.language else ""
        again = " ".join(filter(None, ("sfrules play", chosen.word, spoken)))
        Table(session, words, screen, Keyboard(), lambda word: explained(loaded, word), path, again).play()


def _take_up(session: object, saved: Saved, fingerprint: str) -> None:
    from sfrules.play.session import Session

    assert isinstance(session, Session)
    if saved.record.content != fingerprint:
        to_stdout("Warning: the content has changed since this game was kept; it is played again by names.")
    stopped = session.resume(saved.record)
    if stopped:
        to_stdout(f"Warning: {stopped}. The game goes on from there.")
    to_stdout(f"{how_many(len(session.recorder.answers), 'answer')} taken up.\n")


def _people(machine: Machine, words: Words, wanted: list[str]) -> list[int]:
    """The numbers of the seats that people take, in the order of the seats."""
    from sfrules.diag import did_you_mean

    known = [machine.seat_name(seat) for seat in range(machine.seats)]
    if not wanted:
        wanted = _asked_for(known, words)
    for seat in wanted:
        if seat not in known:
            raise Refused(f"there is no seat “{seat}”.{did_you_mean(seat, known)}", f"Seats are: {', '.join(known)}.")
    return sorted({known.index(seat) for seat in wanted})


def _asked_for(known: list[str], words: Words) -> list[str]:
    to_stdout("Which seat is yours?")
    for number, seat in enumerate(known, 1):
        to_stdout(f"  {number}  {words.thing(seat)} ({seat})")
    while True:
        try:
            answer = Keyboard().ask("Numbers or names, with commas between them: ")
        except EOFError:
            raise Refused("nobody said which seat is yours", f"Say so: --seat {known[0]}") from None
        parts = [part.strip() for part in answer.split(",") if part.strip()]
        seats = [known[int(p) - 1] if p.isdecimal() and 0 < int(p) <= len(known) else p for p in parts]
        wrong = [seat for seat in seats if seat not in known]
        if seats and not wrong:
            return seats
        to_stdout(f"There is no seat {wrong[0]}." if wrong else "Type at least one.")


def _any_seed() -> int:
    import secrets

    return secrets.randbelow(1_000_000)


class Keyboard:
    """Standard input and output, on a terminal of any ability or through a pipe."""

    def write(self, line: str) -> None:
        """One line; headings stand out where the terminal can do that."""
        to_stdout(bold(line, sys.stdout) if line.startswith(("---", "===")) else line)

    def ask(self, prompt: str) -> str:
        """What is typed. A pipe shows no typing, so the line is shown for it."""
        answer = input(prompt)
        if not sys.stdin.isatty():
            to_stdout(answer)
        return answer

    def clear(self) -> None:
        """Nothing of what stood there may be left, in the scroll-back neither where that can be had."""
        if not sys.stdout.isatty():
            to_stdout("-" * 79)
        elif os.environ.get("TERM") in (None, "dumb"):
            to_stdout("\n" * 60)
        else:
            sys.stdout.write("\x1b[3J\x1b[H\x1b[2J")
            sys.stdout.flush()
