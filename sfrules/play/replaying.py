"""A recorded game told again: each answer and what came of it, for one seat, for the table, or for one who sees all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sfrules.engine.game import Game
from sfrules.engine.history import log, see
from sfrules.engine.machine import Machine
from sfrules.engine.record import Answer, Record, RecordError, outcome, replay
from sfrules.engine.view import view
from sfrules.play.labels import option_labels
from sfrules.play.telling import Event, Teller
from sfrules.play.words import Words

Viewer = int | str | None
"""The number of a seat; None for the table; "" for one who sees all answers and everything that any seat sees."""


@dataclass(slots=True)
class Retelling:
    """The lines, the last view, how the game ended, and where the record stopped to fit ("" when it did not)."""

    lines: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    seen: dict[str, Any] = field(default_factory=dict)
    answers: int = 0
    outcome: str = ""
    stopped: str = ""

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON; the view stands without its log, which is the events."""
        seen = {name: value for name, value in self.seen.items() if name != "log"}
        return {
            "answers": self.answers, "outcome": self.outcome, "stopped": self.stopped,
            "events": self.events, "view": seen,
        }  # fmt: skip


def retell(machine: Machine, words: Words, record: Record, viewer: Viewer, step: int | None) -> Retelling:
    """Plays the record again up to before answer number `step`, or to its end."""
    told = Retelling()
    seat = None if isinstance(viewer, str) else viewer
    teller = Teller(machine, words, machine.seat_name(seat) if seat is not None else None)
    at = 0
    try:
        for game, answer in replay(machine, record):
            events = list(_new_events(game, viewer, at))
            at = len(game.state.log)
            told.events += events
            told.lines += teller.lines(events)
            told.seen, told.outcome = view(game, seat, log_from=at), outcome(game)
            if answer is None or (step is not None and told.answers + 1 >= step):
                break
            told.answers += 1
            if isinstance(viewer, str):
                told.lines.append(_answer(words, game, told.answers, answer))
    except RecordError as error:
        told.stopped = str(error)
    return told


def _new_events(game: Game, viewer: Viewer, start: int) -> Iterator[Event]:
    if not isinstance(viewer, str):
        yield from log(game.state, viewer, start)
        return
    for number in range(start, len(game.state.log)):
        yield from _seen_by_most(game, number)


def _seen_by_most(game: Game, number: int) -> Iterator[Event]:
    """One event as the seat sees it to whom it tells most: that is the one with the longest account of it."""
    state = game.state
    single = [see(state, state.log[number], seat) for seat in (None, *range(game.machine.seats))]
    known = [event for event in single if event is not None]
    if known:
        yield max(known, key=lambda event: len(str(event)))


def _answer(words: Words, game: Game, number: int, answer: Answer) -> str:
    """The answer in words; by its name where it does not fit."""
    for ask, decision in zip(game.asks, game.decisions, strict=True):
        if decision.seat_id == answer.seat and answer.option in decision.options:
            label = option_labels(words, game, ask)[decision.options.index(answer.option)]
            return f"[{number}] {words.thing(answer.seat)}: {label}"
    return f"[{number}] {words.thing(answer.seat)}: {answer.option}"
