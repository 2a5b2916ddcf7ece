"""`sfrules explore`: everything that can happen in a game, counted, and what it is worth."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sfrules.cli.console import to_stdout
from sfrules.cli.scenario import Gaps, ScenarioName, Variants, announce, load_chosen, playable
from sfrules.diag import how_many

if TYPE_CHECKING:
    from sfrules.play.words import Words

LINES = 12


def explore(
    scenario: ScenarioName = None,
    depth: Annotated[
        int | None, typer.Option("--depth", min=0, help="Stop behind so many answers.", show_default=False)
    ] = None,
    most: Annotated[int, typer.Option("--most", min=1, help="Stop at so many positions.")] = 200_000,
    as_json: Annotated[bool, typer.Option("--json", help="Write the numbers as JSON.")] = False,
    gap: Gaps = None,
    variant: Variants = None,
) -> None:
    """Go through everything that can happen in a game, and say what is exact of it.

    Every answer and every outcome of chance is tried: how many games and positions there are, how the games end and how
    long they can be, what each side can be sure of, and answers behind which the rules cannot go on. This is for small
    games, and for the beginnings of large ones; for the rest there is sfrules simulate.

    \b
    Examples:
      sfrules explore
      sfrules explore --depth 4                          only the first four answers
      sfrules explore --variant short --json > numbers.json
    """
    import json

    from sfrules.cli.faults import content_faults
    from sfrules.engine.game import machine_for
    from sfrules.play.explore import Bounds, as_data
    from sfrules.play.explore import explore as search

    chosen, loaded = load_chosen(scenario, gap, variant)
    announce(loaded, chosen, beside=as_json)
    playable(loaded, chosen)
    with content_faults(loaded, chosen):
        data = as_data(search(machine_for(loaded.program()), Bounds(depth, most)))
    if as_json:
        sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    else:
        from sfrules.cli.speech import words_for

        for line in report_lines(data, words_for(loaded.book), depth):
            to_stdout(line)
    if data["stuck"]["count"]:
        raise typer.Exit(1)


def report_lines(data: dict[str, Any], words: Words, depth: int | None = None) -> Iterator[str]:
    """The numbers in words, for people."""
    if not data["complete"]:
        yield f"Not the whole game: {_why(data, depth)}"
        yield ""
    yield f"Positions: {data['positions']:,}; {data['final']:,} are ends, {data['forced']:,} leave a single answer"
    yield from _plies(data)
    yield from _games(data)
    yield from _likelihoods(data)
    yield from _values(data, words)
    yield from _secrets(data, words)
    yield from _stuck(data)


def _why(data: dict[str, Any], depth: int | None) -> str:
    reach = len(data["positions_by_ply"]) - 1
    if reach < 0:
        return "the setup alone can turn out in more ways than --most allows."
    why = "as you said" if reach == depth else "there are more positions than --most allows"
    return f"{why}. What follows is counted up to answer {reach}."


def _plies(data: dict[str, Any]) -> Iterator[str]:
    if data["complete"]:
        return
    ways = data["games_by_ply"] or [None] * len(data["positions_by_ply"])
    for ply, (positions, games) in enumerate(zip(data["positions_by_ply"], ways, strict=False)):
        reached = f" by {how_many(games, 'way')}" if games is not None else ""
        yield f"  behind {how_many(ply, 'answer')}: {positions:,}{reached}"


def _games(data: dict[str, Any]) -> Iterator[str]:
    if data["games"] is None:
        yield "Complete games: no number, as a game can go on for ever"
        return
    lengths = [int(length) for length in data["games_by_length"]]
    if not lengths:
        return
    if len(lengths) == 1:
        yield f"Complete games: {data['games']:,}, of {how_many(lengths[0], 'answer')}"
    else:
        yield f"Complete games: {data['games']:,}, of {min(lengths)} to {how_many(max(lengths), 'answer')}"
        for length in sorted(lengths):
            yield f"  {data['games_by_length'][str(length)]:>15,} of {how_many(length, 'answer')}"
    for ending, games in list(data["games_by_ending"].items())[:LINES]:
        yield f"  {games:>15,} end in {ending}"


def _likelihoods(data: dict[str, Any]) -> Iterator[str]:
    found = {ending: span for ending, span in data["likelihoods"].items() if span != ["0", "1"]}
    if found:
        yield "How likely an ending is, whatever the seats do"
    for ending, (low, high) in list(found.items())[:LINES]:
        yield f"  {low if low == high else f'{low} to {high}':>15} {ending}"


def _values(data: dict[str, Any], words: Words) -> Iterator[str]:
    values = data["values"]
    if values is None:
        return
    yield "Nothing is hidden. When all play their best, each gets:"
    for seat, payoff in values["payoffs"].items():
        yield f"  {payoff:>15} {words.thing(seat)}"
    first = values["first"]
    if first:
        best = max(first.values(), key=_number)
        kept = [name for name, worth in first.items() if worth == best]
        yield f"First answers that keep this: {len(kept)} of {len(first)}: {', '.join(kept[:LINES])}"


def _number(text: str) -> float:
    above, _, below = text.partition("/")
    return int(above) / int(below or 1)


def _secrets(data: dict[str, Any], words: Words) -> Iterator[str]:
    secrets = data["secrets"]
    if secrets is not None:
        yield f"Something is hidden. Ways to deal: {secrets['deals']:,}. Situations that a seat can tell apart:"
        for seat, sets in secrets["information_sets"].items():
            yield f"  {sets:>15,} {words.thing(seat)}"
        if secrets["value"]:
            first = words.thing(next(iter(secrets["information_sets"])))
            span = [str(end) for end in secrets["value"]]
            yield f"When both play their best, {first} gets on average {' to '.join(span)}"
    if data["unsolved"]:
        yield data["unsolved"]


def _stuck(data: dict[str, Any]) -> Iterator[str]:
    stuck = data["stuck"]
    if not stuck["count"]:
        return
    yield f"Answers behind which the rules cannot go on: {stuck['count']:,}"
    for one in stuck["first"]:
        yield f"  {', '.join(one['answers']) or 'at once'}"
        yield f"      {one['rule']}: {one['message']}"
