"""The page “Write your own game”, followed to the letter in an empty folder: its commands and files, in their order."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from sfrules.pipeline import load
from sfrules.publish.rulebook import rulebook_pages
from sfrules.resources import resource
from tests.cli.runs import Ran, sfrules

BLOCK = re.compile(r'^```(?:(?P<sh>sh)|\w+ title="(?P<file>[^"]+)")\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)


def page() -> str:
    pages = rulebook_pages(load(resource("content") / "tic-tac-toe").book)[1]
    return next(page.text for page in pages if page.name == "language/own-game.md")


def follow(text: str, folder: Path) -> Iterator[tuple[str, Ran]]:
    """Each command with what came of it; files are written as they come."""
    for block in BLOCK.finditer(text):
        if block["sh"] is None:
            path = folder / block["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["text"], encoding="utf-8")
            continue
        for line in block["text"].splitlines():
            program, *arguments = shlex.split(line)
            assert program == "sfrules", line
            yield line, sfrules(*arguments, cwd=folder)


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[tuple[str, Ran]]]:
    folder = tmp_path_factory.mktemp("empty")
    return folder, list(follow(page(), folder))


def test_every_command_goes_well(followed):
    _, runs = followed
    assert [(line, ran.err) for line, ran in runs if ran.code != 0] == []
    assert [line.split()[1] for line, _ in runs] == [
        "init", "validate", "test", "simulate", "validate", "test", "simulate", "build",
    ]  # fmt: skip


def test_nothing_is_found_in_it_and_all_its_tests_hold(followed):
    _, runs = followed
    assert all("0 errors, 0 warnings" in ran.out for line, ran in runs if "validate" in line)
    assert [ran.out.splitlines()[1] for line, ran in runs if line.split()[1] == "test"] == [
        "2 tests: all hold.", "4 tests: all hold.",
    ]  # fmt: skip


def test_it_is_printed(followed):
    folder, _ = followed
    index = (folder / "build" / "site" / "index.html").read_text(encoding="utf-8")
    assert "Night Ferry" in index
    assert (folder / "build" / "cards" / "cards-a4.pdf").stat().st_size > 10_000


def test_it_is_none_of_the_shipped_games(followed):
    folder, _ = followed
    names = {path.name for path in (folder / "content").iterdir()}
    assert names == {"night-ferry"}
    assert not any((resource("content") / name).exists() for name in names)


def test_no_block_of_the_page_is_left_out():
    text = page()
    assert len(re.findall(r"^```", text, re.MULTILINE)) == 2 * len(list(BLOCK.finditer(text)))
