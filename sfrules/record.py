"""Values that never change: frozen dataclasses with slots, made with one piece of code for a class instead of six.

There are some hundred and fifty such classes, and generating all that a dataclass generates for each, every time the
program starts, took as long as reading a large scenario.
"""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")

_MISSING = dataclasses.MISSING


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def record(cls: type[T]) -> type[T]:
    """The same as `@dataclass(frozen=True, slots=True)`."""
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    parts = [part for part in dataclasses.fields(made) if part.compare]
    made._values = staticmethod(attrgetter(*(part.name for part in parts)) if parts else _nothing)
    made.__init__ = _init(made)
    for method in (_eq, _hash, _repr, _setattr, _delattr, _getstate, _setstate):
        name = f"_{method.__name__}__"
        if name not in cls.__dict__ or (name == "__hash__" and cls.__dict__[name] is None):
            setattr(made, name, method)
    kept: type[T] = made
    return kept


def _init(made: Any) -> Any:
    """A function that takes the fields in order and puts each into its slot."""
    space: dict[str, Any] = {"MISSING": _MISSING}
    given, lines = ["self"], []
    for part in dataclasses.fields(made):
        value = name = part.name
        space[f"put_{name}"] = getattr(made, name).__set__
        if part.default_factory is not _MISSING:
            space[f"new_{name}"] = part.default_factory
            given.append(f"{name}=MISSING")
            value = f"new_{name}() if {name} is MISSING else {name}"
        elif part.default is not _MISSING:
            space[f"usual_{name}"] = part.default
            given.append(f"{name}=usual_{name}")
        else:
            given.append(name)
        lines.append(f" put_{name}(self, {value})")
    if hasattr(made, "__post_init__"):
        lines.append(" self.__post_init__()")
    exec(f"def __init__({', '.join(given)}):\n" + ("\n".join(lines) or " pass"), space)
    made_init = space["__init__"]
    made_init.__qualname__ = f"{made.__qualname__}.__init__"
    return made_init


def _nothing(self: Any) -> tuple[()]:
    return ()


def _eq(self: Any, other: Any) -> bool:
    return bool(self._values(self) == self._values(other)) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(self._values(self))


def _repr(self: Any) -> str:
    parts = ", ".join(f"{part.name}={getattr(self, part.name)!r}" for part in dataclasses.fields(self) if part.repr)
    return f"{type(self).__qualname__}({parts})"


def _setattr(self: Any, name: str, value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, part.name) for part in dataclasses.fields(self)]


def _setstate(self: Any, state: list[Any]) -> None:
    for part, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, part.name, value)
