"""How different icons look: those of one ink are told apart by their shapes, others by their colors as well."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.reading.icons.clusters.differences import crop_shapes, find_usual, measure_differences, scale
from companion.vision.reading.icons.icon_patches import crop_patches

SHAPES = ("circle", "square", "triangle", "bar", "cross", "ring")
EACH = 4
HEIGHT = 0.08
"""Of an icon, in shares of the card's."""
CARD_PX = (560, 800)
PAPER = (225, 230, 235)
Colors = dict[str, tuple[int, int, int]]


def draw_icon(card: np.ndarray, shape: str, x: int, y: int, color: tuple[int, int, int]) -> None:
    """Draw a shape on a round plate, which all icons have in common."""
    half = round(HEIGHT * CARD_PX[1] / 2)
    cv2.circle(card, (x, y), half, (200, 205, 210), -1)
    cv2.circle(card, (x, y), half, (90, 90, 90), 2)
    small = half * 6 // 10
    match shape:
        case "circle":
            cv2.circle(card, (x, y), small, color, -1)
        case "square":
            cv2.rectangle(card, (x - small, y - small), (x + small, y + small), color, -1)
        case "triangle":
            cv2.fillPoly(card, [np.array([(x, y - small), (x - small, y + small), (x + small, y + small)])], color)
        case "bar":
            cv2.rectangle(card, (x - small, y - small // 3), (x + small, y + small // 3), color, -1)
        case "cross":
            cv2.line(card, (x - small, y - small), (x + small, y + small), color, small // 2)
            cv2.line(card, (x + small, y - small), (x - small, y + small), color, small // 2)
        case "ring":
            cv2.circle(card, (x, y), small, color, small // 3)


def measure(colors: Colors, noise: float = 6) -> np.ndarray:
    """Draw every shape several times, askew by a pixel or two; return how different they are: icons x icons."""
    dice = np.random.default_rng(3)
    patches, shapes = [], []
    for name in [name for name in SHAPES for _ in range(EACH)]:
        card = np.full((CARD_PX[1], CARD_PX[0], 3), PAPER, np.uint8)
        x, y = 280 + int(dice.integers(-2, 3)), 400 + int(dice.integers(-2, 3))
        draw_icon(card, name, x, y, colors[name])
        card = np.clip(card + dice.normal(0, noise, card.shape), 0, 255).astype(np.uint8)
        spot = (0.5, 0.5)
        patches += crop_patches(card, [spot], (0, 0), HEIGHT, PAPER)
        shapes += crop_shapes(card, [spot], HEIGHT)
    return measure_differences(np.array(patches), np.array(shapes))[0]


@pytest.mark.parametrize(
    "colors",
    [dict.fromkeys(SHAPES, (40, 40, 40)), {name: (40 * row, 200 - 30 * row, 60) for row, name in enumerate(SHAPES)}],
    ids=["one ink", "in color"],
)
def test_icons_are_most_like_those_of_their_shape(colors: Colors) -> None:
    differences = measure(colors)
    kinds = np.repeat(np.arange(len(SHAPES)), EACH)
    same = kinds[:, None] == kinds[None]

    assert differences.shape == (len(kinds), len(kinds))
    for row, (own, others) in enumerate(zip(same, ~same, strict=True)):
        own[row] = False
        assert differences[row][own].max() < differences[row][others].min()


def test_the_unit_is_what_is_usual_among_the_nearest() -> None:
    distances = np.array([[0, 2, 9], [2, 0, 9], [9, 9, 0]], np.float32)
    assert find_usual(scale(distances)) == pytest.approx(1)
    assert find_usual(np.zeros((1, 1), np.float32)) == 0
