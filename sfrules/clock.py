"""Where the time of a run goes: by stage, and by check. Seconds of the processor, so that other work does not count."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

_LEAST = 0.0001
"""A check that takes less time is not worth a row of its own."""


@dataclass
class Clock:
    """Seconds by stage and by code of a check, in the order in which they began.

    What several checks need is worked out by the first of them, and counted there.
    """

    stages: dict[str, float] = field(default_factory=dict)
    checks: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Counts what is done inside for a stage."""
        begin = time.process_time()
        yield
        self.stages[name] = self.stages.get(name, 0.0) + time.process_time() - begin

    @contextmanager
    def check(self, code: str) -> Iterator[None]:
        """Counts what is done inside for a check."""
        begin = time.process_time()
        yield
        self.checks[code] = self.checks.get(code, 0.0) + time.process_time() - begin

    def started(self) -> None:
        """Counts all that the process has done so far as its start."""
        self.stages.setdefault("start", time.process_time())

    def table(self) -> str:
        """For people: stages in order, checks with the slowest first, in milliseconds."""
        total = sum(self.stages.values())
        rows = [*self.stages.items(), ("all", total)]
        slowest = sorted(self.checks.items(), key=lambda item: (-item[1], item[0]))
        lines = ["Milliseconds by stage:", *(_row(name, seconds, total) for name, seconds in rows)]
        if slowest:
            told = [(name, seconds) for name, seconds in slowest if seconds >= _LEAST]
            lines += ["Milliseconds by check:", *(_row(name, seconds, total) for name, seconds in told)]
            lines += [f"  {len(slowest) - len(told)} others, less than 0.1 each"] if len(told) < len(slowest) else []
        return "\n".join(lines)

    def plain(self) -> dict[str, dict[str, float]]:
        """For programs: the same in seconds."""
        return {
            "stages": {name: round(seconds, 6) for name, seconds in self.stages.items()},
            "checks": {name: round(seconds, 6) for name, seconds in self.checks.items()},
        }


def _row(name: str, seconds: float, total: float) -> str:
    share = f"{100 * seconds / total:3.0f} %" if total else ""
    return f"  {name:12} {1000 * seconds:8.1f}  {share}"
