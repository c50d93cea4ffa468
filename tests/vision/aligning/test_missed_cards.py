"""Cards that detection missed are found where the others of their row leave a hole."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.aligning.rectification import RectifiedCard
from companion.vision.aligning.rows import missed_cards
from companion.vision.aligning.rows.missed_cards import add_missed_cards
from companion.vision.crops import crop_cards
from companion.vision.geometry import BgrImage, DetectedCard, Quad, as_quad
from companion.vision.networks.inference import PRINT_MAP_PX, PRINT_MAP_STRIDE, PrintMaps
from tests.vision.made_maps import make_maps

WIDE, HIGH, GAP = 100, 140, 12
TABLE, CARD = 40, 220
TILT = np.array([(1.0, 0.06, 30.0), (-0.04, 1.0, 90.0), (0.0001, 0.0002, 1.0)])
"""How the table is seen, from its plane to the photo."""


def find_quad(column: float, row: float = 0.0) -> Quad:
    left, top = column * (WIDE + GAP), row * (HIGH + GAP)
    flat = np.array([(left, top), (left + WIDE, top), (left + WIDE, top + HIGH), (left, top + HIGH)])
    return as_quad(cv2.perspectiveTransform(flat[None], TILT)[0])


def draw_table(quads: list[Quad]) -> BgrImage:
    image = np.full((600, 1100, 3), TABLE, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(image, np.array(quad, np.int32), (CARD,) * 3)
    return image


def predict_by_brightness(seen: list[RectifiedCard]) -> PrintMaps:
    """Say that what is bright is a front with its print, as much of it as is bright, and begins where that does."""
    share = np.array([(one.crop.mean() - TABLE) / (CARD - TABLE) for one in seen], np.float32)
    cells = PRINT_MAP_PX[1] // PRINT_MAP_STRIDE, PRINT_MAP_PX[0] // PRINT_MAP_STRIDE
    heat = np.tile(share[:, None, None, None] / 2, (1, 3, *cells))
    for one, maps, plain in zip(seen, heat, share, strict=True):
        bright = one.crop.mean(axis=(0, 2)) > (TABLE + CARD) / 2
        maps[:, 0, int(bright.argmax() / len(bright) * cells[1])] = plain
    return make_maps(heat, np.ones((len(seen), 4, *cells), np.float32), np.column_stack([1 - share, share, 0 * share]))


def look(image: BgrImage, found: dict[tuple[int, int], Quad]) -> tuple[list[RectifiedCard], PrintMaps]:
    crops = crop_cards(image, [*found.values()])
    seen = [
        RectifiedCard(row, column, DetectedCard(quad, 0.9), crop)
        for ((row, column), quad), crop in zip(found.items(), crops, strict=True)
    ]
    return seen, predict_by_brightness(seen)


def settle(image: BgrImage, seen: list[RectifiedCard], maps: PrintMaps) -> list[RectifiedCard]:
    """Return the cards that there are in the end, each of which has maps of its own crop."""
    settled, theirs = add_missed_cards(image, seen, maps)
    assert np.allclose(theirs.heat, predict_by_brightness(settled).heat)
    return settled


@pytest.fixture(autouse=True)
def _predict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missed_cards, "predict_prints", predict_by_brightness)


def test_a_card_in_a_hole_of_its_row_is_added_where_it_lies() -> None:
    lying = [find_quad(column) for column in range(6)]
    image = draw_table(lying)
    seen, maps = look(image, {(0, column): lying[column] for column in (0, 1, 2, 4, 5)})
    (added,) = settle(image, seen, maps)[len(seen) :]
    assert (added.row, added.column) == (0, 3)
    assert np.abs(np.array(added.card.corners_px) - np.array(lying[3])).max() < 0.05 * WIDE


def test_a_hole_without_a_card_stays_one() -> None:
    lying = [find_quad(column) for column in (0, 1, 2, 4, 5)]
    image = draw_table(lying)
    seen, maps = look(image, {(0, column): quad for column, quad in zip((0, 1, 2, 4, 5), lying, strict=True)})
    assert settle(image, seen, maps) == seen


def test_a_card_found_beside_its_row_is_moved_onto_it_and_its_neighbor_found() -> None:
    lying = [find_quad(column) for column in range(8)]
    image = draw_table(lying)
    seen, maps = look(
        image, {(0, column): find_quad(column, 0.35 if column == 4 else 0.0) for column in (0, 1, 2, 3, 4, 6, 7)}
    )
    settled = {one.column: np.array(one.card.corners_px) for one in settle(image, seen, maps)}
    assert sorted(settled) == [*range(8)]
    assert all(np.abs(settled[column] - np.array(lying[column])).max() < 0.05 * WIDE for column in range(8))


def test_a_card_that_lies_beside_its_row_is_left_there() -> None:
    found = {(0, column): find_quad(column, 0.35 if column == 2 else 0.0) for column in range(5)}
    image = draw_table([*found.values()])
    seen, maps = look(image, found)
    assert settle(image, seen, maps) == seen


@pytest.mark.parametrize(("missing", "columns"), [(0, [0, 1, 2, 3, 4]), (4, [0, 1, 2, 3, 4])], ids=["left", "right"])
def test_a_card_at_the_end_of_a_row_is_added_and_the_others_move_over(missing: int, columns: list[int]) -> None:
    lying = [find_quad(column) for column in range(5)]
    image = draw_table(lying)
    left = [column for column in range(5) if column != missing]
    seen, maps = look(image, {(0, column - left[0]): lying[column] for column in left})
    settled = {one.column: np.array(one.card.corners_px) for one in settle(image, seen, maps)}
    assert sorted(settled) == columns
    assert np.abs(settled[missing] - np.array(lying[missing])).max() < 0.05 * WIDE


def predict_by_dot(seen: list[RectifiedCard]) -> PrintMaps:
    """Say that a card with a dark dot has its print there, faint where a part of the dot is cut off."""
    cells = PRINT_MAP_PX[1] // PRINT_MAP_STRIDE, PRINT_MAP_PX[0] // PRINT_MAP_STRIDE
    strengths, spots = np.zeros(len(seen), np.float32), np.zeros((len(seen), 2))
    for place, one in enumerate(seen):
        ys, xs = np.nonzero(one.crop.mean(axis=2) < TABLE / 2)
        if len(ys):
            spots[place] = ys.mean() / one.crop.shape[0], xs.mean() / one.crop.shape[1]
            strengths[place] = 0.4 if ys.min() == 0 else 0.9
    heat = np.zeros((len(seen), 3, *cells), np.float32)
    for maps, strength, (y, x) in zip(heat, strengths, spots, strict=True):
        maps[:, int(y * cells[0]), int(x * cells[1])] = strength
    sides = np.column_stack([1 - strengths, strengths, 0 * strengths])
    return make_maps(heat, np.ones((len(seen), 4, *cells), np.float32), sides)


def draw_dotted(quads: list[Quad]) -> BgrImage:
    image = draw_table(quads)
    for quad in quads:
        x, y = (np.array(quad[0]) + 0.2 * (np.array(quad[1]) - quad[0]) + 0.08 * (np.array(quad[3]) - quad[0])).round()
        cv2.circle(image, (int(x), int(y)), 6, (0, 0, 0), -1)
    return image


@pytest.mark.parametrize("low", [(1, 2), (0, 3), (1, 2, 4)])
def test_cards_of_a_row_are_moved_onto_the_line_of_those_that_show_print(
    monkeypatch: pytest.MonkeyPatch, low: tuple[int, ...]
) -> None:
    """Half of them were found a band too low: together, they tell of no line."""
    monkeypatch.setattr(missed_cards, "predict_prints", predict_by_dot)
    lying = [find_quad(column) for column in range(5)]
    image = draw_dotted(lying)
    found = {(0, column): find_quad(column, (0.25, 0.35)[column % 2] if column in low else 0.0) for column in range(5)}
    seen = look(image, found)[0]
    settled = {one.column: one for one in add_missed_cards(image, seen, predict_by_dot(seen))[0]}
    for column, quad in enumerate(lying):
        assert np.abs(np.array(settled[column].card.corners_px) - np.array(quad)).max() < 0.08 * WIDE


def test_a_missed_card_whose_print_is_cut_off_where_it_is_looked_for_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards of a row were found the lower the nearer they are to the one that was missed."""
    monkeypatch.setattr(missed_cards, "predict_prints", predict_by_dot)
    lying = [find_quad(column) for column in range(5)]
    image = draw_dotted(lying)
    found = {(0, column): find_quad(column, 0.02 * column) for column in range(4)}
    seen = look(image, found)[0]
    settled = add_missed_cards(image, seen, predict_by_dot(seen))[0]
    (added,) = [one for one in settled if one.column == 4]
    assert np.abs(np.array(added.card.corners_px) - np.array(lying[4])).max() < 0.06 * WIDE


