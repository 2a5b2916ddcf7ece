"""Whatever is put in the place of something else: what is said of it is a sentence, in the words of the content."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sfrules.pipeline import load
from sfrules.source.files import SourceFile, read_file
from sfrules.source.nodes import Map, Node, Seq, Text
from sfrules.source.reader import read_nodes

LEDGER = Path(__file__).parents[1] / "play" / "ledger"
FILES = [file for path in sorted(LEDGER.glob("*.yaml")) if (file := read_file(path)[0]) is not None]
ODD = ("[x, y]", "{x: y}", "{}", "", "3.5", "-4", "a word", "yes", "X", "ä", "1e3", "count(clerk)", "a: b", '"')

NOT_OURS = re.compile(
    r"\b(None|True|False|NoneType|dict|tuple|int|str|float|bool|pydantic|lark|ruamel|scalar|token|parser|exception|"
    r"traceback|instance|attribute|valid|input|expected|AST|regex|schema|null)\b|  |\['|\{'|<class|object at|\(\)"
)
SENTENCE = re.compile(r"[A-Z“`%*&.!<|#\-\d].*[.?…”]", re.DOTALL)


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.values() if isinstance(node, Map) else node if isinstance(node, Seq) else ():
        yield from nodes(child)


def spoilt(file: SourceFile) -> Iterator[str]:
    """The file with something odd in one place, for every place."""
    tree, _ = read_nodes(file)
    for node in nodes(tree):
        start, end = node.start.index, node.end.index
        ends_a_line = (isinstance(node, Text) and node.style in ("|", ">")) or not getattr(node, "flow", True)
        for odd in ODD:
            yield file.text[:start] + odd + "\n" * ends_a_line + file.text[end:]


def drawn(part: int) -> Iterator[tuple[SourceFile, str]]:
    every = [(file, text) for file in FILES for text in spoilt(file)]
    yield from random.Random(part).sample(every, 60)


@pytest.mark.parametrize("part", range(3))
def test_what_is_said_is_a_sentence_in_the_words_of_the_content(part):
    said = set()
    for file, text in drawn(part):
        for one in load(LEDGER, overlay={file.path.resolve(): text}).found:
            said |= {(one.code, words) for words in (one.message, one.help, *(r.message for r in one.related)) if words}
            assert SENTENCE.fullmatch(one.message), one
    assert len({code for code, _ in said}) >= 10
    assert not [pair for pair in said if NOT_OURS.search(re.sub("“[^”]*”", "“”", pair[1]))]
