"""A small scenario looked at under rules of the house, on a day of our own."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from sfrules.cli.examples import surroundings
from sfrules.cli.judging import Case, Judged, Terms, look
from sfrules.model.choices import Choices
from sfrules.verdict.levels import Policy

TODAY = date(2026, 6, 15)


def harbour(folder: Path, text: str, **pages: str) -> Path:
    """A scenario around the text, which stands in case.yaml; pages go into its rulebook."""
    (folder / "rulebook").mkdir(parents=True, exist_ok=True)
    (folder / "scenario.yaml").write_text(surroundings([text]), encoding="utf-8")
    (folder / "case.yaml").write_bytes(text.encode())
    for name, page in pages.items():
        (folder / "rulebook" / f"{name}.md").write_text(page, encoding="utf-8")
    return folder


def seen(folder: Path, policy: Policy | None = None, baseline: Path | None = None, today: date = TODAY) -> Judged:
    """What is told of a scenario."""
    return look(Case(folder, Choices()), Terms(policy or Policy(), today, baseline))


def told(judged: Judged) -> list[tuple[int, str, str]]:
    """Line, code and level of what is told, in order."""
    return [(d.span.line, d.code, d.severity.value) for d in judged.found]
