"""Cards as they lie in a photo, and the ones that were read there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.vision.readings import ReadCard

NEAR = 0.4
"""How far a card may be read from where it lies, in widths of it."""


def measure_side(quad: NDArray[np.float64]) -> float:
    """Return the width of a card (px), the mean of its two short sides; ``quad`` is its corners, 4 x 2."""
    return float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2


def take_nearest(left: list[ReadCard], quad: NDArray[np.float64]) -> ReadCard | None:
    """Take the card out of ``left`` that was read where one lies; ``None`` if none was."""
    aside = [float(np.linalg.norm(np.mean(card.corners_px, axis=0) - quad.mean(0))) for card in left]
    if not aside or min(aside) > NEAR * measure_side(quad):
        return None
    return left.pop(int(np.argmin(aside)))
