"""The file of a translation, written anew: in the order of the content, the original above each text.

What a translator wrote stays, comments too. A text without a translation is an empty key; one whose original has
changed has the old original above it, and the new one below that.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sfrules.model.originals import Place, TextPath
from sfrules.model.translation import HEAD, OLD, PHRASES, Pair, Translation, one_line
from sfrules.record import record
from sfrules.source.nodes import Map, Node, Nothing, Seq, Text, walk

NEW = "#+ "
"""How a comment begins that tells to which words an original has changed."""

_WIDE = 118
_PLAIN = re.compile(r"[^\W_](?:[^:#\n\r\t]|:(?=\S)|(?<=\S)#)*(?<![\s:])")
_NOT_PLAIN = frozenset(("null", "Null", "NULL"))
_UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")

Made = Callable[[str], str]


@record
class Wanted:
    """How a file is to be written: whose stale texts are taken as seen to, and what makes a text that has none yet."""

    confirmed: Callable[[TextPath], bool]
    make: Made | None = None


def written(
    there: Translation | None,
    language: str,
    name: str,
    places: Mapping[str, Place],
    phrases: Iterable[str],
    how: Wanted,
) -> str:
    """The whole file."""
    root = there.root if there is not None else None
    writer = _Writer(root, {pair.path: pair for pair in there.pairs} if there is not None else {}, how)
    lines = writer.head(language, name)
    for section, place in places.items():
        part = writer.place(section, place, root, 0, (section,))
        lines += ["", *part] if part else []
    part = writer.phrases(phrases)
    lines += ["", *part] if part else []
    part = writer.unknown(root, {*places, HEAD, PHRASES}, 0) + writer.comments.tail
    return "\n".join([*lines, *(["", *part] if part else [])]) + "\n"


def scalar(text: str, column: int) -> list[str]:
    """A text as it can stand behind a key at that column: its first line, and lines below without their indentation."""
    if "\n" in text and not _UNSEEN.search(text):
        lines = text.removesuffix("\n").split("\n")
        if lines[0].strip() and not any(line != line.rstrip() or line.startswith(" ") for line in lines) and lines[-1]:
            return ["|" if text.endswith("\n") else "|-", *lines]
    elif len(text) + column > _WIDE and one_line(text) == text and not _UNSEEN.search(text):
        return [">-", *textwrap.wrap(text, _WIDE - 10, break_long_words=False, break_on_hyphens=False)]
    elif _PLAIN.fullmatch(text) and text not in _NOT_PLAIN:
        return [text]
    return [json.dumps(text, ensure_ascii=False)]


@dataclass
class _Comments:
    """What a translator remarked: whole lines above a key, by the place of that key, and what stands behind values."""

    above: dict[int, list[str]] = field(default_factory=dict)
    tail: list[str] = field(default_factory=list)


class _Writer:
    """Writes one file; what stood there is kept."""

    def __init__(self, root: Map | None, pairs: Mapping[TextPath, Pair], how: Wanted) -> None:
        self.pairs, self.how, self.root = pairs, how, root
        self.comments = _comments_of(root) if root is not None else _Comments()

    def head(self, language: str, name: str) -> list[str]:
        """What the file is."""
        key = self.root.key(HEAD) if self.root is not None else None
        above = self._above(key, 0) or [
            f"# The texts of this game in {name}. Above each stands the original, behind #=; what is empty is not",
            f"# translated yet. `sfrules texts {language}` brings all of it up to date.",
        ]
        node = self.root.get(HEAD) if self.root is not None else None
        named = node if isinstance(node, Map) else None
        own = self._above(named.key("name"), 1) if named is not None else []
        inner = self._leaf("name", name, 1, own, named.get("name") if named is not None and not named.flow else None)
        return [*above, f"{HEAD}:{_behind_key(key, node)}", *inner, *self.unknown(named, {"name"}, 1)]

    def place(self, name: str, place: Place, parent: Node | None, depth: int, path: TextPath) -> list[str]:
        """A place with all in it; nothing where nothing is to be said."""
        node = parent.get(name) if isinstance(parent, Map) else None
        key = parent.key(name) if isinstance(parent, Map) else None
        if place.sort in ("text", "texts"):
            return self._text(name, place, key, depth, path)
        inside = place.inside()
        if isinstance(node, Text) and place.short:
            short = place.short
            lines = [line for other in inside if other != short for line in self._in(other, inside, None, depth, path)]
            pair = self.pairs.get((*path, short))
            own = self._pair(short, inside[short], pair, key, depth + 1, (*path, short)) if pair is not None else []
            return self._under(name, key, node, [*own, *lines], depth)
        lines = [line for other in inside for line in self._in(other, inside, node, depth, path)]
        lines += self.unknown(node, inside, depth + 1)
        return self._under(name, key, node, lines, depth)

    def phrases(self, said: Iterable[str]) -> list[str]:
        """What rules say to people; behind it what was translated and nobody says any more."""
        node = self.root.get(PHRASES) if self.root is not None else None
        there = dict(node.entries()) if isinstance(node, Map) else {}
        lines: list[str] = []
        for text in dict.fromkeys([*said, *map(str, there)]):
            words = there.get(text)  # type: ignore[call-overload]
            new = str(words) if isinstance(words, Text) else self.how.make(text) if self.how.make is not None else None
            lines += self._leaf(text, new, 1, self._above(node.key(text) if isinstance(node, Map) else None, 1), words)
        return self._under(PHRASES, self.root.key(PHRASES) if self.root is not None else None, node, lines, 0)

    def unknown(self, node: Node | None, known: Collection[str], depth: int) -> list[str]:
        """What stands there and names nothing: kept, since it is somebody's work."""
        lines: list[str] = []
        for key, value in node.entries() if isinstance(node, Map) else ():
            if key not in known:
                lines += self._raw(key, value, depth)
        return lines

    def _in(self, name: str, inside: Mapping[str, Place], node: Node | None, depth: int, path: TextPath) -> list[str]:
        return self.place(name, inside[name], node, depth + 1, (*path, name))

    def _text(self, name: str, place: Place, key: Text | None, depth: int, path: TextPath) -> list[str]:
        pair = self.pairs.get(path)
        if pair is None and not place.original:
            return []
        return self._pair(name, place, pair, key, depth, path)

    def _pair(
        self, name: str, place: Place, pair: Pair | None, key: Text | None, depth: int, path: TextPath
    ) -> list[str]:
        above = self._above(key, depth)
        now = one_line(place.original)
        old = pair.made_from if pair is not None else None
        stale = old is not None and old != now and not self.how.confirmed(path)
        above += _remark(OLD, str(old) if stale else now, depth) if now else []
        above += _remark(NEW, now, depth) if stale else []
        if pair is None:
            return self._leaf(name, self._made(place), depth, above)
        value: str | list[str] = list(map(str, pair.texts)) if isinstance(pair.node, Seq) else str(pair.node)
        return self._leaf(name, value, depth, above, pair.node)

    def _made(self, place: Place) -> str | list[str] | None:
        if self.how.make is None:
            return None
        return (
            [self.how.make(str(item)) for item in place.node]
            if isinstance(place.node, Seq)
            else self.how.make(place.original)
        )

    def _under(self, name: str, key: Text | None, node: Node | None, lines: list[str], depth: int) -> list[str]:
        behind = _behind_key(key, node)
        return [*self._above(key, depth), f"{_pad(depth)}{name}:{behind}", *lines] if lines else []

    def _leaf(
        self, name: str, value: str | list[str] | None, depth: int, above: list[str], node: Node | None = None
    ) -> list[str]:
        head = f"{_pad(depth)}{scalar(name, 0)[0] if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)}:"
        behind = _behind(node)
        if value is None:
            return [*above, head + behind]
        if isinstance(value, list):
            items = [line for item in value for line in _item(item, depth + 1)]
            return [*above, head + behind, *items]
        first, *more = scalar(value, len(head))
        return [*above, f"{head} {first}{behind}", *(f"{_pad(depth + 1)}{line}" if line else "" for line in more)]

    def _raw(self, key: Text, node: Node, depth: int) -> list[str]:
        above = self._above(key, depth)
        if isinstance(node, Map):
            inner = [line for inner_key, value in node.entries() for line in self._raw(inner_key, value, depth + 1)]
            return (
                [*above, f"{_pad(depth)}{key}:{_behind_key(key, node)}", *inner]
                if inner
                else [*above, f"{_pad(depth)}{key}: {{}}"]
            )
        if isinstance(node, Seq):
            return self._leaf(key, [str(item) for item in node if isinstance(item, Text)], depth, above, node)
        return self._leaf(key, str(node) if isinstance(node, Text) else None, depth, above, node)

    def _above(self, key: Text | None, depth: int) -> list[str]:
        lines = self.comments.above.pop(key.start.line, []) if key is not None else []
        return [_pad(depth) + line for line in lines]


