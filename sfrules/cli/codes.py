"""What there is to know of the codes that have no check of their own: of rules, of print and site, of play."""

from __future__ import annotations

from collections.abc import Mapping

from sfrules.check import facts
from sfrules.check.rule import Facts
from sfrules.diag import Severity

FRAME = """kinds:
  keeper: {seat: yes, has: {coins: {track: 0..9}, mate: {is: keeper, optional: yes}, asleep: {flag: no}}}
"""
"""What the examples of rules take for granted."""


def _rule(code: str, title: str, why: str, bad: str, good: str, severity: Severity = Severity.ERROR) -> Facts:
    return Facts(code, severity, title, why, f"play: |\n{_in(bad)}", f"play: |\n{_in(good)}")


def _in(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.split("\n"))


RULES = (
    _rule(
        "SF300",
        "Rule text that cannot be read",
        "The line is no statement of the rule language, or a word of it stands where it cannot.",
        "north.coins = = 3",
        "north.coins = 3",
    ),
    _rule(
        "SF301",
        "A name that means nothing in a rule",
        "Every name in a rule is a local name, or the id of something in the scenario.",
        "north.coins = south-coins",
        "north.coins = south.coins",
    ),
    _rule(
        "SF302",
        "The wrong sort of value",
        "A number, a flag, a thing, a card and several of them are different sorts, and none stands for another.",
        "north.coins = south",
        "north.coins = south.coins",
    ),
    _rule(
        "SF303",
        "A value that may be missing",
        "What is optional must be tested before it is used; otherwise some game will stop here.",
        "north.mate.coins += 1",
        "if north.mate exists then north.mate.coins += 1",
    ),
    _rule(
        "SF304",
        "A name used twice, or a test that says nothing",
        "A local name that hides something of the content, or a test that always comes out the same, is mostly a slip.",
        "let north = 3\nsouth.coins = north",
        "let price = 3\nsouth.coins = price",
        Severity.WARNING,
    ),
    _rule(
        "SF305",
        "A property that is not there",
        "Behind a dot stands a property of the thing, a field of the card or a zone of the owner.",
        "north.coin += 1",
        "north.coins += 1",
    ),
    _rule(
        "SF306",
        "The wrong number of values in brackets",
        "A formula, a routine and an ending take just what they are given in their definition.",
        "north.coins = count(keeper, keeper)",
        "north.coins = count(keeper)",
    ),
    _rule(
        "SF307",
        "Something that can only stand elsewhere",
        "Some words have their places: “it” stands in an answer, “.” behind “where”, “becomes” in a trigger.",
        "north.coins = .coins",
        "north.coins = count(keeper where .coins > 3)",
    ),
    _rule(
        "SF309",
        "A number outside its track",
        "A track has a least and a greatest value, and no rule can set it to another.",
        "north.coins = 12",
        "north.coins = 9",
    ),
    _rule(
        "SF310",
        "Lines that are never reached",
        "Behind “stop” or “finish” nothing of the rule happens any more.",
        "stop\nnorth.coins += 1",
        "north.coins += 1\nstop",
        Severity.WARNING,
    ),
    _rule(
        "SF311",
        "A loop that may never end",
        "A loop without a stated end must ask somebody, stop or finish on every path, or the game would hang.",
        "repeat\n  north.coins += 1\nend",
        'repeat\n  confirm "One more" by north\n  north.coins += 1\nend',
    ),
    Facts(
        "SF313",
        Severity.ERROR,
        "A formula that uses itself",
        "To know its value one would have to know its value first.",
        FRAME.replace("asleep: {flag: no}", "rich: {derived: self.proud}, proud: {derived: self.rich}"),
        FRAME.replace("asleep: {flag: no}", "rich: {derived: self.coins > 5}, proud: {derived: self.rich}"),
    ),
)


def _print(code: str, title: str, why: str, bad: str, good: str, severity: Severity = Severity.WARNING) -> Facts:
    return Facts(code, severity, title, why, bad, good)


