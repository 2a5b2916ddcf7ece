"""Plants slips in the shipped content and counts how many `sfrules validate` notices.

    python -m tests.mutants.corpus                   the whole corpus: some 5,500 mutants, some 20 minutes
    python -m tests.mutants.corpus --write           the same, and writes the page of the website and survivors.md
    python -m tests.mutants.corpus --each 20 --only wrong-type --show

Everything is drawn by a seed. No file is changed: the text with the slip stands in for the file. What is said of a
mutant is compared with what is said of the content as it is shipped.
"""

from __future__ import annotations

import argparse
import random
import re
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sfrules.diag import Diagnostic
from sfrules.model.book import Book
from sfrules.model.sections import SECTIONS
from sfrules.pipeline import load
from sfrules.source.nodes import Map, Node, Nothing, Seq
from tests.mutants.breaks import MAKERS, ImpossibleError, Mutant
from tests.mutants.classes import CLASSES
from tests.mutants.ground import Game, games
from tests.mutants.reasons import REASONS, UNKNOWN

CONTENT = Path("content")
PAGE = Path("site/templates/language-noticed.md.j2")
SURVIVORS = Path("tests/mutants/survivors.md")
EACH = 540
"""So many of each class, as far as the ground goes: more than 5,000 of them mean something else."""
LONGEST = 20
"""Seconds after which a mutant counts as a hang."""
LARGE_SHARE = 0.5
"""The share of the mutants that is planted in the largest scenario; the others have the rest."""


@dataclass(frozen=True)
class Verdict:
    """What came of a mutant. `said` are the findings that the shipped content has not."""

    mutant: Mutant
    said: tuple[Diagnostic, ...] = ()
    equal: bool = False
    placed: bool = False
    trouble: str = ""

    @property
    def caught(self) -> bool:
        return bool(self.said)


@dataclass
class Score:
    """The counts of one class."""

    planted: int = 0
    equal: int = 0
    caught: int = 0
    placed: int = 0
    troubles: int = 0
    survivors: list[Verdict] = field(default_factory=list)
    astray: list[Verdict] = field(default_factory=list)

    def note(self, verdict: Verdict) -> None:
        self.planted += 1
        self.troubles += bool(verdict.trouble)
        if verdict.equal:
            self.equal += 1
        elif verdict.caught:
            self.caught += 1
            self.placed += verdict.placed
            if not verdict.placed:
                self.astray.append(verdict)
        else:
            self.survivors.append(verdict)

    @property
    def counting(self) -> int:
        return self.planted - self.equal

    @property
    def share(self) -> float:
        return 100 * self.caught / self.counting if self.counting else 100.0

    @property
    def placed_share(self) -> float:
        return 100 * self.placed / self.caught if self.caught else 100.0


def mutants(ground: list[Game], kind: str, count: int, seed: int) -> Iterator[Mutant]:
    """Up to `count` different mutants of a class, drawn by a seed."""
    rng = random.Random(f"{seed} {kind}")
    seen: set[tuple[Path, str]] = set()
    large = max(ground, key=lambda game: sum(map(len, game.spots.values())))
    small = [game for game in ground if game is not large]
    for _ in range(60 * count):
        if len(seen) == count:
            return
        game = large if rng.random() < LARGE_SHARE else rng.choice(small)
        try:
            mutant = MAKERS[kind](game, rng)
        except ImpossibleError:
            continue
        if (mutant.file, mutant.text) not in seen:
            seen.add((mutant.file, mutant.text))
            yield mutant


