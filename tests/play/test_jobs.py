"""Games shared out among processes: the same results for any number of them, and none is left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sfrules.engine.errors import ContentError
from sfrules.engine.machine import Machine
from sfrules.play.jobs import JobLostError, shared_out
from tests.cli.runs import CONTENT, LEDGER, ROOT, copied, sfrules
from tests.play.table import machine
from tests.secrets.test_command import leaky


def number(machine: Machine, part: int) -> tuple[str, int, int]:
    """What comes back sooner the later it was given out, and from where."""
    time.sleep((20 - part) / 200)
    return machine.program.id, part, os.getpid()


def stumble(machine: Machine, part: int) -> int:
    if part >= 7:
        raise ContentError("This stumbles.", seed=part)
    return part


def vanish(machine: Machine, part: int) -> None:
    os._exit(1)


def sit(machine: Machine, folder: str) -> None:
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(600)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_parts_come_back_in_their_order(jobs):
    made = list(shared_out(machine(), number, range(20), jobs))
    assert [part for _, part, _ in made] == list(range(20))
    assert {id_ for id_, _, _ in made} == {machine().program.id}
    assert len({process for _, _, process in made}) == jobs
    assert (os.getpid() in {process for _, _, process in made}) == (jobs == 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_where_its_part_would_have_come_and_keeps_its_seed(jobs):
    made: list[int] = []
    with pytest.raises(ContentError, match=r"This stumbles\. Seed 7\.") as caught:
        made.extend(shared_out(machine(), stumble, range(40), jobs))
    assert made == list(range(7))
    assert caught.value.seed == 7


def test_a_process_that_vanishes_is_told_of():
    with pytest.raises(JobLostError):
        list(shared_out(machine(), vanish, range(4), 2))


@pytest.mark.parametrize("scenario", [LEDGER, CONTENT / "shadow-frontiers"], ids=lambda path: path.name)
def test_a_simulation_counts_the_same_in_any_number_of_processes(tmp_path, scenario):
    runs = []
    for jobs in (1, 2, 3):
        folder = tmp_path / str(jobs)
        ran = sfrules(
            "simulate", scenario, "-n", "333", "-j", str(jobs), "--json", "--save-record", folder, cwd=tmp_path
        )
        assert ran.code == 0, ran.err
        data = json.loads(ran.out)
        assert data.pop("speed")["jobs"] == jobs
        assert data["games"] == 333
        runs.append((json.dumps(data), {path.name: path.read_bytes() for path in sorted(folder.iterdir())}))
    assert runs[0] == runs[1] == runs[2]
    assert runs[0][1]


def test_the_first_game_that_fails_is_named_by_any_number_of_processes(tmp_path):
    game = copied(LEDGER, tmp_path / "game")
    rules = game / "rules.yaml"
    rules.write_text(
        rules.read_text("utf-8").replace("actor.coins += 1", "actor.coins += 1 / (actor.coins - 3)"), "utf-8"
    )
    told = [sfrules("simulate", "game", "-n", "400", "--jobs", str(jobs), cwd=tmp_path) for jobs in (1, 2, 3)]
    assert [ran.code for ran in told] == [1, 1, 1]
    assert told[0].err == told[1].err == told[2].err
    assert "sfrules replay --scenario game --seed" in told[0].err


@pytest.mark.parametrize("every", [(), ("--every", "3")], ids=["a few times a game", "one position in 3"])
def test_leaks_are_the_same_and_as_well_placed_by_any_number_of_processes(tmp_path, every):
    game = leaky(tmp_path)
    told = [sfrules("leaks", game, "-n", "120", *every, "-j", str(jobs), "--json", cwd=tmp_path) for jobs in (1, 2)]
    assert [ran.code for ran in told] == [1, 1], told[1].err
    assert told[0].out == told[1].out
    assert all(leak["place"] for leak in json.loads(told[0].out)["leaks"])


def test_fewer_positions_are_looked_at_when_only_few_are_wanted(tmp_path):
    looked = [sfrules("leaks", leaky(tmp_path / n), "-n", "40", "--every", n, cwd=tmp_path) for n in ("1", "100000")]
    assert [ran.code for ran in looked] == [1, 0]


SITTING = """
import sys
from tests.play.table import machine
from tests.play.test_jobs import sit
from sfrules.play.jobs import shared_out
list(shared_out(machine(), sit, [sys.argv[1]] * 8, 2))
"""


@pytest.mark.parametrize(
    ("end", "whom"), [(signal.SIGINT, os.killpg), (signal.SIGINT, os.kill), (signal.SIGKILL, os.kill)],
    ids=["Ctrl-C", "SIGINT to the first", "the first is killed"],
)  # fmt: skip
def test_no_process_is_left_behind(tmp_path, end, whom):
    first = subprocess.Popen(
        [sys.executable, "-c", SITTING, str(tmp_path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    late = time.monotonic() + 60
    while len(list(tmp_path.iterdir())) < 2:
        assert first.poll() is None
        assert time.monotonic() < late
        time.sleep(0.05)
    whom(first.pid, end)
    # the end of what they all could write to comes only when the last of them is gone
    _, said = first.communicate(timeout=30)
    assert first.returncode != 0
    assert said.decode().count("Traceback") == (end == signal.SIGINT)
