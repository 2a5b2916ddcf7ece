"""What a seat sees of two worlds, side by side: log, view, questions; the first difference and which rule it is of."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import extract_tb
from types import FrameType
from typing import Any

from sfrules.diag import Span
from sfrules.engine.game import Game
from sfrules.engine.history import see
from sfrules.engine.machine import Machine
from sfrules.engine.view import view
from sfrules.lang.releases import RESULT, is_release
from sfrules.program.events import Note
from sfrules.record import record

Event = dict[str, Any]
Noted = tuple[int, Event | None]
_NOTHING: Noted = (-1, None)
Zones = list[list[list[int]]]
Starts = tuple[int, int]
_OWN = "(known)"
"""How a view marks a card of which the seat sees a field that others do not."""

_KNOWN = re.compile(r" \(.*\)$")


@record
class Difference:
    """Both sides of what is seen differently; `released` where a rule may tell it."""

    what: str
    here: str
    there: str
    rule: str = ""
    span: Span | None = None
    released: bool = False


def compare(here: Game, there: Game, seat: int | None, start: Starts, before: Zones | None = None) -> Difference | None:
    """The first difference in the logs from `start` on, or else in the views. `before`: how the piles lay in both."""
    return _logs(here, there, seat, start, before) or _views(here, there, seat)


def same_questions(here: Game, there: Game) -> Difference | None:
    """Who is asked is seen at a table, and so it must be the same."""
    mine, theirs = ([d.seat_id for d in world.decisions] for world in (here, there))
    if sorted(mine) == sorted(theirs):
        return None
    rule, span = _of_question(here if mine else there)
    return Difference("who is asked", ", ".join(mine) or "nobody", ", ".join(theirs) or "nobody", rule, span)


# views


def _views(here: Game, there: Game, seat: int | None) -> Difference | None:
    a, b = (_view(world, seat) for world in (here, there))
    for part, one in a.items():
        if one != b.get(part):
            rule, span = _of_decision(here, there, seat) if part == "decision" else ("", None)
            sides = (str(_first(one, b.get(part))), str(_first(b.get(part), one)))
            return Difference(f"{part} of its view", *sides, rule, span)
    return None


def _view(game: Game, seat: int | None) -> dict[str, Any]:
    """A view without its log, and without what an end releases."""
    made = view(game, seat, log_from=len(game.state.log))
    if made["over"] is not None:
        made["over"] = {part: value for part, value in made["over"].items() if part not in RESULT}
    return made


def _first(one: Any, other: Any) -> Any:
    """The smallest part of `one` that is not so in `other`."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one:
            if one[key] != other.get(key):
                return {key: _first(one[key], other.get(key))}
    if isinstance(one, list) and isinstance(other, list):
        only = [item for item in one if item not in other]
        return only or one
    return one


def _of_question(game: Game) -> tuple[str, Span | None]:
    if not game.asks:
        return "", None
    site = game.machine.sites[game.asks[0].site]
    return " ".join(site.rule), _span(game.machine, site.rule, site.at)


def _span(machine: Machine, path: Any, at: tuple[int, int]) -> Span | None:
    rule: Any = machine.program.places.get(path)
    return rule.place(at) if rule is not None else None


def _of_decision(here: Game, there: Game, seat: int | None) -> tuple[str, Span | None]:
    """The rule that makes an option possible in one world alone; else the rule that asks."""
    options = [{o for d in world.decisions if d.seat == seat for o in d.options} for world in (here, there)]
    for option in sorted(options[0] ^ options[1]):
        entry = option.split(":")[0].split("+")[0]
        for role in ("available", "who", "answers", "choose", "effect"):
            for path in here.machine.program.places:
                if path[1:3] == (entry, role):
                    return " ".join(path), _span(here.machine, path, (0, 1 << 30))
    return _of_question(here if options[0] else there)


# logs


def _logs(here: Game, there: Game, seat: int | None, start: Starts, before: Zones | None) -> Difference | None:
    mine, theirs = (_seen(world, seat, at) for world, at in zip((here, there), start, strict=True))
    for (at, one), (rank, other) in zip(mine, theirs, strict=False):
        if one != other:
            return _judge(here, there, (at, one), (rank, other), before)
    if len(mine) == len(theirs):
        return None
    if len(mine) > len(theirs):
        return _judge(here, there, mine[len(theirs)], _NOTHING, before)
    return _judge(here, there, _NOTHING, theirs[len(mine)], before)


def _seen(game: Game, seat: int | None, start: int) -> list[tuple[int, Event]]:
    found = []
    for at in range(start, len(game.state.log)):
        event = see(game.state, game.state.log[at], seat)
        if event is not None:
            found.append((at, event))
    return found


