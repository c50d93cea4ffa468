"""Quantiles of gray levels, counted in a histogram: levels are few, and sorting pixels takes many times as long."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from .geometry import GrayImage


def find_percentiles(levels: GrayImage, percents: Sequence[float]) -> list[float]:
    """Return percentiles (0 to 100) of an image's levels (0 to 255), interpolated as ``numpy.percentile`` does.

    >>> find_percentiles(np.array([[10, 20], [40, 30]], np.uint8), (0, 50, 100))
    [10.0, 25.0, 40.0]
    """
    counts = cv2.calcHist([levels], [0], None, [256], [0, 256]).ravel()
    ends = counts.astype(np.int64).cumsum()
    places = np.array(percents) / 100 * (levels.size - 1)
    whole = np.floor(places)
    below, above = (ends.searchsorted(np.minimum(whole + step, levels.size - 1), side="right") for step in (0, 1))
    return (below + (places - whole) * (above - below)).tolist()  # type: ignore[no-any-return]
