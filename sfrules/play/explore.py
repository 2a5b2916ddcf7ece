"""A whole game at once: everything that can happen in it, counted, and what it is worth where that can be proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sfrules.engine.machine import Machine
from sfrules.play.equilibrium import Value, value_of
from sfrules.play.graph import MOST_POSITIONS, Bounds, Graph, search
from sfrules.play.solve import Games, Payoffs, games, likelihoods, mean, values, zero_sum
from sfrules.play.tree import Tree, histories
from sfrules.record import record

MOST_HISTORIES = 200_000

Likelihoods = dict[str, tuple[Fraction, Fraction]]

__all__ = ["MOST_HISTORIES", "MOST_POSITIONS", "Bounds", "Explored", "as_data", "explore"]


@record
class Explored:
    """What was found; what cannot be said of this game, or only of the whole of it, is None.

    `values` are payoffs by position, where nothing is hidden; `tree` and `value` tell of games with secrets, the value
    of those that two play for each other's loss. `unsolved` says why there is no value where there could be one.
    """

    graph: Graph
    games: Games
    likelihoods: Likelihoods | None
    values: list[Payoffs] | None
    tree: Tree | None
    value: Value | None
    unsolved: str = ""


def explore(machine: Machine, bounds: Bounds | None = None, most_histories: int = MOST_HISTORIES) -> Explored:
    """Searches a game through and works out what can be.

    Past the bounds it stops, and counts as far as it came; information sets are listed for games with secrets of at
    most `most_histories` complete games.
    """
    graph = search(machine, bounds)
    counted = games(graph)
    tree, value, unsolved = None, None, ""
    if graph.blind and graph.complete and not graph.faults and not counted.endless:
        if counted.total > most_histories:
            unsolved = f"There are more than {most_histories:,} complete games."
        else:
            tree = histories(machine, most_histories)
    if tree is not None and zero_sum(graph):
        try:
            value = value_of(tree)
        except ImportError:
            unsolved = "The value of a game with secrets is worked out with scipy: pip install scipy"
        except ArithmeticError as error:
            unsolved = str(error)
    return Explored(graph, counted, likelihoods(graph), values(graph), tree, value, unsolved)


def as_data(found: Explored) -> dict[str, Any]:
    """Everything that was found as plain data; fractions as `2/3`."""
    graph, counted = found.graph, found.games
    program = graph.machine.program
    return {
        "scenario": program.id,
        "content": program.fingerprint,
        "gaps": dict(program.gaps),
        "variants": list(program.variants),
        "complete": graph.complete,
        "positions": len(graph.positions),
        "final": graph.final,
        "positions_by_ply": graph.plies,
        "forced": graph.forced,
        "games": None if counted.endless else counted.total,
        "games_by_length": {str(length): many for length, many in sorted(counted.by_length.items())},
        "games_by_ending": dict(sorted(counted.by_ending.items())),
        "games_by_ply": [] if counted.endless else counted.by_ply,
        "stuck": {"count": graph.faults, "first": [_stuck(graph, number) for number in range(len(graph.stuck))]},
        "hidden": graph.blind,
        "likelihoods": {ending: [str(low), str(high)] for ending, (low, high) in (found.likelihoods or {}).items()},
        "values": _values(found),
        "secrets": _secrets(found),
        "unsolved": found.unsolved,
    }


def _stuck(graph: Graph, number: int) -> dict[str, Any]:
    stuck = graph.stuck[number]
    return {"answers": list(stuck.answers), "rule": stuck.error.rule, "message": stuck.error.message}


def _values(found: Explored) -> dict[str, Any] | None:
    """What each seat gets when all play their best, and what each first answer is worth to the seat that gives it."""
    if found.values is None:
        return None
    graph, seats = found.graph, range(found.graph.machine.seats)
    worth = mean(graph.start, found.values, len(seats))
    return {
        "payoffs": {graph.machine.seat_name(seat): str(worth[seat]) for seat in seats},
        "first": _first(graph, found.values),
    }


def _first(graph: Graph, worth: list[Payoffs]) -> dict[str, str] | None:
    """The answers to the first question, where the setup leaves nothing to chance."""
    if len(graph.start) != 1 or not graph.openings:
        return None
    number = graph.start[0][1]
    position = graph.positions[number]
    answers = zip(graph.openings[number], position.answers, strict=True)
    return {name: str(mean(places, worth, graph.machine.seats)[position.seat]) for name, places in answers}


def _secrets(found: Explored) -> dict[str, Any] | None:
    tree = found.tree
    if tree is None:
        return None
    sets = {tree.machine.seat_name(seat): tree.sets_of(seat) for seat in range(tree.machine.seats)}
    return {"deals": tree.deals, "information_sets": sets, "value": _span(found.value)}


def _span(value: Value | None) -> list[str | float]:
    """A value that is proved as one fraction; one that is not by the ends between which it lies."""
    if value is None:
        return []
    return [str(value.exact)] if value.exact is not None else [float(value.low), float(value.high)]
