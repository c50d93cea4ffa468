"""Whatever is killed with -9 in the middle of what, the database is whole and has what was acknowledged."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from companion.store.backups import back_up, check
from companion.store.database import StoreError, find_head, opened_database, upgrade_database
from companion.store.engines import connect_alone
from companion.store.tables import queries
from companion.store.transfer import export_database, read_all

from .releases import SAMPLES, import_database_at

ON_BOTH = ("sqlite", "postgresql")
ON_SQLITE_FIRST = ("sqlite", pytest.param("postgresql", marks=pytest.mark.long))
SLUG = "lodz-table-00002"

WRITE = """
    import datetime, itertools
    from companion.store.database import opened_database
    from companion.store.tables import queries
    now = datetime.datetime(2026, 11, 20, tzinfo=datetime.UTC)
    with opened_database(url):
        for number in itertools.count(1):
            queries.write_hands("lodz-table-00002", {1: str(number), 2: str(number)}, now)
            print(number, flush=True)
"""
# Half of the migrations have been made when it stops, none is committed.
UPGRADE = """
    import signal
    from alembic import command
    from companion.store import database
    upgrade = command.upgrade
    def stop_halfway(config, _revision):
        upgrade(config, "0004")
        print("halfway", flush=True)
        signal.pause()
    command.upgrade = stop_halfway
    database.upgrade_database(url)
"""
BACK_UP = """
    import pathlib, signal
    from companion.store import backups
    def stop(*_, **__):
        print("halfway", flush=True)
        signal.pause()
    backups.find_damage = stop
    backups.back_up(url, pathlib.Path(target))
"""
EXPORT = """
    import pathlib, signal
    from companion.store import transfer
    make_lines = transfer._make_lines
    def stop_halfway(*arguments):
        yield next(make_lines(*arguments))
        print("halfway", flush=True)
        signal.pause()
    transfer._make_lines = stop_halfway
    transfer.export_database(url, pathlib.Path(target))
"""
# Goes on as soon as its database is gone.
EXPORT_ON = """
    import pathlib, select
    from companion.store import transfer
    from companion.store.models import db
    make_lines = transfer._make_lines
    def wait_halfway(connection, *arguments):
        lines = make_lines(connection, *arguments)
        yield next(lines)
        print("halfway", flush=True)
        select.select([connection.connection.fileno()], [], [])
        yield from lines
    transfer._make_lines = wait_halfway
    try:
        transfer.export_database(url, pathlib.Path(target))
    except transfer.StoreError as error:
        print(error, flush=True)
"""
IMPORT = """
    import pathlib, signal
    from companion.store import transfer
    def stop(*_):
        print("halfway", flush=True)
        signal.pause()
    transfer._compare = stop
    transfer.import_database(url, pathlib.Path(target))
