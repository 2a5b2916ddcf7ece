"""What the text of rules may call by name: sums and choices over collections, and the engine's verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sfrules.diag import how_many
from sfrules.engine import ask, cards, chance, change, declare, flow
from sfrules.engine.errors import ContentError
from sfrules.engine.state import State

if TYPE_CHECKING:
    from sfrules.engine.machine import Machine


def members(bits: int) -> tuple[int, ...]:
    """The members of a set, in declared order."""
    return tuple(n for n in range(bits.bit_length()) if bits >> n & 1)


def bits(items: Iterable[int]) -> int:
    """A set as it is stored."""
    mask = 0
    for item in items:
        mask |= 1 << item
    return mask


def lowest_bit(mask: int) -> int:
    """The first member of a set that has one."""
    return (mask & -mask).bit_length() - 1


def first(items: Sequence[Any]) -> Any:
    """The first, or none."""
    return items[0] if items else None


def some_first(count: int, items: Sequence[Any]) -> Sequence[Any]:
    """The first so many; all, where there are no more."""
    return items[: max(0, count)]


def the_first(items: Sequence[Any]) -> Any:
    """The first; that there is one, the content has promised."""
    if not items:
        raise ContentError("“the-first” is asked of a collection that is empty.")
    return items[0]


def the_last(items: Sequence[Any]) -> Any:
    """The last; that there is one, the content has promised."""
    if not items:
        raise ContentError("“last” is asked of a collection that is empty.")
    return items[-1]


def divided(left: int, right: int) -> int:
    """Whole parts, rounded down."""
    if right == 0:
        raise ContentError("Here something is divided by 0.")
    return left // right


def _best(pairs: list[tuple[int, Any]], choose: Callable[[Iterable[int]], int]) -> list[Any]:
    if not pairs:
        return []
    top = choose(value for value, _ in pairs)
    return [item for value, item in pairs if value == top]


def _only(items: list[Any]) -> Any:
    return items[0] if len(items) == 1 else None


def turns(count: int) -> Iterable[int]:
    """At most `count` turns of a `while`; needing more is a mistake of the content."""
    yield from range(count)
    raise ContentError(f"This loop was to end within {how_many(count, 'turn')}, and did not.")


def one_less(left: int) -> int:
    """Counts the turns of a `while` that waits."""
    if left <= 0:
        raise ContentError("This loop was to end within its stated turns, and did not.")
    return left - 1


def turned(order: Sequence[Any], items: Iterable[Any]) -> list[Any]:
    """The items in the order that starts elsewhere."""
    kept = set(items)
    return [item for item in order if item in kept]


def next_turn(g: State, items: Sequence[int], at: int) -> int:
    """Where a cycle goes on: the next seat that is still in."""
    out: Any = g.S[g.machine.out]
    for step in range(len(items)):
        place = (at + step) % len(items)
        if not out >> items[place] & 1:
            return place
    raise ContentError("A cycle goes on, and nobody is left in it.")


def next_seat(g: State, seat: int) -> int:
    """Who comes after a seat, of those still in."""
    out: Any = g.S[g.machine.out]
    count = g.machine.seats
    return next((s % count for s in range(seat + 1, seat + count + 1) if not out >> s % count & 1), seat)


def playing(g: State, items: Iterable[int]) -> list[int]:
    """Those that are still in."""
    out: Any = g.S[g.machine.out]
    return [item for item in items if not out >> item & 1]


def leave(g: State) -> None:
    """A rule that waits has come to its end."""
    g.stack.pop()
    if g.late or g.queue:
        change.settle(g)


def verbs(machine: Machine) -> dict[str, Any]:
    """What the text of rules may call, by name."""
    own = (
        members, bits, lowest_bit, first, some_first, the_first, the_last, divided, turns, one_less, turned, next_turn,
        next_seat, playing, leave,
    )  # fmt: skip
    chosen = {
        "highest_all": lambda pairs: _best(pairs, max), "highest_nobody": lambda pairs: _only(_best(pairs, max)),
        "highest_first": lambda pairs: first(_best(pairs, max)), "lowest_all": lambda pairs: _best(pairs, min),
        "lowest_nobody": lambda pairs: _only(_best(pairs, min)), "lowest_first": lambda pairs: first(_best(pairs, min)),
    }  # fmt: skip
    modules: list[tuple[Any, tuple[str, ...]]] = [
        (ask, ("ask", "ask_all", "confirm")),
        (cards, ("draw", "move", "turn", "shuffle", "roll", "unlike", "turned_over", "as_seen")),
        (chance, ("pick",)),
        (change, (
            "lay", "put", "late", "fire", "expire", "told", "surfaces", "show_zone", "hide_zone", "show_fact",
            "hide_fact", "eliminate",
        )),
        (declare, ("cancel", "entry_of", "actor_of", "choice_of")),
        (flow, ("offer",)),
    ]  # fmt: skip
    space: dict[str, Any] = {f.__name__: f for f in own}
    space.update(chosen, do_card=machine.do_card, STAND=flow.STAND)
    for module, names in modules:
        space.update({name: getattr(module, name) for name in names})
    return space
