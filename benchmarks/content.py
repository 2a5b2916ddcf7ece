"""Makes a scenario of any size, as a designer would write one: no two of its effects are alike.

    python benchmarks/content.py FOLDER [--lines 3000] [--seed 1]

It is a race of captains between harbours: cards with effects, actions, powers, triggers, named formulas, open questions
with rulings, rule tests, cited sources. The content is free of errors, so that every check has all of it to look at.
The same size and seed give the same files.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path

CAPTAINS = ("ada", "bo", "cy", "dot")
BEFORE = ("", "best", "first", "good", "great", "last", "little", "long", "lost", "mad", "new", "poor", "proud", "sad")
FIRST = ("amber", "blue", "calm", "dark", "early", "far", "grey", "high", "idle", "late", "low", "old", "pale", "red")
SECOND = ("anchor", "bell", "chart", "current", "drift", "gull", "hull", "keel", "lantern", "mast", "net", "oar")
THIRD = ("at-dawn", "at-dusk", "by-night", "in-fog", "in-rain", "of-home", "of-luck", "of-old", "under-way")
PER_FILE = 1500
"""About so many lines a designer puts into one file."""

Lines = list[str]


def names() -> Iterator[str]:
    """Slugs, each once."""
    for words in itertools.product(BEFORE, FIRST, SECOND, THIRD):
        yield "-".join(filter(None, words))


def title(slug: str) -> str:
    """A slug as a title."""
    return slug.replace("-", " ").capitalize()


def indented(lines: Lines, steps: int = 1) -> Lines:
    """Lines that stand so many steps deeper."""
    return ["  " * steps + line for line in lines]


class Author:
    """Writes rules of random shape; `who` is the local name of a captain, or "" where any will do."""

    def __init__(self, rng: random.Random, harbours: Lines) -> None:
        self.rng, self.harbours = rng, harbours
        self.written: set[str] = set()
        self.new, self.lasting = itertools.count(), True

    def effect(self, who: str, lasting: bool = True) -> Lines:
        """Some lines that nobody has written yet; `lasting` says whether what they do may be for a while."""
        while True:
            self.new, self.lasting = itertools.count(), lasting
            lines = self._statements(who, self.rng.randint(2, 4))
            if (text := "\n".join(lines)) not in self.written:
                self.written.add(text)
                return lines

    def number(self) -> int:
        """A number as rules have them."""
        return self.rng.randint(1, 9)

    def test(self, who: str) -> str:
        """A condition on what lies open on the table."""
        one, harbour, number = self._captain(who), self.rng.choice(self.harbours), self.number
        made = self.rng.choice((
            f"tide >= {number()}",
            f"storm < {number()} or tide is {number()}",
            f"count(captain where .gold > {number()}) >= {self.rng.randint(1, 4)}",
            f"{one}.gold + {number()} > {one}.fame * {self.rng.randint(2, 3)}",
            f"{one}.place is {harbour}",
            f"{one}.place is in neighbours({harbour})",
            f"not {harbour}.closed",
                f"not {one}.hailed",
            f"richest-above({number()})",
            f"some c in captain has c.fame is {number()}",
        ))  # fmt: skip
        return made if self.rng.random() < 0.7 else f"{made} and storm is not {number()}"

    def _captain(self, who: str) -> str:
        return who or self.rng.choice(CAPTAINS)

    def _statements(self, who: str, count: int, blocks: bool = True) -> Lines:
        kinds: list[Callable[[str], Lines]] = [self._change, self._change, self._simple, self._simple, self._named]
        if blocks:
            kinds += [self._branch, self._branch, self._loop, self._loop]
        return [line for make in self.rng.choices(kinds, k=count) for line in make(who)]

    def _change(self, who: str) -> Lines:
        target = self.rng.choice(("tide", "storm", f"{self._captain(who)}.gold", f"{self._captain(who)}.fame"))
        more = f" + count(captain where .fame >= {self.number()})" if self.rng.random() < 0.5 else ""
        return [f"{target} {self.rng.choice(('+=', '-='))} {self.number()}{more}"]

    def _simple(self, who: str) -> Lines:
        one, rng = self._captain(who), self.rng
        return [rng.choice((
            f"draw {rng.randint(1, 3)} from cargo-deck to {one}.hold",
            f"{rng.choice(self.harbours)}.closed = {self._while()}",
            f"{one}.hailed = {rng.choice(('yes', 'no'))}",
            f'announce "{rng.choice(FIRST).title()} {rng.choice(SECOND)}, {rng.choice(FIRST)} sea."',
        ))]  # fmt: skip

    def _while(self) -> str:
        return "yes until end of round" if self.lasting else "no"

    def _named(self, who: str) -> Lines:
        name = f"part-{next(self.new)}"
        test = f".gold >= {self.number()} and .place is not {self.rng.choice(self.harbours)}"
        return [f"let {name} = count(captain where {test})", f"{self._captain(who)}.fame += {name}"]

    def _branch(self, who: str) -> Lines:
        tests = dict.fromkeys(self.test(who) for _ in range(2 if self.rng.random() < 0.3 else 1))
        lines: Lines = []
        for word, test in zip(("if", "elif"), tests, strict=False):
            lines += [f"{word} {test}", *indented(self._statements(who, self.rng.randint(1, 2), blocks=False))]
        if self.rng.random() < 0.5:
            lines += ["else", *indented(self._statements(who, 1, blocks=False))]
        return [*lines, "end"]

    def _loop(self, who: str) -> Lines:
        name = f"each-{next(self.new)}"
        tests = f".gold < {self.number()}", f".place is {self.rng.choice(self.harbours)}", f".fame > {self.number()}"
        head = f"for {name} in captain where {self.rng.choice(tests)}"
        return [head, *indented(self._statements(name, self.rng.randint(1, 2), blocks=False)), "end"]


SHARES = {"cards": 70, "actions": 6, "powers": 2, "triggers": 4, "gaps": 5, "define": 3, "tests": 10}
"""How the lines are shared among the sections."""


class Scenario:
    """All entries of a scenario of about so many lines, by file."""

    def __init__(self, lines: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.names = names()
        self.harbours = [f"{name}-harbour" for name in itertools.islice(names(), max(6, lines // 300))]
        self.author = Author(self.rng, self.harbours)
        self.sources = min(999, max(10, lines // 100))
        self.made: dict[str, Lines] = {section: [] for section in SHARES}
        self.files = {"scenario.yaml": FRAME.splitlines(), "world.yaml": self._world()}
        self._write(lines - sum(map(len, self.files.values())) - self.sources - 40)
        self.files["flow.yaml"] = self._flow()
        says = ('{{mark: canon, says: "What the {} {} does."}}'.format(*self._two()) for _ in range(self.sources))
        self.files["sources.yaml"] = ["sources:", *(f"  R{at:03}: {said}" for at, said in enumerate(says, 1))]

    def _write(self, goal: int) -> None:
        """Entries, until there are lines enough; all sections grow side by side."""
        makers = {
            "cards": self._card, "actions": self._action, "powers": self._power, "triggers": self._trigger,
            "gaps": self._gap, "define": self._define, "tests": self._test,
        }  # fmt: skip
        entries: dict[str, list[Lines]] = {section: [] for section in SHARES}
        size = dict.fromkeys(SHARES, 0)
        while sum(size.values()) < goal or not all(size.values()):
            section = min(SHARES, key=lambda section: size[section] / SHARES[section])
            name = next(self.names)
            entries[section].append([f"{name}:", f"  title: {title(name)}", f"  {self._cited()}", *makers[section]()])
            self.made[section].append(name)
            size[section] += len(entries[section][-1])
        for section, made in entries.items():
            self._split(section, made)

    def _split(self, section: str, entries: list[Lines]) -> None:
        here: Lines = []
        for number, entry in enumerate(entries):
            if number == 0 or len(here) > PER_FILE:
                here = [f"{section}:"]
                self.files[f"{section}/from-{number:05}.yaml"] = here
            here += indented(entry)

    def _two(self) -> tuple[str, str]:
        return self.rng.choice(FIRST), self.rng.choice(SECOND)

    def _said(self) -> str:
        return "“The {} {} and the {} {},” he said.".format(*self._two(), *self._two())

    def _cited(self) -> str:
        return f"source: [{', '.join(f'R{at:03}' for at in sorted(self.rng.sample(range(1, self.sources + 1), 2)))}]"

    def _rule(self, who: str, lasting: bool = True) -> Lines:
        return ["  effect: |", *indented(self.author.effect(who, lasting), 2)]

    def _world(self) -> Lines:
        lines = WORLD.replace("START", self.harbours[0]).splitlines()
        at = lines.index("  harbour:", lines.index("things:")) + 1
        lines[at:at] = [line for name in self.harbours for line in (f"    {name}:", f"      title: {title(name)}")]
        ring = zip(self.harbours, [*self.harbours[1:], self.harbours[0]], strict=True)
        return [*lines, "map:", "  of: harbour", "  edges:", *(f"    - [{one}, {other}]" for one, other in ring)]

    def _card(self) -> Lines:
        weather = self.rng.choice(("fair", "foul"))
        lines = ["  kind: event", f"  flavour: {self._said()}", "  zone: event-deck", f"  weather: {weather}"]
        return [*lines, f"  count: {self.rng.randint(1, 3)}", *self._rule("")]

    def _action(self) -> Lines:
        number = self.author.number
        lines = [
            "  windows: [hail]",
            f"  available: actor.gold >= {number()} or {self.author.test('actor')}",
            "  choose:",
        ]
        lines.append(f"    goal: harbour where . is not actor.place and not .closed and storm < {number()}")
        head, *rest = self._rule("actor")
        return [*lines, head, "    actor.place = goal", *rest]

    def _power(self) -> Lines:
        lines = ["  window: hail", f"  who: actor.fame >= {self.author.number()}", "  cost: {gold: 1}"]
        return [*lines, f"  answers: it is {self.rng.choice(self.made['actions'])}", *self._rule("actor")]

    def _trigger(self) -> Lines:
        when = f"  when: alarm becomes {len(self.made['triggers']) + 1}"
        return [when, "  fires: after the effect", *self._rule("", lasting=False)]

    def _gap(self) -> Lines:
        lines = [f"  question: {self._said()}", "  status: provisional", "  ruling: one", "  options:"]
        for option in ("one", "two"):
            rule = self.author.effect("", lasting=False)
            lines += [f"    {option}:", f"      says: {self._said()}", "      rule: |", *indented(rule, 4)]
        return lines

    def _define(self) -> Lines:
        number = self.author.number
        test = f".gold > {number()} and .fame < {number()} and .place is in neighbours(goal)"
        phrase = '"what the {} {} of {{goal}} is worth"'.format(*self._two())
        return [
            "  given: {goal: harbour}",
            f"  is: count(captain where {test}) + {self.rng.randint(1, 99)}",
            f"  phrase: {phrase}",
        ]

    def _test(self) -> Lines:
        captain, place, rng = self.rng.choice(CAPTAINS), self.rng.choice(self.harbours), self.rng
        return f"""\
  given:
    at: {{round: 1, phase: actions, seat: {captain}}}
    set: {{tide: {rng.randint(0, 9)}, {captain}.place: {place}, {captain}.gold: {rng.randint(1, 9)}}}
    zones: {{event-deck.top: [{rng.choice(self.made["cards"])}]}}
  do:
    - expect: {{is: {{{captain}.place: {place}, event-deck: {{count: 1}}}}}}
    - {captain}: {rng.choice(self.made["actions"])}
  expect:
    is: {{storm: {rng.randint(0, 9)}, {captain}.hold: {{count: {rng.randint(0, 3)}}}}}
