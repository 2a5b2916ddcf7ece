"""Whatever stands in a file, reading ends in findings at places that are there, and never in an exception."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from sfrules.model.choices import Choices
from sfrules.model.errors import keys_of
from sfrules.model.sections import SECTIONS
from sfrules.publish import findings
from sfrules.source.files import SourceFile, read_text
from sfrules.source.reader import read_nodes
from tests.check.reading import book_of

SIGNS = st.text(st.sampled_from(list("ab: #-\n\t'\"[]{}&*!|>%@`,?~0🔥\\")), max_size=60)
WORDS = st.sampled_from([
    "ship", "port", "gull", "x", "", "yes", "no", "3", "-2", "0..5", "all", "owner", "R01", "a b", "X", "1_0",
    "limits.x.y", "map.edges", "things.ship", "stop", "reshuffle ship", "optional ship", "#aabbcc", "sealed", "at once",
    "é", "none",
])  # fmt: skip
FORMS = {"track", "number", "flag", "is", "one_of", "set", "derived", "of", "edges", "grid", "columns", "rows", "kind"}
KEYS = sorted(
    FORMS | {key for section in SECTIONS.values() if section.model is not None for key in keys_of(section.model)}
)
NAMES = st.sampled_from(["ship", "port", "gull", "x", "limits.x.times", "map.grid", "phases.x.repeat", "Bad", *KEYS])
LEAVES = st.one_of(WORDS, st.none(), st.integers(-3, 9).map(str))
NODES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4), max_leaves=12
)
BOOKS = st.dictionaries(st.sampled_from([*SECTIONS, "other"]), NODES, max_size=6)


def check_places(found, texts):
    for diagnostic in found:
        lines = texts[diagnostic.span.file].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert 1 <= diagnostic.span.line <= len(lines)
        assert 1 <= diagnostic.span.column <= len(lines[diagnostic.span.line - 1]) + 1


@given(SIGNS)
@settings(deadline=None)
def test_any_signs(text):
    file, found = read_text(text, "f.yaml", Path("f.yaml"))
    _, more = read_nodes(file)
    check_places([*found, *more], {"f.yaml": file.text})


@given(st.text(max_size=40))
@settings(deadline=None)
def test_any_letters(text):
    file, found = read_text(text, "f.yaml", Path("f.yaml"))
    _, more = read_nodes(SourceFile(file.path, file.shown, file.text))
    check_places([*found, *more], {"f.yaml": file.text})


@given(BOOKS, st.booleans())
@settings(max_examples=100, deadline=None)
def test_any_sections(book, choose):
    text = (
        json.dumps(book, ensure_ascii=False, indent=1).replace('"', "")
        if choose
        else json.dumps(book, ensure_ascii=False)
    )
    choices = Choices(gaps={"ship": "x", "x": "ship"}, variants=("ship", "x")) if choose else Choices()
    made, found = book_of(text, choices=choices)
    check_places([d for d in found if d.span.file in made.files], made.files)
    assert findings.full(found, made.files).count("-->") == len(found)
    list(made.rule_texts())
