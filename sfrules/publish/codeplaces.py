"""Where the page of a code stands, in the folder of pages and on the website."""

from __future__ import annotations

from posixpath import join

from sfrules.ids import OWN

FOLDER = "language/findings"


def page_of(code: str) -> str:
    """The page of a code, or of a family of them."""
    return f"{FOLDER}/{code.lower()}.md"


def address_of(code: str, site: str) -> str:
    """Its address on a website; "" where the website is not known, and for a check of a scenario's own."""
    return join(site, f"{FOLDER}/{code.lower()}.html") if site and not code.startswith(OWN) else ""
