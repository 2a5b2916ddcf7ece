"""Comments in content that allow a finding: `# sfrules: allow SF540 until 2027-03-01 -- kept for the second edition`.

A comment at the end of a line speaks of that line, one that stands alone of the next line; and where a text of several
lines begins there, of the whole text. Inside rule text and on pages of the rulebook it is the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date

from sfrules.diag import Diagnostic, Edit, Fix, Severity, Span, did_you_mean
from sfrules.record import record
from sfrules.source.files import SourceFile
from sfrules.source.nodes import Map, Node, Seq, Text
from sfrules.source.reader import read_nodes
from sfrules.verdict import SIGN, mentioned
from sfrules.verdict.levels import Policy

_MEANT = r"(?P<sign>(?i:sfrules[ \t]*:|sfrules(?=[ \t]+allow\b)))"
_COMMENT = re.compile(rf"(?:^|(?<=[ \t]))#[ \t]*{_MEANT}[ \t]*(?P<said>.*)$")
ON_PAGE = re.compile(rf"<!--\s*{_MEANT}\s*(?P<said>.*?)\s*-->[ \t]*")
"""The same on a page of the rulebook, where it is not shown."""

_SAID = re.compile(
    r"allow[ \t]+(?P<codes>[\w:.-]*\w(?:[ \t]*,[ \t]*[\w:.-]*\w)*)(?:[ \t]+until[ \t]+(?P<until>[\w./-]*\w))?"
    r"(?:[ \t]+(?:--|–|—)[ \t]*(?P<reason>.*\S))?[ \t]*"
)
_FORM = f"Write: {SIGN} allow SF540 -- why it is right here."
_SLIPS = (
    (r"(?!allow\b)[^\W\d]\w*.*", "What a comment says to sfrules is “allow”, and this one says “{}”."),
    (r"allow\b(?![ \t]+(?:[A-Za-z]+\d|own:)).*", "This allowance names no code."),
    (r"allow[ \t]+[\w:.-]*\w[ \t]+(?:SF|sf|own:)[\w:.-]+.*", "Between two codes stands a comma."),
    (r"allow[ \t]+[^-–—]*[ \t]-[ \t].*", "Before the reason stand two hyphens: --"),
    (r"allow[ \t]+[^-–—]*[ \t](?:--|–|—)[ \t]*", "An allowance needs its reason: whoever reads this later will ask."),
)
"""Comments that are no allowance, and what each of them lacks; the first that fits."""

_WORDS = frozenset(
    ("title", "text", "says", "question", "manual", "note", "flavour", "summary", "phrase", "disclaimer")
)
_WORDY = frozenset(("glossary", "sources"))


@record
class Allowance:
    """One code that a comment allows on some lines.

    `whole` is what goes when the comment goes, `alone` when no other code stands in it; `inert` when it is no comment
    but part of a text.
    """

    code: str
    span: Span
    whole: Span
    lines: range
    until: date | None = None
    alone: bool = True
    slip: str = ""
    inert: bool = False

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Whether a finding is one that is allowed here."""
        span = diagnostic.span
        return diagnostic.code == self.code and span.file == self.span.file and span.line in self.lines


@record
class Allowed:
    """What is left to tell, what is allowed, and what is wrong with the allowances themselves."""

    told: list[Diagnostic]
    silenced: list[Diagnostic]
    about: list[Diagnostic]


def allowances_in(files: Iterable[SourceFile]) -> Iterator[Allowance]:
    """Every allowance in content files and pages, in order."""
    for file in files:
        if file.path.suffix == ".md":
            yield from _on_page(file)
        elif mentioned(file.text) and any(map(_COMMENT.search, file.lines)):
            yield from _in_content(file)


@record
class Rules:
    """What an allowance is judged by: `codes` are all there are, `sought` those that are looked for in this run."""

    policy: Policy
    codes: Mapping[str, Severity]
    sought: Collection[str]
    today: date


