"""Book -> Layout: gives everything its place, in the order in which the content declares it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from sfrules.lang import typed
from sfrules.lang.types import Type, held
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.names import Lexicon, PropertyWord
from sfrules.model.property import FlagProperty, PropertyBase, SetProperty, TrackProperty
from sfrules.model.rules import Rule
from sfrules.program.layout import Given, Layout, LimitPlace, Stored, Value, ZonePlace


class Places:
    """Lays out one book."""

    def __init__(self, book: Book, lex: Lexicon, layered: set[tuple[str, ...]]) -> None:
        self.book = book
        self.lex = lex
        self.layered = layered
        self.out = Layout()

    def all(self) -> Layout:
        """The whole layout."""
        out = self.out
        out.seat_kind = self.lex.seat_kind
        for kind in self.lex.kinds:
            out.things[kind] = tuple(n for n, kinds in self.lex.things.items() if kind in kinds)
        out.card_names = tuple(str(c) for c in self.book.cards)
        out.card_kinds = tuple(str(c.kind) for c in self.book.cards.values())
        out.cards = tuple(
            index for index, made in enumerate(self.book.cards.values()) for _ in range(self._copies(made))
        )
        out.out = out.add(1, 0)
        self._counters()
        self._table()
        self._kinds()
        self._cards()
        self._limits()
        self._zones()
        self._map()
        for name in self.book.triggers:
            out.truths[str(name)] = out.add(1, False)
        return out

    def _copies(self, card: Card) -> int:
        """How many of a card there are, also where a formula says so."""
        given = self.book.copies(card)
        if given is not None:
            return given
        rule = self.book.rules.get(("cards", str(card.id), "count"))
        return max(0, self._amount(rule.formula.value)) if isinstance(rule, Rule) and rule.typed is not None else 0

    def _amount(self, value: typed.Expr) -> int:
        """A number that the content alone decides: numbers, their names, how many things of a kind, and sums."""
        match value:
            case typed.Const() | typed.Named():
                return int(value.value or 0)
            case typed.Negative():
                return -self._amount(value.value)
            case typed.Function(name="count") if isinstance(value.args[0], typed.AllOf):
                return len(self.out.things[value.args[0].kind])
            case typed.Binary(op="+"):
                return self._amount(value.left) + self._amount(value.right)
            case typed.Binary(op="-"):
                return self._amount(value.left) - self._amount(value.right)
            case typed.Binary(op="*"):
                return self._amount(value.left) * self._amount(value.right)
            case _:
                return 0

    # properties

    def _counters(self) -> None:
        for phase in self.book.all_phases():
            if phase.repeat is not None:
                self.out.counters[str(phase.id)] = self.out.add(1, 0)

    def _table(self) -> None:
        for name, prop in self.book.table.items():
            word = self.lex.table[str(name)]
            if word.derived:
                continue
            start = self._start(("table", str(name), "start"), prop, word)
            if prop.fixed:
                self.out.table[str(name)] = Given((start,), eyes(prop.seen_by, "all"))
            else:
                self.out.table[str(name)] = self._stored(prop, word, 1, ("table", str(name)), [start])

    def _kinds(self) -> None:
        for kind, words in self.lex.kinds.items():
            things = self.out.things[kind]
            made = self.book.kinds.get(kind)
            for name, word in words.items():
                if word.derived:
                    continue
                if word.values is not None:
                    values = tuple(self._given(word.type, word.values[t]) for t in things)
                    self.out.properties[kind, name] = Given(values)
                elif made is not None:
                    self._property(kind, name, word, made.has[name], things)

    def _property(self, kind: str, name: str, word: PropertyWord, prop: PropertyBase, things: Sequence[str]) -> None:
        start = self._start(("kinds", kind, "has", name, "start"), prop, word)
        values: list[Value] = []
        for thing in things:
            given = self.book.things[thing].values if thing in self.book.things else {}
            values.append(self._given(word.type, given[name]) if name in given else start)
        if prop.fixed:
            self.out.properties[kind, name] = Given(tuple(values), eyes(prop.seen_by, "all"))
        else:
            self.out.properties[kind, name] = self._stored(prop, word, len(things), ("property", kind, name), values)

    def _cards(self) -> None:
        self.out.names_base = self.out.add(len(self.out.cards))
        base = self.out.names_base
        self.out.start[base : base + len(self.out.cards)] = self.out.cards
        for kind, words in self.lex.card_kinds.items():
            for name, word in words.items():
                if not word.derived:
                    self._field(kind, name, word, self.book.card_kinds[kind].has[name])

    def _field(self, kind: str, name: str, word: PropertyWord, prop: PropertyBase) -> None:
        start = self._start(("card_kinds", kind, "has", name, "start"), prop, word)
        by_name: list[Value] = []
        for card in self.book.cards.values():
            given = card.values if card.kind == kind else {}
            by_name.append(self._given(word.type, given[name]) if name in given else start)
        if prop.fixed:
            self.out.fields[kind, name] = Given(tuple(by_name), eyes(prop.seen_by, "face"))
        else:
            values = [by_name[c] for c in self.out.cards]
            self.out.fields[kind, name] = self._stored(prop, word, len(values), ("field", kind, name), values)

    def _stored(
        self, prop: PropertyBase, word: PropertyWord, count: int, atom: tuple[str, ...], values: Sequence[Value]
    ) -> Stored:
        base = self.out.add(count)
        self.out.start[base : base + count] = values
        late = isinstance(prop, TrackProperty) and prop.bounded == "after the effect"
        default = "face" if atom[0] == "field" else "all"
        return Stored(
            base, count, word.low, word.high, late, atom in self.layered,
            eyes(prop.seen_by, default), str(prop.resets or ""), word.low is not None or word.high is not None,
        )  # fmt: skip

    def _start(self, path: tuple[str, ...], prop: PropertyBase, word: PropertyWord) -> Value:
        rule = self.book.rules.get(path)
        if isinstance(rule, Rule) and isinstance(rule.typed, typed.Formula):
            return self._constant(rule.typed.value)
        match prop:
            case FlagProperty():
                return prop.flag
            case SetProperty():
                return 0
            case _:
                of = word.type
                return None if of.name in {"optional", "thing", "card", "text"} else max(0, word.low or 0)

    def _constant(self, value: typed.Expr) -> Value:
        match value:
            case typed.ThingRef():
                return self.out.index(value.kind, value.id)
            case typed.Const() if value.type.name == "word":
                return value.type.words.index(str(value.value))
            case typed.Const() | typed.Named():
                return value.value
            case typed.Negative():
                inner = self._constant(value.value)
                return -inner if isinstance(inner, int) else None
            case _:
                return None

    def _given(self, of: Type, value: object) -> Value:
        """A value of the content as it is stored: ids as numbers, sets as bits."""
        of = held(of)
        if of.name == "many" and isinstance(value, (list, tuple)):
            if of.of is not None and of.of.name == "many":
                return tuple(self._given(of.of, v) for v in value)  # type: ignore[misc]
            return tuple(self._given(of.of or of, v) for v in value)  # type: ignore[misc]
        if value == "" and of.name != "text":
            return None
        if of.name == "thing":
            return self.out.index(of.kind, str(value))
        if of.name == "word":
            return of.words.index(str(value))
        return value if isinstance(value, (int, bool)) else str(value)

    # limits, zones, map

    def _limits(self) -> None:
        for name, limit in self.book.limits.items():
            count = len(self.out.things[str(limit.per)]) if limit.per is not None else 1
            base = self.out.add(count, 0)
            self.out.limits[str(name)] = LimitPlace(
                base, limit.times, str(limit.per or ""), str(limit.each or ""), eyes(limit.seen_by, "all")
            )

    def _zones(self) -> None:
        for name, zone in self.book.zones.items():
            count = len(self.out.things[str(zone.per)]) if zone.per is not None else 1
            base = len(self.out.start_zones)
            self.out.start_zones.extend([] for _ in range(count))
            self.out.zones[str(name)] = ZonePlace(
                base, count, str(zone.of), str(zone.per or ""), zone.order == "shuffled",
                eyes(zone.seen_by, "all"), eyes(zone.count_seen_by, "all"), str(zone.reshuffles or ""), zone.holds,
                zone.order == "stacked",
            )  # fmt: skip
        definitions = list(self.book.cards.values())
        for card, number in enumerate(self.out.cards):
            home = definitions[number].zone
            if home is not None:
                self.out.start_zones[self.out.zones[str(home)].base].append(card)

    def _map(self) -> None:
        if self.book.map is None or self.book.map.kind is None:
            return
        kind = str(self.book.map.kind)
        places = self.out.things.get(kind, ())
        near = tuple(tuple(places.index(n) for n in self.book.map.neighbours(p) if n in places) for p in places)
        self.out.neighbours[kind] = near
        self.out.distances[kind] = tuple(_steps_from(start, near) for start in range(len(places)))


def _steps_from(start: int, near: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Steps to every place; a place out of reach counts as further than any way is long."""
    steps = [len(near)] * len(near)
    steps[start] = 0
    queue = deque([start])
    while queue:
        place = queue.popleft()
        for other in near[place]:
            if steps[other] > steps[place] + 1:
                steps[other] = steps[place] + 1
                queue.append(other)
    return tuple(steps)


def eyes(seen_by: object, default: str) -> tuple[str, ...]:
    """The words of a `seen_by`."""
    words: Iterable[str] | None = getattr(seen_by, "words", None)
    return tuple(str(w) for w in words) if words is not None else (default,)


def layered_atoms(rules: Iterable[Rule]) -> set[tuple[str, ...]]:
    """The properties that some rule changes only for a time."""
    found: set[tuple[str, ...]] = set()
    for rule in rules:
        if rule.typed is None:
            continue
        for node in typed.walk(rule.typed):
            if isinstance(node, typed.Write | typed.Add) and node.until is not None:
                found.add(atom_of(node.target))
    return found


def atom_of(target: typed.Expr) -> tuple[str, ...]:
    """The name of what a rule reads or writes, whoever owns it."""
    match target:
        case typed.TableProperty():
            return ("table", target.name)
        case typed.Property():
            return ("field" if target.card else "property", target.of, target.name)
        case typed.Zone():
            return ("zone", target.zone)
        case _:
            return ("", "")
