"""The Program: what the engine runs. Tables by number, and the text of all functions."""

from __future__ import annotations

from dataclasses import dataclass, field

from sfrules.ids import RulePath
from sfrules.lang.types import Type
from sfrules.program.layout import Layout
from sfrules.program.statements import RuleCode, Site
from sfrules.record import record


@record
class EntryCode:
    """An action, power or card as the engine handles it; functions are named, `""` where there is none."""

    id: str
    section: str
    card_name: int
    choices: tuple[str, ...]
    types: tuple[Type, ...]
    host_choices: tuple[str, ...]
    limit: str
    cost: tuple[tuple[int, int], ...]
    windows: tuple[int, ...]
    window: int
    rides: int
    riders: tuple[int, ...]
    declared_as: str
    played_from: str
    discarded_to: str
    effect: RuleCode | None
    when_cancelled: RuleCode | None


@record
class WindowCode:
    """A window: the function that says whom it asks, its policy, and what can be played in it."""

    id: str
    asks: str
    sealed: bool
    public: bool
    anonymous: bool
    last_first: bool
    powers: tuple[int, ...]
    cards: tuple[int, ...]


@record
class MenuCode:
    """`one`, `free` and `after` are entries; cards among them stand for what lies in the hand."""

    id: str
    one: tuple[int, ...]
    free: tuple[int, ...]
    after: tuple[int, ...]
    pass_: str
    done: str


@record
class PhaseCode:
    """A phase; `repeat` 0 where it does not repeat, `counter` the slot that counts."""

    id: str
    title: str
    each: bool
    sealed: bool
    menu: int
    effect: RuleCode | None
    repeat: int
    counter: int
    titles: tuple[str, ...]
    phases: tuple[int, ...]
    then: RuleCode | None
    expires: bool


@record
class EndingCode:
    """An ending; functions by name, `""` where the content has none."""

    id: str
    given: tuple[tuple[str, Type], ...]
    winners: str
    payoff: str


@record
class AwardCode:
    """An individual result."""

    id: str
    when: str
    winners: str


@record
class TriggerCode:
    """A trigger; `late` ones wait for the end of the effect."""

    id: str
    late: bool
    effect: RuleCode


@record
class Knowable:
    """What can be shown: a property, field or derived property, by name; `read` gives its value."""

    what: str
    of: str
    name: str
    type: Type
    read: str
    base: int


@dataclass(slots=True)
class Program:
    """One scenario, ready to play. `text` is Python of numbers and names of ours; `lines` leads back to the content."""

    id: str
    title: str
    fingerprint: str
    layout: Layout
    text: str = ""
    lines: list[tuple[int, RulePath, tuple[int, int]]] = field(default_factory=list)
    constants: list[object] = field(default_factory=list)
    segments: int = 0
    streams: tuple[str, ...] = ()
    sites: tuple[Site, ...] = ()
    entries: tuple[EntryCode, ...] = ()
    windows: tuple[WindowCode, ...] = ()
    menus: tuple[MenuCode, ...] = ()
    phases: tuple[PhaseCode, ...] = ()
    top_phases: tuple[int, ...] = ()
    endings: tuple[EndingCode, ...] = ()
    awards: tuple[AwardCode, ...] = ()
    triggers: tuple[TriggerCode, ...] = ()
    knowables: tuple[Knowable, ...] = ()
    groups: dict[str, str] = field(default_factory=dict)
    setup: RuleCode | None = None
    play: RuleCode | None = None
    aftermath: RuleCode | None = None
    binds: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    field_types: dict[tuple[str, str], Type] = field(default_factory=dict)
    derived_eyes: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    resets: dict[int, tuple[int, ...]] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    gaps: dict[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    places: dict[RulePath, object] = field(default_factory=dict)
