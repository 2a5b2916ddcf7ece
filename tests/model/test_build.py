"""From files to the Book: one mistake is one finding at its place, and what is right is kept."""

from __future__ import annotations

import pytest

from sfrules.model.build import build
from sfrules.source.nodes import Text
from tests.check.reading import book_of, judged, sources, told

SHIPS = "kinds: {ship: {has: {crew: {number: 1..5, fixed: yes}, port: {is: port}, lost: {flag: no}}}, port: {}}\n"

FAULTS = [
    # unknown keys, at the key
    ("actions:\n  sail: {efect: stop}\n", "2:10 SF201", "“efect” is not a key of an action. Did you mean “effect”?"),
    ("actons:\n  sail: {}\n", "1:1 SF201", "Did you mean “actions”?"),
    (
        "kinds:\n  ship: {has: {crew: {number: 1..5, fixd: yes}}}\n",
        "2:37 SF201",
        "a number property. Did you mean “fixed”?",
    ),
    ("phases:\n  - id: day\n    phases: [{id: dusk, menue: x}]\n", "3:25 SF201", "a phase. Did you mean “menu”?"),
    ("card_kinds:\n  omen: {back: {color: '#ffffff'}}\n", "2:17 SF201", "a card back. Did you mean “colour”?"),
    ("actions:\n  sail: {\u0435ffect: stop}\n", "2:10 SF201", "the letter “\u0435” (U+0435)"),
    (
        SHIPS + "things:\n  ship:\n    gull: {crew: 2, crow: 3}\n",
        "4:21 SF201",
        "not a key of a ship. Did you mean “crew”?",
    ),
    # a misspelt key that is needed is told once, as what it is
    ("windows:\n  storm: {aks: ship, answers: sealed}\n", "2:11 SF201", "Did you mean “asks”?"),
    ("card_kinds: {omen: {}}\ncards:\n  storm: {kidn: omen}\n", "3:11 SF201", "Did you mean “kind”?"),
    (SHIPS + "things:\n  ship:\n    gull: {craw: 2}\n", "4:12 SF201", "Did you mean “crew”?"),
    # what a comma or a colon within braces cuts off
    (
        "sources: {R01: {mark: canon, says: Six ships, one on each, and more}}\n",
        "1:47 SF201",
        "The comma ends the text",
    ),
    (SHIPS + "things:\n  ship: {gull: {crew: 1,000}}\n", "3:25 SF201", "Write 1000"),
    # missing keys, at the entry
    ("routines:\n  land: {title: Land}\n", "2:3 SF202", "The key “effect” is missing: a routine needs it."),
    ("phases:\n  - {effect: stop}\n", "2:5 SF202", "The key “id” is missing: a phase needs it."),
    (SHIPS + "things:\n  ship:\n    gull: {lost: yes}\n", "4:5 SF202", "every ship has one"),
    # forms
    ("actions:\n  sail: {source: R01}\n", "2:18 SF203", "Write a list"),
    ("actions: [sail]\n", "1:1 SF203", "without a dash"),
    ("phases: {day: {}}\n", "1:1 SF203", "each entry begins with a dash"),
    ("things:\n  ship: [gull]\n", "2:3 SF203", "by id"),
    ("actions:\n  sail:\n", "2:3 SF207", "Nothing stands here"),
    ("actions:\n", "1:1 SF207", "Nothing stands under “actions”"),
    ("actions:\n  sail: fast\n", "2:3 SF203", "lines of `key: value`"),
    ("- a\n", "1:3 SF203", "A content file holds sections"),
    ("map: {edges: [[a, b, c]]}\n", "1:15 SF203", "2 are wanted"),
    ("map: {edges: [[a]]}\n", "1:15 SF203", "more are wanted"),
    # properties
    ("table:\n  tide: {track: 0..5, flag: no}\n", "2:9 SF214", "one thing only, and this one says track and flag"),
    ("table:\n  tide: {trak: 0..5}\n", "2:9 SF214", "Did you mean “track”?"),
    ("table:\n  tide: high\n", "2:9 SF214", "such as {flag: no}"),
    # values of things
    (SHIPS + "things:\n  ship: {gull: {crew: 9}}\n", "3:23 SF212", "9 is outside 1..5"),
    (SHIPS + "things:\n  ship: {gull: {crew: 2, lost: true}}\n", "3:32 SF205", "Write yes"),
    (
        SHIPS + "things:\n  port: {east: {}}\n  ship: {gull: {crew: 2, port: eats}}\n",
        "4:32 SF210",
        "Did you mean “east”?",
    ),
    (SHIPS + "things:\n  port: {east: {}}\n  ship: {gull: {crew: 2, port: gull}}\n", "4:32 SF210", "“gull” is a ship"),
    (SHIPS + "things:\n  shop: {gull: {}}\n", "3:3 SF210", "Did you mean “ship”?"),
    ("card_kinds: {omen: {}}\ncards:\n  storm: {kind: omne}\n", "3:17 SF210", "Did you mean “omen”?"),
    ("scenario: {title: Harbour, format: 1, seats: two}\n", "1:46 SF215", "not a number of seats. Write 2, or 2..6"),
    # ids
    ("sources:\n  r14: {mark: canon, says: x}\n", "2:3 SF206", "Write R14"),
    ("actions:\n  sail: {source: [R1], effect: stop}\n", "2:19 SF206", "Write R01"),
    ("kinds:\n  Ship: {}\n", "2:3 SF206", "Write “ship”"),
    ("kinds: {ship: {}}\nthings:\n  ship:\n    Gull: {}\n", "4:5 SF206", "Write “gull”"),
    ("actions:\n  sail: {choose: {To: ship}}\n", "2:19 SF206", "Write “to”"),
    (SHIPS + "things:\n  ship: {gull: {crew: 1}}\n  port: {gull: {}}\n", "4:10 SF208", "The id “gull” is given twice"),
    ("sources:\n  r1: {mark: canon, says: x}\n", "2:3 SF206", "such as R14"),
    # words
    ("windows:\n  storm: {asks: ship, answers: sealled}\n", "2:32 SF209", "Did you mean “sealed”?"),
    ("zones:\n  deck: {of: omen, when_empty: refill}\n", "2:32 SF209", "reshuffle"),
    # two homes
    ("setup: stop\n---\nsetup: stop\n", "1:1 SF208", "stands in two places; the first is case.yaml, line 1"),
    ("kinds: {ship: {}}\n---\nkinds:\n  ship: {}\n", "2:3 SF208", "the first is case.yaml, line 1"),
    (
        "kinds: {ship: {}}\nthings: {ship: {gull: {}}}\n---\nthings:\n  ship: {gull: {}}\n",
        "2:10 SF208",
        "the first is case.yaml, line 2",
    ),
    # rule texts
    ("setup: >\n  stop\n", "1:8 SF130", "as a block"),
    ("scenario: {title: Harbour, seats: 2, format: 7}\n", "1:46 SF218", "format 7; format 1 is read"),
    ("kinds:\n  ship: {has: {title: {flag: no}}}\n", "2:16 SF219", "a meaning of its own"),
]


