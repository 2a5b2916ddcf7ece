"""One content file in its tidy form: rule texts as the language's writer puts them, clean ends of lines.

Nothing else of the file is touched: comments, order, quotes, BOM and line breaks stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from sfrules.lang import ast
from sfrules.lang.parse import parse_body, parse_formula
from sfrules.lang.write import write
from sfrules.model.book import Book
from sfrules.model.texts import RuleText
from sfrules.record import record
from sfrules.source.files import SourceFile
from sfrules.source.nodes import Map, Node, Nothing, Seq, Text, walk
from sfrules.source.reader import read_nodes

_BREAK = re.compile(r"\r\n|\n|\r")
_COMMENT = re.compile(r"(?:^|[ \t])#(?=[^\n\"]*(?:\"[^\n\"]*\"[^\n\"]*)*$)", re.MULTILINE)
_CONTINUED = re.compile(r"(?:[,+*/<>=-]|\b(?:and|or))[ \t]*$", re.MULTILINE)
WIDEST = 120
"""A rule that its author broke over several lines keeps its breaks where one line would be wider than this."""


@record
class _Change:
    """Lines `first` to `last` (from 0, `last` not included) become these; or a stretch of one line, by `columns`."""

    first: int
    last: int
    lines: tuple[str, ...]
    columns: tuple[int, int] | None = None


def tidy(file: SourceFile, book: Book) -> str:
    """The tidy form of a file of this book; the same text again where there is nothing to tidy, or where in doubt."""
    rules = [rule for rule in book.rule_texts() if rule.text.file.shown == file.shown]
    lines, breaks = _split(file.text)
    changes = [change for rule in rules for change in _changes(rule, lines)]
    for change in sorted(changes, key=lambda c: (c.first, c.columns or (0, 0)), reverse=True):
        _apply(change, lines, breaks)
    made = _clean_edges(_joined_text(lines, breaks), file)
    return made if same_content(file, made, rules) else file.text


def same_content(file: SourceFile, made: str, rules: Iterable[RuleText]) -> bool:
    """Whether the new text says the same as the file: rule texts by their trees, everything else to the letter."""
    before, _ = read_nodes(file)
    after, found = read_nodes(SourceFile(file.path, file.shown, made))
    kinds = {(rule.text.start.line, rule.text.start.column): rule.kind for rule in rules}
    return not found and _same(before, after, kinds)


def _same(before: Node, after: Node, kinds: Mapping[tuple[int, int], str]) -> bool:
    if isinstance(before, Map) and isinstance(after, Map):
        pairs = zip(before.values(), after.values(), strict=True)
        return list(before) == list(after) and all(_same(one, two, kinds) for one, two in pairs)
    if isinstance(before, Seq) and isinstance(after, Seq):
        return len(before) == len(after) and all(map(_same, before, after, [kinds] * len(before)))
    if isinstance(before, Text) and isinstance(after, Text):
        kind = kinds.get((before.start.line, before.start.column))
        return str(before) == str(after) or (kind is not None and _tree(str(before), kind) == _tree(str(after), kind))
    return isinstance(before, Nothing) and isinstance(after, Nothing)


def _tree(text: str, kind: str) -> object:
    tree, slips = parse_body(text) if kind == "rule" else parse_formula(text)
    return text if slips else tree


def _split(text: str) -> tuple[list[str], list[str]]:
    """Lines without their breaks, and the breaks: one fewer, or as many where the last line is empty."""
    return _BREAK.split(text), _BREAK.findall(text)


def _changes(rule: RuleText, lines: list[str]) -> Iterator[_Change]:
    text = rule.text
    if text.style == "|":
        change = _block(rule, lines)
    elif text.plain or text.style in ("'", '"'):
        change = _scalar(rule, lines)
    else:
        change = None
    if change is not None:
        yield change


def _canonical(rule: RuleText) -> str | None:
    """The rule as the writer puts it, or None where that may not be done: slips, or comments, which a tree lacks."""
    text = str(rule.text)
    if "#" in text and _COMMENT.search(text):
        return None
    tree: ast.Block | ast.Formula | None
    tree, slips = parse_body(text) if rule.kind == "rule" else parse_formula(text)
    if slips or tree is None or (isinstance(tree, ast.Block) and not tree.stmts):
        return None
    made = write(tree)
    again, more = parse_body(made) if rule.kind == "rule" else parse_formula(made)
    return made if not more and again == tree else None


def _block(rule: RuleText, lines: list[str]) -> _Change | None:
    """A literal block: its lines from the first to the last that is not blank, at the indentation that it has."""
    text = rule.text
    made = _canonical(rule)
    if made is None:
        return None
    first = text.place(0).line - 1
    count = len(str(text).rstrip("\n").split("\n"))
    old = lines[first : first + count]
    pad = old[0][: len(old[0]) - len(old[0].lstrip(" "))]
    new = tuple(_with_old_breaks(made.split("\n"), [line[len(pad) :] for line in old]))
    return _Change(first, first + count, tuple(pad + line if line else "" for line in new))


def _with_old_breaks(new: list[str], old: list[str]) -> Iterator[str]:
    """The new lines; one that the author had broken, and that would be too wide, keeps the author's lines."""
    groups = list(_joined(old))
    if len(groups) != len(new):
        yield from new
        return
    for number, (line, whole) in enumerate(zip(new, groups, strict=True)):
        group = [part for part in whole if part.strip()]
        if number and len(group) < len(whole):
            yield ""  # the author's paragraphs
        if len(group) > 1 and len(line) > WIDEST:
            yield from (part.rstrip() for part in group)
        else:
            yield line


