"""A text with all that is known of it: what it claims, what it names, what its rules do."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sfrules.check.claims import Change, Claims, Count
from sfrules.check.deeds import Amount, Deed, Deeds, Place
from sfrules.check.rule import Finding
from sfrules.check.sayings import Saying, Sayings, Values, sayings_of
from sfrules.check.titles import Mention, Name
from sfrules.check.unused import half_said
from sfrules.diag import Related, Span
from sfrules.model.book import Book
from sfrules.model.scenario import Scenario


class Wording:
    """One text with all that is known of it."""

    def __init__(self, sayings: Sayings, saying: Saying) -> None:
        self.sayings, self.saying = sayings, saying
        self.text = str(saying.text)
        self.mentions = sayings.titles.in_text(self.text)
        self.claims: Claims = sayings.claims(saying, self.mentions)
        self._deeds: Deeds | None = None
        self._own: Values | None = None
        self._own_deeds: Deeds | None = None

    @property
    def deeds(self) -> Deeds:
        """What its rules do."""
        if self._deeds is None:
            self._deeds = self.sayings.deeds(self.saying)
        return self._deeds

    @property
    def own(self) -> Values:
        """The numbers that its own definition holds."""
        if self._own is None:
            self._own = self.sayings.own(self.saying)
        return self._own

    @property
    def own_deeds(self) -> Deeds:
        """What its own rules do, without what they call."""
        if self._own_deeds is None:
            made = self._own_deeds = Deeds()
            for path in self.saying.paths:
                made.add(self.sayings.doings.own(path))
        return self._own_deeds

    def meant(self, change: Change) -> list[Deed]:
        """The changes in the rule that a text may mean: of the property or thing that it names, else all."""
        names = change.of.names if change.of is not None else ()
        properties = {(n.of, n.id) for n in names if n.section == "properties"}
        things = {n.id for n in names if n.section == "things"} if not properties else set()
        return [
            deed
            for deed in self.deeds.changes
            if (not properties or (deed.of, deed.property) in properties)
            and (not things or (deed.of and (not deed.owner or deed.owner in things)))
        ]

    def names(self, deed: Deed) -> bool:
        """Whether the text names the property that a rule changes, or the thing whose it is."""
        mentioned = {name for mention in self.mentions for name in mention.names}
        return Name("properties", deed.property, deed.of) in mentioned or Name("things", deed.owner) in mentioned

    def speaks_of(self, change: Change) -> bool:
        """Whether what a text changes is a property or a thing, and not a card or a kind."""
        return change.of is not None and any(name.section in ("properties", "things") for name in change.of.names)

    @property
    def literals(self) -> set[float]:
        """Numbers of its rules; those that the text takes by name do not stand for one that it writes in digits."""
        taken = {count.name for count in self.claims.counts}
        return {*self.deeds.numbers, *(value for name, value in self.deeds.named.items() if name not in taken)}

    def behind(self, count: Count) -> Mention | None:
        """What a number counts, if it has a title: at most two words may stand between."""
        mention = next((m for m in self.mentions if m.start >= count.end), None)
        between = self.text[count.end : mention.start] if mention is not None else "."
        return mention if len(between.split()) < 3 and not re.search(r"[.,;:]|\bof\b", between) else None

    def noun_is_itself(self, count: Count) -> bool:
        """Whether a number counts what the text is about: `at most eight rounds` in the text of the round."""
        behind = self.behind(count)
        return behind is not None and any(name.id == self.name for name in behind.names)

    @property
    def name(self) -> str:
        """The id of the definition, "" if it has none."""
        return str(getattr(self.saying.owner, "id", "")) if not isinstance(self.saying.owner, Scenario) else ""

    @property
    def names_in_text(self) -> set[Name]:
        """All that the text names."""
        return {name for mention in self.mentions for name in mention.names}

    @property
    def spoken(self) -> set[str]:
        """The ids of all that the text names."""
        return {name.id for name in self.names_in_text}

    @property
    def itself(self) -> set[str]:
        """The ids of the definition itself and of what it is played with."""
        return {self.name, str(getattr(self.saying.owner, "rides", None))}

    def resets(self, prop: tuple[str, str]) -> str | None:
        """The phase at whose end a property goes back to its start."""
        of, name = prop
        book = self.sayings.book
        held = book.kinds[of].has if of in book.kinds else dict(book.table) if not of else {}
        return str(held[name].resets) if name in held and held[name].resets is not None else None

    def span(self, start: int, end: int) -> Span:
        """The place of a stretch of the text in its file."""
        return self.saying.text.place(start, end)

    def rule_span(self, place: Place) -> Span:
        """The place of a part of a rule in its file."""
        path, node = place
        made: Span = self.sayings.book.rules[path].place(node.at)
        return made

    def tells(self, place: Place) -> str:
        """A piece of a rule as it is written."""
        path, node = place
        rule = self.sayings.book.rules[path]
        return " ".join(str(rule.text)[node.at[0] : node.at[1]].split())


_LONGEST = 5_000
"""In a longer text, which is no entry's but a chapter, numbers and names have too little to do with each other."""

_last: list[tuple[Book, tuple[Wording, ...]]] = []


def wordings(book: Book) -> tuple[Wording, ...]:
    """The readings of all texts, made once for the checks of this file; none where content is missing."""
    if not book.whole or any(book.spoilt.values()):
        return ()
    if not _last or _last[0][0] is not book:
        sayings = sayings_of(book)
        short = [saying for saying in sayings.all if len(str(saying.text)) <= _LONGEST]
        if half := half_said(book):
            # a rule with an error in it does not say all that it was meant to: no text is held against it, and none
            # that tells no rule against what may stand in any
            words = set[str]().union(*half.values())
            short = [saying for saying in short if saying.told and not sayings.deeds(saying).blind]
            short = [saying for saying in short if saying.paths[0][0] != "gaps" or saying.paths[0][1] not in words]
        _last[:] = [(book, tuple(Wording(sayings, saying) for saying in short))]
    return _last[0][1]


def fits(count: Count, amount: Amount) -> bool:
    """Whether a text and a rule tell the same number; if both take it by name, by the same name."""
    return count.name == amount.name if count.name and amount.name else count.value == amount.value


def gain_or_loss(change: Change) -> str:
    """What a text says of something, before the number."""
    return "a gain of" if change.up else "a loss of"


def at_count(wording: Wording, count: Count, message: str, places: Iterable[Place]) -> Finding:
    """A finding about a number of a text, with the places of the rule that say it otherwise."""
    related = tuple(Related(wording.rule_span(place), "the rule says it here") for place in places)
    return Finding(wording.span(count.start, count.end), message, wording.saying.subject, "", related)


_SAIL = """kinds:
  captain: {seat: yes, has: {oil: {title: Oil, track: 0..9}}}
  cove: {has: {shut: {title: shut, flag: no, says: [is shut, is open, shuts, opens]}}}
things:
  captain: {east: {}, west: {}}
  cove: {north-cove: {title: North Cove}, south-cove: {title: South Cove}}
table: {storm: {title: Storm, track: 0..9}}
"""
ROUND = "phases: [{id: round, title: Round, repeat: 3, each: captain, menu: turn}]\n"


def sail(text: str, effect: str, more: str = "") -> str:
    """An example: one action, its text and its effect."""
    return (
        f"{_SAIL}actions:\n  sail:\n    text: {text}\n{more}    effect: |\n"
        + "".join(f"      {line}\n" for line in effect.split("\n"))
        + "menus: {turn: {one: [sail]}}\nplay: offer turn to east\n"
    )
