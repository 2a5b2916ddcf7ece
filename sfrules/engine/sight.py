"""What a seat sees of a position: worked out once, as far as the content says it once for all, and then only read.

A `Sight` belongs to one seat, or to the table (None): what everybody sees. For each thing it knows beforehand which
properties the seat sees whatever happens, in which slots they lie and what their values are called; only what may be
seen or not, as the game goes, is asked for each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sfrules.engine.cards import face, faces_seen, privately
from sfrules.engine.options import Names, face_name, value_name
from sfrules.engine.state import State
from sfrules.program.layout import Given, Stored, Value
from sfrules.program.program import Knowable
from sfrules.record import record

if TYPE_CHECKING:
    from sfrules.engine.machine import Machine


def sees(mask: int, seat: int | None) -> bool:
    """Bits against a seat; the table sees only what all see."""
    return mask == -1 if seat is None else bool(mask >> seat & 1)


def counted_by(state: State, zone: int) -> int:
    """Who sees how many cards lie in a zone, as bits."""
    mask = state.machine.count_eyes[zone]
    if mask is None:
        return state.machine.group_eyes(state, zone, state.machine.zone_words[zone][1])
    return mask


def card_seen(state: State, seat: int | None, card: int, looks: tuple[Value, ...] | None = None) -> str:
    """A card by its face (as it looked once, if that is given); what else this seat knows of it stands in brackets."""
    name = face_name(state.machine, looks or state.faces[card] or face(state, card))
    if seat is None:
        return name
    facts = []
    if state.shown_facts:
        for number, read in state.machine.card_facts:
            if sees(state.shown_facts.get((number, card), 0), seat):
                known = state.machine.program.knowables[number]
                facts.append(f"{known.name}={value_name(state.machine, known.type, read(state, card))}")
    if not facts and state.machine.private_fields and any(v is not None for v in privately(state, seat, card)):
        facts.append("known")
    return name + (f" ({', '.join(facts)})" if facts else "")


@record
class Kept:
    """A property that is stored: its slot, what its values are called, and who sees it, to be asked each time."""

    name: str
    slot: int
    names: Names
    what: tuple[str, str, str]
    owner: int
    eyes: tuple[str, ...]
    moving: bool


@record
class Owner:
    """What a seat sees of one thing, or of the table.

    `given` is what never changes, with room for what is always seen; `seen` are those properties, with their slots and
    what their values are called; `perhaps` are the others.
    """

    given: dict[str, str]
    seen: tuple[tuple[str, int, Names], ...]
    perhaps: tuple[Kept, ...]

    def read(self, state: State, seat: int | None) -> dict[str, str]:
        """The values now, by name."""
        found, slots = self.given.copy(), state.S
        for name, slot, names in self.seen:
            found[name] = names[slots[slot]]
        if self.perhaps:
            for kept in self.perhaps:
                if (kept.moving and sees(_mask(state, kept), seat)) or (
                    state.shown_facts and _shown(state, kept, seat)
                ):
                    found[kept.name] = kept.names[slots[kept.slot]]
        return found


def _mask(state: State, kept: Kept) -> int:
    return state.machine.mask_of(state, kept.eyes, kept.what[1], kept.owner)


def _shown(state: State, kept: Kept, seat: int | None) -> bool:
    number = state.machine.known_number.get(kept.what)
    return number is not None and sees(state.shown_facts.get((number, kept.owner), 0), seat)


class Sight:
    """What one seat sees, of whatever position of the games of one machine."""

    def __init__(self, machine: Machine, seat: int | None) -> None:
        self.machine = machine
        self.seat = seat
        layout = machine.program.layout
        counters = {name: (slot, machine.numbers) for name, slot in layout.counters.items()}
        self._table = self._owner("table", "", 0, layout.table, counters)
        self._things = {
            kind: [
                (id_, self._owner("property", kind, owner, dict(machine.properties_of.get(kind, ())), {}))
                for owner, id_ in enumerate(ids)
            ]
            for kind, ids in layout.things.items()
        }
        self._limits, self._some_limits = self._limits_seen()
        self._derived = [*self._derived_seen()]
        self._zones = [
            (zone, name, self._always(machine.face_eyes[zone]), self._always(machine.count_eyes[zone]))
            for zone, name in enumerate(machine.zone_names)
        ]

    def _always(self, mask: int | None) -> bool | None:
        """Whether this seat is among those who see something; None where that may change."""
        return None if mask is None else sees(mask, self.seat)

    def _derived_seen(self) -> Iterator[tuple[str, str, int, bool | tuple[str, ...], int, Knowable]]:
        """Derived properties: kind, owner, whether they are always seen or never, or by whom, and which."""
        machine = self.machine
        for kind, derived in machine.derived_of.items():
            for owner, id_ in enumerate(machine.program.layout.things.get(kind, ())):
                for number, known in derived:
                    eyes = machine.derived_eyes.get((kind, known.name), ())
                    always = self._always(machine.still_mask(eyes, kind, owner))
                    yield kind, id_, owner, eyes if always is None else always, number, known

    def _owner(
        self,
        what: str,
        kind: str,
        owner: int,
        places: dict[str, Stored | Given],
        counters: dict[str, tuple[int, Names]],
    ) -> Owner:
        given: dict[str, str] = {}
        seen: list[tuple[str, int, Names]] = []
        perhaps = []
        for name, place in places.items():
            of = self.machine.field_types[kind, name]
            if isinstance(place, Given) and what == "property":
                given[name] = value_name(self.machine, of, place.values[owner])
                continue
            mask = self.machine.still_mask(place.eyes, kind, owner)
            always = mask is not None and sees(mask, self.seat)
            if isinstance(place, Given):
                if always:
                    given[name] = value_name(self.machine, of, place.values[0])
            elif always:
                given[name] = ""
                seen.append((name, place.base + owner, self.machine.names(of)))
            else:
                slot, names = place.base + owner, self.machine.names(of)
                perhaps.append(Kept(name, slot, names, (what, kind, name), owner, place.eyes, mask is None))
        for name, (slot, names) in counters.items():
            given[name] = ""
            seen.append((name, slot, names))
        return Owner(given, tuple(seen), tuple(perhaps))

    def _limits_seen(self) -> tuple[list[tuple[str, int]], list[tuple[str, int, tuple[str, ...], str, int]]]:
        always, perhaps = [], []
        layout = self.machine.program.layout
        for name, limit in layout.limits.items():
            for owner, id_ in enumerate(layout.things[limit.per] if limit.per else ("",)):
                called, slot = f"{name}.{id_}" if id_ else name, limit.base + owner
                mask = self.machine.still_mask(limit.eyes, limit.per, owner)
                if mask is None:
                    perhaps.append((called, slot, limit.eyes, limit.per, owner))
                elif sees(mask, self.seat):
                    always.append((called, slot))
        return always, perhaps

    def table(self, state: State) -> dict[str, str]:
        """The properties of the table, and how often each repeated phase has begun."""
        return self._table.read(state, self.seat)

    def things(self, state: State) -> dict[str, dict[str, dict[str, str]]]:
        """The properties of all things, by kind and id."""
        seat, machine = self.seat, self.machine
        found = {kind: {id_: of.read(state, seat) for id_, of in owners} for kind, owners in self._things.items()}
        for kind, id_, owner, eyes, number, known in self._derived:
            if (
                eyes is True
                or (eyes and sees(machine.mask_of(state, eyes, kind, owner), seat))
                or (state.shown_facts and sees(state.shown_facts.get((number, owner), 0), seat))
            ):
                found[kind][id_][known.name] = value_name(machine, known.type, machine.reads[number](state, owner))
        return found

    def zones(self, state: State) -> dict[str, dict[str, Any]]:
        """For each zone (`hand.north` where each seat has one) the faces or, where only that is seen, their number."""
        found: dict[str, dict[str, Any]] = {}
        for zone, name, faces, count in self._zones:
            if faces or ((faces is None or state.shown_zones) and sees(faces_seen(state, zone), self.seat)):
                found[name] = {"cards": self._cards(state, state.Z[zone])}
            elif count or (count is None and sees(counted_by(state, zone), self.seat)):
                found[name] = {"count": len(state.Z[zone])}
        return found

    def _cards(self, state: State, cards: list[int]) -> list[str]:
        seat, eyes, slots = self.seat, self.machine.private_eyes, state.S
        if state.shown_facts:
            return [card_seen(state, seat, card) for card in cards]
        names, faces = self.machine.face_names, state.faces
        found = [names[faces[card] or face(state, card)] for card in cards]
        for eye in eyes:  # a card of which this seat knows more than its face
            for place, card in enumerate(cards):
                if slots[eye + card] == seat and seat is not None:
                    found[place] = card_seen(state, seat, card)
        return found

    def limits(self, state: State) -> dict[str, Any]:
        """How often what is limited has been used."""
        slots = state.S
        found: dict[str, Any] = {name: slots[slot] for name, slot in self._limits}
        for name, slot, eyes, kind, owner in self._some_limits:
            if sees(self.machine.mask_of(state, eyes, kind, owner), self.seat):
                found[name] = slots[slot]
        return found
