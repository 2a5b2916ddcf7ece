"""`sfrules init`: what it makes is whole and can be played; what is there is never touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from sfrules.pipeline import load
from sfrules.resources import resource
from tests.cli.runs import Ran, sfrules

SHIPPED = sorted(path.parent.name for path in resource("content").glob("*/scenario.yaml"))


def started(folder: Path, *arguments: str) -> Ran:
    ran = sfrules("init", *arguments, cwd=folder)
    assert ran.code == 0, ran.err
    assert "Found: 0 errors, 0 warnings." in ran.out
    return ran


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_new_scenario_can_be_tested_and_played_at_once(tmp_path):
    ran = started(tmp_path, "night-train")
    assert ran.out.startswith("Made content/night-train: rulebook/, rules.yaml, scenario.yaml, tests/.\n")
    assert "  sfrules play night-train " in ran.out
    assert load(tmp_path / "content" / "night-train").book.scenario.title == "Night Train"
    for arguments in (["test"], ["simulate", "--games", "20"], ["validate", "night-train"]):
        assert sfrules(*arguments, cwd=tmp_path).code == 0


def test_nothing_of_the_skeleton_is_left_unnamed(tmp_path):
    started(tmp_path, "night-train")
    assert not any(b"TITLE" in data for data in files(tmp_path).values())


def test_a_path_is_taken_as_it_is(tmp_path):
    ran = started(tmp_path, "games/other")
    assert (tmp_path / "games" / "other" / "scenario.yaml").is_file()
    assert "sfrules play games/other" in ran.out


@pytest.mark.parametrize("scenario", SHIPPED)
def test_a_copy_has_all_ids_and_another_title(tmp_path, scenario):
    started(tmp_path, "copy", "--from", scenario)
    copy, shipped = files(tmp_path / "content" / "copy"), files(resource("content") / scenario)
    shipped = {name: data for name, data in shipped.items() if not name.startswith("texts/")}
    title = load(resource("content") / scenario, tests=False).book.scenario.title
    assert copy.keys() == shipped.keys()
    assert [name for name in copy if copy[name] != shipped[name]] == ["scenario.yaml"]
    assert copy["scenario.yaml"] == shipped["scenario.yaml"].replace(f"title: {title}".encode(), b"title: Copy", 1)


def test_what_is_there_is_not_touched(tmp_path):
    started(tmp_path, "mine")
    before = files(tmp_path)
    ran = sfrules("init", "mine", "--from", "nim", cwd=tmp_path)
    assert ran.code == 2
    assert "content/mine is there already; nothing was written" in ran.err
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["Mine"], "a scenario cannot be called so"),
        (["mine", "--from", "nimm"], "there is no scenario “nimm”. Did you mean “nim”?"),
        (["mine", "--from", "."], "holds no scenario"),
    ],
)
def test_what_cannot_be_made_is_refused(tmp_path, arguments, told):
    ran = sfrules("init", *arguments, cwd=tmp_path)
    assert ran.code == 2
    assert told in ran.err
    assert files(tmp_path) == {}
