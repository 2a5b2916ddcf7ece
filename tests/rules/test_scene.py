"""A scene or a wish that cannot be is told with its place; so is a wish that does not come true."""

from __future__ import annotations

import re

import pytest

from sfrules.engine.game import machine_for
from sfrules.play.expect import Unmet
from sfrules.play.named import SceneError
from sfrules.play.script import run_case
from sfrules.source.files import read_text
from sfrules.source.nodes import Map
from sfrules.source.reader import read_nodes
from tests.cases.books import book
from tests.rules.table import whole


def case_of(text: str) -> Map:
    tree, found = read_nodes(read_text(text, "case.yaml")[0])
    assert isinstance(tree, Map)
    assert not found, found
    return tree


MID = "at: {round: 2, phase: actions, seat: b-pr}"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("given: {sed: 1}", "1:9: “sed” is not known here"),
        (f"given: {{{MID}, set: {{crisiss: 1}}}}", "1:59: There is no property “crisiss”"),
        (f"given: {{{MID}, set: {{a-pm.rank: head}}}}", "1:59: “a-pm.rank” is fixed by the content"),
        (f"given: {{{MID}, set: {{a-pm.place: moon}}}}", "1:71: “moon” is no location"),
        (f"given: {{{MID}, set: {{crisis: many}}}}", "1:67: “many” is no number"),
        (f"given: {{{MID}, zones: {{a-pm.hands: []}}}}", "1:61: There is no zone “a-pm.hands”"),
        (f"given: {{{MID}, zones: {{a-pm.hand: [ace]}}}}", "1:73: There is no card “ace”"),
        (
            f"given: {{{MID}, zones: {{a-pm.hand: [cordon, cordon, cordon, cordon]}}}}",
            "There are not so many cards “cordon”",
        ),
        (
            f"given: {{{MID}, zones: {{a-pm.dossier: [{{mole: {{age: 3}}}}]}}}}",
            "1:84: “age” is nothing that can be written on",
        ),
        (f"given: {{{MID}, zones: {{wild-deck: [cordon]}}}}", "1:61: More cards than these belong in “wild-deck”"),
        (f"given: {{{MID}, limits: {{a-pm.bell: 1}}}}", "1:62: There is no limit “a-pm.bell”"),
        (f"given: {{{MID}, chance: {{dice: [1]}}}}", "1:62: There is no chance by the name “dice”"),
        (f"given: {{{MID}, limits: {{a-pm.back-channel: often}}}}", "1:81: A number is wanted here"),
        (f"given: {{{MID}, seed: [1]}}", "1:59: A number is wanted here"),
        ("given: {at: {round: last, phase: actions}}", "1:21: A number is wanted here"),
        ("given: {at: {round: 9, phase: actions}}", "1:21: “round” is never 9: it goes from 1 to 8"),
        ("given: {at: {phase: actions, actions: 2}}", "1:39: “actions” is never 2: it comes once"),
        ("given: {at: {round: 2, phase: night}}", "1:31: There is no phase “night”"),
        ("given: {at: {round: 2, phase: actions, seat: c-pm}}", "1:46: There is no seat “c-pm”"),
        ("do: [{a-pm: confirm, a-ic: confirm}]", "1:6: A step is one pair"),
        ("expect: {mood: good}", "1:10: “mood” cannot be expected"),
        ("expect: {is: {mood: good}}", "1:15: There is no property or zone “mood”"),
        ("expect: {is: {crisis: {above: 3}}}", "1:24: “above” is no wish"),
        ("expect: {sees: {c-pm: {crisis: 0}}}", "1:17: There is no seat “c-pm”"),
        ("expect: {decision: {colour: red}}", "1:21: “colour” is nothing of a question"),
    ],
)
def test_what_cannot_be_is_told_with_its_place(text, told):
    with pytest.raises(SceneError, match=re.escape(told)):
        run_case(*whole(), case_of(text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("expect: {is: {crisis: 3}}", "1:23: crisis: expected 3, got 0"),
        ("expect: {is: {a-pm.hand: {count: 3}}}", "1:27: a-pm.hand: expected that it is as many as 3, got"),
        (
            "expect: {is: {public-file: {has: [mole.b-ic]}}}",
            "public-file: expected that it has mole.b-ic, got\n  nothing",
        ),
        ("expect: {asked: {lacks: [b-pr]}}", "1:18: who is asked: expected that it has no b-pr"),
        (
            "expect: {asked: {order: [b-fm, a-pm]}}",
            "1:18: who is asked: expected that it is, in this order, [b-fm, a-pm]",
        ),
        (
            "expect: {sees: {table: {assassin.place: port}}}",
            "1:41: assassin.place as table sees it: expected port, got nothing",
        ),
        (
            "expect: {log: {table: {has: [phase phase=round]}}}",
            "1:24: what table hears: expected that it has phase phase=round",
        ),
        ("expect: {ending: mutual-collapse}", "1:18: ending: expected mutual-collapse, got nothing"),
        ("expect: {winners: [a-pm]}", "1:19: winners: expected [a-pm], got nothing"),
        ("expect: {awards: {top-influence: [a-pm]}}", "1:34: top-influence: expected [a-pm], got nothing"),
        ("expect: {over: yes}", "1:16: over: expected yes, got no"),
        ("expect: {book: {windows.covert.seconds: {order: [1, 2]}}}", "1:42: windows.covert.seconds: expected"),
        ("expect: {across: {seeds: 5, crisis: [0, 1]}}", "1:37: crisis in 5 games: expected [0, 1], got 0"),
        ("do: [a-pm: negotiate]", "1:12: a-pm cannot answer “negotiate” here; asked: a-pm: confirm"),
        (f"given: {{{MID}}}\nexpect: {{at: {{seat: a-pm}}}}", "2:21: who is asked: expected a-pm, got b-pr"),
        (
            f"given: {{{MID}}}\nexpect: {{decision: {{seat: a-pm}}}}",
            "2:10: expected a question to a-pm, and b-pr is asked",
        ),
    ],
)
def test_a_wish_that_does_not_come_true_is_told_with_what_is_so(text, told):
    with pytest.raises(Unmet, match=re.escape(told)) as unmet:
        run_case(*whole(), case_of(text))
    assert "the table's log ends:" in str(unmet.value)


