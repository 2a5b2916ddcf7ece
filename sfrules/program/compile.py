"""Book -> Program. Every rule is written once; names are resolved here and never again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.lang.types import Type
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.entry import Entry
from sfrules.model.names import Lexicon
from sfrules.model.phase import Phase
from sfrules.model.rules import Rule
from sfrules.model.test import game_text
from sfrules.program.flags import FlagWriter, Sheet
from sfrules.program.formula import Env, FormulaWriter
from sfrules.program.frames import KINDS, RULE
from sfrules.program.layout import Stored
from sfrules.program.liveness import FIRST_LOCAL, Segment, chain, clear_dead, keep_at_hand
from sfrules.program.menus import Line, OptionWriter, once
from sfrules.program.places import Places, atom_of, eyes, layered_atoms
from sfrules.program.program import (
    AwardCode,
    EndingCode,
    EntryCode,
    Knowable,
    MenuCode,
    PhaseCode,
    Program,
    TriggerCode,
    WindowCode,
)  # fmt: skip
from sfrules.program.questions import BlockWriter
from sfrules.program.statements import RuleCode, Site
from sfrules.program.waits import Waits


def compile_program(book: Book, lex: Lexicon) -> Program:
    """The program of a book whose rules are all typed without error."""
    return _Compiler(book, lex).program()


def compile_checks(book: Book, lex: Lexicon) -> Program:
    """The scenario's own checks alone, and where everything lies before the setup: `k<n>` is the n-th of them."""
    return _Compiler(book, lex).checks()