PRINT = (
    _print(
        "SF801",
        "A text that does not fit on its card",
        "The text is made smaller down to a size that can still be read at a table; this one would have to be smaller.",
        "# 200 words in the text of one card\n",
        "# the rule in 40 words, the story in the rulebook\n",
        Severity.ERROR,
    ),
    _print(
        "SF802",
        "A sign that the fonts do not have",
        "The card would show an empty box in its place.",
        'cards:\n  storm: {kind: omen, text: "🌩 All ships stop."}\n',
        'cards:\n  storm: {kind: omen, text: ":warning: All ships stop."}\n',
        Severity.ERROR,
    ),
    _print(
        "SF803",
        "An icon that is not there",
        "Icons are drawings that travel with sfrules; a card can show no other.",
        'cards:\n  storm: {kind: omen, text: ":thunder: All ships stop."}\n',
        'cards:\n  storm: {kind: omen, text: ":warning: All ships stop."}\n',
        Severity.ERROR,
    ),
    _print(
        "SF804",
        "A word that is broken to fit",
        "A word that is wider than its card is parted at any letter, which reads badly.",
        "cards:\n  storm: {kind: omen, title: Stormwarningannouncement}\n",
        "cards:\n  storm: {kind: omen, title: Storm warning}\n",
    ),
    _print(
        "SF805",
        "A colour that is hard to see",
        "Lines and marks are printed on white paper and looked at in lamplight.",
        'card_kinds:\n  omen: {back: {title: Omen, colour: "#ffff99"}}\n',
        'card_kinds:\n  omen: {back: {title: Omen, colour: "#7a6a2f"}}\n',
    ),
    _print(
        "SF806",
        "A shape that is not there",
        "The shapes on backs are drawings that travel with sfrules; they tell kinds apart without colours.",
        "card_kinds:\n  omen: {back: {title: Omen, shape: cloud}}\n",
        "card_kinds:\n  omen: {back: {title: Omen, shape: drop}}\n",
        Severity.ERROR,
    ),
    _print(
        "SF807",
        "A number of copies that only play knows",
        "Paper is printed before the game; one copy is made.",
        "cards:\n  storm: {kind: omen, count: count(keeper)}\n",
        "cards:\n  storm: {kind: omen, count: 4}\n",
    ),
    _print(
        "SF808",
        "A card that says nothing",
        "It has neither a text nor a rule that could be read aloud in its place.",
        "cards:\n  storm: {kind: omen, title: Storm}\n",
        "cards:\n  storm: {kind: omen, title: Storm, text: All ships stop.}\n",
    ),
    _print(
        "SF809",
        "A picture that is not printed",
        "Card sheets show texts, marks and icons; pictures stay on the pages of the website.",
        "cards:\n  storm: {kind: omen, image: storm.png}\n",
        "cards:\n  storm: {kind: omen, text: All ships stop.}\n",
    ),
    _print(
        "SF810",
        "A placeholder that nothing fills",
        "What stands in braces is a named number or a field of the card; this would be printed with its braces.",
        'cards:\n  storm: {kind: omen, text: "Lose {dmage} sails."}\n',
        'numbers:\n  damage: 2\ncards:\n  storm: {kind: omen, text: "Lose {damage} sails."}\n',
    ),
    _print(
        "SF820",
        "A page that cannot be made",
        "The website would lack it, or show it broken.",
        "# a link to a page that is not there: [the tides](tide.md)\n",
        "# a link to a page that is there: [the tides](tides.md)\n",
        Severity.ERROR,
    ),
    _print(
        "SF821",
        "A link that leads nowhere",
        "A page that is opened from the disk has no server to help it; each link must name a file of the website.",
        "# a link to a place that is not on the page: [the tides](tides.md#low)\n",
        "# a link to a place that is on the page: [the tides](tides.md#ebb)\n",
        Severity.ERROR,
    ),
)

PLAY = (
    Facts(
        "SF901",
        Severity.ERROR,
        "A mistake that play has found",
        "Nothing was wrong on paper, and still a game came to a point where a rule cannot be carried out.",
        "# the share of each winner, when nobody has won\nseat.coins += pot / count(winners)\n",
        "# tested first\nif count(winners) > 0 then seat.coins += pot / count(winners)\n",
    ),
)


def all_facts() -> Mapping[str, Facts]:
    """What is known of every code that a finding can have, in the order of the codes."""
    known = {**facts(), **{fact.code: fact for fact in (*RULES, *PRINT, *PLAY)}}
    return dict(sorted(known.items()))
