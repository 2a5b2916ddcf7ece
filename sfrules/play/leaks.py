"""The leak test: two worlds that differ only in what a seat may not know must look the same to it.

Delimited release: as long as what was released to the seat agrees in both worlds, its view, its options and its log
must agree too. A difference in what is released (`lang/releases.py`) ends the comparison, for from there on the seat
may tell the worlds apart; any other difference is a leak. A leak is then made small: fewest differences, shortest play.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from sfrules.engine.game import Decision, Game, new_game
from sfrules.engine.machine import Machine
from sfrules.engine.record import Answer
from sfrules.engine.state import State
from sfrules.play.bots import game_seeds
from sfrules.play.forks import Fork, Leak, cover, forced, head
from sfrules.play.jobs import shared_out
from sfrules.program.frames import ANSWER, MENU, SEALED, TAKEN, TOGETHER, WINDOW, kind

RARE = 200
"""What is fewer than one answer in so many is worth a closer look when it can be given."""


STRETCH = 50
"""Games of a run after which it begins anew to note what is seldom answered: what it finds depends on no job."""


_LONGEST = 20_000
"""Questions of a game after which it is looked at no further: it may have no end."""


def leaks(
    machine: Machine,
    seeds: Iterable[int],
    forks: int = 6,
    tell: Callable[[int], None] = lambda done: None,
    every: int | None = None,
) -> Iterator[Leak]:
    """Plays random games and forks each a few times; yields what tells the worlds apart, at most once a fork.

    With `every`, one position in so many is forked instead, wherever it is. `tell` hears how many games are done.
    """
    often: Counter[str] = Counter()
    for done, seed in enumerate(seeds, 1):
        yield from _game(machine, seed, forks, often, every)
        tell(done)


def leaks_of_run(
    machine: Machine,
    games: int,
    seed: int,
    every: int | None = None,
    jobs: int = 1,
    tell: Callable[[int], None] = lambda done: None,
) -> Iterator[Leak]:
    """The leaks that so many games show, played in so many processes; the same for any number of them."""
    seeds, done = game_seeds(seed, games), 0
    parts = iter(lambda: tuple(islice(seeds, STRETCH)), ())
    heard = (lambda more: tell(done + more)) if jobs == 1 else None
    for part, found in shared_out(machine, partial(_leaks_of_part, every=every, tell=heard), parts, jobs):
        # a leak is found again here, where it is known in which file a rule stands
        yield from _leaks_of_part(machine, part, every)[1] if found and jobs > 1 else found
        done += len(part)
        tell(done)


def _leaks_of_part(
    machine: Machine, seeds: tuple[int, ...], every: int | None, tell: Callable[[int], None] | None = None
) -> tuple[tuple[int, ...], list[Leak]]:
    return seeds, list(leaks(machine, seeds, every=every, tell=tell or (lambda done: None)))


def shortest(found: Iterable[Leak]) -> list[Leak]:
    """Of the leaks from one place the one with the shortest play, in the order in which the places were found."""
    best: dict[tuple[str, str, str], Leak] = {}
    for leak in found:
        known = best.get(leak.kind)
        if known is None or (len(leak.play), len(leak.secret)) < (len(known.play), len(known.secret)):
            best[leak.kind] = leak
    return list(best.values())


def _game(machine: Machine, seed: int, forks: int, often: Counter[str], every: int | None) -> Iterator[Leak]:
    rng = random.Random(f"leaks {seed}")
    for _ in range(forks if every is None else int(rng.random() * every < 1)):
        leak = Fork(_unbegun(machine, seed), seed, (), rng, often).leak()
        if leak is not None:
            yield leak
            break
    game = new_game(machine, seed, auto=False)
    answers: list[Answer] = []
    for _ in range(_LONGEST):
        if game.over:
            break
        interest = _interest(game, forks, often) if every is None else 1 / every
        if _at_rest(game.state) and rng.random() < interest:
            leak = Fork(game, seed, tuple(answers), rng, often).leak()
            if leak is not None:
                yield leak
        decision = rng.choice(game.decisions)
        option = _lively(machine, decision, rng, often)
        often[head(option)] += 1
        if not forced(decision):
            answers.append(Answer(decision.seat_id, option))
        game.choose(option, decision.seat)


def _unbegun(machine: Machine, seed: int) -> Game:
    """A game before its setup: two worlds may differ in all that is dealt and not seen."""
    state = State(machine, seed)
    state.auto = False
    return Game(machine, state)


def _at_rest(state: State) -> bool:
    """Whether nothing is under way but a question, to which nobody has given an answer yet."""
    return not (state.late or state.queue or state.stack[-1][ANSWER] or any(map(_committed, state.stack)))


def _committed(frame: list[Any]) -> bool:
    """Whether sealed answers wait in a frame to be carried out: a world in which they were not possible is none."""
    return bool((kind(frame) == TOGETHER and frame[TAKEN]) or (kind(frame) == WINDOW and frame[SEALED]))


def _interest(game: Game, forks: int, often: Counter[str]) -> float:
    """How often to fork here: a few times a game, and mostly where something can be done under a cover."""
    decision = game.decision
    assert decision is not None
    if any(cover(game.machine, option) for option in decision.options):
        return 0.7
    if min(often[head(option)] for option in decision.options) * RARE < often.total():
        return 0.4
    return forks / 150 if kind(game.state.stack[-1]) in (MENU, WINDOW) else min(1.0, forks / 20)


def _lively(machine: Machine, decision: Decision, rng: random.Random, often: Counter[str]) -> str:
    """A random option: what is declared under a cover, or has seldom come up so far, more often than the rest."""
    covered = [o for o in decision.options if cover(machine, o)]
    if covered and rng.random() < 0.5:
        return rng.choice(covered)
    if decision.kind == "menu" and rng.random() < 0.4:
        seldom = min((often[head(o)], head(o)) for o in decision.options)[1]
        return rng.choice([o for o in decision.options if head(o) == seldom])
    costly = [o for o in decision.options if machine.entry_numbers.get(head(o)) not in machine.free_entries]
    return rng.choice(costly if costly and rng.random() < 0.8 else decision.options)
