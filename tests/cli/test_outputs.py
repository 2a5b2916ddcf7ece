"""`--output`: one form to the terminal, any number to files, each file whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sfrules.cli.outputs import FORMS
from tests.cli.runs import LEDGER, copied, sfrules

MORE = "numbers:\n  idle: 4\ntests:\n  loft: {expect: {winners: [attic]}}\n"


def told(folder: Path) -> list[dict]:
    """All that there is to find, as the JSON on the terminal has it."""
    found: list[dict] = json.loads(sfrules("validate", "ledger", "--json", cwd=folder).out)
    assert {one["severity"] for one in found} >= {"error", "warning"}
    return found


def failures(report: Path) -> int:
    return len(ElementTree.parse(report).findall(".//failure"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    """The folder around a scenario with an error and a warning."""
    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    game = copied(LEDGER, tmp_path / "ledger")
    (game / "more.yaml").write_text(MORE, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("form", FORMS)
def test_a_file_holds_what_the_terminal_would_show(folder, form):
    shown = sfrules("validate", "ledger", "-o", form, cwd=folder)
    kept = sfrules("validate", "ledger", "-o", f"{form}=made/report.txt", cwd=folder)
    text = (folder / "made" / "report.txt").read_text("utf-8")
    assert (shown.code, kept.code) == (1, 1)
    assert text
    assert "attic" in text
    assert text in shown.out if form == "full" else text == shown.out
    assert kept.err == f"Written: made/report.txt ({form})\n"


def test_several_at_once(folder):
    asked = ["--output", "concise", "--output", "sarif=r.sarif", "-o", "junit=r.xml", "-o", "json=r.json"]
    ran = sfrules("validate", "ledger", *asked, cwd=folder)
    assert ran.code == 1
    found = told(folder)
    assert json.loads((folder / "r.json").read_text("utf-8")) == found
    assert [line.split(":")[1] for line in ran.out.splitlines()] == [str(one["line"]) for one in found]
    results = json.loads((folder / "r.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert [one["ruleId"] for one in results] == [one["code"] for one in found]
    assert failures(folder / "r.xml") == sum(one["severity"] == "error" for one in found)


def test_with_files_only_the_terminal_gets_the_sum(folder):
    ran = sfrules("validate", "ledger", "-o", "json=r.json", cwd=folder)
    assert [line.split(":")[0] for line in ran.out.splitlines()] == ["Scenario", "Checked", "Found"]


def test_what_fails_the_run_fails_in_junit(folder):
    sfrules("validate", "ledger", "-o", "junit=r.xml", "--fail-on", "warning", cwd=folder)
    assert failures(folder / "r.xml") == sum(one["severity"] != "info" for one in told(folder))


def test_one_file_and_a_lone_file_have_reports_too(folder):
    sfrules("validate", "ledger/more.yaml", "-o", "jsonl=r.jsonl", "-o", "junit=r.xml", cwd=folder)
    found = [json.loads(line) for line in (folder / "r.jsonl").read_text("utf-8").splitlines()]
    assert found == [one for one in told(folder) if one["file"] == "ledger/more.yaml"]
    assert [suite.get("name") for suite in ElementTree.parse(folder / "r.xml").getroot()] == ["ledger/more.yaml"]
    (folder / "lone.yaml").write_text("a: [b\n", encoding="utf-8")
    for form in FORMS:
        ran = sfrules("validate", "lone.yaml", "-o", form, cwd=folder)
        assert ran.code == 1
        assert "lone.yaml" in ran.out


MISUSE = [
    (["-o", "sarfi"], "there is no form “sarfi”. Did you mean “sarif”?"),
    (["-o", "csv=x"], "Forms are: full, concise,"),
    (["-o", "json="], "which file? Write --output json=FILE"),
    (["-o", "json", "-o", "full"], "only one form can go to the terminal, not json and full"),
    (["--json", "-o", "sarif"], "Send the others to files: --output sarif=FILE"),
    (["-o", "json=ledger"], "this is a folder"),
    (["-o", "json=r", "-o", "html=./r"], "r cannot hold both json and html"),
    (["-o", "json=ledger/rules.yaml/r"], "ledger/rules.yaml/r cannot be written: "),
]


@pytest.mark.parametrize(("arguments", "words"), MISUSE, ids=[" ".join(arguments) for arguments, _ in MISUSE])
def test_misuse_gets_clear_words(folder, arguments, words):
    ran = sfrules("validate", "ledger", *arguments, cwd=folder)
    assert ran.code == 2
    assert words in ran.err
    assert "Traceback" not in ran.err


def test_a_file_that_cannot_be_replaced_stays_as_it_was_and_the_others_are_written(folder, monkeypatch):
    old = folder / "old.json"
    old.write_text("old", encoding="utf-8")
    replace = Path.replace

    def refused(path: Path, target: Path) -> Path:
        if target == old:
            raise PermissionError(13, "Permission denied", str(target))
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refused)
    ran = sfrules("validate", "ledger", "-o", "json=old.json", "-o", "jsonl=new.jsonl", cwd=folder)
    assert ran.code == 2
    assert "sfrules: old.json cannot be written: permission denied" in ran.err
    assert old.read_text("utf-8") == "old"
    assert [json.loads(line) for line in (folder / "new.jsonl").read_text("utf-8").splitlines()] == told(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["ledger", "new.jsonl", "old.json"]


def test_a_file_that_is_there_is_replaced_and_its_rights_kept(folder):
    kept = folder / "kept.json"
    kept.write_text("old " * 10_000, encoding="utf-8")
    kept.chmod(0o644)
    before = kept.stat().st_mode
    sfrules("validate", "ledger", "-o", "json=kept.json", cwd=folder)
    assert json.loads(kept.read_text("utf-8")) == told(folder)
    assert kept.stat().st_mode == before


def test_a_device_stays_a_device(folder):
    ran = sfrules("validate", "ledger", "-o", f"json={os.devnull}", cwd=folder)
    assert ran.code == 1
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("variable", ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"])
def test_a_service_gets_paths_from_the_root_of_its_repository(folder, monkeypatch, variable):
    monkeypatch.setenv(variable, str(folder))
    ran = sfrules("validate", "-o", "github", cwd=folder / "ledger")
    files = [line.split(",")[0].split()[1] for line in ran.out.splitlines()]
    assert "file=ledger/more.yaml" in files
    assert all(file.startswith("file=ledger/") for file in files)


def test_half_a_letter_in_a_name_breaks_no_report(folder):
    (folder / "ledger" / "more.yaml").write_text('zones:\n  attic: {of: "slip\\ud800"}\n', encoding="utf-8")
    for form in FORMS:
        ran = sfrules("validate", "ledger", "-o", f"{form}=r", cwd=folder)
        assert ran.code == 1
        assert (folder / "r").read_bytes()
