"""Imports point one way only: a room reads the rooms before it, and rooms of equal standing do not know each other."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "sfrules"

BASE = {"clock", "diag", "foreign", "ids", "near", "record", "resources"}
BOOK = BASE | {"source", "lang", "model"}
READS: dict[str, set[str]] = {
    "clock": set(),
    "diag": {"near", "record"},
    "foreign": set(),
    "ids": set(),
    "near": set(),
    "record": set(),
    "resources": {"record"},
    "source": BASE,
    "lang": BASE,
    "model": BASE | {"source", "lang"},
    "check": BOOK,
    "verdict": BASE | {"source"},
    "program": BOOK,
    "publish": BOOK | {"verdict"},
    "engine": BOOK | {"program"},
    "play": BOOK | {"program", "engine"},
    "adapters": BOOK | {"program", "engine", "play"},
    "pipeline": BOOK | {"check", "program", "publish", "engine", "play"},
    "cli": BOOK | {"check", "verdict", "program", "publish", "engine", "play", "adapters", "pipeline"},
}
"""Which rooms each room may read. The package's own front (`__init__`, `__main__`) may read all."""


def room_of(path: Path, package: Path) -> str:
    return path.relative_to(package).parts[0].removesuffix(".py")


def imported_modules(path: Path, package: Path) -> Iterator[tuple[int, str]]:
    """Line and dotted name of each import of our own, those inside functions and TYPE_CHECKING blocks too."""
    here = [package.name, *path.relative_to(package).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = here[: len(here) - node.level + 1] if node.level else []
            source = ".".join([*start, *filter(None, [node.module])])
            yield from ((node.lineno, f"{source}.{alias.name}") for alias in node.names)


def upward_imports(package: Path) -> list[str]:
    found = []
    for path in sorted(package.rglob("*.py")):
        room = room_of(path, package)
        if room in {"__init__", "__main__"}:
            continue
        for line, name in imported_modules(path, package):
            parts = name.split(".")
            is_ours = parts[0] == package.name and len(parts) > 1
            if is_ours and parts[1] != room and parts[1] not in READS.get(room, set()):
                found.append(f"{path.relative_to(package.parent).as_posix()}:{line}: {room} may not import {name}")
    return found


def test_every_import_points_to_an_earlier_room():
    assert upward_imports(PACKAGE) == []


def test_every_room_has_its_place_in_the_order():
    rooms = {room_of(path, PACKAGE) for path in PACKAGE.rglob("*.py")} - {"__init__", "__main__"}
    assert rooms <= READS.keys()


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("model/card.py", "from sfrules.engine.state import State"),
        ("model/card.py", "import sfrules.check.map"),
        ("model/card.py", "from sfrules import pipeline"),
        ("model/card.py", "from ..engine import state"),
        ("model/card.py", "def late() -> None:\n    from sfrules.cli import main"),
        ("lang/parse.py", "if TYPE_CHECKING:\n    from sfrules.model.book import Book"),
        ("source/files.py", "from sfrules.lang import parse"),
        ("check/map.py", "from sfrules.program import program"),
        ("engine/step.py", "from sfrules.publish import site"),
        ("play/bots.py", "import json, sfrules.pipeline"),
        ("diag.py", "from sfrules.ids import CardId"),
        ("newroom/thing.py", "from sfrules.diag import Span"),
    ],
)
def test_a_planted_upward_import_is_found(tmp_path, file, code):
    path = tmp_path / "sfrules" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"import os\n{code}\n", encoding="utf-8")
    assert len(upward_imports(tmp_path / "sfrules")) == 1


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("model/card.py", "from sfrules.lang.ast import Effect"),
        ("model/card.py", "from .base import Base"),
        ("model/card.py", "from sfrules import resources, diag"),
        ("cli/main.py", "from sfrules import pipeline"),
        ("__init__.py", "from sfrules.pipeline import load"),
    ],
)
def test_a_downward_import_is_fine(tmp_path, file, code):
    path = tmp_path / "sfrules" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(code, encoding="utf-8")
    assert upward_imports(tmp_path / "sfrules") == []
