"""A shelf by photo: who may take one, what is stored, and how it becomes the shelf of a seat."""

from __future__ import annotations

import json
import re
from io import BytesIO

import pytest

from companion.store.jobs.jobs import MOST_WAITING
from companion.store.photos.queries import TakenPhoto
from companion.vision.problems import PhotoError, Problem
from companion.workflow.photos import working

from ...conftest import do_jobs
from .readings import AS_JSON, SHELF, write_reading


def read_shelf(find_kept, seat: str) -> str:
    desk, _, position = seat.partition("/seats/")
    return find_kept(desk).find_seat(int(position)).shelf


def list_choices(page: str) -> list[str]:
    return re.findall(r'name="card" value="([^"]*)"', page)


def test_a_photo_is_read_with_what_the_deck_of_the_table_knows(visitor, monkeypatch):
    asked = []

    def look(_content: bytes, edition: str, deck: int | None, _looks: tuple[bytes, ...]) -> TakenPhoto:
        asked.append((edition, deck))
        raise PhotoError(Problem.TOO_DARK)

    monkeypatch.setattr(working, "read_shelf_photo", look)
    for choice in ("last", "none"):
        seat = f"{visitor.start('Rita', edition='pl', deck=choice)}/seats/1"
        visitor.send(f"{seat}/photo", {"photo": (BytesIO(b"shelf"), "shelf.jpg"), "request_key": "one"})
        visitor.follow()
    assert asked == [("pl", 1), ("pl", None)]


def test_the_editor_of_a_shelf_offers_to_take_or_to_choose_a_photo(visitor, seat):
    for page in (visitor.open(f"{seat}/shelf"), visitor.open(f"{seat}/photo")):
        assert f'action="{seat}/photo"' in page
        assert 'accept="image/*" capture="environment"' in page
        assert 'accept="image/jpeg,image/png,image/webp"' in page


def test_a_photo_leads_to_its_review_and_changes_no_shelf(visitor, seat, take, find_kept):
    page = take(seat)
    assert visitor.address == f"{seat}/photo"
    assert "4 cards" in page
    assert "1 place to look at" in page
    assert "Row 1, place 2: B2, Historic Volumes, Monster Manuals, doubtful" in page
    assert "Row 2, place 2: face down, certain" in page
    assert list_choices(page) == ["B2:HM", "B7:HM", "#", ".", "B?:HM"]
    assert read_shelf(find_kept, seat) == ""


def test_what_is_doubtful_stands_beside_the_card_with_its_causes(visitor, seat, take):
    page = take(seat)
    assert "<dt>Number</dt> <dd>The picture is blurred here.</dd> <dd>It does not fit the order" in page
    visitor.send(f"{seat}/photo/place", {"place": "1-2", "card": "B2:HM"})
    assert "<dt>Number</dt>" not in visitor.open(f"{seat}/photo?place=1-2")


def test_the_picture_is_shown_and_kept_by_no_cache(visitor, seat, take):
    take(seat)
    assert visitor.open(f"{seat}/photo/1.jpg") == "picture of shelf"
    assert visitor.headers["Content-Type"] == "image/jpeg"
    assert visitor.headers["Cache-Control"] == "private, no-store"
    visitor.open(f"{seat}/photo/2.jpg")
    assert visitor.status == 404


def test_the_last_answer_settles_a_card_and_fills_the_shelf_in(visitor, seat, take, find_kept):
    take(seat)
    page = visitor.send(f"{seat}/photo/place", {"place": "1-2", "card": "B7:HM"})
    assert visitor.address == f"{seat}/shelf"
    assert "4 cards filled in from the photo." in page
    assert read_shelf(find_kept, seat) == "A1:CF B7:HM / C3:RS #"


def test_what_is_left_to_the_grid_comes_as_a_question_mark(visitor, seat, take, find_kept):
    take(seat)
    visitor.send(f"{seat}/photo/place", {"place": "1-2", "card": "B?:HM"})
    page = visitor.send(f"{seat}/photo/accept")
    assert read_shelf(find_kept, seat) == "A1:CF B?:HM / C3:RS #"
    assert "Row 1, place 2" in page


def test_a_script_is_given_the_next_place_and_then_the_shelf(visitor, seat, eye, take):
    eye[b"doubtful"] = write_reading("A1:CF B2:HM", A1=0.6, B2=0.6)
    take(seat, b"doubtful")
    answer = json.loads(visitor.send(f"{seat}/photo/place", {"place": "1-1", "card": "A1:CF"}, **AS_JSON))
    assert "Row 1, place 2" in answer["html"]
    assert "<html" not in answer["html"]
    answer = json.loads(visitor.send(f"{seat}/photo/place", {"place": "1-2", "card": "B7:HM"}, **AS_JSON))
    assert answer == {"go": f"{seat}/shelf"}