class Judge:
    """Says what a mutant is worth, by what is said of the content as it is shipped."""

    def __init__(self, ground: list[Game]) -> None:
        self.games = {game.name: game for game in ground}
        self.before = {game.name: load(game.root) for game in ground}
        self.known = {name: Counter(map(_words, loaded.found)) for name, loaded in self.before.items()}
        self.meant = {name: meaning(loaded.book) for name, loaded in self.before.items()}

    def verdict(self, mutant: Mutant) -> Verdict:
        try:
            with _AtMost(LONGEST):
                loaded = load(self.games[mutant.game].root, overlay={mutant.file: mutant.text})
        except TimeoutError:
            return Verdict(mutant, trouble="hangs")
        except Exception:
            return Verdict(mutant, trouble=traceback.format_exc())
        left = self.known[mutant.game].copy()
        said = []
        for diagnostic in loaded.found:
            if left[_words(diagnostic)] > 0:
                left[_words(diagnostic)] -= 1
            else:
                said.append(diagnostic)
        equal = meaning(loaded.book) == self.meant[mutant.game] and loaded.book.whole
        return Verdict(mutant, tuple(said), equal, any(_at(mutant, d) for d in said), _misplaced(said, loaded.book))


def _words(diagnostic: Diagnostic) -> tuple[str, str, str]:
    """A finding without its place, which moves with the lines above it."""
    return diagnostic.code, diagnostic.subject, re.sub(r"\bline \d+", "line", diagnostic.message)


def _at(mutant: Mutant, diagnostic: Diagnostic) -> bool:
    places = [diagnostic.span, *(related.span for related in diagnostic.related)]
    if any(word in diagnostic.message for word in mutant.gone):
        return True
    return any(span.file == mutant.file.as_posix() and span.line in mutant.lines for span in places)


def _misplaced(said: Iterable[Diagnostic], book: Book) -> str:
    """What is wrong with the place of a finding: every one lies inside a file of the scenario."""
    for diagnostic in said:
        text = book.files.get(diagnostic.span.file)
        if text is not None and diagnostic.span.line > text.count("\n") + 1:
            return f"{diagnostic.code} stands behind the end of its file: {diagnostic.span}"
        if not diagnostic.message or diagnostic.span.line < 1 or diagnostic.span.column < 1:
            return f"{diagnostic.code} has no place"
    return ""


def meaning(book: Book) -> tuple[Any, ...]:
    """What a book says, whatever way it is laid out: its definitions, its rules as trees, its pages."""
    made = {name: _plain(getattr(book, name)) for name in SECTIONS if name not in ("setup", "play", "aftermath")}
    rules = {path: rule.tree for path, rule in book.rules.items()}
    return made, rules, dict(book.pages), dict(book.spoilt)


def _plain(value: Any) -> Any:
    if value is None:
        return None
    if isinstance(value, (dict, Map)):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(inner) for inner in value]
    return _node(value.node) if hasattr(value, "node") else _node(value)


def _node(node: Node) -> Any:
    if isinstance(node, Map):
        return {str(key): _node(inner) for key, inner in node.items()}
    if isinstance(node, Seq):
        return [_node(inner) for inner in node]
    if isinstance(node, Nothing):
        return None
    # a rule in a block is compared as a tree: here its layout does not count, nor its remarks
    return " ".join(re.sub(r"#.*", "", node).split()) if node.style == "|" else str(node)


