"""Lessons are brought to the colors of one of them where that brings their icons nearer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.designs.card_design import CardDesign
from companion.vision.learning.design_learning import learn_design
from companion.vision.learning.icons import lesson_colors
from companion.vision.learning.icons.icon_places import join_places
from companion.vision.learning.icons.lesson_colors import tint_lesson
from companion.vision.learning.lessons import Lesson, describe_cards
from companion.workflow.decks.game_rules import EX_LIBRIS

from ..made_photos import confirm_cards, take_photo

SEED, FACE = 13, 17
PALE = np.array([[0.5, 0, 0, 0.3], [0, 0.5, 0, 0.3], [0, 0, 0.5, 0.3]], np.float32)


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return describe_cards(confirm_cards(take_photo(SEED, FACE)), EX_LIBRIS)


@pytest.fixture(scope="module")
def design(lesson: Lesson) -> CardDesign:
    return learn_design("learned", [lesson], EX_LIBRIS)


def tint(
    lesson: Lesson, design: CardDesign, told: np.ndarray | None, monkeypatch: pytest.MonkeyPatch
) -> tuple[np.ndarray, np.ndarray]:
    """Return the patches of a lesson before and after, for what is told of how its photo changes colors."""
    monkeypatch.setattr(lesson_colors, "estimate_color_transform", lambda *_: None)
    every = join_places(design.icon_places)
    before = tint_lesson(lesson, design, every, EX_LIBRIS).patches
    monkeypatch.setattr(lesson_colors, "estimate_color_transform", lambda *_: told)
    return before, tint_lesson(lesson, design, every, EX_LIBRIS).patches


def test_a_pale_photo_gets_the_colors_of_the_design(
    lesson: Lesson, design: CardDesign, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = tint(lesson, design, PALE, monkeypatch)
    assert after.std(axis=(0, 1, 2, 3)).sum() > 1.3 * before.std(axis=(0, 1, 2, 3)).sum()


def test_colors_stay_where_they_cannot_be_had_from_the_photo(
    lesson: Lesson, design: CardDesign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What makes all colors alike cannot be undone."""
    gray = np.array([[0.34, 0.33, 0.33, 0.3], [0.33, 0.34, 0.33, 0.3], [0.33, 0.33, 0.34, 0.3]], np.float32)
    before, after = tint(lesson, design, gray, monkeypatch)
    assert np.array_equal(before, after)


def test_a_lesson_whose_icons_are_nowhere_stays_as_it_is(
    lesson: Lesson, design: CardDesign, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = replace(lesson, cards=tuple((letter, number, "") for letter, number, _ in lesson.cards))
    before, after = tint(bare, design, PALE, monkeypatch)
    assert np.array_equal(before, after)
