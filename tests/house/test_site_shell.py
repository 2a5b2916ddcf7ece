"""The website's frame, round a small book that shows every class of the look."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sfrules.publish.colour import READABLE, contrast, ink_on, readable
from sfrules.publish.site import SiteError, SiteResult, build_site, check_links
from sfrules.resources import resource

PAGES = Path(__file__).parent / "pages"
TITLE = "The Lantern Coast"
NAV: list[object] = [
    {"Start": "index.md"},
    {"Rules": [{"Actions": "rules.md"}, {"Map": "map.md"}]},
    {"Cards": ["cards/index.md", "cards/storm-glass.md"]},
]


def build(folder: Path, *, pages: dict[str, str] | None = None, title=TITLE, nav=NAV, **extra: object) -> SiteResult:
    docs = folder / "docs"
    shutil.copytree(PAGES, docs, dirs_exist_ok=True)
    for name, text in (pages or {}).items():
        (docs / name).write_text(text, encoding="utf-8")
    return build_site(docs, folder / "site", title=title, nav=nav, extra=extra)


def digests(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("shell")).site


def test_every_link_holds_and_nothing_comes_from_the_network(site):
    assert check_links(site) == []


def test_the_result_counts_what_was_built(tmp_path):
    result = build(tmp_path)
    assert result.pages == len(list(PAGES.rglob("*.md")))
    assert result.size == sum(path.stat().st_size for path in result.site.rglob("*") if path.is_file())


def test_building_says_nothing(tmp_path, capfd):
    build(tmp_path)
    assert capfd.readouterr() == ("", "")


def test_the_same_pages_give_the_same_bytes_in_another_process_and_at_another_time(site, tmp_path):
    shutil.copytree(PAGES, tmp_path / "docs")
    code = f"""
import time; time.time = lambda: 4e9
from pathlib import Path
from sfrules.publish.site import build_site
build_site(Path("docs"), Path("site"), title={TITLE!r}, nav={NAV!r}, extra={{}})
"""
    root = Path(__file__).parents[2]
    environment = os.environ | {"PYTHONHASHSEED": "7", "PYTHONPATH": str(root), "TZ": "Pacific/Auckland"}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True)
    assert digests(tmp_path / "site") == digests(site)


@pytest.mark.parametrize(
    ("page", "text", "target"),
    [
        ("rules.md", "# Rules {#search}\n\nSee [x](gone.md).\n\n## Move\n", "gone.md"),
        ("rules.md", "# Rules {#search}\n\n\nSee [x](map.md#gone).\n\n## Move\n", "map.html#gone"),
        ("rules.md", "# Rules {#search}\n\n![x](gone.png)\n\n## Move\n", "gone.png"),
        ("rules.md", "# Rules {#search}\n\n[x](#gone)\n\n## Move\n", "#gone"),
    ],
)
def test_a_dead_link_is_named(tmp_path, page, text, target):
    fine_otherwise = {"cards/storm-glass.md": "# Storm Glass\n\n## Text\n"}
    site = build(tmp_path, pages={page: text} | fine_otherwise).site
    assert [(fault.page, fault.target) for fault in check_links(site)] == [(page.replace(".md", ".html"), target)]


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ({"colours": {"primary": "red;} body{display:none"}}, "is not a colour"),
        ({"colours": {"primary": "#12345"}}, "is not a colour"),
        ({"colours": {"third": "#123456"}}, "primary and accent"),
        ({"colours": ["#123456"]}, "write primary and accent"),
    ],
)
def test_a_wrong_word_about_the_look_is_told(tmp_path, extra, words):
    with pytest.raises(SiteError, match=words):
        build(tmp_path, **extra)


def test_a_page_that_the_navigation_names_must_be_there(tmp_path):
    with pytest.raises(SiteError, match=r"gone\.md"):
        build(tmp_path, nav=[*NAV, {"Gone": "gone.md"}])


HOSTILE = '</title><script>alert(1)</script><img src=x onerror="alert(1)">"&'


def test_titles_are_text_and_never_markup(tmp_path):
    below = [{HOSTILE: "rules.md"}, "map.md", "cards/index.md", "cards/storm-glass.md"]
    nav = [{"Start": "index.md"}, {HOSTILE: below}]
    site = build(tmp_path, title=HOSTILE, nav=nav, footer=HOSTILE).site
    for page in site.rglob("*.html"):
        assert "alert(1)</script>" not in page.read_text(encoding="utf-8")
        assert "<img src=x" not in page.read_text(encoding="utf-8")


def test_a_heading_that_was_escaped_stays_escaped_everywhere(tmp_path):
    pages = {"rules.md": "# A &lt;img src=x onerror=alert(1)&gt; b {#search}\n\n## Move\n"}
    nav: list[object] = ["index.md", "rules.md", "map.md", "cards/index.md", "cards/storm-glass.md"]
    site = build(tmp_path, pages=pages, nav=nav).site
    for page in site.rglob("*.html"):
        assert "<img src=x" not in page.read_text(encoding="utf-8")


def test_the_colours_of_the_scenario_reach_every_page(tmp_path):
    site = build(tmp_path, colours={"primary": "#ffe08a", "accent": "#ffff00"}).site
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "--sf-primary:#ffe08a;" in text
        assert "--sf-on-primary:#000000;" in text


GROUNDS = ["#fbf8f2", "#14181c", "#ffffff", "#000000", "#777777"]


@pytest.mark.parametrize("colour", ["#000", "#ffffff", "#ffff00", "#0072B2", "#E69F00", "#777777", "#9b2d20"])
@pytest.mark.parametrize("ground", GROUNDS)
def test_a_colour_made_readable_reads(colour, ground):
    assert contrast(readable(colour, ground), ground) >= READABLE
    assert contrast(ink_on(colour), colour) >= READABLE


def test_a_colour_that_reads_is_left_as_it_is():
    assert readable("#9b2d20", "#fbf8f2") == "#9b2d20"


def test_contrast_agrees_with_known_figures():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#E69F00", "#ffffff") == pytest.approx(2.25, abs=0.01)
    assert contrast("#0072B2", "#ffffff") == pytest.approx(5.19, abs=0.01)


def test_every_font_is_small_and_has_its_licence():
    fonts = resource("site") / "fonts"
    files = sorted(fonts.glob("*.ttf"))
    assert len(files) >= 4
    assert all(file.stat().st_size < 600_000 for file in files)
    assert "SIL OPEN FONT LICENSE" in (fonts / "OFL.txt").read_text(encoding="utf-8")


def test_the_style_sheet_names_every_font_file():
    style = (resource("site") / "assets" / "stylesheets" / "extra.css").read_text(encoding="utf-8")
    assert all(f"fonts/{file.name}" in style for file in (resource("site") / "fonts").glob("*.ttf"))


CLASSES = """cover marks mark--canon mark--prototype mark--gap src card-grid card-tile map seat seat-grid seat-panel
    track facts reading rule-text play secret"""


def test_every_class_of_the_look_is_shown_on_a_page_of_the_small_book():
    style = (resource("site") / "assets" / "stylesheets" / "extra.css").read_text(encoding="utf-8")
    promised = style[: style.index("*/")]
    shown = " ".join(path.read_text(encoding="utf-8") for path in PAGES.rglob("*.md"))
    for name in CLASSES.split():
        assert f".{name.split('--')[0]}" in promised
        assert f".{name}" in style[style.index("*/") :]
        assert name in shown
