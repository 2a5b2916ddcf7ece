"""Declarations: what is declared passes its windows, may be answered and cancelled there, then does what it says.

A declaration is a frame; `ref` names it, or a rider that travels with it: depth in the stack times 16, plus 0 for the
declaration itself and 1, 2, ... for its riders. One table holds for all cancelling: the cost stays paid, the limit is
used, the card is discarded; only `when_cancelled` says otherwise.

What sends an entry on its way is made once for a machine, with all that the content says of it already looked up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sfrules.engine.cards import as_seen, put_away
from sfrules.engine.change import settle
from sfrules.engine.state import State
from sfrules.lang.types import held
from sfrules.program.events import Note
from sfrules.program.frames import (
    ACTOR,
    CANCELLED,
    CARD,
    CHOICES,
    DECLARE,
    ENTRY,
    RIDERS,
    STEP,
    SUBJECT,
)  # fmt: skip

if TYPE_CHECKING:
    from sfrules.engine.machine import Machine

# events are noted so often that their numbers are looked up once
_CANCEL, _DECLARE, _PASS, _SET, _WINDOW = Note.CANCEL, Note.DECLARE, Note.PASS, Note.SET, Note.WINDOW

Frame = list[Any]
Declared = tuple[Any, ...]
"""(entry, choices, ((rider entry, card), ...), card) and, for a reaction, the ref that it answers."""

Send = Callable[..., None]
"""Takes the seat, what it declares, the ref that is answered, whether it stays hidden who declares it, and more."""

Do = Callable[[State, int, int, tuple[int, ...], int | None, tuple[Any, ...]], None]
"""Takes the seat, the ref that is answered, the riders, the card, and the choices."""


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


# entries


def declare(g: State, seat: int, option: Declared, subject: int, hidden: bool) -> None:
    """Pays, uses the limit, puts cards away, and sends the declaration on its way. `hidden`: not who declares it."""
    g.machine.sends[option[0]](g, seat, option, subject, hidden)


def sending(machine: Machine, entry: int) -> Send:
    """Declares an entry: its windows first, if it has any; else it does what it says at once.

    What has been announced before, where the last who answers acts first, is not announced again.
    """
    code, does = machine.entries[entry], machine.does[entry]
    windows = [opens for opens, _ in machine.own_windows[entry]]
    costs = machine.pays[entry] or bool(code.declared_as) or machine.picks_cards[entry]
    simple = code.effect is not None and not code.effect.waits
    function = machine.functions[code.effect.function] if code.effect is not None and simple else None

    def send(
        g: State, seat: int, option: Declared, subject: int = -1, hidden: bool = False, announced: bool = False
    ) -> None:
        _, choices, riders, card = option[:4]
        if not announced:
            if costs or riders or card is not None:
                announce(g, seat, option, hidden)
            else:
                g.log.append((_DECLARE, -1, entry, seat, choices, (), 1 << seat if hidden else -1))
        if windows or riders:
            stack = g.stack
            frame = [DECLARE, None, entry, seat, choices, riders, card, 0, subject, 0, hidden]
            stack.append(frame)
            if riders:
                seg_declare(g, frame)
                return
            subjects = (len(stack) - 1 << 4,)
            for opens in windows:
                frame[STEP] += 1
                opens(g, subjects, frame)
                if stack[-1] is not frame:
                    return  # somebody is asked; the rest follows in `seg_declare`
            stack.pop()
        if function is None:
            if does is not None:
                does(g, seat, subject, (), card, choices)
            return
        if choices:
            function(g, seat, subject, (), card, *choices)
        else:
            function(g, seat, subject, (), card)
        if g.late or g.queue:
            settle(g)

    return send


def announce(g: State, seat: int, option: Declared, hidden: bool) -> None:
    """What it takes to declare an entry, and its line in the log."""
    entry, choices, riders, card = option[:4]
    machine = g.machine
    code, pays = machine.entries[entry], machine.pays
    if pays[entry]:
        _pay(g, seat, entry)
    if card is not None:
        put_away(g, seat, card, entry)
    for number, played in riders:
        if pays[number]:
            _pay(g, seat, number)
        if played is not None:
            put_away(g, seat, played, number)
    if machine.picks_cards[entry]:
        choices = tuple(
            [as_seen(g, c) if held(of).name == "card" else c for of, c in zip(code.types, choices, strict=False)]
        )
    if riders:
        riders = tuple([number for number, _ in riders])
    mask = 1 << seat if code.declared_as else -1
    g.log.append((_DECLARE, mask, entry, seat, choices, riders, 1 << seat if hidden else -1))


def doing(machine: Machine, entry: int) -> Do | None:
    """What an entry does, as a call; None where it does nothing."""
    effect = machine.entries[entry].effect
    if effect is None:
        return None
    if not effect.waits:
        function = machine.functions[effect.function]

        def do(
            g: State, seat: int, subject: int, riding: tuple[int, ...], card: int | None, choices: tuple[Any, ...]
        ) -> None:
            if choices:
                function(g, seat, subject, riding, card, *choices)
            else:
                function(g, seat, subject, riding, card)
            if g.late or g.queue:
                settle(g)

        return do
    segment, room = effect.segment, effect.size - 6

    def push(
        g: State, seat: int, subject: int, riding: tuple[int, ...], card: int | None, choices: tuple[Any, ...]
    ) -> None:
        names = [None] * (room - len(choices))
        g.stack.append([segment, None, seat, subject, riding, card, *choices, *names])

    return push


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
    entry, riders, step = f[ENTRY], f[RIDERS], f[STEP]
    windows = g.machine.windows_of(entry, riders) if riders else g.machine.own_windows[entry]
    while step < len(windows) and not f[CANCELLED] & 1:  # what is cancelled opens no window any more
        opens, members = windows[step]
        f[STEP] = step = step + 1
        first = len(stack) - 1 << 4
        subjects = (first,) if not riders else tuple([first | k for k in members if not f[CANCELLED] >> k & 1])
        if subjects:
            opens(g, subjects, f)
            if stack[-1] is not f:
                return  # somebody is asked, or an answer is under way
    stack.pop()
    if not f[CANCELLED] & 1:
        _resolve(g, f)


def _resolve(g: State, f: Frame) -> None:
    does = g.machine.does
    riding: tuple[int, ...] = ()
    if f[RIDERS]:
        live = [r for k, r in enumerate(f[RIDERS]) if not f[CANCELLED] >> (k + 1) & 1]
        riding = tuple([r[0] for r in live])
        for number, card in live:
            rides = does[number]
            if rides is not None:
                rides(g, f[ACTOR], f[SUBJECT], riding, card, f[CHOICES])
    done = does[f[ENTRY]]
    if done is not None:
        done(g, f[ACTOR], f[SUBJECT], riding, f[CARD], f[CHOICES])


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