class _Compiler:
    """The workshop in which a program is made: hands out numbers, collects lines."""

    def __init__(self, book: Book, lex: Lexicon) -> None:
        self.book = book
        self.lex = lex
        rules = [r for r in book.rules.values() if isinstance(r, Rule)]
        self.layout = Places(book, lex, layered_atoms(rules)).all()
        self.waits = Waits(
            lambda name: self._block(("routines", name, "effect")),
            self._ruling_block,
            lambda kind: [b for b in map(self._effect_block, book.cards.values()) if b is not None],
        )
        self.entry_ids = [str(e.id) for _, e in book.entries()]
        self.ridden = [str(e.rides or "") for _, e in book.entries()]
        self.phase_list = list(book.all_phases())
        self.eliminates = any(
            isinstance(node, typed.Eliminate) for r in rules if r.typed is not None for node in typed.walk(r.typed)
        )
        self.settles = bool(book.triggers) or self._any_late()
        self.segments: list[Segment] = []
        self.text: list[str] = []
        self.lines: list[tuple[int, RulePath, tuple[int, int]]] = []
        self.constants: list[object] = []
        self.constant_names: dict[tuple[type, object], str] = {}
        self.slices: dict[tuple[str, int], str | None] = {}
        self.functions: dict[tuple[str, ...], str] = {}
        self.codes: dict[RulePath, RuleCode] = {}
        self.streams: dict[str, int] = {}
        self.sites: list[Site] = []
        self.knowables: list[Knowable] = []
        self.known_names: dict[tuple[str, str, str], int] = {}
        self.asleep = False
        self.reads = {str(t): self._reads(str(t)) for t in book.triggers}
        for zone in self.layout.zones:
            for number in range(self.layout.zones[zone].count):
                self.stream(f"deck:{zone}:{number}")

    def _any_late(self) -> bool:
        """Whether some track is bounded only when an effect is over."""
        places = (*self.layout.table.values(), *self.layout.properties.values(), *self.layout.fields.values())
        return any(isinstance(place, Stored) and place.late for place in places)

    # what blocks and formulas ask for

    def define(self, id_: str) -> tuple[tuple[str, ...], typed.Expr]:
        return tuple(self.lex.defines[id_]), self._formula(("define", id_, "is"))

    def derived(self, of: str, name: str, card: bool) -> typed.Expr:
        if not of:
            return self._formula(("table", name, "derived"))
        return self._formula(("card_kinds" if card else "kinds", of, "has", name, "derived"))

    def function(self, key: tuple[str, ...], params: tuple[str, ...], body: typed.Expr) -> str:
        if key not in self.functions:
            name = self.functions[key] = f"d{len(self.functions)}"
            env = {p: f"p{i}" for i, p in enumerate(params)}
            if key[3:] == ("True",):
                env["self"] = "p0"
            self._write_formula(name, [f"p{i}" for i in range(len(params))], body, env, ())
        return self.functions[key]

    def entry(self, id_: str) -> int:
        return self.entry_ids.index(id_)

    def section(self, name: str) -> tuple[int, ...]:
        """The entries of `actions`, of `powers` or of a card kind."""
        found = []
        for number, (section, entry) in enumerate(self.book.entries()):
            if section == name or (isinstance(entry, Card) and entry.kind == name):
                found.append(number)
        return tuple(found)

    def constant(self, value: object) -> str:
        key = (type(value), value)
        if key not in self.constant_names:
            self.constant_names[key] = f"C{len(self.constants)}"
            self.constants.append(value)
        return self.constant_names[key]

    def stretches(self, constant: str, base: int) -> str | None:
        """Slices of the state for the things in a constant, or in each of its collections; None where there are none.

        They are made for slots at equal distances, which those of a whole kind, a row or a line of a grid are.
        """
        key = (constant, base)
        if key not in self.slices:
            value: Any = self.constants[int(constant[1:])]
            groups = [value] if value and isinstance(value[0], int) else value
            made = [_slice([base + thing for thing in group]) for group in groups]
            self.slices[key] = None
            if None not in made:
                name = self.slices[key] = f"L{len(self.slices)}"
                self.text.append(
                    f"{name} = {made[0]}" if groups is not value else f"{name} = ({', '.join(map(str, made))},)"
                )
        return self.slices[key]

    def shifted(self, constant: str, base: int) -> str:
        """The constant with slots in place of things."""
        return self.constant(_shifted(self.constants[int(constant[1:])], base))

    def stream(self, name: str) -> int:
        return self.streams.setdefault(name, len(self.streams))

    def site(self, site: Site) -> int:
        self.sites.append(site)
        return len(self.sites) - 1

    def segment(self) -> Segment:
        self.segments.append(Segment(RULE + KINDS * len(self.segments)))
        return self.segments[-1]

    def routine(self, name: str) -> RuleCode:
        return self._code(("routines", name, "effect"), tuple(self.lex.routines[name]))

    def ruling(self, name: str) -> RuleCode:
        params = tuple(self.lex.gaps[name])
        gap = self.book.gaps[name]
        option = self.book.ruling(gap)
        if option is None or option.rule is None:
            return self._empty(("gaps", name), params)
        return self._code(("gaps", name, "options", str(option.id), "rule"), params)

    def ending(self, name: str) -> int:
        return list(self.book.endings).index(name)

    def menu(self, name: str) -> int:
        return list(self.book.menus).index(name)

    def phase(self, name: str) -> int:
        return [str(p.id) for p in self.phase_list].index(name)

    def woken_by(self, atom: tuple[str, ...]) -> tuple[str, ...]:
        if self.asleep:
            return ()
        return tuple(f"t{n}" for n, name in enumerate(self.book.triggers) if atom in self.reads[str(name)])

    def zones_of(self, card_kind: str) -> list[str]:
        return [name for name, zone in self.layout.zones.items() if zone.of == card_kind]

    def knowable(self, facts: typed.Facts) -> int:
        key = (facts.what, facts.of, facts.name)
        if key not in self.known_names:
            self.known_names[key] = len(self.knowables)
            self.knowables.append(self._knowable(facts))
        return self.known_names[key]

    def _knowable(self, facts: typed.Facts) -> Knowable:
        if facts.what == "table":
            word, stored = self.lex.table[facts.name], self.layout.table.get(facts.name)
        elif facts.what == "field":
            word, stored = self.lex.card_kinds[facts.of][facts.name], self.layout.fields.get((facts.of, facts.name))
        else:
            word, stored = self.lex.kinds[facts.of][facts.name], self.layout.properties.get((facts.of, facts.name))
        owner = typed.Local("self", type=Type("any"))
        is_card = facts.what == "field"
        read: typed.Expr
        if word.derived:
            read = typed.Derived(owner, facts.of, facts.name, is_card, type=word.type)
        elif facts.what == "table":
            read = typed.TableProperty(facts.name, type=word.type)
        else:
            read = typed.Property(owner, facts.of, facts.name, is_card, type=word.type)
        name = f"k{len(self.knowables)}"
        self._write_formula(name, ["p0"], read, {"self": "p0", "card": "p0"}, ())
        return Knowable(facts.what, facts.of, facts.name, word.type, name, getattr(stored, "base", -1))

    # rules as functions or frames

    def _block(self, path: RulePath) -> typed.Block:
        rule = self.book.rules.get(path)
        return rule.typed if isinstance(rule, Rule) and isinstance(rule.typed, typed.Block) else typed.Block(())

    def _formula(self, path: RulePath) -> typed.Expr:
        rule = self.book.rules[path]
        assert isinstance(rule, Rule)
        value: typed.Expr = rule.formula.value
        return value

    def _ruling_block(self, name: str) -> typed.Block:
        option = self.book.ruling(self.book.gaps[name])
        return self._block(("gaps", name, "options", str(option.id), "rule")) if option is not None else typed.Block(())

    def _effect_block(self, card: Card) -> typed.Block | None:
        return self._block(("cards", str(card.id), "effect")) if card.effect is not None else None

    def _code(self, path: RulePath, params: tuple[str, ...]) -> RuleCode:
        """Writes a rule the first time it is asked for; a routine that calls itself finds its own name."""
        if path in self.codes:
            return self.codes[path]
        block = self._block(path)
        waits = self.waits.block(block)
        if not waits:
            code = self.codes[path] = RuleCode(f"r{len(self.codes)}", params=len(params))
            writer = BlockWriter(self, path, params, False)
            writer.block(block)
            self._emit(
                f"def {code.function}({', '.join(['g', *(f'p{i}' for i in range(len(params)))])}):", writer.cur, path
            )
            return code
        return self._framed(path, params, block)

    def _framed(self, path: RulePath, params: tuple[str, ...], block: typed.Block) -> RuleCode:
        writer = BlockWriter(self, path, params, True)
        first = writer.cur.number
        # a routine that calls itself finds where it begins; how much room it needs is known when all is written
        self.codes[path] = RuleCode("", first, len(params))
        writer.block(block)
        writer.leave()
        clear_dead(writer.segments, len(params), size=writer.frame_size)
        chain(writer.segments)
        for segment in writer.segments:
            keep_at_hand(segment)
        for segment in writer.segments:
            self._emit(f"def s{segment.number}(g, f):", segment, path)
        self.text.append(f"ROOM{first} = {(None,) * (writer.frame_size - FIRST_LOCAL - len(params))}")
        self.codes[path] = RuleCode("", first, len(params), writer.frame_size)
        return self.codes[path]

    def _empty(self, path: RulePath, params: tuple[str, ...]) -> RuleCode:
        if path not in self.codes:
            code = self.codes[path] = RuleCode(f"r{len(self.codes)}", params=len(params))
            self.text.append(f"def {code.function}({', '.join(['g', *(f'p{i}' for i in range(len(params)))])}): pass")
        return self.codes[path]

    def _emit(self, head: str, segment: Segment, path: RulePath) -> None:
        body = [text for _, text, _ in segment.lines]
        self.text.append(head)
        if any("S[" in t for t in body):
            self.text.append(" S = g.S")
        if any("Z[" in t for t in body):
            self.text.append(" Z = g.Z")
        for indent, text, at in segment.lines or [(1, "pass", (0, 0))]:
            self.text.append(" " * indent + text)
            self.lines.append((len(self.text), path, at))

    def _write_formula(self, name: str, params: Iterable[str], body: typed.Expr, env: Env, path: RulePath) -> None:
        about_it = {"it.actor": "ia", "it.entry": "ie"} if "it" in env else {}
        sheet = Sheet()
        sheet.line(f"return {FlagWriter(FormulaWriter(self), sheet).write(body, {**env, **about_it})}")
        text = "\n".join(line for _, line in sheet.lines)
        self.text.append(f"def {name}({', '.join(['g', *params])}):")
        if "ia" in re.findall(r"\bia\b", text):
            self.text.append(f" ia = actor_of(g, {env['it']})")  # once, not for each element that is looked at
        if "ie" in re.findall(r"\bie\b", text):
            self.text.append(f" ie = entry_of(g, {env['it']})")
        self._write_sheet(sheet, path, body.at)

    def _write_sheet(self, sheet: Sheet, path: RulePath, at: tuple[int, int]) -> None:
        """The lines of a function, behind what they need of the state."""
        if any("S[" in line for _, line in sheet.lines):
            self.text.append(" S = g.S")
        if any("Z[" in line for _, line in sheet.lines):
            self.text.append(" Z = g.Z")
        for indent, line in sheet.lines:
            self.text.append(" " * indent + line)
            self.lines.append((len(self.text), path, at))

    def _named_formula(self, name: str, path: RulePath, params: Iterable[str]) -> str:
        """A function for a formula of the content; `""` when the content has none."""
        if path not in self.book.rules:
            return ""
        params = list(params)
        env = {p: f"p{i}" for i, p in enumerate(params)}
        self._write_formula(name, [f"p{i}" for i in range(len(params))], self._formula(path), env, path)
        return name

    # triggers

    def _reads(self, trigger: str) -> set[tuple[str, ...]]:
        return self._atoms(self._formula(("triggers", trigger, "when")), set())

    def _atoms(self, node: typed.Node, seen: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
        found: set[tuple[str, ...]] = set()
        for part in typed.walk(node):
            match part:
                case typed.TableProperty() | typed.Property() | typed.Zone():
                    found.add(atom_of(part))
                case typed.Derived() | typed.Defined():
                    found |= self._atoms_behind(part, seen)
                case typed.Function(name="playing"):
                    found.add(("out",))
                case _:
                    pass
        return found

    def _atoms_behind(self, part: typed.Derived | typed.Defined, seen: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
        key = ("define", part.id) if isinstance(part, typed.Defined) else ("derived", part.of, part.name)
        if key in seen:
            return set()
        body = (
            self.define(part.id)[1] if isinstance(part, typed.Defined) else self.derived(part.of, part.name, part.card)
        )
        return self._atoms(body, seen | {key})

    def _triggers(self) -> tuple[TriggerCode, ...]:
        made = []
        for number, (name, trigger) in enumerate(self.book.triggers.items()):
            path = ("triggers", str(name), "when")
            rule = self.book.rules[path]
            assert isinstance(rule, Rule)
            late = trigger.fires == "after the effect"
            code = self._code(("triggers", str(name), "effect"), ())
            truth = self.layout.truths[str(name)]
            site = self.site(Site("release", path, rule.formula.at)) if rule.formula.openly else -1
            sheet = Sheet()
            sheet.line(f"n = {FlagWriter(FormulaWriter(self), sheet).write(rule.formula.value, {})}")
            sheet.line(f"if n == S[{truth}]: return False")
            sheet.line(f"S[{truth}] = n")
            if site >= 0:
                sheet.line(f"told(g, -1, {site}, n)")
            sheet.line("return n")
            self.text += [f"def t{number}(g):", " if g.asleep: return False"]
            self._write_sheet(sheet, path, rule.formula.at)
            made.append(TriggerCode(str(name), late, code))
        return tuple(made)

    # entries

    def _entries(self) -> tuple[EntryCode, ...]:
        return tuple(self._entry(n, section, entry) for n, (section, entry) in enumerate(self.book.entries()))

    def _entry(self, number: int, section: str, entry: Entry) -> EntryCode:
        card_kind = self.book.card_kinds.get(entry.kind) if isinstance(entry, Card) else None
        path = (section, str(entry.id))
        host = self.book.entry(entry.rides) if entry.rides is not None else None
        choices = tuple(str(c) for c in entry.choose)
        host_choices = tuple(str(c) for c in host.choose) if host is not None else ()
        params = ("actor", "it", "with", "card", *host_choices, *choices)
        limit = entry.limit or (card_kind.limit if card_kind is not None else None)
        return EntryCode(
            id=str(entry.id),
            section=section,
            card_name=self.layout.card_name(str(entry.id)) if section == "cards" else -1,
            choices=choices,
            types=self._choice_types(path, choices),
            host_choices=host_choices,
            limit=str(limit or ""),
            cost=self._cost(entry),
            windows=tuple(sorted(list(self.book.windows).index(w) for w in entry.windows)),
            window=list(self.book.windows).index(entry.window) if entry.window is not None else -1,
            rides=self.entry(str(entry.rides)) if entry.rides is not None else -1,
            riders=tuple(n for n, host_id in enumerate(self.ridden) if host_id == path[1]),
            declared_as=str(entry.declared_as or ""),
            played_from=str(card_kind.played_from or "") if card_kind is not None else "",
            discarded_to=str(card_kind.discarded_to or "") if card_kind is not None else "",
            effect=self._code((*path, "effect"), params) if entry.effect is not None else None,
            when_cancelled=self._code((*path, "when_cancelled"), params) if entry.when_cancelled is not None else None,
        )

    def _choice_types(self, path: RulePath, choices: tuple[str, ...]) -> tuple[Type, ...]:
        return tuple(self._formula((*path, "choose", c)).type.of or Type("any") for c in choices)

    def _cost(self, entry: Entry) -> tuple[tuple[int, int], ...]:
        made = []
        for name, amount in entry.cost.items():
            place = self.layout.properties[self.layout.seat_kind, str(name)]
            made.append((getattr(place, "base", 0), amount))
        return tuple(made)

    # options, written out

    def _option_writer(self) -> OptionWriter:
        def rule(path: RulePath) -> Rule | None:
            found = self.book.rules.get(path)
            return found if isinstance(found, Rule) else None

        return OptionWriter(self, self.layout, rule)

    def _played(self, entries: tuple[EntryCode, ...]) -> None:
        """`o<n>(g, a, c, out)`: what seat a can do with card c, or with a reaction."""
        for number, code in enumerate(entries):
            writer = self._option_writer()
            writer.entry(number, code, [(r, entries[r]) for r in code.riders], "c" if code.card_name >= 0 else "None")
            self._write_lines(f"def o{number}(g, a, c, out):", writer.lines)

    def _menu_functions(self, entries: tuple[EntryCode, ...], menus: tuple[MenuCode, ...]) -> None:
        """`menu<n>_0(g, a)` lists what can be declared at first, `menu<n>_1` what may follow."""
        for number, menu in enumerate(menus):
            for stage, listed in enumerate(((*menu.one, *menu.free), menu.after)):
                writer = self._option_writer()
                writer.line("out = [STAND]" if stage or menu.pass_ else "out = []")
                hands: dict[str, list[tuple[int, EntryCode]]] = {}
                for entry in listed:
                    code = entries[entry]
                    if code.card_name < 0:
                        writer.entry(entry, code, [(r, entries[r]) for r in code.riders])
                    elif code.played_from:
                        hands.setdefault(code.played_from, []).append((entry, code))
                for played_from, cards in hands.items():
                    writer.hand(played_from, cards)
                writer.line("return out")
                self._write_lines(f"def menu{number}_{stage}(g, a):", writer.lines)

    def _window_functions(self, entries: tuple[EntryCode, ...], windows: tuple[WindowCode, ...]) -> None:
        """`react<w>_<e>(g, seats, ref, ia)`: who can answer what, in a window, to entry e, which ia has declared."""
        for number, window in enumerate(windows):
            inside = [(n, entries[n]) for n in (*window.powers, *window.cards)]
            for answered, code in enumerate(entries):
                if number in code.windows:
                    writer = self._option_writer()
                    if writer.reactions(answered, inside):
                        self._write_lines(f"def react{number}_{answered}(g, seats, ref, ia):", writer.lines)

    def _write_lines(self, head: str, lines: list[Line]) -> None:
        lines = once(lines, seat="(g, a" in head)
        tables = [line for line in lines if line[0] == 0]
        self.text += [text for _, text, _, _ in tables]
        self.text += [head, " S = g.S", " Z = g.Z"]
        for indent, text, path, at in lines:
            if indent:
                self.text.append(" " * indent + text)
                if path:
                    self.lines.append((len(self.text), path, at))

    # the rest of the tables

    def _windows(self) -> tuple[WindowCode, ...]:
        made = []
        for number, (name, window) in enumerate(self.book.windows.items()):
            asks = self._asks(number, ("windows", str(name), "asks"))
            inside = [(n, s) for n, (s, e) in enumerate(self.book.entries()) if e.window == name]
            made.append(
                WindowCode(
                    str(name), asks, window.answers == "sealed", window.seen_by != "nobody", window.anonymous,
                    window.resolve == "last first",
                    tuple(n for n, s in inside if s != "cards"), tuple(n for n, s in inside if s == "cards"),
                )
            )  # fmt: skip
        return tuple(made)

    def _asks(self, number: int, path: RulePath) -> str:
        """Whom a window asks; where nothing but the one who is answered decides that, it is worked out once for all."""
        text = FormulaWriter(self).write(self._formula(path), {"it": "it", "it.actor": "ia", "it.entry": "ie"})
        if set(re.findall(r"\b(?:S|Z|g|it|ie)\b", text)):
            return self._named_formula(f"q{number}", path, ("it",))
        self.text.append(f"Q{number} = [tuple({text}) for ia in range({self.layout.seats})]")
        self.text += [f"def q{number}(g, p0):", f" return Q{number}[g.stack[p0 >> 4][3]]"]
        return f"q{number}"

    def _menus(self) -> tuple[MenuCode, ...]:
        return tuple(
            MenuCode(
                str(name), self._listed(menu.one), self._listed(menu.free), self._listed(menu.after),
                str(menu.pass_ or ""), str(menu.done or "done"),
            )
            for name, menu in self.book.menus.items()
        )  # fmt: skip

    def _listed(self, words: Iterable[str]) -> tuple[int, ...]:
        """Entries of a menu: those that are declared by themselves, not in a window and not on another."""
        found: list[int] = []
        entries = [e for _, e in self.book.entries()]
        for word in words:
            listed = self.section(word) or (self.entry(str(word)),)
            found += [n for n in listed if not entries[n].is_reaction and not entries[n].is_rider]
        return tuple(dict.fromkeys(found))

    def _phases(self) -> tuple[PhaseCode, ...]:
        expired = {
            n.phase for r in self.book.rules.values() if isinstance(r, Rule) and r.typed is not None
            for n in typed.walk(r.typed) if isinstance(n, typed.Expire)
        }  # fmt: skip
        return tuple(self._phase(phase, str(phase.id) not in expired) for phase in self.phase_list)

    def _phase(self, phase: Phase, expires: bool) -> PhaseCode:
        path = ("phases", str(phase.id))
        params = ("actor",) if phase.each is not None else ()
        return PhaseCode(
            id=str(phase.id),
            title=str(phase.label),
            each=phase.each is not None,
            sealed=phase.answers == "sealed",
            menu=self.menu(str(phase.menu)) if phase.menu is not None else -1,
            effect=self._code((*path, "effect"), params) if phase.effect is not None else None,
            repeat=phase.repeat or 0,
            counter=self.layout.counters.get(str(phase.id), -1),
            titles=tuple(str(t) for t in phase.titles),
            phases=tuple(self.phase(str(p.id)) for p in phase.phases),
            then=self._code((*path, "then"), ()) if phase.then is not None else None,
            expires=expires and phase.repeat is not None,
        )

    def _endings(self) -> tuple[EndingCode, ...]:
        made = []
        for number, name in enumerate(self.book.endings):
            given = self.lex.endings[str(name)]
            path = ("endings", str(name))
            winners = self._named_formula(f"ew{number}", (*path, "winners"), given)
            payoff = self._named_formula(f"ep{number}", (*path, "payoff"), (*given, "self"))
            made.append(EndingCode(str(name), tuple(given.items()), winners, payoff))
        return tuple(made)

    def ending_names(self) -> tuple[str, ...]:
        """Every name that some ending is given, in order."""
        return tuple(dict.fromkeys(n for given in self.lex.endings.values() for n in given))

    def _awards(self) -> tuple[AwardCode, ...]:
        names = self.ending_names()
        return tuple(
            AwardCode(
                str(name),
                self._named_formula(f"aw{n}", ("awards", str(name), "when"), names),
                self._named_formula(f"av{n}", ("awards", str(name), "winners"), names),
            )
            for n, name in enumerate(self.book.awards)
        )

    def _binds(self) -> tuple[str, ...]:
        """For each card name the function that fills its face in when it is drawn."""
        found = []
        for card in self.book.cards.values():
            path: RulePath = ("cards", str(card.id), "bind")
            if path not in self.book.rules:
                path = ("card_kinds", str(card.kind), "bind")
            found.append(self._code(path, ("card",)).function if path in self.book.rules else "")
        return tuple(found)

    def _done(self) -> tuple[str, ...]:
        return tuple(
            self._named_formula(f"n{n}", ("cards", str(c.id), "done"), ("card", "holder"))
            for n, c in enumerate(self.book.cards.values())
        )

    def _resets(self) -> dict[int, tuple[int, ...]]:
        """For each phase the slots that begin anew when it expires."""
        made: dict[int, list[int]] = {}
        places = [*self.layout.table.values(), *self.layout.properties.values(), *self.layout.fields.values()]
        for place in places:
            if getattr(place, "resets", ""):
                made.setdefault(self.phase(place.resets), []).extend(range(place.base, place.base + place.count))  # type: ignore[union-attr]
        for limit in self.layout.limits.values():
            if limit.each:
                count = len(self.layout.things[limit.per]) if limit.per else 1
                made.setdefault(self.phase(limit.each), []).extend(range(limit.base, limit.base + count))
        return {phase: tuple(slots) for phase, slots in made.items()}

    def _groups(self) -> dict[str, str]:
        made = {}
        for number, name in enumerate(self.book.groups):
            path = ("groups", str(name), "where")
            self._write_formula(f"gr{number}", ["p0"], self._formula(path), {".1": "p0"}, path)
            made[str(name)] = f"gr{number}"
        return made

    def _derived_knowables(self) -> None:
        """Derived properties that say who sees them are shown in views too."""
        for section, what in (("kinds", "property"), ("card_kinds", "field")):
            for kind in getattr(self.book, section).values():
                for prop in kind.has.values():
                    if prop.form == "derived":
                        facts = typed.Facts(what, str(kind.id), str(prop.id), None)  # type: ignore[arg-type]
                        self.knowable(facts)

    def program(self) -> Program:
        made = Program(
            self.book.root.resolve().name or "scenario",
            str(self.book.scenario.title or ""),
            fingerprint(self.book),
            self.layout,
        )
        made.entries = self._entries()
        made.windows = self._windows()
        made.menus = self._menus()
        self._played(made.entries)
        self._menu_functions(made.entries, made.menus)
        self._window_functions(made.entries, made.windows)
        made.phases = self._phases()
        made.top_phases = tuple(self.phase(str(p.id)) for p in self.book.phases)
        made.setup = self._top(("setup",), ())
        # even a play in which nobody is asked waits for the setup to be over
        made.play = self._framed(("play",), (), self._block(("play",))) if ("play",) in self.book.rules else None
        made.triggers = self._triggers()
        self.asleep = True
        made.aftermath = self._top(("aftermath",), self.ending_names())
        made.endings, made.awards = self._endings(), self._awards()
        made.binds, made.done = self._binds(), self._done()
        made.groups = self._groups()
        self._derived_knowables()
        made.resets = self._resets()
        made.derived_eyes = {
            (str(kind.id), str(prop.id)): eyes(prop.seen_by, "nobody")
            for kind in self.book.kinds.values() for prop in kind.has.values() if prop.form == "derived"
        }  # fmt: skip
        made.titles = self._titles()
        made.gaps = {str(k): str(v) for k, v in self.book.choices.gaps.items()}
        made.variants = tuple(str(v) for v in self.book.choices.variants)
        kinds = {**self.lex.kinds, **self.lex.card_kinds, "": self.lex.table}
        made.field_types = {(kind, name): word.type for kind, words in kinds.items() for name, word in words.items()}
        made.sites, made.streams = tuple(self.sites), tuple(self.streams)
        made.knowables = tuple(self.knowables)
        made.text, made.lines, made.constants = "\n".join(self.text) + "\n", self.lines, self.constants
        made.segments = len(self.segments)
        made.places = dict(self.book.rules)
        return made

    def checks(self) -> Program:
        """A program in which nothing can be played: conditions on what is laid out."""
        for number, name in enumerate(self.book.checks):
            path = ("checks", str(name), "must")
            self._write_formula(f"k{number}", ["p0"], self._formula(path), {"self": "p0"}, path)
        made = Program("", "", "", self.layout)
        made.text, made.lines, made.constants = "\n".join(self.text) + "\n", self.lines, self.constants
        made.done = self._done()
        return made

    def _titles(self) -> dict[str, str]:
        """Titles of things by kind and id, and of cards by id, for texts that are said in play."""
        found = {f"{thing.kind}:{name}": str(thing.label) for name, thing in self.book.things.items()}
        found.update({f"{card.kind}:{name}": str(card.label) for name, card in self.book.cards.items()})
        return found

    def _top(self, path: RulePath, params: tuple[str, ...]) -> RuleCode | None:
        return self._code(path, params) if path in self.book.rules else None


def _slice(slots: list[int]) -> str | None:
    """Slots as a slice, where each lies as far behind the one before; None where they do not, or there are none."""
    steps = {after - before for before, after in pairwise(slots)} or {1}
    step = min(steps)
    return f"slice({slots[0]}, {slots[-1] + 1}, {step})" if slots and len(steps) == 1 and step > 0 else None


def _shifted(value: Any, base: int) -> Any:
    return tuple(_shifted(part, base) for part in value) if isinstance(value, tuple) else value + base


def fingerprint(book: Book) -> str:
    """A short hash of everything that was read, for records; a game does not change by its tests and checks."""
    digest = hashlib.sha256()
    for shown in sorted(book.files):
        text = game_text(book.files[shown]) if shown.endswith(".yaml") else book.files[shown]
        if text or not book.files[shown]:
            digest.update(shown.rsplit("/", 1)[-1].encode())
            digest.update(text.encode())
    digest.update(repr((sorted(book.choices.gaps.items()), book.choices.variants)).encode())
    return digest.hexdigest()[:16]
