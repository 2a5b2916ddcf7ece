"""As a page: one file that needs nothing else, with all findings, the lines they are about, and the gap register."""

from __future__ import annotations

from sfrules.publish.findings.checked import Checked
from sfrules.publish.report import Report


def written(checked: Checked) -> str:
    """The report that `sfrules build` makes, without what only a build knows."""
    return Report(checked).page()
