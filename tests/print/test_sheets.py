"""Sheets as a printer gets them: measured, read back and compared, never only made."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zlib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdf
import pytest

from sfrules.publish.faces import SHAPES, Back, Deck, Face, Run, Section, Sheet
from sfrules.publish.sheets import card_images, print_deck, print_moderator
from sfrules.publish.typeset import icon_names
from sfrules.resources import resource
from tests.print import harbour

MM = 72 / 25.4
CARD = (63 * MM, 88 * MM)
PAPERS = {"a4": (595.28, 841.89), "letter": (612, 792)}
BACK = harbour.BACKS[0]


def a_face(id: str = "pier", text: str = "Move one ship.", **more) -> Face:
    return harbour.face(id, "order", more.pop("title", "The Pier"), (Run(text),), **more)


def a_deck(*faces: Face) -> Deck:
    return Deck("Harbour", "r1", faces, harbour.BACKS)


def paths(page: pypdf.PageObject) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Every path painted or clipped to on a page: the operator, and its box in points from the lower left."""
    found: list[tuple[str, tuple[float, float, float, float]]] = []
    points: list[tuple[float, float]] = []

    def see(operator, operands, matrix, _text_matrix):
        name = operator.decode()
        if name in ("m", "l", "c", "v", "y", "re"):
            numbers = [float(n) for n in operands]
            if name == "re":
                x, y, w, h = numbers
                numbers = [x, y, x + w, y + h]
            for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                a, b, c, d, e, f = matrix
                points.append((a * x + c * y + e, b * x + d * y + f))
        elif name in ("f", "F", "f*", "B", "S", "n") and points:
            xs, ys = zip(*points, strict=True)
            found.append((name, (min(xs), min(ys), max(xs), max(ys))))
            points.clear()

    page.extract_text(visitor_operand_before=see)
    return found


def card_boxes(page: pypdf.PageObject) -> list[tuple[float, float]]:
    """Lower left corners of the boxes that have exactly the size of a card, row by row from the top."""
    corners = {
        (round(x0, 1), round(y0, 1))
        for _, (x0, y0, x1, y1) in paths(page)
        if abs(x1 - x0 - CARD[0]) < 0.01 and abs(y1 - y0 - CARD[1]) < 0.01
    }
    return sorted(corners, key=lambda corner: (-corner[1], corner[0]))


def words(pdf: Path, page: int = 0) -> str:
    return re.sub(r"\s+", " ", pypdf.PdfReader(pdf).pages[page].extract_text())


# ---- C45: paper and cards have their true size ----------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("ink", ["full", "saver"])
def test_c45_paper_and_cards_have_their_true_size(tmp_path, paper, ink):
    result = print_deck(a_deck(a_face(copies=10)), tmp_path, paper=paper, ink=ink)
    pages = pypdf.PdfReader(result.paths[0]).pages
    assert (result.cards, result.pages, len(pages)) == (10, 4, 4)
    for page in pages:
        box = page.mediabox
        assert (float(box.width), float(box.height)) == pytest.approx(PAPERS[paper], abs=0.1)
    for _, (x0, y0, x1, y1) in paths(pages[0]):
        assert min(x0, y0) > -0.1, "nothing stands outside the page"
        assert x1 < PAPERS[paper][0] + 0.1
        assert y1 < PAPERS[paper][1] + 0.1
    assert [len(card_boxes(page)) for page in pages] == [9, 9, 1, 1]
    columns = sorted({x for x, _ in card_boxes(pages[0])})
    assert [b - a for a, b in pairwise(columns)] == pytest.approx([CARD[0]] * 2, abs=0.2)
    assert columns[0] + columns[2] + CARD[0] == pytest.approx(PAPERS[paper][0], abs=0.3), "the block is centred"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_crop_marks_point_at_every_cut_and_cross_no_card(tmp_path, paper):
    result = print_deck(a_deck(a_face(copies=9)), tmp_path, paper=paper)
    page = pypdf.PdfReader(result.paths[0]).pages[0]
    boxes = card_boxes(page)
    left, bottom = min(x for x, _ in boxes), min(y for _, y in boxes)
    right, top = left + 3 * CARD[0], bottom + 3 * CARD[1]
    marks = [box for operator, box in paths(page) if operator == "S" and is_outside(box, left, bottom, right, top)]
    for cut in (left + i * CARD[0] for i in range(4)):
        assert sum(abs(x0 - cut) < 0.2 and abs(x1 - cut) < 0.2 for x0, _, x1, _ in marks) >= 2
    for cut in (bottom + i * CARD[1] for i in range(4)):
        assert sum(abs(y0 - cut) < 0.2 and abs(y1 - cut) < 0.2 for _, y0, _, y1 in marks) >= 2
    ruler = max(max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in marks)
    assert ruler == pytest.approx(50 * MM, abs=0.01)


