"""What a designer's sentence claims in numbers: how many, how much more or less, at least or at most, how long."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from sfrules.check.titles import Mention
from sfrules.record import record

Side = Literal["", "least", "most", "over", "under", "to"]

_SPELT = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORDS = {word: number for number, word in enumerate(_SPELT, 1)}
_NUMBER = re.compile(
    r"(?:(?<![\w)}])(?P<sign>[+\-−–]))?"
    r"(?:(?<![\w.])(?P<digits>\d+(?:\.\d+)?)(?!\w)"
    r"|\{(?P<name>[a-z][a-z0-9-]*)\}"
    rf"|(?<![\w-])(?P<word>{'|'.join(_WORDS)})(?![\w-]))",
    re.IGNORECASE,
)
_NO_TWO = re.compile(r"\b(?:no|any|one)\s+$", re.IGNORECASE)
_MARKS = re.compile(r"\*|:[a-z][a-z0-9-]*:(?=\s|$)")
_BEFORE: tuple[tuple[Side, re.Pattern[str]], ...] = (
    ("over", re.compile(r"(?<!no )(?<!not )(?<!never )\b(?:more than|over|above)\s+$", re.IGNORECASE)),
    ("under", re.compile(r"(?<!no )(?<!not )\b(?:fewer than|less than|below|under)\s+$", re.IGNORECASE)),
    ("least", re.compile(r"\b(?:at least|no fewer than|no less than)\s+$", re.IGNORECASE)),
    ("most", re.compile(r"\b(?:at most|(?:no|not|never) more than)\s+$", re.IGNORECASE)),
    ("to", re.compile(r"\bup to\s+$", re.IGNORECASE)),
)
_AFTER: tuple[tuple[Side, re.Pattern[str]], ...] = (
    ("least", re.compile(r"\s+(?:[^\W\d]+\s+){0,4}or (?:more|higher|above|later)\b", re.IGNORECASE)),
    ("most", re.compile(r"\s+(?:[^\W\d]+\s+){0,4}or (?:fewer|less|lower|below|earlier)\b", re.IGNORECASE)),
    ("most", re.compile(r"\s+(?:[^\W\d]+\s+){0,3}at most\b", re.IGNORECASE)),
    ("least", re.compile(r"\s+(?:[^\W\d]+\s+){0,3}at least\b", re.IGNORECASE)),
)
_RANGE = re.compile(r"\s*(?:to|[-–—]|and)\s*$", re.IGNORECASE)
_RANGE_START = re.compile(r"\b(?:from|between)\s+$", re.IGNORECASE)
_GAIN = re.compile(r"\b(?:gains?|gained|receives?|earns?|wins?)\s+(?:[a-z]+\s+){0,2}$", re.IGNORECASE)
_PAY = re.compile(r"\b(?:pays?|spends?|costs?)\s+(?:[a-z]+\s+){0,2}$", re.IGNORECASE)
_LOSS = re.compile(r"\b(?:lose|loses|lost)\s+(?:[a-z]+\s+){0,2}$", re.IGNORECASE)
_DRAW = re.compile(r"\b(?:draw|draws|drawn|deal|deals|dealt)\s+(?:up to\s+)?$|\bthe top\s+$", re.IGNORECASE)
_IS_DRAWN = re.compile(r"\s+(?:[^\W\d]+\s+){0,2}?(?:is|are)\s+drawn\b", re.IGNORECASE)
_TOP = re.compile(r"\bthe top\s+(?:[^\W\d]+\s+){0,2}?card\b", re.IGNORECASE)
_RISE = re.compile(r"\b(?:rises?|raises?|goes up|grows?|increases?)\b[^.;:]{0,40}\bby\s+$", re.IGNORECASE)
_FALL = re.compile(r"\b(?:falls?|lowers?|goes down|drops?|shrinks?|decreases?|reduces?)\b[^.;:]{0,40}\bby\s+$", re.I)
_CLOSE = 160
_CLAUSE = re.compile(r"[.;:!?]")
_FOR_LONG = re.compile(
    r"\buntil\s+(?:the\s+)?(?:end\s+of\s+(?P<article>the\s+|this\s+|that\s+|a\s+)?(?P<next>next\s+)?(?P<one>[^\W\d]+)"
    r"|(?P<two>[^\W\d]+)\s+(?:ends|is\s+over))",
    re.IGNORECASE,
)


@record
class Count:
    """A number in a text: its place, its value, or the `name` of the number that stands in braces there.

    `side` says whether it is a bound; `high` is the upper end where it begins a range, which the next one `closes`.
    """

    start: int
    end: int
    value: float
    name: str = ""
    word: bool = False
    side: Side = ""
    high: float | None = None
    closes: bool = False


@record
class Change:
    """A text that says that something grows or shrinks by a number. `of` is what it says that of, if it does."""

    count: Count
    up: bool
    of: Mention | None


@record
class Lasting:
    """How long something is said to last: to the end of a phase, or of the next one."""

    start: int
    end: int
    phase: str
    next: bool


@record
class Claims:
    """All that a text claims."""

    counts: tuple[Count, ...]
    changes: tuple[Change, ...]
    draws: tuple[Count, ...]
    costs: tuple[tuple[Count, Mention | None], ...]
    lasting: tuple[Lasting, ...]


def claims_of(text: str, mentions: Sequence[Mention], value_of: Callable[[str], float | None]) -> Claims:
    """What `text` claims; `value_of` gives the value of a number in braces, None for what is no number."""
    bare = _MARKS.sub(lambda match: " " * len(match[0]), text)
    counts: list[Count] = []
    changes: list[Change] = []
    draws: list[Count] = []
    costs: list[tuple[Count, Mention | None]] = []
    found = list(_numbers(bare, value_of))
    for at, (count, sign) in enumerate(found):
        later = found[at + 1][0] if at + 1 < len(found) else None
        count = _bounded(bare, count, later)
        if counts and counts[-1].high is not None:
            count = replace(count, closes=True)
        counts.append(count)
        change = _change(bare, count, sign, mentions)
        if change is not None:
            changes.append(change)
        elif _ends(_DRAW, bare, count.start) or _IS_DRAWN.match(bare, count.end):
            draws.append(count)
        elif _ends(_PAY, bare, count.start):
            costs.append((count, _behind(bare, count, mentions)))
    draws += (Count(m.start(), m.end(), 1, word=True) for m in _TOP.finditer(bare))
    return Claims(tuple(counts), tuple(changes), tuple(draws), tuple(costs), tuple(_lasting(bare)))


def _numbers(text: str, value_of: Callable[[str], float | None]) -> Iterator[tuple[Count, str]]:
    for match in _NUMBER.finditer(text):
        sign = match["sign"] or ""
        start = match.start() + len(sign)
        if match["name"] is not None:
            value = value_of(match["name"])
            if value is not None:
                yield Count(start, match.end(), value, match["name"]), sign
        elif match["word"] is not None:
            if _ends(_NO_TWO, text, start):
                continue
            yield Count(start, match.end(), _WORDS[match["word"].lower()], word=True), sign
        else:
            yield Count(start, match.end(), float(match["digits"])), sign


def _ends(pattern: re.Pattern[str], text: str, at: int) -> re.Match[str] | None:
    """What ends at a place; it is looked for close before it, however long the text is."""
    return pattern.search(text, max(0, at - _CLOSE), at)


def _bounded(text: str, count: Count, later: Count | None) -> Count:
    side: Side = next((side for side, pattern in _BEFORE if _ends(pattern, text, count.start)), "")
    side = side or next((side for side, pattern in _AFTER if pattern.match(text, count.end)), "")
    high = None
    if later is not None and _RANGE.fullmatch(text[count.end : later.start]):
        between = text[count.end : later.start].strip().lower()
        if between != "and" and (between != "to" or _ends(_RANGE_START, text, count.start)):
            high = later.value
    return replace(count, side=side, high=high)


def _change(text: str, count: Count, sign: str, mentions: Sequence[Mention]) -> Change | None:
    before = count.start - len(sign)
    behind = _behind(text, count, mentions)
    if sign:
        return Change(count, sign == "+", _in_front(text, count.start - len(sign), mentions) or behind)
    for pattern, up in ((_GAIN, True), (_LOSS, False)):
        if _ends(pattern, text, before):
            return None if behind is None and count.word and count.value == 1 else Change(count, up, behind)
    for pattern, up in ((_RISE, True), (_FALL, False)):
        match = _ends(pattern, text, before)
        if match is not None and not _CLAUSE.search(match[0]):
            return Change(count, up, _nearest(text, match.start(), count.start, mentions))
    return None


def _in_front(text: str, at: int, mentions: Sequence[Mention]) -> Mention | None:
    return next((m for m in mentions if m.end <= at and not text[m.end : at].strip()), None)


def _behind(text: str, count: Count, mentions: Sequence[Mention]) -> Mention | None:
    return next((m for m in mentions if m.start >= count.end and not text[count.end : m.start].strip()), None)


def _nearest(text: str, verb: int, number: int, mentions: Sequence[Mention]) -> Mention | None:
    """What rises or falls: named between verb and number, or else right before the verb."""
    inside = next((m for m in mentions if verb <= m.start and m.end <= number), None)
    return inside or _in_front(text, verb, mentions)


def _lasting(text: str) -> Iterator[Lasting]:
    for match in _FOR_LONG.finditer(text):
        yield Lasting(match.start(), match.end(), (match["one"] or match["two"]).lower(), match["next"] is not None)
