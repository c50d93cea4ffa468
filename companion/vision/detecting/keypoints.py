"""Decoding the detector's heatmaps: center peaks, regressed corners, corner keypoints.

Centers as peaks and boxes regressed from them follow CenterNet (Zhou et al. 2019, Objects as Points); corners are then
moved to their own keypoints, as in CornerNet (Law and Deng 2018).
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from ..geometry import FloatArray
from .thresholds import KEYPOINTS, LATTICE

Floats = npt.NDArray[np.float64]

STRIDE = 4
"""Pixels of a cell of the network's maps."""


def decode_heatmaps(maps: FloatArray) -> tuple[Floats, Floats]:
    """Return the corners (n x 4 x 2, px of the scaled image) and confidences (n) of the cards in heatmaps.

    ``maps`` is 21 x rows x columns: center heat, four corner heats, offsets from the center to the corners (8), and
    sub-cell offsets of the corners (8).
    """
    heat = maps[0]
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > LATTICE.weak_confidence)
    quads, confidences = [], []
    for row, column in zip(*np.nonzero(peaks), strict=True):
        quad = _vote_corners(maps[5:13], heat, int(row), int(column))
        quad, support = _snap_to_keypoints(maps, quad)
        if not cv2.isContourConvex(quad.astype(np.float32)):
            continue
        quads.append(quad)
        share = KEYPOINTS.center_share + (1 - KEYPOINTS.center_share) * support
        confidences.append(float(heat[row, column]) * share)
    kept = suppress_non_maxima(quads, confidences)
    return np.array([quads[k] for k in kept]).reshape(-1, 4, 2) * STRIDE, np.array([confidences[k] for k in kept])


def _around(heat: FloatArray, row: int, column: int) -> tuple[slice, slice, Floats, Floats, FloatArray]:
    """Return the 3 x 3 cells around one: slices, their centers' x and y, and their squared heat."""
    ys = slice(max(0, row - 1), min(heat.shape[0], row + 2))
    xs = slice(max(0, column - 1), min(heat.shape[1], column + 2))
    return ys, xs, np.arange(xs.start, xs.stop) + 0.5, np.arange(ys.start, ys.stop)[:, None] + 0.5, heat[ys, xs] ** 2


def _vote_corners(reach: FloatArray, heat: FloatArray, row: int, column: int) -> Floats:
    """Return the corners, in cells, as the heat-weighted mean of what the cells around a center regress."""
    ys, xs, x, y, weight = _around(heat, row, column)
    total = float(weight.sum())
    votes = reach[:, ys, xs]
    across, down = ((votes[axis::2] + place) * weight for axis, place in enumerate((x, y)))
    return np.stack([across.sum(axis=(1, 2)), down.sum(axis=(1, 2))], axis=1) / total


def _snap_to_keypoints(maps: FloatArray, quad: Floats) -> tuple[Floats, float]:
    """Move each corner to the keypoint near it; return the mean heat of those keypoints, 0 to 1, too."""
    rows, columns = maps.shape[1:]
    size = float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))))
    radius = max(KEYPOINTS.min_corner_radius_cells, KEYPOINTS.corner_radius * size)
    snapped, support = quad.copy(), []
    for k, (x, y) in enumerate(quad):
        left, right = max(0, int(x - radius)), min(columns, int(x + radius) + 1)
        top, bottom = max(0, int(y - radius)), min(rows, int(y + radius) + 1)
        if right <= left or bottom <= top:
            continue
        heat = maps[1 + k, top:bottom, left:right]
        dx, dy = np.arange(left, right) + 0.5 - x, np.arange(top, bottom)[:, None] + 0.5 - y
        pull = heat * np.exp(-(dx**2 + dy**2) / (2 * (KEYPOINTS.corner_sigma * radius) ** 2))
        row, column = np.unravel_index(int(np.argmax(pull)), pull.shape)
        seen = float(heat[row, column])
        support.append(seen)
        if seen > KEYPOINTS.min_corner_heat:
            snapped[k] = _refine_keypoint(maps, k, top + int(row), left + int(column))
    return snapped, float(np.mean(support)) if support else 0.0


def _refine_keypoint(maps: FloatArray, corner: int, row: int, column: int) -> Floats:
    """Return a corner keypoint at sub-cell precision, in cells."""
    ys, xs, x, y, weight = _around(maps[1 + corner], row, column)
    near = maps[13 + 2 * corner : 15 + 2 * corner, ys, xs]
    total = float(weight.sum())
    return np.array([float(((near[0] + x) * weight).sum()), float(((near[1] + y) * weight).sum())]) / total


def suppress_non_maxima(quads: list[Floats], confidences: list[float]) -> list[int]:
    """Return the indices of the cards that overlap no more confident one (greedy non-maximum suppression)."""
    kept: list[int] = []
    areas = np.array([abs(cv2.contourArea(quad.astype(np.float32))) for quad in quads])
    centers = np.array([quad.mean(0) for quad in quads]).reshape(-1, 2)
    reaches = np.sqrt(areas)
    for k in np.argsort(confidences)[::-1].tolist():
        far = np.linalg.norm(centers[kept] - centers[k], axis=1) > reaches[kept] + reaches[k]
        near = [j for j, away in zip(kept, far, strict=True) if not away]
        if areas[k] > KEYPOINTS.min_area_cells and not any(
            _overlap(quads[j], quads[k], min(areas[j], areas[k])) > KEYPOINTS.max_overlap for j in near
        ):
            kept.append(k)
    return kept


def _overlap(a: Floats, b: Floats, smaller: float) -> float:
    common, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(common) / smaller
