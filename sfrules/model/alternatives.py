"""Rulings and variants that are not in force: what they change is named and typed as if they were.

Only the rules that they bring, and those that name what they change, are looked at again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sfrules.diag import Diagnostic, Related
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.card import Card, CardKind
from sfrules.model.choices import Choices
from sfrules.model.entry import Define, Entry
from sfrules.model.gap import Gap, GapOption, Variant
from sfrules.model.kind import Kind
from sfrules.model.map import PlaceMap
from sfrules.model.names import Lexicon
from sfrules.model.phase import Phase
from sfrules.model.property import PropertyBase
from sfrules.model.rules import RuleTyping
from sfrules.model.scenario import Scenario
from sfrules.model.sections import SECTIONS
from sfrules.model.texts import RuleText

_MEANINGS = (
    "table", "things", "cards", "card_rules", "zones", "numbers", "counters", "phases", "entries", "defines",
    "routines", "gaps", "endings", "menus", "limits",
)  # fmt: skip
"""Parts of a lexicon that are known before any rule is typed; kinds are compared by their properties."""

_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")

_SECTION_OF = {section.model: section.name for section in SECTIONS.values() if section.model is not None}


def type_alternatives(base: RuleTyping) -> list[Diagnostic]:
    """What is wrong in the rules of each ruling and variant that is not in force, besides what is wrong anyhow."""
    told = {(d.code, d.span, d.message) for d in base.found}
    texts = {text.path: text for text in base.book.rule_texts()}
    words = {path: frozenset(_WORD.findall(text.text)) for path, text in texts.items()}
    found: list[Diagnostic] = []
    for subject, option, choices, definitions in _options(base.book):
        changes = _changes(base.book, option, definitions)
        book = replace(base.book, choices=choices, rules={}, **_whole(base.book, changes, option))
        fresh = list(_brought(base.book, choices, changes, option).rule_texts())
        paths = {text.path for text in fresh}
        fresh = [text for text in fresh if _is_new(text, texts.get(text.path))]
        typing = RuleTyping(book, base)
        names = _named(base.book, definitions) | _gone(option) | _meant_otherwise(typing.lex, base.lex)
        out = set(map(_taken, option.remove))
        again = [t for path, t in texts.items() if words[path] & names and path not in paths and path[:2] not in out]
        typing.begin_like(base)
        slips = [slip for slip in typing.some(fresh, again) if (slip.code, slip.span, slip.message) not in told]
        found += [_under(subject, option, slip) for slip in slips]
    return found


def _under(subject: str, option: GapOption | Variant, slip: Diagnostic) -> Diagnostic:
    """A finding that holds where an option is chosen; one that stands elsewhere says so."""
    first, last = option.node.span.line, option.node.span.end_line
    inside = slip.span.file == option.span.file and first <= slip.span.line <= last
    message = slip.message if inside else f"With {subject}: {slip.message}"
    related = (*slip.related, Related(option.span, "where this is chosen"))
    return replace(slip, message=message, subject=subject, related=related)


def _options(book: Book) -> Iterator[tuple[str, GapOption | Variant, Choices, list[Definition]]]:
    """Each option and variant that would change definitions, with the choice of it and what it would make of them."""
    made: dict[str, list[Definition]] = {}
    for subject, definition in book.alternatives:
        made.setdefault(subject, []).append(definition)
    for gap in book.gaps.values():
        for option in gap.options.values():
            subject = f"gap {gap.id}, option {option.id}"
            if (subject in made or option.remove) and option is not book.ruling(gap):
                chosen = replace(book.choices, gaps={**book.choices.gaps, str(gap.id): str(option.id)})
                yield subject, option, chosen, made.get(subject, [])
    for variant in book.variants.values():
        subject = f"variant {variant.id}"
        if (subject in made or variant.remove) and variant.id not in book.choices.variants:
            yield subject, variant, book.choices, made.get(subject, [])


def _changes(
    book: Book, option: GapOption | Variant, definitions: Iterable[Definition]
) -> dict[str, dict[str, Definition]]:
    """Definitions by section and id."""
    made: dict[str, dict[str, Definition]] = {}
    for definition in definitions:
        if isinstance(definition, Phase):
            made.setdefault("phases", {})[str(definition.id_)] = definition
        elif not isinstance(definition, PlaceMap | Scenario):  # no rule speaks of those
            made.setdefault(_section(book, option, definition), {})[str(definition.id)] = definition
    return made


def _whole(book: Book, changes: Mapping[str, dict[str, Definition]], option: GapOption | Variant) -> dict[str, Any]:
    """The sections of the book with the changes made, and without what the option takes out."""
    made: dict[str, Any] = {
        name: {**getattr(book, name), **changed} for name, changed in changes.items() if name != "phases"
    }
    made["phases"] = tuple(changes.get("phases", {}).get(str(phase.id), phase) for phase in book.phases)
    for section, name in map(_taken, option.remove):
        if section:
            made.setdefault(section, dict(getattr(book, section))).pop(name, None)
    return made


def _brought(
    book: Book, choices: Choices, changes: Mapping[str, dict[str, Definition]], option: GapOption | Variant
) -> Book:
    """A book of nothing but what an option brings: its own rule, and the definitions that it changes."""
    phases = {str(phase.id) for phase in book.phases}
    only: dict[str, Any] = {name: changed for name, changed in changes.items() if name != "phases"}
    only["phases"] = tuple(phase for name, phase in changes.get("phases", {}).items() if name in phases)
    only.setdefault("gaps", {name: gap for name, gap in book.gaps.items() if _has(gap, option)})
    return Book(scenario=book.scenario, choices=choices, **only)


def _has(gap: Gap, option: GapOption | Variant) -> bool:
    return any(own is option for own in gap.options.values())


def _is_new(text: RuleText, old: RuleText | None) -> bool:
    return old is None or (old.text is not text.text and (old.text != text.text or old.text.span != text.text.span))


def _taken(path: str) -> tuple[str, str]:
    """Section and id of a definition that is taken out whole."""
    section, _, name = path.partition(".")
    whole = section in SECTIONS and SECTIONS[section].form == "ids" and "." not in name
    return (section, name) if whole else ("", "")


def _gone(option: GapOption | Variant) -> set[str]:
    return {name for section, name in map(_taken, option.remove) if section}


def _section(book: Book, option: GapOption | Variant, definition: Definition) -> str:
    """The section of a definition: that of its class; an entry is a power where it is one, or is written as one."""
    if isinstance(definition, PropertyBase):
        return "table"
    if isinstance(definition, Entry) and not isinstance(definition, Card):
        written = any(path.startswith(f"powers.{definition.id}") for path in option.set_)
        return "powers" if written or definition.id in book.powers else "actions"
    return _SECTION_OF[type(definition)]


def _meant_otherwise(lex: Lexicon, base: Lexicon) -> set[str]:
    """Names that mean something else than they do anyhow: what a rule may say of the others is the same as before."""
    found: set[str] = set()
    for part in _MEANINGS:
        now, before = getattr(lex, part), getattr(base, part)
        if now is not before and now != before:
            if isinstance(now, dict):
                found |= {name for name in now.keys() | before.keys() if now.get(name) != before.get(name)}
            else:
                found |= now ^ before
    return found


def _named(book: Book, definitions: Iterable[Definition]) -> set[str]:
    """The names under which rules speak of what only its rules say, such as the type of a formula."""
    names: set[str] = set()
    for definition in definitions:
        if isinstance(definition, Kind | CardKind):
            old = (book.kinds if isinstance(definition, Kind) else book.card_kinds).get(str(definition.id))
            before: Mapping[str, PropertyBase] = old.has if old is not None else {}
            names.update(name for name, prop in definition.has.items() if before.get(name) != prop)
            names.update(before.keys() - definition.has.keys())
        elif isinstance(definition, Define):
            names.add(str(definition.id))
    return names
