"""Cards cropped from a photo, upright and all of one size, and regions of print in them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from .geometry import BgrImage, DetectedCard, GrayImage, Quad, measure_width, rename_corners, warp_quad

CROP_PX = (320, 448)
"""Width and height of a cut-out. A dozen cards side by side are 300 px wide each in a photo of 12 megapixels: less
would lose the smallest digits, more would show nothing that was not there."""


@dataclass(frozen=True, slots=True)
class PrintRegion:
    """A region of print on a card: its center, height and width in shares of the card's."""

    x: float
    y: float
    height: float
    width: float


def crop_cards(image: BgrImage, quads: list[Quad]) -> list[BgrImage]:
    """Return each card as an upright image of ``CROP_PX``, without perspective."""
    levels = [image]
    crops = []
    for quad in quads:
        # Halved once or more where that leaves a card still wider than its cut-out: a warp alone would skip pixels.
        level = max(0, int(np.log2(max(1.0, measure_width(quad) / CROP_PX[0]) * 1.0001)))
        while len(levels) <= level:
            levels.append(np.asarray(cv2.pyrDown(levels[-1]), np.uint8))
        crops.append(warp_quad(levels[level], _shrink(quad, level), CROP_PX))
    return crops


def _shrink(quad: Quad, level: int) -> Quad:
    share = 0.5**level
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    return (ax * share, ay * share), (bx * share, by * share), (cx * share, cy * share), (dx * share, dy * share)


def turn_card(card: DetectedCard) -> DetectedCard:
    """Return a card that was taken for upright as one upside down."""
    return DetectedCard(rename_corners(card.corners_px, 2), card.confidence)


def turn_crop(crop: BgrImage) -> BgrImage:
    """Turn a crop by a half."""
    return np.ascontiguousarray(crop[::-1, ::-1])


def crop_region(
    image: BgrImage | GrayImage, x: float, y: float, width_px: float, size_px: tuple[int, int]
) -> GrayImage:
    """Crop ``width_px`` of an image around a point (in shares of its size) and scale it to ``size_px``."""
    high, wide = image.shape[:2]
    share = size_px[0] / width_px
    if share < 0.5:
        soft = cv2.GaussianBlur(image, (0, 0), 0.35 / share)
    else:
        soft = image
    shift_x = (size_px[0] - 1) / 2 - (x * wide - 0.5) * share
    shift_y = (size_px[1] - 1) / 2 - (y * high - 0.5) * share
    way = np.array([[share, 0, shift_x], [0, share, shift_y]], np.float32)
    crop = cv2.warpAffine(soft, way, size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)
