"""What a page is written with: links, marks, readings and rule texts, all as text that is safe in Markdown and HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from sfrules.ids import SOURCE_ID
from sfrules.model.base import Described
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.rules import Rule
from sfrules.model.scalars import Eyes
from sfrules.publish import prose
from sfrules.publish.markup import Fill, filler, inline, safe
from sfrules.publish.pages.code import code_block
from sfrules.publish.pages.places import Key, Places, some
from sfrules.publish.pages.touch import Touch
from sfrules.publish.words import Noun, cap, listed

_NUMBERED = re.compile(rf"(?<![\w&;#]){SOURCE_ID.pattern}(?=, )")
"""The number of a gap where a reading names its ruling."""
_CALLED = re.compile("([Cc]arry out )(“[^”]+”)")
"""The title of a routine where a reading says that it is carried out."""
_RANK = {"gap": 0, "prototype": 1, "canon": 2}


@dataclass(frozen=True)
class Desk:
    """Writes one page; `page` is its name in the docs folder, so that links can be relative."""

    book: Book
    places: Places
    touches: Touch
    page: str = "index.md"

    def on(self, page: str) -> Desk:
        """The same desk for another page."""
        return Desk(self.book, self.places, self.touches, page)

    # links

    def link(self, section: str, name: str = "", label: str | None = None) -> Markup:
        """A link to a definition by its title; plain text when it has no place."""
        key = (section, str(name))
        if key not in self.places:
            return Markup(safe(label or str(name).replace("-", " ")))
        place = self.places.at(*key)
        return Markup(f'<a href="{self.places.href(self.page, *key)}">{safe(label or place.title)}</a>')

    def entry(self, name: str) -> Markup:
        """A link to an action, power, card or kind of card."""
        sections = ("actions", "powers", "cards", "card_kinds")
        section = next((s for s in sections if str(name) in getattr(self.book, s)), "actions")
        return self.link(section, str(name))

    def href(self, section: str, name: str = "") -> Markup:
        """The bare address of a definition."""
        return Markup(self.places.href(self.page, section, str(name)))

    def to(self, page: str) -> Markup:
        """The bare address of a page."""
        return Markup(self.places.to_page(self.page, page))

    def anchor(self, section: str, name: str = "") -> Markup:
        """The anchor of a definition, for a heading."""
        return Markup("{#" + self.places.at(section, str(name)).anchor + "}")

    def title(self, section: str, name: str = "") -> str:
        """What a definition is called."""
        return self.places.at(section, str(name)).title

    def links(self, keys: Iterable[Key]) -> Markup:
        """Links in a row."""
        return Markup(", ").join(self.link(*key) for key in keys if key in self.places)

    # texts

    def fill(self, made: Described) -> Fill:
        """Fills the placeholders of a definition's texts."""
        own: Mapping[str, object] | None = made.values if isinstance(made, Card) else None
        given = {str(name): some(self.book, str(of.name)) for name, of in getattr(made, "given", {}).items()}
        return filler(self.book, own, given)

    def text(self, made: Described) -> Markup:
        """The designer's words of a definition."""
        return self.words(made.text, made) if made.text is not None else Markup("")

    def words(self, text: str | None, made: Described | None = None) -> Markup:
        """Any text of content with its markup."""
        fill = self.fill(made) if made is not None else filler(self.book)
        return Markup(inline(str(text), fill)) if text else Markup("")

    def sentence(self, text: str) -> Markup:
        """A phrase as a sentence."""
        return Markup(safe(prose.Sentence(text).whole))

    # rules

    def rule(self, *path: str) -> Rule | None:
        """The rule that stands at a path."""
        return self.book.rules.get(tuple(str(step) for step in path))

    def reading(self, *path: str, who: Noun | None = None) -> Markup:
        """What a rule says, as Markdown."""
        rule = self.rule(*path)
        if rule is None:
            return Markup("")
        text = prose.read(self.book, rule, who).markdown.strip()
        text = _NUMBERED.sub(lambda match: str(self.source(match[0])), text)
        return Markup(_CALLED.sub(lambda match: f"{match[1]}{self._routine(match[2])}", text))

    def _routine(self, title: str) -> str:
        """The title of a routine, in its quotation marks, as a link to it; as it is where several are called so."""
        bare = title.strip("“”")
        named = [str(name) for name, made in self.book.routines.items() if safe(str(made.label)) == bare]
        return f"“{self.link('routines', named[0])}”" if len(named) == 1 else title

    def phrase(self, *path: str, who: Noun | None = None) -> Markup:
        """What a formula says, as one sentence."""
        rule = self.rule(*path)
        if rule is None or rule.typed is None:
            return Markup("")
        return self.sentence(prose.formula(self.book, rule, who))

    def written(self, *paths: tuple[str, ...]) -> Markup:
        """Rules as they stand in the files: a label with file and line, and a block of code."""
        rules = [(path, rule) for path in paths if (rule := self.rule(*path)) is not None]
        if not rules:
            return Markup("")
        code = "\n".join(_as_written(path, rule, alone=len(rules) == 1) for path, rule in rules)
        label = safe(f"As written, {self.where(rules[0][1])}")
        return Markup(f'<div class="rule-text" data-label="{label}">{code_block(code)}</div>')

    def where(self, rule: Rule) -> str:
        """File and line of a rule, from the scenario's folder on."""
        span = rule.place((0, 1))
        return f"{self.file(span.file)}, line {span.line}"

    def file(self, shown: str) -> str:
        """A file's name from the scenario's folder on."""
        return shown.removeprefix(str(self.book.shown)).lstrip("/") or shown

    def place_of(self, made: Described) -> str:
        """File and line of a definition."""
        return f"{self.file(made.span.file)}, line {made.span.line}"

    # marks

    def marks(self, made: Any) -> Markup:
        """The line of marks and sources below a heading."""
        ids = [str(name) for name in made.source]
        if not ids:
            return Markup("")
        marks = sorted({mark for name in ids if (mark := self.mark(name))}, key=lambda mark: -_RANK[mark])
        chips = [self.badge(mark) for mark in marks] + [self.source(name) for name in ids]
        return Markup('<p class="marks">{}</p>').format(Markup(" ").join(chips))

    def mark(self, name: str) -> str:
        """The mark of a source or gap."""
        if name in self.book.sources:
            return str(self.book.sources[name].mark)
        return "gap" if self._gap(name) is not None else ""

    @staticmethod
    def badge(mark: str) -> Markup:
        """A mark as a badge."""
        return Markup(f'<span class="mark mark--{safe(mark)}">{safe(mark)}</span>')

    def _gap(self, number: str) -> str | None:
        return next((str(gap.id) for gap in self.book.gaps.values() if gap.number == number), None)

    def source(self, name: str) -> Markup:
        """A numbered source or gap, linked to its place in the register; what it says shows on hovering."""
        if name in self.book.sources:
            key, says = ("sources", name), str(self.book.sources[name].says)
        elif (gap := self._gap(name)) is not None:
            key, says = ("gaps", gap), str(self.book.gaps[gap].question)
        else:
            return Markup(f'<span class="src">{safe(name)}</span>')
        href = self.places.href(self.page, *key)
        return Markup(f'<a class="src" href="{href}" title="{safe(says)}">{safe(name)}</a>')

    # who sees what

    def eyes(self, eyes: Eyes | None, owner: str = "") -> str:
        """Who may see something, in words."""
        if eyes is None or eyes.all:
            return "everyone"
        if eyes.nobody:
            return "nobody"
        return listed([self._eye(str(word), owner) for word in eyes.words])

    def _eye(self, word: str, owner: str) -> str:
        if word == "owner":
            kind = self.book.kinds.get(owner)
            return f"the {kind.label.lower()} it belongs to" if kind is not None else "its owner"
        group = self.book.groups.get(word)
        if group is not None:
            return str(group.label)
        return f"the one it names as {word.replace('-', ' ')}"

    def colour(self, colour: str | None) -> str:
        """A colour of content as #rrggbb: written so, or the name of one of the scenario's."""
        if colour is None:
            return ""
        return str(self.book.scenario.colours.get(colour, colour if str(colour).startswith("#") else ""))

    # lists of facts

    def facts(self, rows: Iterable[tuple[str, Markup | str]]) -> Markup:
        """A list of terms and what they are; rows without text are left out."""
        made = [(term, text) for term, text in rows if text]
        if not made:
            return Markup("")
        cells = "".join(f"<dt>{safe(term)}</dt><dd>{shown(text)}</dd>" for term, text in made)
        return Markup(f'<dl class="facts">{cells}</dl>')


def shown(value: object) -> Markup:
    """A value in a page: made text as it is, any other escaped."""
    return value if isinstance(value, Markup) else Markup(safe(str(value)))


def fenced(code: str, language: str = "text") -> str:
    """A block of code whose fence no line of it can close."""
    longest = max((len(run) for run in _backticks(code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{code.rstrip()}\n{fence}"


def _backticks(code: str) -> Iterable[str]:
    return (run for run in "".join(c if c == "`" else " " for c in code).split())


def _as_written(path: tuple[str, ...], rule: Rule, *, alone: bool) -> str:
    text = str(rule.text).rstrip()
    if alone and path[-1] in ("effect", "rule", "setup", "play", "aftermath", "then", "bind"):
        return text
    key = ".".join(path[2:]) or path[0]
    if "\n" not in text and rule.role not in ("effect", "bind", "then"):
        return f"{key}: {text}"
    body = "\n".join(f"  {line}" if line else "" for line in text.split("\n"))
    return f"{key}: |\n{body}"


__all__ = ["Desk", "cap", "fenced", "shown"]
