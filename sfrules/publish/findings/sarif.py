"""As SARIF 2.1.0: for code scanning, and for editors that show such reports."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from sfrules.diag import Diagnostic, Edit, Facts, Fix, Severity, Span
from sfrules.publish.findings.checked import Checked

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "codeAndSubject/v1"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_WIDE = re.compile("[\U00010000-\U0010ffff]")
_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")


def written(checked: Checked) -> str:
    """One run with all findings."""
    codes = sorted(checked.known.keys() | {one.code for one in checked.found})
    driver = {
        "name": "sfrules",
        **({"version": checked.version} if checked.version else {}),
        "rules": [_rule(code, checked.known.get(code), checked.address(code)) for code in codes],
    }
    places, index = _Places(checked), {code: number for number, code in enumerate(codes)}
    results = [
        _result(one, index[one.code], fingerprint, places)
        for one, fingerprint in zip(checked.found, checked.fingerprints(), strict=True)
    ]
    run = {"tool": {"driver": driver}, "columnKind": "utf16CodeUnits", "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2) + "\n"


def _rule(code: str, fact: Facts | None, address: str) -> dict[str, Any]:
    if fact is None:
        return {"id": code}
    example = f"Not so:\n\n{fact.bad.rstrip()}\n\nBut so:\n\n{fact.good.rstrip()}"
    return {
        "id": code,
        "shortDescription": {"text": fact.title},
        "fullDescription": {"text": fact.why or fact.title},
        "help": {"text": f"{fact.why}\n\n{example}\n", "markdown": _fenced(fact)},
        **({"helpUri": address} if address else {}),
        "defaultConfiguration": {"level": _LEVELS[fact.severity]},
    }


def _fenced(fact: Facts) -> str:
    parts = ((title, text.rstrip()) for title, text in (("Not so:", fact.bad), ("But so:", fact.good)))
    return "\n\n".join([fact.why, *(f"{title}\n\n````yaml\n{text}\n````" for title, text in parts)]) + "\n"


def _result(one: Diagnostic, index: int, fingerprint: str, places: _Places) -> dict[str, Any]:
    location: dict[str, Any] = {"physicalLocation": places.physical(one.span)}
    if one.subject:
        location["logicalLocations"] = [{"fullyQualifiedName": one.subject}]
    result: dict[str, Any] = {
        "ruleId": one.code,
        "ruleIndex": index,
        "level": _LEVELS[one.severity],
        "message": _message(f"{one.message}\n{one.help}" if one.help else one.message),
        "locations": [location],
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }
    if one.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": places.physical(near.span), "message": _message(near.message)}
            for number, near in enumerate(one.related, 1)
        ]
    if one.fixes:
        result["fixes"] = [_fix(fix, places) for fix in one.fixes]
    return result


def _message(text: str) -> dict[str, str]:
    """A text of our own in which nothing is a link."""
    return {"text": _LINK.sub(r"\\[", text)}


def _fix(fix: Fix, places: _Places) -> dict[str, Any]:
    files: dict[str, list[Edit]] = {}
    for edit in fix.edits:
        files.setdefault(edit.span.file, []).append(edit)
    return {
        "description": {"text": fix.title if fix.safe else f"{fix.title} (this may not be what was meant)"},
        "artifactChanges": [
            {"artifactLocation": places.artifact(file), "replacements": _replacements(edits, places)}
            for file, edits in files.items()
        ],
    }


def _replacements(edits: Iterable[Edit], places: _Places) -> list[dict[str, Any]]:
    return [{"deletedRegion": places.region(edit.span), "insertedContent": {"text": edit.text}} for edit in edits]


class _Places:
    """Files as addresses, and stretches of them with columns in UTF-16 units, as most editors count."""

    def __init__(self, checked: Checked) -> None:
        self._checked = checked
        self._wide: dict[tuple[str, int], list[int]] = {}
        """Where such letters stand, by line: one line may have thousands of findings."""

    def physical(self, span: Span) -> dict[str, Any]:
        return {"artifactLocation": self.artifact(span.file), "region": self.region(span)}

    def artifact(self, file: str) -> dict[str, str]:
        path = self._checked.path(file)
        if PurePath(path).is_absolute():
            return {"uri": PurePath(path).as_uri()}
        return {"uri": quote(path), "uriBaseId": "%SRCROOT%"}

    def region(self, span: Span) -> dict[str, int]:
        return {
            "startLine": span.line,
            "startColumn": self._column(span.file, span.line, span.column),
            "endLine": span.end_line,
            "endColumn": self._column(span.file, span.end_line, span.end_column),
        }

    def _column(self, file: str, line: int, column: int) -> int:
        """A letter outside the basic plane, such as most emoji, counts twice."""
        if (file, line) not in self._wide:
            text = self._checked.lines.at(file, line) or ""
            self._wide[file, line] = [match.start() for match in _WIDE.finditer(text)]
        return column + bisect_left(self._wide[file, line], column - 1)
