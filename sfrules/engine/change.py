"""Changes that need more than a write: layers that expire, tracks bounded late, triggers, knowledge, seats out."""

from __future__ import annotations

from typing import Any

from sfrules.engine.cards import face
from sfrules.engine.errors import ContentError
from sfrules.engine.state import State
from sfrules.program.events import Note
from sfrules.program.frames import WAKING, WOKEN

# events are noted so often that their numbers are looked up once
_EXPIRE, _KNOW, _OUT, _RELEASE, _SET = Note.EXPIRE, Note.KNOW, Note.OUT, Note.RELEASE, Note.SET

MAX_CHAIN = 60


def _apply(op: str, old: Any, value: Any) -> Any:
    match op:
        case "=":
            return value
        case "+":
            return old + value
        case "-":
            return old - value
        case "|":
            return old | value
        case _:
            return old & ~value


def _bounded(g: State, slot: int, value: Any) -> Any:
    bounds = g.machine.bounds.get(slot)
    if bounds is None:
        return value
    low, high = bounds
    if high is not None and value > high:
        return high
    return low if low is not None and value < low else value


def _set(g: State, slot: int, value: Any) -> None:
    if g.S[slot] != value:
        g.log.append((_SET, slot, g.S[slot], value))
        g.S[slot] = value


def lay(g: State, slot: int, op: str, value: Any, phase: int, count: int) -> None:
    """A change that ends when `phase` has expired `count` times; what lies under it is kept."""
    g.base.setdefault(slot, g.S[slot])
    g.layers.append((slot, op, value, phase, count))
    _set(g, slot, _seen_through(g, slot))


def _seen_through(g: State, slot: int) -> Any:
    """The value under all its layers, oldest first."""
    value: Any = g.base[slot]
    for other, op, change, _, _ in g.layers:
        if other == slot:
            value = _bounded(g, slot, _apply(op, value, change))
    return value


def put(g: State, slot: int, op: str, value: Any) -> None:
    """A lasting change of something that may have layers over it."""
    if slot not in g.base:
        _set(g, slot, _bounded(g, slot, _apply(op, g.S[slot], value)))
        return
    g.base[slot] = _bounded(g, slot, _apply(op, g.base[slot], value))
    _set(g, slot, _seen_through(g, slot))


def late(g: State, slot: int, op: str, value: Any) -> None:
    """A change of a track that is bounded only when the effect is over."""
    g.late.setdefault(slot, g.S[slot])
    g.S[slot] = _apply(op, g.S[slot], value)


def settle(g: State) -> None:
    """The effect is over: late tracks are bounded, and the triggers that waited for this run, in declared order."""
    if g.late:
        for slot, old in g.late.items():
            g.S[slot] = new = _bounded(g, slot, g.S[slot])
            if new != old:
                g.log.append((_SET, slot, old, new))
        g.late.clear()
    while g.queue:
        waiting, g.queue = sorted(set(g.queue)), []
        for place, number in enumerate(waiting):
            height = len(g.stack)
            _wake(g, number)
            if len(g.stack) != height:  # it waits for an answer, and the others for it
                g.stack.insert(height, [WAKING, None, tuple(waiting[place + 1 :])])
                return


def seg_waking(g: State, f: list[Any]) -> None:
    """Triggers that have waited for one before them."""
    g.stack.pop()
    g.queue = [*f[WOKEN], *g.queue]
    settle(g)


def _wake(g: State, number: int) -> None:
    """Runs what a trigger does; one that wakes itself, or others that wake it, is stopped."""
    trigger = g.machine.program.triggers[number]
    g.depth += 1
    if g.depth > MAX_CHAIN:
        raise ContentError(_without_end(trigger.id), rule=f"triggers {trigger.id}")
    g.machine.run_rule(g, trigger.effect, ())
    g.depth -= 1


def fire(g: State, number: int) -> None:
    """A trigger has become so: at once, or when the effect is over."""
    trigger = g.machine.program.triggers[number]
    if trigger.late or trigger.effect.waits:
        g.queue.append(number)
        return
    g.depth += 1
    if g.depth > MAX_CHAIN:
        raise ContentError(_without_end(trigger.id), rule=f"triggers {trigger.id}")
    g.machine.functions[trigger.effect.function](g)
    g.depth -= 1


def _without_end(trigger: str) -> str:
    return f"Triggers wake each other without end; the last is “{trigger}”."


def expire(g: State, phase: int) -> None:
    """What was to last until the end of this phase ends; counters of the phase begin anew."""
    kept: list[tuple[int, str, Any, int, int]] = []
    ended: dict[int, None] = {}
    for slot, op, value, until, count in g.layers:
        if until != phase:
            kept.append((slot, op, value, until, count))
        elif count > 1:
            kept.append((slot, op, value, until, count - 1))
        else:
            ended[slot] = None
    g.layers = kept
    for slot in ended:
        _set(g, slot, _seen_through(g, slot))
        if slot not in [layer[0] for layer in kept]:
            del g.base[slot]
    g.log.append((_EXPIRE, phase))
    for first, values in g.machine.resets.get(phase, ()):
        g.S[first : first + len(values)] = values


def told(g: State, mask: int, site: int, value: Any) -> Any:
    """Declassifies a value: `mask` learns it here, whatever it is."""
    g.log.append((_RELEASE, mask, site, tuple(value) if isinstance(value, list) else value))
    return value


def surfaces(g: State, site: int, value: Any) -> Any:
    """`openly if`: comes to light only where it is so."""
    if value:
        g.log.append((_RELEASE, -1, site, True))
    return value


def show_zone(g: State, zone: int, mask: int) -> None:
    """From now on `mask` sees what lies in this zone."""
    g.shown_zones[zone] = g.shown_zones.get(zone, 0) | mask
    g.log.append((_KNOW, mask, -1, zone, tuple((c, face(g, c)) for c in g.Z[zone])))


def hide_zone(g: State, zone: int, mask: int) -> None:
    """Back to the zone's own eyes."""
    g.shown_zones.pop(zone, None)


def show_fact(g: State, what: int, owner: int, mask: int) -> None:
    """From now on `mask` sees this property of this owner."""
    g.shown_facts[what, owner] = g.shown_facts.get((what, owner), 0) | mask
    value = g.machine.reads[what](g, owner)
    known = g.machine.program.knowables[what]
    item: Any = (owner, face(g, owner)) if known.what == "field" else owner
    g.log.append((_KNOW, mask, what, item, tuple(value) if isinstance(value, list) else value))


def hide_fact(g: State, what: int, owner: int, mask: int) -> None:
    """Back to the property's own eyes."""
    g.shown_facts.pop((what, owner), None)


def eliminate(g: State, seat: int) -> None:
    """The seat is out: no turn, window or vote asks it again."""
    out: Any = g.S[g.machine.program.layout.out]
    g.S[g.machine.program.layout.out] = out | 1 << seat
    g.log.append((_OUT, seat))
