"""Declarations: what is declared passes its windows, may be answered and cancelled there, then does what it says.

A declaration is a frame; `ref` names it, or a rider that travels with it: depth in the stack times 16, plus 0 for the
declaration itself and 1, 2, ... for its riders. One table holds for all cancelling: the cost stays paid, the limit is
used, the card is discarded; only `when_cancelled` says otherwise.
"""

from __future__ import annotations

from typing import Any

from sfrules.engine.cards import put_away
from sfrules.engine.state import Ask, State, menu_ask
from sfrules.program.events import Note
from sfrules.program.frames import (
    ACTOR,
    ANSWER,
    AT,
    CANCELLED,
    CARD,
    CHOICES,
    DECLARE,
    ENTRY,
    RIDERS,
    SEALED,
    SEATS,
    SILENT,
    STEP,
    SUBJECT,
    SUBJECTS,
    WINDOW,
    WINDOW_ID,
)  # fmt: skip

# events are noted so often that their numbers are looked up once
_CANCEL, _DECLARE, _PASS, _SET, _WINDOW = Note.CANCEL, Note.DECLARE, Note.PASS, Note.SET, Note.WINDOW

Frame = list[Any]
Declared = tuple[Any, ...]
"""(entry, choices, ((rider entry, card), ...), card) and, for a reaction, the ref that it answers."""

PASS: Declared = (-1, (), (), None, -1)


def entry_of(g: State, ref: int) -> int:
    """What was declared."""
    frame = g.stack[ref >> 4]
    entry: int = frame[RIDERS][(ref & 15) - 1][0] if ref & 15 else frame[ENTRY]
    return entry


def actor_of(g: State, ref: int) -> int:
    """Who declared it."""
    actor: int = g.stack[ref >> 4][ACTOR]
    return actor


def choice_of(g: State, ref: int, name: str) -> Any:
    """What was chosen under this name when it was declared, or none."""
    frame = g.stack[ref >> 4]
    names = g.machine.entries[frame[ENTRY]].choices
    return frame[CHOICES][names.index(name)] if name in names else None


def declare(g: State, seat: int, option: Declared, subject: int = -1, hidden: bool = False) -> None:
    """Pays, uses the limit, puts cards away, and sends the declaration on its way. `hidden`: not who declares it."""
    _announce(g, seat, option, hidden)
    entry, choices, riders, card = option[:4]
    code = g.machine.entries[entry]
    if code.windows or riders:
        _send(g, seat, option, subject, hidden)
    elif code.effect is not None:
        g.machine.run_rule(g, code.effect, (seat, subject, (), card, *choices))


def _announce(g: State, seat: int, option: Declared, hidden: bool) -> None:
    entry, choices, riders, card = option[:4]
    machine = g.machine
    if machine.pays[entry]:
        _pay(g, seat, entry)
    if card is not None:
        put_away(g, seat, card, entry)
    for number, played in riders:
        if machine.pays[number]:
            _pay(g, seat, number)
        if played is not None:
            put_away(g, seat, played, number)
    code = machine.entries[entry]
    mask = 1 << seat if code.declared_as else -1
    shown = machine.shown_choices(g, entry, choices) if choices else choices
    riding = tuple([r[0] for r in riders]) if riders else ()
    g.log.append((_DECLARE, mask, entry, seat, shown, riding, 1 << seat if hidden else -1))


def _send(g: State, seat: int, option: Declared, subject: int, hidden: bool) -> None:
    entry, choices, riders, card = option[:4]
    code = g.machine.entries[entry]
    if not code.windows and not riders:
        if code.effect is not None:
            g.machine.run_rule(g, code.effect, (seat, subject, (), card, *choices))
        return
    frame = [DECLARE, None, entry, seat, choices, riders, card, 0, subject, 0, hidden]
    g.stack.append(frame)
    seg_declare(g, frame)


def _pay(g: State, seat: int, entry: int) -> None:
    machine = g.machine
    for base, amount in machine.entries[entry].cost:
        slot = base + seat
        old: Any = g.S[slot]
        g.log.append((_SET, slot, old, old - amount))
        g.S[slot] = old - amount
    limit = machine.limits[entry]
    if limit is not None:
        slot = limit[0] + seat * limit[2]
        g.S[slot] += 1  # type: ignore[operator]


def seg_declare(g: State, f: Frame) -> None:
    """The windows of a declaration, one after another, and, behind the last, what it does."""
    stack = g.stack
    windows = g.machine.windows_of(f[ENTRY], f[RIDERS])
    while f[STEP] < len(windows):
        window, members = windows[f[STEP]]
        f[STEP] += 1
        if f[CANCELLED] & 1:
            continue  # what travels with it falls with it
        first = len(stack) - 1 << 4
        subjects = (first,) if len(members) == 1 and not members[0] else _standing(f, first, members)
        if subjects:
            _open(g, window, subjects, f)
            if stack[-1] is not f:
                return  # somebody is asked, or an answer is under way
    stack.pop()
    if not f[CANCELLED] & 1:
        _resolve(g, f)


