"""What all nodes of a tree have in common: named parts, never changed, equal when their parts are equal.

Behaves as a dataclass, which only the type checker keeps from being changed, and code is generated for a class when the
first node of it is made: there are some hundred classes, and what a dataclass does for each at import would take longer
than reading a scenario.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Collection, Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform, overload

Offsets = tuple[int, int]

A = TypeVar("A", bound="Node")
B = TypeVar("B", bound="Node")
C = TypeVar("C", bound="Node")
D = TypeVar("D", bound="Node")

_REQUIRED: Any = dataclasses.MISSING

_PLAIN = frozenset(("str", "int", "bool", "None", "tuple", "Literal", "Offsets", "Type"))
_WORD = re.compile(r"[A-Za-z]+")
_QUOTED = re.compile(r"'[^']*'")


def part(*, default: Any = _REQUIRED, kw_only: bool = False) -> Any:
    """A part that is not simply given in order: with a default, or by keyword only."""
    return dataclasses.field(default=default, kw_only=kw_only)


@dataclass_transform(frozen_default=True, field_specifiers=(part,))
class Node:
    """Anything in a rule that has a place. `at` are offsets in the rule text; they do not count in comparisons."""

    __slots__ = ("__dict__", "_sorted", "_whole")
    _sorted: dict[type[Node], list[Any]]
    _whole: list[Any]
    _order: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}
    _holding: ClassVar[dict[str, str]] = {}
    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]] = {}
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Collects the parts of a class: those of its base first, then its own in the order written."""
        order, defaults, holding = list(cls._order), dict(cls._defaults), dict(cls._holding)
        fields = dict(cls.__dataclass_fields__)
        for name, means in inspect.get_annotations(cls).items():
            if _may_hold_nodes(str(means)):
                holding[name] = str(means)
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
        cls._order, cls._defaults, cls._holding = tuple(order), defaults, holding
        cls.__dataclass_fields__ = fields
        cls.__match_args__ = tuple(order)  # type: ignore[misc]

    def __init__(self, *args: Any, **named: Any) -> None:
        cls: Any = type(self)
        cls.__init__ = _init(cls)  # from now on for the whole class
        cls.__init__(self, *args, **named)

    def whole(self) -> list[Self]:
        """The node and all nodes inside it, outer ones first; gone through once, for many walks over one tree."""
        found: list[Self] | None = getattr(self, "_whole", None)
        if found is None:
            found = [self]
            for child in self.inside():
                if child._holding:
                    found += child.whole()
                else:
                    found.append(child)
            self._whole = found
        return found

    @overload
    def nodes(self, a: type[A], /) -> list[A]: ...
    @overload
    def nodes(self, a: type[A], b: type[B], /) -> list[A | B]: ...
    @overload
    def nodes(self, a: type[A], b: type[B], c: type[C], /) -> list[A | B | C]: ...
    @overload
    def nodes(self, a: type[A], b: type[B], c: type[C], d: type[D], /) -> list[A | B | C | D]: ...
    def nodes(self, *kinds: type[Any]) -> list[Any]:
        """The nodes in it, itself too, that are of one class, then those of the next; what is built on a class is not.

        Sorted once, so that a check which looks for few classes does not go through all nodes of all rules.
        """
        found = self._by_kind()
        if len(kinds) == 1:
            return found.get(kinds[0], [])
        return [node for kind in kinds if kind in found for node in found[kind]]

    def kinds(self) -> Collection[type[Node]]:
        """The classes of all nodes in it."""
        return self._by_kind().keys()

    def _by_kind(self) -> dict[type[Node], list[Any]]:
        found: dict[type[Node], list[Any]] | None = getattr(self, "_sorted", None)
        if found is None:
            found = self._sorted = {}
            todo: list[Node] = [self]
            for node in todo:  # which grows on the way
                kind = type(node)
                if kind in found:
                    found[kind].append(node)
                else:
                    found[kind] = [node]
                if kind._holding:
                    todo += node.inside()
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
        """The nodes directly inside, in the order of the parts."""
        cls: Any = type(self)
        cls.inside = _inside(cls)  # from now on for the whole class
        found: list[Self] = cls.inside(self)
        return found


def _init(cls: type[Node]) -> Any:
    """A function that takes the parts of a node in order, and those that must be named by their names."""
    named = [name for name in cls.__dataclass_fields__ if name not in cls._order]
    given = ["self", *cls._order, *(["*"] if named else ()), *named]
    body = "; ".join(f"self.{name} = {name}" for name in cls.__dataclass_fields__)
    made = _function("__init__", ", ".join(given), body or "pass", {})
    made.__defaults__ = tuple(cls._defaults[name] for name in cls._order if name in cls._defaults)
    made.__kwdefaults__ = {name: cls._defaults[name] for name in named if name in cls._defaults}
    return made


def _function(name: str, given: str, body: str, space: dict[str, Any]) -> Any:
    return FunctionType(_code(name, given, body).replace(), space)  # its own copy, which gets used to its class


@cache
def _code(name: str, given: str, body: str) -> CodeType:
    """Compiled once for all classes with parts of the same names."""
    space: dict[str, Any] = {}
    exec(f"def {name}({given}): {body}", space)
    code: CodeType = space[name].__code__
    return code


def _named(spec: Any, name: str) -> dataclasses.Field[Any]:
    """A field as `dataclasses.replace` and `dataclasses.fields` expect it."""
    spec.name = name
    spec._field_type = dataclasses._FIELD  # type: ignore[attr-defined]
    made: dataclasses.Field[Any] = spec
    return made


def _may_hold_nodes(annotation: str) -> bool:
    """Whether a part of this type can be a node or hold some: words, numbers, types and offsets cannot."""
    return not _PLAIN.issuperset(_WORD.findall(_QUOTED.sub("", annotation)))


def _inside(cls: type[Node]) -> Any:
    """A function that lists the nodes in the parts of a node."""
    parts = ", ".join(_reading(f"self.{name}", annotation) for name, annotation in cls._holding.items())
    return _function("inside", "self", f"return [{parts}]", {"nodes_in": _nodes_in})


def _reading(part: str, annotation: str) -> str:
    """How the nodes of a part are put into a list: of one node, one or none, some, or a mixture."""
    if _WORD.fullmatch(annotation):
        return part
    if _WORD.fullmatch(annotation.removesuffix(" | None")):
        return f"*(() if {part} is None else ({part},))"
    return f"*{part}" if _WORD.fullmatch(annotation[len("tuple[") : -len(", ...]")]) else f"*nodes_in({part})"


def _nodes_in(values: tuple[object, ...]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from _nodes_in(value)
