"""The review as drawn: outlines over the photo, the current card, and what it may be."""

from __future__ import annotations

import doctest

import pytest

from companion.store.photos.queries import KeptPhoto
from companion.vision.doubts import Part
from companion.workflow.photos import views as photo_views
from companion.workflow.photos.joins import begin_review, replace_card
from companion.workflow.photos.outlines import State, parse_spot
from companion.workflow.photos.review import Review, list_doubts, settle
from companion.workflow.photos.views import find_next_doubt, view_review

from .read_cards import see_card, see_shelf

PHOTOS = (KeptPhoto(1, 1600, 1200, {}), KeptPhoto(2, 800, 600, {}))
REVIEW = begin_review(see_shelf("A1:CF B2:HM / # C3:RS", B2=(Part.NUMBER,), C3=(Part.ICONS,)))


def test_its_examples_hold():
    assert doctest.testmod(photo_views).failed == 0


def test_every_card_is_outlined_by_how_sure_it_is():
    outlines = view_review(settle(REVIEW, (1, 1), "C3:RR"), PHOTOS, "en", None).photo.outlines
    assert {outline.key: outline.state for outline in outlines} == {
        "1-1": State.SURE,
        "1-2": State.DOUBTFUL,
        "2-1": State.SURE,
        "2-2": State.SETTLED,
    }


def test_the_first_doubtful_card_is_in_question_unless_another_was_tapped():
    view = view_review(REVIEW, PHOTOS, "en", None)
    assert view.place is not None
    assert (view.place.outline.key, view.place.index, view.doubts) == ("1-2", 1, ("1-2", "2-2"))
    tapped = view_review(REVIEW, PHOTOS, "en", (0, 0))
    assert tapped.place is not None
    assert (tapped.place.outline.key, tapped.place.index, tapped.place.after) == ("1-1", 0, "1-2")


def test_what_was_read_is_offered_before_what_it_may_be_instead():
    card = see_card("M7:CF", doubts=(Part.NUMBER,), candidates=("M1:CF", "M?:CF", "W7:CFF"))
    place = view_review(begin_review([card]), PHOTOS, "en", None).place
    assert place is not None
    assert [choice.text for choice in place.choices] == ["M7:CF", "M1:CF", "W7:CFF"]
    assert [set(choice.differs) for choice in place.choices] == [set(), {Part.NUMBER}, {Part.LETTER, Part.ICONS}]
    assert (place.leaves, place.can_be_back) == ("M?:CF", True)


def test_a_card_that_could_not_be_read_offers_only_what_it_may_be():
    card = see_card("?", doubts=(Part.LETTER, Part.NUMBER, Part.ICONS), candidates=("M1:CF",))
    place = view_review(begin_review([card]), PHOTOS, "en", None).place
    assert place is not None
    assert [choice.text for choice in place.choices] == ["M1:CF"]


@pytest.mark.parametrize("read", ["?", "#"])
def test_cards_that_may_lie_face_down_are_offered_as_backs_at_once(read: str):
    cards = [see_card(text, column=column, doubts=(Part.CELL,)) for column, text in ((0, read), (1, "?"), (3, read))]
    review = begin_review([*cards, see_card("M7:CF", column=2), see_card("#", column=4)])
    place = view_review(review, PHOTOS, "en", None).place
    assert place is not None
    assert place.without_print == 3
    told = view_review(settle(review, (0, 3), "M8:CF"), PHOTOS, "en", (0, 0)).place
    assert told is not None
    assert told.without_print == 2
    sure = view_review(review, PHOTOS, "en", (0, 2)).place
    assert sure is not None
    assert sure.without_print == 0


def test_a_finger_finds_every_card():
    photo = view_review(REVIEW, PHOTOS, "en", None).photo
    _, _, width, _ = map(float, photo.view_box.split())
    assert 100 * photo.width_px / width >= 44


def test_the_photo_of_the_card_in_question_is_shown():
    review = replace_card(REVIEW, (0, 1), (see_card("B3:HM", photo=2),))
    view = view_review(review, PHOTOS, "en", (0, 1))
    assert (view.photo.number, view.numbers) == (2, (1, 2))
    assert [outline.key for outline in view.photo.outlines] == ["1-2"]
    assert view_review(review, PHOTOS, "en", None, number=1).photo.number == 1


def test_a_review_that_was_taken_over_asks_nothing():
    assert view_review(Review(REVIEW.cards, is_accepted=True), PHOTOS, "en", None).place is None


def test_after_an_answer_the_next_doubtful_card_is_visited_and_then_the_skipped_ones():
    before = list_doubts(REVIEW, "en")
    after = list_doubts(settle(REVIEW, (0, 1), "B3:HM"), "en")
    assert find_next_doubt(before, after, (0, 1)) == (1, 1)
    skipped = list_doubts(settle(REVIEW, (1, 1), "C3:RS"), "en")
    assert find_next_doubt(before, skipped, (1, 1)) == (0, 1)
    assert find_next_doubt(before, (), (0, 1)) is None


def test_only_a_place_is_read_as_one():
    assert parse_spot("2-13") == (1, 12)
    assert [parse_spot(key) for key in ("", "2", "a-b", "1-9999", "²-1")] == [None] * 5
