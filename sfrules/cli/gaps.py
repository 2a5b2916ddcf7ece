"""`sfrules gaps`: what the concept leaves open, how it is ruled, and what else it could be."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from sfrules.cli.console import Refused, bold, to_stdout
from sfrules.cli.scenario import Gaps, Language, ScenarioName, Variants, announce, load_chosen


def gaps(
    scenario: ScenarioName = None,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="Only this gap, by id or number. May be given again.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write the register as JSON.")] = False,
    gap: Gaps = None,
    variant: Variants = None,
    language: Language = None,
) -> None:
    """List the open questions of a scenario, the ruling in force for each, and what its alternatives would change.

    Any alternative can be switched on with --gap, and any variant with --variant, by every command that plays, checks
    or prints. What stands behind a path is what the content says now, and what it would say then.

    \b
    Examples:
      sfrules gaps                                        the whole register
      sfrules gaps --only G05                             one question
      sfrules simulate --gap first-player=oldest          play under another ruling
      sfrules gaps --json > register.json
    """
    import json

    from sfrules.publish.choosing import lines, register

    chosen, loaded = load_chosen(scenario, gap, variant, language)
    announce(loaded, chosen, beside=as_json)
    data = register(loaded.book)
    if only:
        data = {"gaps": [_one(data["gaps"], word) for word in only], "variants": []}
    if as_json:
        sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
        return
    import shutil

    to_stdout("")
    for line in lines(data, min(shutil.get_terminal_size((100, 24)).columns, 110)):
        to_stdout(bold(line.removeprefix("== "), sys.stdout) if line.startswith("== ") else line)


def _one(known: list[dict[str, Any]], word: str) -> dict[str, Any]:
    """The gap that is meant by an id or a number."""
    from sfrules.diag import did_you_mean

    for gap in known:
        if word == gap["id"] or word.upper() == gap["number"]:
            return gap
    names = [gap["id"] for gap in known] + [gap["number"] for gap in known if gap["number"]]
    raise Refused(f"there is no gap “{word}”.{did_you_mean(word, names)}")
