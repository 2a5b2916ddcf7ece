"""Records of games as commands take them: read, and matched with the scenario that they were made with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sfrules.cli.console import Refused
from sfrules.cli.scenario import choose

if TYPE_CHECKING:
    from sfrules.play.saves import Saved


def read_record(path: Path) -> Saved:
    """The record in a file. Raises Refused when it holds none, OSError when it cannot be read."""
    from sfrules.engine.record import RecordError
    from sfrules.play.saves import read_save

    try:
        return read_save(path)
    except RecordError as error:
        raise Refused(f"{path}: {error}") from None


def as_played(
    saved: Saved, scenario: str | None, gaps: list[str] | None, variants: list[str] | None
) -> tuple[str | None, list[str], list[str]]:
    """Scenario, rulings and variants that a record was made with; what the user says in their place comes last."""
    record = saved.record
    played = [f"{gap}={option}" for gap, option in record.gaps.items()]
    return (
        scenario or _if_known(record.scenario),
        [*played, *(gaps or ())],
        list(dict.fromkeys([*record.variants, *(variants or ())])),
    )


def _if_known(scenario: str) -> str | None:
    """The name, if there is a scenario of that name; else the usual choice is made."""
    try:
        choose(scenario)
    except Refused:
        return None
    return scenario