@pytest.mark.parametrize(("text", "place", "words"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_a_mistake_is_one_finding_in_plain_words(text, place, words):
    made, _ = sources(*text.split("---\n"))
    _, found = build(made)
    found = [d for d in found if "no section “scenario”" not in d.message]
    assert [entry.partition(":")[2] for entry in told(found)] == [place]
    assert words in found[0].message


def test_no_word_of_the_validating_library_is_ever_said():
    for text, _, _ in FAULTS:
        made, _ = sources(*text.split("---\n"))
        for diagnostic in build(made)[1]:
            said = diagnostic.message.lower()
            assert not any(
                word in said for word in ("pydantic", "input should", "valid ", "extra inputs", "field required")
            )


def test_many_mistakes_in_many_files_are_all_told_in_order():
    made, _ = sources(
        "kinds: {Ship: {}}\nactions: {sail: {efect: stop}}\nlimits: {once: {times: X}}\n",
        "actions: {row: {cost: {gold: 2.5}}}\nwindows: {storm: {answers: sealed}}\n",
    )
    _, found = build(made)
    assert told(found) == [
        "case.yaml:1:1 SF202", "case.yaml:1:9 SF206", "case.yaml:2:18 SF201", "case.yaml:3:24 SF204",
        "case2.yaml:1:30 SF204", "case2.yaml:2:11 SF202",
    ]  # fmt: skip


def test_a_broken_file_hides_nothing_but_itself_and_makes_no_false_alarm():
    made, _ = sources(
        "zones:\n  deck: {of: omen\n", "card_kinds: {omen: {}}\ncards: {storm: {kind: omen, zone: deck, efect: stop}}\n"
    )
    book, found = build(made)
    assert told(found) == ["case.yaml:3:1 SF113", "case2.yaml:2:41 SF201"]
    assert not book.whole


def test_a_refused_definition_is_still_a_known_name():
    text = "card_kinds: {omen: {}}\nzones:\n  deck: {of: omen, holds: X}\ncards: {storm: {kind: omen, zone: deck}}\n"
    book, found = judged(text)
    assert told(found) == ["case.yaml:3:27 SF204"]
    assert book.spoilt["zones"] == {"deck"}


def test_a_right_scenario_makes_a_whole_book():
    book, found = judged(
        SHIPS
        + "things:\n  port: {east-bay: {}}\n  ship: {gull: {crew: 2, port: east-bay, lost: yes, title: The Gull}}\n"
        "numbers: {crew-size: 4, toll: {value: -2, note: paid}}\n"
        "glossary: {tide: high water}\n"
        "card_kinds: {omen: {has: {omens: {set: port}, size: {number: 0..9}}}}\n"
        "zones: {deck: {of: omen, seen_by: nobody, holds: crew-size}}\n"
        "cards: {storm: {kind: omen, zone: deck, count: 3, omens: [east-bay], size: crew-size, text: 'Pay {toll}.'}}\n"
    )
    # nothing is played with in these lines
    assert [d for d in found if d.code not in ("SF541", "SF542", "SF720")] == []
    gull, storm = book.things["gull"], book.cards["storm"]
    assert (gull.kind, gull.values, gull.label) == ("ship", {"crew": 2, "port": "east-bay", "lost": True}, "The Gull")
    assert (storm.values, storm.count, storm.label) == ({"omens": ("east-bay",), "size": 4}, 3, "Storm")
    assert [thing.id for thing in book.things_of("captain")] == ["east", "west"]
    assert [thing.id for thing in book.seats()] == ["east", "west"]
    assert (book.number("toll"), book.zones["deck"].holds, book.glossary["tide"].text) == (-2, 4, "high water")
    assert isinstance(gull.values["port"], Text)
    assert str(gull.span_of("crew")) == "case.yaml:4:23"
    assert str(gull.key_span_of("crew")) == "case.yaml:4:17"
    assert str(gull.span_of("title")) == "case.yaml:4:60"
    assert str(storm.span_of("flavour")) == str(storm.span) == "case.yaml:9:9"


def test_every_rule_text_is_listed_with_its_place():
    book, _ = book_of(
        "kinds: {ship: {has: {old: {derived: self.age > 3}, age: {track: 0.., start: 1}}}}\n"
        "table: {tide: {track: 0..5, start: 2}}\n"
        "card_kinds: {omen: {bind: stop, has: {dire: {derived: yes}}}}\n"
        "cards: {storm: {kind: omen, count: 'seats', bind: stop, done: yes, effect: stop, when_cancelled: stop}}\n"
        "define: {far: {given: {s: ship}, is: s.age > 9}}\ngroups: {fleet: {of: ship, where: .old}}\n"
        "windows: {storm: {asks: ship, answers: sealed}}\n"
        "actions: {sail: {who: yes, available: yes, choose: {to: ship, by: ship}, rides_when: yes, answers: yes}}\n"
        "powers: {row: {effect: stop}}\nroutines: {land: {given: {s: ship}, effect: stop}}\n"
        "triggers: {ebb: {when: tide becomes 0, fires: at once, effect: stop}}\n"
        "setup: stop\nplay: stop\n"
        "phases: [{id: day, repeat: 2, then: stop, phases: [{id: dawn, each: ship, effect: stop}]}]\n"
        "endings: {dusk: {given: {s: ship}, winners: ship, payoff: 1}}\naftermath: stop\n"
        "awards: {best: {when: yes, winners: ship}}\n"
        "gaps: {rain: {question: 'Rain?', status: open, given: {s: ship}, options: {a: {rule: stop}, b: {says: x}}}}\n"
    )
    rules = list(book.rule_texts())
    assert [(".".join(rule.path), rule.kind[0], rule.role, rule.on, list(rule.given)) for rule in rules] == [
        ("kinds.ship.has.old.derived", "f", "derived", "ship", []),
        ("kinds.ship.has.age.start", "f", "start", "ship", []),
        ("card_kinds.omen.has.dire.derived", "f", "derived", "omen", []),
        ("card_kinds.omen.bind", "r", "bind", "omen", []),
        ("table.tide.start", "f", "start", "", []),
        ("cards.storm.count", "f", "count", "omen", []),
        ("cards.storm.bind", "r", "bind", "omen", []),
        ("cards.storm.done", "f", "done", "omen", []),
        ("cards.storm.effect", "r", "effect", "omen", []),
        ("cards.storm.when_cancelled", "r", "when_cancelled", "omen", []),
        ("define.far.is", "f", "define", "", ["s"]),
        ("groups.fleet.where", "f", "group", "ship", []),
        ("windows.storm.asks", "f", "asks", "", []),
        ("actions.sail.who", "f", "who", "", []),
        ("actions.sail.available", "f", "available", "", []),
        ("actions.sail.choose.to", "f", "choose", "", []),
        ("actions.sail.choose.by", "f", "choose", "", []),
        ("actions.sail.answers", "f", "answers", "", []),
        ("actions.sail.rides_when", "f", "rides_when", "", []),
        ("powers.row.effect", "r", "effect", "", []),
        ("routines.land.effect", "r", "routine", "", ["s"]),
        ("triggers.ebb.when", "f", "when", "", []),
        ("triggers.ebb.effect", "r", "trigger", "", []),
        ("setup", "r", "setup", "", []),
        ("phases.day.then", "r", "then", "", []),
        ("phases.dawn.effect", "r", "phase", "ship", []),
        ("play", "r", "play", "", []),
        ("endings.dusk.winners", "f", "winners", "", ["s"]),
        ("endings.dusk.payoff", "f", "payoff", "", ["s"]),
        ("aftermath", "r", "aftermath", "", []),
        ("awards.best.when", "f", "award when", "", []),
        ("awards.best.winners", "f", "award", "", []),
        ("gaps.rain.options.a.rule", "r", "gap", "", ["s"]),
    ]
    for rule in rules:
        span = rule.text.place(0, len(rule.text))
        line = book.files[span.file].split("\n")[span.line - 1]
        assert line[span.column - 1 : span.end_column - 1] == rule.text


def test_a_text_survives_being_copied_and_pickled_as_plain_text():
    import copy
    import pickle

    book, _ = judged("numbers: {toll: {value: 3, title: Toll}}\nsetup: finish with dusk\n")
    title = book.numbers["toll"].title
    assert pickle.loads(pickle.dumps(title)) == copy.deepcopy(title) == "Toll"
