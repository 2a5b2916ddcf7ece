"""A file that cannot be read is told of once, and nothing is told that follows from it; allowances wait, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from sfrules.pipeline import load
from tests.cli.runs import sfrules

CONTENT = Path("content/shadow-frontiers")
FILES = sorted(path.relative_to(CONTENT).as_posix() for path in CONTENT.rglob("*.yaml"))
BREAKS = {
    "a bracket": "broken: [\n",
    "a tab": "broken:\n\t- {\n",
    "no section": "brokn: {a: 1}\n",
    "a definition": "define:\n  a: {iss: toll > 2}\n",
    "a rule": "setup: if toll >\n",
}


@pytest.mark.parametrize("name", FILES)
def test_nothing_follows_from_a_file_that_cannot_be_read(name: str) -> None:
    path = CONTENT / name
    found = load(CONTENT, overlay={path: "broken: [\n" + path.read_text("utf-8")}).found
    assert {Path(d.span.file).relative_to(CONTENT.as_posix()).as_posix() for d in found} == {name}
    assert len(found) == 1


@pytest.mark.parametrize("broken", BREAKS.values(), ids=BREAKS)
def test_an_allowance_is_not_unneeded_where_content_is_missing(broken: str, tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_text("scenario: {title: Trial, format: 1, seats: 2}\n", "utf-8")
    rules = "kinds: {captain: {seat: yes}}\nthings: {captain: {east: {}, west: {}}}\nendings: {dusk: {}}\n"
    rules += "numbers:\n  # sfrules: allow SF541 -- a check that does not find it\n  toll: 3\nplay: finish with dusk\n"
    (tmp_path / "rules.yaml").write_text(rules, "utf-8")
    assert "SF140" in sfrules("validate", tmp_path, cwd=tmp_path).out
    (tmp_path / "phases.yaml").write_text(broken, "utf-8")
    assert "SF140" not in sfrules("validate", tmp_path, cwd=tmp_path).out
