"""`sfrules fmt`: rule texts in their one form, clean ends of lines, nothing else touched."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sfrules.cli.console import Refused, to_stderr, to_stdout
from sfrules.cli.scenario import choose, scenario_of
from sfrules.cli.writing import difference, write_all

if TYPE_CHECKING:
    from sfrules.source.files import SourceFile


def fmt(
    path: Annotated[
        str | None, typer.Argument(metavar="[PATH|NAME]", help="A scenario, or one file of it.", show_default=False)
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit code 1 if something would change.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; show what would change.")] = False,
) -> None:
    """Put the rule texts of a scenario in their one form, and clean the ends of lines.

    Comments, order, quotes and everything that is no rule stay as they are. A rule with a slip in it or with a comment
    inside is left alone. The result is read again: a file whose meaning would change is not written.

    \b
    Examples:
      sfrules fmt                            the scenario here
      sfrules fmt content/my-game/cards.yaml one file
      sfrules fmt --check                    for a check before changes are taken in
      sfrules fmt --diff
    """
    changed = [one for one in _tidied(path) if one[0].text != one[1]]
    for file, made in changed:
        if diff:
            sys.stdout.writelines(difference(file.shown, file.text, made))
        elif check:
            to_stdout(f"would change {file.shown}")
        else:
            write_all({file.path: (file.text, made)})
            to_stdout(f"changed {file.shown}")
    if not changed and not diff:
        to_stdout("Nothing to change.")
    if changed and (check or diff):
        raise typer.Exit(1 if check else 0)


def _tidied(path: str | None) -> list[tuple[SourceFile, str]]:
    """Each file and its tidy form; files that are not YAML are named and left out."""
    from sfrules.cli.tidy import tidy
    from sfrules.model.build import build
    from sfrules.source.files import read_tree
    from sfrules.source.reader import read_nodes

    only = Path(path) if path is not None and Path(path).is_file() else None
    root = scenario_of(only) if only is not None else choose(path).root
    if root is None:
        raise Refused(f"{path} belongs to no scenario: there is no scenario.yaml in its folder or above.")
    to_stderr(f"Scenario: {root.as_posix()}")
    sources, unread = read_tree(root)
    book, _ = build(sources)
    found = []
    for file in (*sources.files, *(file for file in sources.texts if file.path.suffix == ".yaml")):
        if only is not None and file.path.resolve() != only.resolve():
            continue
        if read_nodes(file)[1] or any(d.span.file == file.shown for d in unread):
            to_stderr(f"left alone: {file.shown} (sfrules validate says what is wrong with it)")
        else:
            found.append((file, tidy(file, book)))
    return found
