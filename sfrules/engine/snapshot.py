"""A game in progress as plain data, and back: to be kept as JSON, sent away, and gone on with elsewhere.

It holds numbers of one program (see `program.layout`): it is good for the very same content only. A `Record` is what
outlives a change of the content. What decides chance from outside (`oracle`) is not kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sfrules.engine.machine import Machine
from sfrules.engine.state import Ask, Result, State

FORMAT = 1

_PLAIN = ("S", "Z", "asleep", "auto", "base", "bottoms", "depth", "faces", "late", "layers", "log", "queue", "seed",
          "shown_facts", "shown_zones", "stack", "streams", "together", "tops")  # fmt: skip


class SnapshotError(Exception):
    """A snapshot that is none, or one of other content."""


def to_data(state: State) -> dict[str, Any]:
    """The state in dicts, lists, texts and numbers only. Raises TypeError for what cannot be kept."""
    program = state.machine.program
    return {
        "format": FORMAT,
        "content": program.fingerprint,
        "asks": [_packed(tuple(ask)) for ask in state.asks],
        "result": None if state.result is None else _packed(tuple(state.result)),
        **{name: _packed(getattr(state, name)) for name in _PLAIN},
    }


def from_data(machine: Machine, data: dict[str, Any]) -> State:
    """The state that `data` was made of. Raises SnapshotError when it was not made on this content."""
    if data.get("format") != FORMAT or data.get("content") != machine.program.fingerprint:
        raise SnapshotError("this snapshot was made on other content, or by another version")
    state = State(machine, 0)
    for name in _PLAIN:
        setattr(state, name, _unpacked(data[name]))
    state.asks = [Ask(*_unpacked(ask)) for ask in data["asks"]]
    state.result = None if data["result"] is None else Result(*_unpacked(data["result"]))
    return state


def _packed(value: Any) -> Any:
    """Lists stay lists; what JSON has no form for becomes a mapping of one key, which says what it is."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list):
        return [_packed(item) for item in value]
    for name, (form, _) in _FORMS.items():
        if type(value) is form:
            items = value.items() if form is dict else sorted(value) if form is frozenset else value
            return {name: [_packed(item) for item in items]}
    raise TypeError(f"a {type(value).__name__} stands in the state and cannot be kept")


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return [_unpacked(item) for item in value]
    if isinstance(value, dict):
        ((name, items),) = value.items()
        return _FORMS[name][1](_unpacked(item) for item in items)
    return value


_FORMS: dict[str, tuple[type, Callable[..., Any]]] = {
    "tuple": (tuple, tuple),
    "dict": (dict, dict),
    "frozenset": (frozenset, frozenset),
}
