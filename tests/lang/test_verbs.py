"""Everything that a rule can say has a row: how it is written, what it shows, how it reads, and where it is run."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from sfrules.lang import typed
from sfrules.lang.parse import parse_body, parse_formula
from sfrules.lang.verbs import EXPRESSION_NODES, VERBS, Verb, sentence
from sfrules.lang.write import write
from sfrules.model.expressions import FUNCTIONS
from sfrules.program.formula import FormulaWriter
from sfrules.program.questions import BlockWriter

ROWS = list(VERBS.values())
OF_SORT = {
    sort: [row for row in ROWS if row.sort == sort] for sort in ("statement", "source", "expression", "function")
}


def subclasses(of: type) -> set[str]:
    return {
        name for name, made in vars(typed).items() if isinstance(made, type) and issubclass(made, of) and made is not of
    }


def rows(sort: str) -> set[str]:
    return {row.node for row in OF_SORT[sort]}


def test_every_statement_has_a_row_and_every_row_a_statement():
    assert rows("statement") == subclasses(typed.Stmt)


def test_every_function_has_a_row_and_every_row_a_function():
    assert rows("function") == set(FUNCTIONS)


def test_every_source_has_a_row():
    assert rows("source") == {"Openly", "TellWhether", "Random"}


def test_every_expression_has_a_row_or_stands_in_the_form_of_one():
    assert rows("expression") | EXPRESSION_NODES.keys() == subclasses(typed.Expr) - {"Function"}
    assert set(EXPRESSION_NODES.values()) <= VERBS.keys()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.node)
def test_a_row_is_whole(row: Verb):
    assert row.form
    assert row.means.endswith(".")
    assert row.sentences
    assert all(row.sentences.values())
    assert bool(row.shown) is (row.sort in ("statement", "source"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.node)
def test_an_example_is_in_the_one_spelling(row: Verb):
    whole = row.sort in ("statement", "source")
    tree, slips = parse_body(row.example) if whole else parse_formula(row.example)
    assert slips == []
    assert tree is not None
    assert write(tree) == row.example


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.node)
def test_each_part_stands_in_the_form(row: Verb):
    for part in row.parts:
        assert re.search(rf"\b{re.escape(part.name.removesuffix('S'))}", row.form), part


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.node)
def test_the_places_of_a_sentence_are_plain_names(row: Verb):
    for text in row.sentences.values():
        fields = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
        assert all(re.fullmatch(r"[A-Za-z]+", name) for name in fields)


@pytest.mark.parametrize("row", OF_SORT["statement"], ids=lambda row: row.node)
def test_a_statement_is_run_somewhere(row: Verb):
    assert callable(getattr(BlockWriter, "_" + row.node.lower()))


@pytest.mark.parametrize("row", OF_SORT["function"], ids=lambda row: row.node)
def test_a_function_is_worked_out_somewhere(row: Verb):
    assert callable(getattr(FormulaWriter, "_fn_" + row.node.replace("-", "_")))


@pytest.mark.parametrize("row", OF_SORT["expression"], ids=lambda row: row.node)
def test_an_expression_is_worked_out_somewhere(row: Verb):
    assert callable(getattr(FormulaWriter, "_" + row.node.lower()))


def test_a_sentence_that_is_not_there_is_an_error():
    with pytest.raises(KeyError):
        sentence("Draw", "sung")
