"""Secrets: rules by which somebody would see what they may not know. Each finding tells the whole way of the secret.

What may tell a secret all the same is the list of `lang/releases.py`. What play shows of all this is found by
`sfrules leaks`, which has no opinion about rules, but follows two worlds.
"""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.known import Place, Term
from sfrules.check.otherwise import everywhere, span_of
from sfrules.check.rule import Finding, check
from sfrules.check.sights import Shows, Sight
from sfrules.diag import Related, Severity, Span
from sfrules.model.book import Book
from sfrules.model.sections import subject_of

_CAPTAINS = """kinds:
  captain: {seat: yes, has: {oil: {track: 0..9}, berth: {is: cove, start: north-cove, seen_by: owner}}}
  cove: {}
things:
  captain: {east: {}, west: {}}
  cove: {north-cove: {}, south-cove: {}}
table:
  tide: {track: 0..9}
  wreck: {is: cove, start: north-cove, seen_by: nobody}
"""

_BERTH = """kinds:
  captain:
    seat: yes
    has:
      berth: {{is: cove, start: north-cove, seen_by: owner}}
      sheltered: {{derived: self.berth is north-cove, seen_by: {}}}
  cove: {{}}
things:
  captain: {{east: {{}}, west: {{}}}}
  cove: {{north-cove: {{}}, south-cove: {{}}}}
"""


def _play(rule: str) -> str:
    return "play: |\n" + "".join(f"  {line}\n" for line in rule.split("\n"))


def _actions(entries: str, more: str = "") -> str:
    return f"actions:\n{entries}menus:\n  turn: {{one: [actions]}}\n{more}play: offer turn to east\n"


def _gap(given: str) -> str:
    options = "ruling: a, options: {a: {says: Nothing.}}"
    return f"gaps:\n  failed-dive: {{number: G01, question: What then, {given}status: settled, {options}}}\n"


def _findings(book: Book, shows: Shows, words: str, help_: str) -> Iterator[Finding]:
    """The sights of one sort as findings, those under rulings and variants that are not in force included."""
    for seen in everywhere(book):
        for sight in seen.exposed.sights:
            if sight.shows == shows and _is_sure(seen.exposed.book, sight):
                yield seen.told(_finding(seen.exposed.book, sight, words, help_))


def _is_sure(book: Book, sight: Sight) -> bool:
    """Whether all rules on the way are without errors: what one of them seems to tell may be what was not meant."""
    places = [sight.at, sight.secret.at, *sight.calls, *(place for place, _ in sight.secret.trail)]
    rules = [book.rules.get(place[0]) for place in places if not isinstance(place, Span)]
    # and nobody knows what is hidden from whom where a kind was refused
    return all(rule is None or rule.sound for rule in rules) and not book.spoilt.get("kinds")


def _finding(book: Book, sight: Sight, words: str, help_: str) -> Finding:
    secret = sight.secret
    message = words.format(who=_name(sight.viewer), what=secret.what, known=_known(secret.eyes))
    way = [(secret.at, f"{secret.what} is read here")]
    way += [step for step in secret.trail if step[0] != sight.at]
    way += [(call, "called from here") for call in reversed(sight.calls)]
    related = tuple(Related(span_of(book, place), words) for place, words in way)
    return Finding(span_of(book, sight.at), message, _subject(sight.at), help_, related)


def _subject(place: Place) -> str:
    if isinstance(place, Span):
        return ""
    return subject_of(place[0])


def _name(term: Term) -> str:
    """Who is meant by a term."""
    match term:
        case ("all",):
            return "everybody"
        case ("group", group):
            return f"all of “{group}”"
        case ("thing" | "local", name) | ("one", name, _):
            return f"“{name}”" if name and name[0].isalpha() else "somebody"
        case ("it", part):
            return f"“it.{part}”"
        case ("of", word, _):
            return f"the “{word}”"
        case _:
            return "somebody"


def _known(eyes: frozenset[Term]) -> str:
    """Who may know a secret."""
    named = sorted({_name(eye) for eye in eyes} - {"somebody"})
    return "only " + " and ".join(named) if named else "nobody" if not eyes else "only one seat"


_RELEASE = "Release it at the test: `let x = openly ...` or `openly if ...` tells all, `tell S whether ...` one seat."


@check(
    "SF401",
    Severity.ERROR,
    "A secret written where others see it",
    why="Whoever sees the value could tell the secret from it, and no rule says that it becomes known.",
    frame=_CAPTAINS,
    bad=_play("east.oil = if wreck is north-cove then 1 else 2\nfinish with dusk"),
    good=_play("let there = openly wreck is north-cove\neast.oil = if there then 1 else 2\nfinish with dusk"),
)
def secret_value(book: Book) -> Iterator[Finding]:
    """A value that depends on a secret, in a place that more may see."""
    words = "This value tells {who} about {what}, which {known} may know."
    yield from _findings(book, "value", words, _RELEASE)


