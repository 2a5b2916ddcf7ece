"""Each check by its cases: place, code and words must match, and nothing else may be found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sfrules import check
from sfrules.check.rule import Options
from tests.check.reading import MARK, book_of, judged

CASES = Path(__file__).parent / "cases"
SAYS = re.compile(r"#! (SF\d+) (.*)$")
ASIDE = re.compile(r"^#- (.*)$", re.MULTILINE)
"""Codes that a chunk is not about: what it says of the rest is told all the same."""
ELSEWHERE = {"SF101", "SF102", "SF105", "SF129", "SF213", "SF221"}
"""Codes of what no lines of YAML can show; tests of files, choices and pages have them."""


def chunks() -> Iterator[tuple[str, str]]:
    for path in sorted(CASES.glob("*.yaml")):
        for number, chunk in enumerate(re.split(r"^---\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE), 1):
            yield f"{path.stem} {number}", chunk


CHUNKS = list(chunks())


@pytest.mark.parametrize("chunk", [chunk for _, chunk in CHUNKS], ids=[name for name, _ in CHUNKS])
def test_what_is_marked_is_found_and_nothing_else(chunk):
    wanted = [
        (number, match[1], match[2])
        for number, line in enumerate(chunk.splitlines(), 1)
        if (match := SAYS.search(line)) is not None
    ]
    aside = " ".join(ASIDE.findall(chunk)).split()
    found = [d for d in judged(MARK.sub("", chunk))[1] if d.code not in aside]
    assert [(d.span.file, d.span.line, d.code) for d in found] == [
        ("case.yaml", line, code) for line, code, _ in wanted
    ]
    for diagnostic, (_, _, words) in zip(found, wanted, strict=True):
        assert words in diagnostic.message


def test_every_check_has_a_case():
    marked = {code for _, chunk in CHUNKS for code in re.findall(r"#! (SF\d+)", chunk)}
    assert {entry.facts.code for entry in check.CHECKS} - marked == {"SF221"}


@pytest.mark.parametrize("facts", [f for f in check.facts().values() if f.code not in ELSEWHERE], ids=lambda f: f.code)
def test_the_bad_example_of_a_code_shows_it_and_the_good_one_does_not(facts):
    assert facts.code in {diagnostic.code for diagnostic in judged(facts.frame + facts.bad)[1]}
    assert facts.code not in {diagnostic.code for diagnostic in judged(facts.frame + facts.good)[1]}


def test_every_code_tells_what_it_is_and_has_one_place():
    codes = [entry.facts.code for entry in check.CHECKS] + [fact.code for fact in check.reading.FACTS]
    assert len(codes) == len(set(codes))
    for facts in check.facts().values():
        assert facts.title
        assert facts.why.endswith(".")
        assert facts.good != facts.bad


def test_every_code_that_reading_and_checks_give_is_explained():
    package = Path(check.__file__).parents[1]
    given = {
        code
        for room in ("source", "model", "check")
        for path in (package / room).glob("*.py")
        if path.name not in {"names.py", "expressions.py", "statements.py"} or room == "check"
        for code in re.findall(r'"(SF[12]\d\d)"', path.read_text(encoding="utf-8"))
    }
    assert given <= set(check.facts())


def test_a_check_that_is_switched_off_does_not_run():
    text = "numbers: {toll: 3}\nplay: stop\n"
    book, _ = book_of(text)
    assert "SF540" in {d.code for d in check.run(book)}
    assert "SF540" not in {d.code for d in check.run(book, Options(disabled=frozenset({"SF540"})))}


def test_pages_may_not_lead_out_of_the_folder(tmp_path):
    from sfrules.model.build import build
    from sfrules.source.files import read_tree

    (tmp_path / "rulebook").mkdir()
    (tmp_path / "scenario.yaml").write_text("scenario: {title: Harbour, seats: 2}\n", encoding="utf-8")
    (tmp_path / "rulebook" / "rules.md").write_text(
        "# Rules\n[fine](other.md#x) ![fine](../art/map.png) [fine](https://example.org) [fine](#here)\n"
        "A ![map](../../map.png) and <img src='/etc/passwd'> and [x](javascript:alert(1))\n",
        encoding="utf-8",
    )
    sources, _ = read_tree(tmp_path)
    book, _ = build(sources)
    found = [d for d in check.run(book) if d.code == "SF221"]
    assert [(d.span.line, d.span.column) for d in found] == [(3, 10), (3, 39), (3, 61)]
    assert {Path(d.span.file).name for d in found} == {"rules.md"}
