"""Telling a shelf from a pattern of the table, such as tiles: a pattern goes on beyond what was taken for cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from ..geometry import BgrImage, as_quad, measure_width, warp_quad
from .background import describe_appearance
from .protocols import PlacedCard
from .thresholds import CONTINUATION

Floats = npt.NDArray[np.float64]

_STRIP_PX = (32, 24)
"""Width and height of the sample that a strip along an edge is resized to."""
_SIDES = {(-1, 0): (0, 1), (0, 1): (1, 2), (1, 0): (2, 3), (0, -1): (3, 0)}
"""The corners of a card at each side; sides are steps in rows and columns."""


def is_pattern(image: BgrImage, cells: Sequence[PlacedCard]) -> bool:
    """Return whether cards are more likely a piece of a pattern that goes on around them than cards on a table."""
    steps = measure_steps(image, cells)
    return bool(len(steps)) and float(np.quantile(steps, CONTINUATION.quantile)) < CONTINUATION.min_step


def measure_steps(image: BgrImage, cells: Sequence[PlacedCard]) -> Floats:
    """Return how much the ground beyond each outer edge of a shelf differs from what a pattern would show there.

    That is what the card itself shows behind its opposite edge, for a pattern begins again at each of its lines.
    Distances of appearances (Lab), one for each outer edge whose ground is in sight; none where no ground is.
    """
    width = float(np.median([measure_width(cell.card.corners_px) for cell in cells]))
    scale = min(1.0, CONTINUATION.card_width_px / width)
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    high, wide = small.shape[:2]
    steps = []
    for pair in _list_strips(cells):
        # Pixel centers lie at halves.
        strips = (pair + 0.5) * scale - 0.5
        if strips.min() >= 0 and strips[..., 0].max() <= wide and strips[..., 1].max() <= high:
            beyond, within = (describe_appearance(warp_quad(small, as_quad(strip), _STRIP_PX)) for strip in strips)
            steps.append(float(np.linalg.norm(beyond - within)))
    return np.array(steps, float)


def _list_strips(cells: Sequence[PlacedCard]) -> Iterator[Floats]:
    """Yield the corners of two strips (2 x 4 x 2, px) for each outer edge: beyond it, and behind the opposite one."""
    taken = {(cell.row, cell.column) for cell in cells}
    reach = np.array([CONTINUATION.near, CONTINUATION.near, CONTINUATION.far, CONTINUATION.far])[:, None]
    for cell in cells:
        corners = np.array(cell.card.corners_px, float)
        for (down, across), (first, second) in _SIDES.items():
            if (cell.row + down, cell.column + across) in taken:
                continue
            edge, opposite = corners[[first, second]], corners[[first - 1, (second + 1) % 4]]
            out = edge.mean(0) - opposite.mean(0)
            yield np.stack([line[[0, 1, 1, 0]] + reach * out for line in (edge, opposite)])
