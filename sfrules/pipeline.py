"""The corridor: the one place that knows the order of the rooms."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from sfrules.clock import Clock
from sfrules.diag import Diagnostic, fatal, in_order
from sfrules.model.book import Book
from sfrules.model.choices import Choices
from sfrules.model.names import Lexicon
from sfrules.model.translation import texts_of
from sfrules.near import bounded
from sfrules.record import record

if TYPE_CHECKING:
    from sfrules.program.program import Program


@record
class Loaded:
    """A scenario as far as it could be read, and everything that is wrong with it, in order."""

    book: Book
    lexicon: Lexicon
    found: tuple[Diagnostic, ...] = field(default=())

    @property
    def playable(self) -> bool:
        """Whether no error stands in the way of play and print.

        A rule that tells a secret does not, nor does a test that speaks of what is not there or can never be:
        `sfrules test` says so; nor a translation into another language than the one in use.
        """
        spoken = self.book.translations.get(self.book.language)
        aside = self.book.texts.keys() - (texts_of(spoken) if spoken is not None else set())
        borne = ("SF4", "SF231", "SF240")
        return not fatal(d for d in self.found if not d.code.startswith(borne) and d.span.file not in aside)

    @property
    def half_read(self) -> bool:
        """Whether something could not be read, or was refused: then nothing is called unused, missing or unreached."""
        return not self.book.whole or any(self.book.spoilt.values())

    def program(self) -> Program:
        """The program of the book. Raises ValueError when the book has errors."""
        if not self.playable:
            raise ValueError("a scenario with errors cannot be played")
        from sfrules.program.compile import compile_program

        return compile_program(self.book, self.lexicon)


def load(
    root: Path,
    choices: Choices | None = None,
    *,
    language: str = "",
    overlay: Mapping[Path, str] | None = None,
    tests: bool = True,
    off: frozenset[str] = frozenset(),
    clock: Clock | None = None,
) -> Loaded:
    """Reads, builds, types and checks the scenario in a folder. Mistakes of content never raise.

    `overlay` gives texts in place of files on disk, as an editor has them. Without `tests`, files that hold nothing
    but tests are not read, and translations neither: nobody who plays needs them. With a `language` the book is in it,
    and what was checked is the original. Checks whose codes are `off` do not run. `clock` is told where the time goes.
    """
    from sfrules.check import run
    from sfrules.check.near import with_near
    from sfrules.check.rule import Options
    from sfrules.model.build import build
    from sfrules.model.rules import type_rules
    from sfrules.model.test import game_only
    from sfrules.source.files import read_tree

    clock = clock or Clock()
    clock.started()
    with _without_collection(), bounded():
        with clock.stage("files"):
            sources, found = read_tree(root, overlay=overlay or {})
        with clock.stage("definitions"):
            sources = sources if tests else game_only(sources)
            if sources.texts and not tests:
                from sfrules.model.languages import only

                sources = only(sources, language)
            book, more = build(sources, choices or Choices())
        with clock.stage("rules"):
            book, lexicon, in_rules = type_rules(book, alternatives=tests)
        found = [*found, *more, *in_rules]
        with clock.stage("checks"):
            found += run(book, Options(off), clock)
        if tests and book.checks and not fatal(d for d in found if not d.code.startswith("SF4")):
            from sfrules.engine.laidout import own_findings

            with clock.stage("own checks"):
                found += own_findings(book, lexicon)
        told = tuple(in_order(with_near(book, found)))
        if language in book.translations:
            book, lexicon, _ = type_rules(build(sources, choices or Choices(), language)[0], alternatives=False)
    return Loaded(book, lexicon, told)


@contextmanager
def _without_collection() -> Iterator[None]:
    """Nothing made while reading is ever garbage; collecting it costs a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
