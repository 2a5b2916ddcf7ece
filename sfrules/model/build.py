"""From files to the Book: read, merge, change by rulings and variants, define, give things and cards values."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from sfrules.diag import Diagnostic, Span, did_you_mean, in_order
from sfrules.model import overlay
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.card import CARD_KEYS, CardKind
from sfrules.model.choices import Choices
from sfrules.model.errors import in_our_words
from sfrules.model.kind import THING_KEYS, Kind, Thing, Value
from sfrules.model.map import PlaceMap, key_of, named_like
from sfrules.model.merge import Tree, merge, twice
from sfrules.model.phase import Phase
from sfrules.model.property import Property, PropertyBase
from sfrules.model.scalars import Range, Slug, SourceId
from sfrules.model.scenario import FORMAT, Scenario
from sfrules.model.sections import SECTIONS, Section
from sfrules.model.texts import rule_texts
from sfrules.model.values import Known, read_values
from sfrules.source.files import SourceFile, Sources
from sfrules.source.nodes import Map, Node, Point, Text
from sfrules.source.reader import read_nodes

D = TypeVar("D", bound=Definition)


def build(sources: Sources, choices: Choices | None = None) -> tuple[Book, list[Diagnostic]]:
    """The Book of a scenario's files under `choices`, and everything that is wrong with their form.

    A definition that is wrong is left out of the Book, and its id is kept in `Book.spoilt`.
    """
    with _no_collection():
        roots, found = _read(sources.files)
        tree, more = merge(roots.values())
        found += more
        tree.whole = tree.whole and not any(diagnostic.code.startswith("SF11") for diagnostic in found)
        tree, more = overlay.apply(tree, choices or Choices())
        found += more
        builder = _Builder(tree, sources, choices or Choices())
        book = builder.book()
        found += builder.found
        found += _unmapped(book)
    return book, in_order(found)


def read_all(sources: Sources) -> tuple[dict[str, Node], list[Diagnostic]]:
    """The tree of every file by its shown name, for those who need more than the Book."""
    return _read(sources.files)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Without garbage collection: many small objects are made, and all of them stay."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _read(files: Iterable[SourceFile]) -> tuple[dict[str, Node], list[Diagnostic]]:
    roots: dict[str, Node] = {}
    found: list[Diagnostic] = []
    for file in files:
        roots[file.shown], more = read_nodes(file)
        found += more
    return roots, found


class _Builder:
    """Makes definitions out of one merged tree, section by section."""

    def __init__(self, tree: Tree, sources: Sources, choices: Choices) -> None:
        self.tree, self.sources, self.choices = tree, sources, choices
        self.found: list[Diagnostic] = []
        self.spoilt: dict[str, set[str]] = {}
        self.refused: list[tuple[str, Text, Map, str]] = []
        """Cards and things that were refused, whose values are looked at all the same: section, id, node, kind."""
        self.context: dict[str, Any] = {"numbers": {}, "spoilt": set()}

    def book(self) -> Book:
        """All sections, then what needs several of them."""
        made: dict[str, Any] = {name: self._section(section) for name, section in SECTIONS.items()}
        self._format(made["scenario"])
        self._grid(made["map"], made["things"], made["kinds"])
        self._values(made)
        sections = {name: self.tree.keys[name].span for name in self.tree.sections if name in self.tree.keys}
        if made["map"] is not None and made["map"].kind:
            made["map"]._places = tuple(thing.id for thing in made["things"].values() if thing.kind == made["map"].kind)
        return Book(
            **made,
            root=self.sources.root,
            shown=self.sources.shown,
            files={file.shown: file.text for file in (*self.sources.files, *self.sources.pages)},
            pages={file.shown: file.text for file in self.sources.pages},
            choices=self.choices,
            spoilt={name: frozenset(ids) for name, ids in self.spoilt.items()},
            whole=self.tree.whole,
            section_spans=sections,
            counts=_counts(self.tree, made),
        )

    def _section(self, section: Section) -> Any:
        node = self.tree.sections.get(section.name)
        if section.name == "scenario":
            return self._scenario(node)
        if section.form == "rule":
            return node
        if section.form == "one":
            key = self.tree.keys[section.name] if node is not None else None
            return self._define(section, node, key) if node is not None else None
        if section.form == "list":
            return tuple(self._phases(node))
        if section.form == "kinds":
            return self._things(section)
        made = self._by_id(section, node if isinstance(node, Map) else None)
        if section.name == "numbers":
            self.context["numbers"] = {str(name): entry.value for name, entry in made.items()}
            self.context["spoilt"] = self.spoilt.get("numbers", set())
        return made

    def _by_id(self, section: Section, node: Map | None) -> dict[str, Any]:
        made: dict[str, Any] = {}
        if node is None:
            return made
        self.spoilt.setdefault(section.name, set()).update(node.spoilt)
        for key, value in node.entries():
            definition = self._define(section, value, key) if self._id_fits(section, key) else None
            if definition is None:
                self.spoilt[section.name].add(str(key))
            else:
                made[str(key)] = definition
        return made

    def _id_fits(self, section: Section, key: Text) -> bool:
        if section.name == "glossary":
            return True
        return not self._fails(_SOURCE_ID if section.name == "sources" else _SLUG, key, f"{section.noun} {key}")

    def _fails(self, adapter: TypeAdapter[Any], key: Text, subject: str) -> bool:
        try:
            adapter.validate_python(key)
        except ValidationError as error:
            self.found += [
                Diagnostic(detail["type"], detail["msg"], key.span, subject=subject) for detail in error.errors()
            ]
            return True
        return False

    def _define(self, section: Section, node: Node, key: Text | None, noun: str = "") -> Any:
        """The definition behind a node, or None when it is wrong (reported)."""
        noun = noun or section.noun
        subject = f"{noun} {key}" if key is not None and section.form != "one" else noun
        place = key.span if key is not None else node.span
        read = _as_read(section, node)
        model = section.model
        assert model is not None
        definition: Definition
        try:
            if model is PropertyBase:
                definition = _PROPERTY.validate_python(read, context=self.context)
            else:
                definition = model.model_validate(read, context=self.context)
        except ValidationError as error:
            self.found += in_our_words(error, read, noun, model, place, subject)
            if read is not node and isinstance(node, Map) and key is not None:
                kind = node.get("kind") if section.name == "cards" else Text.of(noun)
                self.refused += [(section.name, key, node, str(kind))] if isinstance(kind, Text) else []
            return None
        definition._node = node
        definition._id = key
        return definition

    def _scenario(self, node: Node | None) -> Scenario:
        file = self.sources.files[0] if self.sources.files else SourceFile(self.sources.root, self.sources.shown, "")
        top = Point(0, 0, 0)
        if node is not None:
            made = self._define(SECTIONS["scenario"], node, self.tree.keys["scenario"])
            if made is not None:
                assert isinstance(made, Scenario)
                return made
        elif self.tree.whole:
            message = "There is no section “scenario” with a title and a number of seats. Write it in scenario.yaml."
            self.found.append(Diagnostic("SF202", message, Span(file.shown, 1, 1)))
        stand_in = Scenario.model_construct(title=Text("?", file, top, top), seats=Range(1, 1))
        stand_in._node = Map(file, top, top)
        stand_in._id = self.tree.keys.get("scenario")
        return stand_in

    def _format(self, scenario: Scenario) -> None:
        if scenario.format != FORMAT:
            message = f"This content is written in format {scenario.format}; format {FORMAT} is read here."
            self.found.append(Diagnostic("SF218", message, scenario.span_of("format")))

    def _phases(self, node: Node | None) -> Iterator[Phase]:
        for item in node if isinstance(node, list) else ():
            phase = self._define(SECTIONS["phases"], item, None)
            if phase is not None:
                phase._id = phase.id_
                yield phase
            else:
                self.spoilt.setdefault("phases", set()).add("?")

    def _things(self, section: Section) -> dict[str, Thing]:
        made: dict[str, Thing] = {}
        kinds = self.tree.entries(section.name)
        for kind, things in kinds.entries() if kinds is not None else ():
            assert isinstance(things, Map)
            self.spoilt.setdefault(section.name, set()).update(things.spoilt)
            for key, node in things.entries():
                if str(key) in made:
                    self.found.append(twice(key, made[str(key)].id))
                elif self._id_fits(section, key) and (thing := self._define(section, node, key, noun=kind)) is not None:
                    thing._kind = str(kind)
                    made[str(key)] = thing
                else:
                    self.spoilt[section.name].add(str(key))
        return made

    def _grid(self, places: PlaceMap | None, things: dict[str, Thing], kinds: Mapping[str, Kind]) -> None:
        """Adds the cells of a grid as things; one that content describes keeps what is said of it."""
        if places is None or places.grid is None:
            return
        key = key_of(places, "grid")
        described = {name: things.pop(name) for name in list(things) if things[name].kind == places.grid.of}
        for name in places.grid.cells():
            if name in things:
                self.found.append(twice(named_like(name, key), things[name].id))
                continue
            cell = described.pop(name, None) or _cell(name, places.grid.of, key)
            things[name] = cell
        for name, thing in described.items():
            message = f"The grid has no cell “{name}”: its cells are a1 to {list(places.grid.cells())[-1]}."
            self.found.append(Diagnostic("SF210", message, thing.span))

    def _values(self, made: dict[str, Any]) -> None:
        """The values of things and cards, by the properties of their kinds."""
        things: dict[str, Thing] = made["things"]
        ids: dict[str, dict[str, object]] = {str(kind): {} for kind in made["kinds"]}
        for thing in things.values():
            ids.setdefault(thing.kind, {})[thing.id] = thing
        spoilt = self.spoilt.get("things", set())
        known = Known(ids, self.context["numbers"], self.tree.whole and not spoilt)
        self._kind_names(made)
        for thing in things.values():
            thing._values = self._fill("things", thing.id, thing.node, thing.kind, made, known)
        for card in made["cards"].values():
            card._values = self._fill("cards", card.id, card.node, card.kind, made, known)
        for section, key, node, kind in self.refused:
            self._fill(section, key, node, kind, made, known)

    def _fill(
        self, section: str, key: Text, node: Node, kind_id: str, made: Mapping[str, Any], known: Known
    ) -> dict[str, Value]:
        """The values of one thing or card; none when its kind is not known."""
        kind: Kind | CardKind | None = made["card_kinds" if section == "cards" else "kinds"].get(kind_id)
        if kind is None or not isinstance(node, Map):
            return {}
        keys, owner = (CARD_KEYS, f"{kind_id} card") if section == "cards" else (THING_KEYS, kind_id)
        given = Map(node.file, node.start, node.end)
        given.update({name: value for name, value in node.entries() if name not in keys})
        given.spoilt = node.spoilt
        subject = f"{'card' if section == 'cards' else kind_id} {key}"
        values, found = read_values(given, kind.has, owner, key.span, subject, known, keys)
        self.found += found
        return values

    def _kind_names(self, made: dict[str, Any]) -> None:
        """Kinds that things and cards name, and names of properties that are keys of every thing or card."""
        kinds, card_kinds = made["kinds"], made["card_kinds"]
        tree_kinds = self.tree.entries("things")
        for kind, _ in tree_kinds.entries() if tree_kinds is not None else ():
            self._known("kinds", kind, kinds, f"thing of {kind}")
        for card in made["cards"].values():
            self._known("card_kinds", card.kind, card_kinds, f"card {card.id}")
        for kind, keys in [(k, THING_KEYS) for k in kinds.values()] + [(k, CARD_KEYS) for k in card_kinds.values()]:
            for prop in kind.has.values():
                if prop.id in keys:
                    message = f"A property cannot be called “{prop.id}”: that key has a meaning of its own there."
                    self.found.append(Diagnostic("SF219", message, prop.span, subject=f"kind {kind.id}"))

    def _known(self, section: str, name: Text, known: Mapping[str, CardKind | Kind], subject: str) -> None:
        if name in known or name in self.spoilt.get(section, ()) or not self.tree.whole:
            return
        noun = SECTIONS[section].noun
        message = f"There is no {noun} “{name}”.{did_you_mean(name, known)}"
        self.found.append(Diagnostic("SF210", message, name.span, subject=subject))


_PROPERTY: TypeAdapter[PropertyBase] = TypeAdapter(Property)
_SLUG: TypeAdapter[Text] = TypeAdapter(Slug)
_SOURCE_ID: TypeAdapter[Text] = TypeAdapter(SourceId)


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
    if keys is None or not isinstance(node, Map):
        return node
    own = Map(node.file, node.start, node.end, node.flow)
    own.spoilt = node.spoilt
    own.update({key: value for key, value in node.entries() if key in keys})
    return own


def _cell(name: str, kind: str, grid: Text) -> Thing:
    """A thing that nothing but the grid speaks of."""
    cell = Thing.model_construct()
    cell._node = Map(grid.file, grid.start, grid.end, flow=True)
    cell._id = named_like(name, grid)
    cell._kind = kind
    cell._values = {}
    return cell


def _counts(tree: Tree, made: Mapping[str, Any]) -> dict[str, int]:
    """How many objects of each class content holds, refused ones too: cards and things by their kind."""
    counts: Counter[str] = Counter()
    for section in SECTIONS.values():
        node: Mapping[str, Node] = tree.entries(section.name) or {}
        if section.name == "cards":
            counts.update({f"{kind} cards": 0 for kind in made["card_kinds"]})
            kinds = [card.get("kind") if isinstance(card, Map) else None for card in node.values()]
            counts.update(f"{kind} cards" if isinstance(kind, Text) else "cards of no kind" for kind in kinds)
        elif section.form == "kinds":
            written = {str(kind): len(things) for kind, things in node.items() if isinstance(things, Map)}
            cells = Counter(thing.kind for thing in made["things"].values())
            for kind in {**made["kinds"], **written}:
                counts[f"{kind} things"] += max(written.get(kind, 0), cells[kind])
        elif section.form == "list":
            counts[f"{section.noun}s"] = sum(1 for phase in made[section.name] for _ in phase.walk())
        elif section.form == "ids":
            counts["table properties" if section.name == "table" else f"{section.noun}s"] = len(node)
    return dict(counts)


def _unmapped(book: Book) -> Iterator[Diagnostic]:
    """Rules written so that places in them cannot be told."""
    for rule in rule_texts(book):
        if not rule.text.mappable:
            message = "Write this rule as a block: a | behind the colon, and the rule in the lines below."
            yield Diagnostic("SF130", message, rule.text.span)
