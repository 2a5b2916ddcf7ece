"""Naming and typing of rules: what is right stays clean, what is wrong is found at the very words, with its code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from sfrules.diag import Diagnostic
from sfrules.pipeline import load

HERE = Path(__file__).parent
CASES: dict[str, list[Any]] = YAML(typ="safe").load((HERE / "cases.yaml").read_text("utf-8"))


def findings(rule: str, tmp_path: Path, code: str = "") -> tuple[str, list[Diagnostic]]:
    """The text of the file that holds the rule, and what is found in its rule texts; unused names only where asked."""
    (tmp_path / "scenario.yaml").write_text("scenario: {title: Trial, format: 1, seats: 2}\n", "utf-8")
    (tmp_path / "base.yaml").write_text((HERE / "base.yaml").read_text("utf-8"), "utf-8")
    body = "\n".join("      " + line for line in rule.rstrip("\n").split("\n"))
    text = f"routines:\n  trial:\n    given: {{me: captain}}\n    effect: |\n{body}\n"
    (tmp_path / "trial.yaml").write_text(text, "utf-8")
    loaded = load(tmp_path)
    assert loaded.book.whole
    return text, [d for d in loaded.found if d.code.startswith("SF3") and (d.code != "SF308" or code == "SF308")]


def slice_at(text: str, finding: Diagnostic) -> str:
    lines = text.split("\n")
    span = finding.span
    part = "\n".join(lines[span.line - 1 : span.end_line])
    end = len(part) - (len(lines[span.end_line - 1]) - (span.end_column - 1))
    return part[span.column - 1 : end]


@pytest.mark.parametrize("rule", CASES["clean"])
def test_a_right_rule_stays_clean(rule: str, tmp_path: Path) -> None:
    _, found = findings(rule.replace("\\n", "\n"), tmp_path)
    assert [str(d) for d in found] == []


@pytest.mark.parametrize(("marked", "code"), CASES["marked"])
def test_a_wrong_rule_is_found_at_its_words(marked: str, code: str, tmp_path: Path) -> None:
    guilty = marked[marked.index("«") + 1 : marked.index("»")]
    text, found = findings(marked.replace("«", "").replace("»", ""), tmp_path, code)
    assert [d.code for d in found] == [code], [d.message for d in found]
    assert "".join(slice_at(text, found[0]).split()) == "".join(guilty.split())


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("gold += 1", "A captain has one: say whose it is, such as me.gold."),
        ("captain.gold += 1", "“captain” is a kind and means all of it. Say which one, such as me.gold."),
    ],
)
def test_whose_property_is_meant_has_to_be_said(rule: str, words: str, tmp_path: Path) -> None:
    _, found = findings(rule, tmp_path)
    assert words in found[0].message


PRESSED = """\
windows:
  hearing: {{asks: captain, answers: sealed}}
  other: {{asks: captain, answers: sealed}}
actions:
  press: {{choose: {{mark: {first}}}, windows: [hearing], effect: stop}}
  pull: {{choose: {{mark: {second}}}, windows: [{window}], effect: stop}}
powers:
  cry: {{window: hearing, answers: {answers}, effect: cancel it}}
  hush: {{window: other, answers: it is pull, effect: cancel it}}
"""


@pytest.mark.parametrize(("first", "second", "window", "answers"), CASES["answered"])
def test_what_was_chosen_has_one_type_wherever_it_is_answered(
    first: str, second: str, window: str, answers: str, tmp_path: Path
) -> None:
    (tmp_path / "scenario.yaml").write_text("scenario: {title: Trial, format: 1, seats: 2}\n", "utf-8")
    (tmp_path / "base.yaml").write_text((HERE / "base.yaml").read_text("utf-8"), "utf-8")
    marked = PRESSED.format(first=first, second=second, window=window, answers=answers)
    text = marked.replace("«", "").replace("»", "")
    (tmp_path / "trial.yaml").write_text(text, "utf-8")
    found = [d for d in load(tmp_path).found if d.code.startswith("SF3")]
    guilty = [marked[marked.index("«") + 1 : marked.index("»")]] if "«" in marked else []
    assert [d.code for d in found] == ["SF302"] * len(guilty)
    assert [slice_at(text, d) for d in found] == guilty
    assert all("for “press” and" in d.message and "for “pull”" in d.message for d in found)
