"""Whatever a file is written like, a slip is told in the line and column in which it was planted, also in rules."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from sfrules.model.rules import type_rules
from tests.check.reading import judged

ODD = ("🔥", "🇳🇴", "é", "e\u0301", "漢", "a\tb", "\u200d", "x", "ŋ", "👩\u200d🚒")
"""Signs of one code point and of several, with a tab inside; a column is a code point."""
HEAD = "table: {tide: {track: 0..9}}\n"


class Sheet:
    """Lines of a file, and where slips are planted in it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = HEAD.splitlines()
        self.planted: list[tuple[int, int, str]] = []

    def words(self) -> str:
        """Some words with odd signs, which no way of writing takes for anything else."""
        return " ".join(self.rng.choice(ODD) for _ in range(self.rng.randrange(1, 5)))

    def line(self, text: str) -> None:
        self.lines.append(text)

    def slip(self, before: str, word: str, after: str, code: str) -> None:
        """A line with a slip in it."""
        self.planted.append((len(self.lines) + 1, len(before) + 1, code))
        self.lines.append(before + word + after)

    def filler(self) -> None:
        """Lines that are right, written in any way."""
        way = self.rng.randrange(6)
        term = f"t{len(self.lines)}"
        self.line("glossary:" if not any(line == "glossary:" for line in self.lines) else "# " + self.words())
        if self.lines[-1] != "glossary:":
            return
        if way == 0:
            self.line(f"  {term}: {self.words()} x  # {self.words()}")
        elif way == 1:
            self.line(f'  {term}: "\\u00e9 \\"{self.words()}\\" \\t"')
        elif way == 2:
            self.line(f"  {term}: '{self.words()} it''s'")
        else:
            sign = self.rng.choice(["|", "|-", "|+", ">", ">-", "|2", ">2-"])
            self.line(f"  {term}: {sign}")
            for _ in range(self.rng.randrange(1, 4)):
                self.line(f"    {self.words()} x")

    def quoted(self) -> str:
        """A quoted text with escapes."""
        return self.rng.choice(
            [f'"\\t\\u00e9 {self.words()} \\"x\\" \\\\"', f"'{self.words()} it''s'", '"\\U0001F525"']
        )


def unknown_key(sheet: Sheet) -> None:
    sheet.line("routines:")
    sheet.line("  moor:")
    sheet.line(f"    title: {sheet.words()} x")
    sheet.slip("    ", "efect", f": {sheet.words()} x", "SF201")
    sheet.line("    effect: stop")


def unknown_key_in_braces(sheet: Sheet) -> None:
    sheet.line("routines:")
    sheet.slip(f"  moor: {{title: {sheet.quoted()}, note: {sheet.quoted()}, ", "efect", ": x, effect: stop}", "SF201")


def wrong_value(sheet: Sheet) -> None:
    sheet.line("limits:")
    sheet.slip(f"  bell: {{title: {sheet.quoted()}, times: ", "m🔥ny", f", note: {sheet.quoted()}}}", "SF204")


def same_key_twice(sheet: Sheet) -> None:
    sheet.line("routines:")
    sheet.line("  moor:")
    sheet.line(f"    title: {sheet.words()} x")
    sheet.line("    effect: |-")
    sheet.line(f'      announce "{sheet.words()}"')
    sheet.slip("    ", "title", f": {sheet.words()} x", "SF120")


def name_in_a_block(sheet: Sheet) -> None:
    sheet.line("routines:")
    sheet.line("  moor:")
    indent = sheet.rng.choice([6, 7, 9])
    sign = sheet.rng.choice(["|", "|-", "|+", f"|{indent - 4}", f"|{indent - 4}-"])
    pad = " " * indent
    sheet.line(f"    effect: {sign}")
    for _ in range(sheet.rng.randrange(3)):
        sheet.line(sheet.rng.choice([f'{pad}announce "{sheet.words()}"', f"{pad}tide += 1  # {sheet.words()}", ""]))
    sheet.line(f"{pad}if tide > 3")
    sheet.slip(f"{pad}  tide += ", "tiid", f"  # {sheet.words()}", "SF301")
    sheet.line(f"{pad}end")


def name_in_quotes(sheet: Sheet) -> None:
    sheet.line("routines:")
    if sheet.rng.random() < 0.5:
        said = sheet.words().replace("\t", "\\t")
        before = f'  moor: {{note: {sheet.quoted()}, effect: "if \\u0074ide > 3 then tide += '
        sheet.slip(before, "tiid", f'", text: "{said}"}}', "SF301")
    else:
        sheet.slip(f"  moor: {{note: {sheet.quoted()}, effect: 'if tide > 3 then tide += ", "tiid", "'}", "SF301")


def name_behind_a_text_in_quotes(sheet: Sheet) -> None:
    said = sheet.words().replace("\t", " ")
    sheet.line("routines:")
    sheet.slip(f'  moor: {{effect: \'tell east "{said}" ', "tiid", "'}", "SF300")


def placeholder_in_joined_lines(sheet: Sheet) -> None:
    sheet.line("routines:")
    sheet.line("  moor:")
    way = sheet.rng.choice([">", ">-", '"', "'"])
    if way in (">", ">-"):
        sheet.line(f"    title: {way}")
        sheet.line(f"      {sheet.words()} x")
        if sheet.rng.random() < 0.5:
            sheet.line("")
        sheet.slip(f"      {sheet.words()} {{", "tiid", f"}} {sheet.words()} x", "SF234")
    else:
        sheet.line(f"    title: {way}{sheet.words()} x")
        sheet.slip(f"      {sheet.words()} {{", "tiid", f"}} {sheet.words()} x{way}", "SF234")
    sheet.line("    effect: stop")


PLANTED = (
    unknown_key, unknown_key_in_braces, wrong_value, same_key_twice, name_in_a_block, name_in_quotes,
    name_behind_a_text_in_quotes, placeholder_in_joined_lines,
)  # fmt: skip


@given(
    st.sampled_from(PLANTED), st.integers(0, 2**32), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\ufeff"]),
    st.booleans(),
)  # fmt: skip
@settings(max_examples=300, deadline=None)
def test_a_slip_is_told_where_it_was_planted(plant, seed, newline, bom, ended):
    sheet = Sheet(random.Random(seed))
    sheet.filler()
    plant(sheet)
    text = bom + newline.join(sheet.lines) + (newline if ended else "")
    book, found = judged(text)
    found += type_rules(book)[2]
    codes = {code for _, _, code in sheet.planted}
    told = [(d.span.line, d.span.column, d.code) for d in found if d.span.file == "case.yaml" and d.code in codes]
    assert told == sheet.planted, text