def test_a_card_a_third_of_a_card_beside_the_shelf_does_not_belong_to_it() -> None:
    lying = [find_quad(column) for column in range(4)]
    image = draw_table([*lying, find_quad(4.33)])
    seen, maps = look(image, {(0, column): quad for column, quad in enumerate(lying)})
    assert settle(image, seen, maps) == seen


def test_a_card_found_a_little_low_is_moved_onto_its_row_only_while_its_print_is_faint() -> None:
    lying = [find_quad(column) for column in range(5)]
    image = draw_table(lying)
    for low, is_moved in ((0.1, False), (0.14, False), (0.45, True)):
        found = {(0, column): find_quad(column, low if column == 2 else 0.0) for column in range(5)}
        seen, maps = look(image, found)
        # A card of which less than the least strength is bright shows its print faintly.
        assert (settle(image, seen, maps) != seen) is is_moved


def test_two_cards_tell_nothing_of_a_row() -> None:
    image = draw_table([find_quad(column) for column in range(3)])
    seen, maps = look(image, {(0, 0): find_quad(0), (0, 2): find_quad(2)})
    assert settle(image, seen, maps) == seen


def test_cards_beyond_the_ends_are_looked_for_as_long_as_there_are_some() -> None:
    lying = [find_quad(column) for column in range(7)]
    image = draw_table(lying)
    seen, maps = look(image, {(0, column): lying[column] for column in (2, 3, 4)})
    settled = settle(image, seen, maps)
    assert sorted(one.column for one in settled) == [*range(7)]


def test_rows_of_few_cards_are_completed_where_other_rows_have_theirs() -> None:
    lying = {
        (row, column): find_quad(column, float(row))
        for row, columns in ((0, 5), (1, 5), (2, 3))
        for column in range(columns)
    }
    image = draw_table([*lying.values()])
    found = {place: quad for place, quad in lying.items() if place[0] == 0 or place in ((1, 2), (1, 3), (2, 2))}
    seen, maps = look(image, found)
    settled = {(one.row, one.column): np.array(one.card.corners_px) for one in settle(image, seen, maps)}
    assert sorted(settled) == sorted(lying)
    assert all(np.abs(settled[place] - np.array(quad)).max() < 0.1 * WIDE for place, quad in lying.items())


def test_rows_that_are_no_grid_tell_nothing_of_each_other() -> None:
    lying = {(0, column): find_quad(column) for column in range(5)} | {
        (1, 1): find_quad(1.5, 1.0),
        (1, 2): find_quad(2.5, 1.0),
    }
    image = draw_table([*lying.values(), find_quad(3.0, 1.0)])
    seen, maps = look(image, lying)
    assert settle(image, seen, maps) == seen
