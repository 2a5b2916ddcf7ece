"""`sfrules leaks`: what it prints, what its JSON holds, how it ends."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.runs import CONTENT, copied, sfrules


def leaky(folder: Path) -> Path:
    made = copied(CONTENT / "kuhn-poker", folder / "kuhn-poker")
    rules = made / "rules.yaml"
    text = rules.read_text("utf-8").replace("play: |\n", "play: |\n  elder.staked = sum(elder.hand.rank) - 1\n", 1)
    rules.write_text(text, "utf-8")
    return made


def test_a_game_that_keeps_its_secrets_ends_well(tmp_path: Path) -> None:
    ran = sfrules("leaks", CONTENT / "kuhn-poker", "--games", "10", cwd=tmp_path)
    assert ran.code == 0
    assert ran.out.endswith("\n10 games, and nothing that a seat saw told it more than it may know.\n")


def test_a_leak_is_told_with_rule_line_secret_and_play(tmp_path: Path) -> None:
    made = leaky(tmp_path)
    ran = sfrules("leaks", made, "--games", "6", cwd=tmp_path)
    line = (made / "rules.yaml").read_text("utf-8").split("\n").index("  elder.staked = sum(elder.hand.rank) - 1") + 1
    assert ran.code == 1
    assert f"rules.yaml:{line}:3: " in ran.out
    assert "can tell two worlds apart by the log. Rule: play." in ran.out
    assert "what differs:   hand.elder holds " in ran.out
    assert "the play:       seed " in ran.out
    assert ran.out.endswith("1 leak in 6 games.\n")


def test_json_holds_the_same(tmp_path: Path) -> None:
    ran = sfrules("leaks", leaky(tmp_path), "--games", "6", "--seed", "3", "--json", cwd=tmp_path)
    data = json.loads(ran.out)
    assert (ran.code, data["games"], data["seed"], data["scenario"]) == (1, 6, 3, "kuhn-poker")
    (leak,) = data["leaks"]
    assert leak["rule"] == "play"
    assert leak["place"]["column"] == 3
    assert leak["here"] != leak["there"]
    assert any(secret.startswith("hand.elder holds") for secret in leak["secret"])
    assert leak["play"] == []


def test_a_leak_is_an_error_of_the_content_and_can_be_played_all_the_same(tmp_path: Path) -> None:
    made = leaky(tmp_path)
    checked = sfrules("validate", made, "--output", "concise", cwd=tmp_path)
    assert "error[SF401]" in checked.out + checked.err
    assert checked.code == 1
    assert sfrules("simulate", made, "--games", "5", cwd=tmp_path).code == 0
