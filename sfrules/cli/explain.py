"""`sfrules explain`: one thing of a scenario, or one code of a finding."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sfrules.cli.console import Refused, bold, to_stdout
from sfrules.cli.scenario import Gaps, Language, Variants, announce, load_chosen
from sfrules.ids import OWN

if TYPE_CHECKING:
    from sfrules.pipeline import Loaded


def explain(
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="An id, a title, a numbered rule (R14, G05) or a code (SF214, SF5).")
    ],
    scenario: Annotated[
        str | None,
        typer.Option("--scenario", "-s", metavar="SCENARIO", help="Path or name of the scenario.", show_default=False),
    ] = None,
    gap: Gaps = None,
    variant: Variants = None,
    language: Language = None,
) -> None:
    """Tell all there is to know of a card, an action, a place, a rule, or the code of a finding.

    Its text, what its rule does in plain words, where it stands in the files, and what else touches it.

    \b
    Examples:
      sfrules explain move                a card, action, power, place, zone, phase, ending...
      sfrules explain "Light a Lantern"   the same by its title
      sfrules explain scout.place         a property
      sfrules explain R14                 a numbered rule, and all that cites it
      sfrules explain SF210               the code of a finding, with an example
      sfrules explain SF5                 all codes that begin so
      sfrules explain own:two-ways        a check of the scenario's own
    """
    if what.upper().startswith("SF") and what[2:].isdigit():
        _code(what.upper())
        return
    what = what.removeprefix(OWN)  # the code of one of the scenario's own checks is its id
    chosen, loaded = load_chosen(scenario, gap, variant, language)
    announce(loaded, chosen)
    import shutil

    width = min(shutil.get_terminal_size((100, 24)).columns, 110)
    for line in _checked(loaded, what):
        for part in _fitting(line, width):
            to_stdout(bold(part, sys.stdout) if part.startswith("== ") else part)


def _fitting(line: str, width: int) -> list[str]:
    """A line as several; lines of content and of places, which are indented by four, stay whole."""
    own = line[: len(line) - len(line.lstrip())]
    if len(own) >= 4 or len(line) <= width:
        return [line]
    hang = own + ("  " if line.lstrip().startswith("•") else "")
    import textwrap

    return textwrap.wrap(line.strip(), width, initial_indent=own, subsequent_indent=hang, break_on_hyphens=False)


def explained(loaded: Loaded, what: str) -> list[str]:
    """The lines on something; one line that says so when there is no such thing."""
    try:
        return _checked(loaded, what)
    except Refused as refused:
        return [f"{refused.message[:1].upper()}{refused.message[1:]}"]


def _checked(loaded: Loaded, what: str) -> list[str]:
    from sfrules.cli.explaining import Explainer

    if not what:
        raise Refused("explain what? Name a card, an action, a place or a rule")
    explainer = Explainer(loaded.book)
    lines = explainer.lines(what)
    if not lines:
        from sfrules.diag import did_you_mean

        raise Refused(f"nothing here is called “{what}”.{did_you_mean(what, explainer.names())}")
    return lines


def _code(code: str) -> None:
    from sfrules.cli.codes import all_facts, as_told
    from sfrules.cli.examples import told
    from sfrules.diag import did_you_mean

    known = all_facts()
    family = [fact for fact in known.values() if fact.code.startswith(code)]
    if code not in known and family:
        to_stdout("\n".join(f"{fact.code} ({fact.severity}): {fact.title}" for fact in family))
        return
    if code not in known:
        raise Refused(f"there is no code {code}.{did_you_mean(code, known)}")
    [(fact, says)] = told([known[code]])
    shown = as_told(fact, says)
    to_stdout(f"{code} ({shown.level}): {fact.title}\n\n{fact.why}\n\nFound by: {fact.found_by}")
    to_stdout(f"To switch it off: {shown.switch.replace('`', '')}")
    parts = {
        "Both examples take for granted:": fact.frame,
        "Not so:": fact.bad,
        "What is said of it:": says,
        "But so:": fact.good,
    }
    for title, text in parts.items():
        if text:
            to_stdout(f"\n{title}\n" + "\n".join(f"    {line}".rstrip() for line in text.rstrip("\n").split("\n")))
