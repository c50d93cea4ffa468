"""Whether to look for jobs: soon after somebody has written, and now and then."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store.jobs.changes import SERVER_SECONDS, SILENT_SECONDS, Changes


@pytest.fixture
def path(empty_database: Path, tmp_path: Path) -> Path:
    path = tmp_path / "some folder" / "database.sqlite"
    path.parent.mkdir()
    path.write_bytes(empty_database.read_bytes())
    return path


@pytest.fixture
def changes(path: Path) -> Iterator[Changes]:
    changes = Changes(f"sqlite:///{path}")
    yield changes
    changes.close()


def write(path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("CREATE TABLE IF NOT EXISTS note (text TEXT)")
    connection.execute("INSERT INTO note VALUES ('new')")
    connection.close()


def test_there_is_news_once_somebody_has_written(changes, path):
    assert changes.has_news(1.0)
    assert not changes.has_news(1.0)
    write(path)
    assert changes.has_news(1.0)
    assert not changes.has_news(1.0)


def test_where_nobody_writes_there_is_news_now_and_then(changes):
    assert changes.has_news(1.0)
    assert not changes.has_news(1.0 + 0.9 * SILENT_SECONDS)
    assert changes.has_news(1.0 + SILENT_SECONDS)
    assert not changes.has_news(1.0 + 1.9 * SILENT_SECONDS)


def test_a_file_that_goes_and_comes_back_is_watched_again(changes, path):
    assert changes.has_news(1.0)
    changes.close()
    away = path.rename(path.with_suffix(".away"))
    assert changes.has_news(1.0), "what is away is news, once"
    assert not changes.has_news(1.0)
    assert changes.has_news(1.0 + SERVER_SECONDS)
    assert not path.exists()
    away.rename(path)
    assert changes.has_news(1.0 + SERVER_SECONDS)
    write(path)
    assert changes.has_news(1.0 + SERVER_SECONDS)


def test_of_a_server_there_is_news_all_the_time():
    changes = Changes("postgresql+psycopg://companion@/app?host=/nowhere")
    assert changes.has_news(1.0)
    assert not changes.has_news(1.0 + 0.9 * SERVER_SECONDS)
    assert changes.has_news(1.0 + SERVER_SECONDS)
    changes.close()
