"""Finding the cards of a pile, what they hide of each other, and telling piles from shelves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.aligning.piles.hidden_parts import find_hidden
from companion.vision.aligning.piles.pile import Pile, find_pile
from companion.vision.aligning.piles.pile_or_shelf import is_splayed
from companion.vision.aligning.rectification import RectifiedCard
from companion.vision.crops import CROP_PX
from companion.vision.designs.card_design import load_design
from companion.vision.geometry import DetectedCard
from companion.workflow.decks.game_rules import EX_LIBRIS
from tests.vision.made_maps import make_maps
from tools.scenes.arranging import arrange_icons
from tools.scenes.faces import random_face
from tools.scenes.photos import make_photo


def lay_card(row: int, column: int, left: float, top: float) -> RectifiedCard:
    corners = ((left, top), (left + 100, top), (left + 100, top + 140), (left, top + 140))
    return RectifiedCard(row, column, DetectedCard(corners, 0.9), np.zeros((CROP_PX[1], CROP_PX[0], 3), np.uint8))


def test_a_card_that_reaches_into_the_next_column_hides_that_part() -> None:
    first, second = lay_card(0, 0, 0, 0), lay_card(0, 1, 80, 0)
    masks = find_hidden([first, second])
    assert masks[0] is not None
    covered = masks[0][CROP_PX[1] // 2] > 0
    assert 0.7 < np.argmax(covered) / CROP_PX[0] < 0.8
    assert covered[-1]


def test_cards_of_one_column_lie_on_each_other_by_design() -> None:
    assert find_hidden([lay_card(0, 0, 0, 0), lay_card(1, 0, 0, 40)]) == (None, None)


def test_columns_far_apart_hide_nothing() -> None:
    assert find_hidden([lay_card(0, 0, 0, 0), lay_card(0, 1, 130, 0)]) == (None, None)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ([(0, 0, 0, 0), (0, 1, 110, 5), (0, 2, 220, 0)], False),
        ([(0, 0, 0, 0), (1, 0, 0, 150), (0, 1, 110, 0), (1, 1, 110, 150)], False),
        ([(0, 0, 0, 0), (1, 0, 0, 35), (0, 1, 110, 0), (1, 1, 110, 35)], True),
        ([(0, 0, 0, 0), (0, 1, 110, 0), (0, 2, 220, 0), (1, 2, 220, 35)], True),
        ([(0, 0, 0, 0), (0, 1, 110, 0)], True),
    ],
)
def test_cards_that_cover_nothing_are_a_shelf_unless_they_are_very_few(
    cards: list[tuple[int, int, float, float]], expected: bool
) -> None:
    maps = make_maps(*(np.zeros((len(cards), 1), np.float32),) * 3)
    assert is_splayed(Pile(tuple(lay_card(*card) for card in cards), maps, 1.0)) is expected


def test_a_printing_that_has_icons_at_the_foot_of_its_cards_cannot_be_splayed_further() -> None:
    whole = [(0, 0, 0, 0), (1, 0, 0, 150), (0, 1, 110, 0), (1, 1, 110, 150)]
    maps = make_maps(*(np.zeros((len(whole), 1), np.float32),) * 3)
    pile = Pile(tuple(lay_card(*card) for card in whole), maps, 1.0)
    at_foot = replace(load_design("default"), icon_places=(((0.3, 0.9), (0.5, 0.9)),) * 3)
    assert is_splayed(pile, at_foot)
    assert not is_splayed(pile, load_design("default"))


def test_cards_that_cover_only_the_foot_of_others_are_found_as_they_lie() -> None:
    # Icons down a side leave most of each card in sight: all of them are detected, cut short by the next.
    photo = make_photo(arrange_icons(random_face(4_360_006), "centered"), 2, size=(2400, 1800), splay=True)
    laid = [np.array(card["corners"]) for card in photo.truth["cards"]]
    pile = find_pile(photo.image, None, EX_LIBRIS)
    assert pile is not None
    assert [(one.row, one.column) for one in pile.seen] == [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1)]
    for one, corners in zip(pile.seen, laid, strict=True):
        width = np.linalg.norm(corners[1] - corners[0])
        assert np.abs(np.array(one.card.corners_px) - corners).max() < 0.1 * width
