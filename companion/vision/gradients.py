"""Print as directions of its edges: the same for light print on dark and dark on light, in any lamp."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .geometry import FloatArray

DIRECTIONS = 8
CELL_PX = 4
"""Side of a cell."""


def describe_gradients(pictures: npt.NDArray[np.uint8], cell_px: int = CELL_PX) -> FloatArray:
    """Return how much edge of each direction lies in each cell of pictures of one size.

    Pictures x rows x columns in; pictures x ``DIRECTIONS`` x rows of cells x columns of cells out, each picture's mean
    square 1.
    """
    light = np.pad(pictures.astype(np.float32), ((0, 0), (1, 1), (1, 1)), mode="edge")
    across = light[:, 1:-1, 2:] - light[:, 1:-1, :-2]
    down = light[:, 2:, 1:-1] - light[:, :-2, 1:-1]
    strength = np.sqrt(across**2 + down**2) + 1e-3
    # Angles are doubled, so that an edge and the one across the stroke count as the same direction.
    cosine, sine = (across**2 - down**2) / strength, 2 * across * down / strength
    turns = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    parts = [np.maximum(cosine * np.cos(turn) + sine * np.sin(turn), 0) for turn in turns]
    cells = np.sqrt(_gather(np.stack(parts, axis=1).astype(np.float32), cell_px))
    return np.asarray(cells / (np.sqrt((cells**2).mean((1, 2, 3), keepdims=True)) + 0.5), np.float32)


def _gather(values: FloatArray, cell_px: int) -> FloatArray:
    """Sum up cells and, less and less, what lies around them: print a pixel aside looks nearly the same."""
    rise = np.arange(1, cell_px + 1, dtype=np.float32)
    weights = np.concatenate([rise, rise[::-1]]) / (cell_px * (cell_px + 1))
    around = cell_px // 2
    for axis in (2, 3):
        margin = [(0, 0)] * 4
        margin[axis] = (around, around)
        padded = np.pad(values, margin, mode="edge")
        size = values.shape[axis]
        values = sum(
            weight * padded.take(np.arange(place, place + size, cell_px), axis=axis)
            for place, weight in enumerate(weights)
        )
    return values
