"""What reaches the user: text on the two streams, colour only where it is welcome."""

from __future__ import annotations

import os
import sys
from typing import TextIO


class Refused(Exception):  # noqa: N818 - not an error of ours: what was asked for cannot be done
    """The command cannot begin or go on: a usage mistake, or something that cannot be read. Exit code 2."""

    def __init__(self, message: str, help_: str = "") -> None:
        super().__init__(message)
        self.message, self.help = message, help_


def set_up_streams() -> None:
    """UTF-8 where the stream is ours to set; a letter that a terminal lacks must never end a run."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")


def to_stdout(text: str) -> None:
    """The result of a command, a line break behind it."""
    print(text)


def to_stderr(text: str) -> None:
    """What is said beside the result."""
    sys.stdout.flush()
    print(text, file=sys.stderr, flush=True)


def colour_on(stream: TextIO) -> bool:
    """Only on a terminal that knows colours, and only if the user has not said no (NO_COLOR)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def bold(text: str, stream: TextIO) -> str:
    """The text in bold where that is welcome."""
    return f"\x1b[1m{text}\x1b[0m" if colour_on(stream) else text


def size(count: int) -> str:
    """Bytes as people read them."""
    for unit, of in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= of:
            return f"{count / of:.1f} {unit}"
    return f"{count} bytes"
