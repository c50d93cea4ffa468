"""The SQLite file: created for its owner alone, copied while it is in use, checked for damage, never without room."""

from __future__ import annotations

import datetime
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import make_url

BUSY_MILLISECONDS = 5000
"""How long a writer waits for another, far above the few milliseconds that a page's transaction takes."""

COPIES_KEPT = 3
"""Of those that are made by themselves, before an upgrade or a restoration; copies that a person makes stay."""

RESERVE_BYTES = 4 << 20
"""On a full disk, the write-ahead log of a deletion and the checkpoint after it find room here: the log is
checkpointed at a thousand pages of 4 KiB."""

MOST_COMPLAINTS = 20


class StoreError(RuntimeError):
    """Raised when the database cannot be used as it is; the message says what to do."""


def find_file(url: str) -> Path | None:
    """Return the file of an SQLite database; ``None`` for a database server, or an SQLite URI of its own."""
    parsed = make_url(url)
    is_file = parsed.get_backend_name() == "sqlite" and parsed.database and not parsed.database.startswith("file:")
    return Path(parsed.database) if is_file and parsed.database else None


def create_file(path: Path) -> None:
    """Create an empty file that only its owner may read; SQLite gives its log and its index the same permissions.

    A file that exists, made by an older version perhaps, is kept to its owner too. Whoever opens the file reports a
    folder that is missing or cannot be written.
    """
    for kept in (path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm"))):
        # Not ours to change, read-only, or not there.
        with suppress(OSError):
            mode = kept.stat().st_mode
            if mode & 0o077:
                kept.chmod(mode & 0o700)
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def copy_file(source: Path, target: Path) -> None:
    """Copy a database with SQLite's online backup, which includes the write-ahead log, over what ``target`` holds.

    Both may be in use: readers and writers of ``source`` are not held up, those of ``target`` see the change as one
    transaction. Raises ``sqlite3.Error``.
    """
    create_file(target)
    with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(target)) as copy:
        original.backup(copy)


def copy_aside(path: Path, reason: str) -> Path:
    """Copy a database to ``<name>.before-<reason>`` next to it; of such copies, keep ``COPIES_KEPT``."""
    target = path.with_name(f"{path.name}.before-{reason}")
    if target.exists():
        # The same was begun before and abandoned, and the file has been in use since: keep both copies.
        stamp = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d%H%M%S%f")
        target = target.with_name(f"{target.name}-{stamp}")
    copy_file(path, target)
    # By name rather than by pattern: the name of a folder or file may hold what a pattern would take for its own.
    copies = [other for other in path.parent.iterdir() if other.name.startswith(f"{path.name}.before-")]
    older = sorted((other for other in copies if other != target), key=lambda other: other.stat().st_mtime_ns)
    for other in older[: len(older) + 1 - COPIES_KEPT]:
        other.unlink()
    return target


def find_damage(path: Path, *, thorough: bool) -> tuple[str, ...]:
    """Return what is wrong with a database file, nothing for one that is whole.

    Without ``thorough`` the indexes are not compared with their tables, and references are not followed. Content that
    was overwritten inside a row goes unnoticed: SQLite keeps no checksums. Raises ``sqlite3.Error`` for a file that is
    not a database, or cannot be opened.
    """
    with closing(sqlite3.connect(path, timeout=BUSY_MILLISECONDS / 1000)) as connection:
        check = "integrity_check" if thorough else "quick_check"
        try:
            found = [str(row[0]) for row in connection.execute(f"PRAGMA {check}({MOST_COMPLAINTS})")]
            if thorough:
                found += [
                    f"{table} {row}: refers to {parent} that is not there"
                    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(10)
                ]
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise
            return (str(error),)
    return tuple(complaint for complaint in found if complaint != "ok")


def count_rows(connection: sqlite3.Connection) -> dict[str, int]:
    """Return how many rows each table has."""
    query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    names = [name for (name,) in connection.execute(query)]
    return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608 - names of tables


def is_tight(path: Path) -> bool:
    """Whether the disk is as good as full."""
    return shutil.disk_usage(path.parent).free < RESERVE_BYTES


def keep_reserve(path: Path) -> None:
    """Take up the room that a deletion will need on a full disk, in ``<name>.reserve``, if there is enough of it."""
    reserve = _find_reserve(path)
    if reserve.exists() or shutil.disk_usage(path.parent).free < 2 * RESERVE_BYTES:
        return
    # Random, because a file system that compresses would give zeros no room.
    try:
        reserve.write_bytes(os.urandom(RESERVE_BYTES))
    except OSError:
        release_reserve(path)


def release_reserve(path: Path) -> None:
    """Give up the room that was kept, to be used now."""
    with suppress(OSError):
        _find_reserve(path).unlink(missing_ok=True)


def _find_reserve(path: Path) -> Path:
    return path.with_name(f"{path.name}.reserve")
