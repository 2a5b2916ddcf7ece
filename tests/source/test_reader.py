"""What YAML can do and content may not, and what a designer is told when the parser stumbles."""

from __future__ import annotations

from pathlib import Path

import pytest

from sfrules.source.files import SourceFile
from sfrules.source.nodes import Map, Nothing, Seq, Text
from sfrules.source.reader import DEEPEST, read_nodes

SLIPS = [
    ("text: Draw: two", "SF110", 1, 11, "Quote the text"),
    ("a: 1\ntext: Draw: two\nb: 2", "SF110", 2, 11, "colon"),
    ("x: {title: Fog: thick, b: c}", "SF110", 1, 15, "Quote the text"),
    ("- title: Fog: thick", "SF110", 1, 13, "Quote the text"),
    ("x: {says: Fog? Rain, b: c}", "SF110", 1, 14, "A question mark"),
    ("text: [Fog] deal 1", "SF111", 1, 7, "begin with ["),
    ("text: {2} gold", "SF111", 1, 7, "begin with {"),
    ("text: *bold* move", "SF111", 1, 7, "begin with *"),
    ("text: *bold", "SF111", 1, 7, "begin with *"),
    ("text: @end", "SF111", 1, 7, "begin with @"),
    ("text: % chance", "SF111", 1, 7, "begin with %"),
    ("text: `x`", "SF111", 1, 7, "begin with `"),
    ("text: > 5 ships", "SF111", 1, 7, "begin with >"),
    ("text: - a", "SF111", 1, 7, "begin with -"),
    ("text: ? what", "SF111", 1, 7, "begin with ?"),
    ("text: }", "SF111", 1, 7, "begin with }"),
    ("a:\n\tb: 1", "SF112", 2, 1, "Indent with spaces"),
    ("a:\n  b: x\n\tc: y", "SF112", 3, 1, "Indent with spaces"),
    ("text: 'Don't move'", "SF113", 1, 12, "double quotes"),
    ('text: "a" b', "SF113", 1, 11, "single quotes"),
    ('text: "fog\nb: 1', "SF113", 1, 7, "never closed"),
    ("a: {b: [c, d}", "SF113", 1, 13, "A comma or a ]"),
    ("l: [a, b\nc: 1\n", "SF113", 2, 2, "A comma or a ]"),
    ("a: {short: N}\nb: {title: South short: S}", "SF113", 2, 18, "A comma is missing before “short”"),
    ("a:\n  short: N\nb: {yes: no short: S}", "SF113", 3, 13, "A comma is missing before “short”"),
    ("x: {title: High water short: S, b: c}", "SF110", 1, 28, "if “short” is a key, put a comma before it"),
    ("a: {title: South\n    short: S}", "SF113", 1, 17, "“short” below begins a new entry"),
    ("a:\n  text: x\nb:\n  title: Up text: Go", "SF110", 4, 17, "begin a new line with it"),
    ("a:\n  plural:players\n  b: c\n", "SF114", 2, 9, "A blank is missing behind the colon of “plural:”"),
    ("a: {b: c, plural:players}\n", "SF114", 1, 17, "A blank is missing behind the colon of “plural:”"),
    ('text: "a \\d"', "SF113", 1, 10, "backslash"),
    ("a: 1\n  b: 2", "SF114", 2, 3, "deeper"),
    ("a:\n  b: 1\n c: 2", "SF114", 3, 2, "indented"),
    ("a:\n  - b\n    - c\n", "SF114", 3, 5, "begins with a dash"),
    ("a: 1\nfoo bar\nb: 2", "SF114", 2, 1, "no colon"),
    ("a: 1\nb: 2\na: 3", "SF120", 3, 1, "the first is in line 1"),
    ("text: !important", "SF121", 1, 7, "double quotes"),
    ("a: !!str x", "SF121", 1, 4, "!!str is a tag"),
    ("a: &x 1", "SF122", 1, 4, "anchor"),
    ("a: &x [1]\nb: *x", "SF122", 1, 4, "aliases are not expanded"),
    ("a:\n  <<: {b: 1}", "SF123", 2, 3, "Merge keys"),
    ("a: 1\n---\nb: 2", "SF124", 2, 1, "second document"),
    ("%YAML 1.1\n---\na: 1", "SF124", 1, 1, "%"),
    ("a: " + "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "SF125", 1, 4 + DEEPEST - 1, "levels deep"),
    ("text: Gain 2 #gold", "SF126", 1, 14, "Quote the text"),
    ("text: gain #gold", "SF126", 1, 12, "Quote the text"),
    ("[a]: b", "SF127", 1, 1, "A key must be a word"),
    ("a: >-\n  b\n   c\n  d\n", "SF128", 3, 4, "stands deeper"),
    ("x:\n - a: >2\n     b\n\n      c\n", "SF128", 5, 7, "stands deeper"),
]


def read(text: str) -> tuple[object, list[tuple[str, int, int, str]]]:
    node, found = read_nodes(SourceFile(Path("f.yaml"), "f.yaml", text))
    return node, [(d.code, d.span.line, d.span.column, d.message) for d in found]


@pytest.mark.parametrize(("text", "code", "line", "column", "words"), SLIPS, ids=[slip[0] for slip in SLIPS])
def test_a_slip_is_one_finding_at_its_place(text, code, line, column, words):
    _, found = read(text)
    assert [slip[:3] for slip in found] == [(code, line, column)]
    assert words in found[0][3]


@pytest.mark.parametrize(
    ("text", "stumbles", "moved"),
    [
        ("a:\n b:\n    c: 1\n  d: 2\n", 4, [2, 3]),
        ("a:\n  b:\n    c: 1\ne:\n      f: 1\n    g: 2\n", 6, [4, 5]),
        ("a:\n  b: 1\n  # quiet\n    c: 2\n", 4, [2]),
        ("a:\n  b: {c: 1}\nd: 3\n    e: {f: 1}\n", 4, [3]),
        ("   a:\n  b: >-\n    text\n", 2, [1]),
        ("a:\nb: 1\n  c: >-\n    text\n", 3, [2]),
    ],
)
def test_a_line_that_does_not_fit_names_the_line_that_may_have_been_moved(text, stumbles, moved):
    _, found = read_nodes(SourceFile(Path("f.yaml"), "f.yaml", text))
    assert [(d.code, d.span.line, [r.span.line for r in d.related]) for d in found] == [("SF114", stumbles, moved)]


@pytest.mark.parametrize(
    "text",
    ["count: 4 #three", "a: 'x' #y", "a: b # c", "count: 2 \t# x", "a: [1, 2] #x", "effect: |\n  stop #x\n", "a: x#y"],
)
def test_a_comment_or_a_block_is_no_cut_text(text):
    assert read(text)[1] == []


def test_reading_goes_on_behind_slips_that_stay_on_their_line():
    text = "one: a: b\ntwo: *x* y\nthree: 'Don't'\nfour: {x: a: b, y: c}\nfive: fine\nfive: again\n"
    node, found = read(text)
    assert [(code, line) for code, line, _, _ in found] == [
        ("SF120", 6), ("SF110", 1), ("SF111", 2), ("SF113", 3), ("SF110", 4),
    ]  # fmt: skip
    assert isinstance(node, Map)
    assert node["five"] == "fine"
    assert node.spoilt == {"one", "two", "three"}


def test_where_a_comma_is_missing_both_entries_are_read():
    node, found = read("north: {title: North, short: N}\nsouth: {title: South short: S, b: c}\n")
    assert [code for code, *_ in found] == ["SF113"]
    assert isinstance(node, Map)
    assert isinstance(south := node["south"], Map)
    assert {key: str(south[key]) for key in south} == {"title": "South", "short": "S", "b": "c"}


def test_scalars_stay_text_and_nothing_is_nothing():
    node, _ = read("a: NO\nb: yes\non: 0x1F\nd: 2024-01-02\ne: 1e3\nf: 007\ng:\nh: ~\ni: null\nj: ''\nk: '~'\n")
    assert isinstance(node, Map)
    assert {key: str(node[key]) for key in ("a", "b", "on", "d", "e", "f", "j", "k")} == {
        "a": "NO", "b": "yes", "on": "0x1F", "d": "2024-01-02", "e": "1e3", "f": "007", "j": "", "k": "~",
    }  # fmt: skip
    assert all(isinstance(node[key], Nothing) for key in "ghi")


def test_every_node_knows_its_place():
    node, _ = read("ship:\n  name: 'Gull'\n  crew: [a, b]\n  hold: {}\n")
    assert isinstance(node, Map)
    ship = node["ship"]
    assert isinstance(ship, Map)
    assert (str(node.key_span("ship")), str(ship.span)) == ("f.yaml:1:1", "f.yaml:2:3")
    assert (str(ship.value_span("name")), ship.value_span("name").end_column) == ("f.yaml:2:9", 15)
    assert str(ship.value_span("crew")) == "f.yaml:3:9"
    assert isinstance(ship["crew"], Seq)
    assert [str(item.span) for item in ship["crew"]] == ["f.yaml:3:10", "f.yaml:3:13"]
    assert str(ship.value_span("hold")) == "f.yaml:4:9"
    assert isinstance(ship["name"], Text)


def test_fixes_mend_what_they_are_for():
    for text, mended in (
        ("text: Draw: two", 'text: "Draw: two"'),
        ("text: *bold* move", 'text: "*bold* move"'),
        ("text: Gain 2 #gold", 'text: "Gain 2 #gold"'),
        ("x: {title: Fog: thick, b: c}", 'x: {title: "Fog: thick", b: c}'),
    ):
        _, found = read_nodes(SourceFile(Path("f"), "f", text))
        (edit,) = found[0].fixes[0].edits
        assert text[: edit.span.column - 1] + edit.text + text[edit.span.end_column - 1 :] == mended
        assert read(mended)[1] == []