@pytest.mark.parametrize(
    ("place", "card", "status"), [("9-9", "#", 400), ("here", "#", 404), ("1-2", "two cards", 400)]
)
def test_an_answer_that_makes_no_sense_changes_nothing(visitor, seat, take, place, card, status):
    take(seat)
    visitor.send(f"{seat}/photo/place", {"place": place, "card": card})
    assert visitor.status == status
    assert "1 place to look at" in visitor.open(f"{seat}/photo")


def test_the_photo_is_deleted_once_the_shelf_is_taken_over(visitor, seat, take):
    take(seat)
    visitor.send(f"{seat}/photo/accept")
    visitor.open(f"{seat}/photo/1.jpg")
    assert visitor.status == 404
    visitor.send(f"{seat}/photo/accept")
    assert visitor.status == 200, "pressed twice"


def test_the_photo_stays_with_the_shelf_where_its_owner_wants_that(visitor, seat, take):
    take(seat)
    visitor.send(f"{seat}/photo/accept", {"keep": "yes"})
    assert visitor.open(f"{seat}/photo/1.jpg") == "picture of shelf"
    assert "This photo is kept with the shelf." in visitor.open(f"{seat}/photo")
    visitor.send(f"{seat}/photo/drop")
    visitor.open(f"{seat}/photo/1.jpg")
    assert visitor.status == 404


def test_a_card_that_is_corrected_in_a_kept_photo_asks_for_its_shelf_to_be_used_again(visitor, seat, take, find_kept):
    take(seat)
    visitor.send(f"{seat}/photo/place", {"place": "1-2", "card": "B7:HM"})
    visitor.send(f"{seat}/photo/accept", {"keep": "yes"})
    assert "Use this shelf" not in visitor.send(f"{seat}/photo/place", {"place": "1-2", "card": "B7:HM"})
    page = visitor.send(f"{seat}/photo/place", {"place": "1-2", "card": "B8:HM"})
    assert "Use this shelf" in page
    assert read_shelf(find_kept, seat) == "A1:CF B7:HM / C3:RS #"
    visitor.send(f"{seat}/photo/accept")
    version = find_kept(seat.partition("/seats/")[0]).find_seat(1).version
    visitor.send(f"{seat}/photo/accept", {"version": str(version)})
    assert read_shelf(find_kept, seat) == "A1:CF B8:HM / C3:RS #"


def test_a_shelf_that_has_been_entered_is_not_overwritten_unasked(visitor, seat, take, find_kept):
    visitor.send(f"{seat}/shelf", {"shelf": "Z9:CC"})
    take(seat)
    page = visitor.send(f"{seat}/photo/accept", {"keep": "yes"})
    assert visitor.status == 409
    assert "There is already a shelf" in page
    assert "4 places." in page
    assert read_shelf(find_kept, seat) == "Z9:CC"
    version = find_kept(seat.partition("/seats/")[0]).find_seat(1).version
    visitor.send(f"{seat}/photo/accept", {"keep": "yes", "version": str(version - 1)})
    assert visitor.status == 409
    visitor.send(f"{seat}/photo/accept", {"keep": "yes", "version": str(version)})
    assert read_shelf(find_kept, seat) == SHELF


def test_keeping_what_was_entered_deletes_the_photo(visitor, seat, take, find_kept):
    visitor.send(f"{seat}/shelf", {"shelf": "Z9:CC"})
    take(seat)
    visitor.send(f"{seat}/photo/drop")
    assert visitor.address == f"{seat}/shelf"
    assert read_shelf(find_kept, seat) == "Z9:CC"
    assert "Take a photo" in visitor.open(f"{seat}/photo")


def test_a_bad_photo_gets_a_sentence_and_the_two_buttons_and_touches_nothing(visitor, seat, take, eye):
    take(seat)
    eye[b"cat"] = PhotoError(Problem.NO_SHELF)
    page = take(seat, b"cat")
    assert visitor.address == f"{seat}/photo"
    assert "No shelf is visible in this photo." in page
    assert 'capture="environment"' in page
    assert "1 place to look at" in visitor.open(f"{seat}/photo")


def test_what_is_wrong_with_a_photo_that_was_read_is_said_beside_it(seat, take, eye):
    findings = [{"code": "two_shelves"}, {"code": "unread_cards", "cards": 1}]
    eye[b"two"] = {**write_reading(SHELF), "findings": findings}
    page = take(seat, b"two")
    assert "There are two shelves in this photo" in page
    assert "doubtful. Compare" not in page


