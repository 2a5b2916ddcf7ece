"""Who may know a value: the label of each expression of a typed rule.

A label is a set of secrets; what it labels may be known to those who may know every one of them. Nothing in it: all may
know it. Seats are compared as terms: two expressions that surely mean the same seat have the same term.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from sfrules.diag import Span
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.lang.node import Offsets
from sfrules.lang.types import held
from sfrules.model.book import Book

Term = tuple[Any, ...]
Place = tuple[RulePath, Offsets] | Span

ALL: Term = ("all",)
TABLE: Term = ("table",)


@dataclass(frozen=True, slots=True)
class Secret:
    """Something that not all may know: who may, what it is in words, where it is read, and by which places it went."""

    eyes: frozenset[Term]
    what: str
    at: Place
    trail: tuple[tuple[Place, str], ...] = field(default=(), compare=False)

    def by(self, at: Place, words: str) -> Secret:
        """The same secret, one place further on its way."""
        return self if len(self.trail) > 6 else replace(self, trail=(*self.trail, (at, words)))


Label = frozenset[Secret]
PUBLIC: Label = frozenset()


@dataclass(frozen=True, slots=True)
class Lie:
    """Where a card may lie: a zone and the term of its owner."""

    zone: str
    owner: Term


@dataclass(frozen=True, slots=True)
class Value:
    """What is known of a value: its label; of a collection also that of its size; of a card that of its face.

    `lies` are the zones in which the card may lie, None when that is not known.
    """

    which: Label = PUBLIC
    size: Label = PUBLIC
    face: Label = PUBLIC
    term: Term = ("?",)
    lies: tuple[Lie, ...] | None = None
    origin: tuple[typed.Expr, Env] | None = field(default=None, compare=False)


Known = frozenset[tuple[str, str, str, Term, Term]]
"""What has been revealed or shown: what, of which kind, name, whose, to whom."""


@dataclass(frozen=True, slots=True)
class Env:
    """What names mean at a place of a rule, and what has been shown by then. `it` are the entries that may be answered."""

    path: RulePath
    names: Mapping[str, Value] = field(default_factory=dict)
    known: Known = frozenset()
    it: frozenset[str] = frozenset()
    groups: frozenset[tuple[Term, str]] = frozenset()

    def bind(self, **values: Value) -> Env:
        """The same with more names."""
        return replace(self, names={**self.names, **values})

    def name(self, name: str, value: Value) -> Env:
        """The same with one more name."""
        return replace(self, names={**self.names, name: value})


def contains(term: Term, part: Term) -> bool:
    """Whether a term speaks of another."""
    return term == part or any(isinstance(inner, tuple) and contains(inner, part) for inner in term)


def without(label: Label, term: Term) -> Label:
    """The label outside of a loop over `term`: who it names is then nobody in particular."""
    return frozenset(
        replace(s, eyes=frozenset(eye for eye in s.eyes if not contains(eye, term)))
        if any(contains(eye, term) for eye in s.eyes)
        else s
        for s in label
    )


def led(label: Label, at: Place, words: str) -> Label:
    """All secrets of a label, one place further on their way."""
    return frozenset(secret.by(at, words) for secret in label)


class Labels:
    """Labels of expressions in one book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._fresh = count()
        seat = book.seat_kind()
        self.seat = str(seat.id) if seat is not None else ""
        self.covers = covers(book)
        self.masked = masked(book)
        self._members: dict[str, set[tuple[str, str]]] = {}
        self._formulas: list[tuple[str, ...]] = []

    def fresh(self, name: str) -> Term:
        """A term that is equal to no other."""
        return ("one", name.lstrip("."), next(self._fresh))

    def snippet(self, path: RulePath, at: Offsets) -> str:
        """The words of a rule at a place."""
        return " ".join(str(self.book.rules[path].text)[at[0] : at[1]].split())

    # eyes

    def eyes(self, seen_by: Any, kind: str, owner: Term, name: tuple[str, str], env: Env) -> frozenset[Term] | None:
        """Whom the words of a `seen_by` mean, None for all."""
        found: set[Term] = set()
        for word in map(str, seen_by.words) if seen_by is not None else ("all",):
            if word == "all":
                return None
            if word == "owner":
                found |= {owner} if kind == self.seat else set()
            elif word in self.book.groups:
                if kind != self.seat or (owner, word) in env.groups or name in self.read_by(word):
                    found.add(("group", word))
            elif word != "nobody":
                found.add(("of", word, owner))
        return frozenset(found)

    def read_by(self, group: str) -> set[tuple[str, str]]:
        """The properties and zones that say who is in a group; its members know them of everybody."""
        if group not in self._members:
            self._members[group] = found = set()
            todo, seen = [("groups", group, "where")], set()
            while todo:
                path = todo.pop()
                rule = self.book.rules.get(path)
                if path in seen or rule is None or rule.typed is None:
                    continue
                seen.add(path)
                for node in typed.walk(rule.typed):
                    if isinstance(node, typed.Derived):
                        todo.append(("kinds", node.of, "has", node.name, "derived"))
                    if isinstance(node, typed.Property | typed.Derived):
                        found.add((node.of, node.name))
                    elif isinstance(node, typed.Zone):
                        found.add(("", node.zone))
        return self._members[group]

    def shown(self, env: Env, what: str, of: str, name: str, owner: Term) -> frozenset[Term]:
        """To whom rules have shown something by now."""
        return frozenset(
            to for w, o, n, whose, to in env.known if (w, o, n) == (what, of, name) and whose in (ALL, owner)
        )

    def _secret(self, eyes: frozenset[Term] | None, more: frozenset[Term], what: str, place: Place) -> Label:
        if eyes is None or ALL in more:
            return PUBLIC
        return frozenset({Secret(eyes | more, what, place)})

    def faces(self, zone: str, owner: Term, env: Env, at: Offsets) -> Label:
        """The label of what lies in a zone."""
        made = self.book.zones.get(zone)
        if made is None:
            return PUBLIC
        eyes = self.eyes(made.seen_by, str(made.per or ""), owner, ("", zone), env)
        what = f"what lies in “{self.snippet(env.path, at) or zone}”"
        return self._secret(eyes, self.shown(env, "zone", "", zone, owner), what, (env.path, at))

    def heights(self, zone: str, owner: Term, env: Env, at: Offsets) -> Label:
        """The label of how many cards lie in a zone; who sees the faces can count them."""
        made = self.book.zones.get(zone)
        if made is None:
            return PUBLIC
        kind = str(made.per or "")
        eyes = self.eyes(made.count_seen_by, kind, owner, ("", zone), env)
        faces = self.eyes(made.seen_by, kind, owner, ("", zone), env)
        if eyes is None or faces is None:
            return PUBLIC
        what = f"how many cards lie in “{self.snippet(env.path, at) or zone}”"
        return self._secret(eyes | faces, self.shown(env, "zone", "", zone, owner), what, (env.path, at))

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

    def zone_eyes(self, lie: Lie, env: Env, *, counting: bool = False) -> frozenset[Term] | None:
        """Who sees the faces in a zone, or, counting, how many there are."""
        zone = self.book.zones[lie.zone]
        kind = str(zone.per or "")
        eyes = self.eyes(zone.seen_by, kind, lie.owner, ("", lie.zone), env)
        more = self.shown(env, "zone", "", lie.zone, lie.owner)
        if counting:
            wider = self.eyes(zone.count_seen_by, kind, lie.owner, ("", lie.zone), env)
            eyes = None if eyes is None or wider is None else eyes | wider
        return None if eyes is None or ALL in more else eyes | more

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
        return self.value(node, env).which

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
        place = (env.path, node.at)
        match node:
            case typed.Property():
                return self._property(node, env, place)
            case typed.TableProperty():
                return self._owned(self.slot(node, env), node, env, place)
            case typed.Derived():
                return self._derived(node, env)
            case typed.Function():
                return self._function(node, env)
            case typed.Defined():
                return self._defined(("define", node.id, "is"), dict(self._given(node, env)), env)
            case typed.CardTest():
                return self._card_test(node, env)
            case typed.Quantified():
                return self._quantified(node, env)
            case typed.DeclaredAs():
                return self._declared_as(node, env, place)
            case typed.DeclarationPart():
                return self._part(node, env, place)
            case typed.Riding():
                return PUBLIC
            case typed.Binary():
                return self._binary(node, env)
            case _:
                return self.all_of((n for n in node.inside() if isinstance(n, typed.Expr)), env)

    def all_of(self, nodes: Iterable[typed.Expr], env: Env) -> Label:
        """The label of several expressions together."""
        return frozenset().union(*(self.label(node, env) for node in nodes))

    def _owned(self, eyes: frozenset[Term] | None, node: typed.Expr, env: Env, place: Place) -> Label:
        if eyes is None:
            return PUBLIC
        return frozenset({Secret(eyes, f"“{self.snippet(env.path, node.at)}”", place)})

    def _property(self, node: typed.Property, env: Env, place: Place) -> Label:
        owner = self.value(node.object, env)
        if not node.card:
            return owner.which | self._owned(self.slot(node, env), node, env, place)
        kind = self.book.card_kinds.get(node.of)
        made = kind.has.get(node.name) if kind is not None else None
        if made is None or made.seen_by is None:
            return owner.which | owner.face
        return owner.which | self._owned(self._field(node, env), node, env, place)

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

    def _defined(self, path: RulePath, names: Mapping[str, Value], env: Env) -> Label:
        """The label of a formula that stands elsewhere."""
        rule = self.book.rules.get(path)
        if rule is None or not isinstance(rule.typed, typed.Formula) or path in self._formulas:
            return PUBLIC
        self._formulas.append(path)
        made = self.label(rule.typed.value, replace(env, path=path, names=names))
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
        return self.all_of(seats, env) | self._owned(eyes, node, env, (env.path, node.at))

    def _quantified(self, node: typed.Quantified, env: Env) -> Label:
        term = self.fresh(node.name)
        base = self.member(node.coll, env, term)
        return without(base.which | self.label(node.test, env.name(node.name, base)), term)

    def _binary(self, node: typed.Binary, env: Env) -> Label:
        left = self.label(node.left, env)
        if node.op == "and":
            env = replace(env, it=self._narrowed(node.left, env.it))
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
                return frozenset().union(
                    *(self._entries(inner) for inner in node.inside() if isinstance(inner, typed.Expr))
                )

    def _narrowed(self, test: typed.Expr, it: frozenset[str]) -> frozenset[str]:
        match test:
            case typed.DeclaredAs(declaration=typed.Answered()):
                return it & self._entries(test.entries)
            case typed.Binary(op="and"):
                return self._narrowed(test.right, self._narrowed(test.left, it))
            case _:
                return it

    def _declared_as(self, node: typed.DeclaredAs, env: Env, place: Place) -> Label:
        asked = self._entries(node.entries)
        for face, under in self.covers.items():
            there = under & env.it if env.it else under
            if there & asked and there - asked:
                what = f"which entry is declared as “{face}”"
                return frozenset({Secret(frozenset({("it", "actor")}), what, place)})
        return PUBLIC

    def _part(self, node: typed.DeclarationPart, env: Env, place: Place) -> Label:
        if not isinstance(node.declaration, typed.Answered):
            return PUBLIC
        entries = [entry for name in sorted(env.it) if (entry := self.book.entry(name)) is not None]
        if node.part == "actor":
            hidden = [e for e in entries if str(e.id) in self.masked]
            what = f"who plays “{hidden[0].label}”" if hidden else ""
        else:
            hidden = [e for e in entries if e.declared_as is not None and node.part in e.choose]
            what = f"what is chosen for “{hidden[0].declared_as}”" if hidden else ""
        return frozenset({Secret(frozenset({("it", "actor")}), what, place)}) if hidden else PUBLIC

    # collections

    def member(self, node: typed.Expr, env: Env, term: Term) -> Value:
        """One member of a collection, named by `term`; its label says who may know that it is one."""
        match node:
            case typed.Zone():
                return self._in_zone(node, env, term)
            case typed.Filter():
                base = self.member(node.coll, env, term)
                return replace(base, which=base.which | self.label(node.test, env.name(node.name, base)))
            case typed.Rotate():
                base = self.member(node.coll, env, term)
                return replace(base, which=base.which | self.label(node.start, env))
            case typed.Function(name="playing"):
                return self.member(node.args[0], env, term)
            case typed.Joined():
                return self._joined(self.member(node.left, env, term), self.member(node.right, env, term))
            case typed.OverEach():
                return self._over_each(node, env, term)
            case typed.Best():
                base = self.member(node.coll, env, term)
                return replace(base, which=self._best(node, env))
            case typed.Function():
                coll = self.value(node.args[-1], env) if node.args else Value()
                return replace(coll, which=self.all_of(node.args, env), term=term, origin=None)
            case typed.Local():
                known = env.names.get(node.name, Value())
                return self.member(*known.origin, term) if known.origin else replace(known, term=term)
            case typed.Cond():
                both = self._joined(self.member(node.then, env, term), self.member(node.otherwise, env, term))
                return replace(both, which=both.which | self.label(node.test, env))
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
        return Value(
            without(base.which | made.which, each), PUBLIC, without(made.face, each), term, made.lies
        )

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


def covers(book: Book) -> dict[str, frozenset[str]]:
    """Public faces under which more than one entry is declared, and those entries."""
    found: dict[str, set[str]] = {}
    for _, entry in book.entries():
        if entry.declared_as is not None:
            found.setdefault(str(entry.declared_as), set()).add(str(entry.id))
    return {face: frozenset(entries) for face, entries in found.items() if len(entries) > 1}


def masked(book: Book) -> frozenset[str]:
    """Entries that nobody sees who plays: reactions in an anonymous window."""
    return frozenset(
        str(entry.id)
        for _, entry in book.entries()
        if entry.window is not None and (window := book.windows.get(entry.window)) is not None and window.anonymous
    )
