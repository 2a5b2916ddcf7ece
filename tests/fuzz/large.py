"""A megabyte of each kind of bad luck, read by `sfrules validate` under limits of time and memory.

    python -m tests.fuzz.large             all kinds: seconds of processor time and peak memory of each
    python -m tests.fuzz.large slips       one of them

Nothing may take more than two seconds or 300 MB, nor end in anything but findings. Run by hand: what a machine that is
busy with other things measures says nothing.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

SIZE = 1_000_000
SECONDS, MEGABYTES = 2.0, 300
HEAD = (
    "scenario: {title: Harbour, seats: 2}\nkinds: {captain: {seat: yes}, ship: {}}\n"
    "things: {captain: {east: {}, west: {}}}\nplay: finish with dusk\nendings: {dusk: {}}\n"
)


def _lines(line: Callable[[int], str], head: str = "") -> bytes:
    """As many numbered lines as fit."""
    made, size, number = [head], len(head), 0
    while size < SIZE:
        made.append(line(number) + "\n")
        size += len(made[-1])
        number += 1
    return "".join(made).encode()


def _word(number: int) -> str:
    """A word of its own that resembles others."""
    return "".join(random.Random(number).choices("abcdeort", k=9))


def _many(head: str, line: Callable[[int], str]) -> Callable[[], bytes]:
    return lambda: _lines(line, HEAD + head)


SIGNS = "ab: #-\n\t'\"[]{}&*!|>%@`,?~0🔥"
TRACK = "table: {tide: {track: 0..9}}\n"
OMENS = "card_kinds: {omen: {}}\nzones: {deck: {of: omen}}\n"

KINDS: dict[str, Callable[[], bytes]] = {
    "noise": lambda: random.Random(1).randbytes(SIZE),
    "signs": lambda: "".join(random.Random(2).choices(SIGNS, k=SIZE)).encode()[:SIZE],
    "brackets": lambda: b"a: " + b"[" * SIZE,
    "braces": lambda: b"a: " + b"{a: " * (SIZE // 4),
    "dashes": lambda: b"- " * (SIZE // 2),
    "deeper": lambda: "\n".join(" " * n + "a:" for n in range(int((2 * SIZE) ** 0.5))).encode(),
    "quote": lambda: b'a: "' + b"x" * SIZE,
    "one-text": lambda: HEAD.encode() + b"glossary: {tide: " + b"high " * (SIZE // 5) + b"}\n",
    "one-line": lambda: HEAD.encode() + b"glossary: {" + b", ".join(b"t%d: x" % n for n in range(SIZE // 11)) + b"}\n",
    "sections": _many("", lambda n: f"{_word(n)}: {{a: b}}"),
    "keys": _many("zones:\n a:\n", lambda n: f"  {_word(n)}: 3"),
    "twice": _many("numbers:\n", lambda n: f"  {_word(n % 90)}: 3"),
    "slips": _many("glossary:\n", lambda n: f"  t{n}: Tide: high"),
    "opened": _many("glossary:\n", lambda n: f"  t{n}: *high* tide"),
    "anchors": _many("glossary:\n", lambda n: f"  t{n}: [&a{n} x, *a{n}]"),
    "tags": _many("glossary:\n", lambda n: f"  t{n}: !t{n} x"),
    "cut": _many("glossary:\n", lambda n: f"  t{n}: Pay two #gold"),
    "numbers": _many("numbers:\n", lambda n: f"  {_word(n)}: {n}"),
    "amounts": _many("numbers: {tide: 3}\nlimits:\n", lambda n: f"  a{n}: {{times: {_word(n)}}}"),
    "names": _many("zones:\n", lambda n: f"  {_word(n)}: {{of: {_word(n + 1)}}}"),
    "placeholders": _many("numbers: {tide: 3}\nglossary:\n", lambda n: f'  t{n}: "{{{_word(n)}}} is due"'),
    "properties": _many("card_kinds:\n omen:\n  has:\n", lambda n: f"    {_word(n)}: {{flag: no}}"),
    "cards": _many(OMENS + "cards:\n", lambda n: f"  c{n}: {{kind: omen, zone: dekc, {_word(n)}: 3}}"),
    "effects": _many(TRACK + "routines:\n", lambda n: f"  r{n}: {{effect: {_word(n)} += {_word(n + 1)}}}"),
    "broken-rules": _many(TRACK + "routines:\n", lambda n: f"  r{n}: {{effect: if tide {_word(n)} then}}"),
    "one-rule": _many(TRACK + "aftermath: |\n", lambda n: "  tide += 1"),
    "one-bad-rule": _many("aftermath: |\n", lambda n: "  tide tide"),
    "rules-of-slips": _many("routines:\n", lambda n: f"  r{n}:\n    effect: |\n" + "      tide tide\n" * 40),
    "brackets-in-rules": _many("define:\n", lambda n: f"  d{n}: {{is: '{'(' * 800}1'}}"),
    "sums": _many("define:\n", lambda n: f"  d{n}: {{is: '{'+'.join(['1'] * 3000)}'}}"),
    "circles": _many("define:\n", lambda n: f"  d{n}: {{is: d{n + 1}}}"),
    "triggers": _many(
        TRACK + "triggers:\n",
        lambda n: f"  t{n}: {{when: tide is {n % 9}, fires: at once, effect: tide = {(n + 1) % 9}}}",
    ),
    "sources": _many(
        "sources: {R01: {mark: canon, says: x}}\nactions:\n",
        lambda n: f"  a{n}: {{source: [R{n % 900:03}], effect: stop}}",
    ),
    "edges": _many("map:\n of: ship\n edges:\n", lambda n: f"  - [{_word(n)}, {_word(n + 1)}]"),
    "tests": _many("tests:\n", lambda n: f"  t{n}: {{do: [{_word(n)}: {_word(n + 1)}], expect: {{{_word(n)}: yes}}}}"),
    "gaps": _many(
        "numbers: {tide: 3}\ngaps:\n",
        lambda n: f"  g{n}: {{question: What?, status: open, options: {{a: {{set: {{numbers.{_word(n)}: 3}}}}}}}}",
    ),
    "fake-indent": _many("glossary:\n", lambda n: " " * (n % 7) + f"t{n}: x"),
}


def measure(kind: str, data: bytes) -> tuple[float, float, int, str]:
    """Seconds, megabytes, exit code and the last line of what was said."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "scenario.yaml").write_bytes(data)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        made = subprocess.Popen(
            [sys.executable, "-c", _CHILD, folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60)),
        )  # fmt: skip
        said, _ = made.communicate()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    last = said.strip().splitlines()[-1] if said.strip() else ""
    peak, _, rest = last.partition(" ")
    return after.ru_utime - before.ru_utime, int(peak) / 1024 if peak.isdigit() else -1, made.returncode, rest or last


_CHILD = """
import resource, sys
from pathlib import Path
from sfrules.pipeline import load
found = load(Path(sys.argv[1])).found
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(peak, len(found), "findings", found[0].code if found else "")
"""


def main() -> int:
    wanted = sys.argv[1:] or list(KINDS)
    bad = 0
    for kind in wanted:
        seconds, megabytes, code, said = measure(kind, KINDS[kind]())
        worse = code != 0 or seconds > SECONDS or megabytes > MEGABYTES
        bad += worse
        print(f"{'BAD ' if worse else 'fine'} {kind:18} {seconds:6.2f} s {megabytes:6.0f} MB  {said[:90]}", flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())
