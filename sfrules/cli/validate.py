"""`sfrules validate`: everything that is wrong, at its place."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sfrules.cli import judging
from sfrules.cli.baselines import renewed, without
from sfrules.cli.console import Refused, to_stderr, to_stdout
from sfrules.cli.judging import Case, Judged, Terms, codes_of, look
from sfrules.cli.mend import mended
from sfrules.cli.outputs import FORMS, Outputs, checked, checked_alone, outputs
from sfrules.cli.policy import Wishes, configured
from sfrules.cli.scenario import (
    SIGN,
    Chosen,
    Gaps,
    Variants,
    announce,
    as_typed,
    choose,
    chosen_rulings,
    refuse_unknown_choices,
    scenario_of,
)  # fmt: skip
from sfrules.clock import Clock

if TYPE_CHECKING:
    from sfrules.cli.playing import Play
    from sfrules.diag import Diagnostic, Severity


class FailOn(StrEnum):
    """From which level on findings make the exit code 1."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    NEVER = "never"


def validate(
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="[PATH|NAME|-]",
            show_default=False,
            help="A scenario, one file of it, or - for a file that an editor sends through standard input.",
        ),
    ] = None,
    output: Annotated[
        list[str] | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FORM[=FILE]",
            show_default=False,
            help=f"How findings are told: {', '.join(FORMS)}; in a file, if one is named. May be given again.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --output json.")] = False,
    fail_on: Annotated[FailOn, typer.Option(help="From which level on the exit code is 1.")] = FailOn.ERROR,
    stdin_filename: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Which file the text on standard input is.", show_default=False),
    ] = None,
    gap: Gaps = None,
    variant: Variants = None,
    profile: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="How strict: draft, playtest (the usual one) or print.", show_default=False),
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODE", help="Look for these codes only; SF5 stands for all that begin so.", show_default=False
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="CODE", help="Do not look for these codes.", show_default=False)
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Take this configuration, and none of the content's.", show_default=False),
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can only be meant in one way.")] = False,
    unsafe: Annotated[bool, typer.Option("--unsafe", help="With --fix or --diff: mend by guess, too.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what --fix would change; change nothing.")] = False,
    baseline: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Leave out what this file knows already.", show_default=False),
    ] = None,
    update_baseline: Annotated[
        bool, typer.Option("--update-baseline", help="Take out of the baseline what is mended.")
    ] = False,
    grow_baseline: Annotated[
        bool, typer.Option("--grow-baseline", help="Put all that is found now into the baseline; not what stops play.")
    ] = False,
    limit: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="In full: tell at most N of one code in one file; 0 tells all."),
    ] = 100,
    timings: Annotated[bool, typer.Option("--timings", help="Say how long each stage and each check took.")] = False,
    cache: Annotated[
        bool, typer.Option("--cache/--no-cache", help="Tell again what was said before, where nothing has changed.")
    ] = True,
    play: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Play N random games, too; tell what they show or never touch.", show_default=False
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="With --play: decides all chance.")] = 1,
    watch: Annotated[
        bool, typer.Option("--watch", help="Look again whenever a file is saved, and tell what has changed.")
    ] = False,
) -> None:
    """Check a scenario and name everything that is wrong, each with its line and column.

    Nothing of the content is carried out (--play plays its rules, which reach no file): it is safe to check a
    stranger's files. For one file, the whole scenario around it is read and what is found in that file is told.

    \b
    Examples:
      sfrules validate                             the scenario here
      sfrules validate content/my-game             any folder
      sfrules validate content/my-game/cards.yaml  one file
      sfrules validate --output concise            one line for each finding
      sfrules validate --json > findings.json      for a program
      sfrules validate --output full --output sarif=report.sarif --output html=report.html
      sfrules validate - --stdin-filename content/my-game/cards.yaml < cards.yaml
      sfrules validate --profile draft --watch     beside the editor
      sfrules validate --fix                       mend what is sure; --diff shows it first
      sfrules validate --baseline known.json --grow-baseline    begin with what is there
      sfrules validate --play 300                  and what 300 random games show or never touch
    """
    wanted = outputs(output, as_json=as_json)
    renew = update_baseline or grow_baseline
    _refuse_together(fix=fix or diff, unsafe=unsafe, watch=watch, renew=renew, editor=target == "-", told=wanted.files)
    if play is not None and (watch or fix or diff):
        raise Refused("--play goes neither with --watch nor with --fix: games take their time")
    from sfrules.cli.again import reads

    if diff and wanted.terminal not in ("full", None):
        form = wanted.terminal
        raise Refused(f"--diff shows what would change, not the findings as {form}", f"Write --output {form}=FILE")
    chosen, case = _case(target, stdin_filename, gap, variant, wanted)
    reads(case.root, config, baseline)
    wishes = Wishes(profile, tuple(select or ()), tuple(ignore or ()), config)
    terms, files = _terms(case, wishes, baseline)
    if watch:
        from sfrules.cli.watch import watch as watched

        fails = partial(_fails, fails_at=_level(fail_on))
        # what the project settles may change as well while one watches
        raise typer.Exit(watched(case.root, files, lambda: look(case, _terms(case, wishes, baseline)[0]), fails))
    reads(None, *files)
    clock = Clock()
    games = _games(play, seed, chosen, case)
    seen = look(case, without(terms) if renew else terms, clock=clock, play=games)
    refuse_unknown_choices(seen.loaded, case.choices)
    announce(seen.loaded, chosen, beside=wanted.beside or diff)
    mends = False
    if fix or diff:
        seen, mends = mended(case, terms, seen, unsafe=unsafe, diff=diff, beside=wanted.beside)
    elif renew:
        seen = renewed(case, terms, seen, grow=grow_baseline)
    reached = games.coverage if games is not None else None
    run = checked(
        seen.loaded, seen.found,
        fails_at=_level(fail_on), only=case.only, coverage=reached, site=terms.site, limit=limit,
    )  # fmt: skip
    if not diff:
        wanted.show(run)
    _sum_up(seen, case, beside=wanted.beside or diff)
    if games is not None and reached is None:
        to_stderr("No game was played: mend the errors first.")
    wanted.keep(run)
    if timings:
        to_stderr(json.dumps(clock.plain()) if wanted.terminal in ("json", "jsonl") else clock.table())
    if any(map(run.fails, seen.found)) or (diff and mends):
        raise typer.Exit(1)


