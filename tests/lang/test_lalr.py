"""Rules are read as the grammar says: by Lark, which made the tables, and by ourselves, with the same result."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from sfrules.lang.lalr import MisplacedError, Parser
from sfrules.lang.lexer import END, StrangeError
from sfrules.lang.tables import STARTS, built, table_bytes, tables, tables_of
from sfrules.lang.verbs import VERBS, Verb
from sfrules.pipeline import load
from sfrules.resources import resource

WORDS = [
    "if", "then", "else", "elif", "end", "for", "in", "s", "ship", "x-1", "=", "<", "1", "1..2", "(", ")", "\n", "\n  ",
    "is", "let", "draw", "from", "to", "where", ".", "and", "or", "not", '"a"', '"', ":", "choose", "by", "openly",
    "[", "]", ",", "{", "# why\n", "#", "-", "some", "has", "highest", "ties", "all", "first", "it", "ask", "option",
]  # fmt: skip
LONG = "\n".join(["if x >= 1 and not (y is z or w is in [a, b])", "  s.gold += 1", "end"] * 20) + "\n"


@cache
def theirs() -> Lark:
    return built()


@cache
def ours() -> Parser:
    made = tables()
    return Parser(made, {rule.maker: partial(tuple_of, rule.maker) for rule in made.rules})


def tuple_of(maker: str, parts: list[Any]) -> Any:
    return (maker, *parts)


def plain(tree: Any) -> Any:
    if isinstance(tree, Tree):
        return (str(tree.data), *map(plain, tree.children))
    return (tree.type, str(tree), (tree.start_pos, tree.end_pos)) if isinstance(tree, Token) else tree


def as_told(tree: Any) -> Any:
    if isinstance(tree, tuple):
        return (tree[0], *map(as_told, tree[1:]))
    return (tree.type, str(tree), tree.at)


def read_by_lark(text: str, start: str) -> Any:
    try:
        return plain(theirs().parse(text, start=start))
    except UnexpectedCharacters as error:
        return "strange", error.pos_in_stream
    except UnexpectedToken as error:
        where = "end" if error.token.type == END else (error.token.start_pos, error.token.end_pos)
        return "misplaced", where, frozenset(error.accepts or ())


def read_by_us(text: str, start: str) -> Any:
    try:
        return as_told(ours().parse(text, start))
    except StrangeError as error:
        return "strange", error.at
    except MisplacedError as error:
        return "misplaced", "end" if error.token.type == END else error.token.at, error.accepted


@pytest.mark.parametrize("scenario", sorted(resource("content").glob("*/scenario.yaml")), ids=lambda p: p.parent.name)
def test_the_shipped_rules_are_read_alike(scenario: Path) -> None:
    for rule in load(scenario.parent).book.rule_texts():
        start = "body" if rule.kind == "rule" else "formula"
        text = str(rule.text) + ("" if start == "formula" or rule.text.endswith("\n") else "\n")
        assert read_by_us(text, start) == read_by_lark(text, start), rule.path


@pytest.mark.parametrize("verb", VERBS.values(), ids=lambda v: v.node)
def test_every_construct_is_read_alike(verb: Verb) -> None:
    start = "body" if verb.sort in ("statement", "source") else "formula"
    assert read_by_us(verb.example + "\n", start) == read_by_lark(verb.example + "\n", start)


def test_a_long_rule_is_read_alike() -> None:
    assert read_by_us(LONG, "body") == read_by_lark(LONG, "body")


def known_to_differ(found: Any) -> bool:
    """Lark's lexer looks for the words of one state only, and so may stumble over a word before its parser does."""
    return bool(found[0] == "strange")


@given(st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join), st.sampled_from(STARTS))
@settings(max_examples=400, deadline=None)
def test_any_text_is_read_alike_and_refused_at_the_same_place(text: str, start: str) -> None:
    by_lark = read_by_lark(text, start)
    if not known_to_differ(by_lark):
        assert read_by_us(text, start) == by_lark
    else:
        assert read_by_us(text, start)[0] in ("strange", "misplaced")


def test_the_stored_tables_are_those_of_the_grammar() -> None:
    assert (resource("grammar") / "rules.tables").read_bytes() == table_bytes()


def test_tables_that_do_not_fit_are_worked_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sfrules.lang.tables.headline", lambda: b"made from another grammar\n")
    assert tables() == tables_of(theirs())
