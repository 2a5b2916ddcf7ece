"""One look at a scenario: everything that is found, and what of it is told under the rules of the project."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from sfrules.cli.console import Refused
from sfrules.clock import Clock
from sfrules.ids import OWN
from sfrules.near import bounded
from sfrules.record import record
from sfrules.verdict import mentioned

if TYPE_CHECKING:
    from sfrules.cli.playing import Play
    from sfrules.diag import Diagnostic, Severity
    from sfrules.model.choices import Choices
    from sfrules.pipeline import Loaded
    from sfrules.verdict.baseline import Baseline
    from sfrules.verdict.levels import Policy


@record
class Case:
    """What is looked at: a scenario folder under some rulings, with texts that an editor holds; or one file of it."""

    root: Path
    choices: Choices
    overlay: Mapping[Path, str] = field(default_factory=dict)
    only: str | None = None


@record
class Terms:
    """Under which rules: how loud findings are, what is known already, which day it is; where the website is seen."""

    policy: Policy
    today: date
    baseline: Path | None = None
    site: str = ""


@record
class Judged:
    """What came of it. `found` is told; `beyond` counts what is told of other files than the one asked for."""

    loaded: Loaded
    found: Sequence[Diagnostic]
    everything: Sequence[Diagnostic]
    beyond: int = 0
    allowed: int = 0
    known: int = 0
    ran: frozenset[str] | None = None


def today() -> date:
    """The one look at the calendar: until when something is allowed depends on it."""
    return date.today()


def codes_of(loaded: Loaded | None = None) -> dict[str, Severity]:
    """Every code with the level it has by itself; those of a scenario's own checks too."""
    from sfrules.cli.codes import all_facts
    from sfrules.diag import Severity

    codes = {code: fact.severity for code, fact in all_facts().items()}
    if loaded is not None:
        codes |= {f"{OWN}{own.id}": Severity(own.level or "warning") for own in loaded.book.checks.values()}
        codes = {**{found.code: found.severity for found in loaded.found}, **codes}
    return codes


def look(
    case: Case,
    terms: Terms,
    texts: Mapping[str, str] | None = None,
    clock: Clock | None = None,
    play: Play | None = None,
) -> Judged:
    """Reads the scenario and judges it; `texts` stand in for files, by the names that findings give them.

    With `play` games are played, too, where that is possible.
    """
    from sfrules.pipeline import load

    overlay = {**case.overlay, **{Path(name): text for name, text in (texts or {}).items()}}
    off = terms.policy.off(codes_of().items())
    loaded = load(case.root, case.choices, overlay=overlay, off=off, clock=clock)
    if loaded.playable:
        loaded = _proofed(loaded, terms.policy, off, clock or Clock())
        if play is not None:
            loaded = _played(loaded, play, off, clock or Clock())
    with (clock or Clock()).stage("judging"), bounded():
        return judged(loaded, case, terms, overlay)


def _proofed(loaded: Loaded, policy: Policy, off: frozenset[str], clock: Clock) -> Loaded:
    """With what will be wrong on paper and on the website; cards are set only where it is about to be printed."""
    from sfrules.diag import in_order
    from sfrules.publish.proof import proof

    with clock.stage("proof"):
        found = list(proof(loaded.book, typeset=policy.profile == "print", off=off))
    return replace(loaded, found=tuple(in_order([*loaded.found, *found]))) if found else loaded


def _played(loaded: Loaded, play: Play, off: frozenset[str], clock: Clock) -> Loaded:
    """With what random games show."""
    from sfrules.diag import in_order

    with clock.stage("games"):
        found = play.findings(loaded, off)
    return replace(loaded, found=tuple(in_order([*loaded.found, *found])))


def settled(found: Sequence[Diagnostic], loaded: Loaded, root: Path) -> list[Diagnostic]:
    """What of some findings is told where a project's levels and the allowances in the content hold, as in a build."""
    from sfrules.cli.policy import Wishes, configured
    from sfrules.diag import in_order

    codes = codes_of(loaded)
    terms = Terms(configured(root, Wishes(), codes).policy, today())
    told, _, _ = _allowed(found, loaded, terms, codes, ())
    return in_order(told)


def judged(loaded: Loaded, case: Case, terms: Terms, overlay: Mapping[Path, str] | None = None) -> Judged:
    """What is told of a scenario that was read, each finding with a way to mend it where there is one."""
    codes = codes_of(loaded)
    sought = frozenset(_sought(codes, terms.policy, loaded))
    told, allowed, about = _allowed(loaded.found, loaded, terms, codes, sought)
    everything = sorted([*told, *terms.policy.judged(about)], key=lambda d: d.order)
    ran = sought if loaded.book.whole and case.only is None else None
    told, known = _beyond_baseline(everything, case, terms, ran, codes)
    found = [d for d in told if case.only is None or d.span.file == case.only]
    mendable = _with_fixes(found, loaded, overlay or case.overlay)
    return Judged(loaded, mendable, everything, len(told) - len(found), allowed, known, ran)


