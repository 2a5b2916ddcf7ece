"""What of a rule shows to whom: walks statements, and reports where somebody would see what they may not know.

Beside the label of each value goes that of control: what decides that a statement is reached at all. Both sides of a
test on a secret may show something only if they show the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from sfrules.check.known import ALL, PUBLIC, TABLE, Env, Label, Lie, Place, Secret, Term, Value, led
from sfrules.check.labels import Labels
from sfrules.check.sights import DEPTH, EVERYBODY, After, Sights, Viewers, viewers
from sfrules.lang import typed
from sfrules.lang.node import Offsets
from sfrules.lang.releases import released_to_table
from sfrules.model.rules import Rule


class Traces(Sights):
    """Walks the rules of one book and collects what shows too much; `alone`: without rulings that are not in force."""

    def __init__(self, labels: Labels, *, alone: bool = False) -> None:
        super().__init__(labels)
        self.alone = alone
        self.base: Label = PUBLIC
        self.once: Label | None = None
        self.steps: dict[type[typed.Stmt], Callable[[Any, Env, Label], After]] = {
            typed.Let: self._let, typed.Write: self._write, typed.Add: self._add, typed.Remove: self._add,
            typed.Choose: self._choose, typed.Confirm: self._confirm, typed.Ask: self._ask, typed.Offer: self._offer,
            typed.Draw: self._draw, typed.Move: self._move, typed.Turn: self._turn, typed.Shuffle: self._shuffle,
            typed.Roll: self._shuffle, typed.Reveal: self._reveal, typed.Show: self._show, typed.Hide: self._hide,
            typed.Tell: self._tell, typed.Announce: self._announce, typed.Do: self._do, typed.DoCard: self._do_card,
            typed.Ruling: self._ruling, typed.Cancel: self._open_deed, typed.Expire: self._open_deed,
            typed.Eliminate: self._eliminate, typed.Stop: self._stop, typed.Finish: self._finish, typed.If: self._if,
            typed.OpenlyIf: self._openly_if, typed.For: self._for, typed.ForGrowing: self._growing,
            typed.AtOnce: self._at_once, typed.Cycle: self._for, typed.While: self._while, typed.Repeat: self._repeat,
            typed.Together: self._together,
        }  # fmt: skip

    # rules

    def rule(self, rule: Rule, names: Mapping[str, Value], control: Label = PUBLIC, it: Iterable[str] = ()) -> None:
        """Walks a rule that nobody calls but play itself."""
        if isinstance(rule.typed, typed.Block) and (control or not self.labels.open(rule.path, names.values())):
            self.base = control
            self.block(rule.typed, Env(rule.path, names, it=frozenset(it)), control)
            self.base = PUBLIC

    def block(self, block: typed.Block, env: Env, control: Label) -> After:
        """A block of statements, one after another."""
        ends = False
        for stmt in block.stmts:
            after = self.steps[type(stmt)](stmt, env, control)
            env, control, ends = after.env, after.control, ends or after.ends
        return After(env, control, ends)

    def _call(
        self, rule: Rule | None, names: Mapping[str, Value], env: Env, control: Label, at: Offsets, key: Any
    ) -> Env:
        """A rule that is called from another: what is shown in it stays shown."""
        path = rule.path if rule is not None else ()
        if rule is None or len(self.calls) >= DEPTH or any(p == path for p, _, _ in self.calls):
            return env
        if not isinstance(rule.typed, typed.Block):
            return env
        self.calls.append((env.path, at, key))
        after = self.block(rule.typed, replace(env, path=path, names=names), control)
        self.calls.pop()
        return replace(env, known=after.env.known)

    # values

    def _let(self, stmt: typed.Let, env: Env, control: Label) -> After:
        made = self._source(stmt.value, env, control)
        place = (env.path, stmt.at)
        words = f"“{stmt.name}” depends on it"
        which, size, face = (led(label, place, words) for label in (made.which, made.size, made.face))
        named = Value(which, size, face, made.term, made.lies, made.origin)
        return After(env.name(stmt.name, named), control)

    def _source(self, source: typed.Source, env: Env, control: Label) -> Value:
        place = (env.path, source.at)
        match source:
            case typed.Openly():
                self.see("release", place, EVERYBODY, control, env, ("openly", source))
                value = self.labels.value(source.value, env)
                return replace(value, which=PUBLIC, size=PUBLIC) if released_to_table("Openly") else value
            case typed.TellWhether():
                seat = self.labels.term(source.seat, env)
                self.see("release", place, frozenset({seat}), control, env, ("tell", source))
                told = self.labels.label(source.value, env)
                return Value(frozenset(replace(s, eyes=s.eyes | {seat}) for s in told))
            case typed.Random():
                coll = self.labels.value(source.coll, env)
                return replace(coll, term=self.labels.fresh("chance"), origin=None)
            case _:
                return self.labels.value(source, env)

    def _target(self, target: typed.Place, env: Env, value: Value | None = None) -> tuple[Viewers, Label]:
        """Who sees a place that is written, and who may know which place it is."""
        if isinstance(target, typed.Local):
            return frozenset(), PUBLIC
        who = viewers(self.labels.slot(target, env))
        if isinstance(target, typed.TableProperty):
            return who, PUBLIC
        own = ("of", target.name, self.labels.term(target.object, env))
        if value is not None and own in who:
            who = (who - {own}) | {value.term}
        return who, self.labels.label(target.object, env)

    def _write(self, stmt: typed.Write, env: Env, control: Label) -> After:
        value = self._source(stmt.value, env, control)
        who, which = self._target(stmt.target, env, value)
        place = (env.path, stmt.at)
        key = stmt
        self.see("deed", place, who, control | which, env, key)
        self.see("value", place, who, value.which, env)
        return After(env, control)

    def _add(self, stmt: typed.Add | typed.Remove, env: Env, control: Label) -> After:
        who, which = self._target(stmt.target, env)
        place = (env.path, stmt.at)
        self.see("deed", place, who, control | which, env, stmt)
        self.see("value", place, who, self.labels.label(stmt.value, env), env)
        return After(env, control)

    # questions

    def _asked(self, stmt: Any, seat: Term, of: Label, env: Env, control: Label, covered: typed.Expr | None) -> None:
        """That a question is put shows: to the seat, and, unless others are asked with it, to all."""
        place = (env.path, stmt.at)
        if covered is None:
            self.see("question", place, EVERYBODY, control | of, env, (type(stmt).__name__, seat[:2], stmt.at))
            return
        outside = control if self.once is None else self.once
        self.see("question", place, EVERYBODY, outside | self.labels.label(covered, env), env, ("covered", seat[:2]))
        self.see("question", place, frozenset({seat}), control, env)

    def _audience(
        self, audience: typed.Audience | None, seat: Term, env: Env
    ) -> tuple[Viewers, frozenset[Term] | None]:
        """Who sees the answer besides the one who gives it, and who may know it."""
        if audience is None:
            return EVERYBODY, None
        if audience.seat is None:
            return frozenset(), frozenset({seat})
        other = self.labels.term(audience.seat, env)
        return frozenset({other}), frozenset({seat, other})

    def _answer(self, eyes: frozenset[Term] | None, place: Place, words: str) -> Label:
        return PUBLIC if eyes is None else frozenset({Secret(eyes, words, place)})

    def _picks(self, picks: Iterable[typed.Pick], env: Env, seat: Term, answer: Label, control: Label) -> Env:
        """What can be picked shows to the seat; what is picked is known to those who see the answer."""
        for pick in picks:
            place = (env.path, pick.at)
            made = self.labels.member(pick.coll, env, self.labels.fresh("?"))
            coll = self.labels.value(pick.coll, env)
            self.see("question", place, frozenset({seat}), coll.which | coll.face, env)
            if isinstance(pick.target, typed.Local):
                name = pick.target.name
                chosen = Value(answer, PUBLIC, answer, self.labels.fresh(name), made.lies)
                env = env.name(name, chosen)
            else:
                who, which = self._target(pick.target, env)
                self.see("deed", place, who - {seat}, control | which, env)
                self.see("value", place, who & EVERYBODY, answer, env)
        return env

    def _choose(self, stmt: typed.Choose, env: Env, control: Label) -> After:
        seat, of = self.labels.term(stmt.seat, env), self.labels.label(stmt.seat, env)
        place = (env.path, stmt.at)
        self._asked(stmt, seat, of, env, control, stmt.covered)
        who, eyes = self._audience(stmt.audience, seat, env)
        self.see("question", place, who, control | of, env)
        answer = self._answer(eyes, place, f"the answer to “{stmt.prompt}”" if stmt.prompt else "the answer given here")
        return After(self._picks(stmt.picks, env, seat, answer, control), control)

    def _confirm(self, stmt: typed.Confirm, env: Env, control: Label) -> After:
        self._asked(stmt, self.labels.term(stmt.seat, env), self.labels.label(stmt.seat, env), env, control, None)
        return After(env, control)

    def _offer(self, stmt: typed.Offer, env: Env, control: Label) -> After:
        self._asked(stmt, self.labels.term(stmt.seat, env), self.labels.label(stmt.seat, env), env, control, None)
        return After(env, control)

    def _ask(self, stmt: typed.Ask, env: Env, control: Label) -> After:
        seat, of = self.labels.term(stmt.seat, env), self.labels.label(stmt.seat, env)
        place = (env.path, stmt.at)
        self._asked(stmt, seat, of, env, control, None)
        who, eyes = self._audience(stmt.audience, seat, env)
        self.see("question", place, who, control | of, env)
        answer = self._answer(eyes, place, f"the answer to “{stmt.prompt}”" if stmt.prompt else "the answer given here")
        left, ends = control, False
        for option in stmt.options:
            inner = self._picks(option.picks, env, seat, answer, control)
            if option.when is not None:
                self.see(
                    "question", (env.path, option.at), frozenset({seat}), self.labels.label(option.when, inner), env
                )
            after = self.block(option.body, inner, control | answer)
            left, ends = (left | after.control if after.ends else left), ends or after.ends
        return After(env, left, ends)

    # cards

    def _moved(
        self, stmt: typed.Stmt, lies: tuple[Lie, ...] | None, target: typed.Zone, number: Label, env: Env,
        control: Label, key: Any,
    ) -> After:  # fmt: skip
        """Cards on the move: all who can count at either end notice; those who see the faces are told them."""
        owner = self.labels.term(target.owner, env) if target.owner is not None else TABLE
        ends = (*(lies or ()), Lie(target.zone, owner))
        counting = [self.labels.zone_eyes(lie, env, counting=True) for lie in ends]
        looking = [self.labels.zone_eyes(lie, env) for lie in ends]
        if lies is None:
            counting.append(None)
        who = frozenset().union(*map(viewers, counting))
        told = frozenset().union(*map(viewers, looking))
        of = self.labels.label(target.owner, env) if target.owner is not None else PUBLIC
        place = (env.path, stmt.at)
        self.see("deed", place, who, control | of, env, key)
        if ALL not in told:
            self.see("deed", place, who - told, number, env)
        return After(env, control)

    def _draw(self, stmt: typed.Draw, env: Env, control: Label) -> After:
        source = self.labels.term(stmt.source.owner, env) if stmt.source.owner is not None else TABLE
        number = self.labels.label(stmt.count, env)
        key = ("draw", stmt.count, stmt.source, stmt.target)
        return self._moved(stmt, (Lie(stmt.source.zone, source),), stmt.target, number, env, control, key)

    def _move(self, stmt: typed.Move, env: Env, control: Label) -> After:
        value = self.labels.value(stmt.cards, env)
        many = stmt.cards.type.name == "many"
        number = value.size if many else PUBLIC
        return self._moved(stmt, value.lies, stmt.target, number, env, control, stmt)

    def _turn(self, stmt: typed.Turn, env: Env, control: Label) -> After:
        card = self.labels.value(stmt.card, env)
        eyes = [self.labels.zone_eyes(lie, env) for lie in card.lies] if card.lies is not None else [None]
        who = frozenset().union(*map(viewers, eyes)) if eyes else frozenset()
        self.see("deed", (env.path, stmt.at), who, control | card.which, env, stmt)
        return After(env, control)

    def _shuffle(self, stmt: typed.Shuffle | typed.Roll, env: Env, control: Label) -> After:
        owners = stmt.zones.owners
        owner = TABLE if owners is None else self._owner(owners, env)
        lie = Lie(stmt.zones.name, owner)
        who = EVERYBODY
        if stmt.zones.what == "zone":
            who = viewers(self.labels.zone_eyes(lie, env, counting=True)) | viewers(self.labels.zone_eyes(lie, env))
        of = self.labels.label(owners, env) if owners is not None else PUBLIC
        self.see("deed", (env.path, stmt.at), who, control | of, env, stmt)
        return After(env, control)

    # who knows what

    def _owner(self, owners: typed.Expr, env: Env) -> Term:
        match owners:
            case typed.AllOf():
                return ALL
            case typed.Function(name="playing"):
                return self._owner(owners.args[0], env)
            case _:
                return self.labels.term(owners, env)

    def _fact(self, facts: typed.Facts, env: Env) -> tuple[str, str, str, Term]:
        owner = TABLE if facts.owners is None else self._owner(facts.owners, env)
        return (facts.what, facts.of, facts.name, owner)

    def _reveal(self, stmt: typed.Reveal, env: Env, control: Label) -> After:
        self.see("release", (env.path, stmt.at), EVERYBODY, control, env, stmt)
        return After(replace(env, known=env.known | {(*self._fact(stmt.facts, env), ALL)}), control)

    def _show(self, stmt: typed.Show, env: Env, control: Label) -> After:
        seat = self.labels.term(stmt.seat, env)
        self.see("release", (env.path, stmt.at), frozenset({seat}), control, env, stmt)
        return After(replace(env, known=env.known | {(*self._fact(stmt.facts, env), seat)}), control)

    def _hide(self, stmt: typed.Hide, env: Env, control: Label) -> After:
        what, of, name, owner = self._fact(stmt.facts, env)
        kept = frozenset(k for k in env.known if k[:3] != (what, of, name) or (owner != ALL and k[3] != owner))
        self.see("deed", (env.path, stmt.at), EVERYBODY, control, env, stmt)
        return After(replace(env, known=kept), control)

    def _words(self, text: tuple[str | typed.Expr, ...], env: Env) -> Label:
        return frozenset().union(*(self.labels.full(part, env) for part in text if not isinstance(part, str)))

    def _tell(self, stmt: typed.Tell, env: Env, control: Label) -> After:
        seat = frozenset({self.labels.term(stmt.seat, env)})
        said = self._words(stmt.text, env) | self.labels.label(stmt.seat, env)
        self.see("words", (env.path, stmt.at), seat, control | said, env, stmt)
        return After(env, control)

    def _announce(self, stmt: typed.Announce, env: Env, control: Label) -> After:
        self.see("words", (env.path, stmt.at), EVERYBODY, control | self._words(stmt.text, env), env, stmt)
        return After(env, control)

    # other rules

    def _args(self, given: Iterable[str], args: tuple[typed.Expr, ...], env: Env) -> dict[str, Value]:
        return {name: self.labels.value(arg, env) for name, arg in zip(map(str, given), args, strict=False)}

    def _do(self, stmt: typed.Do, env: Env, control: Label) -> After:
        routine = self.book.routines.get(stmt.routine)
        rule = self.book.rules.get(("routines", stmt.routine, "effect"))
        names = self._args(routine.given if routine is not None else (), stmt.args, env)
        return After(self._call(rule, names, env, control, stmt.at, stmt), control)

    def _do_card(self, stmt: typed.DoCard, env: Env, control: Label) -> After:
        card = self.labels.full(stmt.card, env)
        self.see("deed", (env.path, stmt.at), EVERYBODY, control | card, env, stmt)
        return After(env, control)

    def _ruling(self, stmt: typed.Ruling, env: Env, control: Label) -> After:
        gap = self.book.gaps.get(stmt.gap)
        branch = control - self.base
        self.see("ruling", (env.path, stmt.at), EVERYBODY, branch, env, stmt)
        if gap is None or branch:
            return After(env, control)
        names = self._args(gap.given, stmt.args, env)
        in_force = self.book.ruling(gap)
        after = env
        for option in gap.options.values():
            if self.alone and option is not in_force:
                continue
            rule = self.book.rules.get(("gaps", str(gap.id), "options", str(option.id), "rule"))
            made = self._call(rule, names, env, control, stmt.at, stmt)
            after = made if option is in_force else after
        return After(after, control)

    def _open_deed(self, stmt: typed.Cancel | typed.Expire, env: Env, control: Label) -> After:
        self.see("deed", (env.path, stmt.at), EVERYBODY, control, env, stmt)
        return After(env, control)

    def _eliminate(self, stmt: typed.Eliminate, env: Env, control: Label) -> After:
        self.see("deed", (env.path, stmt.at), EVERYBODY, control | self.labels.label(stmt.seat, env), env, stmt)
        return After(env, control)

    def _stop(self, stmt: typed.Stop, env: Env, control: Label) -> After:
        self.trace.append(("stop",))
        return After(env, control, ends=True)

    def _finish(self, stmt: typed.Finish, env: Env, control: Label) -> After:
        given = frozenset().union(*(self.labels.full(arg, env) for arg in stmt.args))
        self.see("end", (env.path, stmt.at), EVERYBODY, control | given, env, stmt)
        return After(env, control, ends=True)

    # flow

    def _if(self, stmt: typed.If, env: Env, control: Label) -> After:
        tests: list[Label] = []
        so_far = PUBLIC
        for test, _ in stmt.branches:
            so_far |= led(self.labels.label(test, env), (env.path, test.at), "this is decided by it")
            tests.append(so_far)
        tests.append(so_far)
        blocks = [block for _, block in stmt.branches] + [stmt.otherwise or typed.Block(())]
        if so_far - control and self._same(blocks, env, control):
            tests = [PUBLIC] * len(blocks)
        afters = [self.block(block, env, control | label) for block, label in zip(blocks, tests, strict=True)]
        left = control
        for after in afters:
            if after.ends:
                left = left | after.control | tests[-1]
        going = [a for a in afters if not a.ends] or afters
        known = frozenset.intersection(*(a.env.known for a in going))
        return After(replace(env, known=known), left, any(a.ends for a in afters))

    def _same(self, blocks: list[typed.Block], env: Env, control: Label) -> bool:
        """Whether all branches of a test show the same, so that nobody sees which it was."""
        seen = []
        for block in blocks:
            with self._quietly() as trace:
                self.block(block, env, control)
            seen.append(trace)
        return all(trace == seen[0] for trace in seen)

    def _openly_if(self, stmt: typed.OpenlyIf, env: Env, control: Label) -> After:
        """Where it holds, all know; where it does not, nothing is seen, and that tells nothing."""
        base, self.base = self.base, PUBLIC
        self.trace.append(("openly if", stmt.at))
        self.block(stmt.body, env, PUBLIC)
        self.base = base
        return After(env, control)

    def _loop(self, name: str, coll: typed.Expr, body: typed.Block, env: Env, control: Label) -> After:
        term = self.labels.fresh(name)
        made = self.labels.member(coll, env, term)
        inner = self._in_groups(replace(env.name(name, replace(made, which=PUBLIC)), known=env.known), coll, term)
        within = control | led(made.which, (env.path, coll.at), "it decides who is in this")
        after = self.block(body, inner, within)
        if after.control - within:
            after = self.block(body, inner, within | after.control)
        known = env.known & after.env.known if after.ends else env.known
        return After(replace(env, known=known), control | (after.control if after.ends else PUBLIC), after.ends)

    def _in_groups(self, env: Env, coll: typed.Expr, term: Term) -> Env:
        """What the filter of a loop says of the one whose turn it is: that it is in a group."""
        found = set(env.groups)
        while isinstance(coll, typed.Filter | typed.Rotate):
            if isinstance(coll, typed.Filter):
                found |= {(term, name) for name in self.book.groups if self._is_test_of(coll, name)}
            coll = coll.coll
        return replace(env, groups=frozenset(found))

    def _is_test_of(self, coll: typed.Filter, group: str) -> bool:
        rule = self.book.rules.get(("groups", group, "where"))
        if rule is None or not isinstance(rule.typed, typed.Formula):
            return False
        return _unnamed(rule.typed.value) == _unnamed(coll.test)

    def _for(self, stmt: typed.For | typed.Cycle, env: Env, control: Label) -> After:
        return self._loop(stmt.name, stmt.coll, stmt.body, env, control)

    def _growing(self, stmt: typed.ForGrowing, env: Env, control: Label) -> After:
        of = self.book.table.get(stmt.queue)
        eyes = self.labels.eyes(of.seen_by if of is not None else None, "", TABLE, ("", stmt.queue), env)
        label = PUBLIC if eyes is None else frozenset({Secret(eyes, f"“{stmt.queue}”", (env.path, stmt.at))})
        after = self.block(stmt.body, env.name(stmt.name, Value(term=self.labels.fresh(stmt.name))), control | label)
        return After(env, control | (after.control if after.ends else PUBLIC), after.ends)

    def _at_once(self, stmt: typed.AtOnce, env: Env, control: Label) -> After:
        before, self.once = self.once, control
        after = self._loop(stmt.name, stmt.coll, stmt.body, env, control)
        self.once = before
        return after

    def _while(self, stmt: typed.While, env: Env, control: Label) -> After:
        test = led(self.labels.label(stmt.test, env), (env.path, stmt.test.at), "this is decided by it")
        after = self.block(stmt.body, env, control | test)
        return After(env, control | (after.control if after.ends else PUBLIC), after.ends)

    def _repeat(self, stmt: typed.Repeat, env: Env, control: Label) -> After:
        after = self.block(stmt.body, env, control)
        if after.control - control:
            after = self.block(stmt.body, env, after.control)
        return After(env, after.control, after.ends)

    def _together(self, stmt: typed.Together, env: Env, control: Label) -> After:
        after = self.block(stmt.body, env, control)
        return After(replace(env, known=after.env.known), after.control, after.ends)


def _unnamed(node: typed.Expr) -> str:
    """A test on an element, whatever the element is called."""
    text = repr(node)
    names = sorted({n.name for n in typed.walk(node) if isinstance(n, typed.Local)}, key=len, reverse=True)
    return text if len(names) > 1 else text.replace(repr(names[0]) if names else "", "'.'") if names else text
