"""Mending: fixes made until nothing is left to mend, each taken back when it does more than it says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sfrules.diag import Diagnostic, Edit, Fix, Severity
from sfrules.record import record
from sfrules.source.files import read_text
from sfrules.source.nodes import Node
from sfrules.source.reader import read_nodes
from sfrules.verdict.edits import Edited, changed_beside, edited, touched_entries, without_overlap

Pick = tuple[Diagnostic, Fix]

_ROUNDS = 25
_LARGER = 2_000
"""No round of mends adds more letters than this to a file: what does is feeding on itself."""

_READINGS = 100
"""So many times the scenario is read anew at most, whatever is in it."""


@record
class Reading:
    """What is found in some texts: what of it is told, all of it, and whether all content could be read."""

    told: Sequence[Diagnostic]
    all: Sequence[Diagnostic]
    whole: bool


_BEHIND = ("SF3", "SF4", "SF5")
"""Codes of what is not told while a definition that it speaks of is refused."""

Judge = Callable[[Mapping[str, str]], Reading]
"""Reads the scenario with these texts in place of those on disk."""


@dataclass
class Mended:
    """The texts after mending, by name; what was mended and how; what was not, since it would have done harm."""

    texts: dict[str, str]
    reading: Reading
    done: list[Pick] = field(default_factory=list)
    refused: list[Pick] = field(default_factory=list)


def mend(texts: Mapping[str, str], judge: Judge, first: Reading, *, unsafe: bool = False) -> Mended:
    """Makes the fixes of all that is told, round by round, as long as that mends something."""
    return _Mending(judge, Mended(dict(texts), first), unsafe).run()


@dataclass
class _Mending:
    judge: Judge
    made: Mended
    unsafe: bool
    readings: int = 0
    barred: set[tuple[str, ...]] = field(default_factory=set)

    def run(self) -> Mended:
        for _ in range(_ROUNDS):
            picked = self._pick()
            if not picked or self.readings >= _READINGS:
                break
            self._make(picked)
        return self.made

    def _pick(self) -> list[Pick]:
        wanted = []
        for diagnostic in self.made.reading.told:
            fixes = (fix for fix in diagnostic.fixes if fix.safe or self.unsafe)
            fix = next((fix for fix in fixes if self._can(diagnostic, fix)), None)
            if fix is not None:
                wanted.append((diagnostic, fix))
        return without_overlap(wanted)

    def _can(self, diagnostic: Diagnostic, fix: Fix) -> bool:
        return _name(diagnostic, fix) not in self.barred and all(e.span.file in self.made.texts for e in fix.edits)

    def _make(self, picked: list[Pick]) -> None:
        """Makes some fixes at once; when that does harm, the first half of them, down to the one that does it."""
        while picked and self.readings < _READINGS:
            self.readings += 1
            if self._try(picked):
                return
            if len(picked) == 1:
                self.barred.add(_name(*picked[0]))
                self.made.refused.append(picked[0])
            picked = picked[: len(picked) // 2]

    def _try(self, picked: list[Pick]) -> bool:
        edits: dict[str, list[Edit]] = {}
        for _, fix in picked:
            for edit in fix.edits:
                edits.setdefault(edit.span.file, []).append(edit)
        changed = {name: edited(self.made.texts[name], some) for name, some in edits.items()}
        if any(_harmed(name, self.made.texts[name], new) or _swollen(new) for name, new in changed.items()):
            return False
        texts = {**self.made.texts, **{name: new.text for name, new in changed.items()}}
        after = self.judge(texts)
        if not _better(self.made.reading, after, picked, changed):
            return False
        self.made.texts, self.made.reading = texts, after
        self.made.done += picked
        return True


def _name(diagnostic: Diagnostic, fix: Fix) -> tuple[str, ...]:
    return (diagnostic.code, diagnostic.span.file, diagnostic.message, fix.title)


def _node(name: str, text: str) -> Node:
    """What a text says, with blanks for letters that are none of content, as it is always read."""
    return read_nodes(read_text(text, name, Path(name))[0])[0]


def _harmed(name: str, before: str, made: Edited) -> bool:
    """Whether a file says something else than before in a place that no edit has touched."""
    if not name.endswith(".yaml"):
        return False
    old = _node(name, before)
    return bool(old) and changed_beside(old, _node(name, made.text), made)  # of what could not be read nothing is known


def _swollen(made: Edited) -> bool:
    return sum(end - start for start, end in made.after) > sum(end - start for start, end in made.before) + _LARGER


def _better(before: Reading, after: Reading, picked: list[Pick], changed: Mapping[str, Edited]) -> bool:
    """Whether what was to be mended is gone, and no error has come for it."""
    left = {_spot(diagnostic) for diagnostic in after.all}
    if any(_spot(diagnostic) in left for diagnostic, _ in picked):
        return False
    if before.whole:
        behind = _BEHIND if _uncovers(picked) else ()
        new = (d for d in _new_errors(before, after) if not d.code.startswith(behind))
        return not any(not _was_hidden(d, changed) for d in new)
    return not any(_worse(name, before, after) for name in changed)


def _uncovers(picked: list[Pick]) -> bool:
    """Whether a definition is mended that was refused, in ways that are sure: what speaks of it was not looked at."""
    refused = any(d.code.startswith("SF2") and d.severity is Severity.ERROR for d, _ in picked)
    return refused and all(fix.safe for _, fix in picked)


def _spot(diagnostic: Diagnostic) -> tuple[str, str, str, int, int]:
    """Where something is wrong. Of a line that is no YAML, the same said further right is the same still."""
    span = diagnostic.span
    column = 0 if diagnostic.code < "SF14" else span.column
    return diagnostic.code, diagnostic.message, span.file, span.line, column


def _new_errors(before: Reading, after: Reading) -> Iterator[Diagnostic]:
    """Errors that were not there. The numbers in their words do not count: those of lines change."""
    known = Counter(map(_error, before.all))
    for diagnostic in after.all:
        if diagnostic.severity is Severity.ERROR:
            known[_error(diagnostic)] -= 1
            if known[_error(diagnostic)] < 0:
                yield diagnostic


def _error(diagnostic: Diagnostic) -> tuple[str, str, str]:
    return diagnostic.code, diagnostic.span.file, re.sub(r"\d+", "0", diagnostic.message)


def _was_hidden(diagnostic: Diagnostic, changed: Mapping[str, Edited]) -> bool:
    """Whether a mistake in a rule was there before, in an entry that is read only now that it is mended."""
    name = diagnostic.span.file
    if name not in changed or not diagnostic.code.startswith(("SF3", "SF4")):
        return False
    entries = touched_entries(_node(name, changed[name].text), changed[name])
    return any(diagnostic.span.line in lines for lines in entries)


def _worse(name: str, before: Reading, after: Reading) -> bool:
    """Whether a file can be read less far than before. What was hidden behind a slip may come to light."""
    old, new = (
        [d.span.line for d in reading.all if d.code < "SF14" and d.span.file == name] for reading in (before, after)
    )
    return len(new) > len(old) and min(new) <= min(old, default=0)
