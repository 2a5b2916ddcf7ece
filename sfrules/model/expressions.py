"""Naming and typing of expressions: syntax tree + lexicon -> typed tree, findings at the words that are wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from typing import Any

from sfrules.diag import did_you_mean
from sfrules.lang import ast, typed
from sfrules.lang.types import (
    ANY,
    DECLARATION,
    ENTRY,
    FLAG,
    NOTHING,
    NUMBER,
    TEXT,
    Type,
    card_name,
    comparable,
    fits,
    held,
    many,
    optional,
    thing,
    unfit,
    word,
)  # fmt: skip
from sfrules.model.names import Lexicon, PropertyWord

Report = Callable[[str, ast.Offsets, str, str], None]

FUNCTIONS: dict[str, tuple[int, int]] = {
    "count": (1, 1), "sum": (1, 1), "first": (1, 2), "the-first": (1, 1), "last": (1, 1), "next": (1, 1),
    "playing": (1, 1), "neighbours": (1, 1), "used": (2, 2), "distance": (2, 2), "degree": (1, 1),
}  # fmt: skip


@dataclass(slots=True)
class Scope:
    """What the names in one rule mean besides the book's own: locals, whether there is an `it`, the rule's host.

    `answered` are the entries that `it` may be.
    """

    locals: dict[str, Type] = field(default_factory=dict)
    has_it: bool = False
    may_become: bool = False
    entry: str = ""
    answered: frozenset[str] = frozenset()
    elements: list[Type] = field(default_factory=list)
    known: set[ast.Expr] = field(default_factory=set)

    def inner(self) -> Scope:
        """A scope for a block: what is named inside is not known outside."""
        names, elements, known = dict(self.locals), list(self.elements), set(self.known)
        return Scope(names, self.has_it, self.may_become, self.entry, self.answered, elements, known)


@cache
def method_for(prefix: str, node: str) -> str:
    """The name of the method that types nodes of a class."""
    return prefix + node.lower()


class Typer:
    """Types the expressions of one rule; reports each mistake once and goes on with type `any`."""

    def __init__(self, lexicon: Lexicon, scope: Scope, report: Report) -> None:
        self.lex = lexicon
        self.scope = scope
        self.report = report
        self.used: set[str] = set()
        self.unsure = False
        """Whether something was named of which nobody knows more than that, since its definition was refused."""

    # asking for a type

    def want(self, node: ast.Expr, wanted: Type) -> typed.Expr:
        """The typed expression, with a finding when it is not of the wanted type."""
        value = self.expr(node, wanted)
        if fits(value.type, wanted):
            return value
        if value.type.name == "optional" and fits(held(value.type), wanted):
            if node not in self.scope.known:
                self.report("SF303", node.at, "This may be none here.", "Test it first with “exists”.")
            return value
        self.report("SF302", node.at, unfit(value.type, wanted), "")
        return value

    def quietly(self, node: ast.Expr) -> typed.Expr:
        """The typed expression without a finding: it is looked at again."""
        report, self.report = self.report, _nobody
        value = self.expr(node)
        self.report = report
        return value

    def coll(self, node: ast.Expr, wanted: Type = ANY) -> tuple[typed.Expr, Type]:
        """A collection and what it holds."""
        value = self.expr(node, wanted)
        if value.type.name == "many" and value.type.of is not None:
            return value, value.type.of
        if value.type != ANY:
            self.report("SF302", node.at, f"Here several things are wanted, and this is {value.type.phrase}.", "")
        return value, ANY

    def expr(self, node: ast.Expr, wanted: Type = ANY) -> typed.Expr:
        """The typed expression; `wanted` helps where a word could mean several things."""
        value: typed.Expr = getattr(self, method_for("_", type(node).__name__))(node, wanted)
        if value.type.name == "optional" and node in self.scope.known:
            return replace(value, type=held(value.type))
        return value

    # names

    def _name(self, node: ast.Name, wanted: Type) -> typed.Expr:
        if node.id in self.scope.locals and node.id not in held(wanted).words:
            self.used.add(node.id)
            return typed.Local(node.id, type=self.scope.locals[node.id], at=node.at)
        meanings = self._meanings(node, held(wanted))
        fitting = [m for m in meanings if fits(m.type, wanted)] if wanted != ANY else meanings
        chosen = fitting or meanings
        if not chosen and self._is_unsure(node.id, wanted):
            return self._unknown(node.at)
        if not chosen:
            hint = self._owned(node.id) or did_you_mean(
                node.id, chain(self.scope.locals, self.lex.everything(), held(wanted).words)
            )
            self.report("SF301", node.at, f"Nothing is called “{node.id}” here.{hint}", "")
            return typed.Const(None, type=ANY, at=node.at)
        return chosen[0]

    def _owned(self, name: str) -> str:
        """What to say of a name that is a property or zone of things: whose it is has to stand before it."""
        per = self.lex.zones[name].per if name in self.lex.zones else ""
        owner = next((kind for kind, fields in self.lex.kinds.items() if name in fields), per)
        if not owner:
            return ""
        whose = self.one_of(owner)
        example = f", such as {whose}.{name}" if whose else ""
        return f" {thing(owner).phrase.capitalize()} has one: say whose it is{example}."

    def one_of(self, kind: str) -> str:
        """The name that a rule has given to a thing of a kind."""
        return next((name for name, of in self.scope.locals.items() if of == thing(kind) and name[0] != "."), "")

    def _unknown(self, at: ast.Offsets) -> typed.Expr:
        """What stands for something of which nobody knows more, for a reason that is told elsewhere."""
        self.unsure = True
        return typed.Const(None, type=ANY, at=at)

    def _is_unsure(self, name: str, wanted: Type) -> bool:
        """Whether a name is one of a definition that was refused, or a word of what nobody knows for that reason."""
        lex = self.lex
        return name in lex.lost or name in lex.within or (bool(lex.lost) and wanted == ANY and name in lex.words)

    def _meanings(self, node: ast.Name, wanted: Type) -> list[typed.Expr]:
        """All that a word can mean, what is stored before what is listed."""
        lex, name, at = self.lex, node.id, node.at
        found: list[typed.Expr] = []
        if name in wanted.words:
            found.append(typed.Const(name, type=wanted, at=at))
        if name in lex.table:
            found.append(self._table(name, lex.table[name], at))
        found += [typed.ThingRef(kind, name, type=thing(kind), at=at) for kind in lex.things.get(name, ())]
        if name in lex.counters:
            found.append(typed.Counter(name, type=NUMBER, at=at))
        if name in lex.numbers:
            found.append(typed.Named(name, lex.numbers[name], type=NUMBER, at=at))
        if name in lex.zones and not lex.zones[name].per:
            found.append(typed.Zone(name, None, type=many(Type("card", lex.zones[name].of)), at=at))
        if name in lex.defines and not lex.defines[name]:
            found.append(typed.Defined(name, (), type=lex.results.get(name, ANY), at=at))
        if name in lex.kinds:
            found.append(typed.AllOf(name, type=many(thing(name)), at=at))
        if name in ("actions", "powers"):
            found.append(typed.Entries(name, type=many(ENTRY), at=at))
        if name in lex.entries:
            found.append(typed.EntryRef(name, type=ENTRY, at=at))
        if name in lex.card_kinds:
            names: Type = many(ENTRY) if wanted == ENTRY else many(card_name(name))
            found.append(
                typed.Entries(name, type=names, at=at) if wanted == ENTRY else typed.CardNames(name, type=names, at=at)
            )
        if name in lex.cards:
            found.append(typed.CardName(name, type=card_name(lex.cards[name]), at=at))
        return found

    def _table(self, name: str, prop: PropertyWord, at: ast.Offsets) -> typed.Expr:
        if prop.derived:
            return typed.Derived(typed.Const(None, type=NOTHING, at=at), "", name, type=prop.type, at=at)
        return typed.TableProperty(name, type=prop.type, at=at)

    def _it(self, node: ast.It, wanted: Type) -> typed.Expr:
        if not self.scope.has_it:
            self.report("SF307", node.at, "There is no “it” here: nothing is being answered.", "")
        return typed.Answered(type=DECLARATION, at=node.at)

    def _riding(self, node: ast.Riding, wanted: Type) -> typed.Expr:
        entry = self.lex.entries.get(node.name)
        if (entry is None or not entry.rides) and node.name not in self.lex.lost:
            hint = did_you_mean(node.name, (n for n, e in self.lex.entries.items() if e.rides))
            self.report("SF301", node.at, f"No rider is called “{node.name}”.{hint}", "")
        return typed.Riding(node.name, type=FLAG, at=node.at)

    # elements and properties

    def _element(self, node: ast.Element, wanted: Type) -> typed.Expr:
        depth = len(self.scope.elements)
        if not depth:
            self.report("SF307", node.at, "“.” means an element, and there is no “where” around it.", "")
            return typed.Const(None, type=ANY, at=node.at)
        return typed.Local(f".{depth}", type=self.scope.elements[-1], at=node.at)

    def _own(self, node: ast.Own, wanted: Type) -> typed.Expr:
        element = self._element(ast.Element(at=node.at), ANY)
        return self._property(element, node.name, node.at)

    def _dot(self, node: ast.Dot, wanted: Type) -> typed.Expr:
        if isinstance(node.object, ast.Name):
            owner = self._zone_of_all(node)
            if owner is not None:
                return owner
        return self._property(self.expr(node.object), node.name, node.at, node.object)

    def _zone_of_all(self, node: ast.Dot) -> typed.Expr | None:
        """`captain.hand`: the hands of all; a kind's name before a dot always means all of the kind."""
        assert isinstance(node.object, ast.Name)
        kind = node.object.id
        if kind in self.scope.locals or kind not in self.lex.kinds or kind in self.lex.table:
            return None
        every = typed.AllOf(kind, type=many(thing(kind)), at=node.object.at)
        return self._property(every, node.name, node.at)

    def _property(self, object_: typed.Expr, name: str, at: ast.Offsets, node: ast.Expr | None = None) -> typed.Expr:
        of = object_.type
        if of.name == "many" and of.of is not None:
            return self._over_each(object_, of.of, name, at)
        if of == DECLARATION:
            return self._declaration_part(object_, name, at)
        if of.name == "optional":
            if node is None or node not in self.scope.known:
                self.report("SF303", at, "What stands before the dot may be none.", "Test it first with “exists”.")
            of = held(of)
        if of == ANY or name in self.lex.lost or self._is_lost(of):
            return self._unknown(at)
        found = self._stored(object_, of, name, at) or self._zone_property(object_, of, name, at)
        if found is None and name in self.lex.within:
            return self._unknown(at)
        if found is None:
            hint = did_you_mean(name, chain(self.lex.properties(of), self._zones_per(of)))
            self.report("SF305", (at[1] - len(name), at[1]), f"{of.phrase.capitalize()} has no “{name}”.{hint}", "")
            return typed.Const(None, type=ANY, at=at)
        return found

    def _is_lost(self, of: Type) -> bool:
        """Whether the kind of a thing or card was refused, so that nobody knows what it has."""
        known = {"thing": self.lex.kinds, "card": self.lex.card_kinds}.get(of.name)
        return known is not None and of.kind not in known and bool(of.kind or of.name == "thing")

    def _stored(self, object_: typed.Expr, of: Type, name: str, at: ast.Offsets) -> typed.Expr | None:
        prop = self.lex.properties(of).get(name)
        if prop is None:
            return None
        kind = of.kind or self._kind_with(name)
        is_card = of.name == "card"
        if prop.derived:
            return typed.Derived(object_, kind, name, is_card, type=prop.type, at=at)
        return typed.Property(object_, kind, name, is_card, type=prop.type, at=at)

    def _kind_with(self, name: str) -> str:
        return next(kind for kind, fields in self.lex.card_kinds.items() if name in fields)

    def _zones_per(self, of: Type) -> list[str]:
        return [z for z, info in self.lex.zones.items() if of.name == "thing" and info.per == of.kind]

    def _zone_property(self, object_: typed.Expr, of: Type, name: str, at: ast.Offsets) -> typed.Expr | None:
        if name not in self._zones_per(of):
            return None
        return typed.Zone(name, object_, type=many(Type("card", self.lex.zones[name].of)), at=at)

    def _over_each(self, object_: typed.Expr, element: Type, name: str, at: ast.Offsets) -> typed.Expr:
        var = f".{len(self.scope.elements) + 1}"
        body = self._property(typed.Local(var, type=element, at=at), name, at)
        joined = body.type.name == "many"
        return typed.OverEach(object_, var, body, joined, type=body.type if joined else many(body.type), at=at)

    def _declaration_part(self, object_: typed.Expr, name: str, at: ast.Offsets) -> typed.Expr:
        if name == "actor":
            return typed.DeclarationPart(object_, name, type=self.lex.seat, at=at)
        if name == "host":
            return typed.DeclarationPart(object_, name, type=DECLARATION, at=at)
        choices = {c for entry in self.lex.entries.values() for c in entry.choices}
        if name not in choices and name in self.lex.within:
            return self._unknown(at)
        if name in choices:
            return typed.DeclarationPart(object_, name, type=self._chosen(object_, name, at), at=at)
        hint = did_you_mean(name, chain(("actor", "host"), choices))
        self.report("SF305", at, f"A declaration has no “{name}”.{hint}", "")
        return typed.Const(None, type=ANY, at=at)

    def _chosen(self, object_: typed.Expr, name: str, at: ast.Offsets) -> Type:
        """The type of what is chosen under a name, which has to be one for all that may be meant."""
        known = {entry: of for entry, of in self.lex.choice_types.get(name, {}).items() if of != ANY}
        if isinstance(object_, typed.Answered):
            known = {entry: of for entry, of in known.items() if entry in self.scope.answered} or known
        first = next(iter(known), "")
        for entry, of in known.items():
            if held(of) != held(known[first]):
                both = f"{known[first].phrase} for “{first}” and {of.phrase} for “{entry}”"
                self.report("SF302", at, f"What is chosen as “{name}” is {both}.", "Call one of the two otherwise.")
                return ANY
        return next((of for of in known.values() if of.name == "optional"), known[first] if known else ANY)

    # calls

    def _call(self, node: ast.Call, wanted: Type) -> typed.Expr:
        if node.name in FUNCTIONS:
            return self._function(node)
        given = self.lex.defines.get(node.name)
        if given is None and node.name in self.lex.lost:
            return self._unknown(node.at)
        if given is None:
            hint = did_you_mean(node.name, chain(FUNCTIONS, self.lex.defines))
            self.report("SF301", node.at, f"No formula is called “{node.name}”.{hint}", "")
            return typed.Const(None, type=ANY, at=node.at)
        args = self.arguments(node.name, node.args, given, node.at)
        return typed.Defined(node.name, args, type=self.lex.results.get(node.name, ANY), at=node.at)

    def arguments(
        self, name: str, args: tuple[ast.Expr, ...], given: dict[str, Type], at: ast.Offsets
    ) -> tuple[typed.Expr, ...]:
        """The arguments of a routine, gap, ending or define against what it is given."""
        if len(args) != len(given):
            self.report(
                "SF306",
                at,
                f"“{name}” takes {_values(len(given), len(given))}{_listed(given)}, and {_stand(len(args))} here.",
                "",
            )
        return tuple(self.want(arg, want) for arg, want in zip(args, given.values(), strict=False))

    def _function(self, node: ast.Call) -> typed.Expr:
        low, high = FUNCTIONS[node.name]
        if not low <= len(node.args) <= high:
            self.report(
                "SF306", node.at, f"“{node.name}” takes {_values(low, high)}, and {_stand(len(node.args))} here.", ""
            )
            return typed.Const(None, type=ANY, at=node.at)
        make: Any = getattr(self, "_fn_" + node.name.replace("-", "_"))
        value: typed.Expr = make(node)
        return value

    def _fn_count(self, node: ast.Call) -> typed.Expr:
        return typed.Function("count", (self.coll(node.args[0])[0],), type=NUMBER, at=node.at)

    def _fn_sum(self, node: ast.Call) -> typed.Expr:
        coll, of = self.coll(node.args[0])
        if not fits(of, NUMBER):
            self.report("SF302", node.args[0].at, f"Only numbers can be summed, and these are {of}.", "")
        return typed.Function("sum", (coll,), type=NUMBER, at=node.at)

    def _fn_first(self, node: ast.Call) -> typed.Expr:
        coll, of = self.coll(node.args[-1])
        if len(node.args) == 1:
            return typed.Function("first", (coll,), type=optional(of), at=node.at)
        return typed.Function("first", (self.want(node.args[0], NUMBER), coll), type=many(of), at=node.at)

    def _fn_the_first(self, node: ast.Call) -> typed.Expr:
        coll, of = self.coll(node.args[0])
        return typed.Function("the-first", (coll,), type=of, at=node.at)

    def _fn_last(self, node: ast.Call) -> typed.Expr:
        coll, of = self.coll(node.args[0])
        return typed.Function("last", (coll,), type=of, at=node.at)

    def _fn_next(self, node: ast.Call) -> typed.Expr:
        return typed.Function("next", (self.want(node.args[0], self.lex.seat),), type=self.lex.seat, at=node.at)

    def _fn_playing(self, node: ast.Call) -> typed.Expr:
        coll, _ = self.coll(node.args[0])
        return typed.Function("playing", (coll,), type=coll.type, at=node.at)

    def _place(self) -> Type:
        kind = self.lex.map_kind
        return ANY if kind and kind not in self.lex.kinds else thing(kind)

    def _fn_neighbours(self, node: ast.Call) -> typed.Expr:
        return typed.Function(
            "neighbours", (self.want(node.args[0], self._place()),), type=many(self._place()), at=node.at
        )

    def _fn_degree(self, node: ast.Call) -> typed.Expr:
        return typed.Function("degree", (self.want(node.args[0], self._place()),), type=NUMBER, at=node.at)

    def _fn_distance(self, node: ast.Call) -> typed.Expr:
        ends = tuple(self.want(arg, self._place()) for arg in node.args)
        return typed.Function("distance", ends, type=NUMBER, at=node.at)

    def _fn_used(self, node: ast.Call) -> typed.Expr:
        limit = node.args[0]
        if not isinstance(limit, ast.Name) or limit.id not in self.lex.limits:
            hint = did_you_mean(getattr(limit, "id", ""), self.lex.limits)
            self.report("SF301", limit.at, f"“used” wants the name of a limit first.{hint}", "")
            return typed.Const(None, type=ANY, at=node.at)
        seat = self.want(node.args[1], ANY)
        return typed.Function("used", (seat,), limit.id, type=NUMBER, at=node.at)

    def _method(self, node: ast.Method, wanted: Type) -> typed.Expr:
        object_ = self.expr(node.object)
        if object_.type.name == "card" and node.name == "done":
            args = tuple(self.want(a, self.lex.seat) for a in node.args)
            if len(args) != 1:
                self.report("SF306", node.at, "“done” is asked of one seat: card.done(seat).", "")
            return typed.CardTest(object_, "done", args, type=FLAG, at=node.at)
        if object_.type != ANY:
            self.report("SF305", node.at, f"Nothing of {object_.type.phrase} is called “{node.name}”.", "")
        return typed.Const(None, type=ANY, at=node.at)

    # values

    def _number(self, node: ast.Number, wanted: Type) -> typed.Expr:
        return typed.Const(node.value, type=NUMBER, at=node.at)

    def _words(self, node: ast.Words, wanted: Type) -> typed.Expr:
        return typed.Const(node.text, type=TEXT, at=node.at)

    def _flag(self, node: ast.Flag, wanted: Type) -> typed.Expr:
        return typed.Const(node.value, type=FLAG, at=node.at)

    def _nothing(self, node: ast.Nothing, wanted: Type) -> typed.Expr:
        return typed.Const(None, type=NOTHING, at=node.at)

    def _listof(self, node: ast.ListOf, wanted: Type) -> typed.Expr:
        element = held(wanted).of or ANY
        items = tuple(self.expr(item, element) for item in node.items)
        of = items[0].type if items else element
        if of == ANY and not items:
            of = element
        for item, source in zip(items[1:], node.items[1:], strict=False):
            if not fits(item.type, of) and not fits(of, item.type):
                self.report("SF302", source.at, f"This is {item.type.phrase}, but the list began with {of.phrase}.", "")
        return typed.ListOf(items, type=many(of), at=node.at)

    def _between(self, node: ast.Between, wanted: Type) -> typed.Expr:
        low, high = self.want(node.low, NUMBER), self.want(node.high, NUMBER)
        return typed.Between(low, high, type=many(NUMBER), at=node.at)

    def _unary(self, node: ast.Unary, wanted: Type) -> typed.Expr:
        if node.op == "not":
            return typed.Not(self.want(node.value, FLAG), type=FLAG, at=node.at)
        return typed.Negative(self.want(node.value, NUMBER), type=NUMBER, at=node.at)

    def _binary(self, node: ast.Binary, wanted: Type) -> typed.Expr:
        match node.op:
            case "and" | "or":
                return self._logic(node)
            case "is" | "is-not":
                return self._is(node)
            case "is-in" | "is-not-in":
                return self._is_in(node)
            case "becomes":
                return self._becomes(node)
            case "<" | "<=" | ">" | ">=":
                return typed.Binary(
                    node.op, self.want(node.left, NUMBER), self.want(node.right, NUMBER), type=FLAG, at=node.at
                )
            case _:
                return self._sum(node)

    def _logic(self, node: ast.Binary) -> typed.Expr:
        left = self.want(node.left, FLAG)
        before = set(self.scope.known)
        self.scope.known |= existing(node.left, holds=node.op == "and")
        right = self.want(node.right, FLAG)
        self.scope.known = before
        return typed.Binary(node.op, left, right, type=FLAG, at=node.at)

    def _sum(self, node: ast.Binary) -> typed.Expr:
        left = self.expr(node.left)
        if node.op == "+" and left.type.name == "many":
            right = self.want(node.right, left.type)
            return typed.Joined(left, right, type=left.type, at=node.at)
        if node.op == "+" and left.type == ANY:  # what it joins or adds to is not known
            right = self.expr(node.right)
            if right.type == ANY or right.type.name == "many":
                return typed.Joined(left, right, type=right.type, at=node.at)
        left = self.want(node.left, NUMBER)
        return typed.Binary(node.op, left, self.want(node.right, NUMBER), type=NUMBER, at=node.at)

    def _is(self, node: ast.Binary) -> typed.Expr:
        left, right = self._pair(node.left, node.right)
        if left.type == DECLARATION and fits(right.type, ENTRY):
            same: typed.Expr = typed.DeclaredAs(left, right, type=FLAG, at=node.at)
            return same if node.op == "is" else typed.Not(same, type=FLAG, at=node.at)
        if not comparable(left.type, right.type):
            self.report(
                "SF302", node.at, f"{left.type.phrase.capitalize()} {left.type.verb} never {right.type.phrase}.", ""
            )
        return typed.Binary(node.op, left, right, type=FLAG, at=node.at)

    def _pair(self, left: ast.Expr, right: ast.Expr) -> tuple[typed.Expr, typed.Expr]:
        """Both sides of a comparison: the side that is no bare word says what the word means."""
        if isinstance(left, ast.Name) and not self._meanings(left, ANY) and left.id not in self.scope.locals:
            second = self.expr(right)
            return self._against(left, second.type, second.type), second
        first = self.expr(left)
        wanted = ENTRY if first.type == DECLARATION else held(first.type)
        return first, self._against(right, wanted, first.type)

    def _against(self, node: ast.Expr, wanted: Type, other: Type) -> typed.Expr:
        """A side of a comparison; where nobody knows what the other is, a word may be one that fits it."""
        if other != ANY or not isinstance(node, ast.Name) or node.id not in self.lex.words:
            return self.expr(node, wanted)
        meant = node.id in self.scope.locals or self._meanings(node, ANY)
        return self.expr(node, wanted) if meant else self._unknown(node.at)

    def _is_in(self, node: ast.Binary) -> typed.Expr:
        value = self.expr(node.left)
        wanted = ENTRY if value.type == DECLARATION else held(value.type)
        coll = (
            self.expr(node.right, many(wanted))
            if not isinstance(node.right, ast.Name)
            else self._named_coll(node.right, wanted)
        )
        negated = node.op == "is-not-in"
        if value.type == DECLARATION:
            found: typed.Expr = typed.DeclaredAs(value, coll, type=FLAG, at=node.at)
            return typed.Not(found, type=FLAG, at=node.at) if negated else found
        if coll.type != ANY and (coll.type.of is None or not comparable(value.type, coll.type.of)):
            self.report(
                "SF302", node.at, f"{value.type.phrase.capitalize()} {value.type.verb} never in {coll.type.phrase}.", ""
            )
        return typed.IsIn(value, coll, negated, type=FLAG, at=node.at)

    def _named_coll(self, node: ast.Name, wanted: Type) -> typed.Expr:
        if wanted == ENTRY and node.id in {*self.lex.card_kinds, "actions", "powers"}:
            return typed.Entries(node.id, type=many(ENTRY), at=node.at)
        return self.expr(node, many(wanted))

    def _becomes(self, node: ast.Binary) -> typed.Expr:
        if not self.scope.may_become:
            self.report("SF307", node.at, "“becomes” stands only in the “when” of a trigger.", "Write “is”.")
        left, right = self._pair(node.left, node.right)
        if not comparable(left.type, right.type):
            phrase = f"{left.type.phrase.capitalize()} never becomes {right.type.phrase}."
            self.report("SF302", node.at, phrase, "")
        return typed.Becomes(left, right, type=FLAG, at=node.at)

    def _exists(self, node: ast.Exists, wanted: Type) -> typed.Expr:
        known, self.scope.known = self.scope.known, set()
        value = self.expr(node.value)
        self.scope.known = known
        if value.type.name not in {"optional", "any"}:
            self.report("SF304", node.at, "This always exists.", "Leave the test out.")
        return typed.Exists(value, type=FLAG, at=node.at)

    def _cond(self, node: ast.Cond, wanted: Type) -> typed.Expr:
        test = self.want(node.test, FLAG)
        before = set(self.scope.known)
        self.scope.known = before | existing(node.test, holds=True)
        then = self.expr(node.then, wanted)
        self.scope.known = before | existing(node.test, holds=False)
        otherwise = self.expr(node.otherwise, wanted if wanted != ANY else then.type)
        self.scope.known = before
        of = then.type if fits(otherwise.type, then.type) else otherwise.type
        if NOTHING in (then.type, otherwise.type):
            of = optional(otherwise.type if then.type == NOTHING else then.type)
        elif not fits(then.type, of):
            self.report(
                "SF302", node.at, f"The two answers differ in kind: {then.type.phrase}, {otherwise.type.phrase}.", ""
            )
        return typed.Cond(test, then, otherwise, type=of, at=node.at)

    # collections

    def named(self, name: str, of: Type) -> Scope:
        """Opens an inner scope in which `name` is an element; the caller restores the returned outer one."""
        outer = self.scope
        self.scope = outer.inner()
        self.scope.locals[name] = of
        return outer

    def _quantified(self, node: ast.Quantified, wanted: Type) -> typed.Expr:
        coll, of = self.coll(node.coll)
        outer = self.named(node.name, of)
        test = self.want(node.test, FLAG)
        self.scope = outer
        return typed.Quantified(node.which, node.name, coll, test, type=FLAG, at=node.at)

    def _best(self, node: ast.Best, wanted: Type) -> typed.Expr:
        coll, of = self.coll(node.coll)
        outer = self.named(node.name, of)
        self.scope.elements.append(of)
        where = self.want(node.where, FLAG) if node.where is not None else None
        by = self.want(node.by, NUMBER)
        self.scope = outer
        name = f".{len(outer.elements) + 1}"
        where, by = rename(where, name, node.name), rename(by, name, node.name)
        of = many(of) if node.ties == "all" else optional(of)
        return typed.Best(node.which, node.name, coll, where, by, node.ties, type=of, at=node.at)

    def _each(self, node: ast.Each, wanted: Type) -> typed.Expr:
        coll = self.expr(node.coll, wanted) if wanted.name == "many" else self.expr(node.coll)
        if coll.type.name != "many":
            coll, _ = self.coll(node.coll)
        of = coll.type.of or ANY
        if node.order is not None:
            start = self.want(node.order.start, of)
            coll = typed.Rotate(coll, node.order.which, start, type=coll.type, at=node.at)
        if node.where is None:
            return coll
        name, test = self.filter(node.name, of, node.where)
        return typed.Filter(coll, name, test, bool(node.name), type=coll.type, at=node.at)

    def filter(self, name: str, of: Type, where: ast.Expr) -> tuple[str, typed.Expr]:
        """The name of the element and the condition on it, as written after `where`."""
        outer = self.scope
        self.scope = outer.inner()
        if name:
            self.scope.locals[name] = of
        self.scope.elements.append(of)
        # a fresh "." hides what was known of the one outside
        self.scope.known = {k for k in self.scope.known if not _mentions_element(k)}
        test = self.want(where, FLAG)
        dotted = f".{len(self.scope.elements)}"
        self.scope = outer
        return (name, rename_known(test, dotted, name)) if name else (dotted, test)


