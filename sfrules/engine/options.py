"""Options by name: made of content ids and of what the chooser sees, never of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sfrules.engine.cards import face, privately
from sfrules.engine.state import Ask, State
from sfrules.lang.types import Type, held
from sfrules.program.frames import MENU_STAGE
from sfrules.program.layout import Value

if TYPE_CHECKING:
    from sfrules.engine.machine import Machine


class Names(dict[Value, str]):
    """What the values of a type are called: each is worked out when it is first asked for."""

    __slots__ = ("machine", "of")

    def __init__(self, machine: Machine, of: Type) -> None:
        self.machine, self.of = machine, of

    def __missing__(self, value: Value) -> str:
        self[value] = name = value_name(self.machine, self.of, value)
        return name


class Faces(dict[tuple[Value, ...], str]):
    """What cards are called by their looks."""

    __slots__ = ("machine",)

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def __missing__(self, looks: tuple[Value, ...]) -> str:
        self[looks] = name = _face_name(self.machine, looks)
        return name


class Declarations(dict[tuple[object, ...], str]):
    """What declarations without cards among their choices are called, by the option."""

    __slots__ = ("machine",)

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def __missing__(self, option: Any) -> str:
        code = self.machine.entries[option[0]]
        values = zip(code.types, option[1], strict=False)
        chosen = ",".join(value_name(self.machine, of, value) for of, value in values)
        riders = (self.machine.entries[rider].id for rider, _ in option[2])
        self[option] = name = "+".join([f"{code.id}:{chosen}" if option[1] else code.id, *riders])
        return name


def value_name(machine: Machine, of: Type, value: Any) -> str:
    """A value as an id: `harbour`, `3`, `yes`, `none`, several joined by `+`."""
    layout = machine.program.layout
    name: str
    of = held(of)
    if value is None:
        return "none"
    if of.name == "many" and of.of is not None:
        items = machine.functions["members"](value) if isinstance(value, int) else value
        return "+".join(value_name(machine, of.of, item) for item in items) or "none"
    if isinstance(value, tuple) and value[:1] == ("card",):
        return face_name(machine, value[1])
    match of.name:
        case "thing":
            name = layout.things[of.kind][value]
        case "card-name":
            name = layout.card_names[value]
        case "word":
            name = of.words[value]
        case "flag":
            name = "yes" if value else "no"
        case "entry":
            name = machine.entries[value].id
        case _:
            name = str(value)
    return name


def face_name(machine: Machine, looks: tuple[Value, ...]) -> str:
    """A card as it looks: its name, then what is written on it, `sighting.harbour`."""
    return machine.face_names[looks]


def _face_name(machine: Machine, looks: tuple[Value, ...]) -> str:
    layout = machine.program.layout
    name: Any = looks[0]
    kind = layout.card_kinds[name]
    words = [layout.card_names[name]]
    for (field, _), value in zip(machine.faces_of_kind[kind], looks[1:], strict=False):
        if value is not None:
            words.append(value_name(machine, _field_type(machine, kind, field), value))
    return ".".join(words)


def _field_type(machine: Machine, kind: str, field: str) -> Type:
    return machine.field_types[kind, field]


def card_name(g: State, seat: int, card: int) -> str:
    """A card as this seat tells it from others: its face, and marks for what only this seat knows of it."""
    machine = g.machine
    name = face_name(machine, face(g, card))
    known = privately(g, seat, card)
    marks = [value for value in known if value is not None and value is not False]
    return name + ("." + ".".join("known" for _ in marks) if marks else "")


def option_names(g: State, ask: Ask) -> list[str]:
    """The names of all options of a question, in order."""
    machine = g.machine
    site = machine.sites[ask.site]
    if site.kind == "choose" and len(site.picks) == 1 and not machine.card_sites[ask.site]:
        names = machine.names(site.picks[0])
        return [names[option] for option in ask.options]
    return [option_name(g, ask, option) for option in ask.options]


def option_name(g: State, ask: Ask, option: Any) -> str:
    """The name of one option of a question."""
    machine = g.machine
    site = machine.sites[ask.site]
    match site.kind:
        case "menu":
            if option[0] >= 0:
                return declared_name(g, ask.seat, option)
            menu = machine.menus[machine.menu_sites.index(ask.site)]
            return menu.pass_ if g.stack[-1][MENU_STAGE] == 0 else menu.done
        case "window":
            return "pass" if option[0] < 0 else _reaction_name(g, ask, option)
        case "ask":
            return _ask_name(g, ask.seat, site.options, option)
        case "confirm":
            return "confirm"
        case _:
            return _values(g, ask.seat, site.picks, option)


def _reaction_name(g: State, ask: Ask, option: Any) -> str:
    """A reaction says what it answers where it could answer several things."""
    name = declared_name(g, ask.seat, option)
    same = [o for o in ask.options if o[0] == option[0] and o[1] == option[1] and o[4] != option[4]]
    if not same:
        return name
    return f"{name}@{g.machine.entries[g.machine.functions['entry_of'](g, option[4])].id}"


def declared_name(g: State, seat: int, option: Any) -> str:
    """`sail:cove+pilot`: entry, choices, riders."""
    machine = g.machine
    if not machine.picks_cards[option[0]]:
        return machine.declared_names[option]
    code = machine.entries[option[0]]
    name = f"{code.id}:" + ",".join(_value(g, seat, of, v) for of, v in zip(code.types, option[1], strict=False))
    return "+".join([name, *(machine.entries[rider].id for rider, _ in option[2])])


def _ask_name(g: State, seat: int, options: tuple[tuple[str, tuple[Type, ...]], ...], option: Any) -> str:
    name, types = options[option[0]]
    return f"{name}:{_values(g, seat, types, option[1])}" if types else name


def _values(g: State, seat: int, types: tuple[Type, ...], option: Any) -> str:
    if option is None:
        return "none"
    values = option if len(types) > 1 else (option,)
    return ",".join(_value(g, seat, of, value) for of, value in zip(types, values, strict=False))


def _value(g: State, seat: int, of: Type, value: Any) -> str:
    if isinstance(value, int):
        return card_name(g, seat, value) if held(of).name == "card" else g.machine.names(of)[value]
    return value_name(g.machine, of, value)


def prompt_of(machine: Machine, site: int) -> str:
    """What the seat is asked, in words of the content, or "" where it has none."""
    return machine.sites[site].prompt
