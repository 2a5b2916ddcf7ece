"""In full: for people at a terminal. Place, line, caret, related places, why, and what helps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sfrules.diag import Diagnostic, Facts, Severity, Span
from sfrules.publish.findings.checked import Checked
from sfrules.publish.findings.lines import Lines, seen, snippet, width

_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}
_CALM = "34"


def written(checked: Checked) -> str:
    """The findings, a blank line between two; of very many of one kind in one file the first, and how many more."""
    told, more = checked.few()
    rest = [f"And {number:,} more {code} in {seen(file)}.\n" for (file, code), number in more.items()]
    if rest:
        rest.append("Say --limit 0 to be told of all, or --output json.\n")
    text = full(told, checked.texts, checked.colour, checked.known)
    return "\n".join([text, "".join(rest)]) if rest else text


def full(
    found: Iterable[Diagnostic],
    texts: Mapping[str, str],
    colour: bool = False,
    known: Mapping[str, Facts] | None = None,
) -> str:
    """Each finding with its place, the line of the file, a caret under it, and what helps.

    `texts` gives the text of each file by its shown name; `colour` is for terminals only. The first finding of each
    code that is `known` says why it matters; the others need not.
    """
    lines, untold = Lines(texts), dict(known or {})
    return "\n".join(in_full(one, lines, untold.pop(one.code, None), colour) for one in found)


def in_full(one: Diagnostic, lines: Lines, fact: Facts | None = None, colour: bool = False) -> str:
    """One finding; with a `fact` it says why it matters."""
    tint = _COLOURS[one.severity]
    head = _painted(f"{one.severity}[{one.code}]", f"1;{tint}", colour)
    subject = f" ({seen(one.subject)})" if one.subject else ""
    gutter = max(len(str(span.line)) for span in (one.span, *(related.span for related in one.related)))
    out = [f"{head}: {_indented(one.message)}", f"  --> {seen(str(one.span))}{subject}"]
    out += _marked(one.span, lines, gutter, "^", tint if colour else "")
    for related in one.related:
        out.append(f"  see {seen(str(related.span))}: {_indented(related.message)}")
        out += _marked(related.span, lines, gutter, "-", _CALM if colour else "")
    out += [f"  {note}" for note in _notes(one, fact)]
    return "\n".join(out) + "\n"


def _notes(one: Diagnostic, fact: Facts | None) -> Iterator[str]:
    if fact is not None and fact.why:
        yield f"why: {_indented(fact.why)} (More: sfrules explain {one.code})"
    if one.help:
        yield f"help: {_indented(one.help)}"
    yield from (f"fix: {seen(fix.title)} ({'--fix' if fix.safe else '--fix --unsafe'})" for fix in one.fixes)


def _marked(span: Span, lines: Lines, gutter: int, sign: str, tint: str) -> Sequence[str]:
    """The line at a place and signs under the part that is meant; to the end of the line if it goes on below."""
    line = snippet(span, lines)
    if line is None:
        return ()
    signs = _painted(sign * max(1, width(line.marked)), tint, bool(tint))
    empty = " " * gutter + " |"
    text = f"{line.before}{line.marked}{line.after}"
    under = f"{empty} {' ' * width(line.before)}{signs}"
    return empty, f"{span.line:>{gutter}} | {text}".rstrip(), under


def _indented(text: str) -> str:
    """A text of several lines, of which only the first begins at the margin."""
    return "\n      ".join(seen(line) for line in text.split("\n"))


def _painted(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text
