"""Machines of the shipped games and of small ones written here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from sfrules.engine.game import machine_for
from sfrules.engine.machine import Machine
from sfrules.model.choices import Choices
from sfrules.pipeline import load

CONTENT = Path(__file__).parents[2] / "content"
HEAD = "scenario: {title: Small, format: 1, seats: 2}\n"


def machine(folder: Path, variants: Sequence[str] = (), gaps: Mapping[str, str] | None = None) -> Machine:
    loaded = load(folder, Choices(gaps or {}, tuple(variants)))
    assert loaded.playable, [str(d) for d in loaded.found]
    return machine_for(loaded.program())


def written(folder: Path, text: str) -> Machine:
    (folder / "scenario.yaml").write_text(HEAD + text, encoding="utf-8")
    return machine(folder)
