"""The shipped scenarios, read once for all faults: reading and typing know nothing of the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sfrules import pipeline
from sfrules.model.choices import Choices
from sfrules.pipeline import Loaded

ROOT = Path(__file__).parents[2]
CONTENT = ROOT / "content"
GROUND = "../tests/sabotage/ground"
"""The proving ground, as seen from there: a scenario in which each action tries one thing."""

Wanted = tuple[str, tuple[tuple[str, str], ...], tuple[str, ...], bool]
"""A scenario by name, rulings, variants, and whether its tests are read."""

_load = pipeline.load
_read: dict[Wanted, Loaded] = {}


def load(root: Path, choices: Choices | None = None, *, tests: bool = True, **more: Any) -> Loaded:
    """What `pipeline.load` gives; the scenarios that laws go over are read once."""
    if any(more.values()) or not root.is_relative_to(CONTENT):
        return _load(root, choices, tests=tests, **more)
    choices = choices or Choices()
    wanted = (root.relative_to(CONTENT).as_posix(), tuple(sorted(choices.gaps.items())), choices.variants, tests)
    if wanted not in _read:
        _read[wanted] = _load(root, choices, tests=tests)
    return _read[wanted]


def put_in_place() -> None:
    """From now on everybody who loads a scenario loads it here."""
    pipeline.load = load


def asked_for() -> list[Wanted]:
    """What has been read."""
    return list(_read)


def read_ahead(wanted: list[Wanted]) -> None:
    """Reads what will be asked for."""
    for name, gaps, variants, tests in wanted:
        load(CONTENT / name, Choices(dict(gaps), variants), tests=tests)
