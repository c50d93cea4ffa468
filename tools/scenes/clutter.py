"""What else lies on a table: tokens, pens, paper, a phone, a hand. Lengths in card widths."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from .optics import Matrix, project
from .paint import SUBPIXEL_BITS, Color, Dice, Image8, any_color, mix, round_box

Points = NDArray[np.float64]


def fill(image: Image8, matrix: Matrix, outline: Points, color: Color) -> None:
    """Fill an outline on the table as the camera sees it."""
    seen = project(matrix, np.asarray(outline, float))
    if np.abs(seen).max() > 60000:
        return
    corners = np.round(seen * (1 << SUBPIXEL_BITS)).astype(np.int32)
    cv2.fillPoly(image, [corners], color, cv2.LINE_AA, SUBPIXEL_BITS)


def _turned(outline: list[tuple[float, float]], center: Points, degrees: float) -> Points:
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.asarray(outline) @ np.array([[c, s], [-s, c]]) + center


def _ring(radius: float, corners: int = 24) -> list[tuple[float, float]]:
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return [(radius * float(np.cos(a)), radius * float(np.sin(a))) for a in angles]


def _box(wide: float, high: float, radius: float = 0.0) -> list[tuple[float, float]]:
    return round_box(-wide / 2, -high / 2, wide / 2, high / 2, radius)


def draw_token(image: Image8, matrix: Matrix, center: Points, dice: Dice) -> None:
    """Draw a disc, a cube or a figure seen from above."""
    radius, turn = dice.uniform(0.1, 0.3), dice.uniform(0, 360)
    color = any_color(dice, (0, 1), (0.1, 1))
    outline = _ring(radius, int(dice.choice([24, 24, 4, 6])))
    fill(image, matrix, _turned(outline, center + 0.03, turn), mix(color, (0, 0, 0), 0.7))
    fill(image, matrix, _turned(outline, center, turn), color)
    if dice.random() < 0.4:
        fill(image, matrix, _turned(_ring(radius * 0.6), center, turn), mix(color, (255, 255, 255), 0.4))


def draw_pen(image: Image8, matrix: Matrix, center: Points, dice: Dice) -> None:
    """Draw a pen or a cable's straight piece."""
    fill(
        image,
        matrix,
        _turned(_box(dice.uniform(1.5, 3), dice.uniform(0.05, 0.16)), center, dice.uniform(0, 360)),
        any_color(dice),
    )


def draw_sheet(image: Image8, matrix: Matrix, center: Points, dice: Dice) -> None:
    """Draw a sheet of paper, a book, a box: a quad that is no card by its size."""
    wide = dice.choice([dice.uniform(2.2, 5), dice.uniform(0.2, 0.45)])
    turn = dice.uniform(0, 360)
    color = any_color(dice, (0, 0.9), (0.1, 1)) if dice.random() < 0.5 else any_color(dice, (0, 0.1), (0.8, 1))
    high = wide * dice.uniform(0.6, 1.6)
    fill(image, matrix, _turned(_box(wide, high), center + 0.04, turn), mix(color, (0, 0, 0), 0.75))
    fill(image, matrix, _turned(_box(wide, high), center, turn), color)
    for _ in range(dice.integers(0, 5)):
        spot = center + dice.uniform(-0.3, 0.3, 2) * wide
        fill(image, matrix, _turned(_box(wide * 0.3, wide * dice.uniform(0.02, 0.2)), spot, turn), any_color(dice))


def draw_phone(image: Image8, matrix: Matrix, center: Points, dice: Dice) -> None:
    """Draw a phone: rounded, long, dark."""
    turn = dice.uniform(0, 360)
    fill(image, matrix, _turned(_box(1.15, 2.5, 0.15), center, turn), any_color(dice, (0, 0.3), (0.05, 0.4)))
    fill(image, matrix, _turned(_box(1.05, 2.3, 0.08), center, turn), any_color(dice, (0, 0.4), (0, 0.25)))


def draw_hand(image: Image8, matrix: Matrix, center: Points, dice: Dice) -> None:
    """Draw an arm with fingers reaching in from somewhere."""
    skin = (int(dice.uniform(60, 170)), int(dice.uniform(90, 190)), int(dice.uniform(140, 235)))
    turn = dice.uniform(0, 360)
    fill(image, matrix, _turned([(0, -0.5), (9, -0.8), (9, 0.8), (0, 0.5)], center, turn), skin)
    for k in range(4):
        finger = round_box(-1.1, -0.48 + 0.25 * k, 0.3, -0.26 + 0.25 * k, 0.1)
        fill(image, matrix, _turned(finger, center, turn + dice.uniform(-4, 4)), mix(skin, (0, 0, 0), 0.06 * k))


DRAWERS: tuple[Callable[[Image8, Matrix, Points, Dice], None], ...] = (
    draw_token,
    draw_token,
    draw_token,
    draw_pen,
    draw_sheet,
    draw_phone,
)


def scatter(image: Image8, matrix: Matrix, dice: Dice, shelf: Points, count: int) -> None:
    """Lay things around a shelf, given by the corners of its cards; called before the cards are laid down."""
    low, high = shelf.min(0) - 3, shelf.max(0) + 3
    for _ in range(count):
        DRAWERS[dice.integers(len(DRAWERS))](image, matrix, dice.uniform(low, high), dice)
