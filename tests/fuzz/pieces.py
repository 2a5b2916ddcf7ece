"""Texts that may be anything: rules derived from the grammar and then spoilt, shipped files with bytes changed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sfrules.resources import resource

CONTENT = Path("content")
NAMES = (
    "east", "west", "captain", "oil", "tide", "deck", "quay", "storm", "sail", "dusk", "cove", "berth", "hand", "worth",
    "x", "count", "sum", "first", "actor", "it", "card", "playing", "next", "turn", "day", "moor", "none", "yes",
)  # fmt: skip
SHORT = {"stmt": ("stop", "\n"), "compound": ("stop", "\n"), "simple": ("stop",), "expr": (), "coll": (), "source": ()}
"""What stands for a part that would go too deep; nothing stands for any name."""
_PART = re.compile(r'"[^"\n]*"|/(?:[^/\\\n]|\\.)+/|->[ ]*\w+|[A-Z_]+|[a-z_]+|[()\[\]?*+|]|\.\.')


@cache
def grammar() -> dict[str, list[list[object]]]:
    """The rules of the grammar file as lists of parts: quoted words, names of others, and groups of both."""
    text = re.sub(r"//.*", "", (resource("grammar") / "rules.lark").read_text(encoding="utf-8"))
    made: dict[str, list[list[object]]] = {}
    for match in re.finditer(r"^[?!]*([a-zA-Z_]+)(?:\.\d+)?[ \t]*:(.*(?:\n(?:[ \t].*)?)*)", text, re.MULTILINE):
        parts = [part for part in _PART.findall(match[2]) if not part.startswith("->")]
        made[match[1]] = _ways(iter(parts))
    return made


def _ways(parts: Iterator[str]) -> list[list[object]]:
    """The ways of one rule or group, up to the bracket that closes it; `?`, `*` and `+` stand behind a part."""
    ways: list[list[object]] = [[]]
    for part in parts:
        if part in (")", "]"):
            break
        if part == "|":
            ways.append([])
        elif part in ("(", "["):
            ways[-1].append(_ways(parts))
        else:
            ways[-1].append(part)
    return ways


def derived(rng: random.Random, start: str = "body", deep: int = 7) -> str:
    """A text that the grammar allows, but for the places of its line breaks."""
    words: list[str] = []
    _derive(start, rng, deep, words)
    return re.sub(r" ?\n ?", "\n", " ".join(words)).strip() + "\n"


def _derive(part: object, rng: random.Random, deep: int, words: list[str]) -> None:
    if isinstance(part, list):
        _any_way(part, rng, deep, words)
    elif isinstance(part, str) and part.startswith('"'):
        words.append(part[1:-1])
    elif part in ("NAME", "NUMBER", "TEXT", "_NL"):
        words.append(
            {"NAME": rng.choice(NAMES), "NUMBER": str(rng.randrange(12)), "TEXT": '"High {tide}"', "_NL": "\n"}[part]
        )
    elif deep <= 0 and part in SHORT:
        words.extend(SHORT[part] or (rng.choice(NAMES),))
    elif isinstance(part, str) and part in grammar():
        _any_way(grammar()[part], rng, deep - 1, words)
    elif isinstance(part, str) and part.startswith("/"):
        words.append(rng.choice(["+", "-", "<", ">=", "is", "+=", "="]))


def _any_way(ways: list[list[object]], rng: random.Random, deep: int, words: list[str]) -> None:
    if deep < -12:
        words.append("x")
        return
    way = rng.choice(ways) if deep > 0 else min(ways, key=lambda way: len(str(way)))
    for at, part in enumerate(way):
        mark = way[at + 1] if at + 1 < len(way) else ""
        if part in ("?", "*", "+"):
            continue
        times = {"?": rng.randrange(2), "*": rng.randrange(3), "+": 1 + rng.randrange(2)}.get(str(mark), 1)
        for _ in range(times if deep > 0 else int(mark not in ("?", "*"))):
            _derive(part, rng, deep - 1, words)


def spoilt(text: str, rng: random.Random, slips: int) -> str:
    """The text with some of its words left out, doubled, swapped, or others put in."""
    words = re.findall(r"\S+|\n", text)
    for _ in range(slips):
        at = rng.randrange(len(words) + 1)
        how = rng.randrange(4)
        if how == 0:
            words[at : at + 1] = []
        elif how == 1:
            words[at:at] = words[at : at + 2]
        elif how == 2:
            words[at : at + 2] = reversed(words[at : at + 2])
        else:
            words[at:at] = [
                rng.choice([*NAMES, "end", "if", "(", ")", "]", "..", '"', "#", "\t", "🔥", "\n", ":", "0x1", "-"])
            ]
    return re.sub(r" ?\n ?", "\n", " ".join(words))


@cache
def shipped() -> tuple[bytes, ...]:
    """All shipped files of content."""
    return tuple(path.read_bytes() for path in sorted(CONTENT.rglob("*.yaml")))


def changed(data: bytes, rng: random.Random, slips: int) -> bytes:
    """A file with stretches of bytes left out, doubled, replaced, or taken from another file."""
    made = bytearray(data)
    for _ in range(slips):
        at, length = rng.randrange(len(made) + 1), rng.choice((1, 1, 2, 5, 40))
        how = rng.randrange(5)
        if how == 0:
            del made[at : at + length]
        elif how == 1:
            made[at:at] = made[at : at + length]
        elif how == 2:
            made[at : at + length] = rng.randbytes(length)
        elif how == 3:
            made[at:at] = rng.choice(
                (b"\t", b": ", b"- ", b"{", b"]", b'"', b"'", b" #", b"\r", b"*a", b"&a ", b"!x ", b"|\n", b"\xff")
            )
        else:
            other = rng.choice(shipped())
            begin = rng.randrange(len(other))
            made[at:at] = other[begin : begin + 10 * length]
    return bytes(made)
