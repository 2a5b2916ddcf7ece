"""People at one keyboard, each with a seat of their own: nothing is on the screen but what that seat may see."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from sfrules.engine.history import log
from sfrules.engine.state import Ask
from sfrules.engine.view import view
from sfrules.play.labels import none_of, numbers_among, option_labels
from sfrules.play.saves import write_save
from sfrules.play.screen import Screen
from sfrules.play.session import Session
from sfrules.play.telling import Event, Teller
from sfrules.play.words import Words
from sfrules.program.events import Note

HELP = """Answer with the number of an option, or with its words. Where a number is asked for, type that number.
  view        everything that you see
  log         all that has happened, as far as you know; log 20 for the last 20 lines
  explain X   a card, action, place or rule, such as: explain {example}
  undo        take your last decision back, if you have learnt nothing since
  save        keep the game; save FILE to say where
  quit        keep the game and leave
  ?           this"""

_SPACE = re.compile(r"\s+")


class Console(Protocol):
    """A keyboard and a screen. `ask` raises EOFError when there is no more input."""

    def write(self, line: str) -> None:
        """Shows one line."""

    def ask(self, prompt: str) -> str:
        """Shows the prompt and gives what is typed."""

    def clear(self) -> None:
        """Leaves nothing of what stood on the screen."""


class Leave(Exception):  # noqa: N818 - no error: somebody has had enough
    """The game is left before its end."""


@dataclass(slots=True)
class Table:
    """A session at one keyboard.

    `explain` gives the lines on a word; `path` is where the game is kept; `again` is the command that takes it up.
    """

    session: Session
    words: Words
    screen: Screen
    console: Console
    explain: Callable[[str], list[str]]
    path: Path
    again: str = "sfrules play"
    _told: dict[int, int] = field(default_factory=dict, init=False)
    _briefed: set[int] = field(default_factory=set, init=False)
    _at_keyboard: int | None = field(default=None, init=False)

    def play(self) -> None:
        """To the end, or until somebody leaves or the input ends; the game is kept then. Ctrl-C passes through."""
        try:
            self._play()
        except (Leave, EOFError):
            self._write("")
            self._save(self.path)
        except KeyboardInterrupt:
            self._write("")
            self._save(self.path)
            raise

    def _play(self) -> None:
        while True:
            self.session.let_bots_answer()
            ask = self.session.waiting()
            if ask is None:
                break
            self._hand_over(ask.seat)
            self._turn(ask)
        self._finish()

    # who sits at the keyboard

    def _hand_over(self, seat: int) -> None:
        """Between two people the screen is emptied, and nothing is shown before the next one says so."""
        if len(self.session.people) > 1 and self._at_keyboard != seat:
            self.console.clear()
            self.console.ask(f"Pass the keyboard to {self._name(seat)}, who then presses Enter: ")
            self.console.clear()
        self._at_keyboard = seat

    def _name(self, seat: int) -> str:
        return self.words.thing(self.session.machine.seat_name(seat))

    # one question

    def _turn(self, ask: Ask) -> None:
        seen = self._view(ask.seat)
        first = ask.seat not in self._briefed
        if first:
            self._briefed.add(ask.seat)
            self._told.setdefault(ask.seat, len(self.session.game.state.log))
            self._lines(self.screen.briefing(seen))
        else:
            self._lines(self._news(ask.seat))
        self._lines(self.screen.status(seen, self._phases(), own=not first))
        labels = option_labels(self.words, self.session.game, ask)
        self._lines(self.screen.question(self._prompt(ask), labels))
        while not self._answered(ask, labels):
            pass

    def _answered(self, ask: Ask, labels: list[str]) -> bool:
        """Reads a line and does what it says; whether the question is dealt with, be it by going back."""
        words = self.console.ask("> ").strip()
        command, _, rest = words.partition(" ")
        if rest and _number_of(words, labels) is not None:
            return self._chosen(ask, words, labels)  # an option that begins like a command
        match command.lower():
            case "":
                self._write("Type a number, or ? for help.")
            case "?" | "help":
                self._lines(HELP.format(example=self._example()).splitlines())
            case "view":
                self._lines(self.screen.whole(self._view(ask.seat)))
            case "log":
                self._show_log(ask.seat, rest)
            case "explain":
                self._lines(line for part in self.explain(rest.strip()) for line in self.screen.wrapped(part))
            case "undo":
                return self._undo(ask.seat)
            case "save":
                self._save(Path(rest.strip()) if rest.strip() else self.path)
            case "quit" | "exit":
                raise Leave
            case _:
                return self._chosen(ask, words, labels)
        return False

    def _chosen(self, ask: Ask, words: str, labels: list[str]) -> bool:
        number = _number_of(words, labels)
        if number is None:
            self._write(f"“{words}” is {none_of(labels)}; ? for help.")
            return False
        self.session.choose(ask, number)
        return True

    def _prompt(self, ask: Ask) -> str:
        site = self.session.machine.sites[ask.site]
        match site.kind:
            case "menu" | "window":
                section = "menus" if site.kind == "menu" else "windows"
                title = self.words.named(section, site.rule[1])
                return f"{title}: {self._answered_thing(ask)}" if site.kind == "window" else title
            case "confirm":
                return "Read this, then say so."
            case _:
                return self.words.text(site.prompt) or "Choose"

    def _answered_thing(self, ask: Ask) -> str:
        """What a window is open on, from the log of this seat."""
        for event in reversed(log(self.session.game.state, ask.seat)):
            if event["event"] == "window":
                seat = f" by {self.words.thing(event['seat'])}" if "seat" in event else ""
                return f"do you answer {self.words.entry(event['on'])}{seat}?"
        return "do you answer?"

    # what is told

    def _view(self, seat: int | None) -> dict[str, Any]:
        state = self.session.game.state
        return view(self.session.game, seat, log_from=len(state.log))

    def _news(self, seat: int) -> list[str]:
        """What has happened since this seat looked last."""
        state = self.session.game.state
        start = self._told.get(seat, 0)
        self._told[seat] = len(state.log)
        news = self._told_lines(seat, log(state, seat, start))
        return ["", *news] if news else []

    def _told_lines(self, seat: int | None, events: list[Event]) -> list[str]:
        machine = self.session.machine
        teller = Teller(machine, self.words, None if seat is None else machine.seat_name(seat))
        return [line for told in teller.lines(events) for line in self.screen.wrapped(told)]

    def _show_log(self, seat: int, count: str) -> None:
        lines = self._told_lines(seat, log(self.session.game.state, seat))
        self._lines(lines[-int(count) :] if count.strip().isdigit() and int(count) else lines)

    def _phases(self) -> str:
        """The phases that are under way: the repeated one with its number, and the last that began."""
        machine = self.session.machine
        found: dict[str, str] = {}
        for event in reversed(self.session.game.state.log):
            if event[0] == Note.PHASE:
                id_ = machine.phases[event[1]].id
                found.setdefault("count" if event[2] else "name", self.words.phase(id_, event[2]))
                if event[2]:
                    break
        return " · ".join(found[part] for part in ("count", "name") if part in found)

    # going back, keeping, ending

    def _undo(self, seat: int) -> bool:
        length, since = self.session.undo(seat)
        if length >= 0:
            self._told = {one: min(told, length) for one, told in self._told.items()}
            self._write("Your last decision is taken back.")
            return True
        if since:
            self._write("That cannot be taken back: since then this has come to light or was done by others:")
            self._lines(self._told_lines(seat, since[:3]))
        else:
            self._write("You have decided nothing yet that could be taken back.")
        return False

    def _save(self, path: Path) -> None:
        names = tuple(self.session.machine.seat_name(seat) for seat in sorted(self.session.people))
        try:
            write_save(path, self.session.record(), names)
        except OSError as error:
            self._write(f"The game could not be kept in {path}: {error.strerror or error}.")
            return
        self._write(f"The game is kept in {path}. Go on with: {self.again} --resume {path}")

    def _finish(self) -> None:
        """The end is the same for all: each person reads what is new, the result, and the table as it is now."""
        seat = self._at_keyboard if self._at_keyboard is not None else None
        if len(self.session.people) > 1:
            self.console.clear()
            seat = None
        state = self.session.game.state
        start = self._told.get(seat, 0) if seat is not None else _start_of_the_end(state.log)
        self._lines(["", *self._told_lines(seat, log(state, seat, start))])
        self._lines([*self.screen.board(self._view(seat)), "", *self._result()])

    def _result(self) -> list[str]:
        over = self._view(None)["over"]
        ending = self.words.book.endings[over["ending"]]
        text = self.words.text(ending.text, over["given"])
        winners = ", ".join(self.words.thing(seat) for seat in over["winners"]) or "nobody"
        return [line for part in (text, f"Winners: {winners}.") if part for line in self.screen.wrapped(part)]

    def _example(self) -> str:
        book = self.words.book
        return str(next(iter([*book.actions, *book.cards, *book.things]), "round"))

    def _write(self, line: str) -> None:
        self.console.write(line)

    def _lines(self, lines: Any) -> None:
        for line in lines:
            self._write(line)


def _number_of(words: str, labels: list[str]) -> int | None:
    """The option that is meant: its number, or its label in any case. A label that is a number is its own number."""
    if words.isdecimal() and not numbers_among(labels):
        return int(words) - 1 if 1 <= int(words) <= len(labels) else None
    wanted = _SPACE.sub(" ", words.strip("“”\"' ")).casefold()
    return next((number for number, label in enumerate(labels) if label.casefold() == wanted), None)


def _start_of_the_end(events: list[tuple[Any, ...]]) -> int:
    return next((number for number, event in enumerate(events) if event[0] == Note.END), 0)
