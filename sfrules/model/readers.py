"""Readers of single values: numbers, flags, ids, texts, colours, files. Each takes a node and gives the value.

What is something else is raised as a finding in our own words, which says how the value would be written.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pydantic import ValidationInfo
from pydantic_core import PydanticCustomError

from sfrules.diag import did_you_mean, how_many
from sfrules.ids import SOURCE_ID, is_slug, slug_slip, source_like
from sfrules.source.nodes import Map, Node, Nothing, Seq, Text

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_LARGEST = 1_000_000_000
_MOST_ROWS = 300


def slip(code: str, message: str) -> PydanticCustomError:
    """A finding about the node that is being read."""
    return PydanticCustomError(code, "{message}", {"message": message})


def text_of(node: object, wanted: str = "a text") -> Text:
    """The node as a text that is there, or a finding that says what is wanted."""
    if isinstance(node, Text):
        return node
    if isinstance(node, Nothing):
        raise slip("SF207", f"Nothing stands here, and {wanted} is wanted. Write it, or delete the key.")
    if isinstance(node, Map):
        hint = " Quote a text that begins with {." if node.flow else ""
        raise slip("SF203", f"A mapping stands here, and {wanted} is wanted.{hint}")
    hint = " Quote a text that begins with [." if isinstance(node, Seq) and node.flow else ""
    raise slip("SF203", f"A list stands here, and {wanted} is wanted.{hint}")


def number_slip(text: Text) -> str:
    """Why a text is not a number, and how the number would be written."""
    bare = str(text).strip()
    if not text.plain and NUMBER.fullmatch(bare):
        return f"“{bare}” stands in quotes and is a text. Write the number without quotes: {bare}"
    if re.fullmatch(r"-?0[0-9]+", bare):
        sign = "-" if bare.startswith("-") else ""
        return f"A number has no leading zero. Write {sign}{bare.lstrip('-0') or '0'}"
    if re.fullmatch(r"-?[0-9][0-9_,']*[0-9]", bare):
        return f"A number is digits only. Write {re.sub('[_,]', '', bare).replace(chr(39), '')}"
    if re.fullmatch(r"\+[0-9]+", bare):
        return f"A number has no plus sign. Write {bare[1:]}"
    if re.fullmatch(r"-?[0-9]*\.[0-9]+", bare):
        return f"“{bare}” has a fraction, and numbers are whole here, such as 2 or 3."
    if bare.upper() == "X":
        return f"“{bare}” is not a number and is never read as 0. Write digits, or let the rule ask for the number."
    return f"“{bare}” is not a number. Write digits, such as 4; what a number depends on goes into the rule."


def read_number(node: object) -> int:
    """A whole number, written plainly."""
    text = text_of(node, "a number")
    if not text.plain or not NUMBER.fullmatch(text):
        raise slip("SF204", number_slip(text))
    if len(text) > len(str(_LARGEST)) + 1 or abs(number := int(text)) > _LARGEST:
        raise slip("SF212", f"{text} is too large: numbers go up to {_LARGEST:,}.")
    return number


def read_natural(node: object) -> int:
    """A number that is 0 or more."""
    if (number := read_number(node)) < 0:
        raise slip("SF212", f"{number} is below 0, and this number is 0 or more.")
    return number


def read_rows(node: object) -> int:
    """How many rows a grid has: so many that its cells can be told apart."""
    if (number := read_natural(node)) > _MOST_ROWS:
        raise slip("SF212", f"{how_many(number, 'row')} are too many: a grid has up to {_MOST_ROWS}.")
    return number


def read_amount(node: object, info: ValidationInfo) -> int:
    """A number of 0 or more, or the id of an entry of `numbers`."""
    if isinstance(node, Text) and node.plain and is_slug(node):
        known: dict[str, int] = (info.context or {}).get("numbers", {})
        if node in known:
            return known[node]
        if node in (info.context or {}).get("spoilt", ()):
            return 0
        hint = did_you_mean(node, known)
        raise slip("SF204", f"“{node}” is not a number, and no entry of numbers is called so.{hint}")
    return read_natural(node)


def read_flag(node: object) -> bool:
    """`yes` or `no`."""
    text = text_of(node, "yes or no")
    if text in ("yes", "no") and text.plain:
        return text == "yes"
    meant = {"true": "yes", "on": "yes", "y": "yes", "1": "yes", "false": "no", "off": "no", "n": "no", "0": "no"}
    guess = {"yes": "yes", "no": "no"}.get(text.lower()) or meant.get(text.lower())
    raise slip(
        "SF205", f"“{text}” is neither yes nor no. Write {guess}" if guess else f"“{text}” is neither yes nor no."
    )


def read_slug(node: object) -> Text:
    """An id."""
    text = text_of(node, "an id")
    if not is_slug(text):
        raise slip("SF206", slug_slip(text))
    return text


def read_source_id(node: object) -> Text:
    """The number of a rule or gap, such as R14."""
    text = text_of(node, "the number of a rule, such as R14,")
    if not SOURCE_ID.fullmatch(text):
        raise slip("SF206", source_slip(text))
    return text


def source_slip(text: str) -> str:
    """Why a text is not the number of a rule, and how the number would be written."""
    meant = source_like(text)
    more = f" Write {meant}" if meant else ""
    return f"“{text}” is not the number of a rule: a capital and two or three digits, such as R14.{more}"


def read_prose(node: object) -> Text:
    """A text for people, which is not empty."""
    text = text_of(node)
    if not text.strip():
        raise slip("SF207", "The text is empty. Write it, or delete the key.")
    return text


def read_rule(node: object) -> Text:
    """A rule text or a formula; what it says is read later."""
    return text_of(node, "a rule")


def read_count(node: object) -> int | Text:
    """How many: a plain number, or a formula in quotes."""
    text = text_of(node, "a number")
    if text.plain:
        if not NUMBER.fullmatch(text) and re.search(r"[A-Za-z]{2,}", text):
            raise slip("SF204", f'“{text}” is not a number. If it is a formula, put it in "double quotes".')
        return read_natural(text)
    if NUMBER.fullmatch(text):
        raise slip("SF204", number_slip(text))
    return text


def read_decimal(node: object) -> float:
    """A number of seconds or millimetres: 15 or 2.5."""
    text = text_of(node, "a number")
    if not text.plain or not _DECIMAL.fullmatch(text):
        raise slip("SF204", f"“{text}” is not a number such as 15 or 2.5.")
    return float(text)


def read_colour(node: object) -> Text:
    """A colour as "#rrggbb"."""
    text = text_of(node, 'a colour such as "#1f4e79"')
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise slip("SF215", f'“{text}” is not a colour. Write six digits in quotes, such as "#1f4e79".')
    return text


def read_colour_or_name(node: object) -> Text:
    """A colour, or the name of one that the scenario defines."""
    return node if isinstance(node, Text) and is_slug(node) else read_colour(node)


def read_asset(node: object) -> Text:
    """The path of a file inside the scenario folder, with forward slashes."""
    text = text_of(node, "the path of a file")
    parts = text.split("/")
    if text.startswith(("/", "~")) or ".." in parts or "\\" in text or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", text):
        raise slip("SF103", f"“{text}” lies outside the scenario folder. Name a file in it, such as art/harbour.png.")
    return text


MARK = re.compile(r"rule|[0-9a-f]{4}(?:-[0-9a-f]{4})*")
"""How a text says for which rule it was written: `rule` for the one that stands there, else the mark of that rule."""


def read_mark(node: object) -> Text:
    """The mark of a rule, or the word `rule` in its place."""
    text = text_of(node, "the word rule")
    if not MARK.fullmatch(text):
        raise slip("SF209", f"“{text}” cannot stand here. Write rule; sfrules validate --fix puts a mark in its place.")
    return text


def words(*allowed: str) -> Callable[[object], Text]:
    """A reader of one of the `allowed` words."""

    def read_word(node: object) -> Text:
        text = text_of(node, " or ".join(allowed))
        if text not in allowed:
            hint = did_you_mean(text, allowed)
            raise slip("SF209", f"“{text}” cannot stand here; it is one of: {', '.join(allowed)}.{hint}")
        return text

    return read_word


def read_map(node: object) -> Map:
    """A mapping, whose entries are read later."""
    if isinstance(node, Map):
        return node
    code = "SF207" if isinstance(node, Nothing) else "SF203"
    raise slip(code, "Write entries here: lines of `name: …`, or {} for none.")


def read_steps(node: object) -> Seq:
    """A list of steps, each a pair: who, and what."""
    if not isinstance(node, Seq):
        raise slip("SF207" if isinstance(node, Nothing) else "SF203", "Write a list of steps here: [north: pass].")
    for step in node:
        if not isinstance(step, Map) or len(step) != 1:
            raise slip("SF203", "Each step is one pair: a seat and its answer, such as north: pass.")
    return node


def read_raw(node: Node) -> Node:
    """Any node, as it is."""
    return node
