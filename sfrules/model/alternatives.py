"""Rulings and variants that are not in force: what they change is named and typed as if they were.

Only the rules that they bring, and those that name what they change, are looked at again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from sfrules.diag import Diagnostic, Related, Span
from sfrules.ids import RulePath
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.card import Card, CardKind
from sfrules.model.choices import Choices
from sfrules.model.definitions import definitions as definitions_of
from sfrules.model.entry import Define, Entry
from sfrules.model.gap import Gap, GapOption, Variant
from sfrules.model.kind import Kind
from sfrules.model.map import PlaceMap
from sfrules.model.names import Lexicon
from sfrules.model.phase import Phase
from sfrules.model.property import PropertyBase
from sfrules.model.rules import Rule, RuleTyping
from sfrules.model.scenario import Scenario
from sfrules.model.sections import SECTIONS
from sfrules.model.texts import RuleText
from sfrules.source.nodes import Text

_MEANINGS = (
    "table", "things", "cards", "card_rules", "zones", "numbers", "counters", "phases", "entries", "defines",
    "routines", "gaps", "endings", "menus", "limits",
)  # fmt: skip
"""Parts of a lexicon that are known before any rule is typed; kinds are compared by their properties."""

_PATIENCE = 2_000_000
"""How many definitions and rules are looked at in all: each alternative looks at all that there are."""

WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")

_SECTION_OF = {section.model: section.name for section in SECTIONS.values() if section.model is not None}


class Otherwise(NamedTuple):
    """The book as a ruling or variant that is not in force would make it, with its rules.

    `paths` are the rules that it brings, `definitions` those that it changes or takes out, by section and id, each as
    it would be; `names` are gone under it, or mean something else.
    """

    subject: str
    option: GapOption | Variant
    book: Book
    paths: frozenset[RulePath]
    definitions: Mapping[RulePath, Definition | None]
    names: frozenset[str]

    def told(self, message: str, span: Span) -> str:
        """A message that holds where the option is chosen; one about another place says so."""
        own = self.option.node.span
        inside = span.file == own.file and own.line <= span.line <= own.end_line
        return message if inside else f"With {self.subject}: {message}"

    @property
    def chosen(self) -> Related:
        """The place to which a finding under this option points besides."""
        return Related(self.option.span, "where this is chosen")


def type_alternatives(base: RuleTyping, rules: Mapping[RulePath, Rule]) -> tuple[list[Otherwise], list[Diagnostic]]:
    """The book under each ruling and variant that is not in force, and what is wrong in the rules besides."""
    told = {(d.code, d.span, d.message) for d in base.found}
    texts = {text.path: text for text in base.book.rule_texts()}
    words = {path: frozenset(WORD.findall(text.text)) for path, text in texts.items()}
    made: list[Otherwise] = []
    found: list[Diagnostic] = []
    most = max(20, _PATIENCE // (len(texts) + sum(1 for _ in definitions_of(base.book)) + 1))
    for number, (subject, option, choices, definitions) in enumerate(_options(base.book)):
        if number == most:
            message = f"Here begins alternative {most + 1:,}; so many rulings and variants are not looked into at once."
            found.append(Diagnostic("SF129", message, option.span, subject=subject))
            break
        changes = _changes(base.book, option, definitions)
        book = replace(base.book, choices=choices, rules={}, **_whole(base.book, changes, option))
        fresh = list(_brought(base.book, choices, changes, option).rule_texts())
        paths = {text.path for text in fresh}
        fresh = [text for text in fresh if _is_new(text, texts.get(text.path))]
        typing = RuleTyping(book, base)
        typing.lex.lost |= base.book.lost_otherwise.get(subject, frozenset())
        other_words = _gone(option) | _meant_otherwise(typing.lex, base.lex)
        names = other_words | _named(base.book, definitions)
        changed = _by_path(base.book, changes, option)
        new = frozenset(text.path for text in fresh)
        kept = {path for path in texts if path not in new and (path in paths or path[:2] not in changed)}
        again = [text for path, text in texts.items() if path in kept and words[path] & names]
        typing.begin_like(base)
        typed = {**{path: rule for path, rule in rules.items() if path in kept}, **typing.some(fresh, again)}
        other = Otherwise(subject, option, replace(book, rules=typed), new, changed, frozenset(other_words))
        made.append(other)
        slips = [slip for slip in typing.found if (slip.code, slip.span, slip.message) not in told]
        found += [_under(other, slip) for slip in slips]
    return made, found


def _under(other: Otherwise, slip: Diagnostic) -> Diagnostic:
    """A finding that holds where an option is chosen."""
    message = other.told(slip.message, slip.span)
    return replace(slip, message=message, subject=other.subject, related=(*slip.related, other.chosen))


def _by_path(
    book: Book, changes: Mapping[str, dict[str, Definition]], option: GapOption | Variant
) -> dict[RulePath, Definition | None]:
    """What an option changes or takes out, by section and id."""
    made: dict[RulePath, Definition | None] = {(name,): None for name in _flow(option)}
    made.update({path: None for path in map(_taken, option.remove) if path[0]})
    if "phases" in changes:
        made.update({("phases", str(phase.id)): None for phase in book.all_phases()})
    for section, changed in changes.items():
        made.update({(section, name): definition for name, definition in changed.items()})
    return made


def _flow(option: GapOption | Variant) -> dict[str, Any]:
    """The rules that stand alone under their section, such as the setup, as an option makes them."""
    alone = [name for name, section in SECTIONS.items() if section.form == "rule"]
    made = {name: option.set_[name] for name in alone if isinstance(option.set_.get(name), Text)}
    return {**made, **{name: None for name in alone if name in option.remove}}


def _options(book: Book) -> Iterator[tuple[str, GapOption | Variant, Choices, list[Definition]]]:
    """Each option and variant that would change definitions, with the choice of it and what it would make of them."""
    made: dict[str, list[Definition]] = {}
    for subject, definition in book.alternatives:
        made.setdefault(subject, []).append(definition)
    for gap in book.gaps.values():
        for option in gap.options.values():
            subject = f"gap {gap.id}, option {option.id}"
            if (subject in made or option.remove or _flow(option)) and option is not book.ruling(gap):
                chosen = replace(book.choices, gaps={**book.choices.gaps, str(gap.id): str(option.id)})
                yield subject, option, chosen, made.get(subject, [])
    for variant in book.variants.values():
        subject = f"variant {variant.id}"
        if (subject in made or variant.remove or _flow(variant)) and variant.id not in book.choices.variants:
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
    if "phases" in changes:
        made["phases"] = tuple(changes["phases"][str(p.id)] for p in book.phases if str(p.id) in changes["phases"])
    made.update(_flow(option))
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
    only.update({name: rule for name, rule in _flow(option).items() if rule is not None})
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
