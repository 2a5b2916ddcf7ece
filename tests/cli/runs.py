"""Runs of the command in this process, as a user would see them."""

from __future__ import annotations

import io
import os
import shutil
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from sfrules.cli.door import run

ROOT = Path(__file__).parents[2]
CONTENT = ROOT / "content"
LEDGER = ROOT / "tests" / "play" / "ledger"


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


class Stream(io.TextIOWrapper):
    """Standard input or output made of bytes; a terminal if it is told to be one."""

    terminal = False

    def isatty(self) -> bool:
        return self.terminal


def sfrules(*arguments: str | Path, cwd: Path, stdin: str = "", terminal: bool = False) -> Ran:
    streams = [Stream(io.BytesIO(data), encoding="utf-8", newline="") for data in (stdin.encode(), b"", b"")]
    for stream in streams:
        stream.terminal = terminal
    here = Path.cwd()
    os.chdir(cwd)
    try:
        with ExitStack() as stack:
            for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
                stack.enter_context(patch.object(sys, name, stream))
            code = run([str(argument) for argument in arguments])
    finally:
        os.chdir(here)
    for stream in streams[1:]:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode() for stream in streams[1:])  # type: ignore[attr-defined]
    return Ran(code, out, err)


def copied(source: Path, target: Path) -> Path:
    """A scenario that a test may spoil."""
    shutil.copytree(source, target)
    return target


def project(folder: Path, *names: str) -> Path:
    """A folder with some copies of the small game under content/."""
    for name in names:
        copied(LEDGER, folder / "content" / name)
    return folder