def is_outside(box: tuple[float, float, float, float], left: float, bottom: float, right: float, top: float) -> bool:
    x0, y0, x1, y1 = box
    return x1 < left or x0 > right or y1 < bottom or y0 > top


# ---- backs meet their fronts ----------------------------------------------------------------------------------------


def test_backs_are_mirrored_and_keep_their_place_on_a_sheet_that_is_not_full(tmp_path):
    kinds = ("order", "rumour", "weather", "lamp")
    faces = tuple(harbour.face(f"c{n}", kind, "A card", (Run("x"),)) for n, kind in enumerate(kinds))
    result = print_deck(a_deck(*faces), tmp_path, by_kind=False)
    front, back = pypdf.PdfReader(result.paths[0]).pages
    width = PAPERS["a4"][0]
    turned = [(round(width - x - CARD[0], 0), round(y, 0)) for x, y in card_boxes(back)]
    assert sorted(turned) == sorted((round(x, 0), round(y, 0)) for x, y in card_boxes(front))
    letters = placed_letters(back)
    assert letters == {"O": (2, 0), "R": (1, 0), "W": (0, 0), "L": (2, 1)}


def placed_letters(page: pypdf.PageObject) -> dict[str, tuple[int, int]]:
    """The column and row in which the large letter of a back stands."""
    found: dict[str, tuple[int, int]] = {}
    left, top = min(x for x, _ in card_boxes(page)), max(y for _, y in card_boxes(page)) + CARD[1]

    def see(text, matrix, text_matrix, _font, size):
        if text.strip() and size > 20:
            x, y = text_matrix[4] * matrix[0] + matrix[4], text_matrix[5] * matrix[3] + matrix[5]
            found[text.strip()] = (int((x - left) // CARD[0]), int((top - y) // CARD[1]))

    page.extract_text(visitor_text=see)
    return found


def test_each_kind_begins_a_sheet_and_no_card_is_lost(tmp_path):
    result = print_deck(harbour.DECK, tmp_path)
    pages = pypdf.PdfReader(result.paths[0]).pages
    assert [len(card_boxes(page)) for page in pages[::2]] == [4, 5, 5, 6, 1]
    assert [len(card_boxes(page)) for page in pages[1::2]] == [4, 5, 5, 6, 1]
    assert result.cards == sum(face.copies for face in harbour.DECK.faces)


def test_a_back_tells_nothing_of_its_front(tmp_path):
    one, two = (print_deck(a_deck(a_face(id, text)), tmp_path / id) for id, text in (("a", "Fog."), ("b", "Storm.")))
    assert words(one.paths[0], 1) == words(two.paths[0], 1)
    assert "Fog" in words(one.paths[0], 0)


# ---- C16: text is text ----------------------------------------------------------------------------------------------

LITERAL = [
    "R&D",
    "5 < 6",
    '"quoted"',
    "it's",
    "<script>alert(1)</script>",
    "*stars* _x_ $y$",
    "#let @all <lab>",
    "`code` ~ \\ // /* */",
    "[x](javascript:1)",
    "= head",
    "-- ---",
    "a\tb",
    "{{x}} %s {0}",
]


@pytest.fixture(scope="module")
def literal(tmp_path_factory) -> str:
    """All that a deck prints whose cards hold these texts in every box, without white space."""
    cards = tuple(
        a_face(f"c{n}", text=f"{n}S{text}", title=f"{n}T{text}", flavour=f"{n}F{text}", footer=f"{n}Q{text}")
        for n, text in enumerate(LITERAL)
    )
    result = print_deck(a_deck(*cards), tmp_path_factory.mktemp("literal"))
    assert result.faults == ()
    return "".join(page.extract_text() for page in pypdf.PdfReader(result.paths[0]).pages)


@pytest.mark.parametrize("number", range(len(LITERAL)), ids=LITERAL)
def test_c16_every_box_prints_its_text_as_it_was_written(literal, number):
    read = re.sub(r"\s+", "", literal)
    for box in "STFQ":
        assert re.sub(r"\s+", "", f"{number}{box}{LITERAL[number]}") in read
    assert not re.search("&(amp|lt|gt|quot|#)", read)


def test_a_line_break_in_the_text_is_one_on_the_card(tmp_path):
    read = pypdf.PdfReader(print_deck(a_deck(a_face(text="One\nTwo")), tmp_path).paths[0]).pages[0].extract_text()
    assert re.search(r"One\s*\n\s*Two", read)


# ---- C47: what does not fit is said ---------------------------------------------------------------------------------


def test_c47_a_long_text_shrinks_until_every_word_stands_on_the_card(tmp_path):
    text = (harbour.LONG + " " + "Count every lamp again, then once more at dawn.")[:1149]
    result = print_deck(a_deck(a_face(text=text)), tmp_path)
    read = words(result.paths[0]).replace("- ", "")
    assert [fault.kind for fault in result.faults] == []
    assert [word for word in text.split() if word not in read] == []
    assert min(fit.pt for fit in result.fits if fit.box == "body") >= 6


@pytest.mark.parametrize("box", ["text", "title", "flavour"])
@pytest.mark.parametrize("word", ["a" * 60, "Xq" * 30, "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter"])
def test_c47_a_word_wider_than_the_card_is_broken_and_stays_whole(tmp_path, word, box):
    card = a_face("wide", **{box: f"Say {word} now."}, file="cards.yaml", line=7)
    result = print_deck(a_deck(card), tmp_path)
    assert word in re.sub(r"[\s\u00ad-]", "", words(result.paths[0]))
    said = {(fault.kind, fault.severity, fault.card, fault.file, fault.line) for fault in result.faults}
    assert said <= {("broken-word", "warning", "wide", "cards.yaml", 7)}, "hyphens where they belong need no word"
    assert said or not word.startswith("aaa")
    picture = pixels(card_images(a_deck(card), tmp_path, ppi=100).faces["wide"])
    margin = {pixel for row in picture[45:310] for pixel in row[-10:-4]}
    assert margin == {b"\xff" * 4}, "no line runs out of the panel"


def pixels(png: Path) -> list[list[bytes]]:
    """The rows of an RGBA picture, each a list of pixels."""
    data = png.read_bytes()
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    chunks = re.finditer(rb"IDAT", data)
    packed = b"".join(data[m.end() : m.end() + int.from_bytes(data[m.start() - 4 : m.start()], "big")] for m in chunks)
    flat, rows, above = zlib.decompress(packed), [], bytes(4 * width)
    for y in range(height):
        at = y * (4 * width + 1)
        above = unfiltered(flat[at], flat[at + 1 : at + 1 + 4 * width], above)
        rows.append([above[x : x + 4] for x in range(0, 4 * width, 4)])
    return rows


def unfiltered(kind: int, line: bytes, above: bytes) -> bytes:
    """One row of a PNG as it was before it was filtered for packing."""
    out = bytearray(line)
    for x in range(len(out)):
        left, up, corner = (out[x - 4] if x > 3 else 0), above[x], (above[x - 4] if x > 3 else 0)
        nearest = min((left, up, corner), key=lambda near: abs(left + up - corner - near))
        out[x] = (out[x] + (0, left, up, (left + up) // 2, nearest)[kind]) & 255
    return bytes(out)


@pytest.mark.parametrize(
    ("box", "more"),
    [
        ("body", {"text": "Count every lamp again. " * 90}),
        ("title", {"title": "The Longest Name That Any Harbour Ever Gave " * 4}),
        ("flavour", {"flavour": "Who counts the lamps at low tide counts ships. " * 12}),
        ("footer", {"footer": "H12 " * 40}),
        ("corner", {"corner": "Round 1 to Round 8 and ever after"}),
        ("tags", {"tags": ("Unverified", "Planted", "Reaction", "Secret", "Once a game")}),
    ],
)
def test_c47_what_still_does_not_fit_is_an_error_that_names_card_and_box(tmp_path, box, more):
    result = print_deck(a_deck(a_face("good"), a_face("bad", file="x.yaml", line=3, **more)), tmp_path)
    found = [fault for fault in result.faults if fault.box == box]
    assert [(f.kind, f.severity, f.card, f.file, f.line) for f in found] == [("overflow", "error", "bad", "x.yaml", 3)]
    assert found[0].over_mm
    assert found[0].over_mm > 0
    assert "“bad”" in found[0].message
    assert {fault.card for fault in result.faults} == {"bad"}
    assert (box == "body") == ("of text do not fit" in words(result.paths[0])) or box in ("title", "flavour")


# ---- letters, icons, colours ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("box", ["text", "title", "flavour", "corner", "footer"])
def test_a_letter_that_no_font_has_is_an_error_that_names_the_card(tmp_path, box):
    bad = a_face("bad", file="x.yaml", line=9, **{box: "Say 漢 and \U0001f600"})
    result = print_deck(a_deck(a_face("good"), bad), tmp_path)
    assert [(f.kind, f.severity, f.card, f.line) for f in result.faults] == [("glyph", "error", "bad", 9)]
    assert "漢 (U+6F22)" in result.faults[0].message
    assert "U+1F600" in result.faults[0].message
    assert result.paths[0].exists()


def test_a_letter_missing_on_a_back_or_in_the_margin_is_said_once(tmp_path):
    deck = replace(a_deck(a_face()), title="Harbour 漢")
    assert [(f.kind, f.card) for f in print_deck(deck, tmp_path).faults] == [("glyph", "")]


def test_the_alphabets_of_europe_print(tmp_path):
    text = "Zażółć gęślą jaźń, Příliš žluťoučký, Ærø, İğne, Størrelse, „Gänsefüßchen“, «là», Ελλάδα, Привет → × ½ … – —"
    assert print_deck(a_deck(a_face(text=text)), tmp_path).faults == ()


def test_an_icon_is_drawn_with_its_name_for_readers_and_an_unknown_one_is_an_error(tmp_path):
    runs = (Run("Pay "), Run("coin", "icon"), Run(" or "), Run("anchor", "icon"))
    card = harbour.face("pay", "order", "Pay", runs, line=4, file="x.yaml")
    result = print_deck(a_deck(card), tmp_path)
    assert [(f.kind, f.card, f.line) for f in result.faults] == [("icon", "pay", 4)]
    assert "[anchor]" in words(result.paths[0])
    reader: Any = pypdf.PdfReader(result.paths[0])
    objects = (reader.get_object(number) for number in range(1, reader.trailer["/Size"]))
    assert {thing["/Alt"] for thing in objects if isinstance(thing, dict) and "/Alt" in thing} == {"coin"}


@pytest.mark.parametrize(("colour", "ink"), [("#23303c", 1.0), ("#d9a521", 0.0), ("#000000", 1.0), ("#ffffff", 0.0)])
def test_the_kind_is_named_in_the_black_or_white_that_reads_on_its_colour(tmp_path, colour, ink):
    deck = Deck(
        "H", "1", (Face("a", "A", "k", "Kind", colour, "star", "K"),), (Back("k", "Kind", colour, "star", "K"),)
    )
    page = pypdf.PdfReader(print_deck(deck, tmp_path).paths[0]).pages[1]
    assert fill_of_text(page) == {round(n / 255, 2) for n in (int(colour[i : i + 2], 16) for i in (1, 3, 5))} | {ink}


def fill_of_text(page: pypdf.PageObject) -> set[float]:
    """The parts of all colours that large text on a page is filled with."""
    now: list[float] = []
    found: set[float] = set()

    def see(operator, operands, _matrix, _text_matrix):
        if operator in (b"scn", b"rg", b"g"):
            now[:] = [float(n) for n in operands]
        elif operator == b"Tf" and operands[1] > 8:
            found.update(round(n, 2) for n in now)

    page.extract_text(visitor_operand_before=see)
    return found


def test_shapes_and_icons_are_drawings_that_take_a_colour():
    cards = resource("site") / "cards"
    assert {path.stem for path in (cards / "shapes").glob("*.svg")} == set(SHAPES)
    drawings = [*(cards / "shapes").glob("*.svg"), *(cards / "icons").glob("*.svg")]
    assert len(drawings) == len(SHAPES) + len(icon_names())
    for path in drawings:
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        assert (root.get("fill"), root.get("viewBox")) == ("#000000", "0 0 24 24"), path.name


def test_every_shape_prints_on_both_sides(tmp_path):
    faces = tuple(Face(shape, shape, shape, shape, "#335577", shape, "K") for shape in SHAPES)
    backs = tuple(Back(shape, shape, "#335577", shape, "K") for shape in SHAPES)
    result = print_deck(Deck("Shapes", "1", faces, backs), tmp_path, by_kind=False, ink="saver")
    assert (result.faults, result.pages) == ((), 4)


# ---- the file -------------------------------------------------------------------------------------------------------


def test_the_whole_sample_prints_without_a_fault_as_an_accessible_document(tmp_path):
    result = print_deck(harbour.DECK, tmp_path)
    assert result.faults == ()
    reader: Any = pypdf.PdfReader(result.paths[0])
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert b"pdfuaid:part" in root["/Metadata"].get_data()
    assert [entry.title for entry in reader.outline][:3] == ["Night Watch", "Night Watch", "Customs & Excise"]
    assert all("IBMPlex" in font for page in reader.pages for font in fonts(page))


def fonts(page: Any) -> list[str]:
    return [str(font.get_object()["/BaseFont"]) for font in page["/Resources"]["/Font"].values()]


def test_the_same_deck_gives_the_same_bytes_in_every_process(tmp_path):
    script = (
        "import sys; sys.path[:0] = sys.argv[1:3]; import harbour; from pathlib import Path; "
        "from sfrules.publish.sheets import print_deck; print_deck(harbour.DECK, Path(sys.argv[3]))"
    )
    here, root = Path(__file__).parent, resource("site").parent
    sums = set()
    for seed in ("1", "2"):
        out = tmp_path / seed
        command = [sys.executable, "-c", script, str(here), str(root), str(out)]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
        sums.add(hashlib.sha256((out / "cards-a4.pdf").read_bytes()).hexdigest())
    assert len(sums) == 1


def test_a_large_deck_is_several_files_with_sheets_numbered_through(tmp_path):
    faces = (a_face("many", copies=244), a_face("bad", text="漢"), a_face("long", text="Lamp after lamp. " * 200))
    result = print_deck(a_deck(*faces), tmp_path)
    assert [path.name for path in result.paths] == ["cards-a4-1.pdf", "cards-a4-2.pdf"]
    assert [len(pypdf.PdfReader(path).pages) for path in result.paths] == [54, 2]
    assert "sheet 28/28" in words(result.paths[1])
    assert [(f.kind, f.card) for f in result.faults] == [("overflow", "long"), ("glyph", "bad")]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards-a4-1.pdf", "cards-a4-2.pdf"]


def test_a_full_disk_leaves_the_old_file_whole(tmp_path, monkeypatch):
    before = print_deck(a_deck(a_face()), tmp_path).paths[0].read_bytes()
    write = Path.write_bytes

    def half(path, data):
        write(path, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(OSError, match="No space"):
        print_deck(harbour.DECK, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["cards-a4.pdf"]
    assert (tmp_path / "cards-a4.pdf").read_bytes() == before


BAD = [
    (lambda: a_face(copies=0), "0 copies"),
    (lambda: replace(a_face(), colour="blue"), "not a colour"),
    (lambda: replace(a_face(), shape="blob"), "no shape 'blob'"),
    (lambda: replace(BACK, colour="#12345"), "not a colour"),
    (lambda: Deck("H", "1", (a_face(),), ()), "has no back"),
    (lambda: print_deck(a_deck(), Path("never")), "no card to print"),
    (lambda: card_images(a_deck(a_face("../../x")), Path("never")), "cannot name a picture"),
]


@pytest.mark.parametrize(("make", "message"), BAD, ids=[message for _, message in BAD])
def test_what_cannot_be_printed_is_refused_in_words(make, message):
    with pytest.raises(ValueError, match=message):
        make()
    assert not Path("never").exists()


# ---- pictures and the moderator's sheet -----------------------------------------------------------------------------


def test_pictures_of_every_side_have_the_shape_of_a_card(tmp_path):
    images = card_images(harbour.DECK, tmp_path, ppi=127)
    assert set(images.faces) == {face.id for face in harbour.DECK.faces}
    assert set(images.backs) == set(harbour.KINDS)
    for path in (*images.faces.values(), *images.backs.values()):
        head = path.read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (315, 440), path.name


def test_vector_pictures_are_well_formed_and_reach_for_nothing(tmp_path):
    images = card_images(a_deck(a_face()), tmp_path, form="svg")
    for path in (*images.faces.values(), *images.backs.values()):
        text = path.read_text(encoding="utf-8")
        assert ElementTree.fromstring(text).tag.endswith("svg")
        assert not re.search(r'(href|src)="(?!#|data:)', text)
        assert "<script" not in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_moderators_sheet_holds_all_its_texts_and_forms(tmp_path, paper):
    result = print_moderator(harbour.SHEET, tmp_path, paper=paper)
    assert (result.faults, result.pages) == ((), 1)
    page = pypdf.PdfReader(result.paths[0]).pages[0]
    assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(PAPERS[paper], abs=0.1)
    read = words(result.paths[0])
    for text in (
        "The harbour master’s sheet",
        "QUAY OR CAPTAIN",
        "The smuggler starts at",
        "Logs dealt",
        "Round 8",
        "12",
    ):
        assert text in read
    boxes = [b for o, b in paths(page) if o == "f" and 6 < b[2] - b[0] < 11 and abs(b[2] - b[0] - b[3] + b[1]) < 0.1]
    assert len(boxes) == 4 + 24 + 8, "a box to tick for each"


def test_the_moderators_sheet_prints_signs_literally_over_many_pages_and_names_missing_letters(tmp_path):
    rows = tuple(((Run(f"R&D <b>{n}</b>"),), ()) for n in range(120))
    sheet = Sheet("Log", "1", ((Run("5 < 6 漢"),),), (Section("#let x", columns=("A", "B"), rows=rows),))
    result = print_moderator(sheet, tmp_path)
    assert result.pages > 2
    assert "R&D <b>0</b>" in words(result.paths[0])
    assert "R&D <b>119</b>" in words(result.paths[0], result.pages - 1)
    assert [(f.kind, f.card) for f in result.faults] == [("glyph", "Log")]
