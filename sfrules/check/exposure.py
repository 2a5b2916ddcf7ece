"""Everything in a book that shows too much: each rule walked where play starts it, each entry seen from outside."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Literal

from sfrules.check.known import PUBLIC, TABLE, Env, Label, Lie, Place, Secret, Term, Value
from sfrules.check.labels import Labels
from sfrules.check.sights import EVERYBODY, Sight, viewers
from sfrules.check.traces import Traces
from sfrules.diag import Span
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.lang.types import held
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.entry import Entry
from sfrules.model.property import DerivedProperty
from sfrules.model.sections import SECTIONS
from sfrules.record import record

ACTOR: Term = ("local", "actor")
SELF: Term = ("local", "self")


@record
class Exposure:
    """An entry that gives itself away: as one of several under a face, or as somebody's under a mask."""

    sort: Literal["face", "mask"]
    span: Span
    message: str
    subject: str
    help: str
    other: Span | None = None
    beside: str = ""


@record
class Exposed:
    """What shows too much in a book."""

    book: Book
    sights: tuple[Sight, ...]
    entries: tuple[Exposure, ...]


def exposed(book: Book, among: Collection[RulePath] | None = None) -> Exposed:
    """All of it; or only what is seen of some of its definitions, by section and id, and of some of its rules."""
    return _Walk(book, among).all()


_STARTED = {
    "setup": (), "play": (), "aftermath": (), "phase": ("effect",), "then": ("then",), "bind": ("bind",),
    "trigger": ("when", "effect"),
}  # fmt: skip
"""Rules that play itself starts, by their role, with the keys of those that decide what is seen of them."""

_LEGALITY = ("who", "available", "rides_when", "answers", "choose")


