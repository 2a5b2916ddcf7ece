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


KINDS: dict[str, Callable[[], bytes]] = {
    "noise": lambda: random.Random(1).randbytes(SIZE),
    "signs": lambda: "".join(random.Random(2).choices("ab: #-\n\t'\"[]{}&*!|>%@`,?~0🔥", k=SIZE)).encode()[:SIZE],
    "brackets": lambda: b"a: " + b"[" * SIZE,
    "braces": lambda: b"a: " + b"{a: " * (SIZE // 4),
    "dashes": lambda: b"- " * (SIZE // 2),
    "deeper": lambda: "\n".join(" " * n + "a:" for n in range(int((2 * SIZE) ** 0.5))).encode(),
    "quote": lambda: b'a: "' + b"x" * SIZE,
    "one-text": lambda: HEAD.encode() + b"glossary: {tide: " + b"high " * (SIZE // 5) + b"}\n",
    "one-line": lambda: HEAD.encode() + b"glossary: {" + b", ".join(b"t%d: x" % n for n in range(SIZE // 11)) + b"}\n",
    "sections": lambda: _lines(lambda n: f"{_word(n)}: {{a: b}}"),
    "keys": lambda: _lines(lambda n: f"  {_word(n)}: 3", HEAD + "zones:\n a:\n"),
    "twice": lambda: _lines(lambda n: f"  {_word(n % 90)}: 3", HEAD + "numbers:\n"),
    "slips": lambda: _lines(lambda n: f"  t{n}: Tide: high", HEAD + "glossary:\n"),
    "opened": lambda: _lines(lambda n: f"  t{n}: *high* tide", HEAD + "glossary:\n"),
    "anchors": lambda: _lines(lambda n: f"  t{n}: [&a{n} x, *a{n}]", HEAD + "glossary:\n"),
    "tags": lambda: _lines(lambda n: f"  t{n}: !t{n} x", HEAD + "glossary:\n"),
    "cut": lambda: _lines(lambda n: f"  t{n}: Pay two #gold", HEAD + "glossary:\n"),
    "numbers": lambda: _lines(lambda n: f"  {_word(n)}: {n}", HEAD + "numbers:\n"),
    "things": lambda: _lines(lambda n: f"    {_word(n)}: {{}}", HEAD.replace("west: {}}}", "west: {}}, ship: {}}") + "x:\n"),
    "amounts": lambda: _lines(lambda n: f"  a{n}: {{times: {_word(n)}}}", HEAD + "numbers: {tide: 3}\nlimits:\n"),
    "names": lambda: _lines(lambda n: f"  {_word(n)}: {{of: {_word(n + 1)}}}", HEAD + "zones:\n"),
    "placeholders": lambda: _lines(lambda n: f'  t{n}: "{{{_word(n)}}} is due"', HEAD + "numbers: {tide: 3}\nglossary:\n"),
    "properties": lambda: _lines(lambda n: f"    {_word(n)}: {{flag: no}}", HEAD.replace("ship: {}", "ship: {has: {a: {flag: no}}}") + "card_kinds:\n omen:\n  has:\n"),
    "cards": lambda: _lines(lambda n: f"  c{n}: {{kind: omen, zone: dekc, {_word(n)}: 3}}", HEAD + "card_kinds: {omen: {}}\nzones: {deck: {of: omen}}\ncards:\n"),
    "effects": lambda: _lines(lambda n: f"  r{n}: {{effect: {_word(n)} += {_word(n + 1)}}}", HEAD + "table: {tide: {track: 0..9}}\nroutines:\n"),
    "broken-rules": lambda: _lines(lambda n: f"  r{n}: {{effect: if tide {_word(n)} then}}", HEAD + "table: {tide: {track: 0..9}}\nroutines:\n"),
    "one-rule": lambda: _lines(lambda n: "  tide += 1", HEAD.replace("play: finish with dusk\n", "table: {tide: {track: 0..9}}\n") + "play: |\n"),
    "one-bad-rule": lambda: _lines(lambda n: "  tide tide", HEAD.replace("play: finish with dusk\n", "") + "play: |\n"),
    "rules-of-slips": lambda: _lines(lambda n: f"  r{n}:\n    effect: |\n" + "      tide tide\n" * 40, HEAD + "routines:\n"),
    "brackets-in-rules": lambda: _lines(lambda n: f"  d{n}: {{is: '{'(' * 800}1'}}", HEAD + "define:\n"),
    "sums": lambda: _lines(lambda n: f"  d{n}: {{is: '{' + '.join(['1'] * 3000)}'}}", HEAD + "define:\n"),
    "circles": lambda: _lines(lambda n: f"  d{n}: {{is: d{n + 1}}}", HEAD + "define:\n"),
    "triggers": lambda: _lines(lambda n: f"  t{n}: {{when: tide is {n % 9}, fires: at once, effect: tide = {(n + 1) % 9}}}", HEAD + "table: {tide: {track: 0..9}}\ntriggers:\n"),
    "sources": lambda: _lines(lambda n: f"  a{n}: {{source: [R{n % 900:03}], effect: stop}}", HEAD + "sources: {R01: {mark: canon, says: x}}\nactions:\n"),
    "edges": lambda: _lines(lambda n: f"  - [{_word(n)}, {_word(n + 1)}]", HEAD + "map:\n of: ship\n edges:\n"),
    "tests": lambda: _lines(lambda n: f"  t{n}: {{do: [{_word(n)}: {_word(n + 1)}], expect: {{{_word(n)}: yes}}}}", HEAD + "tests:\n"),
    "gaps": lambda: _lines(lambda n: f"  g{n}: {{question: What?, status: open, options: {{a: {{set: {{numbers.{_word(n)}: 3}}}}}}}}", HEAD + "numbers: {tide: 3}\ngaps:\n"),
    "fake-indent": lambda: _lines(lambda n: " " * (n % 7) + f"t{n}: x", HEAD + "glossary:\n"),
}  # fmt: skip


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
