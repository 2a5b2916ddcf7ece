"""Declarations: what is declared passes its windows, may be answered and cancelled there, then does what it says.

A declaration is a frame; `ref` names it, or a rider that travels with it: depth in the stack times 16, plus 0 for the
declaration itself and 1, 2, ... for its riders. One table holds for all cancelling: the cost stays paid, the limit is
used, the card is discarded; only `when_cancelled` says otherwise.

What sends an entry on its way, and what opens a window, is made once for a machine, with all that the content says of
it already looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sfrules.engine.cards import as_seen, put_away
from sfrules.engine.change import settle
from sfrules.engine.state import Ask, State
from sfrules.lang.types import held
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
    KINDS,
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

Open = Callable[[State, tuple[int, ...], Frame], None]
"""Takes the refs that can be answered, and the frame of the declaration."""

Able = list[tuple[int, list[Declared]]]
"""Seats that can answer something, in order, each with what it can answer."""

React = Callable[[State, Sequence[int], int, int], Able]
"""Who can answer; takes the seats that are asked, the ref that is answered, and who has declared that."""

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


# windows


def opening(machine: Machine, window: int) -> Open:
    """Opens a window, unless it asks nobody; in a public one only those are asked who can answer, which all can see.

    Where nobody can answer and nobody sees who is asked, it closes as it opens, without a frame.
    """
    code, out_slot, site = machine.windows[window], machine.out, machine.window_sites[window]
    public, sealed, told_asked = code.public, code.sealed, code.public and code.sealed
    asks, table = machine.functions[code.asks], machine.tables.get(f"Q{window}")
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
    if f[SEALED] is None:
        if f[ANSWER] is None:  # what they know has been changed: they are asked anew
            window = f[WINDOW_ID]
            _ask_sealed(g, f, _able(g, window, f[SEATS], f[SUBJECTS]), g.machine.window_sites[window])
            if g.options is not None:
                return
        f[SEALED], f[ANSWER] = f[ANSWER], None
    while f[AT] < len(f[SEALED]):
        seat, option = f[SEALED][f[AT]]
        f[AT] += 1
        if option[0] >= 0 and _open_still(g, option[4]):
            declare(g, seat, option, option[4], g.machine.windows[f[WINDOW_ID]].anonymous)
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