def _judge(here: Game, there: Game, one: Noted, other: Noted, before: Zones | None) -> Difference:
    extra = one[1] is None or (other[1] is not None and here.state.log[one[0]] in there.state.log[other[0] + 1 :])
    # what the one world has and the other has too, only later, is not what tells them apart
    rule, span = _source(there, other[0]) if extra else _source(here, one[0])
    what = "the log"
    released = any(event is not None and is_release(event["event"], "cards" in event) for event in (one[1], other[1]))
    if one[1] is not None and other[1] is not None and released:
        if _by_chance(here, there, one[0], other[0], before):
            what, released = "chance", False
        elif _same_faces(one[1], other[1]) and not _told_later(here, one[0]):
            what, released = "a card that it knows again", False
    return Difference(what, str(one[1]), str(other[1]), rule, span, released)


def _told_later(game: Game, at: int) -> bool:
    """Whether something is shown after an event: a log names a card with what is known about it by now."""
    return any(event[0] == Note.KNOW for event in game.state.log[at:])


def _same_faces(one: Event, other: Event) -> bool:
    """Whether two moves show the same faces, and differ only in what was once shown of the cards.

    What a seat sees by the eyes of a field itself, such as who has put a card where it lies, it may know again.
    """
    if "cards" not in one or "cards" not in other or one["event"] != "move":
        return False
    if [_OWN in card for card in one["cards"]] != [_OWN in card for card in other["cards"]]:
        return False
    return [_KNOWN.sub("", c) for c in one["cards"]] == [_KNOWN.sub("", c) for c in other["cards"]]


def _by_chance(here: Game, there: Game, at: int, rank: int, before: Zones | None) -> bool:
    """Whether a pile that lay alike in both worlds gave something else: then chance itself has told something."""
    one, other = here.state.log[at], there.state.log[rank]
    if before is None or one[0] != Note.MOVE or other[0] != Note.MOVE or one[2:4] != other[2:4]:
        return False
    source = one[2]
    ids = [[card for card, _ in event[1]] for event in (one, other)]
    if not before[0][source] or any(
        Note.SHUFFLE in e[:1] and e[1] == source for e in here.state.log[max(0, at - 40) : at]
    ):
        return False
    if before[0][source] != before[1][source] or _touched(here, at, source) != _touched(there, rank, source):
        return False
    return ids[0] != ids[1] if source != one[3] else ids[0] == ids[1]


def _touched(game: Game, at: int, zone: int) -> list[Any]:
    """What has moved from or to a zone shortly before an event."""
    moves = (e for e in game.state.log[max(0, at - 40) : at] if e[0] == Note.MOVE and zone in e[2:4])
    return [([card for card, _ in e[1]], e[2], e[3]) for e in moves]


# where an event came from


class _Placed(list[Any]):
    """A log that notes, for each event, which line of the rules was running."""

    def __init__(self, events: list[Any]) -> None:
        super().__init__(events)
        self.lines: dict[int, int] = {}

    def append(self, event: Any) -> None:
        line = _line_of_rules()
        if line is not None:
            self.lines[len(self)] = line
        super().append(event)


def _line_of_rules() -> int | None:
    """The line of the program that is running, or that has just ended the game."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename != "<rules>":
        frame = frame.f_back
    if frame is not None:
        return frame.f_lineno
    error = sys.exc_info()[1]
    passed = [f for f in extract_tb(error.__traceback__) if f.filename == "<rules>"] if error is not None else []
    return passed[-1].lineno if passed else None


@contextmanager
def placed(*games: Game, wanted: bool) -> Iterator[None]:
    """While it lasts, each event's rule is noted, if that is wanted; it takes time."""
    for game in games if wanted else ():
        game.state.log = _Placed(game.state.log)
    yield


def _source(game: Game, at: int) -> tuple[str, Span | None]:
    """The rule that noted an event, where that was followed; of a question, the rule that asked."""
    event = game.state.log[at]
    if event[0] in (Note.RELEASE, Note.ANSWER):
        site = game.machine.sites[event[2]]
        return " ".join(site.rule), _span(game.machine, site.rule, site.at)
    line = getattr(game.state.log, "lines", {}).get(at)
    if line is None:
        return _declared(game, event)
    known = {number: (path, place) for number, path, place in game.machine.program.lines}
    path, place = known.get(line, ((), (0, 0)))
    return (" ".join(path), _span(game.machine, path, place)) if path else _declared(game, event)


def _declared(game: Game, event: tuple[Any, ...]) -> tuple[str, Span | None]:
    """Of windows and declarations that play itself notes: the window's question, or the entry."""
    machine = game.machine
    if event[0] == Note.WINDOW:
        path = ("windows", machine.windows[event[1]].id, "asks")
        return " ".join(path), _span(machine, path, (0, 1 << 30))
    return "", None
