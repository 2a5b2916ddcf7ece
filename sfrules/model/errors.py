"""From the complaints of the validating library to findings in our own words, each at its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pydantic import ValidationError

from sfrules.diag import Diagnostic, Related, Span, did_you_mean, how_many
from sfrules.model.base import Definition
from sfrules.model.card import Back
from sfrules.model.gap import GapOption
from sfrules.model.map import Grid
from sfrules.model.phase import Phase
from sfrules.near import nearest
from sfrules.source.nodes import Map, Node, Nothing, Seq, Text

_INNER: dict[str, tuple[str, type[Definition]]] = {
    "back": ("card back", Back),
    "options": ("gap option", GapOption),
    "grid": ("grid", Grid),
    "phases": ("phase", Phase),
}


_BEFORE = re.compile(r"""(?:^|[{,])[ ]*(?P<key>[\w-]+:[ ]+)?(?P<rest>[^,:{}\[\]"']+),[ ]*$""")
"""What stands before a comma within braces: a key and its value, or the rest of a text that has a comma."""

_MOST_BEFORE = 300


class _Said(NamedTuple):
    code: str
    message: str
    span: Span
    help: str = ""


def keys_of(model: type[Definition]) -> set[str]:
    """The keys that a definition takes, as written in content."""
    return {field.alias or name for name, field in model.model_fields.items()}


def in_our_words(
    error: ValidationError, node: Node, noun: str, model: type[Definition], place: Span, subject: str
) -> Iterator[Diagnostic]:
    """The findings behind `error`, met while `node` was read as a `noun`; `place` is where its id stands."""
    for detail in error.errors(include_url=False):
        owner, keys = _owner(detail["loc"][:-1], noun, model)
        said = _say(detail, node, owner, keys, place)
        if said is not None:
            related = tuple(_strayed(detail["loc"], node, owner, keys, place, subject)) if said.code == "SF201" else ()
            yield Diagnostic(said.code, said.message, said.span, subject=subject, help=said.help, related=related)


def _strayed(
    loc: tuple[Any, ...], root: Node, owner: str, keys: set[str], place: Span, subject: str
) -> Iterator[Related]:
    """Where something is called as a key of what it would be: the line of that key stands one level too high."""
    above = _find(root, loc[:-2])
    name = str(loc[-2]) if len(loc) > 1 else subject.rpartition(" ")[2]
    if name in keys:
        span = above.key_span(name) if len(loc) > 1 and isinstance(above, Map) else place
        yield Related(span, f"“{name}” is a key of {_a(owner)}: perhaps it belongs into one that stands beside it")


def _owner(loc: tuple[Any, ...], noun: str, model: type[Definition]) -> tuple[str, set[str]]:
    """What the innermost definition on the way is called, and its keys."""
    inner = [_INNER[part] for part in loc if part in _INNER]
    noun, model = inner[-1] if inner else (noun, model)
    return noun, keys_of(model)


def _say(detail: Any, root: Node, owner: str, keys: set[str], place: Span) -> _Said | None:
    kind: str = detail["type"]
    loc: tuple[Any, ...] = detail["loc"]
    if kind == "missing":
        return _missing(_find(root, loc[:-1]), loc[-1], owner, keys, place if len(loc) == 1 else None)
    if kind == "extra_forbidden":
        container, key = _find(root, loc[:-1]), str(loc[-1])
        if not isinstance(container, Map):
            return _unknown(key, owner, keys, place)
        cut = cut_off(container, key, keys)
        span = container.key_span(key)
        return _unknown(key, owner, keys, span) if cut is None else _Said("SF201", cut, span) if cut else None
    node = _find(root, loc)
    span = place if node is root else node.span
    if loc and loc[-1] == "[key]":
        container = _find(root, loc[:-2])
        span = container.key_span(str(loc[-2])) if isinstance(container, Map) else span
    if kind.startswith("SF"):
        return _Said(kind, detail["msg"], span)
    if isinstance(node, Nothing):
        return _Said("SF207", "Nothing stands here. Write a value, or delete the key.", span)
    return _other(kind, detail, node, span, owner if node is root else "")


def _missing(container: Node, name: str | int, owner: str, keys: set[str], place: Span | None) -> _Said | None:
    """A key that is not there; nothing when another finding speaks of it, since it was refused or is misspelt."""
    if not isinstance(container, Map):
        there = how_many(len(container) if isinstance(container, Seq) else 0, "entry", "entries")
        return _Said("SF203", f"This list has {there}, and more are wanted.", container.span)
    if name in container.spoilt:
        return None
    meant = misspelt(str(name), container, keys)
    if meant is not None:
        return _unknown(meant, owner, keys, container.key_span(meant))
    return _Said("SF202", f"The key “{name}” is missing: {_a(owner)} needs it.", place or container.span)


def misspelt(name: str, container: Map, keys: Iterable[str]) -> str | None:
    """The key of a mapping that is none of `keys` and was most likely to be `name`."""
    known = set(keys)
    return nearest(name, (key for key in container if key not in known))


def _unknown(key: str, owner: str, keys: set[str], span: Span) -> _Said:
    """A key that is not known; where none is near it, all that there are."""
    message = unknown_key(key, owner, keys)
    help_ = "" if message.endswith("?") else f"{_a(owner).capitalize()} takes: {', '.join(sorted(keys))}."
    return _Said("SF201", message, span, help_)


def _other(kind: str, detail: Any, node: Node, span: Span, noun: str) -> _Said:
    """What is wrong with the form of a value; `noun` if it is a definition as a whole."""
    wanted = {
        "tuple_type": "a list: [one, two]",
        "list_type": "a list: [one, two]",
        "dict_type": "a mapping: lines of `key: value`",
        "model_type": "a mapping: lines of `key: value`",
        "model_attributes_type": "a mapping: lines of `key: value`",
        "missing": "more entries",
    }.get(kind)
    if wanted is not None:
        needs = f"{_noun(node)} stands here, and {_a(noun)} is wanted" if noun else f"{_noun(node)} stands here"
        return _Said("SF203", f"{needs}. Write {wanted}.", span)
    if kind in ("too_long", "too_short"):
        bound = detail["ctx"].get("max_length", detail["ctx"].get("min_length"))
        there = how_many(detail["ctx"]["actual_length"], "entry", "entries")
        message = f"This list has {there}, and {bound} {'is' if bound == 1 else 'are'} wanted."
        return _Said("SF203", message, span)
    return _Said("SF203", f"{_noun(node)} stands here, and this key takes something else.", span)


def cut_off(given: Map, name: str, keys: set[str]) -> str | None:
    """What to say of a key that is the rest of a text behind a comma: `{says: Two ships, one each}`.

    Nothing ("") where it has been said of another rest of that text; None where it is a key.
    """
    key = given.key(name)
    if key is None or not given.flow or not isinstance(given[name], Nothing) or key.span.line != key.span.end_line:
        return None
    line, start, end = key.file.lines[key.span.line - 1], key.span.column - 1, key.span.end_column - 1
    before = _BEFORE.search(line, max(0, start - _MOST_BEFORE), start)
    if before is None or line[end:].lstrip()[:1] == ":" or nearest(name, keys):
        return None
    rest = before["rest"].strip()
    if before["key"] is None:
        return "" if rest in given and isinstance(given[rest], Nothing) and rest not in keys else None
    if re.search(r"[0-9]$", rest) and re.fullmatch(r"[0-9]{3}", name):
        return f"A number has no commas, and “{name}” behind this one is read as a key. Write {rest}{name}"
    return f'The comma ends the text, and “{name}” is read as a key. Quote the text: put it in "double quotes".'


def unknown_key(key: str, owner: str, keys: Iterable[str]) -> str:
    """What to say of a key that is not known."""
    odd = next((letter for letter in key if ord(letter) > 127), None)
    blank = re.match(r"([a-z][\w-]*):(?=\S)", key)
    if blank is not None:
        return f"A blank is missing behind the colon of “{blank[1]}:”."
    looks = f" It holds the letter “{odd}” (U+{ord(odd):04X}), which is not one of a to z." if odd else ""
    return f"“{key}” is not a key of {_a(owner)}.{looks}{did_you_mean(key, keys)}"


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _noun(node: Node) -> str:
    names = {Map: "A mapping", Seq: "A list", Nothing: "Nothing", Text: "A single text"}
    return names[type(node)]


def _find(node: Node, loc: Iterable[Any]) -> Node:
    """The node at a path; what is not there is passed over."""
    for part in loc:
        if (isinstance(node, Map) and part in node) or (
            isinstance(node, Seq) and isinstance(part, int) and part < len(node)
        ):
            node = node[part]
    return node
