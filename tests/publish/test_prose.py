"""Every rule has a reading, and the readings are the English that we want."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.publish import prose
from sfrules.publish.prose import YOU, Reading, Sentence
from sfrules.publish.words import Noun, a, agree, cap, in_plural, listed, negated
from tests.publish.coast import coast

READINGS = Path(__file__).with_name("readings.txt").read_text(encoding="utf-8").strip().split("\n\n")
CASES = [tuple(case.split("\n=>\n")) for case in READINGS]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    loaded = coast(tmp_path_factory.mktemp("coast") / "coast", [rule for rule, _ in CASES])
    assert [str(found) for found in loaded.found if found.severity == "error"] == []
    return loaded.book


@pytest.mark.parametrize("at", range(len(CASES)), ids=[rule.split("\n")[0][:40] for rule, _ in CASES])
def test_a_rule_reads_as_english(book, at):
    assert prose.read(book, book.rules["routines", f"r-{at}", "effect"]).text == CASES[at][1]


def test_the_readings_cover_everything_that_a_rule_can_be_made_of(book):
    seen = {type(node).__name__ for rule in book.rules.values() for node in typed.walk(rule.typed)}
    there_are = {
        name
        for name, made in vars(typed).items()
        if isinstance(made, type) and issubclass(made, typed.Stmt | typed.Expr)
    } - {"Stmt", "Expr"}
    assert there_are - seen == set()


def ids_with_titles(book: Book) -> dict[str, str]:
    """Ids of several words whose definition has a title: a reading must not show them."""
    found = {}
    for section in (
        "things",
        "cards",
        "zones",
        "actions",
        "powers",
        "numbers",
        "table",
        "define",
        "routines",
        "gaps",
        "windows",
    ):
        for name, made in getattr(book, section).items():
            if "-" in name and made.title is not None and name not in str(made.title).lower():
                found[str(name)] = str(made.title)
    return found


def test_every_rule_of_a_shipped_scenario_is_told_without_a_raw_id(shipped):
    raw = ids_with_titles(shipped)
    known = re.compile("|".join(rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in raw) or "(?!)")
    for path, rule in shipped.rules.items():
        for who in (None, YOU):
            text = prose.read(shipped, rule, who).text
            if rule.role not in ("gap", "when_cancelled") and rule.typed is not None:
                assert text, path
            assert not known.search(text), (path, text)
            assert not re.search(r"[{}\[\]]|typed\.|\S  ", re.sub(r"“[^”]*”", "“”", text)), (path, text)


def test_every_sentence_of_a_shipped_scenario_begins_large_and_ends_with_a_stop(shipped):
    for path, rule in shipped.rules.items():
        for line in prose.read(shipped, rule).text.splitlines():
            start = line.strip(" •“")
            assert start[:1] == start[:1].upper(), (path, line)
            assert line.endswith((".", ":", ".”", "!", "?", "?”", "!”")), (path, line)


def test_a_card_speaks_to_you_and_a_rulebook_of_the_seat(book):
    rule = book.rules["actions", "rest", "effect"]
    assert prose.read(book, rule).text == "The scout gains 1 Strength."
    assert prose.read(book, rule, YOU).text == "You gain 1 Strength."


def test_steps_are_numbered_and_what_goes_on_stays_with_its_step():
    more = Sentence("if so", (Sentence("stop"),), goes_on=True)
    reading = Reading((Sentence("look"), more, Sentence("go")))
    assert reading.markdown.split("\n") == ["1. Look.", "", "    If so:", "", "", "    - Stop.", "", "1. Go."]


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (a("harbour"), "a harbour"),
        (a("official"), "an official"),
        (a("the Lamp"), "the Lamp"),
        (cap("“so”"), "“So”"),
        (listed(["a", "b", "c"]), "a, b and c"),
        (listed(["a"], "or"), "a"),
        (in_plural("is closed"), "are closed"),
        (in_plural("tells of"), "tell of"),
        (in_plural("passes"), "pass"),
        (negated("is closed"), "is not closed"),
        (negated("tells of"), "does not tell of"),
        (agree("{who} [draws|draw]", True), "{who} draw"),
        (YOU.owning("hand"), "your hand"),
        (Noun("Ada").owning("hand"), "Ada’s hand"),
        (Noun("the scouts", several=True).owning("hand"), "the scouts’ hand"),
        (Noun("a scout who is lost").owning("hand"), "the hand of a scout who is lost"),
        (Noun("Ada’s guest").owning("hand"), "the hand of Ada’s guest"),
    ],
)
def test_words_take_their_form(made, wanted):
    assert made == wanted
