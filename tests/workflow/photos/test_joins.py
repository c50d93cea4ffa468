"""Several photos of one shelf: halves that overlap or not, and parts that are photographed again."""

from __future__ import annotations

import doctest

import pytest

from companion.vision.doubts import Part
from companion.workflow.photos import joins as photo_joins
from companion.workflow.photos.joins import (
    PartError,
    Side,
    add_cards,
    begin_review,
    place_waiting,
    replace_card,
    replace_row,
)
from companion.workflow.photos.review import settle

from .read_cards import see_card, see_shelf

LEFT = begin_review(see_shelf("A1:CF B2:HM C3:RS / D4:CC # E5:MM"))
RIGHT = see_shelf("C3:RS F1:CC / E5:MM G1:FF H1:SS", photo=2)


def test_its_examples_hold():
    assert doctest.testmod(photo_joins).failed == 0


def test_two_halves_are_joined_by_the_cards_that_both_show():
    review = add_cards(LEFT, RIGHT)
    assert review.shelf == "A1:CF B2:HM C3:RS F1:CC / D4:CC # E5:MM G1:FF H1:SS"
    assert review.photos == {1, 2}
    assert review.waiting == ()


def test_the_left_half_may_come_second():
    review = add_cards(begin_review(RIGHT), LEFT.cards)
    assert review.shelf == "A1:CF B2:HM C3:RS F1:CC / D4:CC # E5:MM G1:FF H1:SS"


def test_a_photo_of_the_lower_rows_is_joined_below():
    review = add_cards(LEFT, see_shelf("D4:CC # E5:MM / K1:CF L2:HM", photo=2))
    assert review.shelf == "A1:CF B2:HM C3:RS / D4:CC # E5:MM / K1:CF L2:HM"


@pytest.mark.parametrize(
    ("side", "shelf"),
    [
        (Side.RIGHT, "A1:CF B2:HM C3:RS X1:CF Y1:HM / D4:CC # E5:MM"),
        (Side.LEFT, "X1:CF Y1:HM A1:CF B2:HM C3:RS / . . D4:CC # E5:MM"),
        (Side.ABOVE, "X1:CF Y1:HM / A1:CF B2:HM C3:RS / D4:CC # E5:MM"),
        (Side.BELOW, "A1:CF B2:HM C3:RS / D4:CC # E5:MM / X1:CF Y1:HM"),
    ],
)
def test_a_photo_without_a_common_card_waits_until_somebody_says_where_it_belongs(side, shelf):
    review = add_cards(LEFT, see_shelf("X1:CF Y1:HM", photo=2))
    assert len(review.waiting) == 2
    assert review.shelf == LEFT.shelf
    assert review.photos == {1, 2}
    assert place_waiting(review, side).shelf == shelf
    assert place_waiting(review, side).waiting == ()


def test_one_equal_card_among_many_contradictions_joins_nothing():
    review = add_cards(LEFT, see_shelf("A1:CF X1:CF Y1:HM / Z1:CC V1:CC W1:CC", photo=2))
    assert review.waiting


def test_a_card_read_alike_twice_is_doubtful_only_where_both_readings_are():
    known = begin_review(see_shelf("A1:CF B2:HM", B2=(Part.ICONS, Part.NUMBER)))
    review = add_cards(known, see_shelf("B2:HM C3:RS", photo=2, B2=(Part.NUMBER,)))
    assert review.find_card((0, 1)).doubts == (Part.NUMBER,)


def test_a_sure_reading_of_a_card_counts_more_than_a_doubtful_one():
    known = begin_review(see_shelf("A1:CF B2:HM", B2=(Part.ICONS,)))
    review = add_cards(known, see_shelf("A1:CF B2:HMM", photo=2))
    assert review.shelf == "A1:CF B2:HMM"
    assert not review.find_card((0, 1)).is_doubtful


def test_two_sure_readings_that_differ_are_asked_about():
    review = add_cards(begin_review(see_shelf("A1:CF B2:HM C3:RS")), see_shelf("A1:CF B9:HM C3:RS", photo=2))
    card = review.find_card((0, 1))
    assert (card.read, card.candidates, card.doubts) == ("B2:HM", ("B9:HM",), (Part.NUMBER,))


def test_what_a_person_said_outlives_a_further_photo():
    known = settle(begin_review(see_shelf("A1:CF B2:HM")), (0, 1), "B3:HM")
    assert add_cards(known, see_shelf("A1:CF B2:HM C3:RS", photo=2)).shelf == "A1:CF B3:HM C3:RS"


def test_a_photo_of_one_card_replaces_it():
    review = replace_card(LEFT, (1, 1), (see_card("K1:SS", photo=2),))
    assert review.shelf == "A1:CF B2:HM C3:RS / D4:CC K1:SS E5:MM"
    assert review.find_card((1, 1)).photo == 2


def test_a_photo_of_a_card_may_show_its_neighbors():
    review = replace_card(LEFT, (1, 1), see_shelf("D4:CC K1:SS E5:MM", photo=2))
    assert review.shelf == "A1:CF B2:HM C3:RS / D4:CC K1:SS E5:MM"
    assert {card.photo for card in review.cards if card.spot != (1, 1)} == {1}


@pytest.mark.parametrize("seen", ["X1:CF Y1:HM", "A1:CF B2:HM"])
def test_a_photo_of_other_cards_replaces_none(seen):
    with pytest.raises(PartError):
        replace_card(LEFT, (1, 1), see_shelf(seen, photo=2))


def test_a_photo_of_a_row_replaces_that_row():
    review = replace_row(LEFT, 1, see_shelf("D4:CC K1:SS E5:MM L1:CC", photo=2))
    assert review.shelf == "A1:CF B2:HM C3:RS / D4:CC K1:SS E5:MM L1:CC"


def test_a_row_of_which_nothing_was_known_begins_where_it_began():
    known = begin_review(see_shelf("A1:CF B2:HM C3:RS / . # #"))
    assert replace_row(known, 1, see_shelf("D4:CC E5:MM", photo=2)).shelf == "A1:CF B2:HM C3:RS / . D4:CC E5:MM"


def test_of_several_rows_in_a_photo_the_one_that_is_known_is_taken():
    review = replace_row(LEFT, 1, see_shelf("A1:CF B2:FF C3:RS / D4:CC K1:SS E5:MM", photo=2))
    assert review.shelf == "A1:CF B2:HM C3:RS / D4:CC K1:SS E5:MM"


def test_several_unknown_rows_replace_none():
    with pytest.raises(PartError):
        replace_row(LEFT, 1, see_shelf("X1:CF / Y1:HM", photo=2))


def test_what_a_person_said_outlives_a_new_photo_of_the_row():
    known = settle(LEFT, (1, 1), "K9:SS")
    assert replace_row(known, 1, see_shelf("D4:CC # E5:MM", photo=2)).shelf.endswith("D4:CC K9:SS E5:MM")
