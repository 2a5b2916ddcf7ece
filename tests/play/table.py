"""The small game of secrets, and somebody at its keyboard who types what a list says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from sfrules.cli.speech import words_for
from sfrules.engine.game import Game, machine_for
from sfrules.engine.machine import Machine
from sfrules.engine.view import view
from sfrules.pipeline import Loaded, load
from sfrules.play.screen import Screen
from sfrules.play.session import Session
from sfrules.play.terminal import Table
from sfrules.program.events import Note

LEDGER = Path(__file__).parent / "ledger"
MARKER = re.compile(r"secret-?(?:role|slip)-?\d|7700\d", re.IGNORECASE)
SEATS = ("north", "east", "south")


@cache
def loaded() -> Loaded:
    return load(LEDGER)


@cache
def machine() -> Machine:
    return machine_for(loaded().program())


def markers(text: str) -> set[str]:
    """The secrets in a text: ids and titles count as the same."""
    return {found.lower().replace("-", "") for found in MARKER.findall(text)}


def known_to(game: Game, seat: int | None) -> set[str]:
    """What a seat may know of the game of secrets by its rules, worked out from the whole state.

    A publication is declared openly, with the slip that it is about; it is known even if somebody objects.
    """
    state, layout = game.state, game.machine.program.layout
    open_zones = ["pile"] + ([] if seat is None else [f"role.{SEATS[seat]}", f"hand.{SEATS[seat]}"])
    cards = [c for name in open_zones for c in state.Z[game.machine.zone_names.index(name)]]
    found = {layout.card_names[layout.cards[card]].replace("-", "") for card in cards}
    declared = [
        event for event in state.log if event[0] == Note.DECLARE and game.machine.entries[event[2]].id == "publish"
    ]
    found |= {layout.card_names[event[4][0][1][0]].replace("-", "") for event in declared}
    return found if seat is None else found | {f"7700{seat + 1}"}


def seen(game: Game, seat: int | None, start: int = 0) -> str:
    return json.dumps(view(game, seat, log_from=start))


@dataclass
class Script:
    """A console whose keyboard is a list; what reaches the screen is kept, and looked at as it comes."""

    typed: list[str]
    look: Callable[[str], None] = lambda line: None
    shown: list[str] = field(default_factory=list)
    interrupt: bool = False

    def write(self, line: str) -> None:
        self.look(line)
        self.shown.append(line)

    def ask(self, prompt: str) -> str:
        self.write(prompt)
        if not self.typed:
            raise KeyboardInterrupt if self.interrupt else EOFError
        return self.typed.pop(0)

    def clear(self) -> None:
        self.shown.append("(cleared)")

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def table(session: Session, console: Script, path: Path) -> Table:
    words = words_for(loaded().book)
    return Table(session, words, Screen(words, 80), console, lambda word: [f"about {word}"], path)


def session(people: Iterable[int], seed: int = 1) -> Session:
    return Session(machine(), seed, tuple(people))
