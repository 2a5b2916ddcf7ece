"""What --fix makes of a file: each case is a text before and after; `unsafe` ones wait for --unsafe."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from sfrules.cli.examples import surroundings
from sfrules.verdict.mends import MENDERS
from tests.cli.runs import CONTENT, sfrules

CASES = Path(__file__).parent / "cases" / "mends.txt"


class Mend(NamedTuple):
    code: str
    unsafe: bool
    before: str
    after: str


def mends() -> Iterator[tuple[str, Mend]]:
    for head, before, after in re.findall(
        r"^### (.*)\n((?:.*\n)*?)=>\n((?:(?!### ).*\n)*)", CASES.read_text("utf-8"), re.M
    ):
        code, _, title = head.partition(" ")
        unsafe = title.startswith("unsafe: ")
        yield head, Mend(code, unsafe, before, after.rstrip("\n") + "\n")


ALL = dict(mends())


def harbour(folder: Path, text: str) -> Path:
    """A scenario around the text; the file that holds it."""
    folder.mkdir()
    (folder / "scenario.yaml").write_text(surroundings([text]), encoding="utf-8")
    (folder / "case.yaml").write_bytes(text.encode())
    return folder / "case.yaml"


def codes(folder: Path) -> set[str]:
    return set(re.findall(r"\[(SF\d+)\]", sfrules("validate", folder, "-o", "concise", cwd=folder.parent).out))


@pytest.mark.parametrize("case", ALL.values(), ids=ALL)
def test_what_was_meant_is_written(case, tmp_path):
    file = harbour(tmp_path / "harbour", case.before)
    assert case.code in codes(file.parent)
    ran = sfrules("validate", "harbour", "--fix", *(["--unsafe"] if case.unsafe else []), cwd=tmp_path)
    assert file.read_bytes().decode() == case.after, ran.out
    assert case.code not in codes(file.parent)
    assert "mended harbour/case.yaml: [" in ran.out
    assert "Mended: " in ran.out


@pytest.mark.parametrize("case", [c for c in ALL.values() if c.unsafe], ids=[n for n, c in ALL.items() if c.unsafe])
def test_a_guess_is_not_made_without_being_asked_for(case, tmp_path):
    file = harbour(tmp_path / "harbour", case.before)
    ran = sfrules("validate", "harbour", "--fix", cwd=tmp_path)
    assert file.read_bytes().decode() == case.before
    assert "Nothing to mend." in ran.out


@pytest.mark.parametrize("case", ALL.values(), ids=ALL)
def test_comments_marks_and_line_breaks_stay(case, tmp_path):
    tail = "\n# the end   # of it\n"
    before, after = (("\ufeff" + (text + tail).replace("\n", "\r\n")) for text in (case.before, case.after))
    file = harbour(tmp_path / "harbour", before)
    sfrules("validate", "harbour", "--fix", "--unsafe", cwd=tmp_path)
    assert file.read_bytes().decode() == after


@pytest.mark.parametrize("case", ALL.values(), ids=ALL)
def test_diff_shows_the_change_and_writes_nothing(case, tmp_path):
    file = harbour(tmp_path / "harbour", case.before)
    ran = sfrules("validate", "harbour", "--diff", "--unsafe", cwd=tmp_path)
    assert ran.code == 1
    assert file.read_bytes().decode() == case.before
    assert ran.out.startswith("--- harbour/case.yaml\n+++ harbour/case.yaml\n@@ ")
    assert patched(case.before, ran.out) == case.after


def patched(before: str, diff: str) -> str:
    """The text with a unified diff applied, line by line."""
    old, made, at = before.splitlines(keepends=True), [], 0
    for line in diff.splitlines(keepends=True)[2:]:
        if (hunk := re.match(r"@@ -(\d+)", line)) is not None:
            start = max(int(hunk[1]) - 1, 0)
            made += old[at:start]
            at = start
        elif line[0] == "+":
            made.append(line[1:])
        else:
            made += [line[1:]] if line[0] == " " else []
            at += 1
    return "".join(made + old[at:])


def test_every_mender_has_a_case():
    assert MENDERS.keys() <= {case.code for case in ALL.values()}
    assert len(ALL) >= 30


SMALL = ("connect-four", "kuhn-poker", "liars-dice", "nim", "werewolf")
KEY = re.compile(r"(?<=[ {])([a-z][a-z_-]{4,})(?=: )")


def slips() -> Iterator[tuple[str, str, str, str]]:
    """Shipped files with one key in which a letter is missing, doubled or swapped with the next; the same each time."""
    chance = random.Random(7)
    for game in SMALL:
        for path in sorted((CONTENT / game).rglob("*.yaml")):
            text = path.read_text(encoding="utf-8")
            for match in chance.sample(list(KEY.finditer(text)), k=min(4, len(KEY.findall(text)))):
                at = chance.randrange(match.start() + 1, match.end() - 1)
                made = chance.choice((text[at + 1], "", text[at] * 2, text[at + 1] + text[at]))
                end = at + (2 if len(made) == 2 and made[0] != made[1] else 1)
                if (spoilt := text[:at] + made + text[end:]) != text:
                    yield game, path.relative_to(CONTENT).as_posix(), spoilt, text


def test_a_slip_of_the_hand_in_a_key_of_a_shipped_game_is_mended_or_left_and_never_made_worse(tmp_path):
    shutil.copytree(CONTENT, tmp_path / "content")
    mended = []
    for game, name, spoilt, text in slips():
        file = tmp_path / "content" / name
        file.write_bytes(spoilt.encode())
        sfrules("validate", game, "--fix", cwd=tmp_path)
        after = file.read_bytes().decode()
        assert after in (text, spoilt), name
        mended.append(after == text)
        file.write_bytes(text.encode())
    assert len(mended) > 30
    assert sum(mended) / len(mended) > 0.5


def damaged(text: str, chance: random.Random) -> str:
    """The text with some harm done to it, as an editor, a merge or a cat on the keyboard does."""
    lines, at = text.split("\n"), chance.randrange(len(text))
    number = chance.randrange(len(lines))
    sign = chance.choice(":#\"'[]{}|>&*!-=\t\u200b\u2028,")
    return chance.choice(
        (
            text[:at] + text[at + 1 :],
            text[:at] + sign + text[at:],
            "\n".join([*lines[:number], *lines[number : number + 1] * 2, *lines[number + 1 :]]),
            "\n".join([*lines[:number], *lines[number + 1 :]]),
            "\n".join([*lines[:number], "   " + lines[number], *lines[number + 1 :]]),
            "\n".join([*lines[:number], chance.choice(("---", "# sfrules: allow SF540", "  ? x")), *lines[number:]]),
        )
    )


@pytest.mark.parametrize("seed", range(24))
def test_whatever_is_wrong_mending_makes_it_no_worse(seed, tmp_path):
    chance = random.Random(seed)
    game = shutil.copytree(CONTENT / chance.choice(SMALL), tmp_path / "game")
    file = chance.choice(sorted(game.rglob("*.yaml")))
    file.write_bytes(damaged(file.read_text(encoding="utf-8"), chance).encode())
    before = file.read_bytes()
    runs = [
        sfrules("validate", "game", *options, "-o", "concise", cwd=tmp_path)
        for options in ((), ("--fix",), ("--fix", "--unsafe"), ())
    ]
    assert all(ran.code in (0, 1) for ran in runs), runs[0].err
    errors = [ran.out.count(" error[") for ran in runs]
    assert errors == sorted(errors, reverse=True)
    assert len(file.read_bytes()) < 2 * len(before)


def test_where_a_definition_is_misspelt_its_uses_are_left_alone(tmp_path):
    text = "kinds:\n  shp: {}\nthings:\n  ship:\n    gull: {}\ngroups:\n  fleet: {of: ship, where: yes}\n"
    file = harbour(tmp_path / "harbour", text)
    assert "SF210" in codes(file.parent)
    sfrules("validate", "harbour", "--fix", "--unsafe", cwd=tmp_path)
    assert file.read_bytes().decode() == text
