"""A game in progress: plain lists of numbers, quick to copy and to compare."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from sfrules.program.layout import Value

if TYPE_CHECKING:
    from sfrules.engine.machine import Machine

Oracle = Callable[[int, int], int]


class Ask(NamedTuple):
    """A question that waits: to whom, where in the content, the answers, who will see the answer (bits, -1 all).

    `key` says for what it is asked among several questions at once; `place` is its rank among them.
    """

    seat: int
    site: int
    options: list[Any]
    mask: int
    key: Any = None
    place: int = 0


class Result(NamedTuple):
    """How a game ended: ending and its arguments, seats that won, payoff of each seat, and each award's seats."""

    ending: int
    args: tuple[Value, ...]
    winners: tuple[int, ...]
    payoffs: tuple[int, ...]
    awards: tuple[tuple[int, tuple[int, ...]], ...]


class State:
    """Slots, zones, stack and log of one game.

    `S` holds every property (see `program.layout`), `Z` every zone; `tops` and `bottoms` say how many cards of a
    shuffled zone have a known place at either end. `layers` are changes that expire, `base` what lies under them.

    `options` are the answers to the question that is put, None while nobody is asked; `seat`, `site` and `mask` belong
    to it, as in `Ask`. `sealed` are the questions that are put at once; the first of them is that question.
    """

    __slots__ = (
        "S",
        "Z",
        "asleep",
        "auto",
        "base",
        "bottoms",
        "depth",
        "faces",
        "late",
        "layers",
        "log",
        "machine",
        "mask",
        "options",
        "oracle",
        "queue",
        "result",
        "sealed",
        "seat",
        "seed",
        "shown_facts",
        "shown_zones",
        "site",
        "stack",
        "streams",
        "tops",
    )  # fmt: skip

    machine: Machine
    S: list[Value]
    Z: list[list[int]]
    options: list[Any] | None
    sealed: list[Ask]
    stack: list[list[Any]]
    log: Any  # a list of events; of a game that is only counted, a deque of the last ones
    result: Result | None

    def __init__(self, machine: Machine, seed: int, keep: int | None = None) -> None:
        program = machine.program
        self.machine = machine
        self.S = program.layout.start[:]
        self.Z = [zone[:] for zone in program.layout.start_zones]
        self.tops = [0] * len(self.Z)
        self.bottoms = [0] * len(self.Z)
        self.stack = []
        self.options = None
        self.seat = self.site = self.mask = 0
        self.sealed = []
        self.log = [] if keep is None else deque(maxlen=keep)
        self.streams: list[int | None] = [None] * len(program.streams)
        self.layers: list[tuple[int, str, Any, int, int]] = []
        self.base: dict[int, Value] = {}
        self.late: dict[int, Any] = {}
        self.queue: list[int] = []
        self.shown_zones: dict[int, int] = {}
        self.shown_facts: dict[tuple[int, int], int] = {}
        self.faces: list[tuple[Value, ...] | None] = [*machine.start_faces]
        self.asleep = False
        self.auto = True
        self.depth = 0
        self.oracle: Oracle | None = None
        self.result = None
        self.seed = seed

    @property
    def asks(self) -> list[Ask]:
        """The open questions."""
        if self.sealed or self.options is None:
            return self.sealed
        return [Ask(self.seat, self.site, self.options, self.mask)]

    def put(self, asks: list[Ask]) -> None:
        """Puts questions to several seats at once; none where the list is empty."""
        self.sealed = asks
        self.options = None
        if asks:
            self.seat, self.site, self.options, self.mask = asks[0][:4]

    def clone(self) -> State:
        """A copy that shares nothing that can change. The log is shared up to here."""
        made = State.__new__(State)
        made.machine, made.seed, made.auto, made.oracle = self.machine, self.seed, self.auto, self.oracle
        made.S = self.S[:]
        made.Z = [zone[:] for zone in self.Z]
        made.tops, made.bottoms = self.tops[:], self.bottoms[:]
        made.stack = [frame[:] for frame in self.stack]
        made.options, made.sealed = self.options, self.sealed[:]
        made.seat, made.site, made.mask = self.seat, self.site, self.mask
        made.log = self.log.copy()
        made.streams = self.streams[:]
        made.layers, made.base, made.late = self.layers[:], dict(self.base), dict(self.late)
        made.queue = self.queue[:]
        made.shown_zones, made.shown_facts = dict(self.shown_zones), dict(self.shown_facts)
        made.faces = self.faces[:]
        made.asleep, made.depth, made.result = self.asleep, self.depth, self.result
        return made

    def key(self) -> tuple[Any, ...]:
        """Equal for equal positions: log, chance and the numbers of look-alike cards stay out."""
        first, last = self.machine.card_slots
        zones = tuple(self._zone_key(number) for number in range(len(self.Z)))
        frames = tuple(tuple(frame) for frame in self.stack)
        shown = (tuple(sorted(self.shown_zones.items())), tuple(sorted(self.shown_facts.items())))
        return (
            tuple(self.S[:first]),
            tuple(self.S[last:]),
            zones,
            frames,
            tuple(self.layers),
            tuple(sorted(self.base.items())),
            tuple(self.queue),
            shown,
            self.result,
        )

    def _zone_key(self, number: int) -> tuple[Any, ...]:
        cards = [self._card_key(card) for card in self.Z[number]]
        if self.machine.stacked[number]:
            return tuple(cards)
        if not self.machine.shuffled[number]:
            return tuple(sorted(cards, key=repr))
        low, high = self.bottoms[number], len(cards) - self.tops[number]
        return (tuple(cards[:low]), tuple(sorted(cards[low:high], key=repr)), tuple(cards[high:]))

    def _card_key(self, card: int) -> tuple[Value, ...]:
        return tuple(self.S[base + card] for base in self.machine.card_bases)