def test_a_form_without_a_photo_says_so(visitor, seat):
    page = visitor.send(f"{seat}/photo", {"request_key": "a"})
    assert visitor.status == 422
    assert "There is no photo yet." in page


def test_a_photo_beyond_all_measure_is_refused_with_a_sentence(visitor, seat, take):
    page = take(seat, b"!" * 25_200_000, request_key="a")
    assert visitor.status == 413
    assert "This photo is 26 MB; the limit is 25 MB." in page


def test_other_forms_take_no_more_than_before(visitor, seat):
    visitor.send(f"{seat}/photo/place", {"place": "1-1", "card": "!" * 1_000_001})
    assert visitor.status == 413


def test_a_photo_that_is_sent_twice_is_read_once(visitor, seat, take, eye):
    take(seat, request_key="a")
    visitor.send(f"{seat}/photo/place", {"place": "1-2", "card": "B7:HM"})
    page = take(seat, request_key="a")
    assert "nothing doubtful" in page


def test_the_other_half_of_a_shelf_is_joined(visitor, seat, take, eye, find_kept):
    eye[b"right"] = write_reading("B2:HM D4:CC / # E5:MM")
    take(seat)
    page = take(seat, b"right", part="more")
    assert "Photo 2" in page
    visitor.send(f"{seat}/photo/accept")
    assert read_shelf(find_kept, seat) == "A1:CF B2:HM D4:CC / C3:RS # E5:MM"


@pytest.mark.parametrize(("side", "shelf"), [("below", f"{SHELF} / X1:CF Y1:HM"), ("none", SHELF)])
def test_a_photo_without_a_common_card_is_laid_where_its_taker_says(visitor, seat, take, eye, find_kept, side, shelf):
    eye[b"more"] = write_reading("X1:CF Y1:HM")
    take(seat)
    page = take(seat, b"more", part="more")
    assert "Where does this photo belong?" in page
    visitor.send(f"{seat}/photo/join", {"side": side})
    visitor.send(f"{seat}/photo/accept")
    assert read_shelf(find_kept, seat) == shelf


def test_a_part_that_is_photographed_again_replaces_that_part(visitor, seat, take, eye, find_kept):
    eye[b"card"] = write_reading("A1:CF B8:HM")
    eye[b"row"] = write_reading("C3:RS D1:MM D2:MM")
    take(seat)
    take(seat, b"card", part="card", place="1-2")
    take(seat, b"row", part="row", place="2-1")
    visitor.send(f"{seat}/photo/accept")
    assert read_shelf(find_kept, seat) == "A1:CF B8:HM / C3:RS D1:MM D2:MM"


@pytest.mark.parametrize(
    ("part", "sentence"), [("card", "That card is not visible"), ("row", "That row is not visible")]
)
def test_a_photo_of_another_part_says_so_and_changes_nothing(visitor, seat, take, eye, part, sentence):
    eye[b"other"] = write_reading("X1:CF Y1:HM / Z1:CC Z2:CC")
    take(seat)
    page = take(seat, b"other", part=part, place="1-2")
    assert sentence in page
    assert 'name="place" value="1-2"' in page
    assert "Back to the photo" in page
    assert "1 place to look at" in visitor.open(f"{seat}/photo")


def test_there_is_an_end_to_photographing(visitor, seat, take, eye):
    eye[b"shelf"] = write_reading("K1:CC")
    take(seat)
    for number in range(1, 13):
        content = f"more {number}".encode()
        eye[content] = write_reading(f"K{number}:CC K{number + 1}:CC")
        page = take(seat, content, part="more")
    assert "as many photos as anybody could need" in page


def test_only_who_may_enter_a_seat_sees_its_photo(evening, take):
    seat = f"{evening.desk}/seats/2"
    take(seat, phone=evening.eric)
    for phone, status in ((evening.eric, 200), (evening.rita, 200), (evening.watcher, 403)):
        for path in ("/photo", "/photo/1.jpg"):
            phone.open(seat + path)
            assert phone.status == status
    rita_seat = f"{evening.desk}/seats/1"
    for path in ("/photo", "/photo/1.jpg"):
        evening.eric.open(rita_seat + path)
        assert evening.eric.status == 403
    for path in ("", "/place", "/join", "/accept", "/drop"):
        evening.eric.send(f"{rita_seat}/photo{path}", {"place": "1-1", "card": "#", "request_key": "a"})
        assert evening.eric.status == 403


def test_a_locked_shelf_shows_its_photo_and_takes_no_other(evening, take):
    seat = f"{evening.desk}/seats/1"
    evening.fill()
    take(seat, phone=evening.rita)
    evening.send("/lock", evening.rita)
    assert "data-photo>" not in evening.rita.open(f"{seat}/photo")
    take(seat, b"shelf", phone=evening.rita, request_key="late")
    assert evening.rita.status == 409
    evening.rita.open(f"{evening.desk}/seats/2/photo")
    assert evening.rita.status == 404


