"""The kinds of mistakes that are planted, and how many of each must be noticed, written before checks were tuned.

A mutant is the shipped content with one slip in it. It is *caught* when `sfrules validate` says anything, on whatever
level, that it does not say of the content as shipped; *placed* when one of those findings, or a place that it points to
besides, is the line with the slip. A mutant that means the same as before (its Book is equal) is set aside and counted.
"""

from __future__ import annotations

from typing import NamedTuple


class Class(NamedTuple):
    """`least`: the share that must be caught, in per cent."""

    name: str
    title: str
    least: float
    what: str


CLASSES = {
    made.name: made
    for made in (
        Class(
            "misspelt-key", "misspelt key", 99.5,
            "A letter is lost, doubled, changed, or swapped with the next in a key: of a section, of a definition, "
            "of a value that a thing or card gives, of a test.",
        ),
        Class(
            "misplaced-key", "key in the wrong place", 97,
            "A key is moved with its value to the level above, into the mapping of a neighbour, or into a "
            "definition that has no such key.",
        ),
        Class(
            "misspelt-reference", "misspelt reference", 100,
            "A letter goes wrong in a word that names something: in a value, in a rule, in a placeholder of a text "
            "or page, in a path of a variant, in the number of a rule.",
        ),
        Class(
            "misspelt-definition", "misspelt definition", 98,
            "A letter goes wrong in the id of a definition, of a property, of an option, or in a name that a rule "
            "gives.",
        ),
        Class(
            "wrong-type", "wrong type", 99,
            "A number becomes a word, a flag a number, a text a list, a list a mapping, and so on; in rules a number "
            "becomes a flag or a text, and a flag a number.",
        ),
        Class(
            "dropped-line", "dropped required line", 97,
            "A key that a definition cannot be without is deleted with its value, or the `end` of a block in a rule.",
        ),
        Class("duplicated-id", "duplicated id", 100, "An entry gets the id of another one, or stands there twice."),
        Class(
            "broken-indentation", "broken indentation", 99,
            "A line is moved by one to three spaces to the left or right, or a tab stands in front of it.",
        ),
        Class(
            "swapped-name", "swapped track or seat", 50,
            "In a rule a track, a seat or the owner of a track is replaced by another one that fits as well.",
        ),
        Class(
            "changed-number", "number changed in a text or in a rule alone", 95,
            "A number that stands both in the words of a definition and in its rule, its costs or its values is "
            "changed in one of the two.",
        ),
        Class(
            "secret-legality", "secret read in a legality", 100,
            "A condition on something that the one who chooses may not know is added to what decides whether an option "
            "can be taken.",
        ),
        Class(
            "removed-piece", "removed edge or card", 50,
            "An edge of the map is deleted, or a card with all its lines.",
        ),
    )
}  # fmt: skip

PLACED = 98.0
"""The share of the caught that must be placed, in per cent."""
