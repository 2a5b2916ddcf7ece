"""Blocks of a rule that cannot be read, judged by its lines.

What begins a block, where one ends, and what may stand in for a line that is broken.
"""

from __future__ import annotations

_OPENERS = frozenset({"for", "while", "cycle", "repeat", "together", "ask", "at", "openly"})
_ROOM = 40
_STAND_INS = {"elif": "elif yes", "else": "else", "option": "option x", "ask": "ask it", "end": "end"}


def opens(words: list[str]) -> bool:
    """Whether a line of these words begins a block."""
    return bool(words) and (words[0] in _OPENERS or (words[0] == "if" and "then" not in words))


def said(line: str) -> list[str]:
    """The words of a line, without its comment."""
    return line.split("#")[0].split()


def indent(line: str) -> int:
    """How many blanks a line begins with."""
    return len(line) - len(line.lstrip(" "))


def line_around(text: str, at: int) -> tuple[int, int]:
    """Where the line of an offset begins and ends."""
    stop = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if stop < 0 else stop


def open_blocks(text: str) -> int:
    """How many blocks are begun and not closed, judged by the first words of the lines."""
    lines = [words for line in text.splitlines() if (words := said(line))]
    return sum(map(opens, lines)) - sum(words[0] == "end" for words in lines)


def unclosed(text: str) -> tuple[int, int]:
    """Behind which offset an “end” is missing, and where its block begins, judged by the indentation."""
    begun: list[tuple[int, int]] = []
    at = behind = 0
    for line in text.split("\n"):
        if words := said(line):
            inside = words[0] in ("end", "else", "elif")
            if begun and (indent(line) < begun[-1][1] or (indent(line) == begun[-1][1] and not inside)):
                return behind, begun[-1][0]
            if words[0] == "end" and begun:
                begun.pop()
            if opens(words):
                begun.append((at, indent(line)))
            behind = at + len(line.rstrip())
        at += len(line) + 1
    return len(text.rstrip()), begun[-1][0] if begun else 0


def has_inside(text: str, at: int) -> bool:
    """Whether the lines below the one of an offset are those of a block that it begins."""
    start, stop = line_around(text, at)
    return indent(line_below(text, at)) > indent(text[start:stop])


def line_below(text: str, at: int) -> str:
    """The next line that says something."""
    return next((line for line in text[line_around(text, at)[1] :].split("\n") if said(line)), "")


def stand_in(line: str, head: str = "") -> str:
    """What may stand in for a line, which may have to begin with another word: its block is begun."""
    words = said(line)
    head = head or (words[0] if words else "")
    return _STAND_INS.get(head, "if yes" if opens([head, *words[1:]]) else "stop")


def widened(text: str) -> str:
    """The text with blanks behind each line, so that something else can stand in its place."""
    return "\n".join(line + " " * _ROOM for line in text.split("\n"))


def narrowed(at: tuple[int, int], wide: str, text: str) -> tuple[int, int]:
    """Where in a text a place is that was found in the same text widened."""
    start, end = (_narrowed(place, wide, text) for place in at)
    return start, max(end, start + 1)


def _narrowed(at: int, wide: str, text: str) -> int:
    row = wide.count("\n", 0, at)
    lines = text.split("\n")
    column = at - (wide.rfind("\n", 0, at) + 1)
    return sum(len(line) + 1 for line in lines[:row]) + min(column, len(lines[row]))


def put(text: str, start: int, stop: int, instead: str) -> str:
    """The text with something else in place of a line, and what follows where it was; blanks if it is too long."""
    padded = " " * indent(text[start:stop]) + instead
    made = next((fits for fits in (padded, instead, "") if len(fits) <= stop - start), "")
    return text[:start] + made.ljust(stop - start) + text[stop:]
