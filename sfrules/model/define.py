"""From a merged tree to definitions, section by section; a definition that is wrong is refused and reported."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from sfrules.diag import Diagnostic
from sfrules.model.base import Definition
from sfrules.model.card import CARD_KEYS
from sfrules.model.errors import in_our_words
from sfrules.model.gap import Gap
from sfrules.model.kind import THING_KEYS, Thing
from sfrules.model.map import names_of_any_grid
from sfrules.model.merge import Tree, things_slip, twice
from sfrules.model.phase import Phase
from sfrules.model.property import Owner, PropertyBase, class_of, form_slip
from sfrules.model.readers import read_slug, read_source_id
from sfrules.model.sections import SECTIONS, Section
from sfrules.source.nodes import Map, Node, Text

WITHIN = "within"
"""Under which `spoilt` has names that refused definitions give to what is in them: no section is called so."""

_NAMING = ("has", "choose", "given", "options")
"""Keys whose keys are names."""

_OPTION = re.compile(r"(?<![\w-])option[ \t]+([a-z][a-z0-9-]*)")


class Refused(NamedTuple):
    """A card or thing that was refused; its values are looked at all the same."""

    section: str
    key: Text
    node: Map
    kind: Text


class Definer:
    """Makes the definitions of one tree. `found` are the mistakes, `spoilt` the ids that were refused, by section."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.found: list[Diagnostic] = []
        self.spoilt: dict[str, set[str]] = {}
        self.refused: list[Refused] = []
        self.numbers: dict[str, int] = {}

    def sections(self) -> dict[str, Any]:
        """What each section defines; None, or nothing, for one that is not there."""
        return {name: self._section(section) for name, section in SECTIONS.items()}

    def changed(self, paths: Iterable[tuple[Text, ...]]) -> Iterator[Definition]:
        """The definitions that some paths lead to or into, each once."""
        for section_name, name in dict.fromkeys((path[0], path[1]) for path in paths if len(path) > 1):
            section = SECTIONS[section_name]
            node = self.tree.sections.get(section_name)
            if section.form == "one":
                yield from filter(None, [self._section(section)])
            elif section.form == "list":
                yield from (inner for phase in self._phases(node) for inner in phase.walk())
            elif section.form == "ids" and isinstance(node, Map) and name in node:
                key = node.key(name) or name
                if section.model is Gap:
                    continue
                if (definition := self.define(section, node[name], key)) is not None:
                    yield definition
                else:
                    self._spoil(section, key)
                    self._spoil_within(node[name])

    def _section(self, section: Section) -> Any:
        node = self.tree.sections.get(section.name)
        if section.form == "rule":
            return node
        if section.form == "one":
            made = self.define(section, node, self.tree.keys[section.name]) if node is not None else None
            if made is None and node is not None:
                self._spoil(section, "?")
                self._spoil_within(node)
            return made
        if section.form == "list":
            return tuple(self._phases(node))
        if section.form == "kinds":
            return self._things(section)
        by_id = self._by_id(section, node if isinstance(node, Map) else None)
        if section.name == "numbers":
            self.numbers = {str(name): entry.value for name, entry in by_id.items()}
        return by_id

    def _by_id(self, section: Section, node: Map | None) -> dict[str, Any]:
        made: dict[str, Any] = {}
        if node is None:
            return made
        self._spoil(section, *node.spoilt)
        for key, value in node.entries():
            definition = self.define(section, value, key) if self._id_fits(section, key) else None
            if definition is None:
                self._spoil(section, key)
                self._spoil_within(value)
            else:
                made[str(key)] = definition
        return made

    def _phases(self, node: Node | None) -> Iterator[Phase]:
        for item in node if isinstance(node, list) else ():
            phase = self.define(SECTIONS["phases"], item, None)
            if phase is not None:
                phase._id = phase.id_
                yield phase
            else:
                self._spoil(SECTIONS["phases"], "?", *_phase_ids(item))
                self._spoil_within(item)

    def _things(self, section: Section) -> dict[str, Thing]:
        made: dict[str, Thing] = {}
        kinds = self.tree.entries(section.name)
        for kind, things in kinds.entries() if kinds is not None else ():
            if not isinstance(things, Map):
                self.found.append(things_slip(kind))
                continue
            self._spoil(section, *things.spoilt)
            for key, node in things.entries():
                if str(key) in made:
                    self.found.append(twice(key, made[str(key)].id))
                elif self._id_fits(section, key) and (thing := self.define(section, node, key, kind)) is not None:
                    thing._kind = str(kind)
                    made[str(key)] = thing
                else:
                    self._spoil(section, key)
        return made

    def _spoil(self, section: Section, *names: str) -> None:
        self.spoilt.setdefault(section.name, set()).update(map(str, names))

    def _spoil_within(self, node: Node) -> None:
        """Keeps what a refused definition would have given a name, so that whoever uses it is not blamed."""
        self.spoilt.setdefault(WITHIN, set()).update(names_within(node))

    def _id_fits(self, section: Section, key: Text) -> bool:
        if section.name == "glossary":
            return True
        return self._fits(read_source_id if section.name == "sources" else read_slug, key, f"{section.noun} {key}")

    def _fits(self, reader: Callable[[object], Text], key: Text, subject: str) -> bool:
        try:
            reader(key)
        except PydanticCustomError as error:
            self.found.append(Diagnostic(error.type, error.message(), key.span, subject=subject))
            return False
        return True

    def define(self, section: Section, node: Node, key: Text | None, kind: Text | None = None) -> Any:
        """The definition behind a node, or None when it is wrong (reported). Things are called by their `kind`."""
        noun = str(kind or section.noun)
        subject = f"{noun} {key}" if key is not None and section.form != "one" else noun
        if section.model is PropertyBase and key is not None:
            return self._property(key, node, subject)
        read = _as_read(section, node)
        assert section.model is not None
        definition = self._read(section.model, read, node, key, noun, subject)
        if definition is None:
            named = node.get("kind") if section.name == "cards" and isinstance(node, Map) else kind
            if read is not node and isinstance(node, Map) and key is not None and isinstance(named, Text):
                self.refused.append(Refused(section.name, key, node, named))
        elif isinstance(definition, Owner) and not self._properties(definition, subject):
            return None
        return definition

    def _read(
        self, model: type[Definition], read: Node, node: Node, key: Text | None, noun: str, subject: str
    ) -> Definition | None:
        context = {"numbers": self.numbers, "spoilt": self.spoilt.get("numbers", set())}
        try:
            definition = model.model_validate(read, context=context)
        except ValidationError as error:
            place = key.span if key is not None else node.span
            self.found += in_our_words(error, _whole(read, node), noun, model, place, subject)
            return None
        definition._node = node
        definition._id = key
        return definition

    def _properties(self, owner: Owner, subject: str) -> bool:
        """Gives a kind its properties; False when one of them is wrong."""
        entries = list(owner.has_.entries()) if owner.has_ is not None else []
        for key, node in entries:
            if self._fits(read_slug, key, subject) and (prop := self._property(key, node, subject)) is not None:
                owner._has[str(key)] = prop
        return len(owner._has) == len(entries) and not (owner.has_ is not None and owner.has_.spoilt)

    def _property(self, key: Text, node: Node, subject: str) -> PropertyBase | None:
        made = class_of(node)
        if made is None:
            code, message = form_slip(node)
            self.found.append(Diagnostic(code, message, node.span, subject=subject))
            return None
        definition = self._read(made, node, node, key, f"{made.form} property", subject)
        assert definition is None or isinstance(definition, PropertyBase)
        return definition