def test_no_photo_outlives_the_reveal(evening, take):
    evening.fill()
    seat = f"{evening.desk}/seats/1"
    take(seat, phone=evening.rita)
    evening.send("/lock", evening.rita)
    evening.send("/reveal", evening.rita)
    evening.rita.open(f"{seat}/photo/1.jpg")
    assert evening.rita.status == 404


def test_a_photo_on_its_way_is_followed_and_nothing_is_lost(visitor, seat, eye):
    form = {"photo": (BytesIO(b"shelf"), "shelf.jpg"), "request_key": "one"}
    page = visitor.send(f"{seat}/photo", form)
    job = visitor.address
    assert "You are next." in page
    assert re.search(rf'data-live="{job}" data-etag="\w+"', page)
    assert '<noscript><meta http-equiv="refresh"' in page
    visitor.open(f"{seat}/photo")
    assert visitor.headers["Location"] == job, "reloaded, or come back to"
    visitor.open(job, **AS_JSON)
    visitor.open(job, **AS_JSON, **{"If-None-Match": visitor.headers["ETag"]})
    assert visitor.status == 304
    visitor.address = job
    assert "1 place to look at" in visitor.follow()
    assert json.loads(visitor.open(job, **AS_JSON))["go"] == f"{job}?end=1"


def test_a_script_is_told_what_to_follow_and_how_it_ended(visitor, seat, eye, app):
    eye[b"cat"] = PhotoError(Problem.NO_SHELF)
    form = {"photo": (BytesIO(b"cat"), "cat.jpg"), "request_key": "one"}
    job = json.loads(visitor.send(f"{seat}/photo", form, **AS_JSON))["follow"]
    assert json.loads(visitor.open(job, **AS_JSON))["ahead"] == 0
    do_jobs(app)
    (sentence,) = json.loads(visitor.open(job, **AS_JSON))["sentences"]
    assert sentence.startswith("No shelf is visible")


def test_the_place_in_the_queue_is_told_and_tables_take_turns(visitor, seat, eye):
    jobs = []
    other = f"{visitor.start('Ola', 'Max')}/seats/1"
    for where, name in ((seat, b"one"), (seat, b"two"), (seat, b"three"), (other, b"four")):
        eye[name] = write_reading(SHELF)
        visitor.send(f"{where}/photo", {"photo": (BytesIO(name), "a.jpg"), "request_key": name.decode()})
        jobs.append(visitor.address)
    assert [json.loads(visitor.open(job, **AS_JSON))["ahead"] for job in jobs] == [0, 2, 3, 1]
    assert "3 are served before you." in visitor.open(jobs[2])


def test_a_photo_can_be_canceled_while_it_waits(visitor, seat, eye):
    visitor.send(f"{seat}/photo", {"photo": (BytesIO(b"shelf"), "a.jpg"), "request_key": "one"})
    page = visitor.send(f"{visitor.address}/cancel")
    assert visitor.address == f"{seat}/photo"
    assert "Take a photo" in page
    assert "Take a photo" in visitor.follow(), "nothing was read"


def test_a_table_that_sends_without_end_is_told_to_wait(visitor, seat, eye):
    for number in range(MOST_WAITING + 1):
        page = visitor.send(f"{seat}/photo", {"photo": (BytesIO(b"shelf"), "a.jpg"), "request_key": str(number)})
    assert visitor.status == 503
    assert "Too much is waiting here already." in page


def test_a_photo_that_comes_too_late_changes_nothing(evening, eye):
    evening.fill()
    seat = f"{evening.desk}/seats/1"
    evening.rita.send(f"{seat}/photo", {"photo": (BytesIO(b"shelf"), "a.jpg"), "request_key": "one"})
    job = evening.rita.address
    evening.send("/lock", evening.rita)
    evening.rita.address = job
    evening.rita.follow()
    assert evening.rita.status == 404
    (sentence,) = json.loads(evening.rita.open(job, **AS_JSON))["sentences"]
    assert sentence == "The shelves were locked before this was finished."


def test_a_photo_that_waits_does_not_outlive_the_reveal(evening, eye):
    evening.fill()
    evening.rita.send(f"{evening.desk}/seats/1/photo", {"photo": (BytesIO(b"shelf"), "a.jpg"), "request_key": "one"})
    job = evening.rita.address
    evening.send("/lock", evening.rita)
    evening.send("/reveal", evening.rita)
    evening.rita.open(job)
    assert evening.rita.status == 404
