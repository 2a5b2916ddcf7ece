"""As JSON: a list of objects, for programs. Lines and columns count from 1, columns in code points."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sfrules.diag import Diagnostic, Span
from sfrules.publish.findings.checked import Checked


def written(checked: Checked) -> str:
    """One list with all findings."""
    return as_json(checked.found)


def as_json(found: Iterable[Diagnostic]) -> str:
    """The findings as a list."""
    return json.dumps([as_object(diagnostic) for diagnostic in found], ensure_ascii=False, indent=2) + "\n"


def as_object(diagnostic: Diagnostic) -> dict[str, Any]:
    """A finding as plain data."""
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        **_place(diagnostic.span),
        "subject": diagnostic.subject,
        "help": diagnostic.help,
        "related": [{**_place(related.span), "message": related.message} for related in diagnostic.related],
        "fixes": [
            {
                "title": fix.title,
                "safe": fix.safe,
                "edits": [{**_place(edit.span), "text": edit.text} for edit in fix.edits],
            }
            for fix in diagnostic.fixes
        ],
    }


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