def apply(
    found: Iterable[Diagnostic], allowances: Iterable[Allowance], rules: Rules, unread: Collection[str] = ()
) -> Allowed:
    """Takes out what is allowed. In files that are `unread` nothing is proved unneeded."""
    told, silenced, about = dict(enumerate(found)), [], []  # type: dict[int, Diagnostic], list[Diagnostic], list[Diagnostic]
    by_line: dict[tuple[str, int], list[int]] = {}
    for number, diagnostic in told.items():
        by_line.setdefault((diagnostic.span.file, diagnostic.span.line), []).append(number)
    for allowance in allowances:
        wrong = _wrong(allowance, rules)
        if wrong is not None:
            about.append(wrong)
            continue
        there = [number for line in allowance.lines for number in by_line.get((allowance.span.file, line), ())]
        covered = [number for number in there if number in told and allowance.covers(told[number])]
        silenced += [told.pop(number) for number in covered]
        if not covered and allowance.code in rules.sought and allowance.span.file not in unread:
            about.append(_unused(allowance))
    return Allowed(list(told.values()), silenced, about)


def _wrong(allowance: Allowance, rules: Rules) -> Diagnostic | None:
    """Why an allowance allows nothing."""
    code, codes, policy = allowance.code, rules.codes, rules.policy
    if allowance.inert:
        message = "This stands in a text that people read, and allows nothing there."
        help_ = "Put it as a comment on the line where the text begins, or above it."
        return _say("SF145", message, allowance.span, Severity.WARNING, help_)
    if allowance.slip:
        return _say("SF141", allowance.slip, allowance.span, Severity.ERROR, _FORM)
    if code not in codes:
        family = any(known.startswith(code) for known in codes)
        message = f"There is no finding {code}.{did_you_mean(code, codes)}"
        if family:
            message = f"{code} is a family of findings, and an allowance names each one."
        return _say("SF142", message, allowance.span, Severity.ERROR)
    if reason := policy.why_firm(code, codes[code]):
        return _say("SF144", f"{code} cannot be allowed: {reason}.", allowance.span, Severity.ERROR, "Mend it instead.")
    if allowance.until is not None and rules.today > allowance.until:
        message = f"{code} was allowed here until {allowance.until.isoformat()}, and that day is over."
        return _say("SF143", message, allowance.span, Severity.WARNING, "Mend what is found, or name a later day.")
    return None


def _unused(allowance: Allowance) -> Diagnostic:
    message = f"{allowance.code} is allowed here, and is not found here."
    fixes = (Fix("Take the comment out", (Edit(allowance.whole, ""),)),) if allowance.alone else ()
    return _say("SF140", message, allowance.span, Severity.WARNING, "Take the allowance out.", fixes)


def _say(
    code: str, message: str, span: Span, severity: Severity, help_: str = "", fixes: tuple[Fix, ...] = ()
) -> Diagnostic:
    return Diagnostic(code, message, span, severity, help=help_, fixes=fixes)


# where they stand


@record
class _Stretch:
    """A text that takes up more than a word: its lines from the first to the last, and whether people read it."""

    text: Text
    first: int
    last: int
    wordy: bool

    def holds(self, line: int, column: int) -> bool:
        """Whether a place (from 0) is inside the text and not beside it."""
        if self.text.style in ("|", ">"):
            return self.first < line <= self.last
        start, end = self.text.start, self.text.end
        return (start.line, start.column) <= (line, column) < (end.line, end.column)


def _in_content(file: SourceFile) -> Iterator[Allowance]:
    root, _ = read_nodes(file)
    stretches = [_stretch(text, wordy) for text, wordy in _texts(root, False)]
    begins = {stretch.first: stretch for stretch in stretches}
    over: dict[int, list[_Stretch]] = {}
    for stretch in stretches:
        for number in range(stretch.first, stretch.last + 1):
            over.setdefault(number, []).append(stretch)
    following = _following(file.lines)
    for number, line in enumerate(file.lines):
        comment = _COMMENT.search(line)
        if comment is None:
            continue
        around = next((one for one in over.get(number, ()) if one.holds(number, comment.start())), None)
        inert = around is not None and (around.wordy or around.text.style != "|")
        at = number if line[: comment.start()].strip() else following[number]
        begun = begins.get(at)
        lines = range(at + 1, (begun.last if begun is not None and around is None else at) + 2)
        yield from _read(file, number, comment, lines, inert)


