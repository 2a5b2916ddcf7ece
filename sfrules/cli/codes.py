"""What there is to know of the codes that have no check of their own: of rules, of print and site, of play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sfrules.check import facts
from sfrules.diag import Facts, Severity

if TYPE_CHECKING:
    from sfrules.publish.codes import Told
from sfrules.play.codes import FACTS as PLAY
from sfrules.play.codes import FRAME
from sfrules.publish.proofcodes import QUICK, SLOW
from sfrules.verdict.codes import FACTS as LIVING


def _rule(code: str, title: str, why: str, bad: str, good: str, severity: Severity = Severity.ERROR) -> Facts:
    return Facts(code, severity, title, why, f"play: |\n{_in(bad)}", f"play: |\n{_in(good)}", FRAME)


def _in(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.split("\n"))


RULES = (
    _rule(
        "SF300",
        "Rule text that cannot be read",
        "The line is no statement of the rule language, or a word of it stands where it cannot.",
        "east.coins = = 3",
        "east.coins = 3",
    ),
    _rule(
        "SF301",
        "A name that means nothing in a rule",
        "A name in a rule is one that the rule has given itself with “let”, or the id of something in the scenario. "
        "Behind a misspelt one there is nothing that could be counted, moved or asked.",
        "east.coins = west-coins",
        "east.coins = west.coins",
    ),
    _rule(
        "SF302",
        "The wrong sort of value",
        "A number, a flag, a thing, a card and several of them are different sorts, and none stands for another.",
        "east.coins = west",
        "east.coins = west.coins",
    ),
    _rule(
        "SF303",
        "A value that may be missing",
        "What is optional must be tested before it is used; otherwise some game will stop here.",
        "east.mate.coins += 1",
        "if east.mate exists then east.mate.coins += 1",
    ),
    _rule(
        "SF304",
        "A name used twice, or a test that says nothing",
        "A local name that hides something of the content, or a test that always comes out the same, is mostly a slip.",
        "let east = 3\nwest.coins = east",
        "let price = 3\nwest.coins = price",
        Severity.WARNING,
    ),
    _rule(
        "SF305",
        "A property that is not there",
        "Behind a dot stands a property of the thing, a field of the card or a zone of the owner.",
        "east.coin += 1",
        "east.coins += 1",
    ),
    _rule(
        "SF306",
        "The wrong number of values in brackets",
        "A formula, a routine and an ending take just what their definition lists under “given”.",
        "east.coins = count(captain, captain)",
        "east.coins = count(captain)",
    ),
    _rule(
        "SF307",
        "Something that can only stand elsewhere",
        "Some words have their places: “it” stands in an answer, a dot without a name before it behind “where”, "
        "“becomes” in a trigger.",
        "east.coins = .coins",
        "east.coins = count(captain where .coins > 3)",
    ),
    _rule(
        "SF308",
        "A local name that nothing uses",
        "What is worked out and never used is left over, or another name was meant further down.",
        "let price = 3\neast.coins -= 2",
        "let price = 3\neast.coins -= price",
        Severity.WARNING,
    ),
    _rule(
        "SF309",
        "A number outside its track",
        "A track has a least and a greatest value, and no rule can set it to another.",
        "east.coins = 12",
        "east.coins = 9",
    ),
    _rule(
        "SF310",
        "Lines that are never reached",
        "Behind “stop” or “finish” nothing of the rule happens any more.",
        "stop\neast.coins += 1",
        "east.coins += 1\nstop",
        Severity.WARNING,
    ),
    _rule(
        "SF311",
        "A loop that may never end",
        "A loop without a stated end must ask somebody, stop or finish on every path, or the game would hang.",
        "repeat\n  east.coins += 1\nend",
        'repeat\n  confirm "One more" by east\n  east.coins += 1\nend',
    ),
    _rule(
        "SF320",
        "Two options with one name",
        "A player answers by the name of an option; with two of one name it cannot be said which is meant.",
        "ask east\n  option rest\n    east.coins += 1\n  option rest\n    east.coins += 2\nend",
        "ask east\n  option rest\n    east.coins += 1\n  option row\n    east.coins += 2\nend",
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

_OMENS = """card_kinds:
  omen: {title: Omen}
zones:
  deck: {of: omen}
