"""Cards of one size on one table: their corners, put right by what all of them say."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.aligning.correspondences import align_to_prints
from companion.vision.detecting.homography import CORNERS, Correspondences, corner_correspondences, fit_plane
from companion.vision.detecting.lattice import fit_lattice
from companion.vision.detecting.plane_refinement import refine_on_plane
from companion.vision.geometry import DetectedCard, as_quad

SLANT = np.array([[180.0, 30, 400], [-20, 150, 300], [0.01, 0.03, 1]])
"""From card widths to pixels, as a hand-held phone would see a table."""
CELLS = [(row, column) for row in range(3) for column in range(6)]


def show(points: np.ndarray) -> np.ndarray:
    """Return where points of the table (... x 2, card widths) are in the photo."""
    mapped = points @ SLANT[:, :2].T + SLANT[:, 2]
    return mapped[..., :2] / mapped[..., 2:]


def lay_cards(cells: list[tuple[int, int]]) -> np.ndarray:
    """Return the corners of cards laid in rows that are shifted a little, in pixels."""
    first = np.array([(column * 1.03 + row * 0.1, row * 1.43) for row, column in cells])
    return show(first[:, None] + CORNERS * (1, 1.4))


def measure(seen: np.ndarray, truth: np.ndarray) -> float:
    """Return how far corners are off at most, in card widths."""
    return float(np.abs(seen - truth).max() / np.linalg.norm(truth[0, 1] - truth[0, 0]))


def test_a_corner_found_on_a_wrong_edge_is_put_where_the_other_cards_have_theirs() -> None:
    truth = lay_cards(CELLS)
    found = truth.copy()
    found[4, [0, 3], 0] += 45
    found[9, 1] += 30
    assert measure(found, truth) > 0.2
    assert measure(fit_plane(found, CELLS, corner_correspondences(found, 0.035)).project_corners(), truth) < 0.03


def test_cards_of_which_no_mark_was_seen_stay_where_they_are() -> None:
    truth = lay_cards(CELLS)
    nothing = Correspondences(np.zeros(0, np.int64), np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0))
    assert measure(fit_plane(truth, CELLS, nothing).project_corners(), truth) < 0.01


def test_a_card_that_lies_the_other_way_round_keeps_its_corners_names() -> None:
    truth = lay_cards(CELLS)
    truth[7] = np.roll(truth[7], 2, axis=0)
    assert measure(fit_plane(truth, CELLS, corner_correspondences(truth, 0.035)).project_corners(), truth) < 0.01


def test_a_shelf_that_stands_on_its_head_fits_as_well() -> None:
    truth = np.roll(lay_cards(CELLS), 2, axis=1)
    cells = [(2 - row, 5 - column) for row, column in CELLS]
    assert measure(fit_plane(truth, cells, corner_correspondences(truth, 0.035)).project_corners(), truth) < 0.01


@pytest.mark.parametrize("count", [1, 2, 18])
def test_print_that_stands_aside_moves_the_heads_of_the_cards(count: int) -> None:
    truth = lay_cards(CELLS)[:count]
    found = truth + np.array([8, 5])
    places = np.array([(0.2, 0.1), (0.2, 0.2), (0.8, 0.1), (0.6, 0.1)])
    paired = {}
    for card, quad in enumerate(truth):
        onto = cv2.getPerspectiveTransform(CORNERS.astype(np.float32), quad.astype(np.float32))
        back = cv2.getPerspectiveTransform(found[card].astype(np.float32), CORNERS.astype(np.float32))
        there = cv2.perspectiveTransform(places[None], back @ onto)[0]
        paired[card] = [((x, y), (a, b)) for (x, y), (a, b) in zip(there.tolist(), places.tolist(), strict=True)]
    aligned = align_to_prints([as_quad(quad) for quad in found], CELLS[:count], paired).project_corners()
    heads = aligned[:, :2], truth[:, :2]
    assert measure(*heads) < 0.03


def test_an_empty_place_among_cards_is_no_card() -> None:
    photo = np.full((1200, 1600, 3), (60, 90, 70), np.uint8)
    quads = lay_cards(CELLS)
    for place, quad in enumerate(quads):
        if place != 8:
            cv2.fillConvexPoly(photo, np.round(quad).astype(np.int32), (200, 215, 230))
    cards = [DetectedCard(as_quad(quad), 0.4 if place in {8, 12} else 0.8) for place, quad in enumerate(quads)]
    cells = refine_on_plane(photo, cards, fit_lattice(cards))
    assert sorted(set(CELLS) - {(cell.row, cell.column) for cell in cells}) == [(1, 2)]


def test_what_is_seen_much_more_faintly_than_the_cards_around_it_is_none() -> None:
    photo = np.full((1200, 1600, 3), (200, 215, 230), np.uint8)
    quads = lay_cards(CELLS)
    cards = [DetectedCard(as_quad(quad), 0.22 if place == 8 else 0.8) for place, quad in enumerate(quads)]
    assert (1, 2) not in {(cell.row, cell.column) for cell in refine_on_plane(photo, cards, fit_lattice(cards))}


def test_what_is_weak_and_has_another_shape_is_no_card() -> None:
    photo = np.zeros((1200, 1600, 3), np.uint8)
    quads = lay_cards([*CELLS[:6], (1, 2)])
    quads[6, 2:] -= (60, 70)
    cards = [DetectedCard(as_quad(quad), 0.8 if place < 6 else 0.4) for place, quad in enumerate(quads)]
    assert len(refine_on_plane(photo, cards, fit_lattice(cards))) == 6
