"""The report on a scenario: what was checked and found, the gap register, how games went; as data and as a page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sfrules.model.book import Book
from sfrules.publish.findings import Checked, as_json
from sfrules.publish.findings.summary import objects
from sfrules.publish.listing import groups, kinds, listings
from sfrules.publish.markup import filler, plain
from sfrules.resources import resource

if TYPE_CHECKING:
    from jinja2 import Template


@dataclass(frozen=True)
class Report:
    """What there is to report; `games` are a simulation's numbers, `made` what a build wrote, both as they are.

    Where the tests were not read, as in a build, they are not counted either.
    """

    checked: Checked
    games: Mapping[str, Any] | None = None
    made: Mapping[str, Any] = field(default_factory=dict)
    tests_read: bool = True

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        book, found = self.checked.book, self.checked.found
        levels = Counter(str(finding.severity) for finding in found)
        return {
            "scenario": {
                "title": str(book.scenario.title or ""),
                "version": str(book.scenario.version or ""),
                "folder": book.root.name,
                "gaps": dict(book.choices.gaps),
                "variants": list(book.choices.variants),
            },
            "checked": {name: count for name, count in book.counts.items() if self.tests_read or name != "tests"},
            "levels": {level: levels[level] for level in ("error", "warning", "info")},
            "findings": json.loads(as_json(found)),
            "gaps": [_gap(book, str(id_)) for id_ in book.gaps],
            "coverage": dict(self.checked.coverage) if self.checked.coverage is not None else None,
            "games": dict(self.games) if self.games is not None else None,
            "made": dict(self.made),
        }

    def page(self) -> str:
        """The page, one file that needs nothing else. Every text of the content is escaped."""
        data, book = self.data(), self.checked.book
        return _template().render(
            data,
            only=self.checked.only,
            open_gaps=_by_status(data["gaps"]),
            groups=list(groups(self.checked)),
            kinds=kinds(self.checked),
            address=self.checked.address,
            built=not self.tests_read,
            fills=f"sfrules validate {self.checked.path(book.shown)} --play 300 --output html=report.html",
            listings=list(listings(self.checked)),
        )


@cache
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    folder = resource("site") / "templates"
    templates = Environment(
        loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
    )
    templates.filters["of"] = objects
    templates.filters["percent"] = lambda share: f"{share * 100:.1f} %"
    return templates.get_template("report.html.j2")


def _gap(book: Book, id_: str) -> dict[str, Any]:
    gap = book.gaps[id_]
    ruling = book.ruling(gap)
    return {
        "id": id_,
        "number": str(gap.number or ""),
        "title": str(gap.label),
        "status": str(gap.status),
        "place": str(gap.span),
        "question": _plain(book, gap.question),
        "ruling": str(book.choices.gaps.get(id_, gap.ruling) or ""),
        "says": _plain(book, ruling.says) if ruling is not None else "",
        "alternatives": [str(option.id) for option in gap.options.values() if option is not ruling],
    }


def _plain(book: Book, text: str | None) -> str:
    return plain(text, filler(book)) if text else ""


def _by_status(gaps: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    return dict(Counter(gap["status"] for gap in gaps))


def write_report(out: Path, report: Report) -> tuple[Path, Path]:
    """Writes `report.json` and `report.html` into the folder `out`."""
    out.mkdir(parents=True, exist_ok=True)
    as_data, as_page = out / "report.json", out / "report.html"
    data = json.dumps(report.data(), ensure_ascii=False, indent=2) + "\n"
    for path, text in ((as_data, data), (as_page, report.page())):
        # half a letter, which a text can name by its number, has no bytes of its own
        path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    return as_data, as_page
