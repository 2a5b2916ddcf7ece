"""Who sees what: the eyes of properties, zones and limits, groups and what has been shown included."""

from __future__ import annotations

from itertools import count
from typing import Any

from sfrules.check.known import ALL, PUBLIC, Env, Label, Lie, Place, Secret, Term, covers, masked
from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.lang.node import Offsets
from sfrules.model.book import Book


class Eyes:
    """The eyes of one book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._fresh = count()
        seat = book.seat_kind()
        self.seat = str(seat.id) if seat is not None else ""
        self.covers = covers(book)
        self.masked = masked(book)
        self._members: dict[str, set[tuple[str, str]]] = {}

    def fresh(self, name: str) -> Term:
        """A term that is equal to no other."""
        return ("one", name.lstrip("."), next(self._fresh))

    def snippet(self, path: RulePath, at: Offsets) -> str:
        """The words of a rule at a place."""
        return " ".join(str(self.book.rules[path].text)[at[0] : at[1]].split())

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
            todo: list[RulePath] = [("groups", group, "where")]
            seen: set[RulePath] = set()
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
