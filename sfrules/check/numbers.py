"""Numbers in words and rules: what a text says of how many, how much and how far, and what its rule holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from sfrules.check.claims import Change, Count
from sfrules.check.deeds import Amount, Place
from sfrules.check.once import once
from sfrules.check.rule import Finding, check
from sfrules.check.titles import Mention
from sfrules.check.wording import Wording, at_count, fits, gain_or_loss, sail, wordings
from sfrules.diag import Related, Severity, Span, how_many
from sfrules.model.book import Book
from sfrules.model.check import OwnCheck
from sfrules.model.ending import Ending
from sfrules.model.entry import Entry
from sfrules.model.gap import GapOption, Variant
from sfrules.model.phase import Phase
from sfrules.model.scenario import RuleSource

_THINGS = ("kinds", "things")
_OF_THE_TOOL = ("format", "version")
"""Keys of the scenario under which no number of the game stands."""
_COULD_BE = "this is a number that it could speak of"
_FEW = 8
_TIMES = {"twice": 2, "double": 2, "doubles": 2, "doubled": 2, "triple": 3, "thrice": 3}
_NOUN = re.compile(
    r" ([^\W\d]+)(?=[.,;:!?)]|\Z| (?:of|in|on|at|to|from|by|for|with|and|or|is|are|has|have|may|must|who|that|which)\b)"
)
"""A noun that ends what a number counts: in “two player games” it does not."""
_OF_ALL = re.compile(r"\b(?:the|all|both|these|those)\s+$", re.IGNORECASE)

_CREWS = "card_kinds: {crew: {title: Crew, plural: Crews}}\n"


@check(
    "SF701",
    Severity.WARNING,
    "A number that the rule does not hold",
    why="A card that says 3 where the rule does 2 is played wrongly at every table.",
    bad=sail("Storm +3.", "storm += 2"),
    good=sail("Storm +2.", "storm += 2"),
)
def number_not_held(book: Book) -> Iterator[Finding]:
    """A number in a text that stands neither in the rule that it tells nor in anything that it names."""
    for wording in wordings(book):
        claims = wording.claims
        special = {change.count.start for change in claims.changes}
        special |= {count.start for count in claims.draws} | {count.start for count, _ in claims.costs}
        for count in claims.counts:
            if count.start not in special and not count.name and not count.closes:
                yield from _held(wording, count)
        for change in claims.changes:
            yield from _by_so_much(wording, change)
        for count in claims.draws:
            yield from _drawn(wording, count)
        for count, of in claims.costs:
            yield from _paid(wording, count, of)


def _held(wording: Wording, count: Count) -> Iterator[Finding]:
    if _is_no_number(wording, count) or wording.deeds.blind or _is_held(wording, count):
        return
    saying = wording.saying
    what = f"“{wording.text[count.start : count.end]}”"
    if saying.told:
        message = f"The text says {what}, and no such number is in the rule that it tells."
        related = tuple(_numbers_of(wording, count))
    else:
        message = f"The text says {what}, and nothing that it speaks of holds this number."
        related = tuple(_values_of(wording))
    yield Finding(wording.span(count.start, count.end), message, saying.subject, "", related)


def _is_no_number(wording: Wording, count: Count) -> bool:
    """`One of them` counts nothing, and `below 0` in a ruling that takes a bound away is no number of any rule."""
    owner = wording.saying.owner
    bound = count.side and isinstance(owner, Phase)
    one = count.word and count.value == 1 and not bound and not isinstance(owner, OwnCheck)
    return one or (count.value == 0 and isinstance(owner, GapOption))


def _is_held(wording: Wording, count: Count) -> bool:
    wanted = limit_of(count)
    if wanted is not None and wanted in (set(wording.deeds.limits) | wording.own.limits):
        return True
    if count.high is not None and (ranges := _ranges(wording)):
        return (count.value, count.high) in ranges
    if count.value in wording.own.numbers or wording.noun_is_itself(count):
        return count.value in wording.own.numbers
    counted = _kinds_counted(wording, count) if not wording.saying.told else set()
    if isinstance(wording.saying.owner, OwnCheck):
        return count.value in wording.literals
    if wording.saying.loose or counted:
        return count.value in (counted or wording.sayings.world().numbers)
    if count.value in wording.literals or count.value in _counted(wording, count):
        return True
    if wording.saying.told or (wording.own.numbers and isinstance(wording.saying.owner, GapOption | Variant)):
        return count.word and _is_of_all(wording, count)
    return count.value in _spoken_of(wording) or _is_number_of_seats(wording, count)


def _ranges(wording: Wording) -> set[tuple[float, float]]:
    """The ranges that a text may speak of."""
    names = [name for mention in wording.mentions for name in mention.names]
    return wording.own.ranges.union(*(wording.sayings.of(name).ranges for name in (*names, *wording.saying.about)))


def _kinds_counted(wording: Wording, count: Count) -> set[float]:
    """How many there are of the kind of things that a number counts."""
    behind = wording.behind(count)
    close = behind is not None and not wording.text[count.end : behind.start].strip()
    kinds = [name for name in (behind.names if behind is not None and close else ()) if name.section in _THINGS]
    return {number for name in kinds for number in wording.sayings.counts(name)}


def _spoken_of(wording: Wording) -> set[float]:
    """The numbers of all that a text names, and of what it is about."""
    names = [name for mention in wording.mentions for name in mention.names]
    return {n for name in (*names, *wording.saying.about) for n in wording.sayings.of(name).numbers}


def _is_number_of_seats(wording: Wording, count: Count) -> bool:
    seats = wording.sayings.book.scenario.seats
    return count.value in (seats.low, seats.high)


def _is_of_all(wording: Wording, count: Count) -> bool:
    """Whether `the two` or `all six` may be as many as there are of something that the text names."""
    if _is_number_of_seats(wording, count) and not isinstance(wording.saying.owner, Variant):
        return True
    if not _OF_ALL.search(wording.text[: count.start]):
        return False
    names = [name for mention in wording.mentions for name in mention.names]
    return any(count.value in wording.sayings.counts(name) for name in names)


def _counted(wording: Wording, count: Count) -> set[float]:
    """How many there are of what stands behind a number or before its “of”: `eight coves`, `24 cards of ten kinds`."""
    found: set[float] = set()
    definite = count.value > 2 or _OF_ALL.search(wording.text[: count.start]) is not None
    part = not wording.saying.told or (count.word and definite)
    behind = wording.behind(count)
    before = next((m for m in wording.mentions if wording.text[m.end : count.start].strip() == "of"), None)
    for mention in filter(None, (behind, before)):
        found.update(*(wording.sayings.counts(name, part=part) for name in mention.names))
    return found


def limit_of(count: Count) -> float | None:
    """Where the answer changes for a number that bounds something; `3 or more` changes between 2 and 3."""
    match count.side:
        case "least" | "under":
            return count.value - 0.5
        case "most" | "over" | "to":
            return count.value + 0.5
        case _:
            return None


def _values_of(wording: Wording) -> Iterator[Related]:
    """The numbers that the definition holds, else those of what it speaks of, the first few of them."""
    held = _placed(wording, wording.own.numbers)
    if not held:
        names = [name for mention in wording.mentions for name in mention.names]
        for name in (*names, *wording.saying.about):
            held |= _placed(wording, wording.sayings.of(name).numbers)
    resting = [name for name in wording.saying.about if name.section == "numbers"]
    first = {span for name in resting for span in _placed(wording, wording.sayings.of(name).numbers)}
    for span in (*sorted(first), *sorted(held.keys() - first)[:_FEW]):
        yield Related(span, held.get(span, _COULD_BE))


def _placed(wording: Wording, numbers: Mapping[float, Span | None]) -> dict[Span, str]:
    """Where numbers of the game stand, and what is to be said there; what only stands for one says which."""
    book = wording.sayings.book
    tool = {book.scenario.span_of(key) for key in _OF_THE_TOOL}
    phases = _phases(book)
    found: dict[Span, str] = {}
    for number, span in numbers.items():
        if span is None or span in tool:
            continue
        if span not in phases:
            found[span] = _COULD_BE
        elif number == phases[span] and number:
            found[span] = f"it has {how_many(number, 'phase')}"
    return found


@once
def _phases(book: Book) -> dict[Span, int]:
    """How many phases there are in each, by its place."""
    return {phase.span: len(phase.phases) for phase in book.all_phases()}


def _numbers_of(wording: Wording, count: Count) -> Iterator[Related]:
    """Where the rule itself holds numbers; a rule that holds none is shown at its start."""
    own = set(wording.saying.paths)
    for number, place in wording.deeds.numbers.items():
        if place[0] in own and number > 0:
            yield Related(wording.rule_span(place), f"the rule says {number:g} here")
    if count.word:
        yield Related(wording.sayings.book.scenario.span_of("seats"), "so many seats there are")


def _by_so_much(wording: Wording, change: Change) -> Iterator[Finding]:
    deeds = wording.meant(change)
    same = [deed for deed in deeds if deed.up == change.up]
    if not same and not change.count.name and not (wording.saying.told and deeds):
        yield from _held(wording, change.count)
    if not same or wording.deeds.blind or any(not deed.amounts for deed in same):
        return
    if change.count.name and not _uses(wording, change.count.name):
        return
    if not any(fits(change.count, amount) for deed in same for amount in deed.amounts):
        said = wording.text[change.count.start : change.count.end]
        message = f"The text says {gain_or_loss(change)} {said}, and the rule says “{wording.tells(same[0].place)}”."
        yield at_count(wording, change.count, message, [deed.place for deed in same])


def _drawn(wording: Wording, count: Count) -> Iterator[Finding]:
    draws = wording.deeds.draws
    if count.name:
        return
    if not draws or any(not amounts for amounts, _ in draws):
        yield from _held(wording, count)
    elif not any(fits(count, amount) for amounts, _ in draws for amount in amounts):
        said = wording.text[count.start : count.end]
        message = f"The text says “{said}” of what is drawn, and the rule says “{wording.tells(draws[0][1])}”."
        yield at_count(wording, count, message, [place for _, place in draws])


def _paid(wording: Wording, count: Count, of: Mention | None) -> Iterator[Finding]:
    owner = wording.saying.owner
    named = [name.id for name in (of.names if of is not None else ()) if name.section == "properties"]
    costs = {str(key): cost for key, cost in owner.cost.items() if key in named} if isinstance(owner, Entry) else {}
    if not costs:
        if not count.name:
            yield from _held(wording, count)
    elif count.value not in costs.values():
        key, cost = next(iter(costs.items()))
        said = wording.text[count.start : count.end]
        related = (Related(owner.span_of("cost", key), "it costs this much"),)
        message = f"The text says “{said}” of what is paid, and it costs {cost}."
        yield Finding(wording.span(count.start, count.end), message, wording.saying.subject, "", related)


@check(
    "SF702",
    Severity.WARNING,
    "A number of the rule that the text does not tell",
    why="Who plays from the card does not know of it; or one of the two was changed and the other forgotten.",
    bad=sail("Storm +2.", "storm += 2\nif actor.oil is 0 then storm += 3"),
    good=sail("Storm +2, and +3 more without oil.", "storm += 2\nif actor.oil is 0 then storm += 3"),
)
def number_not_told(book: Book) -> Iterator[Finding]:
    """A change, a draw or a limit of a rule whose text tells such numbers, but not this one."""
    for wording in wordings(book):
        if wording.saying.told:
            yield from _changes_not_told(wording)
            yield from _limits_not_told(wording)
            yield from _demands_not_told(wording)
        elif isinstance(wording.saying.owner, Ending):
            yield from _payoff_not_told(wording)
        else:
            yield from _values_not_told(wording)
            yield from _sources_not_told(wording)


def _changes_not_told(wording: Wording) -> Iterator[Finding]:
    if any(_is_wrong(wording, change) for change in wording.claims.changes):
        return  # what is told wrongly is found already
    if any(count.name and not _uses(wording, count.name) for count in wording.claims.counts):
        return
    paid = {count.start for count, _ in wording.claims.costs}
    counts = [count for count in wording.claims.counts if count.start not in paid]
    for deed in wording.own_deeds.changes:
        several = any(amount.value > 1 for amount in deed.amounts)
        if deed.amounts and counts and not _tells(wording, deed.amounts) and (several or wording.names(deed)):
            yield _not_told(wording, deed.place, counts[0])
    for amounts, place in wording.own_deeds.draws if not wording.claims.draws else ():
        if any(amount.value > 1 for amount in amounts) and counts and not _tells(wording, amounts):
            yield _not_told(wording, place, counts[0])


def _tells(wording: Wording, amounts: Iterable[Amount]) -> bool:
    """Whether a text tells one of the numbers that a change or draw may be of."""
    return any(fits(count, amount) for amount in amounts for count in wording.claims.counts)


def _is_wrong(wording: Wording, change: Change) -> bool:
    return next(_by_so_much(wording, change), None) is not None


def _payoff_not_told(wording: Wording) -> Iterator[Finding]:
    """More than a point for an ending whose text does not say how many."""
    told = {abs(count.value) for count in wording.claims.counts}
    told |= {number for word, number in _TIMES.items() if re.search(rf"\b{word}\b", wording.text, re.IGNORECASE)}
    for number, place in wording.deeds.numbers.items():
        if place[0][-1] == "payoff" and number > 1 and number not in told:
            message = f"This ending pays {number:g}, and its text does not say so."
            related = (Related(wording.span(0, len(wording.text)), "this is its text"),)
            yield Finding(wording.rule_span(place), message, wording.saying.subject, "", related)


def _values_not_told(wording: Wording) -> Iterator[Finding]:
    """A number that a ruling or variant sets, and that is none of those that it says."""
    digits = [count for count in wording.claims.counts if not count.word]
    if not digits or not isinstance(wording.saying.owner, GapOption | Variant):
        return
    told = {count.value for count in wording.claims.counts}
    for number, span in wording.own.numbers.items():
        if span is not None and number > 1 and number not in told:
            message = f"This is set to {number:g}, and the text tells other numbers."
            related = (Related(wording.span(digits[0].start, digits[0].end), "the text says it here"),)
            yield Finding(span, message, wording.saying.subject, "", related)


def _sources_not_told(wording: Wording) -> Iterator[Finding]:
    """A named number that rests on a source which tells other numbers."""
    told = {count.value for count in wording.claims.counts}
    if not told or not isinstance(wording.saying.owner, RuleSource) or _wrong_counts(wording):
        return
    for name in wording.saying.about:
        number = wording.sayings.book.numbers.get(name.id) if name.section == "numbers" else None
        if number is not None and number.value not in told:
            message = f"“{number.id}” is {number.value}, and {wording.saying.subject} tells no such number."
            count = wording.claims.counts[0]
            related = (Related(wording.span(count.start, count.end), "the source says this"),)
            yield Finding(number.span_of("value"), message, f"number {number.id}", "", related)


def _limits_not_told(wording: Wording) -> Iterator[Finding]:
    counts = wording.claims.counts
    written = wording.own_deeds.written
    told = {limit for count in counts for limit in _limits_told(count, written)}
    plain = [count for count in counts if not count.word and not count.name]
    if not plain or _wrong_counts(wording):
        return
    for limit, place in written.items():
        if limit > 1 and limit not in told:
            yield _not_told(wording, place, plain[0])


def _demands_not_told(wording: Wording) -> Iterator[Finding]:
    """A number that a check of the scenario's own demands, while its words tell others."""
    counts = wording.claims.counts
    if not isinstance(wording.saying.owner, OwnCheck) or not counts or _wrong_counts(wording):
        return
    told = {count.value for count in counts}
    for number, place in wording.own_deeds.numbers.items():
        if number > 1 and number not in told:
            yield _not_told(wording, place, counts[0])


