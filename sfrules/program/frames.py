"""The frames of a game's stack are lists: what runs next, the answer it waits for, then what the frame knows.

What runs next is a segment: its kind, plus `KINDS` times its number within the kind. The segments of a kind that has
but one, and those of phases and menus, are the engine's own; the others are made of rules.
"""

from __future__ import annotations

from typing import Any

PC, ANSWER = 0, 1

PHASE, MENU, DECLARE, WINDOW, TOGETHER, ASKING, WAKING, RULE = range(8)
KINDS = 8

# a phase: which, how far, which seat
PHASE_ID, PHASE_STEP, PHASE_SEAT = 2, 3, 4
# a menu: which, for whom (3), 0 before the one was taken and 1 after
MENU_ID, MENU_STAGE = 2, 4
# a menu that is put to all at once: which, how far, 0, what each has answered
TURN, TAKEN = 3, 5
# a question that lets triggers go first: its verb, what the verb is given
VERB, GIVEN = 2, 3
# triggers that wait until one before them has its answer: which
WOKEN = 2
# a declaration
ENTRY, ACTOR, CHOICES, RIDERS, CARD, CANCELLED, SUBJECT, STEP, SILENT = 2, 3, 4, 5, 6, 7, 8, 9, 10
# a window: which, what may be answered, who is asked, how far, the sealed answers
WINDOW_ID, SUBJECTS, SEATS, AT, SEALED = 2, 3, 4, 5, 6


def kind(frame: list[Any]) -> int:
    """What sort of frame it is: PHASE, MENU, ..."""
    segment: int = frame[PC]
    return segment % KINDS
