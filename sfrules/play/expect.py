"""What a scene is to come to: properties, cards, questions, what seats see and hear, the ending, facts of the book.

A wish is a text (equal), a list (the same, in any order), or a mapping: `has`, `lacks`, `count`, `order`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from sfrules.diag import Span, how_many
from sfrules.engine.game import Game, new_game
from sfrules.engine.history import log
from sfrules.engine.record import outcome
from sfrules.engine.view import View, view
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.scalars import Eyes, Range
from sfrules.model.scene import TABLE
from sfrules.play.named import SceneError, kind_of, read, zone_of
from sfrules.program.frames import PHASE, PHASE_ID, kind
from sfrules.source.nodes import Map, Node, Seq, Text

Got = str | list[str]

NOTHING = "nothing"


class Unmet(Exception):  # noqa: N818 - no fault of ours: the content does something else than was expected
    """An expectation that does not hold: where it stands, what was expected and what is so, the end of the log."""

    def __init__(self, span: Span, message: str, log: Sequence[str] = ()) -> None:
        self.span, self.message, self.log = span, message, tuple(log)
        told = ["\nthe table's log ends:", *log] if log else []
        super().__init__(f"{span}: {message}" + "\n  ".join(told))


def check(game: Game, expect: Map, book: Book) -> None:
    """Raises Unmet at the first expectation that does not hold, and SceneError where one makes no sense."""
    for key, node in expect.entries():
        test = _TESTS.get(str(key))
        if test is None:
            raise SceneError(key.span, f"“{key}” cannot be expected; known are {', '.join(sorted(_TESTS))}.")
        test(game, key, node, book)


def match(what: str, got: Got, want: Node) -> None:
    """Raises Unmet when what is so is not as wished."""
    told = "\n  ".join(got) if isinstance(got, list) else got
    if isinstance(want, Text):
        ok, wish = got == str(want) or got == [str(want)], str(want)
    elif isinstance(want, Seq):
        ok, wish = isinstance(got, list) and sorted(got) == sorted(map(str, want)), f"[{', '.join(map(str, want))}]"
    elif isinstance(want, Map):
        for word, inner in want.entries():
            _match_word(what, got, word, inner, told)
        return
    else:
        raise SceneError(want.span, "Nothing stands here, and a wish is wanted.")
    if not ok:
        raise Unmet(want.span, f"{what}: expected {wish}, got {told or 'nothing'}")


def _match_word(what: str, got: Got, word: Text, inner: Node, told: str) -> None:
    parts = list(inner) if isinstance(inner, Seq) else [inner]
    match str(word):
        case "has":
            bad = [str(p) for p in parts if not _within(got, str(p))]
        case "lacks":
            bad = [str(p) for p in parts if _within(got, str(p))]
        case "count":
            bad = [] if str(len(got)) == str(inner) else [str(inner)]
        case "order":
            bad = [] if list(got) == [str(p) for p in parts] else [f"[{', '.join(map(str, parts))}]"]
        case _:
            raise SceneError(word.span, f"“{word}” is no wish; known are has, lacks, count, order.")
    if bad:
        wish = f"{_SAID[str(word)]} {'; '.join(bad)}"
        raise Unmet(word.span, f"{what}: expected that it {wish}, got\n  {told or 'nothing'}")


_SAID = {"has": "has", "lacks": "has no", "count": "is as many as", "order": "is, in this order,"}


def _within(got: Got, part: str) -> bool:
    """In a list, an entry of that name; where a name is no entry, a piece of one."""
    return part in got or (isinstance(got, list) and any(f" {part} " in f" {line} " for line in got if " " in line))


def _pairs(node: Node) -> Iterator[tuple[Text, Node]]:
    if not isinstance(node, Map):
        raise SceneError(node.span, "A mapping is wanted here.")
    return node.entries()


# what is so


def _is(game: Game, key: Text, node: Node, book: Book) -> None:
    for name, want in _pairs(node):
        got = read(game.state, name)
        if got is None:
            raise SceneError(name.span, f"There is no property or zone “{name}”.")
        match(name, got, want)


def _at(game: Game, key: Text, node: Node, book: Book) -> None:
    phases = [game.machine.phases[f[PHASE_ID]].id for f in game.state.stack if kind(f) == PHASE]
    for name, want in _pairs(node):
        if name == "phase":
            match("phase", phases[-1] if phases else NOTHING, want)
        elif name == "seat":
            match("who is asked", game.decision.seat_id if game.decision else NOTHING, want)
        else:
            match(name, str(read(game.state, name)), want)


def _asked(game: Game, key: Text, node: Node, book: Book) -> None:
    match("who is asked", [d.seat_id for d in game.decisions], node)


def _decision(game: Game, key: Text, node: Node, book: Book) -> None:
    wishes = dict(_pairs(node))
    seat = wishes.pop(Text.of("seat"), None)
    found = [d for d in game.decisions if seat is None or d.seat_id == str(seat)]
    if not found:
        asked = ", ".join(d.seat_id for d in game.decisions) or "nobody"
        raise Unmet(key.span, f"expected a question to {seat or 'somebody'}, and {asked} is asked")
    for name, want in wishes.items():
        got: dict[str, Got] = {
            "kind": found[0].kind, "prompt": found[0].prompt, "options": list(found[0].options),
            "sealed": "yes" if found[0].sealed else "no",
        }  # fmt: skip
        if name not in got:
            raise SceneError(name.span, f"“{name}” is nothing of a question; known are seat, {', '.join(got)}.")
        match(f"{name} of the question to {found[0].seat_id}", got[name], want)


# what is seen and heard


def _sees(game: Game, key: Text, node: Node, book: Book) -> None:
    for who, wishes in _pairs(node):
        seen = view(game, _seat(game, who))
        for name, want in _pairs(wishes):
            match(f"{name} as {who} sees it", _seen(game, seen, name), want)


def _seat(game: Game, who: Text) -> int | None:
    layout = game.machine.program.layout
    if who == TABLE:
        return None
    if who not in layout.things[layout.seat_kind]:
        raise SceneError(who.span, f"There is no seat “{who}”.")
    return layout.index(layout.seat_kind, who)


def _seen(game: Game, seen: View, name: Text) -> Got:
    """A property or zone in a view: its value, cards or number, or `nothing`."""
    owner, _, last = name.rpartition(".")
    number = zone_of(game.machine, name)
    if number is not None:
        zone = seen["zones"].get(game.machine.zone_names[number], {"count": NOTHING})
        return list(zone["cards"]) if "cards" in zone else str(zone["count"])
    if last in game.machine.program.layout.limits:
        return str(seen["limits"].get(f"{last}.{owner}" if owner else last, NOTHING))
    holder = seen["things"].get(kind_of(game.machine, owner), {}).get(owner, {}) if owner else seen["table"]
    return str(holder.get(last, NOTHING))


def _log(game: Game, key: Text, node: Node, book: Book) -> None:
    for who, want in _pairs(node):
        match(f"what {who} hears", heard(game, _seat(game, who)), want)


def heard(game: Game, seat: int | None) -> list[str]:
    """The log as lines, each with a blank at either end, so that a piece of it can be asked for."""
    return [f" {line(event)} " for event in log(game.state, seat)]


def line(event: Mapping[str, Any]) -> str:
    """One event of a view's log as a line: its kind, then its parts with their names."""
    parts = [f"{name}={_plain(value)}" for name, value in event.items() if name != "event" and value not in ([], {})]
    return " ".join([str(event["event"]), *parts])


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{k}:{_plain(v)}" for k, v in value.items())
    return "+".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


