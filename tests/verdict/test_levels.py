"""How loud findings are: profiles, levels by code and family, what stays loud whatever anybody says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sfrules.cli.codes import all_facts
from sfrules.diag import Diagnostic, Severity, Span
from sfrules.verdict.levels import PROFILES, Level, Policy
from tests.verdict.judged import harbour, seen, told

OFF, INFO, WARNING, ERROR = Level
E, W = Severity.ERROR, Severity.WARNING


@pytest.mark.parametrize(
    ("layers", "code", "own", "level"),
    [
        ([], "SF540", W, WARNING),
        ([{"SF540": OFF}], "SF540", W, OFF),
        ([{"SF5": INFO}], "SF540", W, INFO),
        ([{"SF5": INFO, "SF540": ERROR}], "SF540", W, ERROR),
        ([{"SF54": ERROR, "SF5": INFO}], "SF540", W, ERROR),
        ([{"SF540": ERROR}, {"SF5": INFO}], "SF540", W, INFO),
        ([{"SF5": INFO}, {"SF501": OFF}], "SF540", W, INFO),
        ([{"SF": OFF}], "SF540", W, OFF),
        ([{"SF": OFF}], "SF201", E, ERROR),
        ([{"SF120": INFO}], "SF120", E, ERROR),
        ([{"SF3": OFF}], "SF302", E, ERROR),
        ([{"SF3": OFF}], "SF308", W, OFF),
        ([{"SF401": WARNING}], "SF401", E, WARNING),
        ([{"SF140": OFF}], "SF140", W, OFF),
        ([{"own:tidy": ERROR}], "own:tidy", W, ERROR),
        ([{"own": OFF}], "own:tidy", W, OFF),
    ],
)
def test_of_two_levels_the_later_and_within_a_layer_the_more_exact_one_counts(layers, code, own, level):
    assert Policy(layers=tuple(layers)).level(code, own) is level


@pytest.mark.parametrize(
    ("mandatory", "code", "own", "layer", "level"),
    [
        ({"SF401"}, "SF401", E, {"SF401": OFF}, ERROR),
        ({"SF4"}, "SF401", E, {"SF": INFO}, ERROR),
        ({"SF540"}, "SF540", W, {"SF540": OFF}, WARNING),
        ({"SF540"}, "SF540", W, {"SF540": ERROR}, ERROR),
        ({"SF540"}, "SF541", W, {"SF54": OFF}, OFF),
    ],
)
def test_what_is_mandatory_can_be_made_louder_only(mandatory, code, own, layer, level):
    assert Policy(layers=(layer,), mandatory=frozenset(mandatory)).level(code, own) is level


def test_profiles_speak_of_codes_that_there_are():
    known = all_facts()
    for levels in PROFILES.values():
        for name in levels:
            assert len(name) == 3 or name in known
    assert list(PROFILES) == ["draft", "playtest", "print"]
    assert PROFILES["playtest"] == {}


def test_no_profile_is_calmer_than_the_one_before_it():
    order = list(Level)
    for code, fact in all_facts().items():
        loud = [order.index(Policy(profile=name).level(code, fact.severity)) for name in PROFILES]
        assert loud == sorted(loud), code


GAME = "numbers:\n  idle: 4\nsources:\n  R01: {mark: canon, says: Ships sail.}\n"


@pytest.mark.parametrize(
    ("policy", "wanted"),
    [
        (Policy("draft"), [(2, "SF540", "info")]),
        (Policy(), [(2, "SF540", "warning"), (4, "SF604", "warning")]),
        (Policy("print", ({"SF540": ERROR},)), [(2, "SF540", "error"), (4, "SF604", "warning")]),
        (Policy(select=("SF6",)), [(4, "SF604", "warning")]),
    ],
    ids=["draft", "playtest", "print and a level", "selected"],
)
def test_findings_are_told_at_their_levels(policy, wanted, tmp_path):
    assert [one for one in told(seen(harbour(tmp_path, GAME), policy)) if one[1] in ("SF540", "SF604")] == wanted


def test_a_check_that_is_off_does_not_run(tmp_path, monkeypatch):
    from sfrules import check

    ran = []
    for entry in check.CHECKS:
        if (code := entry.facts.code) in {"SF512", "SF540", "SF604", "SF605"}:

            def watched_function(book, code=code, function=entry.function):
                ran.append(code)
                return function(book)

            watched = replace(entry, function=watched_function)
            monkeypatch.setattr(check, "CHECKS", tuple(watched if e is entry else e for e in check.CHECKS))
    seen(harbour(tmp_path, GAME), Policy("draft", ({"SF512": OFF},)))
    assert ran == ["SF540"]


def test_a_finding_keeps_all_but_its_level():
    whole = Diagnostic("SF540", "x", Span("a", 3, 4), W, "number idle", "h")
    (made,) = Policy(layers=({"SF540": ERROR},)).judged([whole])
    assert (made.severity, made.span, made.subject, made.help) == (E, whole.span, "number idle", "h")


OWN = """checks:
  long-titles:
    each: captain
    must: self.coins > 3
    says: Too poor.
kinds:
  captain: {seat: yes, has: {coins: {number: 0.., start: 2, fixed: yes}}}
"""


@pytest.mark.parametrize(
    ("comment", "policy", "wanted"),
    [
        ("", Policy(), ["warning", "warning"]),
        ("", Policy(layers=({"own:long-titles": ERROR},)), ["error", "error"]),
        ("", Policy(layers=({"own": OFF},)), []),
        ("  # sfrules: allow own:long-titles -- they find some", Policy(), ["warning"]),
    ],
    ids=["as it is", "louder", "off", "one is allowed"],
)
def test_a_check_of_the_scenario_s_own_is_like_any_other(comment, policy, wanted, tmp_path):
    text = OWN + f"things:\n  captain:\n    east: {{}}{comment}\n    west: {{}}\n"
    found = seen(harbour(tmp_path, text), policy).found
    assert [d.severity.value for d in found if d.code in ("own:long-titles", "SF140", "SF142")] == wanted
