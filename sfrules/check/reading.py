"""What there is to know of the codes that reading files and definitions gives; the checks carry their own facts."""

from __future__ import annotations

from sfrules.check.rule import Facts
from sfrules.diag import Severity


def _error(code: str, title: str, why: str, bad: str, good: str) -> Facts:
    return Facts(code, Severity.ERROR, title, why, bad, good)


_CALM = (
    "gaps:\n  calm:\n    question: Does calm hold ships?\n    status: provisional\n    ruling: held\n"
    "    options:\n      held: {{set: {{limits.sail.times: {}}}}}\n"
)
_FOG = (
    "  fog:\n    question: Does fog?\n    status: provisional\n    ruling: held\n"
    "    options:\n      held: {{set: {{limits.sail.times: {}}}}}\n"
)
_QUICK = "limits:\n  sail: {times: 1}\nvariants:\n  quick: {set: {limits.sail.times: 2}}\n"

FILES = (
    _error(
        "SF101",
        "A file that cannot be read",
        "What is not read is not checked, played or printed.",
        "# a file of more than 4 MB, one that you may not open, or one that is a pipe\n",
        "# several smaller files\n",
    ),
    _error(
        "SF102",
        "A file with another ending or in another folder",
        "Only files that end in .yaml are content, and pages, which end in .md, lie in the folder rulebook itself; "
        "others would be left out unseen.",
        "# limits.yml:\nlimits:\n  sail: {times: 1}\n",
        "# limits.yaml:\nlimits:\n  sail: {times: 1}\n",
    ),
    _error(
        "SF103",
        "A file outside the scenario folder",
        "A scenario is read from its folder alone, so that a stranger's is safe to check.",
        "kinds:\n  ship: {}\nthings:\n  ship:\n    gull: {image: ../../gull.png}\n",
        "kinds:\n  ship: {}\nthings:\n  ship:\n    gull: {title: Gull}\n",
    ),
    _error(
        "SF104",
        "Not plain UTF-8 text",
        "Other encodings and characters that cannot be seen shift lines, or hide what a text says.",
        'glossary:\n  tide: "high\u2028water"\n',
        'glossary:\n  tide: "high water"\n',
    ),
    _error(
        "SF105",
        "An empty file",
        "An empty file is most likely one that was not saved.",
        "# tides.yaml:\n\n",
        "glossary:\n  tide: high water\n",
    ),
)

