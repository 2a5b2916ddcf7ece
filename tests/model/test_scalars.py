"""What a single value may be, and what is said of one that is something else."""

from __future__ import annotations

import pytest
from pydantic_core import PydanticCustomError

from sfrules.model import readers, scalars
from sfrules.model.scalars import Eyes, Range, TypeName
from sfrules.source.nodes import Map, Node
from tests.check.reading import book_of, judged, told


def node(written: str) -> Node:
    from pathlib import Path

    from sfrules.source.files import SourceFile
    from sfrules.source.reader import read_nodes

    root, _ = read_nodes(SourceFile(Path("f"), "f", f"x: {written}"))
    assert isinstance(root, Map)
    return root["x"]


RIGHT = [
    (readers.read_number, "0", 0),
    (readers.read_number, "-2", -2),
    (readers.read_number, "1000000000", 1_000_000_000),
    (readers.read_natural, "3", 3),
    (readers.read_flag, "yes", True),
    (readers.read_flag, "no", False),
    (readers.read_decimal, "2.5", 2.5),
    (scalars.read_range, "0..10", Range(0, 10)),
    (scalars.read_range, "0..", Range(0, None)),
    (scalars.read_range, "..5", Range(None, 5)),
    (scalars.read_range, "..", Range(None, None)),
    (scalars.read_range, "-3..3", Range(-3, 3)),
    (scalars.read_seats, "6", Range(6, 6)),
    (scalars.read_seats, "2..6", Range(2, 6)),
    (scalars.read_type, "number", TypeName("number")),  # type: ignore[arg-type]
    (scalars.read_type, "optional set of ship", TypeName("ship", optional=True, many=True)),  # type: ignore[arg-type]
    (scalars.read_type, "flag only captain", TypeName("flag", only="captain")),  # type: ignore[arg-type]
    (scalars.read_eyes, "all", Eyes(("all",))),  # type: ignore[arg-type]
    (scalars.read_eyes, "[owner, pack]", Eyes(("owner", "pack"))),  # type: ignore[arg-type]
    (readers.read_count, "4", 4),
    (readers.read_count, '"seats * 2"', "seats * 2"),
    (readers.read_colour, '"#1f4e79"', "#1f4e79"),
    (readers.read_asset, "art/gull.png", "art/gull.png"),
    (readers.read_source_id, "R14", "R14"),
]

WRONG = [
    (readers.read_number, '"3"', "SF204", "without quotes: 3"),
    (readers.read_number, "007", "SF204", "Write 7"),
    (readers.read_number, "-07", "SF204", "Write -7"),
    (readers.read_number, "000", "SF204", "Write 0"),
    (readers.read_number, "1_000", "SF204", "Write 1000"),
    (readers.read_number, "1,000", "SF204", "Write 1000"),
    (readers.read_number, "+3", "SF204", "Write 3"),
    (readers.read_number, "2.5", "SF204", "fraction"),
    (readers.read_number, "X", "SF204", "never read as 0"),
    (readers.read_number, "4+", "SF204", "not a number"),
    (readers.read_number, '"8*"', "SF204", "not a number"),
    (readers.read_number, "0x1F", "SF204", "not a number"),
    (readers.read_number, "1e3", "SF204", "not a number"),
    (readers.read_number, "null", "SF207", "Nothing stands here"),
    (readers.read_number, "", "SF207", "Nothing stands here"),
    (readers.read_number, "[1]", "SF203", "A list stands here"),
    (readers.read_number, "99999999999", "SF212", "too large"),
    (readers.read_natural, "-2", "SF212", "0 or more"),
    (readers.read_flag, "true", "SF205", "Write yes"),
    (readers.read_flag, "off", "SF205", "Write no"),
    (readers.read_flag, "NO", "SF205", "Write no"),
    (readers.read_flag, "'yes'", "SF205", "Write yes"),
    (readers.read_flag, "maybe", "SF205", "neither yes nor no"),
    (readers.read_slug, "NO", "SF206", "Write “no”"),
    (readers.read_slug, "Old Harbour", "SF206", "Write “old-harbour”"),
    (readers.read_slug, "h\u0430rbour", "SF206", "CYRILLIC SMALL LETTER A"),
    (readers.read_slug, "cafe\u0301", "SF206", "COMBINING ACUTE ACCENT"),
    (readers.read_slug, "3-ships", "SF206", "begins with a letter"),
    (readers.read_slug, "a--b", "SF206", "single hyphens"),
    (readers.read_slug, "../../x", "SF206", "small letters"),
    (readers.read_prose, "' '", "SF207", "empty"),
    (readers.read_prose, "{winner}", "SF203", "Quote a text that begins with {"),
    (readers.read_prose, "[Fog]", "SF203", "Quote a text that begins with ["),
    (scalars.read_range, "10..0", "SF215", "Write 0..10"),
    (scalars.read_range, "0-10", "SF215", "Write 0..10"),
    (scalars.read_seats, "0", "SF215", "number of seats"),
    (scalars.read_seats, "2..", "SF215", "number of seats"),
    (scalars.read_type, "set of", "SF215", "not a type"),
    (scalars.read_type, "many ships", "SF215", "not a type"),
    (scalars.read_eyes, "[all, owner]", "SF215", "cannot stand beside"),
    (readers.read_count, '"3"', "SF204", "without quotes: 3"),
    (readers.read_count, "seats * 2", "SF204", "double quotes"),
    (readers.read_colour, "blue", "SF215", "six digits"),
    (readers.read_asset, "../x.png", "SF103", "outside the scenario folder"),
    (readers.read_asset, "/etc/x", "SF103", "outside the scenario folder"),
    (readers.read_asset, "art/../../x", "SF103", "outside the scenario folder"),
    (readers.read_asset, "'C:\\x.png'", "SF103", "outside the scenario folder"),
    (readers.read_asset, "file:///etc/x", "SF103", "outside the scenario folder"),
    (readers.read_source_id, "r14", "SF206", "such as R14"),
]


