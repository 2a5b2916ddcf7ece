"""One game forked into two worlds at one of its questions, and what tells them apart, made small."""

from __future__ import annotations

import random
from ast import literal_eval
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import field, replace

from sfrules.diag import Span, how_many
from sfrules.engine.game import Decision, Game, push_flow, run
from sfrules.engine.machine import Machine
from sfrules.engine.record import Answer, Record
from sfrules.engine.state import State
from sfrules.play.seen import Difference, compare, placed, same_questions
from sfrules.play.worlds import Change, Stream, apply, blind, changes, dealt_otherwise, other_chance
from sfrules.program.frames import ANSWER, MENU, SEALED, TOGETHER, WINDOW, WINDOW_ID, kind
from sfrules.record import record

DEPTH = 14
"""How many decisions two worlds are followed."""

PASS = "pass"

_OWN = {"table", "things", "zones", "limits"}
"""Parts of a view: where they differ as a game begins, the seat was dealt something else, and that is no leak."""

Pair = tuple[int, str, str]
"""A seat, and what it answers in the two worlds."""


@record
class Step:
    """Answers to all open questions, the order in which they come in the other world, and who had no choice."""

    pairs: tuple[Pair, ...]
    order: tuple[int, ...]
    forced: frozenset[int]


@record
class Leak:
    """What gave a secret away: to whom ("" = the table), in which game, after how many answers, both sides of it.

    `rule` and `span` say which rule showed it, where that is known; `secret` is what differed, as little as was needed;
    `play` are the answers up to there, in both worlds where they differ, and `record` those of the first world.
    """

    seat: str
    seed: int
    step: int
    what: str
    here: str
    there: str
    rule: str = ""
    span: Span | None = None
    secret: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    record: Record | None = field(default=None, compare=False)

    def __str__(self) -> str:
        place = f"seed {self.seed}, after {how_many(self.step, 'answer')}"
        rule = f" by {self.rule}" if self.rule else ""
        who = self.seat or "the table"
        seen = f"{in_words(self.here)} / {in_words(self.there)}"
        return f"{who} can tell two worlds apart by {self.what}{rule} ({place}): {seen}"

    @property
    def kind(self) -> tuple[str, str, str]:
        """What it has in common with others that come from the same place."""
        return (self.rule, str(self.span), "" if self.rule else self.what)


def head(option: str) -> str:
    """An option without its choices."""
    return option.split(":")[0]


def cover(machine: Machine, option: str) -> str:
    """What everybody else sees of an option, where that is not the option itself."""
    entry = machine.entry_numbers.get(head(option).split("+")[0])
    return machine.entries[entry].declared_as if entry is not None else ""


