"""Offsets of a value lead to the very character in the file, whatever way the text is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfrules.source.files import read_text
from sfrules.source.nodes import Map, Seq, Text
from sfrules.source.reader import read_nodes

LETTERS = st.sampled_from(list("ab Zé'\"\\:#-{}[]*&!|>%@`,?=.\t🔥🇳🇴漢é"))
LINES = st.lists(st.text(LETTERS, max_size=12), min_size=1, max_size=5)


def only_text(written: str, entry: int | None = None) -> Text:
    """The text under `rule`, or that entry of the list there."""
    file, _ = read_text(written, "f.yaml", Path("f.yaml"))
    root, found = read_nodes(file)
    assert found == []
    assert isinstance(root, Map)
    node = root["rule"]
    if entry is not None:
        assert isinstance(node, Seq)
        node = node[entry]
    assert isinstance(node, Text)
    return node


def letters_at(text: Text) -> str:
    """What the file has at the place of each character of the value."""
    lines = text.file.lines
    made = []
    for offset, letter in enumerate(text):
        span = text.place(offset)
        line = lines[span.line - 1]
        at = span.column - 1
        made.append("\n" if letter == "\n" and at == len(line) else line[at : at + 1])
    return "".join(made)


@given(LINES, st.integers(1, 6), st.sampled_from(["", "+", "-"]), st.sampled_from(["\n", "\r\n"]), st.booleans())
@settings(deadline=None)
def test_literal_block(lines, indent, chomp, newline, bom):
    lines = [line.rstrip("\t ") for line in lines]
    if not lines[0] or lines[0][0] in " \t" or not any(lines):
        lines.insert(0, "x")
    block = newline.join(" " * indent + line if line else "" for line in lines)
    written = (
        "\ufeff" if bom else ""
    ) + f"before: 🔥{newline}rule: |{chomp} # why{newline}{block}{newline}after: x{newline}"
    text = only_text(written)
    assert text.rstrip("\n") == "\n".join(lines).rstrip("\n")
    kept = len(text.rstrip("\n"))
    assert letters_at(text)[:kept] == text[:kept]


@given(LINES, st.integers(1, 3), st.integers(0, 4))
@settings(deadline=None)
def test_literal_block_with_an_indentation_indicator(lines, indent, deeper):
    lines = [" " * deeper + "x", *(line.rstrip("\t ") for line in lines)]
    block = "\n".join(" " * indent + line if line else "" for line in lines)
    text = only_text(f"rule: |{indent}\n{block}\n")
    kept = len(text.rstrip("\n"))
    assert text[:kept] == "\n".join(lines).rstrip("\n")
    assert letters_at(text)[:kept] == text[:kept]


@given(st.text(LETTERS.filter(lambda letter: letter not in "\t"), min_size=1, max_size=20), st.booleans())
@settings(deadline=None)
def test_single_quotes(value, flow):
    quoted = "'" + value.replace("'", "''") + "'"
    text = only_text(f"rule: [🔥, {quoted}]" if flow else f"rule: {quoted}", 1 if flow else None)
    assert text == value
    assert letters_at(text) == value


@given(st.lists(st.sampled_from(["a", " ", "🔥", "\\n", "\\t", '\\"', "\\\\", "\\x41", "\\u00e9", "\\U0001F525", "'"])))
@settings(deadline=None)
def test_double_quotes(parts):
    text = only_text('before: é\nrule: "' + "".join(parts) + '"')
    assert len(text) == len(parts)
    column = 8
    for offset, part in enumerate(parts):
        assert (text.place(offset).line, text.place(offset).column) == (2, column)
        column += len(part)


@given(
    st.lists(st.text(st.sampled_from("abc.🔥é()"), min_size=1, max_size=6), min_size=1, max_size=4), st.integers(0, 2)
)
@settings(deadline=None)
def test_plain_text_on_one_or_more_lines(words, gap):
    text = only_text("rule: " + ("\n" * (gap + 1) + "   ").join(words) + "\nafter: x")
    assert text == ("\n" * gap or " ").join(words)
    lines = text.file.lines
    for offset, letter in enumerate(text):
        if letter not in " \n":
            span = text.place(offset)
            assert lines[span.line - 1][span.column - 1] == letter


@given(
    st.lists(st.text(st.sampled_from("abc.🔥é()"), min_size=1, max_size=6), min_size=1, max_size=4),
    st.integers(0, 2),
    st.sampled_from(["", "-", "+"]),
    st.sampled_from(["\n", "\r\n"]),
)
@settings(deadline=None)
def test_folded_block(words, gap, chomp, newline):
    text = only_text(f"rule: >{chomp}{newline}  " + (newline * (gap + 1) + "  ").join(words) + f"{newline}after: x")
    assert text.rstrip("\n") == ("\n" * gap or " ").join(words)
    assert not text.mappable
    for offset, letter in enumerate(text):
        if letter not in " \n":
            span = text.place(offset)
            assert text.file.lines[span.line - 1][span.column - 1] == letter


@pytest.mark.parametrize(
    ("written", "value", "places"),
    [
        ('rule: "a\n  b"', "a b", [(1, 8), (0, 0), (2, 3)]),
        ("rule: 'a\n  b'", "a b", [(1, 8), (0, 0), (2, 3)]),
        ('rule: "ab \n\n\n  c"', "ab\n\nc", [(1, 8), (1, 9), (0, 0), (0, 0), (4, 3)]),
        ('rule: "a\\\n  b"', "ab", [(1, 8), (2, 3)]),
        ('rule: "\\ta\\\n  \\u0041b"', "\taAb", [(1, 8), (1, 10), (2, 3), (2, 9)]),
        (
            "rule: 'it''s\n  🔥 so'",
            "it's 🔥 so",
            [(1, 8), (1, 9), (1, 10), (1, 12), (0, 0), (2, 3), (0, 0), (2, 5), (2, 6)],
        ),
        ("rule: '\n  a'", " a", [(0, 0), (2, 3)]),
        ("rule: >1\n  a\n b\n", " a\nb\n", [(2, 2), (2, 3), (0, 0), (3, 2)]),
        (
            "rule: >-\n  a\n    b\n\n  c\n  d",
            "a\n  b\n\nc d",
            [(2, 3), (0, 0), (0, 0), (0, 0), (3, 5), (0, 0), (0, 0), (5, 3)],
        ),
    ],
)
def test_a_text_whose_lines_are_joined_has_places_all_the_same(written, value, places):
    file, _ = read_text(written, "f.yaml", Path("f.yaml"))
    root, _ = read_nodes(file)
    assert isinstance(root, Map)
    text = root["rule"]
    assert isinstance(text, Text)
    assert text == value
    assert not text.mappable
    for offset, (line, column) in enumerate(places):
        if line:
            assert (text.place(offset).line, text.place(offset).column) == (line, column)


@pytest.mark.parametrize(
    ("written", "line", "column"),
    [
        ("rule: |\n  stop\n", 2, 7),
        ("rule: |\n  stop", 2, 7),
        ("rule: |+\n  stop\n\n\n", 2, 7),
        ("rule: stop", 1, 11),
        ("rule: 'stop'", 1, 12),
        ('rule: ""', 1, 8),
        ("rule: |\n\nafter: x", 2, 1),
    ],
)
def test_the_end_is_just_behind_the_last_character(written, line, column):
    text = only_text(written)
    span = text.place(len(text))
    assert (span.line, span.column) == (line, column)


def test_a_text_out_of_nowhere_is_its_own_file():
    text = Text.of("if a\n  stop\nend", "rule")
    assert str(text.place(7, 11)) == "rule:2:3"
    assert text.place(7, 11).end_column == 7
