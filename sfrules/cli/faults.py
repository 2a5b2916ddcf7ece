"""Mistakes of content that only play can find, told like every other finding."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from sfrules.cli.console import colour_on, to_stderr

if TYPE_CHECKING:
    from sfrules.cli.scenario import Chosen
    from sfrules.diag import Diagnostic
    from sfrules.engine.errors import ContentError
    from sfrules.pipeline import Loaded

CODE = "SF901"


@contextmanager
def content_faults(loaded: Loaded, chosen: Chosen) -> Iterator[None]:
    """What is played within may find a mistake of the content: it is shown at its place, and the exit code is 1."""
    from sfrules.engine.errors import ContentError

    try:
        yield
    except ContentError as error:
        from sfrules.publish.findings import full

        to_stderr(full([as_finding(error, loaded, chosen)], loaded.book.files, colour_on(sys.stderr)))
        raise typer.Exit(1) from None


def as_finding(error: ContentError, loaded: Loaded, chosen: Chosen) -> Diagnostic:
    """The mistake as a finding; without a place of its own it stands where the scenario is named."""
    from sfrules.diag import Diagnostic

    again = f"How it came to this: sfrules replay{chosen.option} --seed {error.seed}" if error.seed is not None else ""
    return Diagnostic(CODE, error.message, error.span or loaded.book.span, subject=error.rule, help=again)