class Fork:
    """One game, forked into two worlds at one of its questions, for one seat."""

    def __init__(
        self, game: Game, seed: int, answers: tuple[Answer, ...], rng: random.Random, often: Counter[str]
    ) -> None:
        self.base, self.seed, self.answers, self.rng, self.often = game, seed, answers, rng, often
        self.seat: int | None = rng.choice([None, *range(game.machine.seats)])
        self.start = (len(game.state.log),) * 2

    def leak(self) -> Leak | None:
        """Follows the two worlds; what is found is made as small as it can be."""
        made: list[Change] = []
        if self.rng.random() < 0.7:  # else the worlds differ only in what is done under cover
            made = changes(self.base.state, self.seat, self.rng) if self.base.state.stack else []
        if not self.base.state.stack or self.rng.random() < 0.3:
            made = [*made, *other_chance(self.base.state, self.rng)]
        steps: list[Step] = []
        found = self._follow(made, steps, self.rng)
        if found is None:
            return None
        made = self._fewest(made, steps, found)
        steps = self._in_order(made, steps, found)
        return self._told(made, steps, self._follow(made, list(steps), None, traced=True) or found)

    def _worlds(self, made: Iterable[Change], *, traced: bool) -> tuple[Game, Game]:
        here, there = self.base.clone(), self.base.clone()
        apply(there.state, made)
        if not self.base.state.stack:
            with placed(here, there, wanted=traced):
                for world in (here, there):
                    push_flow(world.state)
                    run(world.state)
        elif kind(self.base.state.stack[-1]) in (MENU, WINDOW, TOGETHER):
            for world in (here, there):
                _ask_again(world.state)
        return here, there

    def _follow(
        self, made: Iterable[Change], steps: list[Step], rng: random.Random | None, *, traced: bool = False
    ) -> Difference | None:
        """The first difference that is no release, or None. Without `rng` the steps are given, else they are noted."""
        here, there = self._worlds(made, traced=traced)
        found = compare(here, there, self.seat, self.start) or self._seed(here, there)
        if found is not None:
            dealt = not self.base.state.stack and found.what.split()[0] in _OWN
            return None if found.released or dealt else found
        chance = any(isinstance(change, Stream) for change in made)
        for number in range(DEPTH if rng is not None else len(steps)):
            if here.over or there.over:
                return None
            found = same_questions(here, there)
            if found is not None:
                return found
            step = _next_step(here, there, self.seat, rng, self.often) if rng is not None else steps[number]
            if step is None:
                return None
            if rng is not None:
                steps.append(step)
            found = self._step(here, there, step, chance=chance, traced=traced)
            if found is not None:
                return found if not found.released else None
        return None

    def _seed(self, here: Game, there: Game) -> Difference | None:
        """Whether the seed itself shows."""
        seed, there.state.seed = there.state.seed, ~there.state.seed
        found = compare(here, there, self.seat, self.start)
        there.state.seed = seed
        return replace(found, what="the seed") if found is not None else None

    def _step(self, here: Game, there: Game, step: Step, *, chance: bool, traced: bool) -> Difference | None:
        """Answers in both worlds; sealed ones in another order there, for the order must leave no trace."""
        pairs, order = step.pairs, step.order
        before = None if chance else [[zone[:] for zone in world.state.Z] for world in (here, there)]
        start = (len(here.state.log), len(there.state.log))
        for pair, at in zip(pairs, order, strict=True):
            other = pairs[at]
            if not _answerable(here, pair[0], pair[1]) or not _answerable(there, other[0], other[2]):
                return None
            with placed(here, there, wanted=traced):
                here.choose(pair[1], pair[0])
                there.choose(other[2], other[0])
            found = compare(here, there, self.seat, start, before)
            if found is not None:
                return found
        return None

    def _fewest(self, made: list[Change], steps: list[Step], found: Difference) -> list[Change]:
        """Takes out changes, many at a time and then one by one, as long as the same is seen."""
        size = len(made) // 2
        while size:
            at = 0
            while at < len(made):
                fewer = made[:at] + made[at + size :]
                again = self._follow(fewer, list(steps), None)
                if again is not None and again.what == found.what:
                    made = fewer
                else:
                    at += size
            size //= 2
        return made

    def _in_order(self, made: list[Change], steps: list[Step], found: Difference) -> list[Step]:
        """Sealed answers come in the same order in both worlds, where that does not matter."""
        plain = [replace(step, order=tuple(range(len(step.pairs)))) for step in steps]
        for number in range(len(steps)):
            tried = [*steps[:number], plain[number], *steps[number + 1 :]]
            again = self._follow(made, tried, None)
            if again is not None and again.what == found.what:
                steps = tried
        return steps

    def _told(self, made: list[Change], steps: list[Step], found: Difference) -> Leak:
        machine = self.base.machine
        play = [f"{a.seat}: {a.option}" for a in self.answers]
        answers = list(self.answers)
        for step in steps:
            for seat, one, other in step.pairs:
                if seat in step.forced:
                    continue
                name = machine.seat_name(seat)
                play.append(f"{name}: {one}" if one == other else f"{name}: {one} / {other}")
                answers.append(Answer(name, one))
        program = machine.program
        record = Record(program.id, program.fingerprint, self.seed, tuple(answers), "", program.gaps, program.variants)
        name = "" if self.seat is None else machine.seat_name(self.seat)
        hidden = (*self._hidden(made), *_covered(machine, steps))
        return Leak(
            name, self.seed, len(answers), found.what, found.here, found.there, found.rule, found.span, hidden,
            tuple(play), record,
        )  # fmt: skip

    def _hidden(self, made: list[Change]) -> Iterator[str]:
        """In what the worlds differed, in words; of other chance, what it dealt otherwise before the first question."""
        if self.base.state.stack:
            yield from map(str, made)
        elif made:
            here, there = self._worlds(made, traced=False)
            yield from dealt_otherwise(here.state, there.state)


def _covered(machine: Machine, steps: list[Step]) -> Iterator[str]:
    """What was done unseen, where that is all in which the worlds differ."""
    for step in steps:
        for seat, one, other in step.pairs:
            if one != other:
                yield f"{machine.seat_name(seat)} answers {one} / {other}"
        if step.order != tuple(range(len(step.pairs))):
            yield "sealed answers come in another order"


def _ask_again(state: State) -> None:
    """Puts the open question anew, as the changed world puts it."""
    frame = state.stack[-1]
    state.put([])
    frame[ANSWER] = None
    if kind(frame) == WINDOW:
        frame[SEALED] = None
    run(state)


