"""What there is to know of one thing of a Book: text, reading, source lines, and what touches it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Any

from sfrules.diag import how_many
from sfrules.model.base import Definition, Described
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.entry import Entry
from sfrules.model.gap import Gap
from sfrules.model.rules import Rule
from sfrules.model.scenario import NumberEntry, RuleSource
from sfrules.publish.markup import filler, plain
from sfrules.publish.prose import read
from sfrules.record import record
from sfrules.source.nodes import Map, Seq, Text, walk

SECTIONS = {
    "actions": "action", "powers": "power", "cards": "card", "things": "", "zones": "zone", "card_kinds": "card kind",
    "kinds": "kind", "table": "table property", "windows": "window", "menus": "menu", "routines": "routine",
    "triggers": "trigger", "endings": "ending", "awards": "award", "gaps": "gap", "numbers": "number",
    "limits": "limit", "define": "formula", "groups": "group", "variants": "variant", "sources": "numbered rule",
    "glossary": "term", "checks": "check",
}  # fmt: skip
_SILENT = re.compile(r'"[^"\n]*"|#[^\n]*')
_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
MOST = 30
"""So many lines of a definition and so many things that touch it are shown."""


@record
class Found:
    """A definition, the section that it stands in, and the path of its rules."""

    section: str
    made: Definition
    path: tuple[str, ...]


class Explainer:
    """Looks things up in one Book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._all = list(self._definitions())
        self._own_rules = self._rules_by_definition()
        self._words: dict[tuple[str, ...], tuple[frozenset[str], frozenset[str]]] = {}

    def names(self) -> list[str]:
        """Everything that can be asked for."""
        return [name for found in self._all for name in (str(found.made.id), _title(found.made)) if name]

    def lines(self, what: str) -> list[str]:
        """All that is called so, by id, by title or by number; no lines when nothing is."""
        found = [one for one in self._all if what in (str(one.made.id), ".".join(one.path[-3::2]))]
        found = found or [one for one in self._all if _folded(_title(one.made)) == _folded(what)]
        found = found or [one for one in self._all if _number(one.made) == what.upper()]
        lines: list[str] = []
        for one in found:
            lines += [*([""] if lines else []), *self._explained(one)]
        return lines

    def _definitions(self) -> Iterator[Found]:
        for section in SECTIONS:
            for name, made in getattr(self.book, section).items():
                yield Found(section, made, (section, str(name)))
        for phase in self.book.all_phases():
            yield Found("phases", phase, ("phases", str(phase.id)))
        for section in ("kinds", "card_kinds"):
            for name, kind in getattr(self.book, section).items():
                for prop in kind.has.values():
                    yield Found("properties", prop, (section, str(name), "has", str(prop.id)))

    # one thing

    def _explained(self, found: Found) -> Iterator[str]:
        made = found.made
        yield f"== {self._text(_title(made), made) or made.id} ({self._what(found)}) =="
        yield from self._texts(made)
        yield from self._facts(found)
        for path, rule in self._rules(found):
            yield from self._reading(path[len(found.path) :], rule)
        yield from self._source(made)
        yield from self._touching(found)

    def _what(self, found: Found) -> str:
        made = found.made
        if found.section == "things":
            kind = self.book.kinds.get(getattr(made, "kind", ""))
            word = kind.label.lower() if kind is not None else "thing"
        elif isinstance(made, Card):
            kind_of = self.book.card_kinds.get(made.kind)
            word = str(kind_of.label) if kind_of is not None else "card"
        elif found.section == "properties":
            word = f"property of {found.path[1]}"
        else:
            word = SECTIONS.get(found.section, found.section.rstrip("s"))
        return f"{word} {made.id}"

    def _texts(self, made: Definition) -> Iterator[str]:
        for key in ("says", "question", "manual", "text", "flavour", "phrase"):
            value = getattr(made, key, None)
            if isinstance(value, str):
                lead = {"manual": "The manual: ", "question": "Open question: "}.get(key, "")
                yield lead + self._text(value, made)

    def _text(self, text: str | None, made: Definition) -> str:
        own = made.values if isinstance(made, Card) else {}
        given = {str(name): self._kind(str(of.name)) for name, of in getattr(made, "given", {}).items()}
        return plain(text, filler(self.book, own, given)) if text else ""

    def _kind(self, name: str) -> str:
        """What stands for a value that only play knows: the kind of it."""
        made = self.book.kinds.get(name) or self.book.card_kinds.get(name)
        return f"the {made.label[:1].lower()}{made.label[1:]}" if made is not None else f"the {name}"

    def _facts(self, found: Found) -> Iterator[str]:
        made = found.made
        if isinstance(made, NumberEntry):
            yield f"It is {made.value}."
        if isinstance(made, RuleSource):
            yield f"Mark: {made.mark}."
        if isinstance(made, Gap):
            yield from self._gap(made)
        if isinstance(made, Card) and self.book.copies(made) is not None:
            yield f"There {'is 1' if self.book.copies(made) == 1 else f'are {self.book.copies(made)}'} of it."
        if found.section == "things" and self.book.map is not None and made.id in self.book.map.places:
            near = ", ".join(self._name(place) for place in self.book.map.neighbours(str(made.id)))
            yield f"Next to it: {near or 'nothing'}."
        if isinstance(made, Described) and made.source:
            yield f"Rules: {', '.join(made.source)}."

    def _gap(self, gap: Gap) -> Iterator[str]:
        force = self.book.choices.gaps.get(str(gap.id), gap.ruling)
        yield f"Status: {gap.status}."
        for name, option in gap.options.items():
            mark = "in force" if name == force else "not in force"
            yield f"  {name} ({mark}): {plain(option.says, filler(self.book)) if option.says else ''}"

    def _name(self, id_: str) -> str:
        made = self.book.things.get(id_)
        return made.label if made is not None else id_

    # rules

    def _rules(self, found: Found) -> Iterator[tuple[tuple[str, ...], Rule]]:
        yield from self._own_rules.get(found.path, ())

    def _rules_by_definition(self) -> dict[tuple[str, ...], list[tuple[tuple[str, ...], Rule]]]:
        """Each rule with the innermost definition that it stands in."""
        found: dict[tuple[str, ...], list[tuple[tuple[str, ...], Rule]]] = {}
        for path, rule in self.book.rules.items():
            if isinstance(rule, Rule):
                found.setdefault(path[: 4 if path[2:3] == ("has",) else 2], []).append((path, rule))
        return found

    def _reading(self, path: tuple[str, ...], rule: Rule) -> Iterator[str]:
        key = " ".join(path).replace("_", " ")
        if rule.typed is None:
            yield f"{key}: (not readable as it stands)"
            return
        lines = read(self.book, rule).text.split("\n")
        yield f"{key}: {lines[0]}" if key else lines[0]
        for line in lines[1:]:
            yield f"  {line}"

    def _source(self, made: Definition) -> Iterator[str]:
        span, node = made.span, made.node
        yield ""
        yield f"{span.file}:{span.line}"
        text = self.book.files.get(span.file)
        if text is None:
            return
        last = node.end.line + (1 if node.end.column else 0) if isinstance(node, Map | Seq | Text) else span.line
        lines = _own_lines(re.split(r"\r\n|\n|\r", text)[span.line - 1 : max(last, span.line)])
        shown = textwrap.dedent("\n".join(lines[:MOST])).split("\n")
        yield from (f"    {line}".rstrip() for line in shown)
        if len(lines) > MOST:
            yield f"    ... {how_many(len(lines) - MOST, 'line')} more"

    # what touches it

    def _touching(self, found: Found) -> Iterator[str]:
        made = found.made
        name = _number(made) if isinstance(made, RuleSource | Gap) else str(made.id)
        touching = [other for other in self._all if other.made is not made and self._mentions(other, found, name)]
        if not touching:
            return
        yield ""
        yield "Touched by:"
        for other in touching[:MOST]:
            span = other.made.span
            title = f"{_title(other.made) or other.made.id} ({self._what(other)}){self._how(other.made, found)}"
            yield f"  {title}  {span.file}:{span.line}"
        if len(touching) > MOST:
            yield f"  ... {len(touching) - MOST} more"

    def _how(self, other: Definition, found: Found) -> str:
        name = str(found.made.id)
        if isinstance(other, Entry):
            if other.rides == name:
                return ", rides on it"
            if other.window == name:
                return ", is played in it"
            if name in other.windows:
                return ", passes it"
        return ""

    def _mentions(self, other: Found, found: Found, name: str) -> bool:
        """Whether a definition names it, in a rule or as a value; by number where it is a numbered rule."""
        if isinstance(found.made, RuleSource | Gap):
            cites = name in getattr(other.made, "source", ())
            return cites or (isinstance(found.made, Gap) and str(found.made.id) in self._words_of(other)[0])
        return any(name in words for words in self._words_of(other))

    def _words_of(self, other: Found) -> tuple[frozenset[str], frozenset[str]]:
        """The words of a definition's rules, and those that are values of it."""
        words = self._words.get(other.path)
        if words is None:
            texts = (_SILENT.sub("", str(rule.text)) for _, rule in self._rules(other))
            in_rules = (word for text in texts for word in _WORD.findall(text))
            words = self._words[other.path] = frozenset(in_rules), _values(other.made)
        return words


def _own_lines(lines: list[str]) -> list[str]:
    """The lines of a definition without what stands behind it: blanks, comments, the next key."""
    depth = len(lines[0]) - len(lines[0].lstrip())
    ends = (n for n, line in enumerate(lines) if n and line.strip() and len(line) - len(line.lstrip()) <= depth)
    end = next(ends, None)
    lines = lines[:end]
    while len(lines) > 1 and not lines[-1].strip():
        lines.pop()
    return lines


def _values(made: Definition) -> frozenset[str]:
    """All single words that a definition is made of."""
    node: Any = made.node
    texts = (text for text in walk(node) if isinstance(text, Text))
    return frozenset(str(text) for text in texts if " " not in text and "\n" not in text)


def _title(made: Definition) -> str:
    return str(made.title) if isinstance(made, Described) and made.title is not None else ""


def _number(made: Definition) -> str:
    """The number of a gap or a numbered rule."""
    if isinstance(made, Gap):
        return str(made.number or "")
    return str(made.id) if isinstance(made, RuleSource) else ""


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())
