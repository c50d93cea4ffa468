"""What networks for print are shown: histograms of oriented gradients, and shades.

Gradients are the same for light print on dark and dark on light, in any light; after Dalal and Triggs 2005, with
unsigned angles and cells that overlap. Of blurred print, which has hardly any edges, shades say more.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from ..geometry import FloatArray

DIRECTIONS = 8
CELL_PX = 2
"""Side of a cell: bigger ones lose what tells letters of display fonts apart, and small digits."""
_MIN_CONTRAST, _MAX_SHADE = 8.0, 1.5
"""Gray levels that are the least contrast of an image, and the farthest shade that counts."""


def describe_orientations(pictures: npt.NDArray[np.uint8]) -> FloatArray:
    """Return the oriented gradients of images of one size.

    Images x rows x columns in; images x ``DIRECTIONS`` x rows of cells x columns of cells out, each image's mean square
    1.
    """
    light = np.pad(pictures.astype(np.float32), ((0, 0), (1, 1), (1, 1)), mode="edge")
    across = light[:, 1:-1, 2:] - light[:, 1:-1, :-2]
    down = light[:, 2:, 1:-1] - light[:, :-2, 1:-1]
    strength = np.sqrt(across**2 + down**2) + np.float32(1e-3)
    # Angles are doubled, so that an edge and the one across the stroke count as the same direction.
    cosine, sine = (across**2 - down**2) / strength, 2 * across * down / strength
    count, high, wide = pictures.shape
    parts = np.empty((count, DIRECTIONS, high, wide), np.float32)
    half = DIRECTIONS // 2
    for place, turn in enumerate(2 * np.pi * np.arange(half) / DIRECTIONS):
        along = cosine * np.float32(np.cos(turn)) + sine * np.float32(np.sin(turn))
        # The direction half a turn on is what is negative in this one.
        np.maximum(along, 0, out=parts[:, place])
        np.maximum(-along, 0, out=parts[:, place + half])
    cells = np.sqrt(_share_out(high) @ parts @ _share_out(wide).T)
    return np.asarray(cells / (np.sqrt((cells**2).mean((1, 2, 3), keepdims=True)) + 0.5), np.float32)


def describe_shades(pictures: npt.NDArray[np.uint8]) -> FloatArray:
    """Return the shades of images of one size, from -1 (what is darkest) to 1.

    Images x rows x columns in; images x ``CELL_PX``² x rows of cells x columns of cells out: the pixels of each cell.
    """
    count, high, wide = pictures.shape
    low, top = np.percentile(pictures, (2, 98), axis=(1, 2)).astype(np.float32)[:, :, None, None]
    reach = np.maximum(top - low, _MIN_CONTRAST) / 2
    shades = np.clip((pictures - (low + top) / 2) / reach, -_MAX_SHADE, _MAX_SHADE).astype(np.float32)
    cells = shades.reshape(count, high // CELL_PX, CELL_PX, wide // CELL_PX, CELL_PX)
    return np.ascontiguousarray(cells.transpose(0, 2, 4, 1, 3)).reshape(
        count, CELL_PX**2, high // CELL_PX, wide // CELL_PX
    )


@cache
def _share_out(size_px: int) -> FloatArray:
    """Return the weight of each pixel of a row in each cell (cells x pixels), less and less beside its own cell.

    Print one pixel aside looks nearly the same so.
    """
    rise = np.arange(1, CELL_PX + 1, dtype=np.float32)
    weights = np.concatenate([rise, rise[::-1]]) / (CELL_PX * (CELL_PX + 1))
    shares = np.zeros((size_px // CELL_PX, size_px), np.float32)
    for cell, first in enumerate(range(-(CELL_PX // 2), size_px - CELL_PX // 2, CELL_PX)):
        # What would lie beyond the edge is as the edge.
        np.add.at(shares[cell], np.clip(np.arange(first, first + 2 * CELL_PX), 0, size_px - 1), weights)
    return shares