def _answerable(game: Game, seat: int, option: str) -> bool:
    return any(d.seat == seat and option in d.options for d in game.decisions)


def in_words(seen: str) -> str:
    """What a seat sees of something, as text: events and views are noted as plain data."""
    try:
        data = literal_eval(seen)
    except (ValueError, SyntaxError):
        return seen
    if isinstance(data, dict):
        return ", ".join(f"{name} {value}" for name, value in data.items())
    return ", ".join(map(str, data)) or "nothing" if isinstance(data, list | tuple) else str(data)


# what is answered in the two worlds


def _next_step(here: Game, there: Game, seat: int | None, rng: random.Random, often: Counter[str]) -> Step | None:
    """One answer in both worlds, or all that are sealed, as far as the same can be answered."""
    mine = {d.seat: d for d in here.decisions}
    theirs = {d.seat: d for d in there.decisions}
    pairs: list[Pair] = []
    for asked in mine:
        found = _pairs(here.machine, mine[asked].options, theirs[asked].options, own=asked == seat)
        if found:
            pairs.append((asked, *_drawn(found, rng, often)))
        elif _unseen(here, asked, seat):
            pairs.append((asked, rng.choice(mine[asked].options), rng.choice(theirs[asked].options)))
        else:
            return None
    if here.state.sealed and _anonymous(here):
        pairs = _masked(pairs, theirs, seat, rng)
    unasked = frozenset(s for s, decision in mine.items() if forced(decision))
    return Step(tuple(pairs), _order([p[0] for p in pairs], seat, rng), unasked)


def _unseen(game: Game, asked: int, seat: int | None) -> bool:
    """Whether an answer is seen by others only, so that it may be another one in the other world."""
    question = next(ask for ask in game.asks if ask.seat == asked)
    secret = game.machine.sites[question.site].kind in ("choose", "ask") and blind(question.mask, seat)
    return secret and asked != seat


def forced(decision: Decision) -> bool:
    """Whether play answers it by itself, so that no record holds it."""
    return len(decision.options) == 1 and decision.kind != "confirm"


def _order(seats: list[int], seat: int | None, rng: random.Random) -> tuple[int, ...]:
    """In which order the answers come in the other world; the seat that looks on answers at the same moment."""
    others = [at for at, asked in enumerate(seats) if asked != seat]
    mixed = iter(rng.sample(others, len(others)))
    return tuple(at if asked == seat else next(mixed) for at, asked in enumerate(seats))


def _anonymous(game: Game) -> bool:
    frame = game.state.stack[-1]
    return bool(kind(frame) == WINDOW and game.machine.windows[frame[WINDOW_ID]].anonymous)


def _masked(pairs: list[Pair], theirs: dict[int, Decision], seat: int | None, rng: random.Random) -> list[Pair]:
    """Where nobody sees who answers, somebody else may play the same in the other world."""
    players = [pair for pair in pairs if pair[1] != PASS]
    if not players or rng.random() < 0.3:
        return pairs
    player, option, _ = rng.choice(players)
    others = [s for s, d in theirs.items() if s not in (player, seat) and option in d.options]
    alone = [(s, PASS, PASS) for s, _, _ in pairs]
    if player == seat or not others:
        return [(s, option, option) if s == player else pair for s, pair in zip(theirs, alone, strict=True)]
    other = rng.choice(others)
    swapped = {player: (player, option, PASS), other: (other, PASS, option)}
    return [swapped.get(pair[0], pair) for pair in alone]


def _pairs(
    machine: Machine, mine: Iterable[str], theirs: Iterable[str], *, own: bool
) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """What may be answered in the two worlds: the same, or, unseen by others, two things under one cover.

    Sorted by the entries that are declared, so that one with many choices does not push the others aside.
    """
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    theirs = list(theirs)
    for one in mine:
        face = "" if own else cover(machine, one)
        for other in theirs:
            if one == other or (face and cover(machine, other) == face):
                heads = (head(one), head(other)) if face else ("", "")
                found.setdefault(heads, []).append((one, other))
    return found


def _drawn(
    pairs: dict[tuple[str, str], list[tuple[str, str]]], rng: random.Random, often: Counter[str]
) -> tuple[str, str]:
    covered = [heads for heads in pairs if heads != ("", "")]
    if covered and (rng.random() < 0.7 or ("", "") not in pairs):
        return rng.choice(pairs[rng.choice(covered)])
    plain = pairs["", ""]
    heads = list(dict.fromkeys(head(one) for one, _ in plain))
    chosen = rng.choice(heads) if rng.random() < 0.6 else min(heads, key=lambda h: (often[h], h))
    return rng.choice([pair for pair in plain if head(pair[0]) == chosen])
