"""What one seat sees: built from the eyes of slots, zones and events, never by leaving keys out of the whole.

`None` as seat is the table: what everybody sees, and so what a spectator gets. After the end of a game nothing more is
shown than the content has revealed.
"""

from __future__ import annotations

from typing import Any

from sfrules.engine.cards import face, faces_seen, privately
from sfrules.engine.game import Game
from sfrules.engine.machine import Machine
from sfrules.engine.options import face_name, value_name
from sfrules.engine.state import State
from sfrules.lang.types import NUMBER, Type, held
from sfrules.program.events import Note
from sfrules.program.layout import Given, Value

View = dict[str, Any]


def view(game: Game, seat: int | None, *, log_from: int = 0) -> View:
    """Plain data: the table, the things, the zones, what is asked of this seat, and the log from an event on."""
    state = game.state
    return {
        "seat": None if seat is None else game.machine.seat_name(seat),
        "table": _table(state, seat),
        "things": _things(state, seat),
        "zones": _zones(state, seat),
        "limits": _limits(state, seat),
        "decision": _decision(game, seat),
        "log": log(state, seat, log_from),
        "over": _over(game) if game.over else None,
    }


def _sees(mask: int, seat: int | None) -> bool:
    """Bits against a seat; the table sees only what all see."""
    return mask == -1 if seat is None else bool(mask >> seat & 1)


def _known(state: State, what: tuple[str, str, str], owner: int, seat: int | None) -> bool:
    number = state.machine.known_number.get(what)
    return number is not None and _sees(state.shown_facts.get((number, owner), 0), seat)


def _table(state: State, seat: int | None) -> dict[str, str]:
    machine = state.machine
    found: dict[str, str] = {}
    for name, place in machine.program.layout.table.items():
        of = machine.field_types["", name]
        shown = _known(state, ("table", "", name), 0, seat)
        if shown or _sees(machine.mask_of(state, place.eyes, "", 0), seat):
            value = place.values[0] if isinstance(place, Given) else state.S[place.base]
            found[name] = value_name(machine, of, value)
    for name, slot in machine.program.layout.counters.items():
        found[name] = str(state.S[slot])
    return found


def _things(state: State, seat: int | None) -> dict[str, dict[str, dict[str, str]]]:
    layout = state.machine.program.layout
    return {
        kind: {id_: _thing(state, kind, owner, seat) for owner, id_ in enumerate(ids)}
        for kind, ids in layout.things.items()
    }


def _thing(state: State, kind: str, owner: int, seat: int | None) -> dict[str, str]:
    machine = state.machine
    found: dict[str, str] = {}
    for name, place in machine.properties_of.get(kind, ()):
        of = machine.field_types[kind, name]
        if isinstance(place, Given):
            found[name] = value_name(machine, of, place.values[owner])
        elif _sees(machine.mask_of(state, place.eyes, kind, owner), seat) or _known(
            state, ("property", kind, name), owner, seat
        ):
            found[name] = value_name(machine, of, state.S[place.base + owner])
    for number, known in machine.derived_of.get(kind, ()):
        eyes = machine.derived_eyes.get((kind, known.name))
        seen = eyes is not None and _sees(machine.mask_of(state, eyes, kind, owner), seat)
        if seen or _sees(state.shown_facts.get((number, owner), 0), seat):
            found[known.name] = value_name(machine, known.type, machine.reads[number](state, owner))
    return found


def _zones(state: State, seat: int | None) -> dict[str, dict[str, Any]]:
    """For each zone (`hand.north` where each seat has one) the faces or, where only that is seen, their number."""
    found: dict[str, dict[str, Any]] = {}
    machine = state.machine
    for zone, cards in enumerate(state.Z):
        if _sees(faces_seen(state, zone), seat):
            found[machine.zone_names[zone]] = {"cards": [_card(state, seat, card) for card in cards]}
        elif _sees(counted_by(state, zone), seat):
            found[machine.zone_names[zone]] = {"count": len(cards)}
    return found


