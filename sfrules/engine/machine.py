"""A Program made ready to run: its text turned into functions, its tables into what play looks things up in."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

from sfrules.diag import Span
from sfrules.engine import ask, cards, chance, change, declare, flow
from sfrules.engine.callable import verbs
from sfrules.engine.errors import ContentError, Finished
from sfrules.engine.eyes import Eyes
from sfrules.engine.state import State
from sfrules.lang.types import held
from sfrules.program.frames import FIRST_RULE
from sfrules.program.layout import Given, Stored
from sfrules.program.program import Knowable, Program
from sfrules.program.statements import RuleCode, Site

Function = Callable[..., Any]
Members = tuple[tuple[int, ...], ...]


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
        self._menus()
        self.segments = self._segments()
        self.reads = [self.functions[k.read] for k in program.knowables]
        self.binds = [self.functions.get(name) for name in program.binds]
        self.bounds = self._bounds()
        self.eyes = self.slots()
        self._for_views()

    # functions

    def _link(self) -> dict[str, Function]:
        space: dict[str, Any] = {f"C{n}": value for n, value in enumerate(self.program.constants)}
        space.update(verbs(self), Finished=Finished)
        exec(compile(self.program.text, "<rules>", "exec"), space)
        space["DONE"] = [space.get(name) for name in self.program.done]
        return space

    def _segments(self) -> list[Function]:
        made: list[Function] = [
            flow.seg_phase, flow.seg_menu, declare.seg_declare, declare.seg_window, flow.seg_together,
            ask.seg_asking, change.seg_waking,
        ]  # fmt: skip
        made += [flow.seg_phase] * (FIRST_RULE - len(made))
        made += [self.functions.get(f"s{FIRST_RULE + n}", flow.seg_phase) for n in range(self.program.segments)]
        return made

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
                self.holds.append(zone.holds)
                self.refills.append(layout.zones[zone.refill].base if zone.refill else -1)
        self.face_eyes = [self.still_eyes(z, words[0]) for z, words in enumerate(self.zone_words)]
        self.count_eyes = [self.still_eyes(z, words[1]) for z, words in enumerate(self.zone_words)]
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
        self.discards = [zones[e.discarded_to].base if e.discarded_to else -1 for e in self.entries]
        self.limits = [
            (limits[e.limit].base, limits[e.limit].times, 1 if limits[e.limit].per else 0) if e.limit else None
            for e in self.entries
        ]
        self.pays = [bool(e.cost or e.limit) for e in self.entries]
        self.picks_cards = [any(held(t).name == "card" for t in e.types) for e in self.entries]
        self.own_windows = [tuple((window, (0,)) for window in e.windows) for e in self.entries]
        self._opened: dict[tuple[Any, ...], tuple[tuple[int, tuple[int, ...]], ...]] = {}

    def hand_of(self, entry: int, seat: int) -> int:
        """The zone that a card is played from."""
        hand = self.hands[entry]
        zone = self.program.layout.zones[self.entries[entry].played_from]
        return hand + seat if zone.per else hand

    def windows_of(self, entry: int, riders: Sequence[tuple[int, Any]]) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The windows that a declaration passes, in order; what may be answered in each: 0 itself, 1.. its riders."""
        if not riders:
            return self.own_windows[entry]
        key = (entry, *[r[0] for r in riders])
        if key not in self._opened:
            together = [entry, *(r[0] for r in riders)]
            found = []
            for window in range(len(self.windows)):
                members = tuple(k for k, number in enumerate(together) if window in self.entries[number].windows)
                if members:
                    found.append((window, members))
            self._opened[key] = tuple(found)
        return self._opened[key]

    def _windows(self) -> None:
        self.asks = [self.functions[w.asks] for w in self.windows]
        self.window_sites = [self._site("window", w.id) for w in self.windows]
        self.reactions = [self.functions[f"react{n}"] for n in range(len(self.windows))]

    def _menus(self) -> None:
        self.menu_sites = [self._site("menu", m.id) for m in self.menus]
        self.free_entries = {number for menu in self.menus for number in menu.free}
        # for each menu and stage: what lists the options, whether one may stand aside, where the question is asked
        self.menu_steps = [
            (
                (self.functions[f"menu{n}_0"], bool(menu.pass_), self.menu_sites[n]),
                (self.functions[f"menu{n}_1"], True, self.menu_sites[n]),
            )
            for n, menu in enumerate(self.menus)
        ]

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

    # what is noted of answers

    def seen_answer(self, g: State, site: int, answer: Any) -> Any:
        """An answer for the log: a card as it looks now, since later it may look otherwise."""
        of = self.sites[site].picks
        if len(of) == 1 and held(of[0]).name == "card" and answer is not None:
            return cards.as_seen(g, answer)
        return answer

    def shown_choices(self, g: State, entry: int, choices: tuple[Any, ...]) -> tuple[Any, ...]:
        """The choices of a declaration for the log."""
        if not self.picks_cards[entry]:
            return choices
        types = self.entries[entry].types
        return tuple(cards.as_seen(g, c) if held(t).name == "card" else c for t, c in zip(types, choices, strict=False))

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
