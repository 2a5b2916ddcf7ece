"""The door: the commands of `sfrules`, one file each. They may use every room; nothing else may use them.

What a command needs besides Typer is imported inside it, so that `sfrules --help` answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs one command and leaves with its exit code: 0 fine, 1 findings, 2 usage, 3 a mistake of ours."""
    from sfrules.cli.door import run

    sys.exit(run(sys.argv[1:] if arguments is None else list(arguments)))
