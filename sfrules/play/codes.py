"""What there is to know of the codes that findings of play have: what stumbles in games, and what they never touch."""

from __future__ import annotations

from sfrules.diag import Facts, Severity

FRAME = """kinds:
  captain:
    seat: yes
    has: {coins: {track: 0..9}, mate: {is: captain, optional: yes}, asleep: {flag: no}}
"""
"""What the examples of rules take for granted."""

COMMAND = "sfrules validate --play 20"
"""The command that finds what only games show."""

_OMENS = """card_kinds:
  omen: {has: {rank: {number: 1..3, fixed: yes}}}
zones:
  deck: {of: omen, order: stacked, seen_by: nobody}
  hand: {of: omen, per: captain, seen_by: owner}
cards:
  calm: {kind: omen, zone: deck, rank: 1}
  gale: {kind: omen, zone: deck, rank: 2}
  storm: {kind: omen, zone: deck, rank: 3}
"""

_DEAL = 'draw 1 from deck to east.hand\n  confirm "Seen" by east\n'

_DESK = """setup: |
  east.coins = 1
menus:
  desk: {one: [rest, sail]}
windows:
  objection: {asks: ASKS, answers: in order, seen_by: all}
powers:
  object: {window: objection, answers: it is sail, effect: cancel it}
actions:
  rest: {effect: actor.coins += 1}
  sail: {available: actor.coins > LEAST, windows: [objection], effect: actor.coins = 0}
phases:
  - id: day
    repeat: 1
    phases:
      - {id: work, each: captain, menu: desk}
    then: finish with dusk
"""

_PURSE = """setup: |
  ask east "How many?"
    option one
      east.coins += 1
    option two
      east.coins += 2
  end
"""

_HARBOURS = """kinds:
  captain: {seat: yes, has: {berth: {is: place, start: harbour}}}
  place: {}
things:
  place: {harbour: {}, market: {}, tower: {}}
map:
  of: place
  edges: [[harbour, market], [market, tower]]
"""


def _never(
    code: str, title: str, why: str, bad: str, good: str, frame: str = FRAME, severity: Severity = Severity.WARNING
) -> Facts:
    return Facts(code, severity, title, why, bad, good, frame, COMMAND)


def _desk(asks: str, least: int) -> str:
    return _DESK.replace("ASKS", asks).replace("LEAST", str(least))


FACTS = (
    Facts(
        "SF901",
        Severity.ERROR,
        "A mistake that play has found",
        "Nothing was wrong on paper, and still a game came to a point where a rule cannot be carried out.",
        "setup: |\n  east.coins += 6 / count(captain where .asleep)\n",
        "setup: |\n  let asleep-now = count(captain where .asleep)\n"
        "  if asleep-now > 0 then east.coins += 6 / asleep-now\n",
        FRAME,
        "sfrules simulate",
    ),
    _never(
        "SF902",
        "A game without an end",
        "Nobody can win a game that never ends, and nobody wants to sit through one that ends by luck alone.",
        'setup: |\n  repeat\n    confirm "Once more" by east\n  end\n',
        'setup: |\n  repeat\n    confirm "Once more" by east\n    east.coins += 1\n'
        "    if east.coins is 9 then stop\n  end\n",
    ),
    Facts(
        "SF903",
        Severity.ERROR,
        "A secret that play gives away",
        "Two games differ only in what somebody may not know, and still look different to them. Whoever pays attention "
        "knows the secret.",
        "setup: |\n  shuffle deck\n  " + _DEAL + "  east.coins = sum(east.hand.rank)\n",
        "setup: |\n  shuffle deck\n  " + _DEAL + "  reveal east.hand\n  east.coins = sum(east.hand.rank)\n",
        FRAME + _OMENS.replace("order: stacked", "order: shuffled"),
        COMMAND,
    ),
    _never(
        "SF910",
        "A card that is never played",
        "It is printed, shuffled and read for nothing: it never comes up, or nobody can do what it says.",
        "setup: |\n  " + _DEAL,
        "setup: |\n  draw 3 from deck to east.hand\n",
        FRAME + _OMENS,
    ),
    _never(
        "SF911",
        "A branch that is never taken",
        "What a rule does under a condition that never comes true is not tested by anybody, and may never be needed.",
        _PURSE + "  if east.coins > 2 then west.coins += 1\n",
        _PURSE + "  if east.coins > 1 then west.coins += 1\n",
    ),
    _never(
        "SF912",
        "A part that play never comes to",
        "A phase that never begins, an effect that is always cancelled, and what is to follow a cancelling that never "
        "happens are rules that nobody will ever see at work.",
        _PURSE + "phases:\n"
        "  - {id: day, effect: if east.coins < 3 then finish with dusk}\n  - {id: night, effect: finish with dusk}\n",
        _PURSE + "phases:\n"
        "  - {id: day, effect: if east.coins < 2 then finish with dusk}\n  - {id: night, effect: finish with dusk}\n",
    ),
    _never(
        "SF913",
        "An edge that is never used",
        "A road that nobody goes makes the map larger and the game no richer.",
        "setup: |\n  east.berth = market\n",
        "setup: |\n  east.berth = market\n  east.berth = tower\n",
        _HARBOURS,
    ),
    _never(
        "SF914",
        "An action or power that is never declared",
        "It stands in the rules, and no game knows it: its conditions never hold, or hold so seldom that nobody comes "
        "to choose it.",
        _desk("captain after it.actor", 5),
        _desk("captain after it.actor", 0),
    ),
    _never(
        "SF915",
        "An answer that is never given",
        "An option that is never open, or that nobody takes, is no choice.",
        _PURSE + '  ask west "And you?"\n    option wait\n      stop\n    option sail when east.coins > 2\n'
        "      west.coins += 1\n  end\n",
        _PURSE + '  ask west "And you?"\n    option wait\n      stop\n    option sail when east.coins > 1\n'
        "      west.coins += 1\n  end\n",
    ),
    _never(
        "SF916",
        "An ending that no game comes to",
        "Somebody plays for it, and cannot come to it; or it is so rare that the game is without it.",
        "endings:\n  dusk: {title: Dusk, payoff: 0}\n  dawn: {title: Dawn, payoff: 0}\n"
        + _PURSE
        + "  if east.coins > 2 then finish with dawn\n",
        "endings:\n  dusk: {title: Dusk, payoff: 0}\n  dawn: {title: Dawn, payoff: 0}\n"
        + _PURSE
        + "  if east.coins > 1 then finish with dawn\n",
    ),
    _never(
        "SF917",
        "A window that is never opened",
        "What can be played in it can never be played: nothing that passes it is declared, or nobody is asked.",
        _desk("captain where .asleep", 0),
        _desk("captain after it.actor", 0),
    ),
    _never(
        "SF918",
        "A trigger that never fires",
        "What it waits for does not happen, or happens otherwise than its condition says.",
        _PURSE + "triggers:\n  rich: {when: east.coins becomes 3, fires: at once, effect: west.coins += 1}\n",
        _PURSE + "triggers:\n  rich: {when: east.coins becomes 2, fires: at once, effect: west.coins += 1}\n",
    ),
    _never(
        "SF919",
        "A question without a choice",
        "Each time there is just one answer, which is given without asking: what looks like a decision is none.",
        "setup: |\n  choose friend in captain where . is not east by east\n  friend.coins += 1\n",
        "setup: |\n  choose friend in captain by east\n  friend.coins += 1\n",
        FRAME,
        Severity.INFO,
    ),
)

LEVEL = {fact.code: fact.severity for fact in FACTS}
"""How bad each is by itself."""
