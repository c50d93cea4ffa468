"""A lesson on the page of a seat's photo: asked kind by kind, read again, and known to the whole table."""

from __future__ import annotations

import json
from io import BytesIO

import pytest

from companion.store.decks.waiting_lessons import WaitingLesson, load_lessons
from companion.store.photos.queries import TakenPhoto
from companion.vision.problems import PhotoError, Problem
from companion.workflow.lessons import working as lessons
from companion.workflow.lessons.answers import WITH_LOOKS
from companion.workflow.photos import working
from companion.workflow.photos.lessons import LessonPhoto

from ...conftest import do_jobs
from ...workflow.photos.read_cards import group_icons
from ..photos.readings import AS_JSON, write_reading
from ..photos.test_pages import list_choices

UNKNOWN = "A1:?? B2:??? C3:??"
KINDS = ((0, 1), (0, 1, 2), (0, 0))
ANSWERS = (("0", "S"), ("1", "C"), ("2", "H"))


@pytest.fixture(autouse=True)
def eye(monkeypatch) -> list[tuple[bytes, tuple[bytes, ...]]]:
    """Fake readings: unknown icons without lessons, known ones with them; what was read with which is listed."""
    read: list[tuple[bytes, tuple[bytes, ...]]] = []

    def look(
        content: bytes, _edition: str, _deck: int | None, looks: tuple[bytes, ...], *, is_kept: bool = False
    ) -> TakenPhoto:
        # What was taken for a photo once is not asked again whether it is one.
        assert is_kept == content.startswith(b"picture of ")
        read.append((content, looks))
        known = write_reading("A1:CS B2:CHS C3:SS") | {WITH_LOOKS: True}
        unknown = group_icons(write_reading(UNKNOWN), KINDS)
        unknown["findings"] = [{"code": "unknown_face"}]
        return TakenPhoto(b"picture of " + content, 1600, 1200, known if looks else unknown)

    for room in (working, lessons):
        monkeypatch.setattr(room, "read_shelf_photo", look)

    def take_looks(picture: bytes, _photo, review, *_) -> bytes:
        said = "" if [one[2] for one in review.answers] == ["S", "C", "H"] else " as corrected"
        return b"looks of " + picture + said.encode()

    monkeypatch.setattr(lessons, "take_looks", take_looks)
    return read


@pytest.fixture
def seat(desk) -> str:
    return f"{desk}/seats/1"


@pytest.fixture
def take(visitor):
    def send(seat: str, content: bytes = b"shelf", phone=visitor) -> str:
        phone.send(f"{seat}/photo", {"photo": (BytesIO(content), "shelf.jpg"), "request_key": content.decode()})
        return phone.follow()

    return send


def tap(phone, seat: str, kind: str = "", said: str = "", headers=None, **fields: str) -> str:
    form = {"photo": "1", "kind": kind, "said": said, **fields}
    return phone.send(f"{seat}/photo/lesson", form, **(headers or {}))


def teach(visitor, seat: str) -> str:
    for kind, said in ANSWERS:
        page = tap(visitor, seat, kind, said)
    return page


def test_a_photo_of_unknown_icons_leads_into_the_lesson_or_to_entering_by_hand(visitor, seat, take):
    page = take(seat)
    assert "Which category is this?" in page
    assert "1 of 3" in page
    assert 'name="said" value="C"' in page
    assert f'<a href="{seat}/shelf">Enter by hand instead</a>' in page
    assert "Nobody has taught" not in page
    assert list_choices(page) == []


def test_a_card_can_be_said_by_itself_before_the_lesson(visitor, seat, take):
    take(seat)
    page = visitor.open(f"{seat}/photo?place=1-1")
    assert "Which category is this?" not in page
    assert '<a href="?photo=1">Say what the icons are</a>' in page
    assert list_choices(page)


def test_after_the_last_kind_the_photo_is_read_again_and_nothing_is_doubtful(visitor, seat, take, eye):
    take(seat)
    assert "2 of 3" in tap(visitor, seat, *ANSWERS[0])
    tap(visitor, seat, *ANSWERS[1])
    page = tap(visitor, seat, *ANSWERS[2])
    assert eye[-1] == (b"picture of shelf", (b"looks of picture of shelf",))
    assert visitor.address == f"{seat}/photo"
    assert "The eye has learned these icons." in page
    assert "nothing doubtful" in page
    visitor.send(f"{seat}/photo/accept")
    assert "A1:CS B2:CHS C3:SS" in visitor.open(f"{seat}/shelf")


