"""The order of play: phases one after another, menus from which a seat declares something."""

from __future__ import annotations

from typing import Any

from sfrules.engine.ask import ask_all
from sfrules.engine.change import expire, settle
from sfrules.engine.declare import Declared, declare
from sfrules.engine.errors import ContentError
from sfrules.engine.state import State, menu_ask
from sfrules.program.events import Note
from sfrules.program.frames import (
    ANSWER,
    MENU,
    MENU_ID,
    MENU_STAGE,
    PHASE,
    PHASE_ID,
    PHASE_SEAT,
    PHASE_STEP,
    TAKEN,
    TOGETHER,
    TURN,
)  # fmt: skip

# events are noted so often that their numbers are looked up once
_PHASE, _STAND = Note.PHASE, Note.STAND

Frame = list[Any]

STAND: Declared = (-1, (), (), None)


# phases


def begin_phase(g: State, phase: int) -> None:
    """Puts a phase on the stack, before its first step."""
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
        g.log.append((_PHASE, f[PHASE_ID], count + 1))
    f[PHASE_STEP] = 1
    return True


def _leaf(g: State, f: Frame) -> None:
    code = g.machine.phases[f[PHASE_ID]]
    if f[PHASE_STEP] == 0:
        g.log.append((_PHASE, f[PHASE_ID], 0))
        f[PHASE_STEP] = 1
    if not code.each:
        g.stack.pop()
        if code.effect is not None:
            g.machine.run_rule(g, code.effect, ())
        return
    stack, seats, out = g.stack, g.machine.seats, g.machine.out
    if code.sealed and f[PHASE_SEAT] == 0:
        stack.append([TOGETHER, None, code.menu, 0, 0, None])
        f[PHASE_SEAT] = seats
        seg_together(g, stack[-1])
        if stack[-1] is not f:
            return
    while f[PHASE_SEAT] < seats:
        seat = f[PHASE_SEAT]
        f[PHASE_SEAT] += 1
        if g.S[out] >> seat & 1:
            continue
        if code.menu >= 0:
            offer(g, code.menu, seat)
        if code.effect is not None:
            g.machine.run_rule(g, code.effect, (seat,))
        if stack[-1] is not f:
            return
    stack.pop()


# menus


def offer(g: State, menu: int, seat: int) -> None:
    """Lets a seat declare: free entries first, one of the main ones, then those that may follow."""
    if not g.S[g.machine.out] >> seat & 1:  # type: ignore[operator]
        frame = [MENU, None, menu, seat, 0]
        g.stack.append(frame)
        seg_menu(g, frame)


def seg_menu(g: State, f: Frame) -> None:
    """Takes an answer and asks again, as long as nothing else has come in between."""
    stack = g.stack
    _, option, menu, seat, stage = f
    while True:
        if option is None:
            option = _ask_menu(g, menu, seat, stage)
            if option is None:
                return
        f[ANSWER] = None
        if option[0] < 0:
            if stage == 0:
                g.log.append((_STAND, -1, menu, seat))
            stack.pop()
            return
        code = g.machine.menus[menu]
        if stage == 0 and option[0] in code.one:
            if not code.after:
                stack.pop()
                declare(g, seat, option)
                return
            stage = f[MENU_STAGE] = 1
        declare(g, seat, option)
        if g.asks or not stack or stack[-1] is not f:
            return
        option = None


def _ask_menu(g: State, menu: int, seat: int, stage: int) -> Declared | None:
    """Puts the question; an answer comes back at once where there is only one. Triggers that wait go first."""
    if g.late or g.queue:
        height = len(g.stack)
        settle(g)
        if len(g.stack) != height:
            return None
    machine = g.machine
    listed, may_stand, site = machine.menu_steps[menu][stage]
    options: list[Declared] = listed(g, seat)
    if may_stand:
        options.insert(0, STAND)
    if len(options) == 1 and g.auto:
        return options[0]
    if not options:
        rule = f"menus {machine.menus[menu].id}"
        raise ContentError(f"{machine.seat_name(seat)} must declare something, and nothing can be declared.", rule=rule)
    g.asks = [menu_ask(seat, site, options)]
    g.together = False
    return None


def seg_together(g: State, f: Frame) -> None:
    """A menu that is put to all at once; it is done in order, and who cannot do it any more stands aside."""
    code = g.machine.menus[f[MENU_ID]]
    listed = g.machine.menu_steps[f[MENU_ID]][0][0]
    if f[TAKEN] is None:
        if f[ANSWER] is None and _ask_together(g, f):
            return
        f[TAKEN], f[ANSWER] = f[ANSWER], None
    while f[TURN] < len(f[TAKEN]):
        seat, option = f[TAKEN][f[TURN]]
        f[TURN] += 1
        if option[0] not in code.one or option not in listed(g, seat):
            g.log.append((_STAND, -1, f[MENU_ID], seat))
            continue
        declare(g, seat, option)
        if not g.stack or g.stack[-1] is not f:
            return
    g.stack.pop()


def _ask_together(g: State, f: Frame) -> bool:
    """Puts the question to every seat that is in; the frame finds (seat, declared) pairs. False where all is clear."""
    machine = g.machine
    code, (listed, may_stand, site) = machine.menus[f[MENU_ID]], machine.menu_steps[f[MENU_ID]][0]
    out: Any = g.S[machine.out]
    asks = []
    for seat in range(machine.seats):
        options = [o for o in listed(g, seat) if o[0] in code.one]
        if not out >> seat & 1 and (options or may_stand):
            asks.append((seat, site, [STAND, *options] if may_stand else options, 0, seat, False))
    ask_all(g, f, asks)
    return bool(g.asks)
