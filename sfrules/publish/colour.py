"""Colours that can be read: a designer names a colour, and what stands on it or beside it keeps enough contrast."""

from __future__ import annotations

import re

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
READABLE = 4.5
"""The contrast that small text needs, as the accessibility guidelines for the web state it (level AA)."""

Rgb = tuple[int, int, int]


def rgb(colour: str) -> Rgb:
    """The three parts of `#rgb` or `#rrggbb`; ValueError for anything else."""
    if not _HEX.fullmatch(colour):
        raise ValueError(f"'{colour}' is not a colour; write it as #rrggbb, such as #22303c")
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def contrast(one: str, other: str) -> float:
    """How well two colours stand out from each other, from 1 (not at all) to 21 (black on white)."""
    light, dark = sorted((_luminance(rgb(one)), _luminance(rgb(other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink_on(ground: str) -> str:
    """Black or white: whichever reads better on that ground."""
    return max("#ffffff", "#000000", key=lambda ink: contrast(ink, ground))


def readable(colour: str, ground: str) -> str:
    """The colour itself if it reads on the ground, else the nearest step towards black or white that does."""
    target = rgb(ink_on(ground))
    steps = (_mixed(rgb(colour), target, step / 20) for step in range(21))
    return next(step for step in steps if contrast(step, ground) >= READABLE)


def _luminance(parts: Rgb) -> float:
    red, green, blue = (_linear(part / 255) for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _mixed(start: Rgb, end: Rgb, share: float) -> str:
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(start, end, strict=True))
