"""How findings look: in full, one line each, as JSON, and the last line of a run."""

from __future__ import annotations

import json

import pytest

from sfrules.diag import Diagnostic, Edit, Fix, Related, Severity, Span
from sfrules.publish import findings
from tests.check.reading import judged

TEXTS = {"ships.yaml": "kinds:\r\n  ship: {}\r\n\tgull: 🔥 x\r\n  tern: |\r\n    a\r\n"}
SHIP = Diagnostic(
    "SF201",
    "“shp” is not a key.",
    Span("ships.yaml", 2, 3, 2, 7),
    subject="kind ship",
    help="Look again.",
    related=(Related(Span("ships.yaml", 1, 1), "the section begins here"),),
    fixes=(Fix("Write ship", (Edit(Span("ships.yaml", 2, 3, 2, 7), "ship"),)),),
)
GULL = Diagnostic("SF540", "Nothing uses it.", Span("ships.yaml", 3, 10, 3, 11), Severity.WARNING)


def test_in_full():
    assert findings.full([SHIP, GULL], TEXTS) == (
        "error[SF201]: “shp” is not a key.\n"
        "  --> ships.yaml:2:3 (kind ship)\n"
        "  |\n"
        "2 |   ship: {}\n"
        "  |   ^^^^\n"
        "  see ships.yaml:1:1: the section begins here\n"
        "  |\n"
        "1 | kinds:\n"
        "  | -\n"
        "  help: Look again.\n"
        "  fix: Write ship (--fix)\n"
        "\n"
        "warning[SF540]: Nothing uses it.\n"
        "  --> ships.yaml:3:10\n"
        "  |\n"
        "3 |     gull: 🔥 x\n"
        "  |              ^\n"
    )


def test_a_finding_over_several_lines_is_underlined_to_the_end_of_its_first():
    block = Diagnostic("SF130", "x", Span("ships.yaml", 4, 9, 5, 6))
    assert findings.full([block], TEXTS).endswith("4 |   tern: |\n  |         ^\n")


def test_a_finding_without_a_text_or_behind_its_end_has_no_snippet():
    for span in (Span("other.yaml", 1, 1), Span("ships.yaml", 99, 1)):
        assert "|" not in findings.full([Diagnostic("SF101", "x", span)], TEXTS)


def test_colour_only_where_it_is_wanted():
    assert "\x1b" not in findings.full([SHIP, GULL], TEXTS)
    painted = findings.full([SHIP, GULL], TEXTS, colour=True)
    assert painted.startswith("\x1b[1;31merror[SF201]\x1b[0m: ")
    assert "\x1b[33m^\x1b[0m" in painted


def test_one_line_each():
    assert findings.concise([SHIP, GULL]) == (
        "ships.yaml:2:3: error[SF201]: “shp” is not a key.\nships.yaml:3:10: warning[SF540]: Nothing uses it.\n"
    )


def test_control_characters_of_content_never_reach_the_terminal():
    _, found = judged('actions:\n  sail: {limit: "\\e[31mred\\u202e"}\n')
    assert found
    for text in (findings.concise(found), findings.full(found, {"case.yaml": "\x1b[2J"})):
        assert "\x1b" not in text
        assert "\u202e" not in text


def test_json_carries_everything():
    (ship, gull) = json.loads(findings.as_json([SHIP, GULL]))
    place = {"file": "ships.yaml", "line": 2, "column": 3, "end_line": 2, "end_column": 7}
    assert ship == {
        "code": "SF201", "severity": "error", "message": "“shp” is not a key.", "subject": "kind ship",
        "help": "Look again.", **place,
        "related": [{"file": "ships.yaml", "line": 1, "column": 1, "end_line": 1, "end_column": 2,
                     "message": "the section begins here"}],
        "fixes": [{"title": "Write ship", "safe": True, "edits": [{**place, "text": "ship"}]}],
    }  # fmt: skip
    assert (gull["severity"], gull["related"], gull["fixes"]) == ("warning", [], [])
    assert json.loads(findings.as_json([])) == []


@pytest.mark.parametrize(
    ("counts", "checked"),
    [
        ({"ship things": 3, "limits": 0, "gaps": 1}, "3 ship things, 1 gap; 0 limits"),
        ({"ship things": 3}, "3 ship things"),
        ({"limits": 0, "gaps": 0}, "0 limits, gaps"),
        ({}, "nothing"),
    ],
)
def test_the_summary_names_every_class_that_has_any_and_every_level(counts, checked):
    text = findings.summary([SHIP, GULL, GULL], counts)
    assert text == f"Checked: {checked}.\nFound: 1 error, 2 warnings.\n"
    remark = Diagnostic("SF605", "x", Span("a", 1, 1), Severity.INFO)
    assert findings.summary([remark], {}).endswith("Found: 0 errors, 0 warnings, 1 remark.\n")