""".splitlines()

    def _flow(self) -> Lines:
        lines = [*FLOW.splitlines(), *(f"      - {name}" for name in self.made["actions"])]
        deeds = [f"rule {name}" for name in self.made["gaps"]]
        deeds += [f"tide += {name}({self.rng.choice(self.harbours)})" for name in self.made["define"]]
        parts = [deeds[at : at + 100] for at in range(0, len(deeds), 100)]
        lines += ["routines:"]
        for number, part in enumerate(parts):
            lines += [f"  opening-{number}:", f"    source: [R{number + 1:03}]", "    effect: |", *indented(part, 3)]
        lines += ["setup: |", "  for s in captain", "    draw 2 from cargo-deck to s.hold", "  end", "  alarm += 1"]
        return [*lines, *(f"  do opening-{number}" for number in range(len(parts)))]


FRAME = """\
scenario:
  title: A Race of Captains
  format: 1
  seats: 4
  summary: Some captains, many harbours, and one tide for all of them.
"""

WORLD = """\
kinds:
  captain:
    title: Captain
    plural: captains
    seat: yes
    has:
      gold: {title: gold, track: 0.., start: 3}
      fame: {title: fame, track: 0..100, start: 0}
      place: {title: berth, is: harbour, start: START}
      hailed: {title: hailed, flag: no, says: [is hailed, is not hailed, is hailed, is forgotten]}
  harbour:
    title: Harbour
    plural: harbours
    has:
      closed: {title: closed, flag: no, says: [is closed, is open, closes, opens]}