"""

BUILD_CARDS, BUILD_SITE = "sfrules build --only cards", "sfrules build --only site"
VALIDATE = "sfrules validate"


def _print(
    code: str, title: str, why: str, bad: str, good: str, severity: Severity = Severity.WARNING, frame: str = _OMENS
) -> Facts:
    return Facts(code, severity, title, why, bad, good, frame, BUILD_CARDS if code in SLOW else VALIDATE)


def _page(code: str, title: str, why: str, bad: str, good: str) -> Facts:
    return Facts(code, Severity.ERROR, title, why, bad, good, "", VALIDATE if code in QUICK else BUILD_SITE)


_LONG = (
    "Storm\n    text: |\n"
    + (
        "      All ships stop. No captain sails, rows or drifts. What lies at anchor stays at anchor,\n"
        "      what is under way turns back to where it came from, and every captain pays one coin for\n"
        "      each ship that she could not bring home before the lamp on the pier went out.\n"
    )
    * 5
)

PRINT = (
    _print(
        "SF801",
        "A text that does not fit on its card",
        "The text is made smaller down to a size that can still be read at a table; this one would have to be smaller.",
        f"cards:\n  storm:\n    kind: omen\n    title: {_LONG}",
        "cards:\n  storm:\n    kind: omen\n    title: Storm\n    text: All ships stop; every captain pays one coin.\n",
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
        "cards:\n  storm: {kind: omen, title: Whooooooooooooooooooooooooooooooooooooosh, text: Stop.}\n",
        "cards:\n  storm: {kind: omen, title: Whoooosh, text: Stop.}\n",
    ),
    _print(
        "SF805",
        "A colour or back that is hard to tell",
        "Lines and marks are printed on white paper and looked at in lamplight, and not everybody sees colours apart: "
        "a pale line does not show, and two backs must differ in shape or letter, too.",
        'card_kinds:\n  omen: {back: {title: Omen, colour: "#ffff99"}}\n',
        'card_kinds:\n  omen: {back: {title: Omen, colour: "#7a6a2f"}}\n',
        frame="",
    ),
    _print(
        "SF806",
        "A shape that is not there",
        "The shapes on backs are drawings that travel with sfrules; they tell kinds apart without colours.",
        "card_kinds:\n  omen: {back: {title: Omen, shape: cloud}}\n",
        "card_kinds:\n  omen: {back: {title: Omen, shape: drop}}\n",
        Severity.ERROR,
        frame="",
    ),
    _print(
        "SF807",
        "A number of copies that only play knows",
        "Cards are printed before the game, when nobody knows what it will be; one copy is made.",
        'cards:\n  storm: {kind: omen, text: All ships stop., count: "tide + 1"}\n',
        "cards:\n  storm: {kind: omen, text: All ships stop., count: 4}\n",
        frame="table:\n  tide: {track: 0..5}\n" + _OMENS,
    ),
    _print(
        "SF808",
        "A card that says nothing",
        "Whoever draws it has only its title to go by: it has no text, no rule that could be read aloud in its place, "
        "and no fixed field that could be printed.",
        "cards:\n  storm: {kind: omen, title: Storm}\n",
        "cards:\n  storm: {kind: omen, title: Storm, text: All ships stop.}\n",
    ),
    _print(
        "SF809",
        "A picture that is not printed",
        "Card sheets show texts, marks and icons; pictures stay on the pages of the website.",
        "cards:\n  storm: {kind: omen, text: All ships stop., image: storm.svg}\n"
        '# storm.svg:\n<svg xmlns="http://www.w3.org/2000/svg"/>\n',
        "cards:\n  storm: {kind: omen, text: All ships stop.}\n",
    ),
    _print(
        "SF810",
        "A placeholder that paper cannot fill",
        "What is chosen in play is not known when a card is printed, and its title and flavour know nothing of its "
        "fields: the braces would be printed.",
        'cards:\n  gale: {kind: omen, title: "Gale of {force}", text: All ships stop., force: 3}\n',
        'cards:\n  gale: {kind: omen, title: Gale, text: "Force {force}: all ships stop.", force: 3}\n',
        frame="card_kinds:\n  omen: {title: Omen, has: {force: {number: 0..9}}}\n",
    ),
    _page(
        "SF820",
        "A page that cannot be made",
        "The website would lack it: its address is that of another page, or its lists are nested more deeply than any "
        "can be shown.",
        "# rulebook/low_tide.md:\n# Low tide\n\nThe water falls.\n"
        "# rulebook/low-tide.md:\n# Low tide\n\nThe water rises.\n",
        "# rulebook/low-tide.md:\n# Low tide\n\nThe water falls.\n"
        "# rulebook/high-tide.md:\n# High tide\n\nThe water rises.\n",
    ),
    _page(
        "SF821",
        "A link that leads nowhere",
        "A page is opened from the disk, without a server or a network: each link must name a file and a place that "
        "the website has, and each picture must come with it.",
        "# rulebook/tides.md:\n# Tides\n\n![the ebb](https://example.org/ebb.png)\n",
        "# rulebook/tides.md:\n# Tides\n\nSee [the ebb](https://example.org/ebb.png).\n",
    ),
    _page(
        "SF822",
        "A page with a head that says something else",
        "The head, between two lines of ---, gives a page its title, its place in the order and the rules that it "
        "follows; what cannot be read in it is left out, or printed.",
        "# rulebook/tides.md:\n---\ntitle: Tides\nordr: 1\n---\n# Tides\n\nThe water falls.\n",
        "# rulebook/tides.md:\n---\ntitle: Tides\norder: 1\n---\n# Tides\n\nThe water falls.\n",
    ),
)


def all_facts() -> Mapping[str, Facts]:
    """What is known of every code that a finding can have, in the order of the codes."""
    known = {**facts(), **{fact.code: fact for fact in (*RULES, *LIVING, *PRINT, *PLAY)}}
    return dict(sorted(known.items()))


def all_told() -> list[Told]:
    """Every code as its page shows it."""
    from sfrules.cli.examples import told

    return [as_told(fact, says) for fact, says in told(all_facts().values())]


def as_told(fact: Facts, says: str) -> Told:
    """A code with its levels, and what is said of its bad example."""
    from sfrules.publish.codes import Told
    from sfrules.verdict.levels import PROFILES, Policy

    levels = {name: str(Policy(name).level(fact.code, fact.severity)) for name in PROFILES}
    others = {name: level for name, level in levels.items() if level != fact.severity}
    return Told(fact, says, others, Policy().is_firm(fact.code, fact.severity))
