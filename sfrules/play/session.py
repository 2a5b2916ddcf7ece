"""A game between people and random seats: who is to decide, what may be taken back, how a record is taken up again."""

from __future__ import annotations

from collections.abc import Collection

from sfrules.engine.cards import faces_seen
from sfrules.engine.game import Game
from sfrules.engine.history import log
from sfrules.engine.machine import Machine
from sfrules.engine.record import Record, Recorder, RecordError, replay
from sfrules.engine.state import Ask
from sfrules.play.bots import pick
from sfrules.play.telling import Event
from sfrules.record import record

REVEALING = {"window", "release", "shown", "say", "shuffle", "out", "end"}
"""Events behind which a seat knows more than before, or the others do."""


@record
class Moment:
    """How things stood before a person decided."""

    seat: int
    game: Game
    answers: int
    log: int


class Session:
    """One game. Seats that nobody sits at answer at random, always alike for the same seed and answers.

    Where several people share a keyboard, a question with one answer is put to them like any other: they see who is
    asked, and it must not show who has a choice. In records such answers are left out, as the engine gives them itself.
    """

    def __init__(self, machine: Machine, seed: int, people: Collection[int]) -> None:
        self.machine, self.seed, self.people = machine, seed, frozenset(people)
        self.recorder = Recorder(machine, seed)
        self.moments: list[Moment] = []
        self._ask_all()

    def _ask_all(self) -> None:
        self.game.state.auto = len(self.people) < 2

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.recorder.game

    def record(self) -> Record:
        """The game so far, to be kept."""
        return self.recorder.record()

    def resume(self, record: Record) -> str:
        """Takes up a record; says where it stops to fit, or "" when all of it could be played again."""
        try:
            for game, answer in replay(self.machine, record):
                if answer is not None:
                    self.recorder.answers.append(answer)
                self.recorder.game = game
        except RecordError as error:
            self.recorder.answers.pop()
            return str(error)
        finally:
            self._ask_all()
        return ""

    def let_bots_answer(self) -> None:
        """Answers for the seats that nobody sits at, until a person is asked or the game is over."""
        while (ask := next((a for a in self.game.asks if a.seat not in self.people), None)) is not None:
            self._answer(ask, pick(self.seed, len(self.recorder.answers), len(ask.options)))

    def _answer(self, ask: Ask, option: int) -> None:
        if len(ask.options) == 1 and self.machine.sites[ask.site].kind != "confirm":
            self.game.choose(option, ask.seat)
        else:
            self.recorder.choose(option, ask.seat)

    def waiting(self) -> Ask | None:
        """The question to the person who is to answer next."""
        return next((ask for ask in self.game.asks if ask.seat in self.people), None)

    def choose(self, ask: Ask, option: int) -> None:
        """A person's answer."""
        self.moments.append(Moment(ask.seat, self.game.clone(), len(self.recorder.answers), len(self.game.state.log)))
        self._answer(ask, option)

    def undo(self, seat: int) -> tuple[int, list[Event]]:
        """Goes back to before the last decision of this seat; where that cannot be, says what has happened since.

        Gives the length of the log there and no events; or -1 and the events that stand in the way, as this seat sees
        them. Only what the seat can see decides: that something may be taken back must not tell it a secret either.
        """
        moment = self.moments[-1] if self.moments else None
        if moment is None or moment.seat != seat:
            return -1, []
        since = [event for event in log(self.game.state, seat, moment.log) if self._tells(event, seat)]
        if since:
            return -1, since
        self.moments.pop()
        self.recorder.game = moment.game
        del self.recorder.answers[moment.answers :]
        return moment.log, []

    def _tells(self, event: Event, seat: int) -> bool:
        if event["event"] == "move":
            return "cards" in event and not self._saw(event.get("from", ""), seat)
        if event["event"] in ("declare", "answer", "pass"):
            return bool(event.get("seat") != self.machine.seat_name(seat))
        return event["event"] in REVEALING

    def _saw(self, zone: str, seat: int) -> bool:
        """Whether the cards of a zone lie open to this seat."""
        names = self.machine.zone_names
        return zone in names and bool(faces_seen(self.game.state, names.index(zone)) >> seat & 1)
