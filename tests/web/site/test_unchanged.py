"""Which polls are answered before the app sees them, and that they are answered as the app would."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest
from flask import Flask, request, request_started

from companion.web.site import unchanged

from ..conftest import EVENING, Visitor


@pytest.fixture
def asked(app: Flask) -> Iterator[list[str]]:
    """The paths of all requests that the app sees from now on."""
    paths: list[str] = []

    def note(*_: object, **__: object) -> None:
        paths.append(request.path)

    with request_started.connected_to(note, app):
        yield paths


def poll(phone: Visitor, address: str, tag: str = "", **headers: str) -> str:
    """Poll as a page does; return the tag of the answer."""
    phone.open(address, Accept="application/json", **({"If-None-Match": tag} if tag else {}), **headers)
    return phone.headers.get("ETag", "")


def settle(phone: Visitor, address: str) -> str:
    """Poll until the answer is known: the first tells the tag, the second that nothing has changed."""
    tag = poll(phone, address)
    poll(phone, address, tag)
    assert phone.status == 304
    return tag


@pytest.mark.parametrize("page", ["live/desk", "live/screen", "seats/1/shelf"])
def test_the_same_poll_again_does_not_trouble_the_app_and_is_answered_alike(evening, asked, page):
    address = f"{evening.desk}/{page}"
    tag = settle(evening.eric, address)
    by_the_app = evening.eric.headers
    asked.clear()
    for _ in range(3):
        poll(evening.eric, address, tag)
        assert (evening.eric.status, evening.eric.headers, asked) == (304, by_the_app, [])


def test_what_changes_is_told_at_once_and_then_followed_again(evening, asked):
    address = f"{evening.desk}/live/desk"
    old = settle(evening.eric, address)
    evening.send("/seats/1/shelf", evening.rita, {"shelf": "A1:CF"})
    new = poll(evening.eric, address, old)
    assert (evening.eric.status, new != old) == (200, True)
    poll(evening.eric, address, new)
    asked.clear()
    poll(evening.eric, address, new)
    assert (evening.eric.status, asked) == (304, [])


def test_a_change_that_only_one_phone_may_see_is_told_to_that_phone_alone(evening, asked):
    address = f"{evening.desk}/live/desk"
    evening.send("/seats/2/focus", evening.eric, {"focus": "C"})
    tags = {phone: settle(phone, address) for phone in (evening.rita, evening.eric)}
    evening.send("/seats/2/focus", evening.eric, {"focus": "H"})
    asked.clear()
    for phone, tag in tags.items():
        poll(phone, address, tag)
    assert (evening.rita.status, evening.eric.status, asked) == (304, 200, [address])


@pytest.mark.parametrize("headers", [{"Accept-Language": "de"}, {"Host": "another.example"}, {"Cookie": "device=none"}])
def test_another_request_with_the_same_tag_is_the_apps(evening, phones, asked, headers):
    address = f"{evening.desk}/live/desk"
    tag = settle(evening.eric, address)
    asked.clear()
    stranger = phones()
    poll(stranger, address, tag, **headers)
    assert asked == [address]
    # Not even the stranger's second request is taken for the phone's.
    poll(stranger, f"{address}?waits=y", tag, **headers)
    assert len(asked) == 2


def test_a_table_that_is_deleted_is_gone(evening):
    address = f"{evening.desk}/live/desk"
    tag = settle(evening.eric, address)
    evening.send("/delete", evening.rita)
    poll(evening.eric, address, tag)
    assert evening.eric.status == 410


def test_what_changes_with_time_alone_is_told(app, evening, phones):
    address = f"{evening.desk}/live/desk"
    phones().ask_for(evening.code, 2)
    tag = settle(evening.eric, address)
    app.config["CLOCK"] = lambda: EVENING + datetime.timedelta(days=1)
    assert poll(evening.eric, address, tag) != tag


def test_a_stranger_who_asks_for_much_does_not_fill_the_memory(evening, asked, monkeypatch):
    monkeypatch.setattr(unchanged, "MOST_KNOWN", 3)
    address = f"{evening.desk}/live/desk"
    tags = [poll(evening.eric, f"{address}?{number}") for number in range(5)]
    for number, tag in enumerate(tags):
        poll(evening.eric, f"{address}?{number}", tag)
    asked.clear()
    for number in (4, 3, 2):
        poll(evening.eric, f"{address}?{number}", tags[number])
    assert asked == []
    poll(evening.eric, address + "?1", tags[1])
    assert asked == [address]
