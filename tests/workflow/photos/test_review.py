"""The review of a photo: the shelf so far, what is doubtful in which order, and what people say about it."""

from __future__ import annotations

import doctest
import json

import pytest

from companion.vision.doubts import Cause, Doubt, Part
from companion.workflow.photos import review as photos
from companion.workflow.photos.joins import begin_review
from companion.workflow.photos.review import (
    ALL_FACE_DOWN,
    Review,
    format_review,
    leave_open,
    list_doubts,
    list_read_cards,
    parse_review,
    settle,
)

from .read_cards import see_card, see_shelf

SHELF = ". B4:CFS F2:CHMS / G3:HHH # K7:CCSS"


def read(**values: object) -> dict[str, object]:
    """One card of a reading as the photo reader writes it."""
    card = {"row": 0, "column": 0, "face": "up", "letter": "M", "number": 7, "of": 10, "icons": "CF"}
    confidence = {"cell": 0.99, "letter": 0.98, "number": 0.97, "icons": 0.96}
    corners = [[0, 0], [10, 0], [10, 15], [0, 15]]
    return {**card, "confidence": confidence, "candidates": [], "corners": corners, **values}


def list_cards(*cards: dict[str, object]) -> tuple[photos.PhotoCard, ...]:
    return list_read_cards({"cards": list(cards), "sure": 0.9}, photo=3)


def test_its_examples_hold():
    assert doctest.testmod(photos).failed == 0


def test_a_doubt_keeps_its_cause_through_the_review():
    doubts = [{"part": "number", "cause": "blur"}, {"part": "icons", "cause": "glare"}]
    (card,) = list_cards(read(confidence={"cell": 0.99, "letter": 0.98, "number": 0.5, "icons": 0.96}, doubts=doubts))
    # Icons are sure by their confidence: a cause alone makes nobody look.
    assert card.reasons == (Doubt(Part.NUMBER, Cause.BLUR),)
    review = Review((card,))
    assert parse_review(json.loads(json.dumps(format_review(review)))) == review


def test_a_card_of_which_neither_side_was_made_out_is_asked_for():
    unread = {"face": "unknown", "letter": None, "number": None, "of": None, "icons": None}
    (card,) = list_cards(read(**unread, confidence={"cell": 0.5}, doubts=[{"part": "cell", "cause": "side"}]))
    assert (card.text, card.doubts, card.reasons) == ("?", (Part.CELL,), (Doubt(Part.CELL, Cause.SIDE),))
    assert list_doubts(Review((card,)), "en") == (card,)


def test_readings_and_reviews_kept_before_there_were_causes_still_load():
    (card,) = list_cards(read(confidence={"cell": 0.99, "letter": 0.98, "number": 0.5, "icons": 0.96}))
    assert (card.doubts, card.reasons) == ((Part.NUMBER,), ())
    content = json.loads(json.dumps(format_review(Review((card,)))))
    for kept in content["cards"]:
        del kept["reasons"]
    assert parse_review(content) == Review((card,))


def test_a_card_read_surely_is_not_doubtful():
    (card,) = list_cards(read())
    assert (card.text, card.photo, card.doubts) == ("M7:CF", 3, ())


@pytest.mark.parametrize(
    ("values", "text", "doubts"),
    [
        ({"confidence": {"cell": 0.99, "letter": 0.98, "number": 0.7, "icons": 0.96}}, "M7:CF", (Part.NUMBER,)),
        ({"letter": None}, "?7:CF", (Part.LETTER,)),
        ({"icons": "C?"}, "M7:C?", (Part.ICONS,)),
        ({"icons": None}, "M7:?", (Part.ICONS,)),
        ({"letter": None, "number": None, "icons": "??"}, "?", (Part.LETTER, Part.NUMBER, Part.ICONS)),
        ({"face": "down", "letter": None, "number": None, "icons": None, "confidence": {"cell": 0.99}}, "#", ()),
        ({"face": "down", "letter": None, "confidence": {"cell": 0.5}}, "#", (Part.CELL,)),
    ],
)
def test_what_is_unsure_or_unread_is_doubtful(values, text, doubts):
    (card,) = list_cards(read(**values))
    assert (card.text, card.doubts) == (text, doubts)


