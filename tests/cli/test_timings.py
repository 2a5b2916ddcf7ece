"""`sfrules validate --timings`: where the time goes, beside what is found."""

from __future__ import annotations

import json
import re

from sfrules.check import CHECKS
from sfrules.clock import Clock
from tests.cli.runs import CONTENT, sfrules

STAGES = ["start", "files", "definitions", "rules", "checks"]


def test_the_table_has_every_stage_and_the_checks_that_take_time_the_slowest_first(tmp_path):
    plain = sfrules("validate", CONTENT / "nim", cwd=tmp_path)
    timed = sfrules("validate", CONTENT / "nim", "--timings", cwd=tmp_path)
    assert (timed.code, timed.out) == (plain.code, plain.out)
    stages, checks = timed.err.split("Milliseconds by check:\n")
    assert re.findall(r"^  (\w[\w ]*?) +\d+\.\d", stages, re.MULTILINE)[:5] == STAGES
    rows = re.findall(r"^  (SF\d+) +(\d+\.\d)", checks, re.MULTILINE)
    others = re.search(r"^  (\d+) others, less than 0\.1 each$", checks, re.MULTILINE)
    assert {code for code, _ in rows} <= {check.facts.code for check in CHECKS}
    assert len(rows) + (int(others[1]) if others else 0) == len(CHECKS)
    times = [float(time) for _, time in rows]
    assert times == sorted(times, reverse=True)
    assert 0.0 not in times


def test_for_a_program_it_is_json_beside_the_findings(tmp_path):
    timed = sfrules("validate", CONTENT / "nim", "--timings", "--json", cwd=tmp_path)
    assert json.loads(timed.out) == []
    told = json.loads(timed.err.splitlines()[-1])
    assert list(told["stages"])[:5] == STAGES
    assert all(seconds >= 0 for seconds in [*told["stages"].values(), *told["checks"].values()])


def test_a_check_that_is_switched_off_takes_no_time(tmp_path):
    timed = sfrules("validate", CONTENT / "nim", "--timings", "--json", "--ignore", "SF5", cwd=tmp_path)
    checks = json.loads(timed.err.splitlines()[-1])["checks"]
    assert checks
    assert not [code for code in checks if code.startswith("SF5")]


def test_time_of_several_turns_is_added():
    clock = Clock()
    for _ in range(2):
        with clock.stage("rules"), clock.check("SF501"):
            sum(range(100_000))
    once = Clock()
    with once.stage("rules"):
        pass
    assert clock.stages["rules"] > once.stages["rules"]
    assert list(clock.stages) == ["rules"]
    assert clock.stages["rules"] >= clock.checks["SF501"] > 0
