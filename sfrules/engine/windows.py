"""Windows: who is asked, what can be answered, and the answers acting in the stated order.

What opens a window is made once for a machine, with all that the content says of it already looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sfrules.engine.declare import Declared, Frame, actor_of, announce, declare, entry_of
from sfrules.engine.state import Ask, State
from sfrules.program.events import Note
from sfrules.program.frames import (
    ACTOR,
    ANSWER,
    AT,
    CANCELLED,
    ENTRY,
    KINDS,
    RIDERS,
    SEALED,
    SEATS,
    SILENT,
    SUBJECTS,
    WINDOW,
    WINDOW_ID,
)  # fmt: skip

if TYPE_CHECKING:
    from sfrules.engine.machine import Machine

# events are noted so often that their numbers are looked up once
_PASS, _WINDOW = Note.PASS, Note.WINDOW

Open = Callable[[State, tuple[int, ...], Frame], None]
"""Takes the refs that can be answered, and the frame of the declaration."""

Able = list[tuple[int, list[Declared]]]
"""Seats that can answer something, in order, each with what it can answer."""

React = Callable[[State, Sequence[int], int, int], Able]
"""Who can answer; takes the seats that are asked, the ref that is answered, and who has declared that."""

PASS: Declared = (-1, (), (), None, -1)


def opening(machine: Machine, window: int) -> Open:
    """Opens a window, unless it asks nobody; in a public one only those are asked who can answer, which all can see.

    Where nobody can answer and nobody sees who is asked, it closes as it opens, without a frame.
    """
    code, out_slot, site = machine.windows[window], machine.out, machine.window_sites[window]
    public, sealed, told_asked = code.public, code.sealed, code.public and code.sealed
    asks, table = machine.functions[code.asks], machine.functions.get(f"Q{window}")
    segment = WINDOW + KINDS * window
    reacts, veiled = machine.reacts[window], [bool(entry.declared_as) for entry in machine.entries]

    def opens(g: State, subjects: tuple[int, ...], f: Frame) -> None:
        actor, entry = f[ACTOR], f[ENTRY]
        seats: tuple[int, ...] = table[actor] if table is not None else tuple(asks(g, subjects[0] & -16))
        out: Any = g.S[out_slot]
        if out:
            seats = tuple([s for s in seats if not out >> s & 1])
        if f[RIDERS]:
            able = _able(g, window, seats, subjects)
        else:
            react = reacts[entry]
            able = [] if react is None else react(g, seats, subjects[0], actor)
        if public and not sealed:
            seats = tuple([seat for seat, _ in able]) if able else ()
        if not seats:
            return
        asked = seats if told_asked else None
        g.log.append((_WINDOW, window, entry, 1 << actor if veiled[entry] else -1, asked, -1 if f[SILENT] else actor))
        if able or not g.auto:
            frame = [segment, None, window, subjects, seats, 0, None]
            g.stack.append(frame)
            if sealed:
                _ask_sealed(g, frame, able, site)
            else:
                _ask_first(g, frame, able, site)

    return opens


def _able(g: State, window: int, seats: Sequence[int], subjects: tuple[int, ...]) -> Able:
    """Who of these can answer to what is still there to be answered."""
    reacts = g.machine.reacts[window]
    found: dict[int, list[Declared]] = {}
    for ref in subjects:
        react = reacts[entry_of(g, ref)]
        if react is not None and _open_still(g, ref):
            for seat, options in react(g, seats, ref, actor_of(g, ref)):
                found.setdefault(seat, []).extend(options)
    return [(seat, found[seat]) for seat in seats if seat in found]


def _ask_sealed(g: State, f: Frame, able: Able, site: int) -> None:
    """Puts the questions to all who have something to decide."""
    known = dict(able)
    g.put(
        [
            Ask(seat, site, [PASS, *known.get(seat, ())], 0, seat, place)
            for place, seat in enumerate(f[SEATS])
            if seat in known or not g.auto
        ]
    )
    f[ANSWER] = ()


def _ask_first(g: State, f: Frame, able: Able, site: int) -> None:
    """Puts the question to the first who has something to decide, or, where all are asked, to the first."""
    seat, options = able[0] if g.auto or (able and able[0][0] == f[SEATS][0]) else (f[SEATS][0], [])
    f[AT] = f[SEATS].index(seat)
    g.seat, g.site, g.options, g.mask = seat, site, [PASS, *options], 0


def sealed_window(g: State, f: Frame) -> None:
    """All were asked at once, whoever they are; an answer that finds nothing left to answer was never played."""
    code = g.machine.windows[f[WINDOW_ID]]
    if f[SEALED] is None:
        if f[ANSWER] is None:  # what they know has been changed: they are asked anew
            window = f[WINDOW_ID]
            _ask_sealed(g, f, _able(g, window, f[SEATS], f[SUBJECTS]), g.machine.window_sites[window])
            if g.options is not None:
                return
        f[SEALED], f[ANSWER] = f[ANSWER][:: -1 if code.last_first else 1], None
    while f[AT] < len(f[SEALED]):
        seat, option = f[SEALED][f[AT]]
        f[AT] += 1
        if option[0] >= 0 and _open_still(g, option[4]):
            declare(g, seat, option, option[4], code.anonymous)
            return
    g.stack.pop()


def open_window(g: State, f: Frame) -> None:
    """One after another, until what was declared is cancelled or all have passed.

    Where the last acts first, all are asked; each play is seen at once, and acts when all have answered.
    """
    window, seats = f[WINDOW_ID], f[SEATS]
    code = g.machine.windows[window]
    if f[ANSWER] is not None:
        option, f[ANSWER] = f[ANSWER], None
        seat = seats[f[AT]]
        f[AT] += 1
        if option[0] < 0:
            g.log.append((_PASS, -1 if code.public else 1 << seat, window, seat))
        elif code.last_first:
            announce(g, seat, option, code.anonymous)
            f[SEALED] = (*(f[SEALED] or ()), (seat, option))
        else:
            declare(g, seat, option, option[4], code.anonymous)
            return
    while f[AT] < len(seats) and any(_open_still(g, ref) for ref in f[SUBJECTS]):
        seat = seats[f[AT]]
        able = _able(g, window, (seat,), f[SUBJECTS])
        if able or not (g.auto or code.public):
            g.seat, g.site, g.mask = seat, g.machine.window_sites[window], 0
            g.options = [PASS, *able[0][1]] if able else [PASS]
            return
        f[AT] += 1
    if f[SEALED]:
        f[AT] = len(seats)
        (seat, option), f[SEALED] = f[SEALED][-1], f[SEALED][:-1]
        g.machine.sends[option[0]](g, seat, option, option[4], code.anonymous, announced=True)
        return
    g.stack.pop()


def _open_still(g: State, ref: int) -> bool:
    """Whether there is something left to answer."""
    return not g.stack[ref >> 4][CANCELLED] & (1 | 1 << (ref & 15))
