"""What random games have to tell of a scenario, as findings at their lines: what stumbled, what was never touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sfrules.diag import Diagnostic, how_many
from sfrules.engine.errors import ContentError
from sfrules.model.book import Book
from sfrules.play.codes import LEVEL
from sfrules.play.forks import Leak, in_words
from sfrules.play.touched import LONGEST, Touched, answers_of
from sfrules.play.untouched import Untouched
from sfrules.play.woken import Woken, place_of

SHOWN = 6
"""How many answers of a game are told with a finding; `sfrules replay` shows them all."""


_SAID = {
    "SF522": ("SF910", "SF914"),
    "SF523": ("SF910",),
    "SF524": ("SF917",),
    "SF544": ("SF916",),
    "SF546": ("SF912",),
}
"""What a check says of an object for certain need not be guessed from games."""

_SAID_OF_LINES = ("SF310", "SF314", "SF315", "SF316")
"""The same for branches, which are known by their lines."""


def findings(book: Book, run: Touched, again: str) -> list[Diagnostic]:
    """What a run of games shows of the book. `again` is the command that shows a game, but for its seed.

    Where most games stumbled, what they did not come to says nothing, and is not told.
    """
    found = [*_faults(book, run, again), *_endless(book, run)]
    if run.games * 2 > run.begun:
        found += Untouched(book, run, again).findings()
    return found


def _faults(book: Book, run: Touched, again: str) -> Iterator[Diagnostic]:
    """Each mistake of the content, with the first game that came to it."""
    for fault in run.faults.values():
        play = _shortly(answers_of(run.machine, fault.seed, fault.answers))
        how = f"How it came to this: {again} {fault.seed}; {play}."
        yield stumbled(book, fault.error, f"{_of_games(fault.games, run)}. {how}")


def _endless(book: Book, run: Touched) -> Iterator[Diagnostic]:
    """Games that went on and on."""
    if run.endless is None:
        return
    site = run.machine.sites[run.endless.site]
    yield Diagnostic(
        "SF902",
        f"A game has not come to its end after {LONGEST:,} answers; this is what is asked again and again.",
        Woken(book, run.coverage).place(site.rule, site.at),
        LEVEL["SF902"],
        " ".join(site.rule[:2]),
        f"{_of_games(run.endless.games, run)}, the first of seed {run.endless.seed}. Let what repeats say how often, "
        "or let something wear out.",
    )


def _of_games(games: int, run: Touched) -> str:
    return f"{games} of {how_many(run.begun, 'game')}"


def unsaid(found: Iterable[Diagnostic], known: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """What games have to tell beyond what checks have said already."""
    known = list(known)
    said = {(code, one.subject) for one in known for code in _SAID.get(one.code, ())}
    lines = {(one.span.file, one.span.line) for one in known if one.code in _SAID_OF_LINES}
    for one in found:
        branch = one.code == "SF911" and (one.span.file, one.span.line) in lines
        if not branch and (one.code, one.subject) not in said:
            yield one


def stumbled(book: Book, error: ContentError, help_: str) -> Diagnostic:
    """A mistake that a game came to; without a place of its own it stands at its rule, or where the scenario begins."""
    span = error.span or place_of(book, tuple(error.rule.split()))
    return Diagnostic("SF901", error.message, span, LEVEL["SF901"], error.rule, help_)


def leak_findings(book: Book, leaks: Iterable[Leak]) -> Iterator[Diagnostic]:
    """Secrets that games gave away, each with the play that shows it."""
    for leak in leaks:
        who = f"“{leak.seat}”" if leak.seat else "Everybody"
        secret = "; ".join(leak.secret) or "what others did unseen"
        yield Diagnostic(
            "SF903",
            f"{who} can tell two games apart that differ only in what is secret, by {leak.what}: "
            f"“{in_words(leak.here)}” in the one, “{in_words(leak.there)}” in the other.",
            leak.span or place_of(book, tuple(leak.rule.split())),
            LEVEL["SF903"],
            leak.rule,
            f"What differs: {secret}. The game of seed {leak.seed}, {_shortly(leak.play)}. "
            "sfrules leaks looks for more of them.",
        )


def _shortly(play: Iterable[str]) -> str:
    """The last answers of a play."""
    answers = list(play)
    if not answers:
        return "before anybody is asked"
    count = how_many(len(answers), "answer")
    before = "the last of " if len(answers) > SHOWN else "after "
    return f"{before}{count}: {', '.join(answers[-SHOWN:])}"
