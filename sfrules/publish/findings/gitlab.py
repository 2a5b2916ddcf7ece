"""As a code quality report of GitLab: what a merge request adds and what it mends."""

from __future__ import annotations

import json

from sfrules.diag import Severity
from sfrules.publish.findings.checked import Checked

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.INFO: "info"}


def written(checked: Checked) -> str:
    """A list of issues; their fingerprints do not change when lines move, and no two are the same."""
    issues = [
        {
            "type": "issue",
            "check_name": one.code,
            "description": one.message,
            "severity": _SEVERITIES[one.severity],
            "fingerprint": fingerprint,
            "location": {
                "path": checked.path(one.span.file),
                "lines": {"begin": one.span.line, "end": one.span.end_line},
            },
        }
        for one, fingerprint in zip(checked.found, checked.fingerprints(), strict=True)
    ]
    return json.dumps(issues, ensure_ascii=False, indent=2) + "\n"