"""


@pytest.fixture
def url(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The URL of a new, empty database."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'companion.sqlite3'}"
    return str(request.getfixturevalue("cluster").make("killed"))


@contextmanager
def running(program: str, url: str, target: Path | str = "") -> Iterator[subprocess.Popen[str]]:
    """Run a program in a process of its own, and kill it with -9 at the end."""
    lines = [f"url = {url!r}", f"target = {str(target)!r}", *(line[4:] for line in program.splitlines())]
    # It ends by itself where its database does, with what it says of that.
    process = subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_until_halfway(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "halfway\n"


def find_hands(url: str) -> list[str]:
    with opened_database(url):
        return [seat.hand for seat in queries.find_draft(SLUG).seats]


@pytest.mark.parametrize("kind", ON_BOTH)
def test_what_a_killed_server_acknowledged_is_there_and_half_a_save_is_not(url, kind):
    import_database_at(url, "0008")
    upgrade_database(url)
    with running(WRITE, url) as process:
        assert process.stdout is not None
        acknowledged = [int(process.stdout.readline()) for _ in range(20)]
        process.kill()
        acknowledged += [int(line) for line in process.stdout]
    one, other = find_hands(url)
    assert one == other
    assert int(one) in (acknowledged[-1], acknowledged[-1] + 1)
    (check if kind == "sqlite" else read_all)(url)


@pytest.mark.long
def test_what_a_killed_database_acknowledged_is_there_and_half_a_save_is_not(cluster):
    url = cluster.make("killed")
    import_database_at(url, "0008")
    upgrade_database(url)
    with running(WRITE, url) as process:
        assert process.stdout is not None
        acknowledged = [int(process.stdout.readline()) for _ in range(20)]
        cluster.kill()
        acknowledged += [int(line) for line in process.stdout]
    cluster.start()
    one, other = find_hands(url)
    assert one == other
    assert int(one) in (acknowledged[-1], acknowledged[-1] + 1)
    read_all(url)


@pytest.mark.parametrize("kind", ON_SQLITE_FIRST)
def test_an_upgrade_that_was_killed_is_begun_again(url, kind, tmp_path):
    import_database_at(url, "0001")
    export_database(url, tmp_path / "before")
    with running(UPGRADE, url) as process:
        wait_until_halfway(process)
    export_database(url, tmp_path / "after")
    assert (tmp_path / "after").read_bytes() == (tmp_path / "before").read_bytes()
    assert upgrade_database(url) == ("0001", find_head())


@pytest.mark.parametrize("kind", ["sqlite"])
def test_a_backup_that_was_killed_leaves_the_older_one(url, tmp_path):
    import_database_at(url, "0008")
    target = tmp_path / "backup.sqlite3"
    target.write_text("the last good one")
    with running(BACK_UP, url, target) as process:
        wait_until_halfway(process)
    assert target.read_text() == "the last good one"
    rows = back_up(url, target).rows
    assert sorted(file.name for file in tmp_path.iterdir()) == ["backup.sqlite3", "companion.sqlite3"]
    assert rows == read_all(url).total + 1


@pytest.mark.long
def test_an_upgrade_whose_database_was_killed_is_begun_again(cluster, tmp_path):
    url = cluster.make("killed")
    import_database_at(url, "0001")
    export_database(url, tmp_path / "before")
    with running(UPGRADE, url) as process:
        wait_until_halfway(process)
        cluster.kill()
    cluster.start()
    export_database(url, tmp_path / "after")
    assert (tmp_path / "after").read_bytes() == (tmp_path / "before").read_bytes()
    assert upgrade_database(url) == ("0001", find_head())


@pytest.mark.long
def test_an_export_whose_database_was_killed_leaves_the_older_one(cluster, tmp_path):
    url = cluster.make("killed")
    import_database_at(url, "0008")
    target = tmp_path / "everything.jsonl"
    target.write_text("the last good one")
    with running(EXPORT_ON, url, target) as process:
        wait_until_halfway(process)
        cluster.kill()
        assert process.stdout is not None
        assert process.stdout.read().startswith("The database postgresql")
    assert target.read_text() == "the last good one"
    cluster.start()
    assert export_database(url, target) == read_all(url)


@pytest.mark.parametrize("kind", ON_SQLITE_FIRST)
def test_an_export_that_was_killed_leaves_the_older_one(url, tmp_path):
    import_database_at(url, "0008")
    target = tmp_path / "everything.jsonl"
    target.write_text("the last good one")
    with running(EXPORT, url, target) as process:
        wait_until_halfway(process)
    assert target.read_text() == "the last good one"
    assert export_database(url, target) == read_all(url)
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("kind", ON_SQLITE_FIRST)
def test_an_import_that_was_killed_took_nothing_in(url):
    with running(IMPORT, url, SAMPLES / "0008.jsonl") as process:
        wait_until_halfway(process)
    with pytest.raises(StoreError, match="The database is empty"):
        read_all(url)
    import_database_at(url, "0008")
    with connect_alone(url, reads_only=True) as connection:
        assert connection.execute(text("SELECT count(*) FROM seat")).scalar() == 4
