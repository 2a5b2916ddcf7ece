"""A folder of results, replaced as a whole: whoever looks at it sees the old build or the new one, never a half.

The new tree grows in a hidden folder beside the target. Only when it is complete does the old one step aside (a
rename), the new one take its place (a rename) and the old one go. No rename ever falls on a folder that is there:
Windows would refuse it.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

MARKER = ".written-by-sfrules"
"""An empty file in every folder that `write_tree` made: the sign that it may replace that folder."""


class ForeignFolderError(OSError):
    """The target holds files that sfrules did not write; it is left alone."""


def write_tree(target: Path, writer: Callable[[Path], T]) -> T:
    """Let `writer` fill an empty folder, then make that folder the target; gives what the writer gives.

    Whatever is raised on the way (no space, an interruption) passes through, with the old target whole and the
    temporaries gone. ForeignFolderError or NotADirectoryError, before anything is written, if the target is not ours
    to replace.
    """
    target = target.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    _finish_earlier_swap(target)
    _refuse_foreign(target)
    fresh = _beside(target, "new")
    try:
        fresh.mkdir()
        result = writer(fresh)
        (fresh / MARKER).touch()
        _swap(fresh, target)
    finally:
        _remove(fresh)
    return result


def _swap(fresh: Path, target: Path) -> None:
    aside = _beside(target, "old")
    try:
        if target.exists():
            target.rename(aside)
        fresh.rename(target)
    finally:
        if target.exists():
            _remove(aside)
        elif aside.exists():
            aside.rename(target)


def _finish_earlier_swap(target: Path) -> None:
    """A process that was killed between the two renames left the old build aside: put it back, or clear it away."""
    for aside in sorted(target.parent.glob(f".{target.name}.old-*")):
        if target.exists():
            _remove(aside)
        else:
            aside.rename(target)


def _refuse_foreign(target: Path) -> None:
    if not target.exists():
        return
    if not target.is_dir():
        raise NotADirectoryError(f"{target} is a file; the result needs a folder of that name")
    if not (target / MARKER).exists() and any(target.iterdir()):
        raise ForeignFolderError(f"{target} holds files that sfrules did not write; name another folder or empty this")


def _beside(target: Path, role: str) -> Path:
    return target.parent / f".{target.name}.{role}-{secrets.token_hex(4)}"


def _remove(folder: Path) -> None:
    """Best effort: a file that is held open elsewhere must not turn a finished build into a failed one."""
    shutil.rmtree(folder, ignore_errors=True)
