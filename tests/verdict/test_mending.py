"""Mending keeps its hands off everything that is not to be mended."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from sfrules.diag import Diagnostic, Edit, Fix, Severity, Span
from sfrules.source.files import SourceFile
from sfrules.source.reader import read_nodes
from sfrules.verdict.edits import changed_beside, edited, without_overlap
from sfrules.verdict.mending import Reading, mend
from sfrules.verdict.mends.near import distance
from tests.cli.runs import sfrules


def edit(line: int, start: int, end: int, text: str, file: str = "a.yaml", end_line: int = 0) -> Edit:
    return Edit(Span(file, line, start, end_line or line, end), text)


def finding(*edits: Edit, safe: bool = True, message: str = "x") -> Diagnostic:
    return Diagnostic("SF201", message, edits[0].span, fixes=(Fix("Mend it", edits, safe),))


@pytest.mark.parametrize(
    ("text", "edits", "made"),
    [
        ("a: b\nc: d\n", [edit(2, 4, 5, "e")], "a: b\nc: e\n"),
        ("a: b\r\nc: d\r\n", [edit(1, 5, 5, "\nx: y"), edit(2, 1, 2, "z")], "a: b\r\nx: y\r\nz: d\r\n"),
        ("a: 🔥 b\nc: d", [edit(1, 6, 7, "e")], "a: 🔥 e\nc: d"),
        ("a: b\nc: d\n", [edit(1, 1, 1, "", end_line=2)], "c: d\n"),
        ("a: b\nc: d", [edit(2, 1, 1, "", end_line=3)], "a: b\n"),
        ("a: b", [edit(1, 1, 2, "x"), edit(1, 4, 5, "y"), edit(1, 5, 5, "!")], "x: y!"),
    ],
    ids=["one", "CRLF", "emoji", "a whole line", "the last line", "several"],
)
def test_edits_change_their_spans_and_nothing_else(text, edits, made):
    assert edited(text, edits).text == made
    assert edited(text, reversed(edits)).text == made


def test_of_two_fixes_of_one_place_the_first_is_made():
    one, other = finding(edit(1, 4, 8, "x")), finding(edit(1, 6, 9, "y"))
    apart, same = finding(edit(1, 8, 9, "z")), finding(edit(1, 4, 4, "w"))
    wanted = [(d, d.fixes[0]) for d in (one, other, apart, same)]
    assert [d for d, _ in without_overlap(wanted)] == [one, apart]


@pytest.mark.parametrize(
    ("before", "edits", "beside"),
    [
        ("a: true\nb: 1\n", [edit(1, 4, 8, "yes")], False),
        ("efect: stop\nb: 1\n", [edit(1, 1, 6, "effect")], False),
        ("l: [a, b, a, c]\n", [edit(1, 9, 12, "")], False),
        ("a:\n  b: 1\n  c: 2\n", [edit(2, 1, 1, "", end_line=3)], False),
        ("a: [x,\n  y]\nb: 1\n", [edit(1, 6, 6, " #")], True),
        ("a: {x: 1,\n  y: 2,\n  z: 3}\n", [edit(2, 7, 8, ", # ", end_line=3)], True),
        ("a: x\nb: 1\n", [edit(1, 5, 5, " #")], False),
        ("a: x\nb: 1\n", [edit(1, 1, 1, "", end_line=3)], False),
        ("k: {a: 1, b: 2}\nc: 3\n", [edit(1, 9, 9, " # ")], True),
    ],
    ids=[
        "value",
        "key",
        "entry of a list",
        "line",
        "a list goes on",
        "a mapping does not",
        "comment",
        "two lines",
        "rest of a line",
    ],
)
def test_whether_something_else_has_changed(before, edits, beside):
    made = edited(before, edits)
    old, new = (read_nodes(SourceFile(Path("a.yaml"), "a.yaml", text))[0] for text in (before, made.text))
    assert changed_beside(old, new, made) is beside


class Scenario:
    """Texts in which each word of `wrong` is a finding with the fix that is given for it."""

    def __init__(self, fixes: Mapping[str, str], *, errors: tuple[str, ...] = (), safe: bool = True) -> None:
        self.fixes, self.errors, self.safe, self.readings = fixes, errors, safe, 0

    def __call__(self, texts: Mapping[str, str]) -> Reading:
        self.readings += 1
        found = [one for name, text in texts.items() for one in self.findings(name, text)]
        return Reading(found, found, whole=True)

    def findings(self, name: str, text: str) -> list[Diagnostic]:
        found = []
        for number, line in enumerate(text.splitlines(), 1):
            for word, meant in self.fixes.items():
                if (at := line.find(word)) >= 0:
                    made = edit(number, at + 1, at + 1 + len(word), meant, name)
                    fixes = (Fix(meant, (made,), self.safe),)
                    found.append(Diagnostic("SF209", word, made.span, Severity.WARNING, fixes=fixes))
            found += [
                Diagnostic("SF301", word, Span(name, number, 1), Severity.ERROR) for word in self.errors if word in line
            ]
        return found

    def mend(self, text: str, *, unsafe: bool = False):
        texts = {"a.md": text}
        return mend(texts, self, self(texts), unsafe=unsafe)


def test_one_mend_may_lead_to_the_next():
    made = Scenario({"one": "two", "two": "three"}).mend("one\none two\n")
    assert made.texts == {"a.md": "three\nthree three\n"}
    assert made.reading.told == []


def test_a_mend_that_makes_a_new_error_is_taken_back_and_the_others_stay():
    made = Scenario({"bad": "worse", "ugly": "fair", "poor": "rich"}, errors=("worse",)).mend("ugly\nbad\npoor\n")
    assert made.texts == {"a.md": "fair\nbad\nrich\n"}
    assert [fix.title for _, fix in made.refused] == ["worse"]
    assert len(made.done) == 2


@pytest.mark.parametrize("fixes", [{"a": "a"}, {"a": "ba"}, {"ab": "ba", "ba": "ab"}, {"x": "xx"}])
def test_mends_that_lead_nowhere_come_to_an_end(fixes):
    scenario = Scenario(fixes)
    scenario.mend("ab x ba\n" * 5)
    assert scenario.readings <= 110


def test_a_guess_waits_until_it_is_asked_for():
    guess = Scenario({"one": "two"}, safe=False)
    assert guess.mend("one\n").texts == {"a.md": "one\n"}
    assert guess.mend("one\n", unsafe=True).texts == {"a.md": "two\n"}


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ("", "", 0),
        ("effect", "effect", 0),
        ("efect", "effect", 1),
        ("effcet", "effect", 1),
        ("x", "effect", 6),
        ("", "ab", 2),
    ],
)
def test_how_far_two_words_are_apart(one, other, far):
    assert distance(one, other) == distance(other, one) == far


@pytest.mark.parametrize(
    "text",
    [
        "numbers:\n  a: 1\n        things.heap: 3\n",
        "a: b: c\n  d: e: f\n",
        "- a: b: [c\n",
        'a: "x" y: z\n  - "b": c: d\n',
    ],
)
@pytest.mark.parametrize("unsafe", [False, True])
def test_quotes_do_not_feed_on_quotes(text, unsafe, tmp_path):
    (tmp_path / "scenario.yaml").write_text(text, encoding="utf-8")
    sfrules("validate", tmp_path, "--fix", *(["--unsafe"] if unsafe else []), cwd=tmp_path)
    assert len((tmp_path / "scenario.yaml").read_text("utf-8")) <= 2 * len(text)


def test_what_a_refused_definition_has_hidden_does_not_keep_it_from_being_mended(tmp_path):
    text = (
        "scenario: {title: Harbour, format: 1, seats: 2}\n"
        "kinds:\n  captain: {seat: true, has: {gold: {track: 0..9}}}\n"
        "things:\n  captain: {east: {}, west: {}}\n"
        "play: |\n  for s in captain\n    s.glod += 1\n  end\n"
    )
    file = tmp_path / "scenario.yaml"
    file.write_text(text, encoding="utf-8")
    assert "SF305" not in sfrules("validate", tmp_path, cwd=tmp_path).out
    ran = sfrules("validate", tmp_path, "--fix", cwd=tmp_path)
    assert file.read_text("utf-8") == text.replace("true", "yes")
    assert "error[SF305]" in ran.out
