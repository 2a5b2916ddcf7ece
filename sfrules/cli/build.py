"""`sfrules build`: website, card sheets and report, from one scenario and all at once."""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sfrules.cli.console import Refused, colour_on, size, to_stderr, to_stdout
from sfrules.cli.scenario import Gaps, Language, ScenarioName, Variants, announce, load_chosen, playable

if TYPE_CHECKING:
    from sfrules.cli.making import Work
    from sfrules.diag import Diagnostic
    from sfrules.pipeline import Loaded


class Part(StrEnum):
    """What a build consists of."""

    SITE = "site"
    CARDS = "cards"
    REPORT = "report"


def build(
    scenario: ScenarioName = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where everything is written.")] = Path(
        "build"
    ),
    only: Annotated[
        list[Part] | None,
        typer.Option("--only", help="Make this part anew, keep the others. May be given again.", show_default=False),
    ] = None,
    games: Annotated[int, typer.Option(min=0, help="How many random games are played for the report.")] = 200,
    seed: Annotated[int, typer.Option(help="Decides all chance of these games.")] = 1,
    gap: Gaps = None,
    variant: Variants = None,
    language: Language = None,
) -> None:
    """Make the rulebook website, the card sheets and the report of a scenario.

    The scenario is checked first; with an error in it nothing is written. The old build stays whole until the new one
    is complete. Afterwards look at build/site/index.html, build/cards and build/report.html.

    \b
    Examples:
      sfrules build                        everything, into the folder build
      sfrules build content/my-game --out /somewhere/else
      sfrules build --only cards           the card sheets alone; what else was built stays
      sfrules build --language de --out build/de
    """
    from sfrules.cli.making import Work

    chosen, loaded = load_chosen(scenario, gap, variant, language)
    announce(loaded, chosen)
    playable(loaded, chosen)
    begun = time.perf_counter()
    with _progress() as tell:
        work = Work(loaded, chosen, games, seed, tell, list(loaded.found))
        _write(work, out, only or list(Part))
    for part, made in work.made.items():
        to_stdout(f"{part:7} {made.what:44} {size(made.size):>9} {made.seconds:6.1f} s")
    to_stdout(f"Written to {out} in {time.perf_counter() - begun:.1f} s.")
    if Part.SITE in work.made:
        to_stdout(f"Open {(out / 'site' / 'index.html').as_posix()} in a browser.")
    _finish(work, out)


def _write(work: Work, out: Path, parts: list[Part]) -> None:
    """All parts into a new folder, which then takes the place of the old one."""
    from sfrules.cli.making import Unfit, fill
    from sfrules.publish.swap import ForeignFolderError, write_tree

    try:
        write_tree(out, lambda folder: fill(work, folder, out, parts))
    except Unfit as unfit:
        _show(unfit.found, work.loaded)
        to_stderr("The website cannot be made like this; nothing was written.")
        raise typer.Exit(1) from None
    except (ForeignFolderError, NotADirectoryError) as error:
        raise Refused(str(error)) from None
    except OSError as error:
        kept = "the old build is as it was" if out.exists() else "nothing was written"
        why = "no space is left on the disk" if error.errno == errno.ENOSPC else str(error)
        raise Refused(f"{why}; {kept}") from None


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """A moving line on a terminal; a plain line for each step in a pipe."""
    if not sys.stdout.isatty():
        yield lambda doing: to_stdout(f"making {doing}")
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("making {task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(no_color=not colour_on(sys.stdout)), transient=True) as progress:
        task = progress.add_task("ready", total=len(Part))
        begun = False

        def tell(doing: str) -> None:
            nonlocal begun
            progress.update(task, description=doing, advance=1 if begun else 0)
            begun = True

        yield tell


def _finish(work: Work, out: Path) -> None:
    """What was found on the way, and the exit code: 1 when an error is among it."""
    from sfrules.cli.judging import settled
    from sfrules.diag import Severity, fatal
    from sfrules.publish.findings import concise, levels

    found = settled(work.found, work.loaded, work.chosen.root)
    errors = [finding for finding in found if finding.severity is Severity.ERROR]
    others = [finding for finding in found if finding.severity is not Severity.ERROR]
    if errors:
        _show(errors, work.loaded)
    if others and Part.REPORT in work.made:
        counts = " and ".join(count for count in levels(others) if not count.startswith("0 "))
        to_stdout(f"{counts}: {(out / 'report.html').as_posix()} shows where.")
    elif others:
        to_stdout(concise(others).rstrip("\n"))
    if fatal(errors):
        raise typer.Exit(1)


def _show(found: Sequence[Diagnostic], loaded: Loaded) -> None:
    from sfrules.publish.findings import full

    to_stderr(full(found, loaded.book.written, colour_on(sys.stderr)))
