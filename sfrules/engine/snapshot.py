"""A game in progress as plain data, and back: to be kept as JSON, sent away, and gone on with elsewhere.

It holds numbers of one program (see `program.layout`): it is good for the very same content only. A `Record` is what
outlives a change of the content. What decides chance from outside (`oracle`) is not kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from sfrules.engine.machine import Machine
from sfrules.engine.state import Ask, Result, State
from sfrules.lang.types import Type

FORMAT = 1

_KEPT = ("S", "Z", "asleep", "auto", "base", "bottoms", "depth", "faces", "late", "layers", "log", "mask", "options",
         "queue", "result", "sealed", "seat", "seed", "shown_facts", "shown_zones", "site", "stack", "streams",
         "tops")  # fmt: skip


class SnapshotError(Exception):
    """A snapshot that is none, or one of other content."""


def to_data(state: State) -> dict[str, Any]:
    """The state in dicts, lists, texts and numbers only. Raises TypeError for what cannot be kept."""
    head = {"format": FORMAT, "content": state.machine.program.fingerprint}
    return {**head, **{name: _packed(getattr(state, name)) for name in _KEPT}}


def from_data(machine: Machine, data: Mapping[str, Any]) -> State:
    """The state that `data` was made of. Raises SnapshotError when it was not made on this content."""
    if data.get("format") != FORMAT or data.get("content") != machine.program.fingerprint:
        raise SnapshotError("this snapshot was made on other content, or by another version")
    state = State(machine, 0)
    for name in _KEPT:
        setattr(state, name, _unpacked(data[name]))
    return state


def _packed(value: Any) -> Any:
    """Lists stay lists; what JSON has no form for becomes a mapping of one key, which says what it is."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if type(value) is list:
        return [_packed(item) for item in value]
    for name, form in _FORMS.items():
        if type(value) is form.of:
            return {name: [_packed(item) for item in form.parts(value)]}
    raise TypeError(f"a {type(value).__name__} stands in the state and cannot be kept")


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return [_unpacked(item) for item in value]
    if isinstance(value, dict):
        ((name, items),) = value.items()
        return _FORMS[name].made([_unpacked(item) for item in items])
    return value


class _Form(NamedTuple):
    """How values of a class are taken apart and put together again."""

    of: type
    parts: Callable[[Any], Iterable[Any]]
    made: Callable[[list[Any]], Any]


_FORMS = {
    "tuple": _Form(tuple, iter, tuple),
    "dict": _Form(dict, dict.items, dict),
    "set": _Form(frozenset, sorted, frozenset),
    "ask": _Form(Ask, iter, Ask._make),
    "result": _Form(Result, iter, Result._make),
    "type": _Form(Type, lambda of: [getattr(of, f.name) for f in fields(of)], lambda parts: Type(*parts)),
}
