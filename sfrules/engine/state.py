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


def menu_ask(seat: int, site: int, options: list[Any]) -> Ask:
    """A question whose answer is no event by itself; made without the keyword machinery, since it is made so often."""
    return tuple.__new__(Ask, (seat, site, options, 0, None, 0))


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
    """

    __slots__ = (
        "S",
        "Z",
        "asks",
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
        "oracle",
        "queue",
        "result",
        "seed",
        "shown_facts",
        "shown_zones",
        "stack",
        "streams",
        "together",
        "tops",
    )  # fmt: skip

    machine: Machine
    S: list[Value]
    Z: list[list[int]]
    asks: list[Ask]
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
        self.asks = []
        self.together = False
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

    def clone(self) -> State:
        """A copy that shares nothing that can change. The log is shared up to here."""
        made = State.__new__(State)
        made.machine, made.seed, made.auto, made.oracle = self.machine, self.seed, self.auto, self.oracle
        made.S = self.S[:]
        made.Z = [zone[:] for zone in self.Z]
        made.tops, made.bottoms = self.tops[:], self.bottoms[:]
        made.stack = [frame[:] for frame in self.stack]
        made.asks, made.together = self.asks[:], self.together
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
            tuple(self.queue),
            shown,
            self.result,
        )

    def _zone_key(self, number: int) -> tuple[Any, ...]:
        cards = [self._card_key(card) for card in self.Z[number]]
        if not self.machine.shuffled[number]:
            return tuple(sorted(cards, key=repr))
        low, high = self.bottoms[number], len(cards) - self.tops[number]
        return (tuple(cards[:low]), tuple(sorted(cards[low:high], key=repr)), tuple(cards[high:]))

    def _card_key(self, card: int) -> tuple[Value, ...]:
        return tuple(self.S[base + card] for base in self.machine.card_bases)
