"""What can be noted in a game's log, as small numbers: an event is a tuple that begins with one of these."""

from __future__ import annotations


class Note:
    """Kinds of events; behind each, the parts of its tuple.

    Masks say who sees it: bit s is seat s, -1 everybody. Plain numbers, no enumeration: they are read at every event.
    """

    SET = 1  # slot, old, new
    MOVE = 2  # ((card, face), ...), zone from, zone to, mask of faces
    RELEASE = 3  # mask, site, value
    SAY = 4  # mask, parts
    ANSWER = 5  # mask, site, seat, answer
    DECLARE = 6  # mask of the true face, entry, actor, choices, riders, anonymous mask
    CANCEL = 7  # entry, mask of the true face
    WINDOW = 8  # window, entry, mask of the true face, asked seats (only where that is public)
    PASS = 9  # mask, window, seat
    PHASE = 10  # phase, count
    EXPIRE = 11  # phase
    SHUFFLE = 12  # zone
    OUT = 13  # seat
    END = 14  # ending, arguments
    KNOW = 15  # mask, what, owner, value
    AWARD = 16  # award, winners
    STAND = 17  # mask, menu, seat: passed or done
