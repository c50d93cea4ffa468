"""Points, quadrilaterals and images: what the stages hand to each other."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Point = tuple[float, float]
"""x to the right, y down; a pixel's center has whole coordinates."""

Quad = tuple[Point, Point, Point, Point]
"""Top left, top right, bottom right, bottom left of the upright card."""

BgrImage = npt.NDArray[np.uint8]
"""Height x width x 3, blue, green, red."""

GrayImage = npt.NDArray[np.uint8]
"""Height x width."""

FloatArray = npt.NDArray[np.float32]


def measure_max_distance(a: Point | FloatArray, b: Point | FloatArray) -> float:
    """Return the Chebyshev distance of two points: along the axis on which it is more."""
    return float(max(abs(a[0] - b[0]), abs(a[1] - b[1])))


@dataclass(frozen=True, slots=True)
class DetectedCard:
    """A detected card, face up or down: its corners in pixels, and the detector's confidence (0 to 1)."""

    corners_px: Quad
    confidence: float


def turn_image(image: BgrImage, turns: int) -> BgrImage:
    """Turn a picture by ``turns`` quarters, clockwise.

    >>> turn_image(np.zeros((2, 3, 3), np.uint8), 1).shape
    (3, 2, 3)
    """
    return np.ascontiguousarray(np.rot90(image, -turns))


def turn_quad(quad: Quad, turns: int, size_px: tuple[int, int]) -> Quad:
    """Turn the corners of a card with its picture, by ``turns`` quarters, clockwise.

    ``size_px`` is the picture's width and height before. The corners keep their names, not their places: what was the
    card's top left corner stays the first of the four.

    >>> turn_quad(((0, 0), (1, 0), (1, 2), (0, 2)), 1, (4, 3))
    ((2, 0), (2, 1), (0, 1), (0, 0))
    """
    width, height = size_px
    for _ in range(turns % 4):
        quad = _turn_once(quad, height)
        width, height = height, width
    return quad


def _turn_once(quad: Quad, height: int) -> Quad:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    last = height - 1
    return (last - ay, ax), (last - by, bx), (last - cy, cx), (last - dy, dx)


def rename_corners(quad: Quad, turns: int) -> Quad:
    """Rename the corners of a card that was taken for upright and is turned by ``turns`` quarters, clockwise.

    >>> rename_corners(((0, 0), (1, 0), (1, 2), (0, 2)), 2)
    ((1, 2), (0, 2), (0, 0), (1, 0))
    """
    first = turns % 4
    a, b, c, d = quad[first:] + quad[:first]
    return a, b, c, d


def as_quad(corners: npt.NDArray[np.float64]) -> Quad:
    """Return four points (4 x 2) as a quadrilateral."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def move_quad(quad: Quad, down: float, across: float = 0.0) -> Quad:
    """Return a card moved on its plane by shares of its height and width."""
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    way = cv2.getPerspectiveTransform(unit, np.array(quad, np.float32))
    moved = (unit + np.array([across, down])).astype(np.float64)
    return as_quad(cv2.perspectiveTransform(moved[None], way)[0])


def warp_quad(image: BgrImage, quad: Quad, size_px: tuple[int, int]) -> BgrImage:
    """Warp a card out of a photo, upright and without perspective, ``size_px`` wide and high.

    The card's corners come to lie on the corners of the crop, so that card coordinates (0 to 1, from the top left
    corner) are its pixels' places divided by ``size_px``.
    """
    way = map_card(quad, size_px)
    crop = cv2.warpPerspective(image, way, size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def map_card(quad: Quad, size_px: tuple[int, int]) -> npt.NDArray[np.float64]:
    """Return the homography (3 x 3) from a photo's pixels to those of a card's crop, ``size_px`` wide and high."""
    width, height = size_px
    # Edges of pixels lie half a pixel outside their centers.
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    return np.asarray(cv2.getPerspectiveTransform(np.array(quad, np.float32), corners), np.float64)


def measure_width(quad: Quad) -> float:
    """Return the mean width of a card in pixels."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    return (float(np.hypot(bx - ax, by - ay)) + float(np.hypot(cx - dx, cy - dy))) / 2
