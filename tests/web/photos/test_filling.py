"""An empty shelf is filled in from its photo where nothing has to be asked, and in no other case."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from companion.store.decks.waiting_lessons import WaitingLesson, keep_lessons, load_lessons
from companion.store.jobs import leases
from companion.store.jobs.jobs import Kind, Owner
from companion.store.jobs.queue import find_latest
from companion.store.photos.queries import TakenPhoto
from companion.vision.problems import Problem
from companion.workflow.jobs.working import run_job
from companion.workflow.photos import working
from companion.workflow.photos.filing import SeatShelf, find_review
from companion.workflow.photos.review import CONFIRMED_LETTERS, KNOWN_BOX

from ...conftest import do_jobs
from ..conftest import EVENING, FIGURES
from .readings import write_reading

SHELF = "A1:CF B2:HM / C3:RS #"
FILLED = "4 cards filled in from the photo."
BY_HAND = "Z9:CC"
Send = Callable[..., str]


def know(shelf: str = SHELF, **values: Any) -> dict[str, object]:
    """Write the reading of a shelf whose box the deck knows; other values are those of the reading, or doubts."""
    doubtful = {name: value for name, value in values.items() if isinstance(value, float)}
    others = {name: value for name, value in values.items() if name not in doubtful}
    return {**write_reading(shelf, **doubtful), KNOWN_BOX: True, **others}


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> dict[bytes, dict[str, object]]:
    """Fake readings of photos, by their bytes; lessons are not taken."""
    seen = {b"shelf": know()}

    def look(content: bytes, *_: object) -> TakenPhoto:
        return TakenPhoto(b"picture of " + content, 1600, 1200, seen[content])

    monkeypatch.setattr(working, "read_shelf_photo", look)
    monkeypatch.setattr(working, "take_lessons", lambda *_: [WaitingLesson(1, b"lesson", {})])
    return seen


@pytest.fixture
def send(eye, visitor) -> Send:
    """A function that sends a photo to a seat, without waiting for its reading."""

    def send(seat: str, content: bytes = b"shelf", phone=visitor, **fields: str) -> str:
        key = fields.pop("request_key", content.decode())
        return phone.send(f"{seat}/photo", {"photo": (BytesIO(content), "shelf.jpg"), "request_key": key, **fields})

    return send


@pytest.fixture
def take(send, visitor) -> Send:
    """A function that sends a photo to a seat and follows it to what came of it."""

    def take(seat: str, content: bytes = b"shelf", phone=visitor, **fields: str) -> str:
        page = send(seat, content, phone, **fields)
        return phone.follow() if phone.address.startswith("/jobs/") else page

    return take


@pytest.fixture
def seat(desk) -> str:
    return f"{desk}/seats/1"


@pytest.fixture
def look_up(find_kept):
    """A function that returns what is stored of a seat, by its URL."""

    def look_up(seat: str):
        desk, _, position = seat.partition("/seats/")
        return find_kept(desk).find_seat(int(position))

    return look_up


def to_shelf(seat: str) -> SeatShelf:
    desk, _, position = seat.partition("/seats/")
    return SeatShelf(desk.rpartition("/")[2], int(position))


def find_filled(app, seat: str) -> int | None:
    with app.app_context():
        found = find_review(to_shelf(seat))
    return found[0].filled if found else None


def assert_waits(visitor, seat: str, page: str, kept, before: str = "") -> None:
    """The review waits for somebody to use the shelf, as it stands."""
    assert visitor.address == f"{seat}/photo"
    assert "Use this shelf" in page
    assert "filled in" not in page
    assert kept.shelf == before


def test_a_photo_without_doubt_of_a_known_box_fills_its_shelf(visitor, seat, take, look_up):
    page = take(seat)
    assert visitor.address == f"{seat}/shelf"
    assert FILLED in page
    assert f'<a class="button quiet" href="{seat}/photo" data-leave>Look at the photo</a>' in page
    assert look_up(seat).shelf == SHELF
    assert look_up(seat).version == 2


def test_a_shelf_of_letters_that_are_new_in_the_printing_waits_to_be_compared(visitor, seat, eye, take, look_up):
    eye[b"shelf"] = know(**{CONFIRMED_LETTERS: ["A", "B", "C"]})
    take(seat)
    assert visitor.address == f"{seat}/shelf"
    eye[b"new"] = know(**{CONFIRMED_LETTERS: []})
    other = seat.replace("/seats/1", "/seats/2")
    page = take(other, b"new")
    assert_waits(visitor, other, page, look_up(other))
    assert "3 cards to compare" in page
    assert "This print is new, so compare each of these cards once." in page
    assert "nothing doubtful" not in page
    shown = ["1-1 A1:CF", "1-2 B2:HM", "2-1 C3:RS"]
    page = visitor.send(f"{other}/photo/compare", {"shown": shown, "wrong": ["1-2"]})
    assert "That was wrong. What is on the card?" in page
    page = visitor.send(f"{other}/photo/place", {"place": "1-2", "card": "B7:HM"})
    assert "nothing doubtful" in page


def test_the_photo_can_be_compared_and_corrected_and_its_shelf_used_without_a_question(visitor, seat, take, look_up):
    take(seat)
    page = visitor.open(f"{seat}/photo")
    assert "nothing doubtful" in page
    assert "These cards were filled in on the shelf because nothing was doubtful." in page
    page = visitor.send(f"{seat}/photo/place", {"place": "1-2", "card": "B7:HM"})
    assert "The shelf still has what was filled in before." in page
    assert look_up(seat).shelf == SHELF
    page = visitor.send(f"{seat}/photo/accept")
    assert (visitor.status, visitor.address) == (200, f"{seat}/shelf")
    assert look_up(seat).shelf == "A1:CF B7:HM / C3:RS #"
    assert "filled in" not in page
    visitor.open(f"{seat}/photo/1.jpg")
    assert visitor.status == 404


def test_using_the_shelf_keeps_its_photo_or_not_as_ever(visitor, seat, take, look_up):
    take(seat)
    page = visitor.send(f"{seat}/photo/accept", {"keep": "yes"})
    assert look_up(seat).version == 2, "nothing was written"
    assert "filled in" not in page
    assert "This photo is kept with the shelf." in visitor.open(f"{seat}/photo")
    visitor.send(f"{seat}/photo/undo")
    assert (visitor.address, look_up(seat).shelf) == (f"{seat}/shelf", SHELF), "it was used"


def test_undoing_empties_the_shelf_and_the_photo_waits(visitor, seat, take, look_up):
    take(seat)
    assert_waits(visitor, seat, visitor.send(f"{seat}/photo/undo"), look_up(seat))
    assert_waits(visitor, seat, visitor.send(f"{seat}/photo/undo"), look_up(seat))
    assert "filled in" not in visitor.open(f"{seat}/shelf")
    visitor.send(f"{seat}/photo/accept")
    assert look_up(seat).shelf == SHELF


def test_what_was_undone_is_not_filled_in_again(visitor, seat, send, take, look_up):
    send(seat)
    job = visitor.address
    visitor.follow()
    visitor.send(f"{seat}/photo/undo")
    visitor.address = job
    assert_waits(visitor, seat, visitor.follow(), look_up(seat))
    assert_waits(visitor, seat, take(seat), look_up(seat))


def test_reloading_and_another_tab_change_nothing(visitor, seat, send, look_up):
    send(seat)
    job = visitor.address
    for _ in range(2):
        visitor.address = job
        assert FILLED in visitor.follow()
    visitor.open(f"{seat}/photo")
    visitor.open(f"{seat}/photo")
    send(seat)
    assert look_up(seat).version == 2
    assert look_up(seat).shelf == SHELF


def test_a_shelf_that_was_filled_in_and_used_is_shown_to_whoever_follows_its_photo(visitor, seat, send):
    send(seat)
    job = visitor.address
    visitor.follow()
    visitor.send(f"{seat}/photo/accept")
    visitor.address = job
    visitor.follow()
    assert visitor.address == f"{seat}/shelf"


@pytest.mark.parametrize(
    "reading",
    [
        know(B2=0.6),
        write_reading(SHELF),
        know(findings=[{"code": "cut_off", "cards": 1}]),
        know(findings=[{"code": "screenshot"}]),
        know(findings=[{"code": "unread_cards", "cards": 1}]),
        know("A1:CF B2:HM / C3:RS A1:CF"),
        know("A1:CF B20:HM / C3:R #"),
        know("# # / #"),
    ],
    ids=["a doubt", "an unknown box", "cut off", "screenshot", "unread", "a card twice", "one icon", "backs alone"],
)
def test_whatever_has_to_be_asked_waits(visitor, seat, take, eye, look_up, reading):
    eye[b"shelf"] = reading
    assert_waits(visitor, seat, take(seat), look_up(seat))


def test_a_card_that_lies_on_another_shelf_as_well_waits(visitor, seat, desk, take, look_up):
    visitor.send(f"{desk}/seats/2/shelf", {"shelf": "B2:HM"})
    assert_waits(visitor, seat, take(seat), look_up(seat))


def test_a_shelf_with_a_card_is_not_filled_in(visitor, seat, take, look_up):
    visitor.send(f"{seat}/shelf", {"shelf": BY_HAND})
    assert_waits(visitor, seat, take(seat), look_up(seat), BY_HAND)


def test_a_tally_stays_what_counts(visitor, seat, take, look_up):
    visitor.send(f"{seat}/tally", {**FIGURES, "stability": "12"})
    assert_waits(visitor, seat, take(seat), look_up(seat))
    assert look_up(seat).kind == "tally"


@pytest.mark.parametrize("texts", [[BY_HAND], [BY_HAND, ""]], ids=["a card", "a card that was taken off again"])
def test_what_somebody_writes_while_the_photo_is_read_stays(visitor, seat, send, look_up, texts):
    send(seat)
    job = visitor.address
    for text in texts:
        visitor.send(f"{seat}/shelf", {"shelf": text})
    visitor.address = job
    assert_waits(visitor, seat, visitor.follow(), look_up(seat), texts[-1])


def test_what_somebody_changes_afterwards_is_not_undone(visitor, seat, take, look_up):
    take(seat)
    changed = f"{SHELF} / D4:CC"
    visitor.send(f"{seat}/shelf", {"shelf": changed, "version": "2"})
    assert "filled in from" not in visitor.open(f"{seat}/shelf")
    assert "filled in" not in visitor.open(f"{seat}/photo")
    page = visitor.send(f"{seat}/photo/undo")
    assert visitor.address == f"{seat}/shelf"
    assert "so it stays as it is." in page
    assert look_up(seat).shelf == changed
    assert "There is already a shelf" in visitor.send(f"{seat}/photo/accept")
    assert look_up(seat).shelf == changed


def test_who_had_the_empty_shelf_open_is_asked_before_writing_over_it(visitor, seat, take, look_up):
    take(seat)
    page = visitor.send(f"{seat}/shelf", {"shelf": BY_HAND, "version": "1"})
    assert "Two versions of this shelf" in page
    assert look_up(seat).shelf == SHELF


def test_the_other_half_of_a_shelf_joins_what_was_filled_in(visitor, seat, take, eye, look_up):
    eye[b"right"] = know("B2:HM D4:CC / # E5:MM")
    take(seat)
    page = take(seat, b"right", part="more")
    assert "The shelf still has what was filled in before." in page
    assert look_up(seat).shelf == SHELF
    visitor.send(f"{seat}/photo/accept")
    assert visitor.status == 200
    assert look_up(seat).shelf == "A1:CF B2:HM D4:CC / C3:RS # E5:MM"


@pytest.mark.parametrize("fields", [{"part": "more"}, {"part": "row", "place": "1-1"}], ids=["more", "a row"])
def test_a_photo_of_a_part_waits(visitor, seat, take, eye, look_up, fields):
    eye[b"first"], eye[b"part"] = know(B2=0.6), know("A1:CF B2:HM")
    take(seat, b"first")
    assert_waits(visitor, seat, take(seat, b"part", **fields), look_up(seat))


def test_a_better_photo_of_an_empty_shelf_fills_it_in(visitor, seat, take, eye, look_up):
    eye[b"first"] = know(B2=0.6)
    take(seat, b"first")
    assert FILLED in take(seat)
    assert look_up(seat).shelf == SHELF


def test_another_photo_of_the_whole_takes_the_place_of_what_was_filled_in_only_when_used(
    visitor, seat, take, eye, look_up
):
    eye[b"again"] = know("A1:CF B2:HM C3:RS")
    take(seat)
    page = take(seat, b"again")
    assert visitor.address == f"{seat}/photo"
    assert "The shelf still has what was filled in before." in page
    assert look_up(seat).shelf == SHELF
    visitor.send(f"{seat}/photo/accept")
    assert (visitor.status, look_up(seat).shelf) == (200, "A1:CF B2:HM C3:RS")


def test_two_photos_on_their_way_fill_a_shelf_once(visitor, seat, send, eye, look_up):
    eye[b"other"] = know("D4:CC")
    send(seat)
    send(seat, b"other")
    visitor.follow()
    assert look_up(seat).shelf == SHELF
    assert look_up(seat).version == 2


def test_a_canceled_photo_fills_nothing(visitor, seat, send, look_up):
    send(seat)
    visitor.send(f"{visitor.address}/cancel")
    visitor.follow()
    assert look_up(seat).shelf == ""


def test_a_photo_whose_worker_is_lost_fills_its_shelf_once(visitor, seat, send, app, look_up):
    send(seat)
    with app.app_context():
        lost = leases.claim_job("lost", EVENING)
        assert lost is not None
        leases.give_back(lost.slug, "lost", EVENING)
    visitor.follow()
    visitor.send(f"{seat}/photo/undo")
    with app.app_context():
        run_job(lost, lambda: EVENING)
    assert (look_up(seat).shelf, look_up(seat).version) == ("", 3)


def test_a_photo_that_could_not_be_kept_fills_nothing(visitor, seat, send, app, look_up, monkeypatch):
    monkeypatch.setattr(working, "fill_shelf", lambda *_: 1 // 0)
    send(seat)
    visitor.follow()
    assert look_up(seat).shelf == ""
    assert find_filled(app, seat) is None


def test_lessons_are_taken_as_from_a_shelf_that_was_used_and_go_with_it(visitor, seat, take, app):
    take(seat)
    do_jobs(app)
    shelf = to_shelf(seat)
    with app.app_context():
        assert [lesson.features for lesson in load_lessons(shelf.slug)[1]] == [b"lesson"]
    visitor.send(f"{seat}/photo/undo")
    with app.app_context():
        assert load_lessons(shelf.slug) == {}
    visitor.send(f"{seat}/photo/accept")
    do_jobs(app)
    with app.app_context():
        assert [lesson.features for lesson in load_lessons(shelf.slug)[1]] == [b"lesson"]


def test_lessons_that_are_asked_for_are_forgotten_with_the_filling(visitor, seat, send, app):
    send(seat)
    with app.app_context():
        job = leases.claim_job("worker", EVENING)
        assert job is not None
        run_job(job, lambda: EVENING)
        owner = Owner(slug=to_shelf(seat).slug)
        assert find_latest(owner, Kind.TAKE_LESSONS, "seat 1") is not None
    visitor.send(f"{seat}/photo/undo")
    with app.app_context():
        assert find_latest(owner, Kind.TAKE_LESSONS, "seat 1") is None


def test_while_lessons_of_an_earlier_photo_are_being_taken_the_review_waits(visitor, seat, send, app, look_up):
    send(seat)
    with app.app_context():
        job = leases.claim_job("worker", EVENING)
        assert job is not None
        run_job(job, lambda: EVENING)
        assert leases.claim_job("slow", EVENING) is not None
    visitor.send(f"{seat}/shelf", {"shelf": ""})
    send(seat, request_key="another")
    assert_waits(visitor, seat, visitor.follow(), look_up(seat))


def test_the_photo_goes_when_the_shelves_are_final(visitor, finished, take, look_up):
    seat = f"{finished}/seats/1"
    visitor.send(f"{seat}/shelf", {"shelf": ""})
    take(seat)
    assert visitor.open(f"{seat}/photo/1.jpg") == "picture of shelf"
    assert "Rita" in visitor.open(f"{finished}/scorecard")
    visitor.open(f"{seat}/photo/1.jpg")
    assert visitor.status == 404
    assert look_up(seat).shelf == SHELF
    assert "filled in" not in visitor.open(f"{seat}/shelf")


@pytest.mark.parametrize(
    ("act", "fields"),
    [("undo", {}), ("place", {"place": "1-2", "card": "B7:HM"}), ("accept", {"keep": "yes"})],
    ids=["undone", "corrected", "kept"],
)
def test_a_photo_with_which_something_was_done_stays(visitor, finished, take, act, fields):
    seat = f"{finished}/seats/1"
    visitor.send(f"{seat}/shelf", {"shelf": ""})
    take(seat)
    visitor.send(f"{seat}/photo/{act}", fields)
    visitor.send(f"{seat}/shelf", {"shelf": SHELF})
    visitor.open(f"{finished}/scorecard")
    assert visitor.open(f"{seat}/photo/1.jpg") == "picture of shelf"


ANSWER = {"place": "1-2", "card": "B7:HM"}
ANSWERED = "A1:CF B7:HM / C3:RS #"


def test_the_last_answer_fills_the_shelf_in_and_that_can_be_taken_back(visitor, seat, eye, take, look_up, app):
    eye[b"doubtful"] = write_reading(SHELF, B2=0.6, C3=0.6)
    take(seat, b"doubtful")
    visitor.send(f"{seat}/photo/place", {"place": "2-1", "card": "C3:RS"})
    assert look_up(seat).shelf == ""
    page = visitor.send(f"{seat}/photo/place", ANSWER)
    assert visitor.address == f"{seat}/shelf"
    assert FILLED in page
    assert look_up(seat).shelf == ANSWERED
    page = visitor.send(f"{seat}/photo/undo")
    assert_waits(visitor, seat, page, look_up(seat))
    assert find_filled(app, seat) is None
    # Whoever goes on correcting is not sent away with each card.
    visitor.send(f"{seat}/photo/place", {"place": "1-1", "card": "A2:CF"})
    assert look_up(seat).shelf == ""
    visitor.send(f"{seat}/photo/accept")
    assert look_up(seat).shelf == ANSWERED.replace("A1", "A2")


@pytest.mark.parametrize("problem", [Problem.BLURRED, Problem.PILE_AS_SHELF])
def test_the_last_answer_fills_nothing_in_where_more_is_said_of_the_photo(visitor, seat, eye, take, look_up, problem):
    eye[b"doubtful"] = {**write_reading(SHELF, B2=0.6), "findings": [{"code": problem.value, "share": 50}]}
    take(seat, b"doubtful")
    assert_waits(visitor, seat, visitor.send(f"{seat}/photo/place", ANSWER), look_up(seat))


def test_the_last_answer_fills_nothing_in_where_the_photo_is_to_be_kept(visitor, seat, eye, take, look_up):
    eye[b"doubtful"] = write_reading(SHELF, B2=0.6)
    take(seat, b"doubtful")
    assert_waits(visitor, seat, visitor.send(f"{seat}/photo/place", {**ANSWER, "keep": "yes"}), look_up(seat))


def test_the_last_answer_writes_over_nothing(visitor, seat, eye, take, look_up):
    eye[b"doubtful"] = write_reading(SHELF, B2=0.6)
    take(seat, b"doubtful")
    visitor.send(f"{seat}/shelf", {"shelf": BY_HAND})
    page = visitor.send(f"{seat}/photo/place", ANSWER)
    assert_waits(visitor, seat, page, look_up(seat), BY_HAND)


def test_the_last_answer_fills_nothing_in_where_a_card_is_on_another_shelf(visitor, seat, eye, take, look_up):
    other = seat.replace("/seats/1", "/seats/2")
    visitor.send(f"{other}/shelf", {"shelf": "A1:CF"})
    eye[b"doubtful"] = write_reading(SHELF, B2=0.6)
    take(seat, b"doubtful")
    assert_waits(visitor, seat, visitor.send(f"{seat}/photo/place", ANSWER), look_up(seat))


def test_the_photo_of_a_shelf_filled_in_by_an_answer_goes_when_the_shelves_are_final(visitor, finished, eye, take):
    seat = f"{finished}/seats/1"
    visitor.send(f"{seat}/shelf", {"shelf": ""})
    eye[b"doubtful"] = write_reading(SHELF, B2=0.6)
    take(seat, b"doubtful")
    visitor.send(f"{seat}/photo/place", ANSWER)
    assert visitor.open(f"{seat}/photo/1.jpg") == "picture of doubtful"
    visitor.open(f"{finished}/scorecard")
    visitor.open(f"{seat}/photo/1.jpg")
    assert visitor.status == 404


def test_there_is_no_file_of_a_photo_whose_shelf_was_changed_since(visitor, seat, take):
    take(seat)
    visitor.send(f"{seat}/shelf", {"shelf": BY_HAND})
    assert "The shelf was changed after the photo was used." in visitor.open(f"{seat}/photo/truth")


def test_a_phone_of_its_own_fills_its_shelf_and_the_host_another(evening, take, look_up, eye):
    eye[b"other"] = know("D4:CC E5:MM")
    own, other = f"{evening.desk}/seats/2", f"{evening.desk}/seats/1"
    assert FILLED in take(own, phone=evening.eric)
    assert FILLED in evening.rita.open(f"{own}/shelf"), "the host lends a hand"
    page = evening.watcher.open(f"{own}/shelf")
    assert "filled in" not in page
    assert "Empty the shelf again" not in page
    for phone in (evening.watcher, evening.eric):
        phone.send(f"{other if phone is evening.eric else own}/photo/undo")
        assert phone.status == 403
    assert "2 cards filled in from the photo." in take(other, b"other", phone=evening.rita)
    assert "on this seat’s phone" not in evening.rita.open(f"{other}/shelf")


def test_a_photo_of_a_phone_that_has_lost_the_seat_waits_for_its_new_owner(evening, send, app, look_up):
    seat = f"{evening.desk}/seats/2"
    send(seat, phone=evening.eric)
    evening.watcher.ask_for(evening.code, 2)
    number = evening.watcher.find_number(evening.desk, 2)
    evening.eric.answer_claim(evening.desk, 2, number)
    do_jobs(app)
    assert look_up(seat).shelf == ""
    assert "Use this shelf" in evening.watcher.open(f"{seat}/photo")
    evening.eric.open(f"{seat}/photo")
    assert evening.eric.status == 403


def test_a_photo_that_is_read_after_the_lock_fills_nothing(evening, send, app, look_up):
    evening.fill()
    evening.rita.send(f"{evening.desk}/seats/1/shelf", {"shelf": BY_HAND})
    send(f"{evening.desk}/seats/1", phone=evening.rita)
    evening.send("/lock", evening.rita)
    do_jobs(app)
    assert look_up(f"{evening.desk}/seats/1").shelf == BY_HAND


def test_a_locked_table_undoes_nothing(evening, take, look_up):
    evening.fill()
    seat = f"{evening.desk}/seats/1"
    evening.rita.send(f"{seat}/shelf", {"shelf": ""})
    take(seat, phone=evening.rita)
    evening.send("/lock", evening.rita)
    page = evening.rita.open(f"{seat}/shelf")
    assert "Empty the shelf again" not in page
    evening.rita.send(f"{seat}/photo/undo")
    assert evening.rita.status == 409
    assert look_up(seat).shelf == SHELF


def test_a_solo_shelf_is_filled_in_too(visitor, take, look_up):
    seat = f"{visitor.start('Rita', form='S-42A', library_focus='F', difficulty='3')}/seats/1"
    assert FILLED in take(seat)
    assert look_up(seat).shelf == SHELF


def test_a_table_without_a_deck_waits(visitor, take, eye, look_up):
    eye[b"shelf"] = write_reading(SHELF)
    seat = f"{visitor.start('Rita', deck='none')}/seats/1"
    assert_waits(visitor, seat, take(seat), look_up(seat))


def test_lessons_of_others_stay(visitor, seat, desk, take, app):
    shelf = to_shelf(seat)
    with app.app_context():
        keep_lessons(shelf.slug, 2, [WaitingLesson(1, b"of another", {})])
    take(seat)
    visitor.send(f"{seat}/photo/undo")
    with app.app_context():
        assert set(load_lessons(shelf.slug)) == {2}


def test_without_scripts_both_ways_stand_above_the_text(visitor, seat, take):
    page = take(seat)
    text = page[page.index('id="shelf-text"') :]
    assert re.search(r'<button class="button quiet" form="empty-again">', text)
    assert f'<form id="empty-again" method="post" action="{seat}/photo/undo"' in page
