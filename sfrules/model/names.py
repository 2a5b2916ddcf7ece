"""The words of a book: what each name in a rule can mean. Built from the definitions, read by the typing of rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain

from sfrules.lang.types import FLAG, NUMBER, TEXT, Type, card, many, optional, thing
from sfrules.record import record


@record
class PropertyWord:
    """A property of a thing, a field of a card or of the table.

    `values` holds what a grid gives (thing id -> ids), which is neither stored nor derived.
    """

    type: Type
    derived: bool = False
    fixed: bool = False
    low: int | None = None
    high: int | None = None
    track: bool = False
    values: Mapping[str, object] | None = None


@record
class EntryWord:
    """An action, a power or a card that is declared; `choices` in the order in which they are made."""

    section: str
    card: bool = False
    rides: str = ""
    reaction: bool = False
    choices: tuple[str, ...] = ()


@record
class ZoneWord:
    """A zone: of which cards, and for each of which things."""

    of: str
    per: str = ""


@dataclass(slots=True)
class Lexicon:
    """Every id of a book by what it names. `given` of routines, gaps, defines and endings as types in order.

    `choice_types` says of the name of a choice what it is, by entry. `words` are all that properties may be set to.
    `lost` are ids of definitions that were refused, `within` names in those: known, and nothing more is known of them.
    """

    kinds: dict[str, dict[str, PropertyWord]] = field(default_factory=dict)
    seat_kind: str = ""
    card_kinds: dict[str, dict[str, PropertyWord]] = field(default_factory=dict)
    table: dict[str, PropertyWord] = field(default_factory=dict)
    things: dict[str, tuple[str, ...]] = field(default_factory=dict)
    cards: dict[str, str] = field(default_factory=dict)
    card_rules: dict[str, set[str]] = field(default_factory=dict)
    zones: dict[str, ZoneWord] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    counters: set[str] = field(default_factory=set)
    phases: set[str] = field(default_factory=set)
    entries: dict[str, EntryWord] = field(default_factory=dict)
    defines: dict[str, dict[str, Type]] = field(default_factory=dict)
    results: dict[str, Type] = field(default_factory=dict)
    routines: dict[str, dict[str, Type]] = field(default_factory=dict)
    gaps: dict[str, dict[str, Type]] = field(default_factory=dict)
    endings: dict[str, dict[str, Type]] = field(default_factory=dict)
    menus: set[str] = field(default_factory=set)
    limits: set[str] = field(default_factory=set)
    map_kind: str = ""
    choice_types: dict[str, dict[str, Type]] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)
    lost: frozenset[str] = frozenset()
    within: frozenset[str] = frozenset()

    @property
    def seat(self) -> Type:
        """The type of a seat."""
        return thing(self.seat_kind)

    def type_of(self, text: str) -> Type | None:
        """The type that `given: {x: optional captain}` names, or None when no such kind exists."""
        words = text.split(" only ")[0].split()
        if words[:1] == ["optional"]:
            inner = self.type_of(" ".join(words[1:]))
            return optional(inner) if inner else None
        if words[:2] == ["set", "of"]:
            inner = self.type_of(" ".join(words[2:]))
            return many(inner) if inner else None
        name = " ".join(words)
        plain = {"number": NUMBER, "flag": FLAG, "text": TEXT}
        if name in plain:
            return plain[name]
        if name in self.kinds:
            return thing(name)
        return card(name) if name in self.card_kinds else None

    def properties(self, of: Type) -> Mapping[str, PropertyWord]:
        """The properties that a thing or card of this type has; of any card, those of all card kinds together."""
        if of.name == "thing":
            return self.kinds.get(of.kind, {})
        if of.name == "card":
            if of.kind:
                return self.card_kinds.get(of.kind, {})
            return {name: word for fields in self.card_kinds.values() for name, word in fields.items()}
        return {}

    def everything(self) -> Iterable[str]:
        """All names, for hints."""
        return chain(
            self.kinds, self.table, self.things, self.cards, self.zones, self.numbers, self.counters,
            self.entries, self.defines,
        )  # fmt: skip
