"""Where everything of a game lies: each property a slot in one list, each zone a list, each id a number.

The numbers follow the declared order, so that the same content gives the same layout in every process.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sfrules.record import record

Value = int | bool | str | None | tuple[int, ...]


@record
class Stored:
    """A property that a rule can change: `base` + index of the owner is its slot.

    `eyes` says who sees it: `all`, `nobody`, `owner`, or the name of a property that holds a seat, or of a group.
    """

    base: int
    count: int
    low: int | None = None
    high: int | None = None
    late: bool = False
    layered: bool = False
    eyes: tuple[str, ...] = ("all",)
    resets: str = ""
    number: bool = False


@record
class Given:
    """A property that only the content sets: one value for each thing or, for cards, each card name."""

    values: tuple[Value, ...]
    eyes: tuple[str, ...] = ("all",)


@record
class ZonePlace:
    """A zone lies at `base` + index of its owner (0 for a zone of the table)."""

    base: int
    count: int
    of: str
    per: str
    shuffled: bool
    seen_by: tuple[str, ...]
    count_seen_by: tuple[str, ...]
    refill: str = ""
    holds: int | None = None
    stacked: bool = False


@record
class LimitPlace:
    """The counters of a limit: one, or one for each thing of a kind."""

    base: int
    times: int
    per: str
    each: str
    eyes: tuple[str, ...] = ("all",)


@dataclass(slots=True)
class Layout:
    """All places, and how names and numbers translate."""

    seat_kind: str = ""
    things: dict[str, tuple[str, ...]] = field(default_factory=dict)
    properties: dict[tuple[str, str], Stored | Given] = field(default_factory=dict)
    table: dict[str, Stored | Given] = field(default_factory=dict)
    fields: dict[tuple[str, str], Stored | Given] = field(default_factory=dict)
    card_names: tuple[str, ...] = ()
    card_kinds: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()
    names_base: int = 0
    zones: dict[str, ZonePlace] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    limits: dict[str, LimitPlace] = field(default_factory=dict)
    truths: dict[str, int] = field(default_factory=dict)
    out: int = 0
    start: list[Value] = field(default_factory=list)
    start_zones: list[list[int]] = field(default_factory=list)
    words: Mapping[tuple[str, ...], Mapping[str, int]] = field(default_factory=dict)
    neighbours: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    distances: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.things.get(self.seat_kind, ()))

    def index(self, kind: str, id_: str) -> int:
        """The number of a thing within its kind."""
        return self.things[kind].index(id_)

    def card_name(self, id_: str) -> int:
        """The number of a card name."""
        return self.card_names.index(id_)

    def add(self, count: int, value: Value = 0) -> int:
        """New slots with a starting value; returns the first."""
        base = len(self.start)
        self.start.extend([value] * count)
        return base
