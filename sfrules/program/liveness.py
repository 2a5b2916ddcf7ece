"""Segments, and the clearing of what no later segment reads, so that equal positions are equal."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from sfrules.lang.ast import Offsets

CLEAR = "#clear "
"""Marks, in the text of a segment, a cut behind which another segment goes on; its number follows."""

CHAIN = "#chain "
"""Marks the end of a segment behind which another follows at once; its number follows."""

FIRST_LOCAL = 2
"""Frame slots before it hold what runs next and the answer that was waited for."""

_FRAME = re.compile(r"\bf\[(\d+)\]")
_WRITTEN = re.compile(r"\bf\[(\d+)\](?= = )")


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


def keep_at_hand(segment: Segment) -> None:
    """What a segment reads of its frame more than once, and never changes, gets a name of its own."""
    texts = [text for _, text, _ in segment.lines]
    written = {int(n) for text in texts for n in _WRITTEN.findall(text) if not text.endswith(" = None")}
    cleared = [n for n, text in enumerate(texts) if _WRITTEN.match(text) and text.endswith(" = None")]
    counts = Counter(int(n) for text in texts for n in _FRAME.findall(text))
    for slot, count in counts.items():
        if slot < FIRST_LOCAL or slot in written or count < 3:
            continue
        word = re.compile(rf"\bf\[{slot}\]")
        first = next(n for n, text in enumerate(texts) if word.search(text))
        segment.lines = [
            line if n in cleared else (line[0], word.sub(f"f{slot}", line[1]), line[2])
            for n, line in enumerate(segment.lines)
        ]
        segment.lines.insert(0, (1, f"f{slot} = f[{slot}]", segment.lines[first][2]))
        texts = [text for _, text, _ in segment.lines]
        cleared = [n + 1 for n in cleared]


def chain(segments: list[Segment]) -> None:
    """Lets a segment call the one that follows it at once, instead of going back to whoever runs the game.

    What goes round and round without waiting goes back, so that it is counted there and does not pile up here.
    """
    follows = {
        segment.number: [int(t[len(CHAIN) :]) for _, t, _ in segment.lines if t.startswith(CHAIN)]
        for segment in segments
    }
    circular = {(start, end) for start, ends in follows.items() for end in ends if _leads_to(end, start, follows)}
    for segment in segments:
        segment.lines = [
            line
            for indent, text, at in segment.lines
            for line in (
                _followed(indent, segment.number, int(text[len(CHAIN) :]), at, circular)
                if text.startswith(CHAIN)
                else [(indent, text, at)]
            )
        ]


def _followed(
    indent: int, number: int, target: int, at: Offsets, circular: set[tuple[int, int]]
) -> list[tuple[int, str, Offsets]]:
    goes_back = (number, target) in circular
    return [(indent, f"f[0] = {target}", at), (indent, "return" if goes_back else f"return s{target}(g, f)", at)]


def _leads_to(start: int, end: int, follows: dict[int, list[int]]) -> bool:
    """Whether one segment may come to be followed by another without a wait."""
    seen, todo = {start}, [start]
    while todo:
        number = todo.pop()
        if number == end:
            return True
        fresh = [n for n in follows[number] if n not in seen]
        seen.update(fresh)
        todo += fresh
    return False
