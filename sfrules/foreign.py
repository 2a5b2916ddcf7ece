"""Words and signs that other languages have, and word processors make, for what a rule says otherwise."""

from __future__ import annotations

from collections.abc import Mapping

HEADS: Mapping[str, tuple[str, str]] = {
    "endif": ("end", "Write end."),
    "end-if": ("end", "Write end."),
    "endfor": ("end", "Write end."),
    "endwhile": ("end", "Write end."),
    "fi": ("end", "Write end."),
    "done": ("end", "Write end."),
    "elseif": ("elif", "Write elif."),
    "elsif": ("elif", "Write elif."),
    "otherwise": ("else", "Write else."),
    "foreach": ("for", "Write for NAME in what it goes through."),
    "increase": ("stop", "What grows is written with +=, such as points += 1"),
    "increment": ("stop", "What grows is written with +=, such as points += 1"),
    "raise": ("stop", "What grows is written with +=, such as points += 1"),
    "decrease": ("stop", "What shrinks is written with -=, such as points -= 1"),
    "decrement": ("stop", "What shrinks is written with -=, such as points -= 1"),
    "set": ("stop", "What gets a value is written with =, such as points = 1"),
    "print": ("stop", "What all may read is written with announce."),
    "say": ("stop", "What all may read is written with announce."),
    "return": ("stop", "A rule ends early with stop."),
    "break": ("stop", "A rule ends early with stop."),
    "call": ("stop", "A routine is run with do."),
    "run": ("stop", "A routine is run with do."),
}
"""First words of statements elsewhere: which word here comes nearest, and how it is said."""

INNER: Mapping[str, str] = {"roll": "random", "rand": "random", "dice": "random", "d": "random", "rnd": "random"}
"""Words within a statement, and how they are said here."""

SIGNS: Mapping[str, tuple[str, str]] = {
    "“": ('"', 'Texts stand between straight quotes: write "'),
    "”": ('"', 'Texts stand between straight quotes: write "'),
    "„": ('"', 'Texts stand between straight quotes: write "'),
    "«": ('"', 'Texts stand between straight quotes: write "'),
    "»": ('"', 'Texts stand between straight quotes: write "'),
    "'": ('"', 'Texts stand between double quotes: write "'),
    "‘": ('"', 'Texts stand between double quotes: write "'),
    "’": ('"', 'Texts stand between double quotes: write "'),
    "−": ("-", "Write - for minus."),
    "–": ("-", "Write - for minus, and .. between two numbers."),
    "—": ("-", "Write - for minus, and .. between two numbers."),
    "…": ("..", "Write .. between two numbers."),
    "≥": (">=", "Write >="),
    "≤": ("<=", "Write <="),
    "≠": (" is not ", "Write is not"),
    "×": ("*", "Write *"),
    "·": ("*", "Write *"),
    "÷": ("/", "Write /"),
    "_": ("-", "The words of a name are joined by hyphens: write -"),
    "!": ("", "Write not before what must not be, and is not for what differs."),
    "&": ("", "Write and."),
    "|": ("", "Write or."),
    "%": ("", "Numbers are whole here: of 25 in a hundred, write * 25 / 100."),
    "{": ("", "A rule has no such brackets: a block ends with end, a list stands between [ and ]."),
    "}": ("", "A rule has no such brackets: a block ends with end, a list stands between [ and ]."),
    ";": ("", "Leave it out: each statement has a line of its own."),
    "?": ("", 'A text for people stands in "double quotes".'),
    "$": ("", "A name begins with a small letter."),
    "@": ("", "A name begins with a small letter."),
}  # fmt: skip
"""Signs: how one is written here, or nothing where it depends, and what to say about it."""

QUOTES = frozenset(sign for sign, (meant, _) in SIGNS.items() if meant == '"')
