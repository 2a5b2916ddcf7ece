"""Naming and typing of statements: a block of the syntax tree -> a typed block, findings on the way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sfrules.diag import did_you_mean
from sfrules.lang import ast, typed
from sfrules.lang.parse import parse_formula
from sfrules.lang.types import ANY, DECLARATION, FLAG, NUMBER, Type, fits, held, many, optional, unfit
from sfrules.model.expressions import Typer, existing, method_for

_PURE = ast.Expr.__args__
"""What may stand right of `let` and tells nobody anything: a name for it that nobody uses is a slip."""

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class StatementTyper(Typer):
    """Types whole blocks; what a `let` names is known to the end of its block."""

    at_once = False
    """Whether the statement stands in an `at once for`."""

    def block(self, block: ast.Block) -> typed.Block:
        """A block with its own names."""
        outer = self.scope
        self.scope = outer.inner()
        stmts: list[typed.Stmt] = []
        for index, stmt in enumerate(block.stmts):
            stmts.append(self.stmt(stmt))
            self._after(stmt)
            if index + 1 < len(block.stmts) and ends(stmt):
                self.report("SF310", block.stmts[index + 1].at, "This is never reached: the rule has ended before.", "")
                break
        self.scope = outer
        for stmt in block.stmts:
            if isinstance(stmt, ast.Let) and stmt.name not in self.used and isinstance(stmt.value, _PURE):
                self.report("SF308", stmt.at, f"Nothing uses “{stmt.name}”.", "Leave the line out.")
        return typed.Block(tuple(stmts), at=block.at)

    def _after(self, stmt: ast.Stmt) -> None:
        """`if not x exists ... stop end`: from here on, x exists."""
        if isinstance(stmt, ast.If) and stmt.otherwise is None and len(stmt.branches) == 1:
            test, body = stmt.branches[0]
            if body.stmts and isinstance(body.stmts[-1], ast.Stop | ast.Finish):
                self.scope.known |= existing(test, holds=False)

    def stmt(self, stmt: ast.Stmt) -> typed.Stmt:
        """One statement."""
        made: typed.Stmt = getattr(self, method_for("_s_", type(stmt).__name__))(stmt)
        return made

    # values

    def source(self, node: ast.Source, wanted: Type = ANY) -> tuple[typed.Source, Type]:
        """What stands right of `=`, and its type."""
        match node:
            case ast.Openly():
                value = self.expr(node.value, wanted)
                return typed.Openly(value, at=node.at), value.type
            case ast.TellWhether():
                told = typed.TellWhether(self.want(node.seat, self.lex.seat), self.expr(node.value, wanted), at=node.at)
                return told, told.value.type
            case ast.Random():
                coll, of = self.coll(node.coll)
                return typed.Random(coll, at=node.at), of
            case _:
                value = self.expr(node, wanted)
                return value, value.type

    def _s_let(self, stmt: ast.Let) -> typed.Stmt:
        value, of = self.source(stmt.value)
        self._name_free(stmt.name, stmt.at)
        self.scope.locals[stmt.name] = of
        return typed.Let(stmt.name, value, at=stmt.at)

    def _name_free(self, name: str, at: ast.Offsets) -> None:
        if name in self.lex.table or name in self.lex.things or name in self.lex.numbers or name in self.lex.kinds:
            self.report(
                "SF304", at, f"“{name}” is already the name of something in the content.", "Choose another name."
            )

    # writing

    def place(self, node: ast.Expr) -> typed.Place | None:
        """What may stand left of `=`: a property or, once chosen, a local."""
        target = self.expr(node)
        if isinstance(target, typed.Property):
            word = self.lex.properties(
                target.object.type if target.object.type.name != "optional" else held(target.object.type)
            ).get(target.name)
            if word is not None and word.fixed:
                self.report("SF307", node.at, f"“{target.name}” is fixed by the content; a rule cannot change it.", "")
            return target
        if isinstance(target, typed.TableProperty):
            return target
        if isinstance(target, typed.OverEach) and isinstance(target.coll, typed.AllOf):
            self.report("SF307", node.at, *self._all_at_once(target.coll.kind, node))
        elif target.type != ANY or isinstance(target, typed.Local):
            self.report("SF307", node.at, "Only a property can be changed.", "")
        return None

    def _all_at_once(self, kind: str, node: ast.Expr) -> tuple[str, str]:
        """What to say where that of all things of a kind would be changed in one go."""
        name = getattr(node, "name", "")
        one = self.one_of(kind)
        such = f", such as {one}.{name}" if one and name else ""
        return f"“{kind}” is a kind and means all of it. Say which one{such}.", f"For all of them: for NAME in {kind}"

    def _s_write(self, stmt: ast.Write) -> typed.Stmt:
        target = self._written(stmt.target)
        if target is None:
            self.source(stmt.value)
            return typed.Stop(at=stmt.at)
        wanted = target.type
        if stmt.op != "=" and not fits(wanted, NUMBER):
            self.report("SF302", stmt.at, f"Only a number can be changed with {stmt.op}.", "Write “=”.")
            return typed.Stop(at=stmt.at)
        value, of = self.source(stmt.value, wanted)
        if not fits(of, wanted):
            if of.name == "optional" and fits(held(of), wanted):
                self.report("SF303", stmt.value.at, "This may be none here.", "Test it first with “exists”.")
            else:
                self.report("SF302", stmt.value.at, unfit(of, wanted), "")
        self._bounds(stmt, target, value)
        if of.name == "optional":
            self.scope.known.discard(stmt.target)
        return typed.Write(target, stmt.op, value, self._until(stmt.until), at=stmt.at)

    def _written(self, node: ast.Expr) -> typed.Place | None:
        """The place that is written; what is known of its old value says nothing of the new one."""
        known = self.scope.known
        self.scope.known = known - {node} if known else known
        target = self.place(node)
        self.scope.known = known
        return target

    def _bounds(self, stmt: ast.Write, target: typed.Place, value: typed.Source) -> None:
        word = self._word_of(target)
        if stmt.op == "=" and word is not None and isinstance(value, typed.Expr):
            self.within(value, word.low, word.high)

    def within(self, value: typed.Expr, low: int | None, high: int | None) -> None:
        """Reports a number, written out or named, that lies outside of bounds."""
        negative = isinstance(value, typed.Negative)
        inner = value.value if isinstance(value, typed.Negative) else value
        if not isinstance(inner, typed.Const | typed.Named) or not isinstance(inner.value, int):
            return
        number = -inner.value if negative else inner.value
        if (low is not None and number < low) or (high is not None and number > high):
            ends = "..".join("" if end is None else str(end) for end in (low, high))
            self.report("SF309", value.at, f"{number} is out of bounds: the track goes {ends}.", "")

    def _word_of(self, target: typed.Place) -> Any:
        if isinstance(target, typed.TableProperty):
            return self.lex.table.get(target.name)
        if isinstance(target, typed.Property):
            return self.lex.properties(held(target.object.type)).get(target.name)
        return None

    def _until(self, until: ast.Until | None) -> typed.Until | None:
        if until is None:
            return None
        self._phase(until.phase, until.at)
        return typed.Until(until.phase, until.next, at=until.at)

    def _phase(self, phase: str, at: ast.Offsets) -> None:
        if phase not in self.lex.phases:
            self._missing("phase", phase, self.lex.phases, at)

    def _s_add(self, stmt: ast.Add) -> typed.Stmt:
        target, value = self._set_change(stmt.target, stmt.value)
        return typed.Add(value, target, self._until(stmt.until), at=stmt.at) if target else typed.Stop(at=stmt.at)

    def _s_remove(self, stmt: ast.Remove) -> typed.Stmt:
        target, value = self._set_change(stmt.target, stmt.value)
        return typed.Remove(value, target, at=stmt.at) if target else typed.Stop(at=stmt.at)

    def _set_change(self, target: ast.Expr, value: ast.Expr) -> tuple[typed.Place | None, typed.Expr]:
        place = self.place(target)
        if place is not None and place.type.name != "many":
            self.report("SF302", target.at, f"Things are added to a set, and this is {place.type}.", "")
            place = None
        return place, self.want(value, place.type.of or ANY if place else ANY)

    # decisions

    def picks(self, picks: tuple[ast.Pick, ...]) -> tuple[typed.Pick, ...]:
        """Choices in order: a later one may read an earlier one."""
        made: list[typed.Pick] = []
        for pick in picks:
            target: typed.Place | None
            wanted = self._wanted_by(pick.target)
            coll, of = self.coll(pick.coll, wanted)
            if isinstance(pick.target, ast.Name) and pick.target.id not in self.lex.table:
                self._name_free(pick.target.id, pick.target.at)
                self.scope.locals[pick.target.id] = of
                target = typed.Local(pick.target.id, type=of, at=pick.target.at)
            else:
                target = self.place(pick.target)
                if target is not None and not fits(of, target.type):
                    self.report("SF302", pick.at, unfit(many(of), target.type), "")
            if target is not None:
                made.append(typed.Pick(target, coll, at=pick.at))
        return tuple(made)

    def _wanted_by(self, target: ast.Expr) -> Type:
        """What is chosen for a property is of its type, so that a bare word can be meant."""
        if isinstance(target, ast.Name) and target.id not in self.lex.table:
            return ANY
        return many(held(self.quietly(target).type))

    def _audience(self, audience: ast.Audience | None) -> typed.Audience | None:
        if audience is None:
            return None
        seat = self.want(audience.seat, self.lex.seat) if audience.seat is not None else None
        return typed.Audience(seat, at=audience.at)

    def _s_choose(self, stmt: ast.Choose) -> typed.Stmt:
        picks = self.picks(stmt.picks)
        if stmt.may:
            for pick in picks:
                self._maybe_none(pick)
        if stmt.by is None:
            if "actor" not in self.scope.locals:
                self.report("SF307", stmt.at, "It is not said who chooses.", "Add “by ...”.")
            seat: typed.Expr = typed.Local("actor", type=self.lex.seat, at=stmt.at)
            return typed.Choose(stmt.may, picks, seat, None, stmt.prompt, self._audience(stmt.audience), at=stmt.at)
        seat = self.want(stmt.by.seat, self.lex.seat)
        if stmt.by.covered is not None and not self.at_once:
            self.report("SF307", stmt.by.at, "“covered by” stands only inside “at once for”.", "")
        covered = self.coll(stmt.by.covered)[0] if stmt.by.covered is not None else None
        return typed.Choose(stmt.may, picks, seat, covered, stmt.prompt, self._audience(stmt.audience), at=stmt.at)

    def _maybe_none(self, pick: typed.Pick) -> None:
        """What may be left unchosen is none then, and has to have room for that."""
        if isinstance(pick.target, typed.Local):
            self.scope.locals[pick.target.name] = optional(pick.target.type)
        elif pick.target.type != ANY and pick.target.type.name != "optional":
            message = f"Who may choose may choose nothing, and “{pick.target.name}” is never none."
            self.report("SF303", pick.target.at, message, "Leave out “may”, or write “optional: yes” for the property.")

    def _s_confirm(self, stmt: ast.Confirm) -> typed.Stmt:
        return typed.Confirm(stmt.text, self.want(stmt.seat, self.lex.seat), at=stmt.at)

    def _s_ask(self, stmt: ast.Ask) -> typed.Stmt:
        seat = self.want(stmt.seat, self.lex.seat)
        options = tuple(self._option(option) for option in stmt.options)
        self._told_apart(stmt.options)
        return typed.Ask(seat, stmt.prompt, self._audience(stmt.audience), options, at=stmt.at)

    def _told_apart(self, options: tuple[ast.Option, ...]) -> None:
        """An answer is given by the name of its option. Two with conditions of their own may never meet."""
        first: dict[str, ast.Option] = {}
        for option in options:
            before = first.setdefault(option.name, option)
            if before is not option:
                apart = before.picks or option.picks or (before.when and option.when and before.when != option.when)
                message = f"This question has an option “{option.name}” already."
                self.report("SF304" if apart else "SF320", option.at, message, "Give each a name of its own.")

    def _option(self, option: ast.Option) -> typed.Option:
        outer = self.scope
        self.scope = outer.inner()
        picks = self.picks(option.picks)
        when = self.want(option.when, FLAG) if option.when is not None else None
        body = self.block(option.body)
        self.scope = outer
        return typed.Option(option.name, picks, when, body, at=option.at)

    # cards

    def _zone(self, node: ast.Expr) -> typed.Zone | None:
        target = self.expr(node)
        if isinstance(target, typed.Zone):
            return target
        if target.type != ANY:
            self.report("SF302", node.at, "Here the name of a zone is wanted.", "")
        return None

    def _s_draw(self, stmt: ast.Draw) -> typed.Stmt:
        count = self.want(stmt.count, NUMBER)
        source, target = self._zone(stmt.source), self._zone(stmt.target)
        if source is None or target is None:
            return typed.Stop(at=stmt.at)
        self._same_cards(source, target, stmt.at)
        name, where = "", None
        if stmt.where is not None:
            name, where = self.filter("", source.type.of or ANY, stmt.where)
        return typed.Draw(count, source, name, where, target, at=stmt.at)

    def _same_cards(self, cards: typed.Expr, target: typed.Zone, at: ast.Offsets) -> None:
        held_by = target.type.of
        given = cards.type.of if cards.type.name == "many" else held(cards.type)
        if held_by is not None and given is not None and not fits(given, held_by):
            self.report("SF302", at, f"The zone “{target.zone}” holds {many(held_by)}, and this is {given.phrase}.", "")

    def _s_move(self, stmt: ast.Move) -> typed.Stmt:
        cards, target = self.expr(stmt.cards), self._zone(stmt.target)
        if target is None:
            return typed.Stop(at=stmt.at)
        if cards.type.name == "optional" and stmt.cards not in self.scope.known:
            self.report("SF303", stmt.cards.at, "This may be none here.", "Test it first with “exists”.")
        self._same_cards(cards, target, stmt.at)
        return typed.Move(cards, target, stmt.side, at=stmt.at)

    def _s_turn(self, stmt: ast.Turn) -> typed.Stmt:
        card = self.want(stmt.card, Type("card"))
        if stmt.into not in self.lex.cards:
            self._missing("card", stmt.into, self.lex.cards, stmt.at)
        elif card.type.name == "card" and card.type.kind not in ("", self.lex.cards[stmt.into] or card.type.kind):
            self.report("SF302", stmt.at, f"“{stmt.into}” is a card of another kind.", "")
        return typed.Turn(card, stmt.into, at=stmt.at)

    def _s_shuffle(self, stmt: ast.Shuffle) -> typed.Stmt:
        return typed.Shuffle(self.facts(stmt.target, zones_only=True), at=stmt.at)

    def _s_roll(self, stmt: ast.Roll) -> typed.Stmt:
        return typed.Roll(self.facts(stmt.target, zones_only=True), at=stmt.at)

    # who knows what

    def facts(self, node: ast.Expr, *, zones_only: bool = False) -> typed.Facts:
        """A zone or a property, of nobody, of one thing or of several."""
        target = self.expr(node)
        made = self._facts(target, node.at)
        if made is None or (zones_only and made.what != "zone"):
            told = target.body if isinstance(target, typed.OverEach) else target
            if told.type != ANY:
                wanted = "the name of a zone" if zones_only else "a zone or a property"
                self.report("SF302", node.at, f"Here {wanted} is wanted.", "")
            return typed.Facts("table", "", "", None, at=node.at)
        return made

    def _facts(self, target: typed.Expr, at: ast.Offsets) -> typed.Facts | None:
        owners: typed.Expr | None = None
        body = target
        if isinstance(target, typed.OverEach):
            owners, body = target.coll, target.body
        match body:
            case typed.Zone():
                return typed.Facts("zone", "", body.zone, owners or body.owner, at=at)
            case typed.Property() | typed.Derived():
                what: Any = "field" if body.card else "property"
                return typed.Facts(what, body.of, body.name, owners or body.object, at=at)
            case typed.TableProperty():
                return typed.Facts("table", "", body.name, None, at=at)
            case _:
                return None

    def _s_reveal(self, stmt: ast.Reveal) -> typed.Stmt:
        return typed.Reveal(self.facts(stmt.target), at=stmt.at)

    def _s_hide(self, stmt: ast.Hide) -> typed.Stmt:
        return typed.Hide(self.facts(stmt.target), at=stmt.at)

    def _s_show(self, stmt: ast.Show) -> typed.Stmt:
        return typed.Show(self.facts(stmt.target), self.want(stmt.seat, self.lex.seat), at=stmt.at)

    def words(self, text: str, at: ast.Offsets) -> tuple[str | typed.Expr, ...]:
        """The text that ends a statement, with `{placeholders}`: words and expressions in turn."""
        parts: list[str | typed.Expr] = []
        end, begin = 0, at[1] - 1 - len(text)
        for match in _PLACEHOLDER.finditer(text):
            parts.append(text[end : match.start()])
            end = match.end()
            # behind as many tabs as there is text before it, it is placed as in the rule; blanks would indent it
            formula, slips = parse_formula("\t" * (begin + match.start(1)) + match.group(1))
            if formula is None:
                place = (begin + match.start(), begin + end)
                self.report("SF300", place, f"The placeholder {match.group()} cannot be read: {slips[0].message}", "")
            else:
                parts.append(self.expr(formula.value))
        return (*(p for p in parts if p != ""), *([text[end:]] if text[end:] else []))

    def _s_tell(self, stmt: ast.Tell) -> typed.Stmt:
        return typed.Tell(self.want(stmt.seat, self.lex.seat), self.words(stmt.text, stmt.at), at=stmt.at)

    def _s_announce(self, stmt: ast.Announce) -> typed.Stmt:
        return typed.Announce(self.words(stmt.text, stmt.at), at=stmt.at)

    # other rules

    def _missing(self, noun: str, name: str, known: Iterable[str], at: ast.Offsets) -> None:
        """Reports a name that nothing has; one whose definition was refused is reported there."""
        self.unsure = self.unsure or name in self.lex.lost
        if name not in self.lex.lost:
            self.report("SF301", at, f"No {noun} is called “{name}”.{did_you_mean(name, known)}", "")

    def _s_do(self, stmt: ast.Do) -> typed.Stmt:
        target = stmt.target
        if isinstance(target, ast.Method) and target.name == "effect":
            return typed.DoCard(self.want(target.object, Type("card")), at=stmt.at)
        if isinstance(target, ast.Name):
            target = ast.Call(target.id, (), at=target.at)
        if not isinstance(target, ast.Call) or target.name not in self.lex.routines:
            self._missing("routine", getattr(target, "name", ""), self.lex.routines, stmt.at)
            return typed.Stop(at=stmt.at)
        args = self.arguments(target.name, target.args, self.lex.routines[target.name], target.at)
        return typed.Do(target.name, args, at=stmt.at)

    def _s_ruling(self, stmt: ast.Ruling) -> typed.Stmt:
        if stmt.gap not in self.lex.gaps:
            self._missing("gap", stmt.gap, self.lex.gaps, stmt.at)
            return typed.Stop(at=stmt.at)
        return typed.Ruling(stmt.gap, self.arguments(stmt.gap, stmt.args, self.lex.gaps[stmt.gap], stmt.at), at=stmt.at)

    def _s_offer(self, stmt: ast.Offer) -> typed.Stmt:
        if stmt.menu not in self.lex.menus:
            self._missing("menu", stmt.menu, self.lex.menus, stmt.at)
            return typed.Stop(at=stmt.at)
        return typed.Offer(stmt.menu, self.want(stmt.seat, self.lex.seat), at=stmt.at)

    def _s_cancel(self, stmt: ast.Cancel) -> typed.Stmt:
        return typed.Cancel(self.want(stmt.target, DECLARATION), at=stmt.at)

    def _s_eliminate(self, stmt: ast.Eliminate) -> typed.Stmt:
        return typed.Eliminate(self.want(stmt.seat, self.lex.seat), at=stmt.at)

    def _s_expire(self, stmt: ast.Expire) -> typed.Stmt:
        self._phase(stmt.phase, stmt.at)
        return typed.Expire(stmt.phase, at=stmt.at)

    def _s_stop(self, stmt: ast.Stop) -> typed.Stmt:
        return typed.Stop(at=stmt.at)

    def _s_finish(self, stmt: ast.Finish) -> typed.Stmt:
        if stmt.ending not in self.lex.endings:
            self._missing("ending", stmt.ending, self.lex.endings, stmt.at)
            return typed.Stop(at=stmt.at)
        args = self.arguments(stmt.ending, stmt.args, self.lex.endings[stmt.ending], stmt.at)
        return typed.Finish(stmt.ending, args, at=stmt.at)

    # control

    def _s_if(self, stmt: ast.If) -> typed.Stmt:
        before = set(self.scope.known)
        branches = []
        for test, body in stmt.branches:
            tested = self.want(test, FLAG)
            outside = set(self.scope.known)
            self.scope.known = outside | existing(test, holds=True)
            branches.append((tested, self.block(body)))
            self.scope.known = outside | existing(test, holds=False)
        otherwise = self.block(stmt.otherwise) if stmt.otherwise is not None else None
        self.scope.known = before
        return typed.If(tuple(branches), otherwise, at=stmt.at)

    def _s_openlyif(self, stmt: ast.OpenlyIf) -> typed.Stmt:
        return typed.OpenlyIf(self.want(stmt.test, FLAG), self.block(stmt.body), at=stmt.at)

    def _loop(self, stmt: Any, coll: typed.Expr, of: Type) -> typed.Block:
        self._name_free(stmt.name, stmt.at)
        outer = self.named(stmt.name, of)
        body = self.block(stmt.body)
        self.scope = outer
        return body

    def _s_for(self, stmt: ast.For) -> typed.Stmt:
        coll, of = self.coll(stmt.coll)
        return typed.For(stmt.name, coll, self._loop(stmt, coll, of), at=stmt.at)

    def _s_forgrowing(self, stmt: ast.ForGrowing) -> typed.Stmt:
        queue = self.expr(ast.Name(stmt.queue, at=stmt.at))
        of = queue.type.of or ANY
        if not isinstance(queue, typed.TableProperty) or queue.type.name != "many":
            self.report("SF302", stmt.at, f"“{stmt.queue}” is no set of the table.", "")
        return typed.ForGrowing(stmt.name, stmt.queue, self._loop(stmt, queue, of), at=stmt.at)

    def _s_atonce(self, stmt: ast.AtOnce) -> typed.Stmt:
        coll, of = self.coll(stmt.coll)
        self.at_once = True
        if len(stmt.body.stmts) != 1 or not isinstance(stmt.body.stmts[0], ast.Choose | ast.Ask | ast.Confirm):
            self.report("SF307", stmt.at, "“at once for” holds exactly one choose, ask or confirm.", "")
        body = self._loop(stmt, coll, of)
        self.at_once = False
        return typed.AtOnce(stmt.name, coll, body, at=stmt.at)

    def _s_cycle(self, stmt: ast.Cycle) -> typed.Stmt:
        coll, of = self.coll(stmt.coll)
        self._must_wait(stmt)
        return typed.Cycle(stmt.name, coll, self._loop(stmt, coll, of), at=stmt.at)

    def _s_while(self, stmt: ast.While) -> typed.Stmt:
        return typed.While(self.want(stmt.test, FLAG), self.want(stmt.times, NUMBER), self.block(stmt.body), at=stmt.at)

    def _s_repeat(self, stmt: ast.Repeat) -> typed.Stmt:
        self._must_wait(stmt)
        return typed.Repeat(self.block(stmt.body), at=stmt.at)

    def _must_wait(self, stmt: ast.Cycle | ast.Repeat) -> None:
        if not always_leaves(stmt.body):
            self.report(
                "SF311",
                stmt.at,
                "This loop may never end: on some path it neither asks anybody, stops nor finishes.",
                "",
            )

    def _s_together(self, stmt: ast.Together) -> typed.Stmt:
        return typed.Together(self.block(stmt.body), at=stmt.at)


def ends(stmt: ast.Stmt) -> bool:
    """Whether a rule is over behind a statement, whichever way is taken through it."""
    match stmt:
        case ast.Stop() | ast.Finish() | ast.Cycle() | ast.Repeat():
            return True  # a loop without an end is left by stop and finish only
        case ast.If():
            bodies = [body for _, body in stmt.branches]
            return stmt.otherwise is not None and all(map(_ends, [*bodies, stmt.otherwise]))
        case ast.Ask():
            return bool(stmt.options) and all(_ends(option.body) for option in stmt.options)
        case ast.Together():
            return _ends(stmt.body)
        case _:
            return False


def _ends(block: ast.Block) -> bool:
    return bool(block.stmts) and ends(block.stmts[-1])


def always_leaves(block: ast.Block) -> bool:
    """Whether each path through a loop's body waits for somebody, stops or finishes."""
    return any(_leaves(stmt) for stmt in block.stmts)


def _leaves(stmt: ast.Stmt) -> bool:
    match stmt:
        case (
            ast.Choose() | ast.Ask() | ast.Confirm() | ast.Offer() | ast.AtOnce() | ast.Stop() | ast.Finish() | ast.Do()
        ):
            return True
        case ast.Ruling() | ast.Cycle() | ast.Repeat():
            return True
        case ast.If():
            every = all(always_leaves(body) for _, body in stmt.branches)
            return every and stmt.otherwise is not None and always_leaves(stmt.otherwise)
        case _:
            return False


COLLECTION = many(ANY)
