"""Seats that nobody sits at: they choose at random, each game from its own seed."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from random import Random

from sfrules.engine.game import Game


def game_seeds(seed: int, games: int) -> Iterator[int]:
    """The seed of each game of a run. They are spread out, so that runs with neighbouring seeds share no games."""
    for number in range(games):
        yield int.from_bytes(blake2b(f"{seed}:{number}".encode(), digest_size=4).digest())


def chance_of_bots(seed: int) -> Random:
    """The source of the bots' choices in the game of that seed; it has nothing to do with the game's own chance."""
    return Random(f"bots {seed}")


def play_out(game: Game, chance: Random) -> int:
    """Plays the game to its end, every answer at random; returns how many answers that took."""
    return game.play_out(chance.random)


def pick(seed: int, answers: int, options: int) -> int:
    """A random answer that depends on nothing but the game's seed and how many answers came before.

    So a game that is resumed, or played again from an earlier point, meets the same bots.
    """
    return Random(f"bot {seed} {answers}").randrange(options)
