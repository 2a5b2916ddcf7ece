"""What has been read goes when nobody needs it: an editor reads a scenario again at every key."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from sfrules.pipeline import load

ROOT = Path("content/nim")
KEPT = 1
"""What checks have worked out is remembered for the book that was looked at last."""


def test_a_book_that_nobody_needs_goes():
    books = [weakref.ref(load(ROOT).book) for _ in range(6)]
    gc.collect()
    assert sum(book() is not None for book in books) <= KEPT
