"""The formatter touches rule texts and the ends of lines, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.runs import CONTENT, LEDGER, copied, sfrules

HEAD = """scenario: {title: T, seats: 2}
kinds:
  clerk: {seat: yes, has: {coins: {track: 0..9}}}
things:
  clerk: {a: {}, b: {}}
"""

CASES = {
    "spaces in a rule": ("play: |\n  a.coins  +=   1\n  stop\n", "play: |\n  a.coins += 1\n  stop\n"),
    "depth": ("play: |\n  if a.coins>3\n   stop\n  end\n", "play: |\n  if a.coins > 3\n    stop\n  end\n"),
    "the author's paragraphs": ("play: |\n  a.coins+=1\n\n\n  stop\n", "play: |\n  a.coins += 1\n\n  stop\n"),
    "a rule with a comment": ("play: |\n  a.coins  += 1 # why\n  stop\n", None),
    "a rule with a slip": ("play: |\n  a.coins  += += 1\n", None),
    "a formula on its line": (
        "define:\n  rich: {is: (a.coins)  >  3, title: Rich  one}\n",
        "define:\n  rich: {is: a.coins > 3, title: Rich  one}\n",
    ),
    "quoted": ("define:\n  rich:\n    is: 'a.coins>3'\n", "define:\n  rich:\n    is: 'a.coins > 3'\n"),
    "in double quotes": ('define:\n  rich:\n    is: "a.coins>3"\n', 'define:\n  rich:\n    is: "a.coins > 3"\n'),
    "over two lines": ("define:\n  rich:\n    is: a.coins>3 and\n      b.coins>3\n", None),
    "ends of lines": ("# a comment \nnumbers:  \n  n: 3\t\n", "# a comment\nnumbers:\n  n: 3\n"),
    "no break at the end": ("numbers:\n  n: 3", "numbers:\n  n: 3\n"),
    "many breaks at the end": ("numbers:\n  n: 3\n\n\n", "numbers:\n  n: 3\n"),
    "blanks in a text are part of it": ("glossary:\n  w:\n    text: |\n      one  \n      two\n", None),
    "breaks that a text keeps": ("glossary:\n  w:\n    text: |+\n      one\n\n", None),
    "comments and order": ("# first\nnumbers: # here\n  b: 1 # b\n  # between\n  a: 2\n", None),
    "signs that a text may hold": ('play: |\n  announce  "a: b # c"\n', 'play: |\n  announce "a: b # c"\n'),
}


def write(folder: Path, text: str) -> Path:
    (folder / "game").mkdir()
    (folder / "game" / "scenario.yaml").write_text(HEAD, encoding="utf-8")
    path = folder / "game" / "more.yaml"
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "bom"])
@pytest.mark.parametrize("name", CASES)
def test_what_changes_and_what_does_not(tmp_path, name, mark, ends):
    before, after = CASES[name]
    before, after = (mark + text.replace("\n", ends) for text in (before, before if after is None else after))
    path = write(tmp_path, before)
    assert sfrules("fmt", "game", cwd=tmp_path).code == 0
    assert path.read_bytes().decode() == after
    assert sfrules("fmt", "game/more.yaml", cwd=tmp_path).out == "Nothing to change.\n"


def test_check_changes_nothing_and_fails(tmp_path):
    before = CASES["depth"][0]
    path = write(tmp_path, before)
    ran = sfrules("fmt", "game", "--check", cwd=tmp_path)
    assert (ran.code, ran.out) == (1, "would change game/more.yaml\n")
    assert path.read_text("utf-8") == before


def test_the_difference_is_shown(tmp_path):
    before = CASES["depth"][0]
    path = write(tmp_path, before)
    ran = sfrules("fmt", "game", "--diff", cwd=tmp_path)
    assert ran.code == 0
    assert "-  if a.coins>3\n" in ran.out
    assert "+  if a.coins > 3\n" in ran.out
    assert path.read_text("utf-8") == before


def test_a_file_that_is_no_yaml_is_left_alone(tmp_path):
    path = write(tmp_path, "numbers: [1, 2  \n")
    ran = sfrules("fmt", "game", cwd=tmp_path)
    assert "left alone: game/more.yaml" in ran.err
    assert path.read_text("utf-8") == "numbers: [1, 2  \n"


@pytest.mark.parametrize("scenario", sorted(p for p in CONTENT.iterdir() if p.is_dir()), ids=lambda path: path.name)
def test_tidied_shipped_content_says_the_same_and_is_tidy(tmp_path, scenario):
    from sfrules.pipeline import load

    game = copied(scenario, tmp_path / scenario.name)
    before = load(game).book
    assert sfrules("fmt", game, cwd=tmp_path).code == 0
    after = load(game).book
    assert {path: rule.tree for path, rule in before.rules.items()} == {
        path: rule.tree for path, rule in after.rules.items()
    }
    assert list(before.cards) == list(after.cards)
    assert sfrules("fmt", game, cwd=tmp_path).out == "Nothing to change.\n"


def test_a_lone_file_is_refused(tmp_path):
    (tmp_path / "lone.yaml").write_text("a: b\n", encoding="utf-8")
    assert sfrules("fmt", "lone.yaml", cwd=tmp_path).code == 2


def test_the_small_game_of_these_tests_is_tidy(tmp_path):
    assert sfrules("fmt", LEDGER, "--check", cwd=tmp_path).code == 0
