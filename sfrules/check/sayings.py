"""The texts of a book, each with what it speaks of: the rules and values of its own definition, and what it names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from sfrules.check.claims import Claims, claims_of
from sfrules.check.deeds import Deeds, Doings
from sfrules.check.titles import Mention, Name, Titles
from sfrules.diag import Span
from sfrules.ids import RulePath, is_slug
from sfrules.lang import typed
from sfrules.model.base import Definition, Described
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.definitions import definitions
from sfrules.model.entry import Entry
from sfrules.model.gap import Gap, GapOption, Variant
from sfrules.model.phase import Phase
from sfrules.model.sections import SECTIONS
from sfrules.model.test import Case
from sfrules.record import record
from sfrules.source.nodes import Map, Node, Seq, Text

_WORDS_ONLY = frozenset((
    "title", "plural", "text", "source", "note", "flavour", "image", "colour", "phrase", "short", "says", "question",
    "manual", "summary", "setting", "disclaimer", "titles", "layout", "status", "has", "phases", "options", "back",
))  # fmt: skip
"""Keys that hold no values of play, or definitions that have texts of their own."""
_CONDITIONS = frozenset(("when", "available", "answers", "who"))
_RANGE = re.compile(r"(-?\d+)?\.\.(-?\d+)?")
_DIGITS = re.compile(r"(?<![\w-])\d+(?![\w-])")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(slots=True)
class Values:
    """Numbers that a definition holds besides its rules: where each stands, named numbers, bounds."""

    numbers: dict[float, Span | None] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    limits: set[float] = field(default_factory=set)
    ranges: set[tuple[float, float]] = field(default_factory=set)
    whole: set[float] = field(default_factory=set)
    """Those of the numbers that count all there are of something."""

    def add(self, other: Values) -> None:
        """Takes in the values of another definition."""
        self.numbers = {**other.numbers, **self.numbers}
        self.named |= other.named
        self.limits |= other.limits
        self.whole |= other.whole
        self.ranges |= other.ranges

    def count(self, *numbers: float) -> None:
        """Takes in how many there are of some of something."""
        for number in numbers:
            self.numbers.setdefault(number, None)

    def count_all(self, *numbers: float) -> None:
        """Takes in how many there are of something altogether."""
        self.count(*numbers)
        self.whole.update(numbers)


@record
class Saying:
    """One text. `paths` are the rules that it tells; `about` the definitions that it describes besides its own."""

    subject: str
    text: Text
    owner: Definition
    paths: tuple[RulePath, ...] = ()
    about: tuple[Name, ...] = ()
    told: bool = False
    """Whether it tells a rule, so that what it says must be in that rule."""
    loose: bool = False
    """Whether it speaks of the whole scenario."""


class Sayings:
    """All texts of a book that say something of its rules, and what is known of what they speak of."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.titles = Titles(book)
        self.doings = Doings(book)
        self._rules: dict[tuple[str, str], list[RulePath]] = {}
        for path in book.rules:
            if len(path) > 1:
                self._rules.setdefault((path[0], path[1]), []).append(path)
        self._values: dict[Name, Values] = {}
        self._cited: dict[str, list[Name]] | None = None
        self._world: Values | None = None
        self._alike: Counter[str] | None = None
        self.all = tuple(self._sayings())

    # which texts there are

    def _sayings(self) -> Iterator[Saying]:
        book = self.book
        yield from self._loose()
        for section, entry in book.entries():
            yield from self._entry(section, entry)
        for section in ("limits", "zones", "windows", "menus", "kinds", "card_kinds"):
            for definition in getattr(book, section).values():
                yield from self._plain(section, definition, *(("title", "text") if section == "limits" else ("text",)))
        for section in ("triggers", "routines", "define", "awards"):
            for definition in getattr(book, section).values():
                yield from self._plain(section, definition, "title", "text", told=True)
        for phase in book.all_phases():
            yield from self._plain("phases", phase, "text", told=phase.effect is not None)
        board = (Name("map", "map"),) if book.map is not None else ()
        for ending in book.endings.values():
            yield from (replace(saying, about=board) for saying in self._plain("endings", ending, "text"))
        yield from self._properties()
        for gap in book.gaps.values():
            yield from self._options(gap)
        for own in book.checks.values():
            yield Saying(f"check {own.id}", own.says, own, (("checks", str(own.id), "must"),), told=True)
        for variant in book.variants.values():
            yield from self._plain("variants", variant, "title", "text")
        for term in book.glossary.values():
            names = tuple(name for mention in self.titles.in_text(term.id) for name in mention.names)
            yield Saying(f"term {term.id}", term.text, term, about=names)
        as_written = not (book.choices.gaps or book.choices.variants)
        for source in book.sources.values() if as_written else ():
            about = tuple(self.citing(source.id))
            paths = tuple(path for name in about for path in self._rules.get((name.section, name.id), ()))
            yield Saying(f"source {source.id}", source.says, source, paths, about)

    def _loose(self) -> Iterator[Saying]:
        scenario = self.book.scenario
        for text in (scenario.summary, scenario.setting, scenario.text):
            if text is not None:
                yield Saying("scenario", text, scenario, loose=True)

    def _plain(self, section: str, definition: Described, *keys: str, told: bool = False) -> Iterator[Saying]:
        noun = SECTIONS[section].noun
        paths = tuple(self._rules.get((section, str(definition.id)), ()))
        for key in keys:
            text = getattr(definition, key)
            if text is not None:
                yield Saying(f"{noun} {definition.id}", text, definition, paths, told=told and bool(paths))

    def _entry(self, section: str, entry: Entry) -> Iterator[Saying]:
        if entry.text is None:
            return
        noun = SECTIONS[section].noun
        paths = [*self._rules.get((section, str(entry.id)), ())]
        if entry.rides is not None and (host := self.section_of(entry.rides)) is not None:
            paths += self._rules.get((host, str(entry.rides)), ())
        yield Saying(f"{noun} {entry.id}", entry.text, entry, tuple(paths), told=bool(paths))

    def _properties(self) -> Iterator[Saying]:
        for noun, owners in (("kind", self.book.kinds), ("card kind", self.book.card_kinds)):
            for owner in owners.values():
                for prop in owner.has.values():
                    if prop.text:
                        yield Saying(f"{noun} {owner.id}", prop.text, prop)
        for prop in self.book.table.values():
            if prop.text:
                yield Saying(f"table property {prop.id}", prop.text, prop)

    def _options(self, gap: Gap) -> Iterator[Saying]:
        for option in gap.options.values():
            if option.says is None:
                continue
            path = ("gaps", str(gap.id), "options", str(option.id), "rule")
            if option.rule is None and not option.set_ and not option.remove and option is not self.book.ruling(gap):
                continue  # it says how the content is when nothing else is in force
            # with changes by path its rule is not read before it is in force
            read = option.rule is not None and path in self.book.rules
            paths = (path, *self._askers(str(gap.id))) if read else ()
            about = () if paths else (*self.citing(gap.number or ""), *self._asked(gap))
            told = bool(paths) and not option.set_ and not option.remove
            yield Saying(f"gap {gap.id}", option.says, option, paths, about, told=told)

    def _askers(self, gap: str) -> Iterator[RulePath]:
        """The conditions under which a ruling is asked for."""
        for path in self._asking.get(gap, ()):
            siblings = self._rules.get((path[0], path[1]), ())
            yield from (other for other in siblings if self.book.rules[other].role in _CONDITIONS)

    @cached_property
    def _asking(self) -> dict[str, list[RulePath]]:
        """The rules of entries that ask for the ruling of a gap."""
        found: dict[str, list[RulePath]] = {}
        for path, rule in self.book.rules.items():
            asked = rule.typed.nodes(typed.Ruling) if len(path) > 2 and rule.typed is not None else ()
            for gap in sorted({node.gap for node in asked}):
                found.setdefault(gap, []).append(path)
        return found

    def _asked(self, gap: Gap) -> Iterator[Name]:
        for text in (gap.title, gap.question):
            for mention in self.titles.in_text(text or ""):
                yield from mention.names

    # what is known of what they speak of

    def claims(self, saying: Saying, mentions: list[Mention]) -> Claims:
        """What a text claims in numbers."""
        values = getattr(saying.owner, "values", {}) if isinstance(saying.owner, Card) else {}

        def value_of(name: str) -> float | None:
            own = values.get(name)
            if isinstance(own, int) and not isinstance(own, bool):
                return own
            return self.book.number(name) if name not in values else None

        return claims_of(str(saying.text), mentions, value_of)

    def deeds(self, saying: Saying) -> Deeds:
        """What the rules that a text tells do."""
        return self.doings.of(saying.paths)

    def own(self, saying: Saying) -> Values:
        """The numbers in the definition itself, and in what it is played by."""
        owner = saying.owner
        if isinstance(owner, Entry):
            return self._played_by(owner, whole=not saying.told)
        made = _values_in(owner.node)
        if isinstance(owner, GapOption | Variant) and isinstance(owner.node, Map):
            for node in (node for key, node in owner.node.items() if key in ("set", "remove")):
                made.add(_values_in(node, everything=True))
            made.count(*([len(owner.set_)] if owner.set_ else []))
        if isinstance(owner, GapOption) and owner.rule is not None and not saying.paths:
            for match in _DIGITS.finditer(owner.rule):
                made.numbers.setdefault(float(match[0]), owner.rule.place(*match.span()))
        if isinstance(owner, Phase) and owner.phases:
            made.count(len(owner.phases))
        return made

    def _played_by(self, entry: Entry, *, whole: bool) -> Values:
        """Its cost and its limits; of one that has no rule, all that it holds."""
        made = _values_in(entry.node) if whole else Values()
        made.count(*entry.cost.values())
        if isinstance(entry.node, Map) and "cost" in entry.node:
            made.add(_values_in(entry.node["cost"]))
        names = [entry.limit]
        if isinstance(entry, Card) and (kind := self.book.card_kinds.get(entry.kind)) is not None:
            names.append(kind.limit)
            for prop in kind.has.values() if whole else ():
                made.add(_values_in(prop.node))
        for name in names:
            if name is not None and (limit := self.book.limits.get(name)) is not None:
                made.add(_values_in(limit.node))
        return made

    def of(self, name: Name) -> Values:
        """The numbers that belong to something with a title: its values, its rules, how many there are of it."""
        made = self._values.get(name)
        if made is None:
            made = self._values[name] = Values()
            self._fill(made, name)
        return made

    def counts(self, name: Name, *, part: bool = True) -> set[float]:
        """How many there are of something with a title; with `part` also of those that have something in common."""
        made = self.of(name)
        return {number for number, span in made.numbers.items() if span is None and (part or number in made.whole)}

    def _fill(self, made: Values, name: Name) -> None:
        match name.section:
            case "kinds":
                self._count_things(made, name.id)
            case "card_kinds":
                self._count_cards(made, [c for c in self.book.cards.values() if c.kind == name.id])
            case "properties" | "fields":
                self._fill_property(made, name)
            case "map":
                self._count_map(made)
            case "phases":
                phase = next((p for p in self.book.all_phases() if p.id == name.id), None)
                if phase is not None:
                    made.add(_values_in(phase.node))
                    made.numbers.setdefault(len(phase.phases), phase.span)
                    self._add_rules(made, name)
            case section:
                definition = getattr(self.book, section).get(name.id)
                if definition is not None:
                    made.add(_values_in(definition.node))
                    self._add_rules(made, name)
                    if isinstance(definition, Entry):
                        made.add(self._played_by(definition, whole=True))
                        if definition.rides is not None and (host := self.section_of(definition.rides)):
                            self._add_rules(made, Name(host, str(definition.rides)))
                if section == "things":
                    self._fill_thing(made, name.id)
                if section == "zones":
                    self._count_cards(made, [c for c in self.book.cards.values() if c.zone == name.id])

    def _add_rules(self, made: Values, name: Name) -> None:
        deeds = self.doings.of(self._rules.get((name.section, name.id), ()))
        for number, (path, node) in deeds.numbers.items():
            made.numbers.setdefault(number, self.book.rules[path].place(node.at))
        for name_of, number in deeds.named.items():
            made.numbers.setdefault(number, self.book.numbers[name_of].span_of("value"))
        made.named |= set(deeds.named)
        made.limits |= set(deeds.limits)

    def _fill_property(self, made: Values, name: Name) -> None:
        if name.section == "fields":
            owner = self.book.card_kinds[name.of].has
        else:
            owner = self.book.kinds[name.of].has if name.of else dict(self.book.table)
        prop = owner[name.id]
        made.add(_values_in(prop.node))
        if name.section == "properties" and name.of:
            made.count(len(self.book.things_of(name.of)))
        for number in self.book.numbers.values():
            if number.title is not None and prop.label in number.title:
                made.numbers.setdefault(number.value, number.span_of("value"))
                made.named.add(str(number.id))
        for trigger in self.book.triggers:
            path = ("triggers", str(trigger), "when")
            if ("properties", f"{name.of}.{name.id}") in self.doings.own(path).names:
                self._add_rules(made, Name("triggers", str(trigger)))

    def _count_things(self, made: Values, kind: str) -> None:
        things = self.book.things_of(kind)
        seats = self.book.scenario.seats
        if self.book.kinds[kind].seat and seats.low is not None and seats.high is not None:
            made.count_all(seats.low, seats.high)
        else:
            made.count_all(len(things))
        made.count(*Counter(str(value) for t in things for value in t.values.values()).values())
        if self.book.map is not None and self.book.map.kind == kind:
            self._count_map(made)

    def _count_map(self, made: Values) -> None:
        places = self.book.map
        if places is not None:
            made.count_all(len(places.places), len(places.edge_list()))
            if places.grid is not None:
                made.add(_values_in(places.grid.node))
            else:
                made.count(*(len(places.neighbours(place)) for place in places.places))

    def _count_cards(self, made: Values, cards: Iterable[Card]) -> None:
        copies: Counter[tuple[str, str]] = Counter()
        kinds: Counter[tuple[str, str]] = Counter()
        for card in cards:
            number = self.book.copies(card) or 0
            for key in (("", ""), ("zone", str(card.zone)), *((k, str(v)) for k, v in card.values.items())):
                copies[key] += number
                kinds[key] += 1
        made.count_all(copies[("", "")], kinds[("", "")], *(n for (key, _), n in copies.items() if key == "zone"))
        made.count(*copies.values(), *kinds.values())

    def _fill_thing(self, made: Values, name: str) -> None:
        if self._alike is None:
            self._alike = Counter()
            for thing in self.book.things.values():
                self._alike[_head(thing.label)] += 1
                self._alike.update({f"{thing.kind} {value}" for value in thing.values.values()})
        made.count(self._alike[_head(self.book.things[name].label)])
        made.count(*(n for kind in self.book.kinds if (n := self._alike[f"{kind} {name}"])))

    def world(self) -> Values:
        """Every number of the book."""
        if self._world is None:
            made = self._world = Values()
            for _, definition in definitions(self.book):
                if not isinstance(definition, Case):
                    made.add(_values_in(definition.node))
            for path in self.book.rules:
                deeds = self.doings.own(path)
                made.count(*deeds.numbers, *deeds.named.values())
            for kind in self.book.kinds:
                self._count_things(made, str(kind))
            for card_kind in self.book.card_kinds:
                made.add(self.of(Name("card_kinds", str(card_kind))))
            self._count_map(made)
        return self._world

    def citing(self, number: str) -> list[Name]:
        """The definitions that name a source or gap as theirs."""
        if self._cited is None:
            self._cited = {}
            for section in SECTIONS.values():
                for name in self._cites(section.name):
                    definition, where = name
                    for cited in definition.source:
                        self._cited.setdefault(str(cited), []).append(where)
        return self._cited.get(str(number), [])

    def _cites(self, section: str) -> Iterator[tuple[Described, Name]]:
        if section in ("tests", "sources", "gaps"):
            return
        if section == "map" and self.book.map is not None:
            yield self.book.map, Name("map", "map")
        held = self.book.all_phases() if section == "phases" else getattr(self.book, section)
        for definition in held.values() if isinstance(held, dict) else held if section == "phases" else ():
            if isinstance(definition, Described):
                yield definition, Name("properties" if section == "table" else section, str(definition.id))
                for prop in getattr(definition, "has", {}).values():
                    where = "properties" if section == "kinds" else "fields"
                    yield prop, Name(where, str(prop.id), str(definition.id))

    def section_of(self, entry: str) -> str | None:
        """The section in which an action, power or card stands."""
        return next((s for s in ("actions", "powers", "cards") if entry in getattr(self.book, s)), None)


