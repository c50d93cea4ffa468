"""How different icons look that no design explains: by color, and by what their shapes have not in common."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from ....crops import crop_region
from ....designs.card_design import PATCH_PX
from ....geometry import BgrImage, FloatArray, Point
from ..icon_patches import LOOSE_PX, find_circle
from .thresholds import CLUSTERS

_SLIDES = range(2 * LOOSE_PX + 1)
_SIDE_PX = CLUSTERS.shape_px + 2 * CLUSTERS.shape_shift_px
_INNER = find_circle(CLUSTERS.shape_radius, CLUSTERS.shape_px)


def crop_shapes(crop: BgrImage, spots: Sequence[Point], height: float) -> list[FloatArray]:
    """Return the lightness of icons (rows x columns), finer than ``crop_patches``; ``height`` in shares of the card's.

    Around ``CLUSTERS.shape_px`` is a margin of ``CLUSTERS.shape_shift_px``.
    """
    wide_px = CLUSTERS.shape_reach * height * crop.shape[0] * _SIDE_PX / CLUSTERS.shape_px
    squares = [crop_region(crop, x, y, wide_px, (_SIDE_PX, _SIDE_PX)) for x, y in spots]
    lab = [cv2.cvtColor(square.astype(np.float32) / 255, cv2.COLOR_BGR2LAB) for square in squares]
    return [np.asarray(cv2.GaussianBlur(one[..., 0], (0, 0), CLUSTERS.shape_blur_px), np.float32) for one in lab]


def measure_differences(patches: FloatArray, shapes: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return how different icons look, by color and shape together and by shape alone: icons x icons each.

    ``patches`` as ``crop_patches``, ``shapes`` as ``crop_shapes``. Each is a distance at the best shift, in units of
    how far icons of the photo usually are from those most like them: the mean square distance in Lab, which is mostly
    color, and what the correlation of shapes lacks of 1. What all icons of the photo have in common is subtracted from
    their shapes first, as its plate and rim: what is left tells apart icons of one ink as well.
    """
    by_shape = scale(_measure_shapes(shapes))
    return scale(_measure_colors(patches)) + by_shape, by_shape


def find_usual(distances: FloatArray) -> float:
    """Return the median over icons of the mean distance to the few that are most like each."""
    alone = distances + np.diag(np.full(len(distances), np.inf))
    nearest = np.sort(alone, axis=1)[:, : min(CLUSTERS.neighbors, len(alone) - 1)]
    return float(np.median(nearest.mean(axis=1))) if nearest.size else 0.0


def scale(distances: FloatArray) -> FloatArray:
    """Return distances, the same both ways, in units of what is usual."""
    even = np.asarray(np.maximum((distances + distances.T) / 2, 0), np.float32)
    return np.asarray(even / max(find_usual(even), 1e-6), np.float32)


def _measure_colors(patches: FloatArray) -> FloatArray:
    slid = [patches[:, y : y + PATCH_PX, x : x + PATCH_PX][:, find_circle()] for y in _SLIDES for x in _SLIDES]
    middle = slid[len(slid) // 2]
    color = np.full((len(patches), len(patches)), np.inf, np.float32)
    for other in slid:
        color = np.minimum(color, _measure_squares(middle, other))
    return color


def _measure_shapes(shapes: FloatArray) -> FloatArray:
    """Return what the correlation of shapes lacks of 1, without what they have in common, at the best shift."""
    steps = range(2 * CLUSTERS.shape_shift_px + 1)
    side = CLUSTERS.shape_px
    slid = _normalize(np.array([shapes[:, y : y + side, x : x + side][:, _INNER] for y in steps for x in steps]))
    each = np.arange(len(shapes))
    best = np.full(len(shapes), len(slid) // 2)
    for _ in range(CLUSTERS.shape_alignments):
        best = (slid @ np.median(slid[best, each], axis=0)).argmax(axis=0)
    rest = _normalize(slid - slid[best, each].mean(axis=0), centered=True)
    aligned = rest[best, each]
    lack = np.full((len(shapes), len(shapes)), np.inf, np.float32)
    for other in rest:
        lack = np.minimum(lack, 1 - aligned @ other.T)
    return np.minimum(lack, lack.T)


def _measure_squares(here: FloatArray, there: FloatArray) -> FloatArray:
    flat, other = here.reshape(len(here), -1), there.reshape(len(there), -1)
    apart = (flat**2).mean(axis=1)[:, None] + (other**2).mean(axis=1)[None]
    return np.asarray(apart - 2 * (flat @ other.T) / flat.shape[1], np.float32)


def _normalize(rows: FloatArray, *, centered: bool = False) -> FloatArray:
    rows = rows if centered else rows - rows.mean(axis=-1, keepdims=True)
    return np.asarray(rows / (np.linalg.norm(rows, axis=-1, keepdims=True) + 1e-6), np.float32)
