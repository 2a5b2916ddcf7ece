"""Findings that a project knows and will mend later: by code and subject, never by line, and only ever fewer.

The file has one line for each, sorted, so that a change of it reads well:

    {"code": "SF540", "subject": "number idle", "count": 1}
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from typing import Any, NamedTuple, TypeAlias

from sfrules.diag import Diagnostic, Severity, Span
from sfrules.record import record
from sfrules.verdict.levels import Policy

FORMAT = 1
_SHOWN = 80
_SO_THAT = "Say --update-baseline, so that it cannot come back unseen."
_STRING = r'"(?:[^"\\\n]|\\.)*"'
_ENTRY = re.compile(rf'"code"\s*:\s*(?P<code>{_STRING})\s*,\s*"subject"\s*:\s*(?P<subject>{_STRING})')


Firm: TypeAlias = Callable[[str], str]
"""Why nothing may keep back a code; nothing for all others."""


class Key(NamedTuple):
    """What makes a finding the same one after lines have moved."""

    code: str
    subject: str


@record
class Baseline:
    """How many findings of each key are known, and in which line of the file that stands."""

    counts: Mapping[Key, int] = field(default_factory=dict)
    lines: Mapping[Key, int] = field(default_factory=dict)


@record
class Compared:
    """What is told in spite of the baseline, how much it keeps back, and what in it is mended by now."""

    told: list[Diagnostic]
    known: int
    stale: list[Diagnostic]


def key_of(diagnostic: Diagnostic, root: str) -> Key:
    """The key of a finding in the scenario folder `root`; one that has no subject goes by its file."""
    file = diagnostic.span.file.removeprefix(root.rstrip("/") + "/")
    return Key(diagnostic.code, diagnostic.subject or f"file {file}")


def read(text: str) -> Baseline:
    """The baseline in a file. Raises ValueError, with words for the user and a line, when it is none."""
    data = _data(text)
    if not isinstance(data, dict) or not isinstance(data.get("known"), list) or type(data.get("format")) is not int:
        raise ValueError(f'it must say {{"format": {FORMAT}, "known": [...]}}')
    if data["format"] != FORMAT:
        raise ValueError(f"it is written in format {data['format']}, and format {FORMAT} is read here")
    counts: Counter[Key] = Counter()
    for number, entry in enumerate(data["known"], 1):
        match entry:
            case {"code": str(code), "subject": str(subject), "count": int(count)} if type(count) is int and count > 0:
                counts[Key(code, subject)] += count
            case _:
                raise ValueError(
                    f"{_named(number, entry, text)} is no known finding: it needs a code, a subject, a count"
                )
    return Baseline(dict(counts), _lines(text))


def _data(text: str) -> Any:
    if not text.strip():
        raise ValueError("it is empty")
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno}, column {error.colno} is not JSON") from None
    except (ValueError, RecursionError):  # a number of thousands of digits; brackets without end
        raise ValueError("it is nothing that sfrules has written") from None


def _named(number: int, entry: object, text: str) -> str:
    """An entry that cannot be read: which one it is, and its line where it stands in one."""
    shown = json.dumps(entry, ensure_ascii=False)
    line = next((at for at, line in enumerate(text.splitlines(), 1) if line.strip().rstrip(",") == shown), None)
    place = f"line {line}" if line is not None else f"entry {number}"
    return f"{place} ({shown if len(shown) <= _SHOWN else f'{shown[:_SHOWN]}…'})"


def _lines(text: str) -> dict[Key, int]:
    """The line of each entry, wherever entries stand."""
    lines: dict[Key, int] = {}
    for entry in _ENTRY.finditer(text):
        code, subject = (json.loads(entry[name]) for name in ("code", "subject"))
        lines[Key(code, subject)] = text.count("\n", 0, entry.start()) + 1
    return lines


def written(counts: Mapping[Key, int]) -> str:
    """The text of a baseline."""
    entries = [
        "    " + json.dumps({"code": key.code, "subject": key.subject, "count": count}, ensure_ascii=False)
        for key, count in sorted(counts.items())
        if count > 0
    ]
    known = "[\n" + ",\n".join(entries) + "\n  ]" if entries else "[]"
    return f'{{\n  "format": {FORMAT},\n  "known": {known}\n}}\n'


def firm_under(policy: Policy, codes: Mapping[str, Severity]) -> Firm:
    """What no baseline keeps back in a project, where `codes` are known with the levels they have by themselves."""
    return lambda code: policy.why_firm(code, codes.get(code))


def compare(
    found: Iterable[Diagnostic], baseline: Baseline, shown: str, root: str, firm: Firm, ran: Iterable[str] | None
) -> Compared:
    """The findings beyond those that are known; of a key with more than that, all, since none is the new one.

    `shown` is the baseline's file; what is `firm` is told whatever it knows; `ran` are the codes that were looked for
    everywhere, or None when too little was looked at to call an entry mended.
    """
    found = list(found)
    now = counted(found, root, firm)
    told, known = [], 0
    for diagnostic in found:
        key = key_of(diagnostic, root)
        at_most = baseline.counts.get(key, 0)
        if firm(diagnostic.code) or at_most == 0:
            told.append(diagnostic)
        elif now[key] > at_most:
            more = f"The baseline knows {at_most} of these, and there are {now[key]}."
            told.append(replace(diagnostic, help=f"{diagnostic.help} {more}".strip()))
        else:
            known += 1
    looked_for = frozenset(ran) if ran is not None else frozenset()
    gone = [key for key in sorted(baseline.counts) if key.code in looked_for and now[key] < baseline.counts[key]]
    return Compared(told, known, [_stale(key, baseline, now[key], shown, firm(key.code)) for key in gone])


def counted(found: Iterable[Diagnostic], root: str, firm: Firm) -> Counter[Key]:
    """How many findings of each key there are, without those that no baseline may hold."""
    return Counter(key_of(diagnostic, root) for diagnostic in found if not firm(diagnostic.code))


def shrunk(baseline: Baseline, now: Mapping[Key, int], ran: Iterable[str]) -> dict[Key, int]:
    """The baseline without what is mended; nothing new comes in. What was not looked for stays."""
    looked_for = frozenset(ran)
    return {
        key: min(count, now.get(key, 0)) if key.code in looked_for else count for key, count in baseline.counts.items()
    }


def grown(baseline: Baseline, now: Mapping[Key, int], ran: Iterable[str]) -> dict[Key, int]:
    """The baseline as it must be for all that is found now to be known."""
    looked_for = frozenset(ran)
    kept = {key: count for key, count in baseline.counts.items() if key.code not in looked_for}
    return {**kept, **now}


def _stale(key: Key, baseline: Baseline, now: int, shown: str, why_firm: str) -> Diagnostic:
    known = baseline.counts[key]
    left = "none is" if now == 0 else "one is" if now == 1 else f"{now} are"
    rest = f"which no baseline keeps back: {why_firm}" if why_firm else f"and {left} left"
    message = f"The baseline knows {known} × {key.code} of {key.subject}, {rest}."
    help_ = "Say --update-baseline: that takes it out." if why_firm else _SO_THAT
    return Diagnostic(
        "SF146", message, Span(shown, baseline.lines.get(key, 1), 1), Severity.ERROR, f"{key.code} {key.subject}", help_
    )
