"""The words of a language, looked up in a sorted list that is searched and never taken apart."""

from __future__ import annotations

from functools import cache

from sfrules.resources import resource

_NEAR = 512
"""A stretch so short is searched from one end to the other."""


class Dictionary:
    """A list of words, each on a line, small unless a word always has a capital."""

    def __init__(self, words: bytes) -> None:
        self._words = b"\n" + words

    def __contains__(self, word: str) -> bool:
        wanted, low, high = word.encode(), 0, len(self._words)
        while high - low > _NEAR:
            start = self._words.find(b"\n", (low + high) // 2, high)
            if start < 0:
                break
            if self._words[start + 1 : self._words.find(b"\n", start + 1)] <= wanted:
                low = start
            else:
                high = start + 1
        return self._words.find(b"\n" + wanted + b"\n", low, high + len(wanted) + 1) >= 0


@cache
def dictionary(language: str) -> Dictionary | None:
    """The dictionary of a language such as `en` or `en-gb`, None where there is none."""
    path = resource("dictionaries") / f"{language.partition('-')[0]}.txt"
    return Dictionary(path.read_bytes()) if path.is_file() else None
