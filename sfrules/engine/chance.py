"""Chance: one stream for each deck, roll and purpose, each a counter that is part of the state.

A secret draw therefore moves no public one. The generator is a 64-bit linear congruential one whose high half is used;
its start is mixed from the game's seed and the stream's name, so that a new stream disturbs no other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from sfrules.engine.errors import ContentError
from sfrules.engine.state import State

_MASK = (1 << 64) - 1


def salt(name: str) -> int:
    """A fixed number for a stream's name."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


def mix(number: int) -> int:
    """Spreads a number over 64 bits (the finaliser of splitmix64)."""
    number = (number + 0x9E3779B97F4A7C15) & _MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)


def below(g: State, stream: int, count: int) -> int:
    """A number from 0 to count - 1; an oracle decides instead where chance is searched or replayed."""
    if g.oracle is not None:
        return g.oracle(stream, count)
    last = g.streams[stream]
    if last is None:
        last = mix((g.seed ^ g.machine.salts[stream]) & _MASK)
    g.streams[stream] = now = (last * 6364136223846793005 + 1442695040888963407) & _MASK
    return ((now >> 32) * count) >> 32


def pick(g: State, stream: int, options: Sequence[Any]) -> Any:
    """`random`: one of several, each as likely."""
    if not options:
        raise ContentError("There is nothing to choose from at random.")
    if len(options) == 1:
        return options[0]
    return options[below(g, stream, len(options))]
