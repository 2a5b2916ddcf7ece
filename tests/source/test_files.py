"""Which files are read, and what is said of those that are not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sfrules.diag import Diagnostic
from sfrules.source import files
from sfrules.source.files import Sources, read_text, read_tree
from sfrules.verdict.edits import edited


def plant(root: Path, **texts: str | bytes) -> None:
    for name, text in texts.items():
        path = root / name.replace("__", "/").replace("_yaml", ".yaml").replace("_yml", ".yml").replace("_md", ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


def read(root: Path) -> tuple[Sources, list[str]]:
    sources, found = read_tree(root)
    return sources, [
        f"{d.span.file.removeprefix(root.as_posix())}:{d.span.line}:{d.span.column} {d.code}" for d in found
    ]


def only(found: list[Diagnostic]) -> Diagnostic:
    assert len(found) == 1
    return found[0]


def test_files_come_in_a_stable_order_parents_first(tmp_path):
    plant(
        tmp_path, b_yaml="a: 1", cards__a_yaml="a: 1", a_yaml="a: 1", cards__deep__z_yaml="a: 1", rulebook__x_md="# x"
    )
    sources, found = read(tmp_path)
    assert [file.shown.removeprefix(tmp_path.as_posix()) for file in sources.files] == [
        "/a.yaml", "/b.yaml", "/cards/a.yaml", "/cards/deep/z.yaml",
    ]  # fmt: skip
    assert [file.shown.removeprefix(tmp_path.as_posix()) for file in sources.pages] == ["/rulebook/x.md"]
    assert found == []


def test_translations_are_files_of_their_own(tmp_path):
    plant(
        tmp_path, a_yaml="a: 1", texts__de_yaml="a: 1", texts__de__x_md="# x",
        texts__z_md="# z", art__texts__b_yaml="b: 1", texts__de___old__y_md="# y",
    )  # fmt: skip
    sources, found = read(tmp_path)
    named = [
        [file.shown.removeprefix(tmp_path.as_posix()) for file in files] for files in (sources.files, sources.texts)
    ]
    assert named == [["/a.yaml", "/art/texts/b.yaml"], ["/texts/de.yaml", "/texts/de/x.md"]]
    assert (sources.pages, found) == ((), [])


def test_hidden_and_underlined_names_are_left_out(tmp_path):
    for name in (".x.yaml", "_x.yaml", ".git/x.yaml", "_old/x.yaml", "notes.md", "art/x.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("a: 1", encoding="utf-8")
    sources, found = read(tmp_path)
    assert (sources.files, sources.pages, found) == ((), (), [])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cards.yml", "content files end in .yaml, in small letters"),
        ("deep/CARDS.YAML", "content files end in .yaml, in small letters"),
        ("rules.yaml.txt", "Call it rules.yaml."),
        ("deep/Rules.YML.TXT", "Call it Rules.yaml."),
        ("tests/first.txt", "Call it first.yaml."),
        ("texts/de.yaml.txt", "Call it de.yaml."),
        ("rulebook/big.MD", "pages end in .md"),
        ("rulebook/long.markdown", "pages end in .md"),
        ("texts/de/big.Md", "pages end in .md"),
        ("rulebook/note.md.txt", "Call it note.md."),
        ("rulebook/sub/b.md", "pages lie in rulebook itself. Move it there, or call its folder _sub"),
        ("texts/de/sub/deep/b.md", "pages lie in texts/de itself"),
        ("Rulebook/b.md", "a folder called rulebook"),
    ],
)
def test_a_file_that_was_meant_to_be_read_is_not_passed_over_in_silence(tmp_path, name, words):
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("# first\n\ntests:\n  a: 1\n", encoding="utf-8")
    found = only(read_tree(tmp_path)[1])
    assert (found.code, found.span.file) == ("SF102", (tmp_path / name).as_posix())
    assert words in found.message


@pytest.mark.parametrize(
    "name",
    ["README.txt", "README.md", "tests/notes.txt", "tests/README.md", "rulebook/notes.txt", "notes.md.txt", "a.yaml~",
     "rulebook/_old/a.md", "art/a.MD", "texts/README.md", "deep/rulebook/a.md", "a.yaml.bak"],
)  # fmt: skip
def test_what_nobody_meant_to_be_read_is_left_alone(tmp_path, name):
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("Of tests: how they are made.\n", encoding="utf-8")
    assert read(tmp_path)[1] == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.parametrize("name", ["f.yaml", "rulebook/f.md", "texts/de.yaml"])
def test_what_is_no_ordinary_file_is_not_waited_for(tmp_path, name):
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(tmp_path / name)
    found = only(read_tree(tmp_path)[1])
    assert (found.code, found.message[:25]) == ("SF101", "This is no ordinary file,")


@pytest.mark.parametrize(
    ("name", "data", "whole"),
    [
        ("a.yaml", "a: é\n".encode("latin-1"), False),
        ("a.yaml", "a: é\n".encode("utf-16"), False),
        ("a.yaml", b"", False),
        ("a.yml", b"a: 1\n", False),
        ("a.yaml.txt", b"a: 1\n", False),
        ("a.yaml", b"a: 1\x00\n", True),
        ("a.yaml", b"a: 1\r", True),
        ("rulebook/a.md", b"\xff", True),
        ("rulebook/a.MD", b"a", True),
        ("tests/a.yml", b"tests:\n", True),
        ("texts/de.yaml", b"", True),
    ],
)
def test_it_is_known_whether_names_may_be_missing(tmp_path, name, data, whole):
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_bytes(data)
    sources, found = read_tree(tmp_path)
    assert (sources.whole, len(found)) == (whole, 1)


@pytest.mark.parametrize(
    ("data", "place", "words"),
    [
        (b"a: 1\nb: \xff\n", "2:4", "not UTF-8 text: byte 0xFF"),
        ("é: 1".encode("utf-16"), "1:1", "not UTF-8"),
        (b"a: 1\nb: x\x00y\n", "2:5", "U+0000"),
        (b"a: \x1b[31m", "1:4", "U+001B"),
        ("a: 🔥\u2028b\n".encode(), "1:5", "LINE SEPARATOR"),
        ("a: x\u2029b\x85\n".encode(), "1:5", "PARAGRAPH SEPARATOR"),
        ("a: x\x85".encode(), "1:5", "U+0085"),
        ("a: \u202eb".encode(), "1:4", "RIGHT-TO-LEFT OVERRIDE"),
        (b"a: 1\rb: 2\r", "1:5", "Save it with line breaks LF"),
        (b"a: 1\rb: 2\r\nc: 3\rd: 4\n", "1:5", "There are 2 such characters"),
        ("a: lu\u200bcky".encode(), "1:6", "A blank of no width stands here, which nobody can see. Delete it."),
        ("a: 1\n \u00a0b: 2\n \u00a0- c\n".encode(), "2:1", "Write plain blanks. There are 2 such places"),
        ("\u3000# why\n".encode() + b"a: 1\n", "1:1", "Write plain blanks."),
    ],
)
def test_what_is_not_plain_text_is_refused_at_its_place(tmp_path, data, place, words):
    (tmp_path / "a.yaml").write_bytes(data)
    _, found = read_tree(tmp_path)
    assert only(found).code == "SF104"
    assert str(only(found).span) == f"{tmp_path.as_posix()}/a.yaml:{place}"
    assert words in only(found).message


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("a: l\u200bu\u200bcky\n", "a: lucky\n"),
        ("a:\r\n\u00a0\u00a0b: 2\r\n \u2003- c\r\n", "a:\r\n  b: 2\r\n  - c\r\n"),
    ],
)
def test_blanks_that_are_none_are_mended_everywhere(text, mended):
    found = only(read_text(text, "a.yaml")[1])
    assert edited(text, found.fixes[0].edits).text == mended


def test_a_word_with_a_blank_of_no_width_stays_one_and_what_follows_stays_in_its_column():
    assert read_text("a: lu\u200bck\u200by day\n", "a.yaml")[0].text == "a: lucky   day\n"


@pytest.mark.parametrize(
    "text",
    [
        "a: 3\u00a0coins\n",
        "a: >-\n  One.\n  \u00a0\u00a0Two coins.\n",
        "a: ก\u200bข\n",
        "a: é\n",
        "a: |\n  \u3000注意: é\n",
    ],
)
def test_blanks_inside_a_text_may_be_any(text):
    assert read_text(text, "a.yaml")[1] == []


def test_a_file_with_line_breaks_of_old_macs_is_read_all_the_same():
    file, _ = read_text("a: 1\rb: 2\r", "a.yaml")
    assert file.lines == ["a: 1", "b: 2", ""]


def test_crlf_and_bom_are_plain_text(tmp_path):
    (tmp_path / "a.yaml").write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    sources, found = read_tree(tmp_path)
    assert found == []
    assert sources.files[0].lines == ["a: 1", "b: 2", ""]


@pytest.mark.parametrize("text", ["", "\n", "  \n\n", "\ufeff"])
def test_an_empty_file_is_said_to_be_empty(tmp_path, text):
    plant(tmp_path, a_yaml=text)
    assert read(tmp_path)[1] == ["/a.yaml:1:1 SF105"]


def test_a_file_that_is_too_large_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "LARGEST", 10)
    plant(tmp_path, a_yaml="a: 1234567890", b_yaml="b: 1")
    sources, found = read(tmp_path)
    assert found == ["/a.yaml:1:1 SF101"]
    assert len(sources.files) == 1


def test_a_file_that_may_not_be_opened_is_said_so(tmp_path, monkeypatch):
    plant(tmp_path, a_yaml="a: 1")

    def refuse(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert "cannot be read: permission denied" in only(read_tree(tmp_path)[1]).message


def test_a_folder_that_is_not_there_is_said_so(tmp_path):
    found = read_tree(tmp_path / "nowhere")[1]
    assert "There is no folder" in only(found).message


def test_a_text_of_an_editor_stands_in_for_its_file(tmp_path):
    plant(tmp_path, a_yaml="a: old", b_yaml="b: kept")
    sources, _ = read_tree(tmp_path, {tmp_path / "a.yaml": "a: new"})
    assert [file.text for file in sources.files] == ["a: new", "b: kept"]


def test_a_text_from_standard_input_carries_the_name_it_is_given():
    file, found = read_text("a: \x00", "<stdin>")
    assert str(only(found).span) == "<stdin>:1:4"
    assert file.text == "a:  "
