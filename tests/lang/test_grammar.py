"""The grammar has no hidden conflict, its tables are fresh, and what is written reads back the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from sfrules.lang.parse import parse_body, parse_formula
from sfrules.lang.tables import built, headline
from sfrules.lang.write import write
from sfrules.pipeline import load
from sfrules.resources import resource

SCENARIOS = sorted(p.parent for p in resource("content").glob("*/scenario.yaml"))
PAIRS = [
    tuple(part.split("\n---\n"))
    for part in (Path(__file__).parent / "canonical.txt").read_text("utf-8").rstrip("\n").split("\n===\n")
]


def test_the_grammar_builds_strictly() -> None:
    built(strict=True)


def test_the_stored_tables_were_made_from_this_grammar() -> None:
    assert (resource("grammar") / "rules.tables").read_bytes().startswith(headline())


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda p: p.name)
def test_every_rule_of_the_shipped_content_reads_back_the_same(scenario: Path) -> None:
    for rule in load(scenario).book.rule_texts():
        if rule.kind == "rule":
            tree, slips = parse_body(str(rule.text))
            assert not slips
            assert parse_body(write(tree)) == (tree, []), rule.path
        else:
            formula, slips = parse_formula(str(rule.text))
            assert formula is not None
            assert parse_formula(write(formula)) == (formula, []), rule.path


@pytest.mark.parametrize(("written", "canonical"), PAIRS, ids=[p[0][:30].replace("\n", " ") for p in PAIRS])
def test_canonical_form(written: str, canonical: str) -> None:
    tree, slips = parse_body(written)
    assert slips == []
    assert write(tree) == canonical
    assert parse_body(canonical) == (tree, [])
