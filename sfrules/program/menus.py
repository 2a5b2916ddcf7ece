"""Menus as Python text: one function lists everything a seat can declare now.

Limits, costs, `who` and `available`, choices and riders of all entries stand in one function, written out, because this
is what a game spends its time on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.model.rules import Rule
from sfrules.program.flags import FlagWriter
from sfrules.program.formula import Env, FormulaWriter, Library, conjuncts, joined_by_and
from sfrules.program.layout import Layout, LimitPlace
from sfrules.program.program import EntryCode

Line = tuple[int, str, RulePath, tuple[int, int]]


@dataclass(slots=True)
class OptionWriter:
    """Writes the lines that add the options of one entry for seat `a` to the list `out`."""

    library: Library
    layout: Layout
    rule: Callable[[RulePath], Rule | None]
    lines: list[Line] = field(default_factory=list)
    indent: int = 1
    answering: str = ""
    known: LimitPlace | None = None
    """A limit that is known not to be used up."""
    counter: list[int] = field(default_factory=lambda: [0])

    def line(self, text: str, path: RulePath = (), at: tuple[int, int] = (0, 0)) -> None:
        """One line at the present indent."""
        self.lines.append((self.indent, text, path, at))

    # entries

    def entry(self, number: int, code: EntryCode, riders: Iterable[tuple[int, EntryCode]], card: str = "None") -> None:
        """All options of an entry: by itself, and with each rider that may travel with it."""
        outer = self.indent
        self._if(self._affordable(code))
        self._if_may(code, {"actor": "a", "card": card, "with": "()"})
        self._choices(number, code, card, "()", "()")
        self.indent = outer
        for rider, rider_code in riders:
            self._with_rider(number, code, rider, rider_code)
            self.indent = outer

    def _with_rider(self, number: int, code: EntryCode, rider: int, rider_code: EntryCode) -> None:
        played = "None"
        own = self._affordable(rider_code)
        if rider_code.card_name >= 0:
            zone = self.layout.zones[rider_code.played_from]
            hand = f"Z[{zone.base} + a]" if zone.per else f"Z[{zone.base}]"
            self._if(own)
            self.line(f"for rc in {hand}:")
            self.indent += 1
            self._if([f"S[{self.layout.names_base} + rc] == {rider_code.card_name}"])
            own, played = [], "rc"
        env: Env = {"actor": "a", "card": played, "with": f"({rider},)"}
        self._if([*own, *self._affordable(code)])
        self._if_may(rider_code, {**env, "with": "()"})
        self._if_may(code, {**env, "card": "None"})
        self._choices(number, code, "None", f"({rider},)", f"(({rider}, {played}),)", rider_code)
        if played == "rc":
            self.line("break")

    def _if(self, tests: list[str]) -> None:
        tests = [test for test in tests if test != "True"]
        if tests:
            self.line(f"if {' and '.join(tests)}:")
            self.indent += 1

    def _affordable(self, code: EntryCode) -> list[str]:
        tests = []
        limit = self.layout.limits[code.limit] if code.limit else None
        if limit is not None and limit is not self.known:
            tests.append(f"S[{limit.base}{' + a' if limit.per else ''}] < {limit.times}")
        return tests + [f"S[{base} + a] >= {amount}" for base, amount in code.cost]

    def _if_may(self, code: EntryCode, env: Env) -> None:
        for key in ("who", "available"):
            rule = self.rule((code.section, code.id, key))
            if rule is not None:
                self._if_holds(rule.formula.value, env)

    def _if_holds(self, test: typed.Expr, env: Env) -> None:
        self._if([FlagWriter(self._formula(), self).write(test, env)])

    def _formula(self) -> FormulaWriter:
        return FormulaWriter(self.library, self.counter)

    def _choices(
        self, number: int, code: EntryCode, card: str, riding: str, riders: str, rider: EntryCode | None = None
    ) -> None:
        """The loops over what is to be chosen, and inside them the option itself."""
        outer = self.indent
        env: Env = {"actor": "a", "card": card, "with": riding}
        writer = self._formula()
        for depth, choice in enumerate(code.choices):
            rule = self.rule((code.section, code.id, "choose", choice))
            assert rule is not None
            self._loop(writer, rule, f"x{depth}", env)
            env[choice] = f"x{depth}"
        if rider is not None:
            self._rides_when(rider, env)
        if len(code.choices) == 1 and (riders, card, self.answering) == ("()", "None", "") and self._counted(code):
            self.line(f"out.append({self._ready(number, code)}[x0])")
        else:
            made = "".join(f"x{i}, " for i in range(len(code.choices)))
            self.line(f"out.append(({number}, ({made}), {riders}, {card}{self.answering}))")
        self.indent = outer

    def _counted(self, code: EntryCode) -> bool:
        """Whether what is chosen is a thing or a card, of which there are so many, and never none."""
        rule = self.rule((code.section, code.id, "choose", code.choices[0]))
        return code.types[0].name in ("thing", "card") and rule is not None and not rule.formula.optional

    def _ready(self, number: int, code: EntryCode) -> str:
        """A table of the options of an entry with one choice, made beforehand: they are the same in every game."""
        of = code.types[0]
        count = len(self.layout.things[of.kind]) if of.name == "thing" else len(self.layout.cards)
        return self.library.constant(tuple((number, (x,), (), None) for x in range(count)))

    def _loop(self, writer: FormulaWriter, rule: Rule, var: str, env: Env) -> None:
        """A filter becomes a loop with a test in it, which costs no list of its own."""
        coll = rule.formula.value
        of = coll.type.of
        if rule.formula.optional:
            self.line(f"for {var} in (None, *{writer.write(coll, env)}):", rule.path, rule.formula.at)
        elif of is not None and of.name == "card":
            self.line(f"for {var} in {writer.unlike('a', coll, env)}:", rule.path, rule.formula.at)
        elif isinstance(coll, typed.Filter):
            self._filtered(writer, coll, var, env, rule)
        else:
            self.line(f"for {var} in {writer.write(coll, env)}:", rule.path, rule.formula.at)
        self.indent += 1

    def _filtered(self, writer: FormulaWriter, coll: typed.Filter, var: str, env: Env, rule: Rule) -> None:
        source, test = _narrowed(coll)
        through = writer.write(source, env)
        before: list[str] = []
        outer, self.lines, deeper = self.lines, [], 0
        if test is not None:
            outer_indent = self.indent
            self.indent += 1
            inner = FormulaWriter(self.library, self.counter, before, frozenset({var}))
            self._if([FlagWriter(inner, self).write(test, {**env, coll.name: var})])
            deeper, self.indent = self.indent - outer_indent - 1, outer_indent
        inside, self.lines = self.lines, outer
        for line in before:
            self.line(line, rule.path, rule.formula.at)
        self.line(f"for {var} in {through}:", rule.path, rule.formula.at)
        self.lines += [(indent, text, rule.path, rule.formula.at) for indent, text, _, _ in inside]
        self.indent += deeper

    def _rides_when(self, rider: EntryCode, env: Env) -> None:
        rule = self.rule((rider.section, rider.id, "rides_when"))
        if rule is not None:
            self._if_holds(rule.formula.value, env)

    # cards

    def hand(self, played_from: str, entries: Iterable[tuple[int, EntryCode]]) -> None:
        """Cards in the hand that can be played from this menu: each name once."""
        zone = self.layout.zones[played_from]
        hand = f"Z[{zone.base} + a]" if zone.per else f"Z[{zone.base}]"
        cards = {code.card_name: f"o{number}" for number, code in entries}
        table = "{" + ", ".join(f"{name}: {function}" for name, function in cards.items()) + "}"
        self.line("seen = set()")
        self.line(f"for c in {hand}:")
        self.indent += 1
        self.line(f"n = S[{self.layout.names_base} + c]")
        self.line("if n not in seen:")
        self.indent += 1
        self.line("seen.add(n)")
        self.line(f"played = H{len(cards)}_{min(cards)}.get(n)")
        self.line("if played is not None: played(g, a, c, out)")
        self.indent -= 2
        self.lines.insert(0, (0, f"H{len(cards)}_{min(cards)} = {table}", (), (0, 0)))

    # reactions

    def reactions(self, answered: int, inside: Iterable[tuple[int, EntryCode]]) -> bool:
        """Who of `seats` can answer to an entry, `ref`, that `ia` has declared; False where nothing ever answers it."""
        able = [(n, code, test) for n, code in inside if (test := self._answers(code, answered)) != "False"]
        if not able:
            return False
        self.line("able = []")
        self.line("for a in seats:")
        self.indent += 1
        self._skip_where_used({code.limit for _, code, _ in able})
        self.line("out = []")
        self.answering = ", ref"
        for number, code, test in able:
            if code.card_name < 0:
                self._reaction(number, code, test, "None", answered)
        for hand in dict.fromkeys(self._hand(code) for _, code, _ in able if code.card_name >= 0):
            self.line(f"for c in {hand}:")
            self.indent += 1
            self.line(f"n = S[{self.layout.names_base} + c]")
            self._each_name([found for found in able if self._hand(found[1]) == hand], answered)
            self.indent -= 1
        self.line("if out: able.append((a, out))")
        self.indent -= 1
        self.line("return able")
        return True

    def _skip_where_used(self, shared: set[str]) -> None:
        """One limit for all: where it is used up, nothing can be answered."""
        if len(shared) == 1 and "" not in shared:
            limit = self.layout.limits[next(iter(shared))]
            self.line(f"if S[{limit.base}{' + a' if limit.per else ''}] >= {limit.times}: continue")
            self.known = limit

    def _answers(self, code: EntryCode, answered: int) -> str:
        """Whether a reaction answers this entry, as far as that is known while the text is written."""
        rule = self.rule((code.section, code.id, "answers"))
        if rule is None:
            return "True"
        return self._formula().write(rule.formula.value, self._reacting("c", answered))

    def _reacting(self, card: str, answered: int) -> Env:
        return {"actor": "a", "card": card, "with": "()", "it": "ref", "it.actor": "ia", "it.entry": str(answered)}

    def _each_name(self, cards: list[tuple[int, EntryCode, str]], answered: int) -> None:
        """Of cards of one name the first in the hand: an earlier one has already been listed."""
        for word, (number, code, test) in zip(["if", *["elif"] * len(cards)], cards, strict=False):
            self.line(f"{word} n == {code.card_name}:")
            outer = self.indent
            self.indent += 1
            self.line(f"if out and out[-1][0] == {number}: continue")
            self._reaction(number, code, test, "c", answered)
            self.indent = outer

    def _hand(self, code: EntryCode) -> str:
        if code.card_name < 0:
            return ""
        zone = self.layout.zones[code.played_from]
        return f"Z[{zone.base} + a]" if zone.per else f"Z[{zone.base}]"

    def _reaction(self, number: int, code: EntryCode, test: str, card: str, answered: int) -> None:
        outer = self.indent
        env = self._reacting(card, answered)
        self._if([*self._affordable(code), test])
        self._if_may(code, env)
        self._choices(number, code, card, "()", "()")
        self.indent = outer


def _narrowed(coll: typed.Filter) -> tuple[typed.Expr, typed.Expr | None]:
    """`place where . is in neighbours(x) and ...`: going through the neighbours is enough, for they stand in order."""
    if isinstance(coll.coll, typed.AllOf):
        first, *rest = conjuncts(coll.test)
        if (
            isinstance(first, typed.IsIn)
            and not first.negated
            and isinstance(first.value, typed.Local)
            and first.value.name == coll.name
            and isinstance(first.coll, typed.Function)
            and first.coll.name == "neighbours"
        ):
            return first.coll, joined_by_and(rest)
    return coll.coll, coll.test


_JOINED = re.compile(r"\[\*Z\[[^\[\]]+\], \*Z\[[^\[\]]+\]\]")
_OWN = re.compile(r"\bS\[\d+ ?\+ ?a\]")


def once(lines: list[Line], seat: bool) -> list[Line]:
    """What several lines look up is looked up once, at the top: nothing changes while options are listed.

    These are collections that are joined and, where there is but one `seat`, what is kept for it.
    """
    for letter, pattern in (("j", _JOINED), ("k", _OWN)) if seat else ():
        counts = Counter(text for _, line, _, _ in lines for text in pattern.findall(line))
        names = {text: f"{letter}{n}" for n, text in enumerate(t for t, count in counts.items() if count > 1)}
        head: list[Line] = [(1, f"{name} = {text}", (), (0, 0)) for text, name in names.items()]
        lines = [*head, *((indent, _renamed(pattern, names, text), path, at) for indent, text, path, at in lines)]
    return lines


def _renamed(pattern: re.Pattern[str], names: dict[str, str], text: str) -> str:
    return pattern.sub(lambda match: names.get(match.group(), match.group()), text)
