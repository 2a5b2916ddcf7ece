"""The known word that a misspelt one most likely stands for.

Whoever misspells one name is helped by a guess; nobody reads the guess at the ten-thousandth. So while a scenario is
read the guessing comes to an end (`bounded`): what is found stays the same, and says less.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import SequenceMatcher
from math import inf

PATIENCE = 400_000
"""How much is compared while one scenario is read: half a second's work, or ten thousand guesses among a few words."""

_LONGEST = 80
_BEGINNING, _COMPARING = 10, 20
"""What it costs to begin with a word, and to compare one letter by letter; to look at the length of one costs 1."""

_left = [inf]


@contextmanager
def bounded(patience: float = PATIENCE) -> Iterator[None]:
    """Inside, no more than so much is compared; whoever asks later is told that nothing is near."""
    before = _left[0]
    _left[0] = patience
    try:
        yield
    finally:
        _left[0] = before


def nearest(word: str, known: Iterable[str], alike: float = 0.6) -> str | None:
    """The known word most like another, if one is alike enough: 1 is the same, 0 has no letter in common.

    `known` is not even gone through when there was too much to compare before.
    """
    if _left[0] <= 0 or len(word) > _LONGEST:
        return None
    matcher: SequenceMatcher[str] | None = None
    best, cost = (alike, ""), _BEGINNING
    for other in known:
        cost += 1
        if 2 * min(len(word), len(other)) < best[0] * (len(word) + len(other)):
            continue
        if matcher is None:
            matcher = SequenceMatcher(b=word)
        cost += _COMPARING
        matcher.set_seq1(other)
        if matcher.quick_ratio() >= best[0]:
            best = max(best, (matcher.ratio(), other))
    _left[0] -= cost
    return best[1] or None
