"""The report of a build: what was checked and found, the gap register, how random games went; as data and as a page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sfrules.diag import Diagnostic
from sfrules.model.book import Book
from sfrules.publish.findings import as_json
from sfrules.publish.markup import filler, plain
from sfrules.resources import resource


def report_data(
    book: Book, found: Sequence[Diagnostic], games: Mapping[str, Any] | None, made: Mapping[str, Any]
) -> dict[str, Any]:
    """All of it as plain data. `games` are a simulation's numbers, `made` what the build wrote; both as they are."""
    levels = Counter(str(finding.severity) for finding in found)
    return {
        "scenario": {
            "title": str(book.scenario.title or ""),
            "version": str(book.scenario.version or ""),
            "folder": book.root.name,
            "gaps": dict(book.choices.gaps),
            "variants": list(book.choices.variants),
        },
        "checked": dict(book.counts),
        "levels": {level: levels[level] for level in ("error", "warning", "info")},
        "findings": json.loads(as_json(found)),
        "gaps": [_gap(book, str(id_)) for id_ in book.gaps],
        "games": dict(games) if games is not None else None,
        "made": dict(made),
    }


def _gap(book: Book, id_: str) -> dict[str, Any]:
    gap = book.gaps[id_]
    ruling = book.ruling(gap)
    return {
        "id": id_,
        "number": str(gap.number or ""),
        "title": str(gap.label),
        "status": str(gap.status),
        "question": _plain(book, gap.question),
        "ruling": str(book.choices.gaps.get(id_, gap.ruling) or ""),
        "says": _plain(book, ruling.says) if ruling is not None else "",
        "alternatives": [str(option.id) for option in gap.options.values() if option is not ruling],
    }


def _plain(book: Book, text: str | None) -> str:
    return plain(text, filler(book)) if text else ""


def write_report(out: Path, data: Mapping[str, Any]) -> tuple[Path, Path]:
    """Writes `report.json` and `report.html`, a page that needs nothing else, into the folder `out`."""
    out.mkdir(parents=True, exist_ok=True)
    as_data, as_page = out / "report.json", out / "report.html"
    as_data.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", encoding="utf-8", newline="\n")
    as_page.write_text(report_page(data), encoding="utf-8", newline="\n")
    return as_data, as_page


def report_page(data: Mapping[str, Any]) -> str:
    """The page. Every text of the content is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    folder = resource("site") / "templates"
    templates = Environment(
        loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
    )
    templates.filters["percent"] = lambda share: f"{share * 100:.1f} %"
    return templates.get_template("report.html.j2").render(data, open_gaps=_by_status(data["gaps"]))


def _by_status(gaps: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    return dict(Counter(gap["status"] for gap in gaps))
