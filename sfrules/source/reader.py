"""From the text of a file to nodes, by the events of the YAML parser.

The parser gives events and marks; what YAML can do and content may not (tags, aliases, merge keys, duplicate keys,
several documents) is refused here, each at its place. A value that is refused is left out of its mapping, and its key
is remembered in `Map.spoilt`, so that one mistake gives one finding.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

from ruamel.yaml.cyaml import CParser  # type: ignore[attr-defined]
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from sfrules.diag import Diagnostic, Edit, Fix, Related, Severity, Span
from sfrules.source.files import SourceFile
from sfrules.source.nodes import Map, Node, Nothing, Point, Seq, Text
from sfrules.source.place import Mark
from sfrules.source.slips import Slip, slip_of

DEEPEST = 24
"""Mappings and lists may stand this deep in each other; phases in phases need about 12."""

MOST = 5_000
"""So many entries a mapping or a list may have: more than twice what a scenario of 30,000 lines has in all."""

_FOR_EACH = 200
"""In a large file, an entry for so many letters: cards have more of them, and what has less in its millions is none."""

_MOST_SLIPS = 50
_BOTTOMLESS = 300
_EMPTY = frozenset(("", "~", "null", "Null", "NULL"))
_CUT = re.compile(r"(?<=\S)[ \t]+#(?=[^\s#])")
_PROSE = frozenset(
    ("title", "plural", "text", "says", "question", "manual", "note", "flavour", "summary", "setting", "disclaimer")
)
_DEEPER = re.compile(r"\n[ \t]+\S")
_BARE_WORD = re.compile(r"[a-z0-9.\-]+")
_TOP = Point(0, 0, 0)

_Event: TypeAlias = Any
_STARTS, _ENDS = (MappingStartEvent, SequenceStartEvent), (MappingEndEvent, SequenceEndEvent)


def most_entries(letters: int) -> int:
    """How many entries are read of a text, or texts, of so many letters."""
    return max(MOST, letters // _FOR_EACH)


def read_nodes(file: SourceFile) -> tuple[Node, list[Diagnostic]]:
    """The tree of a file, an empty `Map` when there is none, and every mistake in its YAML.

    After a slip that stays on its line, the value of that line is blanked and the file is read again.
    """
    slips: list[Slip] = []
    text = file.text
    while True:
        reader = _Reader(file, text, frozenset(slip.blanked for slip in slips))
        try:
            node = reader.document()
        except _BottomlessError:
            return Map(file, _TOP, _TOP), reader.found + [slip.found for slip in slips]
        except MarkedYAMLError as error:
            slip = slip_of(file, error)
            again = bool(slips) and slip.line <= slips[-1].line
            if not again:
                slips.append(slip)
            if again or slip.blanked < 0 or len(slips) == _MOST_SLIPS:
                return Map(file, _TOP, _TOP), reader.found + [slip.found for slip in slips]
            text = slip.blank(text)
        else:
            return node, reader.found + [slip.found for slip in slips]


class _RefusedError(Exception):
    """A node that was reported already and is not to be built."""


class _BottomlessError(Exception):
    """The file goes so deep that the parser itself would take minutes over it; nothing of it is read."""


class _Reader:
    """One pass over the events of one file."""

    def __init__(self, file: SourceFile, text: str, blanked: frozenset[int]) -> None:
        self.file, self.found, self.blanked = file, [], blanked  # type: tuple[SourceFile, list[Diagnostic], frozenset[int]]
        self.most = most_entries(len(text))
        self.next: Callable[[], _Event] = CParser(text).get_event
        self.cuts = {match.start() for match in _CUT.finditer(text)}
        self.anchors: dict[str, tuple[Span, list[Span]]] = {}

    def document(self) -> Node:
        """The first document; a second one is reported and left unread."""
        node: Node = Map(self.file, _TOP, _TOP)
        event = self.next()
        event = self.next()
        if isinstance(event, DocumentStartEvent):
            self._directives(event)
            with suppress(_RefusedError):
                node = self._node(self.next(), 0)
            self.next()
            event = self.next()
        if not isinstance(event, StreamEndEvent):
            self._say("SF124", "A second document begins here; one file holds one. Put it in a file of its own.", event)
        self._report_anchors()
        return node

    def _node(self, event: _Event, depth: int) -> Node:
        kind = event.__class__
        if kind is AliasEvent:
            self._alias(event)
            raise _RefusedError
        refused = event.tag is not None and self._tag(event)
        if event.anchor is not None:
            self._anchor(event)
        if kind is ScalarEvent:
            if refused:
                raise _RefusedError
            return self._scalar(event)
        node = self._map(event, depth + 1) if kind is MappingStartEvent else self._seq(event, depth + 1)
        if refused:
            raise _RefusedError
        return node

    def _scalar(self, event: _Event) -> Text | Nothing:
        value, style, start, end = event.value, event.style, event.start_mark, event.end_mark
        if style == "":
            if value in _EMPTY:
                if start.line in self.blanked and value == "":
                    raise _RefusedError
                return Nothing(self.file, start, end)
            if start.line != end.line:
                self._dashes(start, end)
            if end.index in self.cuts:
                text = Text(value, self.file, start, end)
                self._cut(text)
                return text
        text = Text(value, self.file, start, end, style)
        if style == ">" and _DEEPER.search(value) is not None:
            self._deeper(text)
        return text

    def _map(self, event: _Event, depth: int) -> Map:
        made = Map(self.file, event.start_mark, event.end_mark, bool(event.flow_style))
        if self._too_deep(event, depth):
            self._skip()
            raise _RefusedError
        while (event := self.next()).__class__ is not MappingEndEvent:
            if len(made) == self.most:
                self._too_many(event)
            key = self._key(event, depth)
            try:
                value: Node | None = self._node(self.next(), depth)
            except _RefusedError:
                value = None
            if key is None:
                continue
            if key in made or key in made.spoilt:
                self._twice(key, made)
            elif value is None:
                made.spoilt.add(str(key))
            else:
                made[key] = value
        made.end = event.end_mark
        return made

    def _seq(self, event: _Event, depth: int) -> Seq:
        made = Seq(self.file, event.start_mark, event.end_mark, bool(event.flow_style))
        if self._too_deep(event, depth):
            self._skip()
            raise _RefusedError
        while (event := self.next()).__class__ is not SequenceEndEvent:
            if len(made) == self.most:
                self._too_many(event)
            try:
                made.append(self._node(event, depth))
            except _RefusedError:
                continue
        made.end = event.end_mark
        return made

    def _too_many(self, event: _Event) -> None:
        """At the entry that is one too many: nothing of such a mapping or list is taken, so that no half is checked."""
        message = f"Here begins entry {self.most + 1:,}; so long a list or mapping is not read. Split it."
        self._say("SF129", message, event)
        self._skip(1 + (event.__class__ in _STARTS))
        raise _RefusedError

    def _skip(self, inside: int = 1) -> None:
        """Leaves out the rest of a mapping or list that has begun, whatever stands in it."""
        while inside:
            if inside > _BOTTOMLESS:
                raise _BottomlessError
            kind = self.next().__class__
            inside += (kind in _STARTS) - (kind in _ENDS)

    def _key(self, event: _Event, depth: int) -> Text | None:
        """The key, or None when it is not a text (reported)."""
        try:
            key = self._node(event, depth)
        except _RefusedError:
            return None
        if isinstance(key, Text):
            if key != "<<" or not key.plain:
                return key
            self._say("SF123", "Merge keys (<<) are not used in content: write the entries out.", event)
        else:
            self._say(
                "SF127", "A key must be a word: write `key: value`, or quote a text that begins with [ or {.", event
            )
        return None

    def _twice(self, key: Text, made: Map) -> None:
        first = made.key_span(key)
        message = (
            f"The key “{key}” stands here for the second time; the first is in line {first.line}. Keep one of them."
        )
        related = (Related(first, "it stands here for the first time"),)
        self.found.append(Diagnostic("SF120", message, key.span, related=related))

    def _cut(self, text: Text) -> None:
        """A comment behind a text without a space after #: most likely part of the text."""
        line = self.file.lines[text.end.line]
        head = self.file.lines[text.start.line][: text.start.column].strip(" -{[,")
        key = head[:-1].rsplit(" ", 1)[-1] if head.endswith(":") else ""
        if _BARE_WORD.fullmatch(text) and key not in _PROSE:
            return
        at = line.index("#", text.end.column)
        message = (
            "The text ends before this # and the rest is lost. Quote the text, or write a space after # for a comment."
        )
        whole = self.file.lines[text.start.line][text.start.column :].rstrip()
        quoted = '"' + whole.replace("\\", "\\\\").replace('"', '\\"') + '"'
        edit = Edit(
            Span(
                self.file.shown,
                text.start.line + 1,
                text.start.column + 1,
                text.start.line + 1,
                text.start.column + 1 + len(whole),
            ),
            quoted,
        )
        fixes = (Fix("Quote the text", (edit,), safe=False),) if text.start.line == text.end.line else ()
        self.found.append(Diagnostic("SF126", message, Span(self.file.shown, text.end.line + 1, at + 1), fixes=fixes))

    def _dashes(self, start: Mark, end: Mark) -> None:
        """A line that begins with a dash and is read as part of the text above it."""
        for number in range(start.line + 1, end.line + 1):
            line = self.file.lines[number]
            begin = len(line) - len(line.lstrip(" "))
            if line.startswith("- ", begin):
                message = (
                    "This line begins with a dash and is read as part of the text above it. Check its indentation."
                )
                span = Span(self.file.shown, number + 1, begin + 1, number + 1, begin + 2)
                self.found.append(Diagnostic("SF114", message, span))

    def _deeper(self, text: Text) -> None:
        """A line of a folded text that stands deeper: YAML then breaks the line before it and the one behind it."""
        lines = self.file.lines
        inner = range(text.start.line + 1, len(lines))
        first = next(line for line in inner if lines[line].strip())
        depth = len(lines[first]) - len(lines[first].lstrip(" "))
        odd = next((line for line in inner if re.match(r"[ \t]+\S", lines[line][depth:])), first)
        message = "This line of the text stands deeper than the others, and so is not joined to them. Indent all alike."
        begin, end = len(lines[odd]) - len(lines[odd].lstrip(" \t")), len(lines[odd].rstrip())
        span = Span(self.file.shown, odd + 1, begin + 1, odd + 1, end + 1)
        self.found.append(Diagnostic("SF128", message, span, Severity.WARNING))

    def _tag(self, event: _Event) -> bool:
        written = self.file.text[event.start_mark.index : event.start_mark.index + 60].split(maxsplit=1)
        tag = written[0] if written else str(event.tag)
        help_ = "" if tag.startswith("!!") else ' If it is a text, put it in "double quotes".'
        self._say("SF121", f"{tag} is a tag, and tags are not used in content: delete it.{help_}", event, len(tag))
        return True

    def _anchor(self, event: _Event) -> None:
        start = event.start_mark
        span = Span(
            self.file.shown, start.line + 1, start.column + 1, start.line + 1, start.column + 2 + len(event.anchor)
        )
        self.anchors.setdefault(event.anchor, (span, []))

    def _alias(self, event: _Event) -> None:
        start, name = event.start_mark, event.anchor
        span = Span(self.file.shown, start.line + 1, start.column + 1, start.line + 1, start.column + 2 + len(name))
        if name in self.anchors:
            self.anchors[name][1].append(span)
            return
        message = f'A text cannot begin with *: in YAML that is an alias (*{name}). Put the text in "double quotes".'
        self.found.append(Diagnostic("SF111", message, span))

    def _report_anchors(self) -> None:
        """One finding for each anchor, which names its aliases."""
        for name, (span, uses) in self.anchors.items():
            if uses:
                aliases = "an alias" if len(uses) == 1 else f"{len(uses)} aliases"
                message = (
                    f"&{name} is an anchor with {aliases} (*{name}); aliases are not expanded. Write the entries out."
                )
                related = tuple(Related(use, "used here") for use in uses[:3])
                self.found.append(Diagnostic("SF122", message, span, related=related))
            else:
                message = f'&{name} is an anchor, and anchors are not used. If it is a text, put it in "double quotes".'
                self.found.append(Diagnostic("SF122", message, span))

    def _directives(self, event: _Event) -> None:
        if event.version or event.tags:
            self._say(
                "SF124", "Lines that begin with % at the top of a file are not used in content: delete them.", event
            )

    def _too_deep(self, event: _Event, depth: int) -> bool:
        if depth == DEEPEST + 1:
            self._say("SF125", f"This stands more than {DEEPEST} levels deep.", event)
        return depth > DEEPEST

    def _say(self, code: str, message: str, event: _Event, width: int = 1) -> None:
        mark: Mark = event.start_mark
        span = Span(self.file.shown, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 1 + width)
        self.found.append(Diagnostic(code, message, span, Severity.ERROR))
