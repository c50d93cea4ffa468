"""Backups of an SQLite file: made and restored while the app runs, read back before they count."""

from __future__ import annotations

import datetime
import os
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from . import sqlite_file
from .database import format_damage, upgrade_database
from .sqlite_file import StoreError, copy_aside, copy_file, count_rows, create_file, find_damage
from .transfer import Transfer, read_all

SERVER_ADVICE = (
    "For PostgreSQL, 'pg_dump --format=custom' makes a backup while the app runs and 'pg_restore' puts it back; "
    "'companion export FILE' writes everything to one file, which 'companion import' takes into an empty database."
)


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made or restored."""

    rows: int
    aside: Path | None = None
    """Where the database lies that it replaced."""


def back_up(url: str, target: Path) -> Backup:
    """Copy the database to a file while the app runs, and read it back.

    The file appears under its name, readable by its owner only, once it is whole; one of that name is replaced. Raises
    ``StoreError``.
    """
    path = _require_file(url)
    if not path.exists():
        raise StoreError(f"There is no database at {path} to back up.")
    if target.exists() and target.samefile(path):
        raise StoreError(f"{target} is the database itself: name another file.")
    unfinished = target.with_name(f"{target.name}.part")
    try:
        unfinished.unlink(missing_ok=True)
        rows = _copy_and_compare(path, unfinished)
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.replace(target)
    except sqlite3.Error as error:
        raise StoreError(f"The database {path} could not be copied to {target}: {error}.") from None
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}.") from None
    finally:
        for leftover in ("", "-journal", "-wal", "-shm"):
            unfinished.with_name(unfinished.name + leftover).unlink(missing_ok=True)
    return Backup(rows)


def restore(url: str, source: Path) -> Backup:
    """Put a backup in the place of the database, upgraded if it is older; the app may be running.

    The present database is first copied to ``<name>.before-restore`` next to it; a damaged one is moved to
    ``<name>.damaged-<time>``, and then the app has to be started again. Raises ``StoreError``, and then the database is
    what it was.
    """
    path = _require_file(url)
    if not source.is_file():
        raise StoreError(f"There is no backup at {source}.")
    if path.exists() and source.samefile(path):
        raise StoreError(f"{source} is the database itself: name a backup of it.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix="restore-") as folder:
            copy = Path(folder) / path.name
            rows = _prepare(source, copy)
            aside = _replace(path, copy)
    except sqlite3.Error as error:
        raise StoreError(f"{source} could not be restored: {error}. The database is what it was.") from None
    except OSError as error:
        raise StoreError(f"{path.parent} cannot be written: {error.strerror}. The database is what it was.") from None
    return Backup(rows, aside)


def check(url: str) -> Transfer:
    """Read the whole database; return what is in it. Raises ``StoreError``, which says what is wrong and what to do."""
    path = sqlite_file.find_file(url)
    if path is not None:
        if not path.exists():
            raise StoreError(f"There is no database at {path}: the server makes one when it starts.")
        try:
            damage = find_damage(path, thorough=True)
        except sqlite3.Error as error:
            raise StoreError(
                f"The database {path} cannot be used: {error}. Check COMPANION_DATABASE_URL, or restore a backup with "
                "'companion restore FILE'."
            ) from None
        if damage:
            raise StoreError(format_damage(path, damage))
    return read_all(url)


def _require_file(url: str) -> Path:
    path = sqlite_file.find_file(url)
    if path is None:
        raise StoreError(f"The database is not an SQLite file. {SERVER_ADVICE}")
    return path


def _copy_and_compare(path: Path, target: Path) -> int:
    """Copy a database as it is at one moment; return how many rows the copy has, which is whole."""
    create_file(target)
    with closing(sqlite3.connect(path, isolation_level=None)) as original:
        original.execute("BEGIN")
        rows = count_rows(original)
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            original.backup(copy)
            # One file that needs no other, and can be read where nothing can be written.
            copy.execute("PRAGMA journal_mode = DELETE")
        original.execute("ROLLBACK")
    damage = find_damage(target, thorough=True)
    if damage:
        raise StoreError(format_damage(path, damage))
    with closing(sqlite3.connect(target)) as copy:
        if count_rows(copy) != rows:
            raise StoreError(f"The copy of {path} does not hold what the database held: make another.")
    return sum(rows.values())


def _prepare(source: Path, copy: Path) -> int:
    """Copy a backup, check it and upgrade it; return how many rows it has."""
    try:
        copy_file(source, copy)
        damage = find_damage(copy, thorough=True)
        if damage:
            raise StoreError(f"The backup {source} is damaged: {'; '.join(damage)}. Take an older one.")
        with closing(sqlite3.connect(copy)) as connection:
            tables = count_rows(connection)
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{source} is not a backup: {error}.") from None
    if "alembic_version" not in tables:
        raise StoreError(f"{source} is not a backup of the companion: it has none of its tables.")
    upgrade_database(f"sqlite:///{copy}")
    return sum(tables.values())


def _replace(path: Path, copy: Path) -> Path | None:
    """Put a prepared copy in the place of a database; return where that one went."""
    if not path.exists():
        copy_file(copy, path)
        return None
    try:
        is_damaged = bool(find_damage(path, thorough=False))
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_NOTADB:
            raise
        is_damaged = True
    if not is_damaged:
        aside = copy_aside(path, "restore")
        copy_file(copy, path)
        return aside
    # Nothing can be written over it page by page, and what can still be read is in it and in its log.
    stamp = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d%H%M%S%f")
    aside = path.with_name(f"{path.name}.damaged-{stamp}")
    path.replace(aside)
    for part in ("-wal", "-shm"):
        log = path.with_name(path.name + part)
        if log.exists():
            log.replace(aside.with_name(aside.name + part))
    copy_file(copy, path)
    return aside