def _wrong_counts(wording: Wording) -> bool:
    """Whether a number of the text is held by nothing, which is told already."""
    return any(next(_held(wording, count), None) for count in wording.claims.counts if not count.name)


def _limits_told(count: Count, written: Mapping[float, Place]) -> tuple[float, ...]:
    """Where the answer changes for a number; `you need 2` changes between 1 and 2.

    A rule may ask for the opposite, but then it does not hold what the text says as well.
    """
    wanted = limit_of(count)
    if wanted is None:
        return (count.value - 0.5,)
    return (wanted,) if wanted in written else (wanted, 2 * count.value - wanted)


def _not_told(wording: Wording, place: Place, count: Count) -> Finding:
    message = f"The rule says “{wording.tells(place)}”, and its text tells other numbers."
    related = (Related(wording.span(count.start, count.end), "the text says it here"),)
    return Finding(wording.rule_span(place), message, wording.saying.subject, "", related)


@check(
    "SF703",
    Severity.WARNING,
    "A number in braces that the rule does not use",
    why="Braces promise that text and rule share one number; here the rule takes another, and the two may part.",
    bad="numbers: {toll: 2, fee: 3}\n" + sail('"Storm +{fee}."', "storm += toll"),
    good="numbers: {toll: 2}\n" + sail('"Storm +{toll}."', "storm += toll"),
)
def placeholder_not_used(book: Book) -> Iterator[Finding]:
    """A named number in the text of a rule that names no such number."""
    for wording in wordings(book):
        if not wording.saying.told or wording.deeds.blind:
            continue
        for count in wording.claims.counts:
            if count.name and count.name in book.numbers and not _uses(wording, count.name):
                message = f"The text takes “{count.name}” from the named numbers, and the rule does not use it."
                yield Finding(wording.span(count.start, count.end), message, wording.saying.subject)


