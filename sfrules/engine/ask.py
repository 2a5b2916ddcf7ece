"""Questions: put to one seat, or sealed to several at once. A question with one answer is answered by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from sfrules.engine.cards import as_seen
from sfrules.engine.change import settle
from sfrules.engine.errors import ContentError
from sfrules.engine.state import Ask, State
from sfrules.program.events import Note
from sfrules.program.frames import ANSWER, ASKING, GIVEN, VERB

# events are noted so often that their numbers are looked up once
_ANSWER = Note.ANSWER

_by_rank = itemgetter(0)

Frame = list[Any]


def ask(g: State, f: Frame, seat: int, site: int, options: list[Any], mask: int) -> None:
    """Puts one question; the frame finds the answer in its answer slot."""
    if (g.late or g.queue) and _waits_for_triggers(g, "ask", (seat, site, tuple(options), mask)):
        return
    g.seat, g.site, g.mask = seat, site, mask
    if len(options) == 1 and g.auto:
        f[ANSWER] = options[0]
        return
    if not options:
        raise _nothing_to_choose(g, site)
    g.options = options


def confirm(g: State, f: Frame, seat: int, site: int) -> None:
    """Asks for a word of consent: always put, for what counts is that it was read."""
    if (g.late or g.queue) and _waits_for_triggers(g, "confirm", (seat, site)):
        return
    g.seat, g.site, g.options, g.mask = seat, site, [None], -1


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
        g.put(waiting)
    else:
        _all_in(g, f)


def answered(g: State, number: int, option: Any) -> bool:
    """Takes an answer to the question at `number`; says whether nobody is waited for any more."""
    f = g.stack[-1]
    if not g.sealed:
        g.options = None
        f[ANSWER] = option  # the rule that has asked notes it
        return True
    question = g.sealed[number]
    f[ANSWER] = (*f[ANSWER], _sealed(question, option))
    g.put([*g.sealed[:number], *g.sealed[number + 1 :]])
    if g.sealed:
        return False
    _all_in(g, f)
    return True


def _all_in(g: State, f: Frame) -> None:
    """All answers are in: now they are noted. The order in which they came leaves no trace."""
    in_order: list[Sealed] = sorted(f[ANSWER], key=_by_rank)
    for _, seat, site, mask, _, answer in in_order:
        _note(g, seat, site, answer, mask)
    f[ANSWER] = tuple([(key, answer) for *_, key, answer in in_order])


def _sealed(question: Ask, answer: Any) -> Sealed:
    return (question.place, question.seat, question.site, question.mask, question.key, answer)


def _nothing_to_choose(g: State, site: int) -> ContentError:
    return ContentError("Here somebody must choose, and there is nothing to choose.", rule=g.machine.rule_of(site))


def _note(g: State, seat: int, site: int, answer: Any, mask: int) -> None:
    """Writes an answer into the log, for those who may see it; a card as it looks now, since later it may not."""
    if mask:
        seen = as_seen(g, answer) if g.machine.card_sites[site] else answer
        g.log.append((_ANSWER, mask, site, seat, seen))