def _pad(depth: int) -> str:
    return "  " * depth


def _item(text: str, depth: int) -> Iterator[str]:
    plain = _PLAIN.fullmatch(text) is not None and text not in _NOT_PLAIN
    yield f"{_pad(depth)}- {text if plain else json.dumps(text, ensure_ascii=False)}"


def _remark(mark: str, text: str, depth: int) -> list[str]:
    width = max(40, _WIDE - 2 * depth - len(mark))
    return [
        _pad(depth) + mark + line for line in textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    ]


def _behind(node: Node | None) -> str:
    """The comment behind a value; that of a block stands behind its head."""
    if not isinstance(node, Text | Map | Seq | Nothing) or (isinstance(node, Seq) and not node.flow):
        return ""
    block = isinstance(node, Text) and node.style in ("|", ">")
    at = node.start if block else node.end
    return _comment(node.file.lines[at.line][at.column :]) if at.line < len(node.file.lines) else ""


def _behind_key(key: Text | None, node: Node | None) -> str:
    if key is None:
        return ""
    if isinstance(node, Map | Seq) and node.flow:
        return _behind(node)
    return _comment(key.file.lines[key.end.line][key.end.column :])


def _comment(rest: str) -> str:
    found = re.match(r"[:|>0-9+\-\s]*?(\s+#.*)$", rest)
    return "  " + found[1].strip() if found is not None else ""


def _comments_of(root: Map) -> _Comments:
    """Comments on lines of their own, but for those that are written anew each time."""
    inside = {
        line
        for text in walk(root)
        if isinstance(text, Text) and text.start.line != text.end.line
        for line in range(text.start.line + 1, text.end.line)
    }
    keys = sorted({key.start.line for node in walk(root) if isinstance(node, Map) for key, _ in node.entries()})
    made = _Comments()
    for number, line in enumerate(root.file.lines):
        words = line.strip()
        if words.startswith("#") and number not in inside and not words.startswith((OLD.strip(), NEW.strip())):
            key = next((key for key in keys if key > number), None)
            (made.tail if key is None else made.above.setdefault(key, [])).append(words)
    return made
