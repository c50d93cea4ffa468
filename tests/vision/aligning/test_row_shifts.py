"""Cards that were all found aside are noticed by what their rows begin and end with."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.aligning.rectification import RectifiedCard
from companion.vision.aligning.rows.shifts import measure_shift
from companion.vision.crops import crop_cards
from companion.vision.geometry import BgrImage, DetectedCard, Quad, as_quad, move_quad

WIDE, HIGH = 100, 140
ROWS, COLUMNS = 2, 6
BAND = 28
TILT = np.array([(1.0, 0.06, 160.0), (-0.04, 1.0, 90.0), (0.0001, 0.0002, 1.0)])
"""How the table is seen, from its plane to the photo."""
FAINT = 1 / 32
"""A column of the copy in which ends are compared."""


def find_quad(row: int, column: int) -> Quad:
    left, top = column * WIDE, row * (HIGH + 10)
    flat = np.array([(left, top), (left + WIDE, top), (left + WIDE, top + HIGH), (left, top + HIGH)], float)
    return as_quad(cv2.perspectiveTransform(flat[None], TILT)[0])


def draw_shelf(dice: np.random.Generator) -> BgrImage:
    """Draw cards with pictures of their own, each with the same band down its right side, on a grainy table."""
    image = dice.normal(150, 12, (500, 1000, 3)).clip(0, 255).astype(np.uint8)
    for row in range(ROWS):
        for column in range(COLUMNS):
            card = np.full((HIGH, WIDE, 3), (40, 60, 50), np.uint8)
            for left in range(6, WIDE - BAND - 8, 14):
                top = int(dice.integers(20, 70))
                card[top : HIGH - 6, left : left + 12] = dice.integers(30, 110, 3)
            card[:, WIDE - BAND :] = (150, 60, 170)
            corners = np.array([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)], np.float32)
            way = cv2.getPerspectiveTransform(corners, np.array(find_quad(row, column), np.float32))
            there = cv2.warpPerspective(np.full((HIGH, WIDE), 255, np.uint8), way, (1000, 500)) == 255
            image[there] = cv2.warpPerspective(card, way, (1000, 500))[there]
    return image


def see(image: BgrImage, across: float, columns: int = COLUMNS) -> list[RectifiedCard]:
    """Return the cards as if all had been found aside by a share of their width."""
    places = [(row, column) for row in range(ROWS) for column in range(columns)]
    quads = [move_quad(find_quad(*place), 0, across) for place in places]
    return [
        RectifiedCard(*place, DetectedCard(quad, 0.9), crop)
        for place, quad, crop in zip(places, quads, crop_cards(image, quads), strict=True)
    ]


def find_right(image: BgrImage, seen: list[RectifiedCard]) -> float:
    """Return how far cards lie to the right of where they were found, all of which are some."""
    shift = measure_shift(image, seen)
    assert shift is None or not shift.extra
    return shift.right if shift else 0.0


@pytest.fixture(scope="module")
def shelf() -> BgrImage:
    return draw_shelf(np.random.default_rng(7))


@pytest.mark.parametrize("aside", [-0.45, -0.28, 0.28, 0.45])
def test_cards_that_were_found_aside_lie_as_far_to_the_other_side(shelf, aside):
    assert find_right(shelf, see(shelf, aside)) == pytest.approx(-aside, abs=2 * FAINT)


@pytest.mark.parametrize("aside", [-0.05, 0.0, 0.05])
def test_cards_that_were_found_where_they_lie_stay_there(shelf, aside):
    assert find_right(shelf, see(shelf, aside)) == 0


def test_too_few_cards_tell_nothing(shelf):
    assert find_right(shelf, see(shelf, 0.28, columns=3)) == 0
    assert find_right(shelf, []) == 0


def test_a_hole_leaves_too_few_side_by_side(shelf):
    assert find_right(shelf, [one for one in see(shelf, 0.28) if one.column != 3]) == 0


def test_a_band_that_was_found_as_a_card_of_its_own_is_none(shelf):
    seen = see(shelf, -0.28)
    (beyond,) = (one for one in see(shelf, -0.28, columns=COLUMNS + 1) if (one.row, one.column) == (1, COLUMNS))
    shift = measure_shift(shelf, [*seen, beyond])
    assert shift is not None
    assert shift.right == pytest.approx(0.28, abs=2 * FAINT)
    assert shift.extra == (beyond,)


def test_one_row_under_glare_does_not_hide_what_the_other_shows(shelf):
    bright = shelf.copy()
    for column in (-1, 0, COLUMNS - 1):
        left, top, wide, high = cv2.boundingRect(np.array(find_quad(1, column), np.float32))
        bright[top : top + high, max(0, left) : left + wide] = 255
    assert find_right(bright, see(bright, -0.28)) == pytest.approx(0.28, abs=2 * FAINT)


def test_what_lies_outside_of_the_picture_is_no_reason_to_move_there(shelf):
    """A card that the edge cuts looks odd, too."""
    left = int(find_quad(0, 0)[0][0])
    cut = np.ascontiguousarray(shelf[:, left + WIDE // 4 :])
    moved = [
        RectifiedCard(one.row, one.column, DetectedCard(quad, 0.9), crop)
        for one in see(shelf, 0.0)
        for quad in [as_quad(np.array(one.card.corners_px) - (left + WIDE // 4, 0))]
        for crop in crop_cards(cut, [quad])
    ]
    assert find_right(cut, moved) == 0


def test_an_end_that_is_like_no_card_at_all_says_nothing(shelf):
    """A back, or an arm, at an end of a row is no strip of table."""
    hidden = shelf.copy()
    for row in range(ROWS):
        cv2.fillConvexPoly(hidden, np.array(find_quad(row, 0), np.int32), (90, 90, 210))
    assert find_right(hidden, see(hidden, 0.0)) == 0


def test_a_row_that_begins_as_cards_do_contradicts_another(shelf):
    seen = see(shelf, -0.28)
    where = {(one.row, one.column): one for one in see(shelf, 0.0)}
    assert find_right(shelf, [one if one.row else where[one.row, one.column] for one in seen]) == 0
