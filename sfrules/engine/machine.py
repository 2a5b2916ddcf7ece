"""A Program made ready to run: its text turned into functions, its tables into what play looks things up in."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from types import FrameType
from typing import Any

from sfrules.diag import Span
from sfrules.engine import ask, chance, change, declare, flow
from sfrules.engine.callable import verbs
from sfrules.engine.errors import ContentError, Finished
from sfrules.engine.eyes import Eyes
from sfrules.engine.options import Declarations, Faces, Names
from sfrules.engine.sight import Sight
from sfrules.engine.state import State
from sfrules.engine.windows import Open, React, open_window, opening, sealed_window
from sfrules.lang.types import NUMBER, Type, held
from sfrules.program.frames import ASKING, DECLARE, KINDS, MENU, PHASE, RULE, TOGETHER, WAKING, WINDOW
from sfrules.program.layout import Given, Stored, Value
from sfrules.program.program import Knowable, Program
from sfrules.program.statements import RuleCode, Site
from sfrules.record import record

Function = Callable[..., Any]
Opened = tuple[tuple[Open, tuple[int, ...]], ...]
"""The windows that a declaration passes, each with what may be answered in it: 0 itself, 1.. its riders."""


@record
class Ending:
    """How an ending is worked out: functions for winners and payoffs, None where the content has none.

    `names` says for each name that some ending is given which of this one's values it is, None where it has none.
    """

    winners: Function | None
    payoff: Function | None
    names: tuple[int | None, ...]

    def by_name(self, given: tuple[Any, ...]) -> tuple[Any, ...]:
        """What aftermath and awards are given."""
        return tuple([None if at is None else given[at] for at in self.names])


class Machine(Eyes):
    """Runs one program; holds nothing of any game that is played on it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        layout = program.layout
        self.entries, self.windows, self.menus, self.phases = (
            program.entries, program.windows, program.menus, program.phases,
        )  # fmt: skip
        self.seats = layout.seats
        self.out = layout.out
        self.names_base = layout.names_base
        self.salts = tuple(chance.salt(name) for name in program.streams)
        self.functions = self._link()
        self.sites = [*program.sites]
        self._cards()
        self._zones()
        self._entries()
        self._windows()
        self._declarations()
        self._menus()
        self.card_sites = [len(s.picks) == 1 and held(s.picks[0]).name == "card" for s in self.sites]
        self.segments = self._segments()
        self._endings()
        self.reads = [self.functions[k.read] for k in program.knowables]
        self.binds = [self.functions.get(name) for name in program.binds]
        self.bounds = self._bounds()
        self.resets = {phase: tuple(self._stretches(slots)) for phase, slots in program.resets.items()}
        self.eyes = self.slots()
        self._for_views()

    # functions

    def _link(self) -> dict[str, Any]:
        """All that the text of the rules defines, by name: functions, and tables of what never changes."""
        space: dict[str, Any] = {f"C{n}": value for n, value in enumerate(self.program.constants)}
        space.update(verbs(self), Finished=Finished)
        exec(compile(self.program.text, "<rules>", "exec"), space)
        space["DONE"] = [space.get(name) for name in self.program.done]
        return space

    def _segments(self) -> list[Function]:
        """The functions that run frames, by what stands at the head of the frame."""
        made: dict[int, Function] = {
            DECLARE: declare.seg_declare, TOGETHER: flow.seg_together, ASKING: ask.seg_asking,
            WAKING: change.seg_waking,
        }  # fmt: skip
        answering = [sealed_window if w.sealed else open_window for w in self.windows]
        for kind, runs in ((PHASE, self.phase_runs), (MENU, self.menu_runs), (WINDOW, answering)):
            made.update({kind + KINDS * number: run for number, run in enumerate(runs)})
        rules = (RULE + KINDS * number for number in range(self.program.segments))
        made.update({rule: self.functions[f"s{rule}"] for rule in rules if f"s{rule}" in self.functions})
        return [made.get(segment, declare.seg_declare) for segment in range(max(made) + 1)]

    def run_rule(self, g: State, rule: RuleCode, args: Sequence[Any]) -> None:
        """Runs a rule to its end, or, if it waits, puts it on the stack; behind a whole effect things settle."""
        if rule.segment < 0:
            self.functions[rule.function](g, *args)
            if g.late or g.queue:
                change.settle(g)
            return
        g.stack.append([rule.segment, None, *args, *[None] * (rule.size - 2 - len(args))])

    def do_card(self, g: State, card: int) -> None:
        """`do card.effect()`: nobody declares it."""
        entry = self.entry_of_name[g.S[self.names_base + card]]  # type: ignore[index]
        effect = self.entries[entry].effect if entry >= 0 else None
        if effect is None:
            return
        g.depth += 1
        if g.depth > change.MAX_CHAIN:
            message = f"Cards carry each other out without end: {self._carried_out(g)}."
            raise ContentError(message, rule=f"cards {self.entries[entry].id}")
        self.run_rule(g, effect, (-1, -1, (), card))
        g.depth -= 1

    def _carried_out(self, g: State) -> str:
        """The cards whose effects are under way, each once."""
        found: dict[str, None] = {}
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_code is Machine.do_card.__code__:
                entry = self.entry_of_name[g.S[self.names_base + frame.f_locals["card"]]]
                found.setdefault(self.entries[entry].id)
            frame = frame.f_back
        return ", ".join(f"“{name}”" for name in sorted(found))

    # cards and zones

    def _cards(self) -> None:
        layout = self.program.layout
        count = len(layout.cards)
        kind_of = layout.card_kinds
        stored = {key: f for key, f in layout.fields.items() if isinstance(f, Stored)}
        self.card_bases = (layout.names_base, *(f.base for f in stored.values()))
        self.card_slots = (layout.names_base, max((b + count for b in self.card_bases), default=0))
        self.field_types = dict(self.program.field_types)
        self.faces_of_kind = {
            kind: tuple((name, f) for (k, name), f in stored.items() if k == kind and f.eyes in (("face",), ("all",)))
            for kind in set(kind_of)
        }
        self.face_bases = [
            (layout.names_base, *(f.base for _, f in self.faces_of_kind[kind_of[name]])) for name in layout.cards
        ]
        self.private_fields = [
            (f.base, getattr(layout.fields.get((k, f.eyes[0])), "base", -1))
            for (k, _), f in stored.items()
            if f.eyes not in (("face",), ("all",), ("nobody",))
        ]
        self.private_eyes = [eye for _, eye in self.private_fields if eye >= 0]
        self.card_facts = [
            (n, self.functions[k.read]) for n, k in enumerate(self.program.knowables) if k.what == "field"
        ]
        start = layout.start
        self.start_faces = [tuple(start[base + card] for base in self.face_bases[card]) for card in range(count)]
        self.rolled = [self._rolled(kind_of[name]) for name in layout.cards]
        numbers = {e.card_name: n for n, e in enumerate(self.entries) if e.card_name >= 0}
        self.entry_of_name = [numbers.get(n, -1) for n in range(len(layout.card_names))]

    def _rolled(self, kind: str) -> tuple[tuple[int, int, int], ...]:
        fields = [f for _, f in self.faces_of_kind[kind]]
        return tuple((f.base, f.low, f.high) for f in fields if f.low is not None and f.high is not None)

    def _zones(self) -> None:
        layout = self.program.layout
        self.zone_words: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        self.shuffled: list[bool] = []
        self.stacked: list[bool] = []
        self.refills: list[int] = []
        self.holds: list[int | None] = []
        self.zone_owner: list[int] = []
        self.zone_id: list[str] = []
        self.seat_zone: list[bool] = []
        for name, zone in layout.zones.items():
            for owner in range(zone.count):
                self.zone_id.append(name)
                self.zone_owner.append(owner if zone.per else -1)
                self.seat_zone.append(zone.per == layout.seat_kind)
                self.zone_words.append((zone.seen_by, zone.count_seen_by))
                self.shuffled.append(zone.shuffled)
                self.stacked.append(zone.stacked)
                self.holds.append(zone.holds)
                self.refills.append(layout.zones[zone.refill].base if zone.refill else -1)
        self.face_eyes = [self.still_eyes(z, words[0]) for z, words in enumerate(self.zone_words)]
        self.count_eyes = [self.still_eyes(z, words[1]) for z, words in enumerate(self.zone_words)]
        self.move_eyes = [[None if a is None or b is None else a | b for b in self.face_eyes] for a in self.face_eyes]
        by_kind: dict[str, tuple[int, ...]] = {}
        # hands and the like first: they are short, and most cards that move come from there
        for zone in sorted(layout.zones.values(), key=lambda zone: not zone.per):
            by_kind[zone.of] = (*by_kind.get(zone.of, ()), *range(zone.base, zone.base + zone.count))
        self.zones_of_card = [by_kind[layout.card_kinds[name]] for name in layout.cards]

    # entries, windows, menus

    def _entries(self) -> None:
        zones, limits = self.program.layout.zones, self.program.layout.limits
        self.entry_numbers = {e.id: n for n, e in enumerate(self.entries)}
        self.hands = [zones[e.played_from].base if e.played_from else -1 for e in self.entries]
        self.own_hands = [1 if e.played_from and zones[e.played_from].per else 0 for e in self.entries]
        self.discards = [zones[e.discarded_to].base if e.discarded_to else -1 for e in self.entries]
        self.limits = [
            (limits[e.limit].base, limits[e.limit].times, 1 if limits[e.limit].per else 0) if e.limit else None
            for e in self.entries
        ]
        self.pays = [bool(e.cost or e.limit) for e in self.entries]

    def windows_of(self, entry: int, riders: Sequence[tuple[int, Any]]) -> Opened:
        """The windows that a declaration passes with what travels with it, in order."""
        key = (entry, *[number for number, _ in riders])
        if key not in self._opened:
            found = []
            for window, opens in enumerate(self.opens):
                members = tuple(k for k, number in enumerate(key) if window in self.entries[number].windows)
                if members:
                    found.append((opens, members))
            self._opened[key] = tuple(found)
        return self._opened[key]

    def _windows(self) -> None:
        self.window_sites = [self._site("window", w.id) for w in self.windows]
        self.reacts: list[list[React | None]] = [
            [self.functions.get(f"react{window}_{entry}") for entry in range(len(self.entries))]
            for window in range(len(self.windows))
        ]
        self.opens = [opening(self, number) for number in range(len(self.windows))]
        self.own_windows: list[Opened] = [
            tuple((self.opens[window], (0,)) for window in e.windows) for e in self.entries
        ]
        self._opened: dict[tuple[int, ...], Opened] = {}

    def _declarations(self) -> None:
        numbers = range(len(self.entries))
        self.picks_cards = [any(held(of).name == "card" for of in e.types) for e in self.entries]
        self.does = [declare.doing(self, n) for n in numbers]
        self.sends = [declare.sending(self, n) for n in numbers]

    def _menus(self) -> None:
        self.menu_sites = [self._site("menu", m.id) for m in self.menus]
        self.free_entries = {number for menu in self.menus for number in menu.free}
        self.menu_runs = [flow.menu_run(self, number) for number in range(len(self.menus))]
        self.phase_runs = [flow.phase_run(self, number) for number in range(len(self.phases))]

    def _endings(self) -> None:
        program, functions = self.program, self.functions
        names = tuple(dict.fromkeys(name for ending in program.endings for name, _ in ending.given))
        self.endings = [
            Ending(
                functions.get(ending.winners),
                functions.get(ending.payoff),
                tuple(places.get(name) for name in names),
            )
            for ending in program.endings
            for places in [{name: at for at, (name, _) in enumerate(ending.given)}]
        ]
        self.awards = [(functions.get(award.when), functions[award.winners]) for award in program.awards]

    def _site(self, kind: str, name: str) -> int:
        self.sites.append(Site(kind, (f"{kind}s", name), (0, 0)))
        return len(self.sites) - 1

    # eyes and bounds

    def _bounds(self) -> dict[int, tuple[int | None, int | None]]:
        found: dict[int, tuple[int | None, int | None]] = {}
        layout = self.program.layout
        for place in (*layout.table.values(), *layout.properties.values(), *layout.fields.values()):
            if isinstance(place, Stored) and place.number:
                found.update({place.base + n: (place.low, place.high) for n in range(place.count)})
        return found

    def _stretches(self, slots: Sequence[int]) -> Iterator[tuple[int, list[Value]]]:
        """Slots that begin anew together, in stretches of neighbours with what they begin with."""
        start = self.program.layout.start
        for _, stretch in groupby(enumerate(sorted(slots)), key=lambda item: item[1] - item[0]):
            found = [slot for _, slot in stretch]
            yield found[0], [start[slot] for slot in found]

    def _for_views(self) -> None:
        layout = self.program.layout
        self.zone_names = []
        for name, zone in layout.zones.items():
            owners = layout.things[zone.per] if zone.per else ("",)
            self.zone_names += [f"{name}.{owner}" if owner else name for owner in owners]
        self.properties_of: dict[str, list[tuple[str, Stored | Given]]] = {}
        for (kind, name), place in layout.properties.items():
            self.properties_of.setdefault(kind, []).append((name, place))
        self.known_number = {(k.what, k.of, k.name): n for n, k in enumerate(self.program.knowables)}
        self.derived_of: dict[str, list[tuple[int, Knowable]]] = {}
        for number, known in enumerate(self.program.knowables):
            if known.what == "property" and known.base < 0:
                self.derived_of.setdefault(known.of, []).append((number, known))
        self.derived_eyes = self.program.derived_eyes
        self._names: dict[Type, Names] = {}
        self._sights: dict[int | None, Sight] = {}
        self.numbers = self.names(NUMBER)
        self.face_names, self.declared_names = Faces(self), Declarations(self)

    def names(self, of: Type) -> Names:
        """What the values of a type are called."""
        if of not in self._names:
            self._names[of] = Names(self, of)
        return self._names[of]

    def sight(self, seat: int | None) -> Sight:
        """What a seat sees, or everybody."""
        if seat not in self._sights:
            self._sights[seat] = Sight(self, seat)
        return self._sights[seat]

    # names and places

    def seat_name(self, seat: int) -> str:
        """The id of a seat."""
        return self.program.layout.things[self.program.layout.seat_kind][seat]

    def rule_of(self, site: int) -> str:
        """The rule in which somebody is asked, in words."""
        return " ".join(self.sites[site].rule)

    def rule_running(self, segment: int) -> str:
        """The rule that a segment is a part of, `""` for the engine's own."""
        code = getattr(self.segments[segment], "__code__", None)
        if code is None or code.co_filename != "<rules>":
            return ""
        path = next((path for line, path, _ in self.program.lines if line > code.co_firstlineno), ())
        return " ".join(path)

    def located(self, error: Exception) -> tuple[str, Span | None]:
        """The rule, and the place in its file, where play stumbled."""
        lines = {line: (path, at) for line, path, at in self.program.lines}
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == "<rules>"]
        for frame in reversed(frames):
            found = lines.get(frame.lineno or 0)
            if found is not None:
                path, at = found
                rule: Any = self.program.places.get(path)
                return " ".join(path), rule.place(at) if rule is not None else None
        return "", None
