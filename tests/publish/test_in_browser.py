"""The rulebook of a shipped scenario opened from the disk: no network, nothing sticks out, the map leads on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.test_site_in_browser import Reader, browser

pytestmark = pytest.mark.browser
__all__ = ["browser"]


def some_pages(site: Path) -> list[str]:
    """Every page of the first two levels, and one of each folder below."""
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    folders: dict[str, str] = {}
    for page in pages:
        if page.count("/"):
            folders[page.rsplit("/", 1)[0]] = page
    return [*(page for page in pages if not page.count("/")), *folders.values()]


def test_no_page_asks_the_network_or_is_wider_than_the_screen(browser, built):
    reader = Reader(browser, built)
    for width in (360, 1280):
        reader.page.set_viewport_size({"width": width, "height": 800})
        for page in some_pages(built):
            reader.page.goto(f"{built.as_uri()}/{page}")
            reader.page.wait_for_load_state("load")
            assert reader.page.evaluate("document.documentElement.scrollWidth") <= width, page
    assert (reader.asked, reader.wrong) == ([], [])


def test_a_place_on_the_map_leads_on(browser, built):
    reader = Reader(browser, built)
    reader.open("index.html")
    links = reader.page.locator("figure.map svg a")
    if links.count():
        links.first.click()
        reader.page.wait_for_load_state()
        assert reader.page.url != f"{built.as_uri()}/index.html"
        assert reader.page.locator("h1").count() == 1
