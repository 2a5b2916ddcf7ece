"""The options of a question in plain words; their names, which records hold, stay as the engine makes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sfrules.engine.game import Game
from sfrules.engine.options import card_name, option_name, value_name
from sfrules.engine.state import Ask
from sfrules.lang.types import Type, held
from sfrules.play.words import Words, in_words

_NONE = "None"


def option_labels(words: Words, game: Game, ask: Ask) -> list[str]:
    """One label for each option; where two would read alike, the name of the option stands behind."""
    labels = [_label(words, game, ask, option) for option in ask.options]
    alike = {label for label in labels if labels.count(label) > 1}
    names = (option_name(game.state, ask, option) for option in ask.options)
    return [f"{label} [{name}]" if label in alike else label for label, name in zip(labels, names, strict=True)]


def numbers_among(labels: Sequence[str]) -> list[int]:
    """The numbers that are to choose from, where nothing else is but to choose none; else nothing."""
    numbers = [label for label in labels if label != _NONE]
    return [int(label) for label in numbers] if all(map(_is_number, numbers)) else []


def some_number(numbers: Sequence[int]) -> str:
    """Numbers to choose from: `0 to 8` where none is missing between them."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))


def none_of(labels: Sequence[str]) -> str:
    """What an answer is that does not fit."""
    return f"none of {some_number(numbers_among(labels) or range(1, len(labels) + 1))}"


def _is_number(label: str) -> bool:
    return label.removeprefix("-").isdecimal()


def _label(words: Words, game: Game, ask: Ask, option: Any) -> str:
    site = game.machine.sites[ask.site]
    match site.kind:
        case "menu" | "window":
            if option[0] < 0:
                name = option_name(game.state, ask, option)
                return "Let it pass" if site.kind == "window" else in_words(name)
            return _declared(words, game, ask, option)
        case "ask":
            name, types = site.options[option[0]]
            title = words.named("cards", name) if name in words.book.cards else in_words(name)
            return f"{title}: {_values(words, game, ask, types, option[1])}" if types else title
        case "confirm":
            return words.text(site.prompt)
        case _:
            return _values(words, game, ask, site.picks, option)


def _declared(words: Words, game: Game, ask: Ask, option: Any) -> str:
    machine = game.machine
    code = machine.entries[option[0]]
    label = words.entry(code.id)
    if option[1]:
        choices = (_value(words, game, ask, of, value) for of, value in zip(code.types, option[1], strict=True))
        label += ": " + ", ".join(choices)
    if option[2]:
        label += ", with " + " and ".join(words.entry(machine.entries[rider].id) for rider, _ in option[2])
    name = option_name(game.state, ask, option)
    return f"{label}, against {words.entry(name.rpartition('@')[2])}" if "@" in name else label


def _values(words: Words, game: Game, ask: Ask, types: Sequence[Type], option: Any) -> str:
    if option is None:
        return _NONE
    values = option if len(types) > 1 else (option,)
    label = ", ".join(_value(words, game, ask, of, value) for of, value in zip(types, values, strict=True))
    return label[:1].upper() + label[1:]


def _value(words: Words, game: Game, ask: Ask, of: Type, value: Any) -> str:
    if held(of).name == "card" and isinstance(value, int):
        return words.card(card_name(game.state, ask.seat, value))
    return words.of_type(of, value_name(game.machine, of, value))
