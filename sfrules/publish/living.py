"""The page on living with the checks: profiles, levels, allowances, the baseline, mending and watching."""

from __future__ import annotations

from collections.abc import Collection

from markupsafe import Markup

from sfrules.publish.pages.press import Page, page
from sfrules.verdict.levels import PROFILES

LIVING = "language/checks.md"

_PAGE_COMMENT = Markup("&lt;!-- sfrules: allow SF701 -- the number is of another game --&gt;")


def living_page(codes: Collection[str]) -> Page:
    """The page, with the table of all levels that profiles change; `codes` are those that have a page."""
    draft, strict = PROFILES["draft"], PROFILES["print"]
    rows = [
        {"code": code, "href": _place(code), "draft": draft.get(code, "–"), "print": strict.get(code, "–")}
        for code in sorted({*draft, *strict})
        if any(known.startswith(code) for known in codes)
    ]
    return Page(LIVING, "Living with the checks", page("language-checks", rows=rows, page_comment=_PAGE_COMMENT))


def _place(code: str) -> Markup:
    """Where a code, or a family of them, is told of."""
    return Markup(f"findings/{code.lower()}.md")
