"""Files that content names: pictures of cards and things, links of pages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from sfrules.check.rule import Finding, check
from sfrules.diag import Severity, Span
from sfrules.model.book import Book
from sfrules.model.card import Back, Card
from sfrules.model.definitions import definitions
from sfrules.model.kind import Thing
from sfrules.source.files import inside

_LINK = re.compile(r"\]\(\s*<?([^)\s>]+)|(?:src|href)\s*=\s*[\"']([^\"']+)", re.IGNORECASE)


@check(
    "SF220",
    Severity.ERROR,
    "A picture that is not there",
    why="Only files in the scenario folder are read; a link that leads out of it counts as outside.",
    bad="kinds:\n  ship: {}\nthings:\n  ship:\n    gull: {image: art/gul.png}\n",
    good="kinds:\n  ship: {}\nthings:\n  ship:\n    gull: {title: Gull}\n",
)
def missing_asset(book: Book) -> Iterator[Finding]:
    """An image that is not a file of the scenario folder."""
    for subject, definition in definitions(book):
        if not isinstance(definition, Card | Thing | Back) or definition.image is None:
            continue
        path = book.root / definition.image
        if not inside(path, book.root):
            message = f"“{definition.image}” is a link to a file outside the scenario folder; it is not read."
            yield Finding(definition.image.span, message, subject)
        elif not path.is_file():
            yield Finding(
                definition.image.span, f"There is no file “{definition.image}” in the scenario folder.", subject
            )


@check(
    "SF221",
    Severity.ERROR,
    "A page that links out of the folder",
    why="A rulebook is built from the scenario folder alone, and may be built from a stranger's.",
    bad="# rulebook/rules.md\n# ![a map](../../map.png)\n",
    good="# rulebook/rules.md\n# ![a map](map.png)\n",
)
def page_leaves_folder(book: Book) -> Iterator[Finding]:
    """A link or picture of a page that names a file outside the scenario folder."""
    home = book.shown or "."
    written = [(shown, posixpath.relpath(posixpath.dirname(shown), home), text) for shown, text in book.pages.items()]
    # a translated page takes the place of its original, and its links lead from there
    written += [(p.shown, "rulebook", p.text) for one in book.translations.values() for p in one.pages]
    for shown, folder, text in written:
        for number, line in enumerate(text.splitlines(), 1):
            for match in _LINK.finditer(line):
                target = match[1] or match[2]
                if _leaves(target, folder):
                    column = match.start(1 if match[1] else 2) + 1
                    span = Span(shown, number, column, number, column + len(target))
                    yield Finding(span, f"“{target}” lies outside the scenario folder.", "page")


def _leaves(target: str, folder: str) -> bool:
    if target.startswith(("#", "http:", "https:", "mailto:")):
        return False
    if target.startswith(("/", "\\")) or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", target):
        return True
    path = posixpath.normpath(posixpath.join(folder, target.replace("\\", "/").split("#")[0]))
    return path == ".." or path.startswith("../")
