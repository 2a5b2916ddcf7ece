"""`sfrules build`: website, card sheets and report, from one scenario and all at once."""

from __future__ import annotations

import errno
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sfrules.cli.console import Refused, colour_on, size, to_stderr, to_stdout
from sfrules.cli.scenario import Gaps, ScenarioName, Variants, announce, load_chosen, playable

if TYPE_CHECKING:
    from sfrules.diag import Diagnostic
    from sfrules.pipeline import Loaded


class Part(StrEnum):
    """What a build consists of."""

    SITE = "site"
    CARDS = "cards"
    REPORT = "report"


@dataclass(slots=True)
class Made:
    """What one part wrote: for the summary and for the report."""

    what: str
    files: int
    size: int
    seconds: float


@dataclass(slots=True)
class Work:
    """A build under way: findings of checking and printing, and what each part has made."""

    loaded: Loaded
    games: int
    seed: int
    tell: Callable[[str], None]
    found: list[Diagnostic] = field(default_factory=list)
    made: dict[str, Made] = field(default_factory=dict)


class Unfit(Exception):  # noqa: N818 - a mistake of the content, that only building finds
    """The website cannot be made; `found` says why."""

    def __init__(self, found: Sequence[Diagnostic]) -> None:
        super().__init__()
        self.found = found


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
) -> None:
    """Make the rulebook website, the card sheets and the report of a scenario.

    The scenario is checked first; with an error in it nothing is written. The old build stays whole until the new one
    is complete. Afterwards look at build/site/index.html, build/cards and build/report.html.

    \b
    Examples:
      sfrules build                        everything, into the folder build
      sfrules build content/my-game --out /somewhere/else
      sfrules build --only cards           the card sheets alone; what else was built stays
    """
    chosen, loaded = load_chosen(scenario, gap, variant)
    announce(loaded, chosen)
    playable(loaded, chosen)
    begun = time.perf_counter()
    with _progress() as tell:
        work = Work(loaded, games, seed, tell, list(loaded.found))
        _write(work, out, only or list(Part))
    for part, made in work.made.items():
        to_stdout(f"{part:7} {made.what:44} {size(made.size):>9} {made.seconds:6.1f} s")
    to_stdout(f"Written to {out} in {time.perf_counter() - begun:.1f} s.")
    if Part.SITE in work.made:
        to_stdout(f"Open {(out / 'site' / 'index.html').as_posix()} in a browser.")
    _finish(work)


def _write(work: Work, out: Path, parts: list[Part]) -> None:
    """All parts into a new folder, which then takes the place of the old one."""
    from sfrules.publish.swap import ForeignFolderError, write_tree

    try:
        write_tree(out, lambda folder: _fill(work, folder, out, parts))
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


def _fill(work: Work, folder: Path, old: Path, parts: list[Part]) -> None:
    _keep_others(folder, old, parts)
    # the report comes last: it tells what the others found
    for part in (Part.SITE, Part.CARDS, Part.REPORT):
        if part in parts:
            work.tell(_DOING[part])
            begun = time.perf_counter()
            what, paths = _MAKERS[part](work, folder)
            files = [path for root in paths for path in _files(root)]
            bytes_ = sum(path.stat().st_size for path in files)
            work.made[part] = Made(what, len(files), bytes_, time.perf_counter() - begun)


_DOING = {Part.SITE: "the website", Part.CARDS: "the card sheets", Part.REPORT: "the report"}
_OWN = {Part.SITE: ("site", "docs"), Part.CARDS: ("cards",), Part.REPORT: ("report.json", "report.html")}


def _keep_others(folder: Path, old: Path, parts: list[Part]) -> None:
    """What is not made anew is taken over from the old build."""
    for part, names in _OWN.items():
        for name in names if part not in parts else ():
            path = old / name
            if path.is_dir():
                shutil.copytree(path, folder / name)
            elif path.is_file():
                shutil.copy2(path, folder / name)


def _files(root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if path.is_file()] if root.is_dir() else [root]


def _site(work: Work, folder: Path) -> tuple[str, list[Path]]:
    from sfrules.publish.rulebook import write_site

    built = write_site(work.loaded.book, folder / "docs", folder / "site", findings=work.loaded.found)
    if built.result is None:
        raise Unfit(built.findings)
    work.found += built.findings
    return f"{built.result.pages} pages: site/index.html", [folder / "site"]


def _cards(work: Work, folder: Path) -> tuple[str, list[Path]]:
    from sfrules.publish.prints import write_prints

    made = write_prints(work.loaded.book, folder / "cards")
    work.found += made.found
    return f"{made.cards} cards on {made.pages} pages: cards/*.pdf", list(made.paths)


def _report(work: Work, folder: Path) -> tuple[str, list[Path]]:
    from sfrules.diag import in_order
    from sfrules.publish.report import report_data, write_report

    numbers = _games(work) if work.games else None
    made = {str(part): {"what": one.what, "files": one.files} for part, one in work.made.items()}
    data = report_data(work.loaded.book, in_order(work.found), numbers, made)
    return "report.html, report.json", list(write_report(folder, data))


_MAKERS: dict[Part, Callable[[Work, Path], tuple[str, list[Path]]]] = {
    Part.SITE: _site, Part.CARDS: _cards, Part.REPORT: _report,
}  # fmt: skip


def _games(work: Work) -> dict[str, Any] | None:
    """The numbers of some random games; a mistake that they find is a finding like any other."""
    from sfrules.cli.faults import as_finding
    from sfrules.cli.speech import words_for
    from sfrules.engine.errors import ContentError
    from sfrules.engine.game import machine_for
    from sfrules.play.simulate import as_data, simulate

    machine, words = machine_for(work.loaded.program()), words_for(work.loaded.book)
    try:
        data = as_data(simulate(machine, work.games, work.seed), machine)
    except ContentError as error:
        work.found.append(as_finding(error, work.loaded))
        return None
    for ending in data["endings"]:
        ending["title"] = words.ending(ending["ending"], ending["given"])
    # a build of the same content is to be the same; how fast the machine was is not content
    return {name: value for name, value in data.items() if not name.endswith("_per_s")}


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


def _finish(work: Work) -> None:
    """What was found on the way, and the exit code: 1 when an error is among it."""
    from sfrules.diag import Severity, fatal, in_order

    errors = [finding for finding in in_order(work.found) if finding.severity is Severity.ERROR]
    others = len(in_order(work.found)) - len(errors)
    if errors:
        _show(errors, work.loaded)
    if others:
        to_stdout(f"{others} warnings and remarks: see report.html, or run sfrules validate.")
    if fatal(errors):
        raise typer.Exit(1)


def _show(found: Sequence[Diagnostic], loaded: Loaded) -> None:
    from sfrules.publish.findings import full

    to_stderr(full(found, {**loaded.book.files, **loaded.book.pages}, colour_on(sys.stderr)))
