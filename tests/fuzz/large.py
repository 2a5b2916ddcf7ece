"""A megabyte of each kind of bad luck, told by `sfrules validate` under limits of time and memory.

    python -m tests.fuzz.large             all kinds: seconds of processor time and peak memory of each
    python -m tests.fuzz.large slips       one of them
    python -m tests.fuzz.large --load      without the telling

Nothing may take more than two seconds or 300 MB, nor end in anything but findings. Run by hand: what a machine that is
busy with other things measures says nothing.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from sfrules.source.reader import MOST

SIZE = 1_000_000
FIT = 10**9
"""As many entries as fit."""
SECONDS, MEGABYTES = 2.0, 300
HEAD = (
    "scenario: {title: Harbour, seats: 2}\nkinds: {captain: {seat: yes}, ship: {}}\n"
    "things: {captain: {east: {}, west: {}}}\nplay: finish with dusk\nendings: {dusk: {}}\n"
)


def _lines(line: Callable[[int], str], head: str = "", entries: int = MOST, room: int = 0) -> bytes:
    """A megabyte of numbered lines: as many as are read, each filled up with a comment; or as many as fit."""
    made, size, number = [head], len(head), 0
    fits = room or SIZE
    room = fits // entries
    while size < fits and number < entries:
        one = line(number)
        # a block of text must end as it does
        fill = " #" + "~" * (room - len(one) - 3) if len(one) < room - 3 and "\n" not in one else ""
        made.append(one + fill + "\n")
        size += len(made[-1])
        number += 1
    return "".join(made).encode()


def _word(number: int) -> str:
    """A word of its own that resembles others."""
    return "".join(random.Random(number).choices("abcdeort", k=9))


def _many(head: str, line: Callable[[int], str], entries: int = MOST - 50) -> Callable[[], bytes]:
    return lambda: _lines(line, HEAD + head, entries)


def _both(first: tuple[str, Callable[[int], str]], second: tuple[str, Callable[[int], str]]) -> Callable[[], bytes]:
    """Two sections of half as many entries each, which speak of each other."""
    half = MOST // 2 - 25
    head = first[0] if first[0].startswith(HEAD[:20]) else HEAD + first[0]
    return lambda: _lines(first[1], head, half, SIZE // 2) + _lines(second[1], second[0], half, SIZE // 2)


PLACES = (
    HEAD.replace("things: {captain: {east: {}, west: {}}}\n", "") + "things:\n captain: {east: {}, west: {}}\n ship:\n"
)
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
        lambda n: f"  g{n}: {{question: What is it, status: open, options: {{a: {{set: {{numbers.{_word(n)}: 3}}}}}}}}",
    ),
    "rulings": _many(
        "numbers: {tide: 3}\ngaps:\n",
        lambda n: (
            f"  g{n}: {{question: What, status: open, options: {{a: {{set: {{numbers.tide.value: {n}}}}}, b: {{}}}}}}"
        ),
    ),
    "variants": _many(
        "numbers: {tide: 3}\nvariants:\n", lambda n: f"  v{n}: {{title: V, set: {{numbers.tide.value: {n}}}}}"
    ),
    "fake-indent": _many("glossary:\n", lambda n: " " * (n % 7) + f"t{n}: x", FIT),
    "too-many": _many("glossary:\n", lambda n: f"  {_word(n)}: high", FIT),
    "too-many-in-a-list": _many("map:\n of: ship\n edges:\n", lambda n: f"  - [{_word(n)}, {_word(n + 1)}]", FIT),
    "documents": lambda: b"--- a\n" * (SIZE // 6),
    "allowances": _many("numbers:\n", lambda n: f"  {_word(n)}: 3  # sfrules: allow SF{n % 1000:03} -- for now"),
    "allowance-lines": _many("", lambda n: f"# sfrules: allow SF{n % 1000:03} -- for now", FIT),
    "near-names": _both(
        ("card_kinds:\n", lambda n: f"  {_word(n)}: {{}}"), ("zones:\n", lambda n: f"  z{n}: {{of: {_word(n)}x}}")
    ),
    "near-numbers": _both(
        ("numbers:\n", lambda n: f"  {_word(n)}: 3"), ("limits:\n", lambda n: f"  a{n}: {{times: {_word(n)}x}}")
    ),
    "near-words": _both(
        ("numbers:\n", lambda n: f"  {_word(n)}: 3"),
        ("routines:\n", lambda n: f"  r{n}: {{effect: if {_word(n)}x is {_word(n)}y then stop}}"),
    ),
    "near-braces": _both(
        ("numbers:\n", lambda n: f"  {_word(n)}: 3"),
        ("glossary:\n", lambda n: f'  g{n}: "{" ".join(f"{{{_word(n + m)}x}}" for m in range(7))}"'),
    ),
    "odd-choices": lambda: (
        HEAD
        + "card_kinds:\n omen: {has: {sort: {one_of: ["
        + ", ".join(map(_word, range(9000)))
        + "]}}}\nzones: {deck: {of: omen}}\ncards:\n"
        + "".join(f"  c{n}: {{kind: omen, zone: deck, sort: {_word(n)}x}}\n" for n in range(9000))
    ).encode(),
    "values": _both(
        (
            "card_kinds:\n omen: {has: {home: {is: ship}, worth: {number: 0..9}}}\nzones: {deck: {of: omen}}\ncards:\n",
            lambda n: f"  c{n}: {{kind: omen, zone: deck, home: {_word(n)}x, worth: {_word(n)}}}",
        ),
        ("numbers:\n", lambda n: f"  {_word(n)}: 3"),
    ),
    "ring": _both(
        (PLACES, lambda n: f"  c{n}: {{}}"),
        ("map:\n of: ship\n one_way:\n", lambda n: f"  - [c{n}, c{(n + 1) % (MOST // 2 - 25)}]"),
    ),
    "islands": lambda: _lines(lambda n: f"  c{n}: {{title: C{n}}}", PLACES, MOST - 50) + b"map: {of: ship}\n",
    "crossings": _both(
        (PLACES, lambda n: f"  c{n}: {{}}"),
        ("map:\n of: ship\n edges:\n", lambda n: f"  - [c{n % 100}, c{100 + n // 100}]"),
    ),
    "waking": _both(
        ("table:\n", lambda n: f"  p{n}: {{flag: no}}"),
        ("triggers:\n", lambda n: f"  t{n}: {{when: p{n}, fires: at once, effect: p{n + 1} = yes}}"),
    ),
    "things": lambda: _lines(lambda n: f"  s{n}: {{title: Gull {n % 50}}}", PLACES, MOST - 50),
    "own-checks": _both(
        (PLACES, lambda n: f"  s{n}: {{}}"),
        ("checks:\n", lambda n: f"  k{n}: {{title: K, each: ship, must: count(ship) > {n}, says: Enough ships.}}"),
    ),
    "prose": lambda: (
        HEAD.encode()
        + b"glossary:\n"
        + b"".join(
            b'  t%d: "' % n + b"Each *captain* pays 2 oil, and {tide} coins (R01) for the Gull. " * 200 + b'"\n'
            for n in range(SIZE // 13_000)
        )
    ),
    "long-rules": _many(TRACK + "routines:\n", lambda n: f"  r{n}:\n    effect: |\n" + "      tide += 1\n" * 1_200, 50),
    "long-slips": _many(TRACK + "routines:\n", lambda n: f"  r{n}:\n    effect: |\n" + "      tide tide\n" * 1_200, 50),
    "open-blocks": _many(
        TRACK + "routines:\n", lambda n: f"  r{n}:\n    effect: |\n" + "      if tide is 1\n" * 1_000, 50
    ),
    "locals": _many(
        TRACK + "routines:\n",
        lambda n: f"  r{n}:\n    effect: |\n" + "".join(f"      let {_word(m)} = {m}\n" for m in range(600)),
        50,
    ),
    "huge-ids": lambda: f"{HEAD}numbers: {{{'a' * (SIZE // 2)}: 1, {'a' * (SIZE // 2 - 9)}b: 1}}\n".encode(),
    "huge-key": lambda: f"{HEAD}zones: {{deck: {{{'a' * (SIZE - 200)}: 1}}}}\n".encode(),
    "digits": lambda: (
        f"{HEAD}numbers: {{tide: {'9' * (SIZE // 2)}}}\nlimits: {{a: {{times: {'9' * (SIZE // 2)}}}}}\n".encode()
    ),
    "digits-in-rules": lambda: (
        f"{HEAD}aftermath: tide = {'9' * 9_000}\ntable: {{tide: {{track: 0..{'9' * 9_000}}}}}\n".encode()
    ),
    "grid": lambda: f"{HEAD}map: {{grid: {{of: ship, columns: 26, rows: 999999999, lines: 3}}}}\n".encode(),
    "seats": lambda: HEAD.replace("seats: 2", "seats: 1..999999999").encode(),
    "flow-names": lambda: (
        HEAD + "zones: {" + ", ".join(f"{_word(n)}: {{of: {_word(n + 1)}}}" for n in range(9_000)) + "}\n"
    ).encode(),
    "fields": _many("card_kinds:\n omen:\n  fields:\n", lambda n: f"    - {_word(n)}"),
    "menus": _many("menus:\n turn:\n  one:\n", lambda n: f"    - {_word(n)}"),
    "phases": _many("phases:\n", lambda n: f"  - {{id: {_word(n)}, each: {_word(n + 1)}}}"),
    "phases-in-phases": lambda: (HEAD + "phases: " + "[{id: a, phases: " * 11 + "[]" + "}]" * 11 + "\n").encode(),
    "entries": _many(
        "actions:\n", lambda n: f"  {_word(n)}: {{choose: {{spot: {_word(n + 1)}}}, effect: {_word(n + 2)} = spot}}"
    ),
}


def measure(kind: str, data: bytes, child: str = "") -> tuple[float, float, int, str]:
    """Seconds, megabytes, exit code and the last line of what was said."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "scenario.yaml").write_bytes(data)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        made = subprocess.Popen(
            [sys.executable, "-c", child or _TELL, folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60)),
            env={**os.environ, "SFRULES_CACHE": "off", "COLUMNS": "100"}, errors="replace",
        )  # fmt: skip
        said, _ = made.communicate()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    last = said.strip().splitlines()[-1] if said.strip() else ""
    peak, _, rest = last.partition(" ")
    return after.ru_utime - before.ru_utime, int(peak) / 1024 if peak.isdigit() else -1, made.returncode, rest or last


_TELL = """
import resource, sys
from sfrules.cli import main
try:
    main(["validate", sys.argv[1]])
except SystemExit as left:
    code = left.code
sys.stdout.flush()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, "exit code", code)
sys.exit(code if code > 1 else 0)
"""
_LOAD = """
import resource, sys
from pathlib import Path
from sfrules.pipeline import load
found = load(Path(sys.argv[1])).found
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
codes = sorted({one.code for one in found})
print(peak, len(found), "findings", *codes[:9])
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"all, or some of {', '.join(KINDS)}")
    parser.add_argument("--load", action="store_true", help="only read, and do not tell")
    asked = parser.parse_args()
    if unknown := set(asked.kinds) - KINDS.keys():
        parser.error(f"there is no kind {', '.join(sorted(unknown))}")
    child = _LOAD if asked.load else _TELL
    bad = 0
    for kind in asked.kinds or KINDS:
        seconds, megabytes, code, said = measure(kind, KINDS[kind](), child)
        worse = code != 0 or seconds > SECONDS or megabytes > MEGABYTES
        bad += worse
        print(f"{'BAD ' if worse else 'fine'} {kind:18} {seconds:6.2f} s {megabytes:6.0f} MB  {said[:90]}", flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())
