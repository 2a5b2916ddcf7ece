"""The log as one seat sees it: each event by the eyes that were written into it, and by those of slots and zones.

`None` as seat is the table: what everybody sees, and so what a spectator gets.
"""

from __future__ import annotations

from typing import Any

from sfrules.engine.cards import faces_seen
from sfrules.engine.machine import Machine
from sfrules.engine.options import face_name, value_name
from sfrules.engine.sight import card_seen, counted_by, sees
from sfrules.engine.state import State
from sfrules.lang.types import NUMBER, Type, held
from sfrules.program.events import Note


def log(state: State, seat: int | None, start: int = 0) -> list[dict[str, Any]]:
    """The events from `start` on, as far as this seat sees them."""
    found = []
    for event in state.log[start:]:
        shown = see(state, event, seat)
        if shown is not None:
            found.append(shown)
    return found


def see(state: State, event: tuple[Any, ...], seat: int | None) -> dict[str, Any] | None:
    """One event as a seat sees it, or None when it does not see it at all."""
    machine = state.machine
    match event[0]:
        case Note.SET:
            return _see_set(state, event, seat)
        case Note.MOVE:
            return _see_move(state, event, seat)
        case Note.DECLARE:
            return _see_declare(machine, event, seat)
        case Note.CANCEL:
            return {"event": "cancel", "what": _public_entry(machine, event[1], event[2], seat)}
        case Note.WINDOW:
            return _see_window(machine, event, seat)
        case Note.PHASE:
            return {"event": "phase", "phase": machine.phases[event[1]].id, "count": event[2]}
        case Note.EXPIRE:
            return {"event": "expire", "phase": machine.phases[event[1]].id}
        case Note.SHUFFLE:
            return (
                {"event": "shuffle", "zone": machine.zone_names[event[1]]}
                if _sees_shuffle(state, event[1], seat)
                else None
            )
        case Note.OUT:
            return {"event": "out", "seat": machine.seat_name(event[1])}
        case Note.END:
            return _see_end(machine, event)
        case Note.AWARD:
            seats = [machine.seat_name(s) for s in event[2]]
            return {"event": "award", "award": machine.program.awards[event[1]].id, "seats": seats}
        case _:
            return _see_masked(state, event, seat)


def _see_masked(state: State, event: tuple[Any, ...], seat: int | None) -> dict[str, Any] | None:
    if not sees(event[1], seat):
        return None
    machine = state.machine
    match event[0]:
        case Note.RELEASE:
            return {"event": "release", "site": _site(machine, event[2]), "value": _plain(event[3])}
        case Note.SAY:
            return {"event": "say", "text": _said(machine, event[2])}
        case Note.ANSWER:
            site = machine.sites[event[2]]
            answer = event[4]
            return {
                "event": "answer", "site": _site(machine, event[2]), "seat": machine.seat_name(event[3]),
                "answer": _answer(machine, site, answer),
            }  # fmt: skip
        case Note.PASS:
            return {"event": "pass", "window": machine.windows[event[2]].id, "seat": machine.seat_name(event[3])}
        case Note.STAND:
            return {"event": "pass", "menu": machine.menus[event[2]].id, "seat": machine.seat_name(event[3])}
        case _:
            return _see_know(machine, event)


def _see_know(machine: Machine, event: tuple[Any, ...]) -> dict[str, Any]:
    _, _, what, owner, value = event
    if what < 0:
        cards = [face_name(machine, looks) for _, looks in value]
        return {"event": "shown", "zone": machine.zone_names[owner], "cards": cards}
    known = machine.program.knowables[what]
    if known.what == "field":
        name = face_name(machine, owner[1])
    else:
        name = machine.program.layout.things[known.of][owner] if known.of else ""
    return {"event": "shown", "of": name, "what": known.name, "value": value_name(machine, known.type, value)}


def _see_set(state: State, event: tuple[Any, ...], seat: int | None) -> dict[str, Any] | None:
    machine = state.machine
    slot = event[1]
    if slot not in machine.eyes or not sees(machine.sees_slot(state, slot), seat):
        return None
    name, kind, owner, _ = machine.eyes[slot]
    of = machine.field_types[kind, name]
    whose = machine.program.layout.things[kind][owner] if kind else ""
    old, new = (value_name(machine, of, v) for v in event[2:4])
    return {"event": "set", "of": whose, "what": name, "from": old, "to": new}


