"""What all nodes of a tree have in common: named parts, never changed, equal when their parts are equal.

Behaves as a frozen dataclass and is made without generating code for each class: there are some hundred classes of
nodes, and what a dataclass does for each at import would take longer than reading a scenario.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from typing import Any, ClassVar, Self, dataclass_transform

Offsets = tuple[int, int]

_REQUIRED: Any = dataclasses.MISSING

_PLAIN = frozenset(("str", "int", "bool", "None", "tuple", "Literal", "Offsets", "Type"))
_WORD = re.compile(r"[A-Za-z]+")
_QUOTED = re.compile(r'"[^"]*"')


def part(*, default: Any = _REQUIRED, kw_only: bool = False) -> Any:
    """A part that is not simply given in order: with a default, or by keyword only."""
    return dataclasses.field(default=default, kw_only=kw_only)


@dataclass_transform(frozen_default=True, field_specifiers=(part,))
class Node:
    """Anything in a rule that has a place. `at` are offsets in the rule text; they do not count in comparisons."""

    __slots__ = ("__dict__", "_inside", "_whole")
    _order: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}
    _holding: ClassVar[tuple[str, ...]] = ()
    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]] = {}
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Collects the parts of a class: those of its base first, then its own in the order written."""
        order, defaults, holding = list(cls._order), dict(cls._defaults), list(cls._holding)
        fields = dict(cls.__dataclass_fields__)
        for name, means in inspect.get_annotations(cls).items():
            if _may_hold_nodes(str(means)):
                holding.append(name)
            given = cls.__dict__.get(name, _REQUIRED)
            spec = given if isinstance(given, dataclasses.Field) else dataclasses.field(default=given)
            if spec.default is _REQUIRED:
                if name in cls.__dict__:
                    delattr(cls, name)
            else:
                defaults[name] = spec.default
                setattr(cls, name, spec.default)
            if spec.kw_only is not True:
                order.append(name)
            fields[name] = _named(spec, name)
        cls._order, cls._defaults, cls._holding = tuple(order), defaults, tuple(holding)
        cls.__dataclass_fields__ = fields
        cls.__match_args__ = tuple(order)  # type: ignore[misc]

    def __init__(self, *args: Any, **named: Any) -> None:
        values, size = self.__dict__, len(self.__dataclass_fields__)
        if len(args) + len(named) != size:
            values.update(self._defaults)
        values.update(zip(self._order, args, strict=False))
        values.update(named)
        if len(values) != size or len(args) > len(self._order):
            raise TypeError(f"{type(self).__name__} is made of {', '.join(self._order)}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot change {name}")

    def __delattr__(self, name: str) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot delete {name}")

    def whole(self) -> list[Self]:
        """The node and all nodes inside it, outer ones first; gone through once, for many walks over one tree."""
        found: list[Self] | None = getattr(self, "_whole", None)
        if found is None:
            found = [self]
            for child in self.inside():
                found += child.whole()
            object.__setattr__(self, "_whole", found)
        return found

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def _parts(self) -> tuple[Any, ...]:
        return tuple(value for name, value in self.__dict__.items() if name != "at")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        mine, theirs = self.__dict__, other.__dict__
        return all(mine[name] == theirs[name] for name in mine if name != "at")

    def __hash__(self) -> int:
        values = self.__dict__
        return hash((type(self), *[values[name] for name in self.__dataclass_fields__ if name != "at"]))

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self.__dataclass_fields__ if name != "at")
        return f"{type(self).__name__}({parts})"

    def inside(self) -> list[Self]:
        """The nodes directly inside, in the order of the parts; looked for once, for many walks over one tree."""
        found: list[Self] | None = getattr(self, "_inside", None)
        if found is None:
            found = []
            values = self.__dict__
            for name in self._holding:
                _collect(values[name], found)
            object.__setattr__(self, "_inside", found)
        return found


def _named(spec: Any, name: str) -> dataclasses.Field[Any]:
    """A field as `dataclasses.replace` and `dataclasses.fields` expect it."""
    spec.name = name
    spec._field_type = dataclasses._FIELD  # type: ignore[attr-defined]
    made: dataclasses.Field[Any] = spec
    return made


def _may_hold_nodes(annotation: str) -> bool:
    """Whether a part of this type can be a node or hold some: words, numbers, types and offsets cannot."""
    return not _PLAIN.issuperset(_WORD.findall(_QUOTED.sub("", annotation)))


def _collect(value: object, found: list[Any]) -> None:
    if isinstance(value, Node):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _collect(item, found)
