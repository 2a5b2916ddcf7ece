"""Each form of the findings against what the programs that read it demand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfrules.cli.codes import all_facts
from sfrules.cli.outputs import FORMS
from sfrules.diag import Diagnostic, Edit, Fix, Related, Severity, Span
from sfrules.publish import findings
from sfrules.publish.colour import READABLE, contrast
from sfrules.publish.findings import Checked, lines, sarif, written
from tests.check.reading import judged

SCHEMA = jsonschema.Draft4Validator(json.loads(Path(__file__).with_name("sarif-2.1.0.schema.json").read_text("utf-8")))
BOOK = replace(
    judged("")[0],
    files={
        "sea/ships.yaml": "kinds:\r\n  ship: {}\r\n  gull: {🔥: 🐦, tern: x}\r\n",
        "sea/my tides, 100%.yaml": "a: |\n  one\n  two\n",
        "sea/calm.yaml": "b: c\n",
    },
    pages={},
)
SHIP = Diagnostic(
    "SF201",
    "“shp” is no key, [see](here): 100 %, a\nb",
    Span("sea/ships.yaml", 2, 3, 2, 7),
    subject="kind ship",
    help="Look again.",
    related=(Related(Span("sea/my tides, 100%.yaml", 1, 1, 1, 2), "it begins here"),),
    fixes=(
        Fix(
            "Write it twice",
            (Edit(Span("sea/ships.yaml", 2, 3, 2, 7), "ship"), Edit(Span("sea/calm.yaml", 1, 1, 1, 1), "# ")),
        ),
    ),
)
TERN = Diagnostic("SF540", "Nothing uses it.", Span("sea/ships.yaml", 3, 16, 3, 20), Severity.WARNING, "kind tern")
TIDE = Diagnostic("SF605", "<b>Over two lines.", Span("sea/my tides, 100%.yaml", 2, 3, 3, 6), Severity.INFO)
FOUND = (TIDE, SHIP, TERN)


def checked(*found: Diagnostic, **more) -> Checked:
    return Checked(BOOK, found, all_facts(), "1.2", **more)


def results(run: Checked) -> list[dict]:
    data = json.loads(written("sarif", run))
    SCHEMA.validate(data)
    found: list[dict] = data["runs"][0]["results"]
    return found


def suites(run: Checked) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(written("junit", run))
    return {suite.get("name", ""): suite for suite in root}


def test_every_form_is_a_file_and_every_file_a_form():
    files = Path(findings.__file__).parent.glob("*.py")
    assert sorted(FORMS) == sorted(path.stem for path in files if "\ndef written(checked" in path.read_text("utf-8"))


@pytest.mark.parametrize("form", FORMS)
def test_a_file_is_not_taken_apart_for_each_finding(form, monkeypatch):
    looks: list[str] = []
    for module, name in ((lines, "_BREAK"), (sarif, "_WIDE")):
        monkeypatch.setattr(module, name, Counted(getattr(module, name), looks))
    written(form, checked(*[TERN] * 50))
    assert len(looks) <= 3 * len(BOOK.files)


class Counted:
    """A pattern that tells each text in which it is looked for."""

    def __init__(self, pattern: re.Pattern[str], looks: list[str]) -> None:
        self.pattern, self.looks = pattern, looks

    def split(self, text: str) -> list[str]:
        self.looks.append(text)
        return list(self.pattern.split(text))

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        self.looks.append(text)
        return self.pattern.finditer(text)


# SARIF


def test_sarif_carries_everything():
    tide, ship, _ = results(checked(*FOUND))
    assert (ship["ruleId"], ship["level"]) == ("SF201", "error")
    assert ship["message"]["text"] == "“shp” is no key, \\[see](here): 100 %, a\nb\nLook again."
    (place,) = ship["locations"]
    assert place["logicalLocations"] == [{"fullyQualifiedName": "kind ship"}]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "sea/ships.yaml", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 7},
    }
    (near,) = ship["relatedLocations"]
    assert near["physicalLocation"]["artifactLocation"]["uri"] == "sea/my%20tides%2C%20100%25.yaml"
    assert near["message"]["text"] == "it begins here"
    (fix,) = ship["fixes"]
    files = [change["artifactLocation"]["uri"] for change in fix["artifactChanges"]]
    assert files == ["sea/ships.yaml", "sea/calm.yaml"]
    assert fix["artifactChanges"][0]["replacements"][0]["insertedContent"] == {"text": "ship"}
    assert (tide["level"], tide["locations"][0]["physicalLocation"]["region"]["endLine"]) == ("note", 3)


def test_sarif_describes_every_code_and_points_to_it():
    data = json.loads(written("sarif", checked(*FOUND)))
    (run,) = data["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted(all_facts())
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in run["results"])
    assert all({"shortDescription", "help", "defaultConfiguration"} <= rule.keys() for rule in rules)


@pytest.mark.parametrize("site", ["https://example.org/harbour", "https://example.org/harbour/"])
def test_where_the_website_is_known_each_code_leads_to_its_page(site):
    found = (*FOUND, replace(TERN, code="own:even-roads"))
    run, page = checked(*found, site=site), "https://example.org/harbour/language/findings/sf540.html"
    rules = json.loads(written("sarif", run))["runs"][0]["tool"]["driver"]["rules"]
    assert results(run)
    assert {rule["id"] for rule in rules if "helpUri" not in rule} == {"own:even-roads"}
    assert next(rule["helpUri"] for rule in rules if rule["id"] == "SF540") == page
    assert f"%0AMore: {page}" in written("github", run)
    assert written("html", run).count(f'<a href="{page}">SF540</a>') == 2  # at the finding, and where codes are told of


@pytest.mark.parametrize("form", FORMS)
def test_where_it_is_not_known_nothing_leads_there(form):
    assert "language/findings" not in written(form, checked(*FOUND))


@pytest.mark.parametrize(
    ("found", "words"), [((TERN,), "No game was played"), ((SHIP,), "mend the errors first. Then")]
)
def test_a_page_says_how_it_comes_to_tell_what_games_reach(found, words):
    page = written("html", checked(*found))
    assert words in page
    assert "<pre>sfrules validate " in page
    assert page.count("What games reached") == 2  # at its place, and on the list of parts
    reached = {"games": 1, "seed": 1, "lines": {"reached": 1, "of": 2, "percent": 50.0, "missing": []}}
    reached["cards"] = {"reached": 0, "of": 0, "percent": 100.0, "missing": []}
    page = written("html", checked(*found, coverage=reached))
    assert words not in page
    assert "1 game by random seats" in page
    assert ("1 of 2" in page, "0 of 0" in page) == (True, False)


def test_sarif_takes_a_code_that_nothing_is_known_of():
    assert results(checked(replace(TERN, code="SF999")))[0]["ruleId"] == "SF999"


def test_sarif_counts_columns_as_it_says():
    line = BOOK.files["sea/ships.yaml"].split("\r\n")[2]
    (tern,) = results(checked(TERN))
    region = tern["locations"][0]["physicalLocation"]["region"]
    units = line.encode("utf-16-le")
    assert units[2 * region["startColumn"] - 2 : 2 * region["endColumn"] - 2].decode("utf-16-le") == "tern"
    assert region["startColumn"] == TERN.span.column + 2  # two letters before it count twice


# fingerprints


def moved(one: Diagnostic) -> Diagnostic:
    span = one.span
    return replace(one, span=Span(span.file, span.line + 40, span.column, span.end_line + 40, span.end_column))


def test_fingerprints_stay_when_lines_move_and_tell_all_apart():
    found = (SHIP, replace(SHIP, message="x"), TERN, replace(TERN, code="SF541"), TIDE, replace(TIDE, message="y"))
    prints = list(checked(*found).fingerprints())
    assert list(checked(*map(moved, found)).fingerprints()) == prints
    assert len(set(prints)) == len(found)
    assert [one["fingerprint"] for one in json.loads(written("gitlab", checked(*found)))] == prints
    assert [list(one["partialFingerprints"].values()) for one in results(checked(*found))] == [[p] for p in prints]


def test_fingerprints_tell_scenarios_of_one_repository_apart():
    other = Checked(replace(BOOK, shown="other"), [SHIP])
    assert set(other.fingerprints()).isdisjoint(checked(SHIP).fingerprints())


def test_a_finding_that_goes_leaves_the_others_theirs():
    assert set(checked(SHIP, TERN).fingerprints()) > set(checked(TERN).fingerprints())


# services


def test_github_commands_are_escaped():
    ship, tide = written("github", checked(SHIP, TIDE)).splitlines()
    place, _, words = ship.rpartition("::")
    assert place == "::error file=sea/ships.yaml,line=2,endLine=2,col=3,endColumn=7,title=SF201 kind ship"
    *said, near = words.split("%0A")
    assert said == ["“shp” is no key, [see](here): 100 %25, a", "b", "Look again."]
    assert near == "See sea/my tides, 100%25.yaml:1: it begins here"
    assert tide == "::notice file=sea/my tides%2C 100%25.yaml,line=2,endLine=3,title=SF605::<b>Over two lines."


def test_gitlab():
    (tide, ship, tern) = json.loads(written("gitlab", checked(*FOUND)))
    assert [one["severity"] for one in (tide, ship, tern)] == ["info", "critical", "minor"]
    assert tide["location"] == {"path": "sea/my tides, 100%.yaml", "lines": {"begin": 2, "end": 3}}
    assert (tern["check_name"], tern["description"]) == ("SF540", "Nothing uses it.")


@pytest.mark.parametrize(
    ("file", "path"),
    [
        ("sea/a.yaml", "game/sea/a.yaml"),
        ("../a.yaml", "a.yaml"),
        ("/repo/game/a.yaml", "game/a.yaml"),
        ("../../other/a.yaml", "../../other/a.yaml"),
        ("/else/a.yaml", "/else/a.yaml"),
    ],
)
def test_paths_for_services_begin_at_the_root_of_the_repository(file, path):
    run = checked(replace(TERN, span=Span(file, 1, 1)), home=PurePosixPath("/repo"), here=PurePosixPath("/repo/game"))
    assert json.loads(written("gitlab", run))[0]["location"]["path"] == path
    assert f"file={path}," in written("github", run)
    uri = results(run)[0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert uri == ({"uri": "file:///else/a.yaml"} if path.startswith("/") else {"uri": path, "uriBaseId": "%SRCROOT%"})


# JUnit


def test_junit_has_a_suite_for_each_file_clean_ones_too():
    found = suites(checked(*FOUND))
    assert list(found) == sorted(BOOK.files)
    assert [case.get("name") for case in found["sea/calm.yaml"]] == ["clean"]
    ships = found["sea/ships.yaml"]
    assert [ships.get(name) for name in ("tests", "failures", "errors")] == ["2", "1", "0"]
    assert [case.find("failure") is not None for case in ships] == [True, False]
    failure = ships[0].find("failure")
    assert failure is not None
    assert "2 |   ship: {}" in (failure.text or "")


@pytest.mark.parametrize(
    ("fails_at", "failures"), [(None, 0), (Severity.ERROR, 1), (Severity.WARNING, 2), (Severity.INFO, 3)]
)
def test_junit_fails_where_the_run_fails(fails_at, failures):
    root = ElementTree.fromstring(written("junit", checked(*FOUND, fails_at=fails_at)))
    assert root.get("failures") == str(failures) == str(len(root.findall(".//failure")))
    assert root.get("tests") == str(len(root.findall(".//testcase"))) == "4"


def test_junit_of_one_file_says_nothing_of_the_others():
    assert list(suites(checked(only="sea/calm.yaml"))) == ["sea/calm.yaml"]


# the page


def test_the_page_links_each_finding_to_its_line():
    page = written("html", checked(*FOUND))
    anchors = re.findall(r' id="(f\d+-\d+)"', page)
    links = set(re.findall(r'href="#(f\d+-\d+)"', page))
    assert len(links) == 4  # three findings and a related place
    assert links <= set(anchors)
    assert len(anchors) == len(set(anchors))
    assert "<mark>tern</mark>" in page
    assert "&lt;b&gt;Over two lines." in page
    assert not re.search(r'(?:src|href)=(?!"#)|url\(|<script|@import', page)


def test_the_page_can_be_read_by_day_and_by_night():
    page = written("html", checked())
    day, night = (dict(re.findall(r"--(\w+): (#\w+);", part)) for part in re.findall(r":root {(.*?)}", page))
    for colours in (day, {**day, **night}):
        for ink in ("ink", "soft", "link", "error", "warning", "info"):
            for ground in ("paper", "panel"):
                assert contrast(colours[ink], colours[ground]) >= READABLE, (ink, ground)


def test_the_page_shows_only_the_lines_around():
    long = replace(BOOK, files={"long.yaml": "".join(f"l{number}: x\n" for number in range(1, 1000))})
    run = Checked(long, [replace(TERN, span=Span("long.yaml", line, 1)) for line in (3, 500)])
    listed = [int(number) for number in re.findall(r' id="f1-(\d+)"', written("html", run))]
    assert listed == [*range(1, 10), *range(494, 507)]


def test_the_page_says_why_each_kind_matters_once():
    page = written("html", checked(SHIP, SHIP, TERN))
    for code in ("SF201", "SF540"):
        assert page.count(f"sfrules explain {code}") == 1
    assert all_facts()["SF201"].why.split(".")[0] in page


# in full


def test_a_fix_says_how_it_is_made_and_whether_it_is_sure():
    unsure = replace(SHIP, fixes=tuple(replace(fix, safe=False) for fix in SHIP.fixes))
    assert [line for line in written("full", checked(SHIP, unsure)).splitlines() if "fix:" in line] == [
        "  fix: Write it twice (--fix)",
        "  fix: Write it twice (--fix --unsafe)",
    ]
    assert [one["fixes"][0]["description"]["text"] for one in results(checked(SHIP, unsure))] == [
        "Write it twice",
        "Write it twice (this may not be what was meant)",
    ]
    assert re.findall(r"--fix[^<]*", written("html", checked(SHIP, unsure))) == ["--fix", "--fix --unsafe"]


def test_in_full_only_the_first_of_a_code_says_why():
    text = written("full", checked(SHIP, SHIP, TERN))
    assert [line.split(" (")[0] for line in text.splitlines() if line.startswith("  why: ")] == [
        f"  why: {all_facts()[code].why}" for code in ("SF201", "SF540")
    ]
    assert text.count("sfrules explain SF201") == 1


@pytest.mark.parametrize(("column", "length"), [(1, 3), (5000, 3), (9990, 11), (1, 10_000), (4000, 900), (10_001, 1)])
def test_of_a_very_long_line_the_part_around_the_finding_is_shown(column, length):
    line = "".join(chr(ord("a") + number % 26) for number in range(10_000))
    span = Span("long.yaml", 1, column, 1, column + length)
    shown, carets = findings.full([replace(TERN, span=span)], {"long.yaml": line}).splitlines()[3:5]
    assert len(shown) <= 170
    at, count = carets.index("^"), carets.count("^")
    marked, wanted = shown[at : at + count].rstrip("…"), line[column - 1 : column - 1 + length]
    assert wanted.startswith(marked)
    assert len(marked) == min(length, len(wanted)) or len(marked) > 70


# whatever content says

NASTY = (
    "\x1b[2J",
    "a\nb",
    "::stop-commands::x",
    "]]>",
    "</pre><script>",
    "\ud800",
    "\ufffe",
    "\u2028",
    "%0A",
    "[a](b)",
)
ANY = st.text(st.characters(exclude_categories=()), max_size=12) | st.sampled_from(NASTY)


@st.composite
def any_found(draw) -> list[Diagnostic]:
    def one() -> Diagnostic:
        line, column = draw(st.integers(1, 5)), draw(st.integers(1, 30))
        span = Span(draw(st.sampled_from(sorted(BOOK.files))), line, column, line, column + draw(st.integers(0, 9)))
        related = (Related(span, draw(ANY)),) if draw(st.booleans()) else ()
        fixes = (Fix(draw(ANY), (Edit(span, draw(ANY)),)),)
        code, level = draw(st.sampled_from(["SF201", "SF540"])), draw(st.sampled_from(Severity))
        return Diagnostic(code, draw(ANY), span, level, draw(ANY), draw(ANY), related, fixes)

    return [one() for _ in range(draw(st.integers(0, 3)))]


@settings(max_examples=60, deadline=None)
@given(any_found())
def test_whatever_stands_in_a_message_every_form_stays_whole(found):
    run = Checked(BOOK, found)
    text = {form: written(form, run) for form in FORMS}
    assert len(text["concise"].splitlines()) == len(text["github"].splitlines()) == len(found)
    assert all(re.match(r"::(error|warning|notice) file=", line) for line in text["github"].splitlines())
    assert [json.loads(line) for line in text["jsonl"].split("\n")[:-1]] == json.loads(text["json"])
    assert len(results(run)) == len(json.loads(text["gitlab"])) == len(found)
    assert len(ElementTree.fromstring(text["junit"]).findall(".//testcase[@file]")) == len(found)
    assert "<script" not in text["html"]
    for form in ("full", "concise", "github"):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\ud800-\udfff]", text[form])
    assert not any(line.startswith("::") for line in text["full"].splitlines())


def test_the_schema_of_sarif_refuses_what_is_wrong():
    for spoil in spoilt(json.loads(written("sarif", checked(*FOUND)))):
        with pytest.raises(jsonschema.ValidationError):
            SCHEMA.validate(spoil)


def spoilt(data: dict) -> Iterator[dict]:
    text = json.dumps(data)
    yield json.loads(text.replace('"startLine": 2', '"startLine": 0', 1))
    yield json.loads(text.replace('"level": "note"', '"level": "info"', 1))
    yield json.loads(text.replace('"ruleId"', '"rule"', 1))
    yield json.loads(text.replace("utf16CodeUnits", "bytes", 1))
