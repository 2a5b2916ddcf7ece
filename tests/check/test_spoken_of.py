"""A number that nothing holds is told with those that it could be: numbers of the game, and what they count."""

from __future__ import annotations

import re

import pytest

from tests.check.reading import judged

MAY = re.compile(r" *#> (.*)$", re.MULTILINE)
COULD_BE = "this is a number that it could speak of"


@pytest.mark.parametrize(
    "text",
    [
        f"""\
scenario:
  title: Harbour
  format: 1
  version: 4
  seats: 2                     #> {COULD_BE}
  summary: A game for 77 captains.
""",
        f"""\
table:
  storm: {{title: Storm, track: 0..6}}
phases:
  - id: day                    #> it has 2 phases
    title: Day
    repeat: 8                  #> {COULD_BE}
    phases:
      - {{id: dawn, effect: storm += 1}}
      - {{id: dusk, effect: finish with dusk}}
glossary:
  Noon: The middle of a Day, of which there are 77.
""",
        f"""\
table:
  storm:
    title: Storm
    track: 0..6                #> {COULD_BE}
glossary:
  Surge: The Storm above 77.
""",
    ],
    ids=["keys of the tool", "phases in a phase", "a range"],
)
def test_only_numbers_of_the_game_are_shown(text):
    marked = {number: MAY.search(line) for number, line in enumerate(text.splitlines(), 1)}
    wanted = {(number, mark[1]) for number, mark in marked.items() if mark is not None}
    found = [d for d in judged(MAY.sub("", text))[1] if d.code == "SF701"]
    assert [{(related.span.line, related.message) for related in one.related} for one in found] == [wanted]
