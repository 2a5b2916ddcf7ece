"""One game as a text to be compared: each question with its options, each answer, and what every seat sees of it.

Positions are told by their differences: for the table all that has changed, for a seat what it sees otherwise than the
table does. Ids stand beside words, so that a change of either shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from textwrap import wrap
from typing import Any

from sfrules.diag import how_many
from sfrules.engine.game import Decision, Game, new_game
from sfrules.engine.history import log
from sfrules.engine.machine import Machine
from sfrules.engine.record import outcome
from sfrules.engine.view import view
from sfrules.play.labels import option_labels
from sfrules.play.telling import Event, Teller
from sfrules.play.words import Words

Seen = dict[str, str]
"""A view as one flat mapping: what is seen, to its value."""

_WIDTH = 140


def playthrough(machine: Machine, words: Words, seed: int) -> Iterator[str]:
    """The lines of the game that random seats play with this seed."""
    told = _Playthrough(machine, words, new_game(machine, seed))
    yield f"{words.book.scenario.title}, seed {seed}"
    yield from told.beginning()
    chance = Random(f"playthrough {seed}")
    while told.game.asks:
        yield from told.question()
        yield from told.answer(chance)
    yield from told.end()


class _Playthrough:
    """A game, and what each has seen of it so far. `None` is the table."""

    def __init__(self, machine: Machine, words: Words, game: Game) -> None:
        self.machine, self.words, self.game = machine, words, game
        self.viewers: list[int | None] = [None, *range(machine.seats)]
        self.seen: dict[int | None, Seen] = {viewer: {} for viewer in self.viewers}
        self.heard = dict.fromkeys(self.viewers, 0)
        self.answers = 0
        self.open: set[Decision] = set()

    def beginning(self) -> Iterator[str]:
        """What has happened before the first question."""
        yield from self._news()

    # questions and answers

    def question(self) -> Iterator[str]:
        """Who is asked what, and what can be answered; a question that is still open is not told again."""
        self.answers += 1
        pairs = zip(self.game.asks, self.game.decisions, strict=True)
        new = [(ask, decision) for ask, decision in pairs if decision not in self.open]
        if new:
            yield ""
        for ask, decision in new:
            prompt = f" “{self.words.text(decision.prompt)}”" if decision.prompt else ""
            sealed = ", sealed" if decision.sealed else ""
            yield f"[{self.answers}] {decision.seat_id} is asked ({decision.kind}{sealed}){prompt}"
            labels = option_labels(self.words, self.game, ask)
            yield from _wrapped("    ", ", ".join(map(_with_id, labels, decision.options)))
        self.open = set(self.game.decisions)

    def answer(self, chance: Random) -> Iterator[str]:
        """One of the seats that are asked answers at random."""
        decision: Decision = chance.choice(self.game.decisions)
        option = chance.choice(decision.options)
        self.open.discard(decision)
        yield f"> {decision.seat_id}: {option}"
        self.game.choose(option, decision.seat)
        yield from self._news()

    def end(self) -> Iterator[str]:
        """How it ended, and who has won."""
        result = self.game.result
        assert result is not None
        yield ""
        yield f"ending: {outcome(self.game)}"
        yield f"winners: {', '.join(map(self.machine.seat_name, result.winners)) or 'none'}"
        if result.payoffs:
            yield f"payoffs: {', '.join(map(str, result.payoffs))}"
        for number, seats in result.awards:
            yield f"award {self.machine.program.awards[number].id}: {', '.join(map(self.machine.seat_name, seats))}"

    # what has happened, and what is so

    def _news(self) -> Iterator[str]:
        public = self._events(None)
        yield from self._told(None, public)
        yield from self._changes(None)
        for seat in range(self.machine.seats):
            yield from self._told(seat, [event for event in self._events(seat) if event not in public])
            yield from self._changes(seat)

    def _events(self, viewer: int | None) -> list[Event]:
        """What this viewer has not heard yet."""
        events: list[Event] = log(self.game.state, viewer)
        new = events[self.heard[viewer] :]
        self.heard[viewer] = len(events)
        return new

    def _told(self, viewer: int | None, events: list[Event]) -> Iterator[str]:
        name = None if viewer is None else self.machine.seat_name(viewer)
        for line in Teller(self.machine, self.words, name).lines(events):
            yield from _wrapped("  " if name is None else f"  {name}: ", line.strip())

    def _changes(self, viewer: int | None) -> Iterator[str]:
        """The differences of a view; of a seat's, those that the table does not see."""
        now, before = flat(view(self.game, viewer, log_from=len(self.game.state.log))), self.seen[viewer]
        changed = {key: now.get(key, "unseen") for key in {**before, **now} if now.get(key) != before.get(key)}
        self.seen[viewer] = now
        table = self.seen[None]
        news = [f"{key} = {value}" for key, value in changed.items() if viewer is None or table.get(key) != value]
        if news:
            name = "table" if viewer is None else self.machine.seat_name(viewer)
            yield from _wrapped(f"  {name} sees ", "; ".join(news))


def flat(seen: Mapping[str, Any]) -> Seen:
    """A view without its question and its log, as `scout.place: harbour`."""
    found = {name: str(value) for name, value in seen["table"].items()}
    for things in seen["things"].values():
        found.update({f"{id_}.{name}": value for id_, thing in things.items() for name, value in thing.items()})
    for name, zone in seen["zones"].items():
        found[name] = f"[{', '.join(zone['cards'])}]" if "cards" in zone else how_many(zone["count"], "card")
    found.update({f"limit {name}": str(used) for name, used in seen["limits"].items()})
    return found


def _with_id(label: str, option: str) -> str:
    return option if label.lower().replace(" ", "-") == option else f"{option} ({label})"


def _wrapped(head: str, text: str) -> Iterator[str]:
    """Lines of a width that can be compared by eye, ids whole."""
    lines = wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
    yield from (f"{head if number == 0 else ' ' * len(head)}{line}" for number, line in enumerate(lines))
