"""The small markup of content texts: **bold**, *italic*, {placeholder}, :icon:, line breaks. Nothing else is markup.

A text becomes paragraphs of runs, which cards print and pages show. For pages, `safe` turns any text into HTML that is
also inert as Markdown: what a designer wrote comes out as it was written, once, and can never become an element.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache

from sfrules.model.book import Book
from sfrules.publish.faces import Paragraph, Run
from sfrules.resources import resource

Fill = Callable[[str], str | None]
"""What stands for a placeholder; None leaves it as it was written."""

_STYLED = re.compile(r"\*\*(?=\S)(?P<bold>.+?)(?<=\S)\*\*|\*(?=[^\s*])(?P<italic>[^*]*?[^\s*])\*(?!\*)")
_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9-]*)\}")
_ICON = re.compile(r":([a-z][a-z0-9-]*):")
_BREAK = re.compile(r"\s*\n\s*")

_LITERAL = {char: f"&#{ord(char)};" for char in "\\`*_{}[]|"}
_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u2028\u2029]")
_ESCAPES = str.maketrans({**_LITERAL, **_HTML})
_AT_START = re.compile(r"^(\s*)([-+#:?/!=~]|\d+(?=[.)]))")


def nothing(name: str) -> str | None:
    """Fills no placeholder."""
    return None


def filler(book: Book, own: Mapping[str, object] | None = None, given: Mapping[str, str] | None = None) -> Fill:
    """Fills the placeholders of one definition: its `own` values first, then what it is given, then named numbers.

    `own` holds field values as content sets them; `given` the words that stand for a value that only play knows.
    """

    def fill(name: str) -> str | None:
        if own is not None and name in own:
            return shown_value(book, own[name])
        if given is not None and name in given:
            return given[name]
        number = book.number(name)
        return None if number is None else str(number)

    return fill


def shown_value(book: Book, value: object) -> str:
    """A value of content as a reader sees it: numbers as digits, ids as titles."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(shown_value(book, item) for item in value)
    named = book.things.get(str(value)) or book.cards.get(str(value))
    return named.label if named is not None else str(value).replace("-", " ") if isinstance(value, str) else str(value)


def paragraphs(text: str, fill: Fill = nothing, icons: Collection[str] = ()) -> tuple[Paragraph, ...]:
    """The text as paragraphs of runs; each line break begins a new paragraph."""
    lines = (line for line in _BREAK.split(text.strip()) if line)
    return tuple(tuple(_runs(line, fill, icons)) for line in lines)


def plain(text: str, fill: Fill = nothing) -> str:
    """The text in one line, without styles."""
    return " ".join("".join(run.text for run in runs) for runs in paragraphs(text, fill))


def _runs(line: str, fill: Fill, icons: Collection[str]) -> Iterable[Run]:
    end = 0
    for match in _STYLED.finditer(line):
        yield from _icons(line[end : match.start()], fill, icons)
        end = match.end()
        style = "bold" if match["bold"] is not None else "italic"
        yield Run(_filled(match["bold"] or match["italic"], fill), "bold" if style == "bold" else "italic")
    yield from _icons(line[end:], fill, icons)


def _icons(text: str, fill: Fill, icons: Collection[str]) -> Iterable[Run]:
    end = 0
    for match in _ICON.finditer(text):
        if match[1] in icons:
            if text[end : match.start()]:
                yield Run(_filled(text[end : match.start()], fill))
            yield Run(match[1], "icon")
            end = match.end()
    if text[end:]:
        yield Run(_filled(text[end:], fill))


def _filled(text: str, fill: Fill) -> str:
    return _PLACEHOLDER.sub(lambda match: match[0] if (value := fill(match[1])) is None else value, text)


def safe(text: str) -> str:
    """Any text as HTML that Markdown leaves alone, for use inside an element or a paragraph; one line.

    It is also fit for an attribute in double quotes.
    """
    one_line = " ".join(_UNSEEN.sub("�", text).split())
    return _AT_START.sub(_literal_start, one_line.translate(_ESCAPES))


def _literal_start(match: re.Match[str]) -> str:
    first = match[2][0]
    return f"{match[1]}&#{ord(first)};{match[2][1:]}"


def inline(text: str, fill: Fill = nothing) -> str:
    """A content text as inline HTML, its line breaks as `<br>`."""
    return "<br>".join(runs_html(runs) for runs in paragraphs(text, fill, icon_names()))


def runs_html(runs: Paragraph) -> str:
    """Runs as inline HTML."""
    made = "".join(_run_html(run) for run in runs)
    return made if made.strip() else ""


def _run_html(run: Run) -> str:
    if run.style == "icon":
        return _icon_html(run.text)
    lead = " " if run.text[:1].isspace() else ""
    trail = " " if run.text[-1:].isspace() and run.text.strip() else ""
    text = f"{lead}{safe(run.text)}{trail}"
    element = {"bold": "strong", "italic": "em"}.get(run.style)
    return f"<{element}>{text}</{element}>" if element else text


@cache
def icon_names() -> frozenset[str]:
    """The icons that a text can show."""
    return frozenset(path.stem for path in (resource("site") / "cards" / "icons").glob("*.svg"))


@cache
def _icon_html(name: str) -> str:
    drawing = (resource("site") / "cards" / "icons" / f"{name}.svg").read_text(encoding="utf-8").strip()
    body = drawing.replace(' fill="#000000"', ' fill="currentColor"', 1)
    return body.replace("<svg ", f'<svg class="icon" role="img" aria-label="{safe(name)}" ', 1)
