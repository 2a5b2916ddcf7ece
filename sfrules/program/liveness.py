"""Segments, and the clearing of what no later segment reads, so that equal positions are equal."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sfrules.lang.ast import Offsets

CLEAR = "#clear "
"""Marks, in the text of a segment, a cut behind which another segment goes on; its number follows."""

FIRST_LOCAL = 2
"""Frame slots before it hold what runs next and the answer that was waited for."""

_FRAME = re.compile(r"\bf\[(\d+)\]")


@dataclass(slots=True)
class Segment:
    """A stretch of a rule between two waits, as lines of Python: indent, text, offsets in the rule."""

    number: int
    lines: list[tuple[int, str, Offsets]] = field(default_factory=list)


def clear_dead(segments: list[Segment], params: int, *, size: int) -> None:
    """Puts in place of each marked cut the clearing of what the next segment, and those behind it, never read."""
    reads, writes, exits = {}, {}, {}
    for segment in segments:
        reads[segment.number], writes[segment.number] = _reads_and_writes(segment)
        exits[segment.number] = [int(t[len(CLEAR) :]) for _, t, _ in segment.lines if t.startswith(CLEAR)]
    live = _live(reads, writes, exits)
    for segment in segments:
        here = reads[segment.number] | writes[segment.number] | live[segment.number]
        segment.lines = [
            line
            for old in segment.lines
            for line in _cleared(
                old,
                live,
                here if segment.number != segments[0].number else here | set(range(FIRST_LOCAL, FIRST_LOCAL + params)),
            )
        ]


def _cleared(
    line: tuple[int, str, Offsets], live: dict[int, set[int]], here: set[int]
) -> list[tuple[int, str, Offsets]]:
    indent, text, at = line
    if not text.startswith(CLEAR):
        return [line]
    dead = sorted(here - live[int(text[len(CLEAR) :])] - {0, 1})
    return [(indent, " = ".join(f"f[{slot}]" for slot in dead) + " = None", at)] if dead else []


def _reads_and_writes(segment: Segment) -> tuple[set[int], set[int]]:
    """Slots that are read before they are written in a segment, and slots that are written first."""
    reads: set[int] = set()
    writes: set[int] = set()
    for _, text, _ in segment.lines:
        target = re.match(r"f\[(\d+)\] = ", text)
        rest = text[target.end() :] if target else text
        reads |= {int(n) for n in _FRAME.findall(rest)} - writes
        if target and int(target.group(1)) not in reads:
            writes.add(int(target.group(1)))
    return reads, writes


def _live(reads: dict[int, set[int]], writes: dict[int, set[int]], exits: dict[int, list[int]]) -> dict[int, set[int]]:
    live = {number: set(slots) for number, slots in reads.items()}
    changed = True
    while changed:
        changed = False
        for number in reversed(list(live)):
            behind = set().union(*(live[n] for n in exits[number])) if exits[number] else set()
            wanted = reads[number] | (behind - writes[number])
            if wanted != live[number]:
                live[number], changed = wanted, True
    return live
