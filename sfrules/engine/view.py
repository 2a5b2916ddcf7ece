"""What one seat sees: built from the eyes of slots, zones and events, never by leaving keys out of the whole.

`None` as seat is the table: what everybody sees, and so what a spectator gets. After the end of a game nothing more is
shown than the content has revealed.
"""

from __future__ import annotations

from typing import Any

from sfrules.engine.game import Game
from sfrules.engine.history import log
from sfrules.engine.options import option_names, value_name
from sfrules.engine.state import State

View = dict[str, Any]


def view(game: Game, seat: int | None, *, log_from: int = 0) -> View:
    """Plain data: the table, the things, the zones, what is asked of this seat, and the log from an event on."""
    state = game.state
    sight = game.machine.sight(seat)
    return {
        "seat": None if seat is None else game.machine.seat_name(seat),
        "table": _table(state, seat),
        "things": sight.things(state),
        "zones": sight.zones(state),
        "limits": sight.limits(state),
        "decision": _decision(game, seat),
        "log": log(state, seat, log_from),
        "over": _over(game) if game.over else None,
    }


def _table(state: State, seat: int | None) -> dict[str, str]:
    return state.machine.sight(seat).table(state)


def _decision(game: Game, seat: int | None) -> dict[str, Any] | None:
    """The question to this seat; that others are asked is seen only where it is asked in the open."""
    state = game.state
    for ask in state.asks:
        if ask.seat == seat:
            site = state.machine.sites[ask.site]
            return {
                "kind": site.kind,
                "prompt": site.prompt,
                "options": option_names(state, ask),
                "sealed": bool(state.sealed),
            }
    return None


def _over(game: Game) -> dict[str, Any]:
    result = game.result
    assert result is not None
    machine = game.machine
    ending = machine.program.endings[result.ending]
    given = {name: value_name(machine, of, v) for (name, of), v in zip(ending.given, result.args, strict=False)}
    return {
        "ending": ending.id,
        "given": given,
        "winners": [machine.seat_name(s) for s in result.winners],
        "payoffs": {machine.seat_name(s): p for s, p in enumerate(result.payoffs)},
        "awards": {machine.program.awards[n].id: [machine.seat_name(s) for s in seats] for n, seats in result.awards},
    }
