"""What a single value of content may be: the annotated types of fields, and ranges, eyes and type names."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

from pydantic_core import CoreSchema, core_schema

from sfrules.ids import is_slug
from sfrules.model import readers
from sfrules.model.readers import read_number, read_slug, slip, text_of
from sfrules.record import record
from sfrules.source.nodes import Map, Point, Seq, Text

_RANGE = re.compile(r"(-?[0-9]{1,18})?\.\.(-?[0-9]{1,18})?")


_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8"}


@record
class Range:
    """Numbers from `low` to `high`, both included; None means no bound."""

    low: int | None
    high: int | None

    def __contains__(self, number: int) -> bool:
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        low, high = ("" if bound is None else str(bound) for bound in (self.low, self.high))
        return f"{low}..{high}"


def read_range(node: object) -> Range:
    """`0..10`, `0..`, `..5` or `..`."""
    text = text_of(node, "a range such as 0..10")
    match = _RANGE.fullmatch(text)
    if match is None or not text.plain:
        raise slip("SF215", f"“{text}” is not a range. Write 0..10, or 0.. for no upper bound.")
    low, high = (None if bound is None else int(bound) for bound in match.groups())
    if low is not None and high is not None and low > high:
        raise slip("SF215", f"The range {text} is empty: its first number is the larger one. Write {high}..{low}")
    return Range(low, high)


def read_seats(node: object) -> Range:
    """`6`, or `2..6`."""
    text = text_of(node, "a number of seats such as 6 or 2..6")
    if readers.NUMBER.fullmatch(text):
        number = read_number(text)
        seats = Range(number, number)
    elif _RANGE.fullmatch(text) is None:
        raise slip("SF215", f"“{text}” is not a number of seats. Write {_NUMBERS.get(text.lower(), '2')}, or 2..6.")
    else:
        seats = read_range(text)
    if seats.low is None or seats.high is None or seats.low < 1:
        raise slip("SF215", f"“{text}” is not a number of seats. Write 6, or 2..6.")
    return seats


@record
class Eyes:
    """Who may see something: `all`, `nobody`, or a list of `owner`, properties that hold a seat, and groups."""

    words: tuple[Text, ...]

    @property
    def all(self) -> bool:
        """Everybody sees it."""
        return "all" in self.words

    @property
    def nobody(self) -> bool:
        """Nobody sees it."""
        return self.words == ("nobody",)


def read_eyes(node: object) -> Eyes:
    """One word, or a list of words."""
    if isinstance(node, Seq) and node:
        words = tuple(read_slug(word) for word in node)
        if len(words) > 1 and (alone := next((word for word in words if word in ("all", "nobody")), None)):
            raise slip("SF215", f"“{alone}” cannot stand beside others in a list of who may see this.")
        return Eyes(words)
    return Eyes((read_slug(node if isinstance(node, Text) else text_of(node, "all, nobody, owner or a group")),))


@record
class TypeName:
    """The type of a given: `number`, `optional harbour`, `set of ship`, `flag only captain`."""

    name: Text
    optional: bool = False
    many: bool = False
    only: Text | None = None


_TYPE = re.compile(r"(optional +)?(set of +)?([a-z][a-z0-9-]*)(?: +only +([a-z][a-z0-9-]*))?")


def read_type(node: object) -> TypeName:
    """`[optional] [set of] NAME [only NAME]`."""
    text = text_of(node, "a type such as number or optional ship")
    match = _TYPE.fullmatch(text)
    if match is None or not is_slug(match[3]):
        raise slip(
            "SF215", f"“{text}” is not a type. Write number, flag, text or a kind; with optional or set of before it."
        )
    only = _part(text, match, 4) if match[4] else None
    return TypeName(_part(text, match, 3), match[1] is not None, match[2] is not None, only)


def _part(text: Text, match: re.Match[str], group: int) -> Text:
    """A piece of a one-line text as a text with its own place."""
    shift = 0 if text.plain else 1
    start, end = (
        Point(text.start.index + shift + at, text.start.line, text.start.column + shift + at)
        for at in match.span(group)
    )
    return Text(match[group], text.file, start, end)


class Reads:
    """Has a field read by a function, and by nothing else: the library need not look at the type of the value."""

    __slots__ = ("schema",)

    def __init__(self, reader: Callable[..., object], knows_numbers: bool = False) -> None:
        make = core_schema.with_info_plain_validator_function if knows_numbers else _plain
        self.schema = make(reader)

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> CoreSchema:
        return self.schema


_plain = core_schema.no_info_plain_validator_function

AS_IS = object()
"""Marks a text that no translation changes: a name, a sign, a remark for designers, a piece of a sentence made here."""

Number: TypeAlias = Annotated[int, Reads(readers.read_number)]
Natural: TypeAlias = Annotated[int, Reads(readers.read_natural)]
Rows: TypeAlias = Annotated[int, Reads(readers.read_rows)]
Amount: TypeAlias = Annotated[int, Reads(readers.read_amount, knows_numbers=True)]
MaybeAmount: TypeAlias = Annotated[int | None, Reads(readers.read_amount, knows_numbers=True)]
Count: TypeAlias = Annotated[int | Text, Reads(readers.read_count)]
Decimal: TypeAlias = Annotated[float, Reads(readers.read_decimal)]
Flag: TypeAlias = Annotated[bool, Reads(readers.read_flag)]
Slug: TypeAlias = Annotated[Text, Reads(readers.read_slug)]
MaybeSlug: TypeAlias = Annotated[Text | None, Reads(readers.read_slug)]
Key: TypeAlias = Annotated[str, Reads(readers.read_slug)]
PathKey: TypeAlias = Annotated[str, Reads(readers.text_of)]
SourceId: TypeAlias = Annotated[Text, Reads(readers.read_source_id)]
MaybeSourceId: TypeAlias = Annotated[Text | None, Reads(readers.read_source_id)]
Prose: TypeAlias = Annotated[Text, Reads(readers.read_prose)]
MaybeProse: TypeAlias = Annotated[Text | None, Reads(readers.read_prose)]
AsIs: TypeAlias = Annotated[Text, Reads(readers.read_prose), AS_IS]
MaybeAsIs: TypeAlias = Annotated[Text | None, Reads(readers.read_prose), AS_IS]
Rule: TypeAlias = Annotated[Text, Reads(readers.read_rule)]
MaybeRule: TypeAlias = Annotated[Text | None, Reads(readers.read_rule)]
Formula: TypeAlias = Annotated[Text, Reads(readers.read_rule)]
MaybeFormula: TypeAlias = Annotated[Text | None, Reads(readers.read_rule)]
Bounds: TypeAlias = Annotated[Range, Reads(read_range)]
Seats: TypeAlias = Annotated[Range, Reads(read_seats)]
MaybeEyes: TypeAlias = Annotated[Eyes | None, Reads(read_eyes)]
Type: TypeAlias = Annotated[TypeName, Reads(read_type)]
Colour: TypeAlias = Annotated[Text, Reads(readers.read_colour)]
MaybeColour: TypeAlias = Annotated[Text | None, Reads(readers.read_colour_or_name)]
MaybeAsset: TypeAlias = Annotated[Text | None, Reads(readers.read_asset)]
MaybeMark: TypeAlias = Annotated[Text | None, Reads(readers.read_mark)]
MaybeMap: TypeAlias = Annotated[Map | None, Reads(readers.read_map)]
Steps: TypeAlias = Annotated[Seq | None, Reads(readers.read_steps)]
Raw: TypeAlias = Annotated[Any, Reads(readers.read_raw)]
Moderator: TypeAlias = Annotated[Text | None, Reads(readers.words("moderator"))]
