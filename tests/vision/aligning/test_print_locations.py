"""Peaks of heatmaps."""

from __future__ import annotations

import numpy as np

from companion.vision.aligning.print_locations import find_peak_near, find_peaks, locate_icons, locate_prints
from companion.vision.crops import PrintRegion
from companion.vision.networks.inference import PRINT_MAP_PX, PRINT_MAP_STRIDE
from tests.vision.made_maps import make_maps

SHAPE = (PRINT_MAP_PX[1] // PRINT_MAP_STRIDE, PRINT_MAP_PX[0] // PRINT_MAP_STRIDE)


def draw(*peaks: tuple[int, int, float]) -> np.ndarray:
    heat = np.zeros(SHAPE, np.float32)
    for row, column, value in peaks:
        heat[row, column] = value
    return heat


def test_peaks_come_highest_first_and_apart() -> None:
    found = find_peaks(draw((10, 10, 0.5), (10, 12, 0.9), (30, 10, 0.7), (40, 20, 0.1)), 0.3, 5)
    assert [round(heat, 2) for _, _, heat in found] == [0.9, 0.7]
    assert find_peaks(draw(), 0.3, 5) == []


def test_the_peak_near_a_region_outweighs_a_higher_one_far_away() -> None:
    region = PrintRegion(0.25, 0.2, 0.1, 0.1)
    heat = draw((round(0.2 * SHAPE[0]), round(0.25 * SHAPE[1]), 0.5), (50, 30, 0.9))
    assert round(find_peak_near(heat, region, 0.1)[2], 2) == 0.5
    assert find_peak_near(draw(), region, 0.1) == (0.25, 0.2, 0.0)


def test_fewer_peaks_than_icons_are_no_icons() -> None:
    assert locate_icons(draw((10, 10, 0.9)), 0.1, 2) == []
    assert len(locate_icons(draw((10, 10, 0.9), (30, 10, 0.9)), 0.1, 2)) == 2


def test_of_no_cards_nothing_is_located() -> None:
    maps = make_maps(np.zeros((0, 3, *SHAPE), np.float32), np.zeros((0, 4, *SHAPE), np.float32), np.zeros((0, 3)))
    assert locate_prints(maps, []) == []


def test_a_faint_icon_counts_where_several_cards_have_one_and_none_on_the_number() -> None:
    icons = [draw((20, 10, 0.9), (20, 20, faint)) for faint in (0.9, 0.9, 0.25)]
    icons[2][30, 10], icons[0][8, 6] = 0.25, 0.9
    heat = np.array([[draw((3, 6, 0.9)), draw((8, 6, 0.9)), one] for one in icons])
    sizes = np.full((3, 4, *SHAPE), 20.0, np.float32)
    found = locate_prints(make_maps(heat, sizes, np.zeros((3, 3), np.float32)), [0, 1, 2])
    assert [len(one.icons) for one in found] == [2, 2, 2]


def test_letter_and_number_stand_where_the_same_cards_have_both() -> None:
    """Of cards found aside some show their neighbor's print: the plainest letters and numbers are not on one card."""
    left = [[draw((5, 5, 0.9)), draw((9, 5, 0.4)), draw()]] * 3
    right = [[draw((5, 34, 0.6)), draw((9, 34, 0.9)), draw()]] * 2
    heat, sizes = np.array([*left, *right]), np.full((5, 4, *SHAPE), 20.0, np.float32)
    found = locate_prints(make_maps(heat, sizes, np.zeros((5, 3), np.float32)), [*range(5)])
    assert all(round(one.letter.x * SHAPE[1] - 0.5) == round(one.number.x * SHAPE[1] - 0.5) == 5 for one in found[:3])
