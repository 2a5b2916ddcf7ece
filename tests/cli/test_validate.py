"""C08 and bad input: every mistake once, at its place, and an exit code that tells."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.cli.runs import LEDGER, copied, sfrules

PLACE = re.compile(r"^\S+:\d+:\d+: (error|warning|info)\[SF\d+\]: .", re.MULTILINE)


@pytest.fixture
def game(tmp_path) -> Path:
    return copied(LEDGER, tmp_path / "ledger")


def spoil(file: Path, *pairs: tuple[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


FIVE_SLIPS = {
    "rules.yaml": [
        ("weight: 1}", "wieght: 1}"),
        ("actor.coins += 1", "actor.coin += 1"),
        ("pass: rest}", "pass: rest, oen: [bury]}"),
    ],
    "more.yaml": [],
}
MORE = "zones:\n  attic: {of: slipp}\nlimits:\n  bell: {times: 1, each: night}\n"


def test_c08_five_mistakes_in_two_files_are_five_findings(game):
    spoil(game / "rules.yaml", *FIVE_SLIPS["rules.yaml"])
    (game / "more.yaml").write_text(MORE, encoding="utf-8")
    ran = sfrules("validate", "ledger", "--output", "concise", cwd=game.parent)
    assert ran.code == 1
    errors = [line for line in ran.out.splitlines() if " error[" in line]
    assert len(errors) == 5
    assert all(PLACE.match(line) for line in errors)
    assert [line.split(":")[0] for line in errors] == ["ledger/more.yaml"] * 2 + ["ledger/rules.yaml"] * 3
    assert "5 errors" in ran.err
    assert sfrules("validate", "ledger", "--output", "concise", cwd=game.parent).out == ran.out


def test_c08_warnings_alone_are_no_failure(game):
    (game / "more.yaml").write_text("numbers:\n  idle: 4\n", encoding="utf-8")
    ran = sfrules("validate", game, cwd=game)
    assert ran.code == 0
    assert "0 errors, 1 warning" in ran.out
    assert "warning[" in ran.out


@pytest.mark.parametrize(("level", "code"), [("error", 0), ("warning", 1), ("info", 1), ("never", 0)])
def test_the_level_that_fails_can_be_chosen(game, level, code):
    (game / "more.yaml").write_text("numbers:\n  idle: 4\n", encoding="utf-8")
    assert sfrules("validate", "--fail-on", level, cwd=game).code == code


def test_c08_a_path_that_does_not_exist_is_another_thing(tmp_path):
    ran = sfrules("validate", "gone/there", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "sfrules: there is no file or folder gone/there\n"


def test_the_summary_counts_each_class_and_says_of_which_there_is_nothing(game):
    ran = sfrules("validate", cwd=game)
    assert ran.code == 0
    assert "9 slip cards" in ran.out
    assert "; 0 numbers, " in ran.out


@pytest.mark.parametrize(("numbers", "said"), [("", False), ("numbers: {toll: many}\n", True), ("numbers: {\n", True)])
def test_what_was_not_looked_at_is_said(game, numbers, said):
    (game / "more.yaml").write_text(numbers or "numbers: {}\n")
    assert ("\nNot looked at yet: " in sfrules("validate", cwd=game).out) == said


def test_in_full_each_finding_shows_its_line(game):
    spoil(game / "rules.yaml", ("actor.coins += 1", "actor.coin += 1"))
    ran = sfrules("validate", cwd=game)
    assert ran.code == 1
    assert re.search(
        r"error\[SF\d+\]: .*\n  --> \S+rules\.yaml:\d+:\d+ .*\n +\|\n\d+ \|       actor\.coin \+= 1\n +\| +\^", ran.out
    )


def test_as_json(game):
    spoil(game / "rules.yaml", ("actor.coins += 1", "actor.coin += 1"))
    ran = sfrules("validate", "--json", cwd=game)
    (found,) = json.loads(ran.out)
    assert ran.code == 1
    assert (found["severity"], found["file"].endswith("rules.yaml")) == ("error", True)


BAD_FILES = {
    "not YAML": (b"cards: [a, b\n", 1),
    "empty": (b"", 1),
    "only blanks": (b"  \n\n", 1),
    "10 MB": (b"a: " + b"x" * 10_000_000, 1),
    "not text": (b"\x89PNG\r\n\x1a\n\x00\x00", 1),
    "not UTF-8": ("a: Käse\n".encode("latin-1"), 1),
    "a list": (b"- a\n- b\n", 1),
    "one word": (b"hello\n", 1),
    "tabs": (b"cards:\n\tx: y\n", 1),
    "an alias bomb": (b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", 1),
}


@pytest.mark.parametrize("name", BAD_FILES)
@pytest.mark.parametrize("whole", [True, False], ids=["scenario", "file"])
def test_bad_input_gets_clear_words_and_a_place(game, name, whole):
    data, code = BAD_FILES[name]
    (game / "bad.yaml").write_bytes(data)
    ran = sfrules("validate", "ledger" if whole else "ledger/bad.yaml", "--output", "concise", cwd=game.parent)
    lines = [line for line in ran.out.splitlines() if line.startswith("ledger/bad.yaml:")]
    assert ran.code == code
    assert lines
    assert all(PLACE.match(line) for line in lines)
    assert len(lines) == 1 or name == "an alias bomb"
    assert "Traceback" not in ran.out + ran.err


def test_a_file_that_may_not_be_read(game, monkeypatch):
    read = Path.read_bytes

    def refused(path: Path) -> bytes:
        if path.name == "rules.yaml":
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refused)
    ran = sfrules("validate", "ledger", "--output", "concise", cwd=game.parent)
    assert ran.code == 1
    assert "ledger/rules.yaml:1:1: error[SF101]: The file cannot be read: permission denied." in ran.out
    assert ran.out.count("SF101") == 1


UNREAD = {
    "latin-1": lambda file: file.write_bytes(file.read_bytes() + "# Käse\n".encode("latin-1")),
    "UTF-16": lambda file: file.write_bytes(file.read_text("utf-8").encode("utf-16")),
    "empty": lambda file: file.write_bytes(b""),
    "not saved as YAML": lambda file: file.rename(file.with_suffix(".yml")),
    "saved as text": lambda file: file.rename(f"{file}.txt"),
    "too large": lambda file: file.write_bytes(file.read_bytes() + b"#" * 4_000_000),
    "broken YAML": lambda file: file.write_bytes(b"a: [b\n" + file.read_bytes()),
}


@pytest.mark.parametrize("how", UNREAD)
def test_of_a_file_that_is_not_read_one_thing_is_told_and_nobody_else_is_blamed(game, how):
    test = "tests:\n  first: {do: [east: bury], expect: {is: {east.coins: 1}, asked: [north]}}\n"
    (game / "tests.yaml").write_text(test, encoding="utf-8")
    UNREAD[how](game / "rules.yaml")
    ran = sfrules("validate", game, "--json", cwd=game)
    found = json.loads(ran.out)
    assert ran.code == 1
    assert [Path(d["file"]).name.startswith("rules.y") for d in found] == [True], found


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_nobody_waits_for_a_pipe(game):
    os.mkfifo(game / "pipe.yaml")
    ran = sfrules("validate", game, "--output", "concise", cwd=game)
    assert (ran.code, "pipe.yaml:1:1: error[SF101]: This is no ordinary file" in ran.out) == (1, True)


def test_blanks_that_nobody_sees_are_mended(game):
    more = game / "more.yaml"
    more.write_text("glossary:\n\u00a0\u00a0tide: {text: A lu\u200bcky day.}\n", encoding="utf-8")
    assert "SF104" in sfrules("validate", game, cwd=game).out
    sfrules("validate", game, "--fix", cwd=game)
    assert more.read_text(encoding="utf-8") == "glossary:\n  tide: {text: A lucky day.}\n"


def test_one_file_gets_its_own_findings_only(game):
    spoil(game / "rules.yaml", ("actor.coins += 1", "actor.coin += 1"))
    (game / "more.yaml").write_text("numbers:\n  a: {value: x}\n", encoding="utf-8")
    ran = sfrules("validate", "ledger/more.yaml", cwd=game.parent)
    assert ran.code == 1
    assert "more.yaml:2:" in ran.out
    assert "rules.yaml:" not in ran.out
    assert "Elsewhere in the scenario: 1 more" in ran.out


def test_an_editor_sends_what_is_not_saved_yet(game):
    unsaved = (game / "rules.yaml").read_text(encoding="utf-8").replace("actor.coins += 1", "actor.coin += 1")
    arguments = ("validate", "-", "--stdin-filename", "ledger/rules.yaml", "--output", "concise")
    ran = sfrules(*arguments, cwd=game.parent, stdin=unsaved)
    assert ran.code == 1
    assert len(ran.out.splitlines()) == 1
    assert ran.out.startswith("ledger/rules.yaml:")
    assert sfrules(*arguments, cwd=game.parent, stdin=(game / "rules.yaml").read_text("utf-8")).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-"], "--stdin-filename FILE"),
        (["-", "--stdin-filename", "gone.yaml"], "no file gone.yaml yet"),
        (["notes.txt"], "is no content"),
        (["lone.yaml"], "belongs to no scenario"),
    ],
)
def test_a_file_that_cannot_be_placed(tmp_path, arguments, words):
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    (tmp_path / "lone.yaml").write_text("a: b\n", encoding="utf-8")
    ran = sfrules("validate", *arguments, cwd=tmp_path)
    assert ran.code == 2
    assert words in ran.err


def test_a_lone_file_that_is_not_yaml_is_told_so(tmp_path):
    (tmp_path / "lone.yaml").write_text("a: [b\n", encoding="utf-8")
    ran = sfrules("validate", "lone.yaml", cwd=tmp_path)
    assert ran.code == 1
    assert "--> lone.yaml:" in ran.out


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
@pytest.mark.parametrize("terminal", [True, False])
def test_colour_only_on_a_terminal_that_wants_it(game, monkeypatch, environment, terminal):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    spoil(game / "rules.yaml", ("actor.coins += 1", "actor.coin += 1"))
    ran = sfrules("validate", cwd=game, terminal=terminal)
    assert ("\x1b[" in ran.out) == (terminal and not environment)
