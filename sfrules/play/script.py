"""One test of rules, given as data: a scene, what the seats do, and what is expected of it.

    bell-stops-a-landing:
      title: The bell stops a landing
      given: {at: {round: 2, phase: evening, seat: north}}
      do: [north: land, south: ring-bell]
      expect: {is: {boat.place: sea}}

In `do` the named answers are given in their order; a question that nobody is named for is passed where it can be.
Behind the last named answer only what is under way is ended: windows are passed, turns closed. `"*": pass` goes on
passing as long as it can be, `"*": finish` ends what is under way, `"*": bow` lets everyone who is asked answer so, and
`expect` may stand in between.
"""

from __future__ import annotations

from collections.abc import Sequence

from sfrules.engine.game import Game
from sfrules.engine.machine import Machine
from sfrules.engine.state import Ask
from sfrules.model.book import Book
from sfrules.model.scene import EVERYONE
from sfrules.play.expect import Unmet, check, heard
from sfrules.play.named import SceneError
from sfrules.play.scene import Scene
from sfrules.program.frames import MENU_STAGE
from sfrules.source.nodes import Map, Node, Seq, Text

PASS = "pass"
FINISH = "finish"
LAST_LINES = 14
MOST_OPTIONS = 20


def run_case(machine: Machine, book: Book, case: Map) -> Game:
    """Plays a case. Raises Unmet where something else happens than expected, SceneError where it cannot be played."""
    given, do, expect = case.get("given"), case.get("do"), case.get("expect")
    game = Scene(machine).build(given if isinstance(given, Map) else Map(case.file, case.start, case.end))
    try:
        for step in do if isinstance(do, Seq) else ():
            _step(game, step, book)
        if do is not None:
            _close(game)
        if isinstance(expect, Map):
            check(game, expect, book)
    except Unmet as unmet:
        log = [line.strip() for line in heard(game, None)[-LAST_LINES:]]
        raise Unmet(unmet.span, unmet.message, log or ["nothing has happened"]) from None
    return game


def _step(game: Game, step: Node, book: Book) -> None:
    if not isinstance(step, Map) or len(step) != 1:
        raise SceneError(step.span, "A step is one pair, a seat and its answer.")
    who, node = next(step.entries())
    if who == "expect":
        check(game, _wishes(node), book)
    elif not isinstance(node, Text):
        raise SceneError(node.span, "An answer is the name of an option.")
    elif who == EVERYONE:
        _everyone(game, node)
    else:
        _named(game, who, node)


def _named(game: Game, who: Text, option: Text) -> None:
    """Passes until this seat can give this answer."""
    while True:
        for decision in game.decisions:
            if decision.seat_id == who and option in decision.options:
                game.choose(str(option), decision.seat)
                return
        if not _pass_one(game):
            asked = "; ".join(f"{d.seat_id}: {_listed(d.options)}" for d in game.decisions)
            raise Unmet(option.span, f"{who} cannot answer “{option}” here; asked: {asked or 'nobody, it is over'}")


def _listed(options: Sequence[str]) -> str:
    """Options, but no more than can be read."""
    more = f" and {len(options) - MOST_OPTIONS} more" if len(options) > MOST_OPTIONS else ""
    return ", ".join(options[:MOST_OPTIONS]) + more


def _everyone(game: Game, option: Text) -> None:
    if option == FINISH:
        _close(game)
    while option == PASS and _pass_one(game):
        pass
    while option not in (PASS, FINISH):
        able = [d for d in game.decisions if option in d.options]
        if not able:
            return
        game.choose(str(option), able[0].seat)


def _pass_one(game: Game) -> bool:
    for ask in game.asks:
        number = passing(game, ask)
        if number is not None:
            game.choose(number, ask.seat)
            return True
    return False


def passing(game: Game, ask: Ask) -> int | None:
    """The option that stands aside, where there is one."""
    match game.machine.sites[ask.site].kind:
        case "menu" | "window":
            return 0 if ask.options[0][0] < 0 else None
        case "choose":
            return ask.options.index(None) if None in ask.options else None
        case _:
            return None


def _close(game: Game) -> None:
    """Ends what is under way: windows, and turns of which only the closing is left."""
    while game.asks and _closing(game, game.asks[0]):
        game.choose(0, game.asks[0].seat)


def _closing(game: Game, ask: Ask) -> bool:
    kind = game.machine.sites[ask.site].kind
    return kind == "window" or (kind == "menu" and ask.options[0][0] < 0 and game.state.stack[-1][MENU_STAGE] == 1)


def _wishes(node: Node) -> Map:
    if not isinstance(node, Map):
        raise SceneError(node.span, "A mapping is wanted here.")
    return node
