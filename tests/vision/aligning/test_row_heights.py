"""A row that was found a card's head too low is raised to where its cards show print."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.aligning.rectification import RectifiedCard
from companion.vision.aligning.rows import heights
from companion.vision.aligning.rows.heights import raise_rows
from companion.vision.crops import crop_cards
from companion.vision.geometry import BgrImage, DetectedCard, Quad, as_quad
from companion.vision.networks.inference import PRINT_MAP_PX, PRINT_MAP_STRIDE, PrintMaps
from tests.vision.made_maps import make_maps

WIDE, HIGH, GAP = 100, 140, 12
TABLE, PAPER, INK = 200, 220, 30
NAME_X, NAME_Y = 0.12, 0.1
"""Where letter and number are printed, in shares of a card's size."""
NET = PRINT_MAP_PX[1] // PRINT_MAP_STRIDE, PRINT_MAP_PX[0] // PRINT_MAP_STRIDE


def find_quad(row: float, column: int) -> Quad:
    left, top = 30 + column * (WIDE + GAP), 80 + row * (HIGH + GAP)
    return as_quad(np.array([(left, top), (left + WIDE, top), (left + WIDE, top + HIGH), (left, top + HIGH)], float))


def draw_shelf(cards: list[tuple[int, int]]) -> BgrImage:
    image = np.full((700, 700, 3), TABLE, np.uint8)
    for card in cards:
        (left, top), _, (right, bottom), _ = ((round(x), round(y)) for x, y in find_quad(*card))
        image[top:bottom, left:right] = PAPER
        x, y = round(left + NAME_X * WIDE), round(top + NAME_Y * HIGH)
        image[y - 6 : y + 7, x - 6 : x + 7] = INK
    return image


def predict_by_ink(seen: list[RectifiedCard]) -> PrintMaps:
    """Say that what has ink in its upper third is a front, with its print where the ink is."""
    heat, sides = np.zeros((len(seen), 3, *NET), np.float32), np.zeros((len(seen), 3), np.float32)
    for place, one in enumerate(seen):
        ys, xs = np.nonzero(one.crop.mean(axis=2) < 2 * INK)
        y, x = (ys.mean() / one.crop.shape[0], xs.mean() / one.crop.shape[1]) if len(ys) > 900 else (1.0, 1.0)
        sides[place] = (0, 1, 0) if y < 1 / 3 else (1, 0, 0)
        if y < 1 / 3:
            heat[place, :, int(y * NET[0]), int(x * NET[1])] = 0.9
    return make_maps(heat, np.ones((len(seen), 4, *NET), np.float32), sides)


def settle(image: BgrImage, found: dict[tuple[int, int], Quad]) -> dict[tuple[int, int], Quad]:
    """Return where cards lie in the end, by row and column; each has maps of its own crop."""
    crops = crop_cards(image, [*found.values()])
    seen = [
        RectifiedCard(row, column, DetectedCard(quad, 0.9), crop)
        for ((row, column), quad), crop in zip(found.items(), crops, strict=True)
    ]
    settled, maps = raise_rows(image, seen, predict_by_ink(seen))
    assert np.allclose(maps.heat, predict_by_ink(settled).heat)
    return {(one.row, one.column): one.card.corners_px for one in settled}


@pytest.fixture(autouse=True)
def _predict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heights, "predict_prints", predict_by_ink)


SHELF = [(row, column) for row in range(3) for column in range(4)]


@pytest.mark.parametrize("low", [0, 1])
def test_a_row_found_a_head_too_low_is_raised_to_its_print(low: int) -> None:
    found = {(row, column): find_quad(row + (0.2 if row == low else 0), column) for row, column in SHELF}
    settled = settle(draw_shelf(SHELF), found)
    assert settled.keys() == found.keys()
    assert all(np.abs(np.array(settled[card]) - find_quad(*card)).max() < 0.06 * HIGH for card in SHELF)


def test_two_rows_found_too_low_are_raised_one_after_the_other() -> None:
    found = {(row, column): find_quad(row + (0.2 if row < 2 else 0), column) for row, column in SHELF}
    settled = settle(draw_shelf(SHELF), found)
    assert all(np.abs(np.array(settled[card]) - find_quad(*card)).max() < 0.06 * HIGH for card in SHELF)


def test_what_a_raised_row_lies_on_is_no_card() -> None:
    """A light table above it passed for a row of its own."""
    found = {(0, column): find_quad(-0.8, column) for column in (1, 2)}
    found |= {(row + 1, column): find_quad(row + (0.2 if row == 0 else 0), column) for row, column in SHELF}
    settled = settle(draw_shelf(SHELF), found)
    assert settled.keys() == set(SHELF)
    assert all(np.abs(np.array(settled[card]) - find_quad(*card)).max() < 0.06 * HIGH for card in SHELF)


def test_rows_that_lie_as_they_were_found_stay() -> None:
    found = {card: find_quad(*card) for card in SHELF}
    assert settle(draw_shelf(SHELF), found) == found


def test_a_row_of_backs_stays() -> None:
    found = {card: find_quad(*card) for card in SHELF}
    assert settle(draw_shelf([card for card in SHELF if card[0] != 1]), found) == found


def test_two_cards_with_print_do_not_tell_where_it_is() -> None:
    cards = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]
    found = {(row, column): find_quad(row + (0.2 if row == 0 else 0), column) for row, column in cards}
    assert settle(draw_shelf(cards), found) == found
