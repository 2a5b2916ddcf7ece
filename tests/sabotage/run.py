"""How many of the faults that the engine can be given do the laws of play notice?

    python -m tests.sabotage.run [--sample 300] [--seed 1] [--module engine.cards] [--json FILE] [--least 85]

A seeded sample of small faults of `sfrules/engine/` and `sfrules/program/` is tried, one at a time, each in a process
of its own that loads the faulty module in place of the right one; no file is touched. A fault is caught when a law of
`laws.py` breaks, or when time or memory run out. Those that live on are listed, with what `survivors.yaml` says.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import importlib.abc
import importlib.util
import json
import os
import random
import resource
import select
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from ruamel.yaml import YAML

from tests.sabotage import contents
from tests.sabotage.mutants import KEY, Fault, count, planted, statements

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1] / "sfrules"
ROOMS = ("engine", "program")
MEMORY = 3 << 30
PATIENCE = 4
"""How many times as long as without a fault the laws may take."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a fault: the law that it broke, `""` when it lives on, and how."""

    fault: Fault
    law: str
    how: str = ""


class Faulty(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module another text than the one on disk."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self.module, self.tree = module, tree

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The one module, and no other."""
        return importlib.util.spec_from_loader(name, self) if name == self.module else None

    def exec_module(self, module: ModuleType) -> None:
        """Runs the faulty text."""
        exec(compile(self.tree, str(PACKAGE / f"{self.module}.py"), "exec"), module.__dict__)


def sources(wanted: str = "") -> dict[str, str]:
    """The text of each module of the rooms that faults are planted in."""
    found = {}
    for room in ROOMS:
        for path in sorted((PACKAGE / room).glob("*.py")):
            module = f"sfrules.{room}.{path.stem}"
            if module.endswith(wanted):
                found[module] = path.read_text("utf-8")
    return found


def sample(texts: dict[str, str], size: int, seed: int) -> Iterator[tuple[Fault, ast.Module]]:
    """So many of all faults, each as likely as any other."""
    everything = [(module, number) for module, text in texts.items() for number in range(count(text))]
    random.Random(seed).shuffle(everything)
    for module, number in everything:
        if size == 0:
            return
        made = planted(module, texts[module], number)
        if made is not None:
            size -= 1
            yield made


def alive_in(file: Path, texts: dict[str, str]) -> Iterator[tuple[Fault, ast.Module]]:
    """The faults that lived on in a run before, as far as their modules have not changed since."""
    for row in json.loads(file.read_text("utf-8")):
        made = planted(row["module"], texts[row["module"]], row["number"]) if not row["law"] else None
        if made is not None and made[0].key == tuple(row[name] for name in KEY):
            yield made


# one fault, in a process of its own


def tried(made: tuple[Fault, ast.Module] | None, patience: float) -> dict[str, Any]:
    """What the process of one fault has to tell; that of none, where the engine is as it is."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        _in_child(made, theirs, patience)
    os.close(theirs)
    told = b""
    late = time.monotonic() + 4 * patience  # by the clock, where others need the machine too
    while select.select([ours], [], [], max(0.0, late - time.monotonic()))[0]:
        piece = os.read(ours, 1 << 16)
        if not piece:
            break
        told += piece
    os.close(ours)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    lines = told.decode().splitlines()
    if lines and lines[-1].startswith("{"):
        end: dict[str, Any] = json.loads(lines[-1])
        return end
    return {"law": lines[-1] if lines else "it is loaded", "how": "time or memory ran out"}


def _in_child(made: tuple[Fault, ast.Module] | None, out: int, patience: float) -> None:
    """Loads the engine with the fault in it and tries the laws. Never comes back."""

    def tell(text: str) -> None:
        os.write(out, text.encode() + b"\n")

    law = "it is loaded"
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (int(patience) + 1, int(patience) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        if made is not None:
            sys.meta_path.insert(0, Faulty(made[0].module, made[1]))
        from tests.sabotage.laws import laws

        for law, holds in laws():
            tell(law)
            holds()
        tell(json.dumps({"law": "", "read": contents.asked_for(), "cpu": time.process_time()}))
    except BaseException as error:
        tell(json.dumps({"law": law, "how": "".join(traceback.format_exception_only(error)).strip()[:300]}))
    finally:
        os._exit(0)


# all of them


def as_it_is() -> float:
    """Makes sure that the laws hold as long as nothing is at fault, reads ahead what they read; the time they take."""
    contents.put_in_place()
    told = tried(None, 300)
    if told["law"]:
        sys.exit(f"Without any fault a law is broken: {told['law']}: {told['how']}")
    contents.read_ahead(
        [(name, tuple(map(tuple, gaps)), tuple(more), tests) for name, gaps, more, tests in told["read"]]
    )
    _forget(("sfrules.cli.", *(f"sfrules.{room}." for room in (*ROOMS, "play"))))
    # what is of no interest here is loaded once for all, and collected never
    for module in ("pytest", "scipy.optimize", "rich.console", "typer", "jinja2"):
        importlib.import_module(module)
    gc.collect()
    gc.freeze()
    return float(tried(None, 300)["cpu"])


def _forget(rooms: tuple[str, ...]) -> None:
    """Lets go of modules that were needed to read ahead, so that they are loaded anew with each fault."""
    for name in [name for name in sys.modules if name.startswith(rooms)]:
        del sys.modules[name]


def verdicts(made: Iterator[tuple[Fault, ast.Module]], patience: float) -> Iterator[Verdict]:
    """What becomes of each fault."""
    for fault in made:
        told = tried(fault, patience)
        yield Verdict(fault[0], told["law"], told.get("how", ""))


def known_survivors() -> dict[tuple[str, ...], str]:
    """Why a fault that lives on may do so, by its key."""
    rows = YAML(typ="safe").load((HERE / "survivors.yaml").read_text("utf-8")) or []
    return {(row["module"], row["function"], row["operator"], row["before"], row["after"]): row["why"] for row in rows}


def stale(known: dict[tuple[str, ...], str], texts: dict[str, str]) -> list[tuple[str, ...]]:
    """What is said of statements that are no longer there."""
    there = {(module, *place) for module, text in texts.items() for place in statements(text)}
    return [key for key in known if key[0] in texts and (key[0], key[1], key[3]) not in there]


def report(found: list[Verdict], known: dict[tuple[str, ...], str], gone: list[tuple[str, ...]]) -> Iterator[str]:
    """What came of it, in words."""
    by_law = Counter(
        "it is loaded" if v.law == "it is loaded" else v.law.partition(": ")[2] or v.law for v in found if v.law
    )
    for law, times in by_law.most_common():
        yield f"{times:5}  {law}"
    alive = [verdict.fault for verdict in found if not verdict.law]
    new = [fault for fault in alive if fault.key not in known]
    for title, some in (("Looked at:", [f for f in alive if f.key in known]), ("Not looked at yet:", new)):
        if some:
            yield f"\n{title}"
        for fault in some:
            yield str(fault) + (f"\n  = {known[fault.key]}" if fault.key in known else "")
    for key in gone:
        yield f"\nNo longer there: {' / '.join(key)}"
    caught = len(found) - len(alive)
    share = f"{caught / len(found):.1%}"
    yield f"\n{len(found)} faults: {caught} caught ({share}), {len(alive) - len(new)} looked at, {len(new)} not yet"


def main() -> None:
    """Tries a sample and says what came of it; exit code 1 when too few are caught."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", default="", help="only modules whose name ends so")
    parser.add_argument("--again", type=Path, help="verdicts written by --json: only what lived on is tried, once more")
    parser.add_argument("--json", type=Path, help="where to write the verdicts")
    parser.add_argument("--least", type=float, default=85, help="percent that must be caught")
    args = parser.parse_args()
    begun = time.monotonic()
    takes = as_it_is()
    texts = sources(args.module)
    total = sum(map(count, texts.values()))
    print(f"{total} possible faults in {len(texts)} modules; the laws take {takes:.1f} s", flush=True)
    found: list[Verdict] = []
    with suppress(KeyboardInterrupt):  # what has been tried so far is told
        tried_now = alive_in(args.again, texts) if args.again else sample(texts, args.sample, args.seed)
        for verdict in verdicts(tried_now, max(10.0, PATIENCE * takes)):
            found.append(verdict)
            if sys.stderr.isatty() or len(found) % 20 == 0:
                alive = sum(not verdict.law for verdict in found)
                end = "\r" if sys.stderr.isatty() else "\n"
                print(f"{len(found)} tried, {alive} alive", end=end, file=sys.stderr, flush=True)
    for line in report(found, known_survivors(), stale(known_survivors(), texts)):
        print(line)
    print(f"seed {args.seed}; {time.monotonic() - begun:.0f} s")
    if args.json:
        rows = [
            {**{name: getattr(v.fault, name) for name in Fault.__slots__}, "law": v.law, "how": v.how} for v in found
        ]
        args.json.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")
    caught = sum(bool(v.law) for v in found)
    sys.exit(0 if caught * 100 >= args.least * len(found) else 1)


if __name__ == "__main__":
    main()
