"""Why a database failed: whether it is away, full, read-only, or damaged, or was asked for what is not possible."""

from __future__ import annotations

import sqlite3
from enum import Enum, auto

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError


class Outage(Enum):
    """Why the database cannot be used at the moment, if it is no fault of the program."""

    AWAY = auto()
    """It does not answer, or not in time: the same request may succeed later."""
    FULL = auto()
    """Its disk is full."""
    READ_ONLY = auto()
    """It cannot be written."""
    DAMAGED = auto()
    """What it reads makes no sense."""


_SQLITE_OUTAGES = {
    sqlite3.SQLITE_BUSY: Outage.AWAY,
    sqlite3.SQLITE_LOCKED: Outage.AWAY,
    sqlite3.SQLITE_IOERR: Outage.AWAY,
    sqlite3.SQLITE_CANTOPEN: Outage.AWAY,
    sqlite3.SQLITE_FULL: Outage.FULL,
    sqlite3.SQLITE_READONLY: Outage.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Outage.DAMAGED,
    sqlite3.SQLITE_NOTADB: Outage.DAMAGED,
}
"""By primary result code: https://www.sqlite.org/rescode.html"""

_SQLSTATE_OUTAGES = {
    "08": Outage.AWAY,  # connection exceptions
    "40": Outage.AWAY,  # serialization failures and deadlocks
    "53100": Outage.FULL,
    "53": Outage.AWAY,  # too many connections, out of memory
    "55P03": Outage.AWAY,  # a lock that could not be had
    "57": Outage.AWAY,  # shut down, starting up, canceled
    "58": Outage.AWAY,  # system errors, such as files that cannot be read
    "25006": Outage.READ_ONLY,
    "XX001": Outage.DAMAGED,
    "XX002": Outage.DAMAGED,
}
"""By SQLSTATE, or its class: https://www.postgresql.org/docs/current/errcodes-appendix.html"""


def find_cause(error: SQLAlchemyError) -> Outage | None:
    """Return why the database failed; ``None`` if the program asked for what is not possible."""
    if isinstance(error, PoolTimeoutError):
        return Outage.AWAY
    if not isinstance(error, DBAPIError):
        return None
    if isinstance(error.orig, sqlite3.Error):
        return _SQLITE_OUTAGES.get(getattr(error.orig, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return _SQLSTATE_OUTAGES.get(state) or _SQLSTATE_OUTAGES.get(state[:2])
    # libpq gives no SQLSTATE where it got no answer.
    is_lost = error.connection_invalidated or type(error.orig).__name__ in ("OperationalError", "ConnectionTimeout")
    return Outage.AWAY if is_lost else None