def _nobody(code: str, at: ast.Offsets, message: str, help_: str) -> None:
    """Takes a finding that is made again elsewhere."""


def rename(node: typed.Expr | None, old: str, new: str) -> Any:
    """The expression with one local called otherwise."""
    return None if node is None else rename_known(node, old, new)


def rename_known(node: Any, old: str, new: str) -> Any:
    """The node, or several, with one local called otherwise."""
    if isinstance(node, typed.Local) and node.name == old:
        return replace(node, name=new)
    if isinstance(node, tuple):
        return tuple(rename_known(item, old, new) for item in node)
    if isinstance(node, typed.Node):
        changed = {
            n: rename_known(getattr(node, n), old, new) for n in node.__dataclass_fields__ if n not in ("at", "type")
        }
        return replace(node, **changed)
    return node


def existing(test: ast.Expr, *, holds: bool) -> set[ast.Expr]:
    """What is known to exist when the test holds (or fails)."""
    match test:
        case ast.Exists():
            return {test.value} if holds else set()
        case ast.Unary(op="not"):
            return existing(test.value, holds=not holds)
        case ast.Binary(op="and") if holds:
            return existing(test.left, holds=True) | existing(test.right, holds=True)
        case ast.Binary(op="or") if not holds:
            return existing(test.left, holds=False) | existing(test.right, holds=False)
        case _:
            return set()


def _mentions_element(node: ast.Node) -> bool:
    return isinstance(node, ast.Element | ast.Own) or any(_mentions_element(child) for child in node.inside())


def _values(low: int, high: int) -> str:
    if low != high:
        return f"{low} to {high} values"
    return "no values" if high == 0 else "1 value" if high == 1 else f"{high} values"


def _listed(names: Iterable[str]) -> str:
    text = ", ".join(names)
    return f" ({text})" if text else ""


def _stand(count: int) -> str:
    return "none stands" if count == 0 else "1 stands" if count == 1 else f"{count} stand"


WORD = word
