"""The leak test: two worlds that differ only in what a seat may not know must look the same to it.

Delimited release: as long as what was released to the seat agrees in both worlds, its view, its options and its log must
agree too. A difference in what is released (`openly`, `tell`, `show`, `reveal`, cards that come into sight) ends the
comparison, for from there on the seat may tell the worlds apart; any other difference is a leak.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sfrules.engine.cards import faces_seen
from sfrules.engine.game import Decision, Game, new_game, run
from sfrules.engine.machine import Machine
from sfrules.engine.state import State
from sfrules.engine.view import log, view
from sfrules.lang.types import held
from sfrules.program.frames import ANSWER, MENU, PC, SEALED, WINDOW
from sfrules.program.layout import Stored

RELEASES = {"release", "shown"}
DEPTH = 14
"""How many decisions two worlds are followed."""


@dataclass(frozen=True, slots=True)
class Leak:
    """What gave a secret away: to whom, in which game, after how many answers, and both sides of the difference."""

    seat: str
    seed: int
    step: int
    what: str
    here: str
    there: str

    def __str__(self) -> str:
        place = f"seed {self.seed}, after {self.step} answers"
        return f"{self.seat or 'the table'} can tell two worlds apart by {self.what} ({place}): {self.here} / {self.there}"


def leaks(machine: Machine, seeds: Iterable[int], forks: int = 6) -> Iterator[Leak]:
    """Plays random games and forks each a few times; yields what tells the worlds apart, at most once a fork."""
    for seed in seeds:
        yield from _game(machine, seed, forks)


def _game(machine: Machine, seed: int, forks: int) -> Iterator[Leak]:
    rng = random.Random(f"leaks {seed}")
    game = new_game(machine, seed, auto=False)
    step = 0
    while not game.over:
        if not game.state.together and _at_rest(game.state) and rng.random() < _interest(game, forks):
            leak = _fork(game, rng, seed, step)
            if leak is not None:
                yield leak
        decision = rng.choice(game.decisions)
        game.choose(_lively(machine, game, decision, rng), decision.seat)
        step += 1


def _at_rest(state: State) -> bool:
    """Whether the question that is open can be asked anew in a changed world."""
    return state.stack[-1][PC] in (MENU, WINDOW)


def _interest(game: Game, forks: int) -> float:
    """How often to fork here: a few times a game, and mostly where something can be done under a cover."""
    decision = game.decision
    assert decision is not None
    covers = {_cover(game.machine, option) for option in decision.options} - {""}
    return 0.7 if covers else forks / 150


def _lively(machine: Machine, game: Game, decision: Decision, rng: random.Random) -> str:
    """A random option; what is declared under a cover comes more often, and what is free less, as it uses secrets up."""
    covered = [o for o in decision.options if _cover(machine, o)]
    if covered and rng.random() < 0.5:
        return rng.choice(covered)
    costly = [o for o in decision.options if machine.entry_numbers.get(o.split(":")[0]) not in machine.free_entries]
    return rng.choice(costly if costly and rng.random() < 0.8 else decision.options)


def _cover(machine: Machine, option: str) -> str:
    """What everybody else sees of an option, where that is not the option itself."""
    entry = machine.entry_numbers.get(option.split(":")[0].split("+")[0])
    return machine.entries[entry].declared_as if entry is not None else ""


# two worlds


def _fork(game: Game, rng: random.Random, seed: int, step: int) -> Leak | None:
    seat = rng.choice([None, *range(game.machine.seats)])
    here, there = game.clone(), game.clone()
    if rng.random() < 0.7:  # else the worlds differ only in what is done under cover
        _disturb(there.state, seat, rng)
    for world in (here, there):
        _ask_again(world.state)
    start = len(here.state.log)
    name = "" if seat is None else game.machine.seat_name(seat)

    def leak(what: str, a: object, b: object) -> Leak:
        return Leak(name, seed, step, what, str(a), str(b))

    for _ in range(DEPTH):
        told = _compare_logs(here, there, seat, start)
        if told is not None:
            return leak("the log", *told) if told[0] != told[1] else None
        seen = _compare_views(here, there, seat)
        if seen is not None:
            return leak(*seen)
        if here.over or there.over or not _step(here, there, seat, rng):
            return None
    return None


def _ask_again(state: State) -> None:
    """Puts the open question anew, as the changed world puts it."""
    frame = state.stack[-1]
    state.asks = []
    frame[ANSWER] = None
    if frame[PC] == WINDOW:
        frame[SEALED] = None
    run(state)


def _step(here: Game, there: Game, seat: int | None, rng: random.Random) -> bool:
    """One answer in both worlds, as far as the same can be answered; a covered choice may differ unseen."""
    mine = {d.seat: d for d in here.decisions}
    theirs = {d.seat: d for d in there.decisions}
    both = [s for s in mine if s in theirs]
    if not both:
        return False
    asked = rng.choice(both)
    pairs = _pairs(here.machine, mine[asked].options, theirs[asked].options, own=asked == seat)
    if not pairs:
        return False
    one, other = _drawn(here.machine, pairs, rng)
    here.choose(one, asked)
    there.choose(other, asked)
    return True


def _pairs(
    machine: Machine, mine: Iterable[str], theirs: Iterable[str], *, own: bool
) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """What may be answered in the two worlds: the same, or, unseen by others, two things under one cover.

    Sorted by the entries that are declared, so that one with many choices does not push the others aside.
    """
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    theirs = list(theirs)
    for one in mine:
        cover = "" if own else _cover(machine, one)
        for other in theirs:
            if one == other or (cover and _cover(machine, other) == cover):
                heads = (one.split(":")[0], other.split(":")[0]) if cover else ("", "")
                found.setdefault(heads, []).append((one, other))
    return found


def _drawn(
    machine: Machine, pairs: dict[tuple[str, str], list[tuple[str, str]]], rng: random.Random
) -> tuple[str, str]:
    covered = [heads for heads in pairs if heads != ("", "")]
    if covered and (rng.random() < 0.7 or ("", "") not in pairs):
        return rng.choice(pairs[rng.choice(covered)])
    return rng.choice(pairs["", ""])


def _compare_views(here: Game, there: Game, seat: int | None) -> tuple[str, Any, Any] | None:
    a, b = (view(world, seat, log_from=len(world.state.log)) for world in (here, there))
    for part, one in a.items():
        if one != b[part]:
            return f"{part} of its view", _first_difference(one, b[part]), _first_difference(b[part], one)
    return None


def _first_difference(one: Any, other: Any) -> Any:
    """The smallest part of `one` that is not so in `other`."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one:
            if one[key] != other.get(key):
                return {key: _first_difference(one[key], other.get(key))}
    return one


