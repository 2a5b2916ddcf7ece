"""What an ending pays: for two seats, what one wins and the other loses."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.rule import Finding, check
from sfrules.diag import Severity
from sfrules.lang import typed
from sfrules.model.book import Book

_SAIL = "endings:\n  dawn:\n    title: Dawn\n    given: {winner: captain}\n    payoff: "


@check(
    "SF548",
    Severity.INFO,
    "One wins more than the other loses",
    why="Where two play against each other, a win of 1 and a loss of 3 is seldom meant, and bots play for it.",
    bad=_SAIL + "if self is winner then 1 else -3\n",
    good=_SAIL + "if self is winner then 1 else -1\n",
)
def unlike_payoffs(book: Book) -> Iterator[Finding]:
    """A payoff for two seats that is a gain for one and a loss for the other, of another size."""
    seats = book.scenario.seats
    for ending in book.endings.values() if seats.low == seats.high == 2 else ():
        rule = book.rules.get(("endings", str(ending.id), "payoff"))
        payoff = rule.typed.value if rule is not None and isinstance(rule.typed, typed.Formula) else None
        if rule is not None and isinstance(payoff, typed.Cond):
            gain, loss = sorted((_number(payoff.then), _number(payoff.otherwise)), reverse=True)
            if loss < 0 < gain != -loss:
                message = f"One of the two wins {gain}, and the other loses {-loss}."
                yield Finding(rule.place(payoff.at), message, f"ending {ending.id}")


def _number(node: typed.Node) -> int:
    """The number that is written, 0 where none is."""
    if isinstance(node, typed.Negative):
        return -_number(node.value)
    written = node.value if isinstance(node, typed.Const) else 0
    return written if isinstance(written, int) and not isinstance(written, bool) else 0
