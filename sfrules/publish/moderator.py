"""Book -> Sheet: what a printed table cannot keep secret by itself, as forms for the person who runs the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sfrules.diag import how_many
from sfrules.model.base import Described
from sfrules.model.book import Book
from sfrules.model.card import Card, CardKind
from sfrules.model.phase import Phase
from sfrules.model.property import FlagProperty, PropertyBase, ThingProperty
from sfrules.model.window import Window
from sfrules.publish.dealing import confirmed_before, dealt_before
from sfrules.publish.deck import copies, printed_cards, stands_on_face
from sfrules.publish.faces import Paragraph, Run, Section, Sheet
from sfrules.publish.fixed import filled_fields
from sfrules.publish.hidden import (
    cited_by_secrets,
    guarded_facts,
    guarded_zones,
    is_hidden,
    is_secret,
    secret_properties,
    told_otherwise,
)  # fmt: skip
from sfrules.publish.marks import mark_of
from sfrules.publish.markup import filler, plain
from sfrules.publish.seeing import who_may_know, who_may_look
from sfrules.publish.titles import text_of, title_of
from sfrules.publish.words import cap

# How many rows to write in when content does not say how often a thing can happen.
_ROUNDS = 8
_WINDOWS = 15
_WIDE = 9

_TICK = Run(" ", "check")


def moderator_sheet(book: Book) -> Sheet:
    """The sheet of a book, made of what content says is hidden; a section without anything in it is left out."""
    sections = [
        *_before(book),
        *_rounds(book),
        *_hidden_properties(book),
        *_stocks(book),
        *_said_otherwise(book),
        *_written_on_cards(book),
        *_windows(book),
        *who_may_look(book),
        *who_may_know(book),
    ]
    sections += _sources(book)
    title = f"{book.scenario.title}: the moderator’s sheet"
    return Sheet(title, _version(book), tuple(_intro(book)), tuple(sections), book.spoken.split("-")[0])


def _version(book: Book) -> str:
    return f"v{book.scenario.version}" if book.scenario.version else ""


def _intro(book: Book) -> Iterator[Paragraph]:
    if keeps_secrets(book):
        yield (
            Run("Keep this sheet where no player can see it. ", "bold"),
            Run("It holds what cards and a board cannot keep secret by themselves. Whoever fills it in does not play."),
        )
    elif guarded_zones(book) or any(guarded_facts(book)):
        yield (
            Run("What is secret here is hidden by cards that lie face down and by notes that players keep. "),
            Run("The sheet says who may look at what; anybody may hold it."),
        )
    else:
        yield (Run("Nothing in this game is secret: the sheet keeps the order of play, and anybody may hold it."),)


def keeps_secrets(book: Book) -> bool:
    """Whether there is anything that cards and players cannot keep secret by themselves."""
    parts = (_hidden_properties, _written_on_cards, _stocks, _said_otherwise)
    return any(True for part in parts for _ in part(book)) or any(map(is_secret, book.windows.values()))


# before and during play


def _before(book: Book) -> Iterator[Section]:
    checks = [f"{title_of(book, zone)} shuffled" for zone in book.zones.values() if zone.order == "shuffled"]
    placed = (kind for kind, prop in secret_properties(book) if isinstance(prop, ThingProperty))
    checks += [f"{title_of(book, thing)} placed" for kind in placed for thing in book.things_of(kind.id)]
    checks += [f"everyone has said “{text}”" for text in confirmed_before(book)]
    deals = dealt_before(book)
    if checks or deals:
        heading = "Before the first round" if _round(book) else "Before play"
        yield Section(heading, deals, checks=tuple(map(cap, checks)))


def _round(book: Book) -> Phase | None:
    """The repeated phase by which play is counted."""
    return next((phase for phase in book.all_phases() if phase.repeat is not None), None)


def _rounds(book: Book) -> Iterator[Section]:
    """A row to tick off for each time that the phases of a round are gone through; the order of turns above it."""
    counted = _round(book)
    if counted is None or not counted.repeat:
        return
    phases = counted.phases or (counted,)
    rows = []
    for number in range(counted.repeat):
        name = counted.titles[number] if number < len(counted.titles) else ""
        rows.append((_words(f"{number + 1}  {name}".strip()), *((_TICK,) for _ in phases)))
    text = (*_turns(book), *(_explained(book, phase) for phase in phases if phase.text))
    columns = (title_of(book, counted), *(title_of(book, phase) for phase in phases))
    yield Section("Order of play", text, columns, tuple(rows), (3.0, *(1.0 for _ in phases)))


def _turns(book: Book) -> Iterator[Paragraph]:
    seats = book.seats()
    if len(seats) > 1:
        yield (Run("Turns: ", "bold"), Run(", ".join(title_of(book, seat) for seat in seats) + "."))


# what is kept


def _hidden_properties(book: Book) -> Iterator[Section]:
    for kind, prop in secret_properties(book):
        for thing in book.things_of(kind.id):
            yield _kept_for(book, prop, title_of(book, thing))
    for prop in book.table.values():
        if prop.form != "derived" and is_hidden(prop):
            yield _kept_for(book, prop, "")


def _kept_for(book: Book, prop: PropertyBase, owner: str) -> Section:
    """A row at the start and one for each round: boxes under every thing it can be, or a line to write on."""
    counted = _round(book)
    name = title_of(book, counted) if counted is not None else "Step"
    times = (counted.repeat if counted is not None else None) or _ROUNDS
    starts = ["Start", *(f"{name} {number + 1}" for number in range(times))]
    things = [title_of(book, thing) for thing in book.things_of(prop.is_)] if isinstance(prop, ThingProperty) else []
    heading = cap(": ".join(filter(None, [owner, title_of(book, prop)])))
    order = "Tick where it is; tick anew when it changes." if things else "Write down every change."
    text = (_words(order), *text_of(book, prop))
    if 0 < len(things) < _WIDE:
        rows = tuple((_words(start), *((_TICK,) for _ in things)) for start in starts)
        return Section(heading, text, (" ", *things), rows, (1.3, *(1.0 for _ in things)))
    return Section(heading, text, (" ", cap(title_of(book, prop))), tuple((_words(s), ()) for s in starts), (1.0, 4.0))


def _written_on_cards(book: Book) -> Iterator[Section]:
    """A list for each kind of card whose fields are written in when a card is drawn, or that keeps something back."""
    for kind in book.card_kinds.values():
        cards = [card for card in printed_cards(book) if card.kind == kind.id]
        written = list(dict.fromkeys(name for card in cards for name in filled_fields(book, card)))
        kept = [prop for prop in kind.has.values() if prop.form != "derived" and not prop.fixed and is_hidden(prop)]
        on_face = [kind.has[name] for name in written if stands_on_face(kind.has[name])]
        if on_face or kept:
            yield _card_list(book, kind, cards, on_face, kept)


def _card_list(
    book: Book, kind: CardKind, cards: Sequence[Card], on_face: Sequence[PropertyBase], kept: Sequence[PropertyBase]
) -> Section:
    names = list(dict.fromkeys(title_of(book, prop) for prop in on_face))
    columns = ("Card", *names, *(title_of(book, prop) for prop in kept))
    blanks: list[Paragraph] = [() for _ in (None, *names)]
    cells = (*blanks, *(_cell(prop) for prop in kept))
    drawn = sum(copies(book, card) for card in cards if filled_fields(book, card)) or sum(
        copies(book, c) for c in cards
    )
    text = [
        _words("One row for each card, at the moment it is drawn or forged. Pencil the name onto the card as well.")
    ]
    text += [_naming(book, prop) for prop in on_face if isinstance(prop, ThingProperty)]
    widths = (2.4, *(2.4 for _ in names), *(1.6 for _ in kept))
    plural = cap(str(kind.plural or kind.label))
    return Section(f"Written on {plural}", tuple(text), columns, (cells,) * drawn, widths)


def _naming(book: Book, prop: ThingProperty) -> Paragraph:
    things = ", ".join(title_of(book, thing) for thing in book.things_of(prop.is_))
    kind = book.kinds.get(prop.is_)
    return (Run(f"{title_of(book, kind) if kind is not None else cap(prop.is_)}: ", "bold"), Run(f"{things}."))


def _cell(prop: PropertyBase) -> Paragraph:
    return (Run("yes", "check"), Run("   "), Run("no", "check")) if isinstance(prop, FlagProperty) else ()


def _stocks(book: Book) -> Iterator[Section]:
    for zone in book.zones.values():
        if zone.kept_by is None:
            continue
        inside = [card for card in book.cards.values() if card.zone == zone.id]
        number = sum(copies(book, card) for card in inside)
        text = list(text_of(book, zone))
        text += [paragraph for card in inside for paragraph in text_of(book, card)]
        if number:
            there = "There is 1 of them; cross it off" if number == 1 else f"There are {number} of them; cross one off"
            text.append(_words(f"{there} whenever one is used."))
        yield Section(cap(title_of(book, zone)), tuple(text), checks=tuple(str(n + 1) for n in range(number)))


# what is said, and who is asked


def _said_otherwise(book: Book) -> Iterator[Section]:
    """Entries of which the table hears less than is done."""
    told = [(entry, _plain(book, entry.declared_as or "")) for entry in told_otherwise(book)]
    if told:
        rows = tuple(
            (_bold(title_of(book, entry)), _words(f"“{words}”"), _flowing(book, entry)) for entry, words in told
        )
        text = (
            _words("The player tells you in writing what it is. You say the words in the middle, and nothing else."),
        )
        columns = ("What is done", "What you say", "The rule")
        yield Section("Said aloud, and done in secret", text, columns, rows, (1.6, 1.8, 6.0))


def _windows(book: Book) -> Iterator[Section]:
    """For each window that is sealed: what can be played in it, and a list of who was asked."""
    for window in filter(is_secret, book.windows.values()):
        answers = [entry for _, entry in book.entries() if entry.window == window.id]
        text = [*text_of(book, window), *_passing(book, window)]
        if answers:
            text.append((Run("Answers: ", "bold"), Run(", ".join(title_of(book, entry) for entry in answers) + ".")))
        if window.seconds is not None:
            low, high = window.seconds
            least = how_many(low, "second")
            text.append((Run("Time: ", "bold"), Run(f"open for {least} at least, {high:g} at most.")))
        if window.anonymous:
            text.append(_words("Show the card, not whose it was."))
        text.append(_words("Tick everyone whom you asked; circle the tick of whoever answered."))
        seats = [str(seat.short or title_of(book, seat)) for seat in book.seats()]
        cells: tuple[Paragraph, ...] = ((), *((_TICK,) for _ in seats), ())
        columns = ("When, and for what", *seats, "Played")
        widths = (2.6, *(0.8 for _ in seats), 2.0)
        yield Section(title_of(book, window), tuple(text), columns, (cells,) * _WINDOWS, widths)


def _passing(book: Book, window: Window) -> Iterator[Paragraph]:
    passing = [title_of(book, entry) for _, entry in book.entries() if window.id in entry.windows]
    if passing:
        yield (Run("Opens for: ", "bold"), Run(", ".join(passing) + "."))


# where it comes from


def _sources(book: Book) -> list[Section]:
    said = {source: _says(book, source) for source in cited_by_secrets(book)}
    rows = [(_words(name), _words(mark_of(book, name) or ""), _words(words)) for name, words in said.items() if words]
    columns = ("Rule", "Mark", "What it says")
    return [Section("Rules that this sheet rests on", (), columns, tuple(rows), (0.7, 1.1, 7.0))] if rows else []


def _says(book: Book, source: str) -> str:
    rule = book.sources.get(source)
    if rule is not None:
        return _plain(book, rule.says)
    for gap in book.gaps.values():
        ruling = book.ruling(gap)
        if gap.number == source:
            answer = ruling.says if ruling is not None and ruling.says else ""
            return _plain(book, f"{gap.question} {answer}".strip())
    return ""


# words


def _plain(book: Book, text: str) -> str:
    return plain(text, filler(book))


def _explained(book: Book, what: Described) -> Paragraph:
    return (Run(f"{title_of(book, what)}. ", "bold"), *_flowing(book, what))


def _flowing(book: Book, what: Described) -> Paragraph:
    """The text of a definition as one paragraph, its line breaks kept."""
    parts = text_of(book, what)
    return tuple(run for at, part in enumerate(parts) for run in ((Run("\n"), *part) if at else part))


def _words(text: str) -> Paragraph:
    return (Run(text),) if text else ()


def _bold(text: str) -> Paragraph:
    return (Run(text, "bold"),)
