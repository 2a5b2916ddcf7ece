"""The value of a game of two with secrets, by a linear program over what each seat can know and do.

What a seat does is a weight for each sequence of its own answers (a plan); the weights of the answers in an information
set add up to the weight of the sequence that leads there. The first seat looks for the plan whose worst payoff is best.
The plans that come out are made of fractions, and what they are worth against the best reply is worked out without any
rounding: where both sides agree, the value is proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sfrules.play.tree import Tree

DENOMINATORS = (1, 6, 60, 1_000, 100_000)
"""Plans are tried with ever finer fractions."""
NOTHING = 1e-9

Entry = tuple[int, int, float]
Plan = list[Fraction]


class Value(NamedTuple):
    """What the first seat can be sure to get, and what the second can hold it to; equal where the value is proved."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> Fraction | None:
        """The value, if it is proved."""
        return self.low if self.low == self.high else None


def value_of(tree: Tree) -> Value:
    """The value of a zero-sum game for the first of two seats.

    Raises ImportError where scipy is not installed, ArithmeticError when the program cannot be solved.
    """
    weights = _solved(tree)
    best = Value(*(Fraction(sign) * sum(map(abs, tree.payoffs.values())) for sign in (-1, 1)))
    for finest in DENOMINATORS:
        first, second = (_plan(tree, seat, weights[seat], finest) for seat in (0, 1))
        best = Value(max(best.low, -reply(tree, 1, first)), min(best.high, reply(tree, 0, second)))
        if best.exact is not None:
            break
    return best


def reply(tree: Tree, seat: int, plan: Plan) -> Fraction:
    """What a seat gets by its best reply to the plan of the other one."""
    worth = [Fraction()] * tree.sequences[seat]
    for (first, second), payoff in tree.payoffs.items():
        mine, other = (first, second) if seat == 0 else (second, first)
        if plan[other]:
            worth[mine] += (payoff if seat == 0 else -payoff) * plan[other]
    # a set is found before those that its own answers lead to
    for known in reversed(tree.sets):
        if known.seat == seat:
            worth[known.before] += max(worth[known.first : known.first + known.answers])
    return worth[0]


def _plan(tree: Tree, seat: int, weights: Sequence[float], finest: int) -> Plan:
    """A plan of fractions near to given weights; where nothing leads to a set, the first answer is as good as any."""
    made = [Fraction(1)] + [Fraction()] * (tree.sequences[seat] - 1)
    for known in tree.sets:
        if known.seat == seat and made[known.before]:
            answers = range(known.first, known.first + known.answers)
            parts = _parts([max(0.0, weights[answer]) for answer in answers], finest)
            for answer, part in zip(answers, parts, strict=True):
                made[answer] = made[known.before] * part
    return made


def _parts(weights: list[float], finest: int) -> list[Fraction]:
    total = sum(weights)
    if total > NOTHING:
        near = [Fraction(weight / total).limit_denominator(finest) for weight in weights]
        if sum(near):
            return [part / sum(near) for part in near]
    return [Fraction(1)] + [Fraction()] * (len(weights) - 1)


def _solved(tree: Tree) -> tuple[Sequence[float], Sequence[float]]:
    """Plans of both seats as the linear program gives them, in floating point."""
    from scipy.optimize import linprog  # type: ignore[import-untyped,import-not-found,unused-ignore]
    from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped,import-not-found,unused-ignore]

    first, second = tree.sequences
    payoffs = _matrix([(b, a, float(payoff)) for (a, b), payoff in tree.payoffs.items()], (second, first))
    ours, theirs = (_matrix(*_equations(tree, seat)) for seat in (0, 1))
    sets, other_sets = ours.shape[0], theirs.shape[0]
    # the second seat's sets get values, of which the one at the very start is the game's: as large as can be, while no
    # answer of theirs may be worth less than it adds to them
    solved = linprog(
        [0.0] * first + [-1.0] + [0.0] * (other_sets - 1),
        A_ub=hstack([-payoffs, theirs.T]).tocsr(),
        b_ub=[0.0] * second,
        A_eq=hstack([ours, csr_matrix((sets, other_sets))]).tocsr(),
        b_eq=[1.0] + [0.0] * (sets - 1),
        bounds=[(0, None)] * first + [(None, None)] * other_sets,
        method="highs",
    )
    if solved.status != 0:
        raise ArithmeticError(f"The linear program was not solved: {solved.message}")
    return solved.x[:first], -solved.ineqlin.marginals


def _equations(tree: Tree, seat: int) -> tuple[list[Entry], tuple[int, int]]:
    """A row for the empty sequence, which weighs 1, and one for each set of a seat: it shares out what leads there."""
    entries: list[Entry] = [(0, 0, 1.0)]
    row = 0
    for known in tree.sets:
        if known.seat == seat:
            row += 1
            entries.append((row, known.before, -1.0))
            entries += [(row, known.first + answer, 1.0) for answer in range(known.answers)]
    return entries, (row + 1, tree.sequences[seat])


def _matrix(entries: list[Entry], shape: tuple[int, int]) -> Any:
    from scipy.sparse import csr_matrix

    rows, columns, values = ([entry[part] for entry in entries] for part in range(3))
    return csr_matrix((values, (rows, columns)), shape=shape)
