"""Typed expression -> a Python expression over the state's lists.

Only numbers and names of our own stand in the text that is made; nothing of the content does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from sfrules.lang import typed
from sfrules.lang.types import Type, held
from sfrules.program.layout import Given, Layout, Stored

_ENOUGH = re.compile(r"len\(\[v\d+ for v\d+ in (h\d+) if .*\]\)")
_NAME = re.compile(r"\b(?:v\d+|x\d+)\b")
_PILE = re.compile(r"Z\[[\w+]+\]")
_TABLE = re.compile(r"(C\d+)(\[[\w\[\]]+\])?")
_SIMPLE = re.compile(r"-?\w+(\[[\w+]+\])?")

_TRUTHS = ("True", "False")

Env = dict[str, str]


class Library(Protocol):
    """Where a formula finds the other formulas and the entries it names."""

    layout: Layout

    def define(self, id_: str) -> tuple[tuple[str, ...], typed.Expr]: ...
    def derived(self, of: str, name: str, card: bool) -> typed.Expr: ...
    def function(self, key: tuple[str, ...], params: tuple[str, ...], body: typed.Expr) -> str: ...
    def entry(self, id_: str) -> int: ...
    def section(self, name: str) -> tuple[int, ...]: ...
    def constant(self, value: object) -> str: ...
    def stretches(self, constant: str, base: int) -> str | None: ...
    def shifted(self, constant: str, base: int) -> str: ...


@dataclass(slots=True)
class FormulaWriter:
    """Writes expressions in an environment that says what each local is called in the Python text.

    While `hoisted` is a list, what does not depend on the loop's own names (`inner`, as Python text) is put there,
    to be worked out once before the loop.
    """

    library: Library
    counter: list[int] = field(default_factory=lambda: [0])
    hoisted: list[str] | None = None
    inner: frozenset[str] = frozenset()

    @property
    def layout(self) -> Layout:
        return self.library.layout

    def fresh(self) -> str:
        self.counter[0] += 1
        return f"v{self.counter[0]}"

    def write(self, node: typed.Expr, env: Env) -> str:
        """Python text for the expression."""
        handler: Callable[[Any, Env], str] = getattr(self, "_" + type(node).__name__.lower())
        return handler(node, env)

    # values

    def _const(self, node: typed.Const, env: Env) -> str:
        if isinstance(node.value, str):
            if node.type.name == "word":
                return str(node.type.words.index(node.value))
            return self.library.constant(node.value)
        return repr(node.value)

    def _thingref(self, node: typed.ThingRef, env: Env) -> str:
        return str(self.layout.index(node.kind, node.id))

    def _cardname(self, node: typed.CardName, env: Env) -> str:
        return str(self.layout.card_name(node.id))

    def _entryref(self, node: typed.EntryRef, env: Env) -> str:
        return str(self.library.entry(node.id))

    def _named(self, node: typed.Named, env: Env) -> str:
        return repr(node.value)

    def _counter(self, node: typed.Counter, env: Env) -> str:
        return f"S[{self.layout.counters[node.phase]}]"

    def _local(self, node: typed.Local, env: Env) -> str:
        return env[node.name]

    def _answered(self, node: typed.Answered, env: Env) -> str:
        return env["it"]

    def _riding(self, node: typed.Riding, env: Env) -> str:
        entry, riding = self.library.entry(node.entry), env["with"]
        if riding in ("()", f"({entry},)"):
            return str(riding != "()")  # known while the text is written
        return f"({entry} in {riding})"

    # what is stored

    def slot(self, node: typed.Property | typed.TableProperty, env: Env) -> str:
        """The slot number of a property, as Python text."""
        if isinstance(node, typed.TableProperty):
            place = self.layout.table[node.name]
            return str(getattr(place, "base", 0))
        place = self._place(node)
        assert not isinstance(place, Given)
        object_ = self.write(node.object, env)
        if object_.isdigit():
            return str(place.base + int(object_))
        return f"{place.base}+{object_}" if _SIMPLE.fullmatch(object_) else f"{place.base}+({object_})"

    def _place(self, node: typed.Property | typed.Derived) -> Any:
        return self.layout.fields[node.of, node.name] if node.card else self.layout.properties[node.of, node.name]

    def _property(self, node: typed.Property, env: Env) -> str:
        place = self._place(node)
        if not isinstance(place, Given):
            return self._as_many(f"S[{self.slot(node, env)}]", node.type)
        object_ = self.write(node.object, env)
        if node.card:
            object_ = f"S[{self.layout.names_base}+{object_}]"
        elif object_.isdigit():
            return repr(place.values[int(object_)])
        return f"{self.library.constant(place.values)}[{object_}]"

    def stretch(self, coll: typed.Expr, read: typed.Property, name: str, env: Env) -> str | None:
        """The values of a property for a collection, as a part of the state, where they stand at equal distances."""
        place = None if read.card else self.layout.properties[read.of, read.name]
        if not isinstance(place, Stored) or not isinstance(read.object, typed.Local) or read.object.name != name:
            return None
        found = _TABLE.fullmatch(self.write(coll, env))
        stretches = self.library.stretches(found[1], place.base) if found is not None else None
        return f"S[{stretches}{found[2] or ''}]" if found is not None and stretches is not None else None

    def shifted(self, source: str, var: str, lines: list[str]) -> tuple[str, list[str]] | None:
        """A loop over a constant in which things serve only to find what is kept of them: it goes over the slots."""
        found = _TABLE.fullmatch(source)
        made = _without_base(lines, var) if found is not None else None
        if found is None or made is None:
            return None
        base, without = made
        return f"{self.library.shifted(found[1], base)}{found[2] or ''}", without

    def _as_many(self, text: str, of: Type) -> str:
        """Sets are stored as bits; an expression that uses one wants its members."""
        return f"members({text})" if of.name == "many" else text

    def _tableproperty(self, node: typed.TableProperty, env: Env) -> str:
        place = self.layout.table[node.name]
        if isinstance(place, Given):
            return repr(place.values[0])
        return self._as_many(f"S[{place.base}]", node.type)

    def _derived(self, node: typed.Derived, env: Env) -> str:
        return self._apply(node, ("derived", node.of, node.name, str(node.card)), env)

    def _defined(self, node: typed.Defined, env: Env) -> str:
        return self._apply(node, ("define", node.id), env)

    def _behind(
        self, node: typed.Derived | typed.Defined
    ) -> tuple[tuple[str, ...], tuple[typed.Expr, ...], typed.Expr]:
        """What stands behind a name: what it is given, with what it is used here, and the expression itself."""
        if isinstance(node, typed.Defined):
            params, body = self.library.define(node.id)
            return params, node.args, body
        body = self.library.derived(node.of, node.name, node.card)
        return (("card" if node.card else "self",), (node.object,), body) if node.of else ((), (), body)

    def unfolded(self, node: typed.Expr, env: Env) -> tuple[typed.Expr, Env] | None:
        """The expression behind a name with what it is given, where that is plain; a call costs more than a sum."""
        if not isinstance(node, typed.Derived | typed.Defined):
            return None
        params, args, body = self._behind(node)
        texts = [self.write(arg, env) for arg in args]
        if not all(_SIMPLE.fullmatch(text) for text in texts):
            return None
        inner = dict(zip(params, texts, strict=True))
        if isinstance(node, typed.Derived) and node.card:
            inner["self"] = inner.get("card", "")
        return body, inner

    def _apply(self, node: typed.Derived | typed.Defined, key: tuple[str, ...], env: Env) -> str:
        unfolded = self.unfolded(node, env)
        if unfolded is not None:
            return self.write(*unfolded)
        params, args, body = self._behind(node)
        texts = [self.write(arg, env) for arg in args]
        return f"{self.library.function(key, params, body)}(g, {', '.join(texts)})"

    # collections

    def unlike(self, seat: str, cards: typed.Expr, env: Env) -> str:
        """Cards that a seat can tell apart, one of each sort; of fewer than two there is nothing to tell."""
        text = self.write(cards, env)
        if _PILE.fullmatch(text):
            return f"({text} if len({text}) < 2 else unlike(g, {seat}, {text}))"
        return f"unlike(g, {seat}, {text})"

    def _zone(self, node: typed.Zone, env: Env) -> str:
        return f"Z[{self.zone_number(node, env)}]"

    def zone_number(self, node: typed.Zone, env: Env) -> str:
        """The number of a zone, as Python text."""
        place = self.layout.zones[node.zone]
        if node.owner is None:
            return str(place.base)
        owner = self.write(node.owner, env)
        return str(place.base + int(owner)) if owner.isdigit() else f"{place.base}+{owner}"

    def _allof(self, node: typed.AllOf, env: Env) -> str:
        return self.library.constant(tuple(range(len(self.layout.things[node.kind]))))

    def _cardnames(self, node: typed.CardNames, env: Env) -> str:
        kinds = self.layout.card_kinds
        return self.library.constant(tuple(i for i, kind in enumerate(kinds) if kind == node.kind))

    def _entries(self, node: typed.Entries, env: Env) -> str:
        return self.library.constant(self.library.section(node.section))

    def _overeach(self, node: typed.OverEach, env: Env) -> str:
        if node.joined and isinstance(node.body, typed.Zone) and isinstance(node.coll, typed.AllOf):
            return self._all_zones(node.body)
        var = self.fresh()
        inner = {**env, node.name: var}
        coll, body = self.write(node.coll, env), self.write(node.body, inner)
        if node.joined:
            return f"[{var}_ for {var} in {coll} for {var}_ in {body}]"
        return f"[{body} for {var} in {coll}]"

    def _all_zones(self, zone: typed.Zone) -> str:
        place = self.layout.zones[zone.zone]
        return f"[c for z in Z[{place.base}:{place.base + place.count}] for c in z]"

    def _filter(self, node: typed.Filter, env: Env) -> str:
        var = self.fresh()
        env = {**env, node.name: var}
        coll, rest = self.start(node, var, env)
        return f"[{var} for {var} in {coll} if {self.write(rest, env)}]" if rest is not None else coll

    def start(self, node: typed.Filter, var: str, env: Env) -> tuple[str, typed.Expr | None]:
        """The collection to go through and the test left; leading tests that stay the same come before the loop."""
        coll = self.write(node.coll, env)
        if self.hoisted is None or self._is_inner(coll, var):
            return coll, node.test
        parts = conjuncts(node.test)
        fixed: list[str] = []
        while parts and not self._is_inner(text := self.write(parts[0], env), var):
            fixed.append(text)
            parts = parts[1:]
        if not fixed:
            return coll, node.test
        self.counter[0] += 1
        name = f"h{self.counter[0]}"
        self._hoist(name, var, var, coll, fixed)
        return name, joined_by_and(parts)

    def _hoist(self, name: str, made: str, var: str, coll: str, tests: list[str]) -> None:
        """A list that is gathered before the loop."""
        assert self.hoisted is not None
        test = f"if {' and '.join(tests)}: " if tests else ""
        self.hoisted += [f"{name} = []", f"for {var} in {coll}:", f" {test}{name}.append({made})"]

    def keyed(self, node: typed.Filter, env: Env) -> str | None:
        """How many have a key: `count(cards where .kind is ... and .place is x)`, where only x changes with the loop.

        The keys of those that pass the other tests are listed once, before the loop, and counted inside it.
        """
        var = self.fresh()
        env = {**env, node.name: var}
        coll = self.write(node.coll, env)
        *fixed, last = conjuncts(node.test)
        if self.hoisted is None or self._is_inner(coll, var) or not isinstance(last, typed.Binary) or last.op != "is":
            return None
        texts, key, value = [self.write(t, env) for t in fixed], self.write(last.left, env), self.write(last.right, env)
        own = re.compile(rf"\b{var}\b")
        if own.search(value) or value == "None" or any(self._is_inner(text, var) for text in (*texts, key)):
            return None
        self.counter[0] += 1
        name = f"h{self.counter[0]}"
        self._hoist(name, key, var, coll, texts)
        return f"{name}.count({value})"

    def _is_inner(self, text: str, var: str) -> bool:
        """Whether a text names something that only a loop around it knows; `var` is its own."""
        return any(name in self.inner or (name[0] == "v" and name != var) for name in _NAME.findall(text))

    def _rotate(self, node: typed.Rotate, env: Env) -> str:
        start = self.write(node.start, env)
        base = node.coll
        of = base.type.of
        assert of is not None
        turns = self.library.constant(_turns(len(self.layout.things[of.kind]), node.which))
        order = f"{turns}[{start}]"
        if isinstance(base, typed.AllOf):
            return order
        var = self.fresh()
        if isinstance(base, typed.Filter) and isinstance(base.coll, typed.AllOf):
            test = self.write(base.test, {**env, base.name: var})
            return f"[{var} for {var} in {order} if {test}]"
        return f"turned({order}, {self.write(base, env)})"

    def _joined(self, node: typed.Joined, env: Env) -> str:
        return f"[*{self.write(node.left, env)}, *{self.write(node.right, env)}]"

    def _between(self, node: typed.Between, env: Env) -> str:
        low, high = self.write(node.low, env), self.write(node.high, env)
        if low.isdigit() and high.isdigit():
            return self.library.constant(tuple(range(int(low), int(high) + 1)))
        return f"range({low}, {high} + 1)"

    def _listof(self, node: typed.ListOf, env: Env) -> str:
        items = [self.write(item, env) for item in node.items]
        return f"({', '.join(items)},)" if items else "()"

    # logic and sums

    def _binary(self, node: typed.Binary, env: Env) -> str:
        left, right = self.write(node.left, env), self.write(node.right, env)
        if node.op in ("and", "or"):
            return joined_texts(left, node.op, right)
        if node.op == "/":
            return f"divided({left}, {right})"
        if node.op in ("is", "is-not"):
            return self._of_names(node, right, env) or self._same(left, right, node.op == "is")
        enough = _ENOUGH.fullmatch(left) if node.op == ">=" and right.isdigit() else None
        if enough is not None:
            # no need to look through what is too short anyway
            return f"(len({enough.group(1)}) >= {right} and {left} >= {right})"
        return f"({left} {node.op} {right})"

    def _of_names(self, node: typed.Binary, right: str, env: Env) -> str | None:
        """A card's fixed value against a known one: whether its name is among those that have it."""
        read = node.left
        if not isinstance(read, typed.Property) or not read.card or not isinstance(node.right, typed.Const):
            return None
        place = self._place(read)
        if not isinstance(place, Given) or right == "None":
            return None
        wanted = int(right) if right.isdigit() else right == "True"
        names = frozenset(
            number for number, value in enumerate(place.values) if value == wanted and type(value) is type(wanted)
        )
        word = "in" if node.op == "is" else "not in"
        return f"(S[{self.layout.names_base}+{self.write(read.object, env)}] {word} {self.library.constant(names)})"

    def _same(self, left: str, right: str, equal: bool) -> str:
        if right == "None":
            return f"({left} is{'' if equal else ' not'} None)"
        if right in ("True", "False"):
            return left if (right == "True") is equal else f"(not {left})"
        return f"({left} {'==' if equal else '!='} {right})"

    def _isin(self, node: typed.IsIn, env: Env) -> str:
        word = "not in" if node.negated else "in"
        value = self.write(node.value, env)
        coll = node.coll
        if isinstance(coll, typed.Property | typed.TableProperty) and coll.type.name == "many":
            place = self.layout.table[coll.name] if isinstance(coll, typed.TableProperty) else self._place(coll)
            if not isinstance(place, Given):
                bit = f"(S[{self.slot(coll, env)}] >> {value} & 1)"
                return f"(not {bit})" if node.negated else f"({bit} == 1)"
        return f"({value} {word} {self.write(coll, env)})"

    def _not(self, node: typed.Not, env: Env) -> str:
        match node.value:
            case typed.Exists(value=value):
                return f"({self.write(value, env)} is None)"
            case typed.Binary(op="is" | "is-not"):
                same, other = self.write(node.value.left, env), self.write(node.value.right, env)
                return self._same(same, other, node.value.op == "is-not")
            case typed.Not(value=value):
                return self.write(value, env)
        text = self.write(node.value, env)
        return str(text == "False") if text in _TRUTHS else f"(not {text})"

    def _negative(self, node: typed.Negative, env: Env) -> str:
        return f"(-{self.write(node.value, env)})"

    def _exists(self, node: typed.Exists, env: Env) -> str:
        return f"({self.write(node.value, env)} is not None)"

    def _cond(self, node: typed.Cond, env: Env) -> str:
        test, then, otherwise = (self.write(n, env) for n in (node.test, node.then, node.otherwise))
        return f"({then} if {test} else {otherwise})"

    def _quantified(self, node: typed.Quantified, env: Env) -> str:
        var = self.fresh()
        test = self.write(node.test, {**env, node.name: var})
        coll = self.write(node.coll, env)
        # a list that holds a flag is found faster than a generator is run, and these collections are short
        if node.which == "some":
            return f"(True in [{test} for {var} in {coll}])"
        return f"(False not in [{test} for {var} in {coll}])"

    def _best(self, node: typed.Best, env: Env) -> str:
        var = self.fresh()
        inner = {**env, node.name: var}
        where = f" if {self.write(node.where, inner)}" if node.where is not None else ""
        by = self.write(node.by, inner)
        pairs = f"[({by}, {var}) for {var} in {self.write(node.coll, env)}{where}]"
        return f"{node.which}_{node.ties}({pairs})"

    # functions

    def _function(self, node: typed.Function, env: Env) -> str:
        make: Callable[[typed.Function, Env], str] = getattr(self, "_fn_" + node.name.replace("-", "_"))
        return make(node, env)

    def _fn_count(self, node: typed.Function, env: Env) -> str:
        coll = node.args[0]
        if isinstance(coll, typed.Property) and coll.type.name == "many" and not isinstance(self._place(coll), Given):
            return f"S[{self.slot(coll, env)}].bit_count()"
        return f"len({self.write(coll, env)})"

    def _fn_sum(self, node: typed.Function, env: Env) -> str:
        return f"sum({self.write(node.args[0], env)})"

    def _fn_first(self, node: typed.Function, env: Env) -> str:
        if len(node.args) == 1:
            return f"first({self.write(node.args[0], env)})"
        return f"some_first({self.write(node.args[0], env)}, {self.write(node.args[1], env)})"

    def _fn_the_first(self, node: typed.Function, env: Env) -> str:
        return f"the_first({self.write(node.args[0], env)})"

    def _fn_last(self, node: typed.Function, env: Env) -> str:
        return f"the_last({self.write(node.args[0], env)})"

    def _fn_next(self, node: typed.Function, env: Env) -> str:
        return f"next_seat(g, {self.write(node.args[0], env)})"

    def _fn_playing(self, node: typed.Function, env: Env) -> str:
        return f"playing(g, {self.write(node.args[0], env)})"

    def _fn_neighbours(self, node: typed.Function, env: Env) -> str:
        return self._map_table(self.layout.neighbours, node, env)

    def _map_table(self, tables: Mapping[str, tuple[tuple[int, ...], ...]], node: typed.Function, env: Env) -> str:
        kind = held(node.args[0].type).kind
        return f"{self.library.constant(tables[kind])}[{self.write(node.args[0], env)}]"

    def _fn_degree(self, node: typed.Function, env: Env) -> str:
        return f"len({self._map_table(self.layout.neighbours, node, env)})"

    def _fn_distance(self, node: typed.Function, env: Env) -> str:
        return f"{self._map_table(self.layout.distances, node, env)}[{self.write(node.args[1], env)}]"

    def _fn_used(self, node: typed.Function, env: Env) -> str:
        limit = self.layout.limits[node.limit]
        return f"S[{limit.base}+{self.write(node.args[0], env)}]" if limit.per else f"S[{limit.base}]"

    # cards and declarations

    def _cardtest(self, node: typed.CardTest, env: Env) -> str:
        card = self.write(node.card, env)
        args = ", ".join(self.write(a, env) for a in node.args)
        return f"DONE[S[{self.layout.names_base}+{card}]](g, {card}, {args})"

    def _declarationpart(self, node: typed.DeclarationPart, env: Env) -> str:
        if node.part == "actor" and isinstance(node.declaration, typed.Answered) and "it.actor" in env:
            return env["it.actor"]
        declaration = self.write(node.declaration, env)
        if node.part == "actor":
            return f"actor_of(g, {declaration})"
        if node.part == "host":
            return f"({declaration} & -16)"
        return f"choice_of(g, {declaration}, {self.library.constant(node.part)})"

    def _declaredas(self, node: typed.DeclaredAs, env: Env) -> str:
        asked = isinstance(node.declaration, typed.Answered) and "it.entry" in env
        entry = env["it.entry"] if asked else f"entry_of(g, {self.write(node.declaration, env)})"
        if entry.isdigit() and (members := self._members(node.entries)) is not None:
            return str(int(entry) in members)
        if node.entries.type.name == "many":
            return f"({entry} in {self.write(node.entries, env)})"
        return f"({entry} == {self.write(node.entries, env)})"

    def _members(self, entries: typed.Expr) -> tuple[int, ...] | None:
        """The entries that are named, where they are named outright."""
        match entries:
            case typed.EntryRef():
                return (self.library.entry(entries.id),)
            case typed.Entries():
                return self.library.section(entries.section)
            case typed.ListOf() if all(isinstance(item, typed.EntryRef) for item in entries.items):
                return tuple(self.library.entry(item.id) for item in entries.items if isinstance(item, typed.EntryRef))
            case _:
                return None

    def _becomes(self, node: typed.Becomes, env: Env) -> str:
        return self._same(self.write(node.value, env), self.write(node.target, env), True)


