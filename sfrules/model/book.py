"""The Book: one scenario, whole, typed and frozen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sfrules.diag import Span
from sfrules.ids import RulePath
from sfrules.model.base import Definition
from sfrules.model.card import Card, CardKind
from sfrules.model.check import OwnCheck
from sfrules.model.choices import Choices
from sfrules.model.ending import Award, Ending
from sfrules.model.entry import Define, Entry, Group, Limit, Routine, Trigger
from sfrules.model.gap import Gap, GapOption, Variant
from sfrules.model.kind import Kind, Thing
from sfrules.model.map import PlaceMap
from sfrules.model.phase import Phase
from sfrules.model.property import PropertyBase
from sfrules.model.scenario import NumberEntry, RuleSource, Scenario, Term
from sfrules.model.test import Case
from sfrules.model.window import Menu, Window
from sfrules.model.zone import Zone
from sfrules.source.nodes import Text

if TYPE_CHECKING:
    from sfrules.model.alternatives import Otherwise
    from sfrules.model.texts import RuleText
    from sfrules.model.translation import Translation


@dataclass(frozen=True)
class Book:
    """One dict a section, by id, in the order written; `setup`, `play` and `aftermath` are rule texts.

    `rules` is filled when the rule texts are parsed and typed. `spoilt` holds ids of definitions that were refused, by
    section, and under `within` the names that those gave: all are known names, although nothing stands behind them.
    `lost_otherwise` are such names of rulings and variants that are not chosen, by what those are called. `whole` is
    False when content could not be read.
    `alternatives` are definitions as rulings and variants that are not chosen would make them, each with a name for it;
    `otherwise`, filled with `rules`, are whole books under each of them.
    `counts` says how many objects of each class were read and checked, refused ones too.
    `translations` are by language, and `texts` the files that they stand in. A book that is translated itself has its
    `language`, and in `phrases` what its rules say in other words.
    """

    scenario: Scenario
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    table: Mapping[str, PropertyBase] = field(default_factory=dict)
    things: Mapping[str, Thing] = field(default_factory=dict)
    map: PlaceMap | None = None
    card_kinds: Mapping[str, CardKind] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    zones: Mapping[str, Zone] = field(default_factory=dict)
    numbers: Mapping[str, NumberEntry] = field(default_factory=dict)
    limits: Mapping[str, Limit] = field(default_factory=dict)
    define: Mapping[str, Define] = field(default_factory=dict)
    actions: Mapping[str, Entry] = field(default_factory=dict)
    powers: Mapping[str, Entry] = field(default_factory=dict)
    windows: Mapping[str, Window] = field(default_factory=dict)
    menus: Mapping[str, Menu] = field(default_factory=dict)
    routines: Mapping[str, Routine] = field(default_factory=dict)
    triggers: Mapping[str, Trigger] = field(default_factory=dict)
    groups: Mapping[str, Group] = field(default_factory=dict)
    setup: Text | None = None
    phases: tuple[Phase, ...] = ()
    play: Text | None = None
    endings: Mapping[str, Ending] = field(default_factory=dict)
    aftermath: Text | None = None
    awards: Mapping[str, Award] = field(default_factory=dict)
    gaps: Mapping[str, Gap] = field(default_factory=dict)
    variants: Mapping[str, Variant] = field(default_factory=dict)
    sources: Mapping[str, RuleSource] = field(default_factory=dict)
    glossary: Mapping[str, Term] = field(default_factory=dict)
    checks: Mapping[str, OwnCheck] = field(default_factory=dict)
    tests: Mapping[str, Case] = field(default_factory=dict)
    alternatives: tuple[tuple[str, Definition], ...] = ()
    root: Path = Path()
    shown: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    translations: Mapping[str, Translation] = field(default_factory=dict)
    language: str = ""
    phrases: Mapping[str, str] = field(default_factory=dict)
    choices: Choices = field(default_factory=Choices)
    spoilt: Mapping[str, frozenset[str]] = field(default_factory=dict)
    lost_otherwise: Mapping[str, frozenset[str]] = field(default_factory=dict)
    whole: bool = True
    section_spans: Mapping[str, Span] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    rules: Mapping[RulePath, Any] = field(default_factory=dict)
    otherwise: tuple[Otherwise, ...] = field(default=(), compare=False, repr=False)

    @property
    def span(self) -> Span:
        """Where the scenario is named."""
        return self.scenario.span

    @property
    def spoken(self) -> str:
        """The tag of the language that its texts are in."""
        return self.language or str(self.scenario.language)

    @cached_property
    def written(self) -> Mapping[str, str]:
        """Every text that was read, by the name of its file."""
        return {**self.files, **self.pages, **self.texts}

    def things_of(self, kind: str) -> tuple[Thing, ...]:
        """The things of a kind, in the order written."""
        return self._by_kind.get(str(kind), ())

    @cached_property
    def _by_kind(self) -> dict[str, tuple[Thing, ...]]:
        made: dict[str, list[Thing]] = {}
        for thing in self.things.values():
            made.setdefault(thing.kind, []).append(thing)
        return {kind: tuple(things) for kind, things in made.items()}

    def seat_kind(self) -> Kind | None:
        """The kind whose things are the seats."""
        return next((kind for kind in self.kinds.values() if kind.seat), None)

    def seats(self) -> tuple[Thing, ...]:
        """All things that seats are, in the order written."""
        return tuple(thing for thing in self.things.values() if (kind := self.kinds.get(thing.kind)) and kind.seat)

    def entries(self) -> Iterator[tuple[str, Entry]]:
        """Every action, power and card, with its section."""
        for section in ("actions", "powers", "cards"):
            for entry in getattr(self, section).values():
                yield section, entry

    def entry(self, name: str) -> Entry | None:
        """The action, power or card of an id."""
        return self.actions.get(name) or self.powers.get(name) or self.cards.get(name)

    def all_phases(self) -> Iterator[Phase]:
        """Every phase, those in phases included, in order."""
        for phase in self.phases:
            yield from phase.walk()

    def knows(self, section: str, name: str) -> bool:
        """Whether a section defines an id, be it in a definition that was refused."""
        return name in getattr(self, section) or name in self.spoilt.get(section, ())

    def ruling(self, gap: Gap) -> GapOption | None:
        """The option of a gap that is in force."""
        name = self.choices.gaps.get(gap.id, gap.ruling)
        return gap.options.get(name) if name is not None else None

    def number(self, name: str) -> int | None:
        """The value of a named number."""
        entry = self.numbers.get(name)
        return entry.value if entry is not None else None

    def copies(self, card: Card) -> int | None:
        """How many of a card there are, or None when a formula says so."""
        return card.count if isinstance(card.count, int) else None

    def rule_texts(self) -> Iterator[RuleText]:
        """Every rule text and formula of the book with what its names may mean, in the order of the sections."""
        from sfrules.model.texts import rule_texts

        return rule_texts(self)