table:
  tide: {title: Tide, track: 0..1000, start: 1}
  storm: {title: Storm, track: 0..1000, start: 0}
  alarm: {title: Alarm, track: 0..100000, start: 0}
things:
  captain:
    ada: {title: Ada}
    bo: {title: Bo}
    cy: {title: Cy}
    dot: {title: Dot}
  harbour:
card_kinds:
  event:
    title: Event
    plural: Events
    has:
      weather: {title: weather, one_of: [fair, foul], fixed: yes}
  cargo:
    title: Cargo
    plural: Cargo
zones:
  event-deck: {title: Event deck, of: event, order: shuffled, seen_by: nobody, when_empty: stop}
  event-now: {title: current Event, of: event, holds: 1, seen_by: all}
  event-past: {title: past Events, of: event, seen_by: all}
  cargo-deck: {title: Cargo deck, of: cargo, order: shuffled, seen_by: nobody, when_empty: stop}
  hold: {title: hold, of: cargo, per: captain, seen_by: all}
cards:
  barrels: {kind: cargo, title: Barrels, text: Heavy and wet., count: 40, zone: cargo-deck, source: [R001]}
define:
  richest-above:
    title: Somebody is rich
    given: {amount: number}
    is: some c in captain has c.gold > amount
    phrase: "somebody has more than {amount} gold"
endings:
  harbour-fame:
    title: The race is over
    winners: highest s in captain by s.fame ties all
"""

FLOW = """\
windows:
  hail:
    title: Hailing
    asks: captain after it.actor
    answers: in order
    seen_by: all
    anonymous: no
phases:
  - id: round
    title: Round
    repeat: 8
    phases:
      - id: event
        title: Event
        effect: |
          draw 1 from event-deck to event-now
          for e in event-now
            if e.weather is foul then storm += 1
            do e.effect()
          end
          move event-now to event-past
          alarm += 1
      - id: actions
        title: Actions
        each: captain
        menu: turn
    then: finish with harbour-fame
menus:
  turn:
    title: Your turn
    done: end-turn
    one:
"""


def write(folder: Path, lines: int, seed: int) -> int:
    """Writes the scenario into an empty folder; how many lines it has."""
    made = Scenario(lines, seed)
    for name, text in made.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in text), encoding="utf-8")
    return sum(map(len, made.files.values()))


def main() -> None:
    """Writes a scenario and says how large it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lines", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print(f"{write(args.folder, args.lines, args.seed)} lines in {args.folder}")


if __name__ == "__main__":
    main()