def _without_base(lines: list[str], var: str) -> tuple[int, list[str]] | None:
    """Lines in which a name stands only in `S[base+name]`, or only in a loop over it whose own name does: without base.

    Gives the base, and the lines with `S[name]`; None where the name stands elsewhere, or with several bases.
    """
    own = re.compile(rf"\b{var}\b")
    uses = sum(len(own.findall(line)) for line in lines)
    slot = re.compile(rf"S\[(\d+)\+{var}\]")
    bases = [base for line in lines for base in slot.findall(line)]
    if uses and len(bases) == uses and len(set(bases)) == 1:
        return int(bases[0]), [slot.sub(f"S[{var}]", line) for line in lines]
    loops = [found[1] for line in lines if (found := re.fullmatch(rf"for (v\d+) in {var}:", line))]
    if not uses == len(loops) == 1:
        return None
    head = lines.index(f"for {loops[0]} in {var}:")
    inner = _without_base([*lines[:head], *lines[head + 1 :]], loops[0])
    return None if inner is None else (inner[0], [*inner[1][:head], lines[head], *inner[1][head:]])


def joined_texts(left: str, op: str, right: str) -> str:
    """Two tests as one; what is known while the text is written falls away."""
    decides = "False" if op == "and" else "True"
    if left == decides or right == decides:
        return decides
    if left in _TRUTHS:
        return right
    return left if right in _TRUTHS else f"({left} {op} {right})"


def conjuncts(test: typed.Expr) -> list[typed.Expr]:
    """The tests that are joined by `and`, in order."""
    if isinstance(test, typed.Binary) and test.op == "and":
        return [*conjuncts(test.left), *conjuncts(test.right)]
    return [test]


def joined_by_and(tests: Sequence[typed.Expr]) -> typed.Expr | None:
    """One test for several, or none."""
    if not tests:
        return None
    made = tests[0]
    for test in tests[1:]:
        made = typed.Binary("and", made, test, type=test.type, at=made.at)
    return made


def _turns(count: int, which: str) -> tuple[tuple[int, ...], ...]:
    """For each index the others in order from it on: with itself first, or without itself."""
    skip = 1 if which == "after" else 0
    return tuple(tuple((i + k) % count for k in range(skip, count)) for i in range(count))
