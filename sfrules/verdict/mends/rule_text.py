"""Slips in rule text: signs of other languages, blocks that are not closed, names against numbers."""

from __future__ import annotations

import re

from sfrules import foreign
from sfrules.diag import Diagnostic, Edit, Fix, Span
from sfrules.verdict.edits import Lines
from sfrules.verdict.mends.values import whole_line

_SIGNS: tuple[tuple[str, str, bool], ...] = (
    ("===", "is", True),
    ("==", "is", True),
    ("!==", "is not", False),
    ("!=", "is not", False),
    ("<>", "is not", False),
    ("&&", "and", False),
    ("||", "or", False),
    ("=>", ">=", False),
    ("=<", "<=", False),
    ("=+", "+=", False),
    ("=", "is", True),
    (";", "", False),
)
"""Signs of other languages, how a rule says it, and whether it does so in a condition only."""

_CONDITION = re.compile(r"\b(?:if|elif|while|where)\b")
_RUN = re.compile(r"[=!<>&|+;]+")


def colon(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`if x:` as in other languages."""
    span = diagnostic.span
    line = lines.line(span.line)
    if line[span.column - 1 : span.column] != ":" or line[span.column :].strip():
        return None
    return Fix("Leave the colon out", (Edit(_part(span, span.column - 1, span.column), ""),))


def symbol(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A sign that another language has for what is a word here."""
    span, line = diagnostic.span, lines.line(diagnostic.span.line)
    run = next((run for run in _RUN.finditer(line) if run.start() <= span.column - 1 < run.end()), None)
    if run is None:
        return None
    conditional = _CONDITION.search(line[: run.start()]) is not None and " then " not in line[: run.start()]
    for sign, meant, only_there in _SIGNS:
        if run[0] == sign and (conditional or not only_there):
            return Fix(f"Write {meant}" if meant else f"Leave {sign} out", (Edit(*_spaced(span, line, run, meant)),))
    return None


def capitals(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A name in capitals; unsafe, since another name may have been meant."""
    found = re.compile(r"[A-Z][\w-]*").match(lines.line(diagnostic.span.line), diagnostic.span.column - 1)
    if found is None or "small letters" not in diagnostic.message:
        return None
    meant = found[0].lower().replace("_", "-")
    return Fix(f"Write {meant}", (Edit(_part(diagnostic.span, found.start(), found.end()), meant),), safe=False)


def tab(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A tab between words."""
    span = diagnostic.span
    if lines.line(span.line)[span.column - 1 : span.column] != "\t":
        return None
    return Fix("Put a space", (Edit(_part(span, span.column - 1, span.column), " "),))


def elif_(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`elseif`, `elsif`, `else if`."""
    found = re.match(r"([ \t]*)(else?[ \t]*if)\b", lines.line(diagnostic.span.line))
    if found is None or found[2] == "elif":
        return None
    return Fix("Write elif", (Edit(_part(diagnostic.span, found.start(2), found.end(2)), "elif"),))


def foreign_head(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`endif`, `otherwise`: what another language has for a word here."""
    found = re.match(r"No statement begins with “([^”]+)”", diagnostic.message)
    meant = foreign.HEADS.get(found[1], ("", ""))[0] if found is not None else ""
    if found is None or meant not in ("end", "elif", "else", "for"):
        return None
    start = diagnostic.span.column - 1
    return Fix(f"Write {meant}", (Edit(_part(diagnostic.span, start, start + len(found[1])), meant),))


def for_each(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`for each s in …`."""
    each = re.compile(r"(each|every|all)[ \t]+").match(lines.line(diagnostic.span.line), diagnostic.span.column - 1)
    if each is None or not diagnostic.message.startswith("“for”"):
        return None
    return Fix(f"Leave {each[1]} out", (Edit(_part(diagnostic.span, each.start(), each.end()), ""),))


def no_then(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`if gold > 3 stop`; unsafe, since the condition may go on."""
    if not diagnostic.message.startswith("A “then” is missing"):
        return None
    start = diagnostic.span.column - 1
    return Fix("Write then", (Edit(_part(diagnostic.span, start, start), "then "),), safe=False)


def then_of_a_block(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`if gold > 3 then`, and a block below."""
    if not diagnostic.message.startswith("Behind “then”"):
        return None
    line = lines.line(diagnostic.span.line)
    start = len(line[: diagnostic.span.column - 1].rstrip())
    return Fix("Leave then out", (Edit(_part(diagnostic.span, start, diagnostic.span.column + 3), ""),))


def no_quotes(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`announce The storm comes`; unsafe, since what follows the text may be a part of the rule."""
    if "stands in quotes" not in diagnostic.message or "“confirm”" in diagnostic.message:
        return None
    span = diagnostic.span
    return Fix("Put the text in quotes", (Edit(span, f'"{lines.at(span)}"'),), safe=False)


def sign(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A sign of a word processor, or of mathematics, that stands for one of a rule."""
    span, line = diagnostic.span, lines.line(diagnostic.span.line)
    written = line[span.column - 1 : span.column]
    if "different quotes" in diagnostic.message:
        return _straight_quotes(span, line)
    meant = foreign.SIGNS.get(written, ("", ""))[0] if "has no meaning" in diagnostic.message else ""
    if not meant:
        return None
    if written in foreign.QUOTES:
        return _straight_quotes(span, line)
    ends = line[: span.column - 1].rstrip()[-1:].isdigit() and line[span.column :].lstrip()[:1].isdigit()
    if written in "–—" and ends:
        return None
    spaced = re.sub(" +", " ", meant) if line[span.column - 2 : span.column - 1] != " " else meant.lstrip()
    spaced = spaced.rstrip() if line[span.column : span.column + 1] == " " else spaced
    return Fix(f"Write {meant.strip()}", (Edit(_part(span, span.column - 1, span.column), spaced),), written in "≥≤≠×÷")


def _straight_quotes(span: Span, line: str) -> Fix | None:
    """Both quotes of a line; unsafe where one of them may be an apostrophe."""
    places = [at for at, letter in enumerate(line) if letter in foreign.QUOTES or letter == '"']
    if len(places) != 2:
        return None
    edits = tuple(Edit(_part(span, at, at + 1), '"') for at in places if line[at] != '"')
    return Fix("Write straight quotes", edits, all(line[at] not in "'‘’" for at in places))


def open_quote(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A text that is not closed on its line, if it is the last of the line."""
    span, line = diagnostic.span, lines.line(diagnostic.span.line)
    if line[span.column - 1 : span.column] != '"' or '"' in line[span.column :] or "closed" not in diagnostic.message:
        return None
    end = len(line.rstrip())
    return Fix("Close the text", (Edit(_part(span, end, end), '"'),), safe=False)


def missing_end(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A block without its end, closed behind the last line of the rule; unsafe, since it may have ended earlier."""
    if "“end” is missing" not in diagnostic.message:
        return None
    span = diagnostic.span
    head = next((n for n in range(span.line - 1, 0, -1) if re.search(r"\|[0-9+-]*[ \t]*(?:#.*)?$", lines.line(n))), 0)
    first = next((n for n in range(head + 1, span.line + 1) if lines.line(n).strip()), span.line)
    if head == 0 or first >= span.line:
        return None
    opener = diagnostic.message[1:].partition("” is not closed")[0].removesuffix(" …")
    begun = next((n for n in range(span.line, head, -1) if lines.line(n).lstrip().startswith(opener)), first)
    pad = re.match("[ ]*", lines.line(begun))
    end = len(lines.line(span.line))
    return Fix("Close it with end", (Edit(_part(span, end, end), f"\n{pad[0] if pad else ''}end"),), safe=False)


def surplus_end(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """An end that closes nothing."""
    if "closes nothing" not in diagnostic.message:
        return None
    span, line = diagnostic.span, lines.line(diagnostic.span.line)
    if line.strip() == "end":
        return Fix("Delete the line", (Edit(whole_line(span), ""),), safe=False)
    start = len(line[: span.column - 1].rstrip())
    return Fix("Leave end out", (Edit(_part(span, start, span.column + 2), ""),), safe=False)


def minus(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """`coins-1` is a name; `coins - 1` is one less. Safe when it is the other name that is known."""
    span = diagnostic.span
    found = re.compile(r"([a-z][a-z0-9-]*?)-([0-9]+)(?![\w-])").match(lines.line(span.line), span.column - 1)
    if found is None:
        return None
    known = f"Did you mean “{found[1]}”?" in diagnostic.message
    written = f"{found[1]} - {found[2]}"
    return Fix(f"Write {written}", (Edit(_part(span, found.start(), found.end()), written),), safe=known)


def unused_let(diagnostic: Diagnostic, lines: Lines) -> Fix | None:
    """A local name that nothing uses; unsafe, since its line may be there for the next one."""
    line = lines.line(diagnostic.span.line)
    if not re.fullmatch(
        r"[ \t]*let [a-z][a-z0-9-]* = (?!.*\b(?:draw|roll|random|openly|tell|choose|use)\b)[^\"]*[^\s,+*/<>=-]", line
    ):
        return None
    return Fix("Delete the line", (Edit(whole_line(diagnostic.span), ""),), safe=False)


def _part(span: Span, start: int, end: int) -> Span:
    """A part of the line of a span, by offsets."""
    return Span(span.file, span.line, start + 1, span.line, end + 1)


def _spaced(span: Span, line: str, run: re.Match[str], meant: str) -> tuple[Span, str]:
    """Where a sign stands, and the word for it with blanks where the sign had none."""
    before = " " if meant and line[: run.start()][-1:].strip() else ""
    after = " " if meant and line[run.end() :][:1].strip() else ""
    return _part(span, run.start(), run.end()), before + meant + after
