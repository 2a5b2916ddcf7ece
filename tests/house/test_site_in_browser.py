"""The small book opened from the disk, as a reader opens it: no network, search that works, text that can be read."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from sfrules.publish.site import build_site
from tests.house.test_site_shell import NAV, PAGES, TITLE

pytestmark = pytest.mark.browser

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser")
    shutil.copytree(PAGES, folder / "docs")
    return build_site(folder / "docs", folder / "site", title=TITLE, nav=NAV, extra={}).site


@pytest.fixture(scope="module")
def browser() -> Iterator:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        yield browser
        browser.close()


class Reader:
    """A page that notes what it asks the network for, and what goes wrong on it."""

    def __init__(self, browser, site: Path, scheme: str = "light") -> None:
        self.site = site
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self.page = browser.new_context(color_scheme=scheme, viewport={"width": 1280, "height": 900}).new_page()
        self.page.route("**/*", self.note)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("requestfailed", self.failed)

    def note(self, route) -> None:
        if route.request.url.startswith(("file:", "data:", "blob:")):
            route.continue_()
        else:
            self.asked.append(route.request.url)
            route.abort()

    def failed(self, request) -> None:
        """A page that is left, or an icon that the browser no longer wants, breaks off a request for a file that is
        there: only what cannot be had is wrong."""
        if not Path(unquote(urlsplit(request.url).path)).is_file():
            self.wrong.append(request.url)

    def open(self, page: str) -> None:
        self.page.goto(f"{self.site.as_uri()}/{page}")
        self.page.wait_for_load_state("networkidle")


@pytest.fixture(params=["light", "dark"])
def reader(request, browser, site) -> Reader:
    return Reader(browser, site, request.param)


def test_no_page_asks_the_network_for_anything(reader, site):
    for page in sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html")):
        reader.open(page)
        assert reader.page.title().endswith(TITLE)
    assert (reader.asked, reader.wrong) == ([], [])


def test_search_finds_a_page_and_leads_there(reader):
    reader.open("index.html")
    reader.page.click("input.md-search__input")
    reader.page.keyboard.type("mercury", delay=20)
    reader.page.wait_for_selector(".md-search-result__item")
    reader.page.click(".md-search-result__item a")
    reader.page.wait_for_url("**/cards/storm-glass.html*")
    assert (reader.asked, reader.wrong) == ([], [])


def test_our_own_fonts_are_used(reader):
    reader.open("rules.html")
    loaded = "[...document.fonts].filter(font => font.status === 'loaded').map(font => font.family)"
    families = {family.strip('"') for family in reader.page.evaluate(loaded)}
    assert {"Sf Sans", "Sf Serif", "Sf Label", "Sf Mono"} <= families


CONTRASTS = """selectors => selectors.map(selector => {
  const paint = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const parts = colour => { paint.clearRect(0, 0, 1, 1); paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
  const over = (top, below) => top.slice(0, 3).map((part, i) => part * top[3] + below[i] * (1 - top[3])).concat(1);
  const ground = element => { const own = parts(getComputedStyle(element).backgroundColor);
    return own[3] === 1 || !element.parentElement ? own : over(own, ground(element.parentElement)); };
  const light = colour => { const [r, g, b] = colour.slice(0, 3).map(part => part / 255)
    .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const element = document.querySelector(selector), below = ground(element);
  const [a, b] = [light(over(parts(getComputedStyle(element).color), below)), light(below)].sort((x, y) => y - x);
  return [selector, (a + 0.05) / (b + 0.05)];
})"""

TEXTS = {
    "index.html": ".cover h1|.cover p|.mark--canon|.mark--prototype|.mark--gap|.src|.seat-panel p|.track .is-end",
    "rules.html": ".reading p|.rule-text code|.facts dt|a.src|.md-typeset td|.md-typeset th|.play__what|.md-tabs__link",
    "cards/index.html": ".card-tile__kind|.card-tile__text|.card-tile__foot|.md-nav__link--active|.md-footer__title",
}


@pytest.mark.parametrize("page", TEXTS)
def test_every_kind_of_text_stands_out_enough(reader, page):
    reader.open(page)
    reader.page.wait_for_timeout(600)  # the theme fades its colours in
    faint = {
        selector: ratio for selector, ratio in reader.page.evaluate(CONTRASTS, TEXTS[page].split("|")) if ratio < 4.5
    }
    assert faint == {}


def test_nothing_runs_over_the_edge_of_a_telephone(browser, site):
    reader = Reader(browser, site)
    reader.page.set_viewport_size({"width": 360, "height": 740})
    for page in ("index.html", "rules.html", "map.html", "cards/index.html"):
        reader.open(page)
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_page_prints_without_its_frame(browser, site):
    reader = Reader(browser, site, "dark")
    reader.open("rules.html")
    reader.page.emulate_media(media="print")
    frame = reader.page.locator(".md-header, .md-tabs, .md-sidebar, .md-footer")
    assert frame.count() >= 4
    assert not any(part.is_visible() for part in frame.all())
    assert reader.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
