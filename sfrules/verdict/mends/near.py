"""A word that is not known, beside one that is: the finding says which was most likely meant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from sfrules.diag import Diagnostic, Edit, Fix, Span
from sfrules.ids import SOURCE_ID
from sfrules.verdict.edits import Lines

_WORD = re.compile(r"[\w-]+")
_MEANT = re.compile(r" Did you mean “([^”]+)”\?")
_OURS = ("SF201", "SF209", "SF230")
"""Codes of words that mostly the format itself has; others are names of the content, and a near one may be another."""


class Used:
    """How often words stand in the texts of a scenario; counted when somebody asks."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(texts)
        self.counts: dict[str, int] = {}
        self.words: Counter[str] | None = None

    def count(self, word: str) -> int:
        """How often a word stands there by itself."""
        if _WORD.fullmatch(word):
            if self.words is None:
                self.words = Counter(word for text in self.texts for word in _WORD.findall(text))
            return self.words[word]
        if word not in self.counts:
            alone = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
            self.counts[word] = sum(len(alone.findall(text)) for text in self.texts)
        return self.counts[word]

    def doubt(self, wrong: str, meant: str) -> bool:
        """Whether the other word is more likely to be the misspelt one: it is there, and less often."""
        return 0 < self.count(meant) < self.count(wrong)

    def prove(self, wrong: str, meant: str) -> bool:
        """Whether it is the one word that is misspelt and not the other.

        Of a name that content gives, the misspelt spelling may be the one in its definition, and all uses are right. A
        word that content does not have is the format's own, and one that is used more often is no slip.
        """
        return self.count(meant) == 0 or self.count(meant) > max(1, self.count(wrong))


def word(diagnostic: Diagnostic, lines: Lines, used: Used) -> Fix | None:
    """The word that was meant in place of the one that stands there; not one that is only the nearest.

    Of two numbers of rules none is near the other: the one that is most alike is another rule.
    """
    hint = _MEANT.search(diagnostic.message)
    if hint is None:
        return None
    meant, span = hint[1], diagnostic.span
    line = lines.line(span.line)
    for wrong in re.findall(r"“([^”]+)”", diagnostic.message[: hint.start()]):
        if used.doubt(wrong, meant) or (SOURCE_ID.fullmatch(wrong) and SOURCE_ID.fullmatch(meant)):
            continue
        for start in (span.column - 1, span.column):  # a quoted text begins with its quote
            if line.startswith(wrong, start) and 0 < distance(wrong, meant) <= max(1, len(meant) // 3):
                place = Span(span.file, span.line, start + 1, span.line, start + 1 + len(wrong))
                sure = "No statement begins" in diagnostic.message
                sure = sure or (diagnostic.code in _OURS and used.prove(wrong, meant))
                return Fix(f"Write {meant}", (Edit(place, meant),), sure and close(wrong, meant))
    return None


def close(wrong: str, meant: str) -> bool:
    """Whether only a slip of the hand lies between two words: a letter or two of a long word, none of a short one."""
    return distance(wrong.lower(), meant.lower()) <= min(2, len(meant) // 4)


def distance(one: str, other: str) -> int:
    """How many letters must be put in, left out, exchanged or swapped with the next to make one word the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        above, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, above[j - 2] + 1)
            row.append(cost)
    return row[-1]