def _games(play: int | None, seed: int, chosen: Chosen, case: Case) -> Play | None:
    """What --play asks for."""
    if play is None:
        return None
    from sfrules.cli.playing import Play, play_again

    return Play(play, seed, play_again(chosen.option, case.choices.gaps, case.choices.variants))


def _refuse_together(
    *, fix: bool, unsafe: bool, watch: bool, renew: bool, editor: bool, told: Sequence[object]
) -> None:
    """Raises Refused for options that do not go together."""
    if unsafe and not fix:
        raise Refused("--unsafe goes with --fix or --diff")
    if fix and editor:
        raise Refused("what is on standard input cannot be mended: save the file and name it")
    if sum((fix, watch, renew)) > 1:
        raise Refused("--fix, --watch and a new baseline do not go together: one at a time")
    if watch and (editor or told):
        raise Refused("--watch tells the terminal, and reads files only")


def _terms(case: Case, wishes: Wishes, baseline: Path | None) -> tuple[Terms, tuple[Path, ...]]:
    """What the project has settled, for this run, and the files that they come from."""
    settled = configured(case.root, wishes, codes_of())
    known = baseline if baseline is not None else settled.baseline
    terms = Terms(settled.policy, judging.today(), as_typed(known) if known is not None else None, settled.site)
    return terms, (*settled.files, *((known,) if known is not None else ()))


def _case(
    target: str | None,
    stdin_filename: Path | None,
    gap: list[str] | None,
    variant: list[str] | None,
    wanted: Outputs,
) -> tuple[Chosen, Case]:
    """The scenario, and the file whose findings are wanted, if it is only one."""
    overlay: dict[Path, str] = {}
    choices = chosen_rulings(gap, variant)
    file, only = None, None
    if target == "-":
        file = _named_by_editor(stdin_filename)
        overlay[file] = _standard_input()
    elif target is not None and Path(target).is_file():
        file = Path(target)
    if file is None:
        chosen = choose(target)
    else:
        chosen = Chosen(_scenario_around(file, overlay, wanted), f"{file.name} lies in it")
        only = _as_shown(file, chosen.root)
    return chosen, Case(chosen.root, choices, overlay, only)


def _named_by_editor(name: Path | None) -> Path:
    if name is None:
        raise Refused("which file is on standard input?", "Say so: sfrules validate - --stdin-filename FILE")
    if not name.is_file():
        raise Refused(f"there is no file {name} yet; save it once, so that the scenario around it is known")
    return name


def _standard_input() -> str:
    data = sys.stdin.buffer.read() if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f"standard input is not UTF-8 text: byte {error.start + 1}") from None


def _scenario_around(file: Path, overlay: dict[Path, str], wanted: Outputs) -> Path:
    if file.suffix not in (".yaml", ".md"):
        raise Refused(f"{file} is no content: content files end in .yaml, rulebook pages in .md")
    root = scenario_of(file)
    if root is None:
        _tell_of_lone_file(file, overlay, wanted)
        raise Refused(f"{file} belongs to no scenario: there is no {SIGN} in its folder or above.")
    return root


def _tell_of_lone_file(file: Path, overlay: dict[Path, str], wanted: Outputs) -> None:
    """What can be said of a file without its scenario: whether it can be read, and whether it is YAML."""
    from sfrules.source.files import read_file, read_text
    from sfrules.source.reader import read_nodes

    text = overlay.get(file)
    source, found = read_file(file) if text is None else read_text(text, file.as_posix(), file)
    if source is not None and not found and file.suffix == ".yaml":
        _, more = read_nodes(source)
        found = [*found, *more]
    if found:
        run = checked_alone(file, source, found)
        wanted.show(run)
        wanted.keep(run)
        raise typer.Exit(1 if source is not None else 2)


def _as_shown(file: Path, root: Path) -> str:
    """The file's name as findings give it."""
    return (root / file.absolute().relative_to(root.absolute())).as_posix()


def _sum_up(seen: Judged, case: Case, *, beside: bool) -> None:
    from sfrules.publish.findings import summary

    say = to_stderr if beside else to_stdout
    say(summary(seen.found, seen.loaded.book.counts).rstrip("\n"))
    if seen.loaded.half_read:
        say("Not looked at yet: what is unused, missing or never reached; that is told when all of it can be read.")
    kept = [(seen.allowed, "allowed by comments"), (seen.known, "known to the baseline")]
    if any(number for number, _ in kept):
        say(f"Left out: {', '.join(f'{number} {words}' for number, words in kept if number)}.")
    if seen.beyond:
        say(f"Elsewhere in the scenario: {seen.beyond} more; run sfrules validate without a file to see them.")


def _fails(found: Diagnostic, *, fails_at: Severity | None) -> bool:
    from sfrules.diag import Severity

    return fails_at is not None and list(Severity).index(found.severity) <= list(Severity).index(fails_at)


def _level(fail_on: FailOn) -> Severity | None:
    from sfrules.diag import Severity

    return None if fail_on is FailOn.NEVER else Severity(fail_on.value)
