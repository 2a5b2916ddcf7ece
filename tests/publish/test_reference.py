"""The reference says all there is: every section, every key, every row of the verb table, and a game that works."""

from __future__ import annotations

import html
import re

import pytest

from sfrules.lang.verbs import VERBS
from sfrules.model import sections
from sfrules.model.base import Described
from sfrules.pipeline import load
from sfrules.publish import keys
from sfrules.publish.reference import ABOUT, example_folder
from sfrules.publish.rulebook import rulebook_pages


@pytest.fixture(scope="module")
def reference(shipped) -> dict[str, str]:
    return {page.name: page.text for page in rulebook_pages(shipped)[1] if page.name.startswith("language/")}


def test_every_section_is_described_and_nothing_else(reference):
    assert ABOUT.keys() == sections.SECTIONS.keys()
    for name in ABOUT:
        assert "{#section-" + name + "}" in reference["language/sections.md"]


def test_every_model_of_a_section_is_among_the_described():
    models = {section.model for section in sections.SECTIONS.values() if section.model is not None}
    assert models <= set(keys.models())


@pytest.mark.parametrize("model", list(keys.models()), ids=lambda model: model.__name__)
def test_every_key_has_a_meaning_and_no_meaning_is_stale(model):
    meanings = keys.MEANINGS[model.__name__]
    assert meanings.keys() <= model.model_fields.keys()
    rows = keys.keys_of(model)
    assert all(row.means for row in rows)
    assert {row.name for row in rows} == {model.model_fields[name].alias for name in meanings}


def test_every_shared_key_and_form_of_property_is_described():
    assert [row.name for row in keys.shared_keys()] == list(Described.model_fields)
    assert {model.form for model in keys.FORMS} == set(keys.FORMS.values())


def test_every_key_says_what_it_holds():
    for model in keys.models():
        for row in keys.keys_of(model):
            assert row.holds, (model.__name__, row.name)


def test_every_row_of_the_verb_table_is_there_with_its_form_and_example(reference):
    text = html.unescape(re.sub(r"</?(?:span|pre|code|div)[^>\n]*>", "", reference["language/rules.md"]))
    for row in VERBS.values():
        assert row.form.split(" → ")[0] in text
        assert row.example in text


def test_the_example_is_shown_in_full_and_is_a_game(reference):
    folder = example_folder()
    assert load(folder).playable
    for path in folder.rglob("*.yaml"):
        assert path.read_text(encoding="utf-8").rstrip() in reference["language/example.md"]


def test_all_that_a_test_can_say_is_described(reference):
    from sfrules.model.scene import GIVEN
    from sfrules.play import expect

    rows = set(re.findall(r"^\| `\{?([a-z-]+)", reference["language/tests.md"], re.MULTILINE))
    assert {*GIVEN, *expect._TESTS, *expect._SAID} <= rows


def test_links_between_the_pages_are_markdown(reference):
    for name, text in reference.items():
        for target in re.findall(r"\]\(([^)#]+)", text):
            assert f"language/{target}" in reference, name
