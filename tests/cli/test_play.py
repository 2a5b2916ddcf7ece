"""`sfrules play` from outside: through a pipe, on terminals able and dumb, with Ctrl-C, and taken up again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.runs import LEDGER, ROOT, copied, sfrules


def test_a_game_through_a_pipe(tmp_path):
    ran = sfrules("play", LEDGER, "--seat", "north", "--seed", "3", cwd=tmp_path, stdin="1\n" * 12)
    assert ran.code == 0
    assert "Seed 3. Your seat: North." in ran.out
    assert "> 1\n" in ran.out
    assert "===== The game is over: Closing time =====" in ran.out
    assert list(tmp_path.iterdir()) == []


def test_the_seat_is_asked_for(tmp_path):
    ran = sfrules("play", LEDGER, "--seed", "3", cwd=tmp_path, stdin="9\n2, south\n")
    assert ran.code == 0
    assert "  2  East (east)" in ran.out
    assert "There is no seat 9." in ran.out
    assert "Your seat: East, South." in ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["--seat", "wets"], "no seat “wets”"), ([], "nobody said which seat is yours")],
)
def test_no_seat_no_game(tmp_path, arguments, words):
    ran = sfrules("play", LEDGER, *arguments, cwd=tmp_path)
    assert ran.code == 2
    assert words in ran.err


def test_the_end_of_the_input_keeps_the_game_and_resume_goes_on(tmp_path):
    first = sfrules("play", LEDGER, "--seat", "north", "--seed", "3", "--save", "my.json", cwd=tmp_path, stdin="1\n1\n")
    assert first.code == 0
    assert f"The game is kept in my.json. Go on with: sfrules play {LEDGER} --resume my.json" in first.out
    kept = json.loads((tmp_path / "my.json").read_text("utf-8"))
    assert kept["seats"] == ["north"]
    second = sfrules("play", LEDGER, "--resume", "my.json", cwd=tmp_path, stdin="1\n" * 12)
    assert second.code == 0
    assert f"{len(kept['answers'])} answers taken up." in second.out
    assert "Your seat: North." in second.out
    assert "The game is over" in second.out


def test_a_shipped_game_that_was_kept_is_found_by_its_name(tmp_path):
    options = ("--seat", "x", "--seed", "3", "--save", "my.json")
    assert sfrules("play", "tic-tac-toe", *options, cwd=tmp_path, stdin="1\n").code == 0
    ran = sfrules("play", "--resume", "my.json", cwd=tmp_path)
    assert ran.code == 0
    assert "Scenario: Tic-tac-toe" in ran.out


def test_on_changed_content_it_warns_and_says_which_choice_is_gone(tmp_path):
    game = copied(LEDGER, tmp_path / "game")
    options = ("--seat", "north", "--seed", "3", "--save", "my.json")
    assert sfrules("play", game, *options, cwd=tmp_path, stdin="1\nsave up\n").code == 0
    text = (game / "rules.yaml").read_text("utf-8").replace("  save-up:", "  put-by:").replace("save-up,", "put-by,")
    (game / "rules.yaml").write_text(text, encoding="utf-8")
    ran = sfrules("play", game, "--resume", "my.json", cwd=tmp_path, stdin="view\n")
    assert ran.code == 0
    assert "the content has changed since this game was kept" in ran.out
    assert "“save-up” is not possible for north here any more. The game goes on from there." in ran.out
    assert "Everything you see" in ran.out


def on_a_terminal(folder: Path, terminal: str, typed: str, interrupt: bool) -> tuple[int, str]:
    """Runs the command behind a pseudo terminal; what it shows, with everything a terminal would obey."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "sfrules", "play", str(LEDGER), "--seat", "north", "--seat", "east", "--seed", "3"]
    environment = {**os.environ, "TERM": terminal, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(
        [*command, "--save", "my.json"], cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs,
        start_new_session=True,
    ) as process:  # fmt: skip
        os.close(theirs)
        os.write(ours, typed.encode())
        shown = _read_until(ours, b"At the desk")
        if interrupt:
            process.send_signal(signal.SIGINT)
        else:
            os.write(ours, b"quit\n")
        shown += _read_until(ours, None)
        code = process.wait(30)
    os.close(ours)
    return code, shown.decode()


def _read_until(terminal: int, mark: bytes | None) -> bytes:
    shown = b""
    end = time.monotonic() + 60
    while time.monotonic() < end and (mark is None or mark not in shown):
        try:
            part = os.read(terminal, 4096)
        except OSError:  # how Linux says that nobody is at the other end any more
            break
        if not part:
            break
        shown += part
    return shown


@pytest.mark.parametrize("interrupt", [False, True], ids=["quit", "ctrl-c"])
@pytest.mark.parametrize("terminal", ["xterm", "dumb"])
def test_at_a_terminal(tmp_path, terminal, interrupt):
    code, shown = on_a_terminal(tmp_path, terminal, "\n1\n\n1\n\n", interrupt)
    assert code == (130 if interrupt else 0)
    assert "Pass the keyboard to East" in shown
    assert "The game is kept in my.json." in shown
    assert "Traceback" not in shown
    assert ("\x1b[" in shown) == (terminal == "xterm")
    assert len(json.loads((tmp_path / "my.json").read_text("utf-8"))["answers"]) == 3
