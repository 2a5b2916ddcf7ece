"""Typed questions -> Python text: choose, ask, confirm, offer, and several asked at once."""

from __future__ import annotations

from sfrules.lang import typed
from sfrules.lang.types import held
from sfrules.program.events import Note
from sfrules.program.formula import Env
from sfrules.program.liveness import CLEAR, Segment
from sfrules.program.statements import Site, StatementWriter


class BlockWriter(StatementWriter):
    """Writes whole rules: statements, and the questions at which a rule waits."""

    def _mask(self, seat: str, audience: typed.Audience | None) -> str:
        if audience is None:
            return "-1"
        if audience.seat is None:
            return f"1 << {seat}"
        return f"1 << {seat} | 1 << {self.expr(audience.seat)}"

    def _options(self, picks: tuple[typed.Pick, ...], seat: str, env: Env, test: typed.Expr | None = None) -> str:
        """All answers, as the name of a list: bare values for one choice, tuples for several.

        They are gathered in loops, for a comprehension is a call, and a test may look through something itself.
        """
        made, outer, names = self.formula.fresh(), self.indent, []
        self.line(f"{made} = []")
        for pick in picks:
            var = self.formula.fresh()
            coll, wanted, inner = self._offered(pick, seat, var, env)
            self.line(f"for {var} in {coll}:")
            self.indent += 1
            self._only_if(wanted, inner)
            names.append(var)
            env = _with_pick(pick, var, env)
        self._only_if(test, env)
        self.line(f"{made}.append({_answer(names)})")
        self.indent = outer
        return made

    def _only_if(self, test: typed.Expr | None, env: Env) -> None:
        if test is not None:
            self.line(f"if {self.flags.write(test, env)}:")
            self.indent += 1

    def _offered(self, pick: typed.Pick, seat: str, var: str, env: Env) -> tuple[str, typed.Expr | None, Env]:
        """What a choice goes through, the test that is left, and the names it is made in."""
        of = pick.coll.type.of
        if of is not None and of.name == "card":
            return self.formula.unlike(seat, pick.coll, env), None, env
        if isinstance(pick.coll, typed.Filter):
            return self.formula.write(pick.coll.coll, env), pick.coll.test, {**env, pick.coll.name: var}
        return self.formula.write(pick.coll, env), None, env

    def _choose(self, stmt: typed.Choose, framed: bool) -> None:
        self.line(f"s = {self.expr(stmt.seat)}")
        self.line(f"o = {self._options(stmt.picks, 's', self.env)}")
        if stmt.may:
            self.line("o.append(None)")
        site = self._choose_site(stmt)
        mask = self._mask("s", stmt.audience)
        self._put(site, mask)
        self.cut()
        cards = len(stmt.picks) == 1 and held(self.shop.sites[site].picks[0]).name == "card"
        self._note(site, mask, "as_seen(g, f[1])" if cards else "f[1]")
        self._take(stmt.picks, "f[1]", framed, stmt.may)

    def _put(self, site: int, mask: str) -> None:
        """Puts the question; what needs more than that, such as one that has only one answer, `ask` sees to."""
        waits = " and not (g.late or g.queue)" if self.shop.settles else ""
        self.line(f"if len(o) > 1{waits}:")
        self.indent += 1
        for name, value in (("seat", "s"), ("site", site), ("options", "o"), ("mask", mask)):
            self.line(f"g.{name} = {value}")
        self.indent -= 1
        self.line(f"else: ask(g, f, s, {site}, o, {mask})")

    def _note(self, site: int, mask: str, answer: str) -> None:
        """The answer as it stands in the log; who was asked, and who sees it, is still known."""
        mask = "-1" if mask == "-1" else "g.mask"
        self.line(f"g.log.append(({Note.ANSWER}, {mask}, {site}, g.seat, {answer}))")

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
        self._note(site, "-1", "None")
        self.line("f[1] = None")

    def _ask(self, stmt: typed.Ask) -> None:
        self.line(f"s = {self.expr(stmt.seat)}")
        self._ask_options(stmt)
        site, mask = self._ask_site(stmt), self._mask("s", stmt.audience)
        self._put(site, mask)
        self.cut()
        self._note(site, mask, "f[1]")
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
                self.line(f"if {self.test(option.when)}: o.append(({index}, None))")
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
        self.line(f"{CLEAR}{target.number}")
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


def _with_pick(pick: typed.Pick, var: str, env: Env) -> Env:
    """Later choices may speak of earlier ones."""
    return {**env, pick.target.name: var} if isinstance(pick.target, typed.Local) else env


def _answer(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"({', '.join(names)})"