def test_with_scripts_each_answer_changes_the_page_in_place_and_the_last_one_leads_on(visitor, seat, take):
    take(seat)
    assert "2 of 3" in json.loads(tap(visitor, seat, *ANSWERS[0], headers=AS_JSON))["html"]
    tap(visitor, seat, *ANSWERS[1])
    assert json.loads(tap(visitor, seat, *ANSWERS[2], headers=AS_JSON))["go"].startswith(("/jobs/", f"{seat}/photo"))


def test_what_takes_longer_is_followed(visitor, seat, take, app):
    take(seat)
    app.config["JOB_PAUSE"] = lambda: None
    assert "Reading the photo again" in teach(visitor, seat)
    job = visitor.address
    visitor.open(f"{seat}/photo")
    assert visitor.headers["Location"] == job
    visitor.open(job)
    assert "nothing doubtful" in visitor.follow()


def test_the_second_shelf_at_the_table_is_read_with_the_lesson(visitor, desk, seat, take, eye):
    take(seat)
    teach(visitor, seat)
    page = take(f"{desk}/seats/2", b"second")
    assert eye[-1] == (b"second", (b"looks of picture of shelf",))
    assert "Which category is this?" not in page
    assert "nothing doubtful" in page


def test_the_last_answer_is_undone(visitor, seat, take):
    take(seat)
    tap(visitor, seat, *ANSWERS[0])
    assert "1 of 3" in tap(visitor, seat, back="last")


def test_a_kind_that_mixes_two_is_split_in_one_tap(visitor, seat, take):
    take(seat)
    page = tap(visitor, seat, "0", "mixed")
    assert "1 of 4" in page
    assert 'name="kind" value="0/0"' in page


def test_an_answer_can_be_corrected_after_the_lesson(visitor, seat, take, eye):
    take(seat)
    page = teach(visitor, seat)
    assert 'name="back" value="1"' in page
    page = tap(visitor, seat, back="1")
    assert 'name="kind" value="1"' in page
    page = tap(visitor, seat, "1", "C")
    assert len(eye) == 3
    assert "nothing doubtful" in page


def test_what_the_photo_contradicts_is_taught_to_nobody(visitor, desk, seat, take, eye, app):
    take(seat)
    for kind, said in (("0", "R"), ("1", "F"), ("2", "H")):
        page = tap(visitor, seat, kind, said)
    assert "The cards are filled in as you said" in page
    assert "3 places to look at" in page
    assert eye[-1] == (b"picture of shelf", ())
    with app.app_context():
        assert load_lessons(desk.rpartition("/")[2]) == {}


@pytest.mark.parametrize(
    ("deck", "asked", "kept"),
    [
        ("none", [], b"looks of picture of shelf"),
        ("new", [{1: LessonPhoto(b"picture of shelf", 1600, b"looks of picture of shelf")}], b"confirmed"),
    ],
)
def test_what_was_named_outlasts_the_use_of_the_shelf(visitor, take, app, monkeypatch, deck, asked, kept):
    given = []

    def take_lessons(photos, _review, _deck, _where, _waiting):
        given.append(photos)
        return iter((WaitingLesson(1, b"confirmed", {}),))

    monkeypatch.setattr(working, "take_lessons", take_lessons)
    desk = visitor.start("Rita", "Eric", deck=deck)
    take(f"{desk}/seats/1")
    teach(visitor, f"{desk}/seats/1")
    visitor.send(f"{desk}/seats/1/photo/accept")
    do_jobs(app)
    with app.app_context():
        lessons = load_lessons(desk.rpartition("/")[2])
    assert given == asked
    assert [[one.features for one in several] for several in lessons.values()] == [[kept]]


def test_a_forgotten_lesson_is_gone_for_the_whole_table(visitor, desk, seat, take, app):
    take(seat)
    teach(visitor, seat)
    page = tap(visitor, seat, act="over")
    assert "1 of 3" in page
    with app.app_context():
        assert load_lessons(desk.rpartition("/")[2]) == {}
    assert "Which category is this?" in take(f"{desk}/seats/2", b"second")


def test_what_was_photographed_before_the_lesson_is_read_with_it_too(visitor, desk, seat, take, eye):
    other = f"{desk}/seats/2"
    assert "Which category is this?" in take(other, b"second")
    take(seat)
    teach(visitor, seat)
    assert "nothing doubtful" in visitor.open(f"{other}/photo")
    assert eye[-1] == (b"picture of second", (b"looks of picture of shelf",))


