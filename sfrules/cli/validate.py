"""`sfrules validate`: everything that is wrong, at its place."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sfrules.cli.console import Refused, colour_on, to_stderr, to_stdout
from sfrules.cli.scenario import (
    SIGN,
    Chosen,
    Gaps,
    Variants,
    announce,
    choose,
    chosen_rulings,
    refuse_unknown_choices,
    scenario_of,
)  # fmt: skip

if TYPE_CHECKING:
    from sfrules.diag import Diagnostic
    from sfrules.pipeline import Loaded


class Output(StrEnum):
    """How findings are written."""

    FULL = "full"
    CONCISE = "concise"
    JSON = "json"


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
    output: Annotated[Output, typer.Option("--output", "-o", help="How findings are written.")] = Output.FULL,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --output json.")] = False,
    fail_on: Annotated[FailOn, typer.Option(help="From which level on the exit code is 1.")] = FailOn.ERROR,
    stdin_filename: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Which file the text on standard input is.", show_default=False),
    ] = None,
    gap: Gaps = None,
    variant: Variants = None,
) -> None:
    """Check a scenario and name everything that is wrong, each with its line and column.

    Nothing of the content is carried out: it is safe to check a stranger's files. For one file, the whole scenario
    around it is read and what is found in that file is told.

    \b
    Examples:
      sfrules validate                             the scenario here
      sfrules validate content/my-game             any folder
      sfrules validate content/my-game/cards.yaml  one file
      sfrules validate --output concise            one line for each finding
      sfrules validate --json > findings.json      for a program
      sfrules validate - --stdin-filename content/my-game/cards.yaml < cards.yaml
    """
    form = Output.JSON if as_json else output
    chosen, loaded, only = _read(target, stdin_filename, gap, variant)
    found = [d for d in loaded.found if only is None or d.span.file == only]
    announce(loaded, chosen, beside=form is not Output.FULL)
    _write(found, loaded, form)
    _sum_up(found, loaded, only, beside=form is not Output.FULL)
    if _fails(found, fail_on):
        raise typer.Exit(1)


def _read(
    target: str | None, stdin_filename: Path | None, gap: list[str] | None, variant: list[str] | None
) -> tuple[Chosen, Loaded, str | None]:
    """The scenario, and the file whose findings are wanted, if it is only one."""
    from sfrules.pipeline import load

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
        chosen = Chosen(_scenario_around(file, overlay), f"{file.name} lies in it")
        only = _as_shown(file, chosen.root)
    loaded = load(chosen.root, choices, overlay=overlay)
    refuse_unknown_choices(loaded, choices)
    return chosen, loaded, only


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


def _scenario_around(file: Path, overlay: dict[Path, str]) -> Path:
    if file.suffix not in (".yaml", ".md"):
        raise Refused(f"{file} is no content: content files end in .yaml, rulebook pages in .md")
    root = scenario_of(file)
    if root is None:
        _tell_of_lone_file(file, overlay)
        raise Refused(f"{file} belongs to no scenario: there is no {SIGN} in its folder or above.")
    return root


def _tell_of_lone_file(file: Path, overlay: dict[Path, str]) -> None:
    """What can be said of a file without its scenario: whether it can be read, and whether it is YAML."""
    from sfrules.publish.findings import full
    from sfrules.source.files import read_file, read_text
    from sfrules.source.reader import read_nodes

    text = overlay.get(file)
    source, found = read_file(file) if text is None else read_text(text, file.as_posix(), file)
    if source is not None and not found and file.suffix == ".yaml":
        _, more = read_nodes(source)
        found = [*found, *more]
    if found:
        to_stdout(full(found, {source.shown: source.text} if source else {}, colour_on(sys.stdout)))
        raise typer.Exit(1 if source is not None else 2)


def _as_shown(file: Path, root: Path) -> str:
    """The file's name as findings give it."""
    return (root / file.absolute().relative_to(root.absolute())).as_posix()


def _write(found: list[Diagnostic], loaded: Loaded, form: Output) -> None:
    from sfrules.publish import findings

    if form is Output.JSON:
        sys.stdout.write(findings.as_json(found))
    elif form is Output.CONCISE:
        sys.stdout.write(findings.concise(found))
    elif found:
        texts = {**loaded.book.files, **loaded.book.pages}
        to_stdout("\n" + findings.full(found, texts, colour_on(sys.stdout)))


def _sum_up(found: list[Diagnostic], loaded: Loaded, only: str | None, *, beside: bool) -> None:
    from sfrules.publish.findings import summary

    say = to_stderr if beside else to_stdout
    say(summary(found, loaded.book.counts).rstrip("\n"))
    elsewhere = len(loaded.found) - len(found)
    if only is not None and elsewhere:
        say(f"Elsewhere in the scenario: {elsewhere} more; run sfrules validate without a file to see them.")


def _fails(found: list[Diagnostic], fail_on: FailOn) -> bool:
    order = ["error", "warning", "info"]
    if fail_on is FailOn.NEVER:
        return False
    return any(order.index(d.severity) <= order.index(fail_on) for d in found)