def names_within(node: Node) -> Iterator[str]:
    """The names that a definition gives: to properties, choices, options, words of a property, cells of a grid."""
    if isinstance(node, Map):
        for key, inner in node.items():
            if key in _NAMING and isinstance(inner, Map):
                yield from (*map(str, inner), *inner.spoilt)
            elif key == "one_of" and isinstance(inner, list):
                yield from (str(word) for word in inner if isinstance(word, Text))
            elif key in ("pass", "done") and isinstance(inner, Text):
                yield str(inner)
            elif key == "grid":
                yield from names_of_any_grid()
            yield from names_within(inner)
    elif isinstance(node, list):
        for item in node:
            yield from names_within(item)
    elif isinstance(node, Text):
        yield from _OPTION.findall(node)


def _phase_ids(node: Node) -> Iterator[str]:
    """The ids of a phase that was refused, and of those in it."""
    if isinstance(node, Map):
        name, inner = node.get("id"), node.get("phases")
        if isinstance(name, Text):
            yield name
        for phase in inner if isinstance(inner, list) else ():
            yield from _phase_ids(phase)


def _whole(read: Node, node: Node) -> Node:
    """Where the findings about `read` are looked up: `node`, unless it was written in short."""
    return node if isinstance(node, Map) else read


def _as_read(section: Section, node: Node) -> Node:
    """The node as its model reads it.

    An entry that may be one value (`toll: 3`, `term: text`) in its long form; a thing or card with the keys that
    every thing or card has, since the others are values.
    """
    if isinstance(node, Text) and section.name in ("numbers", "glossary"):
        made = Map(node.file, node.start, node.end)
        made["value" if section.name == "numbers" else "text"] = node
        return made
    keys = {"things": THING_KEYS, "cards": CARD_KEYS}.get(section.name)
    return node.part(lambda key: key in keys) if keys is not None and isinstance(node, Map) else node
