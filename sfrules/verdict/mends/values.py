"""Single values that are written in another way than they are read: numbers, flags, ids, ranges, colours, lists."""

from __future__ import annotations

import re

from sfrules.diag import Diagnostic, Edit, Fix, Span
from sfrules.ids import slug_like, source_like
from sfrules.verdict.edits import Lines

_YES, _NO = ("true", "on", "y", "1", "yes"), ("false", "off", "n", "0", "no")
_DIGITS = re.compile(r"[-+]?[0-9]{1,18}(?:[_,'][0-9]{3}){0,6}")
_REST = re.compile(r"""[^,:{}\[\]"']+(?:,[^,:{}\[\]"']+)*(?=,[^,:{}]*:|[ ]*})""")
"""What a text with commas goes on with, up to the next key or the end of the braces."""

_END = "(-?[0-9]{1,18})"
_RANGE = re.compile(rf"{_END} *(?:-|–|—|to|\.\.\.|…|:|,) *{_END}|{_END}\.\.{_END}")
_WORDS = re.compile(r"[\w-]+(?: *, *[\w-]+)*")


def number(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """Quotes, zeros in front, signs between thousands: none of them belongs to a number."""
    written = _bare(lines.at(diagnostic.span))
    if not _DIGITS.fullmatch(written):
        return None
    return _instead(diagnostic, lines, str(int(re.sub("[_,']", "", written))))


def flag(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`true`, `on`, "yes": yes. `false`, `off`, "no": no."""
    written = _bare(lines.at(diagnostic.span)).lower()
    meant = "yes" if written in _YES else "no" if written in _NO else ""
    return _instead(diagnostic, lines, meant) if meant else None


def slug(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """An id in small letters and hyphens; unsafe, since the same id is used elsewhere."""
    meant = slug_like(_bare(lines.at(diagnostic.span))) if "number of a rule" not in diagnostic.message else ""
    return _instead(diagnostic, lines, meant, safe=False) if meant else None


def source(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`r14`, `R4`: the number of a rule is a capital and two digits at least."""
    meant = source_like(_bare(lines.at(diagnostic.span)))
    return _instead(diagnostic, lines, meant) if meant and "number of a rule" in diagnostic.message else None


def list_of_one(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`source: R01` where a list is wanted."""
    written = lines.at(diagnostic.span)
    if "Write a list" not in diagnostic.message or not _WORDS.fullmatch(written):
        return None
    return _instead(diagnostic, lines, f"[{written}]")


def comma(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`{says: Two ships, one each}`, `{start: 1,000}`: a comma within a text or a number."""
    span, line = diagnostic.span, lines.line(diagnostic.span.line)
    start = line.rfind(": ", 0, span.column - 1) + 2
    if "A number has no commas" in diagnostic.message:
        gap = Span(span.file, span.line, len(line[: span.column - 1].rstrip(", ")) + 1, span.line, span.column)
        return Fix("Leave the comma out", (Edit(gap, ""),), safe=line[span.column - 2] == ",")
    rest = _REST.match(line, span.column - 1)
    if "The comma ends the text" not in diagnostic.message or rest is None or start < 2:
        return None
    text = line[start : rest.end()].strip()
    place = Span(span.file, span.line, start + 1, span.line, start + 1 + len(text))
    return Fix("Quote the text", (Edit(place, f'"{text}"'),), safe=" " in rest[0].strip() and "\\" not in text)


def range_(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`0-5`, `0 to 5`, `5..0`: a range has two points between the lower number and the higher."""
    found = _RANGE.fullmatch(_bare(lines.at(diagnostic.span)))
    if found is None:
        return None
    low, high = (int(number) for number in found.groups() if number is not None)
    return _instead(diagnostic, lines, f"{min(low, high)}..{max(low, high)}", safe=low <= high)


def colour(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A colour without its sign or quotes, or one of three digits."""
    digits = re.fullmatch(r"#?([0-9a-fA-F]{6}|[0-9a-fA-F]{3})", _bare(lines.at(diagnostic.span)))
    if digits is None or "colour" not in diagnostic.message:
        return None
    six = digits[1] if len(digits[1]) == 6 else "".join(digit * 2 for digit in digits[1])
    return _instead(diagnostic, lines, f'"#{six}"')


def colour_as_comment(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`colour: #1f4e79` says nothing: what begins with # is a comment."""
    span, line = diagnostic.span, lines.line(diagnostic.span.line)
    lost = re.compile(r"[ \t]+(#[0-9a-fA-F]{6})[ \t]*$").match(line, span.column - 1)
    if lost is None:
        return None
    place = Span(span.file, span.line, lost.start() + 1, span.line, lost.end() + 1)
    return Fix("Quote the colour", (Edit(place, f' "{lost[1]}"'),))


def empty_key(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A key without a value, on a line of its own."""
    if not re.fullmatch(r"[ \t]*[\w-]+:[ \t]*(?:~|null)?[ \t]*", lines.line(diagnostic.span.line)):
        return None
    return Fix("Delete the key", (Edit(whole_line(diagnostic.span), ""),), safe=False)


def folded_rule(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A rule under `>`, or under a colon alone, whose lines would run into each other."""
    span = diagnostic.span
    line, above = lines.line(span.line), lines.line(span.line - 1) if span.line > 1 else ""
    if line[span.column - 1 : span.column] == ">":
        return Fix("Write | for >", (Edit(Span(span.file, span.line, span.column), "|"),))
    if line[: span.column - 1].strip() or not re.fullmatch(r"[ \t]*(?:- +)?[\w-]+:[ \t]*", above):
        return None
    gap = Span(span.file, span.line - 1, len(above.rstrip()) + 1, span.line, span.column)
    return Fix("Write | behind the colon", (Edit(gap, f" |\n{line[: span.column - 1]}"),))


def whole_line(span: Span) -> Span:
    """The line of a span with its break."""
    return Span(span.file, span.line, 1, span.line + 1, 1)


def _bare(written: str) -> str:
    """What stands between quotes, if any are there."""
    return written[1:-1] if len(written) > 1 and written[0] == written[-1] and written[0] in "\"'" else written


def _instead(diagnostic: Diagnostic, lines: Lines, meant: str, *, safe: bool = True) -> Fix | None:
    if "\n" in lines.at(diagnostic.span) or lines.at(diagnostic.span) == meant:
        return None
    return Fix(f"Write {meant}", (Edit(diagnostic.span, meant),), safe)