# how it ends


def _over(game: Game, key: Text, node: Node, book: Book) -> None:
    match("over", "yes" if game.over else "no", node)


def _ending(game: Game, key: Text, node: Node, book: Book) -> None:
    match("ending", outcome(game) or NOTHING, node)


def _winners(game: Game, key: Text, node: Node, book: Book) -> None:
    match("winners", [game.machine.seat_name(s) for s in game.result.winners] if game.result else [], node)


def _awards(game: Game, key: Text, node: Node, book: Book) -> None:
    awards = game.result.awards if game.result is not None else ()
    named = {game.machine.program.awards[n].id: [game.machine.seat_name(s) for s in seats] for n, seats in awards}
    for name, want in _pairs(node):
        match(name, named.get(str(name), NOTHING), want)


# what chance brings


def _across(game: Game, key: Text, node: Node, book: Book) -> None:
    """The values that properties have at the start of games with the seeds 1 to `seeds`; several together as `a b`."""
    wishes = dict(_pairs(node))
    count = int(str(wishes.pop(Text.of("seeds"), "20")))
    starts = [new_game(game.machine, seed).state for seed in range(1, count + 1)]
    for names, want in wishes.items():
        found = {" ".join(_plain(read(state, name) or NOTHING) for name in names.split()) for state in starts}
        match(f"{names} in {how_many(count, 'game')}", sorted(found), want)


# facts of the book


def _book(game: Game, key: Text, node: Node, book: Book) -> None:
    for path, want in _pairs(node):
        match(path, fact(book, path), want)


def fact(book: Book, path: Text) -> Got:
    """What stands in the book at `windows.bell.seconds`: a text, or the ids or values of a list. Raises SceneError."""
    section, _, name = path.partition(".")
    if section == "pages":
        return next((text for shown, text in book.pages.items() if shown.endswith(f"/{name}.md")), NOTHING)
    value: Any = book
    rest = str(path)
    while rest:
        name, _, after = rest.partition(".")
        if isinstance(value, Mapping):
            name = next((k for k in value if rest == k or rest.startswith(f"{k}.")), "")
            after = rest[len(name) + 1 :]
            value = value.get(name) if name else None
        elif isinstance(value, tuple):
            value = next((v for v in value if isinstance(v, Definition) and v.id == name), None)
        else:
            value = getattr(value, name.replace("-", "_"), getattr(value, f"{name}_", None))
        if value is None:
            return NOTHING
        rest = after
    return _written(value)


def _written(value: Any) -> Got:
    """A value of the book as content writes it."""
    match value:
        case Definition():
            return [str(key) for key in value.node] if isinstance(value.node, Map) else str(value.node)
        case bool():
            return "yes" if value else "no"
        case Eyes():
            return [str(word) for word in value.words]
        case Range():
            return f"{'' if value.low is None else value.low}..{'' if value.high is None else value.high}"
        case float():
            return f"{value:g}"
        case Mapping():
            return [str(key) for key in value]
        case tuple() | list() | frozenset():
            return [_one(v) for v in value]
        case Enum():
            return str(value.value)
        case _:
            return str(value).strip()


def _one(value: Any) -> str:
    if isinstance(value, Definition):
        return str(value.id)
    written = _written(value)
    return " - ".join(written) if isinstance(written, list) else written


_TESTS: dict[str, Callable[[Game, Text, Node, Book], None]] = {
    "is": _is, "at": _at, "asked": _asked, "decision": _decision, "sees": _sees, "log": _log, "over": _over,
    "ending": _ending, "winners": _winners, "awards": _awards, "across": _across, "book": _book,
}  # fmt: skip
