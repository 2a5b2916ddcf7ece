"""Which files are read, and what is said of those that are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from sfrules.diag import Diagnostic
from sfrules.source import files
from sfrules.source.files import Sources, read_text, read_tree


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
        tmp_path, a_yaml="a: 1", texts__de_yaml="a: 1", texts__de__x_md="# x", texts__de__deep__y_md="# y",
        texts__z_md="# z", art__texts__b_yaml="b: 1",
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


def test_a_file_with_nearly_the_right_ending_is_not_passed_over_in_silence(tmp_path):
    plant(tmp_path, cards_yml="a: 1")
    assert read(tmp_path)[1] == ["/cards.yml:1:1 SF102"]


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
        (b"a: 1\rb: 2\r", "1:5", "There are 2 such characters"),
    ],
)
def test_what_is_not_plain_text_is_refused_at_its_place(tmp_path, data, place, words):
    (tmp_path / "a.yaml").write_bytes(data)
    _, found = read_tree(tmp_path)
    assert only(found).code == "SF104"
    assert str(only(found).span) == f"{tmp_path.as_posix()}/a.yaml:{place}"
    assert words in only(found).message


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