@check(
    "SF704",
    Severity.WARNING,
    "A bound that the rule has the other way round",
    why="“2 or more” and “2 or fewer” differ by one word, and on every card that is played.",
    bad=sail("You need 2 oil or fewer.", "storm += 1", "    available: actor.oil >= 2\n"),
    good=sail("You need 2 oil or more.", "storm += 1", "    available: actor.oil >= 2\n"),
)
def bound_other_way(book: Book) -> Iterator[Finding]:
    """At least, at most, more than or fewer than a number that the rule compares on the other side only."""
    for wording in wordings(book):
        for count in wording.claims.counts if wording.saying.told and not wording.deeds.blind else ():
            wanted = limit_of(count)
            if wanted is None or count.side == "to" or wanted in wording.deeds.limits or wanted in wording.own.limits:
                continue
            other = wording.deeds.limits.get(2 * count.value - wanted)
            if other is not None:
                said = _with_bound(wording, count)
                message = f"The text says “{said}”, and the rule says “{wording.tells(other)}”."
                yield at_count(wording, count, message, [other])


def _with_bound(wording: Wording, count: Count) -> str:
    """The number with the words beside it that make it a bound."""
    start = max(wording.text.rfind(sign, 0, count.start) for sign in ".,;:") + 1
    end = min(at for sign in ".,;:" if (at := wording.text.find(sign, count.end)) >= 0 or (at := len(wording.text)))
    return " ".join(wording.text[start:end].split())


