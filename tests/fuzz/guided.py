"""A fuzzer that looks at which lines of sfrules its bytes have reached, and changes those bytes that reached new ones.

    pip install atheris
    python -m tests.fuzz.guided -runs=20000 -max_len=4000        files
    python -m tests.fuzz.guided rules -runs=20000                rule texts

It begins with the shipped files. What it stops at is a traceback, a place outside a file, or an input of more than two
seconds. Not part of the tests: the same is tried there with bytes that are drawn.
"""

from __future__ import annotations

import random
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from sfrules.lang.parse import parse_body
from sfrules.lang.write import write
from tests.fuzz.pieces import derived, shipped

SECONDS = 2
FOLDER = Path(tempfile.mkdtemp())


def a_file(data: bytes) -> None:
    """Reads bytes as the one file of a scenario."""
    from tests.fuzz.test_files import read

    (FOLDER / "scenario.yaml").write_bytes(data)
    read(FOLDER)


def a_rule(data: bytes) -> None:
    """Reads bytes as a rule, and writes what was read."""
    text = data.decode("utf-8", "replace").replace("\r", "\n")
    tree, slips = parse_body(text)
    if not slips:
        assert parse_body(write(tree)) == (tree, []), text


def seeds(kind: str) -> Path:
    """A folder of inputs to begin with."""
    folder = Path(tempfile.mkdtemp())
    rules = [derived(random.Random(seed)).encode() for seed in range(200)]
    for number, data in enumerate(rules if kind == "rules" else shipped()):
        (folder / f"{number}").write_bytes(data)
    return folder


def main() -> None:
    kind = "rules" if "rules" in sys.argv else "files"
    options = [argument for argument in sys.argv if argument != "rules"]
    atheris: Any = import_module("atheris")
    atheris.instrument_all()
    atheris.Setup([*options, f"-timeout={SECONDS}", str(seeds(kind))], a_rule if kind == "rules" else a_file)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
