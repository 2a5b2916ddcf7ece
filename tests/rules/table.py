"""The tests of the shipped game by rule, and the breaks of the content that they must notice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sfrules.engine.game import machine_for
from sfrules.engine.machine import Machine
from sfrules.model.book import Book
from sfrules.pipeline import Loaded, load
from sfrules.source.files import read_file
from sfrules.source.nodes import Map, Seq, Text
from sfrules.source.reader import read_nodes

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CONTENT = ROOT / "content" / "shadow-frontiers"


@dataclass(frozen=True, slots=True)
class Break:
    """One edit of one content file. `loads` is False where the broken content is to be refused, with the reason."""

    file: str
    old: str
    new: str
    count: int = 1
    loads: bool = True

    def applied(self) -> dict[Path, str]:
        """The file with the edit in it. Raises AssertionError where the text is not found as often as stated."""
        path = CONTENT / self.file
        text = path.read_text(encoding="utf-8")
        assert text.count(self.old) == self.count, f"{self.file} holds {text.count(self.old)} times: {self.old}"
        assert self.old != self.new
        return {path: text.replace(self.old, self.new)}


@dataclass(frozen=True, slots=True)
class RuleTest:
    """What is tested of one numbered rule, and the breaks that the tests must notice."""

    rule: str
    cases: tuple[Map, ...]
    breaks: tuple[Break, ...]


@cache
def rule_tests() -> tuple[RuleTest, ...]:
    """One for each rule that has breaks: they stand beside this file, the tests beside the rules."""
    cases = load(CONTENT).book.tests.values()
    return tuple(
        RuleTest(
            rule, tuple(node for case in cases if rule in case.source and isinstance(node := case.node, Map)), breaks
        )
        for path in sorted(HERE.glob("*.yaml"))
        for rule, breaks in _read(path)
    )


def _read(path: Path) -> Iterator[tuple[str, tuple[Break, ...]]]:
    file, unread = read_file(path, path.relative_to(ROOT).as_posix())
    assert file is not None, unread
    tree, found = read_nodes(file)
    assert not found, "\n".join(f"{d.span}: {d.message}" for d in found)
    assert isinstance(tree, Map)
    for rule, node in tree.entries():
        assert isinstance(node, Seq), rule.span
        yield str(rule), tuple(_breaks(node))


def _breaks(edits: Seq) -> Iterator[Break]:
    for edit in edits:
        assert isinstance(edit, Map), edit.span
        texts = {str(key): str(value) for key, value in edit.entries() if isinstance(value, Text)}
        assert {"file", "from", "to"} <= set(texts), edit.span
        assert set(texts) <= {"file", "from", "to", "count", "breaks_load", "reason"}, edit.span
        refused = texts.get("breaks_load") == "yes"
        assert not refused or texts.get("reason"), edit.span
        yield Break(texts["file"], texts["from"], texts["to"], int(texts.get("count", "1")), loads=not refused)


@cache
def whole() -> tuple[Machine, Book]:
    """The scenario as it is."""
    return playable(load(CONTENT))


def playable(loaded: Loaded) -> tuple[Machine, Book]:
    return machine_for(loaded.program()), loaded.book
