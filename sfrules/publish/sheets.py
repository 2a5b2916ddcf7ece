"""Prints faces: card sheets on A4 or Letter, the moderator's sheet, and pictures of single cards.

Nothing is cut off in silence. A text is set as large as its box allows, down to a smallest size; what does not fit
then, a letter that no font has, an icon that does not exist, come back as faults that name the card and where it was
written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

from sfrules.publish.colour import ink_on
from sfrules.publish.faces import Deck, Face, Paragraph, Sheet
from sfrules.publish.typeset import Fit, Typeset, icon_names, pictures, typeset, typeset_apart
from sfrules.record import record

Paper = Literal["a4", "letter"]
Ink = Literal["full", "saver"]
FaultKind = Literal["overflow", "glyph", "icon", "broken-word"]

# Nine cards a sheet. A file of more than 27 sheets is set in parts, each by a process of its own: see `typeset`.
_CARDS = 9
_PART = 27
_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_WORDS = {
    "front": "fronts",
    "back": "backs",
    "sheet": "sheet",
    "page": "page",
    "ruler": "50 mm: print at 100 % · turn over the long edge",
}


@record
class PrintFault:
    """Something that a reader of the printed card would miss, and where it was written."""

    kind: FaultKind
    severity: Literal["error", "warning"]
    card: str
    box: str
    message: str
    pt: float | None = None
    over_mm: float | None = None
    file: str = ""
    line: int = 0


@record
class PrintResult:
    """The files written, how many pages and cards they hold, the size that each text came to, and the faults."""

    paths: tuple[Path, ...]
    pages: int
    cards: int
    fits: tuple[Fit, ...]
    faults: tuple[PrintFault, ...]


@record
class CardImages:
    """Pictures by id of the card and by id of the kind."""

    faces: Mapping[str, Path]
    backs: Mapping[str, Path]


def print_deck(deck: Deck, out: Path, *, paper: Paper = "a4", ink: Ink = "full", by_kind: bool = True) -> PrintResult:
    """Write `cards-<paper>.pdf` into the folder `out`: sheets of nine cards, each a page of fronts and one of backs.

    With `by_kind` each kind begins a new sheet, so that the cards of a sheet share one back. `ink="saver"` leaves out
    all filled grounds (`cards-<paper>-saver.pdf`). More than 27 sheets become several files, `cards-<paper>-1.pdf` and
    so on. A deck without cards is a ValueError; what the disk refuses is an OSError, and the file that was there before
    is still whole then.
    """
    if not deck.faces:
        raise ValueError(f"{deck.title}: there is no card to print")
    sheets = _sheets(deck.faces, by_kind)
    parts = [sheets[at : at + _PART] for at in range(0, len(sheets), _PART)]
    name = f"cards-{paper}" + ("-saver" if ink == "saver" else "")
    made: list[tuple[Path, Typeset]] = []
    for number, part in enumerate(parts):
        job = {
            **_job(deck, ink),
            "paper": paper,
            "sheets": part,
            "first": number * _PART + 1,
            "of": len(sheets),
        }
        path = out / (f"{name}.pdf" if len(parts) == 1 else f"{name}-{number + 1}.pdf")
        made.append((path, _to_file("sheet", job, path, apart=len(parts) > 1)))
    fits = tuple(dict.fromkeys(fit for _, part in made for fit in part.fits))
    missing = {card: letters for _, part in made for card, letters in part.missing.items()}
    cards = sum(face.copies for face in deck.faces)
    faults = tuple(_faults(deck, fits, missing))
    return PrintResult(tuple(path for path, _ in made), sum(part.pages for _, part in made), cards, fits, faults)


def print_moderator(sheet: Sheet, out: Path, *, paper: Paper = "a4", ink: Ink = "full") -> PrintResult:
    """Write `moderator-<paper>.pdf` into the folder `out`; errors as in `print_deck`."""
    job = {**asdict(sheet), "paper": paper, "ink": ink, "words": _WORDS}
    path = out / f"moderator-{paper}.pdf"
    made = _to_file("moderator", job, path, apart=False)
    letters = "".join(made.missing.values())
    faults = [_glyph_fault(sheet.title, "text", letters)] if letters else []
    texts = [
        *sheet.intro,
        *(p for s in sheet.sections for p in s.text),
        *(c for s in sheet.sections for r in s.rows for c in r),
    ]
    faults += [_icon_fault(sheet.title, icon) for icon in _unknown_icons(tuple(texts))]
    return PrintResult((path,), made.pages, 0, made.fits, tuple(faults))


def card_images(
    deck: Deck, out: Path, *, form: Literal["png", "svg"] = "png", ppi: float = 200, ink: Ink = "full"
) -> CardImages:
    """Write a picture of each face (`<id>.png`) and back (`back-<kind>.png`) into `out`.

    A ValueError for an id that is no slug: it could name a file anywhere.
    """
    names = [face.id for face in deck.faces] + [f"back-{back.kind_id}" for back in deck.backs]
    for name in names:
        if not _SLUG.fullmatch(name):
            raise ValueError(f"{name!r} cannot name a picture: ids are letters, digits and hyphens")
    made = pictures("single", _job(deck, ink), form, ppi)
    out.mkdir(parents=True, exist_ok=True)
    paths = [out / f"{name}.{form}" for name in names]
    for path, picture in zip(paths, made, strict=True):
        path.write_bytes(picture)
    count = len(deck.faces)
    return CardImages(
        {face.id: path for face, path in zip(deck.faces, paths[:count], strict=True)},
        {back.kind_id: path for back, path in zip(deck.backs, paths[count:], strict=True)},
    )


def _job(deck: Deck, ink: Ink) -> dict[str, Any]:
    faces = [{**asdict(face), "on": ink_on(face.colour)} for face in deck.faces]
    backs = {back.kind_id: {**asdict(back), "on": ink_on(back.colour)} for back in deck.backs}
    return {
        "title": deck.title,
        "version": deck.version,
        "lang": deck.lang,
        "ink": ink,
        "words": _WORDS,
        "faces": faces,
        "backs": backs,
    }


def _sheets(faces: tuple[Face, ...], by_kind: bool) -> list[list[int]]:
    """Numbers of faces, nine to a sheet; the last sheet of a kind may hold fewer."""
    order: dict[str, list[int]] = {}
    for number, face in enumerate(faces):
        order.setdefault(face.kind_id if by_kind else "", []).extend([number] * face.copies)
    return [group[at : at + _CARDS] for group in order.values() for at in range(0, len(group), _CARDS)]


def _to_file(template: str, job: Mapping[str, Any], path: Path, *, apart: bool) -> Typeset:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.part")
    try:
        if apart:
            made = typeset_apart(template, job, draft)
        else:
            made = typeset(template, job)
            draft.write_bytes(made.pdf)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return made


def _faults(deck: Deck, fits: tuple[Fit, ...], missing: Mapping[str, str]) -> Iterator[PrintFault]:
    written = {face.id: face for face in deck.faces}
    for fit in fits:
        face = written.get(fit.card)
        if fit.over_mm > 0:
            yield _overflow(fit, face)
        for word in fit.broken:
            message = f"{_card(fit.card)}: the word “{word}” is wider than the card and is broken where the line ends"
            yield PrintFault("broken-word", "warning", fit.card, fit.box, message, fit.pt, None, *_place(face))
    for card, letters in missing.items():
        yield _glyph_fault(card, "text" if card else "margin or back", letters, written.get(card))
    for face in deck.faces:
        for icon in _unknown_icons(face.paragraphs):
            yield _icon_fault(face.id, icon, face)


def _overflow(fit: Fit, face: Face | None) -> PrintFault:
    message = (
        f"{_card(fit.card)}: {fit.over_mm:g} mm of the {fit.box} do not fit, even at the smallest size of {fit.pt:g} pt"
    )
    return PrintFault("overflow", "error", fit.card, fit.box, message, fit.pt, fit.over_mm, *_place(face))


def _glyph_fault(card: str, box: str, letters: str, face: Face | None = None) -> PrintFault:
    named = ", ".join(
        f"{letter} (U+{ord(letter):04X})" if letter.isprintable() else f"U+{ord(letter):04X}" for letter in letters
    )
    message = f"{_card(card)}: no font here can print {named}; an empty box would stand in its place"
    return PrintFault("glyph", "error", card, box, message, None, None, *_place(face))


def _icon_fault(card: str, icon: str, face: Face | None = None) -> PrintFault:
    message = f"{_card(card)}: there is no icon named “{icon}”"
    return PrintFault("icon", "error", card, "body", message, None, None, *_place(face))


def _unknown_icons(paragraphs: tuple[Paragraph, ...]) -> Iterator[str]:
    asked = dict.fromkeys(run.text for paragraph in paragraphs for run in paragraph if run.style == "icon")
    known = icon_names()
    return (icon for icon in asked if icon not in known)


def _card(card: str) -> str:
    return f"card “{card}”" if card else "the sheet"


def _place(face: Face | None) -> tuple[str, int]:
    return (face.file, face.line) if face else ("", 0)
