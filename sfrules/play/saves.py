"""Games on disk: a record, and beside it which seats people sit at."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path
from typing import Any

from sfrules.engine.record import Record, RecordError, from_json, to_json
from sfrules.record import record

LARGEST = 20_000_000


@record
class Saved:
    """A record as it was kept; `seats` is empty where nobody sat down, as in a simulation."""

    record: Record
    seats: tuple[str, ...] = ()


def write_save(path: Path, record: Record, seats: tuple[str, ...] = ()) -> None:
    """Writes the file as a whole or not at all. OSError when it cannot be."""
    text = to_json(record)
    if seats:
        text = f'{{\n "seats": {json.dumps(list(seats), ensure_ascii=False)},{text[1:]}'
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.parent / f".{path.name}.{secrets.token_hex(4)}"
    try:
        with fresh.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def read_save(path: Path) -> Saved:
    """Raises OSError when there is no such file, RecordError when it is no record."""
    if path.stat().st_size > LARGEST:
        raise RecordError("this file is far too large to be a record of a game")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("this file is not a record of a game") from None
    record = from_json(text)
    data: Any = json.loads(text)
    seats = data.get("seats", [])
    return Saved(record, tuple(str(seat) for seat in seats) if isinstance(seats, list) else ())