@check(
    "SF402",
    Severity.ERROR,
    "Something that all see happens only if a secret is so",
    why="That it happens, or does not, tells the secret to whoever sees it.",
    frame=_CAPTAINS,
    bad=_play("if wreck is north-cove then tide += 1\nfinish with dusk"),
    good=_play("let there = openly wreck is north-cove\nif there then tide += 1\nfinish with dusk"),
)
def secret_deed(book: Book) -> Iterator[Finding]:
    """A change that somebody sees and that depends on what that one may not know."""
    yield from _findings(book, "deed", "That this happens tells {who} about {what}, which {known} may know.", _RELEASE)


@check(
    "SF403",
    Severity.ERROR,
    "Words that tell a secret",
    why="`announce` and `tell` are words, not a release: they may say only what their hearers may know anyway.",
    frame=_CAPTAINS,
    bad=_play('announce "The wreck lies in {wreck}."\nfinish with dusk'),
    good=_play('let place = openly wreck\nannounce "The wreck lies in {place}."\nfinish with dusk'),
)
def secret_words(book: Book) -> Iterator[Finding]:
    """Words with a secret in them, or words that are said only if a secret is so."""
    yield from _findings(book, "words", "These words tell {who} about {what}, which {known} may know.", _RELEASE)


@check(
    "SF404",
    Severity.ERROR,
    "A question that tells a secret",
    why="Who is asked, that anybody is asked, and what can be answered are all seen.",
    frame=_CAPTAINS,
    bad=_play('if wreck is north-cove\n  confirm "Dive" by east\nend\nfinish with dusk'),
    good=_play('confirm "Dive" by east\nfinish with dusk'),
)
def secret_question(book: Book) -> Iterator[Finding]:
    """A question, its options or its answer, where they depend on a secret."""
    words = "This question tells {who} about {what}, which {known} may know."
    help_ = "Ask whether it is so or not; hide who is asked with `covered by`; or release the secret before."
    yield from _findings(book, "question", words, help_)


@check(
    "SF405",
    Severity.ERROR,
    "A release in the dark",
    why="`openly`, `tell`, `show` and `reveal` are seen; where a secret decides that they are reached, they tell it.",
    frame=_CAPTAINS,
    bad=_play("if east.berth is north-cove\n  let there = openly wreck is north-cove\nend\nfinish with dusk"),
    good=_play("openly if east.berth is north-cove and wreck is north-cove\n  tide += 1\nend\nfinish with dusk"),
)
def secret_release(book: Book) -> Iterator[Finding]:
    """A release that is reached only if another secret is so."""
    words = "That something is told here tells {who} about {what}, which {known} may know."
    yield from _findings(book, "release", words, "Put it before the test, or write `openly if` for both together.")


@check(
    "SF406",
    Severity.ERROR,
    "Options that read what the actor may not know",
    why="What can be declared is listed to the actor; the list may depend only on what the actor knows.",
    frame=_CAPTAINS,
    bad=_actions("  dive: {available: wreck is actor.berth, effect: tide += 1}\n  rest: {effect: stop}\n"),
    good=_actions("  dive: {available: actor.berth is north-cove, effect: tide += 1}\n  rest: {effect: stop}\n"),
)
def secret_legality(book: Book) -> Iterator[Finding]:
    """`who`, `available`, `choose`, `rides_when`, `answers`, a cost, a limit or a hand that the actor may not know."""
    words = "The options would tell {who} about {what}, which {known} may know."
    yield from _findings(book, "legality", words, "Let it be declared anyway, and let the effect find out.")


@check(
    "SF407",
    Severity.ERROR,
    "A window that opens by a secret",
    why="All see that a window opens and whom it asks; that may depend only on what the table knows.",
    frame=_CAPTAINS,
    bad=_actions(
        "  dive: {windows: [gust], effect: tide += 1}\n",
        "windows:\n  gust: {asks: captain where .berth is north-cove, answers: sealed, seen_by: all}\n"
        "powers:\n  calm: {window: gust, answers: it is dive, effect: cancel it}\n",
    ),
    good=_actions(
        "  dive: {windows: [gust], effect: tide += 1}\n",
        "windows:\n  gust: {asks: captain after it.actor, answers: sealed, seen_by: all}\n"
        "powers:\n  calm: {window: gust, answers: it is dive, effect: cancel it}\n",
    ),
)
def secret_window(book: Book) -> Iterator[Finding]:
    """`asks` that reads a secret; a window in the open, in order, where only a secret says who can answer."""
    words = "That this window asks tells {who} about {what}, which {known} may know."
    help_ = "Ask everybody: `answers: sealed` puts the question to all at once, whether they can answer or not."
    yield from _findings(book, "window", words, help_)


