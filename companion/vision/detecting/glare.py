"""Specular glare: where a lamp mirrored in a sleeve or a table saturates the image."""

from __future__ import annotations

import cv2
import numpy as np

from ..geometry import BgrImage
from .thresholds import GLARE


def find_glare(image: BgrImage) -> float:
    """Return the level (0 to 255) that all channels reach under glare in a photo."""
    # Every so many pixels of a big photo are enough, and take a fifth of the time.
    step = max(1, max(image.shape[:2]) // (GLARE.sampling * GLARE.side_px))
    few = image[::step, ::step]
    scale = min(1.0, GLARE.side_px / max(few.shape[:2]))
    lightness = cv2.resize(few, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).min(axis=2)
    lightest = float(np.quantile(lightness, GLARE.light_quantile))
    level = GLARE.level_share * lightest
    if lightest < GLARE.min_level or float((lightness >= level).mean()) > GLARE.max_share:
        return GLARE.white
    return min(level, GLARE.white)


def measure_glare(crop: BgrImage, glare: float) -> float:
    """Return the share of a crop that is under glare, for the level that ``find_glare`` returned."""
    return float((crop.min(axis=2) >= glare).mean())
