"""`sfrules schema`: what an editor needs to know of content files, and the line that makes it look."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from sfrules.cli.console import Refused, to_stderr, to_stdout

MODELINE = "# yaml-language-server: $schema="
"""What many editors look for at the head of a YAML file."""


def schema(
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write it to this file.", show_default=False),
    ] = None,
    scenario: Annotated[
        str | None,
        typer.Option(
            "--scenario",
            "-s",
            metavar="SCENARIO",
            help="Path or name of a scenario: its ids are offered, and the properties of its kinds are known.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Write the JSON Schema of content files, so that an editor completes keys and underlines slips as you type.

    Without a scenario it fits any; with one it knows its ids and kinds too, and is made anew when those change. Put the
    line that is printed at the head of a content file. The judge of content is still `sfrules validate`.

    \b
    Examples:
      sfrules schema --output sfrules.schema.json
      sfrules schema --scenario content/my-game --output content/my-game/.schema.json
      sfrules schema > sfrules.schema.json
    """
    import json

    from sfrules.publish.schema import content_schema

    if scenario is None:
        root, made = None, content_schema()
    else:
        from sfrules.cli.scenario import choose
        from sfrules.pipeline import load

        root = choose(scenario).root
        made = content_schema(load(root).book)
    text = json.dumps(made, ensure_ascii=False, indent=2) + "\n"
    if output is None:
        sys.stdout.write(text)
        to_stderr("Keep it in a file with --output, and you are told the line that makes an editor use it.")
        return
    _write(output, text)
    to_stdout(f"Written to {output.as_posix()}. The first line of a content file makes an editor use it:")
    to_stdout(modeline(output, root or Path.cwd()))


def modeline(schema_file: Path, folder: Path) -> str:
    """The line for a file that lies in `folder`."""
    try:
        path = Path(os.path.relpath(schema_file, folder)).as_posix()
    except ValueError:  # another drive
        path = schema_file.resolve().as_uri()
    return f"{MODELINE}{path}"


def _write(path: Path, text: str) -> None:
    """The whole file or none of it."""
    draft = path.with_name(f".{path.name}.part")
    try:
        try:
            draft.write_text(text, encoding="utf-8", newline="\n")
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise Refused(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from None