def _following(lines: list[str]) -> list[int]:
    """For each line the next that says something, itself where there is none."""
    made = list(range(len(lines)))
    following = -1
    for number in range(len(lines) - 1, -1, -1):
        made[number] = following if following >= 0 else number
        if lines[number].strip() and lines[number].strip()[0] != "#":
            following = number
    return made


def _texts(node: Node, wordy: bool, depth: int = 0) -> Iterator[tuple[Text, bool]]:
    """Every text with more to it than a plain word, and whether it is one for people."""
    if isinstance(node, Map):
        for key, value in node.entries():
            yield from _texts(value, wordy or key in _WORDS or (depth == 0 and key in _WORDY), depth + 1)
    elif isinstance(node, Seq):
        for value in node:
            yield from _texts(value, wordy, depth + 1)
    elif isinstance(node, Text) and (node.style or node.start.line != node.end.line):
        yield node, wordy


def _stretch(text: Text, wordy: bool) -> _Stretch:
    first = text.start.line
    if text.style == "|":
        return _Stretch(text, first, first + len(str(text).rstrip("\n").split("\n")), wordy)
    last = text.end.line
    if text.style == ">":
        last -= 1 if text.end.column == 0 else 0
        lines = text.file.lines
        while last > first and (not lines[last].strip() or lines[last].lstrip().startswith("#")):
            last -= 1
    return _Stretch(text, first, last, wordy)


def _on_page(file: SourceFile) -> Iterator[Allowance]:
    """On a page a comment that stands alone speaks of the next paragraph."""
    lines = file.lines
    fenced = False
    for number, line in enumerate(lines):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        comment = ON_PAGE.search(line)
        if comment is None or fenced:
            continue
        rest = line[: comment.start()] + line[comment.end() :]
        first = last = (
            number if rest.strip() else next((n for n in range(number + 1, len(lines)) if lines[n].strip()), number)
        )
        while not rest.strip() and last + 1 < len(lines) and lines[last + 1].strip():
            last += 1
        yield from _read(file, number, comment, range(first + 1, last + 2), False)


# what they say


def _read(file: SourceFile, number: int, comment: re.Match[str], lines: range, inert: bool) -> Iterator[Allowance]:
    line = file.lines[number]
    place = Span(file.shown, number + 1, comment.start() + 1, number + 1, comment.end() + 1)
    whole = _whole(file, number, line, comment)
    said = _SAID.fullmatch(comment["said"])
    if said is None or inert or comment["sign"] != SIGN:
        slip = _slip(comment["said"]) if comment["sign"] == SIGN else f"A comment to sfrules begins with {SIGN}"
        yield Allowance("", place, whole, lines, slip=slip, inert=inert)
        return
    until, slip = _day(said["until"])
    if not said["reason"]:
        slip = "An allowance needs its reason: whoever reads this later will ask."
    names = list(re.finditer(r"[^\s,]+", said["codes"]))
    shift = comment.start("said") + said.start("codes")
    if slip:
        yield Allowance("", place, whole, lines, slip=slip)
        return
    for name in names:
        start, end = shift + name.start() + 1, shift + name.end() + 1
        span = Span(file.shown, number + 1, start, number + 1, end)
        yield Allowance(name[0], span, whole, lines, until, len(names) == 1)


def _slip(said: str) -> str:
    """What is wrong with a comment that cannot be read as an allowance."""
    fits = next((words for pattern, words in _SLIPS if re.fullmatch(pattern, said)), "")
    return fits.format(said.split()[0]) if fits else "This comment speaks to sfrules, and cannot be read."


def _whole(file: SourceFile, number: int, line: str, comment: re.Match[str]) -> Span:
    """What goes when the comment goes: its line when it stands alone, else the blanks before it too."""
    before, after = line[: comment.start()], line[comment.end() :]
    if not before.strip() and not after.strip() and number + 1 < len(file.lines):
        return Span(file.shown, number + 1, 1, number + 2, 1)
    start = len(before.rstrip())
    return Span(file.shown, number + 1, start + 1, number + 1, comment.end() + 1)


def _day(said: str | None) -> tuple[date | None, str]:
    if said is None:
        return None, ""
    with suppress(ValueError):
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", said):
            return date.fromisoformat(said), ""
    return None, f"“{said}” is not a day. Write it as 2027-03-01: year, month, day."
