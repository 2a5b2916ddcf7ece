"""Places in content files, and what is wrong there.

A mistake of a designer is a value (`Diagnostic`), collected and sorted; an exception is our own mistake.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from sfrules.near import nearest
from sfrules.record import record


class Severity(StrEnum):
    """How bad a finding is, worst first."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file: 1-based lines and columns in code points, `end_column` one past the last character.

    `file` is the path as the user would type it, with forward slashes.
    """

    file: str
    line: int
    column: int
    end_line: int = 0
    end_column: int = 0

    def __post_init__(self) -> None:
        if self.end_line == 0:
            object.__setattr__(self, "end_line", self.line)
            object.__setattr__(self, "end_column", self.column + 1)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def to(self, other: Span) -> Span:
        """The stretch from the start of this span to the end of `other`."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


@record
class Related:
    """A second place that explains the first."""

    span: Span
    message: str


@record
class Edit:
    """Put `text` in place of what stands at `span`."""

    span: Span
    text: str


@record
class Fix:
    """A way to mend a finding; `safe` when the meaning is what was surely meant."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = True


@record
class Facts:
    """What there is to know of a code: `sfrules explain CODE`, the website's page and the reports tell it from here.

    `bad` and `good` are content. A comment line that names a file (`# rulebook/tides.md:`) begins that file; `frame` is
    content that both take for granted, and `found_by` the command that finds it.
    """

    code: str
    severity: Severity
    title: str
    why: str
    bad: str
    good: str
    frame: str = ""
    found_by: str = "sfrules validate"


@record
class Diagnostic:
    """One finding: what is wrong, where, in the words of the content.

    `subject` names the object ("card stormy-harbour"), so that a finding can be followed when lines move.
    """

    code: str
    message: str
    span: Span
    severity: Severity = Severity.ERROR
    subject: str = ""
    help: str = ""
    related: tuple[Related, ...] = field(default=())
    fixes: tuple[Fix, ...] = field(default=())

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """Files by name, then from top to bottom."""
        return (self.span.file, self.span.line, self.span.column, self.code, self.message)


def in_order(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings sorted by place, each once: the first to tell it has it, so none of the base is an alternative's."""
    unique: dict[tuple[str, Span, str], Diagnostic] = {}
    for diagnostic in found:
        unique.setdefault((diagnostic.code, diagnostic.span, diagnostic.message), diagnostic)
    return sorted(unique.values(), key=lambda d: d.order)


def fatal(found: Iterable[Diagnostic]) -> bool:
    """Whether there is an error among the findings."""
    return any(d.severity is Severity.ERROR for d in found)


def how_many(number: float, one: str, many: str = "") -> str:
    """A number with its noun: “1 warning”, “2 warnings”."""
    shown = f"{number:,}" if isinstance(number, int) else f"{number:g}"
    return f"{shown} {one if number == 1 else many or f'{one}s'}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint such as ` Did you mean “harbour”?`, or nothing when no known word is near."""
    near = nearest(word, known)
    return f" Did you mean “{near}”?" if near is not None else ""


def suggested(message: str) -> str | None:
    """The word that the hint at the end of a message suggests."""
    return message[message.rindex("“") + 1 : -2] if message.endswith("”?") and "Did you mean" in message else None
