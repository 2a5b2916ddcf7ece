"""Texts that say for which rule they were written: `--fix` writes the mark, and a changed rule is told until read."""

from __future__ import annotations

import re

from tests.cli.runs import sfrules
from tests.publish.test_proof import GAME

ROUTINES = """routines:
  pay:
    title: Paying
    text: Every day costs something.
    text_for: rule  # written with love
    effect: |
      for c in captain where .coins > 0
        c.coins -= toll
      end
"""


def harbour(tmp_path):
    root = tmp_path / "content" / "harbour"
    root.mkdir(parents=True)
    game = GAME.replace("each: captain, menu: turn,", "each: captain, menu: turn, effect: do pay(),")
    (root / "scenario.yaml").write_text(game, encoding="utf-8")
    (root / "pay.yaml").write_text(ROUTINES, encoding="utf-8")
    return root / "pay.yaml"


def told(tmp_path, *more):
    ran = sfrules("validate", "--no-cache", "--output", "concise", "--select", "SF71", *more, cwd=tmp_path)
    return re.findall(r"pay\.yaml:(\d+):\d+: \w+\[(SF\d+)\]", ran.out)


def test_a_mark_is_written_kept_found_old_and_renewed(tmp_path):
    file = harbour(tmp_path)
    assert told(tmp_path) == [("5", "SF712")]
    assert told(tmp_path, "--fix") == []
    marked = file.read_text(encoding="utf-8")
    mark = re.search(r"text_for: ([0-9a-f]{4})  # written with love\n", marked)
    assert mark is not None
    assert marked == ROUTINES.replace("text_for: rule", f"text_for: {mark[1]}")

    laid_out = marked.replace("c.coins -= toll", "c.coins  -=  toll")
    file.write_text(laid_out, encoding="utf-8")
    assert told(tmp_path) == []

    file.write_text(marked.replace("-= toll", "-= toll + 1"), encoding="utf-8")
    assert told(tmp_path, "--fix") == [("5", "SF711")]
    assert told(tmp_path, "--fix", "--unsafe") == []
    assert mark[1] not in file.read_text(encoding="utf-8")


def test_an_old_text_points_at_the_steps_that_are_new(tmp_path):
    file = harbour(tmp_path)
    told(tmp_path, "--fix")
    marked = file.read_text(encoding="utf-8")
    file.write_text(marked + "      if toll > 2 then stop\n", encoding="utf-8")
    ran = sfrules("validate", "--no-cache", "--select", "SF71", cwd=tmp_path)
    assert "warning[SF711]: The rule of “pay” has changed since its text was written.\n" in ran.out
    assert "pay.yaml:10:7: this is new since the text was written" in ran.out
    file.write_text(marked.replace("effect: |", "effect: |\n      stop\n").split("      for")[0], encoding="utf-8")
    ran = sfrules("validate", "--no-cache", "--select", "SF71", cwd=tmp_path)
    assert "pay.yaml:7:7: this is new since the text was written" in ran.out
