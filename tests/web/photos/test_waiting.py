"""Doubtful cards of several shelves of one phone: they wait for one another, and one answer settles them all."""

from __future__ import annotations

import re

import pytest

from companion.workflow.photos.filing import SeatShelf, find_review
from companion.workflow.photos.review import CONFIRMED_LETTERS, KNOWN_BOX

from .readings import write_reading

FIRST, SECOND, THIRD = "A1:CF B2:HM", "C3:RS D4:MM", "E5:CH F6:RR"
FOLLOWING = "{}’s shelf first</a>"


@pytest.fixture
def desk(visitor) -> str:
    return visitor.start("Rita", "Eric", "Mia")


@pytest.fixture
def seats(eye, desk, take) -> list[str]:
    """Three shelves of one phone, with a photo each: a card of each was read, though not for sure."""
    eye[b"first"] = write_reading(FIRST, B2=0.6) | {KNOWN_BOX: True}
    eye[b"second"] = write_reading(SECOND, C3=0.6) | {KNOWN_BOX: True}
    eye[b"third"] = write_reading(THIRD, E5=0.6) | {KNOWN_BOX: True}
    return [f"{desk}/seats/{position}" for position in (1, 2, 3)]


@pytest.fixture
def kept(find_kept, desk):
    """A function that returns the shelves of the table."""
    return lambda: [seat.shelf for seat in find_kept(desk).seats]


def test_a_phone_goes_on_to_the_next_shelf_and_compares_all_of_them_at_the_end(visitor, seats, take, kept):
    page = take(seats[0], b"first")
    assert FOLLOWING.format("Eric") in page
    assert f'href="{seats[1]}/photo"' in page
    assert "Compare these cards" not in page, "one card takes as few taps by itself"
    page = take(seats[1], b"second")
    assert FOLLOWING.format("Mia") in page
    assert page.count('class="compared"') == 2
    page = take(seats[2], b"third")
    assert "shelf first</a>" not in page, "there is no other shelf"
    assert page.count('class="compared"') == 3
    whose = re.findall(r'class="compared-whose hand">(\w+)’s shelf<', page)
    assert whose == ["Mia", "Rita", "Eric"], "the shelf of the page comes first"
    assert kept() == ["", "", ""]
    said = {"shown": "1-1 E5:CH", "shown-1": "1-2 B2:HM", "shown-2": "1-1 C3:RS"}
    page = visitor.send(f"{seats[2]}/photo/compare", said)
    assert visitor.address == seats[0].partition("/seats/")[0], "nothing is left to do"
    assert "Filled in from the photos: Rita, Eric, Mia." in page
    assert kept() == [FIRST, SECOND, THIRD]


def test_a_shelf_with_a_card_that_is_wrong_is_looked_at_next(visitor, seats, take, kept):
    for seat, content in zip(seats, (b"first", b"second", b"third"), strict=True):
        take(seat, content)
    said = {"shown": "1-1 E5:CH", "shown-1": "1-2 B2:HM", "wrong-1": "1-2", "shown-2": "1-1 C3:RS"}
    page = visitor.send(f"{seats[2]}/photo/compare", {**said, "other-2": "1-1 C7:RS"})
    assert visitor.address == f"{seats[0]}/photo"
    assert "Filled in from the photos: Eric, Mia." in page
    assert "That was wrong. What is on the card?" in page
    assert kept() == ["", "C7:RS D4:MM", THIRD]
    visitor.send(f"{seats[0]}/photo/place", {"place": "1-2", "card": "B7:HM"})
    assert kept() == ["A1:CF B7:HM", "C7:RS D4:MM", THIRD]


def test_the_shelf_of_the_page_is_looked_at_before_others(visitor, seats, take, kept):
    for seat, content in zip(seats, (b"first", b"second", b"third"), strict=True):
        take(seat, content)
    said = {"shown": "1-1 E5:CH", "wrong": "1-1", "shown-1": "1-2 B2:HM", "shown-2": "1-1 C3:RS"}
    page = visitor.send(f"{seats[2]}/photo/compare", said)
    assert visitor.address == f"{seats[2]}/photo"
    assert "That was wrong. What is on the card?" in page
    assert "Filled in from the photos: Rita, Eric." in page
    assert kept() == [FIRST, SECOND, ""]


def test_after_the_last_shelf_the_editor_leads_to_those_whose_photo_waits(visitor, seats, eye, take):
    eye[b"third"] = write_reading(THIRD)
    take(seats[0], b"first")
    take(seats[1], b"second")
    take(seats[2], b"third")
    page = visitor.send(f"{seats[2]}/photo/accept")
    assert visitor.address == f"{seats[2]}/shelf"
    assert f'"next_url": "{seats[0]}/photo"' in page or f'href="{seats[0]}/photo"' in page


@pytest.mark.parametrize(
    ("values", "waits"),
    [({}, True), ({KNOWN_BOX: False}, True), ({KNOWN_BOX: False, CONFIRMED_LETTERS: []}, False)],
    ids=["known", "half", "new print"],
)
def test_what_most_of_a_new_shelf_asks_is_answered_first(seats, eye, take, values, waits):
    eye[b"first"] |= values
    assert (FOLLOWING.format("Eric") in take(seats[0], b"first")) == waits


def test_nothing_is_put_off_where_nothing_is_asked(seats, eye, take):
    eye[b"first"] = write_reading(FIRST)
    assert FOLLOWING.format("Eric") not in take(seats[0], b"first")


def test_cards_of_somebody_elses_shelf_are_neither_shown_nor_settled(visitor, phones, eye, take, app):
    eye[b"first"] = write_reading(FIRST, A1=0.6, B2=0.6)
    eye[b"second"] = write_reading(SECOND, C3=0.6, D4=0.6)
    desk, guest = visitor.open_table(), phones()
    code = visitor.open(desk).partition("Table code: <b>")[2][:6]
    guest.sit_down(code, "Eric")
    take(f"{desk}/seats/2", b"second", guest)
    page = take(f"{desk}/seats/1", b"first")
    assert "Compare these cards" in page
    assert "Eric’s shelf" not in page
    said = {"shown": "1-1 A1:CF", "shown-2": ["1-1 C3:RS", "1-2 D4:MM"]}
    visitor.send(f"{desk}/seats/1/photo/compare", said)
    with app.app_context():
        found = find_review(SeatShelf(desk.rpartition("/")[2], 2))
    assert found is not None
    assert [card.chosen for card in found[0].cards] == [None, None]


def test_a_photo_that_is_gone_meanwhile_settles_nothing(visitor, seats, take, kept):
    take(seats[0], b"first")
    take(seats[1], b"second")
    visitor.send(f"{seats[0]}/photo/drop")
    visitor.send(f"{seats[1]}/photo/compare", {"shown": "1-1 C3:RS", "shown-1": "1-2 B2:HM"})
    assert visitor.status == 200
    assert kept() == ["", SECOND, ""]


def test_a_shelf_that_was_typed_meanwhile_keeps_what_was_typed(visitor, seats, take, kept, find_kept, desk):
    take(seats[0], b"first")
    page = take(seats[1], b"second")
    assert page.count('class="compared"') == 2
    visitor.send(f"{seats[0]}/shelf", {"shelf": "Z9:CC", "version": str(find_kept(desk).find_seat(1).version)})
    visitor.send(f"{seats[1]}/photo/compare", {"shown": "1-1 C3:RS", "shown-1": "1-2 B2:HM"})
    assert kept() == ["Z9:CC", SECOND, ""]
    assert "Rita’s shelf</span>" not in visitor.open(f"{seats[1]}/photo")
