"""Icons that were not noticed: what looks like a learned icon, and stands where none was found.

The network that notices print has not met every arrangement: of icons over pictures it misses some. A lesson from such
cards teaches wrong numbers of icons, which nothing would contradict.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from ..designs.card_design import PATCH_PX, PATCH_REACH, CardDesign
from ..geometry import BgrImage, FloatArray, Point
from ..reading.icons.icon_classifier import CIRCLE, LIGHTNESS_SHARE
from .thresholds import MISSED_ICONS


def count_cards_with_missed(crops: Sequence[BgrImage], spots: Sequence[Sequence[Point]], design: CardDesign) -> int:
    """Return on how many cards an icon of a design stands elsewhere than at the spots where icons were found."""
    maps = [_measure_everywhere(crop, design) for crop in crops]
    found = [_look_up(far, spot) for far, several in zip(maps, spots, strict=True) for spot in several]
    if not found:
        return 0
    near = MISSED_ICONS.max_distance_ratio * float(np.median(found))
    rest = [_blank(far, several) for far, several in zip(maps, spots, strict=True)]
    return sum(float(far.min()) < near for far in rest)


def _measure_everywhere(crop: BgrImage, design: CardDesign) -> FloatArray:
    """Return the mean square distance (Lab) of each place of a card from the nearest sample: rows x columns.

    A pixel of the result is one of a card on which a patch of the design is ``PATCH_PX`` wide; the margin, where no
    whole icon fits, is far from everything.
    """
    share = PATCH_PX / (PATCH_REACH * design.icon_height * crop.shape[0])
    small = cv2.resize(crop, None, fx=share, fy=share, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB) * np.array([LIGHTNESS_SHARE, 1, 1]), np.float32)
    far = np.full(lab.shape[:2], np.inf, np.float32)
    if min(lab.shape[:2]) <= PATCH_PX:
        return far
    mask = np.repeat(CIRCLE[..., None], 3, axis=2).astype(np.float32)
    half = PATCH_PX // 2
    for sample in design.icon_patches[design.seen].reshape(-1, PATCH_PX, PATCH_PX, 3):
        squares = cv2.matchTemplate(lab, np.ascontiguousarray(sample, np.float32), cv2.TM_SQDIFF, mask=mask)
        inner = far[half : half + squares.shape[0], half : half + squares.shape[1]]
        np.minimum(inner, squares / CIRCLE.sum(), out=inner)
    return far


def _find_pixel(far: FloatArray, spot: Point) -> tuple[int, int]:
    return round(spot[1] * far.shape[0]), round(spot[0] * far.shape[1])


def _look_up(far: FloatArray, spot: Point) -> float:
    """Return the distance at a spot, at the best of the places around it."""
    row, column = _find_pixel(far, spot)
    around = far[max(0, row - 2) : row + 3, max(0, column - 2) : column + 3]
    return float(around.min()) if around.size else float("inf")


def _blank(far: FloatArray, spots: Sequence[Point]) -> FloatArray:
    """Return a map without the surroundings of icons that were found."""
    rest = far.copy()
    for spot in spots:
        row, column = _find_pixel(far, spot)
        reach = round(MISSED_ICONS.apart * PATCH_PX / PATCH_REACH)
        rest[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1] = np.inf
    return rest
