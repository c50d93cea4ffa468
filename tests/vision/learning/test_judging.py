"""Lessons are judged by earlier ones: a good one takes nothing from them, a wrong one does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.learning.icons.icon_codes import add_codes
from companion.vision.learning.judging import Judgement, judge_lesson
from companion.vision.learning.lessons import Lesson, describe_cards
from companion.workflow.decks.game_rules import EX_LIBRIS

from ..made_photos import confirm_cards, take_photo

FACE = 17
EARLIER, LATER = 13, 14
NO_PICTURES = Judgement(0, 0, 0, ())


def describe(seed: int) -> Lesson:
    return describe_cards(confirm_cards(take_photo(seed, FACE)), EX_LIBRIS)


@pytest.fixture(scope="module")
def earlier() -> Lesson:
    return describe(EARLIER)


@pytest.fixture(scope="module")
def later() -> Lesson:
    return describe(LATER)


def exchange(lesson: Lesson, codes: str, others: str) -> Lesson:
    """Return a lesson that was confirmed with other categories."""
    table = str.maketrans(codes, others)
    return replace(
        lesson, cards=tuple((letter, number, icons.translate(table)) for letter, number, icons in lesson.cards)
    )


def test_a_second_photo_of_the_same_printing_takes_nothing_from_the_first(earlier: Lesson, later: Lesson) -> None:
    found = judge_lesson([earlier], later, EX_LIBRIS)
    assert found.judged == len(earlier.cards)
    assert found.good_without >= 0.9 * found.judged
    assert not found.is_worse


def test_a_lesson_with_exchanged_categories_makes_earlier_cards_worse(earlier: Lesson, later: Lesson) -> None:
    """The one with more cards is believed."""
    found = judge_lesson([later], exchange(earlier, "CFHMRS", "FCMHSR"), EX_LIBRIS)
    assert found.is_worse
    assert set(found.lost) <= {(letter, number) for letter, number, _ in later.cards}
    assert len(found.lost) >= found.good_without - found.good_with


def test_a_smaller_lesson_with_exchanged_categories_takes_nothing_from_a_larger_one(
    earlier: Lesson, later: Lesson
) -> None:
    found = judge_lesson([earlier], exchange(later, "CFHMRS", "FCMHSR"), EX_LIBRIS)
    assert found.good_with == found.good_without
    assert not found.lost


def test_a_deck_without_lessons_has_nothing_to_lose(later: Lesson) -> None:
    assert judge_lesson([], later, EX_LIBRIS) == NO_PICTURES


def test_lessons_without_pictures_are_not_judged(earlier: Lesson, later: Lesson) -> None:
    coded = add_codes(earlier, EX_LIBRIS)
    cards = len(coded.cards)
    coded = replace(
        coded,
        patches=np.zeros((cards, 0, *coded.patches.shape[2:]), np.float32),
        descriptors=np.zeros((cards, 0, *coded.descriptors.shape[2:]), np.float32),
        letter_chances=np.zeros((cards, 0), np.float32),
        is_whole=False,
    )
    assert judge_lesson([coded], exchange(later, "CFHMRS", "FCMHSR"), EX_LIBRIS) == NO_PICTURES


@pytest.mark.parametrize(
    ("without", "with_it", "is_worse"),
    [(12, 12, False), (12, 13, False), (12, 11, False), (12, 10, True), (100, 95, False), (100, 94, True)],
)
def test_so_many_cards_less_are_worse(without: int, with_it: int, is_worse: bool) -> None:
    assert Judgement(100, without, with_it, ()).is_worse is is_worse


@pytest.mark.parametrize(("gained", "is_worse"), [(-1, True), (0, True), (7, True), (8, False)])
def test_a_lesson_that_brings_twice_what_it_takes_is_not_worse(gained: int, is_worse: bool) -> None:
    assert Judgement(100, 40, 36, (), gained).is_worse is is_worse


def test_a_lesson_brings_its_own_cards_and_is_asked_about_where_it_takes_as_many(
    earlier: Lesson, later: Lesson
) -> None:
    found = judge_lesson([exchange(later, "CFHMRS", "FCMHSR")], earlier, EX_LIBRIS)
    assert found.gained >= 0.9 * len(earlier.cards)
    assert found.good_without - found.good_with >= 0.9 * len(later.cards)
    assert found.is_worse
