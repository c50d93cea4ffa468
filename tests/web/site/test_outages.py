"""A database that is away, full, read-only or damaged: a sentence, nothing lost, and on as soon as it is back."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError

from companion.store.database import StoreError
from companion.store.models import db
from companion.store.sqlite_file import find_file, is_tight
from companion.web.tables import home
from companion.wording.languages import find_languages

from ...postgresql import Cluster
from ..conftest import EVENING, FIGURES, SEATED, Visitor

SHELF = "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+"
QUOTED = "Failing row contains (Rita, S)"
ON_POSTGRESQL = pytest.mark.parametrize("kind_of_database", ["postgresql"], indirect=True)


@contextmanager
def stopped(cluster: Cluster) -> Iterator[None]:
    cluster.stop()
    try:
        yield
    finally:
        cluster.start()


@contextmanager
def limited(app: Flask, pragma: str, after: str) -> Iterator[None]:
    """Give all connections of an app to SQLite a limit for a while."""
    with app.app_context():
        engine = db.engine

    def limit(connection: Any, _record: Any) -> None:
        connection.execute(pragma)

    def relieve(connection: Any, _record: Any) -> None:
        connection.execute(after)

    engine.dispose()
    event.listen(engine, "connect", limit)
    try:
        yield
    finally:
        event.remove(engine, "connect", limit)
        engine.dispose()
        event.listen(engine, "connect", relieve)


def count_pages(app: Flask) -> int:
    with app.app_context(), db.engine.connect() as connection:
        return int(connection.execute(text("PRAGMA page_count")).scalar_one())


def read_inspection(visitor: Visitor, desk: str) -> bytes:
    return visitor.client.get(f"{desk}/inspection.json").get_data()


def test_a_healthy_app_says_so_and_sets_no_cookie(visitor):
    answer = visitor.client.get("/health")
    assert (answer.status_code, answer.get_json()) == (200, {"status": "ok"})
    assert "Set-Cookie" not in answer.headers


@pytest.mark.sqlite_only
@ON_POSTGRESQL
def test_a_database_that_goes_and_comes_back_is_waited_for(visitor, desk, cluster):
    before = read_inspection(visitor, desk)
    token = visitor.find_token()
    with stopped(cluster):
        page = visitor.open(desk)
        assert visitor.status == 503
        assert visitor.headers["Retry-After"] == "5"
        assert "The archive is closed for a moment" in page
        assert "This page will try again by itself." in page
        assert 'data-again="/health"' in page
        assert "site.again" in page
        health = visitor.client.get("/health")
        assert (health.status_code, health.get_json()) == (503, {"status": "away"})
        answer = visitor.client.get(f"{desk}/live/desk", headers={"Accept": "application/json"})
        assert (answer.status_code, answer.get_json()["error"]) == (503, "The archive is closed for a moment")
        page = visitor.send(f"{desk}/seats/1/shelf", {"shelf": SHELF})
        assert visitor.status == 503
        assert "this has not been filed" in page
        assert SHELF in page
        # Sent again by itself, it might be filed twice.
        assert "data-again" not in page
    assert visitor.client.get("/health").status_code == 200
    assert read_inspection(visitor, desk) == before
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": SHELF, "csrf_token": token})
    assert visitor.status == 200
    assert b"A1:CFH B3:MM" in read_inspection(visitor, desk)


@pytest.mark.sqlite_only
@ON_POSTGRESQL
def test_a_page_is_followed_on_once_the_database_is_back(visitor, desk, cluster):
    follow = {"Accept": "application/json"}
    follow["If-None-Match"] = visitor.client.get(f"{desk}/live/desk", headers=follow).headers["ETag"]
    for is_known in (False, True):
        assert visitor.client.get(f"{desk}/live/desk", headers=follow).status_code == 304, is_known
    with stopped(cluster):
        assert visitor.client.get(f"{desk}/live/desk", headers=follow).status_code == 503
    assert visitor.client.get(f"{desk}/live/desk", headers=follow).status_code == 304


@pytest.mark.sqlite_only
@ON_POSTGRESQL
@pytest.mark.parametrize("language", find_languages())
def test_whoever_waits_is_told_in_their_language(visitor, cluster, language):
    ours = visitor.open(f"/?lang={language}")
    with stopped(cluster):
        page = visitor.open(f"/?lang={language}")
    assert visitor.status == 503
    assert f'<html lang="{language}">' in page
    assert ("The archive is closed" in page) is (language == "en")
    assert ours != page


@pytest.mark.sqlite_only
@ON_POSTGRESQL
def test_a_server_that_can_only_be_read_is_read(visitor, desk, cluster, app):
    with cluster.connect("app") as connection:
        connection.execute("ALTER DATABASE app SET default_transaction_read_only = on")
    with app.app_context():
        db.engine.dispose()
    try:
        assert "Enter the shelf: Rita" in visitor.open(desk)
        page = visitor.send(f"{desk}/seats/1/shelf", {"shelf": SHELF})
        assert visitor.status == 503
        assert "The archive can only be read" in page
        assert SHELF in page
    finally:
        with cluster.connect() as connection:
            connection.execute("ALTER DATABASE app SET default_transaction_read_only = off")
        with app.app_context():
            db.engine.dispose()
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": SHELF})
    assert visitor.status == 200


@pytest.mark.sqlite_only
def test_on_a_full_disk_everything_can_be_read_and_deleted_and_then_it_goes_on(app, visitor, desk):
    doomed = visitor.start("Ola", remarks="x" * 600)
    before = read_inspection(visitor, desk)
    fields = {"seats-0-name": "Ziemowit", "form": "B-7c", "edition": "en", "remarks": "ż" * 600}
    with limited(app, f"PRAGMA max_page_count = {count_pages(app)}", "PRAGMA max_page_count = 1073741823"):
        for _ in range(20):
            page = visitor.send("/inspections/new", fields)
            if visitor.status != 200:
                break
        assert visitor.status == 503
        assert "The archive is full" in page
        assert "Ziemowit" in page
        assert read_inspection(visitor, desk) == before
        visitor.send(f"{doomed}/delete")
        assert visitor.status == 200
        visitor.open(doomed)
        assert visitor.status == 410
        visitor.send(f"/wastebasket{doomed}/shred")
        assert visitor.status == 200
        visitor.open(doomed)
        assert visitor.status == 404
    visitor.send("/inspections/new", fields)
    assert visitor.status == 200


@pytest.mark.sqlite_only
def test_a_file_that_can_only_be_read_is_read(app, visitor, desk):
    before = read_inspection(visitor, desk)
    with limited(app, "PRAGMA query_only = ON", "PRAGMA query_only = OFF"):
        assert read_inspection(visitor, desk) == before
        page = visitor.send(f"{desk}/seats/1/shelf", {"shelf": SHELF})
        assert visitor.status == 503
        assert "The archive can only be read" in page
        assert SHELF in page
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": SHELF})
    assert visitor.status == 200


@pytest.mark.sqlite_only
def test_a_read_only_file_is_refused_at_the_start(settings, app):
    from dataclasses import replace

    from companion.app import create_app

    path = find_file(settings.database_url)
    url = f"sqlite:///file:{path}?mode=ro&uri=true"
    with pytest.raises(StoreError, match=r"attempt to write a readonly database\. Make it writable, a file together"):
        create_app(replace(settings, database_url=url))


@pytest.mark.sqlite_only
def test_a_file_that_is_damaged_while_the_app_runs_is_called_so(app, visitor, desk, settings):
    path = find_file(settings.database_url)
    assert path is not None
    with app.app_context(), db.engine.connect() as connection:
        connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.engine.dispose()
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"coffee" * ((len(content) - 4096) // 6))
    page = visitor.open(desk)
    assert visitor.status == 503
    assert "The archive is damaged" in page
    assert "companion check" in page
    assert visitor.client.get("/health").get_json() == {"status": "damaged"}


def test_what_the_database_refuses_is_our_fault_and_quotes_nothing_in_the_log(visitor, monkeypatch, caplog):
    def fail(*_: object) -> None:
        raise IntegrityError("INSERT", None, Exception(QUOTED))

    monkeypatch.setattr(home, "list_files", fail)
    page = visitor.open("/")
    assert visitor.status == 500
    assert "The office has stumbled" in page
    assert "unexpected fault at GET /" in caplog.text
    assert "in fail" in caplog.text
    assert QUOTED not in caplog.text


@pytest.mark.both_databases
def test_what_was_stored_is_in_no_error_message(app):
    statement = text("INSERT INTO seat (id, focus) VALUES (:id, :focus)")
    with app.app_context(), db.engine.connect() as connection, pytest.raises(IntegrityError) as raised:
        connection.execute(statement, {"id": 1, "focus": "S"})
    assert "parameters hidden" in str(raised.value)


@pytest.mark.both_databases
def test_a_clock_that_is_set_back_and_forth_loses_nothing(app, evening):
    hours = iter([-3, 30 * 24, -400 * 24, 5, 0, -1] * 100)
    app.config["CLOCK"] = lambda: EVENING + datetime.timedelta(hours=next(hours))
    names = {f"seats-{row}-{key}": value for row, seat in enumerate(SEATED) for key, value in seat.items()}
    evening.send("/details", evening.rita, {"form": "B-7c", "edition": "en", "prominent": "R", "banned": "C", **names})
    evening.send("/seats/1/shelf", evening.rita, {"shelf": SHELF})
    evening.send("/seats/2/tally", evening.eric, {**FIGURES, "stability": "12"})
    evening.send("/seats/1/focus", evening.rita, {"focus": "S"})
    evening.send("/seats/2/focus", evening.eric, {"focus": "H"})
    for act in ("/lock", "/reveal", "/amend", "/reveal"):
        evening.send(act, evening.rita, {"reason": "the clock"})
        assert evening.rita.status == 200, act
    page = evening.rita.open(f"{evening.desk}/scorecard")
    assert "Grand Librarian" in page
    assert "Rita · Eric" in evening.rita.open("/")
    assert SHELF.encode() in read_inspection(evening.rita, evening.desk)


class Repeating(Visitor):
    """A phone that sends each form twice: the first answer was lost on the way."""

    def send(self, address: str, fields: dict[str, object] | None = None, **headers: str) -> str:
        super().send(address, fields, **headers)
        return super().send(address, fields, **headers)


def play(phone: Callable[[], Visitor], find_kept: Callable[[str], Any]) -> tuple[str, bytes]:
    """Play a whole evening; return its scorecard and its document."""
    rita, eric = phone(), phone()
    rita.send("/tables/new", {"name": "Rita", "edition": "en", "date": "2026-11-20", "request_key": "one form"})
    (desk,) = set(re.findall(r'href="(/inspections/[\w-]{16})"', rita.open("/")))
    eric.send(f"/join/{find_kept(desk).code}", {"name": "Eric"})
    head = {"form": "B-7c", "edition": "en", "prominent": "R", "banned": "C", "date": "2026-11-20"}
    rita.send(
        f"{desk}/details",
        head | {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-name": "Eric"},
    )
    rita.send(f"{desk}/seats/1/shelf", {"shelf": SHELF, "version": "1"})
    eric.send(f"{desk}/seats/2/tally", {**FIGURES, "stability": "12", "version": "1"})
    rita.send(f"{desk}/seats/1/focus", {"focus": "S"})
    eric.send(f"{desk}/seats/2/focus", {"focus": "H"})
    for act in ("lock", "reveal"):
        rita.send(f"{desk}/{act}")
    return rita.open(f"{desk}/scorecard"), read_inspection(rita, desk)


@pytest.mark.both_databases
def test_an_evening_of_phones_that_send_everything_twice_is_the_same(app, phones, find_kept):
    card, document = play(phones, find_kept)
    with app.app_context():
        for table in reversed(db.metadata.sorted_tables):
            db.session.execute(table.delete())
        db.session.commit()
    assert play(lambda: Repeating(app.test_client()), find_kept)[1] == document
    assert "Grand Librarian" in card


def test_a_disk_is_tight_before_it_is_full(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.store.sqlite_file.shutil.disk_usage", lambda _: type("Usage", (), {"free": 4000}))
    assert is_tight(tmp_path / "companion.sqlite3")
