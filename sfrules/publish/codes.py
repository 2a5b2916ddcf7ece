"""The pages on the codes of findings: one for each code, with reason, examples and caret, and one for each family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from html import escape
from itertools import groupby
from posixpath import dirname

from markupsafe import Markup

from sfrules.diag import Facts
from sfrules.publish.codeplaces import FOLDER, page_of
from sfrules.publish.living import living_page
from sfrules.publish.markup import safe
from sfrules.publish.pages.press import Page, page
from sfrules.publish.reference import code_marked
from sfrules.record import record

INDEX, EVERY_CHANGE = "language/findings.md", "language/every-change.md"
NOTICED = "language/noticed.md"

FAMILIES = {
    "SF1": ("Files and YAML", "What can be said of a file before anything in it is understood."),
    "SF2": ("Definitions", "Entries that say too little, too much, or name what is not there."),
    "SF3": ("Rules", "Slips in the rule language."),
    "SF4": ("Secrets", "Rules that give away what somebody may not know."),
    "SF5": ("The game", "Map, cards, phases, endings: what is well-formed and still cannot work, or hardly was meant."),
    "SF6": ("Gaps and sources", "What is open, and what is not accounted for."),
    "SF7": ("Words", "Texts that say another thing than their rules."),
    "SF8": ("Print and site", "What shows only on paper or on the website."),
    "SF9": ("Play", "What shows only when the game is played."),
}
"""What each family of codes is about."""


@record
class Told:
    """A code as its page shows it: what is known of it, and what sfrules says of the bad example.

    `levels` are those of profiles that see it otherwise; what is `firm` nothing can switch off.
    """

    facts: Facts
    says: str
    levels: Mapping[str, str] = field(default_factory=dict)
    firm: bool = False

    @property
    def level(self) -> str:
        """How loud it is, and where otherwise: “warning; info in draft”."""
        return "; ".join((str(self.facts.severity), *(f"{level} in {name}" for name, level in self.levels.items())))

    @property
    def switch(self) -> str:
        """How it is switched off, with `code`."""
        code = self.facts.code
        if self.firm:
            return "It cannot be: without it mended there is no game to play."
        comment = f"sfrules: allow {code} -- why it is right here"
        on_page = self.facts.bad.startswith("# rulebook/")
        here = f"`<!-- {comment} -->`" if on_page else f"`# {comment}`"
        return f'{here}, on the line or above it; everywhere: `{code} = "off"` under `[severity]` in sfrules.toml'


def code_pages(codes: Sequence[Told]) -> list[Page]:
    """The index of all codes, a page for each family and for each code, and how to have every change checked.

    The pages of codes are found from these and by searching: as entries of the navigation, on every page, they would
    hide the rest of it.
    """
    families = [(name, list(group)) for name, group in groupby(codes, key=lambda told: told.facts.code[:3])]
    if not families:
        return []
    return [
        Page(INDEX, "Codes of findings", page("codes", families=[_summary(*family) for family in families])),
        living_page({told.facts.code for told in codes}),
        *(Page(page_of(name), f"{name}: {FAMILIES[name][0]}", _family(name, group)) for name, group in families),
        Page(NOTICED, "How much is noticed", page("language-noticed")),
        Page(EVERY_CHANGE, "Checking every change", page("language-ci", findings=Markup("findings.md"))),
        *_each(codes),
    ]


def _summary(name: str, codes: list[Told]) -> dict[str, object]:
    title, about = FAMILIES[name]
    rows = [{**_row(told), "href": _from(INDEX, told.facts.code)} for told in codes]
    return {
        "name": name,
        "href": _from(INDEX, name),
        "anchor": _anchor(name),
        "title": title,
        "about": about,
        "rows": rows,
    }


def _family(name: str, codes: list[Told]) -> str:
    title, about = FAMILIES[name]
    rows = [{**_row(told), "href": _beside(told.facts.code)} for told in codes]
    return page("codes-family", name=name, anchor=_anchor(name), title=title, about=about, rows=rows)


def _row(told: Told) -> dict[str, object]:
    return {"code": told.facts.code, "level": told.level, "title": told.facts.title, "why": code_marked(told.facts.why)}


def _from(page: str, code: str) -> Markup:
    """The address of a code on a page of the folder above."""
    return Markup(page_of(code).removeprefix(f"{dirname(page)}/"))


def _beside(code: str) -> Markup:
    """The address of a code on the page of another."""
    return Markup(page_of(code).removeprefix(f"{FOLDER}/"))


def _each(codes: Sequence[Told]) -> Iterator[Page]:
    """The pages of the codes, each of which leads to the one before and to the next."""
    for before, told, after in zip((None, *codes), codes, (*codes[1:], None), strict=False):
        fact = told.facts
        title = f"{fact.code}: {fact.title}"
        text = page("code", **_code(told), before=_neighbour(before), after=_neighbour(after))
        yield Page(page_of(fact.code), title, text, listed=False)


def _neighbour(told: Told | None) -> dict[str, object] | None:
    if told is None:
        return None
    return {"code": told.facts.code, "href": _beside(told.facts.code)}


def _code(told: Told) -> dict[str, object]:
    fact = told.facts
    family = fact.code[:3]
    return {
        "code": fact.code,
        "anchor": _anchor(fact.code),
        "family": {"name": f"{family}: {FAMILIES[family][0]}", "href": _beside(family)},
        "level": told.level,
        "switch": code_marked(told.switch),
        "title": fact.title,
        "why": code_marked(fact.why),
        "found_by": Markup(f"<code>{safe(fact.found_by)}</code>"),
        "frame": _block(fact.frame),
        "bad": _block(fact.bad),
        "says": _block(told.says),
        "good": _block(fact.good),
    }


def _anchor(name: str) -> Markup:
    return Markup("{#" + name.lower() + "}")


def _block(text: str) -> Markup:
    """A block of code. Without colours: those of five hundred blocks would take as long as the rest of a small site."""
    if not text:
        return Markup("")
    return Markup(f'<div class="highlight"><pre><code>{escape(text.rstrip(), quote=False)}</code></pre></div>')
