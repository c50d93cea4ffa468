"""The cards of a photo that are compared side by side."""

from __future__ import annotations

import json

import pytest

from .readings import AS_JSON, write_reading

SHELF = "A1:CF B2:HM C3:RS / D4:MM E5:CH #"
SHOWN = ["1-1 A1:CF", "1-3 C3:RS", "2-1 D4:MM"]


@pytest.fixture
def page(eye, seat, take) -> str:
    """The review of a photo with three cards that were read, though not for sure."""
    eye[b"doubtful"] = write_reading(SHELF, A1=0.6, C3=0.6, D4=0.6)
    return take(seat, b"doubtful")


def test_one_answer_settles_all_that_are_right(page, visitor, seat, find_kept):
    assert "Compare these cards" in page
    assert page.count('class="compared"') == 3
    assert 'value="1-3 C3:RS"' in page
    page = visitor.send(f"{seat}/photo/compare", {"shown": SHOWN})
    assert visitor.address == f"{seat}/shelf"
    assert "6 cards filled in from the photo." in page
    assert find_kept(seat.rpartition("/seats/")[0]).find_seat(1).shelf == SHELF


def test_what_is_marked_is_asked_about_next_without_what_was_wrong(page, visitor, seat):
    page = visitor.send(f"{seat}/photo/compare", {"shown": SHOWN, "wrong": ["1-3"]})
    assert ">Row 1, place 3" in page
    assert "That was wrong. What is on the card?" in page
    assert "1 place to look at" in page
    assert 'name="card" value="C7:RS"' in page
    assert 'name="card" value="C3:RS"' not in page


def test_what_else_it_may_be_settles_a_card_at_once(page, visitor, seat, find_kept):
    assert page.count('name="other"') == 3
    assert 'name="other" value="1-3 C7:RS"' in page
    visitor.send(f"{seat}/photo/compare", {"shown": SHOWN, "other": ["1-3 C7:RS", "x", "1-1"], "wrong": []})
    assert visitor.address == f"{seat}/photo", "nothing that was not offered is taken"
    page = visitor.send(f"{seat}/photo/compare", {"shown": SHOWN, "other": ["1-1 A7:CF"]})
    assert find_kept(seat.rpartition("/seats/")[0]).find_seat(1).shelf == SHELF.replace("C3", "C7").replace("A1", "A7")


def test_a_script_is_given_what_comes_next(page, visitor, seat):
    answer = json.loads(visitor.send(f"{seat}/photo/compare", {"shown": SHOWN, "wrong": ["2-1"]}, **AS_JSON))
    assert "Row 2, place 1" in answer["html"]
    assert "Compare these cards" not in answer["html"]


@pytest.mark.parametrize("shown", [[], ["1-1 A2:CF"], ["9-9 A1:CF"], ["here A1:CF"], ["1-1"], ["1-2 B2:HM"], [""]])
def test_what_was_not_shown_settles_nothing(page, visitor, seat, shown):
    page = visitor.send(f"{seat}/photo/compare", {"shown": shown, "wrong": ["1-1", "x"]})
    assert visitor.status == 200
    assert "3 places to look at" in page
    assert "Compare these cards" in page


def test_cards_can_be_looked_at_one_after_the_other_instead(page, visitor, seat):
    page = visitor.open(f"{seat}/photo?place=1-1")
    assert "Compare these cards" not in page
    assert "1 of 3" in page
    assert ">Row 1, place 3" in visitor.send(f"{seat}/photo/place", {"place": "1-1", "card": "A1:CF"})


def test_whoever_may_not_enter_the_shelf_settles_nothing(page, visitor, seat, app):
    stranger = type(visitor)(app.test_client())
    stranger.send(f"{seat}/photo/compare", {"shown": SHOWN})
    assert stranger.status in {302, 403, 404}
    assert "3 places to look at" in visitor.open(f"{seat}/photo")