def test_what_was_read_with_a_lesson_is_read_again_when_it_is_corrected(visitor, desk, seat, take, eye, app):
    take(seat)
    teach(visitor, seat)
    take(f"{desk}/seats/2", b"second")
    tap(visitor, seat, back="1")
    tap(visitor, seat, "1", "C")
    do_jobs(app)
    assert eye[-1] == (b"picture of second", (b"looks of picture of shelf as corrected",))


def test_what_was_read_with_a_lesson_is_asked_for_when_it_is_forgotten(visitor, desk, seat, take, eye, app):
    take(seat)
    teach(visitor, seat)
    other = f"{desk}/seats/2"
    take(other, b"second")
    visitor.send(f"{other}/photo/place", {"place": "1-1", "card": "A1:MM"})
    tap(visitor, seat, act="over")
    do_jobs(app)
    assert eye[-1] == (b"picture of second", ())
    assert "Which category is this?" in visitor.open(f"{other}/photo")
    # What a person said of a card stays.
    assert "A1:MM" in visitor.open(f"{other}/photo?place=1-1")


def test_a_shelf_that_is_taken_over_stays_as_it_is(visitor, desk, seat, take, eye, app):
    take(seat)
    teach(visitor, seat)
    other = f"{desk}/seats/2"
    take(other, b"second")
    visitor.send(f"{other}/photo/accept", {"keep": "yes"})
    read = len(eye)
    tap(visitor, seat, act="over")
    do_jobs(app)
    assert len(eye) == read


def test_a_photo_that_cannot_be_read_again_stays_as_it_was_and_says_so(visitor, seat, take, monkeypatch):
    take(seat)

    def refuse(*_, **__):
        raise PhotoError(Problem.NO_SHELF)

    monkeypatch.setattr(lessons, "read_shelf_photo", refuse)
    page = teach(visitor, seat)
    assert visitor.address == f"{seat}/photo"
    assert "No shelf" in page or "no shelf" in page
    assert "Read the photo again with them" in page


def test_a_lesson_whose_reading_was_cancelled_can_be_read_later(visitor, seat, take, app):
    take(seat)
    app.config["JOB_PAUSE"] = lambda: None
    teach(visitor, seat)
    visitor.send(f"{visitor.address}/cancel")
    page = visitor.open(f"{seat}/photo")
    assert "Read the photo again with them" in page
    tap(visitor, seat, act="read")
    assert "nothing doubtful" in visitor.follow()


@pytest.mark.parametrize("fields", [
    {"kind": "7", "said": "C"}, {"kind": "0", "said": "X"}, {"photo": "9", "kind": "0", "said": "C"}, {"photo": "one"},
    {"photo": "", "kind": "0", "said": "C"}, {"kind": "2", "said": "mixed"}, {"kind": "0" * 99, "said": "C"}, {},
])  # fmt: skip
def test_a_tap_that_makes_no_sense_changes_nothing(visitor, seat, take, fields):
    take(seat)
    visitor.send(f"{seat}/photo/lesson", {"photo": "1", **fields})
    assert visitor.status == 400
    assert "1 of 3" in visitor.open(f"{seat}/photo")


def test_without_a_photo_there_is_no_lesson(visitor, seat):
    tap(visitor, seat, "0", "C")
    assert visitor.status == 404


def test_only_who_may_enter_a_seat_teaches_there(evening, take):
    seat = f"{evening.desk}/seats/1"
    take(seat, phone=evening.rita)
    for phone in (evening.eric, evening.watcher):
        tap(phone, seat, "0", "C")
        assert phone.status == 403
    assert "1 of 3" in evening.rita.open(f"{seat}/photo")


def test_a_tap_without_the_token_teaches_nothing(visitor, seat, take):
    take(seat)
    assert visitor.client.post(f"{seat}/photo/lesson", data={"photo": "1", "kind": "0", "said": "C"}).status_code == 400
    assert "1 of 3" in visitor.open(f"{seat}/photo")


def test_a_locked_shelf_takes_no_lesson(evening, take):
    seat = f"{evening.desk}/seats/1"
    evening.fill()
    take(seat, phone=evening.rita)
    evening.send("/lock", evening.rita)
    tap(evening.rita, seat, "0", "C")
    assert evening.rita.status == 409
