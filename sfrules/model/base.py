"""What all definitions have in common: frozen, strict about keys, and knowing where they were written."""

from __future__ import annotations

from typing import Any, Self, TypeVar, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, ModelWrapValidatorHandler, PrivateAttr, model_validator

from sfrules.diag import Span
from sfrules.model.scalars import MaybeAsIs, MaybeProse, SourceId
from sfrules.source.nodes import Map, Node, Text


def kept(model: BaseModel) -> dict[str, Any]:
    """The private attributes of a model, by name; `model._id` itself goes a long way round to find them."""
    return model.__pydantic_private__ or {}


class Definition(BaseModel):
    """Something that content defines. Fields are called as the keys in content; Python words get a trailing `_`."""

    model_config = ConfigDict(
        frozen=True,
        defer_build=True,  # many a scenario needs only some of the classes
        extra="forbid",
        arbitrary_types_allowed=True,
        alias_generator=lambda name: name.rstrip("_"),
    )

    _node: Node = PrivateAttr()
    _id: Text | None = PrivateAttr(default=None)

    @model_validator(mode="wrap")
    @classmethod
    def _keep_node(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        made = handler(value)
        made._node = value
        return made

    @property
    def node(self) -> Node:
        """The node it was read from."""
        node: Node = kept(self)["_node"]
        return node

    @property
    def id(self) -> Text:
        """The key it stands under."""
        made: Text | None = kept(self)["_id"]
        if made is None:
            raise LookupError(f"{type(self).__name__} without an id")
        return made

    @property
    def span(self) -> Span:
        """Its id, or its first key when it has none."""
        return self._id.span if self._id is not None else self._node.span

    def span_of(self, *keys: str) -> Span:
        """The value under a key (or keys in keys) as written; the definition's own place when it is not there."""
        node = self._holder(keys)
        return node.value_span(keys[-1]) if node is not None else self.span

    def key_span_of(self, *keys: str) -> Span:
        """The key as written; the definition's own place when it is not there."""
        node = self._holder(keys)
        return node.key_span(keys[-1]) if node is not None else self.span

    def _holder(self, keys: tuple[str, ...]) -> Map | None:
        """The mapping in which the last of some keys stands."""
        node: Node | None = self._node
        for key in keys[:-1]:
            node = node.get(key) if isinstance(node, Map) else None
        return node if isinstance(node, Map) and keys[-1] in node else None


class Described(Definition):
    """A definition that may carry a title, the designer's words, the rules it comes from and a remark."""

    title: MaybeProse = None
    text: MaybeProse = None
    source: tuple[SourceId, ...] = ()
    note: MaybeAsIs = None

    @property
    def label(self) -> str:
        """The title, or the id in words."""
        return self.title if self.title is not None else self.id.replace("-", " ").capitalize()


D = TypeVar("D", bound=Definition)


def name_all(definitions: dict[str, D]) -> dict[str, D]:
    """Tells each definition the key it stands under."""
    for key, definition in definitions.items():
        definition._id = cast(Text, key)
    return definitions


Named = AfterValidator(name_all)
"""Marks a dict of definitions by id."""
