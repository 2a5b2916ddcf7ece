"""Everything on paper, of one Book: card sheets, the board, the moderator's sheet; and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sfrules.diag import Diagnostic, Severity, Span, did_you_mean, in_order
from sfrules.lang import typed
from sfrules.model.base import Definition, Described
from sfrules.model.book import Book
from sfrules.model.card import Card, CardKind
from sfrules.publish.colour import contrast
from sfrules.publish.deck import back_of, deck_of, face_of, printed_cards, seat_card_id
from sfrules.publish.faces import SHAPES, Back
from sfrules.publish.fixed import number_of
from sfrules.publish.markup import icon_names
from sfrules.record import record
from sfrules.source.nodes import Text

if TYPE_CHECKING:
    from sfrules.publish.sheets import Paper, PrintFault, PrintResult

_CODES = {"overflow": "SF801", "glyph": "SF802", "icon": "SF803", "broken-word": "SF804"}
_HELP = {
    "overflow": "Shorten the text; the size of a card does not grow with it.",
    "glyph": "Write it with letters, or name an icon such as :coin: in the text.",
    "icon": "The icons are the files in site/cards/icons.",
    "broken-word": "Use a shorter word, or write it with a hyphen where it may be parted.",
}
_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9-]*)\}")
_ICON = re.compile(r"(?<![\w:]):([a-z][a-z-]*):(?![\w:])")
# Where on a card a fault was found, and the key of content that is printed there.
_KEYS = {"body": "text", "title": "title", "flavour": "flavour", "footer": "source", "kind": "kind"}
# Lines and marks of a kind stand on white paper when ink is saved; less contrast than this is hard to see there.
_LINE = 3.0


@record
class PrintSummary:
    """What was written: the files, their pages, the cards of one printing, and what is wrong."""

    paths: tuple[Path, ...]
    pages: int
    cards: int
    found: tuple[Diagnostic, ...]


def write_prints(book: Book, out: Path, papers: Sequence[Paper] = ("a4", "letter")) -> PrintSummary:
    """Write `cards-*.pdf`, `board-*.pdf` and `moderator-*.pdf` into the folder `out`, for each size of paper.

    A file is left out when there is nothing for it to hold. What is wrong with cards comes back as findings at their
    place in content; what the disk refuses is an OSError.
    """
    results = [result for paper in papers for result in _on_paper(book, out, paper)]
    found = [_finding(book, fault) for result in results for fault in result.faults]
    paths = tuple(path for result in results for path in result.paths)
    pages, cards = sum(result.pages for result in results), max((result.cards for result in results), default=0)
    return PrintSummary(paths, pages, cards, tuple(in_order([*found, *print_findings(book)])))


def print_findings(book: Book) -> Iterator[Diagnostic]:
    """What can be said before anything is printed: backs that nobody can tell apart, cards that say too little."""
    for kind in book.card_kinds.values():
        yield from _back_findings(book, kind)
    yield from _alike(book)
    for card in printed_cards(book):
        subject = f"card {card.id}"
        if any("{" in text for text in (card.label, card.text or "", card.flavour or "")):
            yield from _unfilled(book, card)
        yield from _unknown_icons(card)
        if not (card.text or speaks(book, card) or face_of(book, card).paragraphs):
            message = f"“{card.label}” says nothing: it has no text, no fixed field and no rule that can be read aloud."
            yield Diagnostic("SF808", message, card.span, Severity.WARNING, subject, "Add `text:`.")
        if book.copies(card) is None and number_of(book, ("cards", str(card.id), "count")) is None:
            message = f"How many there are of “{card.label}” depends on the game; one is printed."
            yield Diagnostic("SF807", message, card.span_of("count"), Severity.WARNING, subject)
        if card.image is not None:
            message = "Pictures are not printed on cards: text and marks are."
            yield Diagnostic("SF809", message, card.span_of("image"), Severity.WARNING, subject)


def speaks(book: Book, card: Card) -> bool:
    """Whether a card surely has something to read aloud, told without reading it: nearly every statement is a sentence.

    A name for a value, and a loop over a zone that holds one card, may be said with what follows.
    """
    rule = book.rules.get(("cards", str(card.id), "effect"))
    block = rule.typed if rule is not None else None
    return isinstance(block, typed.Block) and any(not _may_be_silent(stmt) for stmt in block.stmts)


def _may_be_silent(stmt: typed.Stmt) -> bool:
    return isinstance(stmt, typed.Let) or (isinstance(stmt, typed.For) and isinstance(stmt.coll, typed.Zone))


def set_findings(book: Book) -> Iterator[Diagnostic]:
    """What shows only when cards, board and sheets are set: texts that do not fit, letters that no font has.

    Nothing is kept. Boxes are the same on every paper, so one is enough.
    """
    with TemporaryDirectory() as folder:
        for result in _on_paper(book, Path(folder), "a4"):
            yield from (_finding(book, fault) for fault in result.faults)


def _on_paper(book: Book, out: Path, paper: Paper) -> Iterator[PrintResult]:
    # setting is loaded where it is done: what can be said without it is part of every check of the content
    from sfrules.publish.board import board_of, print_board
    from sfrules.publish.moderator import moderator_sheet
    from sfrules.publish.sheets import print_deck, print_moderator

    deck, board, sheet = deck_of(book), board_of(book), moderator_sheet(book)
    if deck.faces:
        yield print_deck(deck, out, paper=paper)
    if not board.empty:
        yield print_board(board, out, paper=paper)
    if sheet.sections:
        yield print_moderator(sheet, out, paper=paper)


def _finding(book: Book, fault: PrintFault) -> Diagnostic:
    span, subject = _place(book, fault)
    severity = Severity.ERROR if fault.severity == "error" else Severity.WARNING
    message = fault.message[:1].upper() + fault.message[1:] + "."
    return Diagnostic(_CODES[fault.kind], message, span, severity, subject, _HELP[fault.kind])


def _place(book: Book, fault: PrintFault) -> tuple[Span, str]:
    """Where content says what is printed in that box."""
    for card in book.cards.values():
        if fault.card == card.id:
            return _inside(card, _key(card, fault)), f"card {card.id}"
    for seat in book.seats():
        if fault.card == seat_card_id(book, seat):
            return _inside(seat, _key(seat, fault)), f"{seat.kind} {seat.id}"
    for kind in book.card_kinds.values():
        if fault.card == f"back of {kind.id}":
            return _inside(kind, "back"), f"card kind {kind.id}"
    return book.span, "scenario"


def _key(what: Described, fault: PrintFault) -> str:
    """The key under which a faulty text stands; of a missing letter only the card is known, so it is sought."""
    if fault.kind == "glyph":
        texts = {key: getattr(what, key, None) or "" for key in ("title", "text", "flavour")}
        return next((key for key, text in texts.items() if any(f"U+{ord(c):04X}" in fault.message for c in text)), "")
    return _KEYS.get(fault.box, "")


def _inside(definition: Definition, key: str) -> Span:
    return definition.span_of(key) if key else definition.span


def _unfilled(book: Book, card: Card) -> Iterator[Diagnostic]:
    """Placeholders for what only play knows: they would be printed with their braces. Of others, a check tells."""
    face, kind = face_of(book, card), book.card_kinds[card.kind]
    printed = {
        "title": face.title,
        "text": "".join(run.text for paragraph in face.paragraphs for run in paragraph),
        "flavour": face.flavour,
    }
    known = {*map(str, kind.has), *map(str, card.choose)}
    for key, text in printed.items():
        for name in dict.fromkeys(_PLACEHOLDER.findall(text)):
            if name in known:
                field = f"a {key} takes named numbers, and no fields of the card"
                reason = field if name in kind.has else f"only play knows “{name}”"
                message = f"Paper cannot fill {{{name}}}: {reason}. It would be printed with its braces."
                help_ = "Say it in words."
                yield Diagnostic("SF810", message, _braces(card, key, name), Severity.WARNING, f"card {card.id}", help_)


def _braces(card: Card, key: str, name: str) -> Span:
    """Where a placeholder stands in a text of the card."""
    text = getattr(card, key, None)
    at = text.find(f"{{{name}}}") if isinstance(text, Text) else -1
    return text.place(at, at + len(name) + 2) if isinstance(text, Text) and at >= 0 else card.span_of(key)


def _unknown_icons(card: Card) -> Iterator[Diagnostic]:
    """What is written like an icon and is none: it would be printed with its colons."""
    known = icon_names()
    for name in dict.fromkeys(_ICON.findall(card.text or "")):
        if name not in known:
            message = f"Card “{card.id}”: there is no icon named “{name}”.{did_you_mean(name, known)}"
            help_ = f"The icons are {', '.join(sorted(known))}."
            yield Diagnostic("SF803", message, card.span_of("text"), Severity.ERROR, f"card {card.id}", help_)


def _back_findings(book: Book, kind: CardKind) -> Iterator[Diagnostic]:
    said, subject = kind.back, f"card kind {kind.id}"
    if said is None:
        return
    if said.shape is not None and said.shape not in SHAPES:
        message = f"There is no shape “{said.shape}”.{did_you_mean(said.shape, SHAPES)}"
        help_ = f"The shapes are {', '.join(SHAPES)}."
        yield Diagnostic("SF806", message, said.span_of("shape"), Severity.ERROR, subject, help_)
    back = back_of(book, kind)
    if said.colour is not None and contrast(back.colour, "#ffffff") < _LINE:
        message = f"The colour {back.colour} of “{back.title}” hardly shows as a line on white paper."
        yield Diagnostic("SF805", message, said.span_of("colour"), Severity.WARNING, subject, "Take a darker colour.")
    if said.image is not None:
        message = "Pictures are not printed on backs: colour, shape and letter are."
        yield Diagnostic("SF809", message, said.span_of("image"), Severity.WARNING, subject)


def _alike(book: Book) -> Iterator[Diagnostic]:
    """Kinds whose backs nobody could tell apart without colours."""
    first: dict[tuple[str, str], Back] = {}
    for kind in book.card_kinds.values():
        back = back_of(book, kind)
        other = first.setdefault((back.shape, back.letter), back)
        if other is not back:
            message = f"“{back.title}” and “{other.title}” have the same shape and letter on their backs."
            place = kind.key_span_of("back")
            help_ = "Give one of them another `shape` or `letter`: not everybody sees colours apart."
            yield Diagnostic("SF805", message, place, Severity.WARNING, f"card kind {kind.id}", help_)
