"""The door: the commands of `sfrules`, one file each. They may use every room; nothing else may use them.

What a command needs besides Typer is imported inside it, so that `sfrules --help` answers at once.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs one command and leaves with its exit code: 0 fine, 1 findings, 2 usage, 3 a mistake of ours."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    gc.set_threshold(100_000, 50, 100)  # a command loads much that stays; looking for garbage in it is in vain
    if words[:1] == ["validate"] and "--watch" not in words:
        gc.disable()  # it is over before there is any
    sys.modules.setdefault("pydantic.plugin._loader", _no_plugins())
    from sfrules.cli.door import run

    code = run(words)
    gc.freeze()  # the system takes everything back at once; looking through it for garbage first takes a second
    sys.exit(code)


def _no_plugins() -> ModuleType:
    """Stands for what looks through all installed packages for plugins of pydantic, which are not wanted here."""
    made = ModuleType("pydantic.plugin._loader")
    made.get_plugins = tuple  # type: ignore[attr-defined]
    return made
