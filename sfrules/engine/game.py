"""The public face of the engine: begin a game, look at its decision, answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sfrules.engine.ask import answered
from sfrules.engine.change import settle
from sfrules.engine.errors import ContentError, Finished, NoSuchOption
from sfrules.engine.flow import begin_phase
from sfrules.engine.machine import Machine
from sfrules.engine.options import option_names, prompt_of
from sfrules.engine.state import Ask, Result, State
from sfrules.program.events import Note
from sfrules.program.frames import ANSWER
from sfrules.program.program import Program
from sfrules.program.statements import RuleCode
from sfrules.record import record

MAX_STEPS = 100_000
_STEPS = range(MAX_STEPS)

MAX_ANSWERS = 100_000
_ANSWERS = range(1, MAX_ANSWERS + 1)


@record
class Decision:
    """A question to one seat. `options` are names made of content ids; the answer is one of them, or its number.

    `sealed`: others are asked at the same time, and nobody sees an answer before all are in.
    """

    seat: int
    seat_id: str
    kind: str
    prompt: str
    options: tuple[str, ...]
    sealed: bool


class Game:
    """One game. `choose` answers the first open question, or the one that is put to `seat`.

    `auto` off puts every question, even those with one answer (for tests of secrecy, and for adapters).
    """

    __slots__ = ("machine", "state")

    def __init__(self, machine: Machine, state: State) -> None:
        self.machine = machine
        self.state = state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.result is not None

    @property
    def result(self) -> Result | None:
        """How it ended, or None."""
        return self.state.result

    @property
    def asks(self) -> list[Ask]:
        """The open questions, raw: seat, site and options as the engine holds them. What a fast bot reads."""
        return self.state.asks

    @property
    def decision(self) -> Decision | None:
        """The first open question, or None when the game is over."""
        return self._decision(self.state.asks[0]) if self.state.asks else None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All open questions; more than one only where they are sealed."""
        return tuple(self._decision(ask) for ask in self.state.asks)

    def _decision(self, ask: Ask) -> Decision:
        site = self.machine.sites[ask.site]
        return Decision(
            ask.seat,
            self.machine.seat_name(ask.seat),
            site.kind,
            prompt_of(self.machine, ask.site),
            tuple(option_names(self.state, ask)),
            bool(self.state.sealed),
        )

    def choose(self, option: int | str, seat: int | None = None) -> None:
        """Answers with the number of an option, or with its name.

        Raises NoSuchOption (nothing has changed then), or ContentError when the content turns out to be mistaken.
        """
        state = self.state
        number = 0 if seat is None else self._asked(seat)
        ask = state.asks[number]
        options = ask.options
        if type(option) is not int:
            option = self._named(ask, str(option))
        elif not 0 <= option < len(options):
            raise NoSuchOption(f"there are only {len(options)} options")
        if answered(state, number, options[option]):
            run(state)

    def play_out(self, chance: Callable[[], float]) -> int:
        """Answers every question by chance, a number from 0 to below 1, up to the end; returns how many it took.

        The same as choosing again and again, without the way in and out at each answer; ContentError as from `choose`,
        and where there is no end after `MAX_ANSWERS`.
        """
        state, segments, stack = self.state, self.machine.segments, self.state.stack
        answers = 0
        try:
            for answers in _ANSWERS:
                options = state.options
                if options is None:
                    return answers - 1
                option = options[int(chance() * len(options))]
                if state.sealed:
                    if not answered(state, 0, option):
                        continue
                    frame = stack[-1]
                else:
                    state.options = None
                    frame = stack[-1]
                    frame[ANSWER] = option
                segments[frame[0]](state, frame)
                if state.options is None:
                    _go_on(state, segments, stack)
            raise endless()
        except Exception as error:
            _stumbled(state, error)
        return answers

    def _asked(self, seat: int) -> int:
        for number, ask in enumerate(self.state.asks):
            if ask.seat == seat:
                return number
        raise NoSuchOption(f"{self.machine.seat_name(seat)} is not asked now")

    def _named(self, ask: Ask, name: str) -> int:
        names = option_names(self.state, ask)
        if name in names:
            return names.index(name)
        raise NoSuchOption(f"“{name}” is not possible for {self.machine.seat_name(ask.seat)} here")

    def clone(self) -> Game:
        """A copy that goes its own way."""
        return Game(self.machine, self.state.clone())

    def key(self) -> tuple[Any, ...]:
        """Equal for equal positions."""
        return self.state.key()


