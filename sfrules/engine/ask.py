"""Questions: put to one seat, or sealed to several at once. A question with one answer is answered by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sfrules.engine.change import settle
from sfrules.engine.errors import ContentError
from sfrules.engine.state import Ask, State
from sfrules.program.events import Note
from sfrules.program.frames import ANSWER, ASKING, GIVEN, VERB

Frame = list[Any]


def ask(g: State, f: Frame, seat: int, site: int, options: list[Any], mask: int) -> None:
    """Puts one question; the frame finds the answer in its answer slot."""
    if (g.late or g.queue) and _waits_for_triggers(g, "ask", (seat, site, tuple(options), mask)):
        return
    if len(options) == 1 and g.auto:
        f[ANSWER] = options[0]
        _note(g, seat, site, options[0], mask)
        return
    if not options:
        raise _nothing_to_choose(g, site)
    g.asks = [Ask(seat, site, options, mask)]
    g.together = False


def confirm(g: State, f: Frame, seat: int, site: int) -> None:
    """Asks for a word of consent: always put, for what counts is that it was read."""
    if (g.late or g.queue) and _waits_for_triggers(g, "confirm", (seat, site)):
        return
    g.asks = [Ask(seat, site, [None], -1)]
    g.together = False


def _waits_for_triggers(g: State, verb: str, given: tuple[Any, ...]) -> bool:
    """Lets triggers act before a question; where one of them asks something itself, the question is put behind it."""
    asker = len(g.stack)
    settle(g)
    if len(g.stack) == asker:
        return False
    g.stack.insert(asker, [ASKING, None, verb, given])
    return True


def seg_asking(g: State, f: Frame) -> None:
    """The question that has waited for triggers."""
    g.stack.pop()
    asker, given = g.stack[-1], f[GIVEN]
    match f[VERB]:
        case "ask":
            seat, site, options, mask = given
            ask(g, asker, seat, site, list(options), mask)
        case "confirm":
            confirm(g, asker, *given)
        case _:
            ask_all(g, asker, [(*one[:2], list(one[2]), *one[3:]) for one in given[0]])


Sealed = tuple[int, int, int, int, Any, Any]
"""Rank among the questions, seat, site, who sees the answer, for what it was asked, the answer."""


def ask_all(g: State, f: Frame, asks: Sequence[tuple[int, int, list[Any], int, Any, bool]]) -> None:
    """Sealed: all are asked before any answer counts. The frame finds (key, answer) pairs in the order of asking."""
    if (g.late or g.queue) and _waits_for_triggers(g, "ask_all", (tuple((*a[:2], tuple(a[2]), *a[3:]) for a in asks),)):
        return
    waiting: list[Ask] = []
    known: list[Sealed] = []
    for place, (seat, site, options, mask, key, forced) in enumerate(asks):
        question = Ask(seat, site, options, mask, key, place)
        if not options:
            raise _nothing_to_choose(g, site)
        if len(options) == 1 and g.auto and not forced:
            known.append(_sealed(question, options[0]))
        else:
            waiting.append(question)
    f[ANSWER] = tuple(known)
    if waiting:
        g.asks, g.together = waiting, True
    else:
        _all_in(g, f)


def answered(g: State, number: int, option: Any) -> bool:
    """Takes an answer to the question at `number`; says whether nobody is waited for any more."""
    question = g.asks.pop(number)
    f = g.stack[-1]
    if not g.together:
        f[ANSWER] = option
        _note(g, question.seat, question.site, option, question.mask)
        return True
    f[ANSWER] = (*f[ANSWER], _sealed(question, option))
    if g.asks:
        return False
    _all_in(g, f)
    return True


def _all_in(g: State, f: Frame) -> None:
    """All answers are in: now they are noted. The order in which they came leaves no trace."""
    in_order: list[Sealed] = sorted(f[ANSWER], key=lambda sealed: sealed[0])
    for _, seat, site, mask, _, answer in in_order:
        _note(g, seat, site, answer, mask)
    f[ANSWER] = tuple((key, answer) for *_, key, answer in in_order)


def _sealed(question: Ask, answer: Any) -> Sealed:
    return (question.place, question.seat, question.site, question.mask, question.key, answer)


def _nothing_to_choose(g: State, site: int) -> ContentError:
    return ContentError("Here somebody must choose, and there is nothing to choose.", rule=g.machine.rule_of(site))


def _note(g: State, seat: int, site: int, answer: Any, mask: int) -> None:
    if mask:
        g.log.append((Note.ANSWER, mask, site, seat, g.machine.seen_answer(g, site, answer)))
