"""What every command has in common: help, exit codes, and nothing heavy before it is needed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sfrules.cli import door
from tests.cli.runs import CONTENT, ROOT, sfrules

COMMANDS = ["validate", "build", "play", "simulate", "replay", "explain", "gaps", "fmt", "schema"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples(tmp_path, command):
    ran = sfrules(command, "--help", cwd=tmp_path)
    assert ran.code == 0
    assert f"Usage: sfrules {command}" in ran.out
    examples = ran.out[ran.out.index("Examples:") :]
    assert len(re.findall(rf"^ +sfrules {command}\b", examples, re.MULTILINE)) >= 3
    options = re.findall(r"^ +(?:-\w, )?(--[a-z-]+)(.*)", ran.out, re.MULTILINE)
    assert all(text.strip() for _, text in options)


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_the_help_names_every_command_and_the_exit_codes(tmp_path, arguments):
    ran = sfrules(*arguments, cwd=tmp_path)
    assert ran.code == 0
    assert all(re.search(rf"^  {command} +\S", ran.out, re.MULTILINE) for command in COMMANDS)
    assert "Exit codes: 0" in ran.out


def test_the_help_loads_nothing_heavy():
    code = "import sys\nfrom sfrules.cli.door import run\nrun(['--help'])\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    loaded = {name.split(".")[0] for name in done.stderr.split()}
    assert "typer" in loaded
    assert not loaded & {"lark", "ruamel", "rich", "typst", "jinja2", "mkdocs", "pydantic"}


def test_the_version_says_what_a_bug_report_needs(tmp_path):
    ran = sfrules("--version", cwd=tmp_path)
    assert ran.code == 0
    assert re.search(r"^sfrules \d+\.\d+\.\d+$", ran.out, re.MULTILINE)
    assert f"Python {sys.version_info.major}.{sys.version_info.minor}" in ran.out
    assert "C parser" in ran.out
    assert str(CONTENT) in ran.out


WRONG_USAGE = [
    (["validat"], "No such command 'validat'"),
    (["simulate", "--games", "many"], "--games"),
    (["simulate", "--games", "0"], "--games"),
    (["validate", "--output", "xml"], "full"),
    (["explain"], "WHAT"),
    (["build", "--only", "game"], "site"),
    (["replay"], "name a record, or give --seed"),
    (["replay", "gone.json"], "gone.json: no such file or directory"),
    (["play", "--resume", "gone.json"], "gone.json: no such file or directory"),
    (["explain", "SF000"], "there is no code SF000"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG_USAGE)
def test_wrong_usage_is_2_and_a_line_or_two(tmp_path, arguments, words):
    ran = sfrules(*arguments, cwd=tmp_path)
    assert ran.code == 2
    assert words in ran.err
    assert ran.err.startswith("sfrules: ")
    assert len(ran.err.splitlines()) <= 3
    assert ran.out == ""


@pytest.fixture
def mistake(monkeypatch):
    def raising(error: BaseException) -> None:
        def broken(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr(door, "_done", broken)

    return raising


def test_a_mistake_of_ours_is_3_and_keeps_the_details(tmp_path, mistake):
    mistake(ZeroDivisionError("division by zero\nsecond line"))
    ran = sfrules("validate", cwd=tmp_path)
    assert ran.code == 3
    assert "mistake in sfrules" in ran.err
    assert "ZeroDivisionError: division by zero" in ran.err
    assert "Traceback" not in ran.err
    kept = Path(re.search(r"details are in (\S+\.txt);", ran.err)[1])  # type: ignore[index]
    assert "Traceback" in kept.read_text(encoding="utf-8")
    kept.unlink()


def test_the_details_are_shown_to_who_asks(tmp_path, mistake):
    mistake(ZeroDivisionError())
    ran = sfrules("--traceback", "validate", cwd=tmp_path)
    assert ran.code == 3
    assert "Traceback" in ran.err


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (KeyboardInterrupt(), 130, "Stopped."),
        (PermissionError(13, "Permission denied", "build"), 2, "build: permission denied"),
        (OSError("the disk is gone"), 2, "the disk is gone"),
    ],
)
def test_what_comes_from_outside_is_told_in_a_line(tmp_path, mistake, error, code, words):
    mistake(error)
    ran = sfrules("validate", cwd=tmp_path)
    assert ran.code == code
    assert words in ran.err
    assert "Traceback" not in ran.err


def test_a_reader_that_goes_away_is_no_mistake():
    command = f'"{sys.executable}" -m sfrules explain SF210 | head -n 1'
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stdout.startswith("SF210")
    assert done.stderr == ""
