"""What touches what: which definitions speak of which, found in the typed rules and in the keys of definitions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.publish.pages.places import Key


@dataclass(slots=True)
class Touch:
    """Users of each definition, and what each definition uses; both in the order of the book."""

    users: dict[Key, list[Key]] = field(default_factory=dict)
    used: dict[Key, list[Key]] = field(default_factory=dict)
    answers: dict[Key, list[Key]] = field(default_factory=dict)
    riders: dict[Key, list[Key]] = field(default_factory=dict)
    cancels: set[Key] = field(default_factory=set)

    def note(self, user: Key, used: Key) -> None:
        """Notes that one definition speaks of another."""
        if user == used:
            return
        for table, key, value in ((self.users, used, user), (self.used, user, used)):
            known = table.setdefault(key, [])
            if value not in known:
                known.append(value)


def touch(book: Book) -> Touch:
    """The references of a whole book."""
    made = Touch()
    for path, rule in book.rules.items():
        user = user_of(book, path)
        if rule.typed is None or user is None:
            continue
        nodes = typed.walk(rule.typed)
        for node in nodes:
            for key in _keys(book, node):
                made.note(user, key)
        if any(isinstance(node, typed.Cancel) for node in nodes):
            made.cancels.add(user)
        if rule.role == "answers":
            for key in _answered(book, rule.typed):
                made.answers.setdefault(key, []).append(user)
    _written(book, made)
    return made


def user_of(book: Book, path: tuple[str, ...]) -> Key | None:
    """The definition that a rule belongs to."""
    if path[0] in ("setup", "play", "aftermath"):
        return path[0], ""
    return path[0], path[1]


def _keys(book: Book, node: typed.Node) -> Iterator[Key]:
    match node:
        case typed.ThingRef():
            yield "things", node.id
        case typed.CardName():
            yield "cards", node.id
        case typed.Turn():
            yield "cards", node.into
        case typed.EntryRef():
            yield entry_key(book, node.id)
        case typed.Riding():
            yield entry_key(book, node.entry)
        case typed.Named():
            yield "numbers", node.id
        case typed.Counter() | typed.Expire() | typed.Until():
            yield "phases", node.phase
        case typed.TableProperty():
            yield "table", node.name
        case typed.Derived(of=""):
            yield "table", node.name
        case typed.Zone():
            yield "zones", node.zone
        case typed.Facts(what="zone"):
            yield "zones", node.name
        case typed.Facts(what="table"):
            yield "table", node.name
        case _:
            yield from _called(node)


def _called(node: typed.Node) -> Iterator[Key]:
    match node:
        case typed.Defined():
            yield "define", node.id
        case typed.Do():
            yield "routines", node.routine
        case typed.Ruling():
            yield "gaps", node.gap
        case typed.Offer():
            yield "menus", node.menu
        case typed.Finish():
            yield "endings", node.ending
        case typed.ForGrowing():
            yield "table", node.queue
        case typed.Function(limit=limit) if limit:
            yield "limits", limit


def entry_key(book: Book, name: str) -> Key:
    """The key of an action, power or card."""
    return next(
        ((section, name) for section in ("actions", "powers", "cards") if name in getattr(book, section)),
        ("cards", name),
    )


def _answered(book: Book, node: typed.Node) -> Iterator[Key]:
    """The entries that a reaction may answer."""
    seen: set[Key] = set()
    for inside in typed.walk(node):
        for key in _named_entries(book, inside):
            if key not in seen:
                seen.add(key)
                yield key


def _named_entries(book: Book, node: typed.Node) -> Iterator[Key]:
    if not isinstance(node, typed.DeclaredAs):
        return
    for inside in typed.walk(node.entries):
        if isinstance(inside, typed.EntryRef):
            yield entry_key(book, inside.id)
        elif isinstance(inside, typed.Entries) and inside.section in ("actions", "powers"):
            yield from ((inside.section, str(name)) for name in getattr(book, inside.section))
        elif isinstance(inside, typed.Entries):
            yield from (("cards", str(name)) for name, card in book.cards.items() if card.kind == inside.section)


def _written(book: Book, made: Touch) -> None:
    """References that stand in keys."""
    for section, entry in book.entries():
        user = (section, str(entry.id))
        for window in (*entry.windows, *([entry.window] if entry.window else [])):
            made.note(user, ("windows", str(window)))
        if entry.limit is not None:
            made.note(user, ("limits", str(entry.limit)))
        if entry.rides is not None:
            host = entry_key(book, str(entry.rides))
            made.note(user, host)
            made.riders.setdefault(host, []).append(user)
    for menu in book.menus.values():
        for name in (*menu.one, *menu.free, *menu.after):
            key = ("card_kinds", str(name)) if name in book.card_kinds else entry_key(book, str(name))
            made.note(("menus", str(menu.id)), key)
    for phase in book.all_phases():
        if phase.menu is not None:
            made.note(("phases", str(phase.id)), ("menus", str(phase.menu)))
    _cards(book, made)


def _cards(book: Book, made: Touch) -> None:
    for kind in book.card_kinds.values():
        for zone in (kind.played_from, kind.discarded_to):
            if zone is not None:
                made.note(("card_kinds", str(kind.id)), ("zones", str(zone)))
        if kind.limit is not None:
            made.note(("card_kinds", str(kind.id)), ("limits", str(kind.limit)))
    for name, pile in book.zones.items():
        made.note(("zones", str(name)), ("card_kinds", str(pile.of)))
        if pile.reshuffles is not None:
            made.note(("zones", str(name)), ("zones", pile.reshuffles))
