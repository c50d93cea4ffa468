"""What other columns of a pile may hide of a card."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from ...geometry import FloatArray, GrayImage, map_card
from ..rectification import RectifiedCard
from .thresholds import PILES


def find_hidden(seen: Sequence[RectifiedCard]) -> tuple[GrayImage | None, ...]:
    """Return, for each card of a pile, a mask of what cards of other columns may hide.

    It is as big as the crop, not 0 where one may lie on it; ``None`` where none reaches.
    """
    quads = np.array([one.card.corners_px for one in seen], np.float32)
    return tuple(_draw_hidden(one, quads[[other.column != one.column for other in seen]]) for one in seen)


def _draw_hidden(one: RectifiedCard, others: FloatArray) -> GrayImage | None:
    """Draw what cards of other columns reach into of a card."""
    high, wide = one.crop.shape[:2]
    mask = np.zeros((high, wide), np.uint8)
    if not len(others):
        return None
    for corners in cv2.perspectiveTransform(others, map_card(one.card.corners_px, (wide, high))):
        if np.all(np.abs(corners) < PILES.far_heights * high):
            cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
            cv2.polylines(mask, [np.round(corners).astype(np.int32)], True, 255, round(PILES.edge_width * wide))
    return mask if mask.any() else None
