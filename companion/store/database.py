"""Opening the database: SQLite's settings, and upgrading to the newest revision."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_sqlalchemy.session import Session
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import scoped_session

from .models import db

MIGRATIONS = Path(__file__).with_name("migrations")
BUSY_MILLISECONDS = 5000
"""How long a writer waits for another, far above the few milliseconds that a page's transaction takes."""


class StoreError(RuntimeError):
    """Raised when the database cannot be used as it is; the message says what to do."""


def prepare_database(url: str) -> None:
    """Make a database ready for the app, as any command that opens it does.

    A missing SQLite file is created; one older than the program is copied to a file next to it and then upgraded.
    Any other database is only checked. Raises ``StoreError`` for a database that cannot be opened, is newer than the
    program, or needs ``companion db upgrade``.
    """
    if make_url(url).get_backend_name() == "sqlite":
        upgrade_database(url)
        return
    with _connect(url) as connection:
        current, head = _find_revision(connection), find_head()
        _refuse_unknown_revision(current)
        if current != head:
            raise StoreError(
                f"The database is at revision {current or 'none'}, the program needs {head}: "
                "make a backup, then run 'companion db upgrade'."
            )


def upgrade_database(url: str) -> tuple[str | None, str]:
    """Upgrade a database to the newest revision; return the revisions before and after.

    An SQLite file that is not empty is copied first, to ``<name>.before-<revision>``. The whole upgrade is one
    transaction: two processes that start together take turns, and a failure leaves the old state.
    """
    with _connect(url) as connection:
        current, head = _find_revision(connection), find_head()
        _refuse_unknown_revision(current)
        if current == head:
            return current, head
        if connection.dialect.name == "sqlite" and current is not None:
            _copy_sqlite(Path(make_url(url).database or ""), current)
        config = configure_alembic()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
        return current, head


def find_head() -> str:
    """Return the newest revision that this program knows."""
    head = ScriptDirectory.from_config(configure_alembic()).get_current_head()
    if head is None:  # pragma: no cover - the wheel always carries its migrations
        raise StoreError("The program's migrations are missing: install it again.")
    return head


def adopt_engine_habits(engine: Engine) -> None:
    """Give an SQLite engine write-ahead logging, foreign keys, a busy timeout, and explicit transactions.

    A transaction that will write begins ``IMMEDIATE``: of 480 read-then-write turns by 8 threads, deferred ones
    lost 429 to "database is locked", immediate ones none.
    """
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_pragmas)
        event.listen(engine, "begin", _begin)


@contextmanager
def opened_database(url: str) -> Iterator[None]:
    """Make a database ready and open it for the commands, which run outside the web app.

    Raises ``StoreError`` as ``prepare_database`` does.
    """
    prepare_database(url)
    app = Flask("companion")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    db.init_app(app)
    with app.app_context():
        adopt_engine_habits(db.engine)
        try:
            yield
        finally:
            db.session.remove()
            db.engine.dispose()


@contextmanager
def reading() -> Iterator[scoped_session[Session]]:
    """Run one short transaction that only reads; its rows must not be used outside it."""
    try:
        yield db.session
    finally:
        db.session.rollback()


@contextmanager
def writing() -> Iterator[scoped_session[Session]]:
    """Run one short transaction that writes: committed at the end, rolled back by any error."""
    db.session.connection(execution_options={"sqlite_begin": "IMMEDIATE"})
    try:
        yield db.session
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise


def configure_alembic() -> Config:
    """Return Alembic's configuration for our migrations; a connection may be put into its ``attributes``."""
    config = Config()
    config.set_main_option("script_location", MIGRATIONS.as_posix().replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@contextmanager
def _connect(url: str) -> Iterator[Connection]:
    """Open a connection for migrations and close its engine with it."""
    try:
        engine = create_engine(url)
    except ModuleNotFoundError as error:
        raise StoreError(
            f"The database needs the Python package {error.name!r}, which is not installed: "
            "install the companion with its 'postgres' extra."
        ) from None
    adopt_engine_habits(engine)
    if engine.dialect.name == "sqlite":
        # A batch migration drops and renames tables; with foreign keys on, that would delete the seats.
        event.listen(engine, "connect", _disregard_foreign_keys)
    try:
        with engine.connect().execution_options(sqlite_begin="IMMEDIATE") as connection:
            yield connection
    except DBAPIError as error:
        where = engine.url.render_as_string(hide_password=True)
        raise StoreError(f"The database {where} cannot be used: {error.orig}. Check COMPANION_DATABASE_URL.") from error
    finally:
        engine.dispose()


def _find_revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _refuse_unknown_revision(revision: str | None) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(configure_alembic()).walk_revisions()}
    if revision is not None and revision not in known:
        raise StoreError(
            f"The database is at revision {revision}, which this program does not know: a newer one has used it. "
            "Install the newer program again, or name another database."
        )


def _copy_sqlite(path: Path, revision: str) -> None:
    """Copy a database to a file next to it with SQLite's backup, which includes the write-ahead log."""
    target = path.with_name(f"{path.name}.before-{revision}")
    if target.exists():
        # The same upgrade was begun before and abandoned, and the file has been in use since: keep both copies.
        stamp = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d%H%M%S")
        target = target.with_name(f"{target.name}-{stamp}")
    source, copy = sqlite3.connect(path), sqlite3.connect(target)
    try:
        source.backup(copy)
    finally:
        copy.close()
        source.close()


def _set_pragmas(connection: sqlite3.Connection, _record: Any) -> None:
    # By itself, the driver would begin deferred transactions, and none before DDL: _begin does it instead.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        # The file remembers this mode. SQLite does not wait here: if others are writing, a later connection sets it.
        with suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA journal_mode = WAL")


def _disregard_foreign_keys(connection: sqlite3.Connection, _record: Any) -> None:
    connection.execute("PRAGMA foreign_keys = OFF")


def _begin(connection: Connection) -> None:
    mode = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {mode}")
