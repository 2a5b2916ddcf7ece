"""The parts of a build, one after another into one folder."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sfrules.cli.build import Part
from sfrules.cli.judging import settled
from sfrules.cli.scenario import Chosen
from sfrules.diag import Diagnostic, fatal, how_many
from sfrules.pipeline import Loaded


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
    chosen: Chosen
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


def fill(work: Work, folder: Path, old: Path, parts: Sequence[Part]) -> None:
    """Makes these parts in an empty folder, and takes the others over from the old build."""
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


def _keep_others(folder: Path, old: Path, parts: Sequence[Part]) -> None:
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
    from sfrules.cli.codes import all_told
    from sfrules.publish.proof import link_findings
    from sfrules.publish.rulebook import write_site

    book, found = work.loaded.book, settled(work.loaded.found, work.loaded, work.chosen.root)
    if fatal(dead := settled(list(link_findings(book)), work.loaded, work.chosen.root)):
        raise Unfit(dead)
    built = write_site(book, folder / "docs", folder / "site", findings=found, codes=all_told())
    if built.result is None:
        raise Unfit(built.findings)
    if fatal(dead := settled(built.findings, work.loaded, work.chosen.root)):
        raise Unfit(dead)
    work.found += built.findings
    return f"{how_many(built.result.pages, 'page')}: site/index.html", [folder / "site"]


def _cards(work: Work, folder: Path) -> tuple[str, list[Path]]:
    from sfrules.publish.prints import write_prints

    made = write_prints(work.loaded.book, folder / "cards")
    work.found += made.found
    return f"{how_many(made.cards, 'card')} on {how_many(made.pages, 'page')}: cards/*.pdf", list(made.paths)


def _report(work: Work, folder: Path) -> tuple[str, list[Path]]:
    from sfrules.cli.outputs import checked
    from sfrules.publish.report import Report, write_report

    numbers = _games(work) if work.games else None
    made = {str(part): {"what": one.what, "files": one.files} for part, one in work.made.items()}
    found, site = settled(work.found, work.loaded, work.chosen.root), "site" if (folder / "site").is_dir() else ""
    whole = checked(work.loaded, found, coverage=_coverage(work), site=site)
    return "report.html, report.json", list(write_report(folder, Report(whole, numbers, made, tests_read=False)))


def _coverage(work: Work) -> dict[str, Any] | None:
    """What the tests of the rules reach; None where there are none, or where they cannot be read."""
    from sfrules.engine.game import machine_for
    from sfrules.pipeline import load
    from sfrules.play.coverage import Coverage
    from sfrules.play.testing import chosen_tests, misnamed, play_tests

    loaded = load(work.chosen.root, work.loaded.book.choices)
    if not loaded.playable or not loaded.book.tests:
        return None
    machine = machine_for(loaded.program())
    watch = Coverage(machine)
    cases = chosen_tests(loaded.book, ())
    verdicts = [made.verdict for made in play_tests(machine, loaded.book, cases, watch, misnamed(loaded.found))]
    return {"tests": len(verdicts), "hold": verdicts.count("holds"), **watch.as_data()}


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
        work.found.append(as_finding(error, work.loaded, work.chosen))
        return None
    for ending in data["endings"]:
        ending["title"] = words.ending(ending["ending"], ending["given"])
    return data
