"""Begins a new check: `python -m sfrules.check.new TOPIC NAME "Title"`, in a checkout.

Writes the skeleton with the next free code into the file of its topic, puts it on the list, and begins a case. Until
all of it is filled in, the tests of the checks fail.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from sfrules.diag import Severity

CHECKOUT = Path(__file__).resolve().parents[2]

_HEAD = '''"""{topic}: what this file is about, in one line."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.rule import Finding, check
from sfrules.diag import Severity
from sfrules.model.book import Book
'''

_SKELETON = '''

@check(
    "{code}",
    Severity.{level},
    "{title}",
    why="",
    bad="",
    good="",
)
def {name}(book: Book) -> Iterator[Finding]:
    """{title}."""
    yield from ()
'''

_CASE = """# {code}: a line that is wrong, and one that looks like it and is fine
glossary:
  tide: The water, twice a day.    #! {code} words of the message
"""

_IMPORT = re.compile(r"^from sfrules\.check import (?:\(([^)]*)\)(?:  # fmt: skip)?|([^(\n]*))\n", re.MULTILINE)
_LIST = re.compile(r"(?<=^CHECKS: tuple\[Check, \.\.\.\] = \(\n)(.*?)(?=^\)$)", re.MULTILINE | re.DOTALL)


class NotBegun(Exception):  # noqa: N818 - what was asked for cannot be done
    """The check cannot be begun, and nothing was written."""


def next_code(family: str, root: Path = CHECKOUT) -> str:
    """The code behind the highest of a family that stands anywhere in the package."""
    texts = (path.read_text(encoding="utf-8") for path in (root / "sfrules").rglob("*.py"))
    used = [int(digits) for text in texts for digits in re.findall(rf'"{family}(\d\d)"', text)]
    number = max(used, default=0) + 1
    if number > 99:
        raise NotBegun(f"all codes of {family} are taken")
    return f"{family}{number:02}"


def begin(topic: str, name: str, title: str, family: str, level: Severity, root: Path = CHECKOUT) -> dict[Path, str]:
    """The files of the checkout as they are to be, by path. Raises NotBegun."""
    listing, file = root / "sfrules/check/__init__.py", root / "sfrules/check" / f"{topic}.py"
    case = root / "tests/check/cases" / f"{topic}.yaml"
    if not case.parent.is_dir():
        raise NotBegun("this is no checkout of sfrules: there are no cases in tests/check/cases")
    for word in (topic, name):
        if not re.fullmatch(r"[a-z][a-z_]*", word):
            raise NotBegun(f"“{word}” is no name: write small letters and _")
    code = next_code(family, root)
    skeleton = _SKELETON.format(code=code, level=level.name, title=title.replace('"', "”"), name=name)
    before = file.read_text(encoding="utf-8") if file.exists() else _HEAD.format(topic=topic.capitalize())
    if f"def {name}(" in before:
        raise NotBegun(f"{file.name} has a function {name}")
    cases = case.read_text(encoding="utf-8").rstrip("\n") + "\n---\n" if case.exists() else ""
    return {
        file: before.rstrip("\n") + "\n" + skeleton,
        listing: listed(listing.read_text(encoding="utf-8"), topic, name),
        case: cases + _CASE.format(code=code),
    }


def listed(text: str, topic: str, name: str) -> str:
    """The list of checks with one more: behind the last of its topic, or at the end."""
    found, checks = _IMPORT.search(text), _LIST.search(text)
    if found is None or checks is None:
        raise NotBegun("the list in sfrules/check/__init__.py is not written as it was")
    lines = checks[0].splitlines()
    own = [at for at, line in enumerate(lines) if line.strip().startswith(f"{topic}.")]
    lines.insert(own[-1] + 1 if own else len(lines), f"    {topic}.{name},")
    text = text[: checks.start()] + "\n".join(lines) + "\n" + text[checks.end() :]
    topics = sorted({topic, *re.findall(r"\w+", found[1] or found[2])})
    names = "".join(f"    {one},\n" for one in topics)
    return text[: found.start()] + f"from sfrules.check import (\n{names})  # fmt: skip\n" + text[found.end() :]


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m sfrules.check.new", description="Begin a new check.")
    parser.add_argument("topic", help="the file in sfrules/check it belongs to, such as cards; a new one is made")
    parser.add_argument("name", help="the name of its function, such as empty_deck")
    parser.add_argument("title", help="what is wrong, as a heading: “A deck without cards”")
    parser.add_argument("--family", default="SF5", choices=[f"SF{n}" for n in range(1, 10)], help="family of codes")
    parser.add_argument("--level", default="warning", choices=[str(level) for level in Severity], help="its level")
    given = parser.parse_args(arguments)
    try:
        files = begin(given.topic, given.name, given.title, given.family, Severity(given.level))
    except NotBegun as error:
        print(f"{error}; nothing was written.", file=sys.stderr)
        return 2
    for path, text in files.items():
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"written: {path.relative_to(CHECKOUT).as_posix()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
