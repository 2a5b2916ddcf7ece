"""A game in mid-course: setup as ever, then properties, cards, limits and the place in the order of play as given.

given:
  seed: 7
  at: {round: 3, phase: evening, seat: north}
  set: {tide: 2, scout.place: harbour}
  zones: {north.hand: [rope, {letter: {from: south}}], deck.top: [storm], attic: {all-of: shed}}
  limits: {north.bell: 1}
  chance: {cards/storm/effect: [0]}
  every-question: yes
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from sfrules.engine.ask import answered
from sfrules.engine.cards import turned_over
from sfrules.engine.chance import below
from sfrules.engine.errors import Finished
from sfrules.engine.flow import begin_phase
from sfrules.engine.game import Game, begin, run
from sfrules.engine.machine import Machine
from sfrules.engine.state import State
from sfrules.model.scene import GIVEN, POSITION
from sfrules.play.named import SceneError, limit_slot, slot_of, value_of, zone_of
from sfrules.program.frames import KINDS, PHASE
from sfrules.program.layout import Stored
from sfrules.source.nodes import Map, Node, Seq, Text


class Scene:
    """Builds games that begin in the middle, for one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.layout = machine.program.layout

    def build(self, given: Map) -> Game:
        """The game as given, played up to its first question. Raises SceneError where it cannot be.

        Without `at` it begins behind the setup; where nothing else of the position is given, before it.
        """
        for key, _ in given.entries():
            if key not in GIVEN:
                raise SceneError(key.span, f"“{key}” is not known here; known are {', '.join(sorted(GIVEN))}.")
        state = State(self.machine, _number(given.get("seed"), 1))
        auto = _text(given.get("every-question"), "no") != "yes"
        if given.keys() & POSITION:
            self._set_up(state)
            self._position(state, given)
        state.auto = auto
        self._force(state, _map(given.get("chance")))
        (run if state.stack else begin)(state)
        return Game(self.machine, state)

    def _position(self, state: State, given: Map) -> None:
        """Puts what is given in the place of what the setup has made."""
        self._zones(state, _map(given.get("zones")))
        for name, node in _map(given.get("set")).entries():
            slot, of = slot_of(self.machine, name)
            state.S[slot] = value_of(self.machine, of, node)
        for name, node in _map(given.get("limits")).entries():
            state.S[limit_slot(self.machine, name)] = _number(node)
        if "at" in given:
            self._place(state, _map(given.get("at")))
        else:
            self._begin(state)
        self._wake(state)
        state.log.clear()

    def _set_up(self, state: State) -> None:
        """The setup with the first answer to every question: a lawful position from which the rest is changed."""
        setup = self.machine.program.setup
        if setup is not None:
            self.machine.run_rule(state, setup, ())
        while state.stack:
            if state.asks:
                answered(state, 0, state.asks[0].options[0])
            else:
                frame = state.stack[-1]
                self.machine.segments[frame[0]](state, frame)

    # the order of play

    def _begin(self, state: State) -> None:
        """What comes behind the setup."""
        program = self.machine.program
        for phase in reversed(program.top_phases):
            begin_phase(state, phase)
        if program.play is not None:
            self.machine.run_rule(state, program.play, ())

    def _place(self, state: State, at: Map) -> None:
        """Puts the phases that are under way on the stack, and begins the one that is named."""
        program = self.machine.program
        named = [key for key in at if key in self.layout.counters]
        wanted = _text(at.get("phase"), named[-1] if named else "")
        paths = [path for top in program.top_phases for path in self._paths(top)]
        path = next((path for path in paths if program.phases[path[-1]].id == wanted), None)
        if path is None:
            raise SceneError(at.value_span("phase"), f"There is no phase “{wanted}”.")
        at_top = program.top_phases.index(path[0])
        state.stack = [
            [PHASE + KINDS * phase, None, phase, 0, 0] for phase in reversed(program.top_phases[at_top + 1 :])
        ]
        for phase, inner in zip(path, [*path[1:], None], strict=True):
            code = program.phases[phase]
            count = _number(at.get(code.id), 1)
            if not 1 <= count <= max(code.repeat, 1):
                raise SceneError(at.value_span(code.id), f"“{code.id}” is never {count}: {_comes(code.repeat)}.")
            step = 0 if inner is None else code.phases.index(inner) + 2
            if code.repeat:
                state.S[code.counter] = count if inner is not None else count - 1
            state.stack.append([PHASE + KINDS * phase, None, phase, step, self._seat(at) if inner is None else 0])

    def _paths(self, phase: int) -> Iterator[list[int]]:
        """Each phase under this one, with all that it lies in."""
        yield [phase]
        for inner in self.machine.program.phases[phase].phases:
            for path in self._paths(inner):
                yield [phase, *path]

    def _seat(self, at: Map) -> int:
        seat = at.get("seat")
        if seat is None:
            return 0
        seats = self.layout.things[self.layout.seat_kind]
        if str(seat) not in seats:
            raise SceneError(seat.span, f"There is no seat “{seat}”.")
        return seats.index(str(seat))

    def _wake(self, state: State) -> None:
        """Triggers take what is given as what was: only what becomes so from now on wakes them."""
        for number, trigger in enumerate(self.machine.program.triggers):
            trial = state.clone()
            with suppress(Finished):
                self.machine.functions[f"t{number}"](trial)
            slot = self.layout.truths[trigger.id]
            state.S[slot] = trial.S[slot]

    # chance

    def _force(self, state: State, chance: Map) -> None:
        """Decides the first draws of the rules or decks that are named; the seed decides all others."""
        wanted = {str(key): _numbers(node) for key, node in chance.entries()}
        names = [name.split("#")[0] for name in self.machine.program.streams]
        for key, _ in chance.entries():
            if key not in names:
                known = ", ".join(sorted(set(names)))
                raise SceneError(key.span, f"There is no chance by the name “{key}”; known are {known}.")
        if not wanted:
            return

        def decide(stream: int, count: int) -> int:
            left = wanted.get(names[stream])
            if left:
                return min(left.pop(0), count - 1)
            state.oracle = None
            drawn = below(state, stream, count)
            state.oracle = decide
            return drawn

        state.oracle = decide

    # cards

    def _zones(self, state: State, zones: Map) -> None:
        placed: set[int] = set()
        tops: list[tuple[int, list[int]]] = []
        for name, node in zones.entries():
            top = name.endswith(".top")
            number = zone_of(self.machine, name.removesuffix(".top"))
            if number is None:
                raise SceneError(name.span, f"There is no zone “{name}”.")
            if isinstance(node, Map) and "all-of" in node:
                self._pour(state, node, number)
                continue
            wanted = node if isinstance(node, Seq) else [node]
            cards = [self._fetch(state, card, number, placed, keep=not top) for card in wanted]
            if top:
                tops.append((number, cards))
            else:
                self._clear(state, number, placed, name)
        for number, cards in tops:
            state.Z[number] = [card for card in state.Z[number] if card not in cards] + cards[::-1]
            state.tops[number] = len(cards)

    def _pour(self, state: State, node: Map, target: int) -> None:
        source = zone_of(self.machine, _text(node.get("all-of")))
        if source is None:
            raise SceneError(node.value_span("all-of"), f"There is no zone “{node['all-of']}”.")
        state.Z[target] += state.Z[source]
        state.Z[source] = []

    def _fetch(self, state: State, node: Node, target: int, placed: set[int], *, keep: bool) -> int:
        """Brings a card of a name into a zone: one that is there, or one from elsewhere in exchange for a spare one."""
        name, fields = next(iter(node.entries())) if isinstance(node, Map) else (node, None)
        if not isinstance(name, Text) or name not in self.layout.card_names:
            raise SceneError(node.span, f"There is no card “{name}”.")
        number = self.layout.card_name(name)
        card, source = self._find(state, number, target, placed, name)
        placed.add(card)
        if source != target:
            state.Z[source].remove(card)
            spare = [c for c in state.Z[target] if c not in placed] if keep else []
            if spare:
                state.Z[target].remove(spare[0])
                state.Z[source].append(spare[0])
            state.Z[target].append(card)
        if isinstance(fields, Map):
            self._write(state, card, fields)
        return card

    def _find(self, state: State, number: int, target: int, placed: set[int], name: Text) -> tuple[int, int]:
        base = self.layout.names_base
        homes = [z for z, cards in enumerate(self.layout.start_zones) if cards]
        others = [z for z in range(len(state.Z)) if z not in homes]
        for zone in (target, *homes, *others):
            for card in state.Z[zone]:
                if state.S[base + card] == number and card not in placed:
                    return card, zone
        raise SceneError(name.span, f"There are not so many cards “{name}”.")

    def _write(self, state: State, card: int, fields: Map) -> None:
        kind = self.layout.card_kinds[self.layout.cards[card]]
        for field, node in fields.entries():
            place = self.layout.fields.get((kind, field))
            if not isinstance(place, Stored):
                raise SceneError(field.span, f"“{field}” is nothing that can be written on a card of kind {kind}.")
            state.S[place.base + card] = value_of(self.machine, self.machine.field_types[kind, field], node)
        turned_over(state, card)

    def _clear(self, state: State, number: int, placed: set[int], name: Text) -> None:
        """What is too much in a zone goes back to where such cards lie before the game."""
        for card in [c for c in state.Z[number] if c not in placed]:
            home = next(z for z, cards in enumerate(self.layout.start_zones) if card in cards)
            if home == number:
                raise SceneError(
                    name.span, f"More cards than these belong in “{name}”: say “{name}.top”, or “all-of” elsewhere."
                )
            state.Z[number].remove(card)
            state.Z[home].append(card)


def _text(node: Node | None, default: str = "") -> str:
    return str(node) if isinstance(node, Text) else default


def _number(node: Node | None, default: int = 0) -> int:
    if node is None:
        return default
    if not isinstance(node, Text) or not node.isdecimal():
        raise SceneError(node.span, "A number is wanted here.")
    return int(node)


def _comes(repeat: int) -> str:
    return f"it goes from 1 to {repeat}" if repeat > 1 else "it comes once"


def _numbers(node: Node) -> list[int]:
    """Numbers in a list; one alone is a list of one."""
    return [_number(each) for each in (node if isinstance(node, Seq) else [node])]


def _map(node: Node | None) -> Map:
    if isinstance(node, Map):
        return node
    return _EMPTY if node is None else _no_map(node)


def _no_map(node: Node) -> Map:
    raise SceneError(node.span, "A mapping is wanted here.")


_EMPTY = Map(Text.of("").file, Text.of("").start, Text.of("").end)
