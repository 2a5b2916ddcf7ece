"""What random games have to tell of a scenario, as findings at their lines: what stumbled, what was never touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from sfrules.diag import Diagnostic, Related, Span
from sfrules.engine.errors import ContentError
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.model.map import Way
from sfrules.model.rules import Rule
from sfrules.play.codes import FACTS
from sfrules.play.forks import Leak
from sfrules.play.simulate import play_again
from sfrules.play.touched import LONGEST, Offer, Touched

SHOWN = 6
"""How many answers of a game are told with a finding; `sfrules replay` shows them all."""

MISTAKE = "SF901"
_LEVEL = {fact.code: fact.severity for fact in FACTS}


def findings(book: Book, run: Touched, again: str) -> list[Diagnostic]:
    """What a run of games tells of the book. `again` is the command that shows a game, but for its seed.

    Where most games stumbled, what they did not come to says nothing, and is not told.
    """
    look = _Look(book, run, again)
    found: list[Diagnostic] = [*look.faults(), *look.endless()]
    if run.games * 2 > run.begun:
        found += look.untouched()
    return found


def stumbled(book: Book, error: ContentError, help_: str) -> Diagnostic:
    """A mistake that a game came to; without a place of its own it stands at its rule, or where the scenario begins."""
    span = error.span or place_of(book, tuple(error.rule.split()))
    return Diagnostic(MISTAKE, error.message, span, _LEVEL[MISTAKE], error.rule, help_)


def leak_findings(book: Book, leaks: Iterable[Leak]) -> Iterator[Diagnostic]:
    """Secrets that games gave away, each with the play that shows it."""
    for leak in leaks:
        who = f"“{leak.seat}”" if leak.seat else "Everybody"
        secret = "; ".join(leak.secret) or "what others did unseen"
        yield Diagnostic(
            "SF903",
            f"{who} can tell two games apart that differ only in what is secret, by {leak.what}: "
            f"{leak.here} in the one, {leak.there} in the other.",
            leak.span or place_of(book, tuple(leak.rule.split())),
            _LEVEL["SF903"],
            leak.rule,
            f"What differs: {secret}. The game of seed {leak.seed}, {_shortly(leak.play)}. "
            "sfrules leaks looks for more of them.",
        )


def place_of(book: Book, path: RulePath) -> Span:
    """Where that stands which a rule's path begins with; the scenario's own place where there is nothing nearer."""
    section, name = (*path, "", "")[:2]
    if section == "phases":
        return next((phase.span for phase in book.all_phases() if phase.id == name), book.span)
    held = getattr(book, section, None) if section else None
    if isinstance(held, dict) and name in held:
        span: Span = held[name].span
        return span
    return book.section_spans.get(section, book.span)


def rare(games: int) -> str:
    """How rare that must be which so many games never came to."""
    most = 1 - 0.05 ** (1 / games)
    if most > 0.5:
        return "So few games say little."
    return f"If it can happen at all, then in fewer than 1 of {int(1 / most)} games of random seats (95 % certain)."


def _shortly(play: Iterable[str]) -> str:
    """The last answers of a play."""
    answers = list(play)
    if not answers:
        return "before anybody is asked"
    count = f"{len(answers)} answer{'s' if len(answers) != 1 else ''}"
    before = "the last of " if len(answers) > SHOWN else "after "
    return f"{before}{count}: {', '.join(answers[-SHOWN:])}"


@dataclass
class _Look:
    """A run of games beside the book that was played."""

    book: Book
    run: Touched
    again: str

    # what stumbled

    def faults(self) -> Iterator[Diagnostic]:
        """Each mistake of the content, with the first game that came to it."""
        for fault in self.run.faults.values():
            record, _ = play_again(self.run.machine, fault.seed)
            play = _shortly(f"{answer.seat} {answer.option}" for answer in record.answers)
            again = f"How it came to this: {self.again} {fault.seed}; {play}."
            yield stumbled(self.book, fault.error, f"{self._of_games(fault.games)}. {again}")

    def endless(self) -> Iterator[Diagnostic]:
        """Games that went on and on."""
        endless = self.run.endless
        if endless is None:
            return
        site = self.run.machine.sites[endless.site]
        yield Diagnostic(
            "SF902",
            f"A game has not come to its end after {LONGEST:,} answers; this is what is asked again and again.",
            self._place(site.rule, site.at),
            _LEVEL["SF902"],
            " ".join(site.rule[:2]),
            f"{self._of_games(endless.games)}, the first of seed {endless.seed}. Let what repeats "
            "say how often, or let something wear out.",
        )

    def _of_games(self, games: int) -> str:
        return f"{games} of {self.run.begun} game{'s' if self.run.begun != 1 else ''}"

    # what was never touched

    def untouched(self) -> Iterator[Diagnostic]:
        """All of it, section by section."""
        yield from self._cards()
        yield from self._deeds()
        yield from self._options()
        yield from self._endings()
        yield from self._openings()
        yield from self._triggers()
        yield from self._ways()
        yield from self._branches()
        yield from self._without_choice()

    def _never(
        self,
        code: str,
        span: Span,
        words: str,
        subject: str,
        hint: str = "",
        related: tuple[Related, ...] = (),
    ) -> Diagnostic:
        games = self.run.games
        message = f"In {games} game{'s' if games != 1 else ''} {words}"
        return Diagnostic(code, message, span, _LEVEL[code], subject, f"{rare(games)} {hint}".rstrip(), related)

    def _cards(self) -> Iterator[Diagnostic]:
        machine, watch = self.run.machine, self.run.coverage
        for number in sorted(set(machine.program.layout.cards)):
            name = machine.program.layout.card_names[number]
            entry = machine.entry_of_name[number]
            acts = entry >= 0 and machine.entries[entry].effect is not None
            path = ("cards", name, "effect")
            if number in watch.moved and (not acts or entry in watch.entries or not self._slept(path)):
                continue
            if entry in watch.entries or path in self._woken:
                continue
            if number not in watch.moved:
                words, hint = f"“{name}” never comes up: no rule draws, deals or moves it.", ""
            elif entry in self.run.offered:
                words, hint = f"nobody ever plays “{name}”, although it can be played.", self._see(entry)
            else:
                words, hint = f"“{name}” comes up, and what it does is never carried out.", ""
            yield self._never("SF910", self.book.cards[name].span, words, f"card {name}", hint)

    def _deeds(self) -> Iterator[Diagnostic]:
        """Actions and powers."""
        for number, entry in enumerate(self.run.machine.entries):
            if entry.section == "cards":
                continue
            definition, subject = getattr(self.book, entry.section)[entry.id], f"{entry.section[:-1]} {entry.id}"
            if number in self.run.coverage.entries:
                for part, words in (
                    ("effect", f"“{entry.id}” is declared, and its effect never carried out."),
                    ("when_cancelled", f"“{entry.id}” is never cancelled."),
                ):
                    if self._slept((entry.section, entry.id, part)):
                        yield self._never("SF912", definition.key_span_of(part), words, subject)
            elif number in self.run.offered:
                words = f"nobody ever declares “{entry.id}”, although it can be declared."
                yield self._never("SF914", definition.span, words, subject, self._see(number))
            else:
                yield self._never("SF914", definition.span, f"“{entry.id}” can never be declared.", subject)

    def _see(self, what: int | tuple[int, int]) -> str:
        offer: Offer = self.run.offered[what]
        return f"Where it could be: {self.again} {offer.seed} --step {offer.answers + 1}"

    def _options(self) -> Iterator[Diagnostic]:
        """Options of questions that were put, or would have been."""
        run, taken = self.run, self.run.taken | self.run.coverage.answers
        for site, options in self._questions.items():
            for number, option in enumerate(options):
                rule = self.book.rules[run.machine.sites[site].rule]
                same = [(other, number) for other in self._sites_at(site)]
                if taken & set(same):
                    continue
                offered = next((key for key in same if key in run.offered), None)
                words, hint = f"nobody can ever answer “{option.name}” here.", ""
                if offered is not None:
                    words, hint = f"nobody ever answers “{option.name}” here.", self._see(offered)
                yield self._never("SF915", rule.place(option.at), words, " ".join((*rule.path[:2], option.name)), hint)

    @cached_property
    def _questions(self) -> dict[int, tuple[typed.Option, ...]]:
        """The options of each question with options that play came to, by the first of its sites."""
        run, found = self.run, {}
        for number, site in enumerate(run.machine.sites):
            came = any(other in run.put or run.answered[other] for other in self._sites_at(number))
            if site.kind != "ask" or not came or self._sites_at(number)[0] != number:
                continue
            asks = [node for node in self._blocks(site.rule) if isinstance(node, typed.Ask) and node.at == site.at]
            if asks:
                found[number] = asks[0].options
        return found

    def _sites_at(self, number: int) -> list[int]:
        """All sites that are made of the same question."""
        sites = self.run.machine.sites
        here = (sites[number].kind, sites[number].rule, sites[number].at)
        return [n for n, site in enumerate(sites) if (site.kind, site.rule, site.at) == here]

    def _blocks(self, path: RulePath) -> list[typed.Node]:
        rule: Rule | None = self.book.rules.get(path)
        return typed.walk(rule.typed) if rule is not None and rule.typed is not None else []

    def _endings(self) -> Iterator[Diagnostic]:
        for number, ending in enumerate(self.run.machine.program.endings):
            if number not in self.run.endings:
                related = tuple(Related(place, "here it would be reached") for place in self._finishes(ending.id))
                span = self.book.endings[ending.id].span
                yield self._never(
                    "SF916", span, f"no game ends in “{ending.id}”.", f"ending {ending.id}", "", related[:3]
                )

    def _finishes(self, ending: str) -> Iterator[Span]:
        for path, rule in self.book.rules.items():
            for node in self._blocks(path):
                if isinstance(node, typed.Finish) and node.ending == ending and self._known(path, node.at):
                    yield rule.place(node.at)

    def _openings(self) -> Iterator[Diagnostic]:
        """Windows and phases."""
        for number, window in enumerate(self.run.machine.windows):
            if number not in self.run.windows:
                span = self.book.windows[window.id].span
                yield self._never("SF917", span, f"the window “{window.id}” is never opened.", f"window {window.id}")
        for number, phase in enumerate(self.run.machine.phases):
            span, subject = place_of(self.book, ("phases", phase.id)), f"phase {phase.id}"
            if number not in self.run.phases and (phase.repeat or not phase.phases):
                yield self._never("SF912", span, f"the phase “{phase.id}” never begins.", subject)
            elif self._slept(("phases", phase.id, "then")):
                yield self._never("SF912", span, f"“{phase.id}” never comes to what it does then.", subject)

    def _triggers(self) -> Iterator[Diagnostic]:
        for trigger in self.run.machine.program.triggers:
            if self._slept(("triggers", trigger.id, "effect")):
                words, span = f"the trigger “{trigger.id}” never fires.", self.book.triggers[trigger.id].span
                yield self._never("SF918", span, words, f"trigger {trigger.id}")

    def _ways(self) -> Iterator[Diagnostic]:
        """Edges that nobody and nothing goes along, on a map where something does."""
        places = self.book.map
        if places is None or places.kind is None:
            return
        names = self.run.machine.program.layout.things.get(places.kind, ())
        gone = {(names[a], names[b]) for a, b in self.run.ways if isinstance(a, int) and isinstance(b, int)}
        if not any(end in places.ways().get(start, ()) for start, end in gone):
            return
        for way in (Way(*edge) for edge in places.edges):  # type: ignore[arg-type]
            if not {(way.start, way.end), (way.end, way.start)} & gone:
                yield self._unused(way, "or back ")
        listed = (Way(start, end) for start, ends in places.neighbour_lists.items() for end in ends)  # type: ignore[arg-type]
        for way in (*(Way(*edge) for edge in places.one_way), *listed):  # type: ignore[arg-type]
            if (way.start, way.end) not in gone:
                yield self._unused(way, "")

    def _unused(self, way: Way, back: str) -> Diagnostic:
        words = f"nothing ever goes from “{way.start}” to “{way.end}” {back}by this edge.".replace("  ", " ")
        return self._never("SF913", way.span, words, f"edge {way.start} {way.end}")

    def _without_choice(self) -> Iterator[Diagnostic]:
        """Questions that were answered and never put: each time there was one answer."""
        run = self.run
        for number, site in enumerate(run.machine.sites):
            same = self._sites_at(number)
            answers = sum(run.answered[other] for other in same)
            if site.kind in ("ask", "choose") and same[0] == number and answers and not run.put & set(same):
                words = f"there is never a choice here: each of the {answers} times there was just one answer."
                yield self._never("SF919", self._place(site.rule, site.at), words, " ".join(site.rule[:2]))

    # branches

    def _branches(self) -> Iterator[Diagnostic]:
        for path, rule in self.book.rules.items():
            if isinstance(rule.typed, typed.Block) and path in self._woken:
                yield from self._asleep_in(path, rule, rule.typed)

    def _asleep_in(self, path: RulePath, rule: Rule, block: typed.Block) -> Iterator[Diagnostic]:
        """The first thing on each way through a block that has run, if it never has."""
        for stmt in block.stmts:
            if self._never_ran(path, stmt.at):
                if not self._told_of_endings(stmt):
                    yield self._branch(rule, stmt.at, "it never comes to this: the rule always ends before.")
                return
            for at, words, inner in _inside(stmt):
                if inner.stmts and self._never_ran(path, (inner.stmts[0].at[0], inner.stmts[-1].at[1])):
                    if words and not any(map(self._told_of_endings, inner.stmts)):
                        yield self._branch(rule, at, words)
                else:
                    yield from self._asleep_in(path, rule, inner)

    def _branch(self, rule: Rule, at: typed.Offsets, words: str) -> Diagnostic:
        return self._never("SF911", rule.place(at), words, " ".join(rule.path[:2]))

    def _told_of_endings(self, stmt: typed.Stmt) -> bool:
        """Whether it only leads to an ending that no game came to, which is told by itself."""
        ids = [ending.id for ending in self.run.machine.program.endings]
        return isinstance(stmt, typed.Finish) and ids.index(stmt.ending) not in self.run.endings

    # what has run

    @cached_property
    def _stretches(self) -> dict[RulePath, list[tuple[typed.Offsets, bool]]]:
        """By rule, its stretches that can be watched, and whether each has run."""
        ran, found = self.run.coverage.ran, {}
        for path, at in self.run.coverage.known:
            found.setdefault(path, []).append((at, (path, at) in ran))
        return found

    @cached_property
    def _woken(self) -> set[RulePath]:
        """The rules of which something has run."""
        return {path for path, stretches in self._stretches.items() if any(ran for _, ran in stretches)}

    def _slept(self, path: RulePath) -> bool:
        """Whether a rule can be watched, and has never run."""
        return path in self._stretches and path not in self._woken

    def _known(self, path: RulePath, at: typed.Offsets) -> bool:
        return bool(self._within(path, at))

    def _never_ran(self, path: RulePath, at: typed.Offsets) -> bool:
        within = self._within(path, at)
        return bool(within) and not any(within)

    def _within(self, path: RulePath, at: typed.Offsets) -> list[bool]:
        """For what can be watched in a stretch of a rule, whether it has run."""
        return [ran for (start, end), ran in self._stretches.get(path, ()) if at[0] <= start and end <= at[1]]

    def _place(self, path: RulePath, at: typed.Offsets) -> Span:
        rule: Rule | None = self.book.rules.get(path)
        return rule.place(at) if rule is not None and at != (0, 0) else place_of(self.book, path)


def _inside(stmt: typed.Stmt) -> Iterator[tuple[typed.Offsets, str, typed.Block]]:
    """The blocks in a statement: where to say that one never runs, in which words ("" where it is said elsewhere)."""
    so = "this is never so, and what hangs on it never happens."
    match stmt:
        case typed.If():
            for test, body in stmt.branches:
                yield test.at, so, body
            if stmt.otherwise is not None and stmt.otherwise.stmts:
                first = stmt.otherwise.stmts[0]
                yield first.at, "it never comes to this: what stands before is always so.", stmt.otherwise
        case typed.OpenlyIf():
            yield stmt.test.at, so, stmt.body
        case typed.While():
            yield stmt.test.at, so, stmt.body
        case typed.For() | typed.AtOnce() | typed.Cycle():
            yield stmt.coll.at, "there is never anything here to go through.", stmt.body
        case typed.ForGrowing():
            yield stmt.at, "there is never anything here to go through.", stmt.body
        case typed.Repeat() | typed.Together():
            yield stmt.at, "", stmt.body
        case typed.Ask():
            for option in stmt.options:
                yield option.at, "", option.body
        case _:
            return