YAML = (
    _error(
        "SF110",
        "A colon inside a text",
        "A colon and a space begin a value. In quotes they are part of the text.",
        "glossary:\n  tide: Low tide: danger\n",
        'glossary:\n  tide: "Low tide: danger"\n',
    ),
    _error(
        "SF111",
        "A text that begins with a sign",
        "Before a value the signs * & ! @ % [ { | > are orders to whoever reads the file. In quotes they are text.",
        "glossary:\n  tide: *high* water\n",
        'glossary:\n  tide: "*high* water"\n',
    ),
    _error(
        "SF112",
        "A tab at the start of a line",
        "How far a line is indented is told by spaces; a tab has no fixed width.",
        "glossary:\n\ttide: high water\n",
        "glossary:\n  tide: high water\n",
    ),
    _error(
        "SF113",
        "Quotes or brackets that do not close",
        "Without its end nobody can tell where a text, a list or a mapping stops, and what comes behind is swallowed.",
        'glossary:\n  tide: "high water\n',
        'glossary:\n  tide: "high water"\n',
    ),
    _error(
        "SF114",
        "A line that does not fit",
        "Keys of one mapping begin in the same column, and each has a colon.",
        "glossary:\n  tide: high water\n    ebb: low water\n",
        "glossary:\n  tide: high water\n  ebb: low water\n",
    ),
    _error(
        "SF120",
        "A key that stands twice",
        "Of two values under one key one would be lost.",
        "glossary:\n  tide: high water\n  tide: low water\n",
        "glossary:\n  tide: high water\n  ebb: low water\n",
    ),
    _error(
        "SF121",
        "A word with an exclamation mark before it",
        "It is an order to the program that reads the file, and no part of the text. In quotes it is.",
        "glossary:\n  tide: !important high water\n",
        'glossary:\n  tide: "!important high water"\n',
    ),
    _error(
        "SF122",
        "An entry that stands for another",
        "Whoever reads `*once` has to look for `&once`, and a few of them in each other unfold to billions of entries; "
        "what is the same is written out.",
        "limits:\n  sail: &once {times: 1}\n  row: *once\n",
        "limits:\n  sail: {times: 1}\n  row: {times: 1}\n",
    ),
    _error(
        "SF123",
        "Keys that are taken over with <<",
        "What an entry says stands in it: there one looks for it, and there a mistake in it is shown.",
        "limits:\n  sail:\n    <<: {times: 1}\n    times: 2\n",
        "limits:\n  sail: {times: 2}\n",
    ),
    _error(
        "SF124",
        "More than one document",
        "A file holds one document, so that a line of --- cannot hide half of it.",
        "glossary:\n  tide: high water\n---\nglossary:\n  ebb: low water\n",
        "glossary:\n  tide: high water\n  ebb: low water\n",
    ),
    _error(
        "SF125",
        "Too many levels",
        "No part of a scenario stands so deep; a file that does was not written by hand.",
        "glossary: " + "[" * 30 + "]" * 30 + "\n",
        "glossary:\n  tide: high water\n",
    ),
    _error(
        "SF126",
        "A text that # cuts short",
        "A # behind a space begins a comment, and the rest of the text is lost.",
        "glossary:\n  toll: Pay 2 #gold\n",
        'glossary:\n  toll: "Pay 2 #gold"\n',
    ),
    _error(
        "SF127",
        "A key that is no word",
        "Keys are words; a list or a mapping cannot be one.",
        "glossary:\n  [tide]: high water\n",
        "glossary:\n  tide: high water\n",
    ),
    Facts(
        "SF128",
        Severity.WARNING,
        "A line of a folded text that stands deeper",
        "Lines below a > are joined to one paragraph; one that stands deeper is not, and breaks it in two places.",
        "glossary:\n  toll: >-\n    What a captain\n      pays in a harbour.\n",
        "glossary:\n  toll: >-\n    What a captain\n    pays in a harbour.\n",
    ),
    _error(
        "SF129",
        "More entries than are read",
        "A scenario has some hundred entries, or a few thousand; more were not written by hand.",
        "# a scenario with more than 5,000 entries, or a mapping or list that is so long\n",
        "# several smaller ones\n",
    ),
    _error(
        "SF130",
        "A rule whose lines run together",
        "In a | block each line of a rule stays a line; elsewhere lines are joined, and a rule is read line by line.",
        "setup: >\n  stop\n",
        "setup: |\n  stop\n",
    ),
)

