"""The last lines of a run: what was checked, and how many findings there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from sfrules.diag import Diagnostic, Severity


def summary(found: Iterable[Diagnostic], counts: Mapping[str, int]) -> str:
    """What was checked, class by class, those without any object too; then how many findings there are."""
    checked = ", ".join(f"{number} {name}" for name, number in counts.items()) or "nothing"
    levels = Counter(diagnostic.severity for diagnostic in found)
    parts = [_plural(levels[Severity.ERROR], "error"), _plural(levels[Severity.WARNING], "warning")]
    if levels[Severity.INFO]:
        parts.append(_plural(levels[Severity.INFO], "remark"))
    return f"Checked: {checked}.\nFound: {', '.join(parts)}.\n"


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
