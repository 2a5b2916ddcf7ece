"""Comments that allow a finding: each case says on its lines what is still told."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from sfrules.cli.codes import all_facts
from sfrules.diag import Diagnostic, Severity, Span
from sfrules.publish.pages.front import harmless
from sfrules.source.files import SourceFile
from sfrules.verdict.allowances import Rules, allowances_in, apply
from sfrules.verdict.codes import FACTS
from sfrules.verdict.levels import Level, Policy
from tests.verdict.judged import TODAY, harbour, seen, told

CHUNKS = (Path(__file__).parent / "cases" / "allowances.yaml").read_text(encoding="utf-8").split("---\n")
SAYS = re.compile(r"  #! (SF\d+) (.*?)(?=  #! |$)")


@pytest.mark.parametrize("breaks", ["\n", "\r\n"], ids=["LF", "BOM, CRLF"])
@pytest.mark.parametrize("chunk", CHUNKS, ids=[" ".join(chunk.split()[:2]) + f" {n}" for n, chunk in enumerate(CHUNKS)])
def test_what_is_not_allowed_is_told_and_what_is_wrong_with_an_allowance(chunk, breaks, tmp_path):
    wanted = sorted(
        (number, said[1], said[2]) for number, line in enumerate(chunk.splitlines(), 1) for said in SAYS.finditer(line)
    )
    policy = Policy(select=("SF14", "SF308", "SF540", "SF604", "SF605"))
    text = re.sub(r"  #! .*", "", chunk)
    found = seen(harbour(tmp_path, text if breaks == "\n" else "\ufeff" + text.replace("\n", breaks)), policy).found
    assert sorted((d.span.line, d.code) for d in found) == [(line, code) for line, code, _ in wanted]
    for diagnostic, (_, _, words) in zip(sorted(found, key=lambda d: (d.span.line, d.code)), wanted, strict=True):
        assert words in diagnostic.message
        assert diagnostic.span.column > 1 or diagnostic.code == "SF308"


PAGE = (
    "# Rules\n\n{}\nSee the [map](../../map.png)\nand the [chart](../../chart.png).\n\nAnd the [log](../../log.png).\n"
)
WHY = "<!-- sfrules: allow SF821 -- it comes with the box -->"


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        (PAGE.format(""), [4, 5, 7]),
        (PAGE.format(WHY), [7]),
        (PAGE.format("").replace("(../../log.png).", f"(../../log.png). {WHY}"), [4, 5]),
        (PAGE.format(f"```\n{WHY}\n```\n"), [7, 8, 10]),
    ],
    ids=["none", "above a paragraph", "on the line", "in code"],
)
def test_on_a_page_a_comment_speaks_of_its_line_or_the_next_paragraph(page, lines, tmp_path):
    broken = [n for n, line in enumerate(page.splitlines(), 1) if ".png" in line]
    found = [Diagnostic("SF821", "It leads nowhere.", Span("rules.md", line, 1)) for line in broken]
    allowances = allowances_in([SourceFile(Path("rules.md"), "rules.md", page)])
    allowed = apply(found, allowances, Rules(Policy(), {"SF821": Severity.ERROR}, {"SF821"}, TODAY))
    assert [d.span.line for d in allowed.told] == lines
    assert allowed.about == []


IDLE = "numbers:\n  idle: 4  # sfrules: allow SF540 until 2026-06-15 -- for the second edition\n"


@pytest.mark.parametrize(
    ("today", "codes"),
    [(TODAY, []), (date(2026, 6, 16), ["SF143", "SF540"]), (date(1999, 1, 1), [])],
    ids=["the last day", "the day after", "long before"],
)
def test_the_day_is_told_from_outside(today, codes, tmp_path):
    found = seen(harbour(tmp_path, IDLE), Policy(select=("SF540",)), today=today).found
    assert sorted(d.code for d in found) == codes


@pytest.mark.parametrize(
    ("policy", "codes"),
    [
        (Policy(), []),
        (Policy(mandatory=frozenset({"SF5"})), ["SF144", "SF540"]),
        (Policy(layers=({"SF540": Level.OFF},)), []),
        (Policy(profile="draft"), []),
        (Policy(select=("SF6",)), []),
    ],
    ids=["as usual", "mandatory", "off", "calm", "not looked for"],
)
def test_an_allowance_under_other_rules(policy, codes, tmp_path):
    found = seen(harbour(tmp_path, IDLE), policy).found
    assert sorted(d.code for d in found if d.code in ("SF144", "SF140", "SF540")) == codes


def test_where_content_cannot_be_read_no_allowance_is_called_unneeded(tmp_path):
    text = "glossary:\n  tide: [high\n# sfrules: allow SF540 -- why\nnumbers:\n  idle: 4\n"
    assert {code for _, code, _ in told(seen(harbour(tmp_path, text)))} == {"SF113"}


def test_the_comment_is_not_shown_on_the_page():
    assert harmless(f"See it. {WHY} So.\n{WHY}\n", lambda name: None) == "See it. So.\n\n"


def test_what_only_a_build_finds_is_not_called_unneeded(tmp_path):
    elsewhere = [code for code, fact in all_facts().items() if not fact.found_by.startswith("sfrules validate")]
    text = f"glossary:\n  tide: high water  # sfrules: allow {', '.join(elsewhere)} -- as it is printed\n"
    assert elsewhere
    assert not [d for d in seen(harbour(tmp_path, text)).found if d.code == "SF140"]


def test_what_is_allowed_is_counted(tmp_path):
    assert seen(harbour(tmp_path, IDLE)).allowed == 1


@pytest.mark.parametrize("fact", [f for f in FACTS if f.code != "SF146"], ids=lambda f: f.code)
def test_the_bad_example_of_a_code_shows_it_and_the_good_one_does_not(fact, tmp_path):
    assert fact.code in {d.code for d in seen(harbour(tmp_path / "bad", fact.bad)).found}
    assert fact.code not in {d.code for d in seen(harbour(tmp_path / "good", fact.good)).found}
    assert {f.severity for f in FACTS if f.code == fact.code} == {
        d.severity for d in seen(tmp_path / "bad").found if d.code == fact.code
    }
