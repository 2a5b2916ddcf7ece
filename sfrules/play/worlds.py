"""Another world: the same for a seat (or the table), and different in something that it may not know.

A world is changed by single changes, so that those which do not matter to a leak can be taken out again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

from sfrules.engine.cards import face, faces_seen
from sfrules.engine.machine import Machine
from sfrules.engine.options import face_name, value_name
from sfrules.engine.state import State
from sfrules.lang.types import NUMBER, held
from sfrules.program.events import Note
from sfrules.program.layout import Stored
from sfrules.record import record

_ROLL = re.compile(r"\broll\(g, (\d+)")
"""How the text of a program says which stream of chance a roll takes."""


@record
class Slot:
    """Another value in one slot; `name` says of what."""

    name: str
    slot: int
    value: Any
    words: tuple[str, str]

    def apply(self, state: State) -> None:
        """Makes the change."""
        state.S[self.slot] = self.value
        state.faces = [None] * len(state.faces)

    def __str__(self) -> str:
        return f"{self.name} is {self.words[0]} / {self.words[1]}"


@record
class Swap:
    """Two cards in each other's place: zone and rank of each."""

    one: tuple[int, int]
    other: tuple[int, int]
    words: str

    def apply(self, state: State) -> None:
        """Makes the change."""
        (zone, at), (there, rank) = self.one, self.other
        state.Z[zone][at], state.Z[there][rank] = state.Z[there][rank], state.Z[zone][at]

    def __str__(self) -> str:
        return self.words


@record
class Stream:
    """Other chance for a pile or a roll: what comes of it shows only to those who see the faces."""

    name: str
    stream: int
    value: int

    def apply(self, state: State) -> None:
        """Makes the change."""
        state.streams[self.stream] = self.value

    def __str__(self) -> str:
        return f"chance falls otherwise for {self.name}"


Change = Slot | Swap | Stream


def apply(state: State, changes: Iterable[Change]) -> None:
    """Makes all changes, in their order."""
    for change in changes:
        change.apply(state)


def blind(mask: int, seat: int | None) -> bool:
    """Whether a seat (or the table) is not among those who see."""
    return mask != -1 if seat is None else not mask >> seat & 1


def changes(state: State, seat: int | None, rng: random.Random) -> list[Change]:
    """What might as well be otherwise, for all this seat knows: properties, limits, hidden cards, hidden fields."""
    scratch = state.clone()
    found: list[Change] = []
    parts = (_slots, _limits, _cards, _rolled, _fields)
    chosen = [part for part in parts if rng.random() < 0.6] or parts  # the less differs, the longer releases agree
    for part in chosen:
        made = list(part(scratch, seat, rng))
        apply(scratch, made)
        found += made
    return found


def other_chance(state: State, rng: random.Random) -> list[Change]:
    """Other chance for some piles and rolls; that of a plain `random` may show anywhere, and stays."""
    program = state.machine.program
    names, rolls = program.streams, {int(n) for n in _ROLL.findall(program.text)}
    open_to_change = [n for n, name in enumerate(names) if name.startswith("deck:") or n in rolls]
    chosen = [n for n in open_to_change if rng.random() < 0.5]
    return [Stream(names[n], n, rng.getrandbits(63)) for n in chosen]


def dealt_otherwise(here: State, there: State) -> Iterator[str]:
    """What lies in each zone in the two worlds, where that differs; piles that nobody sees into are left out."""
    machine = here.machine
    for zone, name in enumerate(machine.zone_names):
        mine, theirs = (sorted(face_name(machine, face(s, card)) for card in s.Z[zone]) for s in (here, there))
        if mine != theirs and faces_seen(here, zone):
            yield f"{name} holds {', '.join(mine) or 'nothing'} / {', '.join(theirs) or 'nothing'}"


# properties and limits


def _slots(state: State, seat: int | None, rng: random.Random) -> Iterator[Change]:
    machine = state.machine
    for slot, (name, kind, owner, _) in machine.eyes.items():
        what = ("property" if kind else "table", kind, name)
        number = machine.known_number.get(what)
        shown = state.shown_facts.get((number, owner), 0) if number is not None else 0
        if blind(machine.sees_slot(state, slot) | shown, seat):
            whose = machine.program.layout.things[kind][owner] + "." if kind else ""
            value = _other_value(state, kind, name, slot, rng)
            yield from _slot(state, f"{whose}{name}", kind, name, slot, value)


def _slot(state: State, title: str, kind: str, name: str, slot: int, value: Any) -> Iterator[Change]:
    if value != state.S[slot]:
        of = state.machine.field_types[kind, name]
        old, new = (value_name(state.machine, of, v) for v in (state.S[slot], value))
        yield Slot(title, slot, value, (old, new))


def _other_value(state: State, kind: str, name: str, slot: int, rng: random.Random) -> Any:
    layout, now = state.machine.program.layout, state.S[slot]
    of = held(state.machine.field_types[kind, name])
    match of.name:
        case "thing":
            return rng.randrange(len(layout.things[of.kind])) if now is not None else None
        case "flag":
            return rng.random() < 0.5
        case "word":
            return rng.randrange(len(of.words))
        case _ if of == NUMBER and isinstance(now, int):
            low, high = state.machine.bounds.get(slot, (None, None))
            return rng.randint(low if low is not None else now, high if high is not None else now + 3)
        case _:
            return now


