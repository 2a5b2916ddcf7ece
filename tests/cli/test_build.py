"""A build is made whole or not at all, and says what it made."""

from __future__ import annotations

import errno
import json
import re
from pathlib import Path

import pytest

from sfrules.publish import report
from tests.cli.runs import LEDGER, copied, sfrules

QUICK = ("build", "ledger", "--only", "report", "--games", "20")


@pytest.fixture
def game(tmp_path) -> Path:
    return copied(LEDGER, tmp_path / "ledger")


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_main_job(game):
    ran = sfrules("build", "ledger", "--games", "20", cwd=game.parent)
    assert (ran.code, ran.err) == (0, "")
    made = tree(game.parent / "build")
    assert made["site/index.html"].lstrip().startswith(b"<!doctype html>")
    assert {"docs/index.md", "report.json", "report.html"} <= made.keys()
    assert {"cards/cards-a4.pdf", "cards/cards-letter.pdf"} <= made.keys()
    assert all(data.startswith(b"%PDF") for name, data in made.items() if name.endswith(".pdf"))
    lines = ran.out.splitlines()
    assert [line for line in lines if line.startswith("making")] == [
        "making the website", "making the card sheets", "making the report",
    ]  # fmt: skip
    for part in ("site", "cards", "report"):
        (line,) = [line for line in lines if line.startswith(f"{part} ")]
        assert re.search(r"\d (bytes|kB|MB) +\d+\.\d s$", line)


def test_the_report_tells_what_was_checked_found_and_played(game):
    (game / "more.yaml").write_text("numbers:\n  idle: 4\n", encoding="utf-8")
    assert sfrules(*QUICK, cwd=game.parent).code == 0
    data = json.loads((game.parent / "build" / "report.json").read_text("utf-8"))
    assert data["scenario"]["title"] == "The Ledger"
    assert data["checked"]["slip cards"] == 9
    assert data["levels"] == {"error": 0, "warning": 1, "info": 0}
    assert data["findings"][0]["file"] == "ledger/more.yaml"
    assert data["games"]["games"] == 20
    assert [ending["title"] for ending in data["games"]["endings"]] == ["Closing time"]
    page = (game.parent / "build" / "report.html").read_text("utf-8")
    assert "ledger/more.yaml:2:3" in page
    assert "Closing time" in page
    assert not re.search(r'(src|href)=(?!"#)', page)
    assert "tests" not in data["checked"]  # a build does not read them to the end


RULE_TESTS = """tests:
  saved:
    given: {at: {phase: work, seat: north}}
    do: [north: save-up]
    expect: {is: {north.coins: 4}}
  lost:
    do: [north: save-up]
    expect: {is: {north.coins: 2}}
"""


def test_the_report_tells_what_the_tests_of_the_rules_reach(game):
    """A build itself has no use for tests; the report plays them."""
    (game / "tests.yaml").write_text(RULE_TESTS, encoding="utf-8")
    assert sfrules(*QUICK, cwd=game.parent).code == 0
    covered = json.loads((game.parent / "build" / "report.json").read_text("utf-8"))["coverage"]
    assert (covered["tests"], covered["hold"]) == (2, 1)
    assert 0 < covered["lines"]["reached"] < covered["lines"]["of"]
    page = (game.parent / "build" / "report.html").read_text("utf-8")
    assert "2 tests were played; <b" in page
    assert f"{covered['lines']['reached']} of {covered['lines']['of']}" in page
    assert all(f"<code>{name}</code>" in page for name in covered["options"]["missing"])


def test_what_is_left_is_counted_and_codes_lead_to_the_website_beside_it(game):
    (game / "more.yaml").write_text("numbers:\n  idle: 4\n", encoding="utf-8")
    assert "\n1 warning: build/report.html shows where." in sfrules(*QUICK, cwd=game.parent).out
    assert "No tests of the rules were played" in (game.parent / "build" / "report.html").read_text("utf-8")
    sfrules("build", "ledger", "--only", "site", cwd=game.parent)
    (game / "more.yaml").write_text("numbers:\n  idle: 4\n  lazy: 4\n", encoding="utf-8")
    assert "\n2 warnings: build/report.html shows where." in sfrules(*QUICK, cwd=game.parent).out
    (href,) = set(re.findall(r'href="(site/[^"]*)"', (game.parent / "build" / "report.html").read_text("utf-8")))
    assert (game.parent / "build" / href).is_file()


