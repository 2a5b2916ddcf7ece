"""A Record: scenario, seed and answers by name, which is all it takes to see a game again.

On other content than it was made with it is replayed by names, and stops at the first choice that no longer exists.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sfrules.engine.game import Game, new_game
from sfrules.engine.machine import Machine

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat answered."""

    seat: str
    option: str


@dataclass(frozen=True, slots=True)
class Record:
    """`content` is the fingerprint of what it was played on; `outcome` is empty while the game goes on."""

    scenario: str
    content: str
    seed: int
    answers: tuple[Answer, ...] = ()
    outcome: str = ""
    gaps: Mapping[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()


class RecordError(Exception):
    """A record that cannot be read or replayed; the message says where it stops."""


def to_json(record: Record) -> str:
    """One answer a line, so that two records can be compared by eye."""
    head = {
        "format": FORMAT, "scenario": record.scenario, "content": record.content, "seed": record.seed,
        "gaps": dict(record.gaps), "variants": list(record.variants), "outcome": record.outcome,
    }  # fmt: skip
    lines = ",\n".join(f"  {json.dumps([a.seat, a.option], ensure_ascii=False)}" for a in record.answers)
    body = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
    return f'{body},\n "answers": [\n{lines}\n ]\n}}\n' if lines else f'{body},\n "answers": []\n}}\n'


def from_json(text: str) -> Record:
    """Raises RecordError when the text is no record."""
    try:
        data: dict[str, Any] = json.loads(text)
        answers = tuple(Answer(str(seat), str(option)) for seat, option in data["answers"])
        return Record(
            str(data["scenario"]), str(data["content"]), int(data["seed"]), answers, str(data.get("outcome", "")),
            dict(data.get("gaps", {})), tuple(data.get("variants", ())),
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RecordError("this file is not a record of a game") from error


class Recorder:
    """Plays a game and writes down the answers as they are given."""

    def __init__(self, machine: Machine, seed: int) -> None:
        self.machine = machine
        self.game = new_game(machine, seed)
        self.answers: list[Answer] = []

    def choose(self, option: int | str, seat: int | None = None) -> None:
        """Answers the first question, or the one to `seat`, and notes the answer by name."""
        decision = next(d for d in self.game.decisions if seat is None or d.seat == seat)
        name = decision.options[option] if isinstance(option, int) else option
        self.game.choose(option, seat)
        self.answers.append(Answer(decision.seat_id, name))

    def record(self) -> Record:
        """The game so far."""
        program = self.machine.program
        return Record(
            program.id, program.fingerprint, self.game.state.seed, tuple(self.answers), outcome(self.game),
            program.gaps, program.variants,
        )  # fmt: skip


def outcome(game: Game) -> str:
    """The ending by id with what it was given, or "" while the game goes on."""
    if game.result is None:
        return ""
    from sfrules.engine.options import value_name

    ending = game.machine.program.endings[game.result.ending]
    given = [value_name(game.machine, of, v) for (_, of), v in zip(ending.given, game.result.args, strict=False)]
    return f"{ending.id}({', '.join(given)})" if given else ending.id


def replay(machine: Machine, record: Record) -> Iterator[tuple[Game, Answer | None]]:
    """The game before each answer, and at last its end. Raises RecordError at the first answer that does not fit."""
    game = new_game(machine, record.seed)
    for number, answer in enumerate(record.answers, 1):
        yield game, answer
        seat = _seat(game, answer, number)
        options = next(d.options for d in game.decisions if d.seat == seat)
        if answer.option not in options:
            raise RecordError(f"answer {number}: “{answer.option}” is not possible for {answer.seat} here any more")
        game.choose(answer.option, seat)
    yield game, None


def _seat(game: Game, answer: Answer, number: int) -> int:
    for decision in game.decisions:
        if decision.seat_id == answer.seat:
            return decision.seat
    if game.over:
        raise RecordError(f"answer {number}: the game is over before {answer.seat} is asked")
    asked = ", ".join(d.seat_id for d in game.decisions)
    raise RecordError(f"answer {number}: {answer.seat} is not asked here; {asked} is")
