"""The tests of a scenario, played: which hold, what else happens where one does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from typing import Any, Literal

from sfrules.diag import Diagnostic, Span
from sfrules.engine.errors import ContentError
from sfrules.engine.game import Game
from sfrules.engine.history import log
from sfrules.engine.machine import Machine
from sfrules.model.book import Book
from sfrules.model.test import Case
from sfrules.play.coverage import Coverage
from sfrules.play.expect import Unmet
from sfrules.play.named import SceneError
from sfrules.play.script import run_case
from sfrules.play.telling import Teller
from sfrules.play.words import Words
from sfrules.record import record
from sfrules.source.nodes import Map

Verdict = Literal["holds", "fails", "impossible", "fault"]


@record
class Outcome:
    """What came of a test. `impossible`: it cannot be played; `fault`: a rule stumbled on the way."""

    case: Case
    verdict: Verdict
    span: Span
    message: str = ""
    log: tuple[str, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON; the place is that of the expectation, step or rule at which it fails."""
        return {
            "id": str(self.case.id), "title": str(self.case.label), "source": [str(s) for s in self.case.source],
            "verdict": self.verdict, "file": self.span.file, "line": self.span.line, "column": self.span.column,
            "message": self.message, "log": list(self.log),
        }  # fmt: skip


def chosen_tests(book: Book, wanted: Iterable[str]) -> list[Case]:
    """The tests by id or by source; all of them when none is named. Raises KeyError with a word that names none."""
    words = list(wanted)
    for word in words:
        if not any(_meant(case, word) for case in book.tests.values()):
            raise KeyError(word)
    return [case for case in book.tests.values() if not words or any(_meant(case, word) for word in words)]


def _meant(case: Case, word: str) -> bool:
    return case.id == word or word in case.source


def misnamed(found: Iterable[Diagnostic]) -> dict[str, Diagnostic]:
    """By the ids of tests, what they speak of and is not there, or can never be."""
    return {d.subject.removeprefix("test "): d for d in reversed(list(found)) if d.code in ("SF231", "SF240")}


def play_tests(
    machine: Machine, book: Book, cases: Iterable[Case], coverage: Coverage | None = None,
    odd: Mapping[str, Diagnostic] | None = None,
) -> Iterator[Outcome]:  # fmt: skip
    """The outcome of each test in turn; what they reach is noted in `coverage`.

    One that is `odd` and holds all the same does so because nothing has the name, or value, of which it speaks.
    """
    for case in cases:
        with coverage.watching() if coverage is not None else nullcontext():
            outcome, game = _play(machine, book, case)
        if coverage is not None and game is not None:
            coverage.note(game)
        name = odd.get(str(case.id)) if odd is not None and outcome.verdict == "holds" else None
        yield outcome if name is None else Outcome(case, "impossible", name.span, name.message)


def _play(machine: Machine, book: Book, case: Case) -> tuple[Outcome, Game | None]:
    assert isinstance(case.node, Map)
    try:
        game = run_case(machine, book, case.node)
    except Unmet as unmet:
        return Outcome(case, "fails", unmet.span, unmet.message, unmet.log), None
    except SceneError as error:
        return Outcome(case, "impossible", error.span or case.span, error.message), None
    except ContentError as error:
        return Outcome(case, "fault", error.span or case.span, error.message), None
    return Outcome(case, "holds", case.span), game


def told(machine: Machine, book: Book, case: Case, words: Words) -> list[str]:
    """A test as an example of play: what all at the table see of it, in words. Raises what `run_case` raises."""
    assert isinstance(case.node, Map)
    game = run_case(machine, book, case.node)
    return list(Teller(machine, words, None).lines(log(game.state, None)))
