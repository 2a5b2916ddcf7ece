"""Each code by its own examples: the bad one shows it, the good one does not; page and command tell the same of it."""

from __future__ import annotations

import functools
import html
import re
from itertools import pairwise
from pathlib import Path

import pytest

from sfrules.cli.codes import all_facts, all_told
from sfrules.cli.examples import findings_in, write_example
from sfrules.pipeline import load
from sfrules.publish.codeplaces import address_of, page_of
from sfrules.publish.codes import FAMILIES, INDEX, Told, code_pages
from sfrules.publish.rulebook import rulebook_pages, write_site
from sfrules.resources import resource
from sfrules.source.files import LARGEST
from tests.cli.runs import sfrules

FACTS = all_facts()
READ = [
    fact
    for fact in FACTS.values()
    if fact.found_by.startswith("sfrules validate") and fact.code not in ("SF101", "SF129")
]
MADE = [fact for fact in FACTS.values() if not fact.found_by.startswith("sfrules validate")]
NO_LINE = {"SF102"}
"""The code of files that are not read, so that no line of them can be shown."""


@functools.cache
def told_of() -> dict[str, Told]:
    return {told.facts.code: told for told in all_told()}


@pytest.mark.parametrize("fact", READ, ids=lambda fact: fact.code)
def test_the_bad_example_shows_its_code_at_its_level_and_the_good_one_does_not(tmp_path, fact):
    bad, good = (findings_in(fact, getattr(fact, name), tmp_path / name) for name in ("bad", "good"))
    assert {d.severity for d in bad if d.code == fact.code} == {fact.severity}
    assert fact.code not in {d.code for d in good}


@pytest.mark.parametrize("fact", MADE, ids=lambda fact: fact.code)
def test_what_only_a_build_or_a_game_finds_is_found_by_the_command_that_is_named(tmp_path, fact):
    command = fact.found_by.removeprefix("sfrules ").split()
    for name in ("bad", "good"):
        root = tmp_path / name / "content" / "harbour"
        write_example(fact, getattr(fact, name), root)
        ran = sfrules(*command, cwd=tmp_path / name)
        assert (f"{fact.severity}[{fact.code}]" in ran.out + ran.err) == (name == "bad"), ran
        assert ran.code == (1 if name == "bad" and fact.severity == "error" else 0)


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    fact = FACTS["SF101"]
    write_example(fact, fact.good, tmp_path / "harbour")
    large = tmp_path / "harbour" / "large.yaml"
    large.write_text("#" * (LARGEST + 1), encoding="utf-8")
    assert [d.code for d in load(tmp_path / "harbour").found if d.span.file == large.as_posix()] == [fact.code]


@pytest.mark.parametrize("fact", READ, ids=lambda fact: fact.code)
def test_what_is_said_of_the_bad_example_names_a_file_of_it_and_points_at_the_place(fact):
    says = told_of()[fact.code].says
    assert f"{fact.severity}[{fact.code}]: " in says
    assert re.search(r"^  --> (?:[a-z]+/)*[a-z_]+\.(?:yaml|yml|md|json):\d+:\d+", says, re.MULTILINE)
    assert ("^" in says) == (fact.code not in NO_LINE)


@pytest.mark.parametrize("code", FACTS)
def test_page_and_command_tell_the_same(tmp_path, code):
    fact, told = FACTS[code], told_of()[code]
    page = next(page for page in code_pages([told]) if page.name == page_of(code))
    ran = sfrules("explain", code.lower(), cwd=tmp_path)
    assert ran.code == 0
    assert f"{{#{code.lower()}}}" in page.text
    shown = html.unescape(re.sub(r"\\(.)|</?code>", r"\1", page.text))
    for text in (fact.title, fact.why, fact.found_by, told.level, told.switch):
        assert text.replace("`", "") in ran.out.replace("`", "")
        assert text.replace("`", "") in shown
    for block in filter(None, (fact.frame, fact.bad, told.says, fact.good)):
        assert block.rstrip() in html.unescape(page.text)
        assert "\n".join(f"    {line}".rstrip() for line in block.rstrip("\n").split("\n")) in ran.out


@pytest.mark.parametrize(
    ("code", "level", "switch"),
    [
        ("SF540", "warning; info in draft", 'SF540 = "off"'),
        ("SF604", "warning; off in draft", "# sfrules: allow SF604 -- "),
        ("SF808", "warning; off in draft; error in print", 'SF808 = "off"'),
        ("SF501", "error", 'SF501 = "off"'),
        ("SF201", "error", "It cannot be"),
    ],
)
def test_the_level_by_profile_and_how_to_switch_it_off(code, level, switch):
    assert told_of()[code].level == level
    assert switch in told_of()[code].switch


def test_every_code_has_a_page_of_its_own_and_a_line_on_the_index_and_on_that_of_its_family():
    pages = {page.name: page for page in code_pages(list(told_of().values()))}
    listed = re.compile(r"^\| \[(SF\d{3})\]\(([\w/.]+)\)", re.MULTILINE)
    index = [(code, f"language/{place}") for code, place in listed.findall(pages[INDEX].text)]
    assert index == [(code, page_of(code)) for code in FACTS]
    by_family = [
        (code, f"language/findings/{place}")
        for name in FAMILIES
        for code, place in listed.findall(pages[page_of(name)].text)
    ]
    assert by_family == index
    assert [name for name, page in pages.items() if not page.listed] == [page_of(code) for code in FACTS]


def test_the_page_of_a_code_leads_to_the_one_before_and_to_the_next():
    pages = {page.name: page.text for page in code_pages(list(told_of().values()))}
    codes = list(FACTS)
    for before, after in pairwise(codes):
        assert f"Next: [{after}]({after.lower()}.md)" in pages[page_of(before)]
        assert f"Before it: [{before}]({before.lower()}.md)" in pages[page_of(after)]
    assert "Before it" not in pages[page_of(codes[0])]
    assert "Next:" not in pages[page_of(codes[-1])]


def test_the_site_has_them_and_its_findings_lead_to_them(tmp_path):
    loaded = load(resource("content") / "tic-tac-toe")
    fact = FACTS["SF540"]
    findings = findings_in(fact, fact.bad, tmp_path / "bad")
    made = write_site(
        loaded.book, tmp_path / "docs", tmp_path / "site", findings=findings, codes=list(told_of().values())
    )
    assert made.findings == ()
    page = (tmp_path / "site" / address_of("SF540", ".")).read_text(encoding="utf-8")
    assert 'id="sf540"' in page
    assert "Nothing uses the number “toll”." in page
    listed = (tmp_path / "site" / "findings.html").read_text(encoding="utf-8")
    assert 'href="language/findings/sf540.html"' in listed
    search = (tmp_path / "site" / "search" / "search_index.js").read_text(encoding="utf-8")
    assert "language/findings/sf540.html" in search


def test_without_codes_a_finding_is_named_and_leads_nowhere(tmp_path):
    fact = FACTS["SF540"]
    findings = findings_in(fact, fact.bad, tmp_path / "bad")
    pages = {page.name: page.text for page in rulebook_pages(load(Path(resource("content")) / "nim").book, findings)[1]}
    assert "| SF540 |" in pages["findings.md"]
    assert not [name for name in pages if name.startswith("language/findings")]
