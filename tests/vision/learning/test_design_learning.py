"""What several lessons together make of a printing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.designs.card_design import CATEGORIES
from companion.vision.learning.design_learning import learn_design
from companion.vision.learning.lessons import Lesson, choose_cards, describe_cards
from companion.workflow.decks.game_rules import EX_LIBRIS

from ..made_photos import confirm_cards, take_photo


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return describe_cards(confirm_cards(take_photo(13, 3)), EX_LIBRIS)


def dim(lesson: Lesson, share: float) -> Lesson:
    """The lesson with a share of its colors' differences left."""
    middle = lesson.patches.mean(axis=(0, 1, 2, 3))
    return replace(lesson, patches=np.asarray(middle + share * (lesson.patches - middle), np.float32))


@pytest.mark.parametrize(("share", "counts"), [(0.2, False), (0.6, True)])
def test_a_dim_lesson_does_not_count_beside_a_bright_one(lesson: Lesson, share: float, counts: bool) -> None:
    alone = learn_design("alone", [lesson], EX_LIBRIS)
    both = learn_design("both", [dim(lesson, share), lesson], EX_LIBRIS)
    assert np.array_equal(both.icon_patches, alone.icon_patches) != counts


def test_a_dim_lesson_counts_where_no_other_has_a_category(lesson: Lesson) -> None:
    bright = choose_cards(lesson, [CATEGORIES[0] not in icons for _, _, icons in lesson.cards])
    assert not learn_design("alone", [bright], EX_LIBRIS).seen.all()
    assert learn_design("both", [dim(lesson, 0.2), bright], EX_LIBRIS).seen.all()
