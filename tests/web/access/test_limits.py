"""What is costly has limits, for each device at a table and for all strangers of an address."""

from __future__ import annotations

import datetime
import re
from io import BytesIO

import pytest

from companion.web.access.limits import COSTLY
from companion.workflow import limiting
from companion.workflow.limiting import CROWD, LIMITS, Asker, Costly, Limiter

from ..conftest import EVENING, Visitor
from .test_quotas import send_again

TABLE = {"name": "Rita", "edition": "en", "date": "2026-11-20", "place": "Zwischendeck"}


@pytest.fixture
def few(monkeypatch):
    """A function that lets only a few do something; limits are what they are otherwise."""

    def limit(what: Costly, most: int) -> None:
        monkeypatch.setitem(LIMITS, what, type(LIMITS[what])(most, LIMITS[what].multiples))

    return limit


def at(phone: Visitor, address: str) -> Visitor:
    phone.client.environ_base["REMOTE_ADDR"] = address
    return phone


@pytest.mark.both_databases
def test_one_phone_opens_so_many_tables_and_no_more(phones, few):
    few(Costly.TABLES, 3)
    rita = phones()
    statuses = []
    for _ in range(5):
        rita.send("/tables/new", TABLE)
        statuses.append(rita.status)
    # The first was opened by a stranger.
    assert statuses == [200, 200, 200, 200, 429]
    assert phones().send("/tables/new", TABLE)


def test_strangers_of_an_address_share_their_limit(phones, few):
    few(Costly.TABLES, 1)
    for number in range(CROWD):
        phone = phones()
        phone.send("/tables/new", TABLE)
        assert phone.status == 200, number
    for _ in range(3):
        phone = phones()
        phone.send("/tables/new", TABLE)
        assert phone.status == 429
    elsewhere = at(phones(), "192.0.2.7")
    elsewhere.send("/tables/new", TABLE)
    assert elsewhere.status == 200


def test_phones_at_a_table_play_on_whatever_strangers_do_behind_the_same_router(evening, phones, few):
    evening.fill()
    few(Costly.DRAWING, 2)
    for _ in range(2 * CROWD + 1):
        stranger = phones()
        stranger.open("/forms/blank")
    assert stranger.status == 429
    for phone in (evening.rita, evening.eric):
        phone.open(f"{evening.desk}/sheet.pdf")
        assert phone.status != 429


def test_an_ipv6_household_is_one(phones, few):
    few(Costly.TABLES, 1)
    for number in range(CROWD):
        at(phones(), f"2001:db8:1:2:{number}::1").send("/tables/new", TABLE)
    last, neighbor = at(phones(), "2001:db8:1:2:ffff::1"), at(phones(), "2001:db8:1:3::1")
    for phone in (last, neighbor):
        phone.send("/tables/new", TABLE)
    assert (last.status, neighbor.status) == (429, 200)


def test_whoever_has_to_wait_is_told_how_long_and_sends_the_same_again(app, phones, few):
    few(Costly.TABLES, 1)
    rita = phones()
    for _ in range(3):
        page = rita.send("/tables/new", TABLE)
    assert rita.status == 429
    assert rita.headers["Retry-After"] == "3600"
    assert "That was more than this counter can do at once. Try again in 60 minutes." in page
    assert "Zwischendeck" in page
    assert "It has not been filed. The button sends all of it again." in page
    app.config["CLOCK"] = lambda: EVENING + datetime.timedelta(hours=1)
    page = send_again(rita, page)
    assert rita.status == 200
    assert "Zwischendeck" in page


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "in 60 Minuten"), ("cs", "za 60 minut"), ("pl", "za 60 minut"), ("pt-BR", "em 60 minutos")],
)
def test_it_is_said_in_every_language(phones, few, language, words):
    few(Costly.TABLES, 1)
    rita = phones()
    rita.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    for _ in range(3):
        page = rita.send("/tables/new", TABLE)
    assert words in page


