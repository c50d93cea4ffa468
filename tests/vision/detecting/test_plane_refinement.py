"""Which detections remain once the table's plane is known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.detecting.lattice import Cell, fit_lattice
from companion.vision.detecting.plane_refinement import refine_on_plane
from companion.vision.geometry import BgrImage, DetectedCard

WIDE, HIGH = 100, 140
CLEAR, FAINT = 0.9, 0.22


def find_card(row: int, column: int, confidence: float) -> DetectedCard:
    left, top = 100.0 + column * (WIDE + 3), 80.0 + row * (HIGH + 3)
    return DetectedCard(((left, top), (left + WIDE, top), (left + WIDE, top + HIGH), (left, top + HIGH)), confidence)


def lay_out(*rows: str) -> list[DetectedCard]:
    """Lay cards as in a drawing: ``#`` a clear one, ``f`` a faint one, ``.`` nothing."""
    return [
        find_card(row, column, CLEAR if sign == "#" else FAINT)
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
        if sign != "."
    ]


def draw(cards: list[DetectedCard]) -> BgrImage:
    """Draw cards that are like no other, on a grainy table."""
    dice = np.random.default_rng(3)
    image = dice.normal(140, 6, (700, 1100, 3)).clip(0, 255).astype(np.uint8)
    for card in cards:
        (left, top), _, (right, bottom), _ = card.corners_px
        color = [int(part) for part in dice.integers(0, 255, 3)]
        cv2.rectangle(image, (int(left), int(top)), (int(right), int(bottom)), color, -1)
    return image


def list_places(cells: tuple[Cell, ...]) -> set[tuple[int, int]]:
    return {(cell.row, cell.column) for cell in cells}


@pytest.mark.parametrize(
    ("rows", "kept"),
    [
        (("####f##", "####"), {(0, 4), (0, 5), (0, 6)}),
        (("####f", "####"), set()),
        (("####f.", "####.#"), set()),
    ],
    ids=["clear cards lie beyond", "nothing lies beyond", "what lies beyond is of no row"],
)
def test_a_faint_card_stays_if_it_connects_clear_ones(rows, kept):
    """Cards that are plainly there were lost with a back that hardly was."""
    cards = lay_out(*rows)
    refined = refine_on_plane(draw(cards), cards, fit_lattice(cards))
    assert {place for place in list_places(refined) if place[0] == 0 and place[1] > 3} == kept
