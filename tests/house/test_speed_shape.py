"""Reading and checking take as long as there is content, and load what they need. Work is counted, never timed."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from ruamel.yaml.cyaml import CParser  # type: ignore[attr-defined]

from sfrules.check import CHECKS
from sfrules.lang.lalr import Parser
from sfrules.model.book import Book
from sfrules.model.build import build
from sfrules.model.rules import type_rules
from sfrules.pipeline import load
from sfrules.source import reader
from sfrules.source.files import read_tree

ROOT = Path(__file__).parents[2]
WRITE: Callable[[Path, int, int], int] = runpy.run_path(str(ROOT / "benchmarks" / "content.py"))["write"]
SMALL, TIMES = 600, 4


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """Content of so many lines, made once."""
    folder = tmp_path_factory.mktemp("content")

    def content(lines: int) -> Path:
        if not (folder / str(lines)).is_dir():
            WRITE(folder / str(lines), lines, 1)
        return folder / str(lines)

    return content


class Work(Counter[str]):
    """Lines of our own that were carried out, by file."""


@contextmanager
def counted() -> Iterator[Work]:
    work = Work()

    def line(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            work[frame.f_code.co_filename] += 1
        return line

    def call(frame: FrameType, event: str, _: Any) -> Any:
        return line if f"{os.sep}sfrules{os.sep}" in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        yield work
    finally:
        sys.settrace(before)


def book_of(folder: Path) -> Book:
    book, _ = build(read_tree(folder)[0])
    return type_rules(book)[0]


def test_the_generated_content_is_clean_and_no_two_effects_are_alike(made):
    loaded = load(made(SMALL * TIMES))
    assert [d for d in loaded.found if d.severity == "error"] == []
    effects = [str(entry.effect) for _, entry in loaded.book.entries() if entry.effect is not None]
    assert len(effects) == len(set(effects)) > 100


def test_the_same_seed_makes_the_same_content(tmp_path):
    for name, seed in (("one", 3), ("two", 3), ("other", 4)):
        WRITE(tmp_path / name, 300, seed)
    text = {name: (tmp_path / name / "cards" / "from-00000.yaml").read_bytes() for name in ("one", "two", "other")}
    assert text["one"] == text["two"] != text["other"]


def test_four_times_the_content_is_four_times_the_work(made):
    load(made(SMALL))  # what is made ready once is ready
    work = {}
    for lines in (SMALL, SMALL * TIMES):
        with counted() as counts:
            load(made(lines))
        work[lines] = counts.total()
    assert work[SMALL * TIMES] < TIMES * 1.15 * work[SMALL]


@pytest.fixture(scope="module")
def books(made) -> tuple[Book, Book]:
    return book_of(made(SMALL)), book_of(made(SMALL * TIMES))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.facts.code)
def test_no_check_takes_more_than_its_share(books, check):
    work = []
    for book in books:
        list(check(book))  # what several checks share is worked out
        with counted() as counts:
            list(check(book))
        work.append(counts.total())
    small, large = work
    assert large < TIMES * 1.4 * small + 2000, f"{check.facts.code}: {small} lines of work became {large}"


def test_each_rule_is_read_once_and_each_file_once(made, monkeypatch):
    read: Counter[str] = Counter()
    parse, parser = Parser.parse, CParser

    def parsed(self: Parser, text: str, start: str) -> Any:
        read[f"rule {text}"] += 1
        return parse(self, text, start)

    def events(text: str) -> Any:
        read[f"file {text}"] += 1
        return parser(text)

    monkeypatch.setattr(Parser, "parse", parsed)
    monkeypatch.setattr(reader, "CParser", events)
    loaded = load(made(SMALL))
    texts = [str(rule.text) for rule in loaded.book.rule_texts()]
    rules = {text: count for text, count in read.items() if text.startswith("rule")}
    assert sum(rules.values()) <= len(texts)
    assert {text for text, count in read.items() if text.startswith("file") and count > 1} == set()


def modules(*arguments: str, cwd: Path = ROOT) -> set[str]:
    """What is loaded in the end by a run of the command in a process of its own."""
    code = "import sys\nfrom sfrules.cli.door import run\nrun(sys.argv[1:])\nprint(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", code, *arguments]
    environment = {**os.environ, "SFRULES_CACHE": "off"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=True, env=environment)
    return set(done.stderr.splitlines()[-1].split())


def test_validate_loads_what_it_needs_and_no_more(made):
    loaded = modules("validate", str(made(SMALL)))
    assert {"pydantic", "ruamel.yaml.cyaml", "sfrules.check", "sfrules.lang.lalr"} <= loaded
    needless = {"lark", "rich", "jinja2", "mkdocs", "typst", "typer._adapters"}
    assert not loaded & needless
    beyond = {name for name in loaded if name.startswith(("sfrules.play.", "sfrules.adapters."))}
    assert beyond <= {"sfrules.play.codes"}


def test_one_command_does_not_load_the_others():
    loaded = modules("gaps", "tic-tac-toe")
    assert "sfrules.cli.gaps" in loaded
    assert not {f"sfrules.cli.{name}" for name in ("build", "play", "simulate", "explore", "validate")} & loaded
