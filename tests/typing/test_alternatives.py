"""Rulings and variants that nobody has chosen are named and typed all the same, each by itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from sfrules.diag import Diagnostic
from sfrules.model.choices import Choices
from sfrules.pipeline import load

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = YAML(typ="safe").load((HERE / "alternatives.yaml").read_text("utf-8"))
GAME = """\
scenario: {title: Trial, seats: 2}
numbers: {toll: 2}
kinds: {captain: {seat: yes, has: {gold: {track: 0..9}}}, port: {}}
things: {captain: {east: {}, west: {}}, port: {cove: {}, bay: {}}}
table: {storm: {track: 0..6}}
define: {rough: {is: storm > 3}}
actions:
  sail: {available: not rough, effect: storm += toll}
menus: {turn: {one: [sail]}}
phases:
  - {id: day, effect: rule weather, repeat: 2, then: finish with dusk}
  - {id: night, each: captain, menu: turn}
endings: {dusk: {payoff: 0}}
setup: |
  east.gold += toll
  if east.gold > 1 then storm += 1
"""
BOTH = [
    pytest.param(case, place, id=f"{case['name']}, {place}")
    for case in CASES
    for place in ("gap", "variant")
    if place == "gap" or "rule" not in case["option"]  # a variant has no rule of its own
]


def written(option: dict[str, Any], place: str) -> str:
    """The game with an option that is not in force, or as a variant."""
    gap: dict[str, Any] = {"question": "What now", "status": "settled", "ruling": "calm", "options": {"calm": {}}}
    if place == "gap":
        gap["options"]["other"] = option
        return (
            GAME + json.dumps({"gaps": {"weather": gap}}, ensure_ascii=False)[1:-1].replace('"gaps"', "gaps", 1) + "\n"
        )
    plain = {key: value for key, value in option.items() if key != "rule"}
    made = {"gaps": {"weather": gap}, "variants": {"other": plain}}
    return GAME + "".join(f"{name}: {json.dumps(body, ensure_ascii=False)}\n" for name, body in made.items())


def found_in(text: str, folder: Path, choices: Choices | None = None) -> list[Diagnostic]:
    (folder / "scenario.yaml").write_text(text, "utf-8")
    return [d for d in load(folder, choices).found if d.code.startswith("SF3")]


def bare(value: Any) -> Any:
    return json.loads(json.dumps(value, ensure_ascii=False).replace("«", "").replace("»", ""))


@pytest.mark.parametrize(("case", "place"), BOTH)
def test_what_is_wrong_in_an_option_is_found_before_it_is_chosen(
    case: dict[str, Any], place: str, tmp_path: Path
) -> None:
    text = written(bare(case["option"]), place)
    found = found_in(text, tmp_path)
    assert [d.code for d in found] == case["found"]
    for diagnostic in found:
        assert case.get("says", "") in diagnostic.message
        assert diagnostic.subject == {"gap": "gap weather, option other", "variant": "variant other"}[place]
        assert [related.message for related in diagnostic.related] == ["where this is chosen"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_it_is_what_is_found_when_it_is_chosen(case: dict[str, Any], tmp_path: Path) -> None:
    text = written(bare(case["option"]), "gap")
    before = found_in(text, tmp_path)
    after = found_in(text, tmp_path, Choices({"weather": "other"}))
    said = [(d.code, d.message.removeprefix("With gap weather, option other: "), d.span) for d in before]
    assert [(d.code, d.message, d.span) for d in after] == said


@pytest.mark.parametrize("case", [case for case in CASES if "«" in str(case)], ids=lambda case: case["name"])
def test_it_is_told_at_the_words(case: dict[str, Any], tmp_path: Path) -> None:
    marked = written(case["option"], "gap")
    guilty = marked[marked.index("«") + 1 : marked.index("»")]
    (found,) = found_in(marked.replace("«", "").replace("»", ""), tmp_path)
    line = marked.replace("«", "").replace("»", "").split("\n")[found.span.line - 1]
    assert line[found.span.column - 1 : found.span.end_column - 1] == guilty
