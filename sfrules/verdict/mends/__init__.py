"""How findings are mended where what was meant can be told from the text: one small function for each way to go wrong.

A mender is given a finding and the text of its file, and gives a `Fix` or None. `MENDERS` is the only place that knows
them all; a finding that brought a fix of its own keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from sfrules.diag import Diagnostic, Fix
from sfrules.verdict.edits import Lines
from sfrules.verdict.mends import edges, layout, near, rule_text, values

Mender = Callable[[Diagnostic, Lines], Fix | None]

MENDERS: Mapping[str, tuple[Mender, ...]] = {
    "SF104": (layout.unseen_letters,),
    "SF113": (layout.other_quotes, layout.missing_quote),
    "SF120": (layout.same_line_twice,),
    "SF121": (layout.tag,),
    "SF124": (layout.document_line,),
    "SF130": (values.folded_rule,),
    "SF201": (values.comma,),
    "SF203": (values.list_of_one,),
    "SF204": (values.number,),
    "SF205": (values.flag,),
    "SF206": (values.source, values.slug),
    "SF207": (values.colour_as_comment, values.empty_key),
    "SF215": (values.range_, values.colour),
    "SF300": (
        rule_text.colon, rule_text.symbol, rule_text.capitals, rule_text.tab, rule_text.elif_, rule_text.open_quote,
        rule_text.missing_end, rule_text.surplus_end, rule_text.foreign_head, rule_text.for_each, rule_text.no_then,
        rule_text.then_of_a_block, rule_text.no_quotes, rule_text.sign,
    ),
    "SF301": (rule_text.minus,),
    "SF305": (rule_text.minus,),
    "SF308": (rule_text.unused_let,),
    "SF501": (edges.way_back,),
    "SF504": (edges.same_edge,),
}  # fmt: skip
"""The menders of each code; of several the first that knows what was meant."""


def with_fixes(
    found: Iterable[Diagnostic], texts: Mapping[str, str], everything: Iterable[str] = ()
) -> Iterator[Diagnostic]:
    """The findings, each with the way to mend it if there is one.

    `texts` are those of the files they are in, as on disk, and `everything` are all texts of the scenario.
    """
    lines: dict[str, Lines] = {}
    used = near.Used(everything or texts.values())
    for diagnostic in found:
        name = diagnostic.span.file
        if diagnostic.fixes or name not in texts:
            yield diagnostic
            continue
        if name not in lines:
            lines[name] = Lines(texts[name])
        fix = _fix(diagnostic, lines[name], used)
        yield replace(diagnostic, fixes=(fix,)) if fix is not None else diagnostic


def _fix(diagnostic: Diagnostic, lines: Lines, used: near.Used) -> Fix | None:
    for mender in MENDERS.get(diagnostic.code, ()):
        if (fix := mender(diagnostic, lines)) is not None:
            return fix
    return near.word(diagnostic, lines, used)