def _limits(state: State, seat: int | None, rng: random.Random) -> Iterator[Change]:
    layout = state.machine.program.layout
    for name, limit in layout.limits.items():
        for owner, whose in enumerate(layout.things[limit.per] if limit.per else ("",)):
            slot = limit.base + owner
            if blind(state.machine.mask_of(state, limit.eyes, limit.per, owner), seat):
                value = rng.randint(0, limit.times)
                if value != state.S[slot]:
                    yield Slot(
                        f"{name} used {'by ' + whose if whose else ''}".strip(),
                        slot,
                        value,
                        (str(state.S[slot]), str(value)),
                    )


# cards


def _cards(state: State, seat: int | None, rng: random.Random) -> Iterator[Change]:
    """Cards that the seat cannot see change places; each pile keeps its height."""
    places: dict[str, list[tuple[int, int]]] = {}
    layout = state.machine.program.layout
    for zone, cards in enumerate(state.Z):
        if not blind(faces_seen(state, zone), seat):
            continue
        for at, card in enumerate(cards):
            unknown = not knows_something(state, seat, card, shown=not _mixed(state, zone, at))
            if unknown and not _on_the_stack(state, card):
                places.setdefault(layout.card_kinds[layout.cards[card]], []).append((zone, at))
    for spots in places.values():
        for at in range(len(spots) - 1, 0, -1):
            other = rng.randint(0, at)
            if other != at:
                swap = Swap(spots[at], spots[other], _swapped(state, spots[at], spots[other]))
                swap.apply(state)
                yield swap


def _mixed(state: State, zone: int, at: int) -> bool:
    """Whether a card lies in the shuffled part of a pile, where nobody can tell which it is."""
    low, high = state.bottoms[zone], len(state.Z[zone]) - state.tops[zone]
    return state.machine.shuffled[zone] and low <= at < high


def _swapped(state: State, one: tuple[int, int], other: tuple[int, int]) -> str:
    machine = state.machine
    names = [face_name(machine, face(state, state.Z[zone][at])) for zone, at in (one, other)]
    zones = [machine.zone_names[zone] for zone, _ in (one, other)]
    return f"{names[0]} of {zones[0]} and {names[1]} of {zones[1]} change places"


def _on_the_stack(state: State, card: int) -> bool:
    return any(isinstance(item, int) and item == card for frame in state.stack[1:] for item in frame[6:7])


def knows_something(state: State, seat: int | None, card: int, *, shown: bool = True) -> bool:
    """Whether the seat has its own knowledge of a card, so that it would notice another in its place.

    Without `shown` only what it knows for good: a shuffle makes forget what was shown.
    """
    if seat is None:
        return False
    bit = 1 << seat
    was_shown = any(state.shown_facts.get((number, card), 0) & bit for number, _ in state.machine.card_facts)
    private = any(eye >= 0 and state.S[eye + card] == seat for _, eye in state.machine.private_fields)
    return private or (shown and was_shown)


def _rolled(state: State, seat: int | None, rng: random.Random) -> Iterator[Change]:
    """Dice that were rolled where the seat does not see them show other faces."""
    machine = state.machine
    zones = {e[2] for e in state.log if e[0] == Note.MOVE and e[2] == e[3]}
    for zone in sorted(zones):
        for card in state.Z[zone] if blind(faces_seen(state, zone), seat) else ():
            for base, low, high in machine.rolled[card]:
                value = rng.randint(low, high)
                if value != state.S[base + card]:
                    title = f"a die in {machine.zone_names[zone]}"
                    yield Slot(title, base + card, value, (str(state.S[base + card]), str(value)))


def _fields(state: State, seat: int | None, rng: random.Random) -> Iterator[Change]:
    """Fields with eyes of their own: on every card, also on one whose face the seat sees."""
    layout = state.machine.program.layout
    shown = {number: k for number, k in enumerate(state.machine.program.knowables) if k.what == "field"}
    for (kind, name), place in layout.fields.items():
        if not isinstance(place, Stored) or place.eyes in (("face",), ("all",)):
            continue
        for card, number in enumerate(layout.cards):
            if layout.card_kinds[number] != kind or (seat is not None and knows_something(state, seat, card)):
                continue
            if seat is None and any(state.shown_facts.get((n, card), 0) == -1 for n in shown):
                continue
            value = _other_field(state, kind, name, place, card, seat, rng)
            title = f"{name} of {_card(state.machine, state, card)}"
            yield from _slot(state, title, kind, name, place.base + card, value)


def _card(machine: Machine, state: State, card: int) -> str:
    lies = next((machine.zone_names[zone] for zone, cards in enumerate(state.Z) if card in cards), "")
    return f"{face_name(machine, face(state, card))} in {lies}"


def _other_field(
    state: State, kind: str, name: str, place: Stored, card: int, seat: int | None, rng: random.Random
) -> Any:
    """Another value; a field that says who may see it may name anybody but the seat that must not notice."""
    if place.eyes == (name,):
        others: list[int | None] = [s for s in range(state.machine.seats) if s != seat]
        return rng.choice([None, None, *others])
    return _other_value(state, kind, name, place.base + card, rng)
