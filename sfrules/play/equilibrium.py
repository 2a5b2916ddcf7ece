"""The value of a game of two with secrets, by a linear program over what each seat can know and do.

What a seat does is a weight for each sequence of its own answers; the weights of the answers in an information set add
up to the weight of the sequence that leads there. The first seat looks for weights whose worst payoff is best.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sfrules.play.tree import Tree

CLOSE = 1e-7
LARGEST_DENOMINATOR = 10_000


def value_of(tree: Tree) -> float:
    """What the first of two seats can be sure to get on average, whatever the other does; zero-sum games only.

    Raises ImportError where scipy is not installed, ArithmeticError when the program cannot be solved.
    """
    from scipy.optimize import linprog  # type: ignore[import-untyped,unused-ignore]

    first, second = tree.sequences
    payoffs = _matrix([(b, a, float(worth)) for (a, b), worth in tree.payoffs.items()], (second, first))
    ours, ours_right = _plan(tree, 0)
    theirs, theirs_right = _plan(tree, 1)
    # maximise q . theirs_right, where theirs' q <= payoffs x, for a plan x of ours
    count = theirs.shape[0]
    from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped,unused-ignore]

    solved = linprog(
        [0.0] * first + [-right for right in theirs_right],
        A_ub=hstack([-payoffs, theirs.T]).tocsr(),
        b_ub=[0.0] * second,
        A_eq=hstack([ours, csr_matrix((ours.shape[0], count))]).tocsr(),
        b_eq=ours_right,
        bounds=[(0, None)] * first + [(None, None)] * count,
        method="highs",
    )
    if solved.status != 0:
        raise ArithmeticError(f"The linear program was not solved: {solved.message}")
    return -float(solved.fun)


def fraction_of(value: float) -> Fraction | None:
    """The simple fraction that a value is, as far as can be told; None when there is none near it."""
    near = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    return near if abs(float(near) - value) < CLOSE / LARGEST_DENOMINATOR else None


def _plan(tree: Tree, seat: int) -> tuple[Any, list[float]]:
    """The equations for the weights of a seat's sequences: 1 for the empty one, and in each set as much as leads there."""
    entries, right = [(0, 0, 1.0)], [1.0]
    for known in tree.sets:
        if known.seat == seat:
            row = len(right)
            right.append(0.0)
            entries.append((row, known.before, -1.0))
            entries += [(row, known.first + answer, 1.0) for answer in range(known.answers)]
    return _matrix(entries, (len(right), tree.sequences[seat])), right


def _matrix(entries: list[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
    from scipy.sparse import csr_matrix

    rows, columns, values = ([entry[part] for entry in entries] for part in range(3))
    return csr_matrix((values, (rows, columns)), shape=shape)
