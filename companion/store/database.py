"""Opening the database: upgrading to the newest revision, and the transactions of the app."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from weakref import WeakKeyDictionary

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask, current_app
from flask_sqlalchemy.session import Session
from sqlalchemy import Connection, Engine, func, make_url, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import scoped_session

from . import sqlite_file
from .engines import adopt_engine_habits, choose_engine_options, connect_alone
from .models import db
from .outages import Outage, find_cause
from .sqlite_file import BUSY_MILLISECONDS, StoreError

MIGRATIONS = Path(__file__).with_name("migrations")

_UPGRADE_LOCK = 0x45784C6962726973
"""The advisory lock of an upgrade on PostgreSQL: "ExLibris"."""


def find_outage() -> Outage | None:
    """Ask the database of the app for the least; return why it cannot be used, if so."""
    try:
        with db.engine.connect() as connection:
            connection.execute(text("SELECT version_num FROM alembic_version")).all()
    except SQLAlchemyError as error:
        return find_cause(error) or Outage.AWAY
    return None


def prepare_database(url: str) -> None:
    """Make a database ready for the app, as any command that opens it does.

    A missing SQLite file is created; one older than the program is copied to a file next to it and then upgraded.
    Any other database is only checked. Raises ``StoreError`` for a database that cannot be opened, is newer than the
    program, or needs ``companion db upgrade``.
    """
    if make_url(url).get_backend_name() == "sqlite":
        path = sqlite_file.find_file(url)
        if path is not None and path.exists() and sqlite_file.is_tight(path):
            # Opening a file needs room for its index. Whoever wants to delete something has to get this far.
            sqlite_file.release_reserve(path)
        upgrade_database(url)
        return
    with connect_alone(url) as connection:
        current, head = find_revision(connection), find_head()
        refuse_unknown_revision(current)
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
    with connect_alone(url) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_UPGRADE_LOCK)))
        current, head = find_revision(connection), find_head()
        refuse_unknown_revision(current)
        if current == head:
            _prove_writable(connection)
            return current, head
        path = sqlite_file.find_file(url)
        if path is not None and current is not None:
            sqlite_file.copy_aside(path, current)
        config = configure_alembic()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
        return current, head


def keep_room(url: str) -> None:
    """Keep room on the disk of an SQLite file, so that things can be deleted once it is full."""
    path = sqlite_file.find_file(url)
    if path is not None:
        sqlite_file.keep_reserve(path)


def refuse_damage(url: str) -> None:
    """Raise ``StoreError`` if an SQLite file is damaged: it reads every page, 0.1 s for 100 MB in memory.

    A file that is no database at all is left to ``prepare_database``. Database servers look after themselves.
    """
    path = sqlite_file.find_file(url)
    if path is None or not path.exists():
        return
    with suppress(sqlite3.Error):
        damage = sqlite_file.find_damage(path, thorough=False)
        if damage:
            raise StoreError(format_damage(path, damage))


def format_damage(path: Path, damage: tuple[str, ...]) -> str:
    """Say that a file is damaged, and what to do."""
    return (
        f"The database {path} is damaged: {'; '.join(damage)}. Stop the server and keep the file. Then "
        "'companion restore FILE' puts the newest backup in its place (copies from before an upgrade are next to it, "
        "as *.before-*). Without a backup, 'sqlite3 companion.sqlite3 .recover' saves what can still be read."
    )


def find_head() -> str:
    """Return the newest revision that this program knows."""
    known = list_revisions()
    if not known:  # pragma: no cover - the wheel always carries its migrations
        raise StoreError("The program's migrations are missing: install it again.")
    return known[0]


@contextmanager
def opened_database(url: str) -> Iterator[None]:
    """Make a database ready and open it for the commands, which run outside the web app.

    Raises ``StoreError`` as ``prepare_database`` does.
    """
    prepare_database(url)
    app = Flask("companion")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = choose_engine_options(url)
    db.init_app(app)
    with app.app_context():
        adopt_engine_habits(db.engine)
        try:
            yield
        finally:
            db.session.remove()
            db.engine.dispose()


def lend_database() -> Callable[[], AbstractContextManager[object]]:
    """Return a function that enters the open database from another thread, which then has a session of its own."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    return app.app_context


