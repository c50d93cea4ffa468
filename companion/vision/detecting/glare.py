"""Glare: where a lamp mirrored in a sleeve or a table hides what a photo shows."""

from __future__ import annotations

import cv2
import numpy as np

from ..geometry import BgrImage

_WHITE = 235
"""How light (0 to 255) all colors are where nothing else is known."""
_BURNT, _RARELY, _NEARLY_AS_LIGHT = 200, 0.1, 0.95
"""How light the lightest of a photo must be to be glare, however the photo was exposed; the share of the photo from
which on it is paper or cloth; and what share of its light counts as glare too.
"""
_LONGEST_PX, _SAMPLED, _LIGHTEST = 200, 4, 0.999
"""Longest side of the photo in which glare is looked for, how many of its pixels make one of that, and the share of it
that is less light than the lightest.
"""


def find_glare(image: BgrImage) -> float:
    """Return how light (0 to 255) all colors of a photo are where there is glare."""
    # Every so many pixels of a big photo are enough, and take a fifth of the time.
    step = max(1, max(image.shape[:2]) // (_SAMPLED * _LONGEST_PX))
    few = image[::step, ::step]
    scale = min(1.0, _LONGEST_PX / max(few.shape[:2]))
    lightness = cv2.resize(few, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).min(axis=2)
    lightest = float(np.quantile(lightness, _LIGHTEST))
    level = _NEARLY_AS_LIGHT * lightest
    if lightest < _BURNT or float((lightness >= level).mean()) > _RARELY:
        return _WHITE
    return min(level, _WHITE)


def measure_glare(cut: BgrImage, glare: float) -> float:
    """Return the share of a cut-out under glare, which is as light as ``find_glare`` says."""
    return float((cut.min(axis=2) >= glare).mean())
