"""From the Book to findings: what is well-formed and still wrong, or likely to be a slip.

In: a `Book`. Out: `Diagnostic`s. A check is one small function in the file of its topic; this list is the only place
that knows them all. Checks of one topic stand in the order of their codes. Imports: diag, ids, source, lang, model.
"""

from __future__ import annotations

from sfrules.check import (
    alike,
    assets,
    cards,
    colours,
    dead,
    dealing,
    empty,
    ends,
    entries,
    flow,
    gaps,
    glossary,
    languages,
    lasting,
    map,
    marks,
    meanings,
    names,
    numbered,
    numbers,
    payoffs,
    placeholders,
    positions,
    reading,
    scenes,
    secrets,
    sources,
    spelling,
    tracks,
    translations,
    triggers,
    unused,
    vocabulary,
    words,
)  # fmt: skip
from sfrules.check.rule import Check, Facts, Options
from sfrules.clock import Clock
from sfrules.diag import Diagnostic, in_order
from sfrules.model.book import Book

CHECKS: tuple[Check, ...] = (
    names.unknown_name,
    assets.missing_asset,
    assets.page_leaves_folder,
    alike.look_alikes,
    alike.two_meanings,
    scenes.unknown_test_key,
    scenes.unknown_test_name,
    spelling.misspelt_id,
    colours.unused_colour,
    placeholders.unfilled_placeholder,
    vocabulary.misspelt_word,
    vocabulary.unknown_word,
    numbered.other_number,
    numbered.left_out,
    triggers.self_trigger,
    dead.constant_condition,
    dead.covered_branch,
    dead.contradiction,
    triggers.trigger_circle,
    ends.endless_routine,
    secrets.secret_value,
    secrets.secret_deed,
    secrets.secret_words,
    secrets.secret_question,
    secrets.secret_release,
    secrets.secret_legality,
    secrets.secret_window,
    secrets.secret_ruling,
    secrets.unlike_faces,
    secrets.seen_reaction,
    secrets.secret_end,
    secrets.wide_derived,
    map.missing_return,
    map.apart,
    map.pocket,
    map.odd_edge,
    map.one_way_part,
    map.odd_spot,
    cards.card_without_zone,
    cards.card_in_wrong_zone,
    cards.zone_too_small,
    cards.too_few_cards,
    cards.reshuffle_of_others,
    dealing.short_deck,
    dealing.full_hand,
    dealing.emptied_deck,
    entries.half_reaction,
    entries.half_rider,
    entries.impossible_entry,
    entries.idle_effect,
    entries.idle_window,
    flow.no_play,
    flow.idle_phase,
    flow.titles_and_repeats,
    flow.menu_without_seat,
    flow.twice_named_phase,
    flow.no_ending,
    flow.seats,
    flow.empty_menu,
    flow.backward_seconds,
    ends.unreached_ending,
    ends.no_winners,
    ends.phase_behind_the_end,
    ends.broken_order,
    lasting.endless_change,
    unused.unused_definition,
    tracks.unread_property,
    tracks.unchanged_property,
    tracks.unreached_number,
    payoffs.unlike_payoffs,
    gaps.no_ruling,
    gaps.unasked_ruling,
    sources.unknown_source,
    sources.uncited,
    sources.without_source,
    sources.doubled_number,
    numbers.number_not_held,
    numbers.number_not_told,
    numbers.placeholder_not_used,
    numbers.bound_other_way,
    words.other_direction,
    words.name_not_touched,
    words.each_or_one,
    words.other_time,
    words.not_spoken_of,
    numbers.other_form,
    marks.stale_text,
    marks.open_mark,
    glossary.unused_term,
    glossary.two_spellings,
    glossary.near_name,
    meanings.unexplained_term,
    meanings.two_meanings,
    translations.untranslated,
    translations.other_marks,
    translations.other_number,
    translations.same_words,
    translations.stale_translation,
    translations.unsaid_phrase,
    empty.empty_range,
    languages.odd_language,
    positions.impossible_value,
)


def run(book: Book, options: Options | None = None, clock: Clock | None = None) -> list[Diagnostic]:
    """The findings of all checks that are not switched off, in order; one that is switched off does not run."""
    off = (options or Options()).disabled
    # where content could not be read, what seems to be missing proves nothing
    ready = [c for c in CHECKS if c.facts.code not in off and (book.whole or c.facts.code < "SF3")]
    found: list[Diagnostic] = []
    clock = clock or Clock()
    for check in ready:
        with clock.check(check.facts.code):
            found += check(book)
    return in_order(found)


def facts() -> dict[str, Facts]:
    """What is known of every code: those of the checks, and those of reading files and definitions."""
    return {fact.code: fact for fact in (*reading.FACTS, *(check.facts for check in CHECKS))}
