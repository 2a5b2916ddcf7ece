"""What of a scenario was reached in play: lines of rules, cards, and what seats could do. Watching slows play down."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from sfrules.engine.game import Game
from sfrules.engine.machine import Machine
from sfrules.ids import RulePath
from sfrules.program.events import Note
from sfrules.record import record

Place = tuple[RulePath, tuple[int, int]]
Line = tuple[str, int]


@record
class Reached:
    """How many of something were reached, and what was not, in words."""

    reached: int
    of: int
    missing: tuple[str, ...]

    @property
    def share(self) -> float:
        """In percent; of nothing, all was reached."""
        return 100 * self.reached / self.of if self.of else 100.0


class Coverage:
    """Notes which stretches of rules run, and what the logs of games tell of cards and options."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        program = machine.program
        # the beginning of a rule stands for what was written without a place of its own
        self._places: dict[int, Place] = {n: (path, at) for n, path, at in program.lines if path and at != (0, 0)}
        self._ran: set[int] = set()
        self._left: dict[int, set[int]] = {}
        self.entries: set[int] = set()
        """The entries that were declared, by number."""
        self.moved: set[int] = set()
        """The cards that were moved, or turned into others, by the number of their names."""
        self.answers: set[tuple[int, int]] = set()
        """The options of questions that were taken: the question's site, the option's number."""

    # watching

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Notes every line of rules that runs meanwhile."""
        before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(before)

    def _enter(self, frame: FrameType, event: str, given: Any) -> Any:
        code = frame.f_code
        if code.co_filename != "<rules>":
            return None
        left = self._left.get(id(code))
        if left is None:
            # the line of a function's name is called, but does not run
            lines = {line for *_, line in code.co_lines() if line is not None and line != code.co_firstlineno}
            left = self._left[id(code)] = lines
        return self._line if left else None  # what has run from end to end need not be watched any more

    def _line(self, frame: FrameType, event: str, given: Any) -> Any:
        line = frame.f_lineno
        self._ran.add(line)
        self._left[id(frame.f_code)].discard(line)
        return self._line

    def note(self, game: Game) -> None:
        """Notes what was declared, answered, moved and turned in a game."""
        layout = self.machine.program.layout
        names = game.state.S[layout.names_base : layout.names_base + len(layout.cards)]
        self.moved.update(was for was, is_ in zip(layout.cards, names, strict=True) if was != is_)
        for event in game.state.log:
            match event[0]:
                case Note.DECLARE:
                    self.entries.update((event[2], *event[5]))
                case Note.ANSWER if self.machine.sites[event[2]].kind == "ask":
                    self.answers.add((event[2], event[4][0]))
                case Note.MOVE:
                    self.moved.update(looks[0] for _, looks in event[1])

    # what was reached

    @property
    def known(self) -> set[Place]:
        """Every stretch of rules that can be watched."""
        return set(self._places.values())

    @property
    def ran(self) -> set[Place]:
        """Those that have run."""
        return {self._places[number] for number in self._ran & self._places.keys()}

    def lines(self) -> Reached:
        """Lines of rules: one is reached when all that begins on it has run."""
        ran = self.ran
        lines: dict[Line, bool] = {}
        for place in self.known:
            line = self._line_of(place)
            lines[line] = lines.get(line, True) and place in ran
        missing = _by_file(line for line, hit in lines.items() if not hit)
        return Reached(sum(lines.values()), len(lines), tuple(missing))

    def _line_of(self, place: Place) -> Line:
        rule: Any = self.machine.program.places[place[0]]
        span = rule.place(place[1])
        return span.file, span.line

    def cards(self) -> Reached:
        """Cards: one with an effect is reached when that has run or was declared, any other when it was moved."""
        ran = {path for path, _ in self.ran}
        missing = []
        for number, name in enumerate(self.machine.program.layout.card_names):
            entry = self.machine.entry_of_name[number]
            acts = entry >= 0 and self.machine.entries[entry].effect is not None
            done = entry in self.entries or ("cards", name, "effect") in ran if acts else number in self.moved
            if not done:
                missing.append(name)
        count = len(self.machine.program.layout.card_names)
        return Reached(count - len(missing), count, tuple(missing))

    def options(self) -> Reached:
        """Actions and powers that were declared, and options of questions that were taken."""
        own = {n: entry.id for n, entry in enumerate(self.machine.entries) if entry.section != "cards"}
        asked = {
            (number, index): f"{name} ({' '.join(site.rule)})"
            for number, site in enumerate(self.machine.sites)
            for index, (name, _) in enumerate(site.options)
        }
        missing = [name for n, name in own.items() if n not in self.entries]
        missing += [name for key, name in asked.items() if key not in self.answers]
        count = len(own) + len(asked)
        return Reached(count - len(missing), count, tuple(missing))

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        all_ = {"lines": self.lines(), "cards": self.cards(), "options": self.options()}
        return {
            name: {"reached": r.reached, "of": r.of, "percent": round(r.share, 1), "missing": list(r.missing)}
            for name, r in all_.items()
        }


def _by_file(lines: Iterable[Line]) -> Iterator[str]:
    """`rules.yaml: 3, 7-9`, a text for each file."""
    files: dict[str, list[int]] = {}
    for file, line in sorted(lines):
        files.setdefault(file, []).append(line)
    for file, numbers in files.items():
        yield f"{file}: {', '.join(_stretches(numbers))}"


def _stretches(numbers: list[int]) -> Iterator[str]:
    first = last = numbers[0]
    for number in [*numbers[1:], -1]:
        if number == last + 1:
            last = number
            continue
        yield str(first) if first == last else f"{first}-{last}"
        first = last = number