def _standing(f: Frame, first: int, members: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([first | k for k in members if not f[CANCELLED] >> k & 1])


def _resolve(g: State, f: Frame) -> None:
    machine = g.machine
    riding: tuple[int, ...] = ()
    if f[RIDERS]:
        live = [r for k, r in enumerate(f[RIDERS]) if not f[CANCELLED] >> (k + 1) & 1]
        riding = tuple(r[0] for r in live)
        for number, card in live:
            effect = machine.entries[number].effect
            if effect is not None:
                machine.run_rule(g, effect, (f[ACTOR], f[SUBJECT], riding, card, *f[CHOICES]))
    effect = machine.entries[f[ENTRY]].effect
    if effect is not None:
        machine.run_rule(g, effect, (f[ACTOR], f[SUBJECT], riding, f[CARD], *f[CHOICES]))


def cancel(g: State, ref: int) -> None:
    """The declaration, or one rider of it, will not do what it says."""
    f = g.stack[ref >> 4]
    bit = 1 << (ref & 15)
    if f[CANCELLED] & bit:
        return
    f[CANCELLED] |= bit
    entry = entry_of(g, ref)
    code = g.machine.entries[entry]
    g.log.append((_CANCEL, entry, 1 << f[ACTOR] if code.declared_as else -1))
    _fallen(g, f, ref)
    if not ref & 15:
        for k in range(1, len(f[RIDERS]) + 1):
            if not f[CANCELLED] >> k & 1:
                _fallen(g, f, ref | k)


def _fallen(g: State, f: Frame, ref: int) -> None:
    """What was cancelled may say what follows; `it` is what a rider travels with, or what a reaction answers."""
    code = g.machine.entries[entry_of(g, ref)]
    if code.when_cancelled is not None:
        card, it = (f[RIDERS][(ref & 15) - 1][1], ref & -16) if ref & 15 else (f[CARD], f[SUBJECT])
        g.machine.run_rule(g, code.when_cancelled, (f[ACTOR], it, (), card, *f[CHOICES]))


# windows


def _open(g: State, window: int, subjects: tuple[int, ...], f: Frame) -> None:
    """Opens a window, unless it asks nobody; in a public one only those are asked who can answer, which all can see."""
    machine = g.machine
    code = machine.windows[window]
    seats: tuple[int, ...] = tuple(machine.asks[window](g, subjects[0] & -16))
    out: Any = g.S[machine.out]
    if out:
        seats = tuple(s for s in seats if not out >> s & 1)
    able: list[tuple[int, list[Declared]]] = []
    if code.public and not code.sealed:
        react = machine.reactions[window]
        able = [(s, options) for s in seats if (options := react(g, s, subjects))]
        seats = tuple([s for s, _ in able])
    if not seats:
        return
    mask = 1 << f[ACTOR] if machine.entries[f[ENTRY]].declared_as else -1
    asked = seats if code.public and code.sealed else None
    g.log.append((_WINDOW, window, f[ENTRY], mask, asked, -1 if f[SILENT] else f[ACTOR]))
    frame = [WINDOW, None, window, subjects, seats, 0, None]
    g.stack.append(frame)
    if able:  # the first is known already
        g.asks = [menu_ask(seats[0], machine.window_sites[window], [PASS, *able[0][1]])]
        g.together = False
    else:
        seg_window(g, frame)


def seg_window(g: State, f: Frame) -> None:
    """Asks, then lets the answers act in the stated order."""
    if g.machine.windows[f[WINDOW_ID]].sealed:
        _sealed(g, f)
    else:
        _in_order(g, f)


def _sealed(g: State, f: Frame) -> None:
    """All are asked at once, whoever they are; an answer that finds nothing left to answer was never played."""
    if f[SEALED] is None:
        if f[ANSWER] is None and _ask_sealed(g, f):
            return
        f[SEALED], f[ANSWER] = f[ANSWER] or (), None
    while f[AT] < len(f[SEALED]):
        seat, option = f[SEALED][f[AT]]
        f[AT] += 1
        if option[0] >= 0 and _open_still(g, option[4]):
            declare(g, seat, option, option[4], g.machine.windows[f[WINDOW_ID]].anonymous)
            return
    g.stack.pop()


def _ask_sealed(g: State, f: Frame) -> bool:
    """Puts the questions; False when nobody has anything to decide."""
    window, subjects = f[WINDOW_ID], f[SUBJECTS]
    site = g.machine.window_sites[window]
    react = g.machine.reactions[window]
    asks = []
    for place, seat in enumerate(f[SEATS]):
        options = react(g, seat, subjects)
        if options or not g.auto:
            asks.append(Ask(seat, site, [PASS, *options], 0, seat, place))
    if not asks:
        return False
    g.asks, g.together = asks, True
    f[ANSWER] = ()
    return True


def _in_order(g: State, f: Frame) -> None:
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
            _announce(g, seat, option, code.anonymous)
            f[SEALED] = (*(f[SEALED] or ()), (seat, option))
        else:
            declare(g, seat, option, option[4], code.anonymous)
            return
    while f[AT] < len(seats) and _any_open(g, f[SUBJECTS]):
        seat = seats[f[AT]]
        options = g.machine.reactions[window](g, seat, f[SUBJECTS])
        if options or not (g.auto or code.public):
            g.asks = [menu_ask(seat, g.machine.window_sites[window], [PASS, *options])]
            g.together = False
            return
        f[AT] += 1
    if f[SEALED]:
        f[AT] = len(seats)
        (seat, option), f[SEALED] = f[SEALED][-1], f[SEALED][:-1]
        _send(g, seat, option, option[4], code.anonymous)
        return
    g.stack.pop()


def _any_open(g: State, subjects: tuple[int, ...]) -> bool:
    return any(_open_still(g, ref) for ref in subjects)


def _open_still(g: State, ref: int) -> bool:
    """Whether there is something left to answer."""
    return not g.stack[ref >> 4][CANCELLED] & (1 | 1 << (ref & 15))
