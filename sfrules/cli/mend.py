"""`sfrules validate --fix`: what can be mended without asking, mended in all files or in none."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sfrules.cli.console import to_stderr, to_stdout
from sfrules.cli.judging import Case, Judged, Terms, look, raw_texts
from sfrules.diag import how_many

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sfrules.verdict import mending


def mended(case: Case, terms: Terms, first: Judged, *, unsafe: bool, diff: bool, beside: bool) -> tuple[Judged, bool]:
    """Mends, or with `diff` shows what that would do; what is found then, and whether anything was to be mended."""
    from sfrules.verdict import mending

    names = set(first.loaded.book.written)
    texts = raw_texts(names, first.loaded, case.overlay)
    last = first

    def judge(texts: Mapping[str, str]) -> mending.Reading:
        nonlocal last
        last = look(case, terms, texts)
        return _as_reading(last)

    made = mending.mend(texts, judge, _as_reading(first), unsafe=unsafe)
    changed = {name: (texts[name], text) for name, text in made.texts.items() if text != texts[name]}
    _show_or_write(changed, diff=diff)
    _tell(made, len(changed), diff=diff, beside=beside or diff)
    if not changed:
        return first, False
    return look(case, terms, made.texts if diff else None), True  # what is written is read again from the disk


def _as_reading(judged: Judged) -> mending.Reading:
    from sfrules.verdict import mending

    return mending.Reading(judged.found, judged.loaded.found, judged.loaded.book.whole)


def _show_or_write(changed: Mapping[str, tuple[str, str]], *, diff: bool) -> None:
    from sfrules.cli.writing import difference, write_all

    if diff:
        for name, (before, after) in sorted(changed.items()):
            sys.stdout.writelines(difference(name, before, after))
    elif changed:
        write_all({Path(name): texts for name, texts in changed.items()})


def _tell(made: mending.Mended, files: int, *, diff: bool, beside: bool) -> None:
    say = to_stderr if beside else to_stdout
    for diagnostic, fix in made.done:
        say(f"{'would mend' if diff else 'mended'} {diagnostic.span.file}: [{diagnostic.code}] {fix.title}")
    for diagnostic, fix in made.refused:
        say(f"not mended {diagnostic.span} [{diagnostic.code}] {fix.title}: something else would go wrong by it")
    if made.done:
        mistakes = how_many(len(made.done), "mistake")
        say(f"{'Would mend' if diff else 'Mended'}: {mistakes} in {how_many(files, 'file')}.")
    else:
        say("Nothing to mend.")
