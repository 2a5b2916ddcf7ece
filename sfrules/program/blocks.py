"""Typed statements -> Python text: one function where a rule never waits, else one for each stretch between two waits.

A stretch is a *segment*: it gets the game and its frame, leaves in the frame which segment comes next, and returns. Names
that are needed behind a wait live in the frame, all others are plain Python names; what is no longer needed is cleared at
each cut, so that equal positions are equal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Protocol

from sfrules.lang import typed
from sfrules.lang.ast import Offsets
from sfrules.lang.types import Type, held
from sfrules.program.events import Note
from sfrules.program.formula import Env, FormulaWriter, Library
from sfrules.program.layout import Given, Stored
from sfrules.program.waits import Waits

_FRAME = re.compile(r"\bf\[(\d+)\]")
_CLEAR = "#clear "
FIRST_LOCAL = 2


@dataclass(slots=True)
class Segment:
    """A stretch of a rule between two waits, as lines of Python: indent, text, offsets in the rule."""

    number: int
    lines: list[tuple[int, str, Offsets]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the content where somebody is asked: what the options are made of."""

    kind: str
    rule: tuple[str, ...]
    at: Offsets
    prompt: str = ""
    picks: tuple[Type, ...] = ()
    options: tuple[tuple[str, tuple[Type, ...]], ...] = ()
    may: bool = False


@dataclass(frozen=True, slots=True)
class RuleCode:
    """How a rule is run: a plain function, or a frame that begins with a segment and has room for its names."""

    function: str
    segment: int = -1
    params: int = 0
    size: int = 0

    @property
    def waits(self) -> bool:
        return self.segment >= 0


class Workshop(Library, Protocol):
    """What a block needs of the program that is being made."""

    waits: Waits

    def stream(self, name: str) -> int: ...
    def site(self, site: Site) -> int: ...
    def segment(self) -> Segment: ...
    def routine(self, name: str) -> RuleCode: ...
    def ruling(self, name: str) -> RuleCode: ...
    def ending(self, name: str) -> int: ...
    def menu(self, name: str) -> int: ...
    def phase(self, name: str) -> int: ...
    def woken_by(self, atom: tuple[str, ...]) -> tuple[str, ...]: ...
    def zones_of(self, card_kind: str) -> list[str]: ...
    def knowable(self, facts: typed.Facts) -> int: ...