def test_honest_text_is_once_escaped_in_the_report(game):
    title = "title: '<script>alert(1)</script> R&D'"
    text = (game / "scenario.yaml").read_text("utf-8").replace("title: The Ledger", title)
    (game / "scenario.yaml").write_text(text, encoding="utf-8")
    assert sfrules(*QUICK, cwd=game.parent).code == 0
    page = (game.parent / "build" / "report.html").read_text("utf-8")
    assert "<script" not in page
    assert "<h1>&lt;script&gt;alert(1)&lt;/script&gt; R&amp;D</h1>" in page


def test_the_same_content_gives_the_same_report(game):
    sfrules(*QUICK, cwd=game.parent)
    once = tree(game.parent / "build")
    sfrules(*QUICK, cwd=game.parent)
    assert tree(game.parent / "build") == once


def test_one_part_made_anew_keeps_the_others(game):
    sfrules(*QUICK, cwd=game.parent)
    kept = game.parent / "build" / "cards" / "kept.pdf"
    kept.parent.mkdir()
    kept.write_bytes(b"%PDF")
    ran = sfrules(*QUICK, "--games", "10", cwd=game.parent)
    assert ran.code == 0
    assert kept.read_bytes() == b"%PDF"
    assert json.loads((game.parent / "build" / "report.json").read_text("utf-8"))["games"]["games"] == 10


def test_with_an_error_nothing_is_written(game):
    text = (game / "rules.yaml").read_text("utf-8").replace("actor.coins += 1", "actor.coin += 1")
    (game / "rules.yaml").write_text(text, encoding="utf-8")
    ran = sfrules("build", "ledger", cwd=game.parent)
    assert ran.code == 1
    assert "ledger/rules.yaml:" in ran.err
    assert "1 error; mend" in ran.err
    assert not (game.parent / "build").exists()


FAILURES = [
    (OSError(errno.ENOSPC, "No space left on device"), 2, "no space is left on the disk; the old build is as it was"),
    (PermissionError(13, "Permission denied", "report.json"), 2, "the old build is as it was"),
    (KeyboardInterrupt(), 130, "Stopped."),
    (RuntimeError("ours"), 3, "mistake in sfrules"),
]


@pytest.mark.parametrize(("error", "code", "words"), FAILURES)
def test_whatever_fails_the_old_build_stays_whole(game, monkeypatch, error, code, words):
    sfrules(*QUICK, cwd=game.parent)
    before = tree(game.parent)
    write = report.write_report

    def failing(out, data):
        write(out, data)
        raise error

    monkeypatch.setattr(report, "write_report", failing)
    ran = sfrules(*QUICK, "--games", "10", cwd=game.parent)
    assert ran.code == code
    assert words in ran.err
    assert "Traceback" not in ran.err
    assert tree(game.parent) == before
    for kept in re.findall(r"details are in (\S+\.txt);", ran.err):
        Path(kept).unlink()


def test_no_space_at_the_first_build_leaves_nothing(game, monkeypatch):
    def full(out, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(report, "write_report", full)
    ran = sfrules(*QUICK, cwd=game.parent)
    assert ran.code == 2
    assert "no space is left on the disk; nothing was written" in ran.err
    assert [path.name for path in game.parent.iterdir()] == ["ledger"]


def test_a_folder_of_somebody_else_is_left_alone(game):
    (game.parent / "build").mkdir()
    (game.parent / "build" / "letter.txt").write_text("dear", encoding="utf-8")
    ran = sfrules(*QUICK, cwd=game.parent)
    assert ran.code == 2
    assert "did not write" in ran.err
    assert tree(game.parent / "build") == {"letter.txt": b"dear"}


def test_a_page_that_links_nowhere_stops_the_build(game):
    (game / "rulebook").mkdir()
    (game / "rulebook" / "notes.md").write_text("---\ntitle: Notes\n---\n\n[there](gone.md)\n", encoding="utf-8")
    ran = sfrules("build", "ledger", "--only", "site", cwd=game.parent)
    assert ran.code == 1
    assert "gone.md" in ran.err
    assert "nothing was written" in ran.err
    assert not (game.parent / "build").exists()


def test_a_mistake_that_only_play_finds_is_told_and_fails(game):
    text = (game / "rules.yaml").read_text("utf-8").replace("actor.coins += 1", "actor.coins += 1 / (actor.coins - 3)")
    (game / "rules.yaml").write_text(text, encoding="utf-8")
    ran = sfrules(*QUICK, cwd=game.parent)
    assert ran.code == 1
    assert "error[SF901]" in ran.err
    assert re.search(r"ledger/rules\.yaml:\d+:\d+", ran.err)
    assert re.search(r"sfrules replay --scenario ledger --seed \d+", ran.err)