def machine_for(program: Program) -> Machine:
    """Turns a program's text into functions; do it once, play many games."""
    return Machine(program)


def new_game(machine: Machine, seed: int, *, auto: bool = True, keep: int | None = None) -> Game:
    """A game from its very beginning, up to the first question.

    `keep` is how many events of the log are kept, where only the last ones matter and no view is asked for; else all.
    """
    state = State(machine, seed, keep)
    state.auto = auto
    begin(state)
    return Game(machine, state)


def begin(state: State) -> None:
    """Plays a new state up to the first question, or to the end where the setup or the play comes to one unasked."""
    push_flow(state)
    if state.result is None:
        run(state)


def push_flow(state: State) -> None:
    """Puts on the stack what a game consists of: setup first, then phases or play."""
    program = state.machine.program
    for phase in reversed(program.top_phases):
        begin_phase(state, phase)
    if program.play is not None:
        _push(state, program.play, ())
    if program.setup is not None:
        _push(state, program.setup, ())


def _push(state: State, rule: RuleCode, args: Sequence[Any]) -> None:
    try:
        state.machine.run_rule(state, rule, args)
    except Exception as error:
        _stumbled(state, error)


def run(state: State) -> None:
    """Plays on until somebody is asked or the game is over."""
    try:
        _go_on(state, state.machine.segments, state.stack)
    except Exception as error:
        _stumbled(state, error)


def _go_on(state: State, segments: list[Callable[..., Any]], stack: list[list[Any]]) -> None:
    for _ in _STEPS:
        frame = stack[-1]
        segments[frame[0]](state, frame)
        if state.options is not None:
            return
    raise _endless(state)


def endless() -> ContentError:
    """What is wrong with a game that random seats do not bring to its end."""
    return ContentError(f"{MAX_ANSWERS} questions were answered by chance, and the game has not come to an end.")


def _endless(state: State) -> ContentError:
    return ContentError(f"{MAX_STEPS} steps have passed, and nobody was asked anything: {_circling(state)}.")


def _circling(state: State) -> str:
    """The rules that go round and round."""
    found: dict[str, None] = {}
    for _ in range(60):
        frame = state.stack[-1]
        found.setdefault(state.machine.rule_running(frame[0]))
        state.machine.segments[frame[0]](state, frame)
    return ", ".join(sorted(rule for rule in found if rule))


def _stumbled(state: State, error: Exception) -> None:
    """The game is over, or the content is mistaken; everything else is our own mistake."""
    if isinstance(error, Finished):
        finish(state, error)
        return
    if isinstance(error, IndexError) and not state.stack:
        error = ContentError("The play has come to its end without an ending.", rule="play")
    rule, span = state.machine.located(error)
    if isinstance(error, ContentError):
        raise ContentError(error.message, rule=error.rule or rule, span=error.span or span, seed=state.seed) from error
    if span is None or not isinstance(error, TypeError | IndexError | KeyError | RecursionError):
        raise error
    message = "This cannot be worked out here: something in it has no value."
    if isinstance(error, RecursionError):
        message = "Rules call each other here without end."
    raise ContentError(message, rule=rule, span=span, seed=state.seed) from error


def finish(state: State, end: Finished) -> None:
    """Drops all that was under way; the aftermath runs with triggers asleep; then winners and awards are named."""
    machine = state.machine
    state.stack.clear()
    state.options, state.sealed = None, []
    state.queue.clear()
    if state.base:
        for slot, value in state.base.items():
            state.S[slot] = value
        state.layers, state.base = [], {}
    if state.late:
        settle(state)
    state.asleep = True
    state.log.append((Note.END, end.ending, end.given))
    ending = machine.endings[end.ending]
    args = ending.by_name(end.given)
    if machine.program.aftermath is not None:
        machine.run_rule(state, machine.program.aftermath, args)
    winners = tuple(ending.winners(state, *end.given)) if ending.winners else ()
    payoffs = tuple([ending.payoff(state, *end.given, seat) for seat in range(machine.seats)]) if ending.payoff else ()
    awards = tuple(_awards(state, args)) if machine.awards else ()
    state.result = Result(end.ending, end.given, winners, payoffs, awards)


def _awards(state: State, args: tuple[Any, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    for number, (when, winners) in enumerate(state.machine.awards):
        if when is None or when(state, *args):
            seats = tuple(winners(state, *args))
            state.log.append((Note.AWARD, number, seats))
            yield number, seats
