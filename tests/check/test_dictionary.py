"""The words of a language, looked up."""

from __future__ import annotations

import pytest

from sfrules.check.dictionary import Dictionary, dictionary
from sfrules.resources import resource

WORDS = (resource("dictionaries") / "en.txt").read_text(encoding="utf-8").split("\n")[:-1]


def test_the_list_is_sorted_and_has_its_notice():
    assert sorted(set(WORDS)) == WORDS
    assert "Copyright" in (resource("dictionaries") / "en.notice.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "en-gb"])
def test_every_word_of_the_list_is_found(language):
    known = dictionary(language)
    assert known is not None
    assert [word for word in (*WORDS[::997], WORDS[0], WORDS[-1]) if word not in known] == []


@pytest.mark.parametrize("word", ["sercet", "zzzz", "", "a\nb", "harbourharbour", "éé"])
def test_what_is_no_word_is_not(word):
    known = dictionary("en")
    assert known is not None
    assert word not in known


@pytest.mark.parametrize("words", ["", "tide\n", "boat\ntide\n"])
def test_short_lists(words):
    assert [word for word in ("boat", "tide", "wave") if word in Dictionary(words.encode())] == words.split()


def test_a_language_without_a_list():
    assert dictionary("de") is None
