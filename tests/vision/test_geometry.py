"""Quadrilaterals and warps."""

from __future__ import annotations

import doctest

import numpy as np
import pytest

from companion.vision import crops, geometry
from companion.vision.crops import CROP_PX, crop_cards, crop_region
from companion.vision.geometry import Quad, map_card, measure_max_distance, measure_width, turn_quad, warp_quad

QUAD: Quad = ((10.0, 20.0), (40.0, 20.0), (40.0, 62.0), (10.0, 62.0))


def test_their_examples_hold() -> None:
    assert doctest.testmod(geometry).failed == 0
    assert doctest.testmod(crops).failed == 0


def test_four_quarter_turns_are_none() -> None:
    assert turn_quad(QUAD, 4, (100, 80)) == QUAD


def test_width_and_distance() -> None:
    assert measure_width(QUAD) == 30
    assert measure_max_distance((0.0, 0.0), (3.0, -4.0)) == 4


def test_the_homography_of_a_card_brings_its_corners_to_those_of_its_crop() -> None:
    corners = np.column_stack([np.array(QUAD), np.ones(4)]) @ map_card(QUAD, (30, 42)).T
    assert corners[:, :2] / corners[:, 2:] == pytest.approx(np.array([(0, 0), (30, 0), (30, 42), (0, 42)]) - 0.5)


def test_a_warp_shows_the_card_and_nothing_else() -> None:
    image = np.zeros((80, 100, 3), np.uint8)
    image[22:61, 12:39] = 200
    crop = warp_quad(image, QUAD, (30, 42))
    assert crop.shape == (42, 30, 3)
    assert (crop[4:-4, 4:-4] == 200).all()


def test_cards_are_cropped_to_one_size_and_regions_to_the_size_asked_for() -> None:
    image = np.full((80, 100, 3), 90, np.uint8)
    assert crop_cards(image, []) == []
    (crop,) = crop_cards(image, [QUAD])
    assert crop.shape == (CROP_PX[1], CROP_PX[0], 3)
    assert crop_region(crop[..., 0], 0.5, 0.5, 64.0, (32, 16)).shape == (16, 32)
