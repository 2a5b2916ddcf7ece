"""`sfrules test` as a designer sees it: what fails, where, what was expected and what is so; the same for programs."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sfrules.engine.game import machine_for
from sfrules.pipeline import load
from sfrules.play.coverage import Coverage
from sfrules.play.testing import play_tests
from tests.cli.runs import Ran, sfrules

SCENARIO = 'scenario: {title: Climb, format: 1, version: "1", seats: 2}\n'
RULES = """
kinds: {player: {title: Player, plural: players, seat: yes, has: {height: {track: 0..3}}}}
things: {player: {north: {title: North}, south: {title: South}}}
card_kinds: {omen: {title: Omen, plural: omens}}
zones: {pile: {of: omen, order: shuffled, seen_by: nobody}, shown: {of: omen}}
cards:
  gale: {kind: omen, zone: pile}
  calm: {kind: omen, zone: pile}
sources: {R01: {mark: canon, says: Climb.}, R02: {mark: canon, says: Rest.}}
play: |
  cycle s in player
    ask s
      option climb
        s.height += 1
        draw 1 from pile to shown
      option fall
        s.height = 0
      option vanish when s.height is 2
        stop
    end
    if s.height is 3
      finish with top(s)
    end
  end
endings: {top: {given: {winner: player}, winners: player where . is winner}}
"""
TESTS = """
tests:
  one-up:
    title: A step is one up
    source: [R01]
    example: yes
    do: [north: climb]
    expect: {is: {north.height: 1}, asked: [south]}
  down:
    source: [R02]
    do: [north: climb, south: fall, north: fall]
    expect: {is: {north.height: 0}}
"""
WRONG = """
  too-high:
    title: Two at once
    do: [north: climb]
    expect: {is: {north.height: 2}}
"""
IMPOSSIBLE = """
  nowhere:
    do: [north: climb]
    expect: {is: {north.depth: 2}}
