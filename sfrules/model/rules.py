"""All rules of a book, parsed, named and typed: where syntax tree meets model. Mistakes come out at their place."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from sfrules.diag import Diagnostic, Severity, Span
from sfrules.ids import RulePath
from sfrules.lang import ast, typed
from sfrules.lang.parse import MAX_SLIPS, Slip, parse_body, parse_formula, run_together
from sfrules.lang.spoken import said_in
from sfrules.lang.typed import Block as TypedBlock
from sfrules.lang.typed import Formula as TypedFormula
from sfrules.lang.types import ANY, FLAG, NUMBER, Type, card, fits, held, many, optional, thing
from sfrules.model.book import Book
from sfrules.model.card import Card
from sfrules.model.circles import in_circles
from sfrules.model.entry import Entry
from sfrules.model.expressions import Report, Scope
from sfrules.model.lexicon import given_types, lexicon_of
from sfrules.model.names import Lexicon, PropertyWord
from sfrules.model.sections import subject_of
from sfrules.model.statements import StatementTyper
from sfrules.model.texts import RuleText
from sfrules.record import record
from sfrules.source.nodes import Text

_MANY = 1_000
"""After so many slips only the first of a rule is told, since each costs a reading of the whole rule."""

_WARNINGS = {"SF308", "SF310", "SF304"}


@record
class Rule:
    """A rule of the book: where it stands, as it was written, and with every name bound.

    `params` are the names it is given, in order; `tree` is the syntax tree, `typed` None where it could not be typed.
    `sound` is False where an error was found in it, or it names what was refused: what it seems to leave out proves
    nothing, nor does what it seems to tell.
    """

    path: RulePath
    text: Text
    role: str
    tree: ast.Block | ast.Formula | None
    typed: TypedBlock | TypedFormula | None
    params: dict[str, Type]
    sound: bool = True

    def place(self, at: ast.Offsets) -> Span:
        """The place in the file of a stretch of the rule."""
        return self.text.place(at[0], max(at[0] + 1, at[1]))

    @property
    def block(self) -> TypedBlock:
        """The typed statements of a rule that has some."""
        assert isinstance(self.typed, TypedBlock)
        return self.typed

    @property
    def formula(self) -> TypedFormula:
        """The typed expression of a formula."""
        assert isinstance(self.typed, TypedFormula)
        return self.typed


class RuleTyping:
    """Types all rules of a book. Formulas that others use come first, for their result is what the others need."""

    def __init__(self, book: Book, like: RuleTyping | None = None) -> None:
        self.book = book
        self.lex: Lexicon = lexicon_of(book, (like.book, like.lex) if like is not None else None)
        self.found: list[Diagnostic] = []
        self.trees: dict[RulePath, ast.Block | ast.Formula | None] = {}
        self.choices: dict[str, dict[str, Type]] = {}
        self.unsound: set[RulePath] = set()

    def all(self) -> dict[RulePath, Rule]:
        """Every rule of the book by its path."""
        texts = list(self.book.rule_texts())
        for text in texts:
            self._parse(text)
        self._results([t for t in texts if t.role in ("derived", "define")])
        self._choose([t for t in texts if t.role == "choose"])
        made = {text.path: self._rule(text, self._reporter(text)) for text in texts}
        self._circles([text for text in texts if text.role in ("derived", "define")], made)
        made.update({path: replace(made[path], sound=False) for path in self.unsound})
        return made

    def begin_like(self, other: RuleTyping) -> None:
        """Takes over what another typing, of nearly the same book, has found out of trees, results and choices."""
        self.trees.update(other.trees)
        for entry, choices in other.choices.items():
            left = self.lex.entries[entry].choices if entry in self.lex.entries else ()
            self.choices[entry] = {name: of for name, of in choices.items() if name in left}
            for name, of in self.choices[entry].items():
                self.lex.choice_types.setdefault(name, {})[entry] = of
        self.lex.results.update({k: of for k, of in other.lex.results.items() if k in self.lex.defines})
        for mine, theirs in (
            (self.lex.kinds, other.lex.kinds),
            (self.lex.card_kinds, other.lex.card_kinds),
            ({"": self.lex.table}, {"": other.lex.table}),
        ):
            for kind, known in mine.items():
                for name, prop in known.items():
                    old = theirs.get(kind, {}).get(name)
                    if prop.derived and old is not None and old.derived:
                        known[name] = replace(prop, type=old.type)

    def some(self, fresh: list[RuleText], again: list[RuleText]) -> dict[RulePath, Rule]:
        """Some of the rules: those that have never been read, and those whose tree is known."""
        for text in fresh:
            self._parse(text)
        texts = [*fresh, *again]
        self._results([t for t in texts if t.role in ("derived", "define")])
        self._choose([t for t in texts if t.role == "choose"])
        made = {text.path: self._rule(text, self._reporter(text)) for text in texts}
        return {path: replace(rule, sound=False) if path in self.unsound else rule for path, rule in made.items()}

    def _circles(self, texts: list[RuleText], made: dict[RulePath, Rule]) -> None:
        """A formula that needs its own value to be worked out has none."""
        behind = {_formula_key(t.path): _named_in(made[t.path].typed) for t in texts}
        circular = in_circles(behind)
        for text in texts:
            if _formula_key(text.path) in circular:
                name = text.path[1] if text.role == "define" else text.path[-2]
                self._report(text, "SF313", (0, 1), f"“{name}” uses itself, so it can never be worked out.", "")

    # parsing

    def _parse(self, rule: RuleText) -> None:
        text = str(rule.text)
        slips: list[Slip]
        if rule.kind == "rule":
            tree, slips = parse_body(text, MAX_SLIPS if len(self.found) < _MANY else 1)
            tree = said_in(tree, self.book.phrases) if self.book.phrases else tree
            self.trees[rule.path] = None if slips else tree
            if not slips and not tree.stmts and rule.role not in ("gap", "when_cancelled"):
                slips = [Slip((0, max(1, len(text))), "This rule is empty.", "Write what happens, or delete the key.")]
        else:
            formula, slips = parse_formula(text)
            self.trees[rule.path] = formula
        if slips and not rule.text.mappable:  # that it is no block has been told, and is the reason for all of it
            self.unsound.add(rule.path)
            return
        if slips and rule.kind == "rule" and _is_joined(rule.text):
            slips = [run_together(text)]
        for slip in slips:
            self._report(rule, slip.code, slip.at, slip.message, slip.help)

    def _report(self, rule: RuleText, code: str, at: ast.Offsets, message: str, help_: str) -> None:
        span = rule.text.place(at[0], max(at[0] + 1, at[1]))
        severity = Severity.WARNING if code in _WARNINGS else Severity.ERROR
        subject = subject_of(rule.path)
        if severity is Severity.ERROR:
            self.unsound.add(rule.path)
        self.found.append(Diagnostic(code, message, span, severity, subject, help_))

    def _reporter(self, rule: RuleText) -> Report:
        # where content is missing, an unknown name proves nothing, and a known one may mean something else
        silent = {"SF301", "SF302", "SF303", "SF305"} if not self.book.whole else set()

        def report(code: str, at: ast.Offsets, message: str, help_: str) -> None:
            if code not in silent:
                self._report(rule, code, at, message, help_)

        return report

    # what others need first

    def _results(self, texts: list[RuleText]) -> None:
        """Types of named formulas and derived properties; each may use others, so we go on until nothing changes."""
        for _ in range(8):
            changed = False
            for text in texts:
                changed |= self._result(text)
            if not changed:
                return

    def _result(self, text: RuleText) -> bool:
        made = self._rule(text, _silent).typed
        if not isinstance(made, typed.Formula):
            return False
        of = made.value.type
        if text.role == "define":
            changed = self.lex.results.get(text.path[1]) != of
            self.lex.results[text.path[1]] = of
            return changed
        owner = self.lex.table if text.path[0] == "table" else getattr(self.lex, text.path[0])[text.path[1]]
        name = text.path[-2]
        changed = bool(owner[name].type != of)
        owner[name] = replace(owner[name], type=of)
        return changed

    def _choose(self, texts: list[RuleText]) -> None:
        for text in texts:
            entry, name = text.path[1], text.path[3]
            made = self._rule(text, _silent).typed
            of = ANY
            if isinstance(made, typed.Formula) and made.value.type.of is not None:
                of = optional(made.value.type.of) if made.optional else made.value.type.of
            self.choices.setdefault(entry, {})[name] = of
            self.lex.choice_types.setdefault(name, {})[entry] = of

    # one rule

    def _rule(self, rule: RuleText, report: Report) -> Rule:
        scope = self._scope(rule)
        params = dict(scope.locals)
        tree = self.trees[rule.path]
        typer = StatementTyper(self.lex, scope, report)
        made: typed.Block | typed.Formula | None = None
        if isinstance(tree, ast.Block):
            made = typer.block(tree)
        elif tree is not None:
            made = self._formula(rule, tree, typer)
        return Rule(rule.path, rule.text, rule.role, tree, made, params, not typer.unsure)

    def _formula(self, rule: RuleText, tree: ast.Formula, typer: StatementTyper) -> typed.Formula:
        if tree.openly and rule.role != "when":
            typer.report("SF307", tree.at, "“openly” stands only in the “when” of a trigger or right of “=”.", "")
        if tree.optional and rule.role != "choose":
            typer.report("SF307", tree.at, "“optional” stands only in “choose”.", "")
        wanted = self._wanted(rule)
        value = typer.want(tree.value, wanted) if wanted != ANY else typer.expr(tree.value)
        if rule.role == "start":
            bounds = self._start_word(rule)
            typer.within(value, bounds.low, bounds.high)
        if rule.role in ("choose", "asks", "winners", "award") and value.type.name != "many":
            value = self._one_as_many(rule, value, tree, typer)
        return typed.Formula(value, tree.openly, tree.optional, at=tree.at)

    def _one_as_many(self, rule: RuleText, value: typed.Expr, tree: ast.Formula, typer: StatementTyper) -> typed.Expr:
        """A single seat counts as a list of one where seats are wanted."""
        if rule.role != "choose" and fits(held(value.type), self.lex.seat):
            return typed.ListOf((value,), type=many(held(value.type)), at=value.at)
        if value.type != ANY:
            typer.report("SF302", tree.at, f"Here several things are wanted, and this is {value.type.phrase}.", "")
        return value

    def _wanted(self, rule: RuleText) -> Type:
        match rule.role:
            case "who" | "available" | "answers" | "rides_when" | "done" | "when" | "group" | "award when" | "check":
                return FLAG
            case "payoff" | "count":
                return NUMBER
            case "start":
                return self._start_word(rule).type
            case _:
                return ANY

    def _start_word(self, rule: RuleText) -> PropertyWord:
        """The property whose start a formula gives."""
        if rule.path[0] == "table":
            return self.lex.table[rule.path[1]]
        return {**self.lex.kinds, **self.lex.card_kinds}[rule.path[1]][rule.path[3]]

    # what names mean

    def _scope(self, rule: RuleText) -> Scope:
        seat = self.lex.seat
        scope = Scope(given_types(self.lex, rule.given))
        match rule.role:
            case "phase" if rule.on:
                scope.locals = {"actor": thing(rule.on)}
            case "effect" | "when_cancelled" | "who" | "available" | "choose" | "answers" | "rides_when":
                self._entry_scope(rule, scope, seat)
            case "bind":
                scope.locals = {"card": card(rule.on)}
            case "done":
                scope.locals = {"card": card(rule.on), "holder": seat}
            case "asks":
                scope.has_it = True
                scope.answered = self._openers.get(rule.path[1], frozenset())
            case "when":
                scope.may_become = True
            case "group":
                scope.elements = [thing(getattr(rule.owner, "of", ""))]
            case "check" if rule.on:
                scope.locals = {"self": self.lex.type_of(rule.on) or ANY}
            case "derived" if rule.on:
                owner = thing(rule.on) if rule.path[0] == "kinds" else card(rule.on)
                scope.locals = {"self": owner} if rule.path[0] == "kinds" else {"self": owner, "card": owner}
            case "payoff":
                scope.locals["self"] = seat
            case "aftermath" | "award" | "award when":
                scope.locals = self._ending_locals()
            case _:
                pass
        return scope

    def _ending_locals(self) -> dict[str, Type]:
        """What any ending is given; which ending it is, is known only at the end, so each may be none."""
        found: dict[str, Type] = {}
        for given in self.lex.endings.values():
            for name, of in given.items():
                found[name] = optional(of)
        return found

    def _entry_scope(self, rule: RuleText, scope: Scope, seat: Type) -> None:
        entry = rule.owner
        assert isinstance(entry, Entry)
        choices = self.choices.get(str(entry.id), {})
        host = self.choices.get(str(entry.rides), {}) if entry.rides is not None else {}
        if self._is_declared(entry):
            scope.locals["actor"] = seat
        if rule.on:
            scope.locals["card"] = card(rule.on)
        scope.has_it = rule.role in ("answers", "effect", "when_cancelled") and (entry.is_reaction or entry.is_rider)
        scope.entry = str(entry.id)
        if entry.window is not None:
            scope.answered = self._openers.get(str(entry.window), frozenset())
        elif entry.rides is not None:
            scope.answered = frozenset({str(entry.rides)})
        if rule.role == "choose":
            names = list(entry.choose)
            before = names[: names.index(rule.path[3])]
            scope.locals.update({str(n): choices[str(n)] for n in before if str(n) in choices})
        elif rule.role == "rides_when":
            scope.locals.update(host)
        elif rule.role in ("effect", "when_cancelled"):
            scope.locals.update({**host, **choices})

    @cached_property
    def _openers(self) -> dict[str, frozenset[str]]:
        """The entries that open each window."""
        made: dict[str, frozenset[str]] = {}
        for _, entry in self.book.entries():
            for window in entry.windows:
                made[str(window)] = made.get(str(window), frozenset()) | {str(entry.id)}
        return made

    def _is_declared(self, entry: Entry) -> bool:
        """Whether a seat plays it: an action, a power, or a card that is played from somewhere."""
        if not isinstance(entry, Card):
            return True
        kind = self.book.card_kinds.get(entry.kind)
        return kind is None or kind.played_from is not None


FormulaKey = tuple[str, ...]


def _formula_key(path: RulePath) -> FormulaKey:
    if path[0] == "define":
        return ("define", path[1])
    return ("derived", "" if path[0] == "table" else path[1], path[-2])


def _named_in(tree: TypedBlock | TypedFormula | None) -> set[FormulaKey]:
    """The named formulas and derived properties that a formula uses."""
    found: set[FormulaKey] = set()
    for part in typed.walk(tree) if tree is not None else ():
        if isinstance(part, typed.Defined):
            found.add(("define", part.id))
        elif isinstance(part, typed.Derived):
            found.add(("derived", part.of, part.name))
    return found


def _is_joined(text: Text) -> bool:
    """Whether a text that stands on several lines is one line when it is read."""
    return text.mappable and text.span.end_line > text.span.line and "\n" not in text


def _silent(code: str, at: ast.Offsets, message: str, help_: str) -> None:
    """Nobody wants to know yet."""


def type_rules(book: Book, *, alternatives: bool = True) -> tuple[Book, Lexicon, list[Diagnostic]]:
    """The book with all its rules typed, the words they use, and what is wrong in them.

    With `alternatives`, also under rulings and variants that are not in force, and what is wrong in their rules.
    """
    from sfrules.model.alternatives import type_alternatives

    typing = RuleTyping(book)
    rules = typing.all()
    others, more = type_alternatives(typing, rules) if alternatives else ([], [])
    return replace(book, rules=rules, otherwise=tuple(others)), typing.lex, [*typing.found, *more]
