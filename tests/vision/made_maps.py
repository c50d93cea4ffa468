"""Heatmaps as the network for print would make them."""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.vision.networks.inference import PRINT_FEATURES, PrintMaps


def make_maps(heat: Any, sizes_px: Any, sides: Any) -> PrintMaps:
    """Return maps of cards that were weighed from nothing."""
    features = np.zeros((len(heat), PRINT_FEATURES, *heat.shape[2:]), np.float32)
    return PrintMaps(heat, sizes_px, sides, features)
