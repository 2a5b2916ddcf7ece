"""`sfrules validate --play N`: random games beside the checks; what they show is told like every other finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sfrules.cli.progress import progress

if TYPE_CHECKING:
    from sfrules.diag import Diagnostic
    from sfrules.pipeline import Loaded
    from sfrules.play.touched import Touched

FEW = 10
"""Games of a run in which secrets are looked for too: that takes a hundred times as long as to play."""


@dataclass(slots=True)
class Play:
    """Which games are to be played. `again` is the command that shows one, but for its seed.

    `coverage` is what they reached, as the report tells it, once they are played.
    """

    games: int
    seed: int = 1
    again: str = "sfrules replay --seed"
    coverage: Mapping[str, Any] | None = None

    def findings(self, loaded: Loaded, off: frozenset[str]) -> list[Diagnostic]:
        """What the games show, but for codes that are off. The scenario must be playable."""
        from sfrules.engine.errors import ContentError
        from sfrules.engine.game import machine_for
        from sfrules.play.found import findings, leak_findings, stumbled, unsaid
        from sfrules.play.leaks import leaks_of_run, shortest
        from sfrules.play.touched import touched

        machine = machine_for(loaded.program())
        places = loaded.book.map.kind if loaded.book.map is not None else None
        with progress("Playing", self.games) as tell:
            run = touched(machine, self.games, self.seed, places, tell)
        found = list(unsaid(findings(loaded.book, run, self.again), loaded.found))
        if "SF903" not in off and not (run.faults or run.endless):
            few = min(self.games, FEW)
            try:
                with progress("Looking for secrets", few) as tell:
                    found += leak_findings(loaded.book, shortest(leaks_of_run(machine, few, self.seed, tell=tell)))
            except ContentError as error:
                found.append(stumbled(loaded.book, error, "It came up while secrets were looked for."))
        self.coverage = _reached(run)
        return [finding for finding in found if finding.code not in off]


def _reached(run: Touched) -> dict[str, Any]:
    return {"games": run.games, "seed": run.seed, **run.coverage.as_data()}


def play_again(option: str, gaps: Mapping[str, str], variants: Sequence[str]) -> str:
    """The command that shows a game of this scenario under these rulings again, but for its seed."""
    chosen = [f"--gap {gap}={ruling}" for gap, ruling in gaps.items()] + [f"--variant {name}" for name in variants]
    return " ".join([f"sfrules replay{option}", *chosen, "--seed"])
