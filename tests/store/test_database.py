"""The database file: created, copied and upgraded, shared by many writers, refused with a message."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

from companion.store import database
from companion.store.database import (
    StoreError,
    configure_alembic,
    find_head,
    opened_database,
    prepare_database,
    upgrade_database,
)
from companion.store.decks.queries import list_names
from companion.store.models import db

REVISIONS = [script.revision for script in ScriptDirectory.from_config(configure_alembic()).walk_revisions()][::-1]

INSPECTION = (
    "INSERT INTO inspection (id, slug, form, edition, created, updated, prominent, banned, date, place, remarks,"
    " inspector, long_game, library_focus, library_kind, library_tally, library_discards, sheet_language, sheet_paper)"
    " VALUES (1, 'kept', 'B-7c', 'pl', '2026-11-20', '2026-11-20', 'R', 'C', '2026-11-20', 'Łódź', '', '', 0, '', '',"
    " '{}', '', '', '')"
)
SEAT = (
    "INSERT INTO seat (id, inspection_id, position, name, focus, hand, kind, shelf, tally, version)"
    " VALUES (1, 1, 1, 'Dária', 'S', '', 'shelf', 'A1:CF B2:HH', '{}', 3)"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite3"


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"


def migrate(url: str, revision: str) -> None:
    """Upgrade or downgrade a database to a revision, as a developer would."""
    with database._connect(url) as connection:
        config = configure_alembic()
        config.attributes["connection"] = connection
        current = MigrationContext.configure(connection).get_current_revision()
        is_up = revision != "base" and (current is None or REVISIONS.index(revision) >= REVISIONS.index(current))
        (command.upgrade if is_up else command.downgrade)(config, revision)
        connection.commit()


def ask(path: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        answer = connection.execute(question).fetchall()
        connection.commit()
    return answer


def find_schema(url: str) -> dict[str, list[str]]:
    """Columns, keys, and indexes of each of our tables, unordered and as text."""
    engine = create_engine(url)
    tables = inspect(engine)
    schema = {}
    for table in set(tables.get_table_names()) - {"alembic_version"}:
        parts = [*tables.get_columns(table), *tables.get_indexes(table), *tables.get_unique_constraints(table)]
        parts += [*tables.get_foreign_keys(table), tables.get_pk_constraint(table)]
        schema[table] = sorted(map(str, parts))
    engine.dispose()
    return schema


def test_a_missing_file_is_made_at_the_newest_revision(url, path):
    assert upgrade_database(url) == (None, find_head())
    assert ask(path, "SELECT version_num FROM alembic_version") == [(find_head(),)]


def test_the_models_are_what_the_migrations_make(url):
    upgrade_database(url)
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == []
    engine.dispose()


@pytest.mark.parametrize("revision", REVISIONS)
def test_an_evening_filed_at_any_revision_survives_the_upgrade(url, path, revision):
    migrate(url, revision)
    ask(path, INSPECTION)
    ask(path, SEAT)
    assert upgrade_database(url) == (revision, find_head())
    assert ask(path, "SELECT slug, place, date FROM inspection") == [("kept", "Łódź", "2026-11-20")]
    assert ask(path, "SELECT name, shelf, version FROM seat") == [("Dária", "A1:CF B2:HH", 3)]


def test_what_was_filed_before_there_was_a_search_can_be_found(url, path):
    migrate(url, "0001")
    ask(path, INSPECTION)
    ask(path, SEAT)
    upgrade_database(url)
    assert ask(path, "SELECT searchable FROM inspection") == [("2026-11-20 lodz   daria",)]


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_revision_can_be_taken_back_and_made_again(url, path, revision):
    migrate(url, revision)
    before = find_schema(url)
    ask(path, INSPECTION)
    ask(path, SEAT)
    migrate(url, find_head())
    migrate(url, revision)
    assert find_schema(url) == before
    assert ask(path, "SELECT name FROM seat") == [("Dária",)]
    migrate(url, "base")
    assert find_schema(url) == {}


def test_an_old_file_is_copied_before_it_is_upgraded(url, path):
    migrate(url, "0001")
    ask(path, INSPECTION)
    prepare_database(url)
    copy = path.with_name("companion.sqlite3.before-0001")
    assert ask(copy, "SELECT version_num FROM alembic_version") == [("0001",)]
    assert ask(copy, "SELECT slug FROM inspection") == [("kept",)]


def test_an_older_copy_is_kept_beside_a_newer_one(url, path):
    migrate(url, "0001")
    copy = path.with_name("companion.sqlite3.before-0001")
    copy.write_text("an older copy")
    prepare_database(url)
    assert copy.read_text() == "an older copy"
    assert len(list(path.parent.glob("*.before-0001*"))) == 2


def test_a_file_of_today_is_neither_copied_nor_changed(url, path):
    upgrade_database(url)
    assert upgrade_database(url) == (find_head(), find_head())
    assert not list(path.parent.glob("*.before-*"))


def test_a_migration_that_fails_leaves_everything_as_it_was(url, path, monkeypatch):
    migrate(url, "0001")
    ask(path, INSPECTION)

    def fail(*_: object) -> None:
        raise RuntimeError("the lights went out")

    monkeypatch.setattr(command, "upgrade", fail)
    with pytest.raises(RuntimeError, match="lights"):
        prepare_database(url)
    assert ask(path, "SELECT version_num FROM alembic_version") == [("0001",)]


def test_programs_that_start_together_take_turns(url, path):
    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(lambda _: upgrade_database(url), range(4)))
    assert sorted(outcomes, key=str) == [(find_head(), find_head())] * 3 + [(None, find_head())]


def test_a_file_of_a_newer_program_is_refused(url, path):
    upgrade_database(url)
    ask(path, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="9999, which this program does not know"):
        prepare_database(url)


def test_a_file_that_is_not_a_database_is_refused(url, path):
    path.write_text("shopping list\n" * 100)
    with pytest.raises(StoreError, match="cannot be used: file is not a database"):
        prepare_database(url)
    assert path.read_text().startswith("shopping list")


def test_a_folder_that_is_not_there_is_refused():
    with pytest.raises(StoreError, match="unable to open database file"):
        prepare_database("sqlite:////no/such/folder/companion.sqlite3")


class ServerOfAnotherKind:
    """Stands in for PostgreSQL: an SQLite file with a different URL."""

    def __init__(self, url: str) -> None:
        self.url = url

    def get_backend_name(self) -> str:
        return "postgresql"


def test_a_database_server_is_upgraded_only_when_asked(url, monkeypatch):
    monkeypatch.setattr(database, "make_url", ServerOfAnotherKind)
    with pytest.raises(StoreError, match=r"revision none, the program needs \d+: .*companion db upgrade"):
        prepare_database(url)
    migrate(url, find_head())
    prepare_database(url)


def test_a_command_opens_the_database_without_the_web_app(url):
    with opened_database(url):
        assert list_names() == ()


def test_a_missing_driver_is_named(monkeypatch):
    def find_no_driver(_url: str) -> None:
        raise ModuleNotFoundError("No module named 'psycopg'", name="psycopg")

    monkeypatch.setattr(database, "create_engine", find_no_driver)
    with pytest.raises(StoreError, match="'psycopg', which is not installed"):
        prepare_database("postgresql+psycopg://db/companion")
