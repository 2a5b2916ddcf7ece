"""The order of play: phases one after another, menus from which a seat declares something.

What runs a phase or a menu is made once for a machine, with all that its content says already looked up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sfrules.engine.ask import ask_all
from sfrules.engine.change import expire, settle
from sfrules.engine.declare import Declared, declare
from sfrules.engine.errors import ContentError
from sfrules.engine.state import State
from sfrules.program.events import Note
from sfrules.program.frames import (
    ANSWER,
    KINDS,
    MENU,
    MENU_ID,
    MENU_STAGE,
    PHASE,
    PHASE_SEAT,
    PHASE_STEP,
    TAKEN,
    TOGETHER,
    TURN,
)  # fmt: skip

if TYPE_CHECKING:
    from sfrules.engine.machine import Machine

# events are noted so often that their numbers are looked up once
_PHASE, _STAND = Note.PHASE, Note.STAND

Frame = list[Any]
Run = Callable[[State, Frame], None]

STAND: Declared = (-1, (), (), None)


# phases


def begin_phase(g: State, phase: int) -> None:
    """Puts a phase on the stack, before its first step."""
    g.stack.append([PHASE + KINDS * phase, None, phase, 0, 0])


def phase_run(machine: Machine, phase: int) -> Run:
    """One step of a phase: its parts in order, again while it repeats, or its own rule."""
    code = machine.phases[phase]
    if code.phases or code.repeat:
        return _group_run(machine, phase)
    return _turns_run(machine, phase) if code.each else _rule_run(machine, phase)


def _group_run(machine: Machine, phase: int) -> Run:
    code = machine.phases[phase]
    parts = [[PHASE + KINDS * part, None, part, 0, 0] for part in code.phases]

    def begins(g: State, f: Frame) -> bool:
        """Counts a repetition; behind the last one comes `then`."""
        if code.repeat:
            count: Any = g.S[code.counter]
            if count >= code.repeat:
                g.stack.pop()
                if code.then is not None:
                    machine.run_rule(g, code.then, ())
                return False
            g.S[code.counter] = count + 1
            g.log.append((_PHASE, phase, count + 1))
        f[PHASE_STEP] = 1
        return True

    def run(g: State, f: Frame) -> None:
        if f[PHASE_STEP] == 0 and not begins(g, f):
            return
        at = f[PHASE_STEP] - 1
        if at < len(parts):
            f[PHASE_STEP] += 1
            g.stack.append(parts[at][:])
            return
        if code.expires:
            expire(g, phase)
        f[PHASE_STEP] = 0
        if not code.repeat:
            g.stack.pop()

    return run


def _rule_run(machine: Machine, phase: int) -> Run:
    effect = machine.phases[phase].effect

    def run(g: State, f: Frame) -> None:
        if f[PHASE_STEP] == 0:
            g.log.append((_PHASE, phase, 0))
        g.stack.pop()
        if effect is not None:
            machine.run_rule(g, effect, ())

    return run


def _turns_run(machine: Machine, phase: int) -> Run:
    """Every seat in turn that is still in: its menu, its rule; or the menu to all at once."""
    code, seats, out = machine.phases[phase], machine.seats, machine.out
    menu, effect, sealed = code.menu, code.effect, code.sealed
    segment = MENU + KINDS * menu

    def run(g: State, f: Frame) -> None:
        stack, seat = g.stack, f[PHASE_SEAT]
        if f[PHASE_STEP] == 0:
            g.log.append((_PHASE, phase, 0))
            f[PHASE_STEP] = 1
        if sealed and seat == 0:
            stack.append([TOGETHER, None, menu, 0, 0, None])
            f[PHASE_SEAT] = seat = seats
            seg_together(g, stack[-1])
            if stack[-1] is not f:
                return
        while seat < seats:
            turn, seat = seat, seat + 1
            f[PHASE_SEAT] = seat
            if g.S[out] >> turn & 1:
                continue
            if menu >= 0:
                frame = [segment, None, menu, turn, 0]
                stack.append(frame)
                machine.menu_runs[menu](g, frame)
            if effect is not None:
                machine.run_rule(g, effect, (turn,))
            if stack[-1] is not f:
                return
        stack.pop()

    return run


# menus


def offer(g: State, menu: int, seat: int) -> None:
    """Lets a seat declare: free entries first, one of the main ones, then those that may follow."""
    if not g.S[g.machine.out] >> seat & 1:  # type: ignore[operator]
        frame = [MENU + KINDS * menu, None, menu, seat, 0]
        g.stack.append(frame)
        g.machine.menu_runs[menu](g, frame)


def menu_run(machine: Machine, menu: int) -> Run:
    """Takes an answer and asks again, as long as nothing else has come in between.

    A question with one answer is not put. Triggers that wait go before a question.
    """
    code, site = machine.menus[menu], machine.menu_sites[menu]
    sends = machine.sends
    first, then = (machine.functions[f"menu{menu}_{stage}"] for stage in (0, 1))
    one, goes_on = frozenset(code.one), bool(code.after)

    def nothing(seat: int) -> ContentError:
        message = f"{machine.seat_name(seat)} must declare something, and nothing can be declared."
        return ContentError(message, rule=f"menus {code.id}")

    def run(g: State, f: Frame) -> None:
        stack = g.stack
        _, option, _, seat, stage = f
        while True:
            if option is None:
                if g.late or g.queue:
                    height = len(stack)
                    settle(g)
                    if len(stack) != height:
                        return
                options = then(g, seat) if stage else first(g, seat)
                if len(options) != 1 or not g.auto:
                    if not options:
                        raise nothing(seat)
                    g.seat = seat
                    g.site = site
                    g.options = options
                    g.mask = 0
                    return
                option = options[0]
            else:
                f[ANSWER] = None
            entry = option[0]
            if entry < 0:
                if stage == 0:
                    g.log.append((_STAND, -1, menu, seat))
                stack.pop()
                return
            if stage == 0 and entry in one:
                if not goes_on:
                    stack.pop()
                    sends[entry](g, seat, option)
                    return
                stage = f[MENU_STAGE] = 1
            sends[entry](g, seat, option)
            if g.options is not None or not stack or stack[-1] is not f:
                return
            option = None

    return run


def seg_together(g: State, f: Frame) -> None:
    """A menu that is put to all at once; it is done in order, and who cannot do it any more stands aside."""
    menu = f[MENU_ID]
    if f[TAKEN] is None:
        if f[ANSWER] is None and _ask_together(g, menu, f):
            return
        f[TAKEN], f[ANSWER] = f[ANSWER], None
    while f[TURN] < len(f[TAKEN]):
        seat, option = f[TAKEN][f[TURN]]
        f[TURN] += 1
        if option not in _main(g, menu, seat):
            g.log.append((_STAND, -1, menu, seat))
            continue
        declare(g, seat, option, -1, False)
        if not g.stack or g.stack[-1] is not f:
            return
    g.stack.pop()


def _main(g: State, menu: int, seat: int) -> list[Declared]:
    """Which of the main entries a seat can declare now."""
    one = g.machine.menus[menu].one
    return [option for option in g.machine.functions[f"menu{menu}_0"](g, seat) if option[0] in one]


def _ask_together(g: State, menu: int, f: Frame) -> bool:
    """Puts the question to every seat that is in; the frame finds (seat, declared) pairs. False where all is clear."""
    machine = g.machine
    may_stand = bool(machine.menus[menu].pass_)
    out: Any = g.S[machine.out]
    asks = []
    for seat in range(machine.seats):
        options = _main(g, menu, seat)
        if not out >> seat & 1 and (options or may_stand):
            given = [STAND, *options] if may_stand else options
            asks.append((seat, machine.menu_sites[menu], given, 0, seat, False))
    ask_all(g, f, asks)
    return g.options is not None