DEFINITIONS = (
    _error(
        "SF201",
        "A key or section that is not known",
        "A misspelt key would be left out unseen.",
        "actions:\n  sail: {efect: stop}\n",
        "actions:\n  sail: {effect: stop}\n",
    ),
    _error(
        "SF202",
        "A key that is missing",
        "Without it the entry does not say enough to be played.",
        "routines:\n  land: {title: Land}\n",
        "routines:\n  land: {effect: stop}\n",
    ),
    _error(
        "SF203",
        "Another form is wanted",
        "One text, several in a list as in [R01, R02], and keys with values are three things; none is read as another.",
        "actions:\n  sail: {source: R01, effect: stop}\n",
        "actions:\n  sail: {source: [R01], effect: stop}\n",
    ),
    _error(
        "SF204",
        "Not a number",
        "Numbers are whole and written in digits; X, 4+ or a number in quotes is never read as one.",
        'limits:\n  sail: {times: "3"}\n',
        "limits:\n  sail: {times: 3}\n",
    ),
    _error(
        "SF205",
        "Neither yes nor no",
        "true, on and 1 are taken for yes by some programs and for a text or a number by others; yes and no are clear.",
        "kinds:\n  captain: {seat: true}\n",
        "kinds:\n  captain: {seat: yes}\n",
    ),
    _error(
        "SF206",
        "Not an id",
        "Ids are small letters a to z, digits and hyphens, so that two that look alike are alike.",
        "kinds:\n  Captain: {}\n",
        "kinds:\n  captain: {}\n",
    ),
    _error(
        "SF207",
        "Nothing where a value is wanted",
        "Nothing is not 0 and not an empty text; leave the key out, or write a value.",
        "limits:\n  sail: {times: }\n",
        "limits:\n  sail: {times: 1}\n",
    ),
    _error(
        "SF208",
        "The same id twice",
        "Of two entries under one id one would be lost.",
        "kinds:\n  ship: {}\n  buoy: {}\nthings:\n  ship: {gull: {}}\n  buoy: {gull: {}}\n",
        "kinds:\n  ship: {}\n  buoy: {}\nthings:\n  ship: {gull: {}}\n  buoy: {bell: {}}\n",
    ),
    _error(
        "SF209",
        "A word that means nothing here",
        "Under this key only some words have a meaning, and the message lists them.",
        "windows:\n  storm: {asks: captain, answers: sealled}\n",
        "windows:\n  storm: {asks: captain, answers: sealed}\n",
    ),
    _error(
        "SF211",
        "A path that leads nowhere",
        "A ruling or variant changes what is there, by its path from section to key; a misspelt one changes nothing.",
        "variants:\n  quick: {set: {limits.sail.times: 2}}\n",
        "limits:\n  sail: {times: 1}\nvariants:\n  quick: {set: {limits.sail.times: 2}}\n",
    ),
    _error(
        "SF212",
        "A number out of its range",
        "A value outside the range of its property could never come about in play.",
        "kinds:\n  ship: {has: {crew: {number: 1..5, fixed: yes}}}\nthings:\n  ship: {gull: {crew: 9}}\n",
        "kinds:\n  ship: {has: {crew: {number: 1..5, fixed: yes}}}\nthings:\n  ship: {gull: {crew: 4}}\n",
    ),
    _error(
        "SF213",
        "A choice that is not there",
        "A ruling or variant that is switched on by name must be in the content.",
        "# --variant quik\n" + _QUICK,
        "# --variant quick\n" + _QUICK,
    ),
    _error(
        "SF214",
        "A property that is not one thing",
        "Whether it is a track, a number, a flag or another decides what rules can do with it; it is one of them only.",
        "table:\n  tide: {track: 0..5, flag: no}\n",
        "table:\n  tide: {track: 0..5}\n",
    ),
    _error(
        "SF215",
        "A value that cannot be read",
        'Ranges (0..5), types (optional ship), colours ("#1f4e79") and who may see something (owner) are written in '
        "one way only.",
        "table:\n  tide: {track: 0-5}\n",
        "table:\n  tide: {track: 0..5}\n",
    ),
    _error(
        "SF217",
        "A value for what follows by itself",
        "A derived property is worked out anew whenever a rule asks for it; a value written down would be lost.",
        "kinds:\n  ship: {has: {lost: {derived: yes}}}\nthings:\n  ship: {gull: {lost: yes}}\n",
        "kinds:\n  ship: {has: {lost: {derived: yes}}}\nthings:\n  ship: {gull: {}}\n",
    ),
    _error(
        "SF218",
        "A format that is not known",
        "A later format may mean something else by the same words.",
        "scenario: {title: Harbour, seats: 2, format: 7}\n",
        "scenario: {title: Harbour, seats: 2, format: 1}\n",
    ),
    _error(
        "SF219",
        "A property with a taken name",
        "The key has a meaning of its own in every thing or card, so that a value under it would be taken for that.",
        "kinds:\n  ship: {has: {title: {flag: no}}}\n",
        "kinds:\n  ship: {has: {rank: {flag: no}}}\n",
    ),
    _error(
        "SF606",
        "Two choices that clash",
        "Where two rulings or variants in force change the same entry in different ways, one of them would be lost.",
        "limits:\n  sail: {times: 1}\n" + _CALM.format("2") + _FOG.format("3"),
        "limits:\n  sail: {times: 1}\n" + _CALM.format("2") + _FOG.format("2"),
    ),
)

FACTS = (*FILES, *YAML, *DEFINITIONS)
