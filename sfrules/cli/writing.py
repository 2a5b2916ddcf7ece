"""Changed files: the difference shown, or all of them written, or none."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from sfrules.cli.console import Refused

_MARK = "\ufeff".encode()


def difference(name: str, before: str, after: str) -> Iterator[str]:
    """The lines of a unified diff."""
    import difflib

    old, new = (text.replace("\r\n", "\n").splitlines(keepends=True) for text in (before, after))
    for line in difflib.unified_diff(old, new, name, name):
        yield line if line.endswith("\n") else line + "\n"


def write_whole(path: Path, text: str) -> None:
    """Puts the text into a file as a whole or not at all; missing folders are made. OSError when it cannot be.

    A link is followed; a device such as /dev/null, and whatever /dev/stdout stands for, is written to as it is.
    """
    data = text.encode("utf-8", "backslashreplace")
    if path.absolute().is_relative_to("/dev") or (path.exists() and not path.is_file()):
        sys.stdout.flush()
        with path.open("ab") as device:
            device.write(data)
        return
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = _beside(path, data)
    try:
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def write_all(changed: Mapping[Path, tuple[str, str]]) -> None:
    """Each file's text after in place of the text before, all or none; byte order marks stay.

    Raises Refused when a file is no longer what it was, OSError when one cannot be written; nothing has changed then.
    """
    old = {path.resolve(): path.read_bytes() for path in changed}
    new = {}
    for path, (before, after) in changed.items():
        real = path.resolve()
        if old[real].removeprefix(_MARK) != before.encode():
            raise Refused(f"{path.as_posix()} has changed in the meantime; nothing was written")
        new[real] = (_MARK if old[real].startswith(_MARK) else b"") + after.encode()
    fresh: dict[Path, Path] = {}
    done: list[Path] = []
    try:
        for path, data in new.items():
            fresh[path] = _beside(path, data)
        for path, made in fresh.items():
            made.replace(path)
            done.append(path)
    except BaseException:
        for path in done:
            path.write_bytes(old[path])
        raise
    finally:
        for made in fresh.values():
            made.unlink(missing_ok=True)


def _beside(path: Path, data: bytes) -> Path:
    """A new file next to another, with its rights if it is there."""
    import secrets

    made = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        made.write_bytes(data)
        if path.exists():
            made.chmod(path.stat().st_mode)
    except BaseException:
        made.unlink(missing_ok=True)
        raise
    return made
