"""The schema for editors takes what sfrules takes, and names the key that is misspelt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft7Validator
from ruamel.yaml import YAML

from sfrules.cli.schema import MODELINE
from sfrules.model.sections import SECTIONS
from sfrules.pipeline import load
from sfrules.publish.schema import content_schema
from tests.cli.runs import CONTENT, LEDGER, project, sfrules

SCENARIOS = [*sorted(path for path in CONTENT.iterdir() if path.is_dir()), LEDGER]
ANY = content_schema()
OWN = content_schema(load(LEDGER).book)


def data_of(text: str) -> object:
    return YAML(typ="safe", pure=True).load(text)


def said(schema: dict, text: str) -> list[str]:
    return [error.message for error in Draft7Validator(schema).iter_errors(data_of(text))]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.name)
def test_it_is_a_schema_and_takes_what_sfrules_takes(scenario):
    own = content_schema(load(scenario).book)
    for schema in (ANY, own):
        Draft7Validator.check_schema(schema)
        for path in sorted(scenario.rglob("*.yaml")):
            assert said(schema, path.read_text(encoding="utf-8")) == [], path


MISSPELT = """
sumary     | scenario: {title: T, seats: 2, sumary: x}
titel      | numbers: {toll: {value: 3, titel: Toll}}
sayz       | sources: {R01: {mark: canon, sayz: x}}
titel      | glossary: {tide: {text: x, titel: Tide}}
plurel     | kinds: {ship: {plurel: ships}}
fixd       | kinds: {ship: {has: {crew: {number: 0.., fixd: yes}}}}
numbr      | kinds: {ship: {has: {crew: {numbr: 0..}}}}
fixd       | kinds: {ship: {has: {name: {text: yes, fixd: yes}}}}
bounde     | table: {tide: {track: 0..5, bounde: at once}}
trck       | table: {tide: {trck: 0..5}}
edgs       | map: {of: cove, edgs: [[a, b]]}
linse      | map: {grid: {of: cell, columns: 3, rows: 3, linse: 3}}
playd_from | card_kinds: {omen: {playd_from: hand}}
leter      | card_kinds: {omen: {back: {title: Omen, leter: O}}}
ordr       | zones: {deck: {of: omen, ordr: stacked}}
pr         | limits: {once: {times: 1, pr: ship}}
phras      | define: {far: {is: 3, phras: x}}
efect      | actions: {sail: {efect: stop}}
efect      | powers: {row: {efect: stop}}
anonymus   | windows: {storm: {asks: captain, answers: sealed, anonymus: yes}}
pas        | menus: {turn: {one: [sail], pas: rest}}
givn       | routines: {land: {effect: stop, givn: {}}}
noet       | triggers: {flood: {when: x, fires: at once, effect: stop, noet: x}}
whre       | groups: {pack: {of: ship, where: x, whre: y}}
efect      | phases: [{id: day, efect: stop}]
efect      | phases: [{id: day, phases: [{id: dawn, efect: stop}]}]
winers     | endings: {dusk: {winers: all}}
wen        | awards: {best: {winners: all, wen: x}}
rulling    | gaps: {calm: {question: q, status: open, rulling: held}}
sas        | gaps: {calm: {question: q, status: open, options: {held: {sas: x}}}}
sat        | variants: {quick: {sat: {}}}
eech       | checks: {near: {must: x, says: y, eech: ship}}
exampel    | tests: {first: {exampel: yes}}
zonse      | tests: {first: {given: {zonse: {}}}}
winers     | tests: {first: {expect: {winers: [east]}}}
winers     | tests: {first: {do: [east: pass, expect: {winers: [east]}]}}
sektion    | sektion: {}
"""
ROWS = [tuple(part.strip() for part in row.split("|")) for row in MISSPELT.strip().split("\n")]


@pytest.mark.parametrize(("key", "text"), ROWS)
def test_a_misspelt_key_is_named(key, text):
    messages = said(ANY, text)
    assert any(f"'{key}' was unexpected" in message for message in messages), messages
    assert not [message for message in messages if "given schemas" in message]


def test_there_is_a_row_for_every_section_that_has_keys():
    given = {text.split(":")[0] for _, text in ROWS}
    of_kinds = {"things", "cards"}  # their keys are those of their kinds: the schema of one scenario knows them
    assert {name for name, section in SECTIONS.items() if section.model is not None} - of_kinds <= given


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("things: {clerk: {ada: {titel: Ada}}}", "'titel' was unexpected"),
        ("things: {clark: {ada: {}}}", "'clark' was unexpected"),
        ("things: {clerk: {ada: {coins: many coins}}}", "'many coins' does not match"),
        ("cards: {extra: {kind: slip, weight: 1, titel: Extra}}", "'titel' was unexpected"),
        ("cards: {extra: {kind: slop}}", "'slop' is not one of"),
        ("cards: {extra: {title: Extra}}", "'kind' is a required property"),
        ("cards: {extra: {kind: slip, weight: 1, zone: dek}}", "'dek' is not one of"),
        ("zones: {attic: {of: slop}}", "'slop' is not one of"),
        ("actions: {bury: {windows: [objections]}}", "'objections' is not one of"),
        ("menus: {desk: {one: [burry]}}", "'burry' is not one of"),
    ],
)
def test_the_schema_of_one_scenario_knows_its_ids_and_kinds(text, words):
    messages = said(OWN, text)
    assert len(messages) == 1
    assert words in messages[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("scenario: {title: T, seats: two}", "does not match"),
        ("limits: {once: {times: -1}}", "less than the minimum"),
        ("kinds: {ship: {seat: true}}", "True is not one of ['yes', 'no']"),
        ("kinds: {Ship: {}}", "'Ship' does not match"),
        ("sources: {r1: {mark: canon, says: x}}", "'r1' does not match"),
        ("zones: {deck: {of: omen, order: shufled}}", "'shufled' is not one of ['shuffled'"),
        ("routines: {land: {title: Land}}", "'effect' is a required property"),
        ("actions: {sail: {source: R01}}", "'R01' is not of type 'array'"),
        ("map: {edges: [[a, b, c]]}", "is too long"),
        ("things: {ship: {gull: {image: ../gull.png}}}", "'../gull.png' does not match"),
        ("table: {tide: {track: 0-5}}", "'0-5' does not match"),
        ("table: {tide: {track: 0..5, flag: no}}", "'flag' was unexpected"),
        ("numbers: {toll: three}", "'three' is not of type 'integer'"),
    ],
)
def test_what_is_wrong_is_said_of_the_shape_that_was_meant(text, words):
    messages = said(ANY, text)
    assert any(words in message for message in messages), messages
    assert not [message for message in messages if "given schemas" in message]


def test_every_key_is_described():
    for name, made in {**ANY["definitions"], **OWN["definitions"]}.items():
        for key, shape in made.get("properties", {}).items():
            assert shape.get("description"), (name, key)
    assert all(shape["description"] for shape in ANY["else"]["properties"].values())


DEUTSCH = "translation: {name: Deutsch}\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("things: {clerk: {north: {title: Nord, short: }}}", ""),
        ("cards: {secret-role-1: {text: Du bist der Erste.}}", ""),
        ("phrases: {I Understand: Verstanden}", ""),
        ("scenario: {seats: 3}", "'seats' was unexpected"),
        ("cards: {secret-rolle: {title: Rolle}}", "'secret-rolle' is not one of"),
        ("things: {clerk: {north: {colour: red}}}", "'colour' was unexpected"),
        ("kinds: {clerk: {has: {coins: {title: Münzen, track: 0..9}}}}", "'track' was unexpected"),
        ("tests: {first: {title: Erster}}", "'tests' was unexpected"),
        ("translation: {nam: Deutsch}", "'nam' was unexpected"),
    ],
)
def test_a_translation_has_the_same_ids_and_of_their_keys_those_with_words(text, words):
    messages = said(OWN, text if text.startswith("translation") else DEUTSCH + text)
    assert any(words in message for message in messages) if words else not messages


@pytest.mark.parametrize("scenario", [False, True])
@pytest.mark.parametrize("file", ["sfrules.schema.json", "content/one/.schema.json"])
def test_the_line_that_is_printed_leads_from_a_content_file_to_the_schema(tmp_path, scenario, file):
    project(tmp_path, "one")
    content = tmp_path / "content" / "one"
    ran = sfrules("schema", "--output", file, *(["--scenario", "one"] if scenario else []), cwd=tmp_path)
    assert ran.code == 0
    line = ran.out.splitlines()[-1]
    assert line.startswith(MODELINE)
    folder = content if scenario else tmp_path
    assert (folder / line.removeprefix(MODELINE)).resolve() == (tmp_path / file).resolve()
    assert json.loads((tmp_path / file).read_text(encoding="utf-8")) == (OWN if scenario else ANY)
    head = content / "rules.yaml"
    head.write_text(f"{line}\n{head.read_text(encoding='utf-8')}", encoding="utf-8")
    assert sfrules("validate", "one", cwd=tmp_path).code == 0


def test_a_scenario_with_mistakes_has_a_schema_with_all_that_could_be_read(tmp_path):
    project(tmp_path, "one")
    (tmp_path / "content" / "one" / "mistake.yaml").write_text(
        "zones:\n  attic: {of: slip, ordr: loose}\n  cellar: {of: slip}\n"
    )
    ran = sfrules("schema", "--scenario", "one", cwd=tmp_path)
    assert ran.code == 0
    zones = json.loads(ran.out)["definitions"]["card slip"]["properties"]["zone"]["enum"]
    assert "cellar" in zones
    assert "deck" in zones


def test_without_a_file_the_schema_alone_is_on_standard_output(tmp_path):
    ran = sfrules("schema", cwd=tmp_path)
    assert ran.code == 0
    assert json.loads(ran.out) == ANY
    assert "--output" in ran.err


def test_a_file_that_cannot_be_written_is_refused_and_nothing_is_left(tmp_path):
    (tmp_path / "taken").mkdir()
    ran = sfrules("schema", "--output", "taken", cwd=tmp_path)
    assert ran.code == 2
    assert "taken cannot be written" in ran.err
    assert sfrules("schema", "--output", "no/such/folder.json", cwd=tmp_path).code == 2
    assert [path.name for path in Path(tmp_path).iterdir()] == ["taken"]
