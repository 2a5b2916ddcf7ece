"""Typed statements -> Python text: one function where a rule never waits, else one for each stretch between two waits.

A stretch is a *segment*: it gets the game and its frame, leaves in the frame which segment comes next, and returns.
Names that are needed behind a wait live in the frame, all others are plain Python names; what is no longer needed is
cleared at each cut, so that equal positions are equal.
"""

from __future__ import annotations

import re
from typing import Any, Protocol

from sfrules.lang import typed
from sfrules.lang.ast import Offsets
from sfrules.lang.types import Type, held
from sfrules.program.events import Note
from sfrules.program.flags import FlagWriter
from sfrules.program.formula import Env, FormulaWriter, Library
from sfrules.program.layout import Given, Stored
from sfrules.program.liveness import CHAIN, CLEAR, FIRST_LOCAL, Segment
from sfrules.program.waits import Waits
from sfrules.record import record


@record
class Site:
    """A place in the content where somebody is asked: what the options are made of."""

    kind: str
    rule: tuple[str, ...]
    at: Offsets
    prompt: str = ""
    picks: tuple[Type, ...] = ()
    options: tuple[tuple[str, tuple[Type, ...]], ...] = ()
    may: bool = False


@record
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
    eliminates: bool
    settles: bool
    sites: list[Site]

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