def test_what_is_given_wakes_no_trigger():
    given = f"given: {{{MID}, zones: {{public-file: [bank-transfer, service-pistol]}}}}"
    text = f"{given}\ndo: [b-pr: negotiate]\nexpect: {{is: {{proven: no}}}}"
    run_case(*whole(), case_of(text))


PORTS = """
kinds: {captain: {seat: yes, has: {seen: {set: port}}}, port: {}}
things: {captain: {ann: {}, ben: {}}, port: {cove: {}, bay: {}, isle: {}}}
play: confirm "Go on" by ann
endings: {dusk: {}}
"""


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("[]", "none"),
        ("none", "none"),
        ("isle", "isle"),
        ("[isle]", "isle"),
        ("[isle, cove]", "cove+isle"),
        ("[isle, isle]", "isle"),
    ],
)
def test_a_set_takes_what_is_given(given, told, tmp_path):
    loaded = book(tmp_path, PORTS)
    case = case_of(f"given: {{set: {{ann.seen: {given}}}}}\nexpect: {{is: {{ann.seen: {told}}}}}")
    run_case(machine_for(loaded.program()), loaded.book, case)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("moon", "1:25: “moon” is no port"),
        ("{a: 1}", "1:25: Here a port is wanted"),
        ("[isle, [cove]]", "1:32: Here a port is wanted"),
    ],
)
def test_a_set_refuses_what_is_none_of_its_things(given, told, tmp_path):
    loaded = book(tmp_path, PORTS)
    machine = machine_for(loaded.program())
    with pytest.raises(SceneError, match=re.escape(told)):
        run_case(machine, loaded.book, case_of(f"given: {{set: {{ann.seen: {given}}}}}"))
