"""What there is to know of the codes that findings about findings have: allowances and the baseline."""

from __future__ import annotations

from sfrules.diag import Facts, Severity

FACTS = (
    Facts(
        "SF140",
        Severity.WARNING,
        "An allowance that is not needed",
        "What it allowed is mended. If it stayed, the same mistake could come back unseen.",
        'numbers:\n  price: 4  # sfrules: allow SF540 -- for the second edition\nsetup: |\n  announce "{price}"\n',
        'numbers:\n  price: 4\nsetup: |\n  announce "{price}"\n',
    ),
    Facts(
        "SF141",
        Severity.ERROR,
        "An allowance that cannot be read",
        "A comment that speaks to sfrules says what it allows, perhaps until when, and why: whoever reads it a year "
        "later cannot ask.",
        "numbers:\n  idle: 4  # sfrules: allow SF540\n",
        "numbers:\n  idle: 4  # sfrules: allow SF540 -- for the second edition\n",
    ),
    Facts(
        "SF142",
        Severity.ERROR,
        "An allowance of what is not found",
        "No finding has this code, so that nothing is allowed.",
        "numbers:\n  idle: 4  # sfrules: allow SF5400 -- for the second edition\n",
        "numbers:\n  idle: 4  # sfrules: allow SF540 -- for the second edition\n",
    ),
    Facts(
        "SF143",
        Severity.WARNING,
        "An allowance whose day is over",
        "It was given for some time, and the time has passed: the finding is told again.",
        "numbers:\n  idle: 4  # sfrules: allow SF540 until 2020-02-01 -- until the first print\n",
        "numbers:\n  idle: 4  # sfrules: allow SF540 until 9999-02-01 -- until the first print\n",
    ),
    Facts(
        "SF144",
        Severity.ERROR,
        "An allowance of what cannot be allowed",
        "What makes a game unplayable stays a mistake whatever a comment says, and so does what the project holds "
        "to be mandatory.",
        "# sfrules: allow SF206 -- a name\nkinds:\n  Ship: {}\n",
        "kinds:\n  ship: {}\n",
    ),
    Facts(
        "SF145",
        Severity.WARNING,
        "An allowance inside a text",
        "In a text that people read it is no comment: it allows nothing, and would be printed.",
        "glossary:\n  tide: |\n    How high the water stands.\n    # sfrules: allow SF540 -- not used yet\n",
        "glossary:\n  # sfrules: allow SF540 -- not used yet\n  tide: |\n    How high the water stands.\n",
    ),
    Facts(
        "SF146",
        Severity.ERROR,
        "A baseline that knows too much",
        "What it knows is mended in part, or may not be kept back. It only ever shrinks, so that what is mended stays "
        "mended.",
        '# known.json:\n{"format": 1, "known": [\n  {"code": "SF540", "subject": "number idle", "count": 1}\n]}\n',
        '# known.json:\n{\n  "format": 1, "known": []\n}\n',
        found_by="sfrules validate --baseline known.json",
    ),
)
