"""Backups: made and restored while the app runs, whole or not at all; a damaged file is found, and replaced."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
from flask import Flask

from companion.store import backups
from companion.store.backups import back_up, check, restore
from companion.store.database import StoreError, find_head, prepare_database, refuse_damage, upgrade_database
from companion.store.photos import queries as photos
from companion.store.photos.owners import SeatShelf
from companion.store.photos.queries import TakenPhoto
from companion.store.sqlite_file import COPIES_KEPT, find_file
from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat

from .releases import import_database_at

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
PAGE = 4096


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The URL of a database with an evening in it."""
    url = f"sqlite:///{tmp_path / 'companion.sqlite3'}"
    import_database_at(url, "0008")
    upgrade_database(url)
    for copy in tmp_path.glob("*.before-*"):
        copy.unlink()
    return url


@pytest.fixture
def path(url: str) -> Path:
    path = find_file(url)
    assert path is not None
    return path


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return tmp_path / "backup.sqlite3"


@pytest.fixture
def slug(app: Flask) -> Iterator[str]:
    """A table of a running app."""
    with app.app_context():
        seats = [StoredSeat("Rita"), StoredSeat("Eric")]
        yield queries.start_draft(Details("B-7c", "en", "R", "C"), seats, StoredLibrary(), NOW)


def ask(path: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        answer = connection.execute(question).fetchall()
        connection.commit()
    return answer


def damage_middle(path: Path) -> None:
    """Overwrite pages in the middle of a database, the log of which is empty."""
    ask(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // PAGE // 2 * PAGE)
        file.write(b"coffee" * PAGE)


def test_a_backup_is_one_file_that_only_its_owner_reads(url, path, backup):
    made = back_up(url, backup)
    assert made.rows == check(url).total + 1  # the revision is a row, too, of a table that is not ours
    assert backup.stat().st_mode & 0o777 == 0o600
    # Not in the mode of the write-ahead log, which would need two more files.
    assert backup.read_bytes()[18:20] == b"\1\1"
    assert sorted(path.parent.iterdir()) == sorted({backup, path})


@pytest.mark.sqlite_only
def test_a_backup_is_made_while_phones_write(app, slug, settings, backup):
    stop, started = Event(), Event()
    written: list[int] = []

    def write() -> None:
        with app.app_context():
            while not stop.is_set():
                written.append(len(written) + 1)
                queries.write_hands(slug, {1: str(written[-1])}, NOW)
                started.set()

    writer = Thread(target=write)
    writer.start()
    started.wait()
    try:
        for _ in range(5):
            back_up(settings.database_url, backup)
            assert int(ask(backup, "SELECT hand FROM seat WHERE position = 1")[0][0]) in written
    finally:
        stop.set()
        writer.join()
    assert queries.find_draft(slug).find_seat(1).hand == str(written[-1])


@pytest.mark.sqlite_only
def test_a_running_app_goes_on_with_what_was_restored(slug, settings, backup):
    url = settings.database_url
    queries.write_hands(slug, {1: "2"}, NOW)
    back_up(url, backup)
    queries.write_hands(slug, {1: "7"}, NOW)
    restored = restore(url, backup)
    assert queries.find_draft(slug).find_seat(1).hand == "2"
    queries.write_hands(slug, {2: "3"}, NOW)
    assert [seat.hand for seat in queries.find_draft(slug).seats] == ["2", "3"]
    assert restored.aside is not None
    assert ask(restored.aside, "SELECT hand FROM seat WHERE position = 1") == [("7",)]
    assert check(url).rows["seat"] == 2


def test_a_backup_of_an_older_version_is_upgraded(url, path, tmp_path):
    older = tmp_path / "older.sqlite3"
    import_database_at(f"sqlite:///{older}", "0001")
    restore(url, older)
    assert ask(path, "SELECT version_num FROM alembic_version") == [(find_head(),)]
    assert ask(path, "SELECT count(*) FROM deck") == [(0,)]
    assert ask(older, "SELECT version_num FROM alembic_version") == [("0001",)]


def test_a_backup_is_restored_where_there_is_no_database(url, backup, tmp_path):
    back_up(url, backup)
    path = tmp_path / "elsewhere" / "new.sqlite3"
    restored = restore(f"sqlite:///{path}", backup)
    assert restored.aside is None
    assert path.stat().st_mode & 0o777 == 0o600
    assert check(f"sqlite:///{path}") == check(url)


def test_only_the_newest_copies_are_kept(url, path, backup):
    back_up(url, backup)
    for _ in range(COPIES_KEPT + 2):
        newest = restore(url, backup).aside
    copies = list(path.parent.glob("companion.sqlite3.before-*"))
    assert len(copies) == COPIES_KEPT
    assert newest in copies
    assert backup.exists()


def test_what_was_overwritten_in_the_middle_is_found(url, path):
    refuse_damage(url)
    assert check(url).revision == find_head()
    damage_middle(path)
    for look in (refuse_damage, check):
        with pytest.raises(StoreError, match=r"is damaged: .*companion restore FILE"):
            look(url)


def test_a_damaged_database_is_moved_aside_by_a_backup(url, path, backup):
    back_up(url, backup)
    damage_middle(path)
    damaged = path.read_bytes()
    restored = restore(url, backup)
    assert restored.aside is not None
    assert restored.aside.name.startswith("companion.sqlite3.damaged-")
    assert restored.aside.read_bytes() == damaged
    assert check(url).total == restored.rows - 1


def test_what_is_no_database_is_moved_aside_by_a_backup(url, path, backup):
    back_up(url, backup)
    path.write_text("This is a shopping list.\n" * 100)
    refuse_damage(url)
    with pytest.raises(StoreError, match="cannot be used: file is not a database"):
        check(url)
    restore(url, backup)
    prepare_database(url)
    assert check(url).rows["inspection"] == 2


def test_a_document_that_is_not_json_is_found(url, path):
    ask(path, "UPDATE deck SET letter_counts = '{'")
    with pytest.raises(StoreError, match="table deck is damaged: letter_counts of row 1 is not JSON"):
        check(url)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"shopping list" * 100, "is not a backup: file is not a database"),
        (b"", "is not a backup of the companion"),
        (None, "There is no backup at"),
    ],
)
def test_what_is_no_backup_is_refused_and_nothing_changes(url, path, backup, content, complaint):
    before = check(url)
    if content is not None:
        backup.write_bytes(content)
    with pytest.raises(StoreError, match=complaint):
        restore(url, backup)
    assert check(url) == before
    assert {file.name for file in path.parent.iterdir()} <= {path.name, backup.name}


