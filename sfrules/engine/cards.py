"""Cards on the move: draw, move, turn, shuffle, roll. Each card is in exactly one zone before and after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sfrules.engine.chance import below
from sfrules.engine.errors import ContentError
from sfrules.engine.state import State
from sfrules.program.events import Note
from sfrules.program.layout import Value

# events are noted so often that their numbers are looked up once
_MOVE, _SHUFFLE = Note.MOVE, Note.SHUFFLE

Test = Callable[[list[int]], list[int]]
"""Takes the cards of a zone, and gives the places of those that pass."""


def face(g: State, card: int) -> tuple[Value, ...]:
    """What is printed and written on a card: its name, then its face fields. Kept until something on it changes."""
    known = g.faces[card]
    if known is None:
        slots = g.S
        known = g.faces[card] = tuple([slots[base + card] for base in g.machine.face_bases[card]])
    return known


def as_seen(g: State, card: int | None) -> tuple[str, tuple[Value, ...]] | None:
    """A card for the log: how it looks now."""
    return None if card is None else ("card", face(g, card))


def turned_over(g: State, card: int) -> None:
    """Something on the card has changed."""
    g.faces[card] = None


def faces_seen(g: State, zone: int) -> int:
    """Who sees the faces of a zone, as bits."""
    mask = g.machine.face_eyes[zone]
    if mask is None:
        mask = g.machine.group_eyes(g, zone, g.machine.zone_words[zone][0])
    return mask | g.shown_zones.get(zone, 0) if g.shown_zones else mask


def unlike(g: State, seat: int, cards: Sequence[int]) -> Sequence[int]:
    """One card of each sort that a seat can tell apart: of look-alikes the one held longest."""
    if len(cards) < 2:
        return cards
    seen: set[tuple[Any, ...]] = set()
    found = []
    slots, faces, shown = g.S, g.faces, g.shown_facts
    eyes = g.machine.private_eyes
    for card in cards:
        looks = faces[card] or face(g, card)
        if shown:
            looks = (*looks, *privately(g, seat, card))
        else:
            for eye in eyes:
                if slots[eye + card] == seat:
                    looks = (*looks, *privately(g, seat, card))
                    break
        if looks not in seen:
            seen.add(looks)
            found.append(card)
    return found


def privately(g: State, seat: int, card: int) -> tuple[Value, ...]:
    """What this seat knows of a card besides its face: fields with eyes of their own, and what it was shown."""
    slots = g.S
    known: list[Value] = [
        slots[base + card] if slots[eye + card] == seat else None for base, eye in g.machine.private_fields if eye >= 0
    ]
    if g.shown_facts:
        bit = 1 << seat
        for what, read in g.machine.card_facts:
            if g.shown_facts.get((what, card), 0) & bit:
                known.append(read(g, card))
    return tuple(known)


def draw(g: State, count: int, source: int, target: int, test: Test | None) -> None:
    """Takes cards from a pile, lazily at random where it is shuffled.

    Fewer, when it runs out and nothing comes back, or when the target is full.
    """
    moved = []
    machine = g.machine
    zone, goal, faces = g.Z[source], g.Z[target], g.faces
    room, loose = machine.holds[target], test is None and machine.shuffled[source]
    for _ in range(count if room is None else min(count, room - len(goal))):
        if not zone and not _refill(g, source):
            break
        if loose and not g.tops[source] and len(zone) > g.bottoms[source]:  # any card of the unknown middle
            low = g.bottoms[source]
            at = low + below(g, source, len(zone) - low)
            card, zone[at] = zone[at], zone[-1]
            zone.pop()
        elif test is None:
            card = _take_known(g, source, zone)
        else:
            found = _take_where(g, source, zone, test)
            if found is None:
                break
            card = found
        bind = machine.binds[g.S[machine.names_base + card]]  # type: ignore[index]
        if bind is not None:
            bind(g, card)
        goal.append(card)
        moved.append((card, faces[card] or face(g, card)))
    if moved:
        if machine.shuffled[target]:
            g.tops[target] += len(moved)
        mask = machine.move_eyes[source][target]
        if mask is None or g.shown_zones:
            mask = faces_seen(g, source) | faces_seen(g, target)
        g.log.append((_MOVE, tuple(moved), source, target, mask))


def _refill(g: State, source: int) -> bool:
    """Shuffles the pile that comes back into the empty one."""
    origin = g.machine.refills[source]
    if origin < 0 or not g.Z[origin]:
        return False
    g.Z[source].extend(g.Z[origin])
    g.Z[origin].clear()
    g.tops[origin] = g.bottoms[origin] = 0
    _forget_order(g, source)
    g.log.append((_SHUFFLE, source))
    return True


def _take_known(g: State, source: int, zone: list[int]) -> int:
    """The card on top, where the order is known."""
    if g.tops[source]:
        g.tops[source] -= 1
    elif g.machine.shuffled[source]:
        g.bottoms[source] -= 1
    return zone.pop()


def _take_where(g: State, source: int, zone: list[int], test: Test) -> int | None:
    """Only among the cards that pass a test: the first from the top, or at random where the order is unknown."""
    fitting = test(zone)
    if not fitting:
        return None
    # where the order is known, the first from the top; a card in the unknown middle of a pile may be any of those there
    on_top = fitting[-1] >= len(zone) - g.tops[source]
    at = fitting[-1] if on_top or not g.machine.shuffled[source] else fitting[below(g, source, len(fitting))]
    _note_gap(g, source, at)
    return zone.pop(at)


def _note_gap(g: State, zone: int, at: int) -> None:
    """A card leaves the middle of a pile: the known ends shrink with it."""
    if at < g.bottoms[zone]:
        g.bottoms[zone] -= 1
    elif at >= len(g.Z[zone]) - g.tops[zone]:
        g.tops[zone] -= 1


def where_is(g: State, card: int) -> int:
    """The zone in which a card lies."""
    for zone in g.machine.zones_of_card[card]:
        if card in g.Z[zone]:
            return zone
    raise ContentError("A card that lies nowhere is to be moved.")


def move(g: State, cards: Sequence[int], target: int, side: str | None) -> None:
    """Puts cards into a zone: behind the others, or on a side of a pile."""
    by_source: dict[int, list[tuple[int, tuple[Value, ...]]]] = {}
    cards = tuple(cards)
    machine, zones, faces = g.machine, g.Z, g.faces
    room = machine.holds[target]
    if room is not None and len({*cards, *zones[target]}) > room:
        raise ContentError(f"Here more cards go into “{machine.zone_names[target]}” than the {room} it holds.")
    for card in cards:
        source = where_is(g, card)
        zone = zones[source]
        if machine.shuffled[source]:
            _note_gap(g, source, zone.index(card))
        zone.remove(card)
        by_source.setdefault(source, []).append((card, faces[card] or face(g, card)))
        if side is None and not machine.shuffled[target]:
            zones[target].append(card)
        else:
            _put(g, card, target, side)
    for source, moved in by_source.items():
        mask = machine.move_eyes[source][target]
        if mask is None or g.shown_zones:
            mask = faces_seen(g, source) | faces_seen(g, target)
        g.log.append((_MOVE, tuple(moved), source, target, mask))


def _put(g: State, card: int, target: int, side: str | None) -> None:
    zone = g.Z[target]
    if side == "bottom":
        zone.insert(0, card)
        g.bottoms[target] += 1
    elif side == "random":
        zone.insert(below(g, target, len(zone) + 1), card)
        _forget_order(g, target)
    else:
        zone.append(card)
        if g.machine.shuffled[target]:
            g.tops[target] += 1


def put_away(g: State, seat: int, card: int, entry: int) -> None:
    """A played card goes from the hand to where cards of its kind go."""
    machine = g.machine
    target = machine.discards[entry]
    if target < 0:
        return
    source = machine.hands[entry] + seat * machine.own_hands[entry]
    g.Z[source].remove(card)
    g.Z[target].append(card)
    mask = machine.move_eyes[source][target]
    if mask is None or g.shown_zones:
        mask = faces_seen(g, source) | faces_seen(g, target)
    g.log.append((_MOVE, ((card, g.faces[card] or face(g, card)),), source, target, mask))


def turn(g: State, card: int, name: int) -> None:
    """The card takes on the name, title and fixed fields of another."""
    g.S[g.machine.names_base + card] = name
    turned_over(g, card)


def shuffle(g: State, zone: int) -> None:
    """From now on nobody knows anything of the order, nor which of the cards is which."""
    _forget_order(g, zone)
    g.log.append((_SHUFFLE, zone))


def _forget_order(g: State, zone: int) -> None:
    g.tops[zone] = g.bottoms[zone] = 0
    if g.shown_facts:
        inside = set(g.Z[zone])
        fields = {what for what, _ in g.machine.card_facts}
        for what, owner in [key for key in g.shown_facts if key[0] in fields and key[1] in inside]:
            del g.shown_facts[what, owner]


def roll(g: State, stream: int, zone: int) -> None:
    """Gives every loose number on the pieces of a zone a new value within its bounds."""
    for card in g.Z[zone]:
        for base, low, high in g.machine.rolled[card]:
            g.S[base + card] = low + below(g, stream, high - low + 1)
        turned_over(g, card)
    rolled = tuple((card, face(g, card)) for card in g.Z[zone])
    g.log.append((_MOVE, rolled, zone, zone, faces_seen(g, zone)))