@check(
    "SF408",
    Severity.ERROR,
    "A ruling in a branch that a secret decides",
    why="Another ruling of the same gap may do something that all see; then it would tell the secret.",
    frame=_CAPTAINS,
    bad=_play("if wreck is north-cove then rule failed-dive\nfinish with dusk") + _gap(""),
    good=_play("let there = wreck is north-cove\nrule failed-dive(there)\nfinish with dusk")
    + _gap("given: {there: flag}, "),
)
def secret_ruling(book: Book) -> Iterator[Finding]:
    """`rule gap(...)` that is reached only if a secret is so."""
    words = "Whether this ruling applies tells {who} about {what}, which {known} may know."
    yield from _findings(book, "ruling", words, "Call it on both paths, and give it the secret as an argument.")


@check(
    "SF409",
    Severity.ERROR,
    "Entries under one face that can be told apart",
    why="What is declared under one name must look alike to all others: windows, costs, limits and the card's own way.",
    frame=_CAPTAINS,
    bad=_actions(
        "  dive: {declared_as: an errand, cost: {oil: 1}, effect: stop}\n"
        "  rest: {declared_as: an errand, effect: stop}\n"
    ),
    good=_actions(
        "  dive: {declared_as: an errand, cost: {oil: 1}, effect: stop}\n"
        "  rest: {declared_as: an errand, cost: {oil: 1}, effect: stop}\n"
    ),
)
def unlike_faces(book: Book) -> Iterator[Finding]:
    """Entries with the same `declared_as` whose windows, public costs, limits or discards differ."""
    yield from _exposures(book, "face")


@check(
    "SF410",
    Severity.ERROR,
    "An anonymous reaction that shows who plays it",
    why="In an anonymous window nobody sees who answers; a cost, a limit or a hand that all see would tell.",
    frame=_CAPTAINS,
    bad=_actions(
        "  dive: {windows: [gust], effect: tide += 1}\n",
        "windows:\n  gust: {asks: captain after it.actor, answers: sealed, anonymous: yes}\n"
        "powers:\n  calm: {window: gust, answers: it is dive, cost: {oil: 1}, effect: cancel it}\n",
    ),
    good=_actions(
        "  dive: {windows: [gust], effect: tide += 1}\n",
        "windows:\n  gust: {asks: captain after it.actor, answers: sealed, anonymous: yes}\n"
        "powers:\n  calm: {window: gust, answers: it is dive, effect: cancel it}\n",
    ),
)
def seen_reaction(book: Book) -> Iterator[Finding]:
    """A reaction in an anonymous window that pays, counts or leaves a hand where others see it."""
    yield from _exposures(book, "mask")


@check(
    "SF411",
    Severity.ERROR,
    "A game that ends by a secret",
    why="The end is seen by all, and so is what it is given.",
    frame=_CAPTAINS,
    bad=_play("if wreck is north-cove then finish with dusk\nfinish with dusk"),
    good=_play("let there = openly wreck is north-cove\nif there then finish with dusk\ntide += 1\nfinish with dusk"),
)
def secret_end(book: Book) -> Iterator[Finding]:
    """`finish with` that a secret decides, or that is given a secret."""
    yield from _findings(book, "end", "This end tells {who} about {what}, which {known} may know.", _RELEASE)


@check(
    "SF412",
    Severity.ERROR,
    "A derived property that shows what it is made of",
    why="Whoever sees a derived property learns of what it is derived from.",
    bad=_BERTH.format("all"),
    good=_BERTH.format("owner"),
)
def wide_derived(book: Book) -> Iterator[Finding]:
    """A derived property with wider eyes than what it reads."""
    words = "Its `seen_by` would tell {who} about {what}, which {known} may know."
    yield from _findings(book, "derived", words, "Narrow its `seen_by`, or leave it out.")


def _exposures(book: Book, sort: str) -> Iterator[Finding]:
    for seen in everywhere(book):
        for exposure in seen.exposed.entries:
            if exposure.sort == sort:
                related = (Related(exposure.other, exposure.beside),) if exposure.other is not None else ()
                yield seen.told(Finding(exposure.span, exposure.message, exposure.subject, exposure.help, related))
