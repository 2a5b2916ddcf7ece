"""All commands in the order of a designer's day, and what `sfrules --help` says."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from sfrules.cli.command import Command, Commands

HELP = """Tabletop scenarios as data: what is printed, what is played and what is checked are the same rule.

A scenario is a folder of YAML files. A command takes the one that you name, by path or by name; else the one in
whose folder you are, or the one under content/ here or above; else the one that comes with sfrules. Each run says
which.

Exit codes: 0 all is well; 1 something was found, or a game failed; 2 the command was used wrongly, or something cannot
be read; 3 a mistake in sfrules itself.
"""

COMMANDS = (
    "init", "validate", "test", "build", "play", "simulate", "leaks", "explore", "replay", "explain", "gaps", "texts",
    "fmt", "schema",
)  # fmt: skip
"""Each is the function of that name in the file of that name; those that cannot be called so stand below."""

_FUNCTIONS = {"test": "run_tests"}


def app_for(arguments: Sequence[str]) -> typer.Typer:
    """The program for a command line: with the one command that it names, or with all of them, for help."""
    app = typer.Typer(
        name="sfrules",
        cls=Commands,
        help=HELP,
        rich_markup_mode=None,
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(sfrules)
    for name in arguments[:1] if arguments[0] in COMMANDS else COMMANDS:
        app.command(name, cls=Command)(getattr(import_module(f"sfrules.cli.{name}"), _FUNCTIONS.get(name, name)))
    return app


def _version(wanted: bool) -> None:
    if wanted:
        from sfrules.cli.version import version

        version()
        raise typer.Exit


def sfrules(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say what is installed, and leave.")
    ] = False,
    traceback: Annotated[bool, typer.Option("--traceback", help="Show the details of a mistake in sfrules.")] = False,
) -> None:
    """What stands before the name of a command; both are dealt with elsewhere."""
