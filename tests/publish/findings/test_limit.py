"""Of very many findings of one kind in one file a person is told the first; programs are told all."""

from __future__ import annotations

import json

import pytest

from tests.cli.runs import sfrules

TEXT = (
    "scenario: {title: Harbour, seats: 2}\nkinds: {captain: {seat: yes}}\nthings: {captain: {east: {}, west: {}}}\n"
    "card_kinds: {omen: {}}\nendings: {dusk: {}}\nplay: finish with dusk\nzones:\n"
)


@pytest.fixture
def harbour(tmp_path):
    zones = "".join(f"  pile-{number}: {{of: {'gull' if number else 'omne'}}}\n" for number in range(130))
    (tmp_path / "scenario.yaml").write_text(TEXT + zones, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("options", "told", "more"),
    [
        ((), 100, "And 30 more SF210 in "),
        (("--limit", "7"), 7, "And 123 more SF210 in "),
        (("--limit", "130"), 130, ""),
        (("--limit", "0"), 130, ""),
        (("-o", "concise", "--limit", "7"), 130, ""),
    ],
)
def test_the_first_are_told_and_how_many_more_there_are(harbour, options, told, more):
    ran = sfrules("validate", ".", "--no-cache", "--select", "SF210", *options, cwd=harbour)
    assert ran.out.count("error[SF210]") == told
    assert ran.out.count(" more SF210 in ") == bool(more)
    assert more in ran.out
    assert "Found: 130 errors" in ran.out + ran.err
    assert ran.code == 1


def test_a_program_and_a_baseline_are_told_all(harbour):
    ran = sfrules("validate", ".", "--no-cache", "--json", "--limit", "7", cwd=harbour)
    assert sum(one["code"] == "SF210" for one in json.loads(ran.out)) == 130
    numbers = "".join(f"  idle-{number}: {number}\n" for number in range(130))
    (harbour / "scenario.yaml").write_text(TEXT.replace("zones:", "numbers:") + numbers, encoding="utf-8")
    sfrules("validate", ".", "--baseline", "known.json", "--grow-baseline", "--limit", "7", cwd=harbour)
    known = json.loads((harbour / "known.json").read_text(encoding="utf-8"))["known"]
    assert sum(one["count"] for one in known if one["code"] == "SF540") == 130
    ran = sfrules("validate", ".", "--no-cache", "--baseline", "known.json", "--fail-on", "warning", cwd=harbour)
    assert ran.code == 0
