"""The last lines of a run: what was checked, and how many findings there are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from sfrules.diag import Diagnostic, Severity, how_many


def summary(found: Iterable[Diagnostic], counts: Mapping[str, int]) -> str:
    """What was checked, class by class, and of which classes nothing; then how many findings there are."""
    some = ", ".join(f"{number} {objects(number, name)}" for name, number in counts.items() if number)
    none = ", ".join(objects(0, name) for name, number in counts.items() if not number)
    checked = "; ".join(part for part in (some, f"0 {none}" if none else "") if part) or "nothing"
    return f"Checked: {checked}.\nFound: {', '.join(levels(found))}.\n"


def levels(found: Iterable[Diagnostic]) -> list[str]:
    """How many findings there are of each level: errors and warnings always, remarks if there are any."""
    counts = Counter(diagnostic.severity for diagnostic in found)
    parts = [how_many(counts[Severity.ERROR], "error"), how_many(counts[Severity.WARNING], "warning")]
    return [*parts, *([how_many(counts[Severity.INFO], "remark")] if counts[Severity.INFO] else [])]


def objects(number: int, name: str) -> str:
    """The name of a class of objects, which is one of many, for so many of them."""
    return _SINGLE.sub(r"\1", name).replace("propertie", "property") if number == 1 else name


_SINGLE = re.compile(r"s($| of no kind$)")
