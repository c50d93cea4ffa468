"""Nobody keeps so much that the others have no room: totals for each phone, house and table, however slowly it came."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from urllib.parse import unquote

import pytest

from companion.store.access import quotas
from companion.store.decks.waiting_lessons import WaitingLesson, keep_lessons
from companion.store.jobs.queue import find_job
from companion.store.photos.owners import SeatShelf
from companion.store.photos.queries import TakenPhoto
from companion.wording.access.quotas import Quota, describe_full
from companion.wording.languages import find_languages
from companion.workflow.decks.keeping import export_deck
from companion.workflow.photos.filing import Purpose, file_photo

from ...conftest import do_jobs
from ..conftest import EVENING, Visitor
from ..houses.test_houses import find_link, found, make_deck
from ..photos.readings import write_reading


@pytest.fixture
def most(monkeypatch):
    """A function that says how much there may be of something."""

    def set_most(quota: Quota, number: int) -> None:
        monkeypatch.setitem(quotas.MOST, quota, number)

    return set_most


@pytest.fixture
def closed(app):
    """No house is open to everybody."""
    app.config["OPEN_HOUSE"] = False


def send_again(phone: Visitor, page: str) -> str:
    """Press the button of an error page that sends the same form again."""
    form = re.search(r'<form method="post" action="([^"]+)">(.*?)</form>', page, re.DOTALL)
    assert form is not None
    assert "Send it again" in form[2]
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form[2])
    return phone.send(unescape(form[1]), {unescape(name): unescape(value) for name, value in fields})


@pytest.mark.both_databases
def test_a_phone_begins_so_many_files_and_no_more_until_one_is_deleted_for_good(visitor, most, closed):
    most(Quota.DRAFTS, 2)
    first = visitor.start("Rita")
    visitor.start("Rita")
    page = visitor.send("/tables/new", {"name": "Rita", "edition": "en", "date": "2026-11-20", "place": "Attic"})
    assert visitor.status == 409
    assert "This phone has begun 2 files that were never revealed." in page
    assert "Attic" in page
    visitor.send(f"{first}/delete")
    # In the wastebasket it takes the same room.
    page = send_again(visitor, page)
    assert visitor.status == 409
    visitor.send(f"/wastebasket/inspections/{first.rpartition('/')[2]}/shred")
    page = send_again(visitor, page)
    assert visitor.status == 200
    assert "Attic" in page


def test_a_file_that_was_revealed_counts_for_the_house_alone(evening, most, closed):
    evening.reveal()
    most(Quota.DRAFTS, 1)
    evening.rita.start("Rita")
    most(Quota.TABLES, 2)
    page = evening.rita.send("/inspections/new", {"form": "B-7c", "edition": "en", "seats-0-name": "Rita"})
    assert (evening.rita.status, "This phone has begun 1 files" in page) == (409, True)


def test_a_house_has_so_many_files_whoever_begins_them(visitor, phones, most, closed):
    house = found(visitor, "Attic")
    other = phones()
    other.send(find_link(visitor, house))
    visitor.start("Rita")
    most(Quota.TABLES, 1)
    page = other.send("/tables/new", {"name": "Eric", "edition": "en", "date": "2026-11-20"})
    assert other.status == 409
    assert "1 files are kept in this house, and no more fit." in page
    # Elsewhere there is room.
    stranger = phones()
    stranger.open(stranger.open_table("Ola"))
    assert stranger.status == 200


def test_a_house_has_so_many_decks_and_an_open_one_for_each_phone(visitor, phones, most, app):
    most(Quota.DECKS, 1)
    other = phones()
    for phone in (visitor, other):
        make_deck(phone, f"Box {phone is other}")
        assert phone.status == 200
    page = visitor.send("/decks/new", {"name": "One more", "edition": "en"})
    assert visitor.status == 409
    assert "1 decks are kept in this house" in page
    app.config["OPEN_HOUSE"] = False
    house = found(other, "Attic")
    guest = phones()
    guest.send(find_link(other, house))
    make_deck(guest, "Ours")
    assert guest.status == 200
    other.send("/decks/new", {"name": "Ours, too", "edition": "en", "house": house.rpartition("/")[2]})
    assert other.status == 409


def test_a_deck_file_says_so_when_it_is_read(visitor, most, app):
    deck = int(make_deck(visitor, "Box").rpartition("/")[2])
    with app.app_context():
        content = export_deck(deck)
    visitor.send(f"/decks/{deck}/name", {"name": "Old box"})
    most(Quota.DECKS, 1)
    app.config["JOB_PAUSE"] = lambda: None
    visitor.send("/decks/bring", {"file": (BytesIO(content), "deck.json"), "name": ""})
    job = visitor.address
    do_jobs(app)
    page = visitor.open(job)
    assert "1 decks are kept in this house" in page
    with app.app_context():
        assert find_job(job.rpartition("/")[2]).problem == {"code": "full", "quota": "decks", "most": 1}


def test_a_phone_has_so_many_houses(visitor, most, closed):
    most(Quota.HOUSES, 2)
    found(visitor, "Attic")
    house = found(visitor, "Cellar")
    page = visitor.send("/houses/new", {"name": "Garage"})
    assert (visitor.status, "This phone has 2 houses." in page) == (409, True)
    visitor.send(f"{house}/leave")
    send_again(visitor, page)
    assert visitor.status == 200


def test_a_house_is_on_so_many_phones_and_lets_those_in_who_have_it(visitor, phones, most, closed):
    link = find_link(visitor, found(visitor, "Attic"))
    guest, late = phones(), phones()
    guest.send(link)
    most(Quota.PHONES, 2)
    page = late.send(link)
    assert (late.status, "This house is on 2 phones" in page) == (409, True)
    guest.send(link)
    assert guest.status == 200


@pytest.mark.parametrize("headers", [{}, {"Accept": "application/json"}])
def test_a_house_has_so_many_photos(evening, most, app, headers):
    with app.app_context():
        taken = TakenPhoto(b"JPEG", 800, 600, write_reading("A1:CF"))
        slug = evening.desk.rpartition("/")[2]
        file_photo(SeatShelf(slug, 2), taken, Purpose.WHOLE, None, "key", EVENING)
    most(Quota.PHOTOS, 1)
    photo = {"request_key": "a", "photo": (BytesIO(b"x"), "x.jpg")}
    page = evening.rita.send(f"{evening.desk}/seats/1/photo", photo, **headers)
    assert evening.rita.status == 409
    assert "1 photos are kept in this house, and no more fit." in page
    evening.eric.send(f"{evening.desk}/seats/2/photo/drop")
    photo = {"request_key": "a", "photo": (BytesIO(b"x"), "x.jpg")}
    evening.rita.send(f"{evening.desk}/seats/1/photo", photo, **headers)
    assert evening.rita.status == 200


def test_so_many_lessons_wait_and_the_shelf_is_entered_all_the_same(evening, most, app, find_kept):
    slug = evening.desk.rpartition("/")[2]
    with app.app_context():
        keep_lessons(slug, 2, [WaitingLesson(1, b"features", {})])
        taken = TakenPhoto(b"JPEG", 800, 600, write_reading("A1:CF"))
        file_photo(SeatShelf(slug, 1), taken, Purpose.WHOLE, None, "key", EVENING)
    most(Quota.LESSONS, 1)
    page = evening.send("/seats/1/photo/accept", evening.rita)
    assert evening.rita.status == 200
    assert "1 lessons of this house are waiting already" in page
    assert find_kept(evening.desk).find_seat(1).shelf == "A1:CF"


def test_so_many_versions_are_kept(evening, most):
    evening.reveal()
    most(Quota.VERSIONS, 1)
    evening.send("/amend", evening.rita, {"reason": "a slip"})
    evening.send("/reveal", evening.rita)
    page = evening.send("/amend", evening.rita, {"reason": "another slip"})
    assert (evening.rita.status, "1 earlier versions of this inspection are kept" in page) == (409, True)
    assert "another slip" in page


def test_a_log_that_its_host_has_filled_takes_what_others_do(filled, most, phones):
    most(Quota.LOG, 1)
    filled.send("/lock", filled.rita)
    page = filled.send("/unlock", filled.rita)
    assert (filled.rita.status, "This table’s log has 1 entries" in page) == (409, True)
    most(Quota.LOG, 2)
    filled.send("/unlock", filled.rita)
    window = phones()
    window.ask_for(filled.code, 2)
    filled.eric.answer_claim(filled.desk, 2, window.find_number(filled.desk, 2))
    assert "the seat moved to another phone" in filled.rita.open(f"{filled.desk}/drawer")


def test_a_photo_without_scripts_is_chosen_again(evening, monkeypatch, most):
    from companion.workflow.limiting import LIMITS, Costly

    monkeypatch.setitem(LIMITS, Costly.PHOTOS, type(LIMITS[Costly.PHOTOS])(1, 10))
    for _ in range(2):
        photo = {"request_key": "a", "photo": (BytesIO(b"x"), "x.jpg")}
        page = evening.rita.send(f"{evening.desk}/seats/1/photo", photo)
    assert evening.rita.status == 429
    assert "The file was not kept. Go back and choose it again." in page
    assert "Send it again" not in page


def test_a_page_that_has_to_wait_is_opened_again_with_all_that_was_asked_for(visitor, monkeypatch):
    from companion.workflow.limiting import CROWD, LIMITS, Costly

    monkeypatch.setitem(LIMITS, Costly.DRAWING, type(LIMITS[Costly.DRAWING])(1))
    for _ in range(CROWD + 1):
        page = visitor.open("/forms/blank?as=page&form=S-42A")
    assert visitor.status == 429
    again = re.search(r'<a class="button primary" href="([^"]+)">Try again</a>', page)
    assert again is not None
    assert unquote(again[1]) == "/forms/blank?as=page&form=S-42A"


@pytest.mark.parametrize("quota", Quota)
def test_each_is_said_in_every_language_with_what_makes_room(quota):
    said = {describe_full(quota, 17, language) for language in find_languages()}
    assert len(said) == len(find_languages()) == 5
    assert all("17" in sentence and sentence.endswith(".") for sentence in said)


def test_all_have_a_limit():
    assert set(quotas.MOST) == set(Quota)
    assert all(number > 0 for number in quotas.MOST.values())
