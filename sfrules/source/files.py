"""The files of a scenario: found in a stable order, read with care."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sfrules.diag import Diagnostic, Severity, Span
from sfrules.source.letters import BREAK, cleaned

TEXTS = "texts"
"""The folder of translations: a file for each language, and a folder beside it with its pages."""

LARGEST = 4_000_000
"""The size in bytes above which a file is refused: a scenario is split over files long before that."""

_WORN = re.compile(r"(\.yaml|\.yml|\.md)\.txt$", re.IGNORECASE)
"""The ending that an editor has put behind the right one."""

_BEGINS_ENTRIES = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s*(?:#[^\n]*)?\n)*[a-z][a-z_ -]*:[ \t]*(?:#[^\n]*)?\r?\n")


@dataclass(frozen=True)
class SourceFile:
    """One text of a scenario: where it is, how the user would type that, and what stands there."""

    path: Path
    shown: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        """The lines as an editor numbers them, without their breaks."""
        return BREAK.split(self.text)


@dataclass(frozen=True)
class Sources:
    """All texts of a scenario folder, each sort in stable order: content files, rulebook pages, and translations.

    `whole` is False where content was not read, so that names may be missing.
    """

    root: Path
    shown: str
    files: tuple[SourceFile, ...] = ()
    pages: tuple[SourceFile, ...] = ()
    texts: tuple[SourceFile, ...] = ()
    whole: bool = True


def read_tree(root: Path, overlay: Mapping[Path, str] | None = None) -> tuple[Sources, list[Diagnostic]]:
    """The content files (`*.yaml`), pages (`rulebook/*.md`) and translations under `root`, and what could not be read.

    `overlay` gives texts that stand in for files on disk, as an editor holds them before they are saved.
    """
    shown = root.as_posix()
    if not root.is_dir():
        return Sources(root, shown), [_whole_file("SF101", shown, f"There is no folder {shown}.")]
    held = {path.resolve(): text for path, text in (overlay or {}).items()}
    found: list[Diagnostic] = []
    read = [file for path in _walk(root, found) if (file := _read_one(path, root, held, found)) is not None]
    texts = tuple(file for file in read if file.path.is_relative_to(root / TEXTS))
    content = [file for file in read if file not in texts] if texts else read
    files = tuple(file for file in content if file.path.suffix == ".yaml")
    pages = tuple(file for file in content if file.path.suffix == ".md")
    there = {file.shown for file in read}
    whole = not any(_hides_content(finding, root, there) for finding in found)
    return Sources(root, shown, files, pages, texts, whole), found


def _hides_content(found: Diagnostic, root: Path, read: Collection[str]) -> bool:
    """Whether a finding keeps content from being read, and not only pages, translations or tests."""
    path = Path(found.span.file)
    if found.code == "SF104" and found.span.file in read:
        return False
    aside = (root / "rulebook", root / TEXTS, root / "tests")
    return not any(path.is_relative_to(folder) for folder in aside)


def read_file(path: Path, shown: str = "") -> tuple[SourceFile | None, list[Diagnostic]]:
    """One file by itself, or None and the reason."""
    found: list[Diagnostic] = []
    return _decode(path, shown or path.as_posix(), found), found


def read_text(text: str, shown: str, path: Path | None = None) -> tuple[SourceFile, list[Diagnostic]]:
    """A text that an editor hands over, under the name it should be shown by."""
    found: list[Diagnostic] = []
    return _clean(path or Path(shown), shown, text.removeprefix("\ufeff"), found), found


def inside(path: Path, root: Path) -> bool:
    """Whether `path`, with every link followed, lies in the folder `root`."""
    return path.resolve().is_relative_to(root.resolve())


def _walk(root: Path, found: list[Diagnostic]) -> Iterator[Path]:
    """Content files and pages under `root`: parents before children, by name, hidden and `_` folders left out."""
    unlisted: list[OSError] = []
    for folder, folders, names in os.walk(root, onerror=unlisted.append):
        here = Path(folder)
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        found += [_linked_folder(here / name, root) for name in folders if (here / name).is_symlink()]
        for name in sorted(names):
            path = here / name
            if name.startswith((".", "_")):
                continue
            if path.suffix == ".yaml" or (path.suffix == ".md" and _for_pages(here, root)):
                yield path
            elif why := _passed_over(path, root):
                found.append(_whole_file("SF102", path.as_posix(), f"{name} is not read: {why}"))
    found += map(_unlistable, unlisted)


def _for_pages(folder: Path, root: Path) -> bool:
    """Whether the pages of a folder are read: those of the rulebook, and of a translation of it."""
    return folder == root / "rulebook" or folder.parent == root / TEXTS


def _passed_over(path: Path, root: Path) -> str:
    """Why a file that was most likely meant to be read is not; nothing for any other file."""
    here, ending = path.parent, path.suffix.lower()
    worn = _WORN.search(path.name)
    if worn is not None and (worn[1].lower() != ".md" or _for_pages(here, root)):
        plain = path.name[: worn.start()] + (".md" if worn[1].lower() == ".md" else ".yaml")
        return f"its name has .txt behind its ending. Call it {plain}."
    if ending in (".yml", ".yaml"):
        return "content files end in .yaml, in small letters."
    if ending == ".txt" and here == root / "tests" and _begins_entries(path):
        return f"tests are content, whose files end in .yaml. Call it {path.stem}.yaml."
    if ending not in (".md", ".markdown"):
        return ""
    if _for_pages(here, root):
        return "pages end in .md, in small letters."
    pages = next((folder for folder in here.parents if _for_pages(folder, root)), None)
    if pages is not None:
        folder = pages.relative_to(root).as_posix()
        return f"pages lie in {folder} itself. Move it there, or call its folder _{here.name} if it is to be left out."
    if here.parent == root and here.name.lower() == "rulebook":
        return "pages lie in a folder called rulebook, in small letters."
    return ""


def _begins_entries(path: Path) -> bool:
    """Whether the first line of a file that says something is a key above others."""
    try:
        return path.is_file() and _BEGINS_ENTRIES.match(path.read_bytes()[:LARGEST]) is not None
    except OSError:
        return False


def _read_one(path: Path, root: Path, overlay: Mapping[Path, str], found: list[Diagnostic]) -> SourceFile | None:
    shown = path.as_posix()
    if not inside(path, root):
        found.append(
            _whole_file("SF103", shown, "This is a link to a file outside the scenario folder; it is not read.")
        )
        return None
    if (text := overlay.get(path.resolve())) is not None:
        return _clean(path, shown, text.removeprefix("\ufeff"), found)
    return _decode(path, shown, found)


def _decode(path: Path, shown: str, found: list[Diagnostic]) -> SourceFile | None:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # whoever opened a pipe would wait for ever
            message = "This is no ordinary file, and is not read. Take it out of the scenario folder."
            found.append(_whole_file("SF101", shown, message))
            return None
        if (size := status.st_size) > LARGEST:
            message = (
                f"The file is too large: {size:,} bytes; at most {LARGEST:,} are read. Split it over several files."
            )
            found.append(_whole_file("SF101", shown, message))
            return None
        data = path.read_bytes()
    except OSError as error:
        found.append(
            _whole_file("SF101", shown, f"The file cannot be read: {(error.strerror or 'unknown cause').lower()}.")
        )
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found.append(_not_utf8(shown, data, error.start))
        return None
    return _clean(path, shown, text, found)


def _clean(path: Path, shown: str, text: str, found: list[Diagnostic]) -> SourceFile:
    """The file, with letters that may not stand in it reported and blanked, so that the rest can be checked too."""
    text, more = cleaned(text, shown, blanks=path.suffix == ".yaml")
    found += more
    if not text.strip():
        entry = "an entry" if path.suffix == ".yaml" else "the page"
        found.append(_whole_file("SF105", shown, f"The file is empty. Write {entry}, or delete the file."))
    return SourceFile(path, shown, text)


def _not_utf8(shown: str, data: bytes, at: int) -> Diagnostic:
    before = BREAK.split(data[:at].decode("utf-8-sig", "replace"))
    message = f"The file is not UTF-8 text: byte 0x{data[at]:02X} stands here. Save it as UTF-8."
    return Diagnostic("SF104", message, Span(shown, len(before), len(before[-1]) + 1))


def _linked_folder(path: Path, root: Path) -> Diagnostic:
    where = "" if inside(path, root) else " outside the scenario folder"
    return _whole_file(
        "SF103", path.as_posix(), f"This is a link to a folder{where}; links to folders are not followed."
    )


def _unlistable(error: OSError) -> Diagnostic:
    reason = (error.strerror or "unknown cause").lower()
    return _whole_file("SF101", Path(str(error.filename)).as_posix(), f"The folder cannot be read: {reason}.")


def _whole_file(code: str, shown: str, message: str) -> Diagnostic:
    return Diagnostic(code, message, Span(shown, 1, 1), Severity.ERROR)
