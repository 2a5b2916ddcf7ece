"""The baseline: known findings by code and subject, kept back, and never more of them than before."""

from __future__ import annotations

import json
import re

import pytest

from sfrules.diag import Diagnostic, Severity, Span
from sfrules.verdict import baseline
from sfrules.verdict.baseline import Baseline, Key
from sfrules.verdict.levels import Policy

CODES = {"SF308": Severity.WARNING, "SF305": Severity.ERROR, "SF540": Severity.WARNING, "SF605": Severity.WARNING}
FIRM = baseline.firm_under(Policy(mandatory=frozenset({"SF4"})), CODES)
IDLE, GULL = Key("SF540", "number idle"), Key("SF605", "card gull")


def finding(key: Key, line: int = 1, message: str = "x") -> Diagnostic:
    return Diagnostic(key.code, message, Span("game/a.yaml", line, 1), Severity.WARNING, key.subject)


def compared(found: list[Diagnostic], counts: dict[Key, int], ran: tuple[str, ...] | None = ("SF540", "SF605")):
    known = baseline.read(baseline.written(counts))
    made = baseline.compare(found, known, "known.json", "game", FIRM, ran)
    return [(d.code, d.span.line) for d in made.told], made.known, [(d.subject, d.span.line) for d in made.stale]


@pytest.mark.parametrize(
    ("lines", "counts", "told", "known", "stale"),
    [
        ([3], {}, [3], 0, []),
        ([3], {IDLE: 1}, [], 1, []),
        ([99], {IDLE: 1}, [], 1, []),
        ([3, 5], {IDLE: 1}, [3, 5], 0, []),
        ([3, 5], {IDLE: 2}, [], 2, []),
        ([3], {IDLE: 2}, [], 1, [4]),
        ([], {GULL: 1, IDLE: 2}, [], 0, [4, 5]),
    ],
    ids=["new", "known", "moved", "one more", "both known", "one is mended", "all are mended"],
)
def test_known_ones_are_kept_back_and_mended_ones_must_leave(lines, counts, told, known, stale):
    made = compared([finding(IDLE, line) for line in lines], counts)
    assert made == ([("SF540", line) for line in told], known, made[2])
    assert [line for _, line in made[2]] == stale


def test_of_one_too_many_it_is_said_that_some_are_known():
    known = Baseline({IDLE: 1})
    made = baseline.compare([finding(IDLE, 3), finding(IDLE, 5)], known, "known.json", "game", FIRM, None)
    assert {d.help for d in made.told} == {"The baseline knows 1 of these, and there are 2."}


@pytest.mark.parametrize("ran", [None, ("SF605",)], ids=["one file only", "switched off"])
def test_what_was_not_looked_for_is_not_called_mended(ran):
    assert compared([], {IDLE: 1}, ran) == ([], 0, [])


def test_what_is_mandatory_is_told_whatever_a_baseline_knows():
    leak = finding(Key("SF401", "rule x"))
    assert compared([leak], {Key("SF401", "rule x"): 1}) == ([("SF401", 1)], 0, [])
    assert baseline.counted([leak], "game", FIRM) == {}


@pytest.mark.parametrize(
    ("key", "severity", "told", "reason"),
    [
        (Key("SF305", "routine climb"), Severity.ERROR, 1, "the game cannot be played with it"),
        (Key("SF401", "rule x"), Severity.ERROR, 1, "the configuration makes it mandatory"),
        (Key("SF308", "routine climb"), Severity.ERROR, 0, ""),  # a warning that the project has made an error
    ],
)
def test_what_no_option_may_silence_no_baseline_may_either(key, severity, told, reason):
    found = [Diagnostic(key.code, "x", Span("game/a.yaml", 3, 1), severity, key.subject)]
    made = baseline.compare(found, Baseline({key: 1}), "known.json", "game", FIRM, (key.code,))
    assert (len(made.told), made.known) == (told, 1 - told)
    assert [d.code for d in made.stale] == ["SF146"] * told
    assert all(reason in d.message and "--update-baseline" in d.help for d in made.stale)


def test_without_a_subject_a_finding_goes_by_its_file_below_the_scenario():
    bare = Diagnostic("SF105", "x", Span("some/where/game/cards/a.yaml", 1, 1))
    assert baseline.key_of(bare, "some/where/game") == ("SF105", "file cards/a.yaml")


RAN = ("SF540", "SF605")


