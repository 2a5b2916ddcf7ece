"""Where slips can be planted: the shipped content as keys, ids, names, values, texts and rules in their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, get_args

from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.card import CARD_KEYS, Back
from sfrules.model.errors import keys_of
from sfrules.model.gap import GapOption
from sfrules.model.kind import THING_KEYS
from sfrules.model.map import Grid
from sfrules.model.phase import Phase
from sfrules.model.property import PropertyBase, class_of
from sfrules.model.scalars import Reads
from sfrules.model.sections import SECTIONS
from sfrules.pipeline import load
from sfrules.resources import resource
from sfrules.source.files import SourceFile, read_tree
from sfrules.source.nodes import Map, Node, Nothing, Point, Seq, Text
from sfrules.source.reader import read_nodes

INNER: dict[str, type[Definition]] = {"options": GapOption, "back": Back, "grid": Grid, "phases": Phase}
NAMES_IN = frozenset(("given", "choose", "options", "colours"))
"""Keys whose mappings define names; in other mappings the names are those of something else."""
OWN_WORDS = frozenset(("one_of", "pass_", "done"))
"""Fields whose words are defined there."""
WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*)\}")
BINDS = re.compile(
    r"\b(?:let|for|some|every|highest|lowest|cycle|once for|choose|option) ([a-z][a-z0-9-]*)(?= (?:in|=|for)\b)"
)
_KINDS = {
    "read_number": "number", "read_natural": "number", "read_amount": "number", "read_count": "number",
    "read_decimal": "number", "read_flag": "flag", "read_slug": "name", "read_source_id": "name", "read_prose": "prose",
    "read_rule": "rule", "read_range": "range", "read_seats": "range", "read_eyes": "name", "read_type": "name",
    "read_colour": "colour", "read_colour_or_name": "colour", "read_asset": "asset", "read_word": "word",
    "read_map": "open", "read_steps": "open", "read_raw": "open", "text_of": "path", "_when_empty": "name",
}  # fmt: skip


@dataclass(eq=False)
class Owner:
    """A definition as it stands in a file: its id, its keys, and the definition that it lies in."""

    section: str
    id: Text | None
    node: Map
    keys: frozenset[str]
    needed: frozenset[str]
    up: Owner | None = None

    @property
    def block(self) -> bool:
        """Whether its keys stand on lines of their own."""
        return not self.node.flow and bool(self.node)


@dataclass(frozen=True, eq=False)
class Spot:
    """Something that can be got wrong. `of` is what it is the key or id of, or what it is a value for."""

    what: str
    node: Node
    owner: Owner | None = None
    of: Any = None


@dataclass
class Game:
    """A shipped scenario: its files, its book, its spots by what they are."""

    root: Path
    book: Book
    files: dict[str, SourceFile]
    spots: dict[str, list[Spot]] = field(default_factory=dict)
    owners: list[Owner] = field(default_factory=list)
    lists: list[Map | Seq] = field(default_factory=list)
    """Mappings and lists whose entries have ids that must differ."""

    @property
    def name(self) -> str:
        return self.root.name

    @cached_property
    def taken(self) -> frozenset[str]:
        """All words that mean something somewhere in it: no misspelling may be one of them."""
        words: set[str] = set(keywords())
        for section in SECTIONS.values():
            words.add(section.name)
            words |= keys_of(section.model) if section.model is not None else set()
        for file in self.files.values():
            words |= set(re.findall(r"[A-Za-z][A-Za-z0-9_-]*", file.text))
        return frozenset(words)

    @cached_property
    def known(self) -> frozenset[str]:
        """All ids and names that a rule may use."""
        return frozenset(str(spot.node) for what in ("id", "property", "local") for spot in self.spots.get(what, ()))

    def add(self, what: str, node: Node, owner: Owner | None = None, of: Any = None) -> None:
        self.spots.setdefault(what, []).append(Spot(what, node, owner, of))


@cache
def keywords() -> frozenset[str]:
    """The words of the rule language."""
    grammar = (resource("grammar") / "rules.lark").read_text(encoding="utf-8")
    quoted = re.findall(r'"([a-z][a-z -]*)"', grammar)
    return frozenset(word for text in quoted for word in text.split()) | {"yes", "no", "none", "it", "is", "self"}


def games(content: Path) -> list[Game]:
    """All shipped scenarios."""
    return [_game(root) for root in sorted(content.iterdir()) if (root / "scenario.yaml").is_file()]


def _game(root: Path) -> Game:
    sources, _ = read_tree(root)
    game = Game(root, load(root).book, {file.shown: file for file in (*sources.files, *sources.pages)})
    for file in sources.files:
        tree, _ = read_nodes(file)
        assert isinstance(tree, Map)
        for key, node in tree.entries():
            game.add("key", key, None, node)
            _section(game, key, node)
    for page in sources.pages:
        for match in PLACEHOLDER.finditer(page.text):
            game.add("page-name", _piece(page, match.start(1), match.end(1)))
    return game


def _piece(file: SourceFile, start: int, end: int) -> Text:
    """A stretch of one line of a file as a text with its place."""
    line = file.text.count("\n", 0, start)
    head = file.text.rfind("\n", 0, start) + 1
    return Text(file.text[start:end], file, Point(start, line, start - head), Point(end, line, end - head))


def _section(game: Game, key: Text, node: Node) -> None:
    section = SECTIONS[key]
    if section.form == "rule" and isinstance(node, Text):
        game.add("rule", node, None, key)
    elif section.form == "one" and isinstance(node, Map):
        assert section.model is not None
        _definition(game, str(key), key, node, section.model, None)
    elif section.form == "list" and isinstance(node, Seq):
        game.lists.append(node)
        for item in node:
            if isinstance(item, Map):
                _definition(game, str(key), None, item, Phase, None)
    elif section.form == "kinds" and isinstance(node, Map):
        for kind, things in node.entries():
            game.add("name", kind)
            if isinstance(things, Map):
                _entries(game, str(key), things)
    elif isinstance(node, Map):
        _entries(game, str(key), node)


def _entries(game: Game, section: str, node: Map) -> None:
    game.lists.append(node)
    model = SECTIONS[section].model
    assert model is not None
    for name, entry in node.entries():
        game.add("id", name, None, section)
        if isinstance(entry, Map):
            _definition(game, section, name, entry, model, None)
        elif isinstance(entry, Text):
            game.add("number" if section == "numbers" else "prose", entry, None, name)


def _definition(
    game: Game, section: str, name: Text | None, node: Map, model: type[Definition], up: Owner | None
) -> None:
    if model is PropertyBase:
        made = class_of(node)
        if made is None:
            return
        model = made
    keys, needed = keys_of(model), {f.alias or n for n, f in model.model_fields.items() if f.is_required()}
    has = _properties(game, section, name)
    keys |= set(has)
    needed |= {prop for prop, defined in has.items() if defined.required}
    owner = Owner(section, name, node, frozenset(keys), frozenset(needed), up)
    game.owners.append(owner)
    fields = {f.alias or n: (n, f) for n, f in model.model_fields.items()}
    for key, value in node.entries():
        game.add("key", key, owner, value)
        if key in has and key not in fields:
            _given(game, owner, key, value, has[key])
        elif key in fields:
            _field(game, owner, key, value, *fields[key])


def _properties(game: Game, section: str, name: Text | None) -> dict[str, PropertyBase]:
    """The properties that a thing or card gives values of."""
    if section not in ("things", "cards") or name is None:
        return {}
    made: Any = getattr(game.book, section).get(str(name))
    kinds: Any = game.book.kinds if section == "things" else game.book.card_kinds
    kind = kinds.get(made.kind) if made is not None else None
    taken = THING_KEYS if section == "things" else CARD_KEYS
    return {n: prop for n, prop in kind.has.items() if n not in taken} if kind is not None else {}


def _given(game: Game, owner: Owner, key: Text, value: Node, prop: PropertyBase) -> None:
    what = {"track": "number", "number": "number", "flag": "flag", "is": "name", "one_of": "name", "set": "name"}
    for leaf in _leaves(value):
        game.add(what.get(prop.form, "prose"), leaf, owner, key)


def _field(game: Game, owner: Owner, key: Text, value: Node, name: str, info: Any) -> None:
    """The spots in the value of one key."""
    if name in INNER and isinstance(value, (Map, Seq)):
        _inner(game, owner, key, value)
        return
    if name == "has_" and isinstance(value, Map):
        game.lists.append(value)
        for prop, node in value.entries():
            game.add("property", prop, owner, "has")
            if isinstance(node, Map):
                _definition(game, "has", prop, node, PropertyBase, owner)
        return
    if name in ("given_", "do", "expect"):
        _scene(game, owner, value)
        return
    kinds = _readers(info)
    if name in ("set_", "remove") and isinstance(value, Map):
        for path, node in value.entries():
            game.add("path", path, owner, node)
        return
    if isinstance(value, Map):
        game.lists.append(value)
        for inner, node in value.entries():
            game.add("local" if name in NAMES_IN else "name", inner, owner, node)
            for leaf in _leaves(node):
                game.add(kinds[-1], leaf, owner, inner)
        return
    if isinstance(value, Seq):
        game.add("list", value, owner, key)
    for leaf in _leaves(value):
        own = name in OWN_WORDS and kinds[-1] == "name"
        what = "id" if name == "id_" else "local" if own else kinds[-1]
        game.add(what, leaf, owner, key)


SCENE = frozenset((
    "at", "set", "zones", "limits", "chance", "seed", "every-question", "all-of", "is", "asked", "decision", "sees",
    "log", "over", "ending", "winners", "awards", "across", "book", "count", "has", "options", "seat", "phase",
    "expect", "lacks",
))  # fmt: skip
"""Keys of tests that are words of the tool; other keys name what the scenario defines."""


def _scene(game: Game, owner: Owner, node: Node) -> None:
    """The spots in what a test gives, does and expects; what is told in prose is left out."""
    for key, value in node.entries() if isinstance(node, Map) else ():
        game.add("scene-key" if key in SCENE else "scene-name", key, owner, value)
        if key not in ("log", "book"):
            _scene(game, owner, value)
    for value in node if isinstance(node, Seq) else ():
        _scene(game, owner, value)
    if isinstance(node, Text) and re.fullmatch(r"[a-z][a-z0-9+:.-]*", node) and node not in keywords():
        game.add("scene-name", node, owner)


def _inner(game: Game, owner: Owner, key: Text, value: Map | Seq) -> None:
    model = INNER[str(key)]
    if isinstance(value, Seq):
        game.lists.append(value)
        for item in value:
            if isinstance(item, Map):
                _definition(game, owner.section, None, item, model, owner)
    elif key == "options":
        game.lists.append(value)
        for name, node in value.entries():
            game.add("local", name, owner, node)
            if isinstance(node, Map):
                _definition(game, "options", name, node, model, owner)
    else:
        _definition(game, str(key), key, value, model, owner)


def _leaves(node: Node) -> Iterator[Text]:
    if isinstance(node, Text):
        yield node
    elif not isinstance(node, Nothing):
        for inner in node.values() if isinstance(node, Map) else node:
            yield from _leaves(inner)


def _readers(info: Any) -> list[str]:
    """What the values of a field are, outermost first."""
    found = [meta for meta in info.metadata if isinstance(meta, Reads)] or list(_in_annotation(info.annotation))
    return [_KINDS.get(_function(reads).__name__, "word") for reads in found] or ["prose"]


def _function(reads: Reads) -> Any:
    schema: Any = reads.schema
    return schema["function"]["function"]


def _in_annotation(annotation: Any) -> Iterator[Reads]:
    for meta in getattr(annotation, "__metadata__", ()):
        if isinstance(meta, Reads):
            yield meta
    for inner in get_args(annotation):
        yield from _in_annotation(inner)


@dataclass(frozen=True)
class Token:
    """A word, number or quoted text in a rule: offsets in its value."""

    what: str
    text: str
    start: int


_TOKEN = re.compile(
    r'(?P<quoted>"[^"\n]*")|(?P<comment>#[^\n]*)|(?P<word>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)|(?P<number>[0-9]+)|(?P<other>\S)'
)


def tokens(rule: str) -> list[Token]:
    """The words, numbers and quoted texts of a rule."""
    return [
        Token(str(match.lastgroup), match[0], match.start())
        for match in _TOKEN.finditer(rule)
        if match.lastgroup in ("quoted", "word", "number")
    ]