def counted_by(state: State, zone: int) -> int:
    """Who sees how many cards lie in a zone, as bits."""
    mask = state.machine.count_eyes[zone]
    if mask is None:
        return state.machine.group_eyes(state, zone, state.machine.zone_words[zone][1])
    return mask


def _card(state: State, seat: int | None, card: int, looks: tuple[Value, ...] | None = None) -> str:
    """A card by its face (as it looked once, if that is given); what else this seat knows of it stands in brackets."""
    name = face_name(state.machine, looks or face(state, card))
    if seat is None:
        return name
    facts = []
    for number, read in state.machine.card_facts:
        if _sees(state.shown_facts.get((number, card), 0), seat):
            known = state.machine.program.knowables[number]
            facts.append(f"{known.name}={value_name(state.machine, known.type, read(state, card))}")
    if not facts and any(v is not None for v in privately(state, seat, card)):
        facts.append("known")
    return name + (f" ({', '.join(facts)})" if facts else "")


def _limits(state: State, seat: int | None) -> dict[str, Any]:
    """How often what is limited has been used."""
    layout = state.machine.program.layout
    found: dict[str, Any] = {}
    for name, limit in layout.limits.items():
        owners = layout.things[limit.per] if limit.per else ("",)
        for owner, id_ in enumerate(owners):
            if _sees(state.machine.mask_of(state, limit.eyes, limit.per, owner), seat):
                found[f"{name}.{id_}" if id_ else name] = state.S[limit.base + owner]
    return found


def _decision(game: Game, seat: int | None) -> dict[str, Any] | None:
    """The question to this seat; that others are asked is seen only where it is asked in the open."""
    for ask in game.asks:
        if ask.seat == seat:
            made = game._decision(ask)
            return {"kind": made.kind, "prompt": made.prompt, "options": list(made.options), "sealed": made.sealed}
    return None


def _over(game: Game) -> dict[str, Any]:
    result = game.result
    assert result is not None
    machine = game.machine
    ending = machine.program.endings[result.ending]
    given = {name: value_name(machine, of, v) for (name, of), v in zip(ending.given, result.args, strict=False)}
    return {
        "ending": ending.id,
        "given": given,
        "winners": [machine.seat_name(s) for s in result.winners],
        "payoffs": {machine.seat_name(s): p for s, p in enumerate(result.payoffs)},
        "awards": {machine.program.awards[n].id: [machine.seat_name(s) for s in seats] for n, seats in result.awards},
    }


# the log


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
    if not _sees(event[1], seat):
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
    if slot not in machine.eyes or not _sees(machine.sees_slot(state, slot), seat):
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
    if _sees(faces, seat):
        shown["cards"] = [_card(state, seat, card, looks) for card, looks in cards]
    else:
        shown["count"] = len(cards)
    return shown


def _sees_zone(state: State, zone: int, seat: int | None) -> bool:
    return _sees(counted_by(state, zone), seat) or _sees(faces_seen(state, zone), seat)


def _sees_shuffle(state: State, zone: int, seat: int | None) -> bool:
    return _sees_zone(state, zone, seat)


def _public_entry(machine: Machine, entry: int, mask: int, seat: int | None) -> str:
    """An entry by its id, or by what it is declared as for all who see only that."""
    code = machine.entries[entry]
    return code.id if _sees(mask, seat) or not code.declared_as else code.declared_as


def _see_declare(machine: Machine, event: tuple[Any, ...], seat: int | None) -> dict[str, Any]:
    _, mask, entry, actor, choices, riders, who = event
    code = machine.entries[entry]
    shown: dict[str, Any] = {"event": "declare", "what": _public_entry(machine, entry, mask, seat)}
    if _sees(who, seat):
        shown["seat"] = machine.seat_name(actor)
    if _sees(mask, seat):
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