def _joined(lines: Iterable[str]) -> Iterator[list[str]]:
    """Lines that belong together because each but the last goes on."""
    group: list[str] = []
    for line in lines:
        group.append(line)
        if line.strip() and not _CONTINUED.search(line):
            yield group
            group = []
    if any(line.strip() for line in group):
        yield group


def _scalar(rule: RuleText, lines: list[str]) -> _Change | None:
    """A rule on one line, as it is quoted now. What would need other quotes stays as it is."""
    span = rule.text.span
    made = _canonical(rule)
    if made is None or span.line != span.end_line or "\n" in made:
        return None
    quoted = _quoted(made, rule.text.style)
    if quoted is None:
        return None
    return _Change(span.line - 1, span.line, (quoted,), (span.column - 1, span.end_column - 1))


def _quoted(made: str, style: str) -> str | None:
    if style == "":
        return made
    if style == "'":
        return "'" + made.replace("'", "''") + "'"
    return f'"{made}"' if not set(made) & {'"', "\\"} else None


def _apply(change: _Change, lines: list[str], breaks: list[str]) -> None:
    if change.columns is not None:
        start, end = change.columns
        line = lines[change.first]
        lines[change.first] = line[:start] + change.lines[0] + line[end:]
        return
    usual = breaks[change.first] if change.first < len(breaks) else "\n"
    more = len(change.lines) - (change.last - change.first)
    lines[change.first : change.last] = change.lines
    if more > 0:
        breaks[change.first : change.first] = [usual] * more
    elif more < 0:
        del breaks[change.first : change.first - more]


def _joined_text(lines: list[str], breaks: list[str]) -> str:
    return "".join(line + end for line, end in zip_longest(lines, breaks, fillvalue=""))


def _clean_edges(text: str, file: SourceFile) -> str:
    """No blanks at the ends of lines (but where they may be part of a text), one break at the end of the file."""
    lines, breaks = _split(text)
    kept = _kept_lines(SourceFile(file.path, file.shown, text), lines)
    lines = [line if number in kept else line.rstrip(" \t") for number, line in enumerate(lines)]
    while len(lines) > 1 and not lines[-1] and len(lines) - 1 not in kept:
        lines.pop()
    usual = breaks[0] if breaks else "\n"
    return _joined_text(lines, (breaks + [usual] * len(lines))[: len(lines)])


def _kept_lines(file: SourceFile, lines: list[str]) -> set[int]:
    """Lines within texts of several lines: blanks at their ends may be meant."""
    node, _ = read_nodes(file)
    kept: set[int] = set()
    for text in walk(node):
        if isinstance(text, Text) and text.start.line != text.end.line:
            last = text.end.line
            if text.style in ("|", ">") and "+" not in lines[text.start.line][text.start.column :]:
                last = min(last, len(lines) - 1)
                while last > text.start.line and not lines[last].strip():
                    last -= 1
            kept.update(range(text.start.line + 1, last + 1))
    return kept
