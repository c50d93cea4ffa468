"""Engines and connections: SQLite's settings, a server's time limits, and connections outside the app."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError

from . import sqlite_file
from .outages import Outage, find_cause
from .sqlite_file import BUSY_MILLISECONDS, StoreError

CONNECT_SECONDS = 5
"""How long a database server may take to answer, unless the URL says otherwise."""

_HAS_DELETED = "companion.has_deleted"

_ADVICE = {
    Outage.FULL: "Make room on its disk.",
    Outage.READ_ONLY: "Make it writable, a file together with its folder, or name another with COMPANION_DATABASE_URL.",
    Outage.DAMAGED: "Check COMPANION_DATABASE_URL; 'companion check' looks at the whole file.",
}


def choose_engine_options(url: str) -> dict[str, Any]:
    """Return how engines are made: errors do not contain what was stored; lost connections are found before use."""
    options: dict[str, Any] = {"hide_parameters": True}
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        options["pool_pre_ping"] = True
        if "connect_timeout" not in parsed.query:
            options["connect_args"] = {"connect_timeout": CONNECT_SECONDS}
    return options


def adopt_engine_habits(engine: Engine) -> None:
    """Give an SQLite engine write-ahead logging, foreign keys, a busy timeout, and explicit transactions.

    What is deleted is overwritten with zeros, and leaves the write-ahead log as soon as nobody reads it.

    A transaction that will write begins ``IMMEDIATE``: of 480 read-then-write turns by 8 threads, deferred ones
    lost 429 to "database is locked", immediate ones none.
    """
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_pragmas)
        event.listen(engine, "begin", _begin)
        event.listen(engine, "before_cursor_execute", _note_deletion)
        event.listen(engine, "checkin", _truncate_log)


@contextmanager
def connect_alone(url: str, *, reads_only: bool = False) -> Iterator[Connection]:
    """Open a connection outside the app, in one transaction, and close its engine with it.

    One that reads only sees the database as it was at one moment, and holds up nobody. Raises ``StoreError``.
    """
    path = sqlite_file.find_file(url)
    if path is not None:
        sqlite_file.create_file(path)
    try:
        engine = create_engine(url, **choose_engine_options(url))
    except ModuleNotFoundError as error:
        raise StoreError(
            f"The database needs the Python package {error.name!r}, which is not installed: "
            "install the companion with its 'postgres' extra."
        ) from None
    adopt_engine_habits(engine)
    options: dict[str, Any] = {"sqlite_begin": "DEFERRED" if reads_only else "IMMEDIATE"}
    if engine.dialect.name == "sqlite":
        # A batch migration drops and renames tables; with foreign keys on, that would delete the seats.
        event.listen(engine, "connect", _disregard_foreign_keys)
    elif reads_only:
        options["isolation_level"] = "REPEATABLE READ"
    try:
        with engine.connect().execution_options(**options) as connection:
            yield connection
    except DBAPIError as error:
        where = engine.url.render_as_string(hide_password=True)
        elsewhere = "." if path is None else ", and that its disk has room."
        advice = _ADVICE.get(find_cause(error) or Outage.AWAY, f"Check COMPANION_DATABASE_URL{elsewhere}")
        raise StoreError(f"The database {where} cannot be used: {error.orig}. {advice}") from error
    finally:
        engine.dispose()


@contextmanager
def connect_for_one(engine: Engine) -> Iterator[Connection]:
    """Lend a connection for a single query, which sees one moment by itself: no transaction is begun around it.

    On a server, that saves two of three round trips.
    """
    # SQLAlchemy's own way would leave another isolation level with SQLite's connection than _set_pragmas did.
    options = {"sqlite_begin": ""} if engine.dialect.name == "sqlite" else {"isolation_level": "AUTOCOMMIT"}
    with engine.connect().execution_options(**options) as connection:
        yield connection


def _set_pragmas(connection: sqlite3.Connection, _record: Any) -> None:
    # By itself, the driver would begin deferred transactions, and none before DDL: _begin does it instead.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        # The file remembers this mode. SQLite does not wait here: if others are writing, a later connection sets it.
        with suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA journal_mode = WAL")


def _note_deletion(connection: Connection, _cursor: Any, statement: str, *_others: Any) -> None:
    if statement.startswith("DELETE "):
        connection.info[_HAS_DELETED] = True


def _truncate_log(connection: sqlite3.Connection | None, record: Any) -> None:
    """Write the log back into the file and empty it if something was deleted; if it is in use, the next one does."""
    if connection is None or _HAS_DELETED not in record.info:
        return
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA busy_timeout = 0")
        try:
            is_busy, _pages, _written = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
        if not is_busy:
            del record.info[_HAS_DELETED]


def _disregard_foreign_keys(connection: sqlite3.Connection, _record: Any) -> None:
    connection.execute("PRAGMA foreign_keys = OFF")


def _begin(connection: Connection) -> None:
    mode = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
    if mode:
        connection.exec_driver_sql(f"BEGIN {mode}")
