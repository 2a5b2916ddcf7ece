"""The pages on the codes of findings: a page for each family, and on it each code with reason, examples and caret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from html import escape
from itertools import groupby

from markupsafe import Markup

from sfrules.diag import Facts
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
        here = f"`# sfrules: allow {code} -- why it is right here`, on the line or above it"
        return f'{here}; everywhere: `{code} = "off"` under `[severity]` in sfrules.toml'


def page_of(code: str) -> str:
    """The page of a code, with its place there."""
    return f"{_family_page(code[:3])}#{code.lower()}"


def code_pages(codes: Sequence[Told]) -> list[Page]:
    """The index of all codes, a page for each family, and how to have every change checked.

    A family shares a page, and each code has its address on it: a hundred pages more would cost every build of
    every site a second.
    """
    families = [(name, list(group)) for name, group in groupby(codes, key=lambda told: told.facts.code[:3])]
    if not families:
        return []
    return [
        Page(INDEX, "Codes of findings", page("codes", families=[_summary(*family) for family in families])),
        living_page([name for name, _ in families]),
        *(Page(_family_page(name), f"{name}: {FAMILIES[name][0]}", _family(name, group)) for name, group in families),
        Page(NOTICED, "How much is noticed", page("language-noticed")),
        Page(EVERY_CHANGE, "Checking every change", page("language-ci", findings=Markup("findings.md"))),
    ]


def _family_page(family: str) -> str:
    return f"language/findings-{family.lower()}.md"


def _summary(name: str, codes: list[Told]) -> dict[str, object]:
    title, about = FAMILIES[name]
    rows = [_row(told) for told in codes]
    return {"name": name, "anchor": _anchor(name), "title": title, "about": about, "rows": rows}


def _row(told: Told) -> dict[str, object]:
    return {
        "code": told.facts.code,
        "href": Markup(page_of(told.facts.code).removeprefix("language/")),
        "level": told.level,
        "title": told.facts.title,
    }


def _family(name: str, codes: list[Told]) -> str:
    title, about = FAMILIES[name]
    shown = [_code(told) for told in codes]
    return page("codes-family", name=name, anchor=_anchor(name), title=title, about=about, codes=shown)


def _code(told: Told) -> dict[str, object]:
    fact = told.facts
    return {
        "code": fact.code,
        "anchor": _anchor(fact.code),
        "level": told.level,
        "switch": code_marked(told.switch),
        "title": fact.title,
        "why": fact.why,
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
