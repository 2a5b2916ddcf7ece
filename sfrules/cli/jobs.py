"""In how many processes the games of a command are played."""

from __future__ import annotations

from typing import Annotated

import typer

Jobs = Annotated[
    int,
    typer.Option("--jobs", "-j", min=0, help="Processes that share the games; 0 for one on each core. Same results."),
]


def processes(jobs: int) -> int:
    """How many are meant."""
    from sfrules.play.jobs import cores

    return jobs or cores()
