"""The report opened from the disk: narrow or wide, nothing sticks out, and a click leads to the line."""

from __future__ import annotations

import pytest

from sfrules.publish.findings import Checked, written
from tests.check.reading import judged
from tests.house.test_site_in_browser import Reader, browser

pytestmark = pytest.mark.browser
__all__ = ["browser"]

WRONG = "".join([
    "kinds:\n  ship: {has: {crew: {trakc: 0..9}}}\nthings:\n  ship:\n    gull: {crwe: 2}\n    gull: {}\n",
    f"glossary:\n  tide: {'very ' * 60}high: water\n",
    *(f"  t{number}: water\n" for number in range(60)),
])  # fmt: skip


IN_SIGHT = "e => { const box = e.getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight }"


@pytest.fixture
def report(tmp_path):
    book, found = judged(WRONG)
    (tmp_path / "report.html").write_text(written("html", Checked(book, found)), encoding="utf-8")
    return tmp_path


def test_it_fits_any_screen_and_asks_no_network(browser, report):
    reader = Reader(browser, report)
    for width in (360, 800, 1280):
        reader.page.set_viewport_size({"width": width, "height": 800})
        reader.open("report.html")
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= width
    assert (reader.asked, reader.wrong) == ([], [])


def test_each_link_leads_to_what_it_names(browser, report):
    reader = Reader(browser, report)
    reader.open("report.html")
    links = reader.page.locator("a")
    assert links.count() > 8
    for number in range(links.count()):
        link = links.nth(number)
        link.click()
        anchor = str(link.get_attribute("href")).removeprefix("#")
        target = reader.page.locator(f'[id="{anchor}"]')
        assert target.count() == 1
        assert target.evaluate(IN_SIGHT)
        if "-" in anchor:  # the others are headings
            assert target.inner_text().split()[0] == anchor.split("-")[1]
