"""Values in tests that the game cannot come to: beyond the bounds of a track, in a round that is never played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sfrules.check.reach import Atom, bounds_of, properties
from sfrules.check.rule import Finding, check
from sfrules.check.scenes import unknown_test_name
from sfrules.diag import Severity, did_you_mean
from sfrules.model.book import Book
from sfrules.model.property import (
    ChoiceProperty,
    FlagProperty,
    NumberProperty,
    PropertyBase,
    ThingProperty,
    TrackProperty,
)
from sfrules.model.readers import NUMBER
from sfrules.model.scalars import Range
from sfrules.source.nodes import Map, Node, Seq, Text

_CLIMB = (
    "table: {tide: {track: 0..9}}\ntests:\n  springs:\n    given: {set: {tide: 8}}\n    do: [east: pass]\n    expect: "
)
_YES_OR_NO = frozenset(("yes", "no"))
_FEW = 8


Values = Range | frozenset[str]
"""Numbers between bounds, or some words."""


class Claim(NamedTuple):
    """What a test says that something is, and what it can be."""

    name: Text
    value: Text
    can: Values


class Possible(NamedTuple):
    """What can be, as far as that was read: how often phases come, of which kind things are, what properties hold."""

    repeats: Mapping[str, int | None]
    kinds: Mapping[str, str]
    holds: Mapping[Atom, Values]

    def property(self, name: Text) -> Values | None:
        """What `tide` of the table, or `scout.place` of a thing, may hold, or a phase count."""
        if (repeat := self.repeats.get(name)) is not None:
            return Range(0, repeat)
        owner, _, last = name.rpartition(".")
        kind = self.kinds.get(owner, "")
        return self.holds.get(("thing", kind, last) if owner else ("table", "", last))


@check(
    "SF240",
    Severity.ERROR,
    "A value in a test that the game cannot come to",
    why="What can never be tests nothing: given, it begins a game that nobody plays; expected, it always fails.",
    bad=_CLIMB + "{is: {tide: 12}}\n",
    good=_CLIMB + "{is: {tide: 9}}\n",
)
def impossible_value(book: Book) -> Iterator[Finding]:
    """A number out of bounds, a repeat that a phase does not have, a word that is none of a property's.

    Tests are of the scenario as it stands: a variant may well move the bounds.
    """
    if not book.tests or not book.whole or book.choices.variants or book.choices.gaps:
        return
    possible = _possible(book)
    found = [
        Finding(claim.value.span, slip, f"test {case.id}")
        for case in book.tests.values()
        for claim in _claims(book, possible, case.node)
        if (slip := _slip(claim)) is not None
    ]
    told = {finding.span for finding in unknown_test_name(book)} if found else set()
    yield from (finding for finding in found if finding.span not in told)


def _slip(claim: Claim) -> str | None:
    """What is wrong with a value, or None."""
    name, value, can = claim
    if isinstance(can, Range):
        if not NUMBER.fullmatch(value):
            return f"“{name}” is a number, and “{value}” is none."
        return None if int(value) in can else f"“{name}” is never {value}: {_goes(can)}."
    if value in can:
        return None
    known = f" It is one of {', '.join(sorted(can))}." if len(can) <= _FEW else did_you_mean(value, can)
    return f"“{name}” is never “{value}”.{known}"


def _goes(can: Range) -> str:
    if can.low is None or can.high is None:
        return f"it goes up to {can.high}" if can.low is None else f"it is never below {can.low}"
    return f"it goes from {can.low} to {can.high}" if can.low < can.high else f"it is always {can.low}"


# what can be


def _possible(book: Book) -> Possible:
    phases = [phase for phase in book.all_phases() if "repeat" not in getattr(phase.node, "spoilt", ())]
    cells = dict.fromkeys(book.map.places, str(book.map.kind)) if book.map is not None else {}
    kinds = {**cells, **{str(name): thing.kind for name, thing in book.things.items()}}
    sure = () if book.spoilt.get("things") else book.kinds
    members: dict[str, list[str]] = {str(kind): [] for kind in sure}
    for name, kind in kinds.items():
        members.get(kind, []).append(name)
    holds = {
        atom: can
        for atom, prop in properties(book)
        if not getattr(prop.node, "spoilt", ()) and (can := _can_be(prop, members)) is not None
    }
    return Possible({str(phase.id): phase.repeat for phase in phases}, kinds, holds)


def _can_be(prop: PropertyBase, members: Mapping[str, list[str]]) -> Values | None:
    """What a property may hold, where that can be said."""
    none = ("none",) if getattr(prop, "optional", False) else ()
    match prop:
        case TrackProperty(bounded="after the effect"):
            return Range(None, None)  # in the midst of an effect it may be anything
        case TrackProperty() | NumberProperty():
            return bounds_of(prop)
        case FlagProperty():
            return _YES_OR_NO
        case ChoiceProperty():
            return frozenset((*map(str, prop.one_of), *none))
        case ThingProperty() if prop.is_ in members:
            return frozenset((*members[prop.is_], *none))
        case _:
            return None


# what tests claim

_Said = Iterator[tuple[Text, Text, Values | None]]


def _claims(book: Book, possible: Possible, case: Node) -> Iterator[Claim]:
    given, do, expect = (case.get(key) if isinstance(case, Map) else None for key in ("given", "do", "expect"))
    if isinstance(given, Map):
        for name, value, can in (*_given(book, possible, given), *_on_cards(book, possible, given.get("zones"))):
            if can is not None:
                yield Claim(name, value, can)
    steps = [step.get("expect") for step in do if isinstance(step, Map)] if isinstance(do, Seq) else []
    for wish in (*steps, expect):
        for name, value, can in _expected(possible, wish) if isinstance(wish, Map) else ():
            if can is not None:
                yield Claim(name, value, can)


def _given(book: Book, possible: Possible, given: Map) -> _Said:
    for phase, number in _pairs(given.get("at")):
        if phase in possible.repeats:
            yield phase, number, Range(1, possible.repeats[phase] or 1)
    for name, value in _pairs(given.get("set")):
        yield name, value, possible.property(name)
    for name, value in _pairs(given.get("limits")):
        limit = book.limits.get(name.rpartition(".")[2])
        yield name, value, Range(0, limit.times) if limit is not None else None
    for name, value in _pairs(given):
        yield name, value, _YES_OR_NO if name == "every-question" else None


def _on_cards(book: Book, possible: Possible, zones: Node | None) -> _Said:
    """What is written on cards: `{letter: {from: south}}`."""
    for cards in zones.values() if isinstance(zones, Map) else ():
        for card in cards if isinstance(cards, Seq) else (cards,):
            for name, fields in card.entries() if isinstance(card, Map) else ():
                kind = str(book.cards[name].kind) if name in book.cards else ""
                for field, value in _pairs(fields):
                    yield field, value, possible.holds.get(("card", kind, str(field)))


def _expected(possible: Possible, expect: Map) -> _Said:
    for name, value in _pairs(expect.get("is")):
        yield name, value, possible.property(name)
    for name, value in _pairs(expect.get("at")):
        yield name, value, possible.property(name) if name not in ("phase", "seat") else None
    seen = expect.get("sees")
    for seat in seen.values() if isinstance(seen, Map) else ():
        for name, value in _pairs(seat):
            yield name, value, possible.property(name) if value != "nothing" else None  # it may well not be seen
    for name, value in _pairs(expect):
        yield name, value, _YES_OR_NO if name == "over" else None


def _pairs(node: Node | None) -> Iterator[tuple[Text, Text]]:
    """Keys with their values, but for wishes of lists."""
    for name, value in node.entries() if isinstance(node, Map) else ():
        if isinstance(value, Text):
            yield name, value