def _compare_logs(here: Game, there: Game, seat: int | None, start: int) -> tuple[Any, Any] | None:
    """None: no difference so far. A pair of equals: something else was released. Otherwise the leak."""
    a, b = log(here.state, seat, start), log(there.state, seat, start)
    for one, other in zip(a, b, strict=False):
        if one != other:
            return _judge(one, other)
    if len(a) != len(b):
        return _judge(a[len(b)] if len(a) > len(b) else None, b[len(a)] if len(b) > len(a) else None)
    return None


def _judge(one: Any, other: Any) -> tuple[Any, Any]:
    released = any(event is not None and _is_release(event) for event in (one, other))
    return (None, None) if released else (one, other)


def _is_release(event: dict[str, Any]) -> bool:
    return event["event"] in RELEASES or (event["event"] == "move" and "cards" in event)


# a world that differs only in what a seat may not know


def _disturb(state: State, seat: int | None, rng: random.Random) -> None:
    _disturb_slots(state, seat, rng)
    _disturb_limits(state, seat, rng)
    _swap_cards(state, seat, rng)
    _disturb_fields(state, seat, rng)
    state.faces = [None] * len(state.faces)


def _blind(mask: int, seat: int | None) -> bool:
    """Whether a seat (or the table) is not among those who see."""
    return mask != -1 if seat is None else not mask >> seat & 1


