"""Properties: those that no rule reads, those that no rule changes, and numbers that the rules never come to."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from sfrules.check.counting import Count, added
from sfrules.check.dead import conditions, is_comparison
from sfrules.check.once import once
from sfrules.check.reach import (
    NO,
    Atom,
    Reach,
    atom_of,
    attained,
    bounds,
    common,
    joined,
    loose_words,
    negative,
    properties,
    starting,
)  # fmt: skip
from sfrules.check.rule import Finding, check
from sfrules.check.visits import ANYTHING, Visit
from sfrules.diag import Severity
from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.model.property import DerivedProperty, PropertyBase, TextProperty
from sfrules.model.rules import Rule
from sfrules.model.scalars import Range
from sfrules.model.sections import subject_of

_BRACES = re.compile(r"\{[^{}\n]*\}")
_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")

_TIDE = "table: {tide: {track: 0..9}, wet: {flag: no}}\n"


@check(
    "SF541",
    Severity.INFO,
    "A property that no rule reads",
    why="What is written and never looked at changes nothing; mostly the rule that should look at it is still missing.",
    bad=_TIDE + "setup: |\n  tide = 3\n  wet = yes\n  if wet then finish with dusk\n",
    good=_TIDE + "setup: |\n  tide = 3\n  wet = yes\n  if wet and tide > 2 then finish with dusk\n",
)
def unread_property(book: Book) -> Iterator[Finding]:
    """A property that neither a rule nor a text asks for."""
    uses = uses_of(book)
    for atom, prop in properties(book) if uses.whole else ():
        if not isinstance(prop, TextProperty) and atom not in uses.read and not uses.may_mean(atom[2]):
            message = f"No rule reads “{prop.id}”{_of(atom)}."
            help_ = "Delete it, or let a rule use it; words for print alone are {text: yes}."
            yield Finding(prop.span, message, _subject(atom), help_)


@check(
    "SF542",
    Severity.INFO,
    "A property that no rule changes",
    why="A value that never changes should say so with `fixed: yes`; if it should change, the rule is missing.",
    bad=_TIDE + "setup: |\n  wet = yes\n  if wet and tide > 2 then finish with dusk\n",
    good=_TIDE + "setup: |\n  wet = yes\n  tide += 3\n  if wet and tide > 2 then finish with dusk\n",
)
def unchanged_property(book: Book) -> Iterator[Finding]:
    """A property that is read, is not fixed, and is written by nothing."""
    uses = uses_of(book)
    for atom, prop in properties(book) if uses.sure else ():
        if prop.fixed or isinstance(prop, DerivedProperty | TextProperty) or atom not in uses.read:
            continue
        if atom not in uses.written and atom[2] not in uses.words:
            message = f"No rule ever changes “{prop.id}”{_of(atom)}."
            yield Finding(prop.span, message, _subject(atom), "If that is meant, add `fixed: yes`.")


@check(
    "SF543",
    Severity.WARNING,
    "A number that the rules never come to",
    why="A condition waits for a number, and no rule moves it there: what hangs on it never happens.",
    bad=_TIDE + "setup: |\n  wet = yes\n  tide -= 1\n  if wet and tide >= 6 then finish with dusk\n",
    good=_TIDE + "setup: |\n  wet = yes\n  tide += 7\n  if wet and tide >= 6 then finish with dusk\n",
)
def unreached_number(book: Book) -> Iterator[Finding]:
    """A comparison that can hold within the bounds, but never by what the rules bring about."""
    uses = uses_of(book)
    limits, real = bounds(book), _summed(book) if uses.sure else bounds(book)
    for visit in conditions(book) if uses.sure else ():
        node, rule = visit.node, visit.rule
        if not isinstance(node, typed.Binary | typed.IsIn | typed.Becomes) or not is_comparison(node):
            continue
        if real.flag(node, visit.names) == NO and limits.flag(node, visit.names) != NO:
            moved = [part for part in typed.walk(node) if atom_of(part) in uses.written]
            if moved:
                yield Finding(rule.place(node.at), _why(visit, moved[0]), subject_of(rule.path))


class _Steps(NamedTuple):
    """The steps by which rules raise and lower a number of the table."""

    name: str

    def about(self) -> str:
        """What it is about."""
        return self.name

    def counts(self, stmt: typed.Stmt) -> bool:
        """Whether a statement moves the number by so much."""
        return isinstance(stmt, typed.Write) and stmt.op != "=" and _is_table(stmt.target, self.name)

    def amount(self, stmt: typed.Stmt, reach: Reach) -> Range:
        """How many steps, those down below nothing; a step that is not always taken may be none."""
        assert isinstance(stmt, typed.Write)
        by = reach.source(stmt.value, {})
        return joined(Range(0, 0), by if stmt.op == "+=" else negative(by))

    def unknown(self) -> Range:
        """Any number of steps, up or down."""
        return ANYTHING

    def whose(self, stmt: typed.Stmt) -> typed.Expr | None:
        """It belongs to nobody."""
        return None


@once
def _summed(book: Book) -> Reach:
    """What numbers attain, those of the table no further than all steps of a game together lead from their values."""
    real, uses = attained(book), uses_of(book)
    known = dict(real.known)
    for atom in [atom for atom in known if atom[0] == "table" and atom in uses.written and atom[2] not in uses.words]:
        given = _given(book, atom[2], real)
        if given is not None:
            steps = Count(book, _Steps(atom[2]), any_ruling=True).game()
            known[atom] = common(known[atom], added([given, steps]))
    return Reach(book, known)


def _given(book: Book, name: str, reach: Reach) -> Range | None:
    """The values that a number of the table is given outright; None where that cannot be told."""
    found = starting(book, ("table", "", name), book.table[name])
    for rule, node in _table_changes(book).get(name, ()):
        if isinstance(node, typed.Pick) or rule.role == "bind":
            return None  # nobody can say what is chosen, nor how often a card is drawn
        if node.op == "=":
            found = joined(found, reach.source(node.value, {}))
    return found


@once
def _table_changes(book: Book) -> dict[str, list[tuple[Rule, typed.Pick | typed.Write]]]:
    """By name, where rules change what belongs to the table."""
    found: dict[str, list[tuple[Rule, typed.Pick | typed.Write]]] = {}
    for rule in book.rules.values():
        for node in rule.typed.nodes(typed.Pick, typed.Write) if isinstance(rule.typed, typed.Block) else ():
            if isinstance(node.target, typed.TableProperty):
                found.setdefault(node.target.name, []).append((rule, node))
    return found


def _is_table(target: typed.Node, name: str) -> bool:
    return isinstance(target, typed.TableProperty) and target.name == name


def _why(visit: Visit, part: typed.Node) -> str:
    """Which number is never reached, and how far it comes."""
    text = str(visit.rule.text)
    said, name = (" ".join(text[node.at[0] : node.at[1]].split()) for node in (visit.node, part))
    return f"“{said}” never holds: the rules never bring “{name}” there."


@dataclass
class Uses:
    """Properties that rules read and write; words that texts in braces and rulings not in force may mean.

    `broken` are the words of rules with an error in them, which may be misspelt. `whole` is False where definitions are
    missing, and `sure` where rules are not typed whole either: what seems unused then proves nothing.
    """

    read: set[Atom] = field(default_factory=set)
    written: set[Atom] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    whole: bool = True
    sure: bool = True

    def may_mean(self, name: str) -> bool:
        """Whether something that is no rule, or a rule that cannot be read, may speak of a property."""
        return name in self.words or bool(difflib.get_close_matches(name, self.broken, n=1, cutoff=0.75))


@once
def uses_of(book: Book) -> Uses:
    """How the properties of a book are used."""
    uses = Uses(words=loose_words(book) | _eyes(book), whole=book.whole and not any(book.spoilt.values()))
    uses.sure = uses.whole
    for rule in book.rules.values():
        if not isinstance(rule, Rule) or rule.typed is None or not rule.sound:
            uses.sure = False
            uses.broken.update(_WORD.findall(getattr(rule, "text", "")))
        else:
            _look(rule.typed, uses, book)
    seat = book.seat_kind()
    for _, entry in book.entries():
        for name in entry.cost if seat is not None else ():
            uses.read.add(("thing", str(seat.id), str(name)))  # type: ignore[union-attr]
            uses.written.add(("thing", str(seat.id), str(name)))  # type: ignore[union-attr]
    for text in book.files.values():
        uses.words.update(word for braces in _BRACES.findall(text) for word in _placeholder(braces))
    return uses


def _look(rule: typed.Node, uses: Uses, book: Book) -> None:
    """Notes what a rule reads and writes."""
    targets = [node.target for node in rule.nodes(typed.Write, typed.Add, typed.Remove, typed.Pick)]
    uses.written.update(atom for target in targets if (atom := atom_of(target)) is not None)
    written = set(map(id, targets))
    for node in rule.nodes(typed.Property, typed.TableProperty):
        if id(node) not in written:
            uses.read.add(atom_of(node) or ("", "", ""))
    for made in rule.nodes(typed.Derived):
        uses.read.add(("card" if made.card else "thing" if made.of else "table", made.of, made.name))
    uses.read.update(("table", "", node.queue) for node in rule.nodes(typed.ForGrowing))
    for fact in rule.nodes(typed.Facts):
        if fact.what != "zone":
            owner = {"property": "thing", "field": "card"}.get(fact.what, "table")
            uses.read.add((owner, fact.of, fact.name))
    for roll in rule.nodes(typed.Roll):
        of = getattr(book.zones.get(roll.zones.name), "of", "")
        fields = getattr(book.card_kinds.get(of), "has", {})
        uses.written.update(("card", str(of), str(name)) for name in fields)


def _placeholder(braces: str) -> list[str]:
    """The words of `{tide}` or `{self.tide}`; what is a mapping of YAML is none."""
    return [] if ":" in braces or "," in braces else _WORD.findall(braces)


def _eyes(book: Book) -> set[str]:
    """Words that say who sees something: properties that hold a seat are among them."""
    owners: list[PropertyBase] = [prop for _, prop in properties(book)]
    eyes = [prop.seen_by for prop in owners]
    for zone in book.zones.values():
        eyes += [zone.seen_by, zone.count_seen_by]
    return {str(word) for seen in eyes if seen is not None for word in seen.words}


def _of(atom: Atom) -> str:
    return f" of {'an' if atom[1][0] in 'aeiou' else 'a'} {atom[1]}" if atom[1] else ""


def _subject(atom: Atom) -> str:
    section = {"thing": "kind", "card": "card kind"}.get(atom[0])
    return f"{section} {atom[1]}, {atom[2]}" if section else f"table property {atom[2]}"
