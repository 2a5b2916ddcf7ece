"""Random games counted: the numbers hold, and any game can be seen again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sfrules.cli.simulate import report_lines
from sfrules.cli.speech import words_for
from sfrules.pipeline import load
from tests.cli.runs import CONTENT, LEDGER, ROOT, copied, sfrules

SCENARIOS = sorted(folder for folder in CONTENT.iterdir() if folder.is_dir())


@pytest.mark.parametrize("scenario", [*SCENARIOS, LEDGER], ids=lambda path: path.name)
def test_the_shares_add_up_and_every_seed_shows_its_ending(tmp_path, scenario):
    ran = sfrules("simulate", scenario, "-n", "60", "--seed", "5", "--json", cwd=tmp_path)
    data = json.loads(ran.out)
    assert ran.code == 0
    assert sum(ending["games"] for ending in data["endings"]) == data["games"] == 60
    for number, ending in enumerate(data["endings"]):
        low, high = ending["interval"]
        assert 0 <= low <= ending["share"] <= high <= 1
        assert sum(way["games"] for way in ending["ways"]) == ending["games"]
        assert (ending["seed"] is None) == (ending["games"] == 0)
        if number < 3 and ending["games"]:
            again = sfrules("replay", "--scenario", scenario, "--seed", str(ending["seed"]), "--json", cwd=tmp_path)
            assert again.code == 0
            assert json.loads(again.out)["outcome"] == ending["outcome"]
    speed = data["speed"]
    assert speed["jobs"] == 1
    assert speed["decisions_per_cpu_s"] > speed["games_per_cpu_s"] > 0
    assert speed["wall_s"] > 0
    assert data["decisions"]["least"] <= data["decisions"]["mean"] <= data["decisions"]["most"]


def test_people_read_titles(tmp_path):
    ran = sfrules("simulate", LEDGER, "-n", "40", cwd=tmp_path)
    assert ran.code == 0
    assert "100.0%   91.2% to 100.0%  Closing time" in ran.out
    assert "x Work: Save up" in ran.out
    assert "Day: 4.0 on average, 4 to 4" in ran.out
    assert "South" in ran.out


def test_endings_that_no_game_came_to_are_told(tmp_path):
    copied(LEDGER, tmp_path / "game")
    rules = tmp_path / "game" / "rules.yaml"
    ruin = 'endings:\n  ruin: {title: "{who} is ruined", given: {who: clerk}}\n'
    never = "triggers:\n  ruin: {when: south.coins > 99, fires: at once, effect: finish with ruin(south)}\n"
    rules.write_text(never + rules.read_text("utf-8").replace("endings:\n", ruin), encoding="utf-8")
    ran = sfrules("simulate", "game", "-n", "40", cwd=tmp_path)
    lines = ran.out.splitlines()
    assert lines[1] == ""
    assert "   0.0%    0.0% to   8.8%  Clerk is ruined" in lines
    assert lines[lines.index("   0.0%    0.0% to   8.8%  Clerk is ruined") + 1].strip() == "no game came to it"
    data = json.loads(sfrules("simulate", "game", "-n", "40", "--json", cwd=tmp_path).out)
    assert [(one["outcome"], one["games"], one["share"], one["seed"]) for one in data["endings"][1:]] == [
        ("ruin", 0, 0, None)
    ]


@pytest.mark.parametrize(
    ("ways", "says"), [(5, "1 x by another way"), (7, "6 x by 3 other ways, each at most 3 x"), (4, None)]
)
def test_the_rarest_ways_are_told_together(tmp_path, ways, says):
    data = json.loads(sfrules("simulate", LEDGER, "-n", "5", "--json", cwd=tmp_path).out)
    data["endings"][0]["ways"] = [{"phase": "work", "games": ways - at} for at in range(ways)]
    lines = [line.strip() for line in report_lines(data, words_for(load(LEDGER).book), "sfrules replay --seed")]
    assert [line for line in lines if " x by " in line] == ([says] if says else [])


def test_one_record_of_each_ending_is_kept_and_fits(tmp_path):
    ran = sfrules("simulate", "tic-tac-toe", "-n", "40", "--save-record", "kept", cwd=tmp_path)
    assert ran.code == 0
    assert {path.name for path in (tmp_path / "kept").iterdir()} == {"win-x.json", "win-o.json", "draw.json"}
    for path in (tmp_path / "kept").iterdir():
        again = sfrules("replay", path, cwd=tmp_path)
        assert again.code == 0
        assert "tic-tac-toe; as you said" in again.out


def in_a_process(folder: Path, hash_seed: str) -> tuple[dict[str, object], dict[str, bytes]]:
    command = [
        sys.executable,
        "-m",
        "sfrules",
        "simulate",
        str(CONTENT / "shadow-frontiers"),
        "-n",
        "25",
        "--seed",
        "9",
        "--json",
    ]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([*command, "--save-record", str(folder)], capture_output=True, env=environment, check=True)
    text = done.stdout.decode()
    data = {name: value for name, value in json.loads(text).items() if name != "speed"}
    return data, {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_same_bytes_in_processes_that_hash_otherwise(tmp_path):
    first, second = (in_a_process(tmp_path / seed, seed) for seed in ("1", "4242"))
    assert json.dumps(first[0]) == json.dumps(second[0])
    assert first[1] == second[1]
    assert first[1]


def test_a_mistake_that_only_play_finds_has_place_and_seed(tmp_path):
    (tmp_path / "game").mkdir()
    for file in LEDGER.iterdir():
        text = file.read_text("utf-8").replace("actor.coins += 1", "actor.coins += 1 / (actor.coins - 3)")
        (tmp_path / "game" / file.name).write_text(text, encoding="utf-8")
    ran = sfrules("simulate", "game", "-n", "50", cwd=tmp_path)
    assert ran.code == 1
    assert "error[SF901]: Here something is divided by 0." in ran.err
    assert "--> game/rules.yaml:" in ran.err
    assert "sfrules replay --scenario game --seed" in ran.err


def test_a_scenario_with_errors_is_not_played(tmp_path):
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "scenario.yaml").write_text("scenario:\n  title: Empty\n  seats: 2\n", encoding="utf-8")
    ran = sfrules("simulate", "game", cwd=tmp_path)
    assert ran.code == 1
    assert "mend" in ran.err
