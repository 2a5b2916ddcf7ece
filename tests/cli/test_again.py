"""What `sfrules validate` says from memory is what it would say now, and where anything has changed it looks again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sfrules.cli import again, door
from tests.cli.runs import CONTENT, LEDGER, ROOT, Ran, sfrules

HEAVY = {"pydantic", "lark", "typer", "rich", "ruamel", "jinja2"}


@pytest.fixture
def finished(monkeypatch) -> None:
    """Sfrules as it is when nobody works on it."""
    monkeypatch.setattr(again, "_stamps", lambda folder: iter([b"finished"]))


@pytest.fixture
def memory(tmp_path: Path, finished, monkeypatch) -> Path:
    monkeypatch.setenv("SFRULES_CACHE", str(tmp_path / "memory"))
    return tmp_path / "memory"


@pytest.fixture
def done(monkeypatch) -> list[list[str]]:
    """The command lines that were really run."""
    ran: list[list[str]] = []
    run = door._done

    def noted(arguments: list[str]) -> int:
        ran.append(arguments)
        return run(arguments)

    monkeypatch.setattr(door, "_done", noted)
    return ran


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with a scenario that has something to be told about it."""
    folder = tmp_path / "home"
    shutil.copytree(LEDGER, folder / "ledger")
    (folder / "ledger" / "more.yaml").write_text("numbers:\n  fee: {value: 007}\n", encoding="utf-8")
    (folder / "known.json").write_text("{}", encoding="utf-8")
    return folder


def afresh(*arguments: str, cwd: Path) -> Ran:
    """The same run with nothing remembered."""
    os.environ["SFRULES_CACHE"], kept = "off", os.environ["SFRULES_CACHE"]
    try:
        return sfrules(*arguments, cwd=cwd)
    finally:
        os.environ["SFRULES_CACHE"] = kept


LINES = [
    ["ledger"], ["ledger", "--json"], ["ledger", "-o", "concise"], ["ledger/more.yaml"], ["ledger", "--fail-on=never"],
    ["--output=github", "ledger", "--profile", "draft"], ["ledger", "--ignore", "SF5"], ["ledger", "--cache"],
]  # fmt: skip


@pytest.mark.parametrize("arguments", LINES, ids=" ".join)
def test_a_run_is_told_again_word_for_word(memory, done, home, arguments):
    first = sfrules("validate", *arguments, cwd=home)
    second = sfrules("validate", *arguments, cwd=home)
    assert second == first == afresh("validate", *arguments, cwd=home)
    assert "ledger" in first.out
    assert len(done) == 2  # the first, and the one afresh


def test_what_is_told_again_needs_nothing_heavy(tmp_path):
    environment = {**os.environ, "SFRULES_CACHE": str(tmp_path)}
    code = "import sys\nfrom sfrules.cli.door import run\nprint(run(sys.argv[1:]), *sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", code, "validate", "tic-tac-toe", "--json"]
    runs = [
        subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, check=True) for _ in range(2)
    ]
    loaded = [{name.split(".")[0] for name in run.stderr.splitlines()[-1].split()} for run in runs]
    own = {name for name in runs[1].stderr.split() if name.startswith("sfrules.")}
    assert runs[0].stdout == runs[1].stdout
    assert loaded[0] > {"pydantic", "typer", "ruamel"}
    assert not loaded[1] & HEAVY
    assert own == {"sfrules.cli", "sfrules.cli.door", "sfrules.cli.again", "sfrules.cli.console", "sfrules.resources"}


def write(name: str, text: str) -> Callable[[Path], None]:
    def change(home: Path) -> None:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")

    return change


def linked(home: Path) -> None:
    (home / "ledger" / "linked.yaml").symlink_to(home / "known.json")