def test_the_shelf_is_written_as_it_stands():
    assert begin_review(see_shelf(SHELF)).shelf == SHELF


def test_no_card_leaves_a_gap_and_no_empty_row_above():
    review = settle(begin_review(see_shelf("A1:CF / B2:HM . C3:RS")), (0, 0), ".")
    assert review.shelf == "B2:HM . C3:RS"
    assert settle(review, (1, 2), ".").shelf == "B2:HM"
    assert settle(settle(review, (1, 2), "."), (1, 0), ".").shelf == ""


def test_what_a_person_says_counts_and_is_no_longer_doubtful():
    review = begin_review(see_shelf("A1:CF M1:CF", M1=(Part.LETTER,)))
    assert [card.read for card in list_doubts(review, "en")] == ["M1:CF"]
    review = settle(review, (0, 1), "N1:CF")
    assert review.shelf == "A1:CF N1:CF"
    assert list_doubts(review, "en") == ()


@pytest.mark.parametrize("text", ["", "two A1:CF", "A1:XX", "A1:CF / B2:HM", "nonsense!"])
def test_what_is_no_card_is_not_kept(text):
    with pytest.raises(ValueError, match="expected one card"):
        settle(begin_review(see_shelf("A1:CF")), (0, 0), text)


def test_all_cards_of_which_neither_side_was_made_out_lie_face_down_if_somebody_says_so():
    cards = [see_card("?", column=column, doubts=(Part.CELL,)) for column in (0, 1, 3, 4)]
    review = settle(begin_review([*cards, see_card("M7:CF", column=2)]), (0, 4), "M8:CF")
    assert review.shelf == "? ? M7:CF ? M8:CF"
    told = settle(review, (0, 1), ALL_FACE_DOWN)
    assert told.shelf == "# # M7:CF # M8:CF"
    with pytest.raises(LookupError):
        settle(review, (5, 5), ALL_FACE_DOWN)


def test_nothing_is_said_of_a_place_without_a_card():
    with pytest.raises(LookupError):
        settle(begin_review(see_shelf("A1:CF")), (2, 0), "#")


def test_a_card_that_lies_there_twice_is_asked_about_however_sure():
    review = begin_review(see_shelf("A1:CF B2:HM / C3:RS A1:CF"))
    assert [card.spot for card in list_doubts(review, "en")] == [(0, 0), (1, 1)]
    review = settle(review, (1, 1), "D1:CF")
    assert list_doubts(review, "en") == ()


def test_a_doubtful_card_out_of_order_is_visited_first():
    review = begin_review(see_shelf("A1:CF B2:HM C3:RS / D4:CC B9:FF E5:MM", B2=(Part.ICONS,), B9=(Part.LETTER,)))
    assert [card.read for card in list_doubts(review, "en")] == ["B9:FF", "B2:HM"]


@pytest.mark.parametrize(
    ("text", "doubts", "left"),
    [
        ("M7:CF", (Part.NUMBER,), "M?:CF"),
        ("M7:CF", (Part.LETTER, Part.NUMBER), "??:CF"),
        ("M7:CF", (Part.LETTER, Part.NUMBER, Part.ICONS), "?"),
        ("M7:CF", (Part.CELL,), "?"),
        ("M7:CF", (), "?"),
        ("#", (Part.CELL,), "?"),
    ],
)
def test_what_is_typed_in_the_grid_keeps_what_is_sure(text, doubts, left):
    assert leave_open(see_card(text, doubts=doubts)) == left


def test_a_review_is_kept_as_it_is():
    cards = see_shelf(SHELF, B4=(Part.ICONS, Part.CELL))
    review = Review(cards, (see_card("A1:CF", candidates=("A2:CF",), chosen="A2:CF"),), is_accepted=True)
    assert parse_review(json.loads(json.dumps(format_review(review)))) == review
