"""The token of a phone, and the only way to a draft from the web."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from companion.app import create_app
from companion.store.models import db
from companion.store.tables import queries
from companion.web.access.guards import COOKIE, COOKIE_SECONDS, HTTPS_PREFIX, hash_token

from ..conftest import HEAD

SECURE = "https://localhost"
PAGES_THAT_ADMIT = ["/tables/new", "/inspections/new", "/join/{code}", "{desk}/copy", "{desk}/screen"]
"""Where a form will be sent; a big screen has a token for the server to tell it from others of its address."""
PAGES_THAT_DO_NOT = ["/", "/forms", "/join", "{desk}", "{desk}/scorecard", "{desk}/seats/1/moving"]


def find_cookie(answer, name=COOKIE) -> str:
    return next((cookie for cookie in answer.headers.getlist("Set-Cookie") if cookie.startswith(f"{name}=")), "")


@pytest.mark.parametrize("address", PAGES_THAT_ADMIT)
def test_a_phone_gets_its_token_before_it_is_needed(app, evening, address):
    answer = app.test_client().get(address.format(desk=evening.desk, code=evening.code))
    cookie = find_cookie(answer)
    assert re.match(rf"{COOKIE}=[\w-]{{22}}\.[\w-]{{43}};", cookie)
    for part in ("HttpOnly", "SameSite=Lax", "Path=/", f"Max-Age={COOKIE_SECONDS}"):
        assert part in cookie
    assert "Secure" not in cookie


@pytest.mark.parametrize("address", PAGES_THAT_DO_NOT)
def test_whoever_only_looks_gets_no_token(app, evening, address):
    assert find_cookie(app.test_client().get(address.format(desk=evening.desk))) == ""


def test_a_phone_keeps_the_token_that_it_has(evening):
    token = evening.eric.client.get_cookie(COOKIE).value
    for address in PAGES_THAT_ADMIT:
        answer = evening.eric.client.get(address.format(desk=evening.desk, code=evening.code))
        assert find_cookie(answer) == ""
    assert evening.eric.client.get_cookie(COOKIE).value == token


def test_a_phone_that_has_lost_its_token_gets_one_with_the_form_that_it_sends(evening, find_kept):
    evening.watcher.open(f"/join/{evening.code}")
    evening.watcher.find_token()
    evening.watcher.client.delete_cookie(COOKIE)
    evening.watcher.sit_down(evening.code, "Ola")
    token = evening.watcher.client.get_cookie(COOKIE).value
    assert find_kept(evening.desk).find_seat(3).device == hash_token(token)


def test_behind_https_the_token_goes_nowhere_else(settings):
    client = create_app(replace(settings, https=True)).test_client()
    answer = client.get("/tables/new", base_url=SECURE)
    for name in (f"{HTTPS_PREFIX}{COOKIE}", f"{HTTPS_PREFIX}session"):
        cookie = find_cookie(answer, name)
        # What browsers ask of such a name.
        assert {"Secure", "Path=/"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
    assert len(answer.headers.getlist("Set-Cookie")) == 2


@pytest.fixture
def secure(app):
    """A function that returns a phone's address, of the table or another, over HTTPS, with the cookies given."""

    def visit(path, cookies):
        app.config["SESSION_COOKIE_SECURE"] = True
        client = app.test_client()
        for name, token in cookies.items():
            client.set_cookie(name, token, secure=True)
        return client.get(path, base_url=SECURE)

    return visit


def test_an_old_cookie_keeps_its_seat_on_https(evening, secure):
    token = evening.eric.client.get_cookie(COOKIE).value
    assert secure(f"{evening.desk}/seats/2/focus", {COOKIE: token}).status_code == 200
    # One that has joined another table meanwhile has a new cookie too.
    both = {COOKIE: token, f"{HTTPS_PREFIX}{COOKIE}": "another"}
    assert secure(f"{evening.desk}/seats/2/focus", both).status_code == 200
    assert secure(f"{evening.desk}/seats/1/focus", both).status_code == 403


def test_a_cookie_that_another_subdomain_planted_sits_down_nowhere(evening, secure, phones):
    """Mallory's own token, known at a table of hers, in Ola's browser."""
    mallory = phones()
    mallory.open_table("Mallory")
    planted = mallory.client.get_cookie(COOKIE).value
    answer = secure(f"/join/{evening.code}", {COOKIE: planted})
    assert re.match(rf"{HTTPS_PREFIX}{COOKIE}=[\w-]{{22}}\.", find_cookie(answer, f"{HTTPS_PREFIX}{COOKIE}"))
    ola = {f"{HTTPS_PREFIX}{COOKIE}": evening.eric.client.get_cookie(COOKIE).value, COOKIE: planted}
    assert secure(f"{evening.desk}/seats/2/focus", ola).status_code == 200
    assert secure(f"{evening.desk}/seats/2/focus", {COOKIE: planted}).status_code == 403


def test_a_cookie_with_the_prefix_counts_on_https_alone(app, evening):
    client = app.test_client()
    client.set_cookie(f"{HTTPS_PREFIX}{COOKIE}", evening.eric.client.get_cookie(COOKIE).value)
    assert client.get(f"{evening.desk}/seats/2/focus").status_code == 403