def test_a_damaged_backup_is_refused_and_nothing_changes(url, path, backup):
    back_up(url, backup)
    damage_middle(backup)
    with pytest.raises(StoreError, match=r"is damaged: .*Take an older one"):
        restore(url, backup)
    assert check(url).rows["inspection"] == 2


def test_the_database_itself_is_no_backup(url, path):
    for act in (back_up, restore):
        with pytest.raises(StoreError, match="is the database itself"):
            act(url, path)


def test_a_database_that_is_not_there_cannot_be_backed_up(tmp_path, backup):
    with pytest.raises(StoreError, match="There is no database at"):
        back_up(f"sqlite:///{tmp_path / 'none.sqlite3'}", backup)
    with pytest.raises(StoreError, match="There is no database at"):
        check(f"sqlite:///{tmp_path / 'none.sqlite3'}")


def test_of_a_server_other_programs_make_the_backups(backup):
    for act in (back_up, restore):
        with pytest.raises(StoreError, match=r"is not an SQLite file\. For PostgreSQL, 'pg_dump"):
            act("postgresql+psycopg://host/companion", backup)


def test_a_folder_that_cannot_be_written_is_named(url, tmp_path):
    with pytest.raises(StoreError, match=r"nowhere/backup could not|cannot be written|unable to open"):
        back_up(url, tmp_path / "nowhere" / "backup")


def test_a_copy_that_differs_does_not_count(url, backup, monkeypatch):
    backup.write_text("the last good one")
    counts = iter([{"seat": 2}, {"seat": 1}])
    monkeypatch.setattr(backups, "count_rows", lambda _: next(counts))
    with pytest.raises(StoreError, match="does not hold what the database held"):
        back_up(url, backup)
    assert backup.read_text() == "the last good one"


@pytest.mark.sqlite_only
def test_nothing_of_a_deleted_photo_stays_in_the_file(slug, settings):
    path = find_file(settings.database_url)
    assert path is not None
    secret = b"a photo of the living room " * 10_000
    photo = TakenPhoto(secret, 40, 30, {})
    photos.add_photo(SeatShelf(slug, 1), photo, "a", lambda *_: ({}, frozenset({1})), NOW)
    ask(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"living room" in path.read_bytes()
    photos.drop_photos(SeatShelf(slug, 1))
    ask(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"living room" not in path.read_bytes()


def test_a_new_database_can_be_read_by_its_owner_only(tmp_path):
    path = tmp_path / "new.sqlite3"
    upgrade_database(f"sqlite:///{path}")
    assert path.stat().st_mode & 0o777 == 0o600
