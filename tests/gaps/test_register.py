"""`sfrules gaps`, and choices that clash."""

from __future__ import annotations

import json

import pytest

from sfrules.model.choices import Choices
from tests.check.reading import book_of
from tests.cli.runs import CONTENT, LEDGER, copied, sfrules

GAME = CONTENT / "shadow-frontiers"


def test_the_register_names_every_gap_with_its_ruling_and_all_alternatives(tmp_path):
    ran = sfrules("gaps", GAME, cwd=tmp_path)
    assert ran.code == 0
    for number in range(1, 59):
        assert ran.out.count(f"\nG{number:02}  ") == 1
    assert "  in force: crisis-up. Crisis rises by 1, and the action is spent.\n" in ran.out
    assert "  --gap failed-search=nothing: The action is spent, and that is all.\n" in ran.out
    assert "    zones.intelligence-deck.when_empty: stop -> reshuffle public-file\n" in ran.out
    assert "      - - [safe-house, northern-border]\n" in ran.out
    assert ran.out.endswith("58 open questions, 56 alternatives, 0 variants.\n")


def test_as_data_it_holds_old_and_new_values(tmp_path):
    ran = sfrules("gaps", GAME, "--only", "g18", "--only", "order-answered", "--json", cwd=tmp_path)
    assert ran.code == 0
    deck, order = json.loads(ran.out)["gaps"]
    assert (deck["number"], deck["in_force"], deck["status"]) == ("G18", "intelligence-ends", "provisional")
    assert deck["options"][1]["changes"] == [
        {"path": "zones.intelligence-deck.when_empty", "old": "stop", "new": "reshuffle public-file"}
    ]
    changes = {change["path"]: (change["old"], change["new"]) for change in order["options"][1]["changes"]}
    assert changes["limits.executive-order.times"] == ("1", "9")
    assert changes["powers.executive-order.available"] == ("nothing", "not actor.ordered")
    assert "Scenario: Shadow Frontiers" in ran.err


def test_a_choice_stands_in_the_place_of_the_ruling(tmp_path):
    ran = sfrules("gaps", GAME, "--gap", "empty-deck=intelligence-reshuffled", "--only", "G18", cwd=tmp_path)
    assert "  chosen: intelligence-reshuffled. " in ran.out
    assert "  --gap empty-deck=intelligence-ends: " in ran.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--only", "faild-search"], "Did you mean “failed-search”?"),
        (["--gap", "faild-search=nothing"], "Did you mean “failed-search”?"),
        (["--gap", "failed-search=noting"], "Did you mean “nothing”?"),
        (["--variant", "nihgt"], "no variant “nihgt”"),
    ],
)
def test_what_is_not_there_is_refused(tmp_path, options, words):
    ran = sfrules("gaps", GAME, *options, cwd=tmp_path)
    assert ran.code == 2
    assert words in ran.err


VARIANTS = """variants:
  rich: {title: Rich, text: All are rich., set: {numbers.wage: 5}}
  poor: {title: Poor, text: All are poor., set: {numbers.wage: 1}}
numbers: {wage: {value: 2}}
glossary: {wage: "{wage} coins"}
"""


def test_variants_are_in_the_register_too(tmp_path):
    game = copied(LEDGER, tmp_path / "ledger")
    (game / "more.yaml").write_text(VARIANTS, encoding="utf-8")
    ran = sfrules("gaps", game, "--variant", "rich", cwd=tmp_path)
    assert ran.code == 0
    assert "Variant rich: Rich, switched on\nAll are rich.\n" in ran.out
    assert "Variant poor: Poor\n" in ran.out
    assert ran.out.endswith("0 open questions, 0 alternatives, 2 variants.\n")


# choices that clash

FRAME = """\
limits: {once: {times: 1, each: day, title: once}}
phases:
  - {id: day, repeat: 8, phases: [{id: dawn, effect: stop}]}
menus: {turn: {one: [dive, swim, row]}}
gaps:
  calm:
    question: Calm?
    status: provisional
    ruling: usual
    options:
      usual: {set: {limits.once.times: 1}}
      twice: {set: {limits.once.times: 2}}
      thrice: {set: {limits.once.times: 3}}
      whole: {set: {limits.once: {times: 2, title: often}}}
      less: {remove: {menus.turn.one: [dive]}}
      untitled: {remove: {limits.once.title: }}
  fog:
    question: Fog?
    status: provisional
    ruling: usual
    options:
      usual: {says: None.}
      twice: {set: {limits.once.times: 2}}
      named: {set: {limits.once.title: seldom}}
      less: {remove: {menus.turn.one: [swim]}}
      the-same: {remove: {menus.turn.one: [dive]}}
      none: {set: {menus.turn.one: [row]}}
variants:
  quick: {set: {limits.once.times: 4}}
  slow: {set: {limits.once.times: 5}}
"""


def clashing(*variants: str, **gaps: str) -> list[int]:
    """The lines at which a clash is told."""
    _, found = book_of(FRAME, choices=Choices(gaps, variants))
    assert not [d for d in found if d.code == "SF211"]
    told = [d for d in found if d.code == "SF606"]
    assert all(d.related for d in told)
    return [d.span.line for d in told]


@pytest.mark.parametrize(
    ("gaps", "lines"),
    [
        ({"calm": "thrice", "fog": "twice"}, [13, 23]),
        ({"calm": "twice", "fog": "twice"}, []),
        ({"fog": "twice"}, [11, 23]),
        ({"calm": "whole", "fog": "named"}, [14, 24]),
        ({"calm": "twice", "fog": "named"}, []),
        ({"calm": "untitled", "fog": "named"}, [16, 24]),
        ({"calm": "less", "fog": "less"}, []),
        ({"calm": "less", "fog": "the-same"}, []),
        ({"calm": "less", "fog": "none"}, [15, 27]),
    ],
)
def test_two_rulings_that_pull_at_the_same_place_clash(gaps, lines):
    assert clashing(**gaps) == lines


def test_a_variant_may_change_what_the_usual_ruling_says_but_not_what_was_chosen():
    assert clashing("quick") == []
    assert clashing("quick", "slow") == [29, 30]
    assert clashing("quick", calm="twice") == [12, 29]


def test_removals_by_two_rulings_add_up():
    book, _ = book_of(FRAME, choices=Choices({"calm": "less", "fog": "less"}))
    assert list(map(str, book.menus["turn"].one)) == ["row"]


def test_a_clash_stops_every_command_and_is_told_at_both_places(tmp_path):
    both = ["--gap", "who-runs-covert=anyone-may-bluff", "--gap", "card-meaning=route-is-an-edge"]
    for command in ("validate", "simulate"):
        ran = sfrules(command, GAME, *both, cwd=tmp_path)
        assert ran.code == 1
        assert (ran.out + ran.err).count("error[SF606]") == 2