CHANGES: dict[str, Callable[[Path], object]] = {
    "a word of a file": lambda home: write("ledger/more.yaml", "numbers:\n  fee: {value: 008}\n")(home),
    "a new file": write("ledger/extra.yaml", "glossary: {Fee: What it costs.}\n"),
    "a new picture": write("ledger/art/stamp.png", ""),
    "a new hidden file": write("ledger/.draft.yaml", "x"),
    "a file less": lambda home: (home / "ledger" / "more.yaml").unlink(),
    "another name": lambda home: (home / "ledger" / "more.yaml").rename(home / "ledger" / "most.yaml"),
    "an empty folder": lambda home: (home / "ledger" / "later").mkdir(),
    "a link": linked,
    "a configuration beside": write("ledger/sfrules.toml", 'profile = "draft"\n'),
    "a configuration above": write("sfrules.toml", '[severity]\nSF541 = "off"\n'),
    "the baseline": write("known.json", '{"version": 1}'),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_where_anything_has_changed_it_looks_again(memory, done, home, change):
    arguments = ["validate", "ledger", "--baseline", "known.json"]
    first = sfrules(*arguments, cwd=home)
    change(home)
    second = sfrules(*arguments, cwd=home)
    assert len(done) == 2 or first.code == 2
    assert second == afresh(*arguments, cwd=home)


def test_another_day_is_another_run(memory, done, home, monkeypatch):
    sfrules("validate", "ledger", cwd=home)
    monkeypatch.setattr(again, "_today", lambda: "2031-01-01")
    sfrules("validate", "ledger", cwd=home)
    assert len(done) == 2


@pytest.mark.parametrize("name", ["NO_COLOR", "GITHUB_WORKSPACE", "CI_PROJECT_DIR"])
def test_another_environment_is_another_run(memory, done, home, monkeypatch, name):
    sfrules("validate", "ledger", cwd=home)
    monkeypatch.setenv(name, "/")
    sfrules("validate", "ledger", cwd=home)
    assert len(done) == 2


def test_every_word_that_the_environment_has_for_us_is_known():
    asked = set()
    for path in (ROOT / "sfrules").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        asked.update(re.findall(r"""environ(?:\.get)?[(\[]["'](\w+)""", text))
        asked.update(re.findall(r'"([A-Z]{2,}(?:_[A-Z]+)+)"', text) if "environ" in text else ())
    aside = {"SFRULES_CACHE", "LOCALAPPDATA", "XDG_CACHE_HOME", "PYDANTIC_DISABLE_PLUGINS", "NO_MKDOCS_2_WARNING"}
    assert asked - aside <= set(again._ENVIRONMENT)


def test_another_sfrules_is_another_run(memory, done, home, monkeypatch):
    sfrules("validate", "ledger", cwd=home)
    monkeypatch.setattr(again, "_stamps", lambda folder: iter([b"mended"]))
    sfrules("validate", "ledger", cwd=home)
    assert len(done) == 2


def test_a_file_of_sfrules_that_was_saved_is_seen(tmp_path):
    (tmp_path / "inner").mkdir()
    file = tmp_path / "inner" / "check.py"
    seen = []
    for text in ("x = 1\n", "x = 12\n"):
        file.write_text(text, encoding="utf-8")
        seen.append(list(again._stamps(str(tmp_path))))
    os.utime(file, (0, 0))
    seen.append(list(again._stamps(str(tmp_path))))
    assert seen[0] != seen[1] != seen[2]


@pytest.mark.parametrize(
    "arguments",
    [
        ["ledger", "--no-cache"],
        ["ledger", "--timings"],
        ["ledger", "--diff"],
        ["ledger", "-o", "json=found.json"],
        ["ledger", "--output=sarif=found.sarif"],
        ["-", "--stdin-filename", "ledger/more.yaml"],
        ["gone"],
        ["ledger", "--profile", "none"],
    ],
    ids=" ".join,
)
def test_what_does_more_than_tell_is_not_remembered(memory, done, home, arguments):
    for _ in range(2):
        sfrules("validate", *arguments, cwd=home)
    assert len(done) == 2
    assert not list(memory.glob("*"))


def test_what_changes_while_it_is_read_is_not_remembered(memory, done, home, monkeypatch):
    run = door._done

    def meddled(arguments: list[str]) -> int:
        code = run(arguments)
        write("ledger/more.yaml", "numbers: {}\n")(home)
        return code

    monkeypatch.setattr(door, "_done", meddled)
    sfrules("validate", "ledger", cwd=home)
    assert not list(memory.glob("*"))


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> tuple[Path, Path]:
    """A scenario to be changed, and a folder to remember in."""
    folder = tmp_path_factory.mktemp("small")
    shutil.copytree(CONTENT / "tic-tac-toe", folder / "game")
    return folder / "game", folder / "memory"


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_changed_byte_is_overlooked(small, finished, monkeypatch, data):
    game, memory = small
    monkeypatch.setenv("SFRULES_CACHE", str(memory))
    arguments = ["validate", "game", "--json"]
    files = sorted(path for path in game.rglob("*") if path.is_file())
    path = data.draw(st.sampled_from(files))
    before = path.read_bytes()
    at = data.draw(st.integers(0, len(before) - 1))
    byte = data.draw(st.sampled_from(b"\x00\t\n #'\"-:09aeX{}[]\xff").filter(lambda byte: byte != before[at]))
    assert sfrules(*arguments, cwd=game.parent).code == 0
    try:
        path.write_bytes(before[:at] + bytes([byte]) + before[at + 1 :])
        os.utime(path, (0, 0))
        assert sfrules(*arguments, cwd=game.parent) == afresh(*arguments, cwd=game.parent)
        assert sfrules(*arguments, cwd=game.parent) == afresh(*arguments, cwd=game.parent)
    finally:
        path.write_bytes(before)


@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_memory_is_no_memory(small, finished, monkeypatch, data):
    game, memory = small
    monkeypatch.setenv("SFRULES_CACHE", str(memory))
    shutil.rmtree(memory, ignore_errors=True)
    first = sfrules("validate", "game", cwd=game.parent)
    (kept,) = memory.glob("*.run")
    whole = kept.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    cut = data.draw(st.booleans())
    kept.write_bytes(whole[:at] if cut else whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    assert sfrules("validate", "game", cwd=game.parent) == first
    assert kept.read_bytes() == whole


def test_the_memory_of_another_run_is_not_taken(memory, done, home):
    sfrules("validate", "ledger", cwd=home)
    (first,) = memory.glob("*.run")
    told = sfrules("validate", "ledger", "--json", cwd=home)
    (second,) = set(memory.glob("*.run")) - {first}
    shutil.copy(first, second)
    assert sfrules("validate", "ledger", "--json", cwd=home) == told
    assert len(done) == 3


def test_what_somebody_else_has_put_there_is_not_taken(memory, done, home, monkeypatch):
    sfrules("validate", "ledger", cwd=home)
    monkeypatch.setattr(again, "_owner", lambda: 4711)
    sfrules("validate", "ledger", cwd=home)
    assert len(done) == 2


def test_without_a_place_to_remember_it_works_as_ever(tmp_path, done, home, monkeypatch):
    (tmp_path / "taken").write_text("", encoding="utf-8")
    monkeypatch.setenv("SFRULES_CACHE", str(tmp_path / "taken"))
    assert sfrules("validate", "ledger", cwd=home) == sfrules("validate", "ledger", cwd=home)
    assert len(done) == 2


def test_the_oldest_are_forgotten(memory, home, monkeypatch):
    monkeypatch.setattr(again, "_MOST_RUNS", 3)
    for code in ("SF1", "SF2", "SF3", "SF5", "SF6"):
        sfrules("validate", "ledger", "--ignore", code, cwd=home)
    assert len(list(memory.glob("*"))) == 3