def test_after_the_time_it_goes_on(app, phones, few):
    few(Costly.TABLES, 1)
    rita = phones()
    for _ in range(3):
        rita.send("/tables/new", TABLE)
    assert rita.status == 429
    app.config["CLOCK"] = lambda: EVENING + datetime.timedelta(hours=1)
    rita.send("/tables/new", TABLE)
    assert rita.status == 200


def test_a_link_is_never_limited_whatever_else_is(evening, phones, few):
    for what in Costly:
        few(what, 1)
    link = re.search(r"/join/[\w-]+", evening.rita.open(f"{evening.desk}/invitation"))[0]
    for _ in range(30):
        evening.watcher.open("/join/CCCCCC")
        evening.watcher.open(link)
        assert evening.watcher.status == 200
    evening.watcher.send(link, {"name": "Ola"})
    assert (evening.watcher.status, evening.watcher.address) == (200, evening.desk)


def test_a_typed_code_waits_and_is_not_lost(evening, few):
    few(Costly.CODES, 2)
    for _ in range(3):
        page = evening.watcher.send("/join", {"code": "cdf ghj"})
    assert evening.watcher.status == 429
    assert evening.watcher.headers["Retry-After"] == "60"
    assert "Too many codes that lead nowhere." in page
    assert "cdf ghj" in page


def test_processes_count_together(app, settings, phones, few, open_another):
    few(Costly.CODES, 3)
    other = open_another(settings)
    other.config["CLOCK"] = lambda: EVENING
    one, two = phones(), Visitor(other.test_client())
    statuses = []
    for phone in (one, two, one, two, one):
        phone.open("/join/CCCCCC")
        statuses.append(phone.status)
    assert statuses == [404, 404, 404, 429, 429]


SENT = {
    "photos.take": ("/seats/1/photo", {"request_key": "a", "photo": (BytesIO(b"x"), "x.jpg")}),
    "seats.take_over": ("/seats/1/moving/take", {}),
    "inspections.copy": ("/copy", {}),
    "houses.place": ("/house", {"house": "nowhere"}),
    "advice.show": ("/seats/1/advice", None),
    "sheets.pdf": ("/sheet.pdf", None),
}


@pytest.mark.parametrize("endpoint", SENT)
def test_each_of_these_is_counted(evening, few, endpoint):
    path, fields = SENT[endpoint]
    what = next(what for (_, name), what in COSTLY.items() if name == endpoint)
    few(what, 1)
    statuses = []
    for _ in range(3):
        if fields is None:
            evening.rita.open(evening.desk + path)
        else:
            evening.send(path, evening.rita, {name: value for name, value in fields.items() if name != "photo"})
        statuses.append(evening.rita.status)
    assert statuses[0] != 429
    assert statuses[-1] == 429


def test_everything_that_is_limited_is_there(app):
    rules = {(method, rule.endpoint) for rule in app.url_map.iter_rules() for method in rule.methods or ()}
    assert set(COSTLY) <= rules
    assert {what for what in Costly if what is not Costly.CODES} == set(COSTLY.values())


@pytest.mark.usefixtures("inside")
def test_no_address_is_stored(app):
    from companion.store.database import reading
    from companion.store.models import LimitRow

    limiter = Limiter("secret", lambda: EVENING)
    limiter.hit(Costly.TABLES, Asker("192.0.2.77"))
    limiter.hit(Costly.TABLES, Asker("192.0.2.77", "devicehash"))
    with reading() as session:
        keys = [row.key for row in session.query(LimitRow)]
    assert len(keys) == 2
    assert not any(("192" in key and ".77" in key) or "devicehash" in key for key in keys)


@pytest.mark.usefixtures("inside")
def test_nobody_waits_because_the_database_is_away(monkeypatch):
    from sqlalchemy.exc import OperationalError

    def fail(*_: object, **_more: object) -> int:
        raise OperationalError("", None, Exception("away"), connection_invalidated=True)

    monkeypatch.setattr(limiting.DatabaseStorage, "incr", fail)
    assert Limiter("secret", lambda: EVENING).hit(Costly.TABLES, Asker("192.0.2.77")) == 0