class _Walk:
    """Looks at one book."""

    def __init__(self, book: Book, among: Collection[RulePath] | None) -> None:
        self.book = book
        self.among = among
        self.labels = Labels(book)
        self.traces = Traces(self.labels, alone=among is not None)

    def all(self) -> Exposed:
        if not self.book.rules:
            return Exposed(self.book, (), ())
        for rule in self.book.rules.values():
            if rule.role in _STARTED and self._looked_at(*rule.path[:2], *_STARTED[rule.role]):
                self._rule(rule.path, rule.role)
        for section, entry in self._entries:
            if self._looked_at(section, str(entry.id), *_LEGALITY):
                self._legality(section, entry)
            self._effects(section, entry)
        self._windows()
        self._derived()
        entries = (*self._faces(), *self._masks()) if self._entries else ()
        return Exposed(self.book, tuple(self.traces.sights.values()), entries)

    @cached_property
    def _entries(self) -> list[tuple[str, Entry]]:
        """The entries of which anything is looked at."""
        entries = list(self.book.entries())
        if self.among is None:
            return entries
        near = {path[:2] for path in self.among}
        return [(section, entry) for section, entry in entries if (section, entry.id) in near]

    def _looked_at(self, section: str, name: str = "", *keys: str) -> bool:
        """Whether anything may be seen of a definition, of some of its rules or of all that there is of it."""
        among = self.among
        return among is None or (section, name) in among or any((section, name, key) in among for key in keys)

    # rules that play starts

    def _rule(self, path: RulePath, role: str) -> None:
        rule = self.book.rules[path]
        if role in ("setup", "play", "then", "aftermath"):
            self.traces.rule(rule, {})
        elif role == "phase":
            self.traces.rule(rule, {"actor": Value(term=ACTOR)} if "actor" in rule.params else {})
        elif role == "bind":
            nobody = frozenset({Secret(frozenset(), "what the card says", (path, (0, 0)))})
            self.traces.rule(rule, {"card": Value(face=nobody, term=("local", "card"), lies=())})
        elif role == "trigger":
            self.traces.rule(rule, {}, self._when(path[1]))

    def _when(self, trigger: str) -> Label:
        """What a trigger tells by going off: nothing where its condition is asked openly."""
        rule = self.book.rules.get(("triggers", trigger, "when"))
        if rule is None or not isinstance(rule.typed, typed.Formula) or rule.typed.openly:
            return PUBLIC
        return self.labels.label(rule.typed.value, Env(rule.path))

    # entries

    def _actor(self, entry: Entry) -> Value:
        """Who declares it: a secret of that seat where nobody sees who answers."""
        if str(entry.id) not in self.labels.masked:
            return Value(term=ACTOR)
        place = entry.span_of("window")
        return Value(frozenset({Secret(frozenset({ACTOR}), f"who plays “{entry.label}”", place)}), term=ACTOR)

    def _it(self, entry: Entry) -> frozenset[str]:
        """What may be answered where this is played."""
        if entry.window is None:
            return frozenset({str(entry.rides)}) if entry.rides is not None else frozenset()
        return self._answered.get(str(entry.window), frozenset())

    @cached_property
    def _answered(self) -> dict[str, frozenset[str]]:
        """The entries that open each window."""
        found: dict[str, set[str]] = {}
        for _, entry in self.book.entries():
            for window in entry.windows:
                found.setdefault(str(window), set()).add(str(entry.id))
        return {window: frozenset(entries) for window, entries in found.items()}

    def _names(self, section: str, entry: Entry, *, chosen: bool) -> dict[str, Value]:
        names = {"actor": self._actor(entry)} if chosen else {"actor": Value(term=ACTOR)}
        if section == "cards" and isinstance(entry, Card):
            names["card"] = Value(term=("local", "card"))
        host = self.book.entry(entry.rides) if entry.rides is not None else None
        for of in (host, entry):
            names.update(self._chosen(section, of, names) if of is not None else {})
        return names

    def _chosen(self, section: str, entry: Entry, names: dict[str, Value]) -> dict[str, Value]:
        """What is chosen with a declaration: seen by all, unless it has another face."""
        label = PUBLIC
        if entry.declared_as is not None:
            what = f"what is chosen for “{entry.declared_as}”"
            label = frozenset({Secret(frozenset({ACTOR}), what, entry.span_of("declared_as"))})
        found: dict[str, Value] = {}
        for name in entry.choose:
            path = (self._section(entry, section), str(entry.id), "choose", str(name))
            rule = self.book.rules.get(path)
            lies: tuple[Lie, ...] | None = None
            if rule is not None and isinstance(rule.typed, typed.Formula):
                env = Env(path, {**names, **found})
                lies = self.labels.member(rule.typed.value, env, self.labels.fresh(str(name))).lies
            found[str(name)] = Value(label, PUBLIC, label, ("one", str(name), -1), lies)
        return found

    def _section(self, entry: Entry, section: str) -> str:
        return self._sections.get(id(entry), section)

    @cached_property
    def _sections(self) -> dict[int, str]:
        return {id(entry): section for section, entry in self.book.entries()}

    def _cover(self, entry: Entry) -> Label:
        """Under one face with others, only the actor knows which entry it is."""
        face = str(entry.declared_as) if entry.declared_as is not None else ""
        if face not in self.labels.covers:
            return PUBLIC
        what = f"which entry is declared as “{face}”"
        return frozenset({Secret(frozenset({ACTOR}), what, entry.span_of("declared_as"))})

    def _effects(self, section: str, entry: Entry) -> None:
        for key in ("effect", "when_cancelled"):
            rule = self.book.rules.get((section, str(entry.id), key))
            if rule is not None and self._looked_at(section, str(entry.id), "choose", key):
                declared = "actor" in rule.params
                names = self._names(section, entry, chosen=True) if declared else {}
                self.traces.rule(rule, names, self._cover(entry), self._it(entry))

    def _legality(self, section: str, entry: Entry) -> None:
        """What lists the options may read what the actor knows; where all see who can answer, what all know."""
        window = self.book.windows.get(entry.window) if entry.window is not None else None
        in_public = window is not None and window.seen_by != "nobody" and window.answers == "in order"
        kinds = [("legality", frozenset({ACTOR}))]
        if in_public:
            kinds.append(("window", EVERYBODY))
        for shows, who in kinds:
            for at, label, env in self._read(section, entry):
                self.traces.see(shows, at, who, label, env)  # type: ignore[arg-type]

    def _read(self, section: str, entry: Entry) -> Iterator[tuple[Place, Label, Env]]:
        """All that decides whether an entry is among the options, with its label."""
        names = {"actor": Value(term=ACTOR), "card": Value(term=("local", "card"))}
        if entry.rides is not None and (host := self.book.entry(entry.rides)) is not None:
            names.update(self._chosen(section, host, names))
        for key in (*_LEGALITY[:-1], *(f"choose {name}" for name in entry.choose)):
            rule = self.book.rules.get((section, str(entry.id), *key.split()))
            if rule is None or not isinstance(rule.typed, typed.Formula):
                continue
            if not key.startswith("choose ") and self.labels.open(rule.path, names.values()):
                continue
            env = Env(rule.path, names, it=self._it(entry))
            value = self.labels.value(rule.typed.value, env)
            faces = value.face if held(rule.typed.value.type).of is not None else PUBLIC
            yield (rule.path, rule.typed.at), value.which | faces, env
            if key.startswith("choose "):
                name = key.split()[1]
                names = {**names, name: Value(term=("one", name, -1), lies=value.lies)}
        env = Env((section, str(entry.id)), names)
        for span, what, eyes in self._paid(entry):
            if eyes is not None:
                yield span, frozenset({Secret(eyes, what, span)}), env

    def _paid(self, entry: Entry) -> Iterator[tuple[Span, str, frozenset[Term] | None]]:
        """Cost, limit and hand of an entry, with who sees them."""
        env = Env(())
        seat = self.book.kinds.get(self.labels.seat)
        for name in entry.cost:
            made = seat.has.get(name) if seat is not None else None
            eyes = self.labels.eyes(made.seen_by if made else None, self.labels.seat, ACTOR, ("", name), env)
            yield entry.span_of("cost", name), f"“{name}” of who declares it", eyes
        card_kind = self.book.card_kinds.get(entry.kind) if isinstance(entry, Card) else None
        used = entry.limit or (card_kind.limit if card_kind is not None else None)
        limit = self.book.limits.get(used) if used is not None else None
        if limit is not None:
            eyes = self.labels.eyes(limit.seen_by, self.labels.seat, ACTOR, ("", str(used)), env)
            yield self._limit_span(entry), f"how often “{used}” has been used", eyes
        zone = card_kind.played_from if card_kind is not None else None
        if zone is not None and (hand := self.book.zones.get(zone)) is not None:
            owner = ACTOR if hand.per is not None else TABLE
            yield entry.span, f"what lies in “{zone}”", self.labels.zone_eyes(Lie(str(hand.id), owner), env)

    def _limit_span(self, entry: Entry) -> Span:
        return entry.span_of("limit") if entry.limit is not None else entry.span

    # windows and derived properties

    def _windows(self) -> None:
        for name, window in self.book.windows.items():
            rule = self.book.rules.get(("windows", str(name), "asks"))
            if rule is None or not isinstance(rule.typed, typed.Formula) or not self._looked_at(*rule.path):
                continue
            asked = frozenset(str(e.id) for _, e in self.book.entries() if window.id in e.windows)
            env = Env(rule.path, it=asked)
            self.traces.see(
                "window", (rule.path, rule.typed.at), EVERYBODY, self.labels.label(rule.typed.value, env), env
            )

    def _derived(self) -> None:
        for section in ("kinds", "card_kinds"):
            for owner in getattr(self.book, section).values():
                for prop in owner.has.values() if self._looked_at(section, str(owner.id), "has") else ():
                    if isinstance(prop, DerivedProperty) and prop.seen_by is not None:
                        self._derived_one((section, str(owner.id), "has", str(prop.id), "derived"), prop, owner.id)

    def _derived_one(self, path: RulePath, prop: DerivedProperty, owner: str) -> None:
        rule = self.book.rules.get(path)
        if rule is None or not isinstance(rule.typed, typed.Formula):
            return
        me = Value(term=SELF, lies=())
        env = Env(path, {"self": me, "card": me})
        kind = owner if path[0] == "kinds" else ""
        eyes = self.labels.eyes(prop.seen_by, kind, SELF, (owner, str(prop.id)), env)
        label = self.labels.label(rule.typed.value, env)
        self.traces.see("derived", prop.span_of("seen_by"), viewers(eyes), label, env)

    # entries seen from outside

    def _faces(self) -> Iterator[Exposure]:
        for face, names in self.labels.covers.items():
            first, *others = [e for _, e in self.book.entries() if str(e.id) in names]
            for other in others:
                if not any(self._looked_at(self._section(entry, "actions"), str(entry.id)) for entry in (first, other)):
                    continue
                for key, what in self._unlike(first, other):
                    message = f"“{first.id}” and “{other.id}” are both declared as “{face}”, and differ in {what}."
                    yield Exposure(
                        "face", other.key_span_of(key), message, self._subject(other), "Make them alike.",
                        first.key_span_of(key), f"“{first.id}” has it so",
                    )  # fmt: skip

    def _unlike(self, one: Entry, other: Entry) -> Iterator[tuple[str, str]]:
        """The keys in which two entries differ for those who look on."""
        if tuple(one.windows) != tuple(other.windows):
            yield "windows", "the windows that they pass"
        if self._open_costs(one) != self._open_costs(other):
            yield "cost", "what they cost for all to see"
        if self._open_limit(one) != self._open_limit(other):
            yield "limit", "the limit that they use for all to see"
        if isinstance(one, Card) != isinstance(other, Card):
            yield "declared_as", "that one of them is a card"

    def _seen_by_others(self, eyes: frozenset[Term] | None) -> bool:
        return eyes is None or bool(eyes - {ACTOR})

    def _open_costs(self, entry: Entry) -> dict[str, int]:
        seen = {what for _, what, eyes in self._paid(entry) if self._seen_by_others(eyes)}
        return {name: amount for name, amount in entry.cost.items() if f"“{name}” of who declares it" in seen}

    def _open_limit(self, entry: Entry) -> str:
        return next(
            (
                what
                for _, what, eyes in self._paid(entry)
                if what.startswith("how often") and self._seen_by_others(eyes)
            ),
            "",
        )

    def _masks(self) -> Iterator[Exposure]:
        for section, entry in self._entries:
            if str(entry.id) not in self.labels.masked or not self._looked_at(section, str(entry.id)):
                continue
            for span, what in self._traces_of(entry):
                message = f"Nobody is to see who plays “{entry.id}”, but {what} tells."
                help_ = "Let only the owner see it, or let the window name who answers: `anonymous: no`."
                window = self.book.windows[str(entry.window)]
                yield Exposure(
                    "mask", span, message, self._subject(entry), help_, window.span_of("anonymous"),
                    "the window is anonymous",
                )  # fmt: skip

    def _traces_of(self, entry: Entry) -> Iterator[tuple[Span, str]]:
        for span, what, eyes in self._paid(entry):
            if not what.startswith("what lies") and self._seen_by_others(eyes):
                yield span, what
        kind = self.book.card_kinds.get(entry.kind) if isinstance(entry, Card) else None
        hand = self.book.zones.get(kind.played_from) if kind is not None and kind.played_from is not None else None
        if hand is not None and hand.per is not None:
            eyes = self.labels.zone_eyes(Lie(str(hand.id), ACTOR), Env(()), counting=True)
            if self._seen_by_others(eyes):
                yield entry.span_of("window"), f"the number of cards in “{hand.id}”"

    def _subject(self, entry: Entry) -> str:
        return f"{SECTIONS[self._section(entry, 'actions')].noun} {entry.id}"