@pytest.mark.parametrize("origin", ["http://[::1", "null", "", "https://localhost.evil.example", "localhost", "//"])
def test_a_form_from_an_odd_origin_is_refused(evening, origin):
    evening.send("/seats/2/focus", evening.eric, {"focus": "H"})
    assert evening.eric.status == 200
    fields = {"csrf_token": evening.eric.find_token(), "focus": "S"}
    path = f"{evening.desk}/seats/2/focus"
    assert evening.eric.client.post(path, data=fields, headers={"Origin": origin}).status_code == 403


@pytest.mark.sqlite_only
def test_the_database_holds_no_token(app, evening, find_kept):
    token = evening.eric.client.get_cookie(COOKIE).value
    assert find_kept(evening.desk).find_seat(2).device == hashlib.sha256(token.encode()).hexdigest()
    with app.app_context(), closing(sqlite3.connect(db.engine.url.database)) as archive:
        assert token not in "\n".join(archive.iterdump())


def test_no_page_says_whose_phone_is_which(evening, find_kept, phones):
    phones().ask_for(evening.code, 2)
    draft = find_kept(evening.desk)
    hashes = [draft.host, *(seat.device for seat in draft.seats), *(claim.device for claim in draft.claims)]
    assert len(hashes) == 4
    assert all(re.fullmatch("[0-9a-f]{64}", hashed) for hashed in hashes)
    for phone in (evening.rita, evening.eric, evening.watcher):
        for path in ("", "/inspection.json", "/screen", "/live/desk", "/live/screen", "/game", "/details"):
            page = phone.open(evening.desk + path)
            assert not any(hashed in page for hashed in hashes)


@pytest.mark.parametrize("token", ["", "guessed", "taken", "host", "asked"])
def test_a_forged_token_opens_nothing(evening, token):
    evening.fill()
    client = evening.watcher.client
    client.set_cookie(COOKIE, token)
    assert "This phone is only watching." in evening.watcher.open(evening.desk)
    for path in ("/seats/1/focus", "/seats/2/focus", "/details"):
        evening.watcher.open(evening.desk + path)
        assert evening.watcher.status == 403


def test_the_hash_of_a_token_is_no_token(evening, find_kept):
    evening.watcher.client.set_cookie(COOKIE, find_kept(evening.desk).host)
    evening.watcher.open(f"{evening.desk}/details")
    assert evening.watcher.status == 403


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/details",
        "/delete",
        "/copy",
        "/invitation",
        "/amend",
        "/inspection.json",
        "/versions/1.json",
        "/live/desk",
        "/live/moving?position=1",
        "/seats/1/moving",
        "/seats/1/ready",
        "/seats/1/focus",
        "/seats/1/shelf",
        "/walk",
        "/screen",
        "/game",
    ],
)
def test_what_does_not_exist_is_not_found(visitor, path):
    page = visitor.open(f"/inspections/nowhere{path}")
    assert visitor.status == 404
    assert "No such file in this office" in page


@pytest.mark.parametrize(
    "path", ["/code", "/lock", "/unlock", "/reveal", "/amend", "/seats/1/focus", "/seats/1/moving", "/seats/1/release"]
)
def test_nothing_is_done_to_what_does_not_exist(visitor, path):
    visitor.send(f"/inspections/nowhere{path}")
    assert visitor.status == 404


def test_a_script_is_told_so_too(visitor):
    answer = visitor.open("/inspections/nowhere/live/desk", Accept="application/json")
    assert visitor.status == 404
    assert "No such file" in answer


@pytest.mark.parametrize(
    "path",
    [
        "/tables/new",
        "/join",
        "/join/{code}",
        "/join/{code}/seats/2",
        "{desk}/seats/2/moving",
        "{desk}/seats/2/release",
        "{desk}/code",
        "{desk}/seats/1/focus",
        "{desk}/seats/1/focus/open",
        "{desk}/seats/1/ready",
        "{desk}/lock",
        "{desk}/unlock",
        "{desk}/reveal",
        "{desk}/amend",
        "{desk}/copy",
    ],
)
def test_a_form_without_a_valid_token_is_refused(evening, find_kept, path):
    before = find_kept(evening.desk)
    answer = evening.rita.client.post(path.format(desk=evening.desk, code=evening.code), data={"name": "Ziemowit"})
    assert answer.status_code == 400
    assert "Ziemowit" in answer.get_data(as_text=True)
    assert find_kept(evening.desk) == before


def test_a_page_that_shows_a_table_reads_it_once_and_tells_of_one_moment(evening, monkeypatch):
    read = []
    find = queries.find_draft
    monkeypatch.setattr(queries, "find_draft", lambda slug: read.append(slug) or find(slug))
    evening.rita.open(evening.desk)
    assert len(read) == 1


def test_what_was_read_before_a_form_was_sent_is_read_again_after_it(evening):
    page = evening.send("/details", evening.rita, {**HEAD, "seats-0-position": "1", "seats-0-name": "Margarita"})
    assert "Margarita" in page


def test_a_stranger_is_sent_to_the_counter_where_seats_are_given(evening):
    page = evening.send("/amend", evening.watcher)
    assert evening.watcher.status == 403
    assert "This phone is only watching. Take a seat at the table first." in page
