"""Rulings and variants that change content by path."""

from __future__ import annotations

import pytest

from sfrules.model.choices import Choices
from tests.check.reading import book_of

FRAME = """\
kinds: {port: {has: {depth: {number: 0..9, start: 0}}}}
things: {port: {east-bay: {}, west-bay: {}, south-bay: {}}}
map: {of: port, edges: [[east-bay, west-bay], [west-bay, south-bay]]}
limits: {once: {times: 1, note: kept}}
numbers: {toll: 3}
phases:
  - {id: day, repeat: 8, phases: [{id: dawn, effect: stop}, {id: dusk, effect: stop}]}
gaps:
  roads:
    question: Which roads are there?
    status: provisional
    ruling: all
    options:
      all: {says: All of them.}
      short: {remove: {map.edges: [[west-bay, south-bay]]}}
      ring: {set: {map.edges: [[east-bay, west-bay], [west-bay, south-bay], [south-bay, east-bay]]}}
variants:
  quick: {set: {phases.day.repeat: 4, numbers.toll: 1}}
  free: {set: {numbers.toll: 0}, remove: {limits.once.note: , phases.day.phases.dusk: }}
"""


def edges(choices: Choices) -> list[tuple[str, str]]:
    book, found = book_of(FRAME, choices=choices)
    assert not [d for d in found if d.code.startswith("SF21")]
    assert book.map is not None
    return [(start, end) for start, end, _ in book.map.edge_list()]


def test_the_ruling_in_force_changes_content_and_a_choice_replaces_it():
    assert len(edges(Choices())) == 2
    assert edges(Choices(gaps={"roads": "short"})) == [("east-bay", "west-bay")]
    assert len(edges(Choices(gaps={"roads": "ring"}))) == 3
    ruled = FRAME.replace("ruling: all", "ruling: short")
    book, _ = book_of(ruled)
    assert book.map is not None
    assert len(book.map.edge_list()) == 1


def test_variants_are_applied_in_the_order_they_are_named():
    book, _ = book_of(FRAME, choices=Choices(variants=("quick", "free")))
    assert (book.phases[0].repeat, book.number("toll"), book.limits["once"].note) == (4, 0, None)
    assert [phase.id for phase in book.all_phases()] == ["day", "dawn"]
    book, _ = book_of(FRAME, choices=Choices(variants=("free", "quick")))
    assert book.number("toll") == 1


def test_what_a_variant_puts_in_is_checked_and_told_at_the_variant():
    _, found = book_of(FRAME + "  odd: {set: {numbers.toll: X}}\n", choices=Choices(variants=("odd",)))
    assert [str(d.span) for d in found if d.code == "SF204"] == ["case.yaml:20:29"]


@pytest.mark.parametrize(
    ("change", "guilty", "words"),
    [
        ("set: {numbrs.toll: 1}", "numbrs", "Did you mean “numbers”?"),
        ("set: {limits.onec.times: 1}", "onec", "Did you mean “once”?"),
        ("remove: {limits.once.tims: }", "tims", "Did you mean “times”?"),
        ("set: {phases.night.repeat: 1}", "night", "has the id “night”"),
        ("set: {numbers.toll.value.x: 1}", "value", "no parts"),
        ("remove: {map.edges: [[east-bay, south-bay]]}", "[east-bay", "not an entry of the list"),
        ("remove: {numbers.toll: [1]}", "toll", "is not a list"),
        ("set: {limits: {}}", "limits", "Go on to an entry"),
        ("set: {setup: [stop]}", "[stop]", "Write rule text"),
        ("remove: {map.edges: east-bay}", "east-bay", "Write the entries to remove as a list"),
    ],
)
def test_a_path_that_leads_nowhere_is_told_at_the_part_that_is_wrong(change, guilty, words):
    text = FRAME + "  odd: {" + change + "}\n"
    for choices in (Choices(), Choices(variants=("odd",))):
        _, found = book_of(text, choices=choices)
        slips = [d for d in found if d.code == "SF211"]
        assert [(d.span.line, d.span.column) for d in slips] == [(20, text.split("\n")[19].index(guilty) + 1)]
        assert words in slips[0].message


@pytest.mark.parametrize(
    ("choices", "line", "words"),
    [
        (Choices(gaps={"raods": "all"}), 8, "Did you mean “roads”?"),
        (Choices(gaps={"roads": "rings"}), 9, "Did you mean “ring”?"),
        (Choices(variants=("quik",)), 17, "Did you mean “quick”?"),
    ],
)
def test_a_choice_that_is_not_there_is_told(choices, line, words):
    _, found = book_of(FRAME, choices=choices)
    (slip,) = [d for d in found if d.code == "SF213"]
    assert slip.span.line == line
    assert words in slip.message


@pytest.mark.parametrize(
    ("change", "guilty", "code"),
    [
        ("set: {limits.once.times: X}", "X", "SF204"),
        ("set: {limits.once.tmes: 2}", "tmes", "SF201"),
        ("set: {limits.once.per: prot}", "prot", "SF210"),
        ("set: {phases.day.phases: [{id: dawn, each: prot, effect: stop}]}", "prot", "SF210"),
        ("set: {map.edges: [[east-bay, nrth-bay]]}", "nrth-bay", "SF210"),
        ("remove: {phases.day.id: }", "", "SF202"),
        ("set: {things.port.east-bay.dpeth: 2}", "dpeth", "SF201"),
        ("set: {things.port.east-bay.depth: deep}", "deep", "SF204"),
        ("set: {things.port.north-bay: {dpeth: 2}}", "dpeth", "SF201"),
    ],
)
def test_what_a_ruling_that_is_not_in_force_would_put_in_is_checked_too(change, guilty, code):
    text = FRAME + "  odd: {" + change + "}\n"
    _, found = book_of(text)
    slips = [d for d in found if d.code == code]
    assert slips
    if guilty:
        assert [(d.span.line, d.span.column) for d in slips] == [(20, text.split("\n")[19].index(guilty) + 1)]
        assert code == "SF210" or slips[0].subject == "variant odd"
