"""Menus as Python text: one function lists everything a seat can declare now.

Limits, costs, `who` and `available`, choices and riders of all entries stand in one function, written out, because this
is what a game spends its time on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.model.rules import Rule
from sfrules.program.formula import Env, FormulaWriter, Library
from sfrules.program.layout import Layout
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

    def line(self, text: str, path: RulePath = (), at: tuple[int, int] = (0, 0)) -> None:
        self.lines.append((self.indent, text, path, at))

    # entries

    def entry(self, number: int, code: EntryCode, riders: Iterable[tuple[int, EntryCode]], card: str = "None") -> None:
        """All options of an entry: by itself, and with each rider that may travel with it."""
        outer = self.indent
        tests = [*self._affordable(code), *self._may(code, {"actor": "a", "card": card, "with": "()"})]
        self._if(tests)
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
        self._if([*own, *self._may(rider_code, {**env, "with": "()"}), *self._affordable(code), *self._may(code, {**env, "card": "None"})])
        self._choices(number, code, "None", f"({rider},)", f"(({rider}, {played}),)", rider_code)
        if played == "rc":
            self.line("break")

    def _if(self, tests: list[str]) -> None:
        if tests:
            self.line(f"if {' and '.join(tests)}:")
            self.indent += 1

    def _affordable(self, code: EntryCode) -> list[str]:
        tests = []
        if code.limit:
            limit = self.layout.limits[code.limit]
            tests.append(f"S[{limit.base}{' + a' if limit.per else ''}] < {limit.times}")
        return tests + [f"S[{base} + a] >= {amount}" for base, amount in code.cost]

    def _may(self, code: EntryCode, env: Env) -> list[str]:
        found = []
        for key in ("who", "available"):
            rule = self.rule((code.section, code.id, key))
            if rule is not None:
                found.append(FormulaWriter(self.library).write(rule.formula.value, env))
        return found

    def _choices(
        self, number: int, code: EntryCode, card: str, riding: str, riders: str, rider: EntryCode | None = None
    ) -> None:
        """The loops over what is to be chosen, and inside them the option itself."""
        outer = self.indent
        env: Env = {"actor": "a", "card": card, "with": riding}
        writer = FormulaWriter(self.library)
        for depth, choice in enumerate(code.choices):
            rule = self.rule((code.section, code.id, "choose", choice))
            assert rule is not None
            self._loop(writer, rule, f"x{depth}", env)
            env[choice] = f"x{depth}"
        if rider is not None:
            self._rides_when(writer, rider, env)
        made = "".join(f"x{i}, " for i in range(len(code.choices)))
        self.line(f"out.append(({number}, ({made}), {riders}, {card}))")
        self.indent = outer

    def _loop(self, writer: FormulaWriter, rule: Rule, var: str, env: Env) -> None:
        """A filter becomes a loop with a test in it, which costs no list of its own."""
        coll = rule.formula.value
        of = coll.type.of
        if rule.formula.optional:
            self.line(f"for {var} in (None, *{writer.write(coll, env)}):", rule.path, rule.formula.at)
        elif of is not None and of.name == "card":
            self.line(f"for {var} in unlike(g, a, {writer.write(coll, env)}):", rule.path, rule.formula.at)
        elif isinstance(coll, typed.Filter):
            self.line(f"for {var} in {writer.write(coll.coll, env)}:", rule.path, rule.formula.at)
            self.indent += 1
            self.line(f"if {writer.write(coll.test, {**env, coll.name: var})}:", rule.path, rule.formula.at)
        else:
            self.line(f"for {var} in {writer.write(coll, env)}:", rule.path, rule.formula.at)
        self.indent += 1

    def _rides_when(self, writer: FormulaWriter, rider: EntryCode, env: Env) -> None:
        rule = self.rule((rider.section, rider.id, "rides_when"))
        if rule is not None:
            self.line(f"if {writer.write(rule.formula.value, env)}:", rule.path, rule.formula.at)
            self.indent += 1

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
