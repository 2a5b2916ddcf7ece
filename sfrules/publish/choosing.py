"""The register of open questions and variants: what each choice changes, as data and as lines for a terminal."""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from sfrules.diag import how_many
from sfrules.model.book import Book
from sfrules.model.gap import Gap, GapOption, Variant
from sfrules.model.paths import at_path
from sfrules.publish.markup import filler, plain
from sfrules.source.nodes import Nothing

NOTHING = "nothing"
LONG = 64
"""From how many letters on a list or mapping is shown with one entry a line."""


def register(book: Book) -> dict[str, list[dict[str, Any]]]:
    """All gaps and variants of a book as plain data; `old` is what is so now, `new` what a choice makes of it."""
    return {
        "gaps": [_gap(book, gap) for gap in book.gaps.values()],
        "variants": [
            {
                "id": str(variant.id), "title": str(variant.label), "text": _words(book, variant.text),
                "chosen": variant.id in book.choices.variants, "changes": _changes(book, variant),
            }
            for variant in book.variants.values()
        ],
    }  # fmt: skip


def _gap(book: Book, gap: Gap) -> dict[str, Any]:
    ruling = book.ruling(gap)
    return {
        "id": str(gap.id),
        "number": str(gap.number or ""),
        "title": str(gap.label),
        "question": _words(book, gap.question),
        "manual": _words(book, gap.manual),
        "status": str(gap.status),
        "in_force": str(ruling.id) if ruling is not None else None,
        "chosen": gap.id in book.choices.gaps,
        "options": [_option(book, option, option is ruling) for option in gap.options.values()],
    }


def _option(book: Book, option: GapOption, in_force: bool) -> dict[str, Any]:
    return {
        "id": str(option.id),
        "in_force": in_force,
        "says": _words(book, option.says),
        "rule": str(option.rule).rstrip() if option.rule is not None else None,
        "changes": _changes(book, option),
    }


def _changes(book: Book, option: GapOption | Variant) -> list[dict[str, str]]:
    made = []
    for verb, changes in (("set", option.set_), ("remove", option.remove)):
        for path, value in changes.items():
            was = at_path(book, path)
            old = in_lines(was) if was is not None else NOTHING
            new = in_lines(value) if verb == "set" else _left(was, value)
            made.append({"path": str(path), "old": old, "new": new})
    return made


def _left(was: Any, value: Any) -> str:
    """What is left of a value when something is taken out of it."""
    if isinstance(value, Nothing) or not isinstance(was, list):
        return NOTHING
    return in_lines([item for item in was if item not in value])


def as_written(value: Any) -> str:
    """A piece of content as it could stand in one line of a file; rule text as it is."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {as_written(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(as_written(inner) for inner in value) + "]"
    return str(value).rstrip()


def in_lines(value: Any) -> str:
    """The same, one entry a line where it is long."""
    flow = as_written(value)
    if isinstance(value, str) or ("\n" not in flow and len(flow) <= LONG):
        return flow
    if isinstance(value, Mapping):
        return "\n".join(_entry(str(key), inner) for key, inner in value.items())
    return "\n".join(f"- {as_written(item)}" for item in value)


def _entry(key: str, value: Any) -> str:
    text = in_lines(value)
    mark = " |" if isinstance(value, str) else ""
    return f"{key}:{mark}\n" + textwrap.indent(text, "  ") if "\n" in text else f"{key}: {text}"


def _words(book: Book, text: Any) -> str:
    return plain(str(text), filler(book)) if text is not None else ""


# for a terminal


def lines(data: Mapping[str, list[dict[str, Any]]], width: int) -> Iterator[str]:
    """The register in words; a line of a heading begins with `== `."""
    for gap in data["gaps"]:
        yield from _gap_lines(gap, width)
        yield ""
    for variant in data["variants"]:
        yield f"== Variant {variant['id']}: {variant['title']}{', switched on' if variant['chosen'] else ''}"
        yield from _wrapped(variant["text"], "", width)
        yield from _change_lines(variant["changes"], width)
        yield ""
    ruled = sum(len(gap["options"]) - 1 for gap in data["gaps"] if gap["in_force"] is not None)
    counts = ((len(data["gaps"]), "open question"), (ruled, "alternative"), (len(data["variants"]), "variant"))
    yield ", ".join(how_many(number, noun) for number, noun in counts) + "."


def _gap_lines(gap: Mapping[str, Any], width: int) -> Iterator[str]:
    yield f"== {gap['number'] or gap['id']}  {gap['title']}  ({gap['id']}, {gap['status']})"
    yield from _wrapped(gap["question"], "", width)
    if gap["manual"]:
        yield from _wrapped(gap["manual"], "The manual: ", width)
    for option in sorted(gap["options"], key=lambda option: not option["in_force"]):
        state = "chosen" if gap["chosen"] else "in force"
        head = f"{state}: {option['id']}. " if option["in_force"] else f"--gap {gap['id']}={option['id']}: "
        yield from _wrapped(option["says"], head, width, "  ")
        if not option["in_force"]:
            yield from _change_lines(option["changes"], width)


def _wrapped(text: str, head: str, width: int, indent: str = "") -> Iterator[str]:
    if head or text:
        yield from textwrap.wrap(
            f"{head}{text}", width, initial_indent=indent, subsequent_indent=indent + "  ",
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip


def _change_lines(changes: list[dict[str, str]], width: int) -> Iterator[str]:
    """Short values as `path: old -> new`; of long ones the lines that go and come."""
    for change in changes:
        old, new = change["old"].splitlines() or [""], change["new"].splitlines() or [""]
        one = f"    {change['path']}: {old[0]} -> {new[0]}"
        if len(old) == len(new) == 1 and len(one) <= width:
            yield one
            continue
        yield f"    {change['path']}:"
        for line in difflib.ndiff([] if old == [NOTHING] else old, [] if new == [NOTHING] else new):
            if line[0] in "-+":
                yield from textwrap.wrap(
                    line.rstrip(), width, initial_indent="      ", subsequent_indent="          ", drop_whitespace=True,
                    break_long_words=False, break_on_hyphens=False,
                )  # fmt: skip
