"""The small markup of content texts: what it makes, and that nothing else becomes anything."""

from __future__ import annotations

import html
import re

import markdown  # type: ignore[import-untyped]
import pytest

from sfrules.publish.faces import Run
from sfrules.publish.markup import inline, paragraphs, plain, safe

WORDS = {"fine": "3", "star": "*not bold*"}


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("plain", [("plain", "plain")]),
        ("**Bold.** rest", [("Bold.", "bold"), (" rest", "plain")]),
        ("an *italic* word", [("an ", "plain"), ("italic", "italic"), (" word", "plain")]),
        ("2 * 3 * 4", [("2 * 3 * 4", "plain")]),
        ("** not bold **", [("** not bold **", "plain")]),
        ("pay {fine}", [("pay 3", "plain")]),
        ("**{fine}**", [("3", "bold")]),
        ("{star}", [("*not bold*", "plain")]),
        ("{unknown} {Not} {a b}", [("{unknown} {Not} {a b}", "plain")]),
        ("see :eye: there", [("see ", "plain"), ("eye", "icon"), (" there", "plain")]),
        ("at 12:30:45 :nothing:", [("at 12:30:45 :nothing:", "plain")]),
        ("`code` <b> [x](y) _a_ # R&D", [("`code` <b> [x](y) _a_ # R&D", "plain")]),
    ],
)
def test_a_text_becomes_runs(text, runs):
    [made] = paragraphs(text, WORDS.get, {"eye"})
    assert made == tuple(Run(*run) for run in runs)


def test_each_line_break_begins_a_paragraph():
    assert [plain("".join(run.text for run in made)) for made in paragraphs("one\n two\n\nthree\n")] == [
        "one",
        "two",
        "three",
    ]
    assert inline("one\ntwo") == "one<br>two"


HONEST = [
    "R&D",
    "5 < 6 > 4",
    '"quoted" and \'so\'',
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[x](javascript:alert(1))",
    "![x](http://example.org/x.png)",
    "[x][y] and ^[note] and [^1]",
    "*a* **b** _c_ __d__ `e` ~~f~~",
    "{#id .class onclick=alert(1)} {: onclick=x }",
    "# heading", "1. one", "12) one", "- item", "+ item", "> quote",
    "!!! note", "??? note", "=== tab", "~~~", "```", ": definition",
    "--- and ***", "a | b", "&amp; &lt; &#60;", "https://example.org <http://example.org>", "\\* \\_ \\\\",
    "*[HTML]: abbreviation",
]  # fmt: skip
EXTENSIONS = [
    "abbr",
    "admonition",
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "tables",
    "toc",
    "pymdownx.superfences",
    "pymdownx.tabbed",
]


def shown(page: str) -> str:
    """What a reader sees of HTML."""
    return html.unescape(re.sub(r"<[^>]*>", "", page)).strip()


@pytest.mark.parametrize("text", HONEST)
@pytest.mark.parametrize(
    "frame", ["{}", "- {}", "before {} after", "<p>{}</p>", "<div markdown>\n\n{}\n\n</div>", "## {}"]
)
def test_any_text_is_shown_as_it_was_written_and_once_escaped(text, frame):
    page = markdown.markdown(frame.format(safe(text)), extensions=EXTENSIONS)
    around = shown(markdown.markdown(frame.format("X"), extensions=EXTENSIONS))
    assert shown(page) == around.replace("X", text)
    assert not re.search(r"<(script|img|em|strong|code|a|del|li>\s*<ul|table|blockquote)\b", page)
    assert not re.search(r"<[^>]*\sonclick=", page)


@pytest.mark.parametrize("text", HONEST)
def test_a_text_is_fit_for_an_attribute(text):
    made = safe(text)
    assert '"' not in made
    assert "<" not in made
    assert html.unescape(made) == text


def test_letters_that_nobody_sees_are_shown():
    assert safe("a\x00b\u2028c\n d") == "a�b�c d"
