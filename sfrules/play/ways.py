"""How a game came to its end, read from its log: the phase, and what was declared or turned up last in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sfrules.engine.game import Game
from sfrules.engine.options import value_name
from sfrules.engine.state import State
from sfrules.program.events import Note


@dataclass(frozen=True, slots=True, order=True)
class Way:
    """Ids: the innermost phase under way, the entry declared last (no mere reaction), the card that came up last."""

    phase: str = ""
    entry: str = ""
    card: str = ""

    def as_data(self) -> dict[str, str]:
        """Without what is not known."""
        return {name: value for name in ("phase", "entry", "card") if (value := getattr(self, name))}


def way_to_the_end(game: Game) -> Way:
    """The way of a game that is over. A card counts only where nothing was declared since the phase began."""
    state = game.state
    log = state.log
    at = len(log) - 1
    while at >= 0 and log[at][0] != Note.END:
        at -= 1
    entry = card = ""
    while at > 0:
        at -= 1
        event = log[at]
        kind = event[0]
        if kind == Note.PHASE:
            return Way(game.machine.phases[event[1]].id, entry, "" if entry else card)
        if kind == Note.DECLARE and not entry and game.machine.entries[event[2]].window < 0:
            entry = game.machine.entries[event[2]].id
        elif kind == Note.MOVE and not card:
            card = _in_the_open(state, event)
    return Way("", entry, "" if entry else card)


def _in_the_open(state: State, event: tuple[Any, ...]) -> str:
    """The name of the last card of a move that all could see."""
    _, cards, _, _, faces = event
    if faces != -1 or not cards:
        return ""
    return str(state.machine.program.layout.card_names[cards[-1][1][0]])


def given_to(game: Game) -> dict[str, str]:
    """What the ending of a finished game was given, by name."""
    result = game.result
    assert result is not None
    ending = game.machine.program.endings[result.ending]
    return {
        name: value_name(game.machine, of, value) for (name, of), value in zip(ending.given, result.args, strict=True)
    }