def _head(title: str) -> str:
    """What things with like titles share: `Captain` of `Captain of the North`."""
    return title.partition(" of ")[0]


def _values_in(node: Node, everything: bool = False) -> Values:
    """The numbers in a piece of content, and the words that may be ids of numbers."""
    made = Values()
    _collect(node, made, everything)
    return made


def _collect(node: Node, made: Values, everything: bool) -> None:
    if isinstance(node, Map):
        for key, value in node.entries():
            if everything or key not in _WORDS_ONLY:
                _collect(value, made, everything)
    elif isinstance(node, Seq):
        for item in node:
            _collect(item, made, everything)
    elif isinstance(node, Text) and node.plain:
        _scalar(node, made)


def _scalar(text: Text, made: Values) -> None:
    if _NUMBER.fullmatch(text):
        number = float(text)
        made.numbers.setdefault(number, text.span)
    elif match := _RANGE.fullmatch(text):
        for bound, step in ((match[1], -0.5), (match[2], 0.5)):
            if bound is not None:
                made.numbers.setdefault(float(bound), text.span)
                made.limits.add(float(bound) + step)
        if match[1] is not None and match[2] is not None:
            made.ranges.add((float(match[1]), float(match[2])))
    elif is_slug(text):
        made.named.add(str(text))


_last: list[tuple[Book, Sayings]] = []


def sayings_of(book: Book) -> Sayings:
    """The texts of a book, worked out once for the checks that each look at a part."""
    if not _last or _last[0][0] is not book:
        _last[:] = [(book, Sayings(book))]
    return _last[0][1]
