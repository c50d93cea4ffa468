"""Rows for every table, whatever tables there are, with what is hard to carry in every column."""

from __future__ import annotations

import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Column, Connection, DateTime, Integer, LargeBinary, String, Table, insert

from companion.store.models import db

ROWS = 3
TEXTS = ('"quoted" \\ and \n broken', "Łódź – Dária ✓ 🂡 \u202e", "")
DOCUMENTS = ({"z": 1, "a": [None, True, 0.1, 1e300], "ż": {}}, [], {"text": "\ud83c\udca1 \u0000"})
BLOBS = (bytes(range(256)), b"", bytes(9000))
MOMENTS = (
    datetime.datetime(2026, 11, 20, 21, 30, 0, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=5, minutes=45))),
    datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC),
    datetime.datetime(2026, 11, 20, 20, 30, tzinfo=datetime.UTC),
)


def fill(connection: Connection) -> dict[str, int]:
    """Put rows into every table; return how many each has."""
    tables = db.metadata.sorted_tables
    for table in tables:
        for number in range(ROWS):
            connection.execute(insert(table), [{column.name: choose(table, column, number) for column in table.c}])
    return dict.fromkeys((table.name for table in tables), ROWS)


def choose(table: Table, column: Column[Any], number: int) -> Any:
    """A value for a column of a row: where it has to be unique, a number makes it so."""
    if column.foreign_keys or (column.primary_key and isinstance(column.type, Integer)):
        # Numbers with gaps, as they are after something was deleted.
        return 7 * number + 1
    if column.nullable and number == 0:
        return None
    kind = getattr(column.type, "impl", column.type)
    if isinstance(kind, JSON):
        return DOCUMENTS[number]
    if isinstance(kind, LargeBinary):
        return BLOBS[number]
    if isinstance(kind, DateTime):
        return MOMENTS[number]
    if isinstance(kind, Boolean):
        return number == 1
    if isinstance(kind, Integer):
        return 2_147_483_647 - number
    assert isinstance(kind, String), (table.name, column.name, column.type)
    if kind.length is not None:
        return f"{number}"[: kind.length]
    return f"{TEXTS[number]}{number}"
