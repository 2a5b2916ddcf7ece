"""How the game goes on and ends: endings that no play comes to, phases behind the end, orders that miss a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from sfrules.check.once import once
from sfrules.check.reach import loose_words
from sfrules.check.rule import Finding, check
from sfrules.check.unused import half_said
from sfrules.diag import Related, Severity, Span, how_many
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.entry import Entry
from sfrules.model.phase import Phase
from sfrules.model.rules import Rule
from sfrules.model.sections import subject_of
from sfrules.near import nearest

_DUSK = "endings:\n  dusk: {title: Dusk, payoff: 0}\n  dawn: {title: Dawn, payoff: 0}\n"
_SEATS = "kinds:\n  captain: {seat: yes}\nthings:\n  captain:\n    east: {}\n    west: {}\n"


@check(
    "SF544",
    Severity.WARNING,
    "An ending that no play comes to",
    why="The rules that end the game so are run by nothing: no phase, menu, trigger or other rule leads to them.",
    bad=_DUSK + "routines:\n  rise: {effect: finish with dawn}\nplay: finish with dusk\n",
    good=_DUSK + 'routines:\n  rise: {effect: finish with dawn}\nplay: |\n  confirm "Rise" by east\n  do rise\n',
)
def unreached_ending(book: Book) -> Iterator[Finding]:
    """An ending that rules name, but none that is ever run."""
    if not book.whole or any(book.spoilt.values()):
        return
    ran, loose = running(book), loose_words(book)
    named: dict[str, list[Span]] = {}
    reached: set[str] = set()
    for path, rule in _blocks(book):
        for node in rule.block.nodes(typed.Finish):
            named.setdefault(node.ending, []).append(rule.place(node.at))
            reached.update([node.ending] if path in ran else [])
    for name, ending in book.endings.items():
        if name in named and name not in reached and name not in loose:
            related = tuple(Related(span, "nothing runs this") for span in named[name])
            message = f"No play comes to the ending “{name}”: nothing runs the rules that lead to it."
            yield Finding(ending.span, message, f"ending {name}", related=related)


@check(
    "SF545",
    Severity.WARNING,
    "An ending that says nothing of winners",
    why="Who has won, or that nobody has, is what everybody wants to know when the game is over.",
    bad="play: finish with dusk\nendings:\n  dusk: {title: Dusk}\n",
    good="play: finish with dusk\nendings:\n  dusk: {title: Dusk, payoff: 0}\n",
)
def no_winners(book: Book) -> Iterator[Finding]:
    """An ending with neither winners nor payoff, where no award names anybody either."""
    for name, ending in book.endings.items() if not book.awards and not book.spoilt.get("awards") else ():
        if ending.winners is None and ending.payoff is None:
            message = f"The ending “{name}” does not say who wins."
            yield Finding(ending.span, message, f"ending {name}", "Add `winners:`, or `payoff: 0` where nobody wins.")


@check(
    "SF546",
    Severity.WARNING,
    "A phase that is never entered",
    why="What comes behind a phase that always ends the game never happens, nor does a phase for each of nothing.",
    bad="phases:\n  - {id: day, effect: finish with dusk}\n  - {id: night, effect: stop}\n",
    good="phases:\n  - {id: night, effect: stop}\n  - {id: day, effect: finish with dusk}\n",
)
def phase_behind_the_end(book: Book) -> Iterator[Finding]:
    """A phase behind one that never comes to an end of its own; a phase for each thing of a kind without things."""
    for phases in (book.phases, *(phase.phases for phase in book.all_phases())):
        last: tuple[Phase, Span] | None = None
        for phase in phases:
            if last is not None:
                related = (Related(last[1], f"“{last[0].id}” always ends the game here"),)
                yield Finding(phase.span, _never(phase), f"phase {phase.id}", related=related)
                break
            place = _ends(book, phase)
            last = (phase, place) if place is not None else None
    for phase in book.all_phases():
        if phase.each in book.kinds and not book.things_of(str(phase.each)) and not book.spoilt.get("things"):
            message = f"{_never(phase)} There is no {phase.each}."
            yield Finding(phase.span_of("each"), message, f"phase {phase.id}")


@check(
    "SF547",
    Severity.WARNING,
    "An order that misses or repeats a seat",
    why="In a round each seat has its turn once; who is left out of the list never has one.",
    bad=_SEATS + 'play: |\n  cycle s in [east, east]\n    confirm "Go" by s\n  end\n',
    good=_SEATS + 'play: |\n  cycle s in [east, west]\n    confirm "Go" by s\n  end\n',
)
def broken_order(book: Book) -> Iterator[Finding]:
    """A list of seats that names one twice, a cycle that leaves one out, and seats whose chain of next ones does."""
    for path, rule in book.rules.items():
        if not isinstance(rule, Rule) or rule.typed is None:
            continue
        for node in rule.typed.nodes(typed.For, typed.Cycle, typed.AtOnce):
            if isinstance(node.coll, typed.ListOf):
                yield from _listed(book, rule, node.coll, isinstance(node, typed.Cycle))
        for write in rule.typed.nodes(typed.Write):
            if (step := _step(write)) is not None:
                yield from _chain(book, step)
        value = rule.typed.value if path[0] == "windows" and isinstance(rule.typed, typed.Formula) else None
        if isinstance(value, typed.ListOf):
            yield from _listed(book, rule, value, False)


def _step(node: typed.Write) -> typed.Property | None:
    """`mover = mover.next`: from a seat to the one that it names."""
    return node.value if isinstance(node.value, typed.Property) and node.value.object == node.target else None


def _listed(book: Book, rule: Rule, coll: typed.ListOf, whole: bool) -> Iterator[Finding]:
    """Seats that are written out in a list."""
    seats = [str(seat.id) for seat in book.seats()]
    items = [item.id for item in coll.items if isinstance(item, typed.ThingRef)]
    if len(items) < len(coll.items) or not set(items) <= set(seats):
        return
    subject = subject_of(rule.path)
    twice = [name for name, times in Counter(items).items() if times > 1]
    missed = [name for name in seats if name not in items] if whole else []
    if twice:
        last = [item for item in coll.items if isinstance(item, typed.ThingRef) and item.id == twice[0]][-1]
        yield Finding(rule.place(last.at), f"“{twice[0]}” has two turns in this order.", subject)
    if missed:
        names = " and ".join(f"“{name}”" for name in missed)
        yield Finding(rule.place(coll.at), f"This order leaves out {names}.", subject)


def _chain(book: Book, step: typed.Property) -> Iterator[Finding]:
    """Seats of which each names the next one in a property that only the content sets."""
    seat, seats = book.seat_kind(), book.seats()
    prop = seat.has.get(step.name) if seat is not None and step.of == seat.id and not step.card else None
    if prop is None or not prop.fixed or not seats or any(step.name not in thing.values for thing in seats):
        return
    follows = {str(thing.id): str(thing.values[step.name]) for thing in seats}
    before: dict[str, str] = {}
    for thing in seats:
        name = str(thing.id)
        first = before.setdefault(follows[name], name)
        if first != name:
            message = (
                f"“{first}” and “{name}” both name “{follows[name]}” in “{step.name}”, so that a seat is left out."
            )
            yield Finding(thing.span_of(step.name), message, f"{thing.kind} {name}")
            return
    name, round_ = str(seats[0].id), list[str]()
    while name not in round_ and name in follows:
        round_.append(name)
        name = follows[name]
    if len(round_) < len(seats):
        message = f"By “{step.name}” the turn goes round {len(round_)} of {how_many(len(seats), 'seat')} only."
        yield Finding(seats[0].span_of(step.name), message, f"{seats[0].kind} {seats[0].id}")


@check(
    "SF318",
    Severity.ERROR,
    "A routine that always runs itself",
    why="It never comes to its end; a routine may run itself again only where something decides whether it does.",
    bad="routines:\n  sail: {effect: do sail}\nplay: do sail\n",
    good="table: {tide: {track: 0..9}}\nroutines:\n  sail:\n    effect: |\n      tide += 1\n"
    "      if tide < 9 then do sail\nplay: do sail\n",
)
def endless_routine(book: Book) -> Iterator[Finding]:
    """Routines of which each runs the next one whatever happens, and the last the first."""
    surely = {str(name): _surely(book, str(name)) for name in book.routines}
    told: set[str] = set()
    for name in surely:
        way, at = [name], name
        while (call := surely.get(at)) is not None and call.routine not in way:
            at = call.routine
            way.append(at)
        if call is not None and call.routine == name and not told & set(way):
            told.update(way)
            rule = book.rules["routines", at, "effect"]
            through = "".join(f" through “{other}”" for other in way[1:])
            yield Finding(rule.place(call.at), f"“{name}” always runs itself again{through}.", f"routine {at}")


_ELSEWHERE = (
    typed.Stop, typed.Finish, typed.Do, typed.DoCard, typed.Ruling, typed.Offer, typed.Ask, typed.Choose, typed.Confirm,
)  # fmt: skip
"""Statements by which a rule may be left, or that may lead to the end of the game."""

_WAKING = (typed.Write, typed.Add, typed.Remove, typed.Draw, typed.Move, typed.Eliminate)
"""Statements that may wake a trigger."""


def _surely(book: Book, routine: str) -> typed.Do | None:
    """The first routine that a routine runs whatever happens."""
    rule = book.rules.get(("routines", routine, "effect"))
    for stmt in rule.typed.stmts if isinstance(rule, Rule) and isinstance(rule.typed, typed.Block) else ():
        if isinstance(stmt, typed.Do):
            return stmt
        if any(isinstance(node, _ELSEWHERE) for node in typed.walk(stmt)):
            return None
        if book.triggers and any(isinstance(node, _WAKING) for node in typed.walk(stmt)):
            return None
    return None


def _never(phase: Phase) -> str:
    return f"The phase “{phase.id}” is never entered."


# what always ends the game


def _ends(book: Book, phase: Phase) -> Span | None:
    """Where a phase always ends the game."""
    places = (_over_in(book, phase, "effect"), *(_ends(book, p) for p in phase.phases), _over_in(book, phase, "then"))
    return next((place for place in places if place is not None), None)


def _over_in(book: Book, phase: Phase, key: str) -> Span | None:
    rule = book.rules.get(("phases", str(phase.id), key))
    if not isinstance(rule, Rule) or not isinstance(rule.typed, typed.Block):
        return None
    last = _last(book, rule.typed, frozenset())
    return rule.place(last.at) if last is not None else None


def _last(book: Book, block: typed.Block, seen: frozenset[str]) -> typed.Stmt | None:
    """The statement of a block at which the game is always over, unless something before it leaves the rule."""
    for stmt in block.stmts:
        if _over(book, stmt, seen):
            return stmt
        if stmt.nodes(typed.Stop):
            return None
    return None


def _over(book: Book, stmt: typed.Stmt, seen: frozenset[str]) -> bool:
    match stmt:
        case typed.Finish():
            return True
        case typed.If() if stmt.otherwise is not None:
            bodies = [*(body for _, body in stmt.branches), stmt.otherwise]
            return all(_last(book, body, seen) is not None for body in bodies)
        case typed.Ask():
            return all(_last(book, option.body, seen) is not None for option in stmt.options)
        case typed.Together():
            return _last(book, stmt.body, seen) is not None
        case typed.Repeat() | typed.Cycle():
            return not stmt.nodes(typed.Stop)
        case typed.Do() if stmt.routine not in seen:
            rule = book.rules.get(("routines", stmt.routine, "effect"))
            made = rule.typed if isinstance(rule, Rule) else None
            return isinstance(made, typed.Block) and _last(book, made, seen | {stmt.routine}) is not None
        case _:
            return False


# what runs at all


@once
def running(book: Book) -> frozenset[RulePath]:
    """The paths of all rules that something runs: the course of play, what it offers, and what those rules call."""
    return frozenset(_Running(book).all())


@once
def _behind(book: Book) -> dict[tuple[str, str], list[tuple[str, Entry]]]:
    made: dict[tuple[str, str], list[tuple[str, Entry]]] = {}
    for section, entry in book.entries():
        for way, name in (("rides", entry.rides), ("window", entry.window)):
            if name is not None:
                made.setdefault((way, str(name)), []).append((section, entry))
    return made


def joining(book: Book, way: str, name: str) -> list[tuple[str, Entry]]:
    """What may come with an entry: by `rides` its riders, by `window` the reactions in a window that it passes."""
    return _behind(book).get((way, str(name)), [])


def _meant(name: str, known: Mapping[str, object]) -> str:
    """The name, or what it was meant to be: that nothing is called so is told at its place."""
    return name if name in known else nearest(name, known) or name


class _Running:
    def __init__(self, book: Book) -> None:
        self.book = book
        self.called: dict[str, list[tuple[str, Entry]]] = {}
        for section, entry in book.entries():
            kind = (str(entry.kind),) if isinstance(entry, Card) else ()
            for word in {str(entry.id), section, *kind}:
                self.called.setdefault(word, []).append((section, entry))
        self.seen: set[RulePath] = set()
        self.todo: list[RulePath] = [("setup",), ("play",), ("aftermath",)]
        self.opened: set[str] = set()
        self.half_said = dict(half_said(book))

    def all(self) -> set[RulePath]:
        """Every path, once."""
        for phase in self.book.all_phases():
            self.todo += [("phases", str(phase.id), "effect"), ("phases", str(phase.id), "then")]
            self._menu(_meant(str(phase.menu), self.book.menus) if phase.menu is not None else "")
        self.todo += [("triggers", str(name), "effect") for name in self.book.triggers]
        while self.todo:
            path = self.todo.pop()
            rule = self.book.rules.get(path)
            if path not in self.seen and isinstance(rule, Rule) and rule.typed is not None:
                self.seen.add(path)
                for node in rule.typed.nodes(typed.Do, typed.Ruling, typed.Offer, typed.DoCard):
                    self._called(node)
            for word in self.half_said.pop(path, ()):
                self._may_call(word)
        return self.seen

    def _may_call(self, word: str) -> None:
        """What a rule with an error in it says, or was meant to say."""
        self.todo.append(("routines", word, "effect"))
        if word in self.book.gaps:
            self.todo += [("gaps", word, "options", str(name), "rule") for name in self.book.gaps[word].options]
        self._menu(word)

    def _called(self, node: typed.Do | typed.Ruling | typed.Offer | typed.DoCard) -> None:
        match node:
            case typed.Do():
                self.todo.append(("routines", node.routine, "effect"))
            case typed.Ruling():
                options = self.book.gaps[node.gap].options
                self.todo += [("gaps", node.gap, "options", str(name), "rule") for name in options]
            case typed.Offer():
                self._menu(node.menu)
            case typed.DoCard():
                kind = node.card.type.kind
                self.todo += [
                    ("cards", str(c.id), "effect") for c in self.book.cards.values() if kind in ("", str(c.kind))
                ]

    def _menu(self, name: str) -> None:
        menu = self.book.menus.get(name)
        for word in (*menu.one, *menu.free, *menu.after) if menu is not None else ():
            for section, entry in self.called.get(_meant(str(word), self.called), ()):
                self._entry(section, entry)

    def _entry(self, section: str, entry: Entry) -> None:
        """An entry that can be declared, its riders, and the reactions in the windows that it passes."""
        key: RulePath = (section, str(entry.id), "effect")
        if key[1] in self.opened:
            return
        self.opened.add(key[1])
        self.todo += [key, (section, str(entry.id), "when_cancelled")]
        for way, name in (("rides", entry.id), *(("window", window) for window in entry.windows)):
            for other_section, other in joining(self.book, way, name):
                self._entry(other_section, other)


def _blocks(book: Book) -> Iterator[tuple[RulePath, Rule]]:
    for path, rule in book.rules.items():
        if isinstance(rule, Rule) and isinstance(rule.typed, typed.Block):
            yield path, rule
