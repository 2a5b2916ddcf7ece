"""Files of any bytes, and shipped files with bytes changed: reading them ends in findings at places that are there."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sfrules.cli.judging import raw_texts
from sfrules.cli.outputs import FORMS, checked
from sfrules.diag import Span
from sfrules.pipeline import load
from sfrules.publish.findings import written
from sfrules.verdict.mends import with_fixes
from tests.fuzz.large import KINDS
from tests.fuzz.pieces import changed, shipped

SMALL = ("nim", "werewolf", "liars-dice", "kuhn-poker", "connect-four", "tic-tac-toe")


def inside(span: Span, texts: dict[str, str]) -> bool:
    lines = texts[span.file].replace("\r\n", "\n").split("\n")
    return 1 <= span.line <= len(lines) and 1 <= span.column <= len(lines[span.line - 1]) + 1


def read(folder: Path) -> int:
    """How many findings there are; each of them has words and a place in its file, and all can be told and mended."""
    loaded = load(folder)
    texts = dict(loaded.book.files)
    mendable = list(
        with_fixes(loaded.found, raw_texts({d.span.file for d in loaded.found}, loaded, {}), texts.values())
    )
    for form in FORMS:
        assert written(form, checked(loaded, mendable)) or form in ("full", "concise", "jsonl", "github")
    for diagnostic in mendable:
        assert diagnostic.message
        for span in (diagnostic.span, *(related.span for related in diagnostic.related)):
            assert span.file not in texts or inside(span, texts), f"{span} {diagnostic.message}"
    return len(loaded.found)


@given(st.binary(max_size=400))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes(tmp_path, data):
    (tmp_path / "scenario.yaml").write_bytes(data)
    assert read(tmp_path) > 0


@given(st.integers(0, 2**32), st.integers(1, 12))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_shipped_file_with_bytes_changed(tmp_path, seed, slips):
    rng = random.Random(seed)
    (tmp_path / "scenario.yaml").write_bytes(changed(rng.choice(shipped()), rng, slips))
    read(tmp_path)


@given(st.sampled_from(SMALL), st.integers(0, 2**32), st.integers(1, 6))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_shipped_game_with_one_file_changed(tmp_path, name, seed, slips):
    rng = random.Random(seed)
    folder = tmp_path / name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(Path("content") / name, folder)
    path = rng.choice(sorted(folder.rglob("*.yaml")))
    path.write_bytes(changed(path.read_bytes(), rng, slips))
    read(folder)


@pytest.mark.parametrize("kind", KINDS)
def test_a_small_helping_of_each_kind_of_bad_luck(tmp_path, kind, monkeypatch):
    monkeypatch.setattr("tests.fuzz.large.SIZE", 6_000)
    (tmp_path / "scenario.yaml").write_bytes(KINDS[kind]())
    assert read(tmp_path) > 0
