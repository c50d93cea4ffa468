"""The database file: created, copied and upgraded, shared by many writers, refused with a message."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command

from companion.store import engines
from companion.store.database import (
    StoreError,
    find_head,
    opened_database,
    prepare_database,
    upgrade_database,
)
from companion.store.decks.queries import list_names

from .releases import import_database_at


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite3"


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"


def ask(path: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        answer = connection.execute(question).fetchall()
        connection.commit()
    return answer


def test_a_missing_file_is_made_at_the_newest_revision(url, path):
    assert upgrade_database(url) == (None, find_head())
    assert ask(path, "SELECT version_num FROM alembic_version") == [(find_head(),)]


def test_an_old_file_is_copied_before_it_is_upgraded(url, path):
    import_database_at(url, "0001")
    prepare_database(url)
    copy = path.with_name("companion.sqlite3.before-0001")
    assert ask(copy, "SELECT version_num FROM alembic_version") == [("0001",)]
    assert ask(copy, "SELECT slug FROM inspection") == [("kitchen-table-01",), ("lodz-table-00002",)]


def test_an_older_copy_is_kept_beside_a_newer_one(url, path):
    import_database_at(url, "0001")
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
    import_database_at(url, "0001")

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


def test_a_database_server_is_upgraded_only_when_asked(cluster):
    url = cluster.make("server")
    with pytest.raises(StoreError, match=r"revision none, the program needs \d+: .*companion db upgrade"):
        prepare_database(url)
    assert upgrade_database(url) == (None, find_head())
    assert upgrade_database(url) == (find_head(), find_head())
    prepare_database(url)


def test_programs_that_upgrade_a_server_together_take_turns(cluster):
    url = cluster.make("server")
    with ThreadPoolExecutor(3) as pool:
        outcomes = list(pool.map(lambda _: upgrade_database(url), range(3)))
    assert sorted(outcomes, key=str) == [(find_head(), find_head())] * 2 + [(None, find_head())]


def test_a_server_that_does_not_answer_is_named_without_its_password():
    with pytest.raises(StoreError, match=r"postgresql\+psycopg://me:\*\*\*@127\.0\.0\.1:1/x cannot be used") as raised:
        prepare_database("postgresql+psycopg://me:geheim@127.0.0.1:1/x")
    assert "geheim" not in str(raised.value)


def test_a_command_opens_the_database_without_the_web_app(url):
    with opened_database(url):
        assert list_names() == ()


def test_a_missing_driver_is_named(monkeypatch):
    def find_no_driver(_url: str, **_options: object) -> None:
        raise ModuleNotFoundError("No module named 'psycopg'", name="psycopg")

    monkeypatch.setattr(engines, "create_engine", find_no_driver)
    with pytest.raises(StoreError, match="'psycopg', which is not installed"):
        prepare_database("postgresql+psycopg://db/companion")
