"""Faults of an engine, to be planted: each is a context in which games are played by an engine that has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from sfrules.engine import ask, cards, view
from sfrules.engine.state import State
from sfrules.program.events import Note

Fault = Callable[[], Any]


@contextmanager
def seed_in_a_view() -> Iterator[None]:
    """The table of a view carries the seed."""
    honest = view._table

    def table(state: State, seat: int | None) -> dict[str, str]:
        return {**honest(state, seat), "seed": str(state.seed)}

    with mock.patch.object(view, "_table", table):
        yield


@contextmanager
def one_stream_for_all() -> Iterator[None]:
    """All chance comes from one stream, so that a secret draw moves a public one."""
    from sfrules.engine import chance

    honest = chance.below

    def below(g: State, stream: int, count: int) -> int:
        return honest(g, 0, count)

    with mock.patch.object(chance, "below", below), mock.patch.object(cards, "below", below):
        yield


@contextmanager
def answers_as_they_come() -> Iterator[None]:
    """Sealed answers are noted in the order in which they came."""
    with mock.patch.object(ask, "sorted", lambda items, key: list(items), create=True):
        yield


@contextmanager
def answer_at_once_noted() -> Iterator[None]:
    """A sealed answer is noted as soon as it is given."""
    honest = ask.answered

    def answered(g: State, number: int, option: Any) -> bool:
        question = g.asks[number]
        if g.sealed:
            g.log.append((Note.ANSWER, -1, question.site, question.seat, None))
        return honest(g, number, option)

    from sfrules.engine import game

    with mock.patch.object(game, "answered", answered):
        yield


@contextmanager
def card_followed() -> Iterator[None]:
    """A shuffle does not make seats forget what they knew of a card."""

    def forget_order(g: State, zone: int) -> None:
        g.tops[zone] = g.bottoms[zone] = 0

    with mock.patch.object(cards, "_forget_order", forget_order):
        yield


FAULTS: dict[str, Fault] = {
    "seed-in-a-view": seed_in_a_view,
    "one-stream-for-all": one_stream_for_all,
    "answers-as-they-come": answers_as_they_come,
    "answer-at-once-noted": answer_at_once_noted,
    "card-followed": card_followed,
}
