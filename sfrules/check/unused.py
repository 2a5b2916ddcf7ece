"""Definitions that nothing uses; what a misspelt name was meant to name is used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sfrules.check.once import once
from sfrules.check.reach import loose_words
from sfrules.check.references import candidates, is_known, references
from sfrules.check.rule import Finding, check
from sfrules.diag import Severity
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.entry import Entry
from sfrules.model.rules import Rule
from sfrules.model.sections import SECTIONS
from sfrules.near import nearest
from sfrules.record import record

_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9-]*)(?=[^a-z0-9:-])")
_VALUE = re.compile(r":[ \t]+([a-z][a-z0-9-]*)[ \t]*(?=[,}#\r\n]|$)")
_USED_BY_NAME = (
    "numbers",
    "limits",
    "define",
    "routines",
    "windows",
    "menus",
    "groups",
    "zones",
    "endings",
    "powers",
    "actions",
)


@check(
    "SF540",
    Severity.WARNING,
    "A definition that nothing uses",
    why="What no rule, text or other definition names is left over, or its name is misspelt somewhere.",
    bad="numbers:\n  toll: 3\n",
    good=(
        "numbers:\n  toll: 3\nactions:\n"
        '  sail: {text: "Pay {toll}.", effect: stop}\nmenus:\n'
        "  turn: {one: [sail]}\nplay: offer turn to captain\n"
    ),
)
def unused_definition(book: Book) -> Iterator[Finding]:
    """An entry of a section whose entries do nothing by themselves, and that is named nowhere."""
    if not book.whole or any(book.spoilt.values()):
        return
    named = _named(book)
    for section in _USED_BY_NAME:
        noun = SECTIONS[section].noun
        for name, definition in getattr(book, section).items():
            if not named.has(section, name) and not _acts(definition, section, named):
                yield Finding(definition.span, f"Nothing uses the {noun} “{name}”.", f"{noun} {name}")


@record
class _Named:
    """Names that definitions refer to, by section, and words that stand in rules, texts and amounts."""

    by_section: Mapping[str, set[str]]
    words: set[str]
    menus: set[str]

    def has(self, section: str, name: str) -> bool:
        return name in self.words or name in self.by_section.get(section, ())


def _acts(definition: Definition, section: str, named: _Named) -> bool:
    """Whether an entry takes part without being named: reactions, riders, and the whole section of a menu."""
    if not isinstance(definition, Entry):
        return False
    return definition.is_reaction or definition.is_rider or section in named.menus


def _named(book: Book) -> _Named:
    by_section: dict[str, set[str]] = {}
    for reference in references(book):
        meant = {str(reference.name)}
        if not is_known(book, reference):
            meant.update(filter(None, [nearest(reference.name, candidates(book, reference))]))
        for section in reference.sections:
            by_section.setdefault(section, set()).update(meant)
    menus = {str(name) for menu in book.menus.values() for name in (*menu.one, *menu.free, *menu.after)}
    words = _placeholders(book) | _amounts(book) | loose_words(book)
    if all(isinstance(rule, Rule) and rule.typed is not None and rule.sound for rule in book.rules.values()):
        for section, name in _in_rules(book):
            by_section.setdefault(section, set()).add(name)
    else:
        words |= _rule_words(book)
    return _Named(by_section, words, menus)


def _in_rules(book: Book) -> Iterator[tuple[str, str]]:
    """What the rules name, by section; a define or routine that names itself is not used by that."""
    for path, rule in book.rules.items():
        own = path[:2]
        yield from (named for named in _meant(rule.typed) if named != own)


def _meant(rule: typed.Node) -> Iterator[tuple[str, str]]:
    """The definitions that a rule names."""
    yield from (("numbers", node.id) for node in rule.nodes(typed.Named))
    yield from (("define", node.id) for node in rule.nodes(typed.Defined))
    yield from (("routines", node.routine) for node in rule.nodes(typed.Do))
    yield from (("menus", node.menu) for node in rule.nodes(typed.Offer))
    yield from (("endings", node.ending) for node in rule.nodes(typed.Finish))
    yield from (("zones", node.zone) for node in rule.nodes(typed.Zone))
    yield from (("zones", node.name) for node in rule.nodes(typed.Facts) if node.what == "zone")
    yield from (("limits", node.limit) for node in rule.nodes(typed.Function) if node.name == "used")
    entries = {node.id for node in rule.nodes(typed.EntryRef)} | {node.entry for node in rule.nodes(typed.Riding)}
    yield from ((section, entry) for entry in sorted(entries) for section in ("actions", "powers"))


@once
def half_said(book: Book) -> dict[RulePath, set[str]]:
    """What each rule with an error in it may name: its words, and what those that name nothing were meant to be."""
    names = {str(name) for section in (*_USED_BY_NAME, "gaps") for name in getattr(book, section)}
    made: dict[RulePath, set[str]] = {}
    for path, rule in book.rules.items():
        if isinstance(rule, Rule) and not (rule.sound and rule.typed is not None):
            words = set(_WORD.findall(rule.text))
            meant = (nearest(word, names) for word in sorted(words - names))
            made[path] = words | set(filter(None, meant))
    return made


def _rule_words(book: Book) -> set[str]:
    """The words of all rules, where they could not be read whole."""
    words = {word for path, said in half_said(book).items() for word in said - {path[1] if len(path) > 1 else ""}}
    for rule in book.rule_texts():
        own = {rule.path[1]} if rule.path[0] in ("define", "routines") else set()
        words.update(set(_WORD.findall(rule.text)) - own)
    return words


def _placeholders(book: Book) -> set[str]:
    """What stands in {braces} in texts and pages."""
    return {name for text in book.files.values() for name in _PLACEHOLDER.findall(text)}


def _amounts(book: Book) -> set[str]:
    """Numbers that are named where a number is wanted: behind a colon, and alone there."""
    return {name for text in book.files.values() for name in _VALUE.findall(text)} & set(book.numbers)
