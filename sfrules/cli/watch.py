"""`sfrules validate --watch`: looked at again whenever a file is saved; told is what has changed."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sfrules.cli.console import Refused, colour_on, to_stdout

if TYPE_CHECKING:
    from sfrules.cli.judging import Judged
    from sfrules.diag import Diagnostic

PAUSE = 0.4
"""Seconds between two looks at the clock of the files."""

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"

State = Mapping[str, tuple[int, int]]


def watch(root: Path, others: Iterable[Path], look: Callable[[], Judged], fails: Callable[[Diagnostic], bool]) -> int:
    """Looks until the user stops it (Ctrl-C); the exit code is that of the last look."""
    others = tuple(others)
    last: Judged | None = None
    known: list[Diagnostic] = []
    try:
        while True:
            state = _state(root, others)
            last, known = _turn(look, last, known)
            while (now := _state(root, others)) == state:
                time.sleep(PAUSE)
            while now != (now := _settled(root, others)):
                pass  # still being saved
    except KeyboardInterrupt:
        return int(last is not None and any(map(fails, last.found)))


def _settled(root: Path, others: Sequence[Path]) -> State:
    time.sleep(PAUSE / 4)
    return _state(root, others)


def _state(root: Path, others: Sequence[Path]) -> State:
    """Size and time of every file that can change what is found."""
    state = {}
    for path in (*root.rglob("*"), *others):
        if path.suffix in (".yaml", ".yml", ".md", ".toml", ".json") and not path.name.startswith("."):
            try:
                said = path.stat()
            except OSError:
                continue
            state[path.as_posix()] = (said.st_mtime_ns, said.st_size)
    return state


def _turn(
    look: Callable[[], Judged], last: Judged | None, known: list[Diagnostic]
) -> tuple[Judged | None, list[Diagnostic]]:
    """One look; what came of it, and what is known then. What cannot be looked for now is not gone."""
    try:
        now = look()
    except Refused as refused:
        to_stdout(f"sfrules: {refused.message}")
        return last, known
    book = now.loaded.book
    unsure = [] if book.whole and not book.spoilt else [d for d in known if d.code >= "SF4"]
    found = [*now.found, *_beyond(unsure, now.found)]
    _tell(now, _beyond(found, known), _beyond(known, found))
    return now, found


def _tell(now: Judged, new: list[Diagnostic], gone: list[Diagnostic]) -> None:
    from sfrules.publish.findings import concise, full, summary

    if sys.stdout.isatty():
        sys.stdout.write(_CLEAR)
    if sys.stdout.isatty():
        texts = now.loaded.book.written
        to_stdout(full(new, texts, colour_on(sys.stdout)))
    else:
        sys.stdout.write("".join(f"new: {line}\n" for line in concise(new).splitlines()))
    sys.stdout.write("".join(f"mended: {line}\n" for line in concise(gone).splitlines()))
    to_stdout(summary(now.found, {}).splitlines()[-1])
    sys.stdout.flush()


def _beyond(some: Sequence[Diagnostic], others: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Those that the others do not have; where lines have moved, a finding is still the same."""
    left = Counter(map(_same, others))
    beyond = []
    for diagnostic in some:
        left[_same(diagnostic)] -= 1
        if left[_same(diagnostic)] < 0:
            beyond.append(diagnostic)
    return beyond


def _same(diagnostic: Diagnostic) -> tuple[str, str, str, str]:
    return diagnostic.code, diagnostic.span.file, diagnostic.subject, diagnostic.message
