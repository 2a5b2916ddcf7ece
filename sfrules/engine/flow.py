"""The order of play: phases one after another, menus from which a seat declares something."""

from __future__ import annotations

from typing import Any

from sfrules.engine.ask import ask
from sfrules.engine.change import expire
from sfrules.engine.declare import Declared, declare
from sfrules.engine.errors import ContentError
from sfrules.engine.state import State
from sfrules.program.events import Note
from sfrules.program.frames import ANSWER, MENU, MENU_ID, MENU_SEAT, MENU_STAGE, PHASE, PHASE_ID, PHASE_SEAT, PHASE_STEP

Frame = list[Any]

STAND: Declared = (-1, (), (), None)


# phases


def begin_phase(g: State, phase: int) -> None:
    g.stack.append([PHASE, None, phase, 0, 0])


def seg_phase(g: State, f: Frame) -> None:
    """One step of a phase: its parts in order, again while it repeats, or its own rule."""
    code = g.machine.phases[f[PHASE_ID]]
    if code.phases or code.repeat:
        _group(g, f)
    else:
        _leaf(g, f)


def _group(g: State, f: Frame) -> None:
    code = g.machine.phases[f[PHASE_ID]]
    if f[PHASE_STEP] == 0 and not _begin(g, f):
        return
    at = f[PHASE_STEP] - 1
    if at < len(code.phases):
        f[PHASE_STEP] += 1
        begin_phase(g, code.phases[at])
        return
    if code.expires:
        expire(g, f[PHASE_ID])
    f[PHASE_STEP] = 0
    if not code.repeat:
        g.stack.pop()


def _begin(g: State, f: Frame) -> bool:
    """Counts a repetition; behind the last one comes `then`."""
    code = g.machine.phases[f[PHASE_ID]]
    if code.repeat:
        count: Any = g.S[code.counter]
        if count >= code.repeat:
            g.stack.pop()
            if code.then is not None:
                g.machine.run_rule(g, code.then, ())
            return False
        g.S[code.counter] = count + 1
        g.log.append((Note.PHASE, f[PHASE_ID], count + 1))
    f[PHASE_STEP] = 1
    return True


def _leaf(g: State, f: Frame) -> None:
    code = g.machine.phases[f[PHASE_ID]]
    if f[PHASE_STEP] == 0:
        g.log.append((Note.PHASE, f[PHASE_ID], 0))
        f[PHASE_STEP] = 1
    if not code.each:
        g.stack.pop()
        if code.effect is not None:
            g.machine.run_rule(g, code.effect, ())
        return
    while f[PHASE_SEAT] < g.machine.seats:
        seat = f[PHASE_SEAT]
        f[PHASE_SEAT] += 1
        if g.S[g.machine.out] >> seat & 1:  # type: ignore[operator]
            continue
        if code.menu >= 0:
            offer(g, code.menu, seat)
        if code.effect is not None:
            g.machine.run_rule(g, code.effect, (seat,))
        return
    g.stack.pop()


# menus


def offer(g: State, menu: int, seat: int) -> None:
    """Lets a seat declare: free entries first, one of the main ones, then those that may follow."""
    if not g.S[g.machine.out] >> seat & 1:  # type: ignore[operator]
        g.stack.append([MENU, None, menu, seat, 0])


def seg_menu(g: State, f: Frame) -> None:
    menu, seat = f[MENU_ID], f[MENU_SEAT]
    option = f[ANSWER]
    if option is not None:
        f[ANSWER] = None
        _take(g, f, option)
        return
    code = g.machine.menus[menu]
    options: list[Declared] = g.machine.menu_options[menu][f[MENU_STAGE]](g, seat)
    if f[MENU_STAGE] == 0 and code.pass_:
        options.insert(0, STAND)
    elif f[MENU_STAGE] == 1:
        if not options and g.auto:
            g.stack.pop()
            return
        options.insert(0, STAND)
    if not options:
        raise ContentError(f"{g.machine.seat_name(seat)} must declare something, and nothing can be declared.", rule=f"menus {code.id}")
    ask(g, f, seat, g.machine.menu_sites[menu], options, 0)


def _take(g: State, f: Frame, option: Declared) -> None:
    menu, seat = f[MENU_ID], f[MENU_SEAT]
    code = g.machine.menus[menu]
    if option[0] < 0:
        if f[MENU_STAGE] == 0:
            g.log.append((Note.STAND, -1, menu, seat))
        g.stack.pop()
        return
    if f[MENU_STAGE] == 0 and option[0] in code.one:
        if code.after:
            f[MENU_STAGE] = 1
        else:
            g.stack.pop()
    declare(g, seat, option)