def _sought(codes: Mapping[str, Severity], policy: Policy, loaded: Loaded) -> Iterator[str]:
    """The codes that this run has looked for. What is off, or is found by building or playing only, is not missed."""
    from sfrules.cli.codes import all_facts

    facts = all_facts()
    for code, own in codes.items():
        by = facts[code].found_by if code in facts else ""
        # what games never touch depends on how many there are, so that its absence proves nothing
        ours = by.startswith("sfrules validate") and "--play" not in by
        if (ours or (code.startswith(OWN) and loaded.playable)) and policy.level(code, own) != "off":
            yield code


def _allowed(
    found: Sequence[Diagnostic], loaded: Loaded, terms: Terms, codes: Mapping[str, Severity], sought: Collection[str]
) -> tuple[list[Diagnostic], int, list[Diagnostic]]:
    """Findings at their levels that nothing allows, how many are allowed, and what is wrong with the allowances."""
    told = list(terms.policy.judged(found))
    texts = {name: text for name, text in loaded.book.written.items() if mentioned(text)}
    if not texts:
        return told, 0, []
    from sfrules.source.files import SourceFile
    from sfrules.verdict.allowances import Rules, allowances_in, apply

    speaking = [SourceFile(Path(name), name, text) for name, text in texts.items()]
    # what was refused, or is a rule that cannot be read, hides what would be found in it, and of what it speaks of
    read = loaded.book.whole and not loaded.book.spoilt and not any(d.code == "SF300" for d in loaded.found)
    unread = {d.span.file for d in loaded.found if d.code < "SF14"} if read else set(texts)
    allowed = apply(told, allowances_in(speaking), Rules(terms.policy, codes, sought, terms.today), unread)
    return allowed.told, len(allowed.silenced), allowed.about


def _beyond_baseline(
    found: list[Diagnostic], case: Case, terms: Terms, ran: frozenset[str] | None, codes: Mapping[str, Severity]
) -> tuple[list[Diagnostic], int]:
    """What no baseline knows, and what a baseline knows wrongly; and how much it keeps back."""
    if terms.baseline is None:
        return found, 0
    from sfrules.verdict.baseline import compare, firm_under

    shown, root, baseline = terms.baseline.as_posix(), case.root.as_posix(), read_baseline(terms.baseline)
    firm = firm_under(terms.policy, codes)
    compared = compare(found, baseline, shown, root, firm, with_unknown(ran, baseline, codes))
    told = [*compared.told, *terms.policy.judged(compared.stale)]
    return sorted(told, key=lambda d: d.order), compared.known


def with_unknown(ran: frozenset[str] | None, baseline: Baseline, codes: Collection[str]) -> frozenset[str] | None:
    """The codes that were looked for, and those in a baseline that no finding has: of these there is surely none."""
    return None if ran is None else ran | ({key.code for key in baseline.counts} - frozenset(codes))


def _with_fixes(found: list[Diagnostic], loaded: Loaded, overlay: Mapping[Path, str]) -> list[Diagnostic]:
    if not found:
        return found
    from sfrules.verdict.mends import with_fixes

    texts = raw_texts({d.span.file for d in found}, loaded, overlay)
    return list(with_fixes(found, texts, loaded.book.files.values()))


def read_baseline(path: Path) -> Baseline:
    """The baseline in a file. Raises Refused when it cannot be read."""
    from sfrules.verdict.baseline import read

    if path.is_dir():
        raise Refused(f"{path.as_posix()} is no baseline: it is a folder; name a file in it")
    if not path.is_file():
        raise Refused(f"there is no baseline {path.as_posix()} yet", "Begin one with --grow-baseline.")
    try:
        return read(path.read_bytes().decode("utf-8-sig"))
    except ValueError as error:
        reason = f"byte {error.start + 1} is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
        help_ = "Take it back from an older version, or remove it and begin another with --grow-baseline."
        raise Refused(f"{path.as_posix()} is no baseline: {reason}", help_) from None


def raw_texts(names: set[str], loaded: Loaded, overlay: Mapping[Path, str]) -> dict[str, str]:
    """The texts of files as they are on disk, or in an editor, without their byte order marks."""
    held = {path.as_posix(): text for path, text in overlay.items()}
    texts = {}
    for name in names & loaded.book.written.keys():
        text = held.get(name)
        texts[name] = text.removeprefix("\ufeff") if text is not None else Path(name).read_bytes().decode("utf-8-sig")
    return texts
