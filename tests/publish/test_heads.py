"""The heads of pages: what cannot be read in them is told at its word; what was meant is not printed as text."""

from __future__ import annotations

import pytest

from sfrules.pipeline import load
from sfrules.publish.heads import head_findings
from sfrules.publish.proof import proof
from sfrules.publish.rulebook import rulebook_pages
from tests.cli.runs import sfrules
from tests.publish.test_proof import harbour

SOURCES = "sources:\n  R01: {mark: canon, says: Ships sail.}\n  R16: {mark: canon, says: Ships rest.}\n"
GAP = (
    'gaps:\n  rain: {number: G01, source: [R01], question: "Does it rain?", status: settled, ruling: dry,\n'
    "    options: {dry: {says: It does not.}}}\n"
)

HEADS = [
    ("---\ntitle: Tides\norder: 1\nsource: [R01, G01]\n---\n# Tides\n", []),
    ("---\n\ntitle: Tides\n---\n# Tides\n", []),
    ("---\r\ntitle: Tides\r\norder: 1\r\n---\r\n# Tides\r\n", []),
    ("# Tides\n\n---\n\ntitle: no head\n", []),
    ("---\n\nA line above the text.\n", []),
    ("---\n---\n# Tides\n", []),
    ("---\nordr: 1\n---\n# T\n", [("2:1", "“ordr” is not a key of a page's head. Did you mean “order”?")]),
    ("---\ntitel: T\nfrom: me\n---\n# T\n", [
        ("2:1", "“titel” is not a key of a page's head. Did you mean “title”?"),
        ("3:1", "“from” is not a key of a page's head. Its keys are title, order and source."),
    ]),
    ("---\nof: 12345678\n---\n# T\n", [("2:1", "“of” is not a key")]),
    ("---\nTitle: T\n---\n# T\n", [("2:1", "“Title” is not a key of a page's head. Did you mean “title”?")]),
    ("---\norder: one\n---\n# T\n", [("2:8", "“one” is not a number. Pages stand in the order of theirs: order: 2")]),
    ("---\norder: 1.5\ntitle:\n---\n# T\n", [
        ("2:8", "“1.5” is not a number"), ("3:1", "There is nothing behind title."),
    ]),
    ("---\ntitle: T\ntitle: U\n---\n# T\n", [("3:1", "“title” stands in this head already.")]),
    ("---\nsource: [R100, r16]\n---\n# T\n", [
        ("2:10", "“R100” is neither a source nor the number of a gap."),
        ("2:16", "“r16” is not the number of a rule. Did you mean “R16”?"),
    ]),
    ("---\nsource:\n  - R01\n---\n# T\n", [
        ("2:1", "There is nothing behind source."), ("3:1", "A line of a page's head"),
    ]),
    ("---\ntitle: T\n\n# T\n", [("1:1", "The head of this page does not end.")]),
    ("---\ntitle: T\n\n# T\n\nA wave.\n\n---\n\nAnother.\n", [("4:1", "A line of a page's head is")]),
    ("---\ntitle: T\n--- \n\n# T\n", [("1:1", "The head of this page does not end.")]),
    ("--- \ntitle: T\n---\n# T\n", [("1:1", "The head of a page begins in its first line")]),
    ("\n---\ntitle: T\n---\n# T\n", [("2:1", "The head of a page begins in its first line")]),
    ("title: T\n---\n# T\n", [("1:1", "The head of a page begins in its first line")]),
    ("—\ntitle: T\n—\n# T\n", [("1:1", "The head of a page begins in its first line")]),
    ("---\ntitle: T\n---\n", [("1:1", "This page has a head and no text.")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), HEADS, ids=[text for text, _ in HEADS])
def test_what_cannot_be_read_in_a_head_is_told_at_its_word(tmp_path, text, told):
    root = harbour(tmp_path, more=SOURCES + GAP)
    (root / "rulebook" / "tides.md").write_bytes(text.encode())
    found = list(head_findings(load(root).book))
    assert [(f"{d.span.line}:{d.span.column}", d.code) for d in found] == [(place, "SF822") for place, _ in told]
    assert all(d.message.startswith(words) for d, (_, words) in zip(found, told, strict=True)), found


def test_a_page_with_line_breaks_of_windows_has_its_head(tmp_path):
    root = harbour(tmp_path)
    (root / "rulebook" / "tides.md").write_bytes(b"---\r\ntitle: High water\r\norder: 1\r\n---\r\n# Tides\r\n")
    page = next(page for page in rulebook_pages(load(root).book)[1] if page.name == "book/tides.md")
    assert (page.title, page.text) == ("High water", "\n\n\n\n# Tides\n")


def test_an_empty_page_is_told(tmp_path):
    root = harbour(tmp_path, pages={"tides.md": "\n"})
    ran = sfrules("validate", root, "-o", "concise", cwd=root)
    assert (ran.code, "rulebook/tides.md:1:1: error[SF105]" in ran.out) == (1, True)


# the same on the pages of a translation

TRANSLATION = "translation: {name: Deutsch}\nscenario: {title: Hafen}\n"
ORIGINALS = {"tides.md": "# Tides\n\n## High water\n", "ships.md": "See [x](tides.md#high-water).\n"}
MARK = "---\nof: {}\n---\n"

TRANSLATED = [
    ({"tides.md": "# Fluten\n\n## High water\n"}, []),
    ({"tides.md": "# Fluten\n\n## Hochwasser {#high-water}\n\n[x](ships.md)\n"}, []),
    ({"tides.md": "# Fluten\n\n## High water\n\n[x](nix.md)\n"}, ["de/tides.md:8:5 SF821"]),
    ({"tides.md": "# Fluten\n\n## Hochwasser\n"}, ["rulebook/ships.md:1:9 SF821"]),
    ({"tides.md": "# Fluten\n\n## Hochwasser\n", "ships.md": "[x](tides.md#hochwasser)\n"}, []),
    ({"tides.md": "# Fluten\n\n## Hochwasser\n", "ships.md": "[x](tides.md#hochwaser)\n"}, ["de/ships.md:4:5 SF821"]),
    ({"ships.md": "titel: Schiffe\n"}, []),
]  # fmt: skip


def translated(tmp_path, pages, originals=ORIGINALS):
    from sfrules.model.translation import page_mark

    root = harbour(tmp_path, pages=originals)
    (root / "texts" / "de").mkdir(parents=True)
    (root / "texts" / "de.yaml").write_text(TRANSLATION, encoding="utf-8")
    for name, text in pages.items():
        whole = text if text.startswith("-") else MARK.format(page_mark(originals[name])) + text
        (root / "texts" / "de" / name).write_text(whole, encoding="utf-8")
    return root


@pytest.mark.parametrize(("pages", "told"), TRANSLATED)
def test_links_of_a_translation_are_followed_in_its_own_book(tmp_path, pages, told):
    book = load(translated(tmp_path, pages)).book
    found = list(proof(book, typeset=False))
    assert [f"{'/'.join(str(d.span).split('/')[-2:])} {d.code}" for d in found] == told
    assert all("In Deutsch that page has other headings" in d.help for d in found if "rulebook/" in d.span.file)


@pytest.mark.parametrize(
    "text", ["# Fluten\n\n[x](nix.md)\n", "# Fluten\n\n## Hochwasser\n", "# Fluten\n\n## High water\n"]
)
def test_what_the_check_tells_of_a_translation_is_what_stops_its_build(tmp_path, text):
    root = translated(tmp_path, {"tides.md": text})
    checked = sfrules("validate", root, "-o", "concise", cwd=root)
    built = sfrules("build", root, "--language", "de", "--only", "site", "--out", tmp_path / "out", cwd=root)
    assert ("SF821" in checked.out, checked.code) == ("SF821" in built.err, built.code)


@pytest.mark.parametrize(
    ("page", "told"),
    [
        (MARK.format("{}") + "# Fluten\n", []),
        ("---\ntitle: Fluten\n---\n# Fluten\n", ["SF727"]),
        ("---\nof: 123\n---\n# Fluten\n", ["SF727"]),
        ("---\nof: 12345678\n---\n# Fluten\n", ["SF727"]),
        ("---\nof: {}\ntitel: Fluten\n---\n# Fluten\n", ["SF822"]),
        ("---\nof: {}\n# Fluten\n", ["SF822"]),
        ("---\n---\n# Tides\n", []),
        ("---\nof: {}\n---\n", ["SF822"]),
    ],
)
def test_a_translated_page_tells_of_which_original_it_was_made(tmp_path, page, told):
    from sfrules.cli.judging import Case, Terms, look, today
    from sfrules.model.choices import Choices
    from sfrules.model.translation import page_mark
    from sfrules.verdict.levels import Policy

    originals = {"tides.md": "# Tides\n"}
    root = translated(tmp_path, {"tides.md": page.replace("{}", page_mark(originals["tides.md"]))}, originals)
    found = look(Case(root, Choices()), Terms(Policy(), today())).found
    assert [d.code for d in found if d.span.file.endswith("tides.md")] == told