class BlockWriter:
    """Writes one rule."""

    def __init__(self, shop: Workshop, path: tuple[str, ...], params: tuple[str, ...], waits: bool) -> None:
        self.shop = shop
        self.path = path
        self.waits = waits
        self.formula = FormulaWriter(shop)
        self.env: Env = {}
        self.frame_size = FIRST_LOCAL
        self.cur = shop.segment() if waits else Segment(-1)
        self.segments = [self.cur]
        self.indent = 1
        self.at: Offsets = (0, 0)
        self.together: set[str] | None = None
        self.ordinal = 0
        for index, param in enumerate(params):
            self.env[param] = self._frame_slot() if waits else f"p{index}"

    # text

    def line(self, text: str) -> None:
        self.cur.lines.append((self.indent, text, self.at))

    def _frame_slot(self) -> str:
        self.frame_size += 1
        return f"f[{self.frame_size - 1}]"

    def name(self, local: str, framed: bool) -> str:
        """Where a local lives from here on."""
        self.env = {**self.env, local: self._frame_slot() if framed else self.formula.fresh()}
        return self.env[local]

    def expr(self, node: typed.Expr) -> str:
        return self.formula.write(node, self.env)

    def goto(self, target: Segment) -> None:
        self.line(f"{_CLEAR}{target.number}")
        self.line(f"f[0] = {target.number}")
        self.line("return")

    def cut(self) -> Segment:
        """Ends the current segment; what comes next stands in a new one."""
        target = self.new_segment()
        self.goto(target)
        self.enter(target)
        return target

    def new_segment(self) -> Segment:
        made = self.shop.segment()
        self.segments.append(made)
        return made

    def enter(self, target: Segment) -> None:
        self.cur, self.indent = target, 1

    def leave(self) -> None:
        self.line("leave(g)" if self.waits else "return")
        if self.waits:
            self.line("return")

    # blocks

    def block(self, block: typed.Block) -> None:
        outer = self.env
        for index, stmt in enumerate(block.stmts):
            rest = block.stmts[index + 1 :]
            self.at = stmt.at
            self.stmt(stmt, framed=self.waits and any(self.shop.waits.stmt(s) for s in rest))
        if not block.stmts:
            self.line("pass")
        self.env = outer

    def stmt(self, stmt: typed.Stmt, framed: bool) -> None:
        """One statement; `framed` says that what it names is needed behind a wait."""
        handler: Any = getattr(self, "_" + type(stmt).__name__.lower())
        if isinstance(stmt, typed.Let | typed.Choose):
            handler(stmt, framed)
        else:
            handler(stmt)

    # values

    def _source(self, source: typed.Source) -> str:
        match source:
            case typed.Openly():
                return f"told(g, -1, {self._release(source.at)}, {self.expr(source.value)})"
            case typed.TellWhether():
                return f"told(g, 1 << {self.expr(source.seat)}, {self._release(source.at)}, {self.expr(source.value)})"
            case typed.Random():
                return f"pick(g, {self._stream()}, {self.expr(source.coll)})"
            case _:
                return self.expr(source)

    def _release(self, at: Offsets) -> int:
        return self.shop.site(Site("release", self.path, at))

    def _stream(self) -> int:
        self.ordinal += 1
        return self.shop.stream("/".join(self.path) + f"#{self.ordinal}")

    def _let(self, stmt: typed.Let, framed: bool) -> None:
        text = self._source(stmt.value)
        if isinstance(stmt.value, typed.Zone):
            text = f"[*{text}]"  # a name keeps what lay there when it was given
        self.line(f"{self.name(stmt.name, framed)} = {text}")

    # writing

    def _write(self, stmt: typed.Write) -> None:
        value = self._source(stmt.value)
        if stmt.target.type.name == "many":
            value = f"bits({value})"
        self.write_to(stmt.target, stmt.op, value, stmt.until)

    def _add(self, stmt: typed.Add) -> None:
        self.write_to(stmt.target, "|", self._bit(stmt.value), stmt.until)

    def _remove(self, stmt: typed.Remove) -> None:
        self.write_to(stmt.target, "& ~", self._bit(stmt.value), None)

    def _bit(self, value: typed.Expr) -> str:
        text = self.expr(value)
        return str(1 << int(text)) if text.isdigit() else f"(1 << {text})"

    def write_to(self, target: typed.Place, op: str, value: str, until: typed.Until | None) -> None:
        """Changes a property: bounds, layers, the log, and the triggers that may wake."""
        assert isinstance(target, typed.Property | typed.TableProperty)
        stored = self._stored(target)
        slot = self.formula.slot(target, self.env)
        if not slot.isdigit():
            self.line(f"k = {slot}")
            slot = "k"
        if until is not None:
            count = 2 if until.next else 1
            self.line(f"lay(g, {slot}, {op[:1]!r}, {value}, {self.shop.phase(until.phase)}, {count})")
            self.wake(self._atom(target))
        elif stored.layered or stored.late:
            helper = "put" if stored.layered else "late"
            self.line(f"{helper}(g, {slot}, {op[:1]!r}, {value})")
            self.wake(self._atom(target))
        else:
            self._write_plain(stored, slot, op, value, target)

    def _write_plain(self, stored: Stored, slot: str, op: str, value: str, target: typed.Place) -> None:
        self.line(f"n = {value}" if op == "=" else f"n = S[{slot}] {op.rstrip('=')} {value}")
        down, up = op in ("=", "-="), op in ("=", "+=")
        plain_number = re.fullmatch(r"\d+", value) is not None
        if stored.number and not (op == "=" and plain_number):
            if stored.high is not None and (up or not plain_number):
                self.line(f"if n > {stored.high}: n = {stored.high}")
            if stored.low is not None and (down or not plain_number):
                self.line(f"if n < {stored.low}: n = {stored.low}")
        self.line(f"if S[{slot}] != n:")
        self.indent += 1
        if not (isinstance(target, typed.Property) and target.card):
            self.line(f"g.log.append(({Note.SET}, {slot}, S[{slot}], n))")
        self.line(f"S[{slot}] = n")
        if isinstance(target, typed.Property) and target.card:
            self.line(f"turned_over(g, {slot} - {stored.base})")
        self.wake(self._atom(target))
        self.indent -= 1

    def _stored(self, target: typed.Property | typed.TableProperty) -> Stored:
        layout = self.shop.layout
        place: Stored | Given
        if isinstance(target, typed.TableProperty):
            place = layout.table[target.name]
        else:
            place = (layout.fields if target.card else layout.properties)[target.of, target.name]
        assert isinstance(place, Stored)
        return place

    def _atom(self, target: typed.Place) -> tuple[str, ...]:
        if isinstance(target, typed.TableProperty):
            return ("table", target.name)
        assert isinstance(target, typed.Property)
        return ("field" if target.card else "property", target.of, target.name)

    def wake(self, *atoms: tuple[str, ...]) -> None:
        """Runs the triggers that look at what has changed; inside `together` they wait for its end."""
        woken = dict.fromkeys(name for atom in atoms for name in self.shop.woken_by(atom))
        if self.together is not None:
            self.together.update(woken)
            return
        for name in woken:
            self.line(f"{name}(g)")

    def _together(self, stmt: typed.Together) -> None:
        held_back: set[str] = set()
        outer, self.together = self.together, held_back
        self.block(stmt.body)
        self.together = outer
        if outer is not None:
            outer.update(held_back)
            return
        for name in sorted(held_back, key=lambda n: int(n[1:])):
            self.line(f"{name}(g)")

    # cards

    def _draw(self, stmt: typed.Draw) -> None:
        source, target = (self.formula.zone_number(z, self.env) for z in (stmt.source, stmt.target))
        test = "None"
        if stmt.where is not None:
            var = self.formula.fresh()
            test = f"lambda {var}: {self.formula.write(stmt.where, {**self.env, stmt.name: var})}"
        self.line(f"draw(g, {self.expr(stmt.count)}, {source}, {target}, {test})")
        refill = self.shop.layout.zones[stmt.source.zone].refill
        zones = [stmt.source.zone, stmt.target.zone, *([refill] if refill else [])]
        self.wake(*(("zone", z) for z in zones))

    def _move(self, stmt: typed.Move) -> None:
        cards = self.expr(stmt.cards)
        if stmt.cards.type.name != "many":
            cards = f"({cards},)"
        target = self.formula.zone_number(stmt.target, self.env)
        self.line(f"move(g, {cards}, {target}, {stmt.side!r})")
        of = self.shop.layout.zones[stmt.target.zone].of
        self.wake(*(("zone", z) for z in self.shop.zones_of(of)))

    def _turn(self, stmt: typed.Turn) -> None:
        self.line(f"turn(g, {self.expr(stmt.card)}, {self.shop.layout.card_name(stmt.into)})")
        kind = self.shop.layout.card_kinds[self.shop.layout.card_name(stmt.into)]
        self.wake(*(("zone", z) for z in self.shop.zones_of(kind)))

    def _zones(self, facts: typed.Facts) -> str:
        place = self.shop.layout.zones[facts.name]
        if facts.owners is None:
            return f"({place.base},)"
        owners = self.expr(facts.owners)
        if facts.owners.type.name != "many":
            return f"({place.base} + {owners},)"
        return f"[{place.base} + o for o in {owners}]"

    def _shuffle(self, stmt: typed.Shuffle) -> None:
        self.line(f"for z in {self._zones(stmt.zones)}: shuffle(g, z)")

    def _roll(self, stmt: typed.Roll) -> None:
        self.line(f"for z in {self._zones(stmt.zones)}: roll(g, {self._stream()}, z)")

    # knowledge and words

    def _facts(self, helper: str, facts: typed.Facts, mask: str) -> None:
        if facts.what == "zone":
            self.line(f"for z in {self._zones(facts)}: {helper}_zone(g, z, {mask})")
            return
        what = self.shop.knowable(facts)
        owners = "(0,)" if facts.owners is None else self.expr(facts.owners)
        if facts.owners is not None and facts.owners.type.name != "many":
            owners = f"({owners},)"
        self.line(f"for o in {owners}: {helper}_fact(g, {what}, o, {mask})")

    def _reveal(self, stmt: typed.Reveal) -> None:
        self._facts("show", stmt.facts, "-1")

    def _show(self, stmt: typed.Show) -> None:
        self._facts("show", stmt.facts, f"1 << {self.expr(stmt.seat)}")

    def _hide(self, stmt: typed.Hide) -> None:
        self._facts("hide", stmt.facts, "-1")

    def _parts(self, text: tuple[str | typed.Expr, ...]) -> str:
        parts = [
            f"({self.shop.constant(part)}, None)" if isinstance(part, str)
            else f"({self.shop.constant(part.type)}, {self._value(part)})"
            for part in text
        ]  # fmt: skip
        return f"({', '.join(parts)},)" if parts else "()"

    def _value(self, part: typed.Expr) -> str:
        """A value to be said; a card as it looks now, since later it may look otherwise."""
        text = self.expr(part)
        return f"as_seen(g, {text})" if held(part.type).name == "card" else text

    def _tell(self, stmt: typed.Tell) -> None:
        self.line(f"g.log.append(({Note.SAY}, 1 << {self.expr(stmt.seat)}, {self._parts(stmt.text)}))")

    def _announce(self, stmt: typed.Announce) -> None:
        self.line(f"g.log.append(({Note.SAY}, -1, {self._parts(stmt.text)}))")

    # other rules

    def _call(self, code: RuleCode, args: list[str]) -> None:
        if not code.waits:
            self.line(f"{code.function}({', '.join(['g', *args])})")
            return
        target = self.new_segment()
        self.line(f"{_CLEAR}{target.number}")
        self.line(f"f[0] = {target.number}")
        room = ["None"] * (code.size - FIRST_LOCAL - len(args))
        self.line(f"g.stack.append([{', '.join([str(code.segment), 'None', *args, *room])}])")
        self.line("return")
        self.enter(target)

    def _do(self, stmt: typed.Do) -> None:
        self._call(self.shop.routine(stmt.routine), [self.expr(a) for a in stmt.args])

    def _ruling(self, stmt: typed.Ruling) -> None:
        self._call(self.shop.ruling(stmt.gap), [self.expr(a) for a in stmt.args])

    def _docard(self, stmt: typed.DoCard) -> None:
        if not self.shop.waits.stmt(stmt):
            self.line(f"do_card(g, {self.expr(stmt.card)})")
            return
        target = self.new_segment()
        self.line(f"c = {self.expr(stmt.card)}")
        self.line(f"{_CLEAR}{target.number}")
        self.line(f"f[0] = {target.number}")
        self.line("do_card(g, c)")
        self.line("return")
        self.enter(target)

    def _cancel(self, stmt: typed.Cancel) -> None:
        self.line(f"cancel(g, {self.expr(stmt.declaration)})")

    def _eliminate(self, stmt: typed.Eliminate) -> None:
        self.line(f"eliminate(g, {self.expr(stmt.seat)})")
        self.wake(("out",))

    def _expire(self, stmt: typed.Expire) -> None:
        self.line(f"expire(g, {self.shop.phase(stmt.phase)})")

    def _stop(self, stmt: typed.Stop) -> None:
        self.leave()

    def _finish(self, stmt: typed.Finish) -> None:
        args = "".join(f"{self.expr(a)}, " for a in stmt.args)
        self.line(f"raise Finished({self.shop.ending(stmt.ending)}, ({args}))")

    # control

    def _if(self, stmt: typed.If) -> None:
        join = self.new_segment() if self.waits and self.shop.waits.stmt(stmt) else None
        for index, (test, body) in enumerate(stmt.branches):
            self.line(f"{'elif' if index else 'if'} {self.expr(test)}:")
            self._branch(body, join)
        if stmt.otherwise is not None:
            self.line("else:")
            self._branch(stmt.otherwise, join)
        if join is not None:
            self.goto(join)
            self.enter(join)

    def _branch(self, body: typed.Block, join: Segment | None) -> None:
        """A branch begins where the `if` stands; if it waits, it ends elsewhere and goes on to the join."""
        here, depth, env = self.cur, self.indent, self.env
        self.indent += 1
        self.block(body)
        if join is not None:
            self.goto(join)
        self.cur, self.indent, self.env = here, depth, env

    def _openlyif(self, stmt: typed.OpenlyIf) -> None:
        join = self.new_segment() if self.waits and self.shop.waits.stmt(stmt) else None
        self.line(f"if surfaces(g, {self._release(stmt.at)}, {self.expr(stmt.test)}):")
        self._branch(stmt.body, join)
        if join is not None:
            self.goto(join)
            self.enter(join)

    def _for(self, stmt: typed.For) -> None:
        coll = self.expr(stmt.coll)
        if not self.waits or not self.shop.waits.block(stmt.body):
            outer = self.env
            name = self.name(stmt.name, False)
            fixed = isinstance(stmt.coll, typed.AllOf | typed.Between | typed.ListOf | typed.Filter)
            self.line(f"for {name} in {coll if fixed else f'tuple({coll})'}:")
            self.indent += 1
            self.block(stmt.body)
            self.indent -= 1
            self.env = outer
            return
        self._framed_loop(stmt.name, coll, stmt.body, again=False)

    def _cycle(self, stmt: typed.Cycle) -> None:
        self._framed_loop(stmt.name, self.expr(stmt.coll), stmt.body, again=True)

    def _framed_loop(self, local: str, coll: str, body: typed.Block, again: bool) -> None:
        outer = self.env
        constant = re.fullmatch(r"C\d+", coll) is not None  # the same for ever: no need to keep it
        items, index = coll if constant else self._frame_slot(), self._frame_slot()
        if not constant:
            self.line(f"{items} = tuple({coll})")
        self.line(f"{index} = 0")
        head, done = self.new_segment(), self.new_segment()
        self.goto(head)
        self.enter(head)
        self.line(f"i = next_turn(g, {items}, {index})" if again else f"i = {index}")
        if not again:
            self.line(f"if i >= len({items}):")
            self.indent += 1
            self.goto(done)
            self.indent -= 1
        # what the loop names may live in a plain name when nobody is asked while it is needed
        name = self.name(local, self.shop.waits.block(body))
        self.line(f"{name} = {items}[i]")
        self.line(f"{index} = (i + 1) % len({items})" if again else f"{index} = i + 1")
        self.block(body)
        self.goto(head)
        self.env = outer
        self.enter(done)

    def _repeat(self, stmt: typed.Repeat) -> None:
        head = self.new_segment()
        self.goto(head)
        self.enter(head)
        self.block(stmt.body)
        self.goto(head)
        self.enter(self.new_segment())

    def _while(self, stmt: typed.While) -> None:
        if not self.waits or not self.shop.waits.block(stmt.body):
            self.line(f"for i in turns({self.expr(stmt.times)}):")
            self.indent += 1
            self.line(f"if not {self.expr(stmt.test)}: break")
            self.block(stmt.body)
            self.indent -= 1
            return
        left = self._frame_slot()
        self.line(f"{left} = {self.expr(stmt.times)}")
        head, done = self.new_segment(), self.new_segment()
        self.goto(head)
        self.enter(head)
        self.line(f"if not {self.expr(stmt.test)}:")
        self.indent += 1
        self.goto(done)
        self.indent -= 1
        self.line(f"{left} = one_less({left})")
        self.block(stmt.body)
        self.goto(head)
        self.enter(done)

    def _forgrowing(self, stmt: typed.ForGrowing) -> None:
        """Each member once, those too that are added meanwhile."""
        place = self.shop.layout.table[stmt.queue]
        assert isinstance(place, Stored)
        waits = self.waits and self.shop.waits.block(stmt.body)
        outer = self.env
        seen = self._frame_slot() if waits else self.formula.fresh()
        self.line(f"{seen} = 0")
        done: Segment | None = None
        head: Segment | None = None
        if waits:
            head, done = self.new_segment(), self.new_segment()
            self.goto(head)
            self.enter(head)
            self.line(f"if not S[{place.base}] & ~{seen}:")
            self.indent += 1
            self.goto(done)
            self.indent -= 1
        else:
            self.line(f"while S[{place.base}] & ~{seen}:")
            self.indent += 1
        name = self.name(stmt.name, waits)
        self.line(f"{name} = lowest_bit(S[{place.base}] & ~{seen})")
        self.line(f"{seen} = {seen} | 1 << {name}")
        self.block(stmt.body)
        if head is not None and done is not None:
            self.goto(head)
            self.enter(done)
        else:
            self.indent -= 1
        self.env = outer

    # decisions

    def _mask(self, seat: str, audience: typed.Audience | None) -> str:
        if audience is None:
            return "-1"
        if audience.seat is None:
            return f"1 << {seat}"
        return f"1 << {seat} | 1 << {self.expr(audience.seat)}"

    def _options(self, picks: tuple[typed.Pick, ...], seat: str, env: Env, test: typed.Expr | None = None) -> str:
        """All answers, as Python text: a bare value for one choice, a tuple for several."""
        names, loops = [], []
        for pick in picks:
            var = self.formula.fresh()
            of = pick.coll.type.of
            if of is not None and of.name == "card":
                loops.append(f"for {var} in unlike(g, {seat}, {self.formula.write(pick.coll, env)})")
            elif isinstance(pick.coll, typed.Filter):
                inner = {**env, pick.coll.name: var}
                coll = self.formula.write(pick.coll.coll, env)
                loops.append(f"for {var} in {coll} if {self.formula.write(pick.coll.test, inner)}")
            else:
                loops.append(f"for {var} in {self.formula.write(pick.coll, env)}")
            names.append(var)
            if isinstance(pick.target, typed.Local):
                env = {**env, pick.target.name: var}
        when = f" if {self.formula.write(test, env)}" if test is not None else ""
        value = names[0] if len(names) == 1 else f"({', '.join(names)})"
        return f"[{value} {' '.join(loops)}{when}]"

    def _choose(self, stmt: typed.Choose, framed: bool) -> None:
        self.line(f"s = {self.expr(stmt.seat)}")
        self.line(f"o = {self._options(stmt.picks, 's', self.env)}")
        if stmt.may:
            self.line("o.append(None)")
        site = self._choose_site(stmt)
        self.line(f"ask(g, f, s, {site}, o, {self._mask('s', stmt.audience)})")
        self.cut()
        self._take(stmt.picks, "f[1]", framed, stmt.may)

    def _choose_site(self, stmt: typed.Choose) -> int:
        picks = tuple(p.coll.type.of or held(p.target.type) for p in stmt.picks)
        return self.shop.site(Site("choose", self.path, stmt.at, stmt.prompt or "", picks, may=stmt.may))

    def _take(self, picks: tuple[typed.Pick, ...], answer: str, framed: bool, may: bool = False) -> None:
        """Gives the parts of an answer to what was to be chosen."""
        self.line(f"a = {answer}")
        if answer == "f[1]":
            self.line("f[1] = None")
        for index, pick in enumerate(picks):
            part = "a" if len(picks) == 1 else f"a[{index}]"
            if may and len(picks) > 1:
                part = f"(None if a is None else a[{index}])"
            if isinstance(pick.target, typed.Local):
                self.line(f"{self.name(pick.target.name, framed)} = {part}")
            else:
                self.write_to(pick.target, "=", part, None)

    def _confirm(self, stmt: typed.Confirm) -> None:
        site = self.shop.site(Site("confirm", self.path, stmt.at, stmt.text))
        self.line(f"confirm(g, f, {self.expr(stmt.seat)}, {site})")
        self.cut()
        self.line("f[1] = None")

    def _ask(self, stmt: typed.Ask) -> None:
        self.line(f"s = {self.expr(stmt.seat)}")
        self._ask_options(stmt)
        self.line(f"ask(g, f, s, {self._ask_site(stmt)}, o, {self._mask('s', stmt.audience)})")
        self.cut()
        self.line("a = f[1]")
        self.line("f[1] = None")
        join = self.new_segment()
        self._ask_bodies(stmt, join)
        self.goto(join)
        self.enter(join)

    def _ask_options(self, stmt: typed.Ask) -> None:
        self.line("o = []")
        for index, option in enumerate(stmt.options):
            if option.picks:
                listed = self._options(option.picks, "s", self.env, option.when)
                self.line(f"o += [({index}, x) for x in {listed}]")
            elif option.when is not None:
                self.line(f"if {self.expr(option.when)}: o.append(({index}, None))")
            else:
                self.line(f"o.append(({index}, None))")

    def _ask_site(self, stmt: typed.Ask) -> int:
        options = tuple((o.name, tuple(p.coll.type.of or held(p.target.type) for p in o.picks)) for o in stmt.options)
        return self.shop.site(Site("ask", self.path, stmt.at, stmt.prompt or "", options=options))

    def _ask_bodies(self, stmt: typed.Ask, join: Segment | None) -> None:
        for index, option in enumerate(stmt.options):
            self.line(f"{'elif' if index else 'if'} a[0] == {index}:")
            here, depth, env = self.cur, self.indent, self.env
            self.indent += 1
            self.line("x = a[1]")
            self._take_option(option)
            self.block(option.body)
            if join is not None:
                self.goto(join)
            self.cur, self.indent, self.env = here, depth, env

    def _take_option(self, option: typed.Option) -> None:
        framed = self.waits and self.shop.waits.block(option.body)
        for number, pick in enumerate(option.picks):
            part = "x" if len(option.picks) == 1 else f"x[{number}]"
            if isinstance(pick.target, typed.Local):
                self.line(f"{self.name(pick.target.name, framed)} = {part}")
            else:
                self.write_to(pick.target, "=", part, None)

    def _offer(self, stmt: typed.Offer) -> None:
        target = self.new_segment()
        seat = self.expr(stmt.seat)
        self.line(f"s = {seat}")
        self.line(f"{_CLEAR}{target.number}")
        self.line(f"f[0] = {target.number}")
        self.line(f"offer(g, {self.shop.menu(stmt.menu)}, s)")
        self.line("return")
        self.enter(target)

    def _atonce(self, stmt: typed.AtOnce) -> None:
        """All are asked before anybody's answer does anything."""
        outer = self.env
        inner = stmt.body.stmts[0]
        item = self.formula.fresh()
        self.line("asks = []")
        self.line(f"for {item} in tuple({self.expr(stmt.coll)}):")
        self.indent += 1
        self.env = {**self.env, stmt.name: item}
        site = self._one_ask(inner)
        mask = self._mask("s", getattr(inner, "audience", None))
        forced = isinstance(inner, typed.Confirm)
        self.line(f"asks.append((s, {site}, o, {mask}, {item}, {forced}))")
        self.indent -= 1
        self.env = outer
        covered = inner.covered if isinstance(inner, typed.Choose) else None
        if covered is not None:
            self._cover(covered, site)
        self.line("ask_all(g, f, asks)")
        self.cut()
        self.line("answers = f[1]")
        self.line("f[1] = None")
        self.line(f"for {item}, a in answers:")
        self.indent += 1
        if covered is not None:
            self.line(f"if {item} is None: continue")
        self.env = {**self.env, stmt.name: item}
        self._one_answer(inner)
        self.indent -= 1
        self.env = outer

    def _cover(self, seats: typed.Expr, site: int) -> None:
        """The other seats are asked as well and can only wait, so that being asked says nothing."""
        self.line("asked = {a[0] for a in asks}")
        self.line(f"asks += [(s, {site}, [None], 0, None, False) for s in {self.expr(seats)} if s not in asked]")
        self.line("asks.sort(key=lambda a: a[0])")

    def _one_ask(self, inner: typed.Stmt) -> int:
        match inner:
            case typed.Choose():
                self.line(f"s = {self.expr(inner.seat)}")
                self.line(f"o = {self._options(inner.picks, 's', self.env)}")
                if inner.may:
                    self.line("o.append(None)")
                return self._choose_site(inner)
            case typed.Ask():
                self.line(f"s = {self.expr(inner.seat)}")
                self._ask_options(inner)
                return self._ask_site(inner)
            case typed.Confirm():
                self.line(f"s = {self.expr(inner.seat)}")
                self.line("o = [None]")
                return self.shop.site(Site("confirm", self.path, inner.at, inner.text))
            case _:
                raise TypeError(f"not a question: {type(inner).__name__}")

    def _one_answer(self, inner: typed.Stmt) -> None:
        match inner:
            case typed.Choose():
                self._take(inner.picks, "a", False, inner.may)
            case typed.Ask():
                self._ask_bodies(inner, None)
            case _:
                self.line("pass")