def _uses(wording: Wording, name: str) -> bool:
    return name in wording.deeds.named or name in wording.own.named


@check(
    "SF710",
    Severity.WARNING,
    "A number that its noun does not fit",
    why="“Three captain” and “one captains” are slips: of the number, or of the noun.",
    bad=_CREWS + sail("At most two crew of a captain gain 2 Oil.", "for c in captain\n  c.oil += 2\nend"),
    good=_CREWS + sail("At most two crews of a captain gain 2 Oil.", "for c in captain\n  c.oil += 2\nend"),
)
def other_form(book: Book) -> Iterator[Finding]:
    """Several before the singular of a kind, or one before its plural."""
    forms = {str(kind.label).lower(): str(kind.plural).lower() for kind in book.kinds.values() if kind.plural}
    forms |= {str(kind.label).lower(): str(kind.plural).lower() for kind in book.card_kinds.values() if kind.plural}
    singulars = {singular: plural for singular, plural in forms.items() if singular != plural}
    plurals = {plural: singular for singular, plural in singulars.items()}
    for wording in wordings(book) if singulars else ():
        for count in wording.claims.counts if not wording.saying.loose else ():
            noun = _NOUN.match(wording.text, count.end)
            if noun is None or count.name:
                continue
            word = noun[1].lower()
            meant = singulars.get(word) if count.value > 1 else plurals.get(word) if count.word else None
            if meant is not None:
                said = wording.text[count.start : noun.end(1)]
                message = f"“{said}” does not fit: write “{meant}”, or another number."
                yield Finding(wording.span(count.start, noun.end(1)), message, wording.saying.subject)
