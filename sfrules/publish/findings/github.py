"""As workflow commands of GitHub Actions: each finding becomes a note at its line of a pull request."""

from __future__ import annotations

from sfrules.diag import Diagnostic, Severity
from sfrules.publish.findings.checked import Checked
from sfrules.publish.findings.lines import seen

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def written(checked: Checked) -> str:
    """A command on each line."""
    return "".join(_command(one, checked) + "\n" for one in checked.found)


def _command(one: Diagnostic, checked: Checked) -> str:
    given = ",".join(f"{name}={_property(value)}" for name, value in _properties(one, checked).items())
    return f"::{_COMMANDS[one.severity]} {given}::{_data(_text(one, checked))}"


def _properties(one: Diagnostic, checked: Checked) -> dict[str, str]:
    span = one.span
    place = {"file": checked.path(span.file), "line": str(span.line), "endLine": str(span.end_line)}
    if span.line == span.end_line:  # columns are for one line only
        place |= {"col": str(span.column), "endColumn": str(span.end_column)}
    return {**place, "title": seen(f"{one.code} {one.subject}".rstrip())}


def _text(one: Diagnostic, checked: Checked) -> str:
    lines = [one.message, *([one.help] if one.help else [])]
    lines += [f"See {checked.path(near.span.file)}:{near.span.line}: {near.message}" for near in one.related]
    lines += [f"More: {address}" for address in (checked.address(one.code),) if address]
    return "\n".join(seen(line) for line in "\n".join(lines).split("\n"))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