# clearing


def clear_dead(segments: list[Segment], params: int, *, size: int) -> None:
    """Puts in place of each marked cut the clearing of what the next segment, and those behind it, never read."""
    reads, writes, exits = {}, {}, {}
    for segment in segments:
        reads[segment.number], writes[segment.number] = _reads_and_writes(segment)
        exits[segment.number] = [int(t[len(_CLEAR) :]) for _, t, _ in segment.lines if t.startswith(_CLEAR)]
    live = _live(reads, writes, exits)
    for segment in segments:
        here = reads[segment.number] | writes[segment.number] | live[segment.number]
        segment.lines = [
            line
            for old in segment.lines
            for line in _cleared(
                old,
                live,
                here if segment.number != segments[0].number else here | set(range(FIRST_LOCAL, FIRST_LOCAL + params)),
            )
        ]


def _cleared(
    line: tuple[int, str, Offsets], live: dict[int, set[int]], here: set[int]
) -> list[tuple[int, str, Offsets]]:
    indent, text, at = line
    if not text.startswith(_CLEAR):
        return [line]
    dead = sorted(here - live[int(text[len(_CLEAR) :])] - {0, 1})
    return [(indent, " = ".join(f"f[{slot}]" for slot in dead) + " = None", at)] if dead else []


def _reads_and_writes(segment: Segment) -> tuple[set[int], set[int]]:
    """Slots that are read before they are written in a segment, and slots that are written first."""
    reads: set[int] = set()
    writes: set[int] = set()
    for _, text, _ in segment.lines:
        target = re.match(r"f\[(\d+)\] = ", text)
        rest = text[target.end() :] if target else text
        reads |= {int(n) for n in _FRAME.findall(rest)} - writes
        if target and int(target.group(1)) not in reads:
            writes.add(int(target.group(1)))
    return reads, writes


def _live(reads: dict[int, set[int]], writes: dict[int, set[int]], exits: dict[int, list[int]]) -> dict[int, set[int]]:
    live = {number: set(slots) for number, slots in reads.items()}
    changed = True
    while changed:
        changed = False
        for number in reversed(list(live)):
            behind = set().union(*(live[n] for n in exits[number])) if exits[number] else set()
            wanted = reads[number] | (behind - writes[number])
            if wanted != live[number]:
                live[number], changed = wanted, True
    return live
