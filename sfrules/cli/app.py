"""All commands in the order of a designer's day, and what `sfrules --help` says."""

from __future__ import annotations

from typing import Annotated

import typer

from sfrules.cli.build import build
from sfrules.cli.explain import explain
from sfrules.cli.explore import explore
from sfrules.cli.fmt import fmt
from sfrules.cli.gaps import gaps
from sfrules.cli.init import init
from sfrules.cli.leaks import leaks
from sfrules.cli.play import play
from sfrules.cli.replay import replay
from sfrules.cli.simulate import simulate
from sfrules.cli.test import run_tests
from sfrules.cli.validate import validate

HELP = """Tabletop scenarios as data: what is printed, what is played and what is checked are the same rule.

A scenario is a folder of YAML files. A command takes the one that you name, by path or by name; else the one in
whose folder you are, or the one under content/ here or above; else the one that comes with sfrules. Each run says
which.

Exit codes: 0 all is well; 1 something was found, or a game failed; 2 the command was used wrongly, or something cannot
be read; 3 a mistake in sfrules itself.
"""

app = typer.Typer(
    name="sfrules",
    help=HELP,
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(wanted: bool) -> None:
    if wanted:
        from sfrules.cli.version import version

        version()
        raise typer.Exit


@app.callback()
def sfrules(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say what is installed, and leave.")
    ] = False,
    traceback: Annotated[bool, typer.Option("--traceback", help="Show the details of a mistake in sfrules.")] = False,
) -> None:
    """What stands before the name of a command; both are dealt with elsewhere."""


_NAMES: dict[object, str] = {run_tests: "test"}
"""Commands whose functions cannot be called as they are."""

for _command in (init, validate, run_tests, build, play, simulate, leaks, explore, replay, explain, gaps, fmt):
    app.command(_NAMES.get(_command))(_command)
