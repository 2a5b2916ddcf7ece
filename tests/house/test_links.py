"""The checker of built pages: one row for each thing that it finds, and for each that it must leave alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from sfrules.publish.links import check_links

OTHER = '<html><body><h1 id="here">Other</h1><a name="old"></a></body></html>'


def faults_of(folder: Path, body: str, *, page: str = "index.html", style: str = "") -> list[str]:
    files = {"sub/other.html": OTHER, "pic.png": "", "a b.html": OTHER, "style.css": style, page: body}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [str(fault) for fault in check_links(folder)]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('<a href="gone.html">', "names no file"),
        ('<a href="Sub/other.html">', "names no file"),
        ('<a href="sub">', "names no file"),
        ('<a href="sub/">', "names no file"),
        ('<a href="../outside.html">', "names no file"),
        ('<a href="#gone">', "names no place on index.html"),
        ('<a href="sub/other.html#gone">', "names no place on sub/other.html"),
        ('<a href="/index.html">', "root of a server"),
        ('<a href="javascript:alert(1)">', "uses 'javascript:'"),
        ('<a href="file:///etc/passwd">', "uses 'file:'"),
        ('<a href="http://[bad">', "is not an address"),
        ('<svg><a xlink:href="gone.html"/></svg>', "names no file"),
        ('<svg><image href="https://example.org/a.png"/></svg>', "from the network"),
        ('<svg><use href="#gone"/></svg>', "names no place"),
        ('<img src="gone.png">', "names no file"),
        ('<img src="https://example.org/a.png">', "from the network"),
        ('<img src="//example.org/a.png">', "from the network"),
        ('<img srcset="pic.png 1x, gone.png 2x">', "names no file"),
        ('<script src="https://example.org/a.js"></script>', "from the network"),
        ('<link rel="stylesheet" href="https://example.org/a.css">', "from the network"),
        ('<iframe src="https://example.org/"></iframe>', "from the network"),
        ('<p style="background: url(https://example.org/a.png)">', "from the network"),
        ('<style>@import "https://example.org/a.css";</style>', "from the network"),
    ],
)
def test_a_fault_is_found_at_its_line(tmp_path, body, words):
    [fault] = faults_of(tmp_path, f"<html>\n{body}\n</html>")
    assert fault.startswith("index.html:2: ")
    assert words in fault


@pytest.mark.parametrize(
    "body",
    [
        '<a href="https://example.org/">',
        '<a href="mailto:keeper@example.org">',
        '<a href="sub/other.html#here">',
        '<a href="sub/other.html#old">',
        '<a href="sub/other.html?q=1#here">',
        '<a href="a%20b.html">',
        '<a href="">',
        '<a href="#">',
        '<a href="#top">',
        '<p id="x"><a href="#x">',
        '<p id="über"><a href="#%C3%BCber">',
        '<img src="pic.png">',
        '<img src="data:image/png;base64,AAAA">',
        '<link rel="canonical" href="https://example.org/">',
        "<p>&lt;img src=https://example.org/a.png&gt;</p>",
        "<p>url(https://example.org/a.png)</p>",
    ],
)
def test_what_is_fine_is_left_alone(tmp_path, body):
    assert faults_of(tmp_path, f"<html>{body}</html>") == []


def test_a_page_in_a_folder_looks_from_its_folder(tmp_path):
    assert faults_of(tmp_path, '<a href="other.html"><a href="../pic.png">', page="sub/index.html") == []


@pytest.mark.parametrize("style", ["a{b:url(gone.png)}", '@import "https://example.org/x.css";', "a{b:url('//x/y')}"])
def test_style_sheets_are_read_too(tmp_path, style):
    [fault] = faults_of(tmp_path, "", style=f"\n{style}")
    assert fault.startswith("style.css:2: ")