@pytest.mark.parametrize(("read", "written", "value"), RIGHT, ids=[f"{r[0].__name__}-{r[1]}" for r in RIGHT])
def test_a_value_is_read(read, written, value):
    made = read(node(written))
    assert made == value
    assert type(made) is type(value) or isinstance(made, str)


@pytest.mark.parametrize(("read", "written", "code", "words"), WRONG, ids=[f"{r[0].__name__}-{r[1]}" for r in WRONG])
def test_another_value_is_told_how_to_be_written(read, written, code, words):
    with pytest.raises(PydanticCustomError) as error:
        read(node(written))
    assert error.value.type == code
    assert words in error.value.message()


def test_parts_of_a_type_know_their_places():
    made = scalars.read_type(node("optional set of ship only captain"))
    assert made.only is not None
    assert (made.name.span.column, made.only.span.column) == (20, 30)


def test_a_range_holds_its_ends():
    assert [number in Range(0, 3) for number in (-1, 0, 3, 4)] == [False, True, True, False]
    assert 99 in Range(0, None)
    assert -99 in Range(None, 0)
    assert str(Range(0, None)) == "0.."


@pytest.mark.parametrize(
    ("cost", "told_as"),
    [
        ("X", "case.yaml:5:18 SF204"), ("4+", "case.yaml:5:18 SF204"), ('"8*"', "case.yaml:5:18 SF204"),
        ("null", "case.yaml:5:18 SF207"), ("-2", "case.yaml:5:18 SF212"), ("2.5", "case.yaml:5:18 SF204"),
        ("1_000", "case.yaml:5:18 SF204"), ('"3"', "case.yaml:5:18 SF204"),
    ],
)  # fmt: skip
def test_c55_a_cost_that_is_no_plain_number_is_refused_at_its_place(cost, told_as):
    text = (
        "kinds:\n  captain: {seat: yes, has: {gold: {track: 0..}}}\nactions:\n  sail:\n    cost: {gold: " + cost + "}\n"
        "    effect: gold += 1\nmenus: {turn: {one: [sail]}}\nroutines: {x: {effect: offer turn to east}}\n"
    )
    book, found = judged(text + "aftermath: do x()\n")
    assert told(found) == [told_as]
    assert "sail" not in book.actions


def test_c55_nothing_missing_and_zero_are_three_things():
    costs = []
    for cost in ("cost: {gold: 0}", "limit: once", "cost: {}"):
        book, found = book_of(
            "kinds: {captain: {seat: yes, has: {gold: {track: 0..}}}}\nlimits: {once: {times: 1}}\n"
            f"actions: {{sail: {{{cost}, effect: stop}}}}\n"
        )
        assert "SF204" not in {diagnostic.code for diagnostic in found}
        costs.append(book.actions["sail"].cost)
    assert costs == [{"gold": 0}, {}, {}]
    _, found = book_of("actions: {sail: {cost: null, effect: stop}}\n")
    assert "case.yaml:1:24 SF207" in told(found)


def test_c55_the_same_for_a_number_on_a_card():
    text = (
        "card_kinds: {{omen: {{has: {{price: {{number: -5..10, fixed: yes}}}}}}}}\ncards: {{storm: {{kind: omen{}}}}}\n"
    )
    wanted = {
        ", price: -2": [], ", price: 0": [], "": ["SF202"], ", price: null": ["SF207"], ", price: X": ["SF204"],
        ", price: 11": ["SF212"], ', price: "3"': ["SF204"], ", price: 2.5": ["SF204"], ", price: 4+": ["SF204"],
    }  # fmt: skip
    for price, codes in wanted.items():
        _, found = book_of(text.format(price))
        assert [d.code for d in found if d.span.line == 2 and d.code != "SF510"] == codes, price
