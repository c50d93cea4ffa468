"""Heatmaps become cards: centers, corners, and of two on one place the more confident."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.detecting.keypoints import STRIDE, decode_heatmaps, suppress_non_maxima

ROWS, COLUMNS = 40, 60


def draw(*cards: tuple[int, int, float], half: tuple[int, int] = (5, 7)) -> np.ndarray:
    """Heatmaps of cards with their centers at row and column, the half width and height in cells."""
    maps = np.zeros((21, ROWS, COLUMNS), np.float32)
    wide, high = half
    for row, column, heat in cards:
        maps[0, row, column] = heat
        for corner, (x, y) in enumerate([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]):
            maps[1 + corner, row + y, column + x] = heat
            maps[5 + 2 * corner, row, column], maps[6 + 2 * corner, row, column] = x, y
    return maps


def make_square(left: float) -> np.ndarray:
    return np.array([(left, 0), (left + 10, 0), (left + 10, 10), (left, 10)], float)


def test_empty_heatmaps_are_no_cards() -> None:
    quads, confidences = decode_heatmaps(draw())
    assert (quads.shape, confidences.shape) == ((0, 4, 2), (0,))


def test_a_peak_becomes_a_card_with_its_corners_in_pixels() -> None:
    quads, confidences = decode_heatmaps(draw((20, 30, 0.8)))
    assert quads.tolist() == [[[102.0, 54.0], [142.0, 54.0], [142.0, 110.0], [102.0, 110.0]]]
    assert quads.mean(axis=1).tolist() == [[(30.5) * STRIDE, (20.5) * STRIDE]]
    assert confidences.tolist() == pytest.approx([0.8 * (0.4 + 0.6 * 0.8)])


def test_of_two_cards_on_one_place_the_more_confident_stays() -> None:
    assert suppress_non_maxima([make_square(0), make_square(2), make_square(20)], [0.5, 0.9, 0.4]) == [1, 2]


def test_neighbors_that_overlap_a_little_both_stay() -> None:
    assert sorted(suppress_non_maxima([make_square(0), make_square(7)], [0.5, 0.9])) == [0, 1]


def test_nothing_is_suppressed_of_nothing() -> None:
    assert suppress_non_maxima([], []) == []
