"""Who sees what: the words of a `seen_by`, worked out to bits of seats, once where they never change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sfrules.engine.state import State
from sfrules.program.layout import Given, Stored, Value
from sfrules.program.program import Program

Slot = tuple[str, str, int, Stored]
"""Name, kind ("" for the table), owner, and where it is stored."""


class Eyes:
    """The part of a machine that knows who sees what."""

    program: Program
    seats: int
    functions: dict[str, Any]
    zone_owner: list[int]
    seat_zone: list[bool]
    eyes: dict[int, Slot]

    # zones

    def still_eyes(self, zone: int, words: tuple[str, ...]) -> int | None:
        """Who sees a zone, when that never changes; None where a group is among the eyes."""
        mask = 0
        for word in words:
            if word == "all":
                return -1
            if word == "owner":
                mask |= 1 << self.zone_owner[zone] if self.seat_zone[zone] else 0
            elif word != "nobody":
                return None
        return mask

    def group_eyes(self, g: State, zone: int, words: Iterable[str]) -> int:
        """Who sees a zone now, groups included: a group sees what its members own."""
        mask = 0
        owner = self.zone_owner[zone]
        for word in words:
            if word == "all":
                return -1
            if word == "owner":
                mask |= 1 << owner
            elif word in self.program.groups:
                members = self.members_of(g, word)
                mask |= members if owner < 0 or members >> owner & 1 else 0
        return mask

    def members_of(self, g: State, group: str) -> int:
        """The seats of a group, as bits."""
        test = self.functions[self.program.groups[group]]
        return sum(1 << seat for seat in range(self.seats) if test(g, seat))

    # slots

    def slots(self) -> dict[int, Slot]:
        """For each slot of the table and of things: what it is, of which kind, whose."""
        found: dict[int, Slot] = {}
        layout = self.program.layout
        for name, place in layout.table.items():
            if isinstance(place, Stored):
                found[place.base] = (name, "", 0, place)
        for (kind, name), place in layout.properties.items():
            if isinstance(place, Stored):
                found.update({place.base + n: (name, kind, n, place) for n in range(place.count)})
        return found

    def sees_slot(self, g: State, slot: int) -> int:
        """Who sees this slot now, as bits."""
        _, kind, owner, place = self.eyes[slot]
        return self.mask_of(g, place.eyes, kind, owner)

    def mask_of(self, g: State, words: Iterable[str], kind: str, owner: int) -> int:
        """Who the words of a `seen_by` mean, for a thing of a kind."""
        mask = 0
        for word in words:
            if word in ("all", "face"):
                return -1
            if word == "owner":
                mask |= 1 << owner if kind == self.program.layout.seat_kind else 0
            elif word in self.program.groups:
                members = self.members_of(g, word)
                mask |= members if members >> owner & 1 or kind != self.program.layout.seat_kind else 0
            elif word != "nobody":
                seat = self._seat_in(g, kind, word, owner)
                mask |= 1 << seat if seat is not None else 0
        return mask

    def still_mask(self, words: Iterable[str], kind: str, owner: int) -> int | None:
        """Who the words of a `seen_by` mean, when that never changes; None where it may."""
        layout = self.program.layout
        mask = 0
        for word in words:
            if word in ("all", "face"):
                return -1
            if word == "owner":
                mask |= 1 << owner if kind == layout.seat_kind else 0
            elif word != "nobody":
                return None
        return mask

    def _seat_in(self, g: State, kind: str, name: str, owner: int) -> int | None:
        layout = self.program.layout
        place = layout.properties.get((kind, name)) or layout.fields.get((kind, name))
        if isinstance(place, Given):
            value: Value | tuple[Value, ...] = place.values[owner]
        elif isinstance(place, Stored):
            value = g.S[place.base + owner]
        else:
            return None
        return value if isinstance(value, int) else None