_IS_WRITING = "companion.is_writing"
_turns: WeakKeyDictionary[Engine, Lock] = WeakKeyDictionary()
"""The threads of a process take turns to write to an SQLite file: SQLite itself lets them look again at ever longer
intervals, of up to 0.1 s, and the last to come may be the first."""


@contextmanager
def reading() -> Iterator[scoped_session[Session]]:
    """Run one short transaction that only reads; its rows must not be used outside it.

    Within ``writing`` it is a part of that transaction.
    """
    if db.session.info.get(_IS_WRITING):
        yield db.session
        return
    try:
        yield db.session
    finally:
        db.session.rollback()


@contextmanager
def writing() -> Iterator[scoped_session[Session]]:
    """Run one short transaction that writes: committed at the end, rolled back by any error.

    Within another one it is a part of that: both are committed together, or neither.
    """
    if db.session.info.get(_IS_WRITING):
        yield db.session
        # What the database refuses is then raised here, where somebody may know what it means.
        db.session.flush()
        return
    with _taking_turns(db.engine):
        db.session.connection(execution_options={"sqlite_begin": "IMMEDIATE"})
        db.session.info[_IS_WRITING] = True
        try:
            yield db.session
            db.session.commit()
        except BaseException:
            db.session.rollback()
            raise
        finally:
            db.session.info.pop(_IS_WRITING)


@contextmanager
def _taking_turns(engine: Engine) -> Iterator[None]:
    if engine.dialect.name != "sqlite":
        yield
        return
    turn = _turns.setdefault(engine, Lock())
    # Whoever waits longer than SQLite would is left to SQLite, which says that the file is in use.
    is_ours = turn.acquire(timeout=BUSY_MILLISECONDS / 1000)
    try:
        yield
    finally:
        if is_ours:
            turn.release()


@contextmanager
def deleting() -> Iterator[scoped_session[Session]]:
    """Run one short transaction as ``writing`` does, one that makes room: it also succeeds on a full disk.

    There, what is deleted is not overwritten: that would need as much room again in the write-ahead log.
    """
    path = sqlite_file.find_file(db.engine.url.render_as_string(hide_password=False))
    if path is None or not sqlite_file.is_tight(path):
        with writing() as session:
            yield session
        return
    sqlite_file.release_reserve(path)
    with writing() as session:
        session.connection().exec_driver_sql("PRAGMA secure_delete = OFF")
        try:
            yield session
            session.flush()
        finally:
            session.connection().exec_driver_sql("PRAGMA secure_delete = ON")
    # The file takes the log in, and uses what became free for it: then there may be room for the reserve again.
    connection = db.engine.raw_connection()
    try:
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()
    sqlite_file.keep_reserve(path)


def configure_alembic() -> Config:
    """Return Alembic's configuration for our migrations; a connection may be put into its ``attributes``."""
    config = Config()
    config.set_main_option("script_location", MIGRATIONS.as_posix().replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _prove_writable(connection: Connection) -> None:
    """Raise ``DBAPIError`` where nothing can be stored: SQLite would open a read-only file without a word."""
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
    connection.rollback()


def find_revision(connection: Connection) -> str | None:
    """Return the revision of a database; ``None`` for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def refuse_unknown_revision(revision: str | None) -> None:
    """Raise ``StoreError`` for a revision of a newer program."""
    if revision is not None and revision not in list_revisions():
        raise StoreError(
            f"The database is at revision {revision}, which this program does not know: a newer one has used it. "
            "Install the newer program again, or name another database."
        )


@cache
def list_revisions() -> tuple[str, ...]:
    """Return all revisions, the newest first: Alembic loads every migration for that."""
    return tuple(script.revision for script in ScriptDirectory.from_config(configure_alembic()).walk_revisions())
