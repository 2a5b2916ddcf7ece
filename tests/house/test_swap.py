"""Replacing a build: whatever fails, and wherever, the old build is whole afterwards and nothing lies about."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from sfrules.publish.swap import MARKER, ForeignFolderError, write_tree

OLD = {"index.html": "old", "cards/one.pdf": "old card", MARKER: ""}
NEW = {"index.html": "new", "cards/two.pdf": "new card", MARKER: ""}


def tree(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in folder.rglob("*") if p.is_file()}


def fill(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def write_new(folder: Path) -> int:
    fill(folder, NEW)
    return len(NEW)


@pytest.fixture(params=["nothing before", "an old build"])
def target(request, tmp_path) -> Path:
    build: Path = tmp_path / "build"
    if request.param == "an old build":
        fill(build, OLD)
    return build


def test_the_new_build_takes_the_place_of_the_old(target):
    assert write_tree(target, write_new) == len(NEW)
    assert tree(target) == NEW
    assert list(target.parent.iterdir()) == [target]


def test_a_build_may_follow_a_build(target):
    write_tree(target, write_new)
    write_tree(target, lambda folder: fill(folder, OLD))
    assert tree(target) == OLD


def test_missing_parents_are_made(tmp_path):
    write_tree(tmp_path / "a" / "b" / "build", write_new)
    assert tree(tmp_path / "a" / "b" / "build") == NEW


class Trap:
    """Notes what is done to the file system, and breaks chosen doings: before they take place, or just after."""

    def __init__(self, steps: Collection[int] = (), error: type[BaseException] = OSError, after: bool = False) -> None:
        self.steps, self.error, self.after = steps, error, after
        self.done: list[str] = []

    def guard(self, name: str, do: Callable[..., object]) -> Callable[..., object]:
        def guarded(*args: object, **kwargs: object) -> object:
            self.done.append(name)
            breaks = len(self.done) - 1 in self.steps
            if breaks and not self.after:
                self.spring()
            result = do(*args, **kwargs)
            if breaks:
                self.spring()
            return result

        return guarded

    def spring(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device") if self.error is OSError else self.error


def run_with(trap: Trap, target: Path) -> BaseException | None:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("mkdir", "rename", "touch", "write_text"):
            patch.setattr(Path, name, trap.guard(name, getattr(Path, name)))
        patch.setattr(shutil, "rmtree", trap.guard("rmtree", shutil.rmtree))
        try:
            write_tree(target, write_new)
        except (OSError, KeyboardInterrupt) as error:
            return error
    return None


def doings(folder: Path) -> list[str]:
    """What a run without a fault does, in order: the second rename puts the new build in its place."""
    fill(folder / "build", OLD)
    trap = Trap()
    assert run_with(trap, folder / "build") is None
    assert trap.done.count("rename") == 2
    return trap.done


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_an_error_at_any_step_leaves_one_whole_build(tmp_path, error, after):
    plan = doings(tmp_path / "dry")
    in_place = [step for step, name in enumerate(plan) if name == "rename"][1]
    for step, name in enumerate(plan):
        target = tmp_path / f"{step}-{name}" / "build"
        fill(target, OLD)
        assert isinstance(run_with(Trap({step}, error, after), target), error)
        assert tree(target) == (NEW if step + after > in_place else OLD)
        assert name == "rmtree" or list(target.parent.iterdir()) == [target]
        write_tree(target, write_new)
        assert tree(target) == NEW
        assert list(target.parent.iterdir()) == [target]


def test_an_old_build_that_could_not_be_put_back_at_once_comes_back_with_the_next_run(tmp_path):
    plan = doings(tmp_path / "dry")
    in_place = [step for step, name in enumerate(plan) if name == "rename"][1]
    target = tmp_path / "build"
    fill(target, OLD)
    assert run_with(Trap(range(in_place, 99)), target) is not None
    assert not target.exists()
    with pytest.raises(ValueError, match="a mistake"):
        write_tree(target, wrong)
    assert tree(target) == OLD


def no_space(folder: Path) -> None:
    fill(folder, {"index.html": "half"})
    raise OSError(errno.ENOSPC, "No space left on device")


def interrupted(folder: Path) -> None:
    fill(folder, {"index.html": "half"})
    raise KeyboardInterrupt


def wrong(folder: Path) -> None:
    raise ValueError("a mistake in a page")


@pytest.mark.parametrize("writer", [no_space, interrupted, wrong])
def test_a_writer_that_fails_changes_nothing(target, writer):
    before = tree(target)
    with pytest.raises((OSError, KeyboardInterrupt, ValueError)):
        write_tree(target, writer)
    assert tree(target) == before
    assert list(target.parent.iterdir()) == ([target] if before else [])


def test_a_build_that_a_killed_process_left_aside_comes_back(tmp_path):
    target = tmp_path / "build"
    fill(tmp_path / ".build.old-0badf00d", OLD)
    with pytest.raises(ValueError, match="a mistake"):
        write_tree(target, wrong)
    assert tree(target) == OLD


def test_what_a_killed_process_left_to_delete_is_deleted(tmp_path):
    target = tmp_path / "build"
    fill(target, OLD)
    fill(tmp_path / ".build.old-0badf00d", OLD)
    write_tree(target, write_new)
    assert list(tmp_path.iterdir()) == [target]
    assert tree(target) == NEW


def test_files_of_someone_else_are_never_replaced(tmp_path):
    fill(tmp_path / "letters", {"to-a-friend.txt": "dear"})
    with pytest.raises(ForeignFolderError, match="did not write"):
        write_tree(tmp_path / "letters", write_new)
    assert tree(tmp_path / "letters") == {"to-a-friend.txt": "dear"}


def test_a_file_in_the_way_is_named(tmp_path):
    (tmp_path / "build").write_text("a note", encoding="utf-8")
    with pytest.raises(NotADirectoryError, match="is a file"):
        write_tree(tmp_path / "build", write_new)


def test_an_empty_folder_may_be_filled(tmp_path):
    (tmp_path / "build").mkdir()
    write_tree(tmp_path / "build", write_new)
    assert tree(tmp_path / "build") == NEW


def test_a_link_to_a_folder_keeps_being_a_link(tmp_path):
    fill(tmp_path / "real", OLD)
    (tmp_path / "build").symlink_to(tmp_path / "real", target_is_directory=True)
    write_tree(tmp_path / "build", write_new)
    assert (tmp_path / "build").is_symlink()
    assert tree(tmp_path / "real") == NEW