class _AtMost:
    """Ends what takes longer."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        signal.signal(signal.SIGALRM, self._late)
        signal.alarm(self.seconds)

    def __exit__(self, *_: object) -> None:
        signal.alarm(0)

    def _late(self, *_: object) -> None:
        raise TimeoutError


def run(each: int = EACH, seed: int = 1, only: Iterable[str] = (), content: Path = CONTENT) -> dict[str, Score]:
    """The score of every class."""
    ground = games(content)
    judge = Judge(ground)
    scores = {}
    for kind in only or CLASSES:
        scores[kind] = Score()
        for mutant in mutants(ground, kind, each, seed):
            scores[kind].note(judge.verdict(mutant))
    return scores


def told(verdict: Verdict, said: bool = True) -> str:
    mutant = verdict.mutant
    place = f"{mutant.file.as_posix()}:{','.join(map(str, sorted(mutant.lines)))}"
    lines = [f"{place}: {mutant.told}"]
    if said:
        lines += [f"    {d.span} {d.code} {d.message}" for d in verdict.said[:4]]
    return "\n".join(lines + ([verdict.trouble] if verdict.trouble else []))


def page(scores: dict[str, Score], seed: int) -> str:
    """The page of the website: what is planted, and how much of it is noticed."""
    planted = sum(score.planted for score in scores.values())
    meant = sum(score.counting for score in scores.values())
    caught = sum(score.caught for score in scores.values())
    placed = 100 * sum(score.placed for score in scores.values()) / max(1, caught)
    troubles = sum(score.troubles for score in scores.values()) or "none"
    rows = "".join(
        f"| {CLASSES[kind].title} | {CLASSES[kind].what} | {score.planted} | {score.equal} | {score.share:.1f} % "
        f"| {CLASSES[kind].least:g} % | {score.placed_share:.1f} % |\n"
        for kind, score in scores.items()
    )
    return f"""{{## made by `python -m tests.mutants.corpus --write` ##}}
# How much is noticed {{#how-much-is-noticed}}

{planted:,} slips were planted in the content that comes with sfrules, one at a time, drawn by the seed {seed};
{meant:,} of them change what the content means, and the others are *set aside*. A slip is *caught* when
`sfrules validate` says anything that it does not say of the content as it is, and *placed* when one of those findings,
or a place that it points to, is the line with the slip. Of something that was deleted no line is left: it is placed
where the gap is, or by name.

| slip | what is done | planted | set aside | caught | wanted | placed |
|---|---|--:|--:|--:|--:|--:|
{rows}
Of all that were caught, {placed:.1f} % were placed. Runs that ended in anything but findings with a place: {troubles}.
"""


def survivors(scores: dict[str, Score]) -> str:
    """What nobody noticed, class by class, with the reason where one is known; and what was noticed elsewhere."""
    lines = ["# Slips that nobody notices", "", "Made by `python -m tests.mutants.corpus --write`.", ""]
    for kind, score in scores.items():
        if score.survivors:
            lines += [f"## {CLASSES[kind].title}: {len(score.survivors)} of {score.counting}", ""]
            groups: dict[str, list[Verdict]] = {}
            for verdict in score.survivors:
                groups.setdefault(reason(verdict.mutant), []).append(verdict)
            for why, verdicts in groups.items():
                lines += [f"{why}:", "", *(f"- {told(verdict, said=False)}" for verdict in verdicts), ""]
        if score.astray:
            lines += [f"## {CLASSES[kind].title}, noticed in another line: {len(score.astray)} of {score.caught}", ""]
            lines += [f"- {told(verdict, said=False)}" for verdict in score.astray] + [""]
    return "\n".join(lines)


def reason(mutant: Mutant) -> str:
    """Why a mutant of this sort is not noticed."""
    words = f"{mutant.file.as_posix()} {mutant.told}"
    return next((why for kind, words_of, why in REASONS if kind == mutant.kind and re.search(words_of, words)), UNKNOWN)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=EACH)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", default=[], choices=CLASSES)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    start = time.process_time()
    scores = run(given.each, given.seed, given.only)
    if given.write:
        PAGE.write_text(page(scores, given.seed), encoding="utf-8")
        SURVIVORS.write_text(survivors(scores), encoding="utf-8")
    for kind, score in scores.items():
        print(
            f"{kind:22} {score.planted:5} planted {score.equal:4} equal {score.share:6.1f} % caught "
            f"(of {CLASSES[kind].least}) {score.placed_share:6.1f} % placed, {score.troubles} troubles"
        )
        if given.show:
            for title, verdicts in (("survives", score.survivors), ("astray", score.astray)):
                for verdict in verdicts:
                    print(f"  {title} {told(verdict)}")
    print(f"{time.process_time() - start:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
