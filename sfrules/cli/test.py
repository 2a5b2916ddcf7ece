"""`sfrules test`: the tests of a scenario, played."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sfrules.cli.console import Refused, bold, to_stderr, to_stdout
from sfrules.cli.scenario import Gaps, ScenarioName, Variants, announce, load_chosen, playable
from sfrules.diag import how_many

if TYPE_CHECKING:
    from sfrules.engine.machine import Machine
    from sfrules.model.book import Book
    from sfrules.model.test import Case
    from sfrules.play.coverage import Coverage, Reached
    from sfrules.play.testing import Outcome


def run_tests(
    scenario: ScenarioName = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            help="Only this test, or those of a source such as R22. May be given again.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write what came of each test as JSON.")] = False,
    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a JUnit file as well.", show_default=False)
    ] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Say what of the rules the tests reach.")] = False,
    threshold: Annotated[
        float | None,
        typer.Option(
            metavar="N",
            min=0,
            max=100,
            show_default=False,
            help="Exit code 1 when fewer than N percent of the rule lines are reached.",
        ),
    ] = None,
    examples: Annotated[
        bool, typer.Option("--examples", help="Instead, tell the tests with example: yes as examples of play.")
    ] = False,
    gap: Gaps = None,
    variant: Variants = None,
) -> None:
    """Play the tests that stand beside the rules, and name each that does not hold.

    A test says in what position a game is, what the seats do, and what is so afterwards. It stands in the section
    tests of any content file. Of one that fails you see its place, what was expected, what is so, and the end of the
    log.

    \b
    Examples:
      sfrules test                               all tests of the scenario here
      sfrules test --only R22 --only tie-at-60   those of a rule, and one by its id
      sfrules test --coverage                    also which lines, cards and options no test reaches
      sfrules test --threshold 80 --junit tests.xml
    """  # fmt: skip
    from sfrules.engine.game import machine_for
    from sfrules.play.testing import misnamed, play_tests

    chosen, loaded = load_chosen(scenario, gap, variant, tests=True)
    announce(loaded, chosen, beside=as_json)
    playable(loaded, chosen)
    cases = _chosen(loaded.book, only or [])
    machine = machine_for(loaded.program())
    if examples:
        _tell_examples(machine, loaded.book, cases)
        return
    watch = _watch(machine) if coverage or threshold is not None else None
    outcomes = list(play_tests(machine, loaded.book, cases, watch, misnamed(loaded.found)))
    if junit is not None:
        _write_junit(junit, machine.program.id, outcomes)
    if as_json:
        _write_json(outcomes, watch)
    else:
        _report(outcomes, watch)
    low = watch is not None and threshold is not None and watch.lines().share < threshold
    if watch is not None and low:
        to_stderr(f"The tests reach {watch.lines().share:.1f} % of the rule lines; {threshold:g} % are wanted.")
    if low or any(outcome.verdict != "holds" for outcome in outcomes):
        raise typer.Exit(1)


def _chosen(book: Book, only: list[str]) -> list[Case]:
    from sfrules.diag import did_you_mean
    from sfrules.play.testing import chosen_tests

    try:
        return chosen_tests(book, only)
    except KeyError as unknown:
        word = unknown.args[0]
        raise Refused(f"there is no test “{word}”, nor one of such a source.{did_you_mean(word, book.tests)}") from None


def _watch(machine: Machine) -> Coverage:
    from sfrules.play.coverage import Coverage

    return Coverage(machine)


# for people


def _report(outcomes: list[Outcome], watch: Coverage | None) -> None:
    for outcome in outcomes:
        if outcome.verdict != "holds":
            to_stdout("\n".join(["", *failure_lines(outcome)]))
    failed = sum(outcome.verdict != "holds" for outcome in outcomes)
    to_stdout("\n" * bool(failed) + _summary(len(outcomes), failed))
    if watch is not None:
        to_stdout("\n".join(["", *coverage_lines(watch)]))


def failure_lines(outcome: Outcome) -> Iterator[str]:
    """A test that does not hold: its place and name, expected and got, the end of the log."""
    case = outcome.case
    sources = f" ({', '.join(case.source)})" if case.source else ""
    yield f"{outcome.span}: {bold(str(case.id), sys.stdout)}: {case.label}{sources}"
    kind = {"fails": "", "impossible": "this test cannot be played: ", "fault": "a rule stumbles: "}[outcome.verdict]
    yield from (f"  {line}" for line in f"{kind}{outcome.message}".splitlines())
    if outcome.log:
        yield "  the table's log ends:"
        yield from (f"    {line}" for line in outcome.log)


def _summary(count: int, failed: int) -> str:
    if not count:
        return "There are no tests. They stand in a section tests; the rulebook's pages on the rule language show how."
    tests = how_many(count, "test")
    if not failed:
        return f"{tests}: {'it holds' if count == 1 else 'all hold'}."
    holding = "1 holds" if count - failed == 1 else f"{count - failed} hold"
    return f"{tests}: {holding}, {failed} {'does' if failed == 1 else 'do'} not."


def coverage_lines(watch: Coverage) -> Iterator[str]:
    """How much was reached of lines, cards and options, and what was not."""
    parts = {"Rule lines": watch.lines(), "Cards": watch.cards(), "Options": watch.options()}
    for title, reached in parts.items():
        yield f"{title:<11}{reached.reached:>5} of {reached.of:<5}{reached.share:6.1f} %"
    for title, reached in parts.items():
        yield from _missing(title, reached)


def _missing(title: str, reached: Reached) -> Iterator[str]:
    if reached.missing:
        yield f"\n{title} that no test reaches:"
        yield from (f"  {name}" for name in reached.missing)


def _tell_examples(machine: Machine, book: Book, cases: Iterable[Case]) -> None:
    from sfrules.cli.speech import words_for
    from sfrules.play.testing import told

    words = words_for(book)
    marked = [case for case in cases if case.example]
    for case in marked:
        to_stdout(
            "\n".join(
                ["", bold(str(case.label), sys.stdout), *(f"  {line}" for line in told(machine, book, case, words))]
            )
        )
    if not marked:
        to_stdout("No test is marked with example: yes.")


# for programs


def _write_json(outcomes: list[Outcome], watch: Coverage | None) -> None:
    import json

    data = {
        "tests": [outcome.as_data() for outcome in outcomes],
        "failed": sum(outcome.verdict != "holds" for outcome in outcomes),
        "coverage": watch.as_data() if watch is not None else None,
    }
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def _write_junit(path: Path, scenario: str, outcomes: list[Outcome]) -> None:
    from xml.etree import ElementTree

    bad = [outcome for outcome in outcomes if outcome.verdict != "holds"]
    errors = sum(outcome.verdict != "fails" for outcome in bad)
    root = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(
        root, "testsuite", name=scenario, tests=str(len(outcomes)), failures=str(len(bad) - errors), errors=str(errors)
    )
    for outcome in outcomes:
        span = outcome.case.span
        case = ElementTree.SubElement(
            suite, "testcase", classname=scenario, name=str(outcome.case.id), file=span.file, line=str(span.line)
        )
        if outcome.verdict != "holds":
            tag = "failure" if outcome.verdict == "fails" else "error"
            ElementTree.SubElement(case, tag, message=outcome.message).text = "\n".join(failure_lines(outcome))
    ElementTree.indent(root)
    path.parent.mkdir(parents=True, exist_ok=True)
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)
