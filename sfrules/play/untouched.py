"""What random games never touch, as findings at their lines: cards, branches, edges, options, endings and the like."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import cast

from sfrules.diag import Diagnostic, Related, Span, how_many
from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.model.map import Way
from sfrules.model.sections import subject_of
from sfrules.play.codes import LEVEL
from sfrules.play.touched import Touched
from sfrules.play.woken import Woken, place_of
from sfrules.source.nodes import Text


class Untouched:
    """A run of games beside the book that was played. `again` is the command that shows a game, but for its seed."""

    def __init__(self, book: Book, run: Touched, again: str) -> None:
        self.book, self.run, self.again = book, run, again
        self.woken = Woken(book, run.coverage)

    def findings(self) -> Iterator[Diagnostic]:
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
        message = f"In {how_many(games, 'game')} {words}"
        return Diagnostic(code, message, span, LEVEL[code], subject, f"{rare(games)} {hint}".rstrip(), related)

    def _cards(self) -> Iterator[Diagnostic]:
        machine, watch = self.run.machine, self.run.coverage
        for number in sorted(set(machine.program.layout.cards)):
            name = machine.program.layout.card_names[number]
            entry = machine.entry_of_name[number]
            acts = entry >= 0 and machine.entries[entry].effect is not None
            path = ("cards", name, "effect")
            comes, done = number in watch.moved, entry in watch.entries or path in self.woken.rules
            if done or (comes and not (acts and self.woken.slept(path))) or (not acts and number in self._in_sight):
                continue
            if not comes:
                words, hint = f"“{name}” never comes up: no rule draws, deals or moves it.", ""
            elif entry in self.run.offered:
                words, hint = f"nobody ever plays “{name}”, although it can be played.", self._see(entry)
            else:
                words, hint = f"“{name}” comes up, and what it does is never carried out.", ""
            yield self._never("SF910", self.book.cards[name].span, words, f"card {name}", hint)

    @cached_property
    def _in_sight(self) -> set[int]:
        """The names of cards that lie open before all from the beginning: nobody need move them."""
        layout, words = self.run.machine.program.layout, self.run.machine.zone_words
        return {layout.cards[c] for z, zone in enumerate(layout.start_zones) if words[z][0] == ("all",) for c in zone}

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
                    if self.woken.slept((entry.section, entry.id, part)):
                        yield self._never("SF912", definition.key_span_of(part), words, subject)
            elif number in self.run.offered:
                words = f"nobody ever declares “{entry.id}”, although it can be declared."
                yield self._never("SF914", definition.span, words, subject, self._see(number))
            else:
                yield self._never("SF914", definition.span, f"“{entry.id}” can never be declared.", subject)

    def _see(self, what: int | tuple[int, int]) -> str:
        offer = self.run.offered[what]
        return f"Where it could be: {self.again} {offer.seed} --step {offer.answer}"

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
                yield self._never("SF915", rule.place(option.at), words, f"{subject_of(rule.path)} {option.name}", hint)

    @cached_property
    def _questions(self) -> dict[int, tuple[typed.Option, ...]]:
        """The options of each question with options that play came to, by the first of its sites."""
        run, found = self.run, {}
        for number, site in enumerate(run.machine.sites):
            came = any(other in run.put or run.answered[other] for other in self._sites_at(number))
            if site.kind != "ask" or not came or self._sites_at(number)[0] != number:
                continue
            asks = [node for node in self.woken.nodes(site.rule) if isinstance(node, typed.Ask) and node.at == site.at]
            if asks:
                found[number] = asks[0].options
        return found

    def _sites_at(self, number: int) -> list[int]:
        """All sites that are made of the same question."""
        sites = self.run.machine.sites
        here = (sites[number].kind, sites[number].rule, sites[number].at)
        return [n for n, site in enumerate(sites) if (site.kind, site.rule, site.at) == here]

    def _endings(self) -> Iterator[Diagnostic]:
        for number, ending in enumerate(self.run.machine.program.endings):
            if number not in self.run.endings:
                related = tuple(Related(place, "here it would be reached") for place in self._finishes(ending.id))
                span = self.book.endings[ending.id].span
                yield self._never("SF916", span, f"none ends in “{ending.id}”.", f"ending {ending.id}", "", related[:3])

    def _finishes(self, ending: str) -> Iterator[Span]:
        for path, rule in self.book.rules.items():
            for node in self.woken.nodes(path):
                if isinstance(node, typed.Finish) and node.ending == ending and self.woken.knows(path, node.at):
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
            elif self.woken.slept(("phases", phase.id, "then")):
                yield self._never("SF912", span, f"“{phase.id}” never comes to what it does then.", subject)

    def _triggers(self) -> Iterator[Diagnostic]:
        for trigger in self.run.machine.program.triggers:
            if self.woken.slept(("triggers", trigger.id, "effect")):
                words, span = f"the trigger “{trigger.id}” never fires.", self.book.triggers[trigger.id].span
                yield self._never("SF918", span, words, f"trigger {trigger.id}")

    def _ways(self) -> Iterator[Diagnostic]:
        """Edges that nobody and nothing goes along, on a map where something does."""
        places = self.book.map
        if places is None or places.kind is None:
            return
        names = self.run.machine.program.layout.things.get(places.kind, ())
        gone = {(names[a], names[b]) for a, b in self.run.ways if a is not None and b is not None}
        if not any(end in places.ways().get(start, ()) for start, end in gone):
            return
        for way in (Way(*edge) for edge in places.edges):
            if not {(way.start, way.end), (way.end, way.start)} & gone:
                yield self._unused(way, "or back ")
        listed = [Way(cast("Text", start), end) for start, ends in places.neighbour_lists.items() for end in ends]
        for way in (*(Way(*edge) for edge in places.one_way), *listed):
            if (way.start, way.end) not in gone:
                yield self._unused(way, "")

    def _unused(self, way: Way, back: str) -> Diagnostic:
        words = f"nothing ever goes from “{way.start}” to “{way.end}” {back}by this edge."
        return self._never("SF913", way.span, words, f"edge {way.start} {way.end}")

    def _without_choice(self) -> Iterator[Diagnostic]:
        """Questions that were answered and never put: each time there was one answer."""
        run = self.run
        for number, site in enumerate(run.machine.sites):
            same = self._sites_at(number)
            answers = sum(run.answered[other] for other in same)
            if site.kind in ("ask", "choose") and same[0] == number and answers and not run.put & set(same):
                when = "the one time that it was asked" if answers == 1 else f"each of the {answers} times"
                words = f"there is never a choice here: {when} there was just one answer."
                yield self._never("SF919", self.woken.place(site.rule, site.at), words, " ".join(site.rule[:2]))

    def _branches(self) -> Iterator[Diagnostic]:
        mistaken = {fault.error.rule for fault in self.run.faults.values()}
        for rule, at, words, behind in self.woken.asleep(self._told_of_endings):
            if not (behind and " ".join(rule.path) in mistaken):
                yield self._never("SF911", rule.place(at), words, subject_of(rule.path))

    def _told_of_endings(self, stmt: typed.Stmt) -> bool:
        """Whether it only leads to an ending that no game came to, which is told by itself."""
        ids = [ending.id for ending in self.run.machine.program.endings]
        return isinstance(stmt, typed.Finish) and ids.index(stmt.ending) not in self.run.endings


def rare(games: int) -> str:
    """How rare that must be which so many games never came to: by the rule of three, rarer than 3 in all of them."""
    if games < 2 * 3:
        return "So few games say little."
    return f"If it can be otherwise, then in fewer than 1 of {games // 3:,} games of random seats (95 % certain)."