def _disturb_slots(state: State, seat: int | None, rng: random.Random) -> None:
    machine = state.machine
    for slot, (name, kind, owner, _) in machine.eyes.items():
        what = ("property" if kind else "table", kind, name)
        number = machine.known_number.get(what)
        shown = state.shown_facts.get((number, owner), 0) if number is not None else 0
        if _blind(machine.sees_slot(state, slot) | shown, seat):
            state.S[slot] = _other_value(state, kind, name, state.S[slot], rng)


def _other_value(state: State, kind: str, name: str, now: Any, rng: random.Random) -> Any:
    layout = state.machine.program.layout
    of = held(state.machine.field_types[kind, name])
    match of.name:
        case "thing":
            return rng.randrange(len(layout.things[of.kind])) if now is not None else None
        case "flag":
            return rng.random() < 0.5
        case "word":
            return rng.randrange(len(of.words))
        case _:
            return now


def _disturb_limits(state: State, seat: int | None, rng: random.Random) -> None:
    layout = state.machine.program.layout
    for limit in layout.limits.values():
        for owner in range(len(layout.things[limit.per]) if limit.per else 1):
            if _blind(state.machine.mask_of(state, limit.eyes, limit.per, owner), seat):
                state.S[limit.base + owner] = rng.randint(0, limit.times)


def _swap_cards(state: State, seat: int | None, rng: random.Random) -> None:
    """Cards that the seat cannot see change places; each pile keeps its height."""
    places: dict[str, list[tuple[int, int]]] = {}
    layout = state.machine.program.layout
    for zone, cards in enumerate(state.Z):
        if not _blind(faces_seen(state, zone), seat):
            continue
        for at, card in enumerate(cards):
            if not _knows_something(state, seat, card) and not _on_the_stack(state, card):
                kind = layout.card_kinds[layout.cards[card]]
                places.setdefault(kind, []).append((zone, at))
    for spots in places.values():
        hidden = [state.Z[zone][at] for zone, at in spots]
        rng.shuffle(hidden)
        for (zone, at), card in zip(spots, hidden, strict=True):
            state.Z[zone][at] = card


def _on_the_stack(state: State, card: int) -> bool:
    return any(isinstance(item, int) and item == card for frame in state.stack[1:] for item in frame[6:7])


def _knows_something(state: State, seat: int | None, card: int) -> bool:
    """Whether the seat has its own knowledge of a card, so that it would notice another in its place."""
    if seat is None:
        return False
    bit = 1 << seat
    shown = any(state.shown_facts.get((number, card), 0) & bit for number, _ in state.machine.card_facts)
    private = any(eye >= 0 and state.S[eye + card] == seat for _, eye in state.machine.private_fields)
    return shown or private


def _disturb_fields(state: State, seat: int | None, rng: random.Random) -> None:
    """Fields with eyes of their own: on every card, also on one whose face the seat sees."""
    layout = state.machine.program.layout
    shown = {number: k for number, k in enumerate(state.machine.program.knowables) if k.what == "field"}
    for (kind, name), place in layout.fields.items():
        if not isinstance(place, Stored) or place.eyes in (("face",), ("all",)):
            continue
        for card, number in enumerate(layout.cards):
            if layout.card_kinds[number] != kind or (seat is not None and _knows_something(state, seat, card)):
                continue
            if seat is None and any(state.shown_facts.get((n, card), 0) == -1 for n in shown):
                continue
            state.S[place.base + card] = _other_field(state, kind, name, place, card, seat, rng)


def _other_field(
    state: State, kind: str, name: str, place: Stored, card: int, seat: int | None, rng: random.Random
) -> Any:
    """Another value; a field that says who may see it may name anybody but the seat that must not notice."""
    if place.eyes == (name,):
        others: list[int | None] = [s for s in range(state.machine.seats) if s != seat]
        return rng.choice([None, None, *others])
    return _other_value(state, kind, name, state.S[place.base + card], rng)