class StatementWriter:
    """Writes the statements of one rule; questions are added by `BlockWriter`."""

    def __init__(self, shop: Workshop, path: tuple[str, ...], params: tuple[str, ...], waits: bool) -> None:
        self.shop = shop
        self.path = path
        self.waits = waits
        self.formula = FormulaWriter(shop)
        self.flags = FlagWriter(self.formula, self)
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

    def test(self, node: typed.Expr) -> str:
        """A test, as text over the lines that are written for it here."""
        return self.flags.write(node, self.env)

    def goto(self, target: Segment) -> None:
        """What comes next stands in another segment, and nobody is waited for in between."""
        self.line(f"{CLEAR}{target.number}")
        self.line(f"{CHAIN}{target.number}")

    def cut(self) -> Segment:
        """Ends the current segment to wait; what comes next stands in a new one."""
        target = self.new_segment()
        self.line(f"{CLEAR}{target.number}")
        self.line(f"f[0] = {target.number}")
        self.line("return")
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
        outer, at = self.env, self.at
        for index, stmt in enumerate(block.stmts):
            rest = block.stmts[index + 1 :]
            self.at = stmt.at
            self.stmt(stmt, framed=self.waits and any(self.shop.waits.stmt(s) for s in rest))
        if not block.stmts:
            self.line("pass")
        # what follows belongs to the statement around
        self.env, self.at = outer, at

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
                return f"told(g, -1, {self._release(source.at)}, {self.test(source.value)})"
            case typed.TellWhether():
                return f"told(g, 1 << {self.expr(source.seat)}, {self._release(source.at)}, {self.test(source.value)})"
            case typed.Random():
                return f"pick(g, {self._stream()}, {self._source(source.coll)})"
            case typed.Function(name="first" | "the-first", args=(typed.Filter() as coll,)):
                return self._found(coll, must=source.name == "the-first")
            case typed.Filter() if self.flags.looks(source.test, {**self.env, source.name: "v0"}):
                return self._filtered(source)
            case _:
                return self.test(source)

    def _found(self, coll: typed.Filter, must: bool) -> str:
        """The first that passes, without a list of all; that there `must` be one, the content has promised."""
        made = self.formula.fresh()
        self.line(f"{made} = None")

        def take(var: str, _: Env) -> None:
            self.flags.paper.line(f"{made} = {var}")
            self.flags.paper.line("break")

        self.flags.through(coll, self.env, take)
        if must:
            self.line("else: the_first(())")
        return made

    def _filtered(self, coll: typed.Filter) -> str:
        """What passes a test that looks through something itself, written out; gives the name of the list."""
        made = self.formula.fresh()
        self.line(f"{made} = []")
        self.flags.through(coll, self.env, lambda var, _: self.flags.paper.line(f"{made}.append({var})"))
        return made

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
            self.line(f"g.faces[{slot} - {stored.base}] = None")
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
        self._fire(list(woken))

    def _fire(self, names: list[str]) -> None:
        """All look before any acts, so that what one of them does is a change of its own for the others."""
        if len(names) == 1:
            self.line(f"if {names[0]}(g): fire(g, {names[0][1:]})")
            return
        for name in names:
            self.line(f"w{name} = {name}(g)")
        for name in names:
            self.line(f"if w{name}: fire(g, {name[1:]})")

    def _together(self, stmt: typed.Together) -> None:
        held_back: set[str] = set()
        outer, self.together = self.together, held_back
        self.block(stmt.body)
        self.together = outer
        if outer is not None:
            outer.update(held_back)
            return
        self._fire(sorted(held_back, key=lambda n: int(n[1:])))

    # cards

    def _draw(self, stmt: typed.Draw) -> None:
        source, target = (self.formula.zone_number(z, self.env) for z in (stmt.source, stmt.target))
        test = "None"
        if stmt.where is not None:
            var = self.formula.fresh()
            wanted = self.formula.write(stmt.where, {**self.env, stmt.name: var})
            test = f"lambda zone: [i for i, {var} in enumerate(zone) if {wanted}]"
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
        # first of all: what it is given may be read nowhere behind
        self.line(f"g.stack.append([{', '.join([str(code.segment), 'None', *args])}, *ROOM{code.segment}])")
        self.line(f"{CLEAR}{target.number}")
        self.line(f"f[0] = {target.number}")
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
        self.line(f"{CLEAR}{target.number}")
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
        outer = self.indent
        for index, (test, body) in enumerate(stmt.branches):
            word = "elif" if index else "if"
            if index and self.flags.looks(test, self.env):
                self.line("else:")  # what the test needs to look through stands before it
                self.indent += 1
                word = "if"
            self.line(f"{word} {self.test(test)}:")
            self._branch(body, join)
        if stmt.otherwise is not None:
            self.line("else:")
            self._branch(stmt.otherwise, join)
        self.indent = outer
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
        self.line(f"if surfaces(g, {self._release(stmt.at)}, {self.test(stmt.test)}):")
        self._branch(stmt.body, join)
        if join is not None:
            self.goto(join)
            self.enter(join)

    def _for(self, stmt: typed.For) -> None:
        if not self.waits or not self.shop.waits.block(stmt.body):
            outer, coll = self.env, self.expr(stmt.coll)
            name = self.name(stmt.name, False)
            fixed = isinstance(stmt.coll, typed.AllOf | typed.Between | typed.ListOf | typed.Filter)
            self.line(f"for {name} in {coll if fixed else f'tuple({coll})'}:")
            self.indent += 1
            self.block(stmt.body)
            self.indent -= 1
            self.env = outer
            return
        self._framed_loop(stmt.name, stmt.coll, stmt.body, again=False)

    def _cycle(self, stmt: typed.Cycle) -> None:
        self._framed_loop(stmt.name, stmt.coll, stmt.body, again=True)

    def _framed_loop(self, local: str, coll: typed.Expr, body: typed.Block, again: bool) -> None:
        outer, text = self.env, self.expr(coll)
        constant = re.fullmatch(r"C\d+", text) is not None  # the same for ever: no need to keep it
        items, index = text if constant else self._frame_slot(), self._frame_slot()
        count = str(len(self.shop.layout.things[coll.kind])) if isinstance(coll, typed.AllOf) else f"len({items})"
        if not constant:
            self.line(f"{items} = tuple({text})")
        self.line(f"{index} = 0")
        head, done = self.new_segment(), self.new_segment()
        self.goto(head)
        self.enter(head)
        self.line(f"i = next_turn(g, {items}, {index})" if again and self.shop.eliminates else f"i = {index}")
        if not again:
            self.line(f"if i >= {count}:")
            self.indent += 1
            self.goto(done)
            self.indent -= 1
        # what the loop names may live in a plain name when nobody is asked while it is needed
        name = self.name(local, self.shop.waits.block(body))
        self.line(f"{name} = {'i' if isinstance(coll, typed.AllOf) else f'{items}[i]'}")
        self.line(f"{index} = (i + 1) % {count}" if again else f"{index} = i + 1")
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
            self.line(f"if not {self.test(stmt.test)}: break")
            self.block(stmt.body)
            self.indent -= 1
            return
        left = self._frame_slot()
        self.line(f"{left} = {self.expr(stmt.times)}")
        head, done = self.new_segment(), self.new_segment()
        self.goto(head)
        self.enter(head)
        self.line(f"if not {self.test(stmt.test)}:")
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
