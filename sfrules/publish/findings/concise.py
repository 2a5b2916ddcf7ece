"""In short: one line for each finding, for logs and for editors."""

from __future__ import annotations

from collections.abc import Iterable

from sfrules.diag import Diagnostic
from sfrules.publish.findings.checked import Checked
from sfrules.publish.findings.lines import seen


def written(checked: Checked) -> str:
    """All findings."""
    return concise(checked.found)


def concise(found: Iterable[Diagnostic]) -> str:
    """One line each: `file:line:column: error[SF210]: message`."""
    return "".join(f"{seen(str(d.span))}: {d.severity}[{d.code}]: {seen(d.message)}\n" for d in found)