"""


def scenario(folder: Path, tests: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in {"scenario.yaml": SCENARIO, "rules.yaml": RULES, "tests.yaml": tests}.items():
        if text:
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(folder: Path, tests: str, *arguments: str | Path) -> Ran:
    scenario(folder, tests)
    return sfrules("test", *arguments, cwd=folder)


def test_all_hold(tmp_path):
    ran = run(tmp_path, TESTS)
    assert ran.code == 0
    assert ran.out.splitlines()[1:] == ["2 tests: all hold."]


def test_one_that_fails_is_told_with_its_place_and_the_log(tmp_path):
    ran = run(tmp_path, TESTS + WRONG)
    assert ran.code == 1
    assert ran.out.splitlines()[2:] == [
        f"{tmp_path.as_posix()}/tests.yaml:17:33: too-high: Two at once",
        "  north.height: expected 2, got 1",
        "  the table's log ends:",
        *ran.out.splitlines()[5:-2],
        "",
        "3 tests: 2 hold, 1 does not.",
    ]
    assert "    set of=north what=height from=0 to=1" in ran.out.splitlines()


def test_one_that_cannot_be_played_is_told_as_such(tmp_path):
    ran = run(tmp_path, TESTS + IMPOSSIBLE)
    assert ran.code == 1
    assert "  this test cannot be played: There is no property or zone “north.depth”." in ran.out.splitlines()


def test_one_that_holds_because_nothing_has_the_name_of_which_it_speaks(tmp_path):
    odd = "\n  none-left:\n    do: [north: climb]\n    expect: {is: {shown: {lacks: [gael]}}}\n"
    ran = run(tmp_path, TESTS + odd)
    assert ran.code == 1
    assert "  this test cannot be played: Nothing is called “gael” here. Did you mean “gale”?" in ran.out.splitlines()
    assert ran.out.splitlines()[-1] == "3 tests: 2 hold, 1 does not."


def test_a_rule_that_stumbles_is_told_as_such(tmp_path):
    fault = "\n  off:\n    do: [north: climb, south: fall, north: climb, south: fall, north: vanish]\n"
    ran = run(tmp_path, TESTS + fault)
    assert ran.code == 1
    assert "  a rule stumbles: The play has come to its end without an ending." in ran.out.splitlines()


@pytest.mark.parametrize(("only", "count"), [(["one-up"], 1), (["R01"], 1), (["R01", "down"], 2), (["R02", "down"], 1)])
def test_only_some(tmp_path, only, count):
    arguments = [word for name in only for word in ("--only", name)]
    ran = run(tmp_path, TESTS, *arguments, "--json")
    assert len(json.loads(ran.out)["tests"]) == count


def test_an_unknown_one_is_refused(tmp_path):
    ran = run(tmp_path, TESTS, "--only", "one-upp")
    assert ran.code == 2
    assert "there is no test “one-upp”, nor one of such a source. Did you mean “one-up”?" in ran.err


def test_for_a_program(tmp_path):
    ran = run(tmp_path, TESTS + WRONG, "--json", "--coverage")
    data = json.loads(ran.out)
    assert [test["verdict"] for test in data["tests"]] == ["holds", "holds", "fails"]
    assert data["failed"] == 1
    last = data["tests"][-1]
    assert (last["line"], last["column"], last["message"]) == (17, 33, "north.height: expected 2, got 1")
    assert data["coverage"]["options"]["missing"] == ["vanish (play)"]


def test_for_a_build_server(tmp_path):
    ran = run(tmp_path, TESTS + WRONG + IMPOSSIBLE, "--junit", tmp_path / "out" / "tests.xml")
    assert ran.code == 1
    suite = ElementTree.parse(tmp_path / "out" / "tests.xml").getroot()[0]
    assert {name: suite.get(name) for name in ("tests", "failures", "errors")} == {
        "tests": "4", "failures": "1", "errors": "1",
    }  # fmt: skip
    assert [[inner.tag for inner in case] for case in suite] == [[], [], ["failure"], ["error"]]


def test_coverage_names_what_no_test_reaches(tmp_path):
    ran = run(tmp_path, TESTS, "--coverage")
    assert ran.code == 0
    assert ran.out.splitlines()[2:] == [
        "",
        "Rule lines     6 of 9      66.7 %",
        "Cards          1 of 2      50.0 %",
        "Options        2 of 3      66.7 %",
        "",
        "Rule lines that no test reaches:",
        f"  {tmp_path.as_posix()}/rules.yaml: 19, 22, 25",
        "",
        "Cards that no test reaches:",
        *(line for line in ran.out.splitlines() if line in ("  gale", "  calm")),
        "",
        "Options that no test reaches:",
        "  vanish (play)",
    ]


@pytest.mark.parametrize(("threshold", "code"), [("60", 0), ("90", 1)])
def test_a_threshold(tmp_path, threshold, code):
    ran = run(tmp_path, TESTS, "--threshold", threshold)
    assert ran.code == code
    assert ("The tests reach 66.7 % of the rule lines; 90 % are wanted." in ran.err) == bool(code)


def test_examples_are_told(tmp_path):
    ran = run(tmp_path, TESTS, "--examples")
    assert ran.code == 0
    assert ran.out.splitlines()[1:5] == ["", "A step is one up", "  » North: Climb.", "  North: Height 0 → 1."]
    assert "Down" not in ran.out


def test_without_tests_there_is_nothing_to_fail(tmp_path):
    ran = run(tmp_path, "")
    assert ran.code == 0
    assert "There are no tests." in ran.out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tests: {a: {expekt: {}}}", "“expekt” is not a key of a test"),
        ("tests: {a: {do: north}}", "Write a list of steps here"),
        ("tests: {a: {do: [north]}}", "Each step is one pair"),
        ("tests: {a: {do: [{north: fall, south: fall}]}}", "Each step is one pair"),
        ("tests: {a: {source: [R09]}}", "“R09” is neither a source"),
        ("tests: {a: {given: 3}}", "Write entries here"),
    ],
)
def test_the_form_of_a_test_is_checked_like_all_content(tmp_path, text, told):
    ran = sfrules("validate", scenario(tmp_path / "a", text + "\n"), cwd=tmp_path)
    assert ran.code == 1
    assert told in ran.out


def test_a_mistaken_test_stops_nobody_who_plays(tmp_path):
    rules = scenario(tmp_path / "a", "tests: {a: {expekt: {}}}\n") / "rules.yaml"
    rules.write_text(RULES.replace("stop", "s.height = 1"), encoding="utf-8")
    assert sfrules("simulate", "-n", "3", tmp_path / "a", cwd=tmp_path).code == 0


@pytest.mark.parametrize("more", [TESTS, "# only a remark\n" + TESTS, TESTS + WRONG])
def test_tests_are_no_part_of_the_game(tmp_path, more):
    """Records stay good whatever is tested, in a file of its own or beside rules."""
    plain = load(scenario(tmp_path / "a", "")).program().fingerprint
    assert load(scenario(tmp_path / "a", more)).program().fingerprint == plain
    (tmp_path / "a" / "tests.yaml").unlink()
    rules = tmp_path / "a" / "rules.yaml"
    rules.write_text(RULES + more.removeprefix("# only a remark\n").lstrip(), encoding="utf-8")
    assert load(tmp_path / "a").program().fingerprint == plain
    rules.write_text(RULES + "numbers: {toll: 3}\n", encoding="utf-8")
    assert load(tmp_path / "a").program().fingerprint != plain


def test_a_source_that_only_a_test_cites_is_not_in_the_game_yet(tmp_path):
    found = load(scenario(tmp_path / "a", TESTS)).found
    assert [d.subject for d in found if d.code == "SF604"] == ["source R01", "source R02"]


def test_watching_leaves_no_trace_and_changes_nothing(tmp_path):
    import sys

    loaded = load(scenario(tmp_path / "a", TESTS + WRONG))
    machine = machine_for(loaded.program())
    before = sys.gettrace()
    watched = list(play_tests(machine, loaded.book, loaded.book.tests.values(), Coverage(machine)))
    assert sys.gettrace() is before
    assert watched == list(play_tests(machine, loaded.book, loaded.book.tests.values()))