@pytest.mark.parametrize(
    ("before", "now", "shrunk", "grown"),
    [
        ({IDLE: 2}, {IDLE: 1}, {IDLE: 1}, {IDLE: 1}),
        ({IDLE: 1}, {IDLE: 2}, {IDLE: 1}, {IDLE: 2}),
        ({IDLE: 1}, {}, {}, {}),
        ({}, {GULL: 3}, {}, {GULL: 3}),
        ({Key("SF801", "card gull"): 1}, {}, {Key("SF801", "card gull"): 1}, {Key("SF801", "card gull"): 1}),
    ],
    ids=["fewer", "more", "none", "new", "not looked for"],
)
def test_it_only_shrinks_unless_one_says_so(before, now, shrunk, grown):
    for made, wanted in ((baseline.shrunk, shrunk), (baseline.grown, grown)):
        assert {key: count for key, count in made(Baseline(before), now, RAN).items() if count} == wanted


def test_the_file_is_sorted_has_one_line_each_and_is_read_as_it_was_written():
    counts = {GULL: 2, IDLE: 1, Key("SF540", "action „Übersee“"): 3}
    text = baseline.written(counts)
    assert text == baseline.written(dict(reversed(counts.items())))
    assert text.splitlines()[3:6] == [
        '    {"code": "SF540", "subject": "action „Übersee“", "count": 3},',
        '    {"code": "SF540", "subject": "number idle", "count": 1},',
        '    {"code": "SF605", "subject": "card gull", "count": 2}',
    ]
    assert baseline.read(text).counts == counts
    assert baseline.read(json.dumps(json.loads(text))).counts == counts
    assert baseline.read(baseline.written({})).counts == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is empty"),
        (" \n", "it is empty"),
        ("format: 1\nknown: []\n", "line 1, column 1 is not JSON"),
        ('{"format": 1, "known": [\n{"code": "SF540"},\n]}', "line 3, column 1 is not JSON"),
        ('{"format": 1, "known": []}, {"a": 1}', "line 1, column 27 is not JSON"),
        ("[" * 100_000, "it is nothing that sfrules has written"),
        ('{"format": 1, "known": [' + "9" * 5_000 + "]}", "it is nothing that sfrules has written"),
        ("[]", 'it must say {"format": 1, "known": [...]}'),
        ("null", 'it must say {"format": 1, "known": [...]}'),
        ('{"format": true, "known": []}', 'it must say {"format": 1, "known": [...]}'),
        ('{"format": 1, "known": {}}', 'it must say {"format": 1, "known": [...]}'),
        ('{"format": 2, "known": []}', "it is written in format 2, and format 1 is read here"),
        ('{"format": 1, "known": [3]}', "entry 1 (3) is no known finding"),
        ('{"format": 1, "known": [\n  {"code": "SF540"}\n]}', 'line 2 ({"code": "SF540"}) is no known finding'),
        ('{"format": 1, "known": [{"code": "SF540", "subject": "a", "count": 0}]}', "entry 1 ({"),
        ('{"format": 1, "known": [{"code": "SF540", "subject": "a", "count": true}]}', "entry 1 ({"),
        ('{"format": 1, "known": [{"code": ["SF540"], "subject": {}, "count": 1}]}', "entry 1 ({"),
    ],
)
def test_another_file_is_no_baseline(text, words):
    with pytest.raises(ValueError, match=f"^{re.escape(words)}"):
        baseline.read(text)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (json.dumps({"format": 1, "known": [IDLE._asdict() | {"count": 1}, GULL._asdict() | {"count": 1}]}), [1, 1]),
        (
            json.dumps(
                {"format": 1, "known": [IDLE._asdict() | {"count": 1}, GULL._asdict() | {"count": 1}]}, indent=1
            ),
            [5, 10],
        ),
        (json.dumps({"known": [GULL._asdict() | {"count": 1}], "format": 1}), [1]),
        ('{"format": 1, "known": [{"count": 1, "subject": "card gull", "code": "SF605"}]}', [1]),
    ],
    ids=["one line", "a line for each word", "the other way round", "the keys in another order"],
)
def test_however_it_is_laid_out_what_is_mended_has_a_line(text, lines):
    known = baseline.read(text)
    stale = baseline.compare([], known, "known.json", "game", FIRM, RAN).stale
    assert [d.span.line for d in stale] == lines