def _see_move(state: State, event: tuple[Any, ...], seat: int | None) -> dict[str, Any] | None:
    """Faces for those who see them at either end; a number for those who may count at either end; else nothing."""
    machine = state.machine
    _, cards, source, target, faces = event
    leaves, comes = (_sees_zone(state, zone, seat) for zone in (source, target))
    if not leaves and not comes:
        return None
    shown: dict[str, Any] = {"event": "move"}
    if leaves:
        shown["from"] = machine.zone_names[source]
    if comes:
        shown["to"] = machine.zone_names[target]
    if sees(faces, seat):
        shown["cards"] = [card_seen(state, seat, card, looks) for card, looks in cards]
    else:
        shown["count"] = len(cards)
    return shown


def _sees_zone(state: State, zone: int, seat: int | None) -> bool:
    return sees(counted_by(state, zone), seat) or sees(faces_seen(state, zone), seat)


def _sees_shuffle(state: State, zone: int, seat: int | None) -> bool:
    return _sees_zone(state, zone, seat)


def _public_entry(machine: Machine, entry: int, mask: int, seat: int | None) -> str:
    """An entry by its id, or by what it is declared as for all who see only that."""
    code = machine.entries[entry]
    return code.id if sees(mask, seat) or not code.declared_as else code.declared_as


def _see_declare(machine: Machine, event: tuple[Any, ...], seat: int | None) -> dict[str, Any]:
    _, mask, entry, actor, choices, riders, who = event
    code = machine.entries[entry]
    shown: dict[str, Any] = {"event": "declare", "what": _public_entry(machine, entry, mask, seat)}
    if sees(who, seat):
        shown["seat"] = machine.seat_name(actor)
    if sees(mask, seat):
        names = (value_name(machine, of, v) for of, v in zip(code.types, choices, strict=False))
        shown["choices"] = dict(zip(code.choices, names, strict=False))
        shown["with"] = [machine.entries[r].id for r in riders]
    return shown


def _see_window(machine: Machine, event: tuple[Any, ...], seat: int | None) -> dict[str, Any]:
    _, window, entry, mask, asked, actor = event
    shown: dict[str, Any] = {
        "event": "window", "window": machine.windows[window].id, "on": _public_entry(machine, entry, mask, seat),
    }  # fmt: skip
    if actor >= 0:
        shown["seat"] = machine.seat_name(actor)
    if asked is not None:
        shown["asked"] = [machine.seat_name(s) for s in asked]
    return shown


def _see_end(machine: Machine, event: tuple[Any, ...]) -> dict[str, Any]:
    ending = machine.program.endings[event[1]]
    given = {name: value_name(machine, of, v) for (name, of), v in zip(ending.given, event[2], strict=False)}
    return {"event": "end", "ending": ending.id, "given": given}


def _said(machine: Machine, parts: tuple[tuple[Any, Any], ...]) -> str:
    """A text with its values filled in, by title."""
    return "".join(str(of) if not isinstance(of, Type) else spoken(machine, of, value) for of, value in parts)


def spoken(machine: Machine, of: Type, value: Any) -> str:
    """A value as people say it: the title of a thing, else its name."""
    of = held(of)
    name = value_name(machine, of, value)
    if of == NUMBER:
        return name
    if of.name == "card" and value is not None:
        name = name.split(".")[0]
        return next((t for key, t in machine.program.titles.items() if key.endswith(f":{name}")), name)
    return machine.program.titles.get(f"{of.kind}:{name}", name)


def _answer(machine: Machine, site: Any, answer: Any) -> str:
    if site.kind == "confirm":
        return str(site.prompt)
    if site.kind == "ask":
        name, types = site.options[answer[0]]
        if not types:
            return str(name)
        values = answer[1] if len(types) > 1 else (answer[1],)
        return f"{name}:" + ",".join(value_name(machine, of, v) for of, v in zip(types, values, strict=False))
    if answer is None:
        return "none"
    values = answer if len(site.picks) > 1 else (answer,)
    return ",".join(value_name(machine, of, v) for of, v in zip(site.picks, values, strict=False))


def _site(machine: Machine, site: int) -> str:
    """Where in the content: the rule and how far into it."""
    made = machine.sites[site]
    return f"{'/'.join(made.rule)}@{made.at[0]}"


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
