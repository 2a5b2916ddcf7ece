"""Who may know a value: the label of each expression of a typed rule.

A label is a set of secrets; what it labels may be known to those who may know every one of them. Nothing in it: all may
know it. Seats are compared as terms: two expressions that surely mean the same seat have the same term.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sfrules.check.eyes import Eyes
from sfrules.check.known import ALL, PUBLIC, TABLE, Env, Label, Lie, Secret, Term, Value, without
from sfrules.check.open import OpenRules
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.lang.types import held
from sfrules.model.book import Book

_OF_SEVERAL = (typed.Between, typed.Local, typed.Function, typed.Best)
"""Expressions whose label follows from more than what stands directly in them."""


class Labels(Eyes):
    """Labels of expressions in one book."""

    def __init__(self, book: Book) -> None:
        super().__init__(book)
        self._formulas: list[RulePath] = []
        self._open_rules = OpenRules(book)
        self._steps: dict[type[typed.Expr], Callable[[Any, Env], Label]] = {
            typed.Property: self._property, typed.TableProperty: self._table, typed.Derived: self._derived,
            typed.Function: self._function, typed.CardTest: self._card_test, typed.Quantified: self._quantified,
            typed.Defined: self._named, typed.DeclaredAs: self._declared_as, typed.DeclarationPart: self._part,
            typed.Binary: self._binary, typed.Riding: lambda node, env: PUBLIC,
        }  # fmt: skip

    def open(self, path: RulePath, given: Iterable[Value]) -> bool:
        """Whether nothing in a rule is secret: neither what it is given nor what it reads."""
        return not any(value.which or value.size or value.face for value in given) and self._open_rules.holds(path)

    # places

    def slot(self, node: typed.Property | typed.TableProperty | typed.Derived, env: Env) -> frozenset[Term] | None:
        """Who sees a property of a thing or of the table, or a field of a card; None for all."""
        if isinstance(node, typed.TableProperty):
            made = self.book.table.get(node.name)
            eyes = self.eyes(made.seen_by if made is not None else None, "", TABLE, ("", node.name), env)
            more = self.shown(env, "table", "", node.name, TABLE)
        elif node.card:
            return self._field(node, env)
        else:
            owner = self.term(node.object, env)
            kind = self.book.kinds.get(node.of)
            made = kind.has.get(node.name) if kind is not None else None
            eyes = self.eyes(made.seen_by if made is not None else None, node.of, owner, (node.of, node.name), env)
            more = self.shown(env, "property", node.of, node.name, owner)
        return None if eyes is None or ALL in more else eyes | more

    def _field(self, node: typed.Property | typed.Derived, env: Env) -> frozenset[Term] | None:
        """Who sees a field of a card: those who see its face, unless it has eyes of its own."""
        card = self.value(node.object, env)
        kind = self.book.card_kinds.get(node.of)
        made = kind.has.get(node.name) if kind is not None else None
        if made is not None and made.seen_by is not None:
            eyes = self.eyes(made.seen_by, "", card.term, (node.of, node.name), env)
            more = self.shown(env, "field", node.of, node.name, card.term)
            return None if eyes is None or ALL in more else eyes | more
        if card.lies is None:
            return None
        found: set[Term] = set()
        for lie in card.lies:
            eyes = self.zone_eyes(lie, env)
            if eyes is None:
                return None
            found |= eyes
        return frozenset(found)

    # terms

    def term(self, node: typed.Expr, env: Env) -> Term:
        """What an expression surely means, as far as it can be said."""
        match node:
            case typed.Local():
                value = env.names.get(node.name)
                return value.term if value is not None else ("local", node.name)
            case typed.ThingRef():
                return ("thing", node.id)
            case typed.Property():
                return ("of", node.name, self.term(node.object, env))
            case typed.DeclarationPart(declaration=typed.Answered()):
                return ("it", node.part)
            case _:
                return self.fresh("?")

    # values

    def value(self, node: typed.Expr, env: Env) -> Value:
        """The label of an expression, and what else is known of it."""
        if node.type.name == "many" or isinstance(node, typed.Between):
            return self._many(node, env)
        match node:
            case typed.Local():
                return env.names.get(node.name, Value(term=("local", node.name)))
            case typed.Function(name="first" | "the-first" | "last"):
                return self._picked(node, env)
            case typed.Best():
                member = self.member(node, env, self.fresh(node.name))
                return replace(member, which=self._best(node, env), term=self.fresh(node.name))
            case _:
                return Value(self._plain(node, env), term=self.term(node, env))

    def label(self, node: typed.Expr, env: Env) -> Label:
        """Who may know the value of an expression."""
        if node.type.name == "many" or isinstance(node, _OF_SEVERAL):
            return self.value(node, env).which
        return self._plain(node, env)

    def full(self, node: typed.Expr, env: Env) -> Label:
        """The same, with the faces of cards where they show."""
        made = self.value(node, env)
        return made.which | made.face

    def _many(self, node: typed.Expr, env: Env) -> Value:
        if isinstance(node, typed.Local) and (known := env.names.get(node.name)) is not None:
            return known
        term = self.fresh("?")
        member = self.member(node, env, term)
        return Value(
            without(member.which, term), self.size(node, env), without(member.face, term), self.fresh("?"), member.lies,
            (node, env),
        )  # fmt: skip

    def _picked(self, node: typed.Function, env: Env) -> Value:
        """One card or thing out of a collection: which it is depends on all of them."""
        coll = self.value(node.args[0], env)
        which = coll.which
        stock = self._stock(node.args[0])
        return Value(PUBLIC if stock else which, PUBLIC, coll.face, self.fresh("?"), coll.lies)

    def _stock(self, node: typed.Expr) -> bool:
        """A stock that a moderator keeps: whether something is left of it may be said aloud."""
        zone = self.book.zones.get(node.zone) if isinstance(node, typed.Zone) else None
        return zone is not None and zone.kept_by is not None

    def _best(self, node: typed.Best, env: Env) -> Label:
        term = self.fresh(node.name)
        base = self.member(node.coll, env, term)
        inner = env.name(node.name, base)
        found = base.which | self.label(node.by, inner)
        if node.where is not None:
            found |= self.label(node.where, inner)
        return without(found, term)

    def _plain(self, node: typed.Expr, env: Env) -> Label:
        step = self._steps.get(type(node))
        return step(node, env) if step is not None else self.all_of(_parts(node), env)

    def all_of(self, nodes: Iterable[typed.Expr], env: Env) -> Label:
        """The label of several expressions together."""
        return frozenset().union(*(self.label(node, env) for node in nodes))

    def _owned(self, eyes: frozenset[Term] | None, node: typed.Expr, env: Env) -> Label:
        if eyes is None:
            return PUBLIC
        return frozenset({Secret(eyes, f"“{self.snippet(env.path, node.at)}”", (env.path, node.at))})

    def _table(self, node: typed.TableProperty, env: Env) -> Label:
        return self._owned(self.slot(node, env), node, env)

    def _property(self, node: typed.Property, env: Env) -> Label:
        owner = self.value(node.object, env)
        if not node.card:
            return owner.which | self._owned(self.slot(node, env), node, env)
        kind = self.book.card_kinds.get(node.of)
        made = kind.has.get(node.name) if kind is not None else None
        if made is None or made.seen_by is None:
            return owner.which | owner.face
        return owner.which | self._owned(self._field(node, env), node, env)

    def _derived(self, node: typed.Derived, env: Env) -> Label:
        owner = self.value(node.object, env)
        what = "field" if node.card else "property"
        if ALL in self.shown(env, what, node.of, node.name, owner.term):
            return owner.which
        section = "card_kinds" if node.card else "kinds"
        names = {"self": owner, "card": owner} if node.card else {"self": owner}
        return owner.which | self._defined((section, node.of, "has", node.name, "derived"), names, env)

    def _given(self, node: typed.Defined, env: Env) -> Iterator[tuple[str, Value]]:
        made = self.book.define.get(node.id)
        for name, arg in zip(made.given if made is not None else (), node.args, strict=False):
            yield str(name), self.value(arg, env)

    def _named(self, node: typed.Defined, env: Env) -> Label:
        return self._defined(("define", node.id, "is"), dict(self._given(node, env)), env)

    def _defined(self, path: RulePath, names: Mapping[str, Value], env: Env) -> Label:
        """The label of a formula that stands elsewhere."""
        rule = self.book.rules.get(path)
        if rule is None or not isinstance(rule.typed, typed.Formula) or path in self._formulas:
            return PUBLIC
        if self.open(path, names.values()):
            return PUBLIC
        self._formulas.append(path)
        made = self.label(rule.typed.value, Env(path, names, env.known, env.it, env.groups))
        self._formulas.pop()
        return made

    def _card_test(self, node: typed.CardTest, env: Env) -> Label:
        card = self.value(node.card, env)
        holder = self.value(node.args[0], env) if node.args else Value()
        kind = node.card.type.kind
        found = card.which | card.face
        for made in self.book.cards.values():
            if made.done is not None and made.kind == kind:
                found |= self._defined(("cards", str(made.id), "done"), {"card": card, "holder": holder}, env)
        return found

    def _function(self, node: typed.Function, env: Env) -> Label:
        if node.name == "count":
            return self.size(node.args[0], env)
        if node.name != "used":
            return self.all_of(node.args, env)
        limit = self.book.limits.get(node.limit)
        seats = node.args[-1:]
        owner = self.term(seats[0], env) if seats else TABLE
        eyes = self.eyes(limit.seen_by if limit is not None else None, self.seat, owner, ("", node.limit), env)
        return self.all_of(seats, env) | self._owned(eyes, node, env)

    def _quantified(self, node: typed.Quantified, env: Env) -> Label:
        term = self.fresh(node.name)
        base = self.member(node.coll, env, term)
        return without(base.which | self.label(node.test, env.name(node.name, base)), term)

    def _binary(self, node: typed.Binary, env: Env) -> Label:
        left = self.label(node.left, env)
        if node.op == "and" and env.it:
            env = Env(env.path, env.names, env.known, self._narrowed(node.left, env.it), env.groups)
        found = left | self.label(node.right, env)
        if "card-name" in (held(node.left.type).name, held(node.right.type).name):
            found |= self.value(node.left, env).face | self.value(node.right, env).face
        return found

    # declarations

    def _entries(self, node: typed.Expr) -> frozenset[str]:
        match node:
            case typed.EntryRef() | typed.CardName():
                return frozenset({node.id})
            case typed.Entries():
                if node.section in ("actions", "powers"):
                    return frozenset(map(str, getattr(self.book, node.section)))
                return frozenset(str(c.id) for c in self.book.cards.values() if c.kind == node.section)
            case _:
                return frozenset().union(*map(self._entries, _parts(node)))

    def _narrowed(self, test: typed.Expr, it: frozenset[str]) -> frozenset[str]:
        match test:
            case typed.DeclaredAs(declaration=typed.Answered()):
                return it & self._entries(test.entries)
            case typed.Binary(op="and"):
                return self._narrowed(test.right, self._narrowed(test.left, it))
            case _:
                return it

    def _declared_as(self, node: typed.DeclaredAs, env: Env) -> Label:
        asked = self._entries(node.entries)
        for face, under in self.covers.items():
            there = under & env.it if env.it else under
            if there & asked and there - asked:
                what = f"which entry is declared as “{face}”"
                return frozenset({Secret(frozenset({("it", "actor")}), what, (env.path, node.at))})
        return PUBLIC

    def _part(self, node: typed.DeclarationPart, env: Env) -> Label:
        if not isinstance(node.declaration, typed.Answered):
            return PUBLIC
        entries = [entry for name in sorted(env.it) if (entry := self.book.entry(name)) is not None]
        if node.part == "actor":
            hidden = [e for e in entries if str(e.id) in self.masked]
            what = f"who plays “{hidden[0].label}”" if hidden else ""
        else:
            hidden = [e for e in entries if e.declared_as is not None and node.part in e.choose]
            what = f"what is chosen for “{hidden[0].declared_as}”" if hidden else ""
        secret = Secret(frozenset({("it", "actor")}), what, (env.path, node.at))
        return frozenset({secret}) if hidden else PUBLIC

    # collections

    def member(self, node: typed.Expr, env: Env, term: Term) -> Value:
        """One member of a collection, named by `term`; its label says who may know that it is one."""
        match node:
            case typed.Zone():
                return self._in_zone(node, env, term)
            case typed.Filter():
                base = self.member(node.coll, env, term)
                return base.only(base.which | self.label(node.test, env.name(node.name, base)))
            case typed.Rotate():
                base = self.member(node.coll, env, term)
                return base.only(base.which | self.label(node.start, env))
            case typed.Function(name="playing"):
                return self.member(node.args[0], env, term)
            case typed.Joined():
                return self._joined(self.member(node.left, env, term), self.member(node.right, env, term))
            case typed.OverEach():
                return self._over_each(node, env, term)
            case typed.Best():
                base = self.member(node.coll, env, term)
                return base.only(self._best(node, env))
            case typed.Function():
                coll = self.value(node.args[-1], env) if node.args else Value()
                return replace(coll, which=self.all_of(node.args, env), term=term, origin=None)
            case typed.Local():
                known = env.names.get(node.name, Value())
                return self.member(*known.origin, term) if known.origin else known.called(term)
            case typed.Cond():
                both = self._joined(self.member(node.then, env, term), self.member(node.otherwise, env, term))
                return both.only(both.which | self.label(node.test, env))
            case _:
                return Value(self._plain(node, env), term=term)

    def _in_zone(self, node: typed.Zone, env: Env, term: Term) -> Value:
        owner = self.term(node.owner, env) if node.owner is not None else TABLE
        at = node.at
        which = self.heights(node.zone, owner, env, at)
        if node.owner is not None:
            which |= self.label(node.owner, env)
        return Value(which, PUBLIC, self.faces(node.zone, owner, env, at), term, (Lie(node.zone, owner),))

    def _joined(self, one: Value, other: Value) -> Value:
        lies = None if one.lies is None or other.lies is None else (*one.lies, *other.lies)
        return Value(one.which | other.which, PUBLIC, one.face | other.face, one.term, lies)

    def _over_each(self, node: typed.OverEach, env: Env, term: Term) -> Value:
        each = self.fresh(node.name)
        base = self.member(node.coll, env, each)
        inner = env.name(node.name, base)
        made = self.member(node.body, inner, term) if node.joined else self.value(node.body, inner)
        return Value(without(base.which | made.which, each), PUBLIC, without(made.face, each), term, made.lies)

    def size(self, node: typed.Expr, env: Env) -> Label:
        """The label of how many there are."""
        match node:
            case typed.Zone():
                owner = self.term(node.owner, env) if node.owner is not None else TABLE
                of = self.label(node.owner, env) if node.owner is not None else PUBLIC
                return of | self.heights(node.zone, owner, env, node.at)
            case typed.Local():
                return env.names.get(node.name, Value()).size
            case typed.Joined():
                return self.size(node.left, env) | self.size(node.right, env)
            case typed.Function(name="playing"):
                return self.size(node.args[0], env)
            case typed.Function(name="first"):
                return self.size(node.args[-1], env) | self.all_of(node.args[:-1], env)
            case typed.Rotate():
                return self.size(node.coll, env)
            case _:
                term = self.fresh("?")
                return without(self.member(node, env, term).which, term)


def _parts(node: typed.Node) -> list[typed.Expr]:
    """The expressions directly inside."""
    return [inner for inner in node.inside() if isinstance(inner, typed.Expr)]
