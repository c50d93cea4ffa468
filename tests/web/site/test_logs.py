"""Nothing that anyone typed, chose or holds stands in the log, whatever goes wrong."""

from __future__ import annotations

import io
import logging
import sys
import threading

import pytest
from flask import request
from sqlalchemy import text

from companion.commands.serve import open_server
from companion.store.models import db
from companion.web.access.guards import COOKIE
from companion.web.site.sockets.polling import Channels
from companion.workflow.faults import describe_fault, drop_values, hide_values

from ..conftest import EVENING, HEAD

MARKS = {
    "name": "Quastenflosser",
    "remarks": "Oktopusgarten",
    "place": "Zwischendeck",
    "focus": "Brennnessel",
    "shelf": "A1:Nashornkäfer",
    "photo": "Kronleuchter.jpg",
    "reason": "Wasserläufer",
    "code": "Türklinke",
    "q": "Nebelhorn",
}
FIELDS = {**HEAD, **MARKS, "seats-0-name": MARKS["name"], "by": MARKS["name"], "csrf_token": "", "key": MARKS["reason"]}


@pytest.fixture
def log(caplog, capfd):
    """A function that returns all lines that were logged, or written to where a log goes."""
    caplog.set_level(logging.INFO)

    def read() -> str:
        out, err = capfd.readouterr()
        formatter = logging.Formatter("%(name)s %(pathname)s %(message)s")
        return "\n".join([out, err, *map(formatter.format, caplog.records)])

    return read


@pytest.fixture
def secrets(filled) -> list[str]:
    """The marked words, and what the phones and the table are known by."""
    phones = (filled.rita, filled.eric)
    cookies = [phone.client.get_cookie(name).value for phone in phones for name in (COOKIE, "session")]
    return [*MARKS.values(), *cookies, *(phone.find_token() for phone in phones), filled.code, filled.desk[-16:]]


def send_everything(app, filled, every: int = 1) -> set[int]:
    """Send the marked words in every form and address, or in some of them."""
    statuses = set()
    known = {"slug": filled.desk[-16:], "position": "1", "number": "1", "deck": "1", "code": filled.code}
    rules = sorted(app.url_map.iter_rules(), key=lambda rule: (rule.rule.endswith("delete"), rule.rule))
    for rule in rules[::every]:
        address = rule.rule
        for name in rule.arguments:
            for kind in ("", "int:", "path:"):
                address = address.replace(f"<{kind}{name}>", known.get(name, MARKS["name"]))
        for phone in (filled.rita, filled.eric):
            phone.open(f"{address}?q={MARKS['q']}")
            statuses.add(phone.status)
            if "POST" in rule.methods:
                photo = (io.BytesIO(MARKS["focus"].encode()), MARKS["photo"])
                fields = {**FIELDS, "csrf_token": phone.find_token()}
                with phone.client.post(address, data={**fields, "photo": photo}) as answer:
                    statuses.add(answer.status_code)
    return statuses


def assert_silent(written: str, secrets: list[str]) -> None:
    assert [secret for secret in secrets if secret in written] == []


@pytest.mark.long
def test_nothing_typed_is_logged(app, filled, secrets, log):
    app.config["CLOCK"] = lambda: EVENING
    assert send_everything(app, filled) >= {200, 302, 404, 422}
    assert_silent(log(), secrets)


def quote_everything() -> str:
    return f"{request.url} {request.cookies} {request.form} {request.files}"


def test_no_fault_of_a_page_quotes_what_was_sent(app, filled, secrets, log):
    def fail(**parts: object) -> None:
        try:
            raise KeyError(quote_everything())
        except KeyError as error:
            raise ValueError(f"{parts} {quote_everything()}") from error

    phones = (filled.rita, filled.eric)
    for phone in phones:
        phone.find_token()
    for name in app.view_functions:
        app.view_functions[name] = fail
    assert 500 in send_everything(app, filled, 6)
    written = log()
    assert "unexpected fault at POST /inspections/<slug>/" in written
    assert "KeyError" in written
    assert "in fail" in written
    assert_silent(written, secrets)


def test_no_fault_after_the_page_does_either(app, filled, secrets, log):
    def fail(_response: object) -> None:
        raise ValueError(quote_everything())

    app.after_request_funcs[None].append(fail)
    assert 500 in send_everything(app, filled, 6)
    written = log()
    assert "ValueError" in written
    assert_silent(written, secrets)


@pytest.mark.both_databases
def test_no_row_that_the_database_refuses_is_quoted(app, filled, secrets, log):
    def fail(**_parts: object) -> None:
        insert = "INSERT INTO inspection (slug, place) VALUES (:slug, :place)"
        db.session.execute(text(insert), {"slug": filled.desk[-16:], "place": quote_everything()})

    for name in app.view_functions:
        app.view_functions[name] = fail
    assert 500 in send_everything(app, filled, 6)
    written = log()
    assert "unexpected fault" in written
    assert_silent(written, secrets)


def test_what_escapes_the_app_is_not_quoted_by_the_server(log):
    """Waitress logs the address and the exception of what it could not serve."""
    channels = Channels()
    server = open_server(lambda _environ, _start: [], "127.0.0.1", 0, channels)
    logger = logging.getLogger("waitress")
    try:
        try:
            raise ValueError(MARKS["focus"])
        except ValueError:
            logger.exception("Exception while serving %s", f"/people/{MARKS['name']}")
    finally:
        server.close()
        logger.removeFilter(drop_values)
    written = log()
    assert "ValueError" in written
    assert_silent(written, list(MARKS.values()))


def test_what_nobody_catches_is_reported_without_its_words(monkeypatch, capsys):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    hide_values()

    def fail() -> None:
        raise ValueError(MARKS["focus"])

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    try:
        fail()
    except ValueError as error:
        sys.excepthook(ValueError, error, error.__traceback__)
    written = capsys.readouterr().err
    assert written.count("builtins.ValueError") == 2
    assert_silent(written, list(MARKS.values()))


def test_a_chain_of_causes_has_an_end():
    error = ValueError(MARKS["focus"])
    error.__cause__ = error
    assert describe_fault(error).count("ValueError") == 5
