"""Calls everything in a scenario otherwise: every id a random slug, every title and text random words."""

from __future__ import annotations

import dataclasses
import random
import re
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from sfrules.lang import ast
from sfrules.lang.parse import parse_body, parse_formula
from sfrules.lang.write import write
from sfrules.model.book import Book
from sfrules.source.files import TEXTS

PROSE = {"title", "plural", "short", "text", "flavour", "note", "says", "question", "manual", "summary", "setting",
         "disclaimer", "phrase", "declared_as", "version", "authors", "words", "letter"}  # fmt: skip
RULES = {"effect", "setup", "play", "aftermath", "bind", "then", "rule", "when_cancelled"}
FORMULAS = {"derived", "start", "who", "available", "rides_when", "asks", "when", "where", "winners", "payoff", "must"}
# keys whose values are words of the format
FORMAT = {"kept_by", "language", "order", "fires", "status", "bounded", "shape", "colour", "mark", "source", "number"}
WORDS = {("checks", "level"), ("windows", "answers"), ("windows", "resolve"), ("phases", "answers")}
# words of the language and of the format that no content may call otherwise
KEPT = {
    "actor", "it", "card", "holder", "self", "host", "count", "sum", "first", "last", "next", "the-first", "playing",
    "neighbours", "used", "distance", "degree", "actions", "powers", "done", "effect", "cells", "row", "column",
    "lines",
    "all", "nobody", "owner", "yes", "no", "none",
}  # fmt: skip
LISTED = (
    "kinds", "table", "things", "card_kinds", "cards", "zones", "numbers", "limits", "define", "actions", "powers",
    "windows", "menus", "routines", "triggers", "groups", "endings", "awards", "gaps", "variants", "checks",
)  # fmt: skip


def ids_of(book: Book) -> set[str]:
    """Every id of a book: definitions, properties, parameters, choices, words, options of gaps."""
    found: set[str] = set()
    for section in LISTED:
        found |= {str(name) for name in getattr(book, section)}
    for kind in (*book.kinds.values(), *book.card_kinds.values()):
        found |= {str(name) for name in kind.has}
        for prop in kind.has.values():
            found |= {str(w) for w in getattr(prop, "one_of", ())}
    for section in ("define", "routines", "endings", "gaps"):
        for made in getattr(book, section).values():
            found |= {str(name) for name in made.given}
    for _, entry in book.entries():
        found |= {str(name) for name in entry.choose}
    for gap in book.gaps.values():
        found |= {str(name) for name in gap.options}
    for menu in book.menus.values():
        found |= {str(w) for w in (menu.pass_, menu.done) if w}
    found |= {str(phase.id) for phase in book.all_phases()}
    grid = set(book.map.grid.cells()) if book.map is not None and book.map.grid is not None else set()
    return found - KEPT - grid


class Renaming:
    """One mapping, applied to all files of a scenario."""

    def __init__(self, book: Book, seed: int) -> None:
        rng = random.Random(seed)
        self.ids = {
            name: f"z{index}{''.join(rng.choices('bcdfgkmnprst', k=5))}"
            for index, name in enumerate(sorted(ids_of(book)))
        }
        self.rng = rng

    def write(self, source: Path, target: Path) -> None:
        """A copy of the scenario folder, called otherwise; the rulebook's prose is left out."""
        yaml = YAML(typ="safe", pure=True)
        for path in sorted(path for path in source.rglob("*.yaml") if path.parent != source / TEXTS):
            data = yaml.load(path.read_text("utf-8"))
            place = target / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("w", encoding="utf-8") as stream:
                out = YAML()
                out.width = 100_000
                renamed = {key: self.section(key, value) for key, value in data.items() if key != "tests"}
                out.dump(renamed or {"glossary": {}}, stream)

    # YAML

    def section(self, name: str, value: Any) -> Any:
        if name in ("scenario", "sources", "glossary"):
            return self.prose_only(value)
        if name in RULES:
            return self.rule(value)
        if name in ("phases", "map"):
            return self.value(name, value)
        return {self.id(key): self.value(name, entry) for key, entry in value.items()}

    def prose_only(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {k: self.words() if k in PROSE else v for k, v in value.items()}
        return self.words()

    def value(self, section: str, value: Any, key: str = "") -> Any:
        if key in PROSE and isinstance(value, str):
            return self.words(value)
        if key in ("set", "remove") and isinstance(value, dict):
            return {self.key(section, key, path): self.changed(path.split("."), v) for path, v in value.items()}
        if isinstance(value, dict):
            return {
                self.key(section, key, k): self.value(section, v, self.inner(section, key, k)) for k, v in value.items()
            }
        if isinstance(value, list):
            return [self.value(section, item, key) for item in value]
        if isinstance(value, str):
            return self.scalar(section, key, value)
        return value

    def changed(self, path: list[str], value: Any) -> Any:
        """What a ruling puts in at a path: read as if it stood there."""
        if len(path) == 1:
            return self.rule(value)
        return self.value(path[0], value, self.inner(path[0], path[-2], path[-1]))

    def key(self, section: str, outer: str, key: str) -> str:
        if outer in ("has", "given", "choose", "cost", "options", "layout", "neighbours"):
            return self.id(key)
        if outer in ("set", "remove"):
            return ".".join(self.id(part) for part in key.split("."))
        if section in ("things", "cards") and key not in PROSE and key in self.ids and outer != "back":
            return self.id(key)
        return self.id(key) if section == "things" and key not in PROSE else key

    def inner(self, section: str, outer: str, key: str) -> str:
        return (
            "formula"
            if outer == "choose"
            else "type"
            if outer == "given"
            else ""
            if outer in ("has", "options")
            else key
        )

    def scalar(self, section: str, key: str, value: str) -> str:
        if key in FORMAT or (section, key) in WORDS:
            return value
        if key in RULES:
            return self.rule(value)
        if key == "formula" or key in FORMULAS or (key == "is" and section == "define") or self.asked(section, key):
            return self.formula(value)
        return " ".join(self.id(word) for word in value.split(" "))

    def asked(self, section: str, key: str) -> bool:
        return (key == "answers" and section not in ("windows", "phases")) or (key == "done" and section != "menus")

    # rules

    def id(self, name: str) -> str:
        return self.ids.get(name, name)

    def rule(self, text: str) -> str:
        tree, slips = parse_body(text)
        assert not slips, text
        return write(self.tree(tree))

    def formula(self, text: str) -> str:
        tree, slips = parse_formula(text)
        assert tree is not None, (text, slips)
        return write(self.tree(tree))

    def tree(self, node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(self.tree(item) for item in node)
        if isinstance(node, str):
            return self.ids.get(node, node)
        if not isinstance(node, ast.Node):
            return node
        changed = {name: self.tree(getattr(node, name)) for name in node.__dataclass_fields__ if name != "at"}
        if isinstance(node, ast.Announce | ast.Tell):
            changed["text"] = self.words(node.text)
        if isinstance(node, ast.Choose | ast.Ask):
            changed["prompt"] = self.words(node.prompt) if node.prompt is not None else None
        if isinstance(node, ast.Confirm):
            changed["text"] = self.words()
        return dataclasses.replace(node, **changed)

    def words(self, old: str = "") -> str:
        """Random words, with the placeholders of the old ones."""
        held = [f"{{{self.formula(p)}}}" for p in re.findall(r"\{([^{}]+)\}", old)]
        return " ".join(["".join(self.rng.choices("aeioulmnrst", k=6)), *held])
