"""Drives Typst: a template and a job (plain data) in; a PDF or pictures out, with how each text fitted its box.

The PDF is made to the accessibility standard PDF/UA, which Typst refuses to write when a letter has no glyph; a plain
PDF would show an empty box without a word. So a refusal is how missing letters are found. Run as a module, it does one
job given on standard input: Typst never gives memory back, so large decks are printed by a process for each part.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sfrules.record import record
from sfrules.resources import resource

if TYPE_CHECKING:
    import typst

# The same input must give the same bytes, so no clock is read.
_MOMENT = 1_767_225_600
_MISSING = re.compile(r'the text `"((?:[^"\\]|\\.)*)"` could not be displayed')
_ESCAPE = re.compile(r"\\u\{([0-9a-f]+)\}|\\(.)")
_LATIN = ("IBM Plex Sans", "IBM Plex Serif", "IBM Plex Mono")


@record
class Fit:
    """How a text sits in its box: size in points, millimetres that did not fit, words that were broken by force."""

    card: str
    box: str
    pt: float
    over_mm: float
    broken: tuple[str, ...]


@record
class Typeset:
    """A finished PDF, its number of pages, its fits, and letters without a glyph by card ("" where it was no card)."""

    pdf: bytes
    pages: int
    fits: tuple[Fit, ...]
    missing: Mapping[str, str]


def typeset(template: str, job: Mapping[str, Any]) -> Typeset:
    """Set `job` with the template of that name in `site/cards`. A mistake in the template is a typst.TypstError."""
    compiler = _compiler(template, job)
    pdf, letters = _accessible(compiler)
    missing: dict[str, str] = {}
    if pdf is None:
        missing = _blame(letters, job)
        pdf = _one(compiler.compile(format="pdf", timestamp=_MOMENT))
    pages = json.loads(compiler.query("<pages>", field="value", one=True))
    return Typeset(pdf, pages, tuple(_fits(compiler)), missing)


def typeset_apart(template: str, job: Mapping[str, Any], out: Path) -> Typeset:
    """The same in a process of its own, by way of the file `out`; a failure there is a RuntimeError with its words."""
    order = json.dumps({"template": template, "job": job, "out": str(out)})
    command = [sys.executable, "-m", "sfrules.publish.typeset"]
    done = subprocess.run(command, input=order, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    said = json.loads(done.stdout)
    fits = tuple(Fit(**{**fit, "broken": tuple(fit["broken"])}) for fit in said["fits"])
    return Typeset(out.read_bytes(), said["pages"], fits, said["missing"])


def pictures(template: str, job: Mapping[str, Any], form: Literal["png", "svg"], ppi: float) -> tuple[bytes, ...]:
    """One picture for each page that the template makes."""
    made = _compiler(template, job).compile(format=form, ppi=ppi)
    return tuple(made) if isinstance(made, list) else (made or b"",)


def icon_names() -> frozenset[str]:
    """The icons that a text can show."""
    return frozenset(path.stem for path in (resource("site") / "cards" / "icons").glob("*.svg"))


def _compiler(template: str, job: Mapping[str, Any]) -> typst.Compiler:
    import typst

    site = resource("site")
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(site / "fonts")])
    root = site / "cards"
    full = {
        **job,
        "families": sorted(set(fonts.families()) - set(_LATIN)),
        "icons": sorted(icon_names()),
    }
    inputs = {"job": json.dumps(full, ensure_ascii=False)}
    return typst.Compiler(str(root / f"{template}.typ"), root=str(root), font_paths=fonts, sys_inputs=inputs)


def _accessible(compiler: typst.Compiler) -> tuple[bytes | None, str]:
    """The PDF, or None and the letters that have no glyph."""
    import typst

    try:
        return _one(compiler.compile(format="pdf", timestamp=_MOMENT, pdf_standards=["ua-1"])), ""
    except typst.TypstError as refusal:
        named = (_plain(found) for found in _MISSING.findall(refusal.diagnostic))
        return None, "".join(dict.fromkeys("".join(named)))


def _blame(letters: str, job: Mapping[str, Any]) -> dict[str, str]:
    """Which card lacks which letters; each that holds one is set alone, as a letter may be missing in one style."""
    blamed: dict[str, str] = {}
    for face in job.get("faces", ()):
        if _holds(face, letters):
            alone = {**job, "faces": [face], "backs": {}}
            blamed[face["id"]] = _accessible(_compiler("single", alone))[1]
    rest = "".join(letter for letter in letters if not any(letter in found for found in blamed.values()))
    return {card: found for card, found in {**blamed, "": rest}.items() if found}


def _holds(part: object, letters: str) -> bool:
    """Whether a text in this data has one of the letters; some boxes print capitals, so those count as well."""
    if isinstance(part, str):
        return any(letter in part or letter in part.upper() for letter in letters)
    if isinstance(part, Mapping):
        return any(_holds(value, letters) for value in part.values())
    return isinstance(part, list | tuple) and any(_holds(value, letters) for value in part)


def _fits(compiler: typst.Compiler) -> Iterator[Fit]:
    seen: set[tuple[str, str]] = set()
    for said in json.loads(compiler.query("<fit>", field="value")):
        key = (said["card"], said["box"])
        if key not in seen:
            seen.add(key)
            yield Fit(*key, said["pt"], said["over-mm"], tuple(said["broken"]))


def _plain(quoted: str) -> str:
    return _ESCAPE.sub(
        lambda m: chr(int(m[1], 16)) if m[1] else {"n": "\n", "t": "\t", "r": "\r"}.get(m[2], m[2]), quoted
    )


def _one(made: bytes | list[bytes] | None) -> bytes:
    return made if isinstance(made, bytes) else b"".join(made or ())


def _work(order: Mapping[str, Any]) -> str:
    made = typeset(order["template"], order["job"])
    Path(order["out"]).write_bytes(made.pdf)
    return json.dumps({"pages": made.pages, "fits": [asdict(fit) for fit in made.fits], "missing": dict(made.missing)})


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(_work(json.load(sys.stdin)))
